"""Games as rows of the database, and back.

Nothing is believed that comes back from disk: a game is its seed and its moves, and is
played again through Game. All functions take the connection, and raise DamagedError for
rows that this package never wrote.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fast2048._core import Board
from fast2048.database import DamagedError
from fast2048.errors import Fast2048Error
from fast2048.game import Game
from fast2048.move import Move
from fast2048.records import Record, is_answered, replay

__all__ = [
    "GameSummary",
    "Progress",
    "Statistics",
    "best",
    "clear_slot",
    "entry_of",
    "file_game",
    "has_game",
    "raise_best",
    "read_progress",
    "read_record",
    "read_records",
    "slots",
    "statistics",
    "summaries",
    "unfile_game",
    "write_all_plies",
    "write_last_ply",
    "write_slot",
]


@dataclass
class Progress:
    """A game in progress, with all that belongs to it."""

    game: Game
    assisted: bool = False
    undone: list[Move] = field(default_factory=list)  # taken back, the next to redo is last
    former_best: int = 0  # the best score when the game began


@dataclass(frozen=True)
class GameSummary:
    """A game of the history, without its moves. ``when`` is the time it ended, in UTC."""

    id: int
    when: datetime
    score: int
    moves: int
    max_tile: int
    seed: int
    won: bool
    over: bool
    assisted: bool


@dataclass(frozen=True)
class Statistics:
    """What the history adds up to.

    A game counts when it was won or played to its end; those left before that and those
    that go on are only numbered, as ``abandoned`` and ``in_progress``. Games that began
    from a board of someone's choice do not count at all. The bests include all games.
    """

    games: int
    wins: int
    assisted: int  # of the games
    abandoned: int
    in_progress: int
    best: int  # without assistance
    best_assisted: int
    mean: float  # score; 0.0 without games
    moves: int  # of all those games together
    largest_tiles: dict[int, int]  # tile: in how many games it was the largest; ascending


# ---- games in progress


def slots(connection: sqlite3.Connection) -> list[int]:
    """The slots that have a game, the one played last first."""
    rows = connection.execute("SELECT slot FROM slots ORDER BY played DESC, slot")
    return [slot for (slot,) in rows]


def read_progress(connection: sqlite3.Connection, slot: int) -> Progress | None:
    """The game of this slot, or None if it has none."""
    row = connection.execute(
        "SELECT seed, number, start, moves, answered, assisted, former_best"
        " FROM slots WHERE slot = ?",
        (slot,),
    ).fetchone()
    if row is None:
        return None
    seed, number, start, played, answered, assisted, former_best = row
    plies = connection.execute("SELECT move FROM plies WHERE slot = ? ORDER BY ply", (slot,))
    moves = [_integer(move) for (move,) in plies]
    played = _integer(played)
    if not 0 <= played <= len(moves):
        raise DamagedError(f"the game in slot {slot} has {len(moves)} moves of {played}")
    game = _replay(seed, number, start, moves[:played], _flag(answered))
    return Progress(
        game,
        assisted=_flag(assisted),
        undone=[_move(move) for move in reversed(moves[played:])],
        former_best=_integer(former_best),
    )


def entry_of(connection: sqlite3.Connection, slot: int) -> int | None:
    """The id in the history of a slot's game: it is there while it is over."""
    row = connection.execute("SELECT entry FROM slots WHERE slot = ?", (slot,)).fetchone()
    return None if row is None or row[0] is None else _integer(row[0])


def write_all_plies(connection: sqlite3.Connection, slot: int, progress: Progress) -> None:
    """Replace the moves of a slot, whatever was there."""
    moves = [*progress.game.history, *reversed(progress.undone)]
    connection.execute("DELETE FROM plies WHERE slot = ?", (slot,))
    connection.executemany(
        "INSERT INTO plies VALUES (?, ?, ?)",
        ((slot, ply, int(move)) for ply, move in enumerate(moves)),
    )


def write_last_ply(connection: sqlite3.Connection, slot: int, progress: Progress) -> None:
    """Add the last move of a game whose others are there; moves undone before it go."""
    ply, move = progress.game.moves - 1, progress.game.last_move
    connection.execute("DELETE FROM plies WHERE slot = ? AND ply >= ?", (slot, ply))
    connection.execute("INSERT INTO plies VALUES (?, ?, ?)", (slot, ply, move))


def write_slot(
    connection: sqlite3.Connection, slot: int, progress: Progress, entry: int | None
) -> None:
    """Replace what is known of a slot's game besides its moves."""
    game = progress.game
    connection.execute(
        "INSERT OR REPLACE INTO slots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            slot,
            str(game.seed),
            game.number,
            game.start and game.start.text,
            game.moves,
            is_answered(game),
            progress.assisted,
            progress.former_best,
            entry,
            time.time_ns(),
        ),
    )


def clear_slot(connection: sqlite3.Connection, slot: int) -> None:
    """Empty a slot whose game is elsewhere now."""
    connection.execute("DELETE FROM plies WHERE slot = ?", (slot,))
    connection.execute("DELETE FROM slots WHERE slot = ?", (slot,))


# ---- the history


def file_game(connection: sqlite3.Connection, record: Record, entry: int | None = None) -> int:
    """Put a game into the history, or in place of an entry. Returns the id.

    A game without a date ended now, or when the entry that it replaces did.
    """
    game = record.game
    when = record.date
    if when is None:
        replaced = connection.execute(
            "SELECT ended FROM games WHERE id = ? AND moves = ?", (entry, bytes(game.history))
        ).fetchone()
        when = _time(replaced[0]) if replaced else datetime.now(UTC)
    connection.execute(
        "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry,
            str(game.seed),
            game.number,
            game.start and game.start.text,
            bytes(game.history),
            is_answered(game),
            record.assisted,
            when.astimezone(UTC).isoformat(timespec="seconds"),
            game.is_over,
            game.is_won,
            game.score,
            game.board.max_tile,
        ),
    )
    filed: int = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
    return filed


