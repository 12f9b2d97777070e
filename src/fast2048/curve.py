"""The learning curve: what was reached, when; as numbers, CSV and a picture."""

from __future__ import annotations

import csv
import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fast2048.checks import quote
from fast2048.errors import Fast2048Error
from fast2048.learning import Outcome

__all__ = ["COLUMNS", "WINDOW", "Curve", "plot_curve"]

WINDOW = 1000  # games, the last of which the means and rates are
TILES = (2048, 8192, 16384, 32768)
COLUMNS = (
    "seconds",
    "cpu_seconds",
    "games",
    "moves",
    "moves_per_second",
    "mean_score",
    *(f"rate_{tile}" for tile in TILES),
)


class Curve:
    """Points of a curve, one a report. Games from saved positions are left out of scores."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.seconds = 0.0  # of learning
        self.cpu_seconds = 0.0  # ... of all threads
        self.moves = 0
        self.recent: deque[tuple[int, int]] = deque(maxlen=WINDOW)  # score, largest exponent
        self._last = (0.0, 0)  # seconds and moves at the last point

    def add(self, outcomes: Iterable[Outcome], seconds: float, cpu_seconds: float) -> None:
        """Games that took these seconds."""
        self.seconds += seconds
        self.cpu_seconds += cpu_seconds
        for outcome in outcomes:
            self.moves += outcome.moves
            if not outcome.restarted:
                self.recent.append((outcome.score, outcome.max_exponent))

    def mark(self, games: int) -> list[float]:
        """A new point, as a row of COLUMNS."""
        seconds, moves = self.seconds - self._last[0], self.moves - self._last[1]
        self._last = (self.seconds, self.moves)
        count = max(len(self.recent), 1)
        row = [
            round(self.seconds, 1),
            round(self.cpu_seconds, 1),
            games,
            self.moves,
            round(moves / seconds) if seconds else 0,
            round(sum(score for score, _ in self.recent) / count),
            *(
                round(sum(1 << largest >= tile for _, largest in self.recent) / count, 4)
                for tile in TILES
            ),
        ]
        self.rows.append(row)
        return row

    def to_notes(self) -> dict[str, Any]:
        """As JSON can hold it, for a checkpoint."""
        return {
            "rows": self.rows,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "moves": self.moves,
            "recent": list(self.recent),
        }

    @classmethod
    def from_notes(cls, notes: Any) -> Curve:
        """From what ``to_notes`` returned. Raises Fast2048Error for anything else."""
        curve = cls()
        try:
            curve.rows = [[_number(value) for value in row] for row in notes["rows"]]
            curve.seconds = _number(notes["seconds"])
            curve.cpu_seconds = _number(notes["cpu_seconds"])
            curve.moves = int(_number(notes["moves"]))
            for score, largest in notes["recent"]:
                curve.recent.append((int(_number(score)), min(int(_number(largest)), 31)))
        except (KeyError, TypeError, ValueError) as error:
            raise Fast2048Error(f"not a learning curve: {quote(notes)}") from error
        if any(len(row) != len(COLUMNS) for row in curve.rows):
            raise Fast2048Error(f"not a learning curve: {quote(notes)}")
        curve._last = (curve.seconds, curve.moves)
        return curve

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """All points, with a line of names first; the file is replaced as a whole."""
        target = Path(path).resolve()  # a link stays one
        unfinished = target.with_name(target.name + ".unfinished")
        with unfinished.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows(self.rows)
        unfinished.replace(target)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e18:
        raise ValueError(value)
    return value


def plot_curve(curve: Curve, path: str | os.PathLike[str], title: str) -> None:
    """Mean score and rates over time, as PNG, SVG or whatever the name's ending says.

    Needs matplotlib, the extra ``plot``.
    """
    from matplotlib.figure import Figure

    hours = [row[0] / 3600 for row in curve.rows]
    figure = Figure(figsize=(8, 5), layout="constrained")
    scores, rates = figure.subplots(2, 1, sharex=True)
    scores.plot(hours, [row[5] for row in curve.rows])
    scores.set(title=title, ylabel=f"mean score of {WINDOW} games")
    scores.set_ylim(bottom=0)
    for i, tile in enumerate(TILES):
        rates.plot(hours, [row[6 + i] for row in curve.rows], label=str(tile))
    rates.set(xlabel="hours of learning", ylabel="games that reach", ylim=(0, 1))
    rates.legend(loc="upper left")
    figure.savefig(path)
