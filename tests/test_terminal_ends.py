"""Every kind of terminal and every way out: the terminal is left as it was found."""

import os
import re
import signal
import sys
import termios
from pathlib import Path

import pytest

from emulator import Player
from fast2048 import reference
from fast2048.terminal.events import Events
from saves import flat, saved, some_moves

KINDS = [
    "xterm-256color", "xterm", "screen-256color", "tmux-256color", "linux", "vt100", "dumb", None,
]  # fmt: skip
LOCALES = {
    "utf8": {"LANG": "C.UTF-8"},
    "not installed": {"LANG": "th_TH.UTF-8"},
    "C": {"LANG": "C"},
    "LC_ALL": {"LC_ALL": "C", "LANG": "en_US.UTF-8"},
    "none": {"LANG": None},
}
PLAIN = "fast2048: plain lines instead of a screen: "


def is_as_found(player: Player) -> bool:
    """Whether modes, cursor, colours and the shell's screen are back."""
    screen = player.screen
    return (
        not screen.is_alternate
        and not screen.cursor.hidden
        and not screen.takes_paste
        and 1 << 5 not in screen.mode  # the arrow keys of an application
        and screen.cursor.attrs == screen.default_char
    )


EVERYWHERE = [(kind, locale) for kind in KINDS for locale in ("utf8", "C")]
SOMEWHERE = [("xterm-256color", locale) for locale in ("not installed", "LC_ALL", "none")]


@pytest.mark.parametrize(("kind", "locale"), EVERYWHERE + SOMEWHERE)
def test_every_terminal_starts_moves_and_is_left_as_found(
    tmp_path: Path, kind: str | None, locale: str
) -> None:
    environment = LOCALES[locale]
    script = (
        'stty -a >"$FAST2048_HOME/before"; "$0" -m fast2048 --seed 3; echo "status $?";'
        ' stty -a >"$FAST2048_HOME/after"'
    )
    command = ["sh", "-c", script, sys.executable]
    with Player(tmp_path, command=command, TERM=kind, **environment) as player:
        if kind in ("dumb", None):
            player.see("\n>")
            assert PLAIN in player.text
            player.press("left\r", "up\r", "right\r", "down\r")
            player.send("quit\r")
        else:
            player.see("3")
            player.wait(lambda: "Seed   3" in player.text or "รหัสเกม  3" in player.text)
            is_utf8 = locale in ("utf8", "not installed")
            assert ("┌" in player.text) == is_utf8
            assert ("คะแนน" in player.text) == (locale == "not installed")
            player.press("left", "up", "right", "down")
            player.send("q")
        player.wait(lambda: "status" in player.text)
        assert "status 0" in player.text
        player.end()
        assert is_as_found(player)
    assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()
    assert saved(tmp_path).moves > 1


