"""Games put in the place of the one in progress, and what is on disk of it."""

from __future__ import annotations

from pathlib import Path

from fast2048 import Board, Game, Move, reference
from fast2048.session import Session
from fast2048.store import Store
from fast2048.tables import Progress

# Left wins; then there is room.
NEARLY_WON = [[1024, 1024, 0, 0], [0] * 4, [0] * 4, [2, 4, 2, 4]]
# Left wins and fills the last cell but one; the spawn fills the last, and nothing matches.
WON_AND_STUCK = [[1024, 1024, 8, 16], [64, 16, 32, 64], [8, 32, 64, 128], [32, 64, 128, 256]]
STUCK_AFTER_LEFT = [[16, 16, 8, 64], [64, 16, 32, 128], [8, 32, 64, 256], [32, 64, 128, 512]]


def save(home: Path, tiles: list[list[int]], *, seed: int = 1, former_best: int = 0) -> Game:
    """Save a game that starts from these tiles. Returns the same game."""
    game = Game(seed, start=Board.from_tiles(tiles))
    store = Store(home, claim=True)
    store.keep(Progress(game, former_best=former_best))
    store.close()
    return game


def saved(home: Path) -> Game:
    """The game in progress, as it is on disk."""
    with Session.open(home=home) as session:
        return session.game.copy()


def some_moves(game: reference.Game, count: int, *, every: int = 1) -> list[Move]:
    """Play legal moves, not all in one direction, and return them."""
    made = []
    while len(made) < count and game.legal_moves:
        legal = game.legal_moves
        made.append(Move(legal[(len(made) // every) % len(legal)]))
        game.push(made[-1])
    return made


def flat(game: reference.Game) -> list[int]:
    """The face values, row by row."""
    return [tile for row in reference.tiles(game.board) for tile in row]
