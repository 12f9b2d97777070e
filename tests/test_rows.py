"""Proof by enumeration: every row, pushed both ways, wherever it lies."""

import random

import pytest

from fast2048 import Board, Fast2048Error, Move, reference, verify


def test_every_row_in_every_place_is_pushed_as_the_reference_does():
    report = verify.Report()
    done = list(verify.check_rows(report, Board.from_bits))
    assert done == list(range(1, 18**4 + 1))
    assert report.disagreements == []
    assert report.checked >= 16 * 18**4


class Liar:
    """A board that answers one question wrongly for a board; a terminal one it is not."""

    def __init__(self, bits, question):
        self.board, self.question = Board.from_bits(bits), question

    def __getattr__(self, name):
        right = getattr(self.board, name)
        if name != self.question:
            return right
        return {
            "legal_moves": (), "is_terminal": not right, "empty_cells": (0,), "exponents": None,
            "canonical": lambda: Board.from_bits(1),
        }[name]  # fmt: skip


@pytest.mark.parametrize(
    "question", ["legal_moves", "is_terminal", "empty_cells", "exponents", "canonical"]
)
def test_the_random_boards_are_asked_everything(question):
    report = verify.Report()
    for _ in verify.check_boards(report, lambda bits: Liar(bits, question), 200, seed=1):
        pass
    assert len(report.disagreements) > 20


@pytest.mark.usefixtures("short_proof")
def test_the_proof_asks_who_wins(monkeypatch):
    monkeypatch.setattr(verify.reference, "WINNING_EXPONENT", 15)
    report = verify.Report()
    for _ in verify.check_rows(report, Board.from_bits):
        pass
    assert {d.question for d in report.disagreements} == {
        f"{move!r} wins" for move in (Move.LEFT, Move.RIGHT, Move.UP, Move.DOWN)
    }


@pytest.mark.usefixtures("short_proof")
def test_verify_shows_progress_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(verify.sys, "stderr", Terminal())
    monkeypatch.setattr(verify, "_BETWEEN_SHOWS", 0.0)
    assert verify.main(boards=40, seed=1) == 0
    assert "boards: 50 %" in verify.sys.stderr.text
    assert verify.sys.stderr.text.endswith("\r\033[K")
    assert "%" not in capsys.readouterr().out


class Terminal:
    text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_a_number_of_boards_below_zero_is_refused():
    with pytest.raises(Fast2048Error, match="-5"):
        verify.main(boards=-5)


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
    assert rows.startswith("rows: 256 rows, both ways, as every row and every column")
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
