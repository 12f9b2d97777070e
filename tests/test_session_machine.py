"""A session in any order of steps, with crashes between and interrupted writes."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fast2048 import Game
from fast2048.session import Session
from playing import WINNING, state
from saving import began_with, crash


@settings(max_examples=30, stateful_step_count=50)
class AnyOrder(RuleBasedStateMachine):
    """A session against a plain game with a list beside it."""

    def __init__(self):
        super().__init__()
        self.directory = tempfile.TemporaryDirectory()
        self.home = Path(self.directory.name)
        # Four 1024 tiles: wins are near, and on a board this full so are ends.
        self.begin(Game(5, start=WINNING.transform(1)))
        self.left = []
        self.best = {False: 0, True: 0}

    def begin(self, game):
        self.session = began_with(self.home, game.copy())
        self.game, self.undone, self.assisted = game, [], False

    def note(self):
        self.best[self.assisted] = max(self.best[self.assisted], self.game.score)

    @rule(choice=st.integers(0, 3), times=st.integers(1, 30))
    def push(self, choice, times):
        for _ in range(times):
            legal = self.game.legal_moves
            if not legal:
                break
            move = legal[choice % len(legal)]
            assert self.session.push(move) == self.game.push(move)
            self.undone.clear()
            self.note()

    @rule(times=st.integers(1, 5))
    def undo(self, times):
        for _ in range(times):
            could = bool(self.game.moves)
            assert self.session.undo() == could
            if could:
                self.undone.append(self.game.pop())
                self.assisted = True
                self.note()

    @rule(times=st.integers(1, 5))
    def redo(self, times):
        for _ in range(times):
            could = bool(self.undone)
            assert self.session.redo() == could
            if could:
                if self.game.awaiting_choice:
                    self.game.keep_playing()
                self.game.push(self.undone.pop())
                self.note()

    @precondition(lambda self: self.game.awaiting_choice)
    @rule()
    def keep_playing(self):
        self.session.keep_playing()
        self.game.keep_playing()

    @rule()
    def hint(self):
        self.session.mark_assisted()
        self.assisted = True
        self.note()

    @rule(seed=st.integers(0, 9))
    def new(self, seed):
        self.session.new(seed)
        if self.game.moves:
            self.left.append((self.game.history, self.assisted))
        self.game, self.undone, self.assisted = Game(seed), [], False

    @rule(ending=st.sampled_from([crash, Session.close]))
    def reopen(self, ending):
        ending(self.session)
        self.session = Session.open(home=self.home)

    @rule()
    def interrupted_write(self):
        """The game went on, and the write did not come: the next one makes up for it."""
        if self.game.legal_moves:
            move = self.game.legal_moves[0]
            self.session.game.push(move)
            self.session._progress.undone.clear()
            self.game.push(move)
            self.undone.clear()
            self.session._store.keep(self.session._progress, before=self.game.moves)
            self.note()

    @invariant()
    def agrees(self):
        session = self.session
        assert session.problem is None
        assert session.notice is None
        assert state(session.game) == state(self.game)
        assert session.assisted == self.assisted
        assert session.can_redo == bool(self.undone)
        assert session.best == self.best[False]
        known = [
            (session.load(game.id).history, game.assisted) for game in session.finished_games()
        ]
        over = [(self.game.history, self.assisted)] if self.game.is_over else []
        assert sorted(known) == sorted(self.left + over)

    def teardown(self):
        crash(self.session)
        self.directory.cleanup()


TestAnyOrder = AnyOrder.TestCase
