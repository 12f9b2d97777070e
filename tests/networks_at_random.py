"""Small networks for tests: random weights, so that every cell of a board counts."""

import random
from array import array

from fast2048._core import NetworkTables
from fast2048.shapes import Shape

SMALL = Shape.parse("0145 0123")


def random_network(seed: int = 1, step: float = 0.25) -> NetworkTables:
    """Values of some thousands, and step a power of two: sums are exact."""
    source = random.Random(seed)
    weights = array("h", (source.randrange(-2000, 4000) for _ in range(2 * 16**4)))
    return NetworkTables(SMALL, weights, step)
