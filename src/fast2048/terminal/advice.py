"""The solver, where there is one."""

from __future__ import annotations

from importlib import import_module

from fast2048._core import Board
from fast2048.move import Move

__all__ = ["best_move"]


def best_move(board: Board) -> Move | None:
    """What ``fast2048.solver.best_move`` advises, or None where there is no solver yet."""
    try:
        solver = import_module("fast2048.solver")
    except ModuleNotFoundError:
        return None
    return Move(solver.best_move(board))
