"""A game played back."""

from __future__ import annotations

import time

from fast2048.game import Game
from fast2048.move import Move
from fast2048.terminal.animation import resting
from fast2048.terminal.canvas import Canvas
from fast2048.terminal.language import later
from fast2048.terminal.messages import PAUSED, REPLAYING
from fast2048.terminal.mode import Mode
from fast2048.terminal.view import Model, View

__all__ = ["FASTEST", "SLOWEST", "Replay"]

SLOWEST, FASTEST = 0.25, 64.0  # moves a second

_KEYS = (
    (later("space"), later("pause")),
    (later("left"), later("a move back")),
    (later("right"), later("a move on")),
    ("+ -", later("speed")),
)
_BACK = ("q", later("back"))
_QUIT = ("q", later("quit"))


class Replay(Mode):
    """Plays the moves of ``game`` from its start, so many a second. ``game`` stays as it is."""

    def __init__(self, view: View, back: Mode | None, game: Game, speed: float = 4.0) -> None:
        self._view = view
        self._back = back
        self._history = game.history
        self._game = Game(game.seed, game.number, game.start)
        self._speed = min(max(speed, SLOWEST), FASTEST)
        self._paused = False
        self._plan()

    def _plan(self) -> None:
        """When to make the next move."""
        running = not self._paused and not self._ended
        self.due = time.monotonic() + 1 / self._speed if running else None

    def tick(self) -> None:
        self._forward()
        self._plan()

    @property
    def _ended(self) -> bool:
        return self._game.moves == len(self._history)

    def _upcoming(self) -> Move | None:
        return None if self._ended else self._history[self._game.moves]

    def _forward(self) -> None:
        move = self._upcoming()
        if move is not None:
            if self._game.awaiting_choice:
                self._game.keep_playing()
            self._game.push(move)

    def key(self, key: str) -> Mode | None:
        if key in ("enter", "q"):
            return self._back
        if key == " ":
            self._paused = not self._paused
        elif key in ("+", "=") and self._speed < FASTEST:
            self._speed *= 2
        elif key == "-" and self._speed > SLOWEST:
            self._speed /= 2
        elif key == "right":
            self._paused = True
            self._forward()
        elif key == "left":
            self._paused = True
            if self._game.moves:
                self._game.pop()
        else:
            return self
        self._plan()
        return self

    def _message(self) -> tuple[str, ...]:
        forms = self._view.language.forms
        done, moves = self._game.moves, len(self._history)
        if self._paused:
            return forms(PAUSED, done=done, moves=moves)
        return forms(REPLAYING, done=done, moves=moves, speed=format(self._speed, "g"))

    def draw(self, columns: int, rows: int) -> Canvas:
        game = self._game
        model = Model(
            pieces=resting(game.board),
            score=game.score,
            best=None,
            gain=game.last_reward,
            moves=game.moves,
            seed=game.seed,
            keys=(*_KEYS, _QUIT if self._back is None else _BACK),
            message=self._message(),
        )
        return self._view.draw(model, columns, rows)