def test_an_unknown_terminal_is_treated_as_a_common_one_and_told(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", TERM="no-such-terminal") as player:
        player.see("Terminal type no-such-terminal is not known here")
        player.press("left", "up", "right")
        player.send("q")
        assert player.end() == 0
        assert is_as_found(player)


WITHOUT_TERMIOS = """
import sys
sys.modules["termios"] = None
from fast2048.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("kind", ["xterm-256color", "xterm"])
def test_where_there_is_only_curses_the_game_is_drawn_by_it(tmp_path: Path, kind: str) -> None:
    """As on Windows."""
    game = reference.Game(3)
    moves = some_moves(game, 10)
    command = [sys.executable, "-c", WITHOUT_TERMIOS, "--seed", "3", "--lang", "vi"]
    with Player(tmp_path, command=command, TERM=kind) as player:
        player.see("Mã ván   3")
        player.press(*["wdsa"[move] for move in moves], b"\x1bOP")
        player.see("Phím điều khiển")
        player.press("\r")
        player.see("Nước đi  10")
        assert player.tiles() == flat(game)
        player.resize(37, 12)
        player.see("F1 trợ giúp")
        player.resize(80, 24)
        player.see("WASD HJKL")
        player.press(b"\x1b[1;5D", "u")
        player.see("Nước đi  9")
        player.send("\x03")
        assert player.end() == 130
        assert not player.screen.cursor.hidden
    assert saved(tmp_path).moves == 9


# ---- signals


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_signal_ends_the_game_with_everything_saved(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    game = reference.Game(3)
    moves = some_moves(game, 5)
    with Player(tmp_path, "--seed", "3") as player:
        player.see("Seed")
        player.press(*["wdsa"[move] for move in moves])
        assert termios.tcgetattr(player.process.fd) != player.modes_found
        player.signal(number)
        assert player.end() == 128 + number
        assert is_as_found(player)
    assert saved(tmp_path).history == game.history


def test_ctrl_c_in_the_middle_of_anything_ends_the_game(tmp_path: Path) -> None:
    for keys in (["n"], [b"\x1bOP"], [b"\x1b[200~paste"]):
        with Player(tmp_path / str(keys), "--seed", "3") as player:
            player.see("Seed")
            player.press("left", "right", "up", *keys)
            player.send("\x03")
            assert player.end() == 130
            assert is_as_found(player)


def test_a_terminal_that_is_closed_ends_the_game(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3") as player:
        player.see("Seed")
        player.press("left", "up", "right")
        player.process.fileobj.close()
        player.process.wait()
        assert player.process.signalstatus is None
        assert player.process.exitstatus == 128 + signal.SIGHUP
    assert saved(tmp_path).moves > 0


def test_the_end_of_input_is_noticed() -> None:
    read, write = os.pipe()
    with Events(read) as events:
        os.write(write, b"w\x1b[A")
        assert events.wait(1) == ([], ["w", "up"])
        os.close(write)
        events.wait(1)
        assert events.ended
    os.close(read)


def test_signals_are_given_back() -> None:
    former = {number: signal.getsignal(number) for number in signal.valid_signals()}
    read, write = os.pipe()
    with Events(read) as events:
        signal.raise_signal(signal.SIGTERM)
        assert events.wait(1) == ([signal.SIGTERM], [])
    assert {number: signal.getsignal(number) for number in signal.valid_signals()} == former
    os.close(read)
    os.close(write)


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    command = ["sh", "-c", 'trap "" HUP; exec "$0" -m fast2048 --seed 3', sys.executable]
    with Player(tmp_path, command=command) as player:
        player.see("Seed")
        player.signal(signal.SIGHUP)
        player.press("left", "up", "right", "q")
        assert player.end() == 0


BROKEN = """
from fast2048.cli import main
from fast2048.terminal.playing import Playing
def fail(self, move):
    raise RuntimeError("broken on purpose")
Playing._push = fail
main(["--seed", "3"])
"""


def test_an_error_in_the_game_leaves_the_terminal_as_found(tmp_path: Path) -> None:
    with Player(tmp_path, command=[sys.executable, "-c", BROKEN]) as player:
        player.see("Seed")
        player.send("left")
        assert player.end() == 1
        assert is_as_found(player)
        assert "RuntimeError: broken on purpose" in player.text


def test_ctrl_z_gives_the_shell_a_sane_terminal_and_fg_the_game_back(tmp_path: Path) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Player(tmp_path, command=shell, PS1="$ ", PYTHON=sys.executable) as player:
        player.see("$")
        player.send("stty -a >$FAST2048_HOME/before\r")
        player.see("\n$")
        player.send("$PYTHON -m fast2048 --seed 3\r")
        player.see("Seed   3")
        player.press("left", "up", "right")
        moves = re.search(r"Moves  \d+", player.text).group()
        board = player.tiles()
        for _ in range(2):
            player.send("\x1a")
            player.see("Stopped")
            assert is_as_found(player)
            player.send("stty -a >$FAST2048_HOME/after; echo sa''ne\r")
            player.see("sane")
            before, after = ((tmp_path / name).read_text() for name in ("before", "after"))
            assert before == after
            player.send("fg\r")
            player.see(moves)
            assert player.tiles() == board
            assert player.screen.is_alternate
        for key in (b"\x1bOA", b"\x1bOB", b"\x1bOC", b"\x1bOD"):
            player.press(key)
        assert player.tiles() != board
        player.send("q")
        player.see("\n$")
        assert is_as_found(player)


def test_a_stop_that_cannot_be_caught_is_repaired_when_the_game_goes_on(tmp_path: Path) -> None:
    game = reference.Game(3)
    moves = some_moves(game, 4)
    with Player(tmp_path, "--seed", "3") as player:
        player.see("Seed")
        player.press(*["wdsa"[move] for move in moves])
        player.signal(signal.SIGSTOP)
        termios.tcsetattr(player.process.fd, termios.TCSANOW, player.modes_found)
        player.screen.erase_in_display(2)
        player.signal(signal.SIGCONT)
        player.see("Moves  4")
        assert player.tiles() == flat(game)
        assert termios.tcgetattr(player.process.fd) != player.modes_found
        player.send("q")
        assert player.end() == 0


def test_without_a_place_to_save_the_game_goes_on_and_says_so(tmp_path: Path) -> None:
    home = tmp_path / "a file"
    home.write_text("no directory")
    with Player(home, "--no-animation") as player:
        player.see("Not being saved: ")
        player.press("left", "up", "right", "down")
        assert "Not being saved: " in player.text
        player.send("q")
        assert player.end() == 3
        assert f"fast2048: Not being saved: not a directory ({home})" in player.text.replace(
            "\n", ""
        )


def test_a_problem_is_told_in_the_player_s_language_and_in_the_room_there_is(
    tmp_path: Path,
) -> None:
    home = tmp_path / "a file"
    home.write_text("no directory")
    for lang, reason, short in (
        ("en", "Not being saved: not a directory", "Not being saved"),
        ("vi", "Không lưu được: không phải thư mục", "Không lưu được"),
    ):
        with Player(home, "--lang", lang, columns=120, rows=20) as player:
            player.see(f"2048   {reason}")
            player.resize(37, 12)
            player.see(f"\n{reason}")
            player.resize(20, 6)
            player.wait(lambda: player.lines[-1] == short)  # noqa: B023
            player.press("q")


def test_damage_while_playing_is_told_at_once(tmp_path: Path) -> None:
    with Player(tmp_path, "--seed", "3", columns=100) as player:
        player.see("Seed")
        player.press("left", "up")
        (tmp_path / "fast2048.db").unlink()
        (tmp_path / "fast2048.db").write_text("garbage")
        player.press("right")
        player.wait(lambda: "Damaged saves were set aside" in player.text)
        player.press("left")
        assert "Damaged" not in player.text
