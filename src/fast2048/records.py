"""A game as text: written, read, and played again while it is read.

The format is described in docs/records.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from fast2048._core import Board
from fast2048.errors import Fast2048Error, InvalidRecordError, InvalidSeedError
from fast2048.game import Game
from fast2048.move import Move

__all__ = ["Record", "dumps", "dumps_all", "is_answered", "loads", "loads_all", "replay"]

FORMAT_VERSION = 1

_PLIES_A_LINE = 10
_MOVES = {move.name[0]: move for move in Move}
_KEEP = "keep"  # stands after a winning move: the player chose to go on

_TITLE = re.compile(r"fast2048 record ([0-9]{1,9})")
_COUNT = re.compile(r"0|[1-9][0-9]{0,19}")
_PLY = re.compile(r"([URDL])([0-9]{1,2}):([24])")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_KEYS = ("seed", "number", "opening", "start", "date", "assisted", "score", "moves")


class _Line(NamedTuple):
    number: int  # in the text, from 1
    text: str

    def wrong(self, why: object) -> InvalidRecordError:
        text = self.text if len(self.text) <= 80 else self.text[:77] + "..."
        return InvalidRecordError(f"line {self.number}, {text!r}: {why}")


@dataclass(frozen=True)
class Record:
    """A game and what is known of how it was played."""

    game: Game
    """The game, with all its moves."""
    assisted: bool = False
    """Whether undo, a hint or autoplay was used."""
    date: datetime | None = None
    """When the game ended, an aware datetime, or None if that is not known."""


def is_answered(game: Game) -> bool:
    """Whether the choice after the win lies behind: what a replay must be told at its end."""
    return game.is_won and not game.awaiting_choice


def replay(
    seed: int, number: int, start: Board | None, moves: Iterable[int], answered: bool
) -> Game:
    """The game with these moves. Raises a Fast2048Error where it breaks the rules.

    A win within the game was answered by the move after it; ``answered`` says whether
    one that came with the last move was.
    """
    game = Game(seed, number, start)
    for move in moves:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(move)
    if answered and game.awaiting_choice:
        game.keep_playing()
    return game


# ---- writing


def dumps(game: Game | Record) -> str:
    """A game as text, with what a Record knows besides it.

    Raises InvalidBoardError for a start with a tile that only a slide can make, 262144.
    """
    record = game if isinstance(game, Record) else Record(game)
    if record.game.start is not None:
        Board.from_text(record.game.start.text)
    return "".join(f"{line}\n" for line in _lines(record))


def dumps_all(records: Iterable[Game | Record]) -> str:
    """Several games as one text. Raises as ``dumps`` does."""
    return "\n".join(dumps(record) for record in records)


def _lines(record: Record) -> Iterator[str]:
    game = record.game
    again = Game(game.seed, game.number, game.start)
    yield f"fast2048 record {FORMAT_VERSION}"
    yield f"seed {game.seed}"
    if game.number:
        yield f"number {game.number}"
    yield f"{'opening' if game.start is None else 'start'} {again.board.text}"
    if record.date is not None:
        date = record.date.astimezone(UTC).replace(tzinfo=None)
        yield f"date {date.isoformat(timespec='seconds')}Z"
    yield f"assisted {'yes' if record.assisted else 'no'}"
    yield f"score {game.score}"
    yield f"moves {game.moves}"
    line: list[str] = []
    for move in game.history:
        if again.awaiting_choice:
            line.append(_KEEP)
            again.keep_playing()
        if again.moves and again.moves % _PLIES_A_LINE == 0:
            yield " ".join(line)
            line.clear()
        if not line:
            line.append(str(again.moves + 1))
        again.push(move)
        cell, tile = again.last_spawn or (0, 0)
        line.append(f"{move.name[0]}{cell}:{tile}")
    if again.awaiting_choice and not game.awaiting_choice:
        line.append(_KEEP)
    if line:
        yield " ".join(line)


# ---- reading


def loads(text: str) -> Record:
    """The one game in a text. Raises InvalidRecordError, which quotes the line at fault."""
    records = loads_all(text)
    if len(records) != 1:
        raise InvalidRecordError(f"{len(records)} games where one was expected")
    return records[0]


def loads_all(text: str) -> list[Record]:
    """All games in a text. Raises InvalidRecordError, which quotes the line at fault."""
    records: list[Record] = []
    block: list[_Line] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = _Line(number, raw.strip(" \t\r"))
        if not line.text or line.text.startswith("#"):
            continue
        if block and _TITLE.fullmatch(line.text):
            records.append(_read(block))
            block = []
        block.append(line)
    if block:
        records.append(_read(block))
    return records


def _read(lines: list[_Line]) -> Record:
    title = lines[0]
    version = _TITLE.fullmatch(title.text)
    if version is None:
        raise title.wrong(f"a record begins with 'fast2048 record {FORMAT_VERSION}'")
    if int(version[1]) != FORMAT_VERSION:
        raise title.wrong(f"this fast2048 reads format {FORMAT_VERSION} only")
    headers: dict[str, _Line] = {}
    plies = len(lines)
    for i, line in enumerate(lines[1:], 1):
        if line.text[0] in "0123456789":
            plies = i
            break
        key = line.text.split(" ", 1)[0]
        if key not in _KEYS:
            raise line.wrong(f"neither moves nor one of {', '.join(_KEYS)}")
        if key in headers:
            raise line.wrong(f"a second {key!r}")
        headers[key] = line
    for key in "seed", "score", "moves":
        if key not in headers:
            raise title.wrong(f"this record has no line for {key!r}")
    game = _begin(title, headers)
    for line in lines[plies:]:
        _play(game, line)
    for key, reached in ("moves", game.moves), ("score", game.score):
        if _count(headers[key]) != reached:
            raise headers[key].wrong(f"the game that follows comes to {key} {reached}")
    assisted = _value(headers["assisted"]) if "assisted" in headers else "no"
    if assisted not in ("yes", "no"):
        raise headers["assisted"].wrong("neither 'yes' nor 'no'")
    date = _date(headers["date"]) if "date" in headers else None
    return Record(game, assisted=assisted == "yes", date=date)


def _begin(title: _Line, headers: dict[str, _Line]) -> Game:
    """The game before its first move."""
    seed = _count(headers["seed"])
    number = _count(headers["number"]) if "number" in headers else 0
    match headers.get("opening"), headers.get("start"):
        case (None, _Line() as line):
            given = True
        case (_Line() as line, None):
            given = False
        case _:
            raise title.wrong("a record has a line for 'opening', or else one for 'start'")
    try:
        board = Board.from_text(_value(line))
        game = Game(seed, number, board if given else None)
    except InvalidSeedError as error:
        raise headers["seed" if seed >= 2**64 else "number"].wrong(error) from None
    except Fast2048Error as error:
        raise line.wrong(error) from None
    if game.board != board:
        raise line.wrong(f"this seed opens with {game.board.text}")
    return game


def _play(game: Game, line: _Line) -> None:
    """Make the moves of a line and compare the tiles that come."""
    first, *tokens = line.text.split()
    if first != str(game.moves + 1):
        raise line.wrong(f"the next move has the number {game.moves + 1}")
    for token in tokens:
        try:
            if token == _KEEP:
                game.keep_playing()
                continue
            ply = _PLY.fullmatch(token)
            if ply is None:
                raise line.wrong(f"not a move and its new tile: {token!r}")
            if game.awaiting_choice:
                raise line.wrong(f"{token!r} after the win, and no '{_KEEP}' between")
            game.push(_MOVES[ply[1]])
        except InvalidRecordError:
            raise
        except Fast2048Error as error:
            raise line.wrong(f"{token!r} as move {game.moves + 1}: {error}") from None
        if game.last_spawn != (int(ply[2]), int(ply[3])):
            cell, tile = game.last_spawn or (0, 0)
            raise line.wrong(f"{token!r} as move {game.moves}: the new tile is {cell}:{tile}")


def _value(line: _Line) -> str:
    return line.text.partition(" ")[2].strip()


def _count(line: _Line) -> int:
    if _COUNT.fullmatch(_value(line)) is None:
        raise line.wrong("not a number of at most 20 digits")
    return int(_value(line))


def _date(line: _Line) -> datetime:
    try:
        if _DATE.fullmatch(_value(line)):
            return datetime.fromisoformat(_value(line))
    except ValueError:
        pass
    raise line.wrong("not a date like 2048-01-31T12:00:00Z")
