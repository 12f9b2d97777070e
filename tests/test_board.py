"""Board as a value: how it comes in, goes out, and behaves as a Python object."""

import copy
import pickle
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fast2048
from fast2048 import Board, InvalidCellError, InvalidTileError, Move, reference
from strategies import rows as boards
from twins import board_of

TILES = [[2, 2, 4, 0], [0, 0, 0, 8], [131072, 0, 0, 0], [0, 65536, 32768, 16384]]
EXPONENTS = ((1, 1, 2, 0), (0, 0, 0, 3), (17, 0, 0, 0), (0, 16, 15, 14))


def shapes_of(nested):
    flat = [cell for row in nested for cell in row]
    yield "nested lists", nested
    yield "nested tuples", tuple(tuple(row) for row in nested)
    yield "flat list", flat
    yield "flat tuple", tuple(flat)
    yield "rows of arrays", [np.array(row) for row in nested]
    yield "numpy scalars", [np.uint32(cell) for cell in flat]
    for dtype in (np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64, object):
        yield f"{dtype.__name__} array", np.array(nested, dtype)
        yield f"flat {dtype.__name__} array", np.array(flat, dtype)
    read_only = np.array(nested)
    read_only.flags.writeable = False
    yield "read-only array", read_only
    yield "array with strides", np.array(nested).repeat(2, axis=1)[:, ::2]
    yield "array in Fortran order", np.asfortranarray(np.array(nested))


@pytest.mark.parametrize("tiles", dict(shapes_of(TILES)).values(), ids=dict(shapes_of(TILES)))
def test_tiles_are_taken_in_every_shape(tiles):
    assert Board.from_tiles(tiles).exponents == EXPONENTS


@pytest.mark.parametrize(
    "exponents", dict(shapes_of(EXPONENTS)).values(), ids=dict(shapes_of(EXPONENTS))
)
def test_exponents_are_taken_in_every_shape(exponents):
    assert Board.from_exponents(exponents).exponents == EXPONENTS


def test_exponents_are_taken_as_bytes_and_small_arrays():
    flat = bytes(cell for row in EXPONENTS for cell in row)
    small = np.frombuffer(flat, np.uint8)
    for form in (flat, bytearray(flat), memoryview(flat), small, small.reshape(4, 4)):
        assert Board.from_exponents(form).exponents == EXPONENTS


def test_a_board_shows_its_cells():
    board = Board.from_tiles(TILES)
    assert board.tiles == tuple(map(tuple, TILES))
    assert board.exponents == EXPONENTS
    assert board.text == "1120/0003/h000/0gfe"
    assert board.max_tile == 131072
    assert board.empty_cells == (3, 4, 5, 6, 9, 10, 11, 12)
    assert str(board) == (
        "     2      2      4      .\n"
        "     .      .      .      8\n"
        "131072      .      .      .\n"
        "     .  65536  32768  16384"
    )


def test_an_empty_board():
    board = Board()
    assert board.tiles == ((0,) * 4,) * 4
    assert board.bits == 0
    assert board.max_tile == 0
    assert board.empty_cells == tuple(range(16))
    assert str(board) == "\n".join([". . . ."] * 4)
    assert board == Board.from_text("0000/0000/0000/0000")


def test_bits_are_the_documented_ones():
    assert Board.from_exponents([1, 2, *[0] * 13, 15]).bits == 0xF000_0000_0000_0021
    # 65536 is exponent 16: low nibble 0, fifth bit set. Cell 0's is bit 64.
    assert Board.from_exponents([16, *[0] * 15]).bits == 1 << 64
    assert Board.from_exponents([*[0] * 15, 17]).bits == 1 << 79 | 1 << 60


@given(boards)
def test_every_form_reads_back_as_the_same_board(rows):
    board = board_of(rows)
    assert Board.from_tiles(board.tiles) == board
    assert Board.from_exponents(board.exponents) == board
    assert Board.from_bits(board.bits) == board
    assert Board.from_bits(np.uint64(board.bits & (2**64 - 1))).bits == board.bits & (2**64 - 1)
    assert Board.from_text(board.text) == board
    assert Board.from_text(board.text.upper()) == board
    assert eval(repr(board), vars(fast2048).copy()) == board  # noqa: S307 - our own repr
    assert board.bits == reference.bits(rows)


