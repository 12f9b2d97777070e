"""Every form in which people hand over a board, read from text.

========== ==================================================================
reading    what it looks like
========== ==================================================================
tiles      face values: ``2 0 0 4 / 0 . . 8 / ...``, rows of four parted by a
           slash or a line break, or sixteen in a row, 0 or a point for an
           empty cell; a JSON list of four lists or of sixteen numbers; what
           ``fast2048 show --json`` prints
exponents  ``1120/0000/0000/0000``: base 36, as ``Board.text``; a JSON list of
           lists of exponents
hex        sixteen hexadecimal digits, an exponent each, top-left first
packed     ``0x...``: the integer of ``Board.bits``, top-left lowest
web        what the web game keeps in ``localStorage.gameState``
========== ==================================================================
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from fast2048._core import Board
from fast2048.checks import quote
from fast2048.errors import Fast2048Error, InvalidBoardError

__all__ = ["READINGS", "parse_board"]

_PACKED = re.compile(r"0[xX][0-9a-fA-F]+")
_HEX = re.compile(r"[0-9a-fA-F]{16}")
_EXPONENTS = re.compile(r"[0-9a-zA-Z]{4}(\s*[/\n]\s*[0-9a-zA-Z]{4}){3}")
_BREAKS = re.compile(r"[/\n]+")
_PARTINGS = re.compile(r"[\s,;|]+")


def parse_board(text: str, reading: str | None = None) -> Board:
    """The Board that a text means.

    ``reading`` is one of READINGS and says how to take it; without it the form tells.
    Raises InvalidBoardError, or a subclass, if the text can not be read, and if it has
    two readings that differ; the message then names them. Raises Fast2048Error for a
    ``reading`` that there is not.
    """
    if not isinstance(text, str):
        raise InvalidBoardError(f"not the text of a board: {quote(text)} (a str)")
    if reading is not None and reading not in _READERS:
        raise Fast2048Error(f"not a reading: {quote(reading)} ({', '.join(READINGS)})")
    text = text.removeprefix("\ufeff").strip()  # a byte order mark, as from Windows
    value = _json(text)
    if reading is not None:
        return _READERS[reading](text, value)
    boards: dict[str, Board] = {}
    errors: list[InvalidBoardError] = []
    for name in _candidates(text, value):
        try:
            boards[name] = _READERS[name](text, value)
        except InvalidBoardError as error:
            errors.append(error)
    if len(set(boards.values())) > 1:
        meanings = ", or ".join(f"{name} ({board.text})" for name, board in boards.items())
        raise InvalidBoardError(f"{quote(text)} can be read as {meanings}: say which one is meant")
    if boards:
        return next(iter(boards.values()))
    raise errors[0] if errors else _unreadable(text)


def _candidates(text: str, value: Any) -> list[str]:
    """The readings that the form allows."""
    if isinstance(value, dict):
        return ["tiles"] if "tiles" in value else ["web"]
    if isinstance(value, list):
        return ["tiles", "exponents"]
    if _PACKED.fullmatch(text):
        return ["packed"]
    found = [
        name for name, form in (("hex", _HEX), ("exponents", _EXPONENTS)) if form.fullmatch(text)
    ]
    return found or (["tiles"] if len(_rows(text)) > 1 or len(_rows(text)[0]) > 1 else [])


def _unreadable(text: str) -> InvalidBoardError:
    return InvalidBoardError(
        f"not a board: {quote(text)} (tiles as 2 0 0 4 / ..., exponents as 1120/0000/0000/0000,"
        " 16 hex digits, 0x and the packed board, a JSON of nested lists, or the web game's state)"
    )


def _json(text: str) -> Any:
    """What the text holds as JSON: a list, a dict, or None."""
    if text[:1] not in ("[", "{", '"'):
        return None
    try:
        value = json.loads(text)
        if isinstance(value, str):  # a saved state, copied with the quotes around it
            value = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list | dict) else None


# ---- rows of numbers


def _rows(text: str) -> list[list[str]]:
    """The words of each row."""
    rows = [_PARTINGS.split(row.strip(" \t\r,;|")) for row in _BREAKS.split(text)]
    return [row for row in rows if row != [""]] or [[]]


def _cells(text: str) -> list[list[int]] | list[int]:
    """The rows as numbers, each of four; or sixteen in one row."""
    rows = _rows(text)
    numbers = [[_number(word, text) for word in row] for row in rows]
    if len(rows) == 1 and len(rows[0]) == 16:
        return numbers[0]
    if len(rows) != 4:
        raise InvalidBoardError(
            f"{len(rows)} row{'s' * (len(rows) > 1)} in {quote(text)}, not 4 rows of 4 cells"
        )
    for row in rows:
        if len(row) != 4:
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            raise InvalidBoardError(
                f"{cells} in the row {quote(' '.join(row))} of {quote(text)}, not 4"
            )
    return numbers


def _number(word: str, text: str) -> int:
    if set(word) <= set("._-"):
        return 0
    if word.isascii() and word.isdigit() and len(word) < 20:
        return int(word)
    raise InvalidBoardError(f"not a number: {quote(word)}, in {quote(text)}")


# ---- the readings


def _tiles(text: str, value: Any) -> Board:
    if isinstance(value, dict):
        if "tiles" not in value:
            raise InvalidBoardError(f'no "tiles" in {quote(text)}')
        value = value["tiles"]
    return Board.from_tiles(_cells(text) if value is None else value)


def _exponents(text: str, value: Any) -> Board:
    if value is None and _EXPONENTS.fullmatch(text):
        return Board.from_text("/".join(re.findall(r"\w{4}", text)))
    return Board.from_exponents(_cells(text) if value is None else value)


def _hex(text: str, value: Any) -> Board:
    if not _HEX.fullmatch(text):
        raise InvalidBoardError(f"not 16 hexadecimal digits: {quote(text)}")
    return Board.from_exponents([int(digit, 16) for digit in text])


def _packed(text: str, value: Any) -> Board:
    if not _PACKED.fullmatch(text):
        raise InvalidBoardError(f"not a packed board: {quote(text)} (0x and hexadecimal digits)")
    return Board.from_bits(int(text, 16))


def _web(text: str, value: Any) -> Board:
    """``grid.cells[x][y]``: x counts the columns. A cell is null or a tile."""
    try:
        columns = value["grid"]["cells"]
    except (TypeError, KeyError):
        raise InvalidBoardError(
            f"no grid.cells, as the web game saves it, in {quote(text)}"
        ) from None
    if not _is_four(columns) or not all(_is_four(column) for column in columns):
        raise InvalidBoardError(f"grid.cells is not 4 columns of 4 cells in {quote(text)}")
    return Board.from_tiles([[_web_tile(columns[x][y], x, y) for x in range(4)] for y in range(4)])


def _is_four(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4


def _web_tile(cell: Any, x: int, y: int) -> Any:
    if cell is None:
        return 0
    if not isinstance(cell, dict) or "value" not in cell:
        raise InvalidBoardError(f"not a cell: {quote(cell)}, at x {x}, y {y} of grid.cells")
    if cell.get("position", {"x": x, "y": y}) != {"x": x, "y": y}:
        raise InvalidBoardError(f"{quote(cell)} stands at x {x}, y {y} of grid.cells")
    return cell["value"]


_READERS: dict[str, Callable[[str, Any], Board]] = {
    "tiles": _tiles,
    "exponents": _exponents,
    "hex": _hex,
    "packed": _packed,
    "web": _web,
}

READINGS = tuple(_READERS)
"""The names of the readings."""
