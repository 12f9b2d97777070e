"""Networks to play by: the one that comes with fast2048, and others that are installed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from fast2048._core import NetworkTables, count_weights
from fast2048.checks import quote
from fast2048.errors import InvalidNetworkError
from fast2048.memory import zeros
from fast2048.packed import read_packed, write_packed
from fast2048.shapes import Shape

__all__ = ["ENTRY_POINTS", "Network", "installed_networks", "load_network"]

ENTRY_POINTS = "fast2048.networks"
"""The group of entry points by which packages install networks."""
SHIPPED = "default"


class Network(NetworkTables):
    """An n-tuple network to play by: tables of weights, read-only.

    ``shape`` is a Shape, ``weights`` a buffer of ``shape.weights`` int16 (it is kept, not
    copied), ``step`` the points that a weight of 1 stands for; ``about`` may tell where it
    comes from. Any number of threads may use one network.

    After Szubert and Jaskowski, "Temporal difference learning of n-tuple networks for the
    game 2048" (CIG 2014): weights are shared by the 8 symmetric images, and what is valued
    is an afterstate. Exponents above 15 are looked up as 15.
    """

    about: dict[str, Any]
    """Where the network comes from, anything JSON can hold: a recipe, or nothing."""

    def __new__(
        cls,
        shape: Shape,
        weights: Any,
        step: float = 1,
        about: dict[str, Any] | None = None,
    ) -> Network:
        self = super().__new__(cls, shape, weights, step)
        self.about = dict(about or {})
        return self

    def __repr__(self) -> str:
        return f"<Network {self.shape.text} stages={self.shape.stages} step={self.step:g}>"

    @classmethod
    def from_weights(cls, shape: Shape, weights: Iterable[int], step: float = 1) -> Network:
        """A network from integers from -32768 to 32767, one for each weight of the shape.

        They stand stage by stage, tuple by tuple; within a table the first cell of the tuple
        is the lowest digit of the index, base 16. Raises InvalidNetworkError.
        """
        buffer = zeros(2 * shape.weights).cast("h")
        count = -1
        for count, weight in enumerate(weights):
            if count == shape.weights:
                break
            try:
                buffer[count] = weight
            except (TypeError, ValueError):
                raise InvalidNetworkError(
                    f"not a weight: {quote(weight)} (an integer from -32768 to 32767)"
                ) from None
        if count + 1 != shape.weights:
            raise InvalidNetworkError(
                f"not the weights of {shape.text}: more or fewer than {shape.weights}"
            )
        return cls(shape, buffer, step)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "these bytes") -> Network:
        """From the bytes of a packed network, which errors call by ``name``.

        Raises InvalidNetworkError for anything that ``to_bytes`` does not write.
        """
        shape, step, weights, about = read_packed(data, name)
        return cls(shape, weights, step, about)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """From the file of a packed network.

        Raises InvalidNetworkError if it is none, and OSError if it cannot be read.
        """
        return cls.from_bytes(Path(path).read_bytes(), str(path))

    @property
    def used(self) -> int:
        """How many weights are not 0."""
        return count_weights(self.weights)

    @cached_property
    def digest(self) -> str:
        """Sixteen hex digits: the same for two networks only if they value alike."""
        found = sha256(f"{self.shape} {self.step!r} ".encode())
        found.update(self.weights)
        return found.hexdigest()[:16]

    def to_bytes(self) -> bytes:
        """The bytes of the packed network: see docs/network.md for the format."""
        return write_packed(self.shape, self.step, self.weights, self.about)

    def __reduce__(self) -> tuple[Any, ...]:
        return Network.from_bytes, (self.to_bytes(),)


def installed_networks() -> dict[str, str]:
    """The names of the networks that ``load_network`` knows, and where each comes from.

    Others install theirs by an entry point of the group ``fast2048.networks``: its name is
    the network's, and it points at the path of a packed network, or at a function without
    arguments that returns one.
    """
    others = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    return {SHIPPED: "fast2048"} | others


def load_network(name_or_path: str | os.PathLike[str] | None = None) -> Network:
    """The network that comes with fast2048 (None, or ``"default"``), an installed one by its
    name, or the one in a file.

    A network that is already loaded is returned again, unless its file has changed. Raises
    InvalidNetworkError if there is no such network, or its file is none.
    """
    path = _find(name_or_path)
    try:
        status = path.stat()
        return _load(path, status.st_mtime_ns, status.st_size)
    except OSError as error:
        raise InvalidNetworkError(f"cannot read the network {path}: {error.strerror}") from error


def _installed(point: EntryPoint) -> Path:
    try:
        where: str | Path | Callable[[], str | Path] = point.load()
        return Path(where() if callable(where) else where)
    except Exception as error:  # of somebody else's code
        raise InvalidNetworkError(
            f"the network {quote(point.name)} is not where {point.value} says: {error}"
        ) from error


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int, _size: int) -> Network:
    return Network.load(path)


def _find(name_or_path: str | os.PathLike[str] | None) -> Path:
    if name_or_path is None or name_or_path == SHIPPED:
        return Path(str(files("fast2048") / "data" / "default.f2048"))
    if not isinstance(name_or_path, str | os.PathLike):
        raise InvalidNetworkError(f"not the name or path of a network: {quote(name_or_path)}")
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name_or_path:
            return _installed(point)
    path = Path(name_or_path)
    if not path.is_file():
        names = ", ".join(installed_networks())
        raise InvalidNetworkError(
            f"no network {quote(str(name_or_path))}: neither installed ({names}) nor a file"
        )
    return path.resolve()
