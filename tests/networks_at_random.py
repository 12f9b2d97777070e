"""Small networks for tests: random weights, so that every cell of a board counts."""

import random
from array import array
from pathlib import Path

from fast2048.networks import Network
from fast2048.shapes import Shape

SMALL = Shape.parse("0145 0123")


def random_network(seed: int = 1, step: float = 0.25) -> Network:
    """Values of some thousands, and step a power of two: sums are exact."""
    source = random.Random(seed)
    weights = array("h", (source.randrange(-2000, 4000) for _ in range(2 * 16**4)))
    return Network(SMALL, weights, step)


def write_network(directory: Path, seed: int = 1) -> str:
    """The name of a file with such a network."""
    path = directory / f"random-{seed}.f2048"
    path.write_bytes(random_network(seed).to_bytes())
    return str(path)
