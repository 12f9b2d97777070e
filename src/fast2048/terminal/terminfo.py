"""What this kind of terminal can do, and the bytes that make it do so.

The database is asked through curses. Drawing is not left to curses: it cannot show
direct colours without redefining the terminal's own, and it would send more bytes.
"""

from __future__ import annotations

import curses
import re
from collections.abc import Mapping
from functools import cache

from fast2048.terminal.canvas import Canvas
from fast2048.terminal.device import UnusableTerminalError
from fast2048.terminal.palette import Depth, Look, looks

__all__ = ["Painter"]

# Unchanged cells between two changed ones are cheaper to send again than to jump over.
_WORTH_A_JUMP = 6
# What nearly every terminal of today understands, for a type that is not in the database.
_COMMON_TYPE = "xterm"
_PADDING = re.compile(rb"\$<[^>]*>")


class Painter:
    """Turns drawings into the bytes that bring them onto the screen.

    ``kind`` is the name of the terminal's type (the variable TERM). Raises
    UnusableTerminalError if it has no cursor that can be moved.
    """

    def __init__(
        self, kind: str | None, environ: Mapping[str, str], palette: str | None = None
    ) -> None:
        self.unknown_kind: str | None = None
        self._set_up(kind)
        self._cup = curses.tigetstr("cup")
        if not self._cup:
            raise UnusableTerminalError(f"a terminal of type {kind!r} cannot move its cursor")
        self.depth = Depth.of(
            curses.tigetnum("colors"),
            curses.tigetflag("RGB") > 0 or curses.tigetflag("Tc") > 0,
            environ,
        )
        self._sgr = {name: self._look(look) for name, look in looks(palette, self.depth).items()}
        self.plain = _string("sgr0")
        self.clear = _string("clear")
        self.can_hide_cursor = bool(_string("civis"))
        self.open_alternate = _string("smcup")
        self.close_alternate = _string("rmcup")
        # Bracketed paste has no name in the database; terminals without it ignore this.
        self.begin = _string("smkx") + _string("civis") + b"\x1b[?2004h"
        self.end = b"\x1b[?2004l" + _string("cnorm") + _string("rmkx")

    def _set_up(self, kind: str | None) -> None:
        if not kind:
            raise UnusableTerminalError("TERM is not set")
        try:
            curses.setupterm(kind, 1)
        except curses.error:
            try:
                curses.setupterm(_COMMON_TYPE, 1)
            except curses.error as error:
                raise UnusableTerminalError(f"nothing is known of {kind!r}: {error}") from error
            self.unknown_kind = kind

    def _look(self, look: Look) -> bytes:
        parts = [_string("sgr0")]
        if look.bold:
            parts.append(_string("bold"))
        if look.reverse:
            parts.append(_string("rev"))
        for color, capability, direct in (
            (look.foreground, "setaf", 38),
            (look.background, "setab", 48),
        ):
            if color is None:
                continue
            if self.depth == Depth.TRUECOLOR:
                channels = (color >> 16, color >> 8 & 255, color & 255)
                parts.append(b"\x1b[%d;2;%d;%d;%dm" % (direct, *channels))
            else:
                parts.append(_string(capability, color))
        return b"".join(parts)

    def move(self, row: int, column: int) -> bytes:
        """The bytes that put the cursor there."""
        return _string("cup", row, column)

    def difference(self, old: Canvas | None, new: Canvas) -> bytes:
        """What turns the screen from ``old`` (None: anything at all) into ``new``."""
        parts = []
        if old is None or (old.width, old.height) != (new.width, new.height):
            parts += [self.plain, self.clear]
            old = Canvas(new.width, new.height)
        runs: dict[str, list[bytes]] = {}
        for row, (before, after) in enumerate(zip(old.rows, new.rows, strict=True)):
            if before != after:
                last = new.width - (row == new.height - 1)  # the very last cell may scroll
                for start, end in _runs(before, after, last):
                    text = "".join([text for text, _ in after[start:end]]).encode()
                    runs.setdefault(after[start][1], []).append(self.move(row, start) + text)
        # By look rather than by row: colours are set once a look, and they are most of it.
        for look, texts in sorted(runs.items(), reverse=True):
            parts += [self._sgr[look], *texts]
        if runs and "" not in runs:
            parts.append(self.plain)
        if parts and not self.can_hide_cursor:
            parts.append(self.move(new.height - 1, 0))
        return b"".join(parts)


def _runs(
    before: list[tuple[str, str]], after: list[tuple[str, str]], last: int
) -> list[tuple[int, int]]:
    """Stretches of ``after``, each in one look, that hold all that changed."""
    found: list[tuple[int, int]] = []
    for column in range(last):
        if before[column] == after[column] and after[column][0]:
            continue
        if not after[column][0] and not (found and found[-1][1] == column):
            continue  # covered by a wide character that has not changed
        look = after[column][1]
        if found:
            start, end = found[-1]
            gap = after[end:column]
            if (
                after[start][1] == look
                and len(gap) < _WORTH_A_JUMP
                and all(other == look and text.isascii() for text, other in gap)
            ):
                found[-1] = (start, column + 1)
                continue
        found.append((column, column + 1))
    return found


@cache
def _string(capability: str, *values: int) -> bytes:
    """A capability with its parameters filled in, without padding; empty if there is none."""
    raw = curses.tigetstr(capability) or b""
    return _PADDING.sub(b"", curses.tparm(raw, *values) if values and raw else raw)
