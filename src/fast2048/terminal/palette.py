"""How each thing on the screen looks, for every number of colours a terminal may have.

A look is named: ``""`` is plain text, ``"tile 11"`` the tile 2048. Colours are numbers
that the terminal has; none is ever redefined. The colour of the text on a tile is
computed: of black and white, the one with the higher contrast.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from fast2048.errors import Fast2048Error

__all__ = ["PALETTES", "Depth", "Look", "UnknownPaletteError", "contrast", "looks", "rgb_of"]

# A board that was set up by hand can go one past the 131072 of the rules.
LARGEST_EXPONENT = 18

PALETTES: dict[str, tuple[int, ...]] = {
    # Warm as far as 2048, then through green and blue: each tile at a glance.
    "default": (
        0xEEE4DA, 0xECD9A9, 0xF2B179, 0xF59563, 0xF67C5F, 0xD9481C,
        0xF4E06D, 0xEDC22E, 0xC99A06, 0xB4CC3A, 0x5FB233, 0x1E8A5A,
        0x2BB5AD, 0x2E86D1, 0x3F4FC4, 0x7A3DB8, 0xB5267B, 0x3C3A32,
    ),
    # Lightness falls in even steps from yellow to blue, the axis that every common kind of
    # colour blindness keeps: order and difference can be seen without red and green.
    "colour-blind": (
        0xFFF4C2, 0xFFE88A, 0xFADB4B, 0xEACB3E, 0xD9BC45, 0xC8AD4D,
        0xB79F56, 0xA6915E, 0x978466, 0x88786D, 0x7A6D73, 0x6C6277,
        0x5F5878, 0x504E77, 0x3F4474, 0x2B3A6E, 0x112F66, 0x041C42,
    ),
    # Every colour is far enough from black or from white for a contrast of 7:1.
    "high-contrast": (
        0xFFFFFF, 0xFFF176, 0xFFB74D, 0xFF8A80, 0xFFD600, 0xB2FF59,
        0x00E5FF, 0x80D8FF, 0xEA80FC, 0xFFAB91, 0x76FF03, 0x1DE9B6,
        0x8C9EFF, 0x003C8F, 0x4A148C, 0x880E4F, 0x1B5E20, 0x3E2723,
    ),
}  # fmt: skip


class UnknownPaletteError(Fast2048Error):
    """A palette that does not exist."""


class Depth(IntEnum):
    """How many colours can be shown."""

    MONOCHROME = 0
    EIGHT = 8
    SIXTEEN = 16
    INDEXED = 256
    TRUECOLOR = 1 << 24

    @classmethod
    def of(cls, colors: int, direct: bool, environ: Mapping[str, str]) -> Depth:
        """From what terminfo says (``colors``, direct colour) and the environment."""
        if environ.get("NO_COLOR"):
            return cls.MONOCHROME
        named = environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
        if "STY" in environ:
            named = False  # GNU screen hands the variable on, not the colours
        if direct or (named and colors >= 8):
            return cls.TRUECOLOR
        return max((depth for depth in cls if depth <= min(colors, 256)), default=cls.MONOCHROME)


class Look(NamedTuple):
    """Colours are 0xRRGGBB for Depth.TRUECOLOR, else numbers; None is the terminal's own."""

    foreground: int | None = None
    background: int | None = None
    bold: bool = False
    reverse: bool = False


# Colours 0 to 15 as xterm shows them; other terminals differ a little.
_NAMED = (
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
)  # fmt: skip
BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE = range(8)
BRIGHT_BLACK, BRIGHT_RED, BRIGHT_GREEN, BRIGHT_YELLOW = range(8, 12)
BRIGHT_MAGENTA, BRIGHT_CYAN, BRIGHT_WHITE = range(13, 16)
_CUBE = (0, 95, 135, 175, 215, 255)

BOLD = True
_Pair = tuple[int, int] | tuple[int, int, bool]

