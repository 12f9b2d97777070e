"""fast2048 beside other packages from PyPI, in one run: ``make bench-peers``.

Every package plays games to the end (or, in the batch, steps thousands of boards) by
uniformly random moves, each the way its own documentation shows. The rounds are
interleaved, so that a busy machine slows all of them alike, and the ratios are of
medians, per second of processor time. A package that is not installed is left out.
"""

from __future__ import annotations

import random
import statistics
import time
import warnings
from collections.abc import Callable

ROUNDS = 5
SECONDS = 0.4  # of one round of one contestant

Player = Callable[[], int]  # plays a little and returns how many moves it made


def fast2048_game() -> Player:
    from fast2048 import Game

    seeds = iter(range(10**9))

    def play() -> int:
        game = Game(next(seeds))
        choose = random.random
        while moves := game.legal_moves:
            game.push(moves[int(choose() * len(moves))])
        return game.moves

    return play


def fast2048_playouts() -> Player:
    from fast2048 import playout_summary

    seeds = iter(range(10**9))
    return lambda: playout_summary(10_000, next(seeds)).moves_total


def fast2048_games() -> Player:
    import numpy as np

    from fast2048 import batch

    games = batch.Games(1024, 1)
    chance = np.random.default_rng(1)

    def play() -> int:
        for _ in range(16):
            games.step(chance.integers(0, 4, 1024))
        return 16 * 1024

    return play


def open_spiel() -> Player:
    import pyspiel

    game = pyspiel.load_game("2048")

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def term2048() -> Player:
    from term2048.board import Board

    directions = (Board.UP, Board.DOWN, Board.LEFT, Board.RIGHT)

    def play() -> int:
        board = Board()
        tried = 0
        while board.canMove():
            board.move(random.choice(directions))
            tried += 1
        return tried

    return play


def gymnasium_2048() -> Player:
    import gymnasium
    import gymnasium_2048  # noqa: F401 - registers the environment

    env = gymnasium.make("gymnasium_2048/TwentyFortyEight-v0")

    def play() -> int:
        env.reset()
        steps = 0
        over = False
        while not over:
            _, _, terminated, truncated, _ = env.step(random.randrange(4))
            over = terminated or truncated
            steps += 1
        return steps

    return play


def jumanji() -> Player:
    import jax
    from jumanji import make

    env = make("Game2048-v1")
    boards = 1024

    @jax.jit
    def run(states, key):  # type: ignore[no-untyped-def]
        def step(states, key):  # type: ignore[no-untyped-def]
            actions = jax.random.randint(key, (boards,), 0, 4)
            states, _ = jax.vmap(env.step)(states, actions)
            return states, None

        return jax.lax.scan(step, states, jax.random.split(key, 16))[0]

    keys = jax.random.split(jax.random.PRNGKey(1), boards)
    states, _ = jax.vmap(env.reset)(keys)
    jax.block_until_ready(run(states, keys[0]))  # compiles

    def play() -> int:
        jax.block_until_ready(run(states, keys[1]))
        return 16 * boards

    return play


GROUPS: dict[str, dict[str, Callable[[], Player]]] = {
    "one game at a time, driven from Python": {
        "fast2048.Game": fast2048_game,
        "open_spiel": open_spiel,
        "term2048": term2048,
        "gymnasium-2048": gymnasium_2048,
    },
    "many boards at once": {
        "fast2048.batch.Games, 1024 boards": fast2048_games,
        "fast2048.playout_summary": fast2048_playouts,
        "jumanji (JAX), 1024 boards": jumanji,
    },
}


def rate(play: Player) -> float:
    """Moves per second of processor time over one round."""
    done = 0
    start = time.process_time()
    while (taken := time.process_time() - start) < SECONDS:
        done += play()
    return done / taken


def main() -> None:
    warnings.simplefilter("ignore")
    for title, contestants in GROUPS.items():
        players: dict[str, Player] = {}
        for name, prepare in contestants.items():
            try:
                players[name] = prepare()
            except ImportError as error:
                print(f"{name} is left out: {error}")
        rates: dict[str, list[float]] = {name: [] for name in players}
        for _ in range(ROUNDS):
            for name, play in players.items():
                rates[name].append(rate(play))
        print(f"\n{title}: moves a second, medians of {ROUNDS} rounds")
        ours = statistics.median(next(iter(rates.values())))
        for name, values in rates.items():
            middle = statistics.median(values)
            spread = 100 * (max(values) - min(values)) / middle
            print(f"{name:<36} {middle:>15,.0f}   1 : {ours / middle:<8.3g} spread {spread:.0f} %")


if __name__ == "__main__":
    main()
