"""``fast2048 watch``: the solver plays a game, move by move."""

from __future__ import annotations

import argparse

from fast2048.game import Game
from fast2048.solver import Solver
from fast2048.terminal import watch

__all__ = ["main"]


def main(options: argparse.Namespace) -> int:
    """Run the command. Returns the exit status."""
    solver = Solver(options.network, options.depth, options.seconds)
    return watch(
        solver,
        Game(options.game_seed),
        speed=options.speed,
        plain=options.lines,
        lang=options.lang,
        palette=options.palette,
    )
