"""2048, with the engine in C.

>>> from fast2048 import Board, Game, Move
>>> after, reward = Board.from_text("1120/0000/0000/0000").slide(Move.LEFT)
>>> after.tiles[0], reward
((4, 4, 0, 0), 4)
"""

from __future__ import annotations

__version__ = "0.1.0"

try:
    from fast2048 import _core as _core
except ImportError as error:
    raise ImportError(
        "fast2048 has no compiled engine here: build it with `pip install .` (or `make`) "
        f"in the source tree, or install a wheel ({error})"
    ) from error

from fast2048._core import Board, cpu_features
from fast2048.errors import (
    ChoicePendingError,
    Fast2048Error,
    IllegalMoveError,
    InvalidBoardError,
    InvalidCellError,
    InvalidExponentError,
    InvalidMoveError,
    InvalidNetworkError,
    InvalidRecordError,
    InvalidSeedError,
    InvalidTileError,
)
from fast2048.game import Game
from fast2048.move import Move
from fast2048.playout import Playouts, PlayoutSummary, playout_summary, playouts

__all__ = [
    "Board",
    "ChoicePendingError",
    "Fast2048Error",
    "Game",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidCellError",
    "InvalidExponentError",
    "InvalidMoveError",
    "InvalidNetworkError",
    "InvalidRecordError",
    "InvalidSeedError",
    "InvalidTileError",
    "Move",
    "PlayoutSummary",
    "Playouts",
    "__version__",
    "cpu_features",
    "playout_summary",
    "playouts",
]
