"""The game itself: what each key does to it, and the boxes that open over the board."""

from __future__ import annotations

import time
from typing import NamedTuple

from fast2048._core import Board
from fast2048.errors import Fast2048Error, IllegalMoveError
from fast2048.move import Move
from fast2048.session import Session
from fast2048.terminal.advice import Advice, advise
from fast2048.terminal.animation import STEP_SECONDS, STEPS, Piece, resting, sliding
from fast2048.terminal.canvas import Canvas
from fast2048.terminal.language import later
from fast2048.terminal.messages import (
    AUTOPLAY,
    CHOOSE,
    GOING_ON,
    NEW_BEST,
    NO_MOVE,
    NO_SOLVER,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    SEED_ASKED,
    UNSAVED,
    Message,
)
from fast2048.terminal.mode import Mode
from fast2048.terminal.opening import in_the_way
from fast2048.terminal.outcome import OUTCOMES, OVER, WON, WON_AND_OVER, outcome
from fast2048.terminal.pages import GameList, help_page, statistics_page
from fast2048.terminal.texts import MOVE_NAMES
from fast2048.terminal.view import Box, Model, View

__all__ = ["BOXES", "Playing"]

_MOVES = {
    key: move
    for move, keys in (
        (Move.UP, ("up", "w", "W", "k", "K")),
        (Move.RIGHT, ("right", "d", "D", "l", "L")),
        (Move.DOWN, ("down", "s", "S", "j", "J")),
        (Move.LEFT, ("left", "a", "A", "h", "H")),
    )
    for key in keys
}
_CTRL_R = "\x12"

# A key that was meant for the board must not answer the box that has just covered it.
_GRACE_SECONDS = 0.3
_AUTOPLAY_SECONDS = 0.25

_KEEP = (later("Enter"), later("keep playing"))
_UNDO = ("u", later("undo"))
_NEW = ("n", later("new game"))
_QUESTION = "question"
BOXES = {
    _QUESTION: (
        later("Give up this game?"),
        (("y", later("yes, a new game")), ("n", later("no, play on"))),
    ),
    WON: (OUTCOMES[WON], (_KEEP, _NEW)),
    OVER: (OUTCOMES[OVER], (_UNDO, _NEW)),
    WON_AND_OVER: (OUTCOMES[WON_AND_OVER], (_UNDO, _NEW)),
}


class _Motion(NamedTuple):
    """A slide under way: from this board, since this time."""

    board: Board
    move: Move
    began: float

    def step(self) -> int:
        return 1 + int((time.monotonic() - self.began) / STEP_SECONDS)


