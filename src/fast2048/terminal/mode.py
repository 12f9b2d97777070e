"""What the game is doing while it waits for a key: playing, showing a page, replaying."""

from __future__ import annotations

from fast2048.terminal.canvas import Canvas

__all__ = ["Mode"]


class Mode:
    """One of those. ``due`` is the time of the next tick, None if there is none."""

    due: float | None = None

    def key(self, key: str) -> Mode | None:
        """Take a key. Returns the mode that follows, perhaps itself; None: that was all."""
        raise NotImplementedError

    def tick(self) -> None:
        """The time that was due has come."""

    def draw(self, columns: int, rows: int) -> Canvas:
        """What is to be seen now."""
        raise NotImplementedError

    @property
    def is_moving(self) -> bool:
        """Whether something slides, so that more drawings follow by themselves."""
        return False

    def settle(self) -> None:
        """Jump to the end of the movement."""
