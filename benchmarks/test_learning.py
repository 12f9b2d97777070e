"""Moves a second of learning and of looking up, for each named shape, per CPU second:
``make bench``. What is measured is a network that has learned for a while: a fresh one fits
into the cache."""

import time

import pytest

from fast2048 import Board
from fast2048.learning import Recipe, Trainer
from fast2048.packed import read_packed
from fast2048.shapes import NAMED_SHAPES, Shape

WARM_UP_GAMES = 1500
GAMES = 100


@pytest.fixture(scope="module", params=NAMED_SHAPES)
def trainer(request):
    made = Trainer(Shape.parse(request.param), Recipe())
    made.play(WARM_UP_GAMES)
    return made


def test_learning(benchmark, trainer):
    benchmark.group = f"learning, {trainer.shape.text}"
    moves, seconds = 0, 0.0

    def learn():
        nonlocal moves, seconds
        started = time.process_time()
        moves += sum(outcome.moves for outcome in trainer.play(GAMES))
        seconds += time.process_time() - started

    benchmark.pedantic(learn, rounds=5)
    benchmark.extra_info["million moves a CPU second"] = round(moves / seconds / 1e6, 3)
    print(f"\n{trainer.shape.text}: {moves / seconds / 1e6:.2f} M moves/s")


def test_value_of_a_board(benchmark, trainer):
    benchmark.group = f"value, {trainer.shape.text}"
    network = trainer.network()
    board = Board.from_text("1234/0122/0000/0010")
    benchmark(network.value, board)


def test_loading(benchmark, trainer):
    benchmark.group = f"loading, {trainer.shape.text}"
    data = trainer.network().to_bytes()
    benchmark.extra_info["bytes"] = len(data)
    benchmark.pedantic(lambda: read_packed(data, "packed"), rounds=3)
