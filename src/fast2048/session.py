"""The one game in progress of this player, saved after every step.

Front ends drive a Session; they hold no rule and no persistence of their own.
"""

from __future__ import annotations

from pathlib import Path

from fast2048.errors import Fast2048Error, IllegalMoveError
from fast2048.game import Game
from fast2048.move import Move
from fast2048.notices import Notice
from fast2048.store import Store
from fast2048.tables import GameSummary, Progress, Statistics

__all__ = ["UNSAVED", "GameSummary", "Session", "Statistics"]

UNSAVED = 3  # the exit status of a front end whose game could not be saved


class Session:
    """A game that is on disk whenever a call returns.

    Two sessions at a time play two games. A session belongs to one thread.
    """

    def __init__(self, store: Store, progress: Progress) -> None:
        self._store = store
        self._progress = progress

    @classmethod
    def open(
        cls, *, seed: int | None = None, home: Path | None = None, exclusive: bool = False
    ) -> Session:
        """Resume the game in progress, or start one.

        ``seed`` starts a game with this seed in any case; one in progress goes into the
        history. ``home`` is the directory of the saves, by default the player's own.
        ``exclusive``: the game played last or none. Raises InvalidSeedError, Fast2048Error
        if ``exclusive`` and that game is open elsewhere, and nothing for what is wrong
        with the saves: see ``problem`` and ``notice``.
        """
        if seed is not None:
            Game(seed)  # a bad one is refused before anything is touched
        store = Store(home, claim=True)
        if exclusive and store.is_second:
            store.close()
            raise Fast2048Error("the saved game is open elsewhere: moves are made there, not here")
        if store.saved is not None:
            session = cls(store, store.saved)
            if seed is not None:
                session.new(seed)
        else:
            session = cls(store, Progress(Game(seed), former_best=store.best()))
            store.keep(session._progress)
        return session

    # ---- looking

    @property
    def game(self) -> Game:
        """The game. To look at: moves are made through the session."""
        return self._progress.game

    @property
    def assisted(self) -> bool:
        """Whether undo, a hint or autoplay was used in this game."""
        return self._progress.assisted

    @property
    def best(self) -> int:
        """The best score without assistance so far, this game's included."""
        return self._store.best()

    @property
    def new_best(self) -> bool:
        """Whether this game has passed the best score of all games before it."""
        progress = self._progress
        return not progress.assisted and 0 < progress.former_best < self.game.score == self.best

    @property
    def problem(self) -> Notice | None:
        """Why games are not being saved at present, or None."""
        return self._store.problem

    @property
    def notice(self) -> Notice | None:
        """What the player should be told once about the saves, or None."""
        return self._store.notice

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be made again."""
        return bool(self._progress.undone)

    # ---- playing

    def push(self, move: Move) -> int:
        """Make a move. Returns the reward. Raises as ``Game.push``, and then changes nothing."""
        before = self.game.moves
        reward = self.game.push(move)
        self._progress.undone.clear()
        self._store.keep(self._progress, before=before, pushed=True)
        return reward

    def undo(self) -> bool:
        """Take the last move back; the game is assisted from now on. False at the start.

        The generator goes back too: the same move brings the same tile.
        """
        before = self.game.moves
        if before == 0:
            return False
        self._progress.undone.append(self.game.pop())
        self._progress.assisted = True
        self._store.keep(self._progress, before=before)
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back last. False if there is none."""
        before = self.game.moves
        if not self._progress.undone:
            return False
        if self.game.awaiting_choice:
            self.game.keep_playing()  # as it was answered when the move was made first
        try:
            self.game.push(self._progress.undone[-1])
        except IllegalMoveError:  # on disk moves that are yet to be redone are not replayed
            self._progress.undone.clear()
            return False
        self._progress.undone.pop()
        self._progress.assisted = True
        self._store.keep(self._progress, before=before)
        return True

    def keep_playing(self) -> None:
        """Play on after the win. Raises Fast2048Error if there is no choice to make."""
        self.game.keep_playing()
        self._store.keep(self._progress, before=self.game.moves)

    def mark_assisted(self) -> None:
        """Note that a hint or autoplay was used in this game."""
        if not self._progress.assisted:
            self._progress.assisted = True
            self._store.keep(self._progress, before=self.game.moves)

    def new(self, seed: int | None = None) -> None:
        """Start another game; the present one, if it has a move, goes into the history."""
        game = Game(seed)
        self._store.leave(self._progress)
        self._progress = Progress(game, former_best=self._store.best())
        self._store.keep(self._progress)

    @property
    def waiting(self) -> int:
        """How many other games in progress nobody plays: begun in a second instance, say."""
        return self._store.waiting()

    def new_or_waiting(self) -> bool:
        """As ``new``; but a game that waits elsewhere is gone on with first. Whether it was."""
        if not self.waiting:
            self.new()
            return False
        self._store.leave(self._progress)
        progress = self._store.claim_waiting()
        if progress is None:  # another instance was quicker
            self._progress = Progress(Game(), former_best=self._store.best())
            self._store.keep(self._progress)
            return False
        self._progress = progress
        self._store.keep(progress)
        return True

    def other_games(self) -> list[Game]:
        """The other games in progress, the one played last first: waiting, or open elsewhere."""
        return [progress.game for progress in self._store.other_games()]

    # ---- the history

    def statistics(self) -> Statistics:
        """What the history adds up to."""
        return self._store.statistics()

    def finished_games(self) -> list[GameSummary]:
        """The games of the history, the latest first: those played to the end, and those left."""
        return self._store.summaries()

    def load(self, game_id: int) -> Game:
        """A game of the history, played again. Raises Fast2048Error if there is none."""
        record = self._store.record(game_id)
        if record is None:
            raise Fast2048Error(f"no game {game_id} in the history")
        return record.game

    # ---- the end

    def close(self) -> None:
        """Write what could not be written before, if it can be now, and let the game go."""
        if self._store.is_behind:
            self._store.keep(self._progress)
        self._store.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
