"""What ``fast2048 train`` and ``fast2048 pack`` do."""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from fast2048._core import Board
from fast2048.checkpoint import load_checkpoint, read_header, save_checkpoint
from fast2048.curve import COLUMNS, Curve, plot_curve
from fast2048.errors import Fast2048Error
from fast2048.learning import BYTES_A_WEIGHT, Recipe, Trainer
from fast2048.memory import available_memory
from fast2048.outputs import check_new, check_outputs
from fast2048.packed import MAGIC
from fast2048.plots import check_plot
from fast2048.shapes import Shape

__all__ = ["pack", "train"]

ROUND_SECONDS = 1.0  # between looks at the clock and at signals
RATES = {"tc": 1.0, "td": 0.1}

_FIRST_MOVE = Board.from_text("1100/0000/0000/0000")


def train(options: argparse.Namespace) -> int:
    """``fast2048 train``. Returns the exit status: 128 and the signal's number if one came."""
    _check_files(options)
    trainer, curve = _begin_or_resume(options)
    hours, games = options.hours, options.games
    recipe = trainer.recipe
    print(
        f"{trainer.shape.text} with {trainer.shape.weights:,} weights,"
        f" {'temporal coherence' if recipe.coherent else 'plain TD'}, rate {recipe.rate:g},"
        f" lambda {recipe.lambda_:g}, seed {recipe.seed}, {len(trainer.players)} thread(s);"
        f" {trainer.games:,} games and {curve.seconds / 3600:.2f} hours are behind it"
    )
    if options.checkpoint is None:
        print("what is learned is not kept: there is no --checkpoint")
    with _signals() as caught:
        reported = saved = time.monotonic()
        batch = len(trainer.players)
        while not caught and not _done(trainer, curve, hours, games):
            if games is not None:
                batch = min(batch, games - trainer.games)
            started, cpu_started = time.monotonic(), time.process_time()
            outcomes = trainer.play(batch)
            _check_bounds(trainer)
            now = time.monotonic()
            curve.add(outcomes, now - started, time.process_time() - cpu_started)
            batch = _next_batch(batch, now - started, len(trainer.players))
            if now - reported >= options.report:
                _report(trainer, curve, hours, games)
                reported = now
            if options.checkpoint and now - saved >= 60 * options.every:
                _try_to_save(trainer, curve, options)
                saved = time.monotonic()
        if not curve.rows or curve.rows[-1][2] != trainer.games:
            _report(trainer, curve, hours, games)
        _save(trainer, curve, options)
    return 128 + caught[0] if caught else 0


def pack(options: argparse.Namespace) -> int:
    """``fast2048 pack``. Returns the exit status."""
    check_outputs(options.output)
    target = Path(options.output)
    _check_kind(target, MAGIC, "packed network")
    weights = read_header(options.checkpoint).shape.weights
    _take_memory(weights * (BYTES_A_WEIGHT + (4 if options.games else 0) + 2))
    trainer, notes = load_checkpoint(options.checkpoint, options.threads)
    uses = trainer.count_uses(options.games) if options.games else None
    network = trainer.network(options.step, uses, options.uses)
    network.about["seconds"] = round(Curve.from_notes(notes).seconds) if notes else None
    data = network.to_bytes()
    place = target.resolve()  # a link stays one
    unfinished = place.with_name(place.name + ".unfinished")
    unfinished.write_bytes(data)
    unfinished.replace(place)
    print(f"{target}: {len(data):,} bytes, {network.used:,} of {weights:,} weights")
    return 0


def _begin_or_resume(options: argparse.Namespace) -> tuple[Trainer, Curve]:
    given = {
        name: getattr(options, name)
        for name in ("rate", "lambda_", "restart_share", "restart_from")
        if getattr(options, name) is not None
    }
    if options.recipe_seed is not None:  # --seed belongs to playing
        given["seed"] = options.recipe_seed
    if options.rule is not None:
        given["coherent"] = options.rule == "tc"
        given.setdefault("rate", RATES[options.rule])
    if not _resumes(options):
        shape = Shape.parse(
            "8x6" if options.network is None else options.network, options.stages or ()
        )
        _take_memory(shape.weights * BYTES_A_WEIGHT)
        return Trainer(shape, Recipe(**given), options.threads or 1), Curve()

    header = read_header(options.checkpoint)
    kept = header.shape
    if options.network is not None and Shape.parse(options.network).tuples != kept.tuples:
        raise Fast2048Error(
            f"{options.checkpoint} is a network {kept.text}, not {options.network}:"
            " name another checkpoint to begin anew"
        )
    stages = kept.stages if options.stages is None else options.stages
    if stages[: len(kept.stages)] != kept.stages:
        raise Fast2048Error(
            f"{options.checkpoint} has stages {kept.stages}, not {stages}: only later ones can"
            " be added"
        )
    shape = Shape(kept.tuples, stages)
    _take_memory((shape.weights + (kept.weights if shape != kept else 0)) * BYTES_A_WEIGHT)
    trainer, notes = load_checkpoint(
        options.checkpoint, options.threads, replace(header.recipe, **given)
    )
    curve = Curve() if notes is None else Curve.from_notes(notes)
    return (trainer if shape == kept else trainer.with_stages(stages)), curve


