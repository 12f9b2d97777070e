"""``fast2048 hint``: the best move on a board, and why."""

from __future__ import annotations

import argparse
import json
import sys

from fast2048._core import Board
from fast2048.checks import quote
from fast2048.errors import InvalidBoardError
from fast2048.formats import parse_board
from fast2048.move import Move
from fast2048.prospects import Prospect, prospects
from fast2048.solver import Analysis, Solver

__all__ = ["main", "reason"]

# Less than this share of what is to be expected is no difference that words are made of.
_NEARLY = 0.002

_LONGEST = 1_000_000  # characters of input: far more than any form of a board has


def main(options: argparse.Namespace) -> int:
    """Run the command. Returns the exit status: 1 if there is no move to advise."""
    text = _input() if options.board == "-" else options.board
    board = parse_board(text, options.reading)
    analysis = Solver(options.network, options.depth, options.seconds).analyse(board)
    print(_json(board, analysis) if options.json else _lines(board, analysis))
    return 0 if analysis.best is not None else 1


def _input() -> str:
    """What is piped in, or typed."""
    try:
        text = sys.stdin.read(_LONGEST + 1) if sys.stdin else ""
    except UnicodeDecodeError as error:
        raise InvalidBoardError(f"not the text of a board: {error}") from error
    if len(text) > _LONGEST:
        raise InvalidBoardError(f"not a board: {quote(text)} (more than {_LONGEST:,} characters)")
    return text


def _json(board: Board, analysis: Analysis) -> str:
    return json.dumps(
        {
            "best": None if analysis.best is None else analysis.best.name.lower(),
            "values": {move.name.lower(): analysis.values.get(move) for move in Move},
            "depth": analysis.depth,
            "tiles": board.tiles,
            "reason": reason(board, analysis),
        }
    )


def _lines(board: Board, analysis: Analysis) -> str:
    if analysis.best is None:
        return f"{board}\n\n{reason(board, analysis)}"
    values = [
        f"  {move.name.lower():<6}{_value(analysis, move)}{'  best' * (move == analysis.best)}"
        for move in Move
    ]
    plies = "1 ply" if analysis.depth == 1 else f"{analysis.depth} plies"
    return "\n".join(
        [
            str(board),
            "",
            f"best move: {analysis.best.name.lower()}",
            "",
            f"points to be expected, {plies} deep:",
            *values,
            "",
            reason(board, analysis),
        ]
    )


def _value(analysis: Analysis, move: Move) -> str:
    value = analysis.values.get(move)
    return f"{'-':>12}" if value is None else f"{value:>12,.1f}"


# ---- in words


def reason(board: Board, analysis: Analysis) -> str:
    """Why the best move is the best: what it keeps, and what the others risk."""
    if analysis.best is None:
        return "No move is legal: the game is over."
    best, *others = prospects(board, analysis)
    if not others:
        return f"{_name(best)} is the only legal move. It {_join(_kept(best))}."
    sentences = [f"{_name(best)} {_join(_kept(best))}."]
    near = [other for other in others if other.behind <= _NEARLY * abs(best.value)]
    alike = [other for other in near if not _lost(best, other)]
    if alike:
        are = "is" if len(alike) == 1 else "are"
        names = _join([other.move.name.lower() for other in alike]).capitalize()
        sentences.append(f"{names} {are} nearly as good.")
    for other in others:
        lost = _lost(best, other)
        points = f"{other.behind:,.0f} points"
        if other in near:
            if lost:
                sentences.append(f"{_name(other)} is nearly as good, but {_join(lost)}.")
        elif lost:
            sentences.append(f"{_name(other)} {_join(lost)}: {points} less.")
        else:
            sentences.append(f"{_name(other)} leads to less in the long run: {points}.")
    return " ".join(sentences)


def _name(prospect: Prospect) -> str:
    return prospect.move.name.capitalize()


def _join(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _kept(best: Prospect) -> list[str]:
    parts = []
    if best.gains_corner:
        parts.append(f"brings the {best.largest} into a corner")
    elif best.keeps_seat:
        parts.append(f"keeps the {best.largest} {_SEATS[best.seat][0]}")
    if best.reward:
        parts.append(f"scores {best.reward}")
    parts.append(f"leaves {_cells(best.empty)} empty")
    return parts + _dangers(best)


_SEATS = {"corner": ("in its corner", "out of its corner"), "edge": ("at its edge", "off its edge")}


def _lost(best: Prospect, other: Prospect) -> list[str]:
    """What is worse about the other move, apart from its value."""
    parts = []
    if best.keeps_seat and not other.keeps_seat:
        parts.append(f"takes the {best.largest} {_SEATS[best.seat][1]}")
    if other.empty < best.empty:
        parts.append(f"leaves only {_cells(other.empty)} empty")
    if other.ending > best.ending or other.unseated > best.unseated:
        parts += _dangers(other)
    return parts


def _dangers(prospect: Prospect) -> list[str]:
    parts = []
    if prospect.ending:
        parts.append(f"risks the end of the game at once ({_percent(prospect.ending)})")
    if prospect.unseated:
        forced = f"must be taken {_SEATS[prospect.seat][1]} next"
        parts.append(f"risks that the {prospect.largest} {forced} ({_percent(prospect.unseated)})")
    return parts


def _percent(probability: float) -> str:
    return f"{probability:.0%}" if probability >= 0.01 else "less than 1%"
