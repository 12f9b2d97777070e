"""Game and the reference side by side, driven by hypothesis through everything they do."""

import pickle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fast2048 import ChoicePendingError, Fast2048Error, Game, IllegalMoveError, reference
from strategies import rows as boards
from twins import board_of

seeds = st.integers(0, 2**64 - 1)
numbers = st.integers(0, 2**63 - 1)

# One merge from winning, so that the choice comes up often.
near_win = boards.map(
    lambda rows: (
        (10, 10, *rows[0][2:]),
        *(tuple(min(e, 10) for e in row) for row in rows[1:]),
    )
)


class GameMachine(RuleBasedStateMachine):
    @initialize(seed=seeds, number=numbers)
    def start_new(self, seed, number):
        self.game = Game(seed, number)
        self.model = reference.Game(seed, number)

    @rule(seed=seeds, rows=st.one_of(near_win, boards))
    def start_from_a_board(self, seed, rows):
        self.game = Game(seed, start=board_of(rows))
        self.model = reference.Game(seed, start=rows)

    @rule(move=st.integers(0, 3))
    def push(self, move):
        for error in (ChoicePendingError, IllegalMoveError):
            if (error is ChoicePendingError and self.model.awaiting_choice) or (
                error is IllegalMoveError and move not in self.model.legal_moves
            ):
                with pytest.raises(error):
                    self.model.push(move)
                with pytest.raises(error):
                    self.game.push(move)
                return
        reward = self.model.push(move)
        assert self.game.push(move) == reward
        assert self.game.last_reward == reward

    @rule(pick=st.integers(0, 3), times=st.integers(1, 12))
    def push_legal_moves(self, pick, times):
        for _ in range(times):
            legal = self.model.legal_moves
            if legal:
                self.push(legal[pick % len(legal)])

    @rule(times=st.integers(1, 8))
    def pop(self, times):
        for _ in range(times):
            if self.model.moves:
                assert self.game.pop() == self.model.pop()
            else:
                with pytest.raises(IndexError):
                    self.game.pop()

    @rule()
    def keep_playing(self):
        if self.model.awaiting_choice:
            self.model.keep_playing()
            self.game.keep_playing()
        else:
            with pytest.raises(Fast2048Error):
                self.game.keep_playing()

    @rule()
    def go_on_with_a_copy(self):
        abandoned = self.game
        self.game = self.game.copy()
        while abandoned.moves:
            abandoned.pop()

    @rule()
    def go_on_with_a_pickle(self):
        self.game = pickle.loads(pickle.dumps(self.game))  # noqa: S301 - our own pickle

    @invariant()
    def both_say_the_same(self):
        game, model = self.game, self.model
        assert game.board.exponents == model.board
        assert game.score == model.score
        assert game.moves == model.moves
        assert game.history == model.history
        assert game.legal_moves == model.legal_moves
        assert game.is_over == model.is_over
        assert game.is_won == model.is_won
        assert game.awaiting_choice == model.awaiting_choice
        assert game.last_spawn == model.last_spawn


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
