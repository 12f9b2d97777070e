"""What is given on the command line, as values."""

from __future__ import annotations

import argparse
import re
from contextlib import suppress
from datetime import UTC, datetime

from fast2048.move import Move

__all__ = [
    "add_language",
    "add_palette",
    "daily_seed",
    "direction",
    "file_name",
    "number",
    "positive_integer",
    "positive_number",
    "rate",
    "seed",
]


def add_language(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """The option --lang. A command that has it too leaves the default to the main parser."""
    text = "en, th or vi; by default the locale's"
    parser.add_argument("--lang", metavar="LANG", default=default, help=text)


def add_palette(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """The option --palette, likewise."""
    text = "the colours of the tiles: default, colour-blind or high-contrast"
    parser.add_argument("--palette", metavar="NAME", default=default, help=text)


def seed(text: str) -> int:
    if re.fullmatch("[0-9]{1,20}", text) and int(text) < 2**64:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a seed: {text!r} (an integer from 0 to 2**64 - 1)")


def positive_integer(text: str) -> int:
    if re.fullmatch("[0-9]{1,18}", text) and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a positive integer: {text!r}")


def number(text: str) -> float:
    """From 0 on, in plain digits: float() takes 1_0, nan and the digits of other scripts too."""
    if re.fullmatch(r"([0-9]{1,15}\.?[0-9]{0,15}|\.[0-9]{1,15})([eE][-+]?[0-9]{1,2})?", text):
        return float(text)
    raise argparse.ArgumentTypeError(f"not a number from 0 on: {text!r}")


def positive_number(text: str) -> float:
    with suppress(argparse.ArgumentTypeError):
        if number(text) > 0:
            return number(text)
    raise argparse.ArgumentTypeError(f"not a number above 0: {text!r}")


def rate(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"not a number of moves a second: {text!r}")


def file_name(text: str) -> str:
    if text and "\0" not in text:
        return text
    raise argparse.ArgumentTypeError(f"not the name of a file: {text!r}")


def direction(text: str) -> Move:
    for move in Move:
        if text.lower() in (move.name.lower(), move.name[0].lower()):
            return move
    raise argparse.ArgumentTypeError(f"not a direction: {text!r} (up, right, down or left)")


def daily_seed() -> int:
    """Today's, in UTC: the date's digits, so that everyone can say it."""
    return int(datetime.now(UTC).strftime("%Y%m%d"))
