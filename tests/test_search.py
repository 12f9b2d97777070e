"""The search, held against expectimax in plain Python over the reference rules."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from fast2048 import Board, Game, Move, reference
from fast2048._core import Search
from networks_at_random import random_network
from plain_expectimax import move_values

NETWORK = random_network()

# What a plain search of three plies can do in a second: few empty cells.
narrow_rows = st.one_of(
    strategies.full_rows, strategies.crowded_rows, strategies.large_rows
).filter(lambda rows: len(reference.empty_cells(rows)) <= 3)


@cache
def network_value(rows):
    return NETWORK.value(Board.from_bits(reference.bits(rows)))


@cache
def search(depth, cutoff=0.0, entries=0):
    return Search(NETWORK, depth, 0.0, cutoff, entries)


def found(rows, depth, cutoff=0.0, entries=0):
    """The values of the legal moves, as the search has them."""
    values, best, plies, _ = search(depth, cutoff, entries).run(Board.from_exponents(rows))
    assert plies == depth
    legal = {move: value for move, value in enumerate(values) if value is not None}
    assert best == max(legal, key=lambda move: (legal[move], -move), default=-1)
    return legal


def value_of(rows):
    """The network's value; it takes whatever a slide has made."""
    if max(max(row) for row in rows) <= 17:
        return network_value(rows)
    # 262144 and more: the network reads all from 32768 on as the same.
    return network_value(tuple(tuple(min(e, 17) for e in row) for row in rows))


@given(strategies.rows)
def test_one_ply_is_the_reward_and_the_value_of_the_afterstate(rows):
    assert found(rows, 1) == pytest.approx(move_values(rows, 1, value_of), abs=1e-4)


@settings(max_examples=40)
@given(strategies.rows)
def test_two_plies_average_over_every_spawn(rows):
    assert found(rows, 2) == pytest.approx(move_values(rows, 2, value_of), abs=1e-4)


@settings(max_examples=12)
@given(narrow_rows)
def test_three_plies_are_exact(rows):
    assert found(rows, 3) == pytest.approx(move_values(rows, 3, value_of), abs=1e-4)


def test_three_plies_are_exact_on_boards_of_a_game():
    game = Game(4)
    compared = 0
    while compared < 3:
        if len(game.board.empty_cells) <= 5:
            rows = game.board.exponents
            assert found(rows, 3) == pytest.approx(move_values(rows, 3, value_of), abs=1e-4)
            compared += 1
        game.push(search(2).run(game.board)[1])


@settings(max_examples=40)
@given(strategies.rows, st.sampled_from((0.5, 0.05, 0.01, 1e-3)))
def test_a_spawn_below_the_cutoff_counts_for_its_afterstate(rows, cutoff):
    expected = move_values(rows, 2, value_of, cutoff)
    assert found(rows, 2, cutoff) == pytest.approx(expected, abs=1e-4)


@settings(max_examples=12)
@given(narrow_rows, st.sampled_from((0.2, 0.02)))
def test_the_cutoff_counts_all_spawns_on_the_way(rows, cutoff):
    expected = move_values(rows, 3, value_of, cutoff)
    assert found(rows, 3, cutoff) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("entries", [2, 64, 1 << 16])
@pytest.mark.parametrize("depth", [1, 2, 3])
@settings(max_examples=60)
@given(rows=strategies.rows)
def test_without_cutoff_the_table_changes_no_value(depth, entries, rows):
    if depth == 3 and len(reference.empty_cells(rows)) > 8:
        depth = 2
    assert found(rows, depth, 0.0, entries) == found(rows, depth)


def test_a_65536_tile_is_not_mistaken_for_an_empty_cell_in_the_table():
    # The low word of a board has the same four bits for both.
    rows = ((15, 15, 1, 0), (0, 15, 15, 2), (16, 1, 16, 0), (0, 0, 0, 0))
    assert found(rows, 3, 0.0, 1 << 16) == found(rows, 3)


def test_a_search_leaves_nothing_behind_for_the_next():
    boards = [Board.from_exponents(Game(seed).board.exponents) for seed in range(300)]
    used = Search(NETWORK, 2, 0.0, 1e-3, 1 << 10)
    for board in boards:  # more than there are generations in the table
        assert used.run(board) == Search(NETWORK, 2, 0.0, 1e-3, 1 << 10).run(board)


@given(strategies.stuck_rows)
def test_a_board_without_moves_has_no_best(rows):
    assert found(rows, 3) == {}
    assert search(3).run(Board.from_exponents(rows))[1] == -1


def test_a_board_whose_every_spawn_ends_the_game_is_worth_nothing_more():
    rows = ((10, 10, 3, 7), (4, 5, 4, 6), (5, 4, 5, 4), (4, 5, 4, 5))
    after, reward = reference.slide(rows, Move.LEFT)
    assert all(reference.is_terminal(spawned) for _, spawned in reference.spawns(after))
    assert found(rows, 2)[Move.LEFT] == found(rows, 3)[Move.LEFT] == reward


def test_deeper_when_few_cells_are_empty():
    depths = []
    for empty in range(15):
        cells = [0] * empty + [1 + i % 2 for i in range(16 - empty)]
        board = Board.from_exponents(cells)
        depths.append(Search(NETWORK, 0, 0.0, 0.01, 1 << 14).run(board)[2])
    assert depths == sorted(depths, reverse=True)
    assert depths[0] > depths[-1]
