"""The terminal through nothing but curses: for Windows, with windows-curses.

There is no terminfo, termios or job control there. Colours are those curses has without
any being redefined.
"""

from __future__ import annotations

import curses
import locale
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from typing import Self

from fast2048.terminal.canvas import Canvas
from fast2048.terminal.device import UnusableTerminalError
from fast2048.terminal.palette import Depth, looks

__all__ = ["CursesScreen"]

_KEYS = {
    curses.KEY_UP: "up",
    curses.KEY_RIGHT: "right",
    curses.KEY_DOWN: "down",
    curses.KEY_LEFT: "left",
    curses.KEY_F1: "f1",
    curses.KEY_F2: "f2",
    curses.KEY_PPAGE: "page up",
    curses.KEY_NPAGE: "page down",
    curses.KEY_ENTER: "enter",
    10: "enter",
    13: "enter",
}


class CursesScreen:
    """A Device. Raises UnusableTerminalError where curses cannot start."""

    can_animate = True
    unknown_kind = None

    def __init__(self, palette: str | None, environ: Mapping[str, str]) -> None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise UnusableTerminalError("input and output are not both a terminal")
        self._palette = palette
        self._environ = {name: environ[name] for name in ("NO_COLOR",) if name in environ}
        self._shown: Canvas | None = None
        self._attributes: dict[str, int] = {}

    def source(self) -> CursesKeys:
        return CursesKeys(self)

    def __enter__(self) -> Self:
        locale.setlocale(locale.LC_CTYPE, "")  # by it curses chooses how to write letters
        self.window = curses.initscr()
        self.take_again()
        self._set_colors()
        return self

    def __exit__(self, *exception: object) -> None:
        self.give_back()

    def take(self) -> None:
        self.take_again()

    def take_again(self) -> None:
        curses.noecho()
        curses.cbreak()
        self.window.keypad(True)
        with suppress(curses.error):
            curses.curs_set(0)
        self.forget()

    def give_back(self) -> None:
        with suppress(curses.error):
            curses.curs_set(1)
        self.window.keypad(False)
        curses.nocbreak()
        curses.echo()
        curses.endwin()

    def _set_colors(self) -> None:
        colors = 0
        if curses.has_colors():
            curses.start_color()
            curses.use_default_colors()
            colors = curses.COLORS
        depth = Depth.of(colors, False, self._environ)
        for number, (name, look) in enumerate(looks(self._palette, depth).items(), start=1):
            attributes = curses.A_BOLD if look.bold else 0
            attributes |= curses.A_REVERSE if look.reverse else 0
            if look.foreground is not None and look.background is not None:
                curses.init_pair(number, look.foreground, look.background)
                attributes |= curses.color_pair(number)
            self._attributes[name] = attributes

    def size(self) -> tuple[int, int]:
        rows, columns = self.window.getmaxyx()
        return columns, rows

    def forget(self) -> None:
        self._shown = None

    def cost(self, canvas: Canvas) -> int:
        return 0  # curses does not tell

    def show(self, canvas: Canvas) -> int:
        before = self._shown
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            self.window.clear()
            before = Canvas(canvas.width, canvas.height)
        for row, (old, new) in enumerate(zip(before.rows, canvas.rows, strict=True)):
            if old != new:
                column = 0
                for look, cells in groupby(new, key=lambda cell: cell[1]):
                    texts = [text for text, _ in cells]
                    # The very last cell cannot be written without an error.
                    with suppress(curses.error):
                        self.window.addstr(row, column, "".join(texts), self._attributes[look])
                    column += len(texts)
        self.window.refresh()
        self._shown = canvas
        return 0


class CursesKeys:
    """A Source: what curses makes of the input."""

    def __init__(self, screen: CursesScreen) -> None:
        self._screen = screen
        self.ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def wait(self, timeout: float | None) -> tuple[list[signal.Signals], list[str]]:
        window = self._screen.window
        window.timeout(-1 if timeout is None else round(timeout * 1000))
        try:
            code = window.getch()
        except KeyboardInterrupt:
            return [signal.SIGINT], []
        if code == curses.KEY_RESIZE:
            if os.name == "nt":
                curses.resize_term(0, 0)
            self._screen.forget()
        if code in _KEYS:
            return [], [_KEYS[code]]
        return [], [chr(code)] if 0 <= code < 0x80 else []

    def stop(self) -> None:
        """There is no job control."""
