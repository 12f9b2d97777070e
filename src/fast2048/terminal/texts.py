"""The pages of text: help, statistics, the list of games. Each gives lines to be shown."""

from __future__ import annotations

from fast2048.move import Move
from fast2048.session import GameSummary, Statistics
from fast2048.terminal.canvas import width, wrap
from fast2048.terminal.language import Language, later

__all__ = ["MOVE_NAMES", "help_lines", "statistics_lines", "summary_line"]

MOVE_NAMES = {
    Move.UP: later("up"),
    Move.RIGHT: later("right"),
    Move.DOWN: later("down"),
    Move.LEFT: later("left"),
}

_RULES = (
    later(
        "Push all tiles in one of four directions. "
        "Each slides until the edge or another tile stops it."
    ),
    later(
        "Two equal tiles that meet merge into one of twice the value, and that value is added "
        "to the score. A tile merges only once in a move, first those at the edge it moves to."
    ),
    later(
        "After each move that changes the board, a new tile appears on an empty cell: "
        "a 2, or one time in ten a 4."
    ),
    later(
        "Making a 2048 tile wins the game, and you may go on. "
        "It is over when no push changes the board."
    ),
    later(
        "A game with undo, hint or autoplay is marked as assisted. "
        "The best score counts the others."
    ),
)
_HABITS = (
    later(
        "Using all four directions freely. Strong play lives on two, seldom a third, "
        "so that the largest tile stays in its corner."
    ),
    later(
        "Taking every merge on offer. "
        "One in the middle of the board can break up the order around it."
    ),
    later(
        "Letting large tiles wall in a small one. "
        "Free it while it still has a neighbour to merge with."
    ),
    later("Moving fast when only two or three cells are empty. That is the time to slow down."),
)
_LADDER = range(11, 18)


def help_lines(_: Language, controls: tuple[tuple[str, str], ...], room: int) -> list[str]:
    """The controls, the rules, the ladder of tiles and the four habits.

    ``controls`` are pairs of what is typed, as it is shown, and of what it does.
    """
    lines = [_("Controls"), *_columns([(key, _(does)) for key, does in controls], room), ""]
    lines.append(_("Rules"))
    for rule in _RULES:
        lines += _item("-", _(rule), room)
    lines += ["", *wrap(_("The ladder: each tile, and the points in one made from 2s"), room)]
    for exponent in _LADDER:
        lines.append(f"{1 << exponent:>8} {(exponent - 1) << exponent:>9,}")
    lines += ["", *wrap(_("Four habits that end games early"), room)]
    for number, habit in enumerate(_HABITS, start=1):
        lines += _item(str(number), _(habit), room)
    return lines


def _item(mark: str, text: str, room: int) -> list[str]:
    first, *others = wrap(text, room - 2)
    return [f"{mark} {first}", *(f"  {line}" for line in others)]


def _columns(rows: list[tuple[str, str]], room: int) -> list[str]:
    """Two columns; where they do not fit, the second stands below the first."""
    indent = 2 + max(width(first) for first, _ in rows)
    if any(indent + width(second) > room for _, second in rows):
        indent = 9
    lines = []
    for first, second in rows:
        if width(first) + 2 > indent:
            lines += wrap(first, room)
            first = ""
        for part in wrap(second, room - indent):
            lines.append(first + " " * (indent - width(first)) + part)
            first = ""
    return lines


def statistics_lines(_: Language, statistics: Statistics, bar: str, room: int) -> list[str]:
    """The figures, and a bar for each largest tile."""
    lines = _columns(
        [
            (_("Games"), str(statistics.games)),
            (_("Wins"), str(statistics.wins)),
            (_("Best"), str(statistics.best)),
            (_("Best, assisted"), str(statistics.best_assisted)),
            (_("Mean score"), f"{statistics.mean:.0f}"),
            (_("Moves"), str(statistics.moves)),
        ],
        room,
    )
    if statistics.largest_tiles:
        lines += ["", *wrap(_("Largest tile of each game"), room)]
        most = max(statistics.largest_tiles.values())
        digits = len(str(most))
        for tile, games in sorted(statistics.largest_tiles.items()):
            label = f"{tile:>6} {games:>{digits}} "
            lines.append(label + bar * max(1, games * (room - len(label)) // most))
    return lines


def summary_line(_: Language, game: GameSummary) -> str:
    """One finished game in one line; its number first, by which ``fast2048 replay`` knows it."""
    marks = [_("won")] if game.won else []
    marks += [_("assisted")] if game.assisted else []
    when = game.when.astimezone().strftime("%Y-%m-%d %H:%M")
    return " ".join([f"{game.id:>4}. {game.score:>7} {game.max_tile:>6}", when, *marks])
