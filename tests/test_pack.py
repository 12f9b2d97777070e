"""The packed file: what goes in comes out, and nothing else is ever taken for one."""

import hashlib
import json
import tracemalloc
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast2048 import InvalidNetworkError
from fast2048.networks import Network
from fast2048.packed import MAGIC, PREFIX, VERSION
from fast2048.shapes import Shape

SHAPE = Shape.parse("01 45 f", stages=(11,))  # 1056 weights


def network_of(weights):
    return Network.from_weights(SHAPE, weights, step=16)


SPARSE = [0] * SHAPE.weights
SPARSE[0], SPARSE[500], SPARSE[501], SPARSE[-1] = -32768, 1, -1, 32767
DATA = network_of(SPARSE).to_bytes()


def parts(data):
    """Header and sections of a packed file."""
    _, _, length = PREFIX.unpack_from(data)
    header = json.loads(data[PREFIX.size : PREFIX.size + length])
    at, sections = PREFIX.size + length, []
    for size in header["sections"]:
        sections.append(data[at : at + size])
        at += size
    return header, sections


def assemble(header, sections, /, version=VERSION, **changes):
    """A file with a right checksum, whatever is in it."""
    header = header | {"sections": [len(section) for section in sections]} | changes
    text = json.dumps(header).encode()
    body = PREFIX.pack(MAGIC, version, len(text)) + text + b"".join(sections)
    return body + hashlib.sha256(body).digest()


def refused(data, match=None):
    with pytest.raises(InvalidNetworkError, match=match) as caught:
        Network.from_bytes(data, "this.f2048")
    assert "this.f2048" in str(caught.value)


@given(
    st.lists(
        st.sampled_from([0, 0, 0, 1, -1, 127, -128, 255, 256, -32768, 32767]),
        min_size=SHAPE.weights,
        max_size=SHAPE.weights,
    )
)
@settings(max_examples=30)
def test_weights_come_out_as_they_went_in(weights):
    network = Network.from_bytes(network_of(weights).to_bytes())
    assert list(network.weights) == weights
    assert (network.shape, network.step) == (SHAPE, 16)
    assert network.used == sum(weight != 0 for weight in weights)


def test_a_network_of_zeros_packs():
    assert Network.from_bytes(network_of([0] * SHAPE.weights).to_bytes()).used == 0


def test_what_it_says_about_itself_is_kept():
    network = Network(SHAPE, network_of(SPARSE).weights, 16, {"games": 7, "by": "ทดสอบ"})
    assert Network.from_bytes(network.to_bytes()).about == {"games": 7, "by": "ทดสอบ"}


def test_what_it_says_about_itself_may_be_any_text():
    network = Network(SHAPE, network_of(SPARSE).weights, 16, {"by": "\ud800"})
    assert Network.from_bytes(network.to_bytes()).about == {"by": "\ud800"}


@pytest.mark.parametrize("used", [-1, SHAPE.weights + 1, 10**8])
def test_no_more_is_unpacked_than_there_are_weights(used):
    # A section that would be 100 MB: with a size of -1 + 1, zlib knows no bound.
    header, sections = parts(DATA)
    sections[1] = zlib.compress(bytes(10**8))
    bomb = assemble(header, sections, used=used)
    tracemalloc.start()
    refused(bomb)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_the_same_network_makes_the_same_bytes():
    assert Network.from_bytes(DATA).to_bytes() == DATA


@given(st.integers(0, 8 * len(DATA) - 1))
def test_a_flipped_bit_is_noticed(bit):
    data = bytearray(DATA)
    data[bit // 8] ^= 1 << bit % 8
    refused(bytes(data))


@given(st.integers(0, len(DATA) - 1))
def test_a_file_cut_off_is_noticed(length):
    refused(DATA[:length])


def test_bytes_added_are_noticed():
    refused(DATA + b"\0", "checksum")


@given(st.binary(max_size=200))
def test_other_files_are_refused(data):
    refused(data)
    refused(MAGIC + data)


def test_the_version_of_the_future_is_told_apart_from_damage():
    header, sections = parts(DATA)
    refused(assemble(header, sections, version=2), "version 2; this fast2048 reads 1")


@pytest.mark.parametrize(
    "changes",
    [
        {"tuples": [list(range(7))] * 12},  # 6 GB of weights that are not in the file
        {"tuples": [list(range(7))] * 12, "stages": [1, 2, 3]},
        {"tuples": [[0, 1]]},
        {"tuples": [[0, 99]]},
        {"tuples": 5},
        {"tuples": [[0, 1], [4, 5], ["f"]]},
        {"stages": [99]},
        {"stages": []},
        {"step": 0},
        {"step": "wide"},
        {"step": 1e400},
        {"used": 3},
        {"used": 10**12},
        {"used": -1},
        {"used": 10**30},
        {"used": None},
        {"sections": [1, 2]},
        {"sections": [10**9, -(10**9), 0]},
        {"sections": None},
        {"about": 3},
    ],
    ids=str,
)
def test_a_header_that_does_not_fit_is_refused(changes):
    refused(assemble(*parts(DATA), **changes))


def test_a_header_without_an_entry_is_refused():
    for name in parts(DATA)[0]:
        header, sections = parts(DATA)
        del header[name]
        if name != "sections":
            refused(assemble(header, sections))


def test_a_header_that_is_no_object_is_refused():
    for text in (b"[]", b"{", b"5", b"\xff", b"[" * 100_000):
        body = PREFIX.pack(MAGIC, VERSION, len(text)) + text
        refused(body + hashlib.sha256(body).digest())


def test_a_header_longer_than_the_file_is_refused():
    for length in (1 << 31, (1 << 32) - 1, 100):
        body = PREFIX.pack(MAGIC, VERSION, length) + b"{}"
        refused(body + hashlib.sha256(body).digest())


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    "section",
    [
        b"",
        b"no deflate",
        zlib.compress(b""),
        zlib.compress(bytes(10**7)),  # small in the file, large outside of it
        zlib.compress(b"\xff" * 132) + b"more",
        zlib.compress(b"\xff" * 132),
        zlib.compress(b"\xff" * 4),
    ],
    ids=range(7),
)
def test_a_section_that_does_not_fit_is_refused(number, section):
    header, sections = parts(DATA)
    if number and section == zlib.compress(b"\xff" * 4):
        return  # any four bytes are weights
    sections[number] = section
    refused(assemble(header, sections))


def test_a_weight_that_is_kept_though_it_is_0_is_refused():
    header, (kept, low, high) = parts(DATA)
    none = zlib.compress(bytes(4))
    refused(assemble(header, [kept, none, none]), "do not add up")
    assert Network.from_bytes(assemble(header, [kept, zlib.compress(b"\2" * 4), none])).used == 4
    assert Network.from_bytes(assemble(header, [kept, low, high])).used == 4
