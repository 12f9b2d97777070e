"""The four directions."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Move"]


class Move(IntEnum):
    """A direction to push in, numbered as in the original game."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    def transform(self, symmetry: int) -> Move:
        """The same push on a board seen through ``Board.transform(symmetry)``.

        ``b.slide(m)`` and ``b.transform(k).slide(m.transform(k))`` are the same push.
        """
        move = int(self)
        if symmetry & 1 and move in (Move.LEFT, Move.RIGHT):
            move ^= 2
        if symmetry & 2 and move in (Move.UP, Move.DOWN):
            move ^= 2
        if symmetry & 4:
            move ^= 3
        return Move(move)

    def __repr__(self) -> str:
        return f"Move.{self.name}"
