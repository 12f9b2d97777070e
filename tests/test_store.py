"""The store: whatever state its file is in, the game goes on and nothing is lost."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from contextlib import closing, suppress
from pathlib import Path

import pytest

from fast2048 import Fast2048Error, Game, database
from fast2048.locks import FileLock
from fast2048.records import Record
from fast2048.session import Session
from fast2048.store import Store
from playing import play, state

needs_posix = pytest.mark.skipif(os.name != "posix", reason="fork, signals, limits and modes")


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def path(home):
    return home / database.NAME


@pytest.fixture
def games(home):
    """A store with five games in the history and one in progress. Their states, by id."""
    choose = random.Random(5)
    states = {}
    with Session.open(home=home) as session:
        for seed in range(1, 6):
            session.new(seed)
            while not session.game.is_over:
                session.push(choose.choice(session.game.legal_moves))
            states[seed] = state(session.game)
        session.new(6)
        for _ in range(20):
            session.push(session.game.legal_moves[0])
        states["now"] = state(session.game)
        states["best"] = session.best
    return states


def known(session):
    found = {game.id: state(session.load(game.id)) for game in session.finished_games()}
    return found | {"now": state(session.game), "best": session.best}


def aside(home):
    return sorted(home.glob("fast2048-damaged-*.db"))


def works(home):
    """Whether a game is saved in this directory, and comes back."""
    with Session.open(home=home) as session:
        assert session.problem is None
        if session.game.is_over:
            session.new()
        session.push(session.game.legal_moves[0])
        expected = state(session.game)
    with Session.open(home=home) as session:
        assert state(session.game) == expected
        assert session.notice is None
    return True


def edit(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


# ---- damaged files


def garbage(path):
    path.write_bytes(random.Random(6).randbytes(20_000))


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
FILES += [no_version, no_magic_number, unwritable_version]
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
        assert str(moved) in session.notice
        assert "\n" not in session.notice
    assert works(home)
    assert aside(home) == [moved]
    assert moved.read_bytes() == before


@pytest.mark.parametrize("damage", ROWS)
def test_what_is_right_in_a_damaged_file_is_taken_over(home, path, games, damage):
    damage(path)
    with Session.open(home=home) as session:
        found = known(session)
        assert "5 games of the history and 0 in progress were recovered" in session.notice
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
        assert "set aside" in session.notice
    (moved,) = home.glob("fast2048-damaged-*.db-wal")
    assert moved.read_bytes() == content
    assert works(home)


def test_damage_while_playing_loses_nothing_of_the_game(home, path, games):
    with Session.open(home=home) as session:
        session.push(session.game.legal_moves[0])
        edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        garbage(path)
        with Session.open(home=home) as second:
            assert "set aside" in second.notice
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


# ---- versions


def test_a_newer_file_is_left_alone(home, path, games):
    edit(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with Session.open(home=home) as session:
        assert "schema version 99, of a later fast2048" in session.problem
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
            assert "UNIQUE constraint failed" in session.problem
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
        assert str(home) in session.problem
        session.new()
        assert session.finished_games()[0].moves == 2
        assert session.problem
    assert home.read_text() == "mine"


def test_a_database_that_is_a_directory_is_a_problem_and_no_end(home, path):
    path.mkdir(parents=True)
    with Session.open(home=home) as session:
        session.push(session.game.legal_moves[0])
        assert "Is a directory" in session.problem


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


_PRELUDE = """
import os, resource, sys
from pathlib import Path
from fast2048 import database, Game
from fast2048.session import Session
home = Path(sys.argv[1])
def push(session, times=1):
    for _ in range(times):
        session.push(session.game.legal_moves[0])
def limit(size):  # of each file: a full disk, as a process sees it
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
"""


def run(code, *arguments):
    code = _PRELUDE + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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
    assert run(code, home) == f"Permission denied ({home})\n"


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


# ---- several processes


@needs_posix
def test_a_kill_at_any_instant_loses_nothing(home):
    driver = Path(__file__).with_name("killed_player.py")
    done = subprocess.run(
        [sys.executable, driver, home, "200"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    kills, steps = map(int, done.stdout.replace(",", "").split()[0:3:2])
    assert kills == 200
    assert steps > 1000


@needs_posix
def test_a_slot_is_free_again_when_its_process_is_killed(home):
    code = f"""
        session = Session.open(home=Path({str(home)!r}))
        push(session, 3)
        print(session.game.board.text, flush=True)
        os.read(0, 1)
        """
    with subprocess.Popen(
        [sys.executable, "-c", _PRELUDE + textwrap.dedent(code), home],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        board = other.stdout.readline().strip()
        with Session.open(home=home) as session:
            assert session.game.moves == 0
            assert session.notice
        other.send_signal(signal.SIGKILL)
        other.wait()
        with Session.open(home=home) as session, Session.open(home=home) as second:
            assert board in (session.game.board.text, second.game.board.text)


def test_two_processes_at_once_lose_neither_a_game_nor_a_best(home):
    code = """
        import random
        choose = random.Random(int(sys.argv[2]))
        with Session.open(home=home) as session:
            for _ in range(8):
                while not session.game.is_over:
                    session.push(choose.choice(session.game.legal_moves))
                print(session.game.score, session.game.seed)
                session.new()
            assert session.problem is None, session.problem
        """
    code = _PRELUDE.replace(", resource", "") + textwrap.dedent(code)
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code, home, str(number)], stdout=subprocess.PIPE, text=True
        )
        for number in range(3)
    ]
    played = []
    for other in others:
        output, _ = other.communicate(timeout=60)
        assert other.returncode == 0
        played += [tuple(map(int, line.split())) for line in output.splitlines()]
    with Session.open(home=home) as session:
        kept = [(game.score, game.seed) for game in session.finished_games()]
        assert sorted(kept) == sorted(played)
        assert len(kept) == 24
        assert session.best == max(played)[0]


def test_processes_that_meet_a_damaged_file_set_it_aside_once(home, path, games):
    garbage(path)
    code = """
        with Session.open(home=home) as session:
            push(session, 3)
            assert session.problem is None, session.problem
        """
    code = _PRELUDE.replace(", resource", "") + textwrap.dedent(code)
    others = [subprocess.Popen([sys.executable, "-c", code, home]) for _ in range(4)]
    assert [other.wait(60) for other in others] == [0] * 4
    assert len(aside(home)) == 1
    assert works(home)


def test_a_lock_has_one_holder(tmp_path):
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.try_acquire()
    assert not second.try_acquire()
    with pytest.raises(TimeoutError, match="lock"):
        second.acquire(0.02)
    first.release()
    first.release()
    with second as held:
        held.acquire(1.0)
        assert not first.try_acquire()
    assert first.try_acquire()
    first.release()


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
