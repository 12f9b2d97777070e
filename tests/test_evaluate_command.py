"""fast2048 evaluate and watch, from the command line."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fast2048.cli import main
from fast2048.evaluation import evaluate
from fast2048.solver import Solver
from networks_at_random import random_network

GAMES = 12


@pytest.fixture
def run(capsys, network_file):
    def run(*arguments):
        status = main(["evaluate", "--network", network_file, "--depth", "1", *arguments])
        return status, capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def expected():
    return evaluate(Solver(random_network(), depth=1), GAMES, 3)


def test_json_holds_what_the_evaluation_adds_up_to(run, expected):
    status, said = run("--games", str(GAMES), "--seed", "3", "--json")
    found = json.loads(said.out)
    assert status == 0
    assert found["games"] == GAMES
    assert found["mean_score"] == expected.mean_score
    assert found["standard_error"] == expected.standard_error
    assert found["rates"] == {str(tile): rate.rate for tile, rate in expected.rates.items()}
    assert found["moves_per_second"] > 0


def test_one_game_has_no_standard_error_in_json(run):
    _, said = run("--games", "1", "--json")
    assert json.loads(said.out)["standard_error"] is None


def test_the_table(run, expected):
    _, said = run("--games", str(GAMES), "--seed", "3")
    assert f"games         {GAMES}\n" in said.out
    mean = f"{expected.mean_score:,.0f}"
    assert f"mean score    {mean} \N{PLUS-MINUS SIGN} {expected.standard_error:,.0f}\n" in said.out
    for tile in expected.rates:
        assert f"{tile:>6} " in said.out


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_give_the_same(run, expected, workers):
    _, said = run("--games", str(GAMES), "--seed", "3", "--json", "--workers", str(workers))
    assert json.loads(said.out)["mean_score"] == expected.mean_score


@pytest.mark.parametrize("where", [[], ["--workers", "2"]])
def test_a_policy_may_lie_in_the_directory_where_the_command_is_run(tmp_path, where):
    (tmp_path / "bot.py").write_text("def last(board):\n    return board.legal_moves[-1]\n")
    command = Path(sys.executable).with_name("fast2048")
    said = subprocess.check_output(
        [command, "evaluate", "--policy", "bot:last", "--games", "3", "--json", *where],
        cwd=tmp_path,
    )
    assert json.loads(said)["games"] == 3


def test_a_policy_by_its_name(capsys):
    assert main(["evaluate", "--policy", "policies:first_legal", "--games", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["mean_score"] == evaluate("policies:first_legal", 5, 1).mean_score


def test_csv_has_a_line_a_game(run, expected, tmp_path):
    run("--games", str(GAMES), "--seed", "3", "--csv", str(tmp_path / "games.csv"))
    with open(tmp_path / "games.csv", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [
        (int(line["score"]), int(line["moves"]), int(line["max_tile"])) for line in lines
    ] == list(expected.outcomes)
    assert [int(line["number"]) for line in lines] == list(range(GAMES))


def test_plots_are_pictures(run, tmp_path):
    run("--games", str(GAMES), "--plot", str(tmp_path / "a.png"))
    run("--games", str(GAMES), "--plot", str(tmp_path / "a.svg"))
    assert (tmp_path / "a.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "<svg" in (tmp_path / "a.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--plot", "a.gif"], "not a picture's name: 'a.gif'"),
        (["--csv", "no/such/directory/a.csv"], "no directory for no/such/directory/a.csv"),
        (["--csv", "b.svg", "--plot", "b.svg"], "'b.svg' is given for two different files"),
        (["--csv", ""], "not the name of a file: ''"),
        (["--plot", ""], "not the name of a file: ''"),
        (["--workers", "1000000"], "not a number of workers: 1000000 (1 to "),
        (["--policy", "policies:first_legal"], "--network is for the solver"),
        (["--dask", "tcp://localhost:1", "--workers", "2"], "not allowed with"),
    ],
)
def test_what_cannot_end_well_is_refused_before_the_first_game(run, capsys, arguments, said):
    began = time.monotonic()
    try:
        status, printed = run("--games", "1000000", *arguments)
    except SystemExit as stop:
        status, printed = stop.code, capsys.readouterr()
    assert status == 2
    assert said in printed.err
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("option", ["--csv", "--plot"])
def test_a_file_that_exists_is_not_overwritten(run, tmp_path, option):
    path = tmp_path / "kept.png"
    path.write_text("mine")
    status, said = run("--games", "1000000", option, str(path))
    assert (status, path.read_text()) == (2, "mine")
    assert "exists, and is not overwritten" in said.err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no way to send a process a Ctrl-C")
@pytest.mark.parametrize("workers", [[], ["--workers", "2"]])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_prints_the_games_so_far(network_file, tmp_path, workers, number):
    table = tmp_path / "games.csv"
    arguments = ["--games", "1000000", "--depth", "1", "--json", "--csv", str(table), *workers]
    for seconds in 2, 5, 12, 30:  # a slow machine may not have played one game at first
        with subprocess.Popen(
            [sys.executable, "-m", "fast2048", "evaluate", "--network", network_file, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            time.sleep(seconds)
            process.send_signal(number)
            # Its end would not be seen if a worker lived on, with the same output.
            out, err = process.communicate(timeout=60)
        if out:
            break
    assert process.returncode == 128 + number
    found = json.loads(out)
    assert 0 < found["games"] < 1_000_000
    assert f"the first {found['games']} of 1000000 games" in err.decode()
    assert len(table.read_text().splitlines()) == found["games"] + 1


@pytest.mark.parametrize("name", [".x:y", "..:y", "policies:", ":first_legal", "a b:c", "policies"])
def test_what_names_no_policy_is_quoted(capsys, name):
    assert main(["evaluate", "--policy", name, "--games", "1"]) == 2
    said = capsys.readouterr().err
    assert said == f"fast2048: not the name of a policy: {name!r} (module:function)\n"


def test_an_error_in_mid_way_loses_no_game(capsys, tmp_path):
    table = tmp_path / "games.csv"
    policy = ["--policy", "policies:fails_at_256"]
    status = main(["evaluate", *policy, "--games", "1000", "--json", "--csv", str(table)])
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert status == 2
    assert 0 < found["games"] < 1000
    assert f"the first {found['games']} of 1000 games" in said.err
    assert "not a move: 9" in said.err
    assert len(table.read_text().splitlines()) == found["games"] + 1


def test_watch_plays_the_game_of_its_seed(network_file, capsys):
    arguments = ["--seed", "3", "--speed", "100000", "--plain", "--depth", "1"]
    assert main(["watch", "--network", network_file, *arguments]) == 0
    text = capsys.readouterr().out
    score, moves, _ = Solver(network_file, depth=1).play(3)
    announced = [line for line in text.splitlines() if ", gain " in line]
    assert len(announced) == moves
    assert announced[-1].endswith(f"score {score}")
    assert text.startswith("A new game, seed 3\n")
    assert text.endswith("Game over: no move is left.\n")
