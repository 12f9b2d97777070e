"""Learning: it learns, it can be repeated, and a checkpoint goes on as if nothing had been."""

import json
import os
import re
import struct
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast2048 import Board, Fast2048Error, InvalidNetworkError
from fast2048.checkpoint import MAGIC, PREFIX, VERSION, load_checkpoint, save_checkpoint
from fast2048.learning import BYTES_A_WEIGHT, Recipe, Trainer
from fast2048.shapes import Shape

SMALL = Shape.parse("0123 4567 0145 1256")
RECIPE = Recipe(seed=3, restart_share=0.3, restart_from=8)
BOARD = Board.from_text("1234/0122/0000/0010")
PINNED_SCORES = 106224
PINNED_VALUE = 2077.794189453125


def mean_score(outcomes):
    return sum(outcome.score for outcome in outcomes) / len(outcomes)


def weights_of(trainer):
    return bytes(trainer.weights.cast("B"))


@pytest.mark.parametrize(
    "recipe",
    [Recipe(), Recipe(lambda_=0), Recipe(coherent=False, rate=0.1), Recipe(restart_share=0.5)],
    ids=str,
)
def test_scores_rise(recipe):
    trainer = Trainer(SMALL, recipe)
    first = mean_score(trainer.play(50))
    trainer.play(600)
    assert mean_score(trainer.play(50)) > 3 * first
    assert trainer.games == 700


def test_several_threads_learn_together():
    trainer = Trainer(SMALL, threads=3)
    first = mean_score(trainer.play(50))
    outcomes = trainer.play(601)
    assert len(outcomes) == 601
    assert mean_score(outcomes[-100:]) > 3 * first


def test_one_thread_makes_the_same_weights_however_the_games_are_split():
    whole, parts = Trainer(SMALL, RECIPE), Trainer(SMALL, RECIPE)
    outcomes = whole.play(90)
    assert [*parts.play(7), *parts.play(0), *parts.play(83)] == outcomes
    assert weights_of(whole) == weights_of(parts)
    assert any(outcome.restarted for outcome in outcomes)
    other = Trainer(SMALL, Recipe(seed=4))
    other.play(90)
    assert weights_of(other) != weights_of(whole)


def test_what_is_learned_is_the_same_on_every_machine():
    # A pinned value: floats are added in one order, without contraction.
    trainer = Trainer(SMALL, RECIPE)
    outcomes = trainer.play(40)
    assert sum(outcome.score for outcome in outcomes) == PINNED_SCORES
    assert trainer.value(BOARD) == PINNED_VALUE


def test_the_network_is_the_weights_in_whole_steps():
    trainer = Trainer(SMALL)
    trainer.play(50)
    for step in (1, 16, 0.25):
        network = trainer.network(step)
        # 32 look-ups, each off by half a step at most
        assert abs(network.value(BOARD) - trainer.value(BOARD)) <= 32 * step / 2
        assert all(weight == round(weight) for weight in network.weights[:100])
    assert network.about["games"] == 50
    for wrong in (0, -1, float("nan"), float("inf"), 1e-50, 1e50):
        with pytest.raises(
            InvalidNetworkError, match=re.escape(f"not a step of weights: {float(wrong)}")
        ):
            trainer.network(wrong)


def test_weights_that_are_not_finite_make_no_network():
    trainer = Trainer(SMALL)
    for wrong in ("nan", "inf", "-inf"):
        trainer.weights[3 * 70_000] = float(wrong)
        with pytest.raises(InvalidNetworkError, match="beyond all bounds: a lower rate"):
            trainer.network()


@pytest.mark.parametrize("wrong", [-1, 1 << 32, 1.5, "2", True])
def test_a_number_of_uses_that_cannot_be_is_refused_and_quoted(wrong):
    trainer = Trainer(SMALL)
    with pytest.raises(InvalidNetworkError, match=f"not a number of uses: {wrong!r}"):
        trainer.network(1, trainer.count_uses(1), wrong)


def test_threads_that_share_a_trainer_take_turns():
    together, alone = Trainer(SMALL), Trainer(SMALL)
    with ThreadPoolExecutor(4) as pool:
        played = pool.map(together.play, [20] * 6)
    scores = sorted(outcome.score for part in played for outcome in part)
    assert scores == sorted(outcome.score for outcome in alone.play(120))
    assert weights_of(together) == weights_of(alone)
    assert together.games == 120


