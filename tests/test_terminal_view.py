"""Drawings, without a terminal: layouts, boxes, pages, and the way of each tile."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fast2048 import Board, Move, notices
from fast2048.session import Statistics
from fast2048.terminal import messages
from fast2048.terminal.animation import Piece, resting, sliding
from fast2048.terminal.canvas import Canvas, clip, width, wrap
from fast2048.terminal.language import LANGUAGES, Language
from fast2048.terminal.palette import Depth, looks
from fast2048.terminal.playing import BOXES
from fast2048.terminal.texts import MOVE_NAMES, help_lines, statistics_lines
from fast2048.terminal.view import ASCII, KEY_HELP, LAYOUTS, UNICODE, Box, Frame, Model, View
from strategies import rows

LARGE = Board.from_tiles(
    [[2, 4, 8, 16], [32, 64, 128, 256], [512, 1024, 2048, 4096], [8192, 16384, 65536, 131072]]
)
SIZES = [(layout.columns, layout.rows) for layout in LAYOUTS]


def model(
    board: Board = LARGE,
    box: Box | None = None,
    message: tuple[str, ...] = (),
    problem: tuple[str, ...] = (),
) -> Model:
    return Model(
        pieces=resting(board),
        score=3_932_100,
        best=3_932_100,
        gain=131_072,
        moves=99_999,
        seed=(1 << 53) - 1,
        assisted=True,
        message=message,
        problem=problem,
        box=box,
    )


def draw(
    size: tuple[int, int], language: str = "en", frame: Frame = UNICODE, box: Box | None = None
) -> list[str]:
    return View(Language(language), frame).draw(model(box=box), *size).text()


@pytest.mark.parametrize(
    ("size", "name"),
    [
        ((66, 20), "full"),
        ((200, 80), "full"),
        ((65, 20), "medium"),
        ((66, 19), "medium"),
        ((37, 12), "medium"),
        ((36, 12), "tiny"),
        ((37, 11), "tiny"),
        ((20, 6), "tiny"),
        ((19, 6), None),
        ((20, 5), None),
        ((1, 1), None),
    ],
)
def test_the_largest_layout_that_fits_is_taken(size: tuple[int, int], name: str | None) -> None:
    layout = View.layout(*size)
    assert (layout and layout.name) == name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_tile_is_shown_in_every_layout(size: tuple[int, int], language: str) -> None:
    text = "\n".join(draw(size, language))
    tiles = ["2", "16", "512", "2048", "8192"]
    tiles += ["131072", "65536", "16384"] if size[0] > 20 else ["131k", "65k", "16k"]
    for tile in tiles:
        assert tile in text.split() or any(
            tile == word.strip("│") for word in text.replace("│", " ").split()
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES[:2])
def test_score_best_gain_moves_and_seed_are_shown(size: tuple[int, int], language: str) -> None:
    _ = Language(language)
    text = "\n".join(draw(size, language))
    for label in ("Score", "Best", "Moves", "Seed"):
        assert _(label) in text
    for value in ("3932100 +131072", "99999", str((1 << 53) - 1)):
        assert value in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_layout_shows_score_best_gain_and_moves(language: str) -> None:
    first, *_, last = draw((20, 6), language)
    assert first.split()[0] == first.split()[-1] == "3932100"
    assert last.startswith("+131072 ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_shows_every_key_with_its_meaning(language: str) -> None:
    _ = Language(language)
    lines = draw((66, 20), language)
    for key, meaning in KEY_HELP:
        assert any(f" {_(key)} " in line and line.endswith(f" {_(meaning)}") for line in lines)


def letters(text: str) -> Counter[str]:
    return Counter(text.replace(" ", ""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BOXES)
def test_a_box_is_shown_whole(size: tuple[int, int], language: str, name: str) -> None:
    _ = Language(language)
    title, choices = BOXES[name]
    box = Box(_(title), tuple((_(key), _(meaning)) for key, meaning in choices))
    lines = draw(size, language, box=box)
    for key, meaning in choices:
        assert any(_(key) in line and _(meaning) in line for line in lines)
    assert not letters(_(title)) - letters("".join(lines))


@given(st.integers(1, 120), st.integers(1, 50), st.sampled_from(LANGUAGES), st.booleans())
def test_any_size_is_drawn_on_exactly(columns: int, rows: int, language: str, boxed: bool) -> None:
    box = Box("x" * 50, (("n", "y" * 50),)) if boxed else None
    view = View(Language(language), UNICODE)
    for canvas in (
        view.draw(model(box=box, message=("z" * 90, "z" * 30), problem=("x" * 99,)), columns, rows),
        view.page("title " * 9, ["line " * 30] * 9, 2, ("footer " * 9, "foot " * 9), columns, rows),
    ):
        assert [len(row) for row in canvas.rows] == [columns] * rows
        assert all(width(line) <= columns for line in canvas.text())


def test_a_small_terminal_is_told_which_size_is_needed() -> None:
    assert draw((30, 5)) == ["needs 20x6, has 30x5", "", "", "", ""]
    assert draw((19, 4))[0] == "19x4 < 20x6"
    assert draw((10, 3))[0] == ">20x6"
    assert draw((5, 2))[0] == ">20x6"
    assert draw((1, 1)) == ["2"]


@pytest.mark.parametrize("size", SIZES)
def test_outside_utf8_only_ascii_is_drawn(size: tuple[int, int]) -> None:
    lines = draw(size, frame=ASCII)
    assert "".join(lines).isascii()
    if size[0] > 20:
        assert lines[1].startswith("+--------+--------+")


def test_every_look_that_is_drawn_exists() -> None:
    canvas = View(Language("en"), UNICODE).draw(model(), 66, 20)
    used = {look for row in canvas.rows for _, look in row}
    assert used <= looks(None, Depth.TRUECOLOR).keys()
    assert {f"tile {exponent}" for exponent in range(1, 15)} <= used


# ---- pages


@pytest.mark.parametrize("room", [20, 37, 66, 200])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_holds_controls_rules_ladder_and_habits(language: str, room: int) -> None:
    _ = Language(language)
    lines = help_lines(_, KEY_HELP, room)
    assert all(width(line) <= room for line in lines)
    for title in ("Controls", "Rules"):
        assert _(title) in lines
    if room > 20:
        for key, meaning in KEY_HELP:
            assert any(line.startswith(key) and line.endswith(_(meaning)) for line in lines)
    ladder = {tuple(line.split()) for line in lines if line.replace(",", "").split()[1:2]}
    assert {
        ("2048", "20,480"), ("4096", "45,056"), ("8192", "98,304"), ("16384", "212,992"),
        ("32768", "458,752"), ("65536", "983,040"), ("131072", "2,097,152"),
    } <= ladder  # fmt: skip
    habits = [line[0] for line in lines if line[:2] in ("1 ", "2 ", "3 ", "4 ")]
    assert habits[-4:] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("room", [20, 37, 66])
@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_show_both_bests_and_a_bar_for_each_largest_tile(
    language: str, room: int
) -> None:
    statistics = Statistics(
        games=30, wins=2, assisted=4, abandoned=1, in_progress=7, best=21_480, best_assisted=60_004,
        mean=5123.5, moves=12_345, largest_tiles={256: 10, 512: 18, 2048: 2},
    )  # fmt: skip
    lines = statistics_lines(Language(language), statistics, "#", room)
    assert all(width(line) <= room for line in lines)
    text = "\n".join(lines)
    for value in ("30", "4", "2", "(7%)", "1", "7", "21480", "60004", "5123.5", "12345"):
        assert value in text.split()
    bars = [line.count("#") for line in lines if "#" in line]
    assert len(bars) == 3
    assert bars[1] == max(bars) > bars[0] > bars[2] >= 1


@given(st.integers(-5, 30), st.sampled_from(LANGUAGES))
def test_pages_of_text_are_made_for_any_width(room: int, language: str) -> None:
    _ = Language(language)
    statistics = Statistics(1, 1, 0, 0, 0, 4, 0, 4.0, 1, {2048: 1})
    for lines in help_lines(_, KEY_HELP, room), statistics_lines(_, statistics, "#", room):
        assert len(lines) > 10
        assert wrap("漢字 " + "".join(lines), room)


def test_a_long_message_takes_two_lines_where_there_is_room() -> None:
    view = View(Language("en"), UNICODE)
    message = "damaged saves set aside as /home/someone/.local/share/fast2048/saves.damaged"
    lines = view.draw(model(message=(message, "damaged")), 66, 20).text()
    assert " ".join(lines[18:]).split() == message.split()


@pytest.mark.parametrize("what", ["message", "problem"])
def test_what_is_too_long_is_told_in_a_shorter_form_or_marked_as_cut(what: str) -> None:
    forms = ("long " * 40, "x" * 30, "a few words")
    for frame, mark in (UNICODE, "…"), (ASCII, "..."):
        view = View(Language("en"), frame)
        for size, seen in ((66, 20), "x" * 30), ((37, 12), "x" * 30), ((20, 6), "a few words"):
            assert seen in "\n".join(view.draw(model(**{what: forms}), *size).text())
        cut = view.draw(model(**{what: ("y" * 40,)}), 20, 6).text()[-1]
        assert cut == "y" * (19 - len(mark)) + mark


def widths(language: str, messages: tuple[str, ...]) -> list[int]:
    """What each form takes with values of usual size in it."""
    _ = Language(language)
    values = {
        "move": max((_(name) for name in MOVE_NAMES.values()), key=width),
        "tile": 131_072, "cells": 14, "score": 99_999, "kind": "xterm-new", "seed": 20_261_130,
        "reason": "none", "done": 999, "moves": 9999, "speed": 4,
        "games": 2, "finished": 10, "open": 1,
    }  # fmt: skip
    return [width(_(message, **values)) for message in messages]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", messages.__all__)
def test_every_message_has_a_form_for_the_smallest_layout(language: str, name: str) -> None:
    if name != "Message":
        assert widths(language, getattr(messages, name))[-1] <= 19


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_a_form_for_the_smallest_layout(language: str) -> None:
    aside = Path("/a/long/path/to/damaged.db")
    for notice in (
        notices.damaged(aside, 10, 1), notices.damaged(aside, 0, 0), notices.second(),
        notices.waiting(2),
    ):  # fmt: skip
        whole, *_, short = Language(language).lengths(notice)
        assert whole.endswith(f"({aside})") == (notice.path is not None)
        assert width(short) <= 19


# ---- the canvas


def test_text_is_measured_and_cut_by_the_cells_it_takes() -> None:
    assert width("สูงสุด") == 4
    assert width("Kỷ lục") == 6
    assert clip("สูงสุด", 2) == "สูง"
    assert clip("漢字", 3) == "漢"


def test_lines_break_at_spaces_and_at_word_boundaries() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("ดัน\u200bแผ่น\u200bไป", 5) == ["ดันแผ่น", "ไป"]
    assert wrap("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"]
    assert wrap("", 5) == [""]


@given(st.text(alphabet="ab กิ่ำ漢\u200b", max_size=40), st.integers(2, 12))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    lines = wrap(text, room)
    assert all(width(line) <= room for line in lines)
    seen = "".join(clip(word, len(text) * 2) for word in re.split("[ \u200b]", text))
    assert "".join(lines).replace(" ", "") == seen


def test_half_a_wide_character_is_never_left() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "漢字")
    canvas.put(0, 1, "x")
    assert canvas.rows[0] == [(" ", ""), ("x", ""), ("字", ""), ("", "")]
    canvas.put(0, 2, "y")
    assert canvas.text() == [" xy"]


# ---- the slide


@given(rows.map(Board.from_exponents), st.sampled_from(Move))
def test_tiles_slide_to_where_the_engine_puts_them(board: Board, move: Move) -> None:
    assert sorted(sliding(board, move, 0)) == sorted(resting(board))
    arrived: dict[tuple[float, float], int] = {}
    for row, column, exponent in sliding(board, move, 1):
        arrived[row, column] = arrived.get((row, column), 0) + (1 << exponent)
    after, _ = board.slide(move)
    expected = {(row, column): 1 << exponent for row, column, exponent in resting(after)}
    assert arrived == expected


def test_a_board_past_the_largest_tile_of_the_rules_slides_too() -> None:
    board = Board.from_tiles([[131072, 131072, 2, 2], *[[0] * 4] * 3]).slide(Move.LEFT)[0]
    assert sorted(sliding(board, Move.RIGHT, 1)) == [Piece(0, 2, 18), Piece(0, 3, 2)]


def test_a_tile_on_its_way_is_between_two_cells() -> None:
    board = Board.from_tiles([[0, 0, 0, 2], *[[0] * 4] * 3])
    assert sliding(board, Move.LEFT, 1 / 3) == [Piece(0, 2, 1)]
    assert sliding(board, Move.DOWN, 0.5) == [Piece(1.5, 3, 1)]
