"""The value of a board by look-ups, the shapes of networks, and where networks are found."""

import pickle
import random
import re
import sys
from importlib.metadata import EntryPoint
from importlib.resources import as_file, files
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from fast2048 import Board, InvalidNetworkError
from fast2048.networks import ENTRY_POINTS, Network, installed_networks, load_network
from fast2048.shapes import NAMED_SHAPES, Shape
from fast2048.solver import Solver

SHAPE = Shape.parse("0123 0145 05af 8 0f", stages=(9, 14))


def some_network(shape=SHAPE, seed=1, step=0.5):
    return Network(shape, random_weights(shape.weights, seed), step)


def random_weights(count, seed):
    """int16, as a buffer."""
    return memoryview(random.Random(seed).randbytes(2 * count)).cast("h")


NETWORK = some_network()


def value_by_definition(network, board):
    """The look-ups one by one, in the plainest Python."""
    stage = sum(board.max_tile >= 1 << exponent for exponent in network.shape.stages)
    one_stage = network.shape.weights // (1 + len(network.shape.stages))
    total = 0
    for symmetry in range(8):
        cells = [e for row in board.transform(symmetry).exponents for e in row]
        table = stage * one_stage
        for numbers in network.shape.tuples:
            index = sum(min(cells[cell], 15) * 16**i for i, cell in enumerate(numbers))
            total += network.weights[table + index]
            table += 16 ** len(numbers)
    return network.step * total


@given(strategies.rows)
def test_the_value_is_the_sum_of_all_look_ups(rows):
    board = Board.from_exponents(rows)
    assert NETWORK.value(board) == value_by_definition(NETWORK, board)


@given(strategies.rows, st.integers(0, 7))
def test_symmetric_boards_are_worth_the_same(rows, symmetry):
    board = Board.from_exponents(rows)
    assert NETWORK.value(board.transform(symmetry)) == NETWORK.value(board)


def test_a_65536_is_looked_up_as_a_32768():
    with_32768 = Board.from_tiles([32768, 2, 4, 0] + [0] * 12)
    with_65536 = Board.from_tiles([65536, 2, 4, 0] + [0] * 12)
    with_131072 = Board.from_tiles([131072, 2, 4, 0] + [0] * 12)
    with_2 = Board.from_tiles([2, 2, 4, 0] + [0] * 12)
    assert NETWORK.value(with_65536) == NETWORK.value(with_131072) == NETWORK.value(with_32768)
    assert NETWORK.value(with_2) != NETWORK.value(with_32768)


def test_values_are_taken_of_boards_alone():
    with pytest.raises(TypeError):
        NETWORK.value("1120/0000/0000/0000")


# ---- shapes


def test_the_named_shapes_are_those_of_their_names():
    for name in NAMED_SHAPES:
        shape = Shape.parse(name)
        tuples, cells = map(int, name.split("x"))
        assert [len(numbers) for numbers in shape.tuples] == [cells] * tuples
        assert shape.weights == tuples * 16**cells
        assert shape.text == name


def test_a_shape_is_read_back_from_its_text():
    assert Shape.parse(SHAPE.text, SHAPE.stages) == SHAPE
    assert SHAPE.weights == 3 * (3 * 16**4 + 16 + 16**2)
    assert Shape.parse("fa50").tuples == ((0, 5, 10, 15),)


@pytest.mark.parametrize(
    "text",
    ["", "012g", "01234567", "0011", "0 " * 13, "9x9", "-1", "0,1"],
)
def test_no_shape_is_refused_and_quoted(text):
    with pytest.raises(InvalidNetworkError, match=r"network's shape|not a tuple"):
        Shape.parse(text)


@pytest.mark.parametrize("stages", [(0,), (18,), (9, 9), (9, 8), (1, 2, 3, 4), (True,), ("9",), 5])
def test_no_stages_are_refused_and_quoted(stages):
    with pytest.raises(InvalidNetworkError, match="stages"):
        Shape.parse("0123", stages)


@pytest.mark.parametrize(
    "tuples", [((),), ((3, 2),), ((16,),), ((True,),), ((0.5,),), (), 5, (0, 1), "01"]
)
def test_no_tuples_are_refused_and_quoted(tuples):
    with pytest.raises(InvalidNetworkError):
        Shape(tuples)


@pytest.mark.parametrize("integers", ["builtins.int", "numpy.int64"])
@pytest.mark.parametrize("several", [list, tuple])
def test_equal_shapes_are_equal_whatever_they_are_made_of(integers, several):
    module, name = integers.split(".")
    integer = getattr(pytest.importorskip(module), name)
    shape = Shape(several([several([integer(0), integer(5)])]), several([integer(9)]))
    assert shape == Shape(((0, 5),), (9,))
    assert repr(shape) == repr(Shape(((0, 5),), (9,)))
    assert Network(shape, random_weights(512, 1)).to_bytes()


# ---- networks