def test_weights_that_play_does_not_use_are_left_out():
    trainer = Trainer(SMALL)
    trainer.play(50)
    uses = trainer.count_uses(10)
    assert trainer.games == 50
    assert sum(uses) % 32 == 0
    kept = trainer.network(0.01, uses, 3)
    everything = trainer.network(0.01)
    assert 0 < kept.used < everything.used
    for i in range(65536):
        assert kept.weights[i] == (everything.weights[i] if uses[i] >= 3 else 0)
    assert list(trainer.count_uses(10)) == list(uses)


def test_a_new_stage_begins_where_the_last_one_is():
    trainer = Trainer(SMALL, RECIPE)
    trainer.play(60)
    staged = trainer.with_stages((6, 8))
    assert staged.games == 60
    assert weights_of(staged) == 3 * weights_of(trainer)
    large = Board.from_text("8123/4122/0000/0010")
    assert staged.value(large) == trainer.value(large)
    staged.play(50)
    assert weights_of(staged)[: 12 * SMALL.weights] != weights_of(staged)[-12 * SMALL.weights :]
    assert staged.network(1).shape.stages == (6, 8)
    for wrong in (0, 3, 1 << 40, "1"):
        with pytest.raises(InvalidNetworkError, match=f"not a stage: {wrong!r}"):
            staged.promote(wrong)


def test_a_later_stage_begins_where_the_one_before_it_is_not_where_the_first_is():
    trainer = Trainer(Shape(SMALL.tuples, (6,)), RECIPE)
    trainer.play(60)
    one = 12 * SMALL.weights
    staged = weights_of(trainer.with_stages((6, 8)))
    assert staged[: 2 * one] == weights_of(trainer)
    assert staged[2 * one :] == staged[one : 2 * one] != staged[:one]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rate": 2},
        {"rate": -0.1},
        {"rate": float("nan")},
        {"lambda_": 1.5},
        {"lambda_": "half"},
        {"restart_share": -1},
        {"restart_from": 18},
        {"restart_from": 13.5},
        {"seed": -1},
        {"seed": 1 << 64},
        {"seed": 1.5},
        {"coherent": "yes"},
    ],
    ids=str,
)
def test_a_recipe_that_cannot_be_is_refused(wrong):
    with pytest.raises(Fast2048Error, match="not a"):
        Recipe(**wrong)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", 10**9, True])
def test_a_number_of_threads_that_cannot_be_is_refused(threads):
    with pytest.raises(Fast2048Error, match="not a number of threads"):
        Trainer(SMALL, threads=threads)


@pytest.mark.parametrize("games", [-1, 1.5, "2", 10**12])
def test_a_number_of_games_that_cannot_be_is_refused(games):
    with pytest.raises(Fast2048Error, match="not a number of games"):
        Trainer(SMALL).play(games)


# ---- checkpoints


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    path = tmp_path_factory.mktemp("checkpoint") / "small.ckpt"
    trainer = Trainer(Shape.parse("012 45", (8,)), RECIPE)
    trainer.play(120)
    save_checkpoint(trainer, path, {"curve": [1, 2.5]})
    return path


def test_learning_goes_on_from_a_checkpoint_as_if_it_had_never_stopped(tmp_path):
    path = tmp_path / "a.ckpt"
    trainer = Trainer(SMALL, RECIPE)
    trainer.play(80)
    save_checkpoint(trainer, path, {"note": "ทดสอบ"})
    again, notes = load_checkpoint(path)
    assert notes == {"note": "ทดสอบ"}
    assert (again.shape, again.recipe, again.games) == (SMALL, RECIPE, 80)
    assert again.play(80) == trainer.play(80)
    assert weights_of(again) == weights_of(trainer)


def test_a_checkpoint_may_go_on_with_other_threads_and_another_recipe(checkpoint):
    trainer, _ = load_checkpoint(checkpoint, threads=2, recipe=Recipe(lambda_=0.9))
    assert (len(trainer.players), trainer.recipe.lambda_) == (2, 0.9)
    assert trainer.players[0].saved[0] > 0
    trainer.play(10)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(checkpoint, monkeypatch):
    before = checkpoint.read_bytes()
    trainer, _ = load_checkpoint(checkpoint)
    trainer.play(5)

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save_checkpoint(trainer, checkpoint)
    assert checkpoint.read_bytes() == before
    assert list(checkpoint.parent.iterdir()) == [checkpoint]


