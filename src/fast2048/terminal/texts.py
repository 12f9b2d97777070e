"""The pages of text: help, statistics, the list of games. Each gives lines to be shown."""

from __future__ import annotations

from fast2048.game import Game
from fast2048.move import Move
from fast2048.session import GameSummary, Statistics
from fast2048.terminal.canvas import width, wrap
from fast2048.terminal.language import Language, later

__all__ = ["MOVE_NAMES", "game_list", "help_lines", "statistics_lines"]

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
    wins = str(statistics.wins)
    if statistics.games:
        wins += f" ({statistics.wins / statistics.games:.0%})"
    lines = _columns(
        [
            (_("Games"), str(statistics.games)),
            (_("Games, assisted"), str(statistics.assisted)),
            (_("Wins"), wins),
            (_("Left early"), str(statistics.abandoned)),
            (_("In progress"), str(statistics.in_progress)),
            (_("Best"), str(statistics.best)),
            (_("Best, assisted"), str(statistics.best_assisted)),
            (_("Mean score"), f"{statistics.mean:.1f}"),
            (_("Moves"), str(statistics.moves)),
        ],
        room,
    )
    lines += [
        "",
        *wrap(_("Games, mean and moves count what was won or played to the end."), room),
    ]
    if statistics.largest_tiles:
        lines += ["", *wrap(_("Largest tile of each game"), room)]
        most = max(statistics.largest_tiles.values())
        digits = len(str(most))
        for tile, games in sorted(statistics.largest_tiles.items()):
            label = f"{tile:>6} {games:>{digits}} "
            lines.append(label + bar * max(1, games * (room - len(label)) // most))
    return lines


def game_list(
    _: Language, going_on: list[tuple[Game, str]], finished: list[GameSummary]
) -> tuple[str, list[str]]:
    """The headings, and a line for each game: its number, by which ``fast2048 replay`` knows
    it, its figures and its end. Those that go on have what is said of them instead of it."""
    rows = [("-", game.score, game.board.max_tile, game.moves, said, "") for game, said in going_on]
    for game in finished:
        marks = [_("won")] if game.won else []
        marks += [_("assisted")] if game.assisted else []
        marks += [] if game.over else [_("left early")]
        when = game.when.astimezone().strftime("%Y-%m-%d %H:%M")
        figures = (game.score, game.max_tile, game.moves)
        rows.append((str(game.id), *figures, when, ", ".join(marks)))
    headings = (_("Game"), _("Score"), _("Tile"), _("Moves"), _("Ended"), "")
    table = [headings, *(tuple(map(str, row)) for row in rows)]
    widths = [max(width(row[column]) for row in table) for column in range(len(headings))]
    lines = []
    for row in table:
        cells = []
        for column, (text, room) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (room - width(text))
            cells.append(text + padding if column >= 4 else padding + text)
        lines.append(" ".join(cells).rstrip())
    return lines[0], lines[1:]
