"""A whole game: spawn, score, the win and its choice, the end, undo, copies."""

import copy
import pickle
import random

import pytest

from fast2048 import (
    Board,
    ChoicePendingError,
    Fast2048Error,
    Game,
    IllegalMoveError,
    Move,
)
from twins import Engine, rows_of_tiles

UP, RIGHT, DOWN, LEFT = range(4)


def worth(rows):
    """The points in the tiles, had all of them been built from spawned 2s."""
    return sum((e - 1) << e for row in rows for e in row if e)


def play(rules, game, player, moves=10**9):
    """Random legal moves, at most so many; the win is answered with playing on."""
    while not game.is_over and moves:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(player.choice(game.legal_moves))
        moves -= 1
    return game


def test_a_new_game_has_two_tiles_and_no_score(rules):
    for number in range(100):
        game = rules.game(1, number)
        rows = rules.rows_of(game)
        assert sum(e > 0 for row in rows for e in row) == 2
        assert {e for row in rows for e in row} <= {0, 1, 2}
        assert (game.score, game.moves, game.history) == (0, 0, ())
        assert [game.is_over, game.is_won, game.awaiting_choice] == [False] * 3


def test_a_move_slides_scores_and_spawns_one_tile(rules):
    game = rules.game(1, start=rows_of_tiles("2 2 4 0 / 0 / 0 / 0"))
    assert game.push(LEFT) == 4
    cell, tile = game.last_spawn
    expected = rules.spawn(rows_of_tiles("4 4 0 0 / 0 / 0 / 0"), cell, tile)
    assert rules.rows_of(game) == expected
    assert (game.score, game.moves, game.history) == (4, 1, (LEFT,))


def test_an_illegal_move_changes_nothing_and_draws_nothing(rules):
    rows = rows_of_tiles("0 / 0 / 4 2 4 0 / 16 8 2 4")
    game, twin = rules.game(1, start=rows), rules.game(1, start=rows)
    for _ in range(5):
        with pytest.raises(IllegalMoveError):
            game.push(LEFT)
    assert rules.rows_of(game) == rows
    assert (game.score, game.moves, game.history, game.last_spawn) == (0, 0, (), None)
    with pytest.raises(IndexError):
        game.pop()
    game.push(UP)
    twin.push(UP)
    assert rules.rows_of(game) == rules.rows_of(twin)


def test_the_last_gap_closes_and_the_game_is_over_after_the_spawn(rules):
    rows = rows_of_tiles("0 2 4 8 / 8 2 4 8 / 2 4 8 16 / 16 8 4 2")
    for seed in range(20):
        game = rules.game(seed, start=rows)
        game.push(LEFT)
        assert game.last_spawn[0] == 3
        assert game.is_over
        assert game.legal_moves == ()
        assert rules.legal_moves(rules.rows_of(game)) == ()


def test_a_tile_made_by_a_merge_may_merge_in_the_next_move(rules):
    for seed in range(20):
        game = rules.game(seed, start=rows_of_tiles("0 / 0 0 0 2 / 0 0 0 2 / 0 2 2 4"))
        assert game.push(RIGHT) == 4
        assert rules.rows_of(game)[3][2:] == (2, 2)
        assert game.push(RIGHT) >= 8
        assert rules.rows_of(game)[3][3] == 3


def test_score_is_the_worth_of_the_tiles_less_four_for_each_spawned_four(rules):
    player = random.Random(1)
    for number in range(40 if rules is Engine else 8):
        game = rules.game(5, number)
        fours = worth(rules.rows_of(game)) // 4
        while not game.is_over:
            if game.awaiting_choice:
                game.keep_playing()
            game.push(player.choice(game.legal_moves))
            fours += game.last_spawn[1] == 4
            assert game.score == worth(rules.rows_of(game)) - 4 * fours


# ---- winning


def won(rules, seed=1):
    game = rules.game(seed, start=rows_of_tiles("1024 1024 0 0 / 0 / 0 / 0"))
    assert game.push(LEFT) == 2048
    return game


def test_a_merge_to_2048_wins_and_no_move_is_accepted_until_the_choice(rules):
    game = won(rules)
    assert game.is_won
    assert game.awaiting_choice
    assert not game.is_over
    assert game.legal_moves == ()
    before = rules.rows_of(game)
    for move in range(4):
        with pytest.raises(ChoicePendingError):
            game.push(move)
    assert (rules.rows_of(game), game.moves, game.score) == (before, 1, 2048)
    game.keep_playing()
    assert game.is_won
    assert not game.awaiting_choice
    game.push(game.legal_moves[0])
    assert game.moves == 2


def test_a_win_is_announced_once(rules):
    rows = rows_of_tiles("1024 1024 0 0 / 1024 1024 0 0 / 2 0 0 0 / 0")
    game = rules.game(1, start=rows)
    game.push(LEFT)
    assert game.awaiting_choice
    game.keep_playing()
    assert game.push(UP) == 4096  # the two 2048s
    assert game.is_won
    assert not game.awaiting_choice