@given(boards, st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_boards_pickle_and_copy(rows, protocol):
    board = board_of(rows)
    assert pickle.loads(pickle.dumps(board, protocol)) == board  # noqa: S301 - our own pickle
    assert copy.copy(board) is board
    assert copy.deepcopy([board])[0] is board


@given(boards, boards)
def test_boards_are_equal_and_hash_alike_exactly_if_their_cells_are(first, second):
    a, b = board_of(first), board_of(second)
    assert (a == b) == (first == second)
    assert (a != b) == (first != second)
    assert a == board_of(first)
    assert hash(a) == hash(board_of(first))
    assert len({a, b, board_of(first)}) == (1 if first == second else 2)


@pytest.mark.parametrize("cell", range(16))
def test_tiles_from_65536_on_differ_from_those_with_the_same_low_bits(cell):
    for small, large in ((0, 16), (1, 17)):
        pair = []
        for exponent in (small, large):
            flat = [3] * 16
            flat[cell] = exponent
            pair.append(Board.from_exponents(flat))
        assert pair[0] != pair[1]
        assert not pair[0] == pair[1]  # noqa: SIM201 - both operators are meant
        assert hash(pair[0]) != hash(pair[1])
        assert len(set(pair)) == 2


def test_boards_have_no_order_and_equal_nothing_else():
    board = Board()
    assert board != 0
    assert board != "0000/0000/0000/0000"
    assert board != board.tiles
    with pytest.raises(TypeError):
        board < Board()  # noqa: B015 - comparing is what must fail


def test_a_board_cannot_be_changed():
    board = Board.from_tiles(TILES)
    for name in ("tiles", "bits", "text", "max_tile", "anything"):
        with pytest.raises(AttributeError):
            setattr(board, name, 0)
    with pytest.raises(TypeError):
        board.tiles[0][0] = 2
    assert Board.from_tiles(TILES) == board


def test_hashes_of_similar_boards_are_spread():
    hashes = {hash(board) for _, board in Board().spawns()}
    low_bits = {h & 0xFFFF for h in hashes}
    assert len(hashes) == 32
    assert len(low_bits) >= 31


def test_a_slide_takes_moves_and_their_numbers():
    board = Board.from_tiles(TILES)
    for move in Move:
        assert board.slide(move) == board.slide(int(move)) == board.slide(np.int8(move))


def test_moves_have_the_numbers_of_the_original_game():
    assert list(Move) == [Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT] == [0, 1, 2, 3]
    assert eval(repr(Move.LEFT), vars(fast2048).copy()) is Move.LEFT  # noqa: S307
    board = Board.from_text("0000/0110/0110/0000")
    assert board.legal_moves == (Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT)
    assert all(type(move) is Move for move in board.legal_moves)


def test_a_hand_made_262144_lives_on():
    board, reward = Board.from_text("hhhh/0000/0000/0000").slide(Move.LEFT)
    assert (board.max_tile, reward) == (262144, 2 * 262144)
    assert board.text == "ii00/0000/0000/0000"
    assert repr(board) == "<Board ii00/0000/0000/0000>"
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301
    with pytest.raises(InvalidTileError):
        Board.from_tiles(board.tiles)
    full = Board.from_text("hhhh/hhhh/hhhh/hhhh")
    for move in (Move.LEFT, Move.LEFT, Move.UP, Move.UP):
        full, reward = full.slide(move)
        assert reward == 2**21  # every merge doubles a half of what is there
    assert full.max_tile == 2**21
    assert pickle.loads(pickle.dumps(full)) == full  # noqa: S301
    assert "2097152" in str(full)


@given(boards, st.integers(0, 15), st.sampled_from((2, 4)))
def test_a_spawn_fills_an_empty_cell_and_no_other(rows, cell, tile):
    board = board_of(rows)
    if cell in board.empty_cells:
        after = board.spawn(cell, tile)
        flat = [t for row in after.tiles for t in row]
        assert flat[cell] == tile
        flat[cell] = 0
        assert Board.from_tiles(flat) == board
    else:
        with pytest.raises(InvalidCellError, match=board.text):
            board.spawn(cell, tile)


@given(boards)
def test_spawns_are_all_there_and_sum_to_one(rows):
    board = board_of(rows)
    spawns = list(board.spawns())
    assert len(spawns) == 2 * len(board.empty_cells)
    assert len({after for _, after in spawns}) == len(spawns)
    if spawns:
        assert sum(probability for probability, _ in spawns) == pytest.approx(1)


# ---- symmetries


def test_symmetries_are_the_documented_ones():
    board = Board.from_text("1234/5678/9abc/defg")
    assert [board.transform(k).text for k in range(8)] == [
        "1234/5678/9abc/defg",
        "4321/8765/cba9/gfed",
        "defg/9abc/5678/1234",
        "gfed/cba9/8765/4321",
        "159d/26ae/37bf/48cg",
        "48cg/37bf/26ae/159d",
        "d951/ea62/fb73/gc84",
        "gc84/fb73/ea62/d951",
    ]


@given(boards)
def test_symmetries_are_eight_and_closed(rows):
    board = board_of(rows)
    images = [board.transform(k) for k in range(8)]
    for image in images:
        assert {image.transform(k) for k in range(8)} == set(images)
        assert image.canonical() == board.canonical()
    assert board.canonical() == min(images, key=lambda image: image.bits)


@given(boards, st.sampled_from(Move), st.integers(0, 7))
def test_a_slide_commutes_with_every_symmetry(rows, move, k):
    board = board_of(rows)
    after, reward = board.slide(move)
    assert board.transform(k).slide(move.transform(k)) == (after.transform(k), reward)


# ---- a picture


def test_the_picture_shows_every_tile():
    drawing = ET.fromstring(Board.from_tiles(TILES)._repr_svg_())  # noqa: S314 - our own text
    texts = [element.text for element in drawing.iter() if element.tag.endswith("text")]
    assert texts == ["2", "2", "4", "8", "131072", "65536", "32768", "16384"]
    cells = [element for element in drawing.iter() if element.tag.endswith("rect")]
    assert len(cells) == 17


def test_each_tile_of_the_picture_has_a_colour_of_its_own_and_readable_text():
    fills = set()
    for exponent in range(1, 18):
        drawing = ET.fromstring(  # noqa: S314 - our own text
            Board.from_exponents([exponent] + [0] * 15)._repr_svg_()
        )
        rects = [element.get("fill") for element in drawing.iter() if element.tag.endswith("rect")]
        text = next(e.get("fill") for e in drawing.iter() if e.tag.endswith("text"))
        fills.add(rects[1])
        assert contrast(rects[1], text) >= 3.0, exponent  # WCAG, large text
    assert len(fills) == 17


def contrast(first, second):
    def luminance(colour):
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
