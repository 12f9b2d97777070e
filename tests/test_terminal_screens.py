"""Each layout in each language, as the emulator shows it.

The screens are in tests/data/screens, and a picture of one in docs/images/game.svg. After a
change that is meant to be seen, write them anew with
``FAST2048_WRITE_SCREENS=1 pytest tests/test_terminal_screens.py`` and look at what changed.
"""

import os
import random
import re
from pathlib import Path

import pytest

from emulator import Player
from fast2048 import Board, Move, reference
from fast2048.session import Session
from fast2048.terminal.language import LANGUAGES
from fast2048.terminal.palette import PALETTES
from fast2048.terminal.view import LAYOUTS
from saves import save, some_moves
from screenshot import screenshot

SCREENS = Path(__file__).parent / "data" / "screens"
PICTURE = Path(__file__).parent.parent / "docs" / "images" / "game.svg"
# How much each cell counts for the one who plays the pictured games.
WEIGHTS = [4**rank for rank in (15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 0, 1, 2, 3)]
# Left wins.
BOARD = [[2, 4, 8, 16], [1024, 1024, 0, 128], [16384, 131072, 512, 65536], [0, 32, 0, 2]]


def check(path: Path, text: str) -> None:
    if os.environ.get("FAST2048_WRITE_SCREENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def check_screens(name: str, screens: dict[str, list[str]]) -> None:
    text = "".join(f"--- {what}\n" + "\n".join(lines) + "\n" for what, lines in screens.items())
    check(SCREENS / f"{name}.txt", text)


def shoot(player: Player) -> dict[str, list[str]]:
    """The game, each box, each page."""
    screens = {}
    player.wait(lambda: "131" in player.text)
    player.settle()
    player.press("down")
    screens["playing"] = player.lines
    player.press("n")
    screens["question"] = player.lines
    player.press("n", "?")
    player.wait(lambda: player.lines != screens["playing"])  # the solver takes its time
    screens["message"] = player.lines
    player.press(b"\x1bOP")
    screens["help"] = player.lines
    player.press(b"\x1bOP", b"\x1bOQ")
    screens["statistics"] = player.lines
    player.press(b"\x1bOQ", "r")
    screens["games"] = [
        re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "(when)", line) for line in player.lines
    ]
    player.press("q", "u")
    screens["undone"] = player.lines
    player.press("left")
    screens["won"] = player.lines
    return screens


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_screen_of_each_layout_in_each_language(
    tmp_path: Path, layout, language: str, network_file: str
) -> None:
    save(tmp_path, BOARD)
    options = ("--no-animation", "--lang", language)
    size = {"columns": layout.columns, "rows": layout.rows}
    with Player(tmp_path, *options, **size, FAST2048_NETWORK=network_file) as player:
        check_screens(f"{layout.name}-{language}", shoot(player))


def test_the_screen_outside_utf8(tmp_path: Path, network_file: str) -> None:
    save(tmp_path, BOARD)
    environment = {"LANG": "C", "FAST2048_NETWORK": network_file}
    with Player(tmp_path, "--no-animation", columns=66, rows=20, **environment) as player:
        screens = shoot(player)
    assert all("".join(lines).isascii() for lines in screens.values())
    check_screens("full-ascii", screens)


def neat_move(board: Board) -> Move:
    """The move that keeps large tiles in a row and leaves room."""

    def worth(move: Move) -> int:
        after = board.slide(move)[0]
        tiles = [tile for row in after.tiles for tile in row]
        weighed = sum(weight * tile for weight, tile in zip(WEIGHTS, tiles, strict=True))
        return weighed + len(after.empty_cells) * 4**9

    return max(board.legal_moves, key=worth)


