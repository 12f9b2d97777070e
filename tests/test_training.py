"""``fast2048 train`` and ``fast2048 pack``, as they are typed."""

import csv
import os
import re
import signal
import subprocess
import sys
import time
from argparse import ArgumentTypeError

import pytest

from fast2048 import Board, memory
from fast2048.checkpoint import load_checkpoint, save_checkpoint
from fast2048.cli import main
from fast2048.cli.values import number, positive_number
from fast2048.curve import COLUMNS, Curve
from fast2048.learning import Outcome, Trainer
from fast2048.networks import Network
from fast2048.shapes import Shape

SHAPE = ("--network", "0123 4567 0145")


def run(*arguments):
    return main([str(argument) for argument in arguments])


def weights_of(path):
    return bytes(load_checkpoint(path)[0].weights.cast("B"))


@pytest.fixture
def checkpoint(tmp_path):
    return tmp_path / "some.ckpt"


def test_training_makes_a_checkpoint_and_a_curve(checkpoint, tmp_path, capsys):
    curve = tmp_path / "curve.csv"
    status = run("train", *SHAPE, "--games", 300, "--checkpoint", checkpoint, "--csv", curve)
    out = capsys.readouterr().out
    assert status == 0
    assert re.search(r"MiB of memory are needed", out)
    assert re.search(r"300 games .* M moves/s  mean [\d,]+  2048 [\d.]+%.* 0:00:00 to go", out)
    trainer, _ = load_checkpoint(checkpoint)
    assert trainer.games == 300
    with curve.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert rows[-1]["games"] == "300"
    assert float(rows[-1]["mean_score"]) > 1000


def test_training_goes_on_from_the_checkpoint_as_if_it_had_never_stopped(tmp_path, capsys):
    whole, parts = tmp_path / "whole.ckpt", tmp_path / "parts.ckpt"
    more = ("--seed", 5, "--restart-share", 0.2, "--restart-from", 8)
    run("train", *SHAPE, "--games", 90, "--checkpoint", whole, *more)
    run("train", *SHAPE, "--games", 40, "--checkpoint", parts, *more)
    run("train", "--games", 90, "--checkpoint", parts)
    assert "40 games and" in capsys.readouterr().out
    assert weights_of(parts) == weights_of(whole)
    run("train", "--games", 90, "--checkpoint", parts)  # done already: nothing is played
    assert load_checkpoint(parts)[0].games == 90


def test_later_stages_are_added_to_a_checkpoint(checkpoint, capsys):
    run("train", *SHAPE, "--games", 40, "--checkpoint", checkpoint)
    assert run("train", "--stages", "7,9", "--games", 60, "--checkpoint", checkpoint) == 0
    assert load_checkpoint(checkpoint)[0].shape.stages == (7, 9)
    assert run("train", "--stages", "8", "--games", 80, "--checkpoint", checkpoint) == 2
    assert "only later ones can be added" in capsys.readouterr().err
    assert load_checkpoint(checkpoint)[0].games == 60


def test_another_network_does_not_overwrite_a_checkpoint(checkpoint, capsys):
    run("train", *SHAPE, "--games", 5, "--checkpoint", checkpoint)
    before = checkpoint.read_bytes()
    assert run("train", "--network", "4x6", "--games", 9, "--checkpoint", checkpoint) == 2
    assert "is a network 0123 4567 0145, not 4x6" in capsys.readouterr().err
    assert checkpoint.read_bytes() == before


