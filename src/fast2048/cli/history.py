"""Commands on the history: stats, replay, export, import."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import closing
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast2048.cli.values import rate
from fast2048.errors import Fast2048Error, InvalidRecordError

if TYPE_CHECKING:
    from fast2048.records import Record
    from fast2048.store import Store
    from fast2048.tables import Statistics

__all__ = ["add_commands"]

_BAR_WIDTH = 40  # characters, of the longest bar
_WATCHING = 4.0  # moves a second, on a terminal, when nothing else is asked for


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    stats = commands.add_parser("stats", help="what the games so far add up to")
    stats.add_argument("--json", action="store_true", help="print it as JSON")
    stats.set_defaults(run=_stats)

    replay = commands.add_parser("replay", help="play a finished game back")
    replay.add_argument(
        "game", nargs="?", metavar="GAME|FILE", help="by default the last one; - reads a record"
    )
    replay.add_argument("--speed", type=rate, metavar="N", help="moves a second")
    replay.add_argument("--list", action="store_true", help="list the games that there are")
    replay.set_defaults(run=_replay)

    export = commands.add_parser("export", help="write the history as records")
    export.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="by default the output"
    )
    export.set_defaults(run=_export)

    imported = commands.add_parser("import", help="read records into the history")
    imported.add_argument("files", nargs="+", metavar="FILE", help="- reads the input")
    imported.set_defaults(run=_import)


def _open() -> Store:
    from fast2048.store import Store

    store = Store()
    if store.notice:
        print(f"fast2048: {store.notice}", file=sys.stderr)
    if store.is_blank:
        store.close()
        raise Fast2048Error(f"the saves cannot be read: {store.problem}")
    return store


# ---- stats


def _stats(options: argparse.Namespace) -> int:
    with closing(_open()) as store:
        found = store.statistics()
    print(json.dumps(asdict(found)) if options.json else _statistics_text(found))
    return 0


def _statistics_text(found: Statistics) -> str:
    share = f" ({found.wins / found.games:.0%})" if found.games else ""
    lines = [
        f"games          {found.games}",
        f"  assisted     {found.assisted}",
        f"wins           {found.wins}{share}",
        f"left early     {found.abandoned}",
        f"best           {found.best}",
        f"best assisted  {found.best_assisted}",
        f"mean score     {found.mean:.1f}",
        f"moves          {found.moves}",
    ]
    if found.largest_tiles:
        lines += ["", "largest tile", *_bars(found.largest_tiles)]
    return "\n".join(lines)


def _bars(counts: dict[int, int]) -> list[str]:
    """A bar chart, a line a tile. The longest bar is as wide as there is room."""
    try:
        block = "█"
        block.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        block = "#"
    longest = max(counts.values())
    return [
        f"{tile:>7} {block * max(1, round(_BAR_WIDTH * count / longest))} {count}"
        for tile, count in counts.items()
    ]


# ---- replay


def _list_games() -> int:
    with closing(_open()) as store:
        games = store.summaries()
    print("game    score   tile  moves  ended (UTC)")
    for game in games:
        marks = [name for name in ("won", "assisted") if getattr(game, name)]
        marks += [] if game.over else ["left early"]
        when = f"{game.when:%Y-%m-%d %H:%M}"
        print(f"{game.id:>4}  {game.score:>7} {game.max_tile:>6} {game.moves:>6}  {when}", *marks)
    return 0


def _replay(options: argparse.Namespace) -> int:
    if options.list:
        return _list_games()
    game = _find(options.game).game
    if sys.stdout.isatty():
        speed = options.speed or _WATCHING
        status: int = import_module("fast2048.terminal").replay(game, speed=speed)
        return status
    again = type(game)(game.seed, game.number, game.start)
    print(f"seed {game.seed}, {game.moves} moves, score {game.score}")
    print(again.board)
    for move in game.history:
        if options.speed:
            sys.stdout.flush()
            time.sleep(1 / options.speed)
        if again.awaiting_choice:
            again.keep_playing()
        reward = again.push(move)
        print(f"\n{again.moves}. {move.name.lower()} +{reward}, score {again.score}")
        print(again.board)
    return 0


def _find(which: str | None) -> Record:
    from fast2048.records import loads

    if which is not None and not (which.isascii() and which.isdigit()):
        return loads(_text_of(which))
    with closing(_open()) as store:
        if which is None:
            games = store.summaries()
            if not games:
                raise Fast2048Error("no game in the history to play back")
            entry = games[0].id
        else:
            entry = int(which)
        record = store.record(entry) if entry < 2**63 else None
    if record is None:
        raise Fast2048Error(f"no game {which} in the history")
    return record


def _text_of(name: str) -> str:
    # What is no UTF-8 is no record either: the reader says so and quotes it.
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return raw.decode("utf-8", "replace")


# ---- export and import


def _export(options: argparse.Namespace) -> int:
    from fast2048.records import dumps_all

    with closing(_open()) as store:
        text = dumps_all(store.records())
    if options.file == "-":
        sys.stdout.write(text)
    else:
        with open(options.file, "x", encoding="ascii", newline="\n") as file:  # never over another
            file.write(text)
    return 0


def _import(options: argparse.Namespace) -> int:
    from fast2048.records import loads_all

    records: list[Record] = []
    with closing(_open()) as store:
        for name in options.files:
            try:
                found = loads_all(_text_of(name))
            except InvalidRecordError as error:
                raise InvalidRecordError(f"{name}: {error}; nothing was imported") from None
            if not found:
                raise InvalidRecordError(f"{name}: no record in it; nothing was imported")
            records += found
        new = store.add(records)
    known = "" if new == len(records) else "; the others were there already"
    print(f"{new} of {len(records)} games imported{known}")
    return 0
