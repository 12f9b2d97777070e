"""What strangers hand over: read as an integer or not at all, and quoted in messages."""

from __future__ import annotations

from operator import index
from reprlib import Repr
from typing import Any

__all__ = ["as_integer", "quote"]

_repr = Repr()
_repr.maxlist = _repr.maxtuple = 16
_repr.maxlong = _repr.maxstring = _repr.maxother = 100


def quote(value: object) -> str:
    """The value as an error message shows it: its repr, shortened where it is long."""
    try:
        return _repr.repr(value)
    except Exception:  # an int of too many digits, or a repr that is itself broken
        return f"a value of type {type(value).__name__} that has no repr"


def as_integer(value: Any) -> int | None:
    """The value as an int; None for what is no integer, and for a bool."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None
