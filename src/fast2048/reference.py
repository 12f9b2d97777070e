"""The rules of 2048 in the plainest Python: the oracle that the engine is held against.

A board is a tuple of four rows of four exponents, like ``Board.exponents``. The names
are those of Board and Game. Nothing here is fast, and nothing is shared with the
engine: no table, no bit trick, no line of code. Arguments are trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from fast2048.errors import ChoicePendingError, Fast2048Error, IllegalMoveError

__all__ = [
    "EMPTY",
    "Game",
    "Generator",
    "bits",
    "canonical",
    "empty_cells",
    "is_terminal",
    "legal_moves",
    "max_tile",
    "slide",
    "spawn",
    "spawns",
    "tiles",
    "transform",
]

Rows = tuple[tuple[int, ...], ...]

UP, RIGHT, DOWN, LEFT = range(4)
EMPTY: Rows = ((0, 0, 0, 0),) * 4
WINNING_EXPONENT = 11


# ---- boards


def tile(exponent: int) -> int:
    """The face value; an empty cell, exponent 0, has 0."""
    return 1 << exponent if exponent else 0


def push_row(row: tuple[int, ...]) -> tuple[tuple[int, ...], list[int]]:
    """A row pushed to the left, and the exponents that its merges made."""
    waiting = [exponent for exponent in row if exponent]
    settled, made = [], []
    while waiting:
        exponent = waiting.pop(0)
        if waiting and waiting[0] == exponent:
            waiting.pop(0)
            exponent += 1
            made.append(exponent)
        settled.append(exponent)
    return tuple(settled + [0] * (4 - len(settled))), made


def transpose(board: Rows) -> Rows:
    return tuple(zip(*board, strict=True))


def mirror(board: Rows) -> Rows:
    return tuple(row[::-1] for row in board)


def push(board: Rows, move: int) -> tuple[Rows, list[int]]:
    """The afterstate, and the exponents that the merges made."""
    if move in (UP, DOWN):
        board = transpose(board)
    if move in (RIGHT, DOWN):
        board = mirror(board)
    pushed = [push_row(row) for row in board]
    after: Rows = tuple(row for row, _ in pushed)
    if move in (RIGHT, DOWN):
        after = mirror(after)
    if move in (UP, DOWN):
        after = transpose(after)
    return after, [exponent for _, made in pushed for exponent in made]


def slide(board: Rows, move: int) -> tuple[Rows, int]:
    """The afterstate, and the sum of the merged tiles. An illegal move: the same board, 0."""
    after, made = push(board, move)
    return after, sum(tile(exponent) for exponent in made)


def legal_moves(board: Rows) -> tuple[int, ...]:
    """The moves that change the board, in the order 0 up, 1 right, 2 down, 3 left."""
    return tuple(move for move in range(4) if slide(board, move)[0] != board)


def is_terminal(board: Rows) -> bool:
    """Whether no move changes the board."""
    return not legal_moves(board)


def tiles(board: Rows) -> Rows:
    """Face values."""
    return tuple(tuple(tile(exponent) for exponent in row) for row in board)


def max_tile(board: Rows) -> int:
    """The largest face value, 0 on an empty board."""
    return max(max(row) for row in tiles(board))


def empty_cells(board: Rows) -> tuple[int, ...]:
    """The numbers of the empty cells, ascending."""
    return tuple(4 * r + c for r in range(4) for c in range(4) if board[r][c] == 0)


def bits(board: Rows) -> int:
    """The packed board: low nibbles first, the fifth bits from bit 64 on."""
    packed = 0
    for cell in range(16):
        exponent = board[cell // 4][cell % 4]
        packed += (exponent % 16) * 2 ** (4 * cell)
        packed += (exponent // 16) * 2 ** (64 + cell)
    return packed


def spawn(board: Rows, cell: int, face: int) -> Rows:
    """The board with a 2 or a 4 put on an empty cell."""
    rows = [list(row) for row in board]
    rows[cell // 4][cell % 4] = {2: 1, 4: 2}[face]
    return tuple(tuple(row) for row in rows)


def spawns(board: Rows) -> Iterator[tuple[float, Rows]]:
    """Every board that a spawn can make, with its probability."""
    empty = empty_cells(board)
    for cell in empty:
        yield 0.9 / len(empty), spawn(board, cell, 2)
        yield 0.1 / len(empty), spawn(board, cell, 4)


def transform(board: Rows, symmetry: int) -> Rows:
    """Mirrored if bit 0, then turned upside down if bit 1, then transposed if bit 2."""
    if symmetry & 1:
        board = mirror(board)
    if symmetry & 2:
        board = board[::-1]
    if symmetry & 4:
        board = transpose(board)
    return board


def canonical(board: Rows) -> Rows:
    """The image with the smallest packed form."""
    return min((transform(board, symmetry) for symmetry in range(8)), key=bits)


# ---- randomness

WORD = 2**64
HALF = 2**32
GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def rotate_left(word: int, by: int) -> int:
    return (word << by) % WORD | word >> (64 - by)


def mix(z: int) -> int:
    """The output function of SplitMix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


