"""What is fuzzed: every reader of text and files that others may have written.

A target takes bytes, hands them to the reader, and holds it to its word: something right
comes out, or one clear line of an error of ours.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import struct
import sys
import tempfile
import zlib
from array import array
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

from fast2048 import Board, Fast2048Error, InvalidBoardError, InvalidNetworkError
from fast2048.checkpoint import PREFIX, load_checkpoint, save_checkpoint
from fast2048.database import NAME
from fast2048.errors import InvalidRecordError
from fast2048.formats import READINGS, parse_board
from fast2048.networks import Network
from fast2048.packed import DIGEST_SIZE
from fast2048.records import dumps_all, loads_all
from fast2048.session import Session
from fast2048.shapes import Shape
from fast2048.solver import Solver
from fast2048.terminal import advice
from fast2048.terminal.keys import Keys
from fast2048.terminal.language import Language
from fast2048.terminal.plain import play_lines
from playing import state

_KEY = re.compile(r"[\x00-\x7f]|up|right|down|left|enter|f1|f2")
_TRIED = (None, *READINGS)


def _clear(error: Fast2048Error, named: str = "") -> None:
    """One line, not too long, that names where the fault is."""
    message = str(error)
    assert named in message, message
    assert message.isprintable(), message
    assert len(message) < 1500, message


def records(data: bytes) -> None:
    try:
        read = loads_all(data.decode("utf-8", "replace"))
    except InvalidRecordError as error:
        _clear(error, "line ")
        return
    again = loads_all(dumps_all(read))
    assert [(state(r.game), r.assisted, r.date) for r in again] == [
        (state(r.game), r.assisted, r.date) for r in read
    ]


def boards(data: bytes) -> None:
    """The first byte picks the reading."""
    reading = _TRIED[data[0] % len(_TRIED)] if data else None
    text = data[1:].decode("utf-8", "replace")
    try:
        board = parse_board(text, reading)
    except InvalidBoardError as error:
        _clear(error)
    else:
        assert Board.from_text(board.text) == board
        assert parse_board(board.text, "exponents") == board
        assert parse_board(hex(board.bits), "packed") == board
        assert parse_board(json.dumps(board.tiles), "tiles") == board
    try:
        board = Board.from_text(text)
    except InvalidBoardError as error:
        _clear(error)
    else:
        assert board.text == text.lower()


def shapes(data: bytes) -> None:
    try:
        shape = Shape.parse(data.decode("utf-8", "replace"))
    except InvalidNetworkError as error:
        _clear(error)
    else:
        assert Shape.parse(shape.text) == shape


def networks(data: bytes) -> None:
    """A file as it is, and with the checksum that it should have."""
    body = data[:-DIGEST_SIZE]
    for file in data, body + hashlib.sha256(body).digest():
        try:
            network = Network.from_bytes(file, "some.f2048")
        except InvalidNetworkError as error:
            _clear(error, "some.f2048")
        else:
            again = Network.from_bytes(network.to_bytes())
            assert (again.shape, again.step) == (network.shape, network.step)
            assert again.weights == network.weights


def checkpoints(data: bytes) -> None:
    """A file as it is, and with the checksums that it should have."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "some.ckpt"
        for file in data, _checked(data):
            path.write_bytes(file)
            try:
                trainer, _ = load_checkpoint(path, threads=1)
            except InvalidNetworkError as error:
                _clear(error, "some.ckpt")
                continue
            save_checkpoint(trainer, path)
            again, _ = load_checkpoint(path)
            assert again.shape == trainer.shape
            assert again.weights.cast("B") == trainer.weights.cast("B")


def _checked(data: bytes) -> bytes:
    if len(data) < PREFIX.size + 4:
        return data
    magic, version, length, _ = PREFIX.unpack_from(data)
    header, weights = data[PREFIX.size :][:length], data[PREFIX.size + length : -4]
    prefix = PREFIX.pack(magic, version, length, zlib.crc32(header))
    return prefix + header + weights + struct.pack("<I", zlib.crc32(weights))


def saves(data: bytes) -> None:
    """Whatever lies where the saves should, a game can be played and is kept; and the file
    that could not be read is kept too."""
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        (home / NAME).write_bytes(data)
        with Session.open(home=home) as session:
            for line in session.problem, session.notice:
                assert line is None or str(line).isprintable(), line
            usable = session.problem is None
            assert usable or "later fast2048" in str(session.problem), session.problem
            session.statistics()
            for game in session.finished_games():
                try:
                    session.load(game.id)
                except Fast2048Error as error:
                    _clear(error)
            if session.game.awaiting_choice:
                session.keep_playing()
            if session.game.is_over:
                session.new()
            session.push(session.game.legal_moves[0])
            expected = state(session.game)
        if usable:
            with Session.open(home=home) as session:
                assert state(session.game) == expected
        else:
            assert (home / NAME).read_bytes() == data


def keys(data: bytes) -> None:
    """Keys are the same however the bytes are cut, but for those that are dropped since they
    came together with noise; and after a pause the game listens again."""
    at_once = Keys().feed(data, 0.0)
    reader = Keys()
    one_by_one = [key for byte in data for key in reader.feed(bytes([byte]), 0.0)]
    if data.isascii():
        assert at_once == one_by_one
    rest = iter(one_by_one)
    assert all(key in rest for key in at_once), (at_once, one_by_one)
    assert all(_KEY.fullmatch(key) for key in at_once), at_once
    reader.feed(b"", 10.0)
    reader.feed(b"~", 20.0)
    assert reader.feed(b"w", 30.0) == ["w"]


def commands(data: bytes) -> None:
    """Lines that are typed. The solver has a network that needs no time to load."""
    solver = Solver(_SMALL, depth=1)
    typed = io.TextIOWrapper(io.BytesIO(data))
    with (
        tempfile.TemporaryDirectory() as directory,
        Session.open(home=Path(directory)) as session,
        mock.patch.object(sys, "stdin", typed),
        mock.patch.object(advice, "_solver", return_value=solver),
        redirect_stdout(io.StringIO()) as said,
    ):
        assert play_lines(session, Language("en")) == 0
        assert session.problem is None
        assert said.getvalue().startswith("2048 in plain lines.")


_SMALL = Network(
    Shape.parse("01"), array("h", [random.Random(number).randrange(99) for number in range(256)])
)

TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (records, boards, shapes, networks, checkpoints, saves, keys, commands)
}