def test_the_picture_shows_the_game(tmp_path: Path) -> None:
    with Session.open(seed=306, home=tmp_path) as session:
        while not session.game.is_over:
            session.push(neat_move(session.game.board))
        session.new(2059)
        for _ in range(760):
            session.push(neat_move(session.game.board))
        move = neat_move(session.game.board)
    options = ("--no-animation", "--lang", "en")
    with Player(tmp_path, *options, columns=66, rows=20, COLORTERM="truecolor") as player:
        player.see("Seed")
        player.press("wdsa"[move])
        check(PICTURE, screenshot(player.screen))


def test_a_larger_terminal_has_the_game_in_its_middle(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "1", columns=100, rows=40) as player:
        player.see("Seed")
        assert not any(player.lines[:10])
        assert player.lines[11].startswith(" " * 17 + "┌")


@pytest.mark.parametrize("option", ["colour-blind", "high-contrast", "default"])
def test_a_palette_changes_the_colours_and_nothing_else(tmp_path: Path, option: str) -> None:
    game = save(tmp_path, BOARD)
    with Player(tmp_path, "--palette", option, COLORTERM="truecolor") as player:
        player.see("131072")
        row = next(row for row, line in enumerate(player.lines) if "131072" in line)
        cell = player.screen.buffer[row][player.lines[row].index("131072")]
        assert cell.bg == f"{PALETTES[option][16]:06x}"
        assert player.tiles() == [tile for line in game.board.tiles for tile in line]


def test_no_color_leaves_the_colours_away(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", COLORTERM="truecolor", NO_COLOR="1") as player:
        player.see("Seed")
        player.press("left", "up", "right")
        cells = [cell for line in player.screen.buffer.values() for cell in line.values()]
        assert {cell.fg for cell in cells} == {cell.bg for cell in cells} == {"default"}
        assert any(cell.reverse for cell in cells)


@pytest.mark.parametrize("kind", ["xterm-256color", "xterm", "linux", "vt100"])
def test_the_palette_of_the_terminal_is_never_redefined(tmp_path: Path, kind: str) -> None:
    with Player(tmp_path, "--seed", "3", TERM=kind, COLORTERM="truecolor") as player:
        player.see("Seed")
        player.press("left", "up", "right", b"\x1bOP", "q", "q")
        player.end()
        assert b"\x1b]" not in player.received  # OSC 4, OSC 104, and the Linux console's P and R


# ---- sizes


def test_the_layout_follows_the_size(tmp_path: Path) -> None:
    game = save(tmp_path, BOARD)
    with Player(tmp_path, columns=80, rows=24) as player:
        player.see("Seed")
        for columns, rows, seen in (
            (40, 12, "F1 help"),
            (20, 6, "131k"),
            (19, 6, "19x6 < 20x6"),
            (60, 5, "needs 20x6, has 60x5"),
            (1, 1, ""),
            (3, 1, "20"),
            (80, 24, "WASD HJKL"),
        ):
            player.resize(columns, rows)
            player.see(seen)
        assert player.tiles() == [tile for line in game.board.tiles for tile in line]


def test_a_storm_of_sizes_breaks_nothing(tmp_path: Path) -> None:
    generator = random.Random(1)
    game = reference.Game(9)
    moves = some_moves(reference.Game(9), 60)
    with Player(tmp_path, "--seed", "9") as player:
        player.see("Seed")
        for move in moves:
            columns = generator.choice((1, 2, 19, 20, 36, 37, 65, 66, 67, 150, 300))
            player.resize(columns, generator.choice((1, 2, 5, 6, 11, 12, 19, 20, 21, 90)))
            player.send("wdsa"[move])
            player.read(0.001)
            game.push(move)
        player.resize(80, 24)
        player.see("Moves  60")
        player.settle()
        assert player.tiles() == [tile for row in reference.tiles(game.board) for tile in row]
        before = player.lines
        player.press("\x0c")
        assert player.lines == before
        player.send("q")
        assert player.end() == 0


def test_ctrl_l_draws_all_of_the_screen_again(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "9") as player:
        player.see("Seed")
        before = player.lines
        player.screen.erase_in_display(2)
        player.press("\x0c")
        assert player.lines == before
