"""Damaged saves are set aside as they are, and what is right in them is taken over."""

import random
import shutil
from contextlib import suppress

import pytest

from fast2048 import Fast2048Error, database
from fast2048.session import Session
from playing import state
from saving import aside, edit, fill, garbage, known, works


@pytest.fixture
def path(home):
    return home / database.NAME


@pytest.fixture
def games(home):
    return fill(home)


# ---- damaged files


def text(path):
    path.write_text("this is no database\n" * 100)


def nothing(path):
    path.write_bytes(b"")


def half(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def a_few_bytes(path):
    path.write_bytes(path.read_bytes()[:50])


def unwritable_version(path):
    content = bytearray(path.read_bytes())
    content[18] = 3
    path.write_bytes(content)


def foreign(path):
    path.unlink()
    edit(path, "CREATE TABLE bookmarks (url TEXT)", "INSERT INTO bookmarks VALUES ('x')")


def other_tables(path):
    edit(path, "DROP TABLE bests", "CREATE TABLE bests (name TEXT)")


def missing_table(path):
    edit(path, "DROP TABLE plies")


def control_characters(path):
    schema = (
        "UPDATE sqlite_master SET sql = 'CREATE TABLE games (' || char(27) || '[2J' || char(10)"
    )
    edit(path, "PRAGMA writable_schema = ON", f"{schema} WHERE name = 'games'")


def no_version(path):
    edit(path, "PRAGMA user_version = 0")


def no_magic_number(path):
    edit(path, "PRAGMA application_id = 0")


def illegal_move(path):
    edit(path, "UPDATE plies SET move = (move + 2) % 4")


def missing_move(path):
    edit(path, "DELETE FROM plies WHERE ply = 19")


def more_moves_than_there_are(path):
    edit(path, "UPDATE slots SET moves = 21")


def no_direction(path):
    edit(path, "UPDATE plies SET move = 4 WHERE ply = 3")


def huge_move(path):
    edit(path, "UPDATE plies SET move = 9223372036854775807 WHERE ply = 3")


def text_for_a_move(path):
    edit(path, "UPDATE plies SET move = 'left' WHERE ply = 3")


def no_seed(path):
    edit(path, "UPDATE slots SET seed = '7; DROP TABLE games'")


def large_seed(path):
    edit(path, "UPDATE slots SET seed = '18446744073709551616'")


def no_utf8(path):
    edit(path, "UPDATE slots SET seed = CAST(x'ff' AS TEXT)")


def no_board(path):
    edit(path, "UPDATE slots SET start = '1120'")


def no_flag(path):
    edit(path, "UPDATE slots SET assisted = 7")


def no_number(path):
    edit(path, "UPDATE slots SET number = -1")


FILES = [garbage, text, nothing, half, a_few_bytes, foreign, other_tables, missing_table]
FILES += [no_version, no_magic_number, unwritable_version, control_characters]
ROWS = [illegal_move, missing_move, more_moves_than_there_are, no_direction, huge_move]
ROWS += [text_for_a_move, no_seed, large_seed, no_utf8, no_board, no_flag, no_number]


@pytest.mark.parametrize("damage", FILES + ROWS)
def test_a_damaged_file_is_set_aside_as_it_is(home, path, games, damage):
    damage(path)
    before = path.read_bytes()
    with Session.open(home=home) as session:
        (moved,) = aside(home)
        assert moved.read_bytes() == before
        assert session.problem is None
        assert str(session.notice).endswith(f" ({moved})")
        assert str(session.notice).isprintable()
    assert works(home)
    assert aside(home) == [moved]
    assert moved.read_bytes() == before


@pytest.mark.parametrize("damage", ROWS)
def test_what_is_right_in_a_damaged_file_is_taken_over(home, path, games, damage):
    damage(path)
    with Session.open(home=home) as session:
        found = known(session)
        assert "Recovered games: 5, in progress: 0 (" in str(session.notice)
    assert found.pop("now") != games.pop("now")
    assert found == games


@pytest.mark.parametrize("damage", [no_magic_number, other_tables])
def test_a_game_in_progress_in_a_damaged_file_is_taken_over(home, path, games, damage):
    damage(path)
    if damage is other_tables:
        games["best"] = 0
    with Session.open(home=home) as session:
        found = known(session)
    assert found.pop("best") >= games.pop("best")
    assert found == games


@pytest.mark.parametrize(
    "change",
    [
        "moves = x'04'",
        "moves = x'00000000'",
        "moves = 'left'",
        "moves = substr(moves, 1, length(moves) - 1)",
        "score = score + 4",
        "over = 0",
        "max_tile = 2048",
        "seed = '8'",
        "seed = ''",
        "ended = 'yesterday'",
        "assisted = 'no'",
    ],
)
def test_a_game_of_the_history_that_does_not_replay_costs_no_other(home, path, games, change):
    edit(path, f"UPDATE games SET {change} WHERE id = 3")  # noqa: S608
    with Session.open(home=home) as session:
        assert session.notice is None
        with pytest.raises(ValueError, match="no game 3"):
            session.load(3)
        assert len(aside(home)) == 1
        found = known(session)
        assert session.problem is None
    games.pop(3)
    assert found == games
    assert works(home)


def test_statistics_survive_a_game_that_is_none(home, path, games):
    edit(path, "UPDATE games SET ended = 'yesterday', moves = 'left' WHERE id = 3")
    with Session.open(home=home) as session:
        assert [game.id for game in session.finished_games()] == [5, 4, 2, 1]
        assert session.statistics().games == 4


def test_a_file_cut_off_anywhere_never_stops_the_game(home, path, games):
    whole = path.read_bytes()
    for size in range(0, len(whole), 1777):
        shutil.rmtree(home)
        home.mkdir()
        path.write_bytes(whole[:size])
        with Session.open(home=home) as session:
            assert session.problem is None
            assert aside(home)[0].read_bytes() == whole[:size]
        assert works(home)


def test_bytes_changed_anywhere_never_stop_the_game(home, path, games):
    whole = path.read_bytes()
    choose = random.Random(7)
    recovered = 0
    for _ in range(60):
        shutil.rmtree(home)
        home.mkdir()
        damaged = bytearray(whole)
        at = choose.randrange(len(whole))
        length = choose.choice([1, 30])
        damaged[at : at + length] = choose.randbytes(length)
        path.write_bytes(damaged)
        with Session.open(home=home) as session:
            session.statistics()
            for game in session.finished_games():
                with suppress(Fast2048Error):  # it was one of those, and is set aside now
                    assert state(session.load(game.id)) == games[game.id]
                    recovered += 1
            assert session.problem is None
        assert works(home)
    assert recovered > 60 * 5 * 0.7


def test_a_second_damage_takes_a_second_name(home, path, games):
    for _ in range(3):
        garbage(path)
        Session.open(home=home).close()
    assert len(aside(home)) == 3


def test_a_log_without_its_database_is_set_aside(home, path):
    with Session.open(home=home) as session:
        session.push(session.game.legal_moves[0])
        log = path.with_name(path.name + "-wal")
        content = log.read_bytes()
        assert content
        crashed = home / "kept"
        shutil.copy(log, crashed)
    path.unlink()
    crashed.rename(log)
    with Session.open(home=home) as session:
        assert session.problem is None
        assert "set aside" in str(session.notice)
    (moved,) = home.glob("fast2048-damaged-*.db-wal")
    assert moved.read_bytes() == content
    assert works(home)


def test_damage_while_playing_loses_nothing_of_the_game(home, path, games):
    with Session.open(home=home) as session:
        session.push(session.game.legal_moves[0])
        edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        garbage(path)
        with Session.open(home=home) as second:
            assert "set aside" in str(second.notice)
            second.push(second.game.legal_moves[0])
            session.push(session.game.legal_moves[0])
            assert session.problem is None
            expected = {state(session.game), state(second.game)}
    with Session.open(home=home) as session, Session.open(home=home) as second:
        assert {state(session.game), state(second.game)} == expected
        assert session.best == games["best"]


def test_a_directory_that_is_removed_while_playing_is_made_again(home, games):
    with Session.open(home=home) as session:
        shutil.rmtree(home)
        session.push(session.game.legal_moves[0])
        assert session.problem is None
        expected = state(session.game)
    with Session.open(home=home) as session:
        assert state(session.game) == expected
        assert session.best == games["best"]
