"""Many boards in one call, on NumPy arrays; and many games that advance together.

Boards are arrays of exponents: dtype uint8, shape (n, 4, 4), any strides, read-only ones
too. Moves are n integers of any integer dtype, or one Move for all. Results are always
fresh arrays, and arguments are never written to. What is wrong raises with the index of
the first wrong entry.
"""

from __future__ import annotations

from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from fast2048 import _core
from fast2048.checks import as_integer, quote
from fast2048.errors import (
    Fast2048Error,
    InvalidBoardError,
    InvalidExponentError,
    InvalidMoveError,
)

__all__ = ["Games", "is_terminal", "legal_mask", "slide", "to_tiles"]

Boards = NDArray[np.uint8]

_MOVE_RANGE: Final = "(0 up, 1 right, 2 down, 3 left)"


def slide(boards: Boards, moves: Any) -> tuple[Boards, NDArray[np.uint32]]:
    """Push every board: ``(after, rewards)``.

    ``after`` holds the afterstates, uint8 of shape (n, 4, 4); ``rewards`` the sums of the
    merged tiles, uint32 of shape (n,). An illegal move gives the same board and 0. Raises
    InvalidBoardError for a wrong dtype or shape, InvalidExponentError for an exponent
    above 17 and InvalidMoveError for what is no move.
    """
    boards = _boards(boards)
    n = len(boards)
    directions = _moves(moves, n)
    after = np.empty_like(boards)
    rewards = np.empty(n, np.uint32)
    _core.boards_slide(boards, directions, n, after, rewards)
    return after, rewards


def legal_mask(boards: Boards) -> NDArray[np.bool_]:
    """Which moves are legal: bool of shape (n, 4), in the order up, right, down, left.

    Raises as ``slide`` does.
    """
    boards = _boards(boards)
    legal = np.empty((len(boards), 4), np.bool_)
    _core.boards_legal(boards, len(boards), legal)
    return legal


def is_terminal(boards: Boards) -> NDArray[np.bool_]:
    """Which boards have no legal move: bool of shape (n,). Raises as ``slide`` does."""
    boards = _boards(boards)
    terminal = np.empty(len(boards), np.bool_)
    _core.boards_terminal(boards, len(boards), terminal)
    return terminal


def to_tiles(boards: Boards) -> NDArray[np.uint32]:
    """The face values, 0 for an empty cell: uint32 of shape (n, 4, 4).

    Raises as ``slide`` does.
    """
    boards = _boards(boards)
    tiles = np.empty(boards.shape, np.uint32)
    _core.boards_tiles(boards, len(boards), tiles)
    return tiles


