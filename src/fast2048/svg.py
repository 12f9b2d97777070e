"""A picture of a board, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["board_svg"]

_CELL = 64
_GAP = 8
_RADIUS = 5
_FRAME = "#9c8b7c"
_EMPTY = "#c8baab"

# From sand through orange, red and plum to deep blue: by exponent, from 1 on.
_COLOURS = (
    "#efe6db #ecdcc0 #f3b882 #f29a6b #ee7b5c #e35a3c #ebcf74 #e8c552 #e2b52e #d79b13 #c77d08"
    " #7a9e3f #4b8f57 #2f7f7d #30689c #4b4fa3 #6b3a94 #7f2a6d"
).split()
_DARK_TEXT = "#4a4038"
_LIGHT_TEXT = "#ffffff"
_DARK_ON = frozenset((1, 2, 3, 4, 5, 7, 8, 9, 10))


def board_svg(tiles: Sequence[Sequence[int]]) -> str:
    """An SVG of 4 rows of 4 face values, 0 for an empty cell."""
    side = 4 * _CELL + 5 * _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"'
        f' viewBox="0 0 {side} {side}" role="img" font-family="sans-serif" font-weight="bold"'
        ' text-anchor="middle">',
        f'<rect width="{side}" height="{side}" rx="{_RADIUS}" fill="{_FRAME}"/>',
    ]
    for r, row in enumerate(tiles):
        for c, tile in enumerate(row):
            x, y = (_GAP + place * (_CELL + _GAP) for place in (c, r))
            exponent = tile.bit_length() - 1 if tile else 0
            fill = _COLOURS[min(exponent, len(_COLOURS)) - 1] if tile else _EMPTY
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" rx="{_RADIUS}"'
                f' fill="{fill}"/>'
            )
            if tile:
                size = min(28, 90 // len(str(tile)))
                text = _DARK_TEXT if exponent in _DARK_ON else _LIGHT_TEXT
                parts.append(
                    f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2}" dy=".35em"'
                    f' font-size="{size}" fill="{text}">{tile}</text>'
                )
    parts.append("</svg>")
    return "".join(parts)
