"""The command ``fast2048``: parse, call, print.

Without a subcommand it plays. What a subcommand needs is imported when it runs, so that
``--help`` is quick and needs no terminal.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from fast2048 import __version__
from fast2048.cli import games, history, networks, solving
from fast2048.cli.values import (
    add_language,
    add_palette,
    daily_seed,
    positive_integer,
    seed,
)
from fast2048.errors import Fast2048Error

__all__ = ["main"]

_PLAYING = ("seed", "daily", "plain", "lang", "palette", "no_animation")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.run is not _play:
        for name in _PLAYING:
            if name in getattr(options, "also", ()):
                continue
            if getattr(options, name) is not parser.get_default(name):
                parser.error(f"--{name.replace('_', '-')} is for playing, without a command")
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except (Fast2048Error, OSError, MemoryError) as error:
        if isinstance(error, BrokenPipeError):
            # Nobody reads on. What is still buffered must not raise again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 128 + 13
        print(f"fast2048: {_one_line(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 128 + 2
    return status


def _one_line(error: Exception) -> str:
    text = str(error)
    if isinstance(error, MemoryError):
        text = f"not enough memory: {text}" if text else "not enough memory"
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return " ".join(text.split())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fast2048",
        description="The game 2048. Without a command: play, from where the game was left.",
        epilog="Saves are kept in FAST2048_HOME, or where this system keeps such data. Exit"
        " status: 0, 1 for an illegal move or a finding, 2 for an error, 3 when the game could"
        " not be saved, 128 and the number of the signal that ended it.",
    )
    parser.add_argument("--version", action="version", version=f"fast2048 {__version__}")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--seed", type=seed, metavar="N", help="start a new game with this seed")
    which.add_argument("--daily", action="store_true", help="the game of the day (UTC)")
    parser.add_argument("--plain", action="store_true", help="plain lines, for pipes and readers")
    add_language(parser)
    add_palette(parser)
    parser.add_argument("--no-animation", action="store_true", help="tiles jump, not slide")
    parser.set_defaults(run=_play)

    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    games.add_commands(commands)
    history.add_commands(commands)
    solving.add_commands(commands)
    networks.add_commands(commands)
    verify = commands.add_parser("verify", help="check the engine against the reference rules")
    verify.add_argument(
        "--boards", type=positive_integer, default=20_000, metavar="N", help="default: %(default)s"
    )
    verify.set_defaults(run=_verify)
    bench = commands.add_parser("bench", help="measure how fast the engine is here")
    bench.add_argument("--json", action="store_true", help="print JSON instead of a table")
    bench.set_defaults(run=_bench)
    return parser


def _play(options: argparse.Namespace) -> int:
    terminal = import_module("fast2048.terminal")
    status: int = terminal.play(
        seed=daily_seed() if options.daily else options.seed,
        plain=options.plain,
        lang=options.lang,
        palette=options.palette,
        animation=not options.no_animation,
    )
    return status


def _verify(options: argparse.Namespace) -> int:
    status: int = import_module("fast2048.verify").main(options.boards)
    return status


def _bench(options: argparse.Namespace) -> int:
    status: int = import_module("fast2048.bench").main(options.json)
    return status
