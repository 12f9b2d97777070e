"""Every form of a board, read; and what cannot be."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from fast2048 import Board, Fast2048Error, InvalidBoardError, InvalidTileError
from fast2048.formats import READINGS, parse_board

TILES = ((2, 0, 0, 4), (0, 8, 0, 0), (0, 0, 2048, 0), (32768, 0, 0, 16))
BOARD = Board.from_tiles(TILES)


def web_state(tiles, **more):
    """What the web game keeps: columns of cells, each null or a tile that knows its place."""
    cells = [
        [
            {"position": {"x": x, "y": y}, "value": tiles[y][x]} if tiles[y][x] else None
            for y in range(4)
        ]
        for x in range(4)
    ]
    return {"grid": {"size": 4, "cells": cells}, "score": 0, "over": False, "won": False} | more


FORMS = {
    "rows": "2 0 0 4 / 0 8 0 0 / 0 0 2048 0 / 32768 0 0 16",
    "no spaces around": "2 0 0 4/0 8 0 0/0 0 2048 0/32768 0 0 16",
    "points": "2 . . 4 / . 8 . . / . . 2048 . / 32768 . . 16",
    "lines": "2 0 0 4\n0 8 0 0\n0 0 2048 0\n32768 0 0 16\n",
    "lines of Windows": "2 0 0 4\r\n0 8 0 0\r\n0 0 2048 0\r\n32768 0 0 16\r\n",
    "as printed": str(BOARD),
    "commas": "2,0,0,4\n0,8,0,0\n0,0,2048,0\n32768,0,0,16",
    "bars": "| 2 | . | . | 4 |\n| . | 8 | . | . |\n| . | . | 2048 | . |\n| 32768 | . | . | 16 |",
    "sixteen": "2 0 0 4 0 8 0 0 0 0 2048 0 32768 0 0 16",
    "exponent text": "1002/0300/00b0/f004",
    "exponent text in capitals": "1002/0300/00B0/F004",
    "exponent text in lines": "1002\n0300\n00b0\nf004\n",
    "hex": "1002030000b0f004",
    "packed": hex(BOARD.bits),
    "packed in capitals": "0X" + f"{BOARD.bits:X}",
    "json": json.dumps(TILES),
    "json of sixteen": json.dumps([tile for row in TILES for tile in row]),
    "json of exponents": json.dumps(BOARD.exponents),
    "shown": json.dumps({"tiles": TILES, "score": 4}),
    "web": json.dumps(web_state(TILES)),
    "web, copied with its quotes": json.dumps(json.dumps(web_state(TILES))),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_every_form_is_read(text):
    assert parse_board(text) == BOARD
    assert parse_board(f"  {text}\n") == BOARD


def test_web_cells_count_columns_first():
    tiles = ((2, 4, 8, 16), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    cells = [[{"value": tiles[y][x]} if tiles[y][x] else None for y in range(4)] for x in range(4)]
    assert parse_board(json.dumps({"grid": {"cells": cells}})).tiles == tiles


@given(strategies.any_rows)
def test_what_is_written_is_read(rows):
    board = Board.from_exponents(rows)
    assert parse_board(str(board)) == board
    assert parse_board(board.text) == board
    assert parse_board(hex(board.bits)) == board
    assert parse_board(json.dumps(web_state(board.tiles))) == board
    assert parse_board(json.dumps(board.tiles), "tiles") == board
    assert parse_board(json.dumps(board.exponents), "exponents") == board


@given(strategies.any_rows)
def test_a_list_is_read_or_its_two_readings_are_named(rows):
    board = Board.from_exponents(rows)
    for cells in (board.tiles, board.exponents):
        text = json.dumps(cells)
        as_tiles = all(e == 0 or (e & (e - 1) == 0 and e > 1) for row in cells for e in row)
        as_exponents = max(max(row) for row in cells) <= 17
        if as_tiles and as_exponents and any(map(any, cells)):
            with pytest.raises(InvalidBoardError, match=r"tiles \(.*or exponents \("):
                parse_board(text)
        else:
            assert parse_board(text) == board


def test_ambiguity_names_the_readings_and_as_picks_one():
    text = "[[2,4,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]"
    with pytest.raises(InvalidBoardError) as caught:
        parse_board(text)
    assert "tiles (1200/0000/0000/0001), or exponents (2400/0000/0000/0002)" in str(caught.value)
    assert parse_board(text, "tiles").text == "1200/0000/0000/0001"
    assert parse_board(text, "exponents").text == "2400/0000/0000/0002"


def test_spaced_exponents_are_read_when_asked_for():
    assert parse_board("1 1 2 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", "exponents").text[:4] == "1120"
    with pytest.raises(InvalidTileError, match="not a tile: 1"):
        parse_board("1 1 2 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a board: ''"),
        ("hello", "not a board: 'hello'"),
        ("2 0 0 4 / 0 0 0 0", "2 rows"),
        ("2 0 0 4 / 0 0 0 / 0 0 0 0 / 0 0 0 0", "3 cells in the row '0 0 0'"),
        ("2 0 0 3 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", "not a tile: 3"),
        ("2 0 0 x / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", "not a number: 'x'"),
        ("2 0 0 -4 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", "not a number: '-4'"),
        ("112z/0000/0000/0000", "'z'"),
        ("0x" + "f" * 21, "not a packed board"),
        ("0x", "not a board: '0x'"),
        ("123456789012345", "not a board"),
        ("[[2,0],[0,4]]", "4 rows of 4"),
        ("[[2,0,0,4],[0,0,0,0],[0,0,0,0],[0,0,0,null]]", "None"),
        ('{"grid": {}}', "grid.cells"),
        ('{"grid": 3}', "grid.cells"),
        ('{"grid": {"cells": [[1,2],[3]]}}', "4 columns of 4 cells"),
        ("[" * 100_000, "not a board"),
        ("\u0662 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", "not a number"),
    ],
)
def test_what_cannot_be_read_is_quoted(text, said):
    with pytest.raises(InvalidBoardError) as caught:
        parse_board(text)
    assert said in str(caught.value)


def test_a_tile_of_the_web_game_in_a_wrong_place_is_refused():
    state = web_state(TILES)
    state["grid"]["cells"][0][0]["position"] = {"x": 1, "y": 0}
    with pytest.raises(InvalidBoardError, match="stands at x 0, y 0"):
        parse_board(json.dumps(state))


@pytest.mark.parametrize("reading", READINGS)
@settings(max_examples=50)
@given(text=st.one_of(st.text(), st.sampled_from(sorted(FORMS.values()))))
def test_any_text_is_a_board_or_an_error_of_ours(reading, text):
    for chosen in (reading, None):
        with suppress(Fast2048Error):
            assert isinstance(parse_board(text, chosen), Board)


def test_a_reading_that_there_is_not():
    with pytest.raises(Fast2048Error, match=r"not a reading: 'base64' \(tiles, exponents, hex"):
        parse_board("0x0", "base64")


def test_a_byte_order_mark_is_no_part_of_a_board():
    assert parse_board("\ufeff1120/0000/0000/0000\r\n") == Board.from_text("1120/0000/0000/0000")
