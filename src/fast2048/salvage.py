"""What can still be read of a damaged file, taken over into a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from fast2048 import database, tables
from fast2048.database import DamagedError, Database

__all__ = ["salvage"]

_DAMAGE = (DamagedError, sqlite3.Error, UnicodeDecodeError)

# A damaged tree of pages can lead round in a circle. What is whole takes less than four
# instructions of SQLite's machine for each of its bytes.
_INSTRUCTIONS_A_BYTE = 4
_INSTRUCTIONS_AT_LEAST = 100_000
_CHECK_EVERY = 1000  # instructions


def salvage(aside: Path, fresh: Database) -> tuple[int, int]:
    """Copy every game that replays, and the best scores. Returns how many games of the history
    and how many in progress were found.

    The damaged file is only read.
    """
    games: set[int] = set()
    slots: set[int] = set()
    with suppress(*_DAMAGE), closing(database.read_only(aside)) as old, fresh.transaction():
        new = fresh.connection
        for assisted in False, True:
            with suppress(*_DAMAGE):
                tables.raise_best(new, tables.best(old, assisted=assisted), assisted=assisted)
        for entry in _entries(old, aside):
            with suppress(*_DAMAGE):
                record = tables.read_record(old, entry)
                if record is not None and entry not in games:
                    tables.file_game(new, record, entry)
                    games.add(entry)
        for slot in _slots(old, aside):
            with suppress(*_DAMAGE):
                _limit(old, aside)
                progress = tables.read_progress(old, slot)
                if progress is not None:
                    tables.write_all_plies(new, slot, progress)
                    filed = tables.entry_of(old, slot)
                    tables.write_slot(new, slot, progress, filed if filed in games else None)
                    slots.add(slot)
    return len(games), len(slots)


def _entries(old: sqlite3.Connection, aside: Path) -> Iterator[int]:
    """The ids of the history, from both ends: a bad page stops each way at another place."""
    for sign, query in (
        (1, "SELECT id FROM games ORDER BY id"),
        (-1, "SELECT id FROM games ORDER BY id DESC"),
    ):
        _limit(old, aside)
        last = None
        with suppress(*_DAMAGE):
            for (entry,) in old.execute(query):
                if last is not None and sign * entry <= sign * last:
                    break
                last = entry
                yield entry


def _slots(old: sqlite3.Connection, aside: Path) -> list[int]:
    _limit(old, aside)
    with suppress(*_DAMAGE):
        return tables.slots(old)
    return []


def _limit(connection: sqlite3.Connection, path: Path) -> None:
    """From now on let the connection do what the file can need at most, then interrupt it."""
    left = max(_INSTRUCTIONS_AT_LEAST, _INSTRUCTIONS_A_BYTE * path.stat().st_size)

    def is_spent() -> bool:
        nonlocal left
        left -= _CHECK_EVERY
        return left < 0

    connection.set_progress_handler(is_spent, _CHECK_EVERY)