def test_another_2048_made_later_is_not_announced(rules):
    rows = rows_of_tiles("1024 1024 0 0 / 4 0 0 0 / 1024 0 0 0 / 1024 0 0 0")
    game = rules.game(1, start=rows)
    game.push(LEFT)
    game.keep_playing()
    assert game.push(DOWN) >= 2048
    assert not game.awaiting_choice


def test_a_2048_that_was_set_up_wins_nothing(rules):
    game = rules.game(1, start=rows_of_tiles("2048 0 0 2 / 0 / 0 / 0"))
    game.push(DOWN)
    assert not game.is_won


def test_a_4096_made_of_two_set_up_2048s_wins_nothing(rules):
    game = rules.game(1, start=rows_of_tiles("2048 2048 0 0 / 0 / 0 / 0"))
    assert game.push(LEFT) == 4096
    assert not game.is_won


def test_won_and_stuck_by_the_same_move_is_won_and_over(rules):
    rows = rows_of_tiles("1024 1024 8 128 / 16 32 16 64 / 32 16 32 16 / 16 32 16 32")
    game = rules.game(1, start=rows)
    game.push(LEFT)
    assert game.is_won
    assert game.is_over
    assert not game.awaiting_choice
    with pytest.raises(Fast2048Error):
        game.keep_playing()
    with pytest.raises(IllegalMoveError):
        game.push(LEFT)


def test_keep_playing_needs_an_open_choice(rules):
    game = rules.game(1)
    with pytest.raises(Fast2048Error, match="no choice is open"):
        game.keep_playing()
    game = won(rules)
    game.keep_playing()
    with pytest.raises(Fast2048Error, match="no choice is open"):
        game.keep_playing()


# ---- undo


def test_undo_goes_back_to_the_start_and_the_same_moves_bring_the_same_game(rules):
    game = play(rules, rules.game(9), random.Random(2), moves=300)
    states = []
    moves = game.history
    final = rules.rows_of(game), game.score, game.last_spawn
    for move in reversed(moves):
        assert game.pop() == move
        states.append((rules.rows_of(game), game.score))
    assert (game.moves, game.score, game.history) == (0, 0, ())
    assert rules.rows_of(game) == rules.rows_of(rules.game(9))
    with pytest.raises(IndexError):
        game.pop()
    for move, state in zip(moves, reversed(states), strict=True):
        assert (rules.rows_of(game), game.score) == state
        if game.awaiting_choice:
            game.keep_playing()
        game.push(move)
    assert (rules.rows_of(game), game.score, game.last_spawn) == final


def test_undo_revives_a_lost_game(rules):
    game = play(rules, rules.game(4), random.Random(3))
    assert game.is_over
    game.pop()
    assert not game.is_over
    assert game.legal_moves


def test_undo_takes_a_win_back_and_it_can_be_won_again(rules):
    game = won(rules)
    game.pop()
    assert not game.is_won
    assert not game.awaiting_choice
    game.push(LEFT)
    assert game.awaiting_choice


def test_undo_after_playing_on_does_not_ask_again(rules):
    game = won(rules)
    game.keep_playing()
    game.push(game.legal_moves[0])
    game.pop()
    assert game.is_won
    assert not game.awaiting_choice


# ---- seeds


def test_a_seed_and_a_number_name_a_game(rules):
    same = play(rules, rules.game(7, 3), random.Random(1), moves=100)
    again = play(rules, rules.game(7, 3), random.Random(1), moves=100)
    assert rules.rows_of(same) == rules.rows_of(again)
    starts = {rules.rows_of(rules.game(seed, number)) for seed in range(8) for number in range(8)}
    assert len(starts) > 50  # of 64 drawn from 120 * 4 boards


def test_a_drawn_seed_is_told_and_repeats_the_game():
    game = Game()
    assert 0 <= game.seed < 2**53
    assert Game(game.seed).board == game.board
    assert len({Game().seed for _ in range(20)}) == 20


def test_the_largest_seed_and_number_work(rules):
    game = play(rules, rules.game(2**64 - 1, 2**63 - 1), random.Random(1), moves=50)
    assert game.moves == 50


# ---- the engine's Game as a Python object


def facts(game):
    return (
        game.board, game.score, game.moves, game.history, game.legal_moves, game.is_over,
        game.is_won, game.awaiting_choice, game.last_move, game.last_reward, game.last_spawn,
        game.seed, game.number, game.start,
    )  # fmt: skip


