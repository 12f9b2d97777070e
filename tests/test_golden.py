"""Golden data: games and perft counts that must never change (see make_golden.py)."""

import json
from pathlib import Path

import pytest

from fast2048 import Board
from twins import board_of

DATA = Path(__file__).parent / "data"
GAMES = json.loads((DATA / "golden-games.json").read_text())
PERFT = json.loads((DATA / "perft.json").read_text())


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: f"{golden['score']} points")
def test_a_seed_and_its_moves_make_the_golden_game(rules, golden):
    game = rules.game(golden["seed"], golden["number"])
    for move in golden["moves"]:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(int(move))
    assert board_of(rules.rows_of(game)).text == golden["board"]
    assert game.score == golden["score"]
    assert game.is_won == golden["won"]
    assert game.is_over


def test_a_golden_game_is_won():
    assert any(golden["won"] for golden in GAMES)


@pytest.mark.parametrize("golden", PERFT, ids=lambda golden: golden["board"])
def test_perft(rules, golden):
    rows = Board.from_text(golden["board"]).exponents
    for depth in (1, 2, 3):
        assert perft(rules, rows, depth) == golden["counts"][depth - 1]


def perft(rules, rows, depth):
    """The number of ways in which depth moves, each with its spawn, can be made."""
    count = 0
    for move in rules.legal_moves(rows):
        after, _ = rules.slide(rows, move)
        if depth == 1:
            count += 2 * len(rules.empty_cells(after))
        else:
            count += sum(perft(rules, board, depth - 1) for _, board in rules.spawns(after))
    return count
