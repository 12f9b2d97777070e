"""The file that the saves live in: found, made, checked, brought up to date, set aside.

What stands in it is the business of store.py.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

__all__ = [
    "DamagedError",
    "Database",
    "NewerError",
    "home_directory",
    "is_damage",
    "read_only",
    "set_aside",
]

NAME = "fast2048.db"

# The list of schema versions: entry i leads from version i to i + 1, and is never edited
# once it was released. PRAGMA user_version says how far a file has come.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # Games that ended or were left, for good. moves: a byte each. answered: whether the
        # player chose to play on after the win. The last four columns follow from the
        # others; they are kept so that statistics need not replay everything.
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            seed TEXT NOT NULL,
            number INTEGER NOT NULL,
            start TEXT,
            moves BLOB NOT NULL,
            answered INTEGER NOT NULL,
            assisted INTEGER NOT NULL,
            ended TEXT NOT NULL,
            over INTEGER NOT NULL,
            won INTEGER NOT NULL,
            score INTEGER NOT NULL CHECK (typeof(score) = 'integer'),
            max_tile INTEGER NOT NULL CHECK (typeof(max_tile) = 'integer')
        )""",
        "CREATE INDEX games_by_seed ON games (seed)",  # for imports, to find what is there
        # Games in progress, one for each instance that runs at the same time. moves: how
        # many of the slot's plies are played; those beyond were undone. entry: the game's
        # row in games, while it is over.
        """CREATE TABLE slots (
            slot INTEGER PRIMARY KEY,
            seed TEXT NOT NULL,
            number INTEGER NOT NULL,
            start TEXT,
            moves INTEGER NOT NULL,
            answered INTEGER NOT NULL,
            assisted INTEGER NOT NULL,
            former_best INTEGER NOT NULL,
            entry INTEGER,
            played INTEGER NOT NULL
        )""",
        """CREATE TABLE plies (
            slot INTEGER NOT NULL,
            ply INTEGER NOT NULL,
            move INTEGER NOT NULL,
            PRIMARY KEY (slot, ply)
        ) WITHOUT ROWID""",
        # The best score without (0) and with (1) assistance. It outlives its game.
        """CREATE TABLE bests (
            assisted INTEGER PRIMARY KEY,
            score INTEGER NOT NULL CHECK (typeof(score) = 'integer')
        )""",
    ),
)

_APPLICATION_ID = 0x32303438  # "2048", in the header of the file
_BUSY_SECONDS = 2.0  # how long a write waits for one of another instance
_COMPANIONS = ("", "-wal", "-shm", "-journal")


class DamagedError(Exception):
    """What stands in the file was not written by this package, or not like this."""


class NewerError(Exception):
    """The file was written by a later version of this package."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"schema version {version}, of a later fast2048")


def is_damage(error: Exception) -> bool:
    """Whether the file itself is bad, rather than the access to it."""
    if isinstance(error, DamagedError):
        return True
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def home_directory() -> Path:
    """Where this player's saves are: FAST2048_HOME, or what the system has for such data."""
    named = os.environ.get("FAST2048_HOME")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("fast2048", appauthor=False)


class Database:
    """A connection to a checked file of the present schema version, or to memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self.connection = connection
        self._path = path
        self._identity = _identity(path)
        self._closed = False

    @classmethod
    def open(cls, home: Path) -> Database:
        """The database of this directory, made if it is not there.

        Raises DamagedError or a damage of sqlite3's (see ``is_damage``), NewerError, or
        sqlite3.Error and OSError for all that keeps a good file from being opened. The
        caller holds the lock of the directory.
        """
        path = home / NAME
        if not path.exists():
            if any(_companion(path, suffix).exists() for suffix in _COMPANIONS):
                raise DamagedError("the database is gone, and its journal is still there")
            _create(path)
        _check_header(path)
        connection = _connect(path)
        try:
            _check(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            _migrate(connection)
        except BaseException:
            connection.close()
            raise
        return cls(connection, path)

    @classmethod
    def in_memory(cls) -> Database:
        """An empty one that ends with the process."""
        connection = _connect(":memory:")
        _migrate(connection)
        return cls(connection, None)

    @classmethod
    def copy_in_memory(cls, path: Path) -> Database:
        """What can be read of a file without writing to it. Raises as ``open`` does."""
        copy = cls(_connect(":memory:"), None)
        try:
            with closing(read_only(path)) as source:
                _check(source)
                source.backup(copy.connection)
            _migrate(copy.connection)
        except BaseException:
            copy.close()
            raise
        return copy

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing. Once it has ended without an error, no kill of the process undoes it."""
        execute = self.connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            yield
            execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.rollback()
            raise

    def is_gone(self) -> bool:
        """Whether it was closed, or its path no longer leads to the file that is open here."""
        return self._closed or self._identity != _identity(self._path)

    def close(self) -> None:
        self._closed = True
        with suppress(sqlite3.Error):
            self.connection.close()


