"""How a game begins: what the player is told first, and what another seed has to ask."""

from __future__ import annotations

from fast2048 import notices
from fast2048.errors import Fast2048Error
from fast2048.notices import Notice
from fast2048.session import Session

__all__ = ["first_notice", "in_the_way", "unanswered"]


def first_notice(session: Session) -> Notice | None:
    """What is to be told about the saves before the first move."""
    if session.notice is not None:
        return session.notice
    games = session.waiting
    return notices.waiting(games) if games else None


def in_the_way(session: Session, seed: int) -> bool:
    """Whether the player has to give a game up for the one with this seed.

    Where nothing would be lost, that game is begun, or gone on with, here and now.
    """
    game = session.game
    if (game.seed, game.number, game.start) == (seed, 0, None) and not game.is_over:
        return False
    if game.moves and not game.is_over:
        return True
    session.new(seed)
    return False


def unanswered(session: Session, seed: int) -> Fast2048Error:
    """The error where nobody is there to be asked."""
    game = session.game
    return Fast2048Error(
        f"a game is in progress (moves: {game.moves}, score: {game.score}):"
        f" `fast2048 new --seed {seed}` puts it into the history and starts that one"
    )
