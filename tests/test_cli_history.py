"""The command line: stats, replay, export, import."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fast2048 import Game, Move
from fast2048.records import Record, dumps, dumps_all, loads, loads_all
from fast2048.session import Session
from playing import WINNING, lost, play, state
from saving import add

# ---- stats


def test_stats_of_nothing(command):
    status, output, _ = command("stats")
    assert status == 0
    assert "largest" not in output
    assert json.loads(command("stats", "--json")[1]) == {
        "games": 0,
        "wins": 0,
        "assisted": 0,
        "abandoned": 0,
        "in_progress": 0,
        "best": 0,
        "best_assisted": 0,
        "mean": 0.0,
        "moves": 0,
        "largest_tiles": {},
    }


# Six games, their largest tiles and scores found by playing.
@pytest.fixture
def six():
    games = [lost(seed, assisted=seed == 3) for seed in range(1, 6)]
    add(*games, Record(play(Game(6), 11)))
    return games


def test_stats_add_the_history_up(command, six):
    scores = [record.game.score for record in six]
    tiles = [record.game.board.max_tile for record in six]
    found = json.loads(command("stats", "--json")[1])
    assert found == {
        "games": 5,
        "wins": 0,
        "assisted": 1,
        "abandoned": 1,
        "in_progress": 0,
        "best": max(scores[:2] + scores[3:]),
        "best_assisted": scores[2],
        "mean": sum(scores) / 5,
        "moves": sum(record.game.moves for record in six),
        "largest_tiles": {str(tile): tiles.count(tile) for tile in sorted(set(tiles))},
    }


def test_a_game_that_was_won_and_left_counts_as_won(command):
    record = loads((Path(__file__).parent / "data" / "won-game.txt").read_text())
    assert not record.game.is_over
    add(record, lost(1))
    found = json.loads(command("stats", "--json")[1])
    assert (found["games"], found["wins"], found["abandoned"]) == (2, 1, 0)
    assert found["largest_tiles"]["2048"] == 1
    assert re.search("^Wins +1 \\(50%\\)$", command("stats")[1], re.MULTILINE)


def test_a_game_from_a_board_of_choice_counts_nowhere(command):
    add(Record(play(Game(1, start=WINNING), 40)))
    found = json.loads(command("stats", "--json")[1])
    assert not any(found.values())
    assert command("replay", "1")[1].startswith("seed 1,")


def test_stats_draw_the_largest_tiles_as_bars(program, six):
    tiles = [record.game.board.max_tile for record in six]
    most = max(map(tiles.count, tiles))
    for encoding, block in ("utf-8", "█"), ("ascii", "#"):
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        output = program("stats", env=environment, encoding=encoding).stdout
        bars = re.findall(rf"^ +(\d+) +(\d+) ({block}+)$", output, re.MULTILINE)
        assert [int(tile) for tile, _, _ in bars] == sorted(set(tiles))
        longest = max(len(bar) for _, _, bar in bars)
        for tile, count, bar in bars:
            assert int(count) == tiles.count(int(tile))
            assert len(bar) == longest * int(count) // most


# ---- replay


def lines_of(board):
    return "\n".join(" ".join(f"{tile or '.':>4}" for tile in row) for row in board.tiles)


def test_replay_prints_every_board(command, six):
    game = six[1].game
    status, output, _ = command("replay", "2")
    assert status == 0
    again = Game(game.seed)
    boards = [lines_of(again.board)]
    for move in game.history:
        again.push(move)
        boards.append(lines_of(again.board))
    parts = output.split("\n\n")
    assert len(parts) == len(boards)
    assert all(part.rstrip().endswith(board) for part, board in zip(parts, boards, strict=True))
    assert parts[0].startswith(f"seed 2, moves {game.moves}, score {game.score}\n")
    assert parts[-1].startswith(f"{game.moves}. ")
    assert f"score {game.score}\n" in parts[-1]


def test_replay_takes_the_last_game_a_file_or_the_input(command, tmp_path, monkeypatch, program):
    add(Record(play(Game(1), 9), date=datetime(2024, 1, 2, tzinfo=UTC)))
    add(Record(play(Game(2), 9), date=datetime(2023, 1, 2, tzinfo=UTC)))
    assert command("replay")[1].startswith("seed 1,")
    won = Game(3, start=WINNING)
    won.push(Move.LEFT)
    won.keep_playing()
    play(won, 5)
    file = tmp_path / "won.txt"
    file.write_text(dumps(won))
    assert command("replay", str(file))[1].startswith("seed 3, moves 6,")
    done = subprocess.run(
        [sys.executable, "-m", "fast2048", "replay", "-"],
        input=dumps(won),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == command("replay", str(file))[1]


def test_replay_of_what_is_no_record_quotes_it(command, tmp_path):
    file = tmp_path / "notes"
    file.write_bytes(b"\xff\x00 notes")
    status, _, errors = command("replay", str(file))
    assert status == 2
    assert "line 1, '\ufffd\\x00 notes': a record begins with" in errors


def test_replay_on_a_terminal_is_drawn_there(command, six, played, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert command("replay", "2", "--speed", "9.5")[0] == 6
    assert command("replay", "2")[0] == 6
    (game, options), (_, usual) = played
    assert state(game) == state(six[1].game)
    rest = {"plain": False, "lang": None, "palette": None}
    assert (options, usual) == ({"speed": 9.5} | rest, {"speed": None} | rest)


def test_an_output_that_cannot_hold_the_language_gets_question_marks(program, six):
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    for arguments in ["stats"], ["replay", "--list"], ["replay", "1"]:
        done = program(*arguments, "--lang", "th", env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert "??" in done.stdout


def test_replay_in_lines_is_in_the_language_asked_for(command, six):
    status, output, _ = command("replay", "2", "--lang", "vi")
    assert status == 0
    assert output.startswith("mã ván 2, ")
    assert re.search(r"^1\. (trái|phải|lên|xuống), thêm \d+ điểm", output, re.MULTILINE)
    assert command("replay", "2", "--lang", "xx")[0] == 2


# ---- export and import


def test_what_is_exported_is_imported_elsewhere_once(command, tmp_path, monkeypatch, six):
    file = str(tmp_path / "games.txt")
    assert command("export", file) == (0, "", "")
    exported = command("export")[1]
    assert exported == Path(file).read_text()
    assert len(loads_all(exported)) == 6
    before = command("stats", "--json")[1]
    monkeypatch.setenv("FAST2048_HOME", str(tmp_path / "other"))
    assert command("import", file)[1].startswith("6 of 6 games imported")
    assert command("import", file)[1].startswith("0 of 6 games imported")
    assert command("stats", "--json")[1] == before
    assert command("export")[1] == exported


def test_export_writes_over_nothing(command, tmp_path, six):
    file = tmp_path / "games.txt"
    file.write_text("mine")
    status, _, errors = command("export", str(file))
    assert status == 2
    assert errors == f"fast2048: File exists: {file}\n"
    assert file.read_text() == "mine"


def test_a_bad_file_is_imported_in_no_part(command, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(dumps(play(Game(1), 20)))
    bad.write_text(dumps_all([Game(2), Game(3)]).replace("seed 3", "seed 4"))
    status, output, errors = command("import", str(good), str(bad))
    assert (status, output) == (2, "")
    assert errors.startswith(f"fast2048: {bad}: line 10, 'opening ")
    assert not any(json.loads(command("stats", "--json")[1]).values())


def test_a_game_of_a_session_is_exported_as_it_was_played(command):
    with Session.open(seed=7) as session:
        for _ in range(12):
            session.push(session.game.legal_moves[0])
        session.undo()
        expected = state(session.game)
        session.new()
    record = loads(command("export")[1])
    assert state(record.game) == expected
    assert record.assisted
    assert abs((datetime.now(UTC) - record.date).total_seconds()) < 60


def test_a_file_without_a_record_is_an_error(command, tmp_path):
    (tmp_path / "empty").write_text("")
    status, output, errors = command("import", str(tmp_path / "empty"))
    assert (status, output) == (2, "")
    assert "no record in it" in errors


def test_the_games_are_listed_by_the_numbers_that_replay_takes(command, home):
    with Session.open(seed=7) as session:
        session.push(session.game.legal_moves[0])
        session.new()
        (game,) = session.finished_games()
    status, output, _ = command("replay", "--list")
    heading, line = output.splitlines()
    assert status == 0
    assert heading.split() == ["Game", "Score", "Tile", "Moves", "Ended"]
    assert line.split()[0] == str(game.id)
    assert line.endswith("left early")
    assert command("replay", line.split()[0])[0] == 0


@pytest.fixture
def three_in_progress(home):
    with Session.open(seed=7) as one, Session.open(seed=8) as two, Session.open(seed=9) as three:
        for session in three, two, one:
            session.push(session.game.legal_moves[0])
    return [one.game, two.game, three.game]


def test_games_in_progress_are_listed_without_a_number_and_counted(command, three_in_progress):
    lines = command("replay", "--list")[1].splitlines()
    assert [line.split()[0] for line in lines] == ["Game", "-", "-", "-"]
    assert all(line.endswith(" in progress") for line in lines[1:])
    assert [int(line.split()[1]) for line in lines[1:]] == [g.score for g in three_in_progress]
    assert json.loads(command("stats", "--json")[1])["in_progress"] == 3
    assert re.search("^In progress +3$", command("stats")[1], re.MULTILINE)


def test_export_says_what_is_not_in_it_and_writes_it_when_asked(
    command, three_in_progress, tmp_path, monkeypatch
):
    status, output, errors = command("export")
    assert (status, output) == (0, "")
    assert errors == "fast2048: games in progress that are not in it: 3 (see --all)\n"
    file = str(tmp_path / "all.txt")
    assert command("export", "--all", file) == (0, "", "")
    with Session.open() as session:  # the one played last goes on meanwhile
        session.push(session.game.legal_moves[0])
    assert command("import", file)[1].startswith("0 of 3 games imported")
    written = loads_all(Path(file).read_text())
    assert [state(record.game) for record in written] == [state(g) for g in three_in_progress]
    monkeypatch.setenv("FAST2048_HOME", str(tmp_path / "other"))
    assert command("import", file)[1].startswith("3 of 3 games imported")
    assert json.loads(command("stats", "--json")[1])["abandoned"] == 3


@pytest.mark.parametrize(("language", "words"), [("vi", ("Số ván", "Ván")), ("th", ("เกม", "เกม"))])
def test_statistics_and_the_list_are_in_the_language_asked_for(command, language, words):
    assert command("stats", "--lang", language)[1].startswith(words[0])
    assert command("replay", "--list", "--lang", language)[1].startswith(words[1])
    for arguments in ["stats"], ["stats", "--json"], ["replay", "--list"]:
        status, output, errors = command(*arguments, "--lang", "xx")
        assert (status, output) == (2, "")
        assert "'xx'" in errors
