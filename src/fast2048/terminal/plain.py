"""The game in lines of text: through pipes, on any terminal, for a screen reader."""

from __future__ import annotations

import signal
import sys
import time
from types import FrameType

from fast2048._core import Board
from fast2048.errors import IllegalMoveError
from fast2048.game import Game
from fast2048.move import Move
from fast2048.session import Session
from fast2048.terminal.advice import best_move
from fast2048.terminal.language import Language
from fast2048.terminal.playing import MOVE_NAMES
from fast2048.terminal.texts import help_lines, statistics_lines

__all__ = ["Plain", "board_lines", "replay_lines"]

_MOVES = {
    word: move
    for move, words in (
        (Move.UP, ("up", "w", "k")),
        (Move.RIGHT, ("right", "d", "l")),
        (Move.DOWN, ("down", "s", "j")),
        (Move.LEFT, ("left", "a", "h")),
    )
    for word in words
}
_WIDTH = 72


def board_lines(board: Board) -> list[str]:
    """The board as four lines of text; an empty cell is a point."""
    room = max(4, len(str(board.max_tile)))
    return [
        " ".join(f"{tile or '.':>{room}}" for tile in row).rstrip() for row in board.tiles
    ]


class _Stopped(Exception):
    """A signal came while a line was being waited for."""


class _Signals:
    """Fatal signals end the wait for a line, and nothing else: a move is finished first."""

    def __init__(self) -> None:
        self.caught = 0
        self._waiting = False
        self._former: dict[int, object] = {}
        names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._former[number] = signal.signal(number, self._catch)

    def _catch(self, number: int, frame: FrameType | None) -> None:
        self.caught = number
        if self._waiting:
            raise _Stopped

    def read_line(self) -> str:
        """The next line of standard input, empty at its end or at a signal."""
        try:
            self._waiting = True
            if self.caught:
                return ""
            return sys.stdin.buffer.readline().decode("utf-8", "replace")
        except _Stopped:
            return ""
        finally:
            self._waiting = False

    def pause(self, seconds: float) -> None:
        """Sleep, unless a signal comes."""
        try:
            self._waiting = True
            if not self.caught:
                time.sleep(seconds)
        except _Stopped:
            pass
        finally:
            self._waiting = False

    def restore(self) -> None:
        """Give the signals back."""
        for number, handler in self._former.items():
            signal.signal(number, handler)  # type: ignore[arg-type]


class Plain:
    """Reads a command a line, answers in lines. A move is announced before the board."""

    def __init__(self, session: Session, language: Language) -> None:
        self._session = session
        self._language = language
        self._asking = False
        self._announced_best = session.new_best
        self._told_problem: str | None = None
        self._going = True

    def run(self) -> int:
        """Play until the end of input, ``quit`` or a signal. Returns the exit status."""
        # Not every output can show every language: better a question mark than no game.
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        signals = _Signals()
        try:
            if self._session.notice:
                self._say(self._session.notice)
            self._say(self._language("Commands: left right up down undo redo new help quit"))
            self._tell_board()
            self._tell_state()
            while self._going:
                if sys.stdin.isatty():
                    print("> ", end="", flush=True)
                line = signals.read_line()
                if not line:
                    break
                self._command(line.strip().lower())
            return 128 + signals.caught if signals.caught else 0
        except BrokenPipeError:
            # Nobody reads any more. Python would complain once more when it closes it.
            sys.stdout = None  # type: ignore[assignment]
            return 128 + 13
        finally:
            signals.restore()
