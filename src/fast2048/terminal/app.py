"""The loop: wait for what happens, let the mode take it, show what changed."""

from __future__ import annotations

import signal
import time

from fast2048.terminal.device import Device, Source, TerminalGoneError
from fast2048.terminal.mode import Mode

__all__ = ["run"]

_CTRL_L = "\x0c"
# A slide that takes more bytes than this is cut short, so that a slow line does not fall
# behind the player. The settled board comes on top of it.
_BYTES_FOR_SLIDE = 600


# Windows has no such signals.
_STOP = getattr(signal, "SIGTSTP", None)
_CONTINUE = getattr(signal, "SIGCONT", None)
_SIZE_CHANGED = getattr(signal, "SIGWINCH", None)


def run(screen: Device, mode: Mode) -> int:
    """Play until it ends. Returns the exit status: 0, or 128 and the signal that ended it."""
    with screen.source() as source, screen:
        return _App(screen, source, mode).run()


def _fatal(signals: list[signal.Signals]) -> int | None:
    """The exit status, if one of the signals ends the game."""
    harmless = (_STOP, _CONTINUE, _SIZE_CHANGED)
    return next((128 + number for number in signals if number not in harmless), None)


class _App:
    def __init__(self, screen: Device, source: Source, mode: Mode) -> None:
        self._screen = screen
        self._source = source
        self._mode = mode
        self._spent = 0  # bytes since the last key

    def run(self) -> int:
        status = None
        try:
            while status is None:
                self._show()
                status = self._step()
        except TerminalGoneError:
            return self._hung_up()
        return status

    def _step(self) -> int | None:
        """Wait for something and deal with it. Returns the exit status if that was the end."""
        due = self._mode.due
        timeout = None if due is None else max(0.0, due - time.monotonic())
        signals, keys = self._source.wait(timeout)
        if fatal := _fatal(signals):
            return fatal
        for number in signals:
            self._survive(number)
        if keys:
            self._spent = 0
        elif due is not None and time.monotonic() >= due:
            self._mode.tick()
        for key in keys:
            if key == _CTRL_L:
                self._screen.forget()
                continue
            following = self._mode.key(key)
            if following is None:
                return 0
            self._mode = following
        return self._hung_up() if self._source.ended else None

    def _survive(self, number: signal.Signals) -> None:
        if number == _STOP:
            self._screen.give_back()
            self._source.stop()
            self._screen.take()
        elif number == _CONTINUE:
            self._screen.take_again()
        # After a change of size, the next drawing asks for the size.

    def _hung_up(self) -> int:
        """The end of input: 0, unless the signal that tells the same is there already."""
        signals, _ = self._source.wait(0)
        return _fatal(signals) or 0

    def _show(self) -> None:
        size = self._screen.size()
        canvas = self._mode.draw(*size)
        if self._mode.is_moving and self._spent + self._screen.cost(canvas) > _BYTES_FOR_SLIDE:
            self._mode.settle()
            canvas = self._mode.draw(*size)
        self._spent += self._screen.show(canvas)
