"""The four directions."""

from __future__ import annotations

from enum import IntEnum
from typing import SupportsIndex

from fast2048.checks import as_integer, quote
from fast2048.errors import Fast2048Error, InvalidMoveError

__all__ = ["Move"]


class Move(IntEnum):
    """A direction to push in, numbered as in the original game."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    @classmethod
    def _missing_(cls, value: object) -> Move:
        raise InvalidMoveError(f"not a move: {quote(value)} (0 up, 1 right, 2 down, 3 left)")

    def transform(self, symmetry: SupportsIndex) -> Move:
        """The same push on a board seen through ``Board.transform(symmetry)``.

        ``b.slide(m)`` and ``b.transform(k).slide(m.transform(k))`` are the same push.
        Raises Fast2048Error for what is no integer from 0 to 7.
        """
        k = as_integer(symmetry)
        if k is None or not 0 <= k <= 7:
            raise Fast2048Error(f"not a symmetry: {quote(symmetry)} (an integer from 0 to 7)")
        move = int(self)
        if k & 1 and move in (Move.LEFT, Move.RIGHT):
            move ^= 2
        if k & 2 and move in (Move.UP, Move.DOWN):
            move ^= 2
        if k & 4:
            move ^= 3
        return Move(move)

    def __repr__(self) -> str:
        return f"Move.{self.name}"
