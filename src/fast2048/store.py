"""The saves of one player: opened whatever state they are in, kept after every step."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

from fast2048 import database, tables
from fast2048.checks import reason
from fast2048.database import DamagedError, Database, NewerError, is_damage
from fast2048.locks import FileLock
from fast2048.records import Record
from fast2048.salvage import salvage
from fast2048.tables import GameSummary, Progress, Statistics

__all__ = ["Store"]

T = TypeVar("T")

_UNUSABLE = (OSError, sqlite3.Error, DamagedError, NewerError)  # what keeps a file from use
_LOCK_SECONDS = 5.0  # how long another instance may take to open the database


class Store:
    """A player's games on disk, and one slot among them for a game in progress.

    ``problem`` says in one line why games are not being saved, or is None. Everything
    works all the same, in memory, and what could not be written is written at the next
    chance. ``notice`` is one line to be shown once, or None. ``is_blank``: there may be
    saves, but they cannot be read. ``saved`` is the game that was found in the slot, or
    None.
    """

    def __init__(self, home: Path | None = None, *, claim: bool = False) -> None:
        """Open the saves in a directory, or where this player has them.

        ``claim`` takes a slot to play in: the one played last among those that no
        running instance has. Without it, the store is there to be looked at: the slot is
        the one played last.
        """
        self.problem: str | None = None
        self.notice: str | None = None
        self.is_blank = False
        self.is_second = False  # the slot played last is another instance's
        self.slot = 0
        self._home = home if home is not None else database.home_directory()
        self._slot_lock: FileLock | None = None
        self._kept_moves: int | None = None  # of the slot's game on disk; None: write it whole
        self._unfiled: list[Record] = []  # for the history, with the next write
        self._bests = {False: 0, True: 0}  # by assisted
        self._database = Database.in_memory()
        self._in_memory = False
        try:
            self._open()
            used = tables.slots(self._database.connection)
            if claim:
                self._claim(used)
            elif used:
                self.slot = used[0]
            self.saved = self._use(self._read_slot)
        except _UNUSABLE as error:
            self._open_in_memory(error)
            self.saved = self._read_slot(self._database.connection)
        if self.saved is not None:
            self._kept_moves = self.saved.game.moves

    # ---- opening and closing

    def _open(self, damage: Exception | None = None) -> None:
        """Open the file; set it aside first where it turns out, or is known, to be damaged."""
        if self._home.exists() and not self._home.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        self._home.mkdir(parents=True, exist_ok=True)
        with FileLock(self._home / "open.lock") as lock:
            lock.acquire(_LOCK_SECONDS)
            known = damage is not None and not self._database.is_gone()
            self._database.close()
            self._kept_moves = None
            try:
                if damage is not None and known:
                    raise damage
                self._database = Database.open(self._home)
                for slot in tables.slots(self._database.connection):
                    tables.read_progress(self._database.connection, slot)
            except (DamagedError, sqlite3.Error) as error:
                if not is_damage(error):
                    raise
                self._database.close()
                aside = database.set_aside(self._home)
                self._database = Database.open(self._home)
                saved = salvage(aside, self._database)
                self.notice = f"damaged saves set aside as {aside} ({reason(error)}): {saved}"

    def _open_in_memory(self, error: Exception) -> None:
        self.problem = self._describe(error)
        self._in_memory = True
        self._database.close()
        try:
            if isinstance(error, NewerError):
                raise error
            self._database = Database.copy_in_memory(self._home / database.NAME)
            self.slot = next(iter(tables.slots(self._database.connection)), 0)
            self._read_slot(self._database.connection)
        except _UNUSABLE:
            self._database.close()
            self._database = Database.in_memory()
            self.is_blank = True

    def _claim(self, used: list[int]) -> None:
        for slot in chain(used, (slot for slot in count() if slot not in used)):
            lock = FileLock(self._home / f"slot-{slot}.lock")
            if lock.try_acquire():
                self.slot, self._slot_lock = slot, lock
                return
            self.is_second = True
            if self.notice is None:
                self.notice = "another game of yours is open: this one is kept beside it"

    def waiting(self) -> int:
        """How many games in progress lie in slots that nobody plays in."""
        return len(self._waiting())

    def claim_waiting(self) -> Progress | None:
        """Move to the slot of a waiting game, the one played last, and give that game; None if
        there is none. What lay in the slot left behind must have gone to ``leave`` before."""
        for slot in self._waiting():
            lock = FileLock(self._home / f"slot-{slot}.lock")
            if not lock.try_acquire():
                continue
            left, left_lock = self.slot, self._slot_lock
            self.slot, self._slot_lock = slot, lock
            try:
                progress = self._use(partial(self._move_from, left))
            except _UNUSABLE as error:
                self.problem = self._describe(error)
                self.slot, self._slot_lock = left, left_lock
                lock.release()
                return None
            if left_lock is not None:
                left_lock.release()
            return progress
        return None

    def _move_from(self, left: int, connection: sqlite3.Connection) -> Progress | None:
        """File what is unfiled, empty the slot left behind, and read the one moved to."""
        with self._database.transaction():
            entry = tables.entry_of(connection, left)
            for record in self._unfiled:  # the first is the game that the slot has on disk
                tables.file_game(connection, record, entry)
                entry = None
            tables.clear_slot(connection, left)
            progress = tables.read_progress(connection, self.slot)
        self._unfiled.clear()
        self._kept_moves = None
        return progress

    def _waiting(self) -> list[int]:
        """Free slots, other than this one, whose game has a move and can go on."""
        if self._in_memory or self._slot_lock is None:
            return []
        free = []
        for slot in self._read(tables.slots):
            if slot == self.slot:
                continue
            with FileLock(self._home / f"slot-{slot}.lock") as lock:
                if not lock.try_acquire():
                    continue
                progress = self._read(partial(_progress_in, slot))
            if progress is not None and progress.game.moves and not progress.game.is_over:
                free.append(slot)
        return free

    def close(self) -> None:
        """Let the file and the slot go."""
        self._database.close()
        if self._slot_lock is not None:
            self._slot_lock.release()

    # ---- the game in progress

    def keep(self, progress: Progress, *, before: int | None = None, pushed: bool = False) -> None:
        """Save the game as it is after a step.

        When this returns, nothing that happens to the process undoes it, or ``problem``
        says why not. ``before`` is the number of moves that the step began from, None
        for a game that is not yet in the store; ``pushed``: the step was a new move.
        """
        kept, self._kept_moves = self._kept_moves, None

        def write(connection: sqlite3.Connection) -> None:
            whole = before is None or before != kept or self._database is not opened
            with self._database.transaction():
                entry = tables.entry_of(connection, self.slot)
                for record in self._unfiled:  # the first is the game that the slot has on disk
                    tables.file_game(connection, record, entry)
                    entry = None
                if whole:
                    tables.write_all_plies(connection, self.slot, progress)
                elif pushed:
                    tables.write_last_ply(connection, self.slot, progress)
                entry = _write_history(connection, progress, entry)
                tables.write_slot(connection, self.slot, progress, entry)
                self._write_bests(connection, progress, whole)

        opened = self._database
        try:
            self._use(write)
        except _UNUSABLE as error:
            self.problem = self._describe(error)
        else:
            self._unfiled.clear()
            self._kept_moves = progress.game.moves
            if not self._in_memory:
                self.problem = None

    def leave(self, progress: Progress) -> None:
        """Put a game that is not played on into the history, with the next ``keep``."""
        if progress.game.moves:
            self._unfiled.append(Record(progress.game, assisted=progress.assisted))

    @property
    def is_behind(self) -> bool:
        """Whether the game in progress has yet to be written."""
        return self._kept_moves is None

    def best(self, *, assisted: bool = False) -> int:
        """The best score there ever was, the game in progress included."""
        return self._bests[assisted]

    def _write_bests(self, connection: sqlite3.Connection, progress: Progress, whole: bool) -> None:
        score, assisted = progress.game.score, progress.assisted
        if whole or score > self._bests[assisted]:
            self._bests[assisted] = max(score, self._bests[assisted])
            self._refresh_bests(connection)

    def _refresh_bests(self, connection: sqlite3.Connection) -> None:
        """Take over what other instances noted, and note what the file does not know."""
        for assisted, score in self._bests.items():
            self._bests[assisted] = tables.raise_best(connection, score, assisted=assisted)

    # ---- the history

    def statistics(self) -> Statistics:
        """What the history adds up to."""
        return self._read(tables.statistics)

    def summaries(self) -> list[GameSummary]:
        """The games of the history, the latest first."""
        return self._read(tables.summaries)

    def record(self, entry: int) -> Record | None:
        """A game of the history, played again, or None if there is none with this id."""
        return self._read(lambda connection: tables.read_record(connection, entry))

    def records(self) -> list[Record]:
        """All games of the history, played again, oldest first."""
        return self._read(tables.read_records)

    def add(self, records: Iterable[Record]) -> int:
        """Put games from elsewhere into the history, all or none; one that is there counts
        as the same. Returns how many were new. Raises OSError if they cannot be saved.
        """
        new = list(records)

        def write(connection: sqlite3.Connection) -> int:
            added = 0
            with self._database.transaction():
                for record in new:
                    if tables.has_game(connection, record):
                        continue
                    tables.file_game(connection, record)
                    added += 1
                    if record.game.start is None:
                        score, assisted = record.game.score, record.assisted
                        self._bests[assisted] = max(score, self._bests[assisted])
                self._refresh_bests(connection)
            return added

        if self._in_memory:
            raise OSError(self.problem)
        try:
            return self._use(write)
        except _UNUSABLE as error:
            raise OSError(self._describe(error)) from error

    # ---- the database, come what may

    def _read_slot(self, connection: sqlite3.Connection) -> Progress | None:
        for assisted in self._bests:
            known = tables.best(connection, assisted=assisted)
            self._bests[assisted] = max(self._bests[assisted], known)
        return tables.read_progress(connection, self.slot)

    def _use(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the file: if it was taken away, or is damaged, with a new one."""
        if self._database.is_gone():
            self._open()
        try:
            return action(self._database.connection)
        except (DamagedError, sqlite3.Error) as error:
            if not is_damage(error):
                raise
            self._open(error)
            return action(self._database.connection)

    def _read(self, action: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._use(action)
        except _UNUSABLE as error:
            self.problem = self._describe(error)
            with closing(Database.in_memory()) as nothing:
                return action(nothing.connection)

    def _describe(self, error: Exception) -> str:
        known = isinstance(error, OSError) and error.strerror
        return f"{known or reason(error)} ({self._home})"


def _progress_in(slot: int, connection: sqlite3.Connection) -> Progress | None:
    return tables.read_progress(connection, slot)


def _write_history(
    connection: sqlite3.Connection, progress: Progress, entry: int | None
) -> int | None:
    """A game is in the history while it is over: undo takes it out again."""
    if progress.game.is_over:
        return tables.file_game(
            connection, Record(progress.game, assisted=progress.assisted), entry
        )
    if entry is not None:
        tables.unfile_game(connection, entry)
    return None
