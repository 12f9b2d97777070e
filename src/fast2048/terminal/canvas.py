"""A drawing on the cells of a terminal, in memory. Nothing here knows a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from wcwidth import iter_graphemes, wcswidth

__all__ = ["BLANK", "Canvas", "Cell", "clip", "fit", "printed", "width", "wrap"]

# What stands in a cell, and the name of its look. The cells that a wide character covers
# after its first hold an empty text.
Cell = tuple[str, str]
BLANK: Cell = (" ", "")

# Thai writes no spaces between words: its catalogue marks them with this, and lines break there.
_WORD_BOUNDARY = "\u200b"


@lru_cache(maxsize=1024)
def _clusters(text: str) -> tuple[tuple[str, int], ...]:
    """The text in units that share a place on the screen, each with its width in cells."""
    text = printed(text)
    if text.isascii():
        return tuple((character, 1) for character in text if character.isprintable())
    return tuple(
        (cluster, size) for cluster in iter_graphemes(text) if (size := wcswidth(cluster)) > 0
    )


def printed(text: str) -> str:
    """The text as it is written where lines are not broken."""
    return text.replace(_WORD_BOUNDARY, "")


def width(text: str) -> int:
    """How many cells the text takes."""
    return sum(size for _, size in _clusters(text))


def clip(text: str, room: int) -> str:
    """As much of the text as fits into ``room`` cells."""
    kept = []
    for cluster, size in _clusters(text):
        room -= size
        if room < 0:
            break
        kept.append(cluster)
    return "".join(kept)


def fit(forms: Sequence[str], room: int, mark: str) -> str:
    """The first of the forms that fits into ``room`` cells; else what fits of the last one,
    and the mark that something is missing."""
    for form in forms:
        if width(form) <= room:
            return form
    return clip(clip(forms[-1], max(0, room - width(mark))) + mark, room) if forms else ""


def wrap(text: str, room: int) -> list[str]:
    """The text in lines of at most ``room`` cells, broken between words where possible. A line
    holds at least one character, however little room there is."""
    room = max(1, room)
    lines = [""]
    for gap, word in _words(text):
        if width(lines[-1] + gap + word) <= room:
            lines[-1] += gap + word
            continue
        if lines[-1]:
            lines.append("")
        while width(word) > room:
            head = clip(word, room) or word[0]
            lines[-1] = head
            lines.append("")
            word = word[len(head) :]
        lines[-1] = word
    return lines


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Each word with the space before it: none at the start and at a bare word boundary.

    Of a word, only what can be seen.
    """
    parts = ["", *re.split(f"([ {_WORD_BOUNDARY}]+)", text)]
    for gap, word in zip(parts[::2], parts[1::2], strict=True):
        yield (" " if " " in gap else ""), "".join(cluster for cluster, _ in _clusters(word))


class Canvas:
    """Rows of cells. What falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, look: str = "") -> None:
        """Write the text, starting at this cell."""
        if not 0 <= row < self.height:
            return
        cells = self.rows[row]
        if 0 < column < self.width and not cells[column][0]:
            cells[column - 1] = BLANK  # its second half is about to go
        for cluster, size in _clusters(text):
            if column + size > self.width:
                break
            if column >= 0:
                cells[column] = (cluster, look)
                for covered in range(column + 1, column + size):
                    cells[covered] = ("", look)
            column += size
        if 0 <= column < self.width and not cells[column][0]:
            cells[column] = BLANK

    def fill(self, row: int, column: int, height: int, width: int, look: str = "") -> None:
        """Blank a rectangle, in this look."""
        for line in range(row, row + height):
            self.put(line, column, " " * width, look)

    def text(self) -> list[str]:
        """The characters alone, a line for each row."""
        return ["".join(text for text, _ in row).rstrip() for row in self.rows]
