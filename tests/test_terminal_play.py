"""Games played by keys in a pseudo-terminal, against the reference."""

import random
import re
import time
from pathlib import Path

import pytest

from emulator import Player
from fast2048 import Move, reference
from saves import NEARLY_WON, STUCK_AFTER_LEFT, WON_AND_STUCK, flat, save, saved, some_moves

LETTERS = {
    "arrows": ["up", "right", "down", "left"],
    "application arrows": [b"\x1bOA", b"\x1bOC", b"\x1bOB", b"\x1bOD"],
    "wasd": ["w", "d", "s", "a"],
    "WASD": ["W", "D", "S", "A"],
    "hjkl": ["k", "l", "j", "h"],
    "HJKL": ["K", "L", "J", "H"],
}
LATER = 0.35  # longer than a box holds back the keys that were meant for the board


@pytest.mark.parametrize("keys", LETTERS.values(), ids=LETTERS.keys())
def test_a_game_played_by_keys_is_the_game_of_the_reference(tmp_path: Path, keys: list) -> None:
    seed = len(keys[0]) + ord(keys[0][-1:])
    game = reference.Game(seed)
    generator = random.Random(seed)
    with Player(tmp_path, "--seed", str(seed), "--no-animation") as player:
        player.see("Seed")
        while not game.is_over and (keys is LETTERS["arrows"] or game.moves < 20):
            assert player.tiles() == flat(game)
            assert re.search(rf"Score  {game.score}( |$)", player.text, re.MULTILINE)
            move = generator.choice(list(Move))
            before = len(player.received)
            player.send(keys[move])
            if move in game.legal_moves:
                game.push(move)
                player.wait(lambda: f"Moves  {game.moves}" in player.text)
                player.settle(0.002)
            else:
                player.settle(0.01)
                assert len(player.received) == before
        if game.is_over:
            player.see("Game over: no move is left.")
        player.send("q")
        assert player.end() == 0
    assert saved(tmp_path).history == game.history


def test_the_game_is_resumed_where_it_was(tmp_path: Path) -> None:
    game = reference.Game(5)
    with Player(tmp_path, "--seed", "5") as player:
        player.see("Seed")
        player.press(*["wdsa"[move] for move in some_moves(game, 10)])
        player.send("q")
        assert player.end() == 0
    with Player(tmp_path) as player:
        player.see("Seed   5")
        assert player.tiles() == flat(game)
        assert "Moves  10" in player.text


@pytest.mark.parametrize("animation", [(), ("--no-animation",)], ids=["slides", "jumps"])
def test_forty_keys_at_thirty_a_second_are_forty_moves(tmp_path: Path, animation: tuple) -> None:
    game = reference.Game(11)
    moves = some_moves(game, 40)
    with Player(tmp_path, "--seed", "11", *animation) as player:
        player.see("Seed")
        for move in moves:
            player.send("wdsa"[move])
            player.read(0)
            time.sleep(1 / 30)
        player.wait(lambda: "Moves  40" in player.text and player.tiles() == flat(game))
    assert saved(tmp_path).moves == 40


def test_keys_that_come_all_at_once_are_all_moves(tmp_path: Path) -> None:
    game = reference.Game(12)
    keys = "".join("wdsa"[move] for move in some_moves(game, 60))
    with Player(tmp_path, "--seed", "12") as player:
        player.see("Seed")
        player.send(keys)
        player.wait(lambda: "Moves  60" in player.text and player.tiles() == flat(game))


def test_undo_and_redo_reach_as_far_as_the_game_and_bring_the_same_tiles(tmp_path: Path) -> None:
    game = reference.Game(21)
    with Player(tmp_path, "--seed", "21", "--no-animation") as player:
        player.see("Seed")
        boards = [flat(game)]
        for move in some_moves(reference.Game(21), 15):
            game.push(move)
            boards.append(flat(game))
            player.press("wdsa"[move])
        assert "assisted" not in player.text
        for board in reversed(boards[:-1]):
            player.press("u")
            assert player.tiles() == board
        assert "assisted" in player.text
        player.press("u")
        player.see("Nothing to undo.")
        for board in boards[1:]:
            player.press("\x12")
            assert player.tiles() == board
        player.press("\x12")
        player.see("Nothing to redo.")


