"""The store: versions of its file, places where nothing can be saved, games from elsewhere."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from fast2048 import Game, database
from fast2048.records import Record
from fast2048.session import Session
from fast2048.store import Store
from playing import play, state
from saving import aside, edit, fill, known, run, works

needs_posix = pytest.mark.skipif(os.name != "posix", reason="limits, modes and users")


@pytest.fixture
def path(home):
    return home / database.NAME


@pytest.fixture
def games(home):
    return fill(home)


# ---- versions


def test_a_newer_file_is_left_alone(home, path, games):
    edit(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with Session.open(home=home) as session:
        assert str(session.problem) == f"schema version 99, of a later fast2048 ({home})"
        session.push(session.game.legal_moves[0])
        session.new()
        assert session.problem
        assert session.finished_games()[0].moves == 1  # in memory, as long as it runs
    assert path.read_bytes() == before
    assert aside(home) == []


def test_an_older_file_is_brought_up_to_date(home, path, games, monkeypatch):
    later = (*database.MIGRATIONS, ("ALTER TABLE games ADD COLUMN comment TEXT", "SELECT 1"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", later)
        with closing(database.Database.open(home)) as opened:
            (version,) = opened.connection.execute("PRAGMA user_version").fetchone()
            rows = opened.connection.execute("SELECT id, comment FROM games ORDER BY id").fetchall()
    assert version == 2
    assert rows == [(entry, None) for entry in range(1, 6)]
    assert aside(home) == []


def test_a_migration_that_fails_leaves_the_old_version(home, path, games):
    broken = (
        *database.MIGRATIONS,
        (
            "ALTER TABLE games ADD COLUMN comment TEXT",
            "INSERT INTO bests SELECT 0, score FROM games",  # what is there stands against it
        ),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", broken)
        with Session.open(home=home) as session:
            assert "UNIQUE constraint failed" in str(session.problem)
    with Session.open(home=home) as session:
        assert known(session) == games


def test_a_fresh_file_says_what_it_is(home, path):
    Session.open(home=home).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("PRAGMA application_id").fetchone() == (0x32303438,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# ---- places where nothing can be saved


def test_a_home_that_is_a_file_is_a_problem_and_no_end(home):
    home.write_text("mine")
    with Session.open(home=home) as session:
        for _ in range(3):
            session.push(session.game.legal_moves[0])
        session.undo()
        assert str(session.problem) == f"not a directory ({home})"
        session.new()
        assert session.finished_games()[0].moves == 2
        assert session.problem
    assert home.read_text() == "mine"


def test_a_database_that_is_a_directory_is_a_problem_and_no_end(home, path):
    path.mkdir(parents=True)
    with Session.open(home=home) as session:
        session.push(session.game.legal_moves[0])
        assert "Is a directory" in str(session.problem)


def test_the_home_is_named_by_the_environment_or_the_system(monkeypatch, home):
    import platformdirs

    monkeypatch.setenv("FAST2048_HOME", str(home))
    assert database.home_directory() == home
    Session.open().close()
    assert (home / database.NAME).exists()
    for unset in (
        lambda: monkeypatch.setenv("FAST2048_HOME", ""),
        lambda: monkeypatch.delenv("FAST2048_HOME"),
    ):
        unset()
        assert database.home_directory() == platformdirs.user_data_path("fast2048", False)


@pytest.fixture
def public():
    """A directory whose parents another user can pass."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@needs_posix
@pytest.mark.parametrize("log", [False, True])
def test_a_read_only_home_is_resumed_and_not_saved(public, log):
    home = public / "home"
    with Session.open(home=home) as session:
        for _ in range(9):
            session.push(session.game.legal_moves[0])
        expected = f"{session.game.board.text} {session.best} 9"
        if log:  # as a killed process leaves it
            for name in database.NAME, f"{database.NAME}-wal", f"{database.NAME}-shm":
                shutil.copy(home / name, public)
    if log:
        for name in database.NAME, f"{database.NAME}-wal", f"{database.NAME}-shm":
            (public / name).rename(home / name)
    for file in home.iterdir():
        file.chmod(0o444)
    home.chmod(0o555)
    before = (home / database.NAME).read_bytes()
    code = """
        if os.geteuid() == 0:
            os.setuid(65534)
        with Session.open(home=home) as session:
            print(session.game.board.text, session.best, session.game.moves)
            push(session)
            session.undo()
            print(session.problem)
        """
    resumed, problem = run(code, home).splitlines()
    assert resumed == expected
    assert str(home) in problem
    assert (home / database.NAME).read_bytes() == before
    home.chmod(0o755)
    for file in home.iterdir():
        file.chmod(0o644)
    assert works(home)


@needs_posix
def test_an_unwritable_parent_is_a_problem_and_no_end(public):
    (public / "locked").mkdir(mode=0o555)
    code = """
        if os.geteuid() == 0:
            os.setuid(65534)
        with Session.open(home=home) as session:
            push(session, 3)
            print(session.problem)
        """
    home = public / "locked" / "home"
    assert run(code, home) == f"no permission ({home})\n"


@needs_posix
def test_a_full_disk_is_a_problem_until_there_is_room(home):
    code = """
        with Session.open(home=home) as session:
            push(session, 3)
            limit(60_000)
            while session.problem is None:
                if session.game.is_over:
                    session.new()
                else:
                    push(session)
            push(session, 2)
            session.undo()
            session.new(8)
            push(session, 5)
            session.new(9)
            push(session, 7)
            assert session.problem
            limit(resource.RLIM_INFINITY)
            push(session)
            assert session.problem is None, session.problem
            print(session.game.board.text)
            print([(game.seed, game.moves) for game in session.finished_games()][:1])
            os._exit(0) if sys.stdout.flush() is None else None
        """
    board, latest = run(code, home).splitlines()
    assert latest == "[(8, 5)]"
    with Session.open(home=home) as session:
        assert session.game.board.text == board
        assert session.notice is None
        games = session.finished_games()
        assert [(game.seed, game.moves) for game in games[:1]] == [(8, 5)]
        assert games[1].assisted  # the one in which the disk became full, and undo was used


@needs_posix
def test_what_a_full_disk_kept_out_is_written_at_the_end_if_it_can_be(home):
    code = """
        session = Session.open(home=home)
        push(session, 3)
        limit(1)
        push(session, 4)
        assert session.problem
        limit(resource.RLIM_INFINITY)
        session.close()
        assert session.problem is None
        print(session.game.board.text)
        """
    board = run(code, home).strip()
    with Session.open(home=home) as session:
        assert session.game.board.text == board


@needs_posix
def test_a_disk_full_from_the_first_is_a_problem_and_no_end(home):
    code = """
        limit(0)
        with Session.open(home=home) as session:
            push(session, 4)
            print(session.problem)
        """
    assert str(home) in run(code, home)
    assert works(home)


# ---- games from elsewhere


def test_games_are_added_once(home):
    one = Record(play(Game(1), 30))
    other = Record(play(Game(2), 1000), assisted=True)
    with closing(Store(home)) as store:
        assert store.add([one, other, one]) == 2
        assert store.add([other]) == 0
        assert (store.best(), store.best(assisted=True)) == (one.game.score, other.game.score)
        assert [state(found.game) for found in store.records()] == [
            state(one.game),
            state(other.game),
        ]


def test_what_cannot_be_added_is_an_error(home):
    home.write_text("mine")
    with closing(Store(home)) as store, pytest.raises(OSError, match="home"):
        store.add([Record(play(Game(1), 30))])
