"""``fast2048 evaluate``: many games by a policy, and what they add up to."""

from __future__ import annotations

import argparse
import csv
import json
import math
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import NoReturn

from fast2048.errors import Fast2048Error
from fast2048.evaluation import Evaluation, Outcome, Policy, evaluate, first_games
from fast2048.outputs import check_new, check_outputs
from fast2048.plots import check_plot, plot_evaluation
from fast2048.solver import Solver

__all__ = ["main"]


def main(options: argparse.Namespace) -> int:
    """Run the command. Returns the exit status. What cuts it short, Ctrl-C, SIGTERM or an error,
    is raised again after the games so far have been told."""
    policy = _policy(options)
    check_outputs(options.csv, options.plot)
    check_new(options.csv, options.plot)
    if options.plot is not None:
        check_plot(options.plot)
    done: dict[int, Outcome] = {}
    began = time.perf_counter()
    try:
        with _ended_by_sigterm(), _executor(options) as executor:
            evaluation = _evaluate(policy, options, executor, done)
    except BaseException:
        so_far = first_games(options.game_seed, done, time.perf_counter() - began)
        if so_far is not None:
            print(
                f"fast2048: stopped; this is about the first {so_far.games} of"
                f" {options.games} games",
                file=sys.stderr,
            )
            _tell(so_far, policy, options)
        raise
    _tell(evaluation, policy, options)
    return 0


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """As by Ctrl-C: in an orderly way, that leaves no worker behind."""

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(evaluation: Evaluation, policy: Policy, options: argparse.Namespace) -> None:
    print(_json(evaluation) if options.json else _text(evaluation), flush=True)
    if options.csv is not None:
        _write_csv(evaluation, options.csv)
    if options.plot is not None:
        plot_evaluation(evaluation, options.plot, f"{evaluation.games} games, {_name(policy)}")


def _policy(options: argparse.Namespace) -> Policy:
    if options.policy is None:
        return Solver(options.network, options.depth, options.seconds)
    for name in ("network", "depth", "seconds"):
        if getattr(options, name) is not None:
            raise Fast2048Error(f"--{name} is for the solver, not for --policy")
    # A program's own directory is where its modules are looked for, not the one it is run in.
    sys.path.insert(0, str(Path.cwd()))
    policy: str = options.policy
    return policy


def _name(policy: Policy) -> str:
    return policy if isinstance(policy, str) else repr(policy)


def _executor(options: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    if options.workers is not None:
        from fast2048.workers import Processes

        return Processes(min(options.workers, options.games))
    if options.dask is not None:
        from fast2048.workers import cluster

        return cluster(options.dask)
    return nullcontext()


def _evaluate(
    policy: Policy,
    options: argparse.Namespace,
    executor: Executor | None,
    done: dict[int, Outcome],
) -> Evaluation:
    from tqdm import tqdm

    # disable=None: no bar where the error output is not a terminal.
    disable = True if options.quiet else None
    with tqdm(total=options.games, unit="game", disable=disable) as bar:
        moves = 0

        def progress(games: int, new_moves: int) -> None:
            nonlocal moves
            moves += new_moves
            bar.update(games)
            elapsed = bar.format_dict["elapsed"]
            if elapsed:
                bar.set_postfix_str(f"{moves / elapsed:,.0f} moves/s", refresh=False)

        return evaluate(policy, options.games, options.game_seed, executor, progress, done=done)


# ---- what comes out


def _text(evaluation: Evaluation) -> str:
    error = evaluation.standard_error
    plus_minus = "" if math.isnan(error) else f" \N{PLUS-MINUS SIGN} {error:,.0f}"
    lines = [
        f"games         {evaluation.games}",
        f"mean score    {evaluation.mean_score:,.0f}{_printable(plus_minus)}",
        f"median score  {evaluation.median_score:,.0f}",
        f"moves/s       {evaluation.moves_per_second:,.0f}",
        "",
        "tile reached by    95 % interval",
    ]
    lines += [
        f"{tile:>6} {rate.rate:>7.1%}    {rate.low:.1%} to {rate.high:.1%}"
        for tile, rate in evaluation.rates.items()
    ]
    return "\n".join(lines)


def _printable(text: str) -> str:
    """With +- where the output cannot show the sign."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return text.replace("\N{PLUS-MINUS SIGN}", "+-")
    return text


def _json(evaluation: Evaluation) -> str:
    error = evaluation.standard_error
    return json.dumps(
        {
            "games": evaluation.games,
            "seed": evaluation.seed,
            "mean_score": evaluation.mean_score,
            "standard_error": None if math.isnan(error) else error,
            "median_score": evaluation.median_score,
            "rates": {str(tile): rate.rate for tile, rate in evaluation.rates.items()},
            "intervals": {
                str(tile): [rate.low, rate.high] for tile, rate in evaluation.rates.items()
            },
            "moves": evaluation.moves,
            "moves_per_second": evaluation.moves_per_second,
        }
    )


def _write_csv(evaluation: Evaluation, name: str) -> None:
    with open(name, "x", encoding="ascii", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["number", "score", "moves", "max_tile"])
        for number, outcome in enumerate(evaluation.outcomes):
            writer.writerow([number, *outcome])
