"""The command line: subcommands, errors in one line, exit statuses."""

import json
import os
import re
import signal
import subprocess
import sys
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from fast2048 import Fast2048Error, Game, Move, __version__
from fast2048.session import Session
from fast2048.store import Store
from fast2048.tables import Progress
from fast2048.terminal.language import LANGUAGES
from fast2048.terminal.palette import PALETTES
from playing import WINNING, lost, state
from saving import add

# ---- the command itself


def test_help_and_version_need_no_terminal_and_load_nothing_for_it(program, monkeypatch):
    monkeypatch.delenv("TERM", raising=False)
    code = (
        "import sys; loaded = set(sys.modules); from fast2048.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as end: assert not end.code\n"
        "loaded = set(sys.modules) - loaded\n"
        "assert not {'curses', 'sqlite3', 'numpy', 'fast2048.session'} & loaded\n"
    )
    shown = program("--version", code=code)
    assert (shown.stdout, shown.stderr, shown.returncode) == (f"fast2048 {__version__}\n", "", 0)
    for arguments in [], ["show"], ["replay"], ["verify"]:
        shown = program(*arguments, "--help", code=code)
        assert shown.stdout.startswith("usage: fast2048")
        assert (shown.stderr, shown.returncode) == ("", 0)


def test_python_m_runs_it(program):
    assert program("--version").stdout == f"fast2048 {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sideways"], "invalid choice: 'sideways'"),
        (["--seed", "x"], "not a seed: 'x'"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "18446744073709551616"], "not a seed: '18446744073709551616'"),
        (["--seed", "٣"], "not a seed: '٣'"),
        (["--seed", "7", "--daily"], "--daily: not allowed with argument --seed"),
        (["--seed", "0", "stats"], "--seed is for playing"),
        (["--no-animation", "show"], "--no-animation is for playing"),
        (["new", "--seed", "7.5"], "not a seed: '7.5'"),
        (["move", "sideways"], "not a direction: 'sideways'"),
        (["move"], "required: DIRECTION"),
        (["replay", "1", "--speed", "0"], "not a number of moves a second: '0'"),
        (["replay", "1", "--speed", "nan"], "not a number of moves a second: 'nan'"),
        (["replay"], "no game in the history to play back"),
        (["replay", "7"], "no game 7 in the history"),
        (["replay", "99999999999999999999999"], "no game 99999999999999999999999"),
        (["replay", "nowhere.txt"], "No such file or directory: nowhere.txt"),
        (["replay", "."], "Is a directory: ."),
        (["import", "nowhere.txt"], "No such file or directory: nowhere.txt"),
        (["import"], "required: FILE"),
        (["export", "nowhere/file"], "No such file or directory: nowhere/file"),
        (["verify", "--boards", "0"], "not a positive integer: '0'"),
    ],
)
def test_an_error_is_one_line_and_status_2(command, arguments, message):
    status, output, errors = command(*arguments)
    assert (status, output) == (2, "")
    assert errors.startswith("fast2048")
    assert message in errors


# ---- play


def test_without_a_command_it_plays(command, played):
    assert command()[0] == 5
    options = ["--seed", "7", "--plain", "--lang", "th", "--palette", "colourful"]
    assert command(*options, "--no-animation")[0] == 5
    usual = {"seed": None, "plain": False, "lang": None, "palette": None, "animation": True}
    assert played == [
        usual,
        {"seed": 7, "plain": True, "lang": "th", "palette": "colourful", "animation": False},
    ]


def test_an_error_in_play_is_one_line(command, monkeypatch):
    def fail(**_):
        raise Fast2048Error("no palette 'x'\nat all")

    monkeypatch.setitem(sys.modules, "fast2048.terminal", SimpleNamespace(play=fail))
    assert command() == (2, "", "fast2048: no palette 'x' at all\n")


def test_the_daily_game_has_the_seed_of_the_date(command, played):
    dates = datetime.now(UTC)
    command("--daily")
    today = played.pop()["seed"]
    assert today in {int(day.strftime("%Y%m%d")) for day in (dates, datetime.now(UTC))}


def test_help_lists_every_language_and_every_palette(command):
    for arguments in [], ["replay"], ["watch"]:
        shown = " ".join(command(*arguments, "--help")[1].split()).replace("- ", "-")
        for name in *LANGUAGES, *PALETTES:
            assert re.search(rf"\b{name}\b", shown)


def test_options_of_a_command_may_stand_before_it(command, played, monkeypatch):
    add(lost(1))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for arguments in (
        ["--lang", "vi", "--palette", "colour-blind", "replay", "1"],
        ["replay", "1", "--lang", "vi", "--palette", "colour-blind"],
        ["--lang", "th", "replay", "1", "--lang", "vi", "--palette", "colour-blind"],
    ):
        assert command(*arguments)[0] == 6
        options = played.pop()[1]
        assert (options["lang"], options["palette"]) == ("vi", "colour-blind")
    assert command("--palette", "colour-blind", "stats")[0] == 2


def test_a_move_is_not_made_while_the_game_is_open_elsewhere(command, home):
    with Session.open(seed=7) as session:
        session.push(session.game.legal_moves[0])
        before = command("show")
        status, output, errors = command("move", session.game.legal_moves[0].name.lower())
        assert (status, output) == (2, "")
        assert "open elsewhere" in errors
        assert command("show") == before
    assert command("move", session.game.legal_moves[0].name.lower())[0] == 0


