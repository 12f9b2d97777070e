"""fast2048 hint: every form of a board in, a move, all values and a reason out."""

import io
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings

import strategies
from fast2048 import Board, Move
from fast2048.cli import main
from fast2048.hint import reason
from fast2048.prospects import prospects
from fast2048.solver import Analysis, Solver
from networks_at_random import random_network

ROWS = "2 0 0 4 / 0 8 0 0 / 0 0 2048 0 / 32768 0 0 16"
STUCK = "1212/2121/1212/2121"
SOLVER = Solver(random_network(), depth=1)


@pytest.fixture
def hint(capsys, network_file):
    def run(*arguments):
        status = main(["hint", "--network", network_file, *arguments])
        return status, capsys.readouterr()

    return run


def test_the_board_the_move_all_values_and_a_reason(hint):
    status, said = hint(ROWS, "--depth", "1")
    assert (status, said.err) == (0, "")
    board = Board.from_text("1002/0300/00b0/f004")
    values = SOLVER.evaluate(board)
    best = SOLVER.best(board).name.lower()
    assert str(board) in said.out
    assert f"best move: {best}" in said.out
    for move, value in values.items():
        assert f"  {move.name.lower():<6}{value:>12,.1f}" in said.out
    assert said.out.rstrip().endswith(reason(board, SOLVER.analyse(board)))


def test_an_illegal_move_has_no_value(hint):
    _, said = hint("2 4 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", "--depth", "1")
    assert "  up               -\n" in said.out
    assert "  left             -\n" in said.out


def test_json(hint):
    status, said = hint(ROWS, "--depth", "2", "--json")
    found = json.loads(said.out)
    board = Board.from_text("1002/0300/00b0/f004")
    expected = Solver(random_network(), depth=2).analyse(board)
    assert status == 0
    assert found["best"] == expected.best.name.lower()
    assert found["depth"] == 2
    assert found["tiles"] == [list(row) for row in board.tiles]
    assert found["reason"] == reason(board, expected)
    values = {move.name.lower(): expected.values.get(move) for move in Move}
    assert found["values"] == values


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_the_board_may_come_from_the_input(hint, monkeypatch, arguments):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1002\n0300\n00b0\nf004\n"))
    status, said = hint(*arguments, "--json")
    assert status == 0
    assert json.loads(said.out)["tiles"][3][0] == 32768


def test_a_board_without_moves(hint):
    status, said = hint(STUCK)
    assert status == 1
    assert "No move is legal: the game is over." in said.out
    status, said = hint(STUCK, "--json")
    found = json.loads(said.out)
    assert (status, found["best"], set(found["values"].values())) == (1, None, {None})


def test_ambiguity_is_an_error_and_as_picks_a_reading(hint):
    text = "[[2,4,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]"
    status, said = hint(text)
    assert (status, said.out) == (2, "")
    assert "tiles (1200/0000/0000/0001), or exponents (2400/0000/0000/0002)" in said.err
    for reading, tile in (("tiles", 2), ("exponents", 4)):
        status, said = hint(text, "--as", reading, "--json")
        assert (status, json.loads(said.out)["tiles"][0][0]) == (0, tile)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hello"], "not a board: 'hello'"),
        ([ROWS, "--depth", "99"], "not a depth: 99"),
        ([ROWS, "--seconds", "1e6"], "not a time: 1000000.0"),
        ([ROWS, "--network", "no such network"], "no network 'no such network'"),
    ],
)
def test_errors_are_one_line_that_quotes(hint, arguments, said):
    status, printed = hint(*arguments)
    assert status == 2
    assert said in printed.err
    assert printed.err.count("\n") == 1


# ---- the reason


def told(rows, **values):
    """The reason where the moves are worth this much."""
    board = Board.from_tiles(rows)
    by_move = {move: values[move.name.lower()] for move in board.legal_moves}
    best = max(by_move, key=by_move.__getitem__)
    return reason(board, Analysis(best, by_move, 1, 4))


def test_it_says_what_is_kept_and_what_is_lost():
    rows = [[64, 2, 2, 0], [8, 4, 0, 0], [0, 0, 16, 0], [0, 0, 0, 0]]
    text = told(rows, up=900, left=1000, right=500, down=400)
    assert text.startswith("Left keeps the 64 in its corner, scores 4 and leaves 11 cells empty.")
    assert "Right takes the 64 out of its corner: 500 points less." in text
    assert "Down takes the 64 out of its corner and leaves only 10 cells empty: 600 points" in text
    assert "Up leaves only 10 cells empty: 100 points less." in text


def test_it_says_that_the_game_may_end_at_once():
    rows = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 64, 64]]
    text = told(rows, left=10, right=1000)
    assert "Left takes the 64 out of its corner and risks the end of the game at once (90%)" in text


def test_it_says_what_is_nearly_as_good():
    rows = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0]]
    text = told(rows, up=1000, right=1000, down=999.5, left=400)
    assert "Right and down are nearly as good." in text
    assert "Left leads to less in the long run: 600 points." in text


def test_the_only_move_is_called_so():
    only = [[2, 4, 8, 16], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert told(only, down=3).startswith("Down is the only legal move. It ")


def test_a_tile_that_comes_into_a_corner_is_told():
    rows = [[0, 64, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0]]
    text = told(rows, up=5, left=100, right=20, down=1)
    assert text.startswith("Left brings the 64 into a corner and leaves 14 cells empty.")


@settings(max_examples=60)
@given(strategies.rows)
def test_every_board_has_a_reason(rows):
    board = Board.from_exponents(rows)
    analysis = SOLVER.analyse(board)
    text = reason(board, analysis)
    assert text.endswith(".")
    for move in board.legal_moves:
        assert move.name.lower() in text.lower()


@settings(max_examples=60)
@given(strategies.rows)
def test_prospects_add_up(rows):
    board = Board.from_exponents(rows)
    found = prospects(board, SOLVER.analyse(board))
    assert {prospect.move for prospect in found} == set(board.legal_moves)
    for prospect in found:
        after, reward = board.slide(prospect.move)
        assert (prospect.reward, prospect.empty) == (reward, len(after.empty_cells))
        assert 0 <= prospect.ending + prospect.unseated <= 1 + 1e-9
        assert prospect.behind >= 0
        stuck = sum(chance for chance, spawned in after.spawns() if spawned.is_terminal)
        assert prospect.ending == pytest.approx(stuck)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"\xff\xfe", "not the text of a board: 'utf-8' codec can't decode byte 0xff"),
        (b"2 " * 1_000_000, "(more than 1,000,000 characters)"),
        (b"", "not a board: ''"),
    ],
    ids=["no text", "too long", "nothing"],
)
def test_an_input_that_is_no_board_is_told_in_one_line(given, said):
    environ = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    command = [sys.executable, "-m", "fast2048", "hint"]
    found = subprocess.run(command, input=given, env=environ, capture_output=True, check=False)
    assert found.returncode == 2
    assert said in found.stderr.decode()
    assert found.stderr.count(b"\n") == 1


def test_no_input_at_all_is_no_board(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", None)  # as it is where the input is closed
    assert main(["hint"]) == 2
    assert "not a board: ''" in capsys.readouterr().err
