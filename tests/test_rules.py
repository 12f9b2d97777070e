"""The rules of a move, on engine and reference alike."""

import pytest
from hypothesis import given

from strategies import rows as boards
from strategies import stuck_rows
from twins import Engine, Reference, rows_of_tiles

UP, RIGHT, DOWN, LEFT = range(4)

# board, move, afterstate, reward, legal moves of the board. Each was got wrong somewhere.
CASES = {
    "a tile merges once a move": (
        "2 2 2 2 / 0 / 0 / 0", LEFT, "4 4 0 0 / 0 / 0 / 0", 8, "0111",
    ),
    "pairing starts at the edge pushed towards": (
        "2 2 2 0 / 0 / 0 / 0", RIGHT, "0 0 2 4 / 0 / 0 / 0", 4, "0111",
    ),
    "a merged tile does not merge with the next": (
        "8 8 16 0 / 0 / 0 / 0", LEFT, "16 16 0 0 / 0 / 0 / 0", 16, "0111",
    ),
    "rows do not disturb each other": (
        "2 0 0 8 / 0 4 4 4 / 0 4 2 8 / 0 4 2 32", RIGHT,
        "0 0 2 8 / 0 0 4 8 / 0 4 2 8 / 0 4 2 32", 8, "1111",
    ),
    "an illegal move changes nothing": (
        "0 / 0 / 4 2 4 0 / 16 8 2 4", LEFT, "0 / 0 / 4 2 4 0 / 16 8 2 4", 0, "1100",
    ),
    "the last gap closes": (
        "0 2 4 8 / 8 2 4 8 / 2 4 8 16 / 16 8 4 2", LEFT,
        "2 4 8 0 / 8 2 4 8 / 2 4 8 16 / 16 8 4 2", 0, "1011",
    ),
    "a full board with a pair goes on": (
        "2 2 4 8 / 16 32 64 128 / 4 8 16 32 / 64 128 256 512", LEFT,
        "4 4 8 0 / 16 32 64 128 / 4 8 16 32 / 64 128 256 512", 4, "0101",
    ),
    "a tile merged in an earlier move may merge again": (
        "0 / 0 0 0 2 / 0 0 0 2 / 0 0 4 4", RIGHT,
        "0 / 0 0 0 2 / 0 0 0 2 / 0 0 0 8", 8, "1111",
    ),
    "two 32768s make a 65536": (
        "32768 32768 0 0 / 0 / 0 / 0", LEFT, "65536 0 0 0 / 0 / 0 / 0", 65536, "0111",
    ),
    "two 65536s make a 131072": (
        "0 / 65536 0 0 65536 / 0 / 0", RIGHT, "0 / 0 0 0 131072 / 0 / 0", 131072, "1111",
    ),
    "two 131072s set up by hand make a 262144": (
        "131072 0 0 0 / 131072 0 0 0 / 0 / 0", DOWN, "0 / 0 / 0 / 262144 0 0 0", 262144, "1110",
    ),
    "a stuck board stays": (
        "2 4 32 4 / 4 8 4 2 / 8 2 128 8 / 16 32 2 16", UP,
        "2 4 32 4 / 4 8 4 2 / 8 2 128 8 / 16 32 2 16", 0, "0000",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("board", "move", "after", "reward", "legal"), CASES.values(), ids=CASES)
def test_slide(rules, board, move, after, reward, legal):
    rows = rows_of_tiles(board)
    assert rules.slide(rows, move) == (rows_of_tiles(after), reward)
    assert rules.legal_moves(rows) == tuple(m for m in range(4) if legal[m] == "1")
    assert rules.is_terminal(rows) == (legal == "0000")


@pytest.mark.parametrize("move", range(4))
def test_a_stuck_board_stays_whatever_is_pushed(rules, move):
    rows = rows_of_tiles("2 4 32 4 / 4 8 4 2 / 8 2 128 8 / 16 32 2 16")
    assert rules.slide(rows, move) == (rows, 0)


def test_equal_tiles_pushed_across_their_line_stay_two(rules):
    rows = rows_of_tiles("0 / 2 2 0 0 / 0 / 0")
    assert rules.slide(rows, UP) == (rows_of_tiles("2 2 0 0 / 0 / 0 / 0"), 0)


def test_the_front_tile_may_stand_still_in_a_merge(rules):
    rows = rows_of_tiles("2 2 0 0 / 0 / 0 / 0")
    assert rules.slide(rows, LEFT) == (rows_of_tiles("4 0 0 0 / 0 / 0 / 0"), 4)


def test_an_empty_board_has_no_legal_move(rules):
    rows = rows_of_tiles("0 / 0 / 0 / 0")
    assert rules.legal_moves(rows) == ()
    assert rules.is_terminal(rows)


@given(boards)
def test_engine_and_reference_agree_on_every_question(rows):
    for move in range(4):
        assert Engine.slide(rows, move) == Reference.slide(rows, move)
    for question in (
        "legal_moves", "is_terminal", "empty_cells", "tiles", "max_tile", "bits", "canonical",
        "spawns",
    ):  # fmt: skip
        assert getattr(Engine, question)(rows) == getattr(Reference, question)(rows), question
    for symmetry in range(8):
        assert Engine.transform(rows, symmetry) == Reference.transform(rows, symmetry)


@given(boards)
def test_a_move_is_legal_exactly_if_it_changes_the_board(rows):
    for rules in (Engine, Reference):
        changing = tuple(move for move in range(4) if rules.slide(rows, move)[0] != rows)
        assert rules.legal_moves(rows) == changing


@given(boards)
def test_the_game_is_over_when_the_board_is_full_and_no_neighbours_are_equal(rows):
    full = all(all(row) for row in rows)
    pair = any(
        rows[r][c] == rows[r + dr][c + dc]
        for dr, dc in ((0, 1), (1, 0))
        for r in range(4 - dr)
        for c in range(4 - dc)
    )
    empty = not any(any(row) for row in rows)
    for rules in (Engine, Reference):
        assert rules.is_terminal(rows) == ((full and not pair) or empty)


@given(stuck_rows)
def test_a_full_board_without_equal_neighbours_is_stuck(rows):
    for rules in (Engine, Reference):
        assert rules.legal_moves(rows) == ()
        assert all(rules.slide(rows, move) == (rows, 0) for move in range(4))


@given(boards)
def test_a_slide_keeps_the_sum_of_the_tiles(rows):
    total = sum(sum(row) for row in Engine.tiles(rows))
    for rules in (Engine, Reference):
        for move in range(4):
            after, _ = rules.slide(rows, move)
            assert sum(1 << e for row in after for e in row if e) == total


@given(boards)
def test_the_reward_is_what_the_merges_add_to_the_worth_of_the_tiles(rows):
    def worth(some):
        return sum((e - 1) << e for row in some for e in row if e)

    for rules in (Engine, Reference):
        for move in range(4):
            after, reward = rules.slide(rows, move)
            assert reward == worth(after) - worth(rows)