class Playing(Mode):
    """Drives a session by keys. It asks the game for every rule.

    ``message`` is shown until the first key, in one of its lengths. ``seed`` is that of the
    game to play; if another one would be lost, the player is asked.
    """

    def __init__(
        self,
        session: Session,
        view: View,
        *,
        animate: bool,
        message: tuple[str, ...] = (),
        seed: int | None = None,
    ) -> None:
        self._session = session
        self._view = view
        self._animate = animate
        self._message = message
        self._told = session.notice
        self._motion: _Motion | None = None
        self._seed = seed if seed is not None and in_the_way(session, seed) else None
        self._asking = self._seed is not None
        if self._asking and session.notice is None:
            self._tell(SEED_ASKED, seed=seed)
        self._looking = False  # the game-over box was put away, to see the board
        self._autoplay = False
        self._announced_best = session.new_best
        self._box: str | None = None
        self._box_since = 0.0
        self._note_box()

    # ---- keys

    def key(self, key: str) -> Mode | None:
        if key == "q":
            return None
        self._motion = None
        if not self._asking:
            self._message = ()  # it has been read, whatever the key does
        if self._autoplay:
            self._autoplay = False
            following: Mode = self
        else:
            following = self._act(key)
        self._tell_notice()
        self._note_box()
        self._plan()
        return following

    def _act(self, key: str) -> Mode:
        if self._asking:
            self._answer(key)
        elif key in _MOVES:
            self._move(_MOVES[key])
        elif key == "enter" and self._box == WON:
            self._session.keep_playing()
        elif key == "u":
            self._looking = False
            if not self._session.undo():
                self._tell(NOTHING_TO_UNDO)
        elif key == _CTRL_R:
            if not self._session.redo():
                self._tell(NOTHING_TO_REDO)
        elif key == "n":
            self._new()
        elif key == "?":
            self._hint()
        elif key == "t":
            self._start_autoplay()
        elif key == "f1":
            return help_page(self._view, self)
        elif key == "f2":
            return statistics_page(self._view, self, self._session)
        elif key == "r":
            return GameList(self._view, self, self._session)
        return self

    def _tell(self, message: Message, **values: object) -> None:
        self._message = self._view.language.forms(message, **values)

    def _tell_notice(self) -> None:
        """What the saves have to say since the last time."""
        notice = self._session.notice
        if notice is not None and notice is not self._told:
            self._message = self._view.language.lengths(notice)
        self._told = notice

    def _answer(self, key: str) -> None:
        if key in ("y", "Y", "n", "N"):
            self._asking = False
            self._message = ()
            if key in ("y", "Y"):
                self._start_new()
            self._seed = None

    def _move(self, move: Move) -> None:
        if self._box:
            if time.monotonic() - self._box_since >= _GRACE_SECONDS:
                if self._box == WON:
                    self._session.keep_playing()
                else:
                    self._looking = True
        elif self._looking:
            self._looking = False
        else:
            self._push(move)

    def _push(self, move: Move) -> None:
        before = self._session.game.board
        try:
            self._session.push(move)
        except IllegalMoveError:
            return
        if self._animate:
            self._motion = _Motion(before, move, time.monotonic())
        if self._session.new_best and not self._announced_best:
            self._announced_best = True
            self._tell(NEW_BEST)

    def _new(self) -> None:
        game = self._session.game
        # Won or over, the game has had its end: only one in between can be lost.
        if game.moves and outcome(game) is None:
            self._asking = True
        else:
            self._start_new()

    def _start_new(self) -> None:
        if self._seed is not None:
            self._session.new(self._seed)
        elif self._session.new_or_waiting():
            self._tell(GOING_ON, score=self._session.game.score)
        self._looking = False
        self._announced_best = self._session.new_best

    # ---- the solver

    def _advice(self) -> Advice | None:
        game = self._session.game
        if not game.legal_moves:
            self._tell(CHOOSE if game.awaiting_choice else NO_MOVE)
            return None
        try:
            return advise(game.board)
        except Fast2048Error as error:
            self._tell(NO_SOLVER, reason=error)
            return None

    def _hint(self) -> None:
        if advice := self._advice():
            self._session.mark_assisted()
            name = self._view.language(MOVE_NAMES[advice.move])
            self._tell(advice.message, move=name, **advice.values)

    def _start_autoplay(self) -> None:
        if self._advice() is not None:
            self._autoplay = True
            self._tell(AUTOPLAY)

    # ---- time

    def _plan(self) -> None:
        if self._motion:
            self.due = self._motion.began + self._motion.step() * STEP_SECONDS
        elif self._autoplay:
            self.due = time.monotonic() + _AUTOPLAY_SECONDS
        else:
            self.due = None

    def tick(self) -> None:
        if self._motion:
            if self._motion.step() > STEPS:
                self._motion = None
        elif self._autoplay:
            if not self._session.game.legal_moves:
                self._autoplay, self._message = False, ()
            elif advice := self._advice():
                self._session.mark_assisted()
                self._push(advice.move)
                self._tell_notice()
                self._note_box()
            else:
                self._autoplay = False
        self._plan()

    @property
    def is_moving(self) -> bool:
        return self._motion is not None

    def settle(self) -> None:
        self._motion = None
        self._plan()

    # ---- looking

    def _note_box(self) -> None:
        """Find out which box is open now, and since when."""
        box = _QUESTION if self._asking else outcome(self._session.game)
        if self._looking and box != WON:
            box = None
        if box != self._box:
            self._box, self._box_since = box, time.monotonic()

    def _pieces(self) -> list[Piece]:
        motion = self._motion
        if motion is None or motion.step() > STEPS:
            return resting(self._session.game.board)
        return sliding(motion.board, motion.move, motion.step() / (STEPS + 1))

    def draw(self, columns: int, rows: int) -> Canvas:
        _ = self._view.language
        session, game = self._session, self._session.game
        box = None
        if self._box and not self._motion:
            title, choices = BOXES[self._box]
            box = Box(_(title), tuple((_(key), _(meaning)) for key, meaning in choices))
        model = Model(
            pieces=self._pieces(),
            score=game.score,
            best=session.best,
            gain=game.last_reward,
            moves=game.moves,
            seed=game.seed,
            assisted=session.assisted,
            message=self._message,
            problem=self._problem(),
            box=box,
        )
        return self._view.draw(model, columns, rows)

    def _problem(self) -> tuple[str, ...]:
        """That the game is not being saved, in several lengths; nothing while it is."""
        problem, language = self._session.problem, self._view.language
        if problem is None:
            return ()
        long, short = UNSAVED
        return (
            *(language(long, reason=form) for form in language.lengths(problem)),
            language(short),
        )