def test_a_file_that_is_no_checkpoint_is_not_overwritten(checkpoint, capsys):
    checkpoint.write_text("a letter")
    assert run("train", "--games", 9, "--checkpoint", checkpoint) == 2
    assert "not a checkpoint" in capsys.readouterr().err
    assert checkpoint.read_text() == "a letter"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_writes_the_checkpoint(checkpoint, number):
    command = [sys.executable, "-m", "fast2048", "train", *SHAPE, "--report", "0.1"]
    command += ["--checkpoint", str(checkpoint)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if "mean" in line:
                break
        process.send_signal(number)
        process.stdout.read()
    assert process.returncode == 128 + number
    trainer, notes = load_checkpoint(checkpoint)
    assert trainer.games > 0
    assert notes["rows"]


def test_what_does_not_fit_in_memory_is_refused_before_it_is_taken(monkeypatch, capsys):
    monkeypatch.setattr("fast2048.training.available_memory", lambda: 10 << 20)
    assert run("train", "--network", "8x6", "--games", 1) == 2
    caught = capsys.readouterr()
    assert "1,536 MiB of memory are needed; 10 MiB are there" in caught.out
    assert "not enough memory: 1,536 MiB are needed" in caught.err


def test_a_checkpoint_where_nobody_may_write_is_refused_at_once(tmp_path, capsys):
    where = tmp_path / "no" / "such" / "folder" / "x.ckpt"
    started = time.monotonic()
    assert run("train", *SHAPE, "--hours", 1, "--checkpoint", where) == 2
    assert time.monotonic() - started < 60
    assert f"no directory for {where}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--network", "9x9"),
        ("--hours", "0"),
        ("--hours", "soon"),
        ("--hours", "1e306"),
        ("--hours", "1e90"),
        ("--hours", "1_0"),
        ("--every", "\u0661"),
        ("--network", ""),
        ("--checkpoint", ""),
        ("--csv", ""),
        ("--restart-from", "300"),
        ("--games", "-1"),
        ("--threads", "0"),
        ("--lambda", "1.5"),
        ("--rate", "nan"),
        ("--rule", "sarsa"),
        ("--stages", "9,8"),
        ("--stages", "x"),
        ("--seed", "-1"),
    ],
    ids=" ".join,
)
def test_arguments_that_cannot_be_are_refused_and_quoted(wrong, capsys):
    try:
        status = run("train", *SHAPE, *wrong, *(("--games", 1) if wrong[0] != "--games" else ()))
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    message = capsys.readouterr().err
    assert wrong[1].split(",")[0] in message
    assert wrong[1] or "''" in message or "0 tuples" in message
    assert message.count("\n") == 1


@pytest.mark.parametrize("text", ["0", "0.5", ".5", "1.", "1e-3", "2.5E+3", "12"])
def test_numbers_are_read_as_they_are_written(text):
    assert number(text) == float(text)


@pytest.mark.parametrize(
    "text", ["", ".", "e5", "1e", "-1", "+1", "1_0", " 1", "nan", "inf", "0x1"]
)
def test_what_is_no_number_is_quoted(text):
    for read in (number, positive_number):
        with pytest.raises(ArgumentTypeError, match=re.escape(f"{text!r}")):
            read(text)


def test_a_packed_checkpoint_plays_as_what_was_learned(checkpoint, tmp_path, capsys):
    packed = tmp_path / "some.f2048"
    run("train", *SHAPE, "--games", 200, "--checkpoint", checkpoint)
    assert run("pack", checkpoint, packed, "--games", 20, "--uses", 2, "--step", 0.5) == 0
    assert re.search(
        r"some\.f2048: [\d,]+ bytes, [\d,]+ of 196,608 weights", capsys.readouterr().out
    )
    network = Network.load(packed)
    trainer, notes = load_checkpoint(checkpoint)
    assert network.about["games"] == 200
    assert network.about["seconds"] == round(notes["seconds"])
    board = Board.from_text("1230/0120/0000/0010")
    assert run("pack", checkpoint, packed, "--games", 0, "--step", 0.5) == 0
    everything = Network.load(packed)
    assert everything.used > network.used > 0
    assert abs(everything.value(board) - trainer.value(board)) <= 24 * 0.5 / 2


