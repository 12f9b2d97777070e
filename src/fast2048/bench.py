"""How fast the engine is on this machine: ``fast2048 bench``."""

from __future__ import annotations

import json as _json
import os
import platform
import random
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

from fast2048 import Board, Game, Move, __version__, _core, cpu_features
from fast2048 import playout_summary as _playout_summary

__all__ = ["main", "measure"]

_ROUNDS = 7
_LEAST = 0.05  # seconds: how long one round of a case takes at least


class Measurement(NamedTuple):
    """The median rate of several rounds, and how far apart the rounds were."""

    name: str
    unit: str
    """What is counted; per second of processor time unless the name says otherwise."""
    median: float
    least: float
    most: float


class _Case(NamedTuple):
    name: str
    unit: str
    work: Callable[[int], int]
    """Does something about so many times, and returns how many times exactly."""
    clock: Callable[[], float] = time.process_time


def measure(rounds: int = _ROUNDS) -> Iterator[Measurement]:
    """Every case, one after the other. A case that needs NumPy is left out without it."""
    for case in _cases():
        size, rate = 1, 0.0
        while True:  # until one round takes long enough to be timed
            start = case.clock()
            done = case.work(size)
            taken = case.clock() - start
            rate = done / taken if taken > 0 else 0.0
            if taken >= _LEAST:
                break
            size = max(2 * size, int(size * min(50.0, 1.2 * _LEAST / max(taken, 1e-6))))
        rates = [rate]
        while len(rates) < rounds:
            start = case.clock()
            done = case.work(size)
            rates.append(done / (case.clock() - start))
        yield Measurement(case.name, case.unit, median(rates), min(rates), max(rates))
    yield _import_time()


def environment() -> dict[str, Any]:
    """The machine and the build, as a report should name them."""
    return {
        "fast2048": __version__,
        "processor": _processor(),
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        **{key: cpu_features()[key] for key in ("kernel", "lanes", "supported")},
    }


def main(json: bool = False) -> int:
    """Measure, and print a table, or with ``json`` one JSON object. Returns 0."""
    about = environment()
    if json:
        results = [measurement._asdict() for measurement in measure()]
        print(_json.dumps({"environment": about, "results": results}, indent=2))
        return 0
    for key, value in about.items():
        print(f"{key:<12} {', '.join(value) if isinstance(value, tuple) else value}")
    print(f"\n{'medians of ' + str(_ROUNDS) + ' rounds':<44} {'per second':>12}   spread")
    for m in measure():
        spread = 100 * (m.most - m.least) / m.median
        print(f"{m.name:<44} {_short(m.median):>12} {m.unit}  {spread:.0f} %", flush=True)
    return 0


def _cases() -> Iterator[_Case]:
    for kernel in cpu_features()["supported"]:
        yield _Case(f"playouts, one thread, {kernel}", "moves", _playouts(kernel))
    threads = 2
    while threads <= (os.cpu_count() or 1):
        name = f"playouts, {threads} threads, by the clock"
        yield _Case(name, "moves", _threaded(threads), time.perf_counter)
        threads *= 2
    yield from _batch_cases()
    board = Board.from_text("1120/2010/1324/1000")
    slide = _statement("board.slide(move)", board=board, move=Move.LEFT)
    yield _Case("Board.slide", "calls", slide)
    yield _Case("Board.legal_moves", "calls", _statement("board.legal_moves", board=board))
    yield _Case("Game.push", "calls", _pushes)
    yield _Case("a loop of random games in Python", "moves", _random_games)


def _playouts(kernel: str) -> Callable[[int], int]:
    def work(size: int) -> int:
        done = _core.run_playouts(1, 0, 1000 * size, None, None, None, kernel)
        return int(done["moves"])

    return work


def _threaded(threads: int) -> Callable[[int], int]:
    return lambda size: _playout_summary(10_000 * size, 1, threads=threads).moves_total


def _batch_cases() -> Iterator[_Case]:
    try:
        import numpy as np

        from fast2048 import batch
    except ImportError:
        return
    n = 4096
    games = batch.Games(n, 1)
    chance = np.random.default_rng(1)
    for _ in range(60):  # into the middle of the game
        games.step(chance.integers(0, 4, n))
    boards = games.boards
    moves = chance.integers(0, 4, n)
    steps = [chance.integers(0, 4, n) for _ in range(16)]

    def step(size: int) -> int:
        for i in range(size):
            games.step(steps[i % 16])
        return n * size

    def each(call: Callable[[], Any]) -> Callable[[int], int]:
        repeated = _repeated(call)
        return lambda size: n * repeated(size)

    yield _Case("batch.slide, 4096 boards", "boards", each(lambda: batch.slide(boards, moves)))
    yield _Case("batch.legal_mask", "boards", each(lambda: batch.legal_mask(boards)))
    yield _Case("batch.is_terminal", "boards", each(lambda: batch.is_terminal(boards)))
    yield _Case("batch.to_tiles", "boards", each(lambda: batch.to_tiles(boards)))
    yield _Case("Games.step, 4096 games", "steps", step)


def _repeated(call: Callable[[], Any]) -> Callable[[int], int]:
    def work(size: int) -> int:
        for _ in range(size):
            call()
        return size

    return work


def _statement(text: str, **names: object) -> Callable[[int], int]:
    """For calls so short that one more around them would be most of the time."""
    timer = timeit.Timer(text, globals=names)

    def work(size: int) -> int:
        timer.timeit(size)
        return size

    return work


def _pushes(size: int) -> int:
    game = Game(5)
    choose = random.Random(1).random
    while moves := game.legal_moves:
        game.push(moves[int(choose() * len(moves))])
    history = game.history
    for _ in range(size):
        push = Game(5).push
        for move in history:
            push(move)
    return size * len(history)


def _random_games(size: int) -> int:
    choose = random.Random(1).random
    done = 0
    for number in range(size):
        game = Game(1, number)
        push = game.push
        while moves := game.legal_moves:
            push(moves[int(choose() * len(moves))])
        done += game.moves
    return done


def _import_time() -> Measurement:
    """In fresh interpreters, each of which tells how long its import took."""
    code = (
        "import time; start = time.perf_counter(); import fast2048; "
        "print(time.perf_counter() - start)"
    )
    times = []
    for _ in range(_ROUNDS):
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        times.append(1 / float(done.stdout))
    return Measurement("import fast2048", "imports", median(times), min(times), max(times))


def _short(rate: float) -> str:
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= factor:
            return f"{rate / factor:.3g} {letter}"
    return f"{rate:.3g}  "


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"
