"""The game in a real pseudo-terminal, with an emulator that shows what a player sees."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyte
from ptyprocess import PtyProcess
from wcwidth import wcwidth

ARROWS = {"up": b"\x1b[A", "right": b"\x1b[C", "down": b"\x1b[B", "left": b"\x1b[D"}
_ALTERNATE = 1049
_PASTE = 2004 << 5  # pyte's number for a private mode


class Screen(pyte.Screen):
    """pyte's screen, with an alternate one, and with marks that pyte would drop."""

    def __init__(self, columns: int, lines: int) -> None:
        self._main: Any = None
        super().__init__(columns, lines)

    @property
    def is_alternate(self) -> bool:
        return self._main is not None

    @property
    def takes_paste(self) -> bool:
        return _PASTE in self.mode

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        if kwargs.get("private") and _ALTERNATE in modes and self._main is None:
            content = {row: dict(line) for row, line in self.buffer.items()}
            self._main = (content, self.cursor.x, self.cursor.y)
            self.erase_in_display(2)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and _ALTERNATE in modes and self._main is not None:
            content, x, y = self._main
            self._main = None
            self.erase_in_display(2)
            for row, line in content.items():
                self.buffer[row].update(line)
            self.cursor_position(y + 1, x + 1)

    def draw(self, data: str) -> None:
        for character in data:
            if wcwidth(character) == 0 and self.cursor.x:
                # pyte knows combining classes only, and Thai vowels have none.
                line, column = self.buffer[self.cursor.y], self.cursor.x - 1
                cell = line[column]
                line[column] = cell._replace(data=cell.data + character)
            else:
                super().draw(character)


class Player:
    """A person with a terminal. A context: leaving it ends the game."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        command: list[str] | None = None,
        **environment: str | None,
    ) -> None:
        kept = ("PATH", "HOME", "LD_PRELOAD", "ASAN_OPTIONS", "PYTHONPATH", "PYTHONMALLOC")
        merged: dict[str, str | None] = {
            **{name: os.environ[name] for name in kept if name in os.environ},
            **{name: text for name, text in os.environ.items() if name.startswith("COVERAGE_")},
            "FAST2048_HOME": str(home),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            **environment,
        }
        self.screen = Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.received = bytearray()
        # How long a silence means that the screen is settled: longer than a step of a slide.
        self._quiet = 0.02 if "--no-animation" in arguments else 0.06
        self.ended = False
        self._lines: list[str] | None = None
        self.process = PtyProcess.spawn(
            command or [sys.executable, "-m", "fast2048", *arguments],
            env={name: value for name, value in merged.items() if value is not None},
            dimensions=(rows, columns),
        )
        self.process.delayafterclose = self.process.delayafterterminate = 0
        self.modes_found = termios.tcgetattr(self.process.fd)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *exception: object) -> None:
        # Asked to end before it is made to: what a killed process has run is not counted.
        if self.process.isalive():
            self.process.kill(signal.SIGTERM)
            stop = time.monotonic() + 5
            while not self.ended and time.monotonic() < stop:
                self.read(0.05)
            if not self.ended:
                self.process.kill(signal.SIGKILL)
            self.process.wait()
        with contextlib.suppress(OSError):
            self.process.close(force=True)

    # ---- what the player does

    def send(self, *keys: bytes | str) -> None:
        for key in keys:
            data = key if isinstance(key, bytes) else ARROWS.get(key, key.encode())
            os.write(self.process.fd, data)

    def press(self, *keys: bytes | str) -> None:
        """Send the keys one at a time, each when the one before has been answered."""
        for key in keys:
            self.send(key)
            self.settle()

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self._lines = None
        self.process.setwinsize(rows, columns)

    def signal(self, number: signal.Signals) -> None:
        self.process.kill(number)

    # ---- what the player sees

    def read(self, timeout: float) -> bytes:
        """What comes within the time, if anything does."""
        if self.ended or not select.select([self.process.fd], [], [], timeout)[0]:
            return b""
        try:
            data = os.read(self.process.fd, 1 << 16)
        except OSError:  # what Linux says when the other end is closed
            data = b""
        if not data:
            self.ended = True
        self.received += data
        self._stream.feed(data)
        self._lines = None
        return data

    def settle(self, quiet: float | None = None) -> None:
        """Read until nothing has come for a while, and the game waits for the player."""
        while self.read(self._quiet if quiet is None else quiet) or self._is_busy():
            pass

    def _is_busy(self) -> bool:
        """Whether the process would run if it were let: the machine may be a slow one."""
        try:
            status = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:  # it has ended, or this is no Linux
            return False
        return status.rpartition(")")[2].split()[0] in "RD"

    def wait(self, condition: Callable[[], bool], timeout: float = 10.0) -> None:
        """Read until the condition holds; it must within the time."""
        end = time.monotonic() + timeout
        while not condition():
            left = end - time.monotonic()
            assert left > 0, f"not seen:\n{self.text}"
            assert not self.ended, f"ended:\n{self.text}"
            self.read(min(left, 0.02))

    def see(self, text: str, timeout: float = 10.0) -> None:
        """Wait until this text is somewhere on the screen, and the screen is still."""
        self.wait(lambda: text in self.text, timeout)
        self.settle()

    @property
    def lines(self) -> list[str]:
        if self._lines is None:
            buffer, columns = self.screen.buffer, range(self.screen.columns)
            self._lines = [
                "".join(buffer[row][column].data for column in columns).rstrip()
                for row in range(self.screen.lines)
            ]
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def tiles(self) -> list[int]:
        """The numbers on the board of the full layout, row by row, 0 for an empty cell.

        Empty while the tiles are on their way.
        """
        top = next((row for row, line in enumerate(self.lines) if line.count("┬") == 3), 0) + 2
        left = self.lines[top - 2].find("┌") + 1
        cells = [
            self.lines[row][column : column + 8].strip()
            for row in range(top, top + 16, 4)
            for column in range(left, left + 36, 9)
        ]
        if not all(cell.isdecimal() or not cell for cell in cells):
            return []
        return [int(cell or 0) for cell in cells]

    def end(self, timeout: float = 10.0) -> int:
        """Wait for the end. Returns the exit status as a shell would."""
        stop = time.monotonic() + timeout
        while not self.ended and time.monotonic() < stop:
            self.read(0.05)
        assert self.ended, f"still running:\n{self.text}"
        self.process.wait()
        if self.process.signalstatus is not None:
            return 128 + self.process.signalstatus
        status: int = self.process.exitstatus
        return status
