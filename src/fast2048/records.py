"""A game as text: written, read, and played again while it is read.

The format is described in docs/records.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from fast2048._core import Board
from fast2048.game import Game

__all__ = ["Record", "dumps", "dumps_all", "is_answered", "loads", "loads_all", "replay"]


@dataclass(frozen=True)
class Record:
    """A game and what is known of how it was played.

    ``assisted``: undo, a hint or autoplay was used. ``date``: when the game ended, an
    aware datetime, or None.
    """

    game: Game
    assisted: bool = False
    date: datetime | None = None


def is_answered(game: Game) -> bool:
    """Whether the choice after the win lies behind: what a replay must be told at its end."""
    return game.is_won and not game.awaiting_choice


def replay(
    seed: int, number: int, start: Board | None, moves: Iterable[int], answered: bool
) -> Game:
    """The game with these moves. Raises a Fast2048Error where it breaks the rules.

    A win within the game was answered by the move after it; ``answered`` says whether
    one that came with the last move was.
    """
    game = Game(seed, number, start)
    for move in moves:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(move)
    if answered and game.awaiting_choice:
        game.keep_playing()
    return game
