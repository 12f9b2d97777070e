"""What the loop needs of a terminal, whichever way that is driven."""

from __future__ import annotations

import signal
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from fast2048.terminal.canvas import Canvas

__all__ = ["Device", "Source", "TerminalGoneError", "UnusableTerminalError"]


class UnusableTerminalError(Exception):
    """No game can be drawn here; the message says why."""


class TerminalGoneError(Exception):
    """The terminal was closed under the game."""


class Source(Protocol):
    """Where keys and signals come from."""

    ended: bool  # no input will come any more

    def wait(self, timeout: float | None) -> tuple[list[signal.Signals], list[str]]:
        """The signals and the keys that came, at the latest after ``timeout`` seconds."""
        ...

    def stop(self) -> None:
        """Do what Ctrl-Z does; returns when the shell lets the process go on."""


class Device(Protocol):
    """A context in which the terminal belongs to the game; outside it, it is as it was.

    Inside it, methods raise TerminalGoneError once the terminal is closed.
    """

    @property
    def can_animate(self) -> bool:
        """Whether sliding tiles would look well."""
        ...

    @property
    def unknown_kind(self) -> str | None:
        """The name of the type of terminal, if nothing is known of that type."""
        ...

    def source(self) -> AbstractContextManager[Source]:
        """A context in which signals are collected; it is entered before the device."""
        ...

    def size(self) -> tuple[int, int]:
        """Columns and rows, as of now."""
        ...

    def cost(self, canvas: Canvas) -> int:
        """How many bytes it would take to show this."""
        ...

    def show(self, canvas: Canvas) -> int:
        """Bring the drawing onto the screen. Returns how many bytes that took."""
        ...

    def forget(self) -> None:
        """Something else may have written on the screen: the next drawing is a whole one."""

    def take(self) -> None:
        """Make the terminal the game's own."""

    def take_again(self) -> None:
        """Set the modes of the game, which something else may have changed."""

    def give_back(self) -> None:
        """Leave the terminal as it was found."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...