def test_an_assisted_game_does_not_lower_the_best(tmp_path: Path) -> None:
    save(tmp_path, [[1024, 1024, 0, 0], [4, 4, 0, 0], [0] * 4, [0] * 4])
    with Player(tmp_path) as player:
        player.see("Seed")
        player.press("down", "left")
        player.see("You made 2048!")
        player.press("u")
        player.wait(lambda: "Score  0" in player.text)
        assert "assisted" in player.text
        assert re.search(r"Best +20\d\d", player.text)


def test_a_new_best_is_announced_once(tmp_path: Path) -> None:
    save(tmp_path, [[4, 4, 8, 16], [0] * 4, [0] * 4, [8, 0, 0, 0]], former_best=10)
    with Player(tmp_path, "--no-animation") as player:
        player.see("Seed")
        player.press("left")  # 8 points
        assert "best score" not in player.text
        player.press("left")  # 16 more: past the 10
        player.see("A new best score!")
        player.press("left")
        assert "best score" not in player.text
        player.press("left", "down", "left")
        assert "best score" not in player.text


# ---- boxes


def test_a_win_is_announced_and_the_game_can_go_on(tmp_path: Path) -> None:
    save(tmp_path, NEARLY_WON)
    with Player(tmp_path, "--no-animation") as player:
        player.see("Seed")
        player.press("left")
        player.see("You made 2048!")
        player.press("x", b"\x1b[15~", "\x7f", b"\x1b[200~wasd\r\x1b[201~", b"\x1b[1;5A", b"\x1b[")
        assert "You made 2048!" in player.text
        time.sleep(LATER)
        player.press("\r")
        assert "You made" not in player.text
        player.press("down")
        player.see("Moves  2")
    assert saved(tmp_path).moves == 2


def test_after_a_win_a_new_game_needs_no_question(tmp_path: Path) -> None:
    save(tmp_path, NEARLY_WON)
    with Player(tmp_path, "--no-animation") as player:
        player.see("Seed")
        player.press("left")
        player.see("You made 2048!")
        player.press("n")
        player.see("Moves  0")
        assert sum(tile > 0 for tile in player.tiles()) == 2


def test_a_move_key_answers_a_box_only_after_a_while(tmp_path: Path) -> None:
    save(tmp_path, NEARLY_WON)
    with Player(tmp_path, "--no-animation") as player:
        player.see("Seed")
        player.send("left", "down", "right", "up")
        player.see("You made 2048!")
        assert "Moves  1" in player.text
        time.sleep(LATER)
        player.press("down")
        assert "You made 2048!" not in player.text
        assert "Moves  1" in player.text  # the key answered the box, and moved nothing


def test_a_lost_game_can_be_looked_at_and_taken_back(tmp_path: Path) -> None:
    game = save(tmp_path, STUCK_AFTER_LEFT)
    game.push(Move.LEFT)
    assert game.is_over
    with Player(tmp_path, "--no-animation") as player:
        player.see("Seed")
        player.send("left", "left")
        player.see("Game over: no move is left.")
        time.sleep(LATER)
        player.press("left")
        assert "Game over" not in player.text
        assert player.tiles() == [tile for row in game.board.tiles for tile in row]
        player.press("left")
        assert "Game over" in player.text
        player.press("u")
        assert "Game over" not in player.text
        assert player.tiles() == [tile for row in STUCK_AFTER_LEFT for tile in row]
        player.press("left")
        player.see("Game over")
        player.press("n")
        player.see("Moves  0")