def test_a_network_is_made_from_integers():
    shape = Shape.parse("0 1")
    network = Network.from_weights(shape, range(-16, 16), step=2)
    assert list(network.weights) == list(range(-16, 16))
    for wrong in (range(31), range(33), ()):
        with pytest.raises(InvalidNetworkError, match="more or fewer than 32"):
            Network.from_weights(shape, wrong)
    for wrong in (40_000, -32769, 0.5, "1"):
        with pytest.raises(InvalidNetworkError, match=f"not a weight: {wrong!r}"):
            Network.from_weights(shape, [wrong] * 32)


def test_weights_of_another_number_or_kind_are_refused():
    shape = Shape.parse("0 1")
    with pytest.raises(InvalidNetworkError, match="31 of 32"):
        Network(shape, random_weights(31, 1))
    with pytest.raises(ValueError, match="Buffer dtype"):
        Network(shape, memoryview(bytes(128)).cast("f"))
    # Weights are multiplied by a float32: 1e-50 is 0 there, and 1e50 infinite.
    for step in (0, -1, float("inf"), float("nan"), 1e-50, 1e50):
        with pytest.raises(InvalidNetworkError, match=re.escape(f"step of weights: {float(step)}")):
            Network(shape, random_weights(32, 1), step)


def test_a_network_pickles():
    again = pickle.loads(pickle.dumps(NETWORK))  # noqa: S301
    assert again.shape == SHAPE
    assert again.step == NETWORK.step
    assert again.weights == NETWORK.weights


def test_a_numpy_array_will_do_as_weights():
    numpy = pytest.importorskip("numpy")
    network = Network(SHAPE, numpy.array(NETWORK.weights), 0.5)
    board = Board.from_text("1234/5678/9abc/0000")
    assert network.value(board) == NETWORK.value(board)


# ---- where they are found


def test_a_network_is_loaded_from_its_file_once(tmp_path):
    path = tmp_path / "some.f2048"
    path.write_bytes(NETWORK.to_bytes())
    loaded = load_network(path)
    assert loaded.weights == NETWORK.weights
    assert load_network(str(path)) is loaded
    path.write_bytes(some_network(seed=2, step=4).to_bytes() + b"")
    assert load_network(path).step == 4


def test_a_network_that_is_not_there_is_named():
    with pytest.raises(InvalidNetworkError, match=r"no network 'nowhere'.*default"):
        load_network("nowhere")


def test_a_file_that_is_no_network_is_named(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam")
    with pytest.raises(InvalidNetworkError, match=r"letter\.txt"):
        load_network(path)


@pytest.mark.parametrize("kind", ["path", "function"])
def test_an_installed_network_is_found_by_its_name(tmp_path, monkeypatch, kind):
    network = tmp_path / "strong.f2048"
    network.write_bytes(NETWORK.to_bytes())
    module = f"a_network_by_{kind}"
    made = {
        "path": f"where = {str(network)!r}",
        "function": f"def where(): return {str(network)!r}",
    }
    (tmp_path / f"{module}.py").write_text(made[kind])
    info = tmp_path / f"{module}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[fast2048.networks]\nstrong = {module}:where\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert installed_networks()["strong"] == f"{module}:where"
    assert load_network("strong").weights == NETWORK.weights


@pytest.mark.parametrize("wrong", [5, 2.5, b"default", ["default"], True])
def test_what_is_no_name_of_a_network_is_quoted(wrong):
    for load in (load_network, Solver):
        with pytest.raises(InvalidNetworkError, match=re.escape(repr(wrong))):
            load(wrong)


@pytest.mark.parametrize("broken", ["1 / 0", "def where(): return 5", "where = 5", "here = 5"])
def test_an_installed_network_that_is_broken_is_named(monkeypatch, broken):
    monkeypatch.setitem(sys.modules, "broken_network", module := ModuleType("broken_network"))
    point = EntryPoint("strong", "broken_network:where", ENTRY_POINTS)
    monkeypatch.setattr("fast2048.networks.entry_points", lambda group: [point])
    if broken == "1 / 0":
        module.where = lambda: 1 / 0
    else:
        exec(broken, module.__dict__)  # noqa: S102
    with pytest.raises(InvalidNetworkError, match=r"'strong' is not where broken_network:where"):
        load_network("strong")


def test_the_network_that_comes_with_the_package_is_small_and_knows_good_from_bad():
    network = load_network()
    assert load_network("default") is network
    with as_file(files("fast2048") / "data" / "default.f2048") as path:
        assert path.stat().st_size <= 8_000_000
    in_order = Board.from_tiles([[2048, 1024, 512, 256], [16, 32, 64, 128], [8, 4, 2, 0], [0] * 4])
    mixed_up = Board.from_tiles([[16, 1024, 4, 256], [2048, 8, 64, 128], [32, 512, 2, 0], [0] * 4])
    assert network.value(in_order) > 2 * network.value(mixed_up) > 0