def test_show_tells_of_the_other_games_in_progress_and_move_does_not(command, home):
    with Session.open(seed=7) as one, Session.open(seed=8) as two, Session.open(seed=9) as three:
        for session in one, two, three:
            session.push(session.game.legal_moves[0])
    status, output, errors = command("show")
    assert (status, errors) == (0, "")
    assert output.endswith(", seed 9\nother games in progress: 2\n")
    assert "other" not in command("show", "--json")[1]
    status, output, errors = command("move", three.game.legal_moves[0].name.lower())
    assert (status, errors) == (0, "")
    assert output.endswith(", seed 9\n")


# ---- show, move, new


def test_show_without_a_game_says_so(command):
    status, output, errors = command("show")
    assert (status, output) == (1, "")
    assert "no game is in progress" in errors


def test_new_starts_a_game_and_show_prints_it(command):
    status, started, _ = command("new", "--seed", "7")
    assert status == 0
    assert started == f"{Game(7).board}\nscore 0, best 0, moves 0, seed 7\n"
    assert command("show") == (0, started, "")


def test_new_keeps_the_old_game(command):
    command("new", "--seed", "7")
    command("move", "left")
    command("new")
    with Session.open() as session:
        assert session.game.moves == 0
        assert [(game.seed, game.moves) for game in session.finished_games()] == [(7, 1)]


def test_move_plays_one_move(command):
    command("new", "--seed", "7")
    game = Game(7)
    for word, move in [("left", 3), ("UP", 0), ("r", 1), ("Down", 2)]:
        assert move in game.legal_moves
        game.push(move)
        status, output, _ = command("move", word)
        assert status == 0
        assert output.startswith(str(game.board))
    with Session.open() as session:
        assert state(session.game) == state(game)


def test_an_illegal_move_is_status_1_and_no_change(command):
    with Session.open(seed=7) as session:
        while len(session.game.legal_moves) == 4:
            session.push(session.game.legal_moves[0])
        illegal = next(move for move in Move if move not in session.game.legal_moves)
        before = state(session.game)
    status, output, errors = command("move", illegal.name.lower())
    assert (status, output) == (1, "")
    assert f"{illegal!r} changes nothing on" in errors
    with Session.open() as session:
        assert state(session.game) == before


def test_move_after_a_win_must_say_that_it_plays_on(command):
    store = Store(claim=True)
    store.keep(Progress(Game(1, start=WINNING)))
    store.close()
    assert command("move", "left")[0] == 0
    status, _, errors = command("move", "right")
    assert status == 1
    assert "keep_playing" in errors
    status, output, _ = command("move", "right", "--keep-playing")
    assert status == 0
    assert output.rstrip().endswith("seed 1, won")
    assert command("move", "left", "--keep-playing")[0] == 0


def test_json_has_the_whole_state(command):
    command("new", "--seed", "7")
    with Session.open() as session:
        while session.game.score < 20:
            session.push(session.game.legal_moves[0])
        session.mark_assisted()
        game = session.game
    expected = {
        "tiles": [list(row) for row in game.board.tiles],
        "score": game.score,
        "best": game.score,
        "moves": game.moves,
        "seed": 7,
        "won": False,
        "over": False,
        "assisted": True,
    }
    assert json.loads(command("show", "--json")[1]) == expected
    move = game.legal_moves[0]
    game.push(move)
    expected |= {
        "tiles": [list(row) for row in game.board.tiles],
        "score": game.score,
        "moves": game.moves,
    }
    assert json.loads(command("move", move.name, "--json")[1]) == expected
    fresh = json.loads(command("new", "--json")[1])
    assert (fresh["moves"], fresh["assisted"], fresh["best"]) == (0, False, expected["best"])


def test_what_cannot_be_saved_is_status_3(command, home):
    home.write_text("mine")
    status, output, errors = command("new", "--seed", "7")
    assert (status, output.splitlines()[-1]) == (3, "score 0, best 0, moves 0, seed 7")
    assert errors.startswith("fast2048: not saved: ")


@pytest.mark.parametrize(
    "arguments", [["show"], ["stats"], ["export"], ["replay"], ["import", "-"]]
)
def test_saves_that_cannot_be_read_are_an_error(command, home, arguments, monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=SimpleNamespace(read=lambda: b"")))
    home.write_text("mine")
    status, output, errors = command(*arguments)
    assert (status, output) == (2, "")
    assert "the saves cannot be read" in errors


def test_a_damaged_store_is_said_on_standard_error(command, home):
    command("new", "--seed", "7")
    (home / "fast2048.db").write_text("garbage")
    status, output, errors = command("stats")
    assert status == 0
    assert output.startswith("Games")
    assert "Damaged saves were set aside" in errors


# ---- pipes and signals


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
def test_a_broken_pipe_is_quiet(home):
    add(lost(1), lost(2), lost(3), lost(4))
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "fast2048", "replay", "1"],
        stdout=writing,
        stderr=subprocess.PIPE,
    ) as replay:
        os.close(writing)
        os.close(reading)
        _, errors = replay.communicate(timeout=60)
    assert (replay.returncode, errors) == (128 + signal.SIGPIPE, b"")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_is_quiet(home):
    add(lost(1))
    with subprocess.Popen(
        [sys.executable, "-m", "fast2048", "replay", "--speed", "0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as replay:
        assert replay.stdout.readline().startswith(b"seed 1")
        replay.send_signal(signal.SIGINT)
        _, errors = replay.communicate(timeout=60)
    assert (replay.returncode, errors) == (128 + signal.SIGINT, b"")


# ---- verify


def test_verify_hands_its_number_on(command, monkeypatch):
    numbers = []
    checks = SimpleNamespace(main=lambda boards: numbers.append(boards) or 1)
    monkeypatch.setitem(sys.modules, "fast2048.verify", checks)
    assert command("verify", "--boards", "77")[0] == 1
    assert command("verify")[0] == 1
    assert numbers == [77, 20_000]
