"""What the solver advises, with a reason short enough for a line."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fast2048._core import Board
from fast2048.move import Move
from fast2048.terminal.messages import (
    HINT_BRINGS,
    HINT_EMPTY,
    HINT_KEEPS,
    HINT_ONLY,
    Message,
)

if TYPE_CHECKING:
    from fast2048.prospects import Prospect
    from fast2048.solver import Solver

__all__ = ["Advice", "advise"]


class Advice(NamedTuple):
    """A move, and the message that gives it and the reason; {move} is no value yet."""

    move: Move
    message: Message
    values: dict[str, int]


def advise(board: Board) -> Advice:
    """The best move on a board that has one. Raises Fast2048Error if there is no network."""
    from fast2048.prospects import prospects

    best, *others = prospects(board, _solver().analyse(board))
    message, values = _reason(best, others)
    return Advice(best.move, message, values)


@cache
def _solver() -> Solver:
    from fast2048.solver import Solver

    return Solver()


def _reason(best: Prospect, others: list[Prospect]) -> tuple[Message, dict[str, int]]:
    if not others:
        return HINT_ONLY, {}
    if best.gains_corner:
        return HINT_BRINGS, {"tile": best.largest}
    if best.seat == "corner" and best.keeps_seat and not all(o.keeps_seat for o in others):
        return HINT_KEEPS, {"tile": best.largest}
    return HINT_EMPTY, {"cells": best.empty}