def set_aside(home: Path) -> Path:
    """Move a damaged database, and what belongs to it, out of the way. Returns the new path."""
    path = home / NAME
    stamp = time.strftime("%Y-%m-%d-%H%M%S", time.gmtime())
    name, count = f"fast2048-damaged-{stamp}", 1
    while any(home.glob(f"{name}.db*")):
        count += 1
        name = f"fast2048-damaged-{stamp}-{count}"
    aside = home / f"{name}.db"
    for suffix in _COMPANIONS:
        with suppress(FileNotFoundError):
            _companion(path, suffix).rename(_companion(aside, suffix))
    return aside


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that leaves the file as it is, readable or not."""
    address = path.absolute().as_uri()
    connection = _connect(f"{address}?mode=ro", uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_master")
    except (sqlite3.Error, UnicodeDecodeError):
        # A directory in which no shared memory can be made for the log: the file can be
        # read by itself, as there is no log once the last instance has ended.
        connection.close()
        connection = _connect(f"{address}?mode=ro&immutable=1", uri=True)
    return connection


def _companion(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _identity(path: Path | None) -> tuple[int, int] | None:
    if path is None:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _connect(path: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, uri=uri)
    # Text that is no UTF-8 must fail where values are checked, as all other nonsense does.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return connection


def _create(path: Path) -> None:
    """Make the file under another name first: it is whole from the first moment, or not there."""
    fresh = _companion(path, ".new")
    for suffix in _COMPANIONS:
        _companion(fresh, suffix).unlink(missing_ok=True)
    with closing(_connect(fresh)) as connection:
        _migrate(connection)
    fresh.rename(path)


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _migrate(connection: sqlite3.Connection) -> None:
    present = _version(connection)
    if present == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    for migration in MIGRATIONS[present:]:
        for statement in migration:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return set(rows.fetchall())


def _check_header(path: Path) -> None:
    """Raise for a file that SQLite would refuse, or would open but never write to."""
    with open(path, "rb") as file:
        header = file.read(20)
    versions = set(header[18:20])  # needed for writing and for reading: 1, or 2 with a log
    if not header.startswith(b"SQLite format 3\0") or not versions or not versions <= {1, 2}:
        raise DamagedError("not a database")


def _check(connection: sqlite3.Connection) -> None:
    """Raise unless this is a whole database of a known schema version."""
    try:
        _check_each(connection)
    except UnicodeDecodeError as error:  # sqlite3, when it quotes what stands in the file
        raise DamagedError("there is text in it that is none") from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise DamagedError(str(error)) from error  # such as an unsupported file format


def _check_each(connection: sqlite3.Connection) -> None:
    identity: int = connection.execute("PRAGMA application_id").fetchone()[0]
    if identity != _APPLICATION_ID:
        raise DamagedError("not a database of fast2048")
    version = _version(connection)
    if version > len(MIGRATIONS):
        raise NewerError(version)
    with closing(_connect(":memory:")) as model:
        for migration in MIGRATIONS[:version]:
            for statement in migration:
                model.execute(statement)
        if version < 1 or not _schema(model) <= _schema(connection):
            raise DamagedError("it has other tables than its schema version says")
    finding: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if finding != "ok":
        raise DamagedError(" ".join(finding.split()))
