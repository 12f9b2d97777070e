"""How long a player waits: for the first frame, for the answer to a key, after a flood."""

import time
from itertools import count

import pytest

from emulator import Player
from fast2048 import reference
from saves import some_moves

LEAST_BYTES_OF_A_FRAME = 500


@pytest.mark.benchmark(group="terminal: start to first frame")
@pytest.mark.parametrize("resumed", [False, True], ids=["new game", "1000 moves resumed"])
def test_start_to_first_frame(benchmark, tmp_path, resumed):
    if resumed:
        moves = some_moves(reference.Game(1), 10_000)
        with Player(tmp_path, "--seed", "1", "--no-animation") as player:
            player.see("Seed")
            player.send("".join("wdsa"[move] for move in moves[:1000]))
            player.settle(0.5)

    def start():
        player = Player(tmp_path)
        while len(player.received) < LEAST_BYTES_OF_A_FRAME:
            player.read(1)
        players.append(player)

    def close():
        while players:
            players.pop().__exit__()

    players = []
    benchmark.pedantic(start, setup=close, rounds=20, warmup_rounds=2)
    close()


@pytest.mark.benchmark(group="terminal: key to settled screen")
@pytest.mark.parametrize("colorterm", [None, "truecolor"], ids=["256", "truecolor"])
def test_key_to_settled_screen(benchmark, tmp_path, colorterm):
    """Without animation one write holds all that a key changes."""
    move = "wdsa"[some_moves(reference.Game(1), 1)[0]]
    with Player(tmp_path, "--seed", "1", "--no-animation", COLORTERM=colorterm) as player:
        player.see("Seed")

        def take_back():
            player.send("u")
            player.settle(0.005)

        def press():
            player.send(move)
            assert player.read(1)

        benchmark.pedantic(press, setup=take_back, rounds=300, warmup_rounds=10)


@pytest.mark.benchmark(group="terminal: lag after 40 keys at 30 a second")
@pytest.mark.parametrize("animation", [(), ("--no-animation",)], ids=["slides", "jumps"])
def test_lag_after_a_flood(benchmark, tmp_path, animation):
    """From the last key to the screen that shows its move; a slide takes 60 ms of it."""
    moves = some_moves(reference.Game(1), 40)
    rounds = count()

    def flood():
        home = tmp_path / str(next(rounds))  # a game in progress would be asked about
        home.mkdir()
        player = Player(home, "--seed", "1", *animation)
        player.see("Seed")
        for move in moves[:-1]:
            player.send("wdsa"[move])
            end = time.monotonic() + 1 / 30
            while (left := end - time.monotonic()) > 0:
                player.read(left)
        return (player,), {}

    def last(player):
        player.send("wdsa"[moves[-1]])
        player.wait(lambda: "Moves  40" in player.text)
        player.__exit__()

    benchmark.pedantic(last, setup=flood, rounds=3)