GAMES = {
    "new": lambda: Game(1, 2),
    "in progress": lambda: play(Engine, Game(3), random.Random(1), moves=60),
    "over": lambda: play(Engine, Game(3), random.Random(1)),
    "from a board": lambda: play(
        Engine, Game(5, 6, Board.from_text("1234/0000/0000/0000")), random.Random(1), moves=30
    ),
    "won, choice open": lambda: won(Engine),
    "won, choice answered": lambda: kept(won(Engine)),
    "won and over": lambda: won_and_over(),
    "won, played on": lambda: play(Engine, won(Engine), random.Random(1), moves=20),
}


def won_and_over():
    game = Game(1, start=Board.from_text("aa37/4546/5454/4545"))
    game.push(Move.LEFT)
    assert game.is_won
    assert game.is_over
    return game


def kept(game):
    game.keep_playing()
    return game


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(
    "duplicate",
    [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],  # noqa: S301
    ids=["copy", "copy.copy", "deepcopy", "pickle"],
)
def test_a_copy_is_the_same_game_and_goes_its_own_way(make, duplicate):
    game = make()
    twin = duplicate(game)
    assert type(twin) is Game
    assert facts(twin) == facts(game)
    before = facts(game)
    undone = []
    while twin.moves:
        undone.append(twin.pop())
    assert facts(game) == before
    while undone:
        if twin.awaiting_choice:
            twin.keep_playing()
        twin.push(undone.pop())
    assert twin.board == game.board
    for one in (game, twin):
        if one.awaiting_choice:
            one.keep_playing()
    assert facts(play(Engine, twin, random.Random(5), moves=9)) == facts(
        play(Engine, game, random.Random(5), moves=9)
    )


def test_a_game_tells_its_last_move():
    game = Game(1, start=Board.from_text("1120/0000/0000/0000"))
    assert (game.last_move, game.last_reward, game.last_spawn) == (None, 0, None)
    game.push(3)
    assert game.last_move is Move.LEFT
    assert game.last_reward == 4
    assert game.last_spawn[1] in (2, 4)
    assert all(type(move) is Move for move in game.history)
    game.pop()
    assert (game.last_move, game.last_reward, game.last_spawn) == (None, 0, None)


def test_a_new_game_tells_its_second_start_tile():
    game = Game(1)
    cell, tile = game.last_spawn
    assert game.board.tiles[cell // 4][cell % 4] == tile


def test_a_game_shows_itself():
    game = Game(7, 1)
    assert repr(game) == f"<Game seed=7 number=1 moves=0 score=0 board={game.board.text}>"
    assert str(game) == f"{game.board}\nscore 0"
    for name in ("score", "moves", "board", "seed", "is_over"):
        with pytest.raises(AttributeError):
            setattr(game, name, 0)


def test_an_illegal_move_is_quoted_with_its_board():
    game = Game(1, start=Board.from_text("1234/0000/0000/0000"))
    with pytest.raises(IllegalMoveError, match=r"Move\.LEFT changes nothing on 1234/0000"):
        game.push(Move.LEFT)
    game = won(Engine)
    with pytest.raises(ChoicePendingError, match=r"Move\.UP while the win is not answered"):
        game.push(Move.UP)


def test_a_game_reaches_65536_by_merges():
    game = Game(1, start=Board.from_text("ff00/0000/0000/0000"))
    assert game.push(Move.LEFT) == 65536
    assert game.board.max_tile == 65536
    assert game.score == 65536
    game.pop()
    assert game.board.max_tile == 32768


def test_scores_add_up_beyond_two_million():
    game = Game(1, start=Board.from_text("hhhh/0000/0000/0000"))
    assert game.push(Move.LEFT) == 2 * 262144
    assert game.push(Move.LEFT) == 524288
    assert game.score == 2 * 524288
    assert game.last_reward == 524288


def test_a_subclass_keeps_its_attributes():
    class Noted(Game):
        def __new__(cls, note):
            return super().__new__(cls, 5)

        def __init__(self, note):
            self.note = note

    globals()["Noted"] = Noted
    Noted.__qualname__ = "Noted"
    game = Noted("mine")
    game.push(game.legal_moves[0])
    for twin in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # noqa: S301
        assert type(twin) is Noted
        assert twin.note == "mine"
        assert facts(twin) == facts(game)
    del globals()["Noted"]


def test_a_game_can_be_referred_to_weakly():
    import weakref

    game = Game(1)
    assert weakref.ref(game)() is game


def test_a_game_shared_by_threads_against_the_rules_does_not_crash():
    """It belongs to one thread; the interpreter must survive a mistake all the same."""
    import sys
    import threading

    game = Game(1)
    end = threading.Event()

    def meddle(choice):
        while not end.is_set():
            for call in (game.pop, lambda: game.push(choice), game.keep_playing, game.copy):
                try:
                    call()
                except (IndexError, ValueError):
                    continue
            assert len(game.history) <= 10**6
            assert game.last_reward is not None
            game.__reduce__()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=meddle, args=(move,)) for move in range(4)]
    for thread in threads:
        thread.start()
    end.wait(0.5)
    end.set()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert game.board.exponents
