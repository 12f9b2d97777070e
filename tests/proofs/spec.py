"""The rules of RULES.md as terms: a few plain lines for each.

A board is a list of 16 exponents, cell = 4 * row + column. The proofs say that what the
engine computes is what stands here; tests/proofs/test_spec.py holds reference.py
against the same lines.
"""

from __future__ import annotations

import z3

UP, RIGHT, DOWN, LEFT = range(4)
WINNING_EXPONENT = 11


# The words of the specification, for terms and for plain numbers alike.


def choose(condition, yes, no):
    if isinstance(condition, bool):
        return yes if condition else no
    return z3.If(condition, yes, no)


def every(conditions):
    conditions = list(conditions)
    return all(conditions) if all(isinstance(c, bool) for c in conditions) else z3.And(conditions)


def some(conditions):
    conditions = list(conditions)
    return any(conditions) if all(isinstance(c, bool) for c in conditions) else z3.Or(conditions)


def opposite(condition):
    return not condition if isinstance(condition, bool) else z3.Not(condition)


def count(conditions, bits=8):
    """How many of the conditions hold: as a term, a bit-vector."""
    conditions = list(conditions)
    if all(isinstance(c, bool) for c in conditions):
        return sum(conditions)
    total = z3.BitVecVal(0, bits)
    for condition in conditions:
        total = total + choose(condition, z3.BitVecVal(1, bits), z3.BitVecVal(0, bits))
    return total


# ---- the rules


def is_tile(exponent):
    return exponent != 0


def slid_together(row):
    """The tiles of a row without the gaps between them, then empty cells."""
    settled = []
    for k in range(4):
        found = 0 * row[0]  # tile number k: the one with k tiles before it
        for i in range(4):
            before = count(is_tile(other) for other in row[:i])
            found = choose(every([is_tile(row[i]), before == k]), row[i], found)
        settled.append(found)
    return settled


def push_row(row):
    """A row pushed to the left: the row, and the exponents of its two possible merges.

    Pairing starts at the left edge, and a tile merges at most once.
    """
    a, b, c, d = slid_together(row)
    nothing = 0 * a
    ab = every([is_tile(a), a == b])
    bc = every([is_tile(b), b == c])
    cd = every([is_tile(c), c == d])

    def by_case(both, front, middle, back, none):
        last = choose(bc, middle, choose(cd, back, none))
        return choose(ab, choose(cd, both, front), last)

    after = [
        by_case(a + 1, a + 1, a, a, a),
        by_case(c + 1, c, b + 1, b, b),
        by_case(nothing, d, d, c + 1, c),
        by_case(nothing, nothing, nothing, nothing, d),
    ]
    first = by_case(a + 1, a + 1, b + 1, c + 1, nothing)
    second = by_case(c + 1, nothing, nothing, nothing, nothing)
    return after, (first, second)


def lines(move):
    """The cell numbers of the four lines of a push, each from the edge pushed towards."""
    rows = [[4 * r + c for c in range(4)] for r in range(4)]
    columns = [[4 * r + c for r in range(4)] for c in range(4)]
    chosen = rows if move in (LEFT, RIGHT) else columns
    return chosen if move in (LEFT, UP) else [line[::-1] for line in chosen]


def push(board, move):
    """The afterstate, and the exponents that the eight possible merges made (0: none)."""
    after, made = list(board), []
    for line in lines(move):
        pushed, merged = push_row([board[cell] for cell in line])
        made += merged
        for cell, exponent in zip(line, pushed, strict=True):
            after[cell] = exponent
    return after, made


def same(first, second):
    return every(a == b for a, b in zip(first, second, strict=True))


def legal(board, move):
    """Whether the push changes the board."""
    return opposite(same(push(board, move)[0], board))


def over(board):
    """Full, and no two adjacent cells, across or down, hold the same value."""
    full = every(is_tile(exponent) for exponent in board)
    across = [(c, c + 1) for c in range(16) if c % 4 < 3]
    down = [(c, c + 4) for c in range(12)]
    return every([full, *(board[i] != board[j] for i, j in across + down)])


def spawned(board, k, exponent):
    """The board with an exponent put on empty cell number k, counted from 0 in cell order."""
    after = []
    for cell, here in enumerate(board):
        empty_before = count(opposite(is_tile(other)) for other in board[:cell])
        chosen = every([opposite(is_tile(here)), empty_before == k])
        after.append(choose(chosen, exponent, here))
    return after


def transformed(board, symmetry):
    """Mirrored if bit 0, then turned upside down if bit 1, then transposed if bit 2."""
    rows = [board[4 * r : 4 * r + 4] for r in range(4)]
    if symmetry & 1:
        rows = [row[::-1] for row in rows]
    if symmetry & 2:
        rows = rows[::-1]
    if symmetry & 4:
        rows = [[rows[r][c] for r in range(4)] for c in range(4)]
    return [cell for row in rows for cell in row]


def transformed_move(move, symmetry):
    """The same push, seen through the symmetry."""
    if symmetry & 1:
        move = {LEFT: RIGHT, RIGHT: LEFT}.get(move, move)
    if symmetry & 2:
        move = {UP: DOWN, DOWN: UP}.get(move, move)
    if symmetry & 4:
        move = {UP: LEFT, LEFT: UP, RIGHT: DOWN, DOWN: RIGHT}[move]
    return move