def test_packing_what_is_no_checkpoint_is_refused(tmp_path, capsys):
    for name, content in (("empty", b""), ("letter", b"Dear Sir or Madam"), ("short", b"f2048chk")):
        (tmp_path / name).write_bytes(content)
        assert run("pack", tmp_path / name, tmp_path / "out") == 2
        assert name in capsys.readouterr().err
    assert run("pack", tmp_path / "nowhere", tmp_path / "out") == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--csv no/such/folder/a.csv", "no directory for no/such/folder/a.csv"),
        ("--csv .", "cannot write .: it is a directory"),
        ("--plot a.gif", "not a picture's name: 'a.gif'"),
        ("--checkpoint a --csv a", "'a' is given for two different files"),
        ("--csv ./a.svg --plot a.svg", "'a.svg' is given for two different files"),
        ("--csv letter", "letter exists, and is not overwritten"),
        ("--plot letter.png", "letter.png exists, and is not overwritten"),
        ("--checkpoint some.ckpt --csv letter", "letter exists, is no curve, and is not"),
    ],
)
def test_files_that_cannot_be_written_are_told_before_anything_is_learned(
    tmp_path, monkeypatch, capsys, options, said
):
    monkeypatch.chdir(tmp_path)
    run("train", *SHAPE, "--games", 3, "--checkpoint", "some.ckpt")
    for letter in ("letter", "letter.png"):
        (tmp_path / letter).write_text("Dear Sir or Madam")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    shape = () if "some.ckpt" in options else SHAPE
    assert run("train", *shape, "--hours", 1, *options.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
def test_a_file_behind_a_link_is_written_and_the_link_stays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "large-disk").mkdir()
    names = ("some.ckpt", "some.csv", "some.f2048")
    for name in names:
        (tmp_path / name).symlink_to(tmp_path / "large-disk" / name)
    assert run("train", *SHAPE, "--games", 3, "--checkpoint", "some.ckpt") == 0
    (tmp_path / "large-disk" / "some.csv").write_text(",".join(COLUMNS))
    run("train", "--games", 6, "--checkpoint", "some.ckpt", "--csv", "some.csv")
    assert run("pack", "some.ckpt", "some.f2048", "--games", 0) == 0
    for name in names:
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / "large-disk" / name).stat().st_size > 100
    assert load_checkpoint("some.ckpt")[0].games == 6


def test_a_curve_is_written_anew_when_learning_goes_on(checkpoint, tmp_path):
    curve = tmp_path / "curve.csv"
    for games in (20, 40):
        assert not run(
            "train", *SHAPE, "--games", games, "--checkpoint", checkpoint, "--csv", curve
        )
    with curve.open(newline="") as file:
        assert [row["games"] for row in csv.DictReader(file)] == ["20", "40"]


def test_a_packed_network_does_not_overwrite_what_is_none(checkpoint, capsys):
    run("train", *SHAPE, "--games", 5, "--checkpoint", checkpoint)
    before = checkpoint.read_bytes()
    assert run("pack", checkpoint, checkpoint) == 2
    assert "exists, is no packed network, and is not overwritten" in capsys.readouterr().err
    assert run("pack", checkpoint, checkpoint.parent / "no" / "folder") == 2
    assert "no directory for" in capsys.readouterr().err
    assert checkpoint.read_bytes() == before


def test_a_full_disk_in_mid_way_is_told_and_learning_goes_on(checkpoint, monkeypatch, capsys):
    saved = []

    def full_at_first(*_):
        saved.append(None)
        if len(saved) < 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("fast2048.training.save_checkpoint", full_at_first)
    often = ("--every", 1e-9, "--checkpoint", checkpoint)
    assert run("train", *SHAPE, "--games", 300, *often) == 0
    out, err = capsys.readouterr()
    assert err.count("not saved, and learning goes on: [Errno 28] No space left on device") == 2
    assert "300 games" in out

    saved.clear()
    assert run("train", *SHAPE, "--games", 1, "--checkpoint", checkpoint) == 2
    assert "No space left on device" in capsys.readouterr().err


def test_memory_that_is_refused_after_all_is_told_in_one_line(monkeypatch, capsys):
    def none_left(*_):
        raise MemoryError("no 1,536 bytes of memory")

    monkeypatch.setattr("fast2048.training.Trainer", none_left)
    assert run("train", *SHAPE, "--games", 1) == 2
    assert capsys.readouterr().err == "fast2048: not enough memory: no 1,536 bytes of memory\n"


