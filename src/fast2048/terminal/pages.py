"""Pages of text that can be scrolled, and the list of games to replay."""

from __future__ import annotations

from collections.abc import Callable

from fast2048.errors import Fast2048Error
from fast2048.game import Game
from fast2048.session import Session
from fast2048.terminal.canvas import Canvas
from fast2048.terminal.language import later
from fast2048.terminal.mode import Mode
from fast2048.terminal.playback import Replay
from fast2048.terminal.texts import game_list, help_lines, statistics_lines
from fast2048.terminal.view import KEY_HELP, View

__all__ = ["GameList", "Page", "help_page", "statistics_page"]

_UP = {"up", "w", "W", "k", "K"}
_DOWN = {"down", "s", "S", "j", "J"}
_WIDEST = 76  # cells of a line of text: longer ones are hard to read


class Page(Mode):
    """``lines`` tells the text for a width. ``closing`` keys lead back to the mode before."""

    def __init__(
        self,
        view: View,
        back: Mode,
        title: str,
        lines: Callable[[int], list[str]],
        closing: str,
    ) -> None:
        self._view = view
        self._back = back
        self._title = title
        self._lines = lines
        self._closing = {closing, "enter", "q"}
        self._offset = 0
        self._page = 1  # rows that the last drawing had for the text

    def key(self, key: str) -> Mode:
        if key in self._closing:
            return self._back
        if key in _UP:
            self._offset -= 1
        elif key in _DOWN:
            self._offset += 1
        elif key in (" ", "page down"):
            self._offset += self._page
        elif key in ("b", "page up"):
            self._offset -= self._page
        return self

    def draw(self, columns: int, rows: int) -> Canvas:
        lines = self._lines(min(columns, _WIDEST))
        self._page = max(1, rows - 2)
        self._offset = max(0, min(self._offset, len(lines) - self._page))
        footer = self._footer(len(lines))
        return self._view.page(self._title, lines, self._offset, footer, columns, rows)

    def _footer(self, lines: int) -> tuple[str, ...]:
        """How to leave and, if the text is longer than the page, how to move and how far it is."""
        _ = self._view.language
        last = self._offset + self._page
        if lines <= self._page:
            return _("Enter, q: back"), _("q back")
        move = _("space, arrows: more") if last < lines else _("the end; b, arrows: up")
        place, back = f"{last}/{lines}", _("Enter, q: back")
        return f"{place}  {back}  {move}", f"{place}  {back}", place + "  " + _("q back"), place


def help_page(view: View, back: Mode) -> Page:
    """The help."""
    _ = view.language
    keys = (*KEY_HELP, ("Ctrl-L", later("redraw")))
    shown = tuple((_(key), does) for key, does in keys)
    return Page(view, back, _("Help"), lambda room: help_lines(_, shown, room), "f1")


def statistics_page(view: View, back: Mode, session: Session) -> Page:
    """The statistics, as they are now."""
    _ = view.language
    statistics = session.statistics()

    def lines(room: int) -> list[str]:
        return statistics_lines(_, statistics, view.frame.bar, room)

    return Page(view, back, _("Statistics"), lines, "f2")


class GameList(Mode):
    """The game in progress and the finished ones, to choose one for the replay."""

    def __init__(self, view: View, back: Mode, session: Session) -> None:
        self._view = view
        self._back = back
        self._session = session
        self._finished = session.finished_games()
        self._others = session.other_games()
        _ = view.language
        going_on = [(session.game, _("this game"))]
        going_on += [(game, _("in progress")) for game in self._others]
        self._headings, self._games = game_list(_, going_on, self._finished)
        self._chosen = 0
        self._page = 1  # rows that the last drawing had for the games

    def key(self, key: str) -> Mode:
        if key in ("r", "q"):
            return self._back
        if key == "enter":
            try:
                return Replay(self._view, self._back, self._game())
            except Fast2048Error:  # it was damaged on disk, and is gone from the list
                return GameList(self._view, self._back, self._session)
        if key in _UP:
            self._chosen -= 1
        elif key in _DOWN:
            self._chosen += 1
        elif key in (" ", "page down"):
            self._chosen += self._page
        elif key in ("b", "page up"):
            self._chosen -= self._page
        self._chosen = max(0, min(self._chosen, len(self._games) - 1))
        return self

    def _game(self) -> Game:
        going_on = [self._session.game, *self._others]
        if self._chosen < len(going_on):
            return going_on[self._chosen]
        return self._session.load(self._finished[self._chosen - len(going_on)].id)

    def draw(self, columns: int, rows: int) -> Canvas:
        _ = self._view.language
        lines = [
            ("> " if number == self._chosen else "  ") + game
            for number, game in enumerate(self._games)
        ]
        self._page = max(1, rows - 3)
        offset = max(0, min(self._chosen - self._page // 2, len(lines) - self._page))
        shown = ["  " + self._headings, *lines[offset : offset + self._page]]
        replay, back = _("Enter replay"), _("r, q: back")
        footer = f"{replay}  {back}", f"{replay}  q"
        return self._view.page(_("Which game?"), shown, 0, footer, columns, rows)
