"""The file of a packed network: written, and read with every doubt.

docs/network.md describes the format. The sections are deflated, not LZMA: at the same size,
since their bytes are close to noise, they are read four times as fast.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from itertools import pairwise
from typing import Any

from fast2048._core import pack_weights, unpack_weights
from fast2048.checks import quote, reason
from fast2048.errors import InvalidNetworkError
from fast2048.memory import zeros
from fast2048.shapes import Shape

__all__ = ["read_packed", "write_packed"]

MAGIC = b"fast2048"
VERSION = 1
PREFIX = struct.Struct("<8sII")  # magic, version, length of the header
DIGEST_SIZE = hashlib.sha256().digest_size
MAX_HEADER = 1 << 20
MAX_WEIGHTS = 1 << 31

SECTIONS = ("kept", "low", "high")


def write_packed(
    shape: Shape, step: float, weights: memoryview[int], about: dict[str, Any]
) -> bytes:
    """The file's bytes. ``weights``: int16, as in Network; ``about``: anything JSON can hold."""
    streams = pack_weights(weights)
    sections = [zlib.compress(stream, 9) for stream in streams]
    header = {
        "tuples": [list(cells) for cells in shape.tuples],
        "stages": list(shape.stages),
        "step": step,
        "used": len(streams[1]),
        "sections": [len(section) for section in sections],
        "about": about,
    }
    text = json.dumps(header).encode()
    body = PREFIX.pack(MAGIC, VERSION, len(text)) + text + b"".join(sections)
    return body + hashlib.sha256(body).digest()


def read_packed(data: bytes, name: str) -> tuple[Shape, float, memoryview[int], dict[str, Any]]:
    """Shape, step, weights and about, as given to ``write_packed``.

    Raises InvalidNetworkError, which calls the file by ``name``, for anything that
    ``write_packed`` does not write: another kind of file or version, bytes missing, added
    or changed, and numbers in the header that do not fit together.
    """
    header, sections = _open(data, name)
    try:
        shape = Shape(tuple(tuple(cells) for cells in header["tuples"]), tuple(header["stages"]))
        step, used, about = float(header["step"]), header["used"], header["about"]
        if (
            shape.weights > MAX_WEIGHTS
            or not 0 <= used <= shape.weights
            or not 0 < step < float("inf")
            or not isinstance(about, dict)
        ):
            raise ValueError("numbers beyond all bounds")
        sizes = [(shape.weights + 7) // 8, used, used]
        streams = [_inflate(section, size) for section, size in zip(sections, sizes, strict=True)]
        # A search looks up weights all over the tables: a fifth faster with huge pages.
        weights = zeros(2 * shape.weights, huge_pages=True).cast("h")
    except (ValueError, TypeError, KeyError, OverflowError, MemoryError) as error:
        why = reason(error) or "not enough memory"
        raise InvalidNetworkError(f"not a packed network: {name} ({why})") from error
    if not unpack_weights(weights, *streams):
        raise InvalidNetworkError(f"not a packed network: {name} (its weights do not add up)")
    return shape, step, weights, about


def _open(data: bytes, name: str) -> tuple[dict[str, Any], list[bytes]]:
    """The header and the sections of an intact file."""
    if data[: len(MAGIC)] != MAGIC:
        raise InvalidNetworkError(f"not a packed network: {name} (it begins {quote(data[:8])})")
    if len(data) < PREFIX.size + DIGEST_SIZE:
        raise InvalidNetworkError(f"{name} is cut off: {len(data)} bytes")
    _, version, length = PREFIX.unpack_from(data)
    if version != VERSION:
        raise InvalidNetworkError(
            f"{name} is a packed network of version {version}; this fast2048 reads {VERSION}"
        )
    body = memoryview(data)[:-DIGEST_SIZE]
    if hashlib.sha256(body).digest() != data[-DIGEST_SIZE:]:
        raise InvalidNetworkError(f"{name} is damaged or cut off: its checksum does not match")
    rest = body[PREFIX.size :]
    try:
        if length > min(len(rest), MAX_HEADER):
            raise ValueError(f"a header of {length} bytes")
        header = json.loads(bytes(rest[:length]))
        sizes = header["sections"]
        rest = rest[length:]
        if len(sizes) != len(SECTIONS) or sum(sizes) != len(rest) or min(sizes) < 0:
            raise ValueError(f"sections of {quote(sizes)} bytes")
        cuts = [0, sizes[0], sizes[0] + sizes[1], len(rest)]
        return header, [bytes(rest[a:b]) for a, b in pairwise(cuts)]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InvalidNetworkError(f"not a packed network: {name} ({reason(error)})") from error


def _inflate(section: bytes, size: int) -> bytes:
    """Exactly ``size`` bytes: a section that holds more is not read to its end."""
    inflater = zlib.decompressobj()
    try:
        stream = inflater.decompress(section, size + 1)
    except zlib.error as error:
        raise ValueError(error) from error
    if len(stream) != size or not inflater.eof or inflater.unused_data:
        raise ValueError(f"a section that does not hold {size} bytes")
    return stream
