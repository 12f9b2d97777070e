"""Several processes with the same saves, and what their ends do."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from fast2048 import database
from fast2048.locks import FileLock
from fast2048.session import Session
from saving import PORTABLE, PRELUDE, aside, fill, garbage, works

needs_posix = pytest.mark.skipif(os.name != "posix", reason="fork and signals")


@pytest.fixture
def path(home):
    return home / database.NAME


@pytest.fixture
def games(home):
    return fill(home)


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
        [sys.executable, "-c", PRELUDE + textwrap.dedent(code), home],
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
    code = PORTABLE + textwrap.dedent(code)
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
    code = PORTABLE + textwrap.dedent(code)
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
