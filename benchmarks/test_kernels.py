"""The engine's own regressions in bulk: playouts and batches on every kernel."""

import numpy as np
import pytest

from fast2048 import _core, batch, cpu_features

KERNELS = cpu_features()["supported"]
N = 4096


@pytest.fixture(scope="module")
def boards():
    """Boards from the middle of random games."""
    games = batch.Games(N, 1)
    chance = np.random.default_rng(1)
    for _ in range(60):
        games.step(chance.integers(0, 4, N))
    return games.boards


@pytest.mark.parametrize("kernel", KERNELS)
def test_playouts(benchmark, kernel):
    benchmark.group = "10,000 playouts, some 1.2 million moves"
    benchmark(_core.run_playouts, 1, 0, 10_000, None, None, None, kernel)


@pytest.mark.parametrize("kernel", KERNELS)
def test_slide(benchmark, kernel, boards):
    benchmark.group = f"slide {N} boards"
    moves = np.random.default_rng(2).integers(0, 4, N).astype(np.uint8)
    after, rewards = np.empty_like(boards), np.empty(N, np.uint32)
    benchmark(_core.boards_slide, boards, moves, N, after, rewards, kernel)


@pytest.mark.parametrize("kernel", KERNELS)
def test_legal(benchmark, kernel, boards):
    benchmark.group = f"legal moves of {N} boards"
    benchmark(_core.boards_legal, boards, N, np.empty((N, 4), np.bool_), kernel)


@pytest.mark.parametrize("kernel", KERNELS)
def test_games(benchmark, kernel):
    benchmark.group = f"a step of {N} games"
    games = _core.GamesState(N, 1, True, kernel)
    moves = np.random.default_rng(2).integers(0, 4, (16, N)).astype(np.uint8)
    rewards, ended = np.empty(N, np.uint32), np.empty(N, np.bool_)

    def steps():
        for row in moves:
            games.advance(row, rewards, ended)

    benchmark(steps)


@pytest.mark.parametrize(
    "call",
    [
        lambda boards: batch.slide(boards, 3),
        batch.legal_mask,
        batch.is_terminal,
        batch.to_tiles,
    ],
    ids=["slide", "legal_mask", "is_terminal", "to_tiles"],
)
def test_batch_calls_with_their_checks(benchmark, call, boards):
    benchmark.group = f"batch calls on {N} boards"
    benchmark(call, boards)
