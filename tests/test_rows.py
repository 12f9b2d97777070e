"""Proof by enumeration: every row, pushed both ways, wherever it lies."""

import random

import pytest

from fast2048 import Board, reference, verify


def test_every_row_in_every_place_is_pushed_as_the_reference_does():
    report = verify.Report()
    done = list(verify.check_rows(report, Board.from_bits))
    assert done == list(range(1, 18**4 + 1))
    assert report.disagreements == []
    assert report.checked >= 16 * 18**4


class Faulty:
    """A board whose slide goes wrong on one row; everything else is right."""

    def __init__(self, bits):
        self.board = Board.from_bits(bits)

    def __getattr__(self, name):
        return getattr(self.board, name)

    def slide(self, move):
        if self.board.text == "0000/ffe0/0000/0000":
            return self.board, 0
        return self.board.slide(move)


@pytest.fixture
def short_proof(monkeypatch):
    """The row proof over four exponents instead of eighteen, for tests of what is printed."""
    every = verify.product
    monkeypatch.setattr(verify, "product", lambda _, repeat: every((0, 1, 14, 15), repeat=repeat))


@pytest.mark.usefixtures("short_proof")
def test_the_proof_finds_a_single_wrong_row():
    report = verify.Report()
    for _ in verify.check_rows(report, Faulty):
        pass
    assert {d.board for d in report.disagreements} == {"0000/ffe0/0000/0000"}
    assert [d.question for d in report.disagreements] == [
        "Move.LEFT (afterstate, reward, legal)",
        "Move.RIGHT (afterstate, reward, legal)",
    ]


@pytest.mark.usefixtures("short_proof")
def test_verify_says_what_was_checked(capsys):
    assert verify.main(boards=50, seed=3) == 0
    rows, boards = capsys.readouterr().out.splitlines()
    assert rows.startswith("rows: 104,976 rows, both ways, as every row and every column")
    assert boards.startswith("boards: 50 random boards (seed 3), 450 comparisons in ")
    assert rows.endswith("no disagreement")
    assert boards.endswith("no disagreement")


@pytest.mark.usefixtures("short_proof")
def test_verify_fails_and_quotes_the_board(capsys):
    assert verify.main(boards=10, seed=3, board_from_bits=Faulty) == 1
    out = capsys.readouterr().out
    assert "2 DISAGREEMENTS" in out
    assert "on 0000/ffe0/0000/0000: the engine says ('0000/ffe0/0000/0000', 0," in out


def test_the_random_boards_are_of_every_kind():
    generator = random.Random(1)
    boards = [verify.random_rows(generator) for _ in range(2000)]
    full = sum(all(all(row) for row in rows) for rows in boards)
    stuck = sum(reference.is_terminal(rows) for rows in boards)
    large = sum(max(map(max, rows)) > 15 for rows in boards)
    assert min(full, stuck, large) > 20
