"""What is said in the line below the board: each message in one or more lengths, longest first.

All of them are yet to be translated. Every last form fits the smallest layout, unless a value
in it is a long one.
"""

from __future__ import annotations

from fast2048.terminal.language import later

__all__ = [
    "AUTOPLAY",
    "CHOOSE",
    "GOING_ON",
    "HINT_BRINGS",
    "HINT_EMPTY",
    "HINT_KEEPS",
    "HINT_ONLY",
    "NEW_BEST",
    "NOTHING_TO_REDO",
    "NOTHING_TO_UNDO",
    "NO_MOVE",
    "NO_SOLVER",
    "PAUSED",
    "REPLAYING",
    "SEED_ASKED",
    "UNKNOWN_TERMINAL",
    "UNSAVED",
    "WATCHING",
    "Message",
]

Message = tuple[str, ...]

NOTHING_TO_UNDO: Message = (later("Nothing to undo."),)
NOTHING_TO_REDO: Message = (later("Nothing to redo."),)
NEW_BEST: Message = (later("A new best score!"),)
CHOOSE: Message = (later("Choose first: Enter or n."), later("Enter or n first"))
NO_MOVE: Message = (later("No move is left: u takes one back."), later("No move is left"))
GOING_ON: Message = (later("Going on with the game left at {score}."), later("Going on: {score}"))
SEED_ASKED: Message = (later("A game with the seed {seed} was asked for."), later("Seed {seed}?"))
UNSAVED: Message = (later("Not being saved: {reason}"), later("Not being saved"))
UNKNOWN_TERMINAL: Message = (
    later("Terminal type {kind} is not known here: treated as xterm."),
    later("Unknown terminal"),
)

NO_SOLVER: Message = (later("No solver: {reason}"), later("No solver here"))
AUTOPLAY: Message = (later("Autoplay: any key stops it."), later("Autoplay"))
HINT_ONLY: Message = (later("Hint: {move}, the only legal move"), later("{move}: only move"))
HINT_BRINGS: Message = (
    later("Hint: {move} brings the {tile} into a corner"),
    later("{move}: to a corner"),
)
HINT_KEEPS: Message = (
    later("Hint: {move} keeps the {tile} in its corner"),
    later("{move}: keeps corner"),
)
HINT_EMPTY: Message = (
    later("Hint: {move}, empty cells left: {cells}"),
    later("{move}: {cells} empty"),
)

PAUSED: Message = (later("Paused: move {done} of {moves}"), later("Paused: {done}/{moves}"))
REPLAYING: Message = (
    later("Move {done} of {moves}, {speed} a second"),
    later("{done}/{moves}, {speed}/s"),
)
WATCHING: Message = (later("Move {done}, {speed} a second"), later("{done}, {speed}/s"))