def test_a_recipe_and_a_shape_of_numpy_integers_can_be_saved(tmp_path):
    numpy = pytest.importorskip("numpy")
    recipe = Recipe(seed=numpy.int64(3))
    trainer = Trainer(Shape(((numpy.int64(0), numpy.uint8(5)),)), recipe)
    save_checkpoint(trainer, tmp_path / "numpy.ckpt")
    again, _ = load_checkpoint(tmp_path / "numpy.ckpt")
    assert (again.shape, again.recipe) == (Shape(((0, 5),)), Recipe(seed=3))


@given(st.data())
@settings(max_examples=40)
def test_a_flipped_bit_is_noticed(checkpoint, data):
    whole = bytearray(checkpoint.read_bytes())
    edges = st.integers(0, 8 * 2000) | st.integers(8 * (len(whole) - 100), 8 * len(whole) - 1)
    bit = data.draw(edges | st.integers(0, 8 * len(whole) - 1))
    whole[bit // 8] ^= 1 << bit % 8
    damaged = checkpoint.with_name("damaged")
    damaged.write_bytes(whole)
    with pytest.raises(InvalidNetworkError, match="damaged"):
        load_checkpoint(damaged)
    damaged.unlink()


@given(st.data())
@settings(max_examples=40)
def test_a_checkpoint_cut_off_is_noticed(checkpoint, data):
    whole = checkpoint.read_bytes()
    length = data.draw(st.integers(0, 3000) | st.integers(0, len(whole) - 1))
    short = checkpoint.with_name("short")
    short.write_bytes(whole[:length])
    with pytest.raises(InvalidNetworkError, match="short"):
        load_checkpoint(short)
    short.unlink()


GOOD_HEADER = {
    "shape": {"tuples": [[0]], "stages": []},
    "recipe": asdict(Recipe()),
    "games": 3,
    "byteorder": sys.byteorder,
    "players": [{"saved": 1, "boards": ["0x211"]}],
    "notes": None,
}


def with_header(path, header):
    """A checkpoint of 16 weights that are 0, with this header and right checksums."""
    weights = bytes(16 * BYTES_A_WEIGHT)
    prefix = PREFIX.pack(MAGIC, VERSION, len(header), zlib.crc32(header))
    path.write_bytes(prefix + header + weights + struct.pack("<I", zlib.crc32(weights)))
    return path


def test_a_header_of_numbers_that_fit_is_read(tmp_path):
    trainer, _ = load_checkpoint(with_header(tmp_path / "x", json.dumps(GOOD_HEADER).encode()))
    assert trainer.games == 3
    assert trainer.players[0].saved == (1, [0x211])


@pytest.mark.parametrize(
    "header",
    [b"", b"{", b"\xff", b"[]", b"5", b'"text"', b"{}", b"[" * 100_000]
    + [
        json.dumps(GOOD_HEADER | change).encode()
        for change in (
            {"shape": None}, {"shape": {"tuples": [[16]], "stages": []}}, {"shape": {"tuples": 5}},
            {"recipe": {"speed": 1}}, {"recipe": []}, {"recipe": {"rate": "x" * 100_000}},
            {"games": -1}, {"games": "many"}, {"games": float("inf")}, {"games": None},
            {"players": []}, {"players": None}, {"players": [{}]}, {"players": [7]},
            {"players": [{"saved": 1, "boards": ["x" * 100_000]}]},
            {"players": [{"saved": 2, "boards": ["0x0"]}]},
            {"players": [{"saved": 1, "boards": ["-0x1"]}]},
            {"players": [{"saved": 1 << 64, "boards": ["0x1"] * 1024}]},
            {"players": [{"saved": 1, "boards": ["0x" + "f" * 21]}]},
            {"players": [{"saved": 1, "boards": [1]}]},
            {"games": 1 << 63}, {"games": 1.5}, {"recipe": {"rate": 5}},
            {"shape": {"tuples": [["0"]], "stages": []}}, {"shape": {"tuples": [[0]]}},
            {"shape": {"tuples": [[0, 1, 2, 3, 4, 5, 6]] * 12, "stages": []}},
            {"byteorder": "x" * 100_000}, {"byteorder": None},
        )
    ]
    + [
        json.dumps({name: GOOD_HEADER[name] for name in GOOD_HEADER if name != lacking}).encode()
        for lacking in GOOD_HEADER.keys() - {"notes"}
    ],
    ids=lambda header: header[:20],
)  # fmt: skip
def test_a_header_that_is_none_is_refused_in_one_line(tmp_path, header):
    path = with_header(tmp_path / "odd.ckpt", header)
    with pytest.raises(InvalidNetworkError) as caught:
        load_checkpoint(path)
    message = str(caught.value)
    assert "odd.ckpt" in message
    assert "\n" not in message
    assert len(message) < 1000
