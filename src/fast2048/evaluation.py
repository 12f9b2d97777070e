"""Many games by one policy: played anywhere, the same result everywhere."""

from __future__ import annotations

import hashlib
import math
import pickle
import socket
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex, TypeAlias, cast

import fast2048
from fast2048._core import Board
from fast2048.checks import as_integer, quote
from fast2048.errors import Fast2048Error, InvalidSeedError
from fast2048.game import Game
from fast2048.solver import Solver

__all__ = [
    "TILES",
    "Evaluation",
    "LostWorkersError",
    "Outcome",
    "Policy",
    "Rate",
    "VersionMismatchError",
    "evaluate",
    "first_games",
]

Policy: TypeAlias = Solver | str | Callable[[Board], SupportsIndex]
"""What plays: a Solver, a function from a Board to a Move, or the name of either as
``"module:name"``."""

TILES = (2048, 4096, 8192, 16384, 32768, 65536)
"""The tiles that ``Evaluation.rates`` are about."""

_MOST_GAMES_A_CHUNK = 25
_CHUNKS = 100  # about so many, where there are enough games: for a progress bar that moves
_WAITING_CHUNKS = 64  # handed to the executor at a time
_TRIES = 5  # how often a chunk is played again when its worker is lost


class LostWorkersError(Fast2048Error):
    """The workers that were to play some games were lost, one after the other."""


class VersionMismatchError(Fast2048Error):
    """Another machine would play by another version of the package, network or policy."""


class Outcome(NamedTuple):
    """One game, played to its end."""

    score: int
    """At the end, in points."""
    moves: int
    """How many were made."""
    max_tile: int
    """The largest tile at the end, its face value."""


