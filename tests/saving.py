"""Saves to be damaged, locked away, and shared between processes."""

import random
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing

from fast2048.session import Session
from fast2048.store import Store
from fast2048.tables import Progress
from playing import state


def crash(session):
    """What the system does when the process is killed: nothing is written any more."""
    session._store.close()


def add(*records):
    """Put games into the history, in the home that the environment names."""
    store = Store()
    assert store.add(records) == len(records)
    store.close()


def began_with(home, game):
    """A session with a game that did not begin from an empty board."""
    session = Session(Store(home, claim=True), Progress(game))
    session._store.keep(session._progress)
    return session


def fill(home):
    """Five games in the history and one in progress. Returns their states, by id."""
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


def garbage(path):
    path.write_bytes(random.Random(6).randbytes(20_000))


# urllib, because pathlib loads it late, and another user may not be able to read the library.
PRELUDE = """
import os, resource, sys, urllib.parse
from pathlib import Path
from fast2048 import database, Game
from fast2048.session import Session
from fast2048.store import Store
from fast2048.tables import Progress
home = Path(sys.argv[1])
def push(session, times=1):
    for _ in range(times):
        session.push(session.game.legal_moves[0])
def limit(size):  # of each file: a full disk, as a process sees it
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
"""


PORTABLE = PRELUDE.replace(" resource,", "")


def run(code, *arguments):
    code = PRELUDE + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
