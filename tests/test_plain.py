"""The game in lines of text."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fast2048 import Board, Game, Move, reference, terminal
from fast2048.session import Session
from fast2048.solver import Solver
from fast2048.store import Store
from fast2048.tables import Progress
from fast2048.terminal.plain import _COMMANDS as COMMANDS
from saves import NEARLY_WON, WON_AND_STUCK, save, saved, some_moves

COMMAND = [sys.executable, "-m", "fast2048"]


def play(
    home: Path, lines: str, *arguments: str, **environment: str
) -> subprocess.CompletedProcess:
    return subprocess.run(
        [*COMMAND, "--plain", *arguments],
        input=lines.encode(),
        capture_output=True,
        env={**os.environ, "FAST2048_HOME": str(home), "LANG": "C.UTF-8", **environment},
        timeout=30,
        check=False,
    )


def said(home: Path, lines: str, *arguments: str, **environment: str) -> str:
    """What is printed by a game that ends well."""
    done = play(home, lines, *arguments, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def board_text(game: reference.Game) -> str:
    return "".join(
        " ".join(f"{tile or '.':>4}" for tile in row) + "\n" for row in reference.tiles(game.board)
    )


def test_a_game_in_lines_is_the_game_of_the_reference(tmp_path: Path) -> None:
    game, twin = reference.Game(7), reference.Game(7)
    moves = some_moves(twin, 300)
    expected = [board_text(game)]
    for move in moves:
        reward = game.push(move)
        cell, tile = game.last_spawn
        expected.append(
            f"{move.name.lower()}, gain {reward}, new {tile} in row {cell // 4 + 1}"
            f" column {cell % 4 + 1}, score {game.score}\n" + board_text(game)
        )
    assert game.is_over
    text = said(tmp_path, "".join(f"{move.name.lower()}\n" for move in moves), "--seed", "7")
    assert "".join(expected) in text
    assert text.endswith("Game over: no move is left.\nType undo or new.\n")
    assert saved(tmp_path).history == game.history


@pytest.mark.parametrize("letters", ["wdsa", "kljh", "WDSA"])
def test_letters_are_moves_as_well(tmp_path: Path, letters: str) -> None:
    game = reference.Game(7)
    moves = some_moves(game, 12)
    said(tmp_path, "".join(f"{letters[move]}\n" for move in moves), "--seed", "7")
    assert saved(tmp_path).history == game.history


def test_what_changes_nothing_is_said(tmp_path: Path) -> None:
    save(tmp_path, [[2, 0, 0, 0], [4, 0, 0, 0], [0] * 4, [0] * 4])
    assert "left changes nothing.\n" in said(tmp_path, "left\n")
    assert saved(tmp_path).moves == 0


def test_an_unknown_command_is_quoted(tmp_path: Path) -> None:
    text = said(tmp_path, "jump\n\n   \nLEFT RIGHT\n\x07Up\n")
    assert text.count("No such command: ") == 3
    for typed in ("jump", "LEFT RIGHT", r"\x07Up"):  # as it was typed
        assert f"No such command: '{typed}'" in text
    assert saved(tmp_path).moves == 0


@pytest.mark.parametrize(
    "typed", ["\x1b[A", "\x1bOD", "\x1b[[A", "\x1bw", "\x1b[1;5D", "\x1b]11;left\x07"]
)
def test_keys_that_type_escape_sequences_are_left_out_of_a_line(tmp_path: Path, typed: str) -> None:
    text = said(tmp_path, f"{typed}\n{typed}he{typed}lp\n")
    assert "No such command" not in text
    assert text.count("Type left, right, up or down, or help.") == 2  # at first, and for the keys
    assert "Controls" in text
    assert saved(tmp_path).moves == 0


# ---- a game with another seed


def begin(home: Path) -> tuple[Move, ...]:
    with Session.open(home=home, seed=7) as session:
        session.push(session.game.legal_moves[0])
        return session.game.history


def test_giving_a_game_up_for_another_seed_is_asked_in_lines(tmp_path: Path) -> None:
    history = begin(tmp_path)
    text = said(tmp_path, "left\nno\nboard\n", "--seed", "8")
    assert text.count("A game with the seed 8 was asked for.") == 1
    assert text.count("Give up this game? yes or no") == 2
    assert saved(tmp_path).history == history
    text = said(tmp_path, "y\n", "--seed", "8")
    assert "A new game, seed 8\n" in text
    with Session.open(home=tmp_path) as session:
        assert (session.game.seed, session.game.moves) == (8, 0)
        assert [game.moves for game in session.finished_games()] == [1]


@pytest.mark.parametrize("lines", ["", "left\n", "left\nyess\n"])
@pytest.mark.parametrize("option", [["--seed", "8"], ["--daily"]])
def test_another_game_in_progress_is_not_given_up_unanswered(
    tmp_path: Path, lines: str, option: list[str]
) -> None:
    history = begin(tmp_path)
    done = play(tmp_path, lines, *option)
    assert done.returncode == 2
    assert done.stderr.startswith(b"fast2048: a game is in progress (moves: 1, score: ")
    assert b"`fast2048 new --seed " in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert saved(tmp_path).history == history


def test_quitting_is_an_answer_too(tmp_path: Path) -> None:
    history = begin(tmp_path)
    said(tmp_path, "quit\n", "--seed", "8")
    assert saved(tmp_path).history == history


def test_a_seed_whose_game_is_in_progress_resumes_it(tmp_path: Path) -> None:
    history = begin(tmp_path)
    assert "asked for" not in said(tmp_path, "", "--seed", "7")
    assert saved(tmp_path).history == history


def test_a_seed_needs_no_question_where_nothing_is_lost(tmp_path: Path) -> None:
    said(tmp_path, "", "--seed", "7")
    said(tmp_path, "", "--seed", "8")
    assert (saved(tmp_path).seed, saved(tmp_path).moves) == (8, 0)
    save(tmp_path, WON_AND_STUCK)
    said(tmp_path, "left\n")
    said(tmp_path, "", "--seed", "9")
    assert (saved(tmp_path).seed, saved(tmp_path).moves) == (9, 0)


# ---- games elsewhere


def test_how_many_games_wait_is_told_at_the_start(tmp_path: Path) -> None:
    with (
        Session.open(home=tmp_path) as one,
        Session.open(home=tmp_path) as two,
        Session.open(home=tmp_path) as three,
    ):
        for session in one, two, three:
            session.push(session.game.legal_moves[0])
    text = said(tmp_path, "board\n")
    assert text.startswith("Other games of yours that wait: 2. ")
    assert text.count("that wait") == 1
    text = said(tmp_path, "new\nyes\n")
    assert "Going on with the game left at " in text
    assert said(tmp_path, "").startswith("Other games of yours that wait: 1. ")


def test_a_waiting_game_that_is_gone_on_with_says_what_it_has_come_to(tmp_path: Path) -> None:
    won = save(tmp_path, NEARLY_WON)
    won.push(Move.LEFT)
    store = Store(tmp_path, claim=True)
    store.keep(Progress(won))
    with Session.open(home=tmp_path) as session:
        session.push(session.game.legal_moves[0])
        store.close()
        session.mark_assisted()
    text = said(tmp_path, "new\nyes\n")
    assert text.endswith("You made 2048!\nType keep to keep playing, or new.\n")
    assert "Going on with the game left at 2048." in text


def test_a_problem_with_the_saves_is_told_in_the_player_s_language(tmp_path: Path) -> None:
    home = tmp_path / "a file"
    home.write_text("no directory")
    done = play(home, "left\n", "--lang", "vi")
    line = f"Không lưu được: không phải thư mục ({home})\n"
    assert done.returncode == 3
    assert line in done.stdout.decode()
    assert done.stderr.decode() == f"fast2048: {line}"


def test_damaged_saves_are_told_of_in_the_player_s_language(tmp_path: Path) -> None:
    (tmp_path / "fast2048.db").write_text("garbage")
    text = said(tmp_path, "", "--lang", "vi").splitlines()[0]
    (aside,) = tmp_path.glob("fast2048-damaged-*.db")
    assert text.startswith("Bản lưu bị hỏng đã được để riêng")
    assert text.endswith(f"({aside})")


def test_undo_redo_new_and_the_question(tmp_path: Path) -> None:
    game = reference.Game(7)
    move = some_moves(game, 1)[0].name.lower()
    text = said(tmp_path, f"undo\nredo\n{move}\nu\nredo\nnew\nleft\nno\nboard\n", "--seed", "7")
    assert text.count("Nothing to undo.") == text.count("Nothing to redo.") == 1
    assert text.count(board_text(game)) == 4  # moved, redone, not given up, asked for
    assert text.count("Give up this game? yes or no") == 2
    assert saved(tmp_path).moves == 1
    text = said(tmp_path, "new\nyes\nquit\nleft\n")
    assert "A new game, seed" in text
    assert saved(tmp_path).moves == 0


def test_a_win_has_to_be_answered(tmp_path: Path) -> None:
    save(tmp_path, NEARLY_WON)
    text = said(tmp_path, "keep\nleft\ndown\nkeep\ndown\n")
    assert "There is no choice to make now." in text
    assert text.count("You made 2048!\nType keep to keep playing, or new.") == 2
    assert saved(tmp_path).history == (Move.LEFT, Move.DOWN)


def test_won_and_stuck_by_the_same_move_says_both(tmp_path: Path) -> None:
    save(tmp_path, WON_AND_STUCK)
    text = said(tmp_path, "left\nundo\nleft\nnew\n")
    assert text.count("You made 2048! And no move is left: game over.\nType undo or new.") == 2
    assert "A new game" in text


def test_a_new_best_is_announced_once(tmp_path: Path) -> None:
    save(tmp_path, [[4, 4, 8, 16], [0] * 4, [0] * 4, [8, 0, 0, 0]], former_best=10)
    assert said(tmp_path, "left\nleft\nleft\nleft\n").count("A new best score!") == 1


def test_replay_statistics_and_help(tmp_path: Path) -> None:
    text = said(tmp_path, "left\nup\nreplay\nstats\nhelp\n", "--seed", "7")
    announcements = re.findall(r"^(?:left|up), gain.*$", text, re.MULTILINE)
    half = len(announcements) // 2
    assert half
    assert announcements[:half] == announcements[half:]
    assert "Mean score" in text
    assert "Four habits" in text


def is_assisted(home: Path) -> bool:
    with Session.open(home=home) as session:
        return session.assisted


def test_hint_and_autoplay(tmp_path: Path, network_file: str) -> None:
    lines = "hint\nauto\nauto\n"
    text = said(tmp_path, lines, "--seed", "7", FAST2048_NETWORK=network_file)
    advised = re.search(r"^Hint: (\w+)", text, re.MULTILINE).group(1)
    made = re.findall(r"^(\w+), gain", text, re.MULTILINE)
    assert len(made) == 2
    assert made[0] == advised
    assert is_assisted(tmp_path)


def test_without_a_network_the_lines_say_why(tmp_path: Path) -> None:
    text = said(tmp_path, "hint\nauto\n", "--seed", "7", FAST2048_NETWORK="no such file")
    assert text.count("No solver: no network 'no such file'") == 2
    assert not is_assisted(tmp_path)


@pytest.mark.parametrize(
    ("language", "words"), [("th", "เกมใหม่ รหัสเกม"), ("vi", "Ván mới, mã ván")]
)
def test_the_lines_are_in_the_language_asked_for(tmp_path: Path, language: str, words: str) -> None:
    assert words in said(tmp_path, "new\n", "--lang", language)
    assert words in said(tmp_path, "new\n", LANG=f"{language}.UTF-8")
    latin = said(tmp_path, "new\n", "--lang", language, PYTHONIOENCODING="ascii")
    assert "?" in latin  # what cannot be written is lost, and the game is not


@pytest.mark.parametrize("language", ["en", "th", "vi"])
def test_every_word_that_help_lists_is_a_command(tmp_path: Path, language: str) -> None:
    words = [word for typed, _ in COMMANDS for word in typed.replace(",", " ").split()]
    shown = said(tmp_path, "help\n", "--lang", language)
    unknown = said(tmp_path, "no-such-thing\n", "--lang", language)
    complaint = next(line for line in unknown.splitlines() if "no-such-thing" in line)
    for word in words:
        assert word in shown
        if word not in ("quit", "q"):
            answer = said(tmp_path, f"{word}\n", "--lang", language)
            assert complaint.replace("no-such-thing", word) not in answer


def test_without_a_terminal_lines_are_used_and_said(tmp_path: Path) -> None:
    environ = {**os.environ, "FAST2048_HOME": str(tmp_path)}
    done = subprocess.run(
        COMMAND, input=b"left\n", capture_output=True, env=environ, check=False, timeout=30
    )
    assert done.returncode == 0
    assert done.stderr.startswith(b"fast2048: plain lines instead of a screen: ")
    assert done.stderr.count(b"\n") == 1


def test_lines_need_no_curses(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['curses'] = sys.modules['termios'] = None\n"
        "from fast2048.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    environ = {**os.environ, "FAST2048_HOME": str(tmp_path)}
    for arguments in (["--plain"], []):
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            input=b"help\n", capture_output=True, env=environ, check=False, timeout=30,
        )  # fmt: skip
        assert done.returncode == 0
        assert b"Controls" in done.stdout


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_lines_with_everything_saved(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    environ = {**os.environ, "FAST2048_HOME": str(tmp_path)}
    game = reference.Game(7)
    move = some_moves(game, 1)[0]
    with subprocess.Popen(
        [*COMMAND, "--plain", "--seed", "7"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{move.name.lower()}\n".encode())
        process.stdin.flush()
        while b"gain" not in process.stdout.readline():
            pass
        process.send_signal(number)
        assert process.wait(10) == 128 + number
        assert process.stderr
        assert process.stderr.read() == b""
    assert saved(tmp_path).history == game.history


def test_a_reader_that_goes_away_ends_the_lines_quietly(tmp_path: Path) -> None:
    environ = {**os.environ, "FAST2048_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*COMMAND, "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"help\n" * 100)
        process.stdin.close()
        assert process.wait(10) == 128 + signal.SIGPIPE
        assert process.stderr.read() == b""


def test_a_game_is_played_back_and_watched_as_often_as_wanted(
    capsys: pytest.CaptureFixture[str], network_file: str
) -> None:
    game = Game(1)
    game.push(game.legal_moves[0])
    stuck = Game(1, start=Board.from_tiles(WON_AND_STUCK))
    for _ in range(2):
        assert terminal.replay(game, plain=True) == 0
        assert terminal.watch(Solver(network_file, 1), stuck, plain=True, speed=99) == 0
    assert capsys.readouterr().out.count("seed 1, moves 1, score ") == 2


def test_an_option_that_makes_no_sense_is_quoted_in_one_line(tmp_path: Path) -> None:
    for arguments in (("--lang", "xx"), ("--palette", "sepia")):
        for plain in ((), ("--plain",)):
            done = subprocess.run(
                [*COMMAND, *plain, *arguments],
                stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=30,
                env={**os.environ, "FAST2048_HOME": str(tmp_path)},
            )  # fmt: skip
            assert done.returncode == 2
            assert repr(arguments[1]).encode() in done.stderr
            assert done.stderr.count(b"\n") == 1
