"""What is to be told to the player about the saves, in words that are yet to be translated.

The rooms below the front ends say in this form what they have to say. A front end finds the
words in the player's language, and the length that there is room for.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fast2048.checks import reason

__all__ = [
    "Notice",
    "damaged",
    "later",
    "newer",
    "second",
    "unsaved",
    "waiting",
]


def later(message: str) -> str:
    """Mark a message for the catalogues where it is written down before it is needed."""
    return message


@dataclass(frozen=True)
class Notice:
    """A message with braces for its values, the same in a few words, and the path it is about.

    As a string it is whole and in English, the path last.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    short: str = ""
    path: Path | None = None

    def __str__(self) -> str:
        text = self.message.format(**self.values)
        return text if self.path is None else f"{text} ({self.path})"


_FULL = later("the disk is full")
_DENIED = later("no permission")
_READ_ONLY = later("it is read-only")
_BUSY = later("another program keeps it busy")
_SYSTEM = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _READ_ONLY,
    errno.ENOTDIR: later("not a directory"),
    errno.ETIMEDOUT: _BUSY,
}
_SQLITE = {
    "FULL": _FULL,
    "PERM": _DENIED,
    "READONLY": _READ_ONLY,
    "BUSY": _BUSY,
    "LOCKED": _BUSY,
}


def unsaved(error: Exception, home: Path) -> Notice:
    """Why the games in this directory cannot be written or read."""
    if isinstance(error, OSError):
        known = _SYSTEM.get(error.errno or 0)
        said = error.strerror or reason(error)
    else:
        _, kind, *_ = f"{getattr(error, 'sqlite_errorname', '')}__".split("_")
        known = _SQLITE.get(kind)  # SQLITE_READONLY_DIRECTORY and the like are kinds of it
        said = reason(error)
    if known is not None:
        return Notice(known, path=home)
    return Notice("{reason}", {"reason": said}, path=home)


def newer(version: int, home: Path) -> Notice:
    """The games in this directory are those of a later fast2048, and are left alone."""
    return Notice(
        later("schema version {version}, of a later fast2048"), {"version": version}, path=home
    )


def damaged(aside: Path, finished: int, in_progress: int) -> Notice:
    """The saves were damaged and set aside, and so many games were taken over."""
    short = later("Saves were damaged")
    if not finished and not in_progress:
        return Notice(
            later("Damaged saves were set aside: nothing in them could be read"),
            short=short,
            path=aside,
        )
    return Notice(
        later("Damaged saves were set aside. Recovered games: {finished}, in progress: {open}"),
        {"finished": finished, "open": in_progress},
        short,
        aside,
    )


def second() -> Notice:
    """The game played last is open in another instance."""
    return Notice(
        later("Another game of yours is open: this one is kept beside it"),
        short=later("A second game"),
    )


def waiting(games: int) -> Notice:
    """So many games in progress are played by nobody."""
    return Notice(
        later("Other games of yours that wait: {games}. A new game goes on with one of them"),
        {"games": games},
        later("Games waiting: {games}"),
    )
