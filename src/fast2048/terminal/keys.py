"""Bytes from a terminal, made into keys.

A key is named by its character (``"w"``, ``"?"``, ``"\\x12"`` for Ctrl-R), or ``"up"``,
``"right"``, ``"down"``, ``"left"``, ``"enter"``, ``"page up"``, ``"page down"``, ``"f1"``,
``"f2"``. Everything else that a terminal can send - modified keys, other function keys,
pasted text, answers, mouse reports, letters outside ASCII - is read to its end and gives no
key. After bytes that are no UTF-8 nothing gives a key that came together with them: they may
be a part of anything.
"""

from __future__ import annotations

import re

__all__ = ["Keys"]

ESC = 0x1B

# A terminal sends a sequence in one piece. One that stops for this many seconds was cut
# short: its end, should it still come, must not be taken for a key that was pressed.
PAUSE = 0.1
# A paste may arrive in many pieces, with longer gaps.
PASTE_PAUSE = 1.0

_SEQUENCES = {
    **{lead + end: key
       for lead in ("[", "[1;1", "O")
       for end, key in (("A", "up"), ("B", "down"), ("C", "right"), ("D", "left"))},
    **dict.fromkeys(("OP", "[P", "[1;1P", "[11~", "[11;1~", "[[A"), "f1"),
    **dict.fromkeys(("OQ", "[Q", "[1;1Q", "[12~", "[12;1~", "[[B"), "f2"),
    "OM": "enter",
    "[5~": "page up",
    "[6~": "page down",
}  # fmt: skip

# What may follow ESC, whole: the Linux console's function keys, an X10 mouse report, CSI
# with its parameters and final byte, SS3 with its modifier, a string up to its terminator,
# a key pressed together with Alt.
_WHOLE = re.compile(
    r"\[\[.|\[M...|\[[ -?]*[@-LN-Z\\-~]|\[[ -?]+M|O[0-9;]*[ -/:<-~]"
    r"|[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[^][OPX^_\x1b]",
    re.DOTALL,
)
# The first two bytes of a sequence in one, as terminals with eight-bit controls send it.
_EIGHT_BIT = {0x9B: "[", 0x8F: "O"}
_PASTE_BEGINS, _PASTE_ENDS = "[200~", b"\x1b[201~"


class Keys:
    """The state of the reading: what of a sequence has come so far."""

    def __init__(self) -> None:
        self._sequence: str | None = None  # what came after ESC
        self._void = False  # the sequence is modified, or came late: it gives no key
        self._late = False
        self._paste: bytes | None = None  # the last few bytes of what is being pasted
        self._letter = b""  # what has come of a letter outside ASCII
        self._noise = False  # there was something that is no UTF-8 in what is being read
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[str]:
        """The keys that these bytes complete. ``now`` is a time in seconds."""
        silence = now - self._last
        self._last = now
        self._late = silence > PAUSE
        self._noise = False
        if self._late:
            self._letter = b""
        if self._paste is not None and silence > PASTE_PAUSE:
            self._paste = None
        found = []
        for byte in data:
            key = self._byte(byte)
            if key and not self._noise:
                found.append(key)
        if self._noise:
            self._void = True  # of a sequence that began in it
        return found

    def _byte(self, byte: int) -> str | None:
        if self._paste is not None:
            self._paste = (self._paste + bytes([byte]))[-len(_PASTE_ENDS) :]
            if self._paste == _PASTE_ENDS:
                self._paste = None
            return None
        if self._sequence is not None and self._late:
            if self._may_end_late(byte):
                self._void = True
            else:
                self._sequence = None
        self._late = False
        if self._sequence is not None:
            return self._continue(self._sequence, byte)
        if self._letter:
            if 0x80 <= byte < 0xC0:
                self._in_letter(byte)
                return None
            self._letter, self._noise = b"", True
        if byte == ESC:
            self._sequence, self._void = "", False
            return None
        if byte in _EIGHT_BIT:
            self._sequence, self._void = _EIGHT_BIT[byte], False
            return None
        if byte >= 0x80:
            self._in_letter(byte)
        return _plain(byte)

    def _in_letter(self, byte: int) -> None:
        """The first byte of a letter outside ASCII, or one from its middle."""
        self._letter += bytes([byte])
        if len(self._letter) < _letter_length(self._letter[0]):
            return
        try:
            self._letter.decode()
        except UnicodeDecodeError:
            self._noise = True
        self._letter = b""

    def _may_end_late(self, byte: int) -> bool:
        """Whether this can be the rest of the sequence, rather than a key pressed since."""
        if self._sequence == "":
            return chr(byte) in "[O"
        if self._sequence and self._sequence[0] in "[O":
            return chr(byte) in "0123456789;~" or 0x40 <= byte <= 0x5A
        return False

    def _continue(self, sequence: str, byte: int) -> str | None:
        if sequence[:1] in tuple("]PX^_"):
            if sequence[-1] == "\x1b" and byte != ord("\\"):
                sequence = ""  # that ESC did not end the string: it began something new
        elif byte == ESC:
            self._sequence, self._void = "", sequence == ""  # twice in a row is Alt
            return None
        elif byte < 0x20 or (byte > 0x7E and sequence[:1] in ("[", "O") and sequence[:2] != "[M"):
            self._sequence, self._noise = None, self._noise or byte >= 0x80
            return _plain(byte) if sequence else None
        sequence += chr(byte)
        if not _WHOLE.fullmatch(sequence):
            self._sequence = sequence
            return None
        self._sequence = None
        if len(sequence) == 1 and byte >= 0x80:  # a letter together with Alt
            self._in_letter(byte)
        if sequence == _PASTE_BEGINS:
            self._paste = b""
            return None
        return None if self._void else _SEQUENCES.get(sequence)


def _letter_length(first: int) -> int:
    """How many bytes a letter in UTF-8 has that begins with this one; 1 if none does."""
    if 0xC2 <= first <= 0xF4:
        return 4 if first >= 0xF0 else 3 if first >= 0xE0 else 2
    return 1


def _plain(byte: int) -> str | None:
    if byte in (0x0A, 0x0D):
        return "enter"
    return chr(byte) if byte < 0x80 else None
