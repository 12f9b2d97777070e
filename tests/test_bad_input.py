"""Wrong input: a ValueError of ours that quotes it, never a crash, never a guess."""

import decimal
import fractions
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fast2048 import (
    Board,
    Fast2048Error,
    Game,
    InvalidBoardError,
    InvalidCellError,
    InvalidExponentError,
    InvalidMoveError,
    InvalidSeedError,
    InvalidTileError,
    Move,
    _core,
)

NAN = float("nan")

SEQUENCES = [b"4", (), [2]]
NOT_NUMBERS = [
    True, False, "4", None, NAN, float("inf"), -float("inf"), 2.5, 1j, {}, object(),
    decimal.Decimal(2), fractions.Fraction(2), np.bool_(True),
]  # fmt: skip
NOT_INTEGERS = [*NOT_NUMBERS, *SEQUENCES]
NOT_TILES = [*NOT_NUMBERS, 1, 3, 6, -2, -4, 2**18, 2**64, 10**5000, 131073, 2.0**18, 1e300]
NOT_EXPONENTS = [*NOT_NUMBERS, -1, 18, 255, 2**64, 10**5000, 18.0]
NOT_MOVES = [*NOT_INTEGERS, -1, 4, 2**31, 2**32, 2**64, -(2**63), 10**5000, "left", 1.0]


