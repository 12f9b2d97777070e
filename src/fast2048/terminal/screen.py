"""The terminal that the player sits at: its modes, its size, what it shows."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from fast2048.terminal.canvas import Canvas
from fast2048.terminal.device import TerminalGoneError, UnusableTerminalError
from fast2048.terminal.events import Events
from fast2048.terminal.palette import Depth
from fast2048.terminal.terminfo import Painter

__all__ = ["Screen"]

_SLOWEST_FOR_ANIMATION = termios.B38400


class Screen:
    """A Device, by the modes of termios and the sequences of terminfo.

    Raises UnusableTerminalError where there is no terminal, or none to draw on.
    """

    def __init__(self, palette: str | None, environ: Mapping[str, str]) -> None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise UnusableTerminalError("input and output are not both a terminal")
        self._input = sys.stdin.fileno()
        self._output = sys.stdout.fileno()
        self._painter = Painter(environ.get("TERM"), environ, palette)
        self._found: list[Any] = []
        self._shown: Canvas | None = None

    @property
    def unknown_kind(self) -> str | None:
        """The name of the terminal's type, if it is not in the database."""
        return self._painter.unknown_kind

    def source(self) -> Events:
        return Events(self._input)

    @property
    def can_animate(self) -> bool:
        """Whether the terminal has colours, a cursor that can be hidden, and a fast line."""
        speed: int = termios.tcgetattr(self._output)[5]
        return (
            self._painter.can_hide_cursor
            and self._painter.depth != Depth.MONOCHROME
            and speed >= _SLOWEST_FOR_ANIMATION
        )

    def __enter__(self) -> Self:
        self._found = termios.tcgetattr(self._input)
        self.take()
        return self

    def __exit__(self, *exception: object) -> None:
        with suppress(TerminalGoneError):  # then there is nothing to give back
            self.give_back()

    def take(self) -> None:
        """Make the terminal the game's own."""
        self._write(self._painter.open_alternate)
        self.take_again()

    def take_again(self) -> None:
        """Set the modes for the game. What is on the screen is then unknown."""
        try:
            modes = termios.tcgetattr(self._input)
        except termios.error as error:
            raise TerminalGoneError from error
        # Keys come at once, without echo; Ctrl-S, Ctrl-V and the like are keys as well.
        modes[0] &= ~(termios.IXON | termios.ICRNL | termios.INLCR | termios.IGNCR)
        modes[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        modes[3] |= termios.ISIG
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        self._set_modes(modes)
        self._write(self._painter.begin)
        self.forget()

    def give_back(self) -> None:
        """Leave the terminal as it was found."""
        data = self._painter.plain
        if not self._painter.close_alternate:
            # The last board stays where it is, and the shell goes on below it.
            data += self._painter.move(self.size()[1] - 1, 0) + b"\r\n"
        try:
            self._write(data + self._painter.end + self._painter.close_alternate)
        finally:
            self._set_modes(self._found)

    def forget(self) -> None:
        """Something else may have written on the screen: the next drawing is a whole one."""
        self._shown = None

    def size(self) -> tuple[int, int]:
        """Columns and rows, as of now."""
        try:
            columns, rows = os.get_terminal_size(self._output)
        except OSError:
            columns, rows = 0, 0
        # A pseudo-terminal may have been given no size.
        return columns or 80, rows or 24

    def cost(self, canvas: Canvas) -> int:
        """How many bytes it would take to show this."""
        return len(self._painter.difference(self._shown, canvas))

    def show(self, canvas: Canvas) -> int:
        """Bring the drawing onto the screen. Returns how many bytes that took."""
        data = self._painter.difference(self._shown, canvas)
        self._write(data)
        self._shown = canvas
        return len(data)

    def _set_modes(self, modes: list[Any]) -> None:
        try:
            termios.tcsetattr(self._input, termios.TCSADRAIN, modes)
        except termios.error as error:
            raise TerminalGoneError from error

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._output, data) :]
        except OSError as error:
            raise TerminalGoneError from error
