"""What happens to the game from outside: keys, signals, the end of input."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Self

from fast2048.terminal.keys import Keys

__all__ = ["Events"]

_FATAL_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_OTHER_SIGNALS = (signal.SIGWINCH, signal.SIGCONT, signal.SIGTSTP)

_Handler = Callable[[int, FrameType | None], object] | int | None


class Events:
    """A Source. Waits for keys and signals at once, using no time while nothing happens.

    A context: inside it the signals of this module are collected instead of acting.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._keys = Keys()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._former: dict[signal.Signals, _Handler] = {}
        self._former_wakeup = -1
        self.ended = False  # no input will come any more

    def __enter__(self) -> Self:
        # Python writes the number of each signal that arrives into the pipe.
        self._former_wakeup = signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        for number in (*_FATAL_SIGNALS, *_OTHER_SIGNALS):
            # What is ignored stays ignored: nohup means it.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._former[number] = signal.signal(number, _collected)
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._former_wakeup)
        os.close(self._wake_read)
        os.close(self._wake_write)

    def wait(self, timeout: float | None) -> tuple[list[signal.Signals], list[str]]:
        ready, _, _ = select.select([self._wake_read, self._fd], [], [], timeout)
        signals, keys = [], []
        if self._fd in ready:
            try:
                data = os.read(self._fd, 4096)
            except OSError:  # the terminal is gone
                data = b""
            if data:
                keys = self._keys.feed(data, time.monotonic())
            else:
                self.ended = True
        with suppress(BlockingIOError):
            signals = [signal.Signals(number) for number in os.read(self._wake_read, 4096)]
        return signals, keys

    def stop(self) -> None:
        former = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, former)


def _collected(number: int, frame: FrameType | None) -> None:
    """The pipe has it already."""
