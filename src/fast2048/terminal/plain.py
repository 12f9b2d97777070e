"""The game in lines of text: through pipes, on any terminal, for a screen reader."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from fast2048._core import Board
from fast2048.errors import ChoicePendingError, Fast2048Error, IllegalMoveError
from fast2048.game import Game
from fast2048.move import Move
from fast2048.notices import Notice
from fast2048.session import Session
from fast2048.terminal.advice import Advice, advise
from fast2048.terminal.canvas import printed
from fast2048.terminal.language import Language, allow_any_words, later
from fast2048.terminal.messages import (
    GOING_ON,
    NEW_BEST,
    NO_SOLVER,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    SEED_ASKED,
    UNSAVED,
)
from fast2048.terminal.opening import in_the_way, unanswered
from fast2048.terminal.outcome import OUTCOMES, WON, outcome
from fast2048.terminal.texts import MOVE_NAMES, help_lines, statistics_lines

if TYPE_CHECKING:
    from fast2048.solver import Solver

__all__ = ["play_lines", "replay_lines", "watch_lines"]

_MOVES = {
    word: move
    for move, words in (
        (Move.UP, ("up", "w", "k")),
        (Move.RIGHT, ("right", "d", "l")),
        (Move.DOWN, ("down", "s", "j")),
        (Move.LEFT, ("left", "a", "h")),
    )
    for word in words
}
_COMMANDS = (
    ("left right up down, a d w s, h l k j", later("move")),
    ("undo, u", later("undo")),
    ("redo", later("redo")),
    ("hint, ?", later("hint")),
    ("auto, t", later("autoplay")),
    ("new, n", later("new game")),
    ("board, b", later("the board once more")),
    ("replay, r", later("replay")),
    ("keep, c", later("keep playing")),
    ("stats, f2", later("statistics")),
    ("help, f1", later("help")),
    ("quit, q", later("quit")),
)
_WIDTH = 72
_HOW = later("2048 in plain lines. Type left, right, up or down, or help.")
# What keys such as the arrows type where nothing edits the line.
_SEQUENCE = re.compile(
    r"\x1b(?:\[\[.|\[[0-?]*[ -/]*[@-~]|O.|[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?"
)
_SIGPIPE = 13

_T = TypeVar("_T")


class _StoppedError(Exception):
    """A signal came while there was nothing to do but wait."""


class _Signals:
    """Fatal signals end a wait, and nothing else: a move that was begun is finished."""

    def __init__(self) -> None:
        self.caught = 0
        self._waiting = False

    def __enter__(self) -> _Signals:
        self._former = {}
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
            number = getattr(signal, name, None)  # Windows has some of them
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._former[number] = signal.signal(number, self._catch)
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)

    def _catch(self, number: int, frame: FrameType | None) -> None:
        self.caught = number
        if self._waiting:
            raise _StoppedError

    def wait(self, work: Callable[[], _T]) -> _T:
        """Do what takes long and can be given up. Raises _StoppedError when a signal comes."""
        self._waiting = True
        try:
            if self.caught:
                raise _StoppedError
            return work()
        finally:
            self._waiting = False


def play_lines(
    session: Session, language: Language, notice: Notice | None = None, seed: int | None = None
) -> int:
    """Play until the end of input, ``quit`` or a signal. Returns the exit status.

    ``notice`` is told first. ``seed`` is that of the game to play. Raises Fast2048Error if
    the input ends before the player has said whether to give another game up for it.
    """
    game = _Plain(session, language)

    def play(signals: _Signals) -> None:
        game.begin(notice, seed)
        while not game.ended:
            if sys.stdin.isatty():
                print("> ", end="", flush=True)
            line = signals.wait(sys.stdin.buffer.readline)
            if not line:
                break
            game.command(line.decode("utf-8", "replace"))
            sys.stdout.flush()
        game.finish()

    return _guarded(play)


def replay_lines(game: Game, language: Language, speed: float | None) -> int:
    """Print a game move by move, ``speed`` moves a second, None: as fast as it goes. Returns
    the exit status."""

    def play(signals: _Signals) -> None:
        twin = Game(game.seed, game.number, game.start)
        values = {"seed": game.seed, "moves": game.moves, "score": game.score}
        print(language("seed {seed}, moves {moves}, score {score}", **values))
        _print_board(twin.board)
        sys.stdout.flush()
        for move in game.history:
            signals.wait(lambda: time.sleep(1 / speed if speed else 0))
            if twin.awaiting_choice:
                twin.keep_playing()
            twin.push(move)
            print(f"\n{twin.moves}. {_announcement(language, twin)}")
            _print_board(twin.board)
            if speed:
                sys.stdout.flush()

    return _guarded(play)


def watch_lines(solver: Solver, game: Game, language: Language, speed: float) -> int:
    """Print how the solver plays a game on, ``speed`` moves a second. Returns the exit status."""

    def play(signals: _Signals) -> None:
        twin = game.copy()
        print(language("A new game, seed {seed}", seed=twin.seed))
        _print_board(twin.board)
        sys.stdout.flush()
        due = time.monotonic()
        while not twin.is_over:
            if twin.awaiting_choice:
                print(language("You made 2048!"))
                twin.keep_playing()
            move = signals.wait(lambda: solver.best(twin.board))
            due = max(due + 1 / speed, time.monotonic())
            pause = partial(time.sleep, max(0.0, due - time.monotonic()))
            signals.wait(pause)
            twin.push(move)
            print(_announcement(language, twin))
            _print_board(twin.board)
            sys.stdout.flush()
        print(language("Game over: no move is left."))

    return _guarded(play)


def _guarded(play: Callable[[_Signals], None]) -> int:
    """Run it with the signals in hand; the exit status."""
    allow_any_words()
    with _Signals() as signals:
        try:
            play(signals)
            sys.stdout.flush()
        except _StoppedError:
            return 128 + signals.caught
        except BrokenPipeError:
            # Nobody reads any more; what is still in the buffer must not be tried again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 128 + _SIGPIPE
    return 128 + signals.caught if signals.caught else 0


def _print_board(board: Board) -> None:
    """Four lines of text; an empty cell is a point."""
    room = max(4, len(str(board.max_tile)))
    for row in board.tiles:
        print(" ".join(f"{tile or '.':>{room}}" for tile in row))


def _announcement(_: Language, game: Game) -> str:
    """The move made last, its gain and the new tile; empty before the first move."""
    if game.last_move is None or game.last_spawn is None:
        return ""
    cell, tile = game.last_spawn
    return _(
        "{move}, gain {gain}, new {tile} in row {row} column {column}, score {score}",
        move=_(MOVE_NAMES[game.last_move]),
        gain=game.last_reward,
        tile=tile,
        row=cell // 4 + 1,
        column=cell % 4 + 1,
        score=game.score,
    )


class _Plain:
    """Answers commands. What a key does on the screen, a word or a letter does here."""

    def __init__(self, session: Session, language: Language) -> None:
        self._session = session
        self._language = language
        self._asking = False
        self._announced_best = session.new_best
        self._told_problem: Notice | None = None
        self._told_notice = session.notice
        self._seed: int | None = None  # of the game that is asked about
        self.ended = False

    def _say(self, message: str, **values: object) -> None:
        print(printed(self._language(message, **values)))

    def begin(self, notice: Notice | None, seed: int | None) -> None:
        if notice is not None:
            self._tell(notice)
        self._say(_HOW)
        if seed is not None and in_the_way(self._session, seed):
            self._seed = seed
        self._announced_best = self._session.new_best
        self._show_board()
        self._tell_state()
        if self._seed is not None:
            self._say(SEED_ASKED[0], seed=seed)
            self._ask()

    def finish(self) -> None:
        """The end of input. Raises Fast2048Error if it came instead of an answer."""
        if self._seed is not None and not self.ended:
            raise unanswered(self._session, self._seed)

    def command(self, line: str) -> None:
        """Do what one line says."""
        typed = _SEQUENCE.sub("", line).strip()
        word = typed.lower()
        if self._asking:
            self._answer(word)
        elif word in _MOVES:
            self._push(_MOVES[word])
        elif word:
            action = self._actions().get(word)
            if action:
                action()
            else:
                self._say("No such command: {word}. Type help for all of them.", word=repr(typed))
        elif line.strip():  # keys that mean something on a screen only
            self._say(_HOW)

    def _actions(self) -> dict[str, Callable[[], None]]:
        words = {
            "undo u": self._undo,
            "redo": self._redo,
            "hint ?": self._hint,
            "auto autoplay t": self._autoplay,
            "new n": self._new,
            "board b": self._show_board,
            "replay r": self._replay,
            "keep c": self._keep_playing,
            "stats statistics f2": self._statistics,
            "help f1": self._help,
            "quit q": self._quit,
        }
        return {word: action for names, action in words.items() for word in names.split()}

    # ---- moves

    def _push(self, move: Move) -> None:
        try:
            self._session.push(move)
        except ChoicePendingError:
            self._tell_state()
            return
        except IllegalMoveError:
            self._say("{move} changes nothing.", move=self._language(MOVE_NAMES[move]))
            self._tell_state()
            return
        print(_announcement(self._language, self._session.game))
        self._show_board()
        if self._session.new_best and not self._announced_best:
            self._announced_best = True
            self._say(NEW_BEST[0])
        self._tell_state()

    def _show_board(self) -> None:
        _print_board(self._session.game.board)

    def _tell_state(self) -> None:
        game = self._session.game
        result = outcome(game)
        if result:
            self._say(OUTCOMES[result])
            self._say(
                later("Type keep to keep playing, or new.")
                if result == WON
                else later("Type undo or new.")
            )
        if self._session.problem != self._told_problem:
            self._told_problem = self._session.problem
            if self._told_problem is not None:
                reason = self._language.lengths(self._told_problem)[0]
                self._say(UNSAVED[0], reason=reason)
        if self._session.notice is not self._told_notice:
            self._told_notice = self._session.notice
            if self._told_notice is not None:
                self._tell(self._told_notice)

    def _tell(self, notice: Notice) -> None:
        print(printed(self._language.lengths(notice)[0]))

    def _undo(self) -> None:
        self._show_change(self._session.undo(), NOTHING_TO_UNDO[0])

    def _redo(self) -> None:
        self._show_change(self._session.redo(), NOTHING_TO_REDO[0])

    def _show_change(self, changed: bool, otherwise: str) -> None:
        if changed:
            self._say("score {score}", score=self._session.game.score)
            self._show_board()
            self._tell_state()
        else:
            self._say(otherwise)

    def _keep_playing(self) -> None:
        game = self._session.game
        if game.awaiting_choice:
            self._session.keep_playing()
            self._show_board()
        else:
            self._say("There is no choice to make now.")

    # ---- new games

    def _new(self) -> None:
        game = self._session.game
        if game.moves and outcome(game) is None:
            self._ask()
        else:
            self._start_new()

    def _ask(self) -> None:
        self._asking = True
        self._say("Give up this game? yes or no")

    def _answer(self, word: str) -> None:
        if word in ("y", "yes"):
            self._asking = False
            self._start_new()
        elif word in ("n", "no"):
            self._asking, self._seed = False, None
            self._show_board()
        elif word in ("q", "quit"):
            self._quit()
        else:
            self._ask()

    def _start_new(self) -> None:
        if self._seed is None and self._session.new_or_waiting():
            self._say(GOING_ON[0], score=self._session.game.score)
        else:
            if self._seed is not None:
                self._session.new(self._seed)
                self._seed = None
            self._say("A new game, seed {seed}", seed=self._session.game.seed)
        self._announced_best = self._session.new_best
        self._show_board()
        self._tell_state()

    # ---- the solver

    def _advice(self) -> Advice | None:
        game = self._session.game
        if not game.legal_moves:
            self._tell_state()
            return None
        try:
            advice = advise(game.board)
        except Fast2048Error as error:
            self._say(NO_SOLVER[0], reason=error)
            return None
        self._session.mark_assisted()
        return advice

    def _hint(self) -> None:
        if advice := self._advice():
            name = self._language(MOVE_NAMES[advice.move])
            self._say(advice.message[0], move=name, **advice.values)

    def _autoplay(self) -> None:
        if advice := self._advice():
            self._push(advice.move)

    # ---- texts

    def _replay(self) -> None:
        game = self._session.game
        twin = Game(game.seed, game.number, game.start)
        _print_board(twin.board)
        for move in game.history:
            if twin.awaiting_choice:
                twin.keep_playing()
            twin.push(move)
            print(_announcement(self._language, twin))
        self._show_board()

    def _statistics(self) -> None:
        statistics = self._session.statistics()
        print("\n".join(statistics_lines(self._language, statistics, "#", _WIDTH)))

    def _help(self) -> None:
        print("\n".join(help_lines(self._language, _COMMANDS, _WIDTH)))

    def _quit(self) -> None:
        self.ended = True
