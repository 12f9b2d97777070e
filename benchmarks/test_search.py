"""The search: moves per second of whole games, by depth. One thread.

The network that comes with the package is used, or the one that FAST2048_NETWORK names.
"""

import time

import pytest

from fast2048.solver import Solver

GAMES = {1: 60, 2: 12, 3: 4}


@pytest.mark.parametrize("depth", GAMES)
def test_moves_per_cpu_second(benchmark, depth):
    solver = Solver(depth=depth)
    benchmark.group = "solver, whole games"
    numbers = range(GAMES[depth])

    def play():
        return sum(solver.play(1, number)[1] for number in numbers)

    began = time.process_time()
    moves = benchmark.pedantic(play, rounds=1)
    seconds = time.process_time() - began
    benchmark.extra_info["network"] = repr(solver.network)
    benchmark.extra_info["moves_per_cpu_second"] = round(moves / seconds)
    print(f"{depth} plies: {moves / seconds:,.0f} moves per CPU second, {solver.network!r}")
