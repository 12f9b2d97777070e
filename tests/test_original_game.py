"""What the original game does, recorded by running its own rule code."""

import json
from pathlib import Path

RECORDED = json.loads((Path(__file__).parent / "data" / "original-game.json").read_text())
MOVES = ("up", "right", "down", "left")


def rows_of(tiles):
    return tuple(tuple(tile.bit_length() - 1 if tile else 0 for tile in row) for row in tiles)


def test_there_are_600_boards():
    assert len(RECORDED) == 600


def test_every_move_does_what_it_does_in_the_original_game(rules):
    for recorded in RECORDED:
        rows = rows_of(recorded["tiles"])
        moved = tuple(m for m in range(4) if recorded["moves"][MOVES[m]]["moved"])
        assert rules.legal_moves(rows) == moved, recorded["tiles"]
        for move, name in enumerate(MOVES):
            expected = recorded["moves"][name]
            after = rows_of(expected["after"])
            assert rules.slide(rows, move) == (after, expected["gained"]), recorded["tiles"]


def test_the_game_is_over_and_won_where_it_is_in_the_original_game(rules):
    for recorded in RECORDED:
        rows = rows_of(recorded["tiles"])
        assert rules.is_terminal(rows) == recorded["over"], recorded["tiles"]
        for move in rules.legal_moves(rows):
            game = rules.game(1, start=rows)
            game.push(move)
            assert game.is_won == recorded["moves"][MOVES[move]]["won"], recorded["tiles"]
