"""Pictures of results, drawn by matplotlib: the extra ``fast2048[plot]``."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from fast2048.errors import Fast2048Error

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fast2048.evaluation import Evaluation

__all__ = ["check_plot", "plot_evaluation"]

_FORMS = (".png", ".svg")
_DOTS_PER_INCH = 150


def check_plot(path: str | PathLike[str]) -> None:
    """Raises Fast2048Error if no picture can be written there: better before hours of games."""
    if Path(path).suffix.lower() not in _FORMS:
        raise Fast2048Error(f"not a picture's name: {str(path)!r} (ending in .png or .svg)")
    try:
        import matplotlib as matplotlib
    except ImportError as error:
        raise Fast2048Error("a plot needs matplotlib: pip install 'fast2048[plot]'") from error


def plot_evaluation(evaluation: Evaluation, path: str | PathLike[str], title: str = "") -> None:
    """Write a picture, PNG or SVG by its name: the scores as a histogram with their mean, and
    the rate of each tile with its 95 % interval. Raises Fast2048Error as ``check_plot``."""
    check_plot(path)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    if title:
        figure.suptitle(title)
    _draw(figure, evaluation)
    figure.savefig(path, dpi=_DOTS_PER_INCH)


def _draw(figure: Figure, evaluation: Evaluation) -> None:
    scores, rates = figure.subplots(1, 2)
    scores.hist(evaluation.scores, bins=min(50, max(5, evaluation.games // 10)), color="#edc22e")
    scores.axvline(
        evaluation.mean_score, color="#776e65", label=f"mean {evaluation.mean_score:,.0f}"
    )
    scores.set(xlabel="score", ylabel="games")
    scores.legend()
    tiles = [str(tile) for tile in evaluation.rates]
    shares = [100 * rate.rate for rate in evaluation.rates.values()]
    below = [100 * (rate.rate - rate.low) for rate in evaluation.rates.values()]
    above = [100 * (rate.high - rate.rate) for rate in evaluation.rates.values()]
    # At 0 and 100 % rounding can put the rate a hair outside its interval.
    errors = [[max(0.0, part) for part in side] for side in (below, above)]
    rates.bar(tiles, shares, yerr=errors, capsize=4, color="#f2b179", ecolor="#776e65")
    rates.set(xlabel="tile reached", ylabel="% of games", ylim=(0, 105))
