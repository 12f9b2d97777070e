"""One game."""

from __future__ import annotations

import os
from typing import Self

from fast2048._core import Board, GameState

__all__ = ["Game"]


def _drawn_seed() -> int:
    """53 random bits: exact in JSON readers that use doubles."""
    return int.from_bytes(os.urandom(7)) >> 3


class Game(GameState):
    """A game in progress: a board, a score, and the random stream of its tiles.

    ``seed`` is an integer from 0 to 2**64 - 1; None draws one, and ``game.seed`` tells
    it. ``number`` (below 2**63) picks one of the streams of a seed: game i of a batch
    is ``Game(seed, number=i)``. The same seed, number and moves make the same game on
    every machine. ``start`` is a Board to begin from, with no tile spawned; without it
    two tiles spawn on an empty board. Raises InvalidSeedError for a seed or number out of
    range, InvalidBoardError for a start that is no Board.

    A game belongs to one thread at a time. It can be copied and pickled.
    """

    __slots__ = ()

    def __new__(cls, seed: int | None = None, number: int = 0, start: Board | None = None) -> Self:
        if seed is None:
            seed = _drawn_seed()
        return super().__new__(cls, seed, number, start)

    def __repr__(self) -> str:
        number = f" number={self.number}" if self.number else ""
        return (
            f"<Game seed={self.seed}{number} moves={self.moves} score={self.score}"
            f" board={self.board.text}>"
        )

    def __str__(self) -> str:
        return f"{self.board}\nscore {self.score}"
