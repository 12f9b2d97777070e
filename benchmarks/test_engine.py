"""Engine and reference side by side: ``make bench``."""

import random

import pytest

from fast2048 import Board, Game, Move, reference

BOARD = Board.from_text("1120/2010/1324/1000")
ROWS = BOARD.exponents


def random_game(game):
    """Random legal moves to the end."""
    choose = random.Random(1).random
    while not game.is_over:
        if game.awaiting_choice:
            game.keep_playing()
        legal = game.legal_moves
        game.push(legal[int(choose() * len(legal))])
    return game.moves


CASES = {
    "slide": (lambda: BOARD.slide(Move.LEFT), lambda: reference.slide(ROWS, 3)),
    "legal moves": (lambda: BOARD.legal_moves, lambda: reference.legal_moves(ROWS)),
    "is terminal": (lambda: BOARD.is_terminal, lambda: reference.is_terminal(ROWS)),
    "spawn": (lambda: BOARD.spawn(3, 2), lambda: reference.spawn(ROWS, 3, 2)),
    "all spawns": (lambda: list(BOARD.spawns()), lambda: list(reference.spawns(ROWS))),
    "canonical": (lambda: BOARD.canonical(), lambda: reference.canonical(ROWS)),
    "whole random game": (
        lambda: random_game(Game(2048)),
        lambda: random_game(reference.Game(2048)),
    ),
}


@pytest.mark.parametrize("side", ["engine", "reference"])
@pytest.mark.parametrize("case", CASES)
def test_speed(benchmark, case, side):
    benchmark.group = case
    benchmark(CASES[case][side == "reference"])
