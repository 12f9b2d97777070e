"""Every kernel gives what the rules say and what the others give, bit for bit."""

import os
import subprocess
import sys
from copy import copy

import numpy as np
import pytest

import fast2048
from fast2048 import Board, Fast2048Error, _core, reference

KERNELS = fast2048.cpu_features()["supported"]
SIDES = 18  # an empty cell, and the tiles to 131072
GAMES = 200


@pytest.fixture(scope="module")
def rows():
    """All rows of exponents up to 17, what a push towards their first cell makes of
    them, and the reward; by the reference."""
    before = np.stack(np.meshgrid(*[np.arange(SIDES)] * 4, indexing="ij"), -1).reshape(-1, 4)
    after, rewards = [], []
    for row in before.tolist():
        pushed, merged = reference.push_row(tuple(row))
        after.append(pushed)
        rewards.append(sum(1 << exponent for exponent in merged))
    return before.astype(np.uint8), np.array(after, np.uint8), np.array(rewards, np.uint32)


def boards_of_rows(rows):
    """Boards that hold every row in each of the four places."""
    count = len(rows[0])
    places = [(np.arange(count) + shift) % count for shift in (0, 12345, 54321, 99999)]
    before = np.stack([rows[0][place] for place in places], 1)
    after = np.stack([rows[1][place] for place in places], 1)
    rewards = sum(rows[2][place] for place in places)
    return before, after, rewards.astype(np.uint32)


def turned(boards, move):
    """Boards turned so that a push to the left becomes the given one."""
    if move == 1:
        boards = boards[:, :, ::-1]
    elif move == 2:
        boards = boards.transpose(0, 2, 1)[:, ::-1, :]
    elif move == 0:
        boards = boards.transpose(0, 2, 1)
    return np.ascontiguousarray(boards)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("move", range(4))
def test_all_rows_in_every_place_and_lane_slide_as_the_rules_say(rows, kernel, move):
    left, left_after, rewards = boards_of_rows(rows)
    boards, expected = turned(left, move), turned(left_after, move)
    moves = np.full(len(boards), move, np.uint8)
    for lane in range(64):
        n = len(boards) - lane
        after = np.empty((n, 4, 4), np.uint8)
        gained = np.empty(n, np.uint32)
        _core.boards_slide(boards[lane:], moves[lane:], n, after, gained, kernel)
        assert np.array_equal(after, expected[lane:])
        assert np.array_equal(gained, rewards[lane:])


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_move_is_legal_where_some_row_changes(rows, kernel):
    left, left_after, _ = boards_of_rows(rows)
    for move in range(4):
        boards = turned(left, move)
        legal = np.empty((len(boards), 4), np.bool_)
        _core.boards_legal(boards, len(boards), legal, kernel)
        assert np.array_equal(legal[:, move], (left != left_after).any((1, 2)))


def random_game(number, start=None):
    """The game of the random player, by the reference: the word that a spawn is drawn
    from tells the move before it."""
    game = reference.Game(7, number, start)
    while not game.is_over:
        if game.awaiting_choice:
            game.keep_playing()
        ahead = copy(game.generator)
        low = ahead.next() % 2**32
        while low * 120 % 2**32 < 2**32 % 120:
            low = ahead.next() % 2**32
        legal = game.legal_moves
        game.push(legal[low * 10 % 2**32 * len(legal) >> 32])
        game.undo_steps.clear()
    return game


def play(kernel, count, start=None, seed=7):
    results = (
        np.empty(count, np.uint32),
        np.empty(count, np.uint32),
        np.empty(count, np.uint8),
        np.empty(count, np.uint8),
    )
    summary = _core.run_playouts(seed, 0, count, start, results, None, kernel)
    return *(array.tolist() for array in results), summary


STARTS = {
    "two spawned tiles": None,
    "a 2048 about to be made": "aa00/1000/0000/0000",
    "a 2048 there already": "b000/0000/0001/0000",
    "32768s that merge": "ff00/ff00/0001/0000",
    "the largest tiles": "ghgh/hghg/gh12/hg21",
    "a board that is over": "1212/2121/1212/2121",
    "an empty board": "0000/0000/0000/0000",
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_playouts_are_the_games_of_the_reference(start):
    board = None if start is None else Board.from_text(start)
    count = GAMES if board is None else 40
    expected = [random_game(i, None if board is None else board.exponents) for i in range(count)]
    for kernel in KERNELS:
        scores, moves, max_exponents, won, _ = play(kernel, count, board)
        assert scores == [game.score for game in expected]
        assert moves == [game.moves for game in expected]
        assert max_exponents == [max(map(max, game.board)) for game in expected]
        assert won == [game.is_won for game in expected]


def test_a_million_playouts_are_distributed_alike_on_every_kernel():
    results = [_core.run_playouts(1, 0, 10**6, None, None, None, kernel) for kernel in KERNELS]
    assert results[0]["games"] == 10**6
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("ways", [1, 2, 3, 4])
def test_each_choice_has_the_same_number_of_accepted_words(ways):
    """Exact: the lower halves y that are accepted, by tenth and by choice.

    Tenth d and choice r hold on an interval of y, whose length needs no going through
    it; and the y with 120 y mod 2^32 < 16, which are thrown away, are few."""
    size = 2**32
    thrown = [y for k in range(120) for y in range(-(-size * k // 120), (size * k + 15) // 120 + 1)]
    assert len(thrown) == 16
    assert all(120 * y % size < size % 120 for y in thrown)
    counts = {}
    for tenth in range(10):
        for choice in range(ways):
            first, last = (
                -(-size * (tenth * ways + end) // (10 * ways)) for end in (choice, choice + 1)
            )
            counts[tenth, choice] = last - first - sum(first <= y < last for y in thrown)
    assert len(set(counts.values())) == 1, counts


# ---- choosing a kernel


def run_with(kernel, code):
    environment = {**os.environ, "FAST2048_CPU": kernel}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_environment_forces_a_kernel(kernel):
    code = "import fast2048; print(fast2048.cpu_features()['kernel'])"
    assert run_with(kernel, code).stdout.split() == [kernel]


def test_without_the_environment_the_fastest_runs():
    code = "import fast2048; print(fast2048.cpu_features()['kernel'])"
    assert run_with("", code).stdout.split() == [KERNELS[0]]


def test_an_unknown_kernel_is_refused_at_import():
    done = run_with("mmx", "import fast2048")
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "FAST2048_CPU" in last
    assert "'mmx'" in last
    assert "portable" in last


def test_features_name_what_runs_and_what_could():
    features = fast2048.cpu_features()
    assert features["kernel"] in features["supported"]
    assert set(features["supported"]) <= set(features["built"])
    assert features["built"][-1] == "portable"
    assert features["lanes"] in (8, 16, 32, 64)


def test_a_kernel_that_is_none_is_refused():
    with pytest.raises(Fast2048Error, match="'mmx'"):
        _core.run_playouts(1, 0, 1, None, None, None, "mmx")