class Rate(NamedTuple):
    """A share of games, and its 95 % interval."""

    rate: float
    """The share, from 0 to 1."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


@dataclass(frozen=True)
class Evaluation:
    """What the games of a policy add up to.

    Two evaluations are equal if their seeds and outcomes are: ``seconds`` is the only
    thing that differs from run to run.
    """

    seed: int
    """The seed of all the games."""
    outcomes: tuple[Outcome, ...]
    """Outcome i is that of ``Game(seed, number=i)``."""
    seconds: float = field(compare=False)
    """The wall time of all the games together."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.outcomes)

    @property
    def scores(self) -> list[int]:
        """The score of every game, in the order of their numbers."""
        return [outcome.score for outcome in self.outcomes]

    @property
    def mean_score(self) -> float:
        """The mean of the scores, in points."""
        return statistics.fmean(self.scores)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean score, in points; NaN for one game."""
        if self.games < 2:
            return math.nan
        return statistics.stdev(self.scores) / math.sqrt(self.games)

    @property
    def median_score(self) -> float:
        """The median of the scores, in points."""
        return statistics.median(self.scores)

    @property
    def moves(self) -> int:
        """The moves of all the games together."""
        return sum(outcome.moves for outcome in self.outcomes)

    @property
    def moves_per_second(self) -> float:
        """Moves in a second of wall time, all workers together."""
        return self.moves / self.seconds if self.seconds > 0 else math.inf

    @property
    def rates(self) -> dict[int, Rate]:
        """By tile from 2048 to 65536: the share of games that reached it or more.

        With the score interval of Wilson ("Probable inference, the law of succession, and
        statistical inference", JASA 22, 1927), which is sound for rates of 0 and 1 too.
        """
        return {tile: self._rate(tile) for tile in TILES}

    def _rate(self, tile: int) -> Rate:
        n, z = self.games, 1.959964
        reached = sum(outcome.max_tile >= tile for outcome in self.outcomes)
        share = reached / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        # The ends are 0 and 1 there exactly, but for rounding.
        low = middle - half if reached > 0 else 0.0
        high = middle + half if reached < n else 1.0
        return Rate(share, low, high)


def evaluate(
    policy: Policy,
    games: SupportsIndex,
    seed: SupportsIndex,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    chunk: SupportsIndex | None = None,
    done: dict[int, Outcome] | None = None,
) -> Evaluation:
    """Play ``Game(seed, number=i)`` for every i below ``games``, each to its end, past a win.

    ``policy`` is a Solver, or a function that takes a Board and returns a Move; a function
    may be named as ``"module:function"``, which is then imported wherever it plays.
    ``executor`` is any ``concurrent.futures.Executor``, that of a dask cluster for example
    (``Client.get_executor()``); None plays here. It gets ``chunk`` games at a time. The
    chunk of a worker that is lost is played again. ``progress`` is called with how many
    games, and how many moves in them, are newly done.

    ``done`` holds the outcomes by the number of the game. It is added to while games are
    played, so that whatever ends an evaluation, Ctrl-C or an error, loses none; games that are
    in it already are not played again. ``first_games`` makes an Evaluation of what is there.

    The outcomes are the same for every executor and chunk, if the policy is one: a Solver
    by plies is, one by seconds is not. Raises Fast2048Error for arguments out of range,
    VersionMismatchError if a worker's package, network or policy is not the one here,
    LostWorkersError if the workers of some games are lost again and again, and what a function
    raises, or IllegalMoveError if it answers with an illegal move.
    """
    count = as_integer(games)
    if count is None or count < 1:
        raise Fast2048Error(f"not a number of games: {quote(games)} (an integer from 1 on)")
    size = as_integer(_usual_chunk(count) if chunk is None else chunk)
    if size is None or size < 1:
        raise Fast2048Error(f"not a number of games in a chunk: {quote(chunk)}")
    stream = as_integer(seed)
    if stream is None:
        raise InvalidSeedError(f"not a seed: {quote(seed)} (an integer from 0 to 2**64 - 1)")
    Game(stream)  # refuses one out of range
    outcomes = {} if done is None else done
    numbers = (number for number in range(count) if number not in outcomes)
    if executor is None:
        played = _play_here(policy, stream, numbers)
    else:
        played = _play_there(policy, stream, numbers, size, executor)
    began = time.perf_counter()
    for games_done in played:
        outcomes.update(games_done)
        if progress is not None:
            progress(len(games_done), sum(outcome.moves for outcome in games_done.values()))
    return Evaluation(stream, tuple(outcomes[i] for i in range(count)), time.perf_counter() - began)


def first_games(seed: int, done: Mapping[int, Outcome], seconds: float) -> Evaluation | None:
    """The games from 0 on up to the first that is not done; None if that is game 0.

    To take more, those that happened to end early, would make the policy look worse than it
    is. ``seconds`` is how long they took.
    """
    finished = 0
    while finished in done:
        finished += 1
    first = tuple(done[number] for number in range(finished))
    return Evaluation(seed, first, seconds) if first else None


def _usual_chunk(games: int) -> int:
    return max(1, min(_MOST_GAMES_A_CHUNK, games // _CHUNKS))


# ---- here


def _play_here(policy: Policy, seed: int, numbers: Iterator[int]) -> Iterator[dict[int, Outcome]]:
    play = _player(policy)
    for number in numbers:
        yield {number: play(seed, number)}


def _player(policy: Policy) -> Callable[[int, int], Outcome]:
    """What plays a game of the policy: a seed and a number in, the outcome out."""
    found = _import(policy) if isinstance(policy, str) else policy
    if isinstance(found, Solver):
        solver = found
        return lambda seed, number: Outcome(*solver.play(seed, number))
    if not callable(found):
        raise Fast2048Error(f"not a policy: {quote(policy)} (a Solver, or a function of a Board)")
    choose = cast("Callable[[Board], SupportsIndex]", found)
    return lambda seed, number: _play_by(choose, seed, number)


def _play_by(choose: Callable[[Board], SupportsIndex], seed: int, number: int) -> Outcome:
    game = Game(seed, number)
    while not game.is_over:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(choose(game.board))
    return Outcome(game.score, game.moves, game.board.max_tile)


def _import(name: str) -> Any:
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
        raise Fast2048Error(f"not the name of a policy: {quote(name)} (module:function)")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise Fast2048Error(f"no policy {quote(name)}: {error}") from error
    return found


# ---- there


@dataclass(frozen=True, eq=False)
class _Chunk:
    policy: Policy
    seed: int
    numbers: tuple[int, ...]
    fingerprint: str


def _play_there(
    policy: Policy, seed: int, numbers: Iterator[int], size: int, executor: Executor
) -> Iterator[dict[int, Outcome]]:
    """Chunks in the order in which they are done."""
    fingerprint = _fingerprint(policy)
    if not isinstance(executor, ThreadPoolExecutor):
        _must_pickle(policy)
    chunks = (
        _Chunk(policy, seed, chunk, fingerprint)
        for chunk in iter(lambda: tuple(islice(numbers, size)), ())
    )
    losses: Counter[_Chunk] = Counter()
    running: dict[Future[dict[int, Outcome]], _Chunk] = {}
    try:
        while True:
            for chunk in islice(chunks, _WAITING_CHUNKS - len(running)):
                running[_submit(executor, chunk)] = chunk
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = running.pop(future)
                try:
                    yield future.result()
                except (BrokenExecutor, CancelledError) as error:
                    losses[chunk] += 1
                    if losses[chunk] == _TRIES:
                        raise LostWorkersError(
                            f"{_TRIES} workers were lost, one after the other, that had"
                            f" game {chunk.numbers[0]} to play ({error or type(error).__name__})"
                        ) from error
                    running[_submit(executor, chunk)] = chunk
    finally:
        for future in running:
            future.cancel()


def _submit(executor: Executor, chunk: _Chunk) -> Future[dict[int, Outcome]]:
    """To the executor, or, if it has broken down for good, to ourselves."""
    try:
        return executor.submit(_play_chunk, chunk)
    except BrokenExecutor:
        future: Future[dict[int, Outcome]] = Future()
        future.set_result(_play_chunk(chunk))
        return future


def _play_chunk(chunk: _Chunk) -> dict[int, Outcome]:
    """What a worker does."""
    fingerprint = _fingerprint(chunk.policy)
    if fingerprint != chunk.fingerprint:
        raise VersionMismatchError(
            f"{socket.gethostname()} would play with {fingerprint}, not with {chunk.fingerprint}"
        )
    play = _player(chunk.policy)
    return {number: play(chunk.seed, number) for number in chunk.numbers}


def _must_pickle(policy: Policy) -> None:
    try:
        pickle.dumps(policy)
    except Exception as error:
        raise Fast2048Error(
            f"{quote(policy)} cannot be sent to another process: give a Solver, or name a"
            f" function as module:function ({error})"
        ) from error


def _fingerprint(policy: Policy) -> str:
    """The versions of all that decides about a move: equal wherever the result is."""
    parts = [f"fast2048 {fast2048.__version__}"]
    found = _import(policy) if isinstance(policy, str) else policy
    if isinstance(found, Solver):
        parts.append(f"network {found.network.digest}")
    else:
        # Not the name of the module: that of __main__ differs between processes.
        module = sys.modules.get(getattr(found, "__module__", ""))
        source = getattr(module, "__file__", None)
        if source is not None:
            parts.append(f"policy {hashlib.sha256(Path(source).read_bytes()).hexdigest()[:16]}")
    return ", ".join(parts)
