"""``fast2048 train`` and ``fast2048 pack``: their arguments."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from typing import Any

from fast2048.cli.values import file_name, number, positive_integer, positive_number, seed

__all__ = ["add_commands"]


def add_commands(commands: Any) -> None:
    _add_train(commands)
    _add_pack(commands)


def _add_train(commands: Any) -> None:
    parser = commands.add_parser(
        "train",
        help="learn the weights of a network by playing",
        description="Learn the weights of an n-tuple network by playing. With a checkpoint that"
        " exists, learning goes on from there, by the recipe it was begun with. Ctrl-C and"
        " SIGTERM write the checkpoint and end.",
    )
    parser.add_argument(
        "--network",
        metavar="SHAPE",
        help="4x6, 8x5, 8x6, or tuples of cells in hex, as in '0123 4567 014589';"
        " default: the checkpoint's, or 8x6",
    )
    parser.add_argument(
        "--stages",
        type=_exponents,
        metavar="E,...",
        help="exponents of the largest tile at which other weights take over; given with a"
        " checkpoint that has fewer, the new ones begin with the weights of the last",
    )
    parser.add_argument("--hours", type=_hours, metavar="H", help="of learning, all in all")
    parser.add_argument(
        "--games", type=positive_integer, metavar="N", help="to learn from, all in all"
    )
    parser.add_argument(
        "--threads",
        type=positive_integer,
        metavar="N",
        help="default: the checkpoint's, or 1; with more than one, no run is like another",
    )
    parser.add_argument(
        "--checkpoint", type=file_name, metavar="FILE", help="where to keep what is learned"
    )
    parser.add_argument(
        "--every",
        type=positive_number,
        default=10.0,
        metavar="MINUTES",
        help="default: %(default)g",
    )
    parser.add_argument("--seed", type=seed, dest="recipe_seed", metavar="N", help="default: 1")
    parser.add_argument(
        "--rule", choices=("tc", "td"), help="temporal coherence, or plain TD; default: tc"
    )
    parser.add_argument(
        "--rate",
        type=number,
        metavar="R",
        help="of learning; default: 1, td 0.1 (too high near 1)",
    )
    parser.add_argument(
        "--lambda", type=number, dest="lambda_", metavar="L", help="default: 0.5; 0 is TD(0)"
    )
    parser.add_argument(
        "--restart-share",
        type=number,
        metavar="S",
        help="of the games begin where a late tile was first made; default: 0",
    )
    parser.add_argument(
        "--restart-from", type=_integer, metavar="E", help="that tile's exponent; default: 13"
    )
    parser.add_argument(
        "--csv", type=file_name, metavar="FILE", help="the learning curve, as numbers"
    )
    parser.add_argument(
        "--plot", type=file_name, metavar="FILE", help="... as a picture, PNG or SVG"
    )
    parser.add_argument(
        "--report",
        type=positive_number,
        default=30.0,
        metavar="SECONDS",
        help="default: %(default)g",
    )
    parser.set_defaults(run=_train)


def _add_pack(commands: Any) -> None:
    parser = commands.add_parser(
        "pack",
        help="make a small file to play by from a checkpoint",
        description="Make a small file to play by from a checkpoint of fast2048 train: weights in"
        " whole steps, those kept that play uses.",
    )
    parser.add_argument("checkpoint", type=file_name, metavar="CHECKPOINT")
    parser.add_argument("output", type=file_name, metavar="FILE")
    parser.add_argument(
        "--step", type=positive_number, default=16.0, metavar="POINTS", help="default: %(default)g"
    )
    parser.add_argument(
        "--uses",
        type=_integer,
        default=1,
        metavar="N",
        help="keep weights used at least so often; default: %(default)s",
    )
    parser.add_argument(
        "--games",
        type=_integer,
        default=2000,
        metavar="N",
        help="... in so many games; 0 keeps all; default: %(default)s",
    )
    parser.add_argument(
        "--threads", type=positive_integer, default=1, metavar="N", help="default: 1"
    )
    parser.set_defaults(run=_pack)


def _train(options: argparse.Namespace) -> int:
    status: int = import_module("fast2048.training").train(options)
    return status


def _pack(options: argparse.Namespace) -> int:
    status: int = import_module("fast2048.training").pack(options)
    return status


def _hours(text: str) -> float:
    hours = positive_number(text)
    if hours <= 100_000:
        return hours
    raise argparse.ArgumentTypeError(f"not a number of hours: {text!r} (up to 100,000)")


def _integer(text: str) -> int:
    return 0 if re.fullmatch("0+", text) else positive_integer(text)


def _exponents(text: str) -> tuple[int, ...]:
    return tuple(positive_integer(part) for part in text.split(",")) if text else ()
