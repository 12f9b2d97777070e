"""The shape of an n-tuple network: which cells, in how many stages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fast2048.checks import as_integer, quote
from fast2048.errors import InvalidNetworkError

__all__ = ["NAMED_SHAPES", "Shape"]

MAX_TUPLES = 12
MAX_TUPLE_CELLS = 7
MAX_STAGES = 4

NAMED_SHAPES = {
    "4x6": "012345 456789 012456 45689a",
    "8x5": "01234 45678 01456 45689 01245 4569a 01259 12456",
    "8x6": "012456 456789 012345 234569 01259a 345678 134567 01489a",
}
"""4x6 is that of Yeh et al., "Multistage temporal difference learning for 2048-like games"
(IEEE TCIAIG 2017), 8x6 that of Matsuzaki, "Systematic selection of n-tuple networks with
consideration of interinfluence for game 2048" (TAAI 2016)."""


@dataclass(frozen=True)
class Shape:
    """Which cells each tuple of a network has, and from which tiles on it has others.

    ``tuples``: for each tuple its cells, ascending, by number (0 top-left, 15 bottom-right).
    Symmetric images share their weights, so one tuple stands for eight.

    ``stages``: the exponents of the largest tile at which another set of weights takes over,
    ascending; ``(14,)`` means one set for boards below 16384 and one from there on.

    There are 1 to 12 tuples of 1 to 7 cells, and up to 3 exponents; InvalidNetworkError is
    raised for others.
    """

    tuples: tuple[tuple[int, ...], ...]
    stages: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        tuples = _sequence(self.tuples, "network's shape")
        if not 1 <= len(tuples) <= MAX_TUPLES:
            raise InvalidNetworkError(
                f"not a network's shape: {len(tuples)} tuples (1 to {MAX_TUPLES})"
            )
        # As plain tuples and ints, whatever they came as: equal shapes are written alike.
        object.__setattr__(self, "tuples", tuple(_tuple(cells) for cells in tuples))
        object.__setattr__(self, "stages", _stages(self.stages))

    @classmethod
    def parse(cls, text: str, stages: Iterable[int] = ()) -> Shape:
        """A shape by name (``"8x6"``) or tuple by tuple, cells in hex: ``"0123 4567 014589"``.

        Raises InvalidNetworkError.
        """
        if not isinstance(text, str):
            raise InvalidNetworkError(f"not a network's shape: {quote(text)} (a str)")
        tuples = []
        for word in NAMED_SHAPES.get(text, text).split():
            try:
                tuples.append(tuple(sorted(int(digit, 16) for digit in word)))
            except ValueError:
                names = ", ".join(NAMED_SHAPES)
                raise InvalidNetworkError(
                    f"not a tuple of cells: {quote(word)}, in {quote(text)}"
                    f" (hex digits, as in 012456; or a name: {names})"
                ) from None
        return cls(tuple(tuples), _sequence(stages, "network's stages"))

    @property
    def text(self) -> str:
        """What ``parse`` reads, stages aside: the name if there is one, else the tuples."""
        text = " ".join("".join(f"{cell:x}" for cell in cells) for cells in self.tuples)
        return next((name for name, tuples in NAMED_SHAPES.items() if tuples == text), text)

    @property
    def weights(self) -> int:
        """How many weights there are, in all stages together."""
        return sum(1 << 4 * len(cells) for cells in self.tuples) * (1 + len(self.stages))


def _sequence(value: Any, what: str) -> tuple[Any, ...]:
    try:
        return tuple(value)
    except TypeError:
        raise InvalidNetworkError(f"not a {what}: {quote(value)} (a tuple)") from None


def _tuple(cells: Any) -> tuple[int, ...]:
    numbers = tuple(as_integer(cell) for cell in _sequence(cells, "tuple of cells"))
    known = tuple(number for number in numbers if number is not None and 0 <= number <= 15)
    if not 1 <= len(known) <= MAX_TUPLE_CELLS or known != numbers:
        raise InvalidNetworkError(
            f"not a tuple of cells: {quote(cells)} (1 to {MAX_TUPLE_CELLS} cells from 0 to 15)"
        )
    if list(known) != sorted(set(known)):
        raise InvalidNetworkError(
            f"not a tuple of cells: {quote(cells)} (ascending, each cell once)"
        )
    return known


def _stages(exponents: Any) -> tuple[int, ...]:
    numbers = tuple(as_integer(exponent) for exponent in _sequence(exponents, "network's stages"))
    if len(numbers) >= MAX_STAGES:
        raise InvalidNetworkError(
            f"not a network's stages: {quote(exponents)} (at most {MAX_STAGES - 1})"
        )
    known = tuple(number for number in numbers if number is not None and 1 <= number <= 17)
    if known != numbers or list(known) != sorted(set(known)):
        raise InvalidNetworkError(
            f"not a network's stages: {quote(exponents)} (exponents from 1 to 17, ascending)"
        )
    return known
