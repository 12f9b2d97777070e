"""A session: the rules of Game, undo and redo, and all of it on disk after every step."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from fast2048 import (
    ChoicePendingError,
    Fast2048Error,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSeedError,
    Move,
)
from fast2048.session import Session
from playing import WINNING, state
from saving import began_with, crash


@pytest.fixture
def resume(home):
    """Open a session; every one that was opened before is gone, as after kill -9."""
    opened = []

    def resume(**options):
        for session in opened:
            crash(session)
        opened.append(Session.open(home=home, **options))
        return opened[-1]

    yield resume
    for session in opened:
        crash(session)


def lose(session, choose=None):
    """Random legal moves until the game is over."""
    choose = choose or random.Random(3)
    while not session.game.is_over:
        if session.game.awaiting_choice:
            session.keep_playing()
        session.push(choose.choice(session.game.legal_moves))
    return session


def push_some(session, moves):
    for _ in range(moves):
        session.push(session.game.legal_moves[0])
    return session


# ---- saved at once


def test_every_move_is_there_after_a_crash(resume):
    session = resume()
    for _ in range(40):
        reward = session.push(session.game.legal_moves[-1])
        assert reward == session.game.last_reward
        before = state(session.game)
        session = resume()
        assert state(session.game) == before
        assert (session.problem, session.notice, session.assisted) == (None, None, False)


def test_a_game_without_moves_is_there_after_a_crash(resume):
    before = state(resume().game)
    assert state(resume().game) == before


def test_an_illegal_move_changes_nothing(resume):
    session = push_some(resume(seed=7), 3)
    while len(session.game.legal_moves) == 4:
        session.push(session.game.legal_moves[0])
    session.undo()
    session.redo()
    session.undo()
    before = state(session.game)
    illegal = [move for move in Move if move not in session.game.legal_moves]
    for wrong in *illegal, 4:
        with pytest.raises((IllegalMoveError, InvalidMoveError)):
            session.push(wrong)
    assert state(session.game) == before
    assert session.can_redo
    session = resume()
    assert state(session.game) == before
    assert session.can_redo


# ---- undo and redo


def test_undo_and_redo_go_back_to_the_start_and_forth_with_the_same_tiles(resume):
    session = push_some(resume(), 30)
    states = [state(session.game)]
    while session.undo():
        states.append(state(session.game))
    assert len(states) == 31
    assert session.game.moves == 0
    session = resume()
    assert state(session.game) == states.pop()
    while session.redo():
        assert state(session.game) == states.pop()
    assert not states
    assert not session.can_redo


def test_undo_and_redo_with_nothing_to_do_change_nothing(resume):
    session = resume()
    assert not session.undo()
    assert not session.redo()
    assert not session.assisted


def test_undo_marks_the_game_assisted_for_good(resume):
    session = push_some(resume(), 2)
    session.undo()
    assert session.assisted
    session.redo()
    assert session.assisted
    assert resume().assisted
    session = resume()
    session.new()
    assert not session.assisted
    assert not resume().assisted


def test_a_hint_marks_the_game_assisted_for_good(resume):
    session = resume()
    session.mark_assisted()
    assert resume().assisted


def test_another_move_drops_what_could_be_redone(resume):
    session = push_some(resume(seed=7), 5)
    session.undo()
    session.undo()
    session.push(session.game.legal_moves[-1])
    assert not session.can_redo
    before = state(session.game)
    session = resume()
    assert not session.can_redo
    assert state(session.game) == before


# ---- winning


def test_the_open_choice_and_its_answer_are_saved(home, resume):
    session = began_with(home, Game(1, start=WINNING))
    session.push(Move.LEFT)
    crash(session)
    session = resume()
    assert session.game.awaiting_choice
    with pytest.raises(ChoicePendingError):
        session.push(Move.RIGHT)
    session.keep_playing()
    session = resume()
    assert not session.game.awaiting_choice
    assert session.game.is_won
    with pytest.raises(Fast2048Error):
        session.keep_playing()


def test_redo_answers_the_choice_as_it_was_answered(home, resume):
    session = began_with(home, Game(1, start=WINNING))
    session.push(Move.LEFT)
    session.keep_playing()
    session.push(Move.RIGHT)
    played = state(session.game)
    session.undo()
    session.undo()
    crash(session)
    session = resume()
    assert session.redo()
    assert session.game.awaiting_choice
    session = resume()
    assert session.game.awaiting_choice
    assert session.redo()
    assert state(session.game) == played
    assert state(resume().game) == played


# ---- the best score


def test_the_best_score_includes_the_game_in_progress_and_is_never_lowered(resume):
    session = resume()
    while session.game.score < 50:
        assert session.best == session.game.score
        session.push(session.game.legal_moves[0])
    best = session.best
    assert best == session.game.score
    while session.undo():
        assert session.best == best
    session.new()
    assert session.best == best
    assert resume().best == best


def test_an_assisted_game_has_a_best_of_its_own(resume):
    session = resume()
    session.mark_assisted()
    while session.game.score < 50:
        session.push(session.game.legal_moves[0])
    assert session.best == 0
    statistics = session.statistics()
    assert (statistics.best, statistics.best_assisted) == (0, session.game.score)
    assert resume().best == 0


def test_a_new_best_is_one_that_passes_a_former_one(resume):
    session = resume()
    while session.game.score < 20:
        session.push(session.game.legal_moves[0])
        assert not session.new_best  # the first game of all passes nothing
    former = session.best
    session.new()
    while session.game.score <= former:
        assert not session.new_best
        assert session.best == former
        session.push(session.game.legal_moves[0])
    assert session.new_best
    session = resume()
    assert session.new_best
    session.mark_assisted()
    assert not session.new_best


# ---- the history


def test_a_lost_game_is_in_the_history_once(resume):
    session = lose(resume(seed=7))
    (first,) = session.finished_games()
    session = resume()
    assert session.game.is_over
    assert session.finished_games() == [first]
    session.new()
    assert session.finished_games() == [first]
    assert resume().finished_games() == [first]
    assert first.over
    assert not first.won
    assert not first.assisted
    assert abs(datetime.now(UTC) - first.when) < timedelta(minutes=1)


def test_undo_revives_a_lost_game_and_takes_it_out_of_the_history(resume):
    session = lose(resume())
    ended = state(session.game)
    best = session.best
    assert session.undo()
    assert session.finished_games() == []
    assert session.statistics().games == 0
    session = resume()
    assert not session.game.is_over
    assert session.assisted
    assert session.best == best
    session.redo()
    assert state(session.game) == ended
    (again,) = session.finished_games()
    assert again.assisted
    assert session.statistics().games == 1


def test_a_game_that_is_left_is_in_the_history_if_it_has_moves(resume):
    session = resume()
    session.new(seed=8)
    assert session.finished_games() == []
    push_some(session, 4)
    left = state(session.game)
    session.new()
    (kept,) = session.finished_games()
    assert (kept.seed, kept.moves, kept.over, kept.assisted) == (8, 4, False, False)
    assert state(session.load(kept.id)) == left
    statistics = resume().statistics()
    assert (statistics.games, statistics.abandoned, statistics.moves) == (0, 1, 0)
    assert statistics.in_progress == 0


def test_a_hint_after_the_end_is_noted_in_the_history(resume):
    session = lose(resume())
    (before,) = session.finished_games()
    session.mark_assisted()
    (after,) = session.finished_games()
    assert after.assisted
    assert (after.id, after.when) == (before.id, before.when)


def test_a_seed_starts_a_new_game_and_keeps_the_old_one(resume):
    session = push_some(resume(seed=7), 4)
    assert (session.game.seed, session.game.number) == (7, 0)
    session = resume(seed=7)
    assert session.game.moves == 0
    assert [game.moves for game in session.finished_games()] == [4]


@pytest.mark.parametrize("seed", [-1, 2**64, True, "7"])
def test_a_bad_seed_is_refused_before_anything_is_touched(resume, seed):
    before = state(push_some(resume(), 2).game)
    with pytest.raises(InvalidSeedError):
        resume(seed=seed)
    session = resume()
    with pytest.raises(InvalidSeedError):
        session.new(seed)
    assert state(session.game) == before
    assert session.finished_games() == []


def test_the_largest_seed_comes_back(resume):
    push_some(resume(seed=2**64 - 1), 3)
    session = resume()
    assert session.game.seed == 2**64 - 1
    session.new()
    assert session.finished_games()[0].seed == 2**64 - 1


def test_a_game_of_the_history_is_played_again(resume):
    session = lose(resume())
    ended = state(session.game)
    session.new()
    assert state(session.load(session.finished_games()[0].id)) == ended
    with pytest.raises(Fast2048Error, match="no game 99"):
        session.load(99)


# ---- two at a time


def test_a_second_session_plays_its_own_game(home):
    with Session.open(home=home) as first:
        push_some(first, 3)
        with Session.open(home=home) as second:
            assert second.game.moves == 0
            assert str(second.notice) == (
                "Another game of yours is open: this one is kept beside it"
            )
            push_some(second, 5)
            push_some(first, 1)
            games = state(first.game), state(second.game)
    # The one played last comes first.
    with Session.open(home=home) as first, Session.open(home=home) as second:
        assert (state(first.game), state(second.game)) == games
        push_some(second, 1)
        latest = state(second.game)
    with Session.open(home=home) as first:
        assert state(first.game) == latest
        assert first.notice is None
        assert first.waiting == 1
        assert [state(game) for game in first.other_games()] == [games[0]]


def test_a_game_of_a_second_session_is_gone_on_with_before_a_new_one_begins(home):
    with Session.open(home=home) as first, Session.open(home=home) as second:
        push_some(first, 3)
        push_some(second, 5)
        waiting, latest = state(first.game), state(second.game)
    with Session.open(home=home) as session:
        assert state(session.game) == latest
        assert session.waiting == 1
        assert session.new_or_waiting()
        assert state(session.game) == waiting
        assert session.waiting == 0
        assert [game.moves for game in session.finished_games()] == [5]
        push_some(session, 1)
        waiting = state(session.game)
    with Session.open(home=home) as session:
        assert state(session.game) == waiting
        assert session.notice is None
        assert not session.new_or_waiting()
        assert session.game.moves == 0
        assert sorted(game.moves for game in session.finished_games()) == [4, 5]


def test_a_game_that_is_being_played_does_not_wait(home):
    with Session.open(home=home) as first, Session.open(home=home) as second:
        push_some(first, 3)
        assert second.waiting == 0
        assert [state(game) for game in second.other_games()] == [state(first.game)]
        assert first.other_games() == []  # the other one has no move yet
        assert not second.new_or_waiting()
        assert state(second.game) != state(first.game)


def test_a_lost_game_is_once_in_the_history_when_a_waiting_one_follows(home):
    with Session.open(home=home) as first, Session.open(home=home) as second:
        push_some(first, 3)
        lose(second)
    with Session.open(home=home) as session:
        assert session.game.is_over
        assert session.new_or_waiting()
        assert session.game.moves == 3
        assert [game.over for game in session.finished_games()] == [True]


def test_an_exclusive_session_is_that_of_the_game_played_last_or_none(home):
    with Session.open(home=home) as first:
        push_some(first, 3)
        with pytest.raises(Fast2048Error, match="open elsewhere"):
            Session.open(home=home, exclusive=True)
        assert first.statistics().in_progress == 1
    with Session.open(home=home, exclusive=True) as session:
        assert session.game.moves == 3
        assert session.other_games() == []


def test_games_in_progress_are_counted_in_every_slot(home):
    with Session.open(home=home) as first, Session.open(home=home) as second:
        push_some(first, 3)
        assert second.statistics().in_progress == 1
        push_some(second, 3)
        assert second.statistics().in_progress == 2
        lose(second)
        assert first.statistics().in_progress == 1
        assert first.statistics().games == 1


def test_neither_of_two_sessions_loses_a_game_or_a_best(home):
    with Session.open(home=home) as first, Session.open(home=home) as second:
        choose = random.Random(4)
        for _ in range(3):
            while not (first.game.is_over and second.game.is_over):
                for session in first, second:
                    if session.game.legal_moves:
                        session.push(choose.choice(session.game.legal_moves))
            first.new()
            second.new()
        games = first.finished_games()
        assert games == second.finished_games()
        assert len(games) == 6
        best = max(game.score for game in games)
        assert first.statistics().best == best
    with Session.open(home=home) as session:
        assert session.best == best
