"""Random games to the end, as many as you like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from fast2048 import _core
from fast2048._core import Board
from fast2048.checks import as_integer, quote
from fast2048.errors import Fast2048Error, InvalidBoardError, InvalidSeedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PlayoutSummary", "Playouts", "playout_summary", "playouts"]

# A thread takes so many games at a time: a share of the whole that leaves no thread
# waiting long for the last, and not so few that starting over would count.
_SHARES = 4
_SHARE_LEAST = 2048

# Seconds: how often the thread that waits for the others looks for Ctrl-C, where
# waiting is deaf to it.
_LOOK_UP = 0.05


class PlayoutSummary(NamedTuple):
    """What many random games came to. All sums and counts are exact integers.

    The least and the most are None if there was no game.
    """

    games: int
    """How many games there were."""
    won: int
    """In how many a merge made a 2048 tile."""
    score_total: int
    """The sum of the scores, in points."""
    score_squares: int
    """The sum of the squares of the scores."""
    score_least: int | None
    """The lowest score."""
    score_most: int | None
    """The highest score."""
    moves_total: int
    """The sum of the numbers of moves."""
    moves_squares: int
    """The sum of their squares."""
    moves_least: int | None
    """The moves of the shortest game."""
    moves_most: int | None
    """The moves of the longest game."""
    max_exponents: tuple[int, ...]
    """How many games ended with the largest tile 2**e, by e."""

    @property
    def score_mean(self) -> float:
        """The mean score; NaN if there was no game."""
        return self.score_total / self.games if self.games else float("nan")

    @property
    def score_deviation(self) -> float:
        """The standard deviation of a game's score; NaN below two games."""
        return _deviation(self.games, self.score_total, self.score_squares)

    @property
    def moves_mean(self) -> float:
        """The mean number of moves; NaN if there was no game."""
        return self.moves_total / self.games if self.games else float("nan")

    @property
    def moves_deviation(self) -> float:
        """The standard deviation of a game's number of moves; NaN below two games."""
        return _deviation(self.games, self.moves_total, self.moves_squares)


class Playouts:
    """The results of n random games: arrays of shape (n,), entry i for game i.

    ``playouts`` makes them; ``len`` is n.
    """

    __slots__ = ("max_exponents", "moves", "scores", "summary", "won")

    def __init__(
        self,
        scores: NDArray[np.uint32],
        moves: NDArray[np.uint32],
        max_exponents: NDArray[np.uint8],
        won: NDArray[np.bool_],
        summary: PlayoutSummary,
    ) -> None:
        self.scores = scores
        """The scores at the end: uint32."""
        self.moves = moves
        """The numbers of moves: uint32."""
        self.max_exponents = max_exponents
        """The exponents of the largest tiles at the end: uint8."""
        self.won = won
        """Whether a merge made a 2048 tile on the way: bool."""
        self.summary = summary
        """What the games come to, a PlayoutSummary."""

    def __len__(self) -> int:
        return len(self.scores)

    def __repr__(self) -> str:
        return f"<{len(self)} Playouts, mean score {self.summary.score_mean:.1f}>"


def playouts(
    n: SupportsIndex,
    seed: SupportsIndex,
    start: Board | None = None,
    threads: SupportsIndex = 1,
) -> Playouts:
    """Play n games to the end, each move uniformly random among the legal ones.

    Game i is ``Game(seed, number=i, start=start)``, from the two tiles of a new game or
    from the board ``start``, and its moves are drawn from bits of the same random words:
    the results depend on nothing but these arguments, not on ``threads``, the processor
    or the batch. A win never stops a game. The work is shared by ``threads`` threads.

    Returns the result of every game, 10 bytes each; ``playout_summary`` keeps none.
    Ctrl-C stops it within 0.1 s. Needs NumPy. Raises MemoryError if the results do not
    fit into memory, InvalidSeedError for a wrong seed, InvalidBoardError for a wrong
    start and Fast2048Error (a ValueError) for a wrong n or number of threads.
    """
    import numpy as np

    games, word, workers = _checked(n, seed, start, threads)
    try:
        scores = np.empty(games, np.uint32)
        moves = np.empty(games, np.uint32)
        max_exponents = np.empty(games, np.uint8)
        won = np.empty(games, np.uint8)
    except (ValueError, OverflowError) as error:  # more than an array can index
        raise MemoryError(f"no memory for the results of {games} games") from error

    def play(first: int, count: int, stopped: Callable[[], bool] | None) -> dict[str, Any]:
        part = slice(first, first + count)
        results = (scores[part], moves[part], max_exponents[part], won[part])
        return _core.run_playouts(word, first, count, start, results, stopped)

    summary = _shared(games, workers, play)
    return Playouts(scores, moves, max_exponents, won.view(np.bool_), summary)