def test_won_and_stuck_by_the_same_move_shows_both(tmp_path: Path) -> None:
    game = save(tmp_path, WON_AND_STUCK)
    game.push(Move.LEFT)
    assert game.is_over
    assert game.is_won
    with Player(tmp_path) as player:
        player.see("Seed")
        player.press("left")
        player.see("You made 2048!")
        assert "game over." in player.text
    with Player(tmp_path) as player:  # and after it was resumed
        player.see("You made 2048!")
        assert "game over." in player.text
        player.press("u")
        player.wait(lambda: "Moves  0" in player.text)
        assert "You made 2048!" not in player.text


def test_a_game_with_moves_is_given_up_only_after_a_yes(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3") as player:
        player.see("Seed")
        player.press("n")  # nothing to lose
        player.wait(lambda: "Seed   3\n" not in player.text)
        player.press("left", "right", "up", "down")
        board = player.tiles()
        player.press("n")
        player.see("Give up this game?")
        junk = [
            "x",
            "left",
            "w",
            "\r",
            "u",
            b"\x1b",
            b"\x1b[1;5D",
            b"\x1b[200~y\x1b[201~",
            b"\x1bOR",
        ]
        player.press(*junk)
        assert "Give up this game?" in player.text
        player.press("n")
        assert "Give up" not in player.text
        assert player.tiles() == board
        player.press("n", "y")
        player.see("Moves  0")


# ---- every other input


def test_what_is_no_key_changes_nothing_and_draws_nothing(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3") as player:
        player.see("Seed")
        before = len(player.received)
        for data in (
            b"xyz0123456789[]{}.,;U",
            b"\x00\x01\x04\x05\x07\x08\x09\x0b\x11\x13\x16\x7f",
            b"\x1b[1;2A\x1b[1;3B\x1b[1;5C\x1b[1;6D",
            b"\x1b\x1b[A\x1bw\x1ba",
            b"\x1bOR\x1b[15~\x1b[24~\x1b[3~\x1b[H\x1b[F",
            b"\x1b[200~wasd WASD hjkl uunq\r\x1b[201~",
            "ฟหกดươđ".encode(),
            b"\xff\xfe",
            b"\xffAw",
            b"\x80w",
            b"\x1b",
        ):
            player.press(data)
        assert len(player.received) == before
        player.press("left", "up", "left", "down")
    game = saved(tmp_path)
    assert set(game.history) <= {Move.LEFT, Move.UP, Move.DOWN}


def test_idle_takes_no_output_and_no_time(tmp_path: Path) -> None:
    def ticks(pid: int) -> int:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    with Player(tmp_path, "--seed", "3") as player:
        player.see("Seed")
        player.press("left", "up", "right")
        player.settle(0.3)
        before, used = len(player.received), ticks(player.process.pid)
        player.read(1.5)
        assert len(player.received) == before
        assert ticks(player.process.pid) == used


# Every row merges twice to the left, and slides from edge to edge afterwards.
BUSY = [[2, 2, 1024, 1024], [4, 4, 512, 512], [8, 8, 256, 256], [16, 16, 4096, 4096]]


@pytest.mark.parametrize("colorterm", ["truecolor", None], ids=["truecolor", "256"])
@pytest.mark.parametrize("animation", [(), ("--no-animation",)], ids=["slides", "jumps"])
def test_a_move_takes_at_most_1500_bytes(
    tmp_path: Path, colorterm: str | None, animation: tuple
) -> None:
    game = save(tmp_path, BUSY)
    generator = random.Random(4)
    most = 0
    with Player(tmp_path, *animation, COLORTERM=colorterm) as player:
        player.see("Seed")
        moves = [Move.LEFT, Move.RIGHT, Move.UP, Move.DOWN]
        while moves or (not game.is_over and game.moves < 40):
            move = moves.pop(0) if moves else generator.choice(game.board.legal_moves)
            if move not in game.board.legal_moves:
                continue
            if game.awaiting_choice:
                time.sleep(LATER)
                game.keep_playing()
                player.press("\r")
            game.push(move)
            before = len(player.received)
            player.press("wdsa"[move])
            assert f"Moves  {game.moves}" in player.text
            most = max(most, len(player.received) - before)
    assert 200 < most <= 1500
