"""What a saved move costs, against a move that is not saved: ``make bench``."""

import itertools
import random

import pytest

from fast2048 import Game
from fast2048.records import dumps, loads
from fast2048.session import Session

SEED = 1


def endless(push, game, new):
    """One random move a call, game after game."""
    choose = random.Random(1)

    def step():
        now = game()
        if now.is_over:
            new()
            now = game()
        if now.awaiting_choice:
            now.keep_playing()
        push(choose.choice(now.legal_moves))

    return step


@pytest.mark.benchmark(group="one move")
def test_a_move_that_is_not_saved(benchmark):
    games = itertools.count(SEED)
    now = [Game(next(games))]
    benchmark(
        endless(
            lambda move: now[0].push(move),
            lambda: now[0],
            lambda: now.__setitem__(0, Game(next(games))),
        )
    )


@pytest.mark.benchmark(group="one move")
def test_a_saved_move(benchmark, tmp_path):
    with Session.open(home=tmp_path, seed=SEED) as session:
        benchmark(endless(session.push, lambda: session.game, session.new))
        assert session.problem is None


@pytest.mark.benchmark(group="one move")
def test_undo_and_redo(benchmark, tmp_path):
    with Session.open(home=tmp_path, seed=SEED) as session:
        for _ in range(20):
            session.push(session.game.legal_moves[0])
        benchmark(lambda: (session.undo(), session.redo()))
        assert session.problem is None


@pytest.fixture(scope="module")
def finished():
    choose, game = random.Random(2), Game(SEED)
    while not game.is_over:
        game.push(choose.choice(game.legal_moves))
    return game


@pytest.mark.benchmark(group="opening the saves")
@pytest.mark.parametrize("games", [0, 1000])
def test_resume(benchmark, tmp_path, games):
    with Session.open(home=tmp_path, seed=SEED) as session:
        choose = random.Random(3)
        for _ in range(games):
            while not session.game.is_over:
                session.push(choose.choice(session.game.legal_moves))
            session.new()
    benchmark(lambda: Session.open(home=tmp_path).close())


@pytest.mark.benchmark(group="a record")
def test_write_a_record(benchmark, finished):
    benchmark(dumps, finished)


@pytest.mark.benchmark(group="a record")
def test_read_a_record(benchmark, finished):
    benchmark(loads, dumps(finished))
