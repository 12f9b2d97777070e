"""Files that a command is going to write: what can go wrong at the end is better known before
hours of work, and no file of the user's is lost to it."""

from __future__ import annotations

import os
from pathlib import Path

from fast2048.checks import quote
from fast2048.errors import Fast2048Error

__all__ = ["check_new", "check_outputs"]


def check_outputs(*names: str | None) -> None:
    """Raises Fast2048Error if a file cannot be made there, or two are the same; None is none."""
    taken: set[Path] = set()
    for name in names:
        if name is None:
            continue
        path = Path(name)
        folder = path.absolute().parent
        if not folder.is_dir():
            raise Fast2048Error(f"no directory for {name}")
        if not os.access(folder, os.W_OK):
            raise Fast2048Error(f"cannot write {name}: no access to {folder}")
        if path.is_dir():
            raise Fast2048Error(f"cannot write {name}: it is a directory")
        if path.resolve() in taken:
            raise Fast2048Error(f"{quote(name)} is given for two different files")
        taken.add(path.resolve())


def check_new(*names: str | None) -> None:
    """Raises Fast2048Error for a file that is there already; None is none."""
    for name in names:
        if name is not None and os.path.lexists(name):
            raise Fast2048Error(f"{name} exists, and is not overwritten")