def test_learning_that_diverges_ends_and_the_good_checkpoint_stays(checkpoint, capsys):
    run("train", *SHAPE, "--rule", "td", "--games", 5, "--checkpoint", checkpoint)
    before = checkpoint.read_bytes()
    again = ("--rule", "td", "--rate", 1, "--games", 100_000)
    assert run("train", *again, "--checkpoint", checkpoint) == 2
    assert "beyond all bounds at rate 1: a lower --rate is needed" in capsys.readouterr().err
    assert checkpoint.read_bytes() == before


def test_learning_that_is_not_kept_is_said_to_be(capsys):
    run("train", *SHAPE, "--games", 1)
    assert "not kept: there is no --checkpoint" in capsys.readouterr().out


@pytest.mark.parametrize("notes", [{"mine": 1}, [1], 5, {"rows": 3}, "text"], ids=str)
def test_notes_of_somebody_else_are_not_taken_for_a_curve(checkpoint, tmp_path, capsys, notes):
    save_checkpoint(Trainer(Shape.parse("0123")), checkpoint, notes)
    before = checkpoint.read_bytes()
    for command in (["train", "--games", 3, "--checkpoint", checkpoint], ["pack", checkpoint, "x"]):
        assert run(*command) == 2
        assert f"not a learning curve: {notes!r}" in capsys.readouterr().err
    assert checkpoint.read_bytes() == before


def test_a_checkpoint_without_a_curve_can_be_gone_on_with_and_packed(checkpoint, tmp_path):
    save_checkpoint(Trainer(Shape.parse("0123")), checkpoint)
    assert run("pack", checkpoint, tmp_path / "a.f2048", "--games", 1) == 0
    assert Network.load(tmp_path / "a.f2048").about["seconds"] is None
    assert run("train", "--games", 3, "--checkpoint", checkpoint) == 0


def test_the_curve_is_plotted(checkpoint, tmp_path):
    pytest.importorskip("matplotlib")
    for name, begins in (("curve.png", b"\x89PNG"), ("curve.svg", b"<?xml")):
        run("train", *SHAPE, "--games", 20, "--checkpoint", checkpoint, "--plot", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_curve_counts_whole_games_only():
    curve = Curve()
    games = [Outcome(4000, 300, 8, False), Outcome(50_000, 2500, 12, False)]
    curve.add([*games, Outcome(900_000, 9000, 16, True)], 2.0, 1.5)
    row = dict(zip(COLUMNS, curve.mark(3), strict=True))
    assert row["mean_score"] == 27_000
    assert row["moves"] == 11_800
    assert row["moves_per_second"] == 5_900
    assert (row["rate_2048"], row["rate_8192"]) == (0.5, 0)
    again = Curve.from_notes(curve.to_notes())
    assert again.to_notes() == curve.to_notes()


def test_the_memory_of_this_machine_is_known():
    assert memory.available_memory() > 1 << 20


@pytest.mark.parametrize(
    ("told", "limit", "expected"),
    [
        ("MemTotal:  9 kB\nMemAvailable:     5000 kB\n", "max\n", 5_120_000),
        ("MemTotal:  9 kB\nMemAvailable:     5000 kB\n", "1000000\n", 1_000_000),
        ("MemTotal:  9 kB\nMemAvailable:     5000 kB\n", None, 5_120_000),
    ],
)
def test_memory_is_what_linux_and_the_container_leave(monkeypatch, tmp_path, told, limit, expected):
    for name, text in (("_MEMINFO", told), ("_LIMIT", limit)):
        path = tmp_path / name
        if text is not None:
            path.write_text(text)
        monkeypatch.setattr(memory, name, path)
    assert memory.available_memory() == expected


def test_where_linux_does_not_tell_memory_is_known_all_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "none")
    monkeypatch.setattr(memory, "_LIMIT", tmp_path / "none")
    assert memory.available_memory() is None or memory.available_memory() > 1 << 20
