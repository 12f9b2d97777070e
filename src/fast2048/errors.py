"""Every error that fast2048 raises on purpose.

All of them are ValueErrors, and each message quotes what was given.
"""

from __future__ import annotations

__all__ = [
    "ChoicePendingError",
    "Fast2048Error",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidCellError",
    "InvalidExponentError",
    "InvalidMoveError",
    "InvalidNetworkError",
    "InvalidRecordError",
    "InvalidSeedError",
    "InvalidTileError",
]


class Fast2048Error(ValueError):
    """The base of all errors of this package."""


class InvalidBoardError(Fast2048Error):
    """Not sixteen cells in a shape that can be read as a board."""


class InvalidTileError(InvalidBoardError):
    """A cell holds something that is no tile: 0, or 2, 4, 8 ... up to 131072."""


class InvalidExponentError(InvalidBoardError):
    """A cell holds something that is no exponent: an integer from 0 to 17."""


class InvalidCellError(Fast2048Error):
    """Not a cell number from 0 to 15, or a cell that cannot take a tile."""


class InvalidMoveError(Fast2048Error):
    """Not a direction at all. For one that the rules forbid: IllegalMoveError."""


class InvalidSeedError(Fast2048Error):
    """A seed or game number that is not an integer in its range."""


class InvalidNetworkError(Fast2048Error):
    """Not the shape of an n-tuple network, or a file of weights that cannot be read."""


class InvalidRecordError(Fast2048Error):
    """A record of a game that cannot be read, or does not follow the rules."""


class IllegalMoveError(Fast2048Error):
    """A direction that would not change the board. Nothing was changed."""


class ChoicePendingError(IllegalMoveError):
    """The game is won, and no move is accepted until ``keep_playing()``."""
