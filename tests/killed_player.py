"""A player who is killed in the middle, again and again: ``killed_player.py HOME KILLS``.

A child plays and reports each step after it returned; the parent kills it with SIGKILL at
a random instant and looks at what was saved. Run as a program, because it forks.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from fast2048.session import Session

SHORT_LIFE = 0.02  # seconds from the start: many of these end before the first move
LONG_LIFE = 60  # steps
A_STEP = 0.0005  # seconds, about
NEW_GAME, UNDO = 0.01, 0.05  # how often, of all steps


def live(home, pipe, choose):
    """Play for ever. One line a step: seed, moves, whether assisted, score."""
    session = Session.open(home=home)
    while True:
        report(pipe, session)
        chance = choose.random()
        if session.game.is_over or chance < NEW_GAME:
            session.new()
        elif chance < UNDO:
            session.undo()
        else:
            session.push(choose.choice(session.game.legal_moves))


def report(pipe, session):
    game = session.game
    moves = "".join(str(int(move)) for move in game.history)
    os.write(pipe, f"{game.seed} m{moves} {session.assisted:d} {game.score}\n".encode())


def one_life(home, choose):
    """Let it live for a short time, or for some steps. Returns the steps it reported."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            live(home, writing, choose)
        finally:
            os._exit(1)
    os.close(writing)
    told = b""
    if choose.random() < 0.5:
        time.sleep(choose.random() * SHORT_LIFE)
    else:
        steps = choose.randrange(1, LONG_LIFE)
        while told.count(b"\n") < steps:
            told += os.read(reading, 1 << 16)
        time.sleep(choose.random() * A_STEP)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, "rb") as pipe:
        lines = (told + pipe.read()).decode().splitlines(keepends=True)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the player stopped by itself"
    return [line.split() for line in lines if line.endswith("\n")]


def known_moves(session, kept, known={}):  # noqa: B006 - games looked at before
    if kept not in known:
        moves = "".join(str(int(move)) for move in session.load(kept.id).history)
        known[kept] = str(kept.seed), f"m{moves}"
    return known[kept]


def check(home, steps, games, best):
    """Whether the last step, or the one after it, is what is saved. Returns all known games."""
    with Session.open(home=home) as session:
        assert session.problem is None, session.problem
        assert session.notice is None, session.notice
        game = session.game
        saved = str(game.seed), "m" + "".join(str(int(move)) for move in game.history)
        history = {known_moves(session, kept) for kept in session.finished_games()}
        if steps:
            seed, moves, assisted, _ = steps[-1]
            if saved[0] == seed:
                assert saved[1] == moves or moves in (saved[1][:-1], saved[1] + moves[-1]), (
                    saved,
                    steps[-1],
                )
                assert session.assisted >= bool(int(assisted))
            else:  # killed between another game and the report of it
                assert saved[1] == "m", saved
                assert moves == "m" or (seed, moves) in history, steps[-1]
        last = {}
        for seed, moves, assisted, score in steps:
            last[seed] = moves
            if assisted == "0":
                best = max(best, int(score))
        last.pop(saved[0], None)
        games |= {(seed, moves) for seed, moves in last.items() if moves != "m"}
        assert games <= history, games - history
        assert session.best >= best, (session.best, best)
    return games, best


def main(home, kills):
    choose = random.Random()
    games, best, steps = set(), 0, 0
    for _ in range(kills):
        life = one_life(home, choose)
        steps += len(life)
        games, best = check(home, life, games, best)
    print(f"{kills} killed, {steps} steps, {len(games)} games left or ended")


main(Path(sys.argv[1]), int(sys.argv[2]))