def playout_summary(
    n: SupportsIndex,
    seed: SupportsIndex,
    start: Board | None = None,
    threads: SupportsIndex = 1,
) -> PlayoutSummary:
    """The summary of the games that ``playouts`` with these arguments would play.

    Takes the same memory for any n, and no NumPy. Raises as ``playouts`` does.
    """
    games, word, workers = _checked(n, seed, start, threads)

    def play(first: int, count: int, stopped: Callable[[], bool] | None) -> dict[str, Any]:
        return _core.run_playouts(word, first, count, start, None, stopped)

    return _shared(games, workers, play)


def _checked(n: object, seed: object, start: object, threads: object) -> tuple[int, int, int]:
    games, word, workers = as_integer(n), as_integer(seed), as_integer(threads)
    if games is None or not 0 <= games < 1 << 63:
        raise Fast2048Error(f"not a number of games: {quote(n)} (an integer from 0 to 2**63 - 1)")
    if word is None or not 0 <= word < 1 << 64:
        raise InvalidSeedError(f"not a seed: {quote(seed)} (an integer from 0 to 2**64 - 1)")
    if workers is None or workers < 1:
        raise Fast2048Error(f"not a number of threads: {quote(threads)} (an integer from 1)")
    if start is not None and type(start) is not Board:
        raise InvalidBoardError(f"not a Board to start from: {quote(start)}")
    return games, word, workers


def _shared(
    games: int,
    workers: int,
    play: Callable[[int, int, Callable[[], bool] | None], dict[str, Any]],
) -> PlayoutSummary:
    """Have all games played, by threads if there are to be several."""
    share = max(_SHARE_LEAST, -(-games // (workers * _SHARES)))
    shares = ((first, min(share, games - first)) for first in range(0, games, share))
    workers = min(workers, -(-games // share))
    if workers <= 1:
        return _summary([play(0, games, None)])

    import threading

    stop = threading.Event()
    lock = threading.Lock()
    done: list[dict[str, Any]] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            while not stop.is_set():
                with lock:
                    first, count = next(shares, (0, 0))
                if not count:
                    return
                done.append(play(first, count, stop.is_set))
        except BaseException as error:
            failed.append(error)
            stop.set()

    crew = [threading.Thread(target=work, daemon=True) for _ in range(workers)]
    for thread in crew:
        thread.start()
    try:
        for thread in crew:
            while thread.is_alive():
                thread.join(_LOOK_UP)
    finally:
        stop.set()
        for thread in crew:
            thread.join()
    if failed:
        raise failed[0]
    return _summary(done)


def _summary(parts: list[dict[str, Any]]) -> PlayoutSummary:
    def total(key: str) -> int:
        return sum(part[key] for part in parts)

    def known(key: str) -> Iterator[int]:
        return (part[key] for part in parts if part[key] is not None)

    return PlayoutSummary(
        games=total("games"),
        won=total("won"),
        score_total=total("score"),
        score_squares=total("score_squared"),
        score_least=min(known("score_least"), default=None),
        score_most=max(known("score_most"), default=None),
        moves_total=total("moves"),
        moves_squares=total("moves_squared"),
        moves_least=min(known("moves_least"), default=None),
        moves_most=max(known("moves_most"), default=None),
        max_exponents=tuple(map(sum, zip(*(part["max_exponents"] for part in parts), strict=True))),
    )


def _deviation(n: int, total: int, squares: int) -> float:
    return sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 else float("nan")
