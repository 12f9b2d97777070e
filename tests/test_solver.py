"""Solver: settings, threads, time, signals."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from fast2048 import Board, Fast2048Error, Game, InvalidBoardError, Move
from fast2048.checks import quote
from fast2048.solver import MAX_DEPTH, Analysis, Solver
from networks_at_random import random_network

NETWORK = random_network()
BOARD = Board.from_text("1120/0345/0010/0000")
STUCK = Board.from_text("1212/2121/1212/2121")


def boards_of_a_game(count):
    game = Game(3)
    solver = Solver(NETWORK, depth=1)
    boards = []
    while len(boards) < count and not game.is_over:
        boards.append(game.board)
        game.push(solver.best(game.board))
    return boards


def test_best_is_the_move_of_the_highest_value():
    for board in boards_of_a_game(40):
        values = Solver(NETWORK, depth=2).evaluate(board)
        assert tuple(values) == board.legal_moves
        best = Solver(NETWORK, depth=2).best(board)
        assert type(best) is Move
        assert values[best] == max(values.values())


def test_a_board_without_moves():
    solver = Solver(NETWORK, depth=3)
    assert solver.evaluate(STUCK) == {}
    assert solver.analyse(STUCK).best is None
    with pytest.raises(InvalidBoardError, match="no move is legal on 1212/2121/1212/2121"):
        solver.best(STUCK)


@pytest.mark.parametrize("board", [None, "1120/0000/0000/0000", ((1, 1, 2, 0),) * 4, 0])
def test_what_is_no_board_is_refused(board):
    with pytest.raises(InvalidBoardError, match="not a Board"):
        Solver(NETWORK).best(board)


@pytest.mark.parametrize(
    "settings",
    [
        *({"depth": depth} for depth in (0, -1, MAX_DEPTH + 1, True, 2.5, "3")),
        *(
            {"seconds": seconds}
            for seconds in (0, -1, float("nan"), float("inf"), True, "1", 10**400)
        ),
        *({"cutoff": cutoff} for cutoff in (-0.1, 1, float("nan"), None, False)),
        *({"table": table} for table in (1, 3, -2, 1 << 31, 0.5, None, True)),
    ],
    ids=str,
)
def test_settings_out_of_range_are_quoted(settings):
    (value,) = settings.values()
    with pytest.raises(Fast2048Error) as caught:
        Solver(NETWORK, **settings)
    assert quote(value) in str(caught.value)


def test_threads_share_a_solver():
    solver = Solver(NETWORK, depth=2)
    boards = boards_of_a_game(120)
    expected = [solver.analyse(board) for board in boards]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(4):
            assert list(threads.map(solver.analyse, boards)) == expected


def test_other_threads_run_while_a_search_runs():
    searching = threading.Thread(target=Solver(NETWORK, seconds=0.4).best, args=(BOARD,))
    searching.start()
    steps = 0
    while searching.is_alive():
        steps += 1
    assert steps > 1000


def test_a_time_limit_gives_the_deepest_search_that_was_finished():
    began = time.monotonic()
    found = Solver(NETWORK, seconds=0.1, cutoff=0).analyse(BOARD)
    assert time.monotonic() - began < 5
    assert 1 <= found.depth < MAX_DEPTH
    assert found.values == Solver(NETWORK, depth=found.depth, cutoff=0).evaluate(BOARD)


def test_a_time_limit_that_is_hardly_any_still_answers():
    assert Solver(NETWORK, seconds=1e-9).analyse(BOARD).depth >= 1


def test_depth_bounds_a_search_with_a_time_limit():
    began = time.monotonic()
    assert Solver(NETWORK, depth=2, seconds=60).analyse(BOARD).depth == 2
    assert time.monotonic() - began < 30


@pytest.mark.skipif(os.name == "nt", reason="Windows has no way to send itself a Ctrl-C")
def test_ctrl_c_ends_a_search_and_the_solver_lives_on():
    solver = Solver(NETWORK, depth=MAX_DEPTH, cutoff=0)
    alarm = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    alarm.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solver.best(BOARD)
    assert time.monotonic() - began < 5
    assert solver.evaluate(STUCK) == {}


def play_for_ever(solver):
    for number in range(10**9):
        solver.play(1, number)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no way to send itself a Ctrl-C")
def test_ctrl_c_ends_a_game_of_quick_moves():
    solver = Solver(NETWORK, depth=3, cutoff=0)
    alarm = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    alarm.start()
    with pytest.raises(KeyboardInterrupt):
        play_for_ever(solver)


def test_a_fixed_depth_is_deterministic():
    boards = boards_of_a_game(60)
    one, other = Solver(NETWORK, depth=3), Solver(NETWORK, depth=3)
    for board in boards:
        one.analyse(board)
    assert [one.analyse(board) for board in boards] == [other.analyse(board) for board in boards]


@pytest.mark.parametrize("depth", [1, 2, None])
def test_a_game_played_in_one_call_is_the_game_played_move_by_move(depth):
    solver = Solver(NETWORK, depth=depth, cutoff=0.02)
    game = Game(5, 2)
    while not game.is_over:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(solver.best(game.board))
    assert solver.play(5, 2) == (game.score, game.moves, game.board.max_tile)


def test_repr_and_equality_are_those_of_the_settings():
    assert Solver(NETWORK, depth=2) == Solver(NETWORK, 2)
    assert hash(Solver(NETWORK, depth=2)) == hash(Solver(NETWORK, 2))
    assert Solver(NETWORK, depth=2) != Solver(NETWORK, depth=3)
    assert Solver(NETWORK, depth=2) != 2
    assert "depth=2, seconds=0.5, cutoff=0.0, table=0" in repr(
        Solver(NETWORK, depth=2, seconds=0.5, cutoff=0, table=0)
    )


def test_an_analysis_tells_what_it_took():
    found = Solver(NETWORK, depth=1).analyse(BOARD)
    assert isinstance(found, Analysis)
    assert (found.depth, found.evaluations) == (1, len(BOARD.legal_moves))


def test_the_portable_engine_plays_the_same_games(network_file):
    code = (
        "import sys; from fast2048.solver import Solver; "
        "print([Solver(sys.argv[1], depth).play(6) for depth in (1, 2)])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, network_file],
        env={**os.environ, "FAST2048_CPU": "portable"},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [Solver(network_file, depth).play(6) for depth in (1, 2)]
    assert found.stdout.strip() == str(expected)


def test_a_solver_pickles_as_its_settings(network_file):
    solver = Solver(network_file, depth=2, cutoff=0.01, table=0)
    assert len(pickle.dumps(solver)) < 500
    twin = copy.deepcopy(solver)
    assert twin == solver
    assert twin.evaluate(BOARD) == solver.evaluate(BOARD)


def test_a_solver_of_a_network_itself_pickles_with_it():
    solver = Solver(NETWORK, depth=2)
    twin = copy.deepcopy(solver)
    assert twin.network.digest == solver.network.digest
    assert twin.evaluate(BOARD) == solver.evaluate(BOARD)


def test_the_environment_names_the_network(network_file, monkeypatch):
    monkeypatch.setenv("FAST2048_NETWORK", network_file)
    assert Solver(depth=1).network.digest == Solver(network_file).network.digest
    monkeypatch.delenv("FAST2048_NETWORK")
    assert Solver(depth=1).network.digest != Solver(network_file).network.digest
