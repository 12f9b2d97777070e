"""What each move keeps and what it risks: the reasons behind a hint, as facts."""

from __future__ import annotations

from dataclasses import dataclass

from fast2048._core import Board
from fast2048.move import Move
from fast2048.solver import Analysis

__all__ = ["Prospect", "prospects"]

_CORNERS = ((0,), (3,), (12,), (15,))
_EDGES = ((0, 1, 2, 3), (12, 13, 14, 15), (0, 4, 8, 12), (3, 7, 11, 15))


@dataclass(frozen=True)
class Prospect:
    """What is ahead after a legal move, up to the player's next one."""

    move: Move
    value: float  # points to be expected from the move on
    behind: float  # points less than the best move's value
    reward: int
    empty: int  # cells that are empty before the spawn
    largest: int  # the largest tile before the move
    seat: str  # where it stands: in a "corner", else at an "edge", else ""
    keeps_seat: bool  # whether it is still in that corner, or at that edge, afterwards
    gains_corner: bool  # whether it comes from elsewhere into a corner
    unseated: float  # probability that the spawn leaves only moves that take it from its seat
    ending: float  # probability that the spawn ends the game


def prospects(board: Board, analysis: Analysis) -> list[Prospect]:
    """The legal moves, the best first."""
    seat, cells = _seat(board)
    best = max(analysis.values.values(), default=0.0)
    found = []
    for move, value in analysis.values.items():
        after, reward = board.slide(move)
        keeps = _stands(after, cells)
        ending = unseated = 0.0
        for probability, following in after.spawns():
            moves = following.legal_moves
            if not moves:
                ending += probability
            elif keeps and not any(_stands(following.slide(m)[0], cells) for m in moves):
                unseated += probability
        found.append(
            Prospect(
                move=move,
                value=value,
                behind=best - value,
                reward=reward,
                empty=len(after.empty_cells),
                largest=board.max_tile,
                seat=seat,
                keeps_seat=keeps,
                gains_corner=seat != "corner" and _seat(after)[0] == "corner",
                unseated=unseated,
                ending=ending,
            )
        )
    return sorted(found, key=lambda prospect: (prospect.behind, prospect.move))


def _seat(board: Board) -> tuple[str, tuple[int, ...]]:
    """Where the largest tile stands, and the cells that are as good."""
    for name, places in (("corner", _CORNERS), ("edge", _EDGES)):
        for cells in places:
            if _stands(board, cells):
                return name, cells
    return "", ()


def _stands(board: Board, cells: tuple[int, ...]) -> bool:
    """Whether the largest tile, or one that is as large, stands on one of the cells."""
    return any(board.tiles[cell // 4][cell % 4] == board.max_tile for cell in cells)