# (text, background) for the exponents from 1: with so few colours both have to vary. Eight have
# no more than eighteen pairs that can be read, and fewer that can be read well or by everyone:
# there, bold tells a tile from another one.
_EIGHT: dict[str, tuple[_Pair, ...]] = {
    "default": (
        (BLACK, WHITE), (BLACK, CYAN), (BLACK, GREEN), (BLACK, YELLOW), (WHITE, BLUE), (CYAN, BLUE),
        (BLUE, WHITE), (BLUE, CYAN), (WHITE, RED), (YELLOW, BLUE), (RED, WHITE), (BLUE, YELLOW),
        (WHITE, BLACK), (CYAN, BLACK), (GREEN, BLACK), (YELLOW, BLACK), (WHITE, BLACK, BOLD),
        (CYAN, BLACK, BOLD),
    ),
    # Without red, green and magenta.
    "colour-blind": (
        (BLACK, WHITE), (BLACK, YELLOW), (BLACK, CYAN), (BLUE, WHITE), (BLUE, YELLOW), (BLUE, CYAN),
        (WHITE, BLUE), (YELLOW, BLACK), (YELLOW, BLUE), (WHITE, BLACK), (CYAN, BLUE), (CYAN, BLACK),
        (WHITE, BLUE, BOLD), (YELLOW, BLACK, BOLD), (YELLOW, BLUE, BOLD), (WHITE, BLACK, BOLD),
        (CYAN, BLUE, BOLD), (CYAN, BLACK, BOLD),
    ),
    # A contrast of 7:1 as far as 32768.
    "high-contrast": (
        (BLACK, WHITE), (BLACK, YELLOW), (BLACK, GREEN), (BLACK, CYAN), (WHITE, BLUE),
        (BLUE, WHITE), (YELLOW, BLACK), (WHITE, BLUE, BOLD), (CYAN, BLACK), (GREEN, BLACK),
        (WHITE, BLACK), (YELLOW, BLACK, BOLD), (CYAN, BLACK, BOLD), (GREEN, BLACK, BOLD),
        (WHITE, BLACK, BOLD), (YELLOW, BLUE), (BLUE, YELLOW), (YELLOW, BLUE, BOLD),
    ),
}  # fmt: skip
_SIXTEEN: dict[str, tuple[_Pair, ...]] = {
    "default": (
        (BLACK, BRIGHT_WHITE), (BLACK, BRIGHT_YELLOW), (BLACK, YELLOW), (BLACK, BRIGHT_RED),
        (BRIGHT_WHITE, RED), (BLACK, BRIGHT_MAGENTA), (BLACK, BRIGHT_GREEN), (BLACK, GREEN),
        (BLACK, BRIGHT_CYAN), (BLACK, CYAN), (BRIGHT_WHITE, BLUE), (BLACK, WHITE),
        (BRIGHT_WHITE, MAGENTA), (BRIGHT_YELLOW, BLUE), (BRIGHT_CYAN, BLUE), (BLUE, BRIGHT_WHITE),
        (BLUE, BRIGHT_YELLOW), (BLUE, BRIGHT_CYAN),
    ),
    "colour-blind": (
        (BLACK, BRIGHT_WHITE), (BLACK, BRIGHT_YELLOW), (BLACK, BRIGHT_CYAN), (BLACK, YELLOW),
        (BLACK, CYAN), (BLACK, BRIGHT_BLACK), (BLUE, BRIGHT_WHITE), (BLUE, BRIGHT_YELLOW),
        (BRIGHT_WHITE, BLUE), (BRIGHT_YELLOW, BLACK), (BLUE, BRIGHT_CYAN), (YELLOW, BLUE),
        (BRIGHT_CYAN, BLACK), (BRIGHT_YELLOW, BLUE), (BRIGHT_WHITE, BLACK), (CYAN, BLUE),
        (BRIGHT_CYAN, BLUE), (YELLOW, BLACK),
    ),
    # A contrast of 7:1.
    "high-contrast": (
        (BLACK, BRIGHT_WHITE), (BLACK, BRIGHT_YELLOW), (BLACK, BRIGHT_CYAN), (BLACK, BRIGHT_GREEN),
        (BLACK, YELLOW), (BRIGHT_WHITE, BLUE), (BLACK, CYAN), (BRIGHT_YELLOW, BLUE), (BLACK, GREEN),
        (BRIGHT_CYAN, BLUE), (BLUE, BRIGHT_YELLOW), (BRIGHT_WHITE, BLACK), (BLUE, BRIGHT_WHITE),
        (BRIGHT_YELLOW, BLACK), (BLUE, BRIGHT_CYAN), (BRIGHT_GREEN, BLACK), (BRIGHT_CYAN, BLACK),
        (YELLOW, BLACK),
    ),
}  # fmt: skip


