"""Bytes to keys: what is no key, whole or in halves, gives none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fast2048.terminal.keys import PASTE_PAUSE, PAUSE, Keys

LATER = PAUSE * 2


def read(*pieces: bytes | float) -> list[str]:
    """The keys of these bytes; a number is a silence of so many seconds."""
    keys, now, found = Keys(), 100.0, []
    for piece in pieces:
        if isinstance(piece, bytes):
            found += keys.feed(piece, now)
        else:
            now += piece
    return found


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"\x1b[A", "up"),
        (b"\x1bOB", "down"),
        (b"\x1b[1;1C", "right"),
        (b"\x1bOD", "left"),
        (b"\x1bOP", "f1"),
        (b"\x1b[11~", "f1"),
        (b"\x1b[[A", "f1"),
        (b"\x1bOQ", "f2"),
        (b"\x1b[12~", "f2"),
        (b"\x1b[[B", "f2"),
        (b"\x1b[5~", "page up"),
        (b"\x1b[6~", "page down"),
        (b"\r", "enter"),
        (b"\n", "enter"),
        (b"w", "w"),
        (b"?", "?"),
        (b"\x12", "\x12"),
    ],
)
def test_a_key_is_read_whole_and_byte_by_byte(data: bytes, key: str) -> None:
    assert read(data) == [key]
    assert read(*[data[i : i + 1] for i in range(len(data))]) == [key]


NO_KEYS = {
    "shift-up": b"\x1b[1;2A",
    "alt-left": b"\x1b[1;3D",
    "ctrl-right": b"\x1b[1;5C",
    "rxvt shift-up": b"\x1b[a",
    "rxvt ctrl-up": b"\x1bOa",
    "ctrl-up in application mode": b"\x1bO5A",
    "alt-up as two escapes": b"\x1b\x1b[A",
    "alt-w": b"\x1bw",
    "alt-enter": b"\x1b\r",
    "alt-capital-o-umlaut": "\x1bö".encode(),
    "shift-f1": b"\x1b[1;2P",
    "f3": b"\x1bOR",
    "f5": b"\x1b[15~",
    "f12": b"\x1b[24~",
    "home": b"\x1b[H",
    "delete": b"\x1b[3~",
    "shift-tab": b"\x1b[Z",
    "a kitty key": b"\x1b[97;5u",
    "mouse": b"\x1b[<0;12;7M",
    "an old mouse report": b"\x1b[M aw",
    "focus": b"\x1b[I\x1b[O",
    "an answer about the cursor": b"\x1b[12;40R",
    "an answer about the device": b"\x1b[?64;1;2c",
    "a colour, ended by BEL": b"\x1b]11;rgb:dd/aa/ss\x07",
    "a colour, ended by ST": b"\x1b]11;rgb:dd/aa/ss\x1b\\",
    "a device string": b"\x1bP1+r544e=wasd\x1b\\",
    "Thai letters": "ฟหกด".encode(),
    "Vietnamese letters": "ứăâđ".encode(),
    "a paste": b"\x1b[200~wasd hjkl\r\x1b[A\x1b[201~",
}


@pytest.mark.parametrize("data", NO_KEYS.values(), ids=NO_KEYS.keys())
def test_what_is_no_key_gives_none_and_the_next_key_counts(data: bytes) -> None:
    assert read(data, b"w") == ["w"]
    assert read(*[data[i : i + 1] for i in range(len(data))], b"w") == ["w"]
    assert read(data, LATER, b"\x1b[A") == ["up"]


@pytest.mark.parametrize("half", [b"\x1b", b"\x1b[", b"\x1bO", b"\x1b[1;", b"\x1b]11;", b"\x1b[["])
def test_half_a_sequence_gives_no_key_however_it_goes_on(half: bytes) -> None:
    assert read(half) == []
    assert read(half, LATER, b"a") == ["a"]
    assert read(half, LATER, b"\x1b[A") == ["up"]
    assert read(half, LATER, b"\x1b[", LATER, b"s") == ["s"]


def test_the_late_end_of_an_arrow_is_not_a_letter() -> None:
    assert read(b"\x1b", LATER, b"[A") == []
    assert read(b"\x1b[", LATER, b"A") == []
    assert read(b"\x1b[", LATER, b"A", b"d") == ["d"]


def test_a_paste_in_pieces_is_one_paste() -> None:
    assert read(b"\x1b[200~wa", LATER, b"sd\x1b[20", LATER, b"1~", b"w") == ["w"]


def test_a_paste_that_never_ends_does_not_lock_the_keys() -> None:
    assert read(b"\x1b[200~wasd", PASTE_PAUSE * 1.1, b"w") == ["w"]


@given(st.lists(st.sampled_from([b"\x1b[A", b"\x1bOD", b"w", b"?", b"\r", *NO_KEYS.values()])))
def test_no_key_is_lost_or_made_up_between_others(pieces: list[bytes]) -> None:
    expected = [
        key for piece in pieces for key in ([] if piece in NO_KEYS.values() else read(piece))
    ]
    assert read(b"".join(pieces)) == expected
    assert read(*pieces) == expected


@given(st.binary(max_size=60))
def test_after_any_bytes_and_a_silence_the_keys_work(data: bytes) -> None:
    assert read(data, PASTE_PAUSE * 2, b"\x1b[B", b"u")[-2:] == ["down", "u"]


@pytest.mark.parametrize(
    "data",
    [
        b"\xc3A", b"\xff\xfeA", b"\xe0\xb8w", b"\xe0w", b"\xf0\x9f\x98d", "ส".encode(), b"\xffAw",
        b"\xf5www", b"\x80w", b"\xc0\xafw", b"\xed\xa0\x80w", b"\xf4\x90\x80\x80w", b"\xff\x1b[A",
        b"\xff\xc3\xa9w", b"\x80\r", b"\x1b[\xffA", b"\xfe\x1b[200~wasd\x1b[201~w",
    ],
)  # fmt: skip
def test_bytes_that_are_no_letter_take_all_that_came_with_them_down(data: bytes) -> None:
    assert read(data) == []
    assert read(data, b"w") == ["w"]
    assert read(data, LATER, b"w") == ["w"]
    assert read(b"d" + data) == ["d"]


def test_what_begins_among_bytes_that_are_no_letter_gives_no_key_when_it_ends() -> None:
    assert read(b"\xff\x1b[", b"A", b"\x1b[A") == ["up"]
    assert read(b"\xff\x1b[200~wa", b"sd\x1b[201~", b"w") == ["w"]


def test_letters_outside_ascii_do_not_swallow_the_next_key() -> None:
    assert read("éwสd😀s".encode()) == ["w", "d", "s"]


@pytest.mark.parametrize(("data", "key"), [(b"\x9bA", "up"), (b"\x9bD", "left"), (b"\x8fP", "f1")])
def test_eight_bit_controls_are_read_as_their_seven_bit_form(data: bytes, key: str) -> None:
    assert read(data) == [key]
    assert read(b"\x9b1;5A", b"w") == ["w"]
