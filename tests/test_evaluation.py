"""Evaluation: the same result wherever the games are played; what it adds up to."""

import math
import os
import pickle
import signal
import statistics
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from multiprocessing import get_context

import pytest

import policies
from fast2048 import Fast2048Error, Game, IllegalMoveError, InvalidSeedError, evaluation, networks
from fast2048.evaluation import (
    TILES,
    Evaluation,
    LostWorkersError,
    Outcome,
    VersionMismatchError,
    evaluate,
    first_games,
)
from fast2048.solver import Solver
from fast2048.workers import Processes, cluster

GAMES = 30
SOLVER = "policies:solver"
FIRST_LEGAL = "policies:first_legal"


@pytest.fixture(scope="module")
def expected():
    return {policy: evaluate(policy, GAMES, 7) for policy in (SOLVER, FIRST_LEGAL)}


@pytest.fixture(scope="module")
def processes():
    with Processes(2) as executor:
        yield executor


@pytest.fixture(scope="module")
def dask_address():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0"
    ) as local:
        yield local.scheduler_address


# ---- the same everywhere


@pytest.mark.parametrize("policy", [SOLVER, FIRST_LEGAL])
@pytest.mark.parametrize("chunk", [None, 1, 7, 1000])
def test_threads_give_what_serial_gives(policy, chunk, expected):
    with ThreadPoolExecutor(3) as executor:
        assert evaluate(policy, GAMES, 7, executor, chunk=chunk) == expected[policy]


@pytest.mark.parametrize("policy", [SOLVER, FIRST_LEGAL])
@pytest.mark.parametrize("chunk", [4, 1000])
def test_processes_give_what_serial_gives(policy, chunk, expected, processes):
    assert evaluate(policy, GAMES, 7, processes, chunk=chunk) == expected[policy]


def test_a_plain_pool_of_processes_gives_what_serial_gives(expected):
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        assert evaluate(SOLVER, GAMES, 7, executor) == expected[SOLVER]


@pytest.mark.parametrize("policy", [SOLVER, FIRST_LEGAL])
def test_dask_gives_what_serial_gives(policy, expected, dask_address):
    with cluster(dask_address) as executor:
        assert evaluate(policy, GAMES, 7, executor, chunk=4) == expected[policy]


def test_any_number_of_games_can_be_begun():
    # Memory is for the games that were played, not for those to come.
    done = {}

    def enough(games, moves):
        if len(done) >= 3:
            raise KeyboardInterrupt

    for executor in (None, ThreadPoolExecutor(1)):
        done.clear()
        with pytest.raises(KeyboardInterrupt):
            evaluate(FIRST_LEGAL, 10**18, 7, executor, enough, done=done, chunk=1)
        assert len(done) >= 3


def test_processes_of_the_caller_live_on_when_an_evaluation_is_cut_short():
    mine = get_context("spawn").Process(target=time.sleep, args=(60,))
    mine.start()
    executor = Processes(1)
    executor.submit(int).result()
    executor.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert mine.is_alive()
    mine.terminate()
    mine.join()


def test_game_i_is_the_game_of_seed_and_i(expected):
    for number, outcome in enumerate(expected[FIRST_LEGAL].outcomes):
        game = Game(7, number)
        while not game.is_over:
            if game.awaiting_choice:
                game.keep_playing()
            game.push(game.legal_moves[0])
        assert outcome == (game.score, game.moves, game.board.max_tile)


def test_more_games_begin_with_the_same(expected):
    assert evaluate(SOLVER, 5, 7).outcomes == expected[SOLVER].outcomes[:5]


# ---- when something is lost or differs


def test_the_chunk_of_a_lost_worker_is_played_again(expected, tmp_path, monkeypatch):
    monkeypatch.setenv("FAST2048_TEST_MARK", str(tmp_path / "died"))
    with Processes(2) as executor:
        found = evaluate("policies:first_legal_but_dies_once", GAMES, 7, executor, chunk=3)
    assert (tmp_path / "died").exists()
    assert found == expected[FIRST_LEGAL]


def test_a_pool_that_breaks_for_good_is_made_up_for_here(expected, tmp_path, monkeypatch):
    monkeypatch.setenv("FAST2048_TEST_MARK", str(tmp_path / "died"))
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        found = evaluate("policies:first_legal_but_dies_once", GAMES, 7, executor, chunk=3)
    assert (tmp_path / "died").exists()
    assert found == expected[FIRST_LEGAL]


def test_a_worker_of_another_version_is_refused(monkeypatch):
    asked = evaluation._fingerprint(SOLVER)
    chunk = evaluation._Chunk(SOLVER, 7, (0,), asked.replace("fast2048 ", "fast2048 9."))
    with pytest.raises(VersionMismatchError, match=r"would play with fast2048 .* not with .* 9\."):
        evaluation._play_chunk(chunk)


def test_a_worker_reads_all_weights_of_a_network_once_not_for_every_chunk(
    network_file, monkeypatch
):
    hashed = []
    monkeypatch.setattr(networks, "sha256", lambda data: hashed.append(data) or sha256(data))
    networks._load.cache_clear()
    for number in range(3):
        solver = pickle.loads(pickle.dumps(Solver(network_file, depth=1)))  # noqa: S301 - our own
        fingerprint = evaluation._fingerprint(solver)
        evaluation._play_chunk(evaluation._Chunk(solver, 7, (number,), fingerprint))
    assert len(hashed) == 1


def test_a_worker_with_another_network_is_refused():
    fingerprint = evaluation._fingerprint(SOLVER)
    assert policies.solver.network.digest in fingerprint
    other = policies.Solver(policies.random_network(2), depth=1)
    with pytest.raises(VersionMismatchError):
        evaluation._play_chunk(evaluation._Chunk(other, 7, (0,), fingerprint))


