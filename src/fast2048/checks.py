"""What strangers hand over: read as an integer or not at all, and quoted in messages."""

from __future__ import annotations

from reprlib import Repr
from typing import Any

__all__ = ["as_integer", "quote", "reason"]

_repr = Repr()
_repr.maxlist = _repr.maxtuple = 16
_LONGEST_BITS = 256  # 78 digits
_LONGEST_REASON = 200
_repr.maxlong = _repr.maxstring = _repr.maxother = 100


def quote(value: object) -> str:
    """The value as an error message shows it: its repr, shortened where it is long."""
    if isinstance(value, int) and value.bit_length() > _LONGEST_BITS:
        return f"an integer of {value.bit_length()} bits"
    try:
        return _repr.repr(value)
    except Exception:  # a repr that is itself broken
        return f"a value of type {type(value).__name__} that has no repr"


def reason(error: Exception) -> str:
    """What an error of Python's or SQLite's own says, in one line: it may quote what stands in
    a file, at any length, and with characters that do things to a terminal."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}..."


def as_integer(value: Any) -> int | None:
    """The value as an int; None for what is no integer, and for a bool."""
    if isinstance(value, bool):
        return None
    convert = getattr(type(value), "__index__", None)  # operator.index takes True for 1
    if convert is None:
        return None
    try:
        integer = convert(value)
    except TypeError:
        return None
    return integer if type(integer) is int else None
