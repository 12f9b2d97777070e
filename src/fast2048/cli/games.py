"""Commands on the game in progress, for scripts: show, move, new."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from fast2048.cli.values import direction, seed
from fast2048.errors import Fast2048Error, IllegalMoveError
from fast2048.game import Game

if TYPE_CHECKING:
    from fast2048.session import Session

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    show = commands.add_parser("show", help="print the saved game: the one played last")
    show.set_defaults(run=_show)
    move = commands.add_parser("move", help="play one move on the saved game")
    move.add_argument(
        "direction", type=direction, metavar="DIRECTION", help="up, right, down, left"
    )
    move.add_argument("--keep-playing", action="store_true", help="play on after a win")
    move.set_defaults(run=_move)
    new = commands.add_parser("new", help="start a new game; the old one goes into the history")
    new.add_argument("--seed", dest="new_seed", type=seed, metavar="N")
    new.set_defaults(run=_new)
    for command in show, move, new:
        command.add_argument("--json", action="store_true", help="print it as JSON")


def _show(options: argparse.Namespace) -> int:
    from fast2048.store import Store

    store = Store()
    others = len(store.other_games())
    store.close()
    if store.is_blank:
        raise Fast2048Error(f"the saves cannot be read: {store.problem}")
    if store.notice:
        print(f"fast2048: {store.notice}", file=sys.stderr)
    if store.saved is None:
        print("fast2048: no game is in progress: `fast2048 new` starts one", file=sys.stderr)
        return 1
    _print(store.saved.game, store.best(), store.saved.assisted, options.json)
    if others and not options.json:
        print(f"other games in progress: {others}")
    return 0


def _move(options: argparse.Namespace) -> int:
    from fast2048.session import Session

    with Session.open(exclusive=True) as session:
        if options.keep_playing and session.game.awaiting_choice:
            session.keep_playing()
        try:
            session.push(options.direction)
        except IllegalMoveError as error:
            print(f"fast2048: {error}", file=sys.stderr)
            return 1
    return _report(session, options)


def _new(options: argparse.Namespace) -> int:
    from fast2048.session import Session

    with Session.open() as session:
        session.new(options.new_seed)
    return _report(session, options)


def _report(session: Session, options: argparse.Namespace) -> int:
    from fast2048.session import UNSAVED

    if session.notice:
        print(f"fast2048: {session.notice}", file=sys.stderr)
    if session.problem:
        print(f"fast2048: not saved: {session.problem}", file=sys.stderr)
    _print(session.game, session.best, session.assisted, options.json)
    return UNSAVED if session.problem else 0


def _print(game: Game, best: int, assisted: bool, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps(
                {
                    "tiles": game.board.tiles,
                    "score": game.score,
                    "best": best,
                    "moves": game.moves,
                    "seed": game.seed,
                    "won": game.is_won,
                    "over": game.is_over,
                    "assisted": assisted,
                }
            )
        )
        return
    said = [f"score {game.score}", f"best {best}", f"moves {game.moves}", f"seed {game.seed}"]
    flags = {"won": game.is_won, "over": game.is_over, "assisted": assisted}
    print(game.board)
    print(", ".join(said + [name for name, holds in flags.items() if holds]))
