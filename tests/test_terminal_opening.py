"""How a game begins: another seed than that of the game in progress, games that wait."""

import re
from pathlib import Path

import pytest

from emulator import Player
from fast2048 import Move
from fast2048.session import Session
from saves import NEARLY_WON, save, saved


def begin(home: Path) -> tuple[Move, ...]:
    """A game with a move, and another one that waits. Returns the moves of the first."""
    with Session.open(home=home) as other, Session.open(home=home, seed=7) as session:
        other.push(other.game.legal_moves[0])
        session.push(session.game.legal_moves[0])
        return session.game.history


@pytest.mark.parametrize(
    ("size", "language", "question"),
    [
        ((80, 24), "en", "Give up this game?"),
        ((37, 12), "vi", "Bỏ ván này?"),
        ((20, 6), "th", "ทิ้งเกมนี้ไหม"),
    ],
)
def test_giving_a_game_up_for_another_seed_is_asked_in_the_game(
    tmp_path: Path, size: tuple[int, int], language: str, question: str
) -> None:
    history = begin(tmp_path)
    options = {"columns": size[0], "rows": size[1]}
    with Player(tmp_path, "--seed", "8", "--lang", language, **options) as player:
        player.see(question)
        assert "8" in "".join(player.lines[-6:] if size == (80, 24) else player.lines[-1:])
        player.press("left", "x", "\r", b"\x1bOP")
        assert question in player.text
        player.press("n")
        assert question not in player.text
        player.send("q")
        assert player.end() == 0
    assert saved(tmp_path).history == history
    with Player(tmp_path, "--seed", "8", "--lang", language, **options) as player:
        player.see(question)
        player.press("y")
        assert question not in player.text
        player.press("n")  # no move was made: nothing to lose, and no seed is asked for any more
        player.send("q")
        assert player.end() == 0
    with Session.open(home=tmp_path) as session:
        assert session.game.seed not in (7, 8)
        assert [game.seed for game in session.finished_games()] == [7]


def test_quitting_the_question_keeps_the_game(tmp_path: Path) -> None:
    history = begin(tmp_path)
    with Player(tmp_path, "--daily") as player:
        player.see("Give up this game?")
        player.send("q")
        assert player.end() == 0
    assert saved(tmp_path).history == history


def test_a_seed_is_asked_about_after_a_win_too(tmp_path: Path) -> None:
    save(tmp_path, NEARLY_WON).push(Move.LEFT)
    with Session.open(home=tmp_path) as session:
        session.push(Move.LEFT)
        assert session.game.awaiting_choice
    with Player(tmp_path, "--seed", "8") as player:
        player.see("Give up this game?")
        player.press("n")
        assert "You made 2048!" in player.text


# ---- games elsewhere


def test_games_that_wait_are_told_of_listed_and_replayed(tmp_path: Path) -> None:
    with (
        Session.open(home=tmp_path, seed=7) as one,
        Session.open(home=tmp_path, seed=8) as two,
        Session.open(home=tmp_path, seed=9) as three,
    ):
        for session in one, two, three:
            session.push(session.game.legal_moves[0])
        board = two.game.board
    with Player(tmp_path) as player:
        player.see("Other games of yours that wait: 2.")
        player.press("x")
        assert "that wait" not in player.text
        player.press("r")
        player.see("this game")
        assert player.text.count("in progress") == 2
        player.press("down", "\r")
        player.see("of 1")
        player.press("right", "right")
        assert "Seed   8" in player.text
        assert player.tiles() == [tile for row in board.tiles for tile in row]
        player.press("q")
        player.see("Seed   9")
        player.press(b"\x1bOQ")
        assert re.search("In progress +3", player.text)
    with Player(tmp_path, columns=20, rows=6) as player:
        player.see("Games waiting: 2")
