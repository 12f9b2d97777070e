"""The batch API: the single calls, many at a time, on arrays of every kind."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fast2048 import (
    Board,
    Fast2048Error,
    Game,
    InvalidBoardError,
    InvalidExponentError,
    InvalidMoveError,
    InvalidSeedError,
    Move,
    batch,
)

boards_strategy = arrays.arrays(
    np.uint8,
    st.integers(0, 70).map(lambda n: (n, 4, 4)),
    elements=st.one_of(st.integers(0, 3), st.integers(0, 17)),
)


def some_boards(n=200, seed=1):
    return np.random.default_rng(seed).integers(0, 5, (n, 4, 4)).astype(np.uint8)


@given(boards_strategy, st.integers(0, 2**32))
def test_every_entry_is_what_a_board_gives(boards, seed):
    moves = np.random.default_rng(seed).integers(0, 4, len(boards))
    before = boards.copy()
    after, rewards = batch.slide(boards, moves)
    legal, terminal, tiles = (
        batch.legal_mask(boards),
        batch.is_terminal(boards),
        batch.to_tiles(boards),
    )
    assert (after.dtype, after.shape) == (np.uint8, boards.shape)
    assert (rewards.dtype, rewards.shape) == (np.uint32, moves.shape)
    assert (legal.dtype, legal.shape) == (np.bool_, (len(boards), 4))
    assert (terminal.dtype, terminal.shape) == (np.bool_, moves.shape)
    assert (tiles.dtype, tiles.shape) == (np.uint32, boards.shape)
    for i, exponents in enumerate(boards):
        board = Board.from_exponents(exponents)
        expected, reward = board.slide(int(moves[i]))
        assert tuple(map(tuple, after[i].tolist())) == expected.exponents
        assert rewards[i] == reward
        assert legal[i].tolist() == [move in board.legal_moves for move in Move]
        assert terminal[i] == board.is_terminal
        assert tuple(map(tuple, tiles[i].tolist())) == board.tiles
    assert np.array_equal(boards, before)


def test_one_move_serves_all_boards():
    boards = some_boards()
    for move in (Move.LEFT, 3, np.int8(3)):
        after, rewards = batch.slide(boards, move)
        expected, gained = batch.slide(boards, np.full(len(boards), 3))
        assert np.array_equal(after, expected)
        assert np.array_equal(rewards, gained)


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "u4", "i8", "u8", ">i4"])
def test_moves_of_any_integer_type(dtype):
    boards, moves = some_boards(), np.arange(200) % 4
    expected = batch.slide(boards, moves)[0]
    assert np.array_equal(batch.slide(boards, moves.astype(dtype))[0], expected)
    assert np.array_equal(batch.slide(boards, moves.tolist())[0], expected)


def layouts(boards):
    wide = np.zeros((len(boards), 8, 8), np.uint8)
    wide[:, ::2, 1::2] = boards
    frozen = boards.copy()
    frozen.flags.writeable = False
    return {
        "reversed": boards[::-1].copy()[::-1],
        "every other cell of a larger array": wide[:, ::2, 1::2],
        "Fortran order": np.asfortranarray(boards),
        "transposed twice": boards.transpose(2, 1, 0).copy().transpose(2, 1, 0),
        "read-only": frozen,
        "a memoryview": memoryview(boards),
    }


@pytest.mark.parametrize("layout", layouts(some_boards(1)))
def test_any_strides_are_read_and_results_are_fresh(layout):
    boards = some_boards()
    given_boards = layouts(boards)[layout]
    after, rewards = batch.slide(given_boards, Move.UP)
    expected, gained = batch.slide(boards, Move.UP)
    assert np.array_equal(after, expected)
    assert np.array_equal(rewards, gained)
    assert np.array_equal(batch.legal_mask(given_boards), batch.legal_mask(boards))
    assert after.flags.writeable
    assert not np.shares_memory(after, np.asarray(given_boards))


def test_nothing_is_a_batch_too():
    none = np.empty((0, 4, 4), np.uint8)
    after, rewards = batch.slide(none, [])
    assert (after.shape, rewards.shape) == ((0, 4, 4), (0,))
    assert batch.legal_mask(none).shape == (0, 4)
    assert batch.is_terminal(none).shape == (0,)
    assert batch.to_tiles(none).shape == (0, 4, 4)


# ---- what is refused

CALLS = {
    "slide": lambda boards: batch.slide(boards, 0),
    "legal_mask": batch.legal_mask,
    "is_terminal": batch.is_terminal,
    "to_tiles": batch.to_tiles,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(
    ("boards", "error", "quoted"),
    [
        (np.zeros((3, 4, 4), np.int64), InvalidBoardError, "int64"),
        (np.zeros((3, 4, 4), np.bool_), InvalidBoardError, "bool"),
        (np.zeros((3, 4, 4), np.float32), InvalidBoardError, "float32"),
        (np.zeros((3, 16), np.uint8), InvalidBoardError, "(3, 16)"),
        (np.zeros((4, 4), np.uint8), InvalidBoardError, "(4, 4)"),
        (np.zeros((3, 4, 5), np.uint8), InvalidBoardError, "(3, 4, 5)"),
    ],
)
def test_a_wrong_type_or_shape_is_quoted(call, boards, error, quoted):
    with pytest.raises(error) as caught:
        call(boards)
    assert quoted in str(caught.value)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("index", [0, 1, 63, 64, 150, 199])
def test_the_first_board_with_a_wrong_exponent_is_told(call, index):
    boards = some_boards()
    boards[index, 2, 1] = 18
    boards[199, 3, 3] = 255
    before = boards.copy()
    with pytest.raises(InvalidExponentError) as caught:
        call(boards)
    assert f"board {index} " in str(caught.value)
    assert np.array_equal(boards, before)


@pytest.mark.parametrize(
    ("moves", "quoted"),
    [
        ([0] * 50 + [4] + [-1] * 149, "4, at index 50"),
        ([0] * 199 + [-1], "-1, at index 199"),
        (np.full(200, 2**64 - 1, np.uint64), f"{2**64 - 1}, at index 0"),
        ([0] * 199, "(199,)"),
        (np.zeros((200, 1), int), "(200, 1)"),
        (np.zeros(200), "float64"),
        (np.zeros(200, bool), "bool"),
        (4, "4"),
        (True, "True"),
        (1.0, "1.0"),
        ("up", "up"),
        (None, "None"),
    ],
)
def test_a_wrong_move_is_told_and_nothing_has_moved(moves, quoted):
    with pytest.raises(InvalidMoveError) as caught:
        batch.slide(some_boards(), moves)
    assert quoted in str(caught.value)
    games = batch.Games(200, 1)
    boards = games.boards
    with pytest.raises(InvalidMoveError) as caught:
        games.step(moves)
    assert quoted in str(caught.value)
    assert np.array_equal(games.boards, boards)
    assert not games.moves.any()


# ---- games


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("n", [1, 5, 70])
def test_games_are_those_of_the_seed(n, restart):
    games = batch.Games(n, 21, restart=restart)
    singles = [Game(21, number=i) for i in range(n)]
    last = [(Board(), 0, 0)] * n
    random = np.random.default_rng(4)
    for _ in range(300):
        moves = random.integers(0, 4, n)
        rewards, ended = games.step(moves)
        for i, single in enumerate(singles):
            move, score = Move(int(moves[i])), single.score
            if single.awaiting_choice:
                single.keep_playing()
            if move in single.legal_moves:
                single.push(move)
            assert rewards[i] == single.score - score
            assert ended[i] == single.is_over
            if restart and single.is_over:
                last[i] = (single.board, single.score, single.moves)
                singles[i] = Game(21, number=single.number + n)
    boards, legal = games.boards, games.legal_mask()
    for i, single in enumerate(singles):
        assert Board.from_exponents(boards[i]) == single.board
        assert games.scores[i] == single.score
        assert games.moves[i] == single.moves
        assert games.numbers[i] == single.number
        assert legal[i].tolist() == [move in single.board.legal_moves for move in Move]
        assert Board.from_exponents(games.last_boards[i]) == last[i][0]
        assert (games.last_scores[i], games.last_moves[i]) == last[i][1:]
    assert any(single.number >= n for single in singles) == restart


def test_what_games_return_is_a_copy():
    games = batch.Games(3, 1)
    boards, scores = games.boards, games.scores
    boards[:] = 9
    scores[:] = 9
    assert games.boards.max() <= 2
    assert not games.scores.any()


def test_no_games_step_too():
    games = batch.Games(0, 1)
    rewards, ended = games.step([])
    assert len(games) == rewards.size == ended.size == 0
    assert games.boards.shape == (0, 4, 4)


def test_games_tell_what_they_are():
    games = batch.Games(7, 5, restart=False)
    assert (len(games), games.seed, games.restart) == (7, 5, False)
    assert repr(games) == "<7 Games seed=5 restart=False>"


@pytest.mark.parametrize(
    ("arguments", "error", "quoted"),
    [
        ((-1, 1), Fast2048Error, "-1"),
        ((2.0, 1), Fast2048Error, "2.0"),
        ((2, -1), InvalidSeedError, "-1"),
        ((2, "x"), InvalidSeedError, "'x'"),
        ((2, 1, 1), Fast2048Error, "not 1"),
    ],
)
def test_bad_arguments_of_games_are_quoted(arguments, error, quoted):
    with pytest.raises(error) as caught:
        batch.Games(*arguments)
    assert quoted in str(caught.value)


@pytest.mark.parametrize("n", [10**13, 2**60, 2**63, 2**70])
def test_games_that_no_memory_holds_are_refused(n):
    with pytest.raises(MemoryError):
        batch.Games(n, 1)
