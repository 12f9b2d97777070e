"""Playouts from Python: results, threads, bad input, Ctrl-C."""

import math
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from fast2048 import (
    Board,
    Fast2048Error,
    Game,
    InvalidBoardError,
    InvalidSeedError,
    playout_summary,
    playouts,
)


def same(a, b):
    return (
        np.array_equal(a.scores, b.scores)
        and np.array_equal(a.moves, b.moves)
        and np.array_equal(a.max_exponents, b.max_exponents)
        and np.array_equal(a.won, b.won)
        and a.summary == b.summary
    )


def test_results_are_arrays_with_one_entry_a_game():
    p = playouts(100, 1)
    assert len(p) == 100
    assert [p.scores.dtype, p.moves.dtype, p.max_exponents.dtype, p.won.dtype] == [
        np.uint32,
        np.uint32,
        np.uint8,
        np.bool_,
    ]
    assert {array.shape for array in (p.scores, p.moves, p.max_exponents, p.won)} == {(100,)}
    assert repr(p).startswith("<100 Playouts")


def test_golden_playouts():
    p = playouts(5, 2048)
    assert p.scores.tolist() == [1356, 1444, 1048, 2712, 836]
    assert p.moves.tolist() == [140, 149, 113, 216, 102]


@pytest.mark.parametrize("n", [0, 1, 2, 63, 64, 65, 1000])
def test_fewer_games_are_the_first_of_more(n):
    some, many = playouts(n, 3), playouts(1000, 3)
    assert np.array_equal(some.scores, many.scores[:n])
    assert np.array_equal(some.moves, many.moves[:n])


def test_threads_do_not_change_a_result():
    one = playouts(20_000, 5)
    for threads in (2, 3, 7):
        assert same(playouts(20_000, 5, threads=threads), one)


def test_the_summary_is_that_of_the_results():
    p = playouts(3000, 9, threads=2)
    s = playout_summary(3000, 9)
    assert s == p.summary
    assert s.games == 3000
    assert s.score_total == int(p.scores.sum())
    assert s.moves_total == int(p.moves.sum())
    assert (s.score_least, s.score_most) == (int(p.scores.min()), int(p.scores.max()))
    assert (s.moves_least, s.moves_most) == (int(p.moves.min()), int(p.moves.max()))
    assert s.won == int(p.won.sum())
    assert s.max_exponents == tuple(np.bincount(p.max_exponents, minlength=32).tolist())
    assert s.score_mean == pytest.approx(p.scores.mean())
    assert s.score_deviation == pytest.approx(p.scores.std(ddof=1))
    assert s.moves_mean == pytest.approx(p.moves.mean())
    assert s.moves_deviation == pytest.approx(p.moves.std(ddof=1))


def test_no_games_have_no_mean():
    s = playout_summary(0, 1)
    assert (s.games, s.score_total, s.score_least, s.score_most) == (0, 0, None, None)
    assert math.isnan(s.score_mean)
    assert math.isnan(s.moves_deviation)
    assert sum(s.max_exponents) == 0


def test_a_start_is_counted_from():
    start = Board.from_text("aa00/0000/0000/0000")
    p = playouts(50, 1, start)
    won = [Game(1, number=i, start=start) for i in range(50)]
    assert p.won.any()
    assert all(game.board == start for game in won)
    assert p.scores.min() < 20_000  # what lay on the board at the start is not scored


def test_a_start_without_a_legal_move_is_a_game_of_none():
    p = playouts(10, 1, Board.from_text("1212/2121/1212/2121"))
    assert not p.moves.any()
    assert not p.scores.any()
    assert p.max_exponents.tolist() == [2] * 10


@pytest.mark.parametrize("play", [playouts, playout_summary])
@pytest.mark.parametrize(
    ("arguments", "error", "quoted"),
    [
        ((-1, 1), Fast2048Error, "-1"),
        ((True, 1), Fast2048Error, "True"),
        ((1.5, 1), Fast2048Error, "1.5"),
        ((2**63, 1), Fast2048Error, str(2**63)),
        ((1, -1), InvalidSeedError, "-1"),
        ((1, 2**64), InvalidSeedError, str(2**64)),
        ((1, None), InvalidSeedError, "None"),
        ((1, 1, [[0] * 4] * 4), InvalidBoardError, "0, 0"),
        ((1, 1, None, 0), Fast2048Error, "threads: 0"),
        ((1, 1, None, 1.0), Fast2048Error, "threads: 1.0"),
    ],
)
def test_bad_arguments_are_quoted(play, arguments, error, quoted):
    with pytest.raises(error) as caught:
        play(*arguments)
    assert quoted in str(caught.value)


@pytest.mark.parametrize("n", [2**62, 10**15])
def test_results_that_no_memory_holds_are_refused(n):
    with pytest.raises(MemoryError):
        playouts(n, 1)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a terminal does")
@pytest.mark.parametrize(
    "arguments",
    ["10**12, 1", "10**12, 1, threads=2", "10**12, 1, Board.from_text('1212/2121/1212/2121')"],
    ids=["one thread", "two threads", "games that are over at once"],
)
def test_ctrl_c_stops_within_a_tenth_of_a_second(arguments):
    code = (
        "import fast2048, time; from fast2048 import Board\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    fast2048.playout_summary({arguments})\n"
        "except KeyboardInterrupt:\n"
        "    print(time.monotonic())\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    stopped = float(child.communicate(timeout=30)[0])
    # 0.1 s is meant; a machine that runs other things too gets more.
    assert stopped - sent < 0.5


def test_playouts_release_the_interpreter():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    playout_summary(300_000, 1)
    done.set()
    thread.join()
    assert len(ticks) > 5
