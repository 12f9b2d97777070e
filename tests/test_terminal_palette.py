"""The colours: enough of them, far enough apart, and text that can be read."""

import itertools

import pytest

from fast2048.terminal.palette import (
    PALETTES,
    Depth,
    Look,
    UnknownPaletteError,
    contrast,
    looks,
    rgb_of,
)

COLOURED = [Depth.TRUECOLOR, Depth.INDEXED, Depth.SIXTEEN, Depth.EIGHT]


def tiles(palette: str, depth: Depth) -> list[Look]:
    found = looks(palette, depth)
    return [found[f"tile {exponent}"] for exponent in range(1, 19)]


def rgb(color: int | None, depth: Depth) -> int:
    assert color is not None
    return color if depth == Depth.TRUECOLOR else rgb_of(color)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(0x000000, 0xFFFFFF) == pytest.approx(21)
    assert contrast(0x777777, 0xFFFFFF) == pytest.approx(4.48, abs=0.005)
    assert contrast(0x123456, 0x123456) == 1


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_text_of_every_tile_has_a_contrast_of_four_and_a_half(
    palette: str, depth: Depth
) -> None:
    for tile in tiles(palette, depth):
        assert contrast(rgb(tile.foreground, depth), rgb(tile.background, depth)) >= 4.5


@pytest.mark.parametrize("depth", COLOURED)
def test_the_high_contrast_palette_has_a_contrast_of_seven(depth: Depth) -> None:
    """With eight colours as far as 32768: they have no more such pairs."""
    for exponent, tile in enumerate(tiles("high-contrast", depth), start=1):
        found = contrast(rgb(tile.foreground, depth), rgb(tile.background, depth))
        assert found >= (7 if depth > Depth.EIGHT or exponent <= 15 else 5.5)


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_tile_has_colours_of_its_own(palette: str, depth: Depth) -> None:
    assert len(set(tiles(palette, depth))) == 18
    pairs = [(tile.foreground, tile.background) for tile in tiles(palette, depth)]
    if depth >= Depth.SIXTEEN:
        assert len(set(pairs)) == 18
    for one, other in itertools.pairwise(tiles(palette, depth)):
        assert one[:2] != other[:2]  # bold alone is too little between neighbours
    if depth >= Depth.INDEXED:
        assert len({background for _, background in pairs}) == 18


def test_with_eight_colours_the_tiles_to_65536_have_pairs_of_their_own() -> None:
    """After them, bold tells a tile from another."""
    pairs = [(tile.foreground, tile.background) for tile in tiles("default", Depth.EIGHT)]
    assert len(set(pairs[:16])) == 16


# How the three kinds of dichromats see linear RGB: Machado, Oliveira, Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
BLINDNESS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(color: int, seen: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as seen through one of the matrices above."""
    linear = [((color >> shift & 255) / 255) ** 2.2 for shift in (16, 8, 0)]
    red, green, blue = (
        min(max(sum(weight * value for weight, value in zip(row, linear, strict=True)), 0), 1)
        for row in seen
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 4 / 29 for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_colour_blind_palette_keeps_all_tiles_apart(kind: str) -> None:
    seen = [lab(color, BLINDNESS[kind]) for color in PALETTES["colour-blind"]]
    for one, other in itertools.combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 4
    lightness = [color[0] for color in seen]
    assert lightness == sorted(lightness, reverse=True)


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.EIGHT])
def test_with_few_colours_the_colour_blind_palette_tells_tiles_apart_as_well(
    depth: Depth, kind: str
) -> None:
    """By the text or by the background; with eight colours also by bold."""

    def distance(one: int | None, other: int | None) -> float:
        seen = (lab(rgb(color, depth), BLINDNESS[kind]) for color in (one, other))
        return sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5

    for one, other in itertools.combinations(tiles("colour-blind", depth), 2):
        if one.bold == other.bold:
            apart = distance(one.foreground, other.foreground)
            assert max(apart, distance(one.background, other.background)) > 8


@pytest.mark.parametrize("depth", COLOURED)
def test_each_palette_differs_from_the_others(depth: Depth) -> None:
    assert len({tuple(tiles(palette, depth)) for palette in PALETTES}) == len(PALETTES)


def test_without_colours_no_colour_is_used() -> None:
    for look in looks(None, Depth.MONOCHROME).values():
        assert look.foreground is None
        assert look.background is None


@pytest.mark.parametrize(
    ("colors", "direct", "environ", "depth"),
    [
        (256, False, {"COLORTERM": "truecolor"}, Depth.TRUECOLOR),
        (256, False, {"COLORTERM": "24bit"}, Depth.TRUECOLOR),
        (1 << 24, True, {}, Depth.TRUECOLOR),
        (256, False, {"COLORTERM": "truecolor", "STY": "1.pts"}, Depth.INDEXED),
        (256, False, {}, Depth.INDEXED),
        (88, False, {}, Depth.SIXTEEN),
        (16, False, {}, Depth.SIXTEEN),
        (8, False, {}, Depth.EIGHT),
        (-1, False, {}, Depth.MONOCHROME),
        (-1, False, {"COLORTERM": "truecolor"}, Depth.MONOCHROME),
        (256, True, {"COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.MONOCHROME),
        (256, False, {"NO_COLOR": ""}, Depth.INDEXED),
    ],
)
def test_the_most_colours_that_the_terminal_has_are_used(
    colors: int, direct: bool, environ: dict[str, str], depth: Depth
) -> None:
    assert Depth.of(colors, direct, environ) == depth


def test_an_unknown_palette_is_quoted() -> None:
    with pytest.raises(UnknownPaletteError, match=r"'sepia'.*colour-blind"):
        looks("sepia", Depth.TRUECOLOR)