class Games:
    """n games that advance together, one move each a step.

    Game i is ``Game(seed, number=i)``, and a win does not wait for an answer. With
    ``restart``, a game that ends is replaced at once by the one whose number is n higher;
    the board, score and moves with which it ended stay in ``last_boards``,
    ``last_scores`` and ``last_moves``. Without, it stays as it is and takes no move.

    What it returns are copies. Games belong to one thread at a time. Raises Fast2048Error
    (a ValueError) for a wrong n, InvalidSeedError for a wrong seed and MemoryError if
    there is no memory for so many.
    """

    __slots__ = ("_n", "_restart", "_seed", "_state")

    def __init__(self, n: SupportsIndex, seed: SupportsIndex, restart: bool = True) -> None:
        games = as_integer(n)
        if games is None or games < 0:
            raise Fast2048Error(f"not a number of games: {quote(n)} (an integer from 0)")
        if not isinstance(restart, bool):
            raise Fast2048Error(f"restart is True or False, not {quote(restart)}")
        try:
            self._state = _core.GamesState(games, seed, restart)
        except OverflowError as error:
            raise MemoryError(f"no memory for {games} games") from error
        self._n = games
        self._seed = int(seed)
        self._restart = restart

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<{self._n} Games seed={self._seed} restart={self._restart}>"

    @property
    def seed(self) -> int:
        """The seed of all the games."""
        return self._seed

    @property
    def restart(self) -> bool:
        """Whether a game that ends makes room for another."""
        return self._restart

    def step(self, moves: Any) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
        """Make a move in every game, each followed by a spawn: ``(rewards, ended)``.

        ``moves`` are n integers 0 to 3, or one Move. ``rewards`` (uint32, shape (n,)) are
        the sums of the merged tiles; ``ended`` (bool, shape (n,)) tells which games have
        no legal move left. An illegal move does nothing and gains 0: no spawn, and no
        move counted. Raises InvalidMoveError for what is no move; no game has then moved.
        """
        directions = _moves(moves, self._n)
        rewards = np.empty(self._n, np.uint32)
        ended = np.empty(self._n, np.bool_)
        self._state.advance(directions, rewards, ended)
        return rewards, ended

    def legal_mask(self) -> NDArray[np.bool_]:
        """Which moves are legal: bool of shape (n, 4), order up, right, down, left."""
        legal = np.empty((self._n, 4), np.bool_)
        self._state.read_legal(legal)
        return legal

    @property
    def boards(self) -> Boards:
        """The boards: exponents, uint8 of shape (n, 4, 4)."""
        return self._read_boards(False)

    @property
    def scores(self) -> NDArray[np.uint32]:
        """The scores: uint32 of shape (n,)."""
        return self._read_scores(False)

    @property
    def moves(self) -> NDArray[np.uint32]:
        """How many moves each game has made: uint32 of shape (n,)."""
        return self._read_moves(False)

    @property
    def numbers(self) -> NDArray[np.uint64]:
        """The numbers of the games: uint64 of shape (n,), at first 0 to n - 1."""
        numbers = np.empty(self._n, np.uint64)
        self._state.read_numbers(numbers)
        return numbers

    @property
    def last_boards(self) -> Boards:
        """The final boards of the games that were replaced last, empty before that."""
        return self._read_boards(True)

    @property
    def last_scores(self) -> NDArray[np.uint32]:
        """Their final scores, 0 before that."""
        return self._read_scores(True)

    @property
    def last_moves(self) -> NDArray[np.uint32]:
        """How many moves they had, 0 before that."""
        return self._read_moves(True)

    def _read_boards(self, last: bool) -> Boards:
        boards = np.empty((self._n, 4, 4), np.uint8)
        self._state.read_boards(boards, last)
        return boards

    def _read_scores(self, last: bool) -> NDArray[np.uint32]:
        scores = np.empty(self._n, np.uint32)
        self._state.read_scores(scores, last)
        return scores

    def _read_moves(self, last: bool) -> NDArray[np.uint32]:
        moves = np.empty(self._n, np.uint32)
        self._state.read_moves(moves, last)
        return moves


def _boards(given: Any) -> Boards:
    """The boards in one piece of memory, checked."""
    boards = np.asarray(given)
    if boards.dtype != np.uint8:
        raise InvalidBoardError(f"boards are exponents of dtype uint8, not {boards.dtype}")
    if boards.ndim != 3 or boards.shape[1:] != (4, 4):
        raise InvalidBoardError(f"boards have the shape (n, 4, 4), not {boards.shape}")
    boards = np.ascontiguousarray(boards)
    n = len(boards)
    bad = _core.boards_check(boards, n)
    if bad < n:
        row, column = np.argwhere(boards[bad] > 17)[0]
        raise InvalidExponentError(
            f"not an exponent: {boards[bad, row, column]}, in board {bad} at row {row}, "
            f"column {column} (0 to 17)"
        )
    return boards


def _moves(given: Any, n: int) -> NDArray[np.uint8]:
    """n moves as bytes, checked."""
    moves = np.asarray(given)
    if moves.ndim == 0:
        one = as_integer(given)
        if one is None or not 0 <= one <= 3:
            raise InvalidMoveError(f"not a move: {quote(given)} {_MOVE_RANGE}")
        return np.full(n, one, np.uint8)
    if moves.shape != (n,):
        raise InvalidMoveError(f"moves have the shape ({n},), one a board, not {moves.shape}")
    if moves.size and moves.dtype.kind not in "iu":
        raise InvalidMoveError(f"moves are integers, not {moves.dtype}")
    wide = np.ascontiguousarray(moves, np.int64)
    narrow = np.empty(n, np.uint8)
    bad = _core.moves_check(wide, n, narrow)
    if bad < n:
        raise InvalidMoveError(f"not a move: {moves[bad]}, at index {bad} {_MOVE_RANGE}")
    return narrow
