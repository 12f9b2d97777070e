"""What a game has come to, and how the player is told."""

from __future__ import annotations

from fast2048.game import Game
from fast2048.terminal.language import later

__all__ = ["OUTCOMES", "OVER", "WON", "WON_AND_OVER", "outcome"]

WON, OVER, WON_AND_OVER = "won", "over", "won and over"

OUTCOMES = {
    WON: later("You made 2048!"),
    OVER: later("Game over: no move is left."),
    WON_AND_OVER: later("You made 2048! And no move is left: game over."),
}


def outcome(game: Game) -> str | None:
    """The key in OUTCOMES that is to be answered now, None while play goes on."""
    if not game.is_over:
        return WON if game.awaiting_choice else None
    return WON_AND_OVER if _is_won_by_the_last_move(game) else OVER


def _is_won_by_the_last_move(game: Game) -> bool:
    if not game.is_won:
        return False
    before = game.copy()
    before.pop()
    return not before.is_won
