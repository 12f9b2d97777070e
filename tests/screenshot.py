"""A picture of what the emulator shows, as SVG."""

from __future__ import annotations

from html import escape

from emulator import Screen

_WIDTH, _HEIGHT, _MARGIN = 9, 19, 12
_PAPER, _INK = "#1d1f21", "#d8d8d8"
# Borders are drawn, not written: a font may leave gaps between its lines. Each has arms
# to the left, right, top and bottom of its cell.
_ARMS = {
    "─": "lr", "│": "tb", "┌": "rb", "┐": "lb", "└": "rt", "┘": "lt",
    "├": "rtb", "┤": "ltb", "┬": "lrb", "┴": "lrt", "┼": "lrtb",
}  # fmt: skip


def screenshot(screen: Screen) -> str:
    """An SVG document of the characters in their colours."""
    columns, rows = screen.columns, screen.lines
    wide, high = columns * _WIDTH + 2 * _MARGIN, rows * _HEIGHT + 2 * _MARGIN
    backgrounds, borders, texts = [], [], []
    for row in range(rows):
        line = screen.buffer[row]
        y = _MARGIN + row * _HEIGHT
        for column, length in _runs(screen, row):
            cell = line[column]
            x = _MARGIN + column * _WIDTH
            foreground, background = _color(cell.fg, _INK), _color(cell.bg, _PAPER)
            if cell.reverse:
                foreground, background = background, foreground
            if background != _PAPER:
                size = f'width="{length * _WIDTH}" height="{_HEIGHT}"'
                backgrounds.append(f'<rect x="{x}" y="{y}" {size} fill="{background}"/>')
            text = "".join(line[place].data for place in range(column, column + length))
            for place, character in enumerate(text):
                for arm in _ARMS.get(character, ""):
                    borders.append(_arm(arm, x + place * _WIDTH, y))
            text = "".join(" " if character in _ARMS else character for character in text)
            if text.strip():
                start = column + len(text) - len(text.lstrip())
                text = text.strip()
                weight = ' font-weight="bold"' if cell.bold else ""
                texts.append(
                    f'<text x="{_MARGIN + start * _WIDTH}" y="{y + 14}" fill="{foreground}"{weight}'
                    f' textLength="{len(text) * _WIDTH}" xml:space="preserve">{escape(text)}</text>'
                )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
            f' viewBox="0 0 {wide} {high}" role="img" font-family="monospace" font-size="15">',
            "<title>fast2048 in a terminal</title>",
            f'<rect width="{wide}" height="{high}" rx="8" fill="{_PAPER}"/>',
            *backgrounds,
            f'<path d="{"".join(borders)}" stroke="{_INK}" fill="none"/>',
            *texts,
            "</svg>\n",
        ]
    )


def _runs(screen: Screen, row: int) -> list[tuple[int, int]]:
    """(column, length) of the stretches that look alike."""
    line, runs, start = screen.buffer[row], [], 0
    for column in range(1, screen.columns + 1):
        if column == screen.columns or line[column][1:] != line[start][1:]:
            runs.append((start, column - start))
            start = column
    return runs


def _color(name: str, default: str) -> str:
    return default if name == "default" else f"#{name}"


def _arm(arm: str, x: int, y: int) -> str:
    """A line from the middle of a cell to one of its edges."""
    middle = f"M{x + _WIDTH / 2:g} {y + _HEIGHT / 2:g}"
    ends = {"l": f"H{x}", "r": f"H{x + _WIDTH}", "t": f"V{y}", "b": f"V{y + _HEIGHT}"}
    return middle + ends[arm]
