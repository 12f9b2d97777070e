"""The best move: expectimax over the afterstates that a network values."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from typing import Any, NamedTuple, SupportsIndex

from fast2048._core import MAX_DEPTH, Board, Search
from fast2048.checks import as_integer, quote
from fast2048.errors import Fast2048Error, InvalidBoardError
from fast2048.move import Move
from fast2048.networks import Network, load_network

__all__ = ["MAX_DEPTH", "Analysis", "Solver"]

CUTOFF = 1e-3
TABLE = 1 << 16
_LARGEST_TABLE = 1 << 30
_LONGEST = 86400  # seconds


class Analysis(NamedTuple):
    """What a search found."""

    best: Move | None
    """The best move; of equals the first in the order up, right, down, left. None on a
    board without moves."""
    values: dict[Move, float]
    """For each legal move the points to be expected from it on to the end of the game."""
    depth: int
    """Plies that were searched."""
    evaluations: int
    """Afterstates that the network was asked about."""


class Solver:
    """A player: a network, and how deep to look ahead.

    ``network`` is a Network, the name of an installed one, or the path of a file; None is
    the one that FAST2048_NETWORK in the environment names, else the one that comes with the
    package. ``depth`` is a number of plies from 1 to MAX_DEPTH
    (15): one ply is the best afterstate, every further one all spawns and the best answer
    to each. ``seconds`` limits the time of a move: 1 ply is searched, then 2, and so on, up
    to ``depth`` if that is given too. With neither, 3 plies are searched, and more when
    few cells are empty. What is searched by plies alone is the same on every machine.

    ``cutoff`` leaves out spawns that come about with a smaller probability, counted from
    the board that is asked about; 0 leaves out none. ``table`` is how many positions are
    remembered in a search: a power of two, or 0; with cutoff 0 it changes no value.

    A solver may be used from several threads at a time. It pickles as its settings. While
    it searches the GIL is released, and Ctrl-C ends a search. Raises Fast2048Error for
    settings out of range.
    """

    def __init__(
        self,
        network: Network | str | PathLike[str] | None = None,
        depth: SupportsIndex | None = None,
        seconds: float | None = None,
        *,
        cutoff: float = CUTOFF,
        table: SupportsIndex = TABLE,
    ) -> None:
        if isinstance(network, PathLike):
            network = fspath(network)
        self._settings = (network, _depth(depth), _seconds(seconds), _cutoff(cutoff), _table(table))
        if network is None:
            network = os.environ.get("FAST2048_NETWORK") or None
        self._network = network if isinstance(network, Network) else load_network(network)
        # A search is for one thread at a time; those that rest wait here.
        self._resting: list[Search] = []

    @property
    def network(self) -> Network:
        """The network that values afterstates."""
        return self._network

    @property
    def depth(self) -> int | None:
        """Plies, or None."""
        return self._settings[1]

    @property
    def seconds(self) -> float | None:
        """The time for a move, or None."""
        return self._settings[2]

    def best(self, board: Board) -> Move:
        """The best move on a board. Raises InvalidBoardError if there is no legal move."""
        best = self.analyse(board).best
        if best is None:
            raise InvalidBoardError(f"no move is legal on {board.text}")
        return best

    def evaluate(self, board: Board) -> dict[Move, float]:
        """For each legal move what it is worth: the points to be expected from it on.

        In the order up, right, down, left; empty on a board without moves. Raises
        InvalidBoardError for what is no Board.
        """
        return self.analyse(board).values

    def analyse(self, board: Board) -> Analysis:
        """The best move, all values, and what it took to find them.

        Raises InvalidBoardError for what is no Board.
        """
        if not isinstance(board, Board):
            raise InvalidBoardError(f"not a Board: {quote(board)}")
        with self._search() as search:
            values, best, depth, evaluations = search.run(board)
        return Analysis(
            None if best < 0 else Move(best),
            {move: value for move, value in zip(Move, values, strict=True) if value is not None},
            depth,
            evaluations,
        )

    def play(self, seed: SupportsIndex, number: SupportsIndex = 0) -> tuple[int, int, int]:
        """Play ``Game(seed, number)`` to its end, past any win.

        Returns the score, the number of moves, and the largest tile. Raises
        InvalidSeedError.
        """
        with self._search() as search:
            return search.play(seed, number)

    @contextmanager
    def _search(self) -> Iterator[Search]:
        try:
            search = self._resting.pop()
        except IndexError:
            _, depth, seconds, cutoff, table = self._settings
            search = Search(self._network, depth or 0, seconds or 0.0, cutoff, table)
        try:
            yield search
        finally:
            self._resting.append(search)

    def __reduce__(self) -> tuple[Any, ...]:
        return _solver, self._settings

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solver) and self._settings == other._settings

    def __hash__(self) -> int:
        return hash(self._settings)

    def __repr__(self) -> str:
        names = ("network", "depth", "seconds", "cutoff", "table")
        usual = (None, None, None, CUTOFF, TABLE)
        told = [
            f"{name}={value!r}"
            for name, value, default in zip(names, self._settings, usual, strict=True)
            if value != default
        ]
        return f"Solver({', '.join(told)})"


def _solver(network: Any, depth: Any, seconds: Any, cutoff: Any, table: Any) -> Solver:
    """What a pickled Solver calls."""
    return Solver(network, depth, seconds, cutoff=cutoff, table=table)


# ---- settings


def _depth(depth: SupportsIndex | None) -> int | None:
    if depth is None:
        return None
    plies = as_integer(depth)
    if plies is None or not 1 <= plies <= MAX_DEPTH:
        raise Fast2048Error(f"not a depth: {quote(depth)} (1 to {MAX_DEPTH} plies)")
    return plies


def _seconds(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise Fast2048Error(f"not a time: {quote(seconds)} (a number of seconds)")
    if not 0 < seconds <= _LONGEST:
        raise Fast2048Error(f"not a time: {quote(seconds)} (more than 0 seconds, up to a day)")
    return float(seconds)


def _cutoff(cutoff: float) -> float:
    if isinstance(cutoff, bool) or not isinstance(cutoff, int | float) or not 0 <= cutoff < 1:
        raise Fast2048Error(f"not a cut-off: {quote(cutoff)} (a probability below 1)")
    return float(cutoff)


def _table(table: SupportsIndex) -> int:
    size = as_integer(table)
    if size is None or not (size == 0 or (2 <= size <= _LARGEST_TABLE and not size & (size - 1))):
        raise Fast2048Error(
            f"not a size of a table: {quote(table)} (a power of two from 2 to 2**30, or 0)"
        )
    return size