@pytest.mark.parametrize("end", [KeyboardInterrupt, OSError])
def test_whatever_ends_it_the_games_done_are_kept_and_gone_on_from(end, expected):
    def progress(games, moves):
        if len(done) == 4:
            raise end

    done = {}
    with pytest.raises(end):
        evaluate(SOLVER, GAMES, 7, progress=progress, done=done)
    assert done == dict(enumerate(expected[SOLVER].outcomes[:4]))
    played = []
    with ThreadPoolExecutor(2) as threads:
        found = evaluate(
            SOLVER, GAMES, 7, threads, lambda games, moves: played.append(games), done=done
        )
    assert found == expected[SOLVER]
    assert sum(played) == GAMES - 4


def test_a_part_ends_before_the_first_game_that_is_not_done(expected):
    outcomes = expected[SOLVER].outcomes
    done = {number: outcomes[number] for number in (0, 1, 2, 4, 5)}
    assert first_games(7, done, 1.5) == Evaluation(7, outcomes[:3], 1.5)
    del done[0]
    assert first_games(7, done, 1.5) is None


def test_a_game_that_takes_every_worker_down_is_named():
    with Processes(1) as executor, pytest.raises(LostWorkersError, match=r"game 0 to play"):
        evaluate("policies:dies", 1, 7, executor)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no way to send itself a Ctrl-C")
def test_ctrl_c_ends_an_evaluation_in_mid_game():
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        evaluate(policies.Solver(policies.random_network(), depth=6, cutoff=0), 3, 7)


# ---- bad input


@pytest.mark.parametrize("games", [0, -1, 1.5, True, "3", None])
def test_a_number_of_games_is_at_least_one(games):
    with pytest.raises(Fast2048Error, match="not a number of games"):
        evaluate(FIRST_LEGAL, games, 1)


@pytest.mark.parametrize("chunk", [0, -1, 1.5, True, "3"])
def test_a_chunk_has_at_least_one_game(chunk):
    with pytest.raises(Fast2048Error, match="in a chunk"):
        evaluate(FIRST_LEGAL, 3, 1, chunk=chunk)


@pytest.mark.parametrize("seed", [-1, 1 << 64, None, True, 0.5])
def test_a_seed_is_an_integer_of_64_bits(seed):
    with pytest.raises(InvalidSeedError):
        evaluate(FIRST_LEGAL, 3, seed)


@pytest.mark.parametrize(
    "policy", ["policies", "policies:nothing", "no.such.module:f", ":", "policies:not_callable", 7]
)
def test_what_is_no_policy_is_quoted(policy):
    with pytest.raises(Fast2048Error) as caught:
        evaluate(policy, 3, 1)
    assert repr(policy) in str(caught.value)


def test_an_illegal_answer_is_an_error():
    with pytest.raises(IllegalMoveError):
        evaluate("policies:up", 1, 1)


def test_a_function_that_cannot_travel_is_refused(processes):
    with pytest.raises(Fast2048Error, match="name a function as module:function"):
        evaluate(lambda board: board.legal_moves[0], 3, 1, processes)


def test_a_function_itself_is_a_policy(expected, processes):
    assert evaluate(policies.first_legal, GAMES, 7) == expected[FIRST_LEGAL]
    assert evaluate(policies.first_legal, GAMES, 7, processes) == expected[FIRST_LEGAL]


# ---- what it adds up to


def outcomes(*largest):
    return tuple(Outcome(100 * i, 10, tile) for i, tile in enumerate(largest, 1))


def test_mean_standard_error_and_median():
    found = Evaluation(1, outcomes(1024, 2048, 2048, 4096), 2.0)
    assert found.games == 4
    assert found.scores == [100, 200, 300, 400]
    assert found.mean_score == found.median_score == 250
    assert found.standard_error == pytest.approx(statistics.stdev(found.scores) / 2)
    assert (found.moves, found.moves_per_second) == (40, 20)


def test_one_game_has_no_standard_error():
    assert math.isnan(Evaluation(1, outcomes(512), 1.0).standard_error)


def test_a_rate_counts_the_games_that_reached_the_tile_or_more():
    rates = Evaluation(1, outcomes(1024, 2048, 2048, 4096), 1.0).rates
    assert tuple(rates) == TILES
    assert [rate.rate for rate in rates.values()] == [0.75, 0.25, 0, 0, 0, 0]


def test_intervals_are_those_of_wilson():
    # 10 of 100, and 0 of 100: worked out by hand from the formula, z = 1.959964.
    found = Evaluation(1, outcomes(*[2048] * 10, *[512] * 90), 1.0).rates
    assert found[2048] == pytest.approx((0.1, 0.05523, 0.17437), abs=1e-5)
    assert found[4096] == pytest.approx((0, 0, 0.03699), abs=1e-5)


@pytest.mark.parametrize("games", [1, 7, 100, 1000])
def test_an_interval_of_none_begins_at_0_and_one_of_all_ends_at_1(games):
    found = Evaluation(1, outcomes(*[2048] * games), 1.0).rates
    assert (found[2048].rate, found[2048].high) == (1, 1)
    assert (found[4096].rate, found[4096].low) == (0, 0)
    assert 0 < found[2048].low < 1
    assert 0 < found[4096].high < 1


def test_time_is_no_part_of_the_result(expected):
    assert replace(expected[SOLVER], seconds=1e9) == expected[SOLVER]


def test_progress_adds_up(expected):
    calls = []
    evaluate(SOLVER, GAMES, 7, progress=lambda games, moves: calls.append((games, moves)))
    assert sum(games for games, _ in calls) == GAMES
    assert sum(moves for _, moves in calls) == expected[SOLVER].moves
