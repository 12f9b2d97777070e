"""Help, statistics and the list of games; games played back; what the solver says."""

import re
from pathlib import Path

import pytest

from emulator import Player
from fast2048 import Game, Move, reference
from saves import NEARLY_WON, STUCK_AFTER_LEFT, flat, save, saved, some_moves


def test_help_and_statistics_open_and_close(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", rows=60) as player:
        player.see("Seed")
        board = player.tiles()
        player.press(b"\x1bOP")
        for text in ("Controls", "Rules", "131072 2,097,152", "Four habits"):
            assert text in player.text
        assert player.lines[-1] == "Enter, q: back"
        player.press("left", "x")
        assert "Controls" in player.text
        player.press(b"\x1bOP")
        assert player.tiles() == board
        player.press(b"\x1bOQ")
        assert "Mean score" in player.text
        player.press("\r")
        assert player.tiles() == board
        for page in (b"\x1bOP", b"\x1bOQ", "r"):
            player.press(page)
            assert player.tiles() == []
            player.press("q")
            assert player.tiles() == board
        player.press("r", "\r")
        player.see("Move 0 of 0")
        player.press("q")
        player.see("statistics")
        player.send("q")
        assert player.end() == 0


@pytest.mark.parametrize("language", ["en", "th", "vi"])
def test_a_page_outlives_the_smallest_sizes(tmp_path: Path, language: str) -> None:
    with Player(tmp_path, "--seed", "3", "--lang", language, columns=80, rows=20) as player:
        player.wait(lambda: "WASD" in player.text)
        for page in (b"\x1bOP", b"\x1bOQ", "r"):
            player.press(page)
            before = list(player.lines)
            for columns, rows in ((1, 1), (2, 40), (3, 1), (300, 2), (80, 20)):
                player.resize(columns, rows)
                player.settle()
            assert player.lines == before
            player.press("q")
        player.send("q")
        assert player.end() == 0


def test_lines_of_help_are_no_longer_than_can_be_read(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", columns=200, rows=50) as player:
        player.see("Seed")
        player.press(b"\x1bOP")
        assert "Controls" in player.text
        assert 60 < max(map(len, player.lines)) <= 76


def test_a_page_says_how_far_it_is_and_goes_back(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", columns=80, rows=20) as player:
        player.see("Seed")
        player.press(b"\x1bOP")
        first = list(player.lines)
        place, lines = re.match(r"(\d+)/(\d+)  Enter, q: back  space", first[-1]).groups()
        assert int(place) == 18
        player.press(b"\x1b[6~")
        assert player.lines[-1].startswith(f"36/{lines}  ")
        player.press(b"\x1b[6~", " ")
        assert player.lines[-1] == f"{lines}/{lines}  Enter, q: back  the end; b, arrows: up"
        last = list(player.lines)
        player.press(" ", "down")
        assert player.lines == last
        player.press(*[b"\x1b[5~"] * 2, "b")
        assert player.lines == first


def test_a_page_is_scrolled_to_its_end_and_no_further(tmp_path: Path) -> None:
    with Player(tmp_path, "--lang", "vi", columns=20, rows=6) as player:
        player.wait(lambda: "Nước đi 0" in player.text)
        player.press(b"\x1b[11~")
        assert "Trợ giúp" in player.lines[0]
        seen, last = list(player.lines), []
        while player.lines != last:
            last = player.lines
            player.press(" ")
            seen += player.lines[1:5]
        assert any("131072" in line for line in seen)
        assert seen[-1].endswith("chậm lại.")
        player.press("up")
        assert player.lines != last


def test_the_game_so_far_is_replayed(tmp_path: Path) -> None:
    game = reference.Game(8)
    moves = some_moves(game, 6)
    with Player(tmp_path, "--seed", "8") as player:
        player.see("Seed")
        player.press(*["wdsa"[move] for move in moves])
        player.press("r")
        player.see("Which game?")
        player.press("\r")
        player.see("Move 0 of 6")
        player.send("+", "+", "+")
        player.see("Move 6 of 6")
        assert player.tiles() == flat(game)
        game.pop()
        player.press("left")
        player.see("Paused: move 5 of 6")
        assert player.tiles() == flat(game)
        player.press("\r")
        player.see("Moves  6")
    assert saved(tmp_path).moves == 6


def test_a_finished_game_is_replayed(tmp_path: Path) -> None:
    save(tmp_path, STUCK_AFTER_LEFT)
    with Player(tmp_path, "--no-animation") as player:
        player.see("Seed")
        player.press("left")
        player.see("Game over")
        player.press("n")
        player.see("Moves  0")
        player.press("r", "down", "\r")
        player.see("of 1")
        player.press("left", "left")
        player.see("Paused: move 0 of 1")
        assert player.tiles() == [tile for row in STUCK_AFTER_LEFT for tile in row]


# ---- the solver


def test_a_hint_that_cannot_be_given_is_answered(tmp_path: Path, network_file: str) -> None:
    for columns, rows, choose, lost in (
        (80, 24, "Choose first: Enter or n.", "No move is left: u takes one back."),
        (20, 6, "Enter or n first", "No move is left"),
    ):
        for key in "?t":
            home = tmp_path / f"{columns}{ord(key)}"
            save(home, NEARLY_WON)
            options = {"columns": columns, "rows": rows, "FAST2048_NETWORK": network_file}
            with Player(home, "--no-animation", **options) as player:
                player.wait(lambda: "1024" in player.text)
                player.press("left")
                player.see("You made 2048!")
                player.press(key)
                player.see(choose)
                assert "You made 2048!" in player.text
            save(home, STUCK_AFTER_LEFT)
            with Player(home, "--no-animation", **options) as player:
                player.wait(lambda: "512" in player.text)
                player.press("left")
                player.see("Game over")
                player.press(key)
                player.see(lost)


@pytest.mark.parametrize("size", [(80, 24), (37, 12), (20, 6)])
def test_a_message_goes_with_the_next_key_whatever_it_does(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    game = save(tmp_path, [[2, 0, 0, 0], [4, 0, 0, 0], [0] * 4, [0] * 4])
    assert Move.LEFT not in game.legal_moves
    columns, rows = size
    with Player(tmp_path, columns=columns, rows=rows, FAST2048_NETWORK="none") as player:
        player.wait(lambda: "4" in player.text)
        before = list(player.lines)
        for key in ("left", "x", "\x12"):
            player.press("?")
            player.see("No solver")
            player.press(key)
            assert "solver" not in player.text
        player.see("Nothing to redo.")
        player.press("x")
        assert player.lines == before


def test_without_a_network_the_solver_s_keys_say_so(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", FAST2048_NETWORK="none") as player:
        player.see("Seed")
        for key in "?t":
            player.press(key)
            assert "No solver: no network 'none'" in player.text
            player.press("left", "right", "up", "down")
            assert "solver" not in player.text
        assert "assisted" not in player.text


def test_there_are_hints_and_autoplay(tmp_path: Path, network_file: str) -> None:
    with Player(tmp_path, "--seed", "3", FAST2048_NETWORK=network_file) as player:
        player.see("Seed")
        assert "assisted" not in player.text
        player.press("?")
        player.see("Hint: ")
        assert "Moves  0" in player.text
        assert "assisted" in player.text
        player.send("t")
        player.wait(lambda: "Moves  5" in player.text)
        player.press("left")
        player.settle(0.3)
        stopped = player.tiles()
        player.settle(0.3)
        assert player.tiles() == stopped
        assert "Autoplay" not in player.text


def test_the_solver_s_game_can_be_watched(tmp_path: Path, network_file: str) -> None:
    arguments = ["watch", "--seed", "3", "--speed", "8", "--network", network_file]
    with Player(tmp_path, *arguments) as player:
        player.wait(lambda: re.search(r"Move [3-9]\d*, 8 a second", player.text) is not None)
        player.press(" ")
        player.see("Paused: move ")
        moves = int(re.search(r"Paused: move (\d+)", player.text).group(1))
        for _ in range(moves):
            player.press("left")
        player.see("Paused: move 0 of ")
        assert player.tiles() == [tile for row in Game(3).board.tiles for tile in row]
