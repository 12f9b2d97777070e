"""Pages of text that can be scrolled, and the list of games to replay."""

from __future__ import annotations

from collections.abc import Callable

from fast2048.game import Game
from fast2048.session import Session
from fast2048.terminal.canvas import Canvas, width
from fast2048.terminal.language import later
from fast2048.terminal.mode import Mode
from fast2048.terminal.replay import Replay
from fast2048.terminal.texts import help_lines, statistics_lines, summary_line
from fast2048.terminal.view import KEY_HELP, View

__all__ = ["GameList", "Page", "help_page", "statistics_page"]

_UP = {"up", "w", "W", "k", "K"}
_DOWN = {"down", "s", "S", "j", "J"}


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
        self._closing = {closing, "enter"}
        self._offset = 0
        self._page = 1  # rows that the last drawing had for the text

    def key(self, key: str) -> Mode:
        if key in self._closing:
            return self._back
        if key in _UP:
            self._offset -= 1
        elif key in _DOWN:
            self._offset += 1
        elif key == " ":
            self._offset += self._page
        return self

    def draw(self, columns: int, rows: int) -> Canvas:
        _ = self._view.language
        lines = self._lines(columns)
        self._page = max(1, rows - 2)
        self._offset = max(0, min(self._offset, len(lines) - self._page))
        footer = _("Enter back")
        more = footer + "  " + _("space, arrows: more")
        if len(lines) > self._page and width(more) < columns:
            footer = more
        return self._view.page(self._title, lines, self._offset, footer, columns, rows)


def help_page(view: View, back: Mode) -> Page:
    """The help."""
    _ = view.language
    keys = (*KEY_HELP, ("Ctrl-L", later("redraw")))
    return Page(view, back, _("Help"), lambda room: help_lines(_, keys, room), "f1")


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
        self._games = session.finished_games()
        self._chosen = 0

    def key(self, key: str) -> Mode:
        if key == "r":
            return self._back
        if key in _UP:
            self._chosen = max(0, self._chosen - 1)
        elif key in _DOWN:
            self._chosen = min(len(self._games), self._chosen + 1)
        elif key == "enter":
            return Replay(self._view, self._back, self._game())
        return self

    def _game(self) -> Game:
        if self._chosen == 0:
            return self._session.game
        return self._session.load(self._games[self._chosen - 1].id)

    def draw(self, columns: int, rows: int) -> Canvas:
        _ = self._view.language
        choices = [_("This game"), *(summary_line(_, game) for game in self._games)]
        lines = [
            ("> " if number == self._chosen else "  ") + choice
            for number, choice in enumerate(choices)
        ]
        room = max(1, rows - 2)
        offset = max(0, min(self._chosen - room // 2, len(lines) - room))
        footer = _("Enter replay") + "  " + _("r back")
        return self._view.page(_("Which game?"), lines, offset, footer, columns, rows)
