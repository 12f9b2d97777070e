"""Commands on the history: stats, replay, export, import."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast2048.cli.values import add_language, add_palette, rate
from fast2048.errors import Fast2048Error, InvalidRecordError

if TYPE_CHECKING:
    from fast2048.records import Record
    from fast2048.store import Store
    from fast2048.terminal.language import Language

__all__ = ["add_commands"]

_WIDTH = 60  # characters of a line


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    stats = commands.add_parser("stats", help="what the games so far add up to")
    stats.add_argument("--json", action="store_true", help="print it as JSON")
    add_language(stats, argparse.SUPPRESS)
    stats.set_defaults(run=_stats, also=("lang",))

    replay = commands.add_parser("replay", help="play a finished game back")
    replay.add_argument(
        "game", nargs="?", metavar="GAME|FILE", help="by default the last one; - reads a record"
    )
    replay.add_argument(
        "--speed", type=rate, metavar="N", help="moves a second; on a screen, from 0.25 to 64"
    )
    replay.add_argument("--list", action="store_true", help="list the games that there are")
    add_language(replay, argparse.SUPPRESS)
    add_palette(replay, argparse.SUPPRESS)
    replay.set_defaults(run=_replay, also=("lang", "palette"))

    export = commands.add_parser("export", help="write the history as records")
    export.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="by default the output"
    )
    export.add_argument("--all", action="store_true", help="the games in progress as well")
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


def _going_on(store: Store) -> list[Record]:
    """The games in progress that have a move, the one played last first."""
    from fast2048.records import Record

    found = store.other_games()
    if store.saved is not None and store.saved.game.moves and not store.saved.game.is_over:
        found.insert(0, store.saved)
    return [Record(progress.game, assisted=progress.assisted) for progress in found]


def _language(options: argparse.Namespace) -> Language:
    from fast2048.terminal.language import Language, allow_any_words

    allow_any_words()
    return Language.choose(options.lang)


# ---- stats


def _stats(options: argparse.Namespace) -> int:
    from fast2048.terminal.texts import statistics_lines

    language = _language(options)
    with closing(_open()) as store:
        found = store.statistics()
    if options.json:
        print(json.dumps(asdict(found)))
    else:
        print("\n".join(statistics_lines(language, found, _bar(), _WIDTH)))
    return 0


def _bar() -> str:
    """What bars are made of: a block, if the output can hold it."""
    try:
        "█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "#"
    return "█"


# ---- replay


def _list_games(language: Language) -> int:
    from fast2048.terminal.texts import game_list

    with closing(_open()) as store:
        going_on = [(record.game, language("in progress")) for record in _going_on(store)]
        headings, games = game_list(language, going_on, store.summaries())
    print("\n".join([headings, *games]))
    return 0


def _replay(options: argparse.Namespace) -> int:
    if options.list:
        return _list_games(_language(options))
    game = _find(options.game).game
    status: int = import_module("fast2048.terminal").replay(
        game,
        speed=options.speed,
        plain=not sys.stdout.isatty(),
        lang=options.lang,
        palette=options.palette,
    )
    return status


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
        going_on = _going_on(store)
        text = dumps_all(store.records() + (going_on if options.all else []))
    if going_on and not options.all:
        print(
            f"fast2048: games in progress that are not in it: {len(going_on)} (see --all)",
            file=sys.stderr,
        )
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
