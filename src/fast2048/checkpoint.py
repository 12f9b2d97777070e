"""A Trainer on disk, complete: learning goes on from it as if it had never stopped."""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from fast2048.checks import as_integer, quote, reason
from fast2048.errors import InvalidNetworkError
from fast2048.learning import BYTES_A_WEIGHT, MAX_GAMES, Recipe, Trainer
from fast2048.shapes import Shape

__all__ = ["Header", "load_checkpoint", "read_header", "save_checkpoint"]

MAGIC = b"f2048chk"
VERSION = 1
PREFIX = struct.Struct("<8sIII")  # magic, version, length and CRC-32 of the header
CHECKSUM = struct.Struct("<I")  # CRC-32 of the weights, after them
MAX_HEADER = 1 << 26
CHUNK = 1 << 24

# What comes of a header that is JSON, or not even that, but not one of ours.
_NONSENSE = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)


class Header(NamedTuple):
    """A checkpoint without its weights."""

    shape: Shape
    """Of the network."""
    recipe: Recipe
    """How it is learned."""
    games: int
    """How many were played: the number of the next one."""
    players: list[tuple[int, list[int]]]
    """For each thread how many positions were ever saved to begin from, and those that are still
    there, as packed boards."""
    notes: Any
    """What was given to ``save_checkpoint``."""


def save_checkpoint(trainer: Trainer, path: str | os.PathLike[str], notes: Any = None) -> None:
    """Writes a checkpoint, atomically: the old one, if any, stays whole until the new one is.

    ``notes`` is anything JSON can hold, kept for ``load_checkpoint``. Raises OSError if it
    cannot be written.
    """
    target = Path(path).resolve()  # a link stays one
    header = {
        "shape": {"tuples": trainer.shape.tuples, "stages": trainer.shape.stages},
        "recipe": asdict(trainer.recipe),
        "games": trainer.games,
        "byteorder": sys.byteorder,
        "players": [
            {"saved": saved, "boards": [hex(bits) for bits in boards]}
            for saved, boards in (player.saved for player in trainer.players)
        ],
        "notes": notes,
    }
    text = json.dumps(header).encode()
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        with unfinished.open("wb") as file:
            file.write(PREFIX.pack(MAGIC, VERSION, len(text), zlib.crc32(text)) + text)
            weights = trainer.weights.cast("B")
            checksum = 0
            for start in range(0, len(weights), CHUNK):
                chunk = weights[start : start + CHUNK]
                checksum = zlib.crc32(chunk, checksum)
                file.write(chunk)
            file.write(CHECKSUM.pack(checksum))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def read_header(path: str | os.PathLike[str]) -> Header:
    """All of a checkpoint but its weights. Raises as ``load_checkpoint``."""
    with Path(path).open("rb") as file:
        return _read_header(file)


def load_checkpoint(
    path: str | os.PathLike[str], threads: int | None = None, recipe: Recipe | None = None
) -> tuple[Trainer, Any]:
    """The trainer, and the notes that were saved with it.

    ``threads`` and ``recipe`` are those of the checkpoint unless others are given. Raises
    InvalidNetworkError for a file that is no checkpoint, or damaged, MemoryError if the
    weights do not fit, OSError if the file cannot be read.
    """
    with Path(path).open("rb") as file:
        header = _read_header(file)
        trainer = Trainer(
            header.shape,
            recipe or header.recipe,
            len(header.players) if threads is None else threads,
        )
        trainer.games = header.games
        try:
            for player, saved in zip(trainer.players, header.players, strict=False):
                player.saved = saved
        except _NONSENSE as error:
            raise _wrong(file, error) from error
        _read_weights(file, trainer)
    return trainer, header.notes


def _wrong(file: BinaryIO, error: Exception) -> InvalidNetworkError:
    text = f"no {error}" if isinstance(error, KeyError) else reason(error)
    return InvalidNetworkError(f"not a checkpoint: {file.name} ({text})")


def _read_header(file: BinaryIO) -> Header:
    prefix = file.read(PREFIX.size)
    if prefix[: len(MAGIC)] != MAGIC or len(prefix) < PREFIX.size:
        raise InvalidNetworkError(f"not a checkpoint: {file.name} (it begins {quote(prefix[:8])})")
    _, version, length, checksum = PREFIX.unpack(prefix)
    if version != VERSION:
        raise InvalidNetworkError(
            f"{file.name} is a checkpoint of version {version}; this fast2048 reads {VERSION}"
        )
    text = file.read(length) if length <= MAX_HEADER else b""
    if len(text) != length or zlib.crc32(text) != checksum:
        raise InvalidNetworkError(f"{file.name} is damaged or cut off: its header does not check")
    try:
        found = json.loads(text)
        if found["byteorder"] != sys.byteorder:
            raise ValueError(f"written on a machine of order {quote(found['byteorder'])}")
        header = _header(found)
    except _NONSENSE as error:
        raise _wrong(file, error) from error
    left = os.fstat(file.fileno()).st_size - file.tell()
    if left != header.shape.weights * BYTES_A_WEIGHT + CHECKSUM.size:
        raise InvalidNetworkError(f"{file.name} is damaged: cut off, or with too many bytes")
    return header


def _header(found: Any) -> Header:
    """Raises one of _NONSENSE for what ``save_checkpoint`` does not write."""
    games = as_integer(found["games"])
    if games is None or not 0 <= games < MAX_GAMES:
        raise ValueError(f"{quote(found['games'])} games")
    players = [
        (kept["saved"], [int(bits, 16) for bits in kept["boards"]]) for kept in found["players"]
    ]
    if not players:
        raise ValueError("nobody plays")
    return Header(
        Shape(found["shape"]["tuples"], found["shape"]["stages"]),
        Recipe(**found["recipe"]),
        games,
        players,
        found.get("notes"),
    )


def _read_weights(file: BinaryIO, trainer: Trainer) -> None:
    weights = trainer.weights.cast("B")
    checksum = 0
    for start in range(0, len(weights), CHUNK):
        chunk = file.read(min(CHUNK, len(weights) - start))
        checksum = zlib.crc32(chunk, checksum)
        # Zeros are there already, and their pages need not be touched.
        if chunk.count(0) != len(chunk):
            weights[start : start + len(chunk)] = chunk
    if file.read() != CHECKSUM.pack(checksum):
        raise InvalidNetworkError(f"{file.name} is damaged: its weights do not check")