def unfile_game(connection: sqlite3.Connection, entry: int) -> None:
    """Take a game out of the history, because its last move was taken back."""
    connection.execute("DELETE FROM games WHERE id = ?", (entry,))


def has_game(connection: sqlite3.Connection, record: Record) -> bool:
    """Whether the history has this game: the same moves and, if it is known, the same time."""
    game = record.game
    rows = connection.execute(
        "SELECT ended FROM games WHERE score = ? AND seed = ? AND number = ? AND start IS ?"
        " AND moves = ?",
        (
            game.score,
            str(game.seed),
            game.number,
            game.start and game.start.text,
            bytes(game.history),
        ),
    )
    return any(record.date is None or record.date == _time(ended) for (ended,) in rows)


def read_record(connection: sqlite3.Connection, entry: int) -> Record | None:
    """A game of the history, played again, or None if there is none with this id."""
    row = connection.execute(
        "SELECT seed, number, start, moves, answered, assisted, ended, over, won, score, max_tile"
        " FROM games WHERE id = ?",
        (entry,),
    ).fetchone()
    if row is None:
        return None
    seed, number, start, moves, answered, assisted, ended, *summary = row
    if not isinstance(moves, bytes):
        raise DamagedError(f"game {entry} has moves that are none: {moves!r}")
    game = _replay(seed, number, start, list(moves), _flag(answered))
    if summary != [game.is_over, game.is_won, game.score, game.board.max_tile]:
        raise DamagedError(f"game {entry} comes to another end than was noted of it")
    return Record(game, assisted=_flag(assisted), date=_time(ended))


def read_records(connection: sqlite3.Connection) -> list[Record]:
    """All games of the history, played again, oldest first."""
    entries = connection.execute("SELECT id FROM games ORDER BY ended, id").fetchall()
    found = (read_record(connection, entry) for (entry,) in entries)
    return [record for record in found if record is not None]


def summaries(connection: sqlite3.Connection) -> list[GameSummary]:
    """All games of the history, the latest first."""
    rows = connection.execute(
        "SELECT id, ended, score, length(moves), max_tile, seed, won, over, assisted"
        " FROM games ORDER BY ended DESC, id DESC"
    )
    return [
        GameSummary(
            entry,
            _time(ended),
            _integer(score),
            moves,
            _integer(max_tile),
            _seed(seed),
            _flag(won),
            _flag(over),
            _flag(assisted),
        )
        for entry, ended, score, moves, max_tile, seed, won, over, assisted in rows
    ]


def statistics(connection: sqlite3.Connection) -> Statistics:
    """The history, added up."""
    games, wins, assisted, mean, moves = connection.execute(
        "SELECT count(*), total(won), total(assisted), avg(score), total(length(moves))"
        " FROM games WHERE start IS NULL AND (over OR won)"
    ).fetchone()
    (abandoned,) = connection.execute(
        "SELECT count(*) FROM games WHERE start IS NULL AND NOT (over OR won)"
    ).fetchone()
    # A game that is over stays in its slot, with an entry in the history.
    (in_progress,) = connection.execute(
        "SELECT count(*) FROM slots WHERE start IS NULL AND moves > 0 AND entry IS NULL"
    ).fetchone()
    tiles = connection.execute(
        "SELECT max_tile, count(*) FROM games WHERE start IS NULL AND (over OR won)"
        " GROUP BY max_tile ORDER BY max_tile"
    )
    return Statistics(
        games=games,
        wins=int(wins),
        assisted=int(assisted),
        abandoned=abandoned,
        in_progress=in_progress,
        best=best(connection, assisted=False),
        best_assisted=best(connection, assisted=True),
        mean=mean or 0.0,
        moves=int(moves),
        largest_tiles=dict(tiles.fetchall()),
    )


def best(connection: sqlite3.Connection, *, assisted: bool) -> int:
    """The best score there ever was."""
    row = connection.execute("SELECT score FROM bests WHERE assisted = ?", (assisted,)).fetchone()
    return _integer(row[0]) if row else 0


def raise_best(connection: sqlite3.Connection, score: int, *, assisted: bool) -> int:
    """Note a score, if it is the best. Returns the best."""
    connection.execute(
        "INSERT INTO bests VALUES (?, ?)"
        " ON CONFLICT (assisted) DO UPDATE SET score = max(score, excluded.score)",
        (assisted, score),
    )
    return best(connection, assisted=assisted)


# ---- values from disk


def _replay(seed: object, number: object, start: object, moves: list[int], answered: bool) -> Game:
    try:
        board = None if start is None else Board.from_text(str(start))
        return replay(_seed(seed), _integer(number), board, moves, answered)
    except Fast2048Error as error:
        raise DamagedError(f"a game does not follow the rules: {error}") from error


def _seed(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        return int(value)
    raise DamagedError(f"not a seed: {value!r}")


def _integer(value: object) -> int:
    if isinstance(value, int):
        return value
    raise DamagedError(f"not an integer: {value!r}")


def _move(value: int) -> Move:
    try:
        return Move(value)
    except ValueError as error:
        raise DamagedError(str(error)) from None


def _flag(value: object) -> bool:
    if value in (0, 1):
        return bool(value)
    raise DamagedError(f"neither 0 nor 1: {value!r}")


def _time(value: object) -> datetime:
    try:
        return datetime.fromisoformat(str(value)).astimezone(UTC)
    except ValueError:
        raise DamagedError(f"not a time: {value!r}") from None