class Generator:
    """The random words of game ``number`` of ``seed``: xoroshiro128++ 1.0.

    After Blackman and Vigna, "Scrambled linear pseudorandom number generators" (ACM TOMS
    2021); its state is filled by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    """

    def __init__(self, seed: int, number: int = 0) -> None:
        self.s0 = mix((seed + GOLDEN_GAMMA) % WORD)
        self.s1 = mix((self.s0 + 2 * GOLDEN_GAMMA + number) % WORD)

    @classmethod
    def from_state(cls, s0: int, s1: int) -> Generator:
        """A generator in a given state of two 64-bit words, not both zero."""
        generator = cls(0)
        generator.s0, generator.s1 = s0, s1
        return generator

    def next(self) -> int:
        """The next 64-bit word."""
        s0, s1 = self.s0, self.s1
        word = (rotate_left((s0 + s1) % WORD, 17) + s0) % WORD
        s1 ^= s0
        self.s0 = rotate_left(s0, 49) ^ s1 ^ ((s1 << 21) % WORD)
        self.s1 = rotate_left(s1, 28)
        return word

    def draw(self, n: int) -> tuple[int, int]:
        """Which of n empty cells, and the exponent of the tile: 1, or 2 one time in ten.

        The upper half of a word, as a fraction, times n is the cell; the lower half
        times ten is 0 for a 4. Words on which either would not be exactly uniform
        are passed over.
        """
        while True:
            upper, lower = divmod(self.next(), HALF)
            if upper * n % HALF < HALF % 720720 or lower * 120 % HALF < HALF % 120:
                continue
            return upper * n // HALF, 2 if lower * 10 // HALF == 0 else 1


# ---- a game


class Game:
    """A game with undo, as fast2048.Game: the same seed, number and moves, the same tiles.

    ``board`` and ``start`` are rows of exponents, moves plain integers.
    """

    def __init__(self, seed: int, number: int = 0, start: Rows | None = None) -> None:
        self.generator = Generator(seed, number)
        self.score = 0
        self.history: tuple[int, ...] = ()
        self.is_won = False
        self.awaiting_choice = False
        self.last_spawn: tuple[int, int] | None = None
        self.undo_steps: list[dict[str, Any]] = []
        if start is None:
            self.board = EMPTY
            self.spawn()
            self.spawn()
        else:
            self.board = start

    def spawn(self) -> None:
        """Put a random tile on a random empty cell."""
        empty = empty_cells(self.board)
        index, exponent = self.generator.draw(len(empty))
        self.last_spawn = empty[index], tile(exponent)
        self.board = spawn(self.board, *self.last_spawn)

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return len(self.history)

    @property
    def is_over(self) -> bool:
        """Whether the board has no legal move left."""
        return is_terminal(self.board)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The moves that ``push`` accepts now: none while the choice is open."""
        return () if self.awaiting_choice else legal_moves(self.board)

    def push(self, move: int) -> int:
        """Make a move and let a tile spawn. Returns the reward.

        Raises IllegalMoveError, or ChoicePendingError while the choice after a win is open.
        """
        if self.awaiting_choice:
            raise ChoicePendingError(f"{move} while the win is not answered")
        if move not in legal_moves(self.board):
            raise IllegalMoveError(f"{move} changes nothing on {self.board}")
        self.undo_steps.append(vars(self) | {"generator": copy(self.generator)})
        self.board, made = push(self.board, move)
        reward = sum(tile(exponent) for exponent in made)
        self.score += reward
        self.history += (move,)
        if WINNING_EXPONENT in made and not self.is_won:
            self.is_won = True
            self.awaiting_choice = True
        self.spawn()
        if self.is_over:
            self.awaiting_choice = False
        return reward

    def pop(self) -> int:
        """Take the last move back, and return it. Raises IndexError at the start."""
        if not self.undo_steps:
            raise IndexError("no move to take back")
        undone = self.history[-1]
        vars(self).update(self.undo_steps.pop())
        return undone

    def keep_playing(self) -> None:
        """Play on after the win. Raises Fast2048Error if there is no choice to make."""
        if not self.awaiting_choice:
            raise Fast2048Error("keep_playing() where no choice is open")
        self.awaiting_choice = False