def _resumes(options: argparse.Namespace) -> bool:
    return options.checkpoint is not None and Path(options.checkpoint).exists()


def _check_files(options: argparse.Namespace) -> None:
    """A curve and its picture are written anew when learning goes on, and only then."""
    check_outputs(options.checkpoint, options.csv, options.plot)
    if options.plot is not None:
        check_plot(options.plot)
    if not _resumes(options):
        check_new(options.csv, options.plot)
    elif options.csv is not None:
        _check_kind(Path(options.csv), ",".join(COLUMNS).encode(), "curve")


def _check_kind(target: Path, beginning: bytes, kind: str) -> None:
    """What is there already and begins otherwise is something else, and stays."""
    if not target.exists():
        return
    with target.open("rb") as file:
        if file.read(len(beginning)) != beginning:
            raise Fast2048Error(f"{target} exists, is no {kind}, and is not overwritten")


def _take_memory(needed: int) -> None:
    there = available_memory()
    known = "" if there is None else f"; {there / 2**20:,.0f} MiB are there"
    print(f"{needed / 2**20:,.0f} MiB of memory are needed{known}")
    if there is not None and needed > there:
        raise Fast2048Error(
            f"not enough memory: {needed / 2**20:,.0f} MiB are needed{known}"
            " (a smaller network, as 8x5, needs less)"
        )


def _done(trainer: Trainer, curve: Curve, hours: float | None, games: int | None) -> bool:
    return (hours is not None and curve.seconds >= hours * 3600) or (
        games is not None and trainer.games >= games
    )


def _next_batch(batch: int, seconds: float, threads: int) -> int:
    """So many games that the next round takes about ROUND_SECONDS; each thread has some."""
    wanted = int(batch * ROUND_SECONDS / max(seconds, 1e-3))
    return max(threads, min(wanted, 2 * batch, 10_000))


def _check_bounds(trainer: Trainer) -> None:
    """A checkpoint that is still good must not be replaced by one of NaNs, which spread to the
    first moves of a game at once."""
    if not math.isfinite(trainer.value(_FIRST_MOVE)):
        raise Fast2048Error(
            f"what is learned has grown beyond all bounds at rate {trainer.recipe.rate:g}:"
            " a lower --rate is needed"
        )


def _report(trainer: Trainer, curve: Curve, hours: float | None, games: int | None) -> None:
    seconds, _, played, _, speed, mean, *rates = curve.mark(trainer.games)
    tiles = "  ".join(
        f"{tile} {rate:.1%}" for tile, rate in zip((2048, 8192, 16384, 32768), rates, strict=True)
    )
    left = []
    if hours is not None:
        left.append(max(hours * 3600 - seconds, 0))
    if games is not None and played:
        left.append(max(games - played, 0) * seconds / played)
    remaining = f"  {_clock(min(left))} to go" if left else ""
    print(
        f"{_clock(seconds)}  {played:,} games  {speed / 1e6:.2f} M moves/s  mean {mean:,.0f}"
        f"  {tiles}{remaining}",
        flush=True,
    )


def _clock(seconds: float) -> str:
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"


def _try_to_save(trainer: Trainer, curve: Curve, options: argparse.Namespace) -> None:
    """A disk that is full now may not be so at the end: what is learned lives on till then."""
    try:
        _save(trainer, curve, options)
    except OSError as error:
        print(f"fast2048: not saved, and learning goes on: {error}", file=sys.stderr)


def _save(trainer: Trainer, curve: Curve, options: argparse.Namespace) -> None:
    if options.checkpoint is not None:
        save_checkpoint(trainer, options.checkpoint, curve.to_notes())
    if options.csv is not None:
        curve.write_csv(options.csv)
    if options.plot is not None:
        plot_curve(curve, options.plot, f"learning {trainer.shape.text}")


@contextmanager
def _signals() -> Iterator[list[int]]:
    """The first of Ctrl-C and SIGTERM ends the round in progress; a second one is obeyed at
    once."""
    caught: list[int] = []
    watched = (signal.SIGINT, signal.SIGTERM)
    before = {which: signal.getsignal(which) for which in watched}

    def note(number: int, _frame: object) -> None:
        caught.append(number)
        print("ending ...", file=sys.stderr)
        for which in watched:
            signal.signal(which, before[which])

    try:
        for which in watched:
            signal.signal(which, note)
        yield caught
    finally:
        for which in watched:
            signal.signal(which, before[which])
