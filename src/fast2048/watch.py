"""``fast2048 watch``: the solver plays a game, move by move."""

from __future__ import annotations

import argparse
import time

from fast2048.game import Game
from fast2048.solver import Solver

__all__ = ["main"]


def main(options: argparse.Namespace) -> int:
    """Run the command. Returns the exit status."""
    solver = Solver(options.network, options.depth, options.seconds)
    game = Game(options.game_seed)
    pace = 1 / options.speed
    print(f"seed {game.seed}")
    print(game.board, flush=True)
    due = time.monotonic()
    while not game.is_over:
        move = solver.best(game.board)
        due = max(due + pace, time.monotonic())
        time.sleep(max(0.0, due - time.monotonic()))
        reward = game.push(move)
        print(f"\n{game.moves}. {move.name.lower()} +{reward}, score {game.score}")
        print(game.board, flush=True)
        if game.awaiting_choice:
            print("2048: won, and on it goes", flush=True)
            game.keep_playing()
    print(f"\nover: score {game.score}, largest tile {game.board.max_tile}, {game.moves} moves")
    return 0
