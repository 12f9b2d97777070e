"""The slide of a move, cut into a few steps.

Where each tile goes is asked of the engine: it is shown the board as far as that tile,
and the number of tiles that are left after the slide tells the place.
"""

from __future__ import annotations

from typing import NamedTuple

from fast2048._core import Board
from fast2048.move import Move

__all__ = ["STEPS", "STEP_SECONDS", "Piece", "resting", "sliding"]

STEPS = 2  # drawings between the two boards; the settled board follows them
STEP_SECONDS = 0.03


class Piece(NamedTuple):
    """A tile somewhere on the board, between two cells perhaps."""

    row: float
    column: float
    exponent: int


def resting(board: Board) -> list[Piece]:
    """The tiles of a board where they lie."""
    return [
        Piece(row, column, exponent)
        for row, line in enumerate(board.exponents)
        for column, exponent in enumerate(line)
        if exponent
    ]


def sliding(board: Board, move: Move, progress: float) -> list[Piece]:
    """The tiles of ``board``, on their way: ``progress`` goes from 0 to 1.

    Those that have farthest to go are drawn last, above the others.
    """
    moving = []
    for (row, column), (to_row, to_column), exponent in _paths(board, move):
        rows, columns = to_row - row, to_column - column
        piece = Piece(row + progress * rows, column + progress * columns, exponent)
        moving.append((abs(rows + columns), piece))
    return [piece for _, piece in sorted(moving)]


def _paths(board: Board, move: Move) -> list[tuple[tuple[int, int], tuple[int, int], int]]:
    """``(from, to, exponent)`` of every tile, cells as (row, column)."""
    exponents = board.exponents
    # Which tiles are equal is all that counts, and a board may hold one more exponent
    # than a board may be set up with.
    kinds = {exponent: kind for kind, exponent in enumerate(sorted({0}.union(*exponents)))}
    paths = []
    for depth in range(4):
        # All that lies no deeper than this, seen from the edge that is pushed towards.
        shallow = [[0] * 4 for _ in range(4)]
        for line in range(4):
            for nearer in range(depth + 1):
                row, column = _cell(move, line, nearer)
                shallow[row][column] = kinds[exponents[row][column]]
        slid = Board.from_exponents(shallow).slide(move)[0].exponents
        for line in range(4):
            row, column = _cell(move, line, depth)
            if exponents[row][column]:
                cells = [_cell(move, line, place) for place in range(4)]
                left = sum(slid[to_row][to_column] > 0 for to_row, to_column in cells)
                paths.append(((row, column), cells[left - 1], exponents[row][column]))
    return paths


def _cell(move: Move, line: int, depth: int) -> tuple[int, int]:
    """(row, column) of the cell in this line, so far from the edge pushed towards."""
    if move in (Move.RIGHT, Move.DOWN):
        depth = 3 - depth
    return (line, depth) if move in (Move.LEFT, Move.RIGHT) else (depth, line)