def rgb_of(index: int) -> int:
    """The 0xRRGGBB of colour ``index`` of 256, as xterm shows it."""
    if index < 16:
        return _NAMED[index]
    if index < 232:
        red, green, blue = (_CUBE[(index - 16) // step % 6] for step in (36, 6, 1))
        return red << 16 | green << 8 | blue
    return (8 + 10 * (index - 232)) * 0x010101


def _channels(rgb: int) -> tuple[int, int, int]:
    return rgb >> 16, rgb >> 8 & 255, rgb & 255


def _luminance(rgb: int) -> float:
    red, green, blue = (
        value / 3294.6 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in _channels(rgb)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: int, other: int) -> float:
    """The contrast ratio of two 0xRRGGBB colours, 1 to 21, as WCAG 2.1 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _on(background: int) -> int:
    return max((0x000000, 0xFFFFFF), key=lambda text: contrast(text, background))


def _nearest(rgb: int, free: dict[int, tuple[int, int, int]]) -> int:
    """The colour that comes closest, of those that are free: number to channels."""
    red, green, blue = _channels(rgb)
    return min(
        free,
        key=lambda index: (
            (free[index][0] - red) ** 2
            + (free[index][1] - green) ** 2
            + (free[index][2] - blue) ** 2
        ),
    )


def _tiles(palette: str, depth: Depth) -> list[Look]:
    backgrounds = PALETTES[palette]
    if depth == Depth.TRUECOLOR:
        return [Look(_on(rgb), rgb, bold=True) for rgb in backgrounds]
    if depth == Depth.INDEXED:
        free = {index: _channels(rgb_of(index)) for index in range(16, 256)}
        found = []
        for rgb in backgrounds:
            index = _nearest(rgb, free)
            del free[index]  # each tile has a colour of its own
            text = 231 if _on(rgb_of(index)) else 16
            found.append(Look(text, index, bold=True))
        return found
    if depth >= Depth.EIGHT:
        pairs = (_SIXTEEN if depth == Depth.SIXTEEN else _EIGHT)[palette]
        return [Look(pair[0], pair[1], bold=BOLD in pair[2:]) for pair in pairs]
    return [Look(reverse=True, bold=exponent >= 7) for exponent in range(1, LARGEST_EXPONENT + 1)]


def looks(palette: str | None, depth: Depth) -> dict[str, Look]:
    """Every look by its name. Raises UnknownPaletteError for a name that is none."""
    name = "default" if palette is None else palette
    if name not in PALETTES:
        raise UnknownPaletteError(f"no palette {name!r}: choose one of {', '.join(PALETTES)}")
    tiles = _tiles(name, depth)
    strong = Look(bold=True)
    return {
        "": Look(),
        "grid": Look(),
        "strong": strong,
        "gain": strong,
        "alert": Look(bold=True, reverse=True),
        **{f"tile {exponent}": look for exponent, look in enumerate(tiles, start=1)},
    }
