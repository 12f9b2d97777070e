"""The engine held against the reference, on the user's own machine.

The row check is a proof: there is no row of exponents 0 to 17 that it leaves out. The
board check draws at random.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TextIO

from fast2048 import reference
from fast2048._core import Board
from fast2048.checks import quote
from fast2048.errors import Fast2048Error
from fast2048.game import Game
from fast2048.move import Move

__all__ = ["Disagreement", "Report", "check_boards", "check_rows", "main"]

ROWS = 18**4
_SHOWN = 10
_BETWEEN_SHOWS = 0.1  # seconds


@dataclass(frozen=True)
class Disagreement:
    """One question on which engine and reference differ."""

    board: str
    """The board, as ``Board.text``."""
    question: str
    """What was asked about it."""
    engine: object
    """What the engine says."""
    reference: object
    """What the reference says."""

    def __str__(self) -> str:
        return (
            f"{self.question} on {self.board}: the engine says {self.engine},"
            f" the reference {self.reference}"
        )


@dataclass
class Report:
    """How a check went."""

    checked: int = 0
    """How many comparisons were made."""
    disagreements: list[Disagreement] = field(default_factory=list)
    """Those that did not come out equal."""

    def disagree(self, board: Board, question: str, engine: object, expected: object) -> None:
        """Note that engine and reference differ."""
        self.disagreements.append(Disagreement(board.text, question, engine, expected))

    def compare(self, board: Board, question: str, engine: object, expected: object) -> None:
        """Count a comparison, and note it if engine and reference differ."""
        self.checked += 1
        if engine != expected:
            self.disagree(board, question, engine, expected)


def _packed_lines(row: tuple[int, ...]) -> list[int]:
    """Boards that are empty but for the row, packed: as each row, then as each column."""
    low = [exponent % 16 for exponent in row]
    high = [exponent // 16 for exponent in row]
    boards = []
    for step, stride in ((1, 4), (4, 1)):
        for place in range(4):
            cells = [place * stride + i * step for i in range(4)]
            boards.append(sum(low[i] << 4 * cells[i] | high[i] << 64 + cells[i] for i in range(4)))
    return boards


def check_rows(report: Report, board_from_bits: Callable[[int], Board]) -> Iterator[int]:
    """Every row of exponents 0 to 17, pushed both ways, in each of the four rows and
    columns of a board: afterstate, reward, legality and win.

    What is found goes into ``report``. ``board_from_bits`` makes the engine's boards from
    packed ones, as ``Board.from_bits`` does. Yields the number of rows done.
    """
    for done, row in enumerate(product(range(18), repeat=4), 1):
        to_front, made = reference.push_row(row)
        to_back = reference.push_row(row[::-1])[0][::-1]
        reward = sum(reference.tile(exponent) for exponent in made)
        wins = reference.WINNING_EXPONENT in made
        expected_fronts, expected_backs = _packed_lines(to_front), _packed_lines(to_back)
        for place, bits in enumerate(_packed_lines(row)):
            board = board_from_bits(bits)
            front, back = (Move.LEFT, Move.RIGHT) if place < 4 else (Move.UP, Move.DOWN)
            for move, expected in ((front, expected_fronts[place]), (back, expected_backs[place])):
                after, gained = board.slide(move)
                legal = move in board.legal_moves
                changes = expected != bits
                report.checked += 1
                if (after.bits, gained, legal) != (expected, reward, changes):
                    report.disagree(
                        board,
                        f"{move!r} (afterstate, reward, legal)",
                        (after.text, gained, legal),
                        (to_front if move is front else to_back, reward, changes),
                    )
                if changes and place in (0, 4):
                    game = Game(0, start=Board.from_bits(bits))
                    game.push(move)
                    report.compare(board, f"{move!r} wins", game.is_won, wins)
        yield done


def random_rows(generator: random.Random) -> reference.Rows:
    """A board on which rules matter: half of them full, some of those stuck, with few
    kinds of tiles or many, at times large ones."""
    kinds = generator.sample(range(1, 18), generator.randint(1, 16))
    if generator.random() < 0.5:
        kinds.append(0)
    return tuple(tuple(generator.choice(kinds) for _ in range(4)) for _ in range(4))


def check_boards(
    report: Report, board_from_bits: Callable[[int], Board], number: int, seed: int
) -> Iterator[int]:
    """``number`` random boards, drawn by ``seed``: all that a Board says of itself.

    What is found goes into ``report``. ``board_from_bits`` makes the engine's boards from
    packed ones, as ``Board.from_bits`` does. Yields the number of boards done.
    """
    generator = random.Random(seed)
    for done in range(1, number + 1):
        rows = random_rows(generator)
        board = board_from_bits(reference.bits(rows))
        report.compare(board, "exponents", board.exponents, rows)
        for move in Move:
            after, reward = board.slide(move)
            report.compare(
                board, f"{move!r}", (after.exponents, reward), reference.slide(rows, move)
            )
        report.compare(board, "legal moves", board.legal_moves, reference.legal_moves(rows))
        report.compare(board, "terminal", board.is_terminal, reference.is_terminal(rows))
        report.compare(board, "empty cells", board.empty_cells, reference.empty_cells(rows))
        report.compare(board, "canonical", board.canonical().exponents, reference.canonical(rows))
        yield done


def _run(name: str, unit: str, total: int, report: Report, steps: Iterator[int]) -> bool:
    """Run a check with progress on a terminal's stderr; print what came of it."""
    live: TextIO | None = sys.stderr if sys.stderr.isatty() else None
    begin = shown = time.perf_counter()
    done = 0
    for done in steps:
        if live and time.perf_counter() - shown > _BETWEEN_SHOWS:
            shown = time.perf_counter()
            print(f"\r{name}: {100 * done // total} %", end="", file=live, flush=True)
    if live:
        print("\r\033[K", end="", file=live, flush=True)
    seconds = time.perf_counter() - begin
    found = len(report.disagreements)
    verdict = f"{found:,} DISAGREEMENTS" if found else "no disagreement"
    print(
        f"{name}: {done:,} {unit}, {report.checked:,} comparisons in {seconds:.1f} s: {verdict}",
        flush=True,
    )
    for disagreement in report.disagreements[:_SHOWN]:
        print(f"  {disagreement}")
    if found > _SHOWN:
        print(f"  ... and {found - _SHOWN:,} more")
    return not found


def main(
    boards: int = 20_000,
    seed: int | None = None,
    board_from_bits: Callable[[int], Board] = Board.from_bits,
) -> int:
    """Run both checks and print what was found. Returns 0, or 1 if anything disagreed.

    Raises Fast2048Error for a negative number of boards.
    """
    if boards < 0:
        raise Fast2048Error(f"not a number of boards: {quote(boards)}")
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    rows, drawn = Report(), Report()
    agreed = [
        _run(
            "rows",
            "rows, both ways, as every row and every column",
            ROWS,
            rows,
            check_rows(rows, board_from_bits),
        ),
        _run(
            "boards",
            f"random boards (seed {seed})",
            boards,
            drawn,
            check_boards(drawn, board_from_bits, boards, seed),
        ),
    ]
    return 0 if all(agreed) else 1
