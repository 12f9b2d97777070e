"""Policies that worker processes of the tests import by name."""

import os
from pathlib import Path

from fast2048 import Board, Move
from fast2048.solver import Solver
from networks_at_random import random_network

solver = Solver(random_network(), depth=1)


def first_legal(board: Board) -> Move:
    return board.legal_moves[0]


def up(board: Board) -> Move:
    return Move.UP


def first_legal_but_dies_once(board: Board) -> Move:
    """Takes its process down the first time, on any machine with this mark."""
    try:
        Path(os.environ["FAST2048_TEST_MARK"]).touch(exist_ok=False)
    except FileExistsError:
        return board.legal_moves[0]
    os._exit(1)


def dies(board: Board) -> Move:
    os._exit(1)


def fails_at_256(board: Board) -> Move:
    return board.legal_moves[0] if board.max_tile < 256 else Move.UP + 9


not_callable = 3
