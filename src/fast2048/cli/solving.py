"""Commands of the solver: hint, watch, evaluate."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from fast2048.cli.values import (
    add_language,
    add_palette,
    file_name,
    positive_integer,
    positive_number,
    rate,
    seed,
)
from fast2048.formats import READINGS

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    hint = commands.add_parser("hint", help="the best move on a board, and why")
    hint.add_argument(
        "board",
        nargs="?",
        default="-",
        metavar="BOARD",
        help='tiles as "2 0 0 4 / ...", exponents as 1120/0000/0000/0000, 16 hex digits, a packed'
        " board as 0x..., a JSON of nested lists, or the web game's localStorage.gameState; -, or"
        " nothing, reads the input",
    )
    hint.add_argument(
        "--as", dest="reading", choices=READINGS, help="how to read it, where that is not clear"
    )
    hint.add_argument("--json", action="store_true", help="print it as JSON")
    _add_solver(hint)
    hint.set_defaults(run=lambda options: _main("hint", options))

    watch = commands.add_parser("watch", help="watch the solver play a game")
    watch.add_argument(
        "--speed",
        type=rate,
        default=4.0,
        metavar="N",
        help="moves a second; on a screen, from 0.25 to 64; default: %(default)s",
    )
    watch.add_argument("--seed", dest="game_seed", type=seed, metavar="N", help="of the game")
    watch.add_argument("--plain", dest="lines", action="store_true", help="in plain lines")
    _add_solver(watch)
    add_language(watch, argparse.SUPPRESS)
    add_palette(watch, argparse.SUPPRESS)
    watch.set_defaults(run=lambda options: _main("watch", options), also=("lang", "palette"))

    evaluate = commands.add_parser("evaluate", help="how well the solver plays")
    evaluate.add_argument(
        "--games", type=positive_integer, default=100, metavar="N", help="default: %(default)s"
    )
    evaluate.add_argument(
        "--seed",
        dest="game_seed",
        type=seed,
        default=1,
        metavar="N",
        help="the games are games 0, 1, 2 ... of this seed; default: %(default)s",
    )
    _add_solver(evaluate)
    evaluate.add_argument(
        "--policy",
        metavar="MODULE:NAME",
        help="instead of the solver: a function that takes a Board and returns a Move",
    )
    where = evaluate.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=positive_integer, metavar="N", help="play in so many processes"
    )
    where.add_argument(
        "--dask", metavar="ADDRESS", help="play on a dask.distributed cluster: its scheduler"
    )
    evaluate.add_argument("--json", action="store_true", help="print it as JSON")
    evaluate.add_argument(
        "--csv", type=file_name, metavar="FILE", help="write a line for each game"
    )
    evaluate.add_argument(
        "--plot", type=file_name, metavar="FILE", help="draw scores and tiles, PNG or SVG"
    )
    evaluate.add_argument("--quiet", action="store_true", help="no progress bar")
    evaluate.set_defaults(run=lambda options: _main("evaluate_command", options))


def _add_solver(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--depth",
        type=positive_integer,
        metavar="N",
        help="plies to search; by default 3, and more when few cells are empty",
    )
    command.add_argument("--seconds", type=positive_number, metavar="S", help="time for a move")
    command.add_argument(
        "--network", metavar="NAME|FILE", help="by default the one that comes with the package"
    )


def _main(module: str, options: argparse.Namespace) -> int:
    status: int = import_module(f"fast2048.{module}").main(options)
    return status