def words_of(value):
    """How the value must appear in the message."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"an integer of {value.bit_length()} bits"
    return repr(value)


def name(value):
    return words_of(value)[:30]


def quoting(error, value):
    return pytest.raises(error, match=re.escape(words_of(value)))


@pytest.mark.parametrize("value", NOT_TILES, ids=name)
@pytest.mark.parametrize("place", [0, 7, 15])
def test_a_wrong_tile_is_quoted(value, place):
    flat = [2] * 16
    flat[place] = value
    for tiles in (flat, [flat[i : i + 4] for i in range(0, 16, 4)]):
        with quoting(InvalidTileError, value):
            Board.from_tiles(tiles)


@pytest.mark.parametrize("value", NOT_EXPONENTS, ids=name)
def test_a_wrong_exponent_is_quoted(value):
    flat = [1] * 15 + [value]
    for exponents in (flat, [flat[i : i + 4] for i in range(0, 16, 4)]):
        with quoting(InvalidExponentError, value):
            Board.from_exponents(exponents)


@pytest.mark.parametrize("value", SEQUENCES, ids=name)
def test_a_sequence_for_a_cell_is_a_wrong_shape(value):
    with pytest.raises(InvalidBoardError, match="not a board: "):
        Board.from_tiles([2] * 15 + [value])


WRONG_SHAPES = [
    [], [0] * 15, [0] * 17, [[0] * 4] * 3, [[0] * 4] * 5, [[0] * 4, [0] * 4, [0] * 4, [0] * 3],
    [[0] * 4, [0] * 4, [0] * 4, [0] * 5], [[[0] * 4] * 4], [[0] * 16], [0] * 4, {}, set(), None, 5,
    "0" * 16, "2222", dict.fromkeys(range(16), 0), {0: [0] * 4, 1: [0] * 4, 2: [0] * 4, 3: [0] * 4},
    set(range(16)), iter([0] * 16), object(), np.zeros(15), np.zeros((2, 8)), np.zeros((4, 4, 1)),
    np.array(2), np.int64(2), range(3),
]  # fmt: skip


@pytest.mark.parametrize("cells", WRONG_SHAPES, ids=name)
def test_a_wrong_shape_is_refused(cells):
    for constructor in (Board.from_tiles, Board.from_exponents):
        with pytest.raises(InvalidBoardError, match="not a board: "):
            constructor(cells)


def test_a_ragged_board_is_quoted():
    with quoting(InvalidBoardError, [[2, 4], [2], [], [8]]):
        Board.from_tiles([[2, 4], [2], [], [8]])


@pytest.mark.parametrize(
    "dtype",
    [bool, "datetime64[s]", "datetime64[ns]", "timedelta64[ns]", "U1", "S1", complex, "longdouble"],
    ids=lambda d: str(d),
)
def test_arrays_of_what_is_no_number_are_refused(dtype):
    with pytest.raises(Fast2048Error):
        Board.from_tiles(np.ones((4, 4), int).astype(dtype))


@pytest.mark.parametrize("bits", [*NOT_INTEGERS, -1, 2**80, 2**200, 10**5000, 1.0], ids=name)
def test_wrong_bits_are_quoted(bits):
    with quoting(InvalidBoardError, bits):
        Board.from_bits(bits)


def test_bits_with_an_exponent_above_17_are_quoted():
    with pytest.raises(InvalidExponentError, match=r"18.*0x10000000000000002"):
        Board.from_bits(1 << 64 | 2)


@pytest.mark.parametrize(
    "text",
    [None, 5, b"0000/0000/0000/0000", "", "0000", "0000/0000/0000", "0000/0000/0000/000",
     "0000/0000/0000/00000", "00000/000/0000/0000", "0000/0000/0000/0000/", " 000/0000/0000/0000",
     "0000000000000000", "0000/0000/0000/0000\n"],
)  # fmt: skip
def test_text_of_a_wrong_shape_is_quoted(text):
    with pytest.raises(InvalidBoardError) as caught:
        Board.from_text(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("character", ["i", "z", "I", "-", "+", "²", "٣", "é", "\0"])
def test_a_character_that_is_no_exponent_is_quoted(character):
    with quoting(InvalidExponentError, character):
        Board.from_text(f"0000/0{character}00/0000/0000")


class TrueIndex:
    def __index__(self):
        return True


class SlyFloat(float):
    def is_integer(self):
        return True

    def __int__(self):
        return 2


class Endless:
    def __len__(self):
        return 16

    def __getitem__(self, _):
        return 2


class Sized:
    """A sequence whose length is what it was made with, or raises it."""

    def __init__(self, length):
        self.length = length

    def __len__(self):
        if isinstance(self.length, Exception):
            raise self.length
        return self.length

    def __getitem__(self, place):
        raise self.length if isinstance(self.length, Exception) else IndexError


def test_objects_that_pretend_to_be_numbers_are_refused():
    for pretender in (TrueIndex(), SlyFloat(2.5)):
        with pytest.raises(InvalidTileError):
            Board.from_tiles([2] * 15 + [pretender])
    with pytest.raises(InvalidMoveError):
        Board().slide(TrueIndex())


@pytest.mark.parametrize(
    "cells",
    [
        Endless(), [Endless()] * 4, list, list[int], [list] * 4, np.ndarray,
        Sized(2**70), Sized(-1), Sized(16), Sized(TypeError("no")), Sized(ValueError("no")),
        np.zeros((2000, 2000)),
    ],
    ids=name,
)  # fmt: skip
def test_objects_that_pretend_to_be_sequences_are_refused(cells):
    for constructor in (Board.from_tiles, Board.from_exponents):
        with pytest.raises(InvalidBoardError, match="not a board: "):
            constructor(cells)


def test_a_start_that_pretends_to_be_a_board_is_refused():
    class Pretender:
        __class__ = Board

    with pytest.raises(InvalidBoardError):
        Game(1, start=Pretender())


@pytest.mark.parametrize("value", [4, -1, "left", None, 1.5])
def test_move_quotes_what_is_none(value):
    with quoting(InvalidMoveError, value):
        Move(value)


@pytest.mark.parametrize("bits", [22, 0x5555555555555555 | 0xFFFF << 64, 1 << 80, -1, "0"])
def test_a_doctored_pickle_of_a_board_is_refused(bits):
    if bits == 22:
        bits = 6 | 1 << 64  # exponent 22
    with pytest.raises(InvalidBoardError):
        _core._restore_board(bits)


@pytest.mark.parametrize("move", NOT_MOVES, ids=name)
def test_what_is_no_move_is_quoted(move):
    game = Game(1)
    before = game.board
    with quoting(InvalidMoveError, move):
        before.slide(move)
    with quoting(InvalidMoveError, move):
        game.push(move)
    assert (game.board, game.moves) == (before, 0)


@pytest.mark.parametrize("cell", [*NOT_INTEGERS, -1, 16, 2**70], ids=name)
def test_what_is_no_cell_is_quoted(cell):
    with quoting(InvalidCellError, cell):
        Board().spawn(cell, 2)


@pytest.mark.parametrize("tile", [*NOT_INTEGERS, 0, 1, 3, 8, -2], ids=name)
def test_what_does_not_spawn_is_quoted(tile):
    with quoting(InvalidTileError, tile):
        Board().spawn(0, tile)


@pytest.mark.parametrize("symmetry", [*NOT_INTEGERS, -1, 8], ids=name)
def test_what_is_no_symmetry_is_quoted(symmetry):
    with quoting(Fast2048Error, symmetry):
        Board().transform(symmetry)
    with quoting(Fast2048Error, symmetry):
        Move.UP.transform(symmetry)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, 10**5000, *NOT_INTEGERS], ids=name)
def test_what_is_no_seed_or_number_is_quoted(seed):
    if seed is not None:  # a seed of None is drawn
        with quoting(InvalidSeedError, seed):
            Game(seed)
    with quoting(InvalidSeedError, seed):
        Game(1, seed)
    with quoting(InvalidSeedError, seed):
        _core.Generator(seed)


def test_a_game_number_of_64_bits_is_refused():
    with quoting(InvalidSeedError, 2**63):
        Game(0, 2**63)


@pytest.mark.parametrize("start", [0, "0000/0000/0000/0000", [[2] * 4] * 4, Game(1)], ids=name)
def test_a_game_starts_from_nothing_but_a_board(start):
    with quoting(InvalidBoardError, start):
        Game(1, start=start)


@pytest.mark.parametrize("n", [0, 17, -1, True, "4", None, 2.0])
def test_a_draw_among_no_or_too_many_cells_is_refused(n):
    with quoting(InvalidCellError, n):
        _core.Generator(1).draw(n)


def test_a_generator_without_a_state_is_refused():
    with pytest.raises(InvalidSeedError):
        _core.Generator.from_state(0, 0)
    for word in (-1, 2**64, "1", None, 1.5):
        with pytest.raises(InvalidSeedError):
            _core.Generator.from_state(1, word)


def test_a_value_without_a_repr_still_gives_a_clear_error():
    class Mute:
        def __repr__(self):
            raise KeyboardInterrupt if self is None else RuntimeError("no repr")

    with pytest.raises(InvalidMoveError, match="Mute"):
        Board().slide(Mute())


# ---- whatever is thrown at them

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4),
    st.binary(max_size=4), st.complex_numbers(), st.decimals(), st.sampled_from([0, 2, 4, 2048]),
)  # fmt: skip
things = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=17),
        st.lists(inner, min_size=4, max_size=4),
        st.lists(inner, min_size=16, max_size=16),
        st.tuples(inner, inner, inner, inner),
        st.dictionaries(st.integers() | st.text(max_size=2), inner, max_size=4),
    ),
    max_leaves=40,
)


@given(things)
def test_every_constructor_makes_a_board_or_raises_an_error_of_ours(thing):
    for constructor in (
        Board.from_tiles, Board.from_exponents, Board.from_bits, Board.from_text,
    ):  # fmt: skip
        try:
            board = constructor(thing)
        except Fast2048Error:
            continue
        assert max(max(row) for row in board.exponents) <= 17


@given(things)
def test_every_method_accepts_or_raises_an_error_of_ours(thing):
    board = Board.from_text("1120/0000/0000/0000")
    for call in (
        board.slide, board.transform, Game(1).push, Game, lambda x: Game(1, x),
        lambda x: Game(1, 0, x), lambda x: board.spawn(x, 2), lambda x: board.spawn(15, x),
        _core.Generator, _core.Generator(1).draw, lambda x: _core.Generator.from_state(x, 1),
    ):  # fmt: skip
        try:
            call(thing)
        except Fast2048Error:
            continue


@given(st.text(alphabet="0123456789abcdefghijklmnopqrstuvwxyz/ABH \n", max_size=24))
def test_text_is_a_board_or_an_error_of_ours(text):
    try:
        board = Board.from_text(text)
    except Fast2048Error:
        return
    assert board.text == text.lower()
