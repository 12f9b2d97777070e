"""Bytes from a terminal, made into keys.

A key is named by its character (``"w"``, ``"?"``, ``"\\x12"`` for Ctrl-R), or ``"up"``,
``"right"``, ``"down"``, ``"left"``, ``"enter"``, ``"f1"``, ``"f2"``. Everything else that
a terminal can send - modified keys, other function keys, pasted text, answers, mouse
reports, letters outside ASCII - is read to its end and gives no key.
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
}  # fmt: skip

# What may follow ESC, whole: the Linux console's function keys, an X10 mouse report, CSI
# with its parameters and final byte, SS3 with its modifier, a string up to its terminator,
# a key pressed together with Alt.
_WHOLE = re.compile(
    r"\[\[.|\[M...|\[[ -?]*[@-LN-Z\\-~]|\[[ -?]+M|O[0-9;]*[ -/:<-~]"
    r"|[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[^][OPX^_\x1b]",
    re.DOTALL,
)
_PASTE_BEGINS, _PASTE_ENDS = "[200~", b"\x1b[201~"


class Keys:
    """The state of the reading: what of a sequence has come so far."""

    def __init__(self) -> None:
        self._sequence: str | None = None  # what came after ESC
        self._void = False  # the sequence is modified, or came late: it gives no key
        self._late = False
        self._paste: bytes | None = None  # the last few bytes of what is being pasted
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[str]:
        """The keys that these bytes complete. ``now`` is a time in seconds."""
        silence = now - self._last
        self._last = now
        self._late = silence > PAUSE
        if self._paste is not None and silence > PASTE_PAUSE:
            self._paste = None
        return [key for byte in data if (key := self._byte(byte))]

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
        if byte == ESC:
            self._sequence, self._void = "", False
            return None
        return _plain(byte)

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
            self._sequence = None
            return _plain(byte) if sequence else None
        sequence += chr(byte)
        if not _WHOLE.fullmatch(sequence):
            self._sequence = sequence
            return None
        self._sequence = None
        if sequence == _PASTE_BEGINS:
            self._paste = b""
            return None
        return None if self._void else _SEQUENCES.get(sequence)


def _plain(byte: int) -> str | None:
    if byte in (0x0A, 0x0D):
        return "enter"
    return chr(byte) if byte < 0x80 else None
