"""Games to be saved and written down."""

import random

from fast2048 import Board, Game
from fast2048.records import Record

WINNING = Board.from_text("aa00/0000/0000/0000")  # one push to the left


def play(game, moves, choose=None):
    """Up to so many random legal moves; wins are answered."""
    choose = choose or random.Random(1)
    for _ in range(moves):
        if game.is_over:
            break
        if game.awaiting_choice:
            game.keep_playing()
        game.push(choose.choice(game.legal_moves))
    return game


def state(game):
    """Everything that a caller can see of a game, and the tile that comes next."""
    seen = (
        game.seed,
        game.number,
        game.start,
        game.history,
        game.board,
        game.score,
        game.is_won,
        game.awaiting_choice,
        game.is_over,
    )
    twin = game.copy()
    if twin.legal_moves:
        twin.push(twin.legal_moves[0])
    return seen, twin.board


def lost(seed, **more):
    """A random game to its end, always the same."""
    return Record(play(Game(seed), 10_000, random.Random(seed)), **more)
