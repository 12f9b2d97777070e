"""A game that the solver plays while one watches."""

from __future__ import annotations

from fast2048.game import Game
from fast2048.move import Move
from fast2048.solver import Solver
from fast2048.terminal.messages import PAUSED, WATCHING
from fast2048.terminal.outcome import OUTCOMES, OVER
from fast2048.terminal.playback import Replay
from fast2048.terminal.view import View

__all__ = ["Watch"]


class Watch(Replay):
    """A replay whose moves are found as they are needed; those made can be looked at again."""

    def __init__(self, view: View, solver: Solver, game: Game, speed: float) -> None:
        self._solver = solver
        self._found: list[Move] = []
        super().__init__(view, None, game, speed)

    def _upcoming(self) -> Move | None:
        game = self._game
        if game.is_over:
            return None
        if game.moves == len(self._found):
            self._found.append(self._solver.best(game.board))
        return self._found[game.moves]

    @property
    def _ended(self) -> bool:
        return self._game.is_over

    def _message(self) -> tuple[str, ...]:
        forms = self._view.language.forms
        if self._ended:
            return forms((OUTCOMES[OVER],))
        if self._paused:
            return forms(PAUSED, done=self._game.moves, moves=len(self._found))
        return forms(WATCHING, done=self._game.moves, speed=format(self._speed, "g"))
