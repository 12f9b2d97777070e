"""``fast2048 bench``: what it prints, in rounds too short to be worth anything."""

import json

import pytest

from fast2048 import bench, cpu_features


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch):
    monkeypatch.setattr(bench, "_LEAST", 1e-4)


def test_every_case_is_measured_and_the_machine_is_named(command):
    status, out, errors = command("bench", "--json")
    assert (status, errors) == (0, "")
    report = json.loads(out)
    assert report["environment"]["kernel"] == cpu_features()["kernel"]
    results = {result["name"]: result for result in report["results"]}
    assert len(results) == len(report["results"])
    kernels = {f"playouts, one thread, {kernel}" for kernel in cpu_features()["supported"]}
    assert kernels | {"Board.slide", "Game.push", "Games.step, 4096 games", "import fast2048"} <= (
        results.keys()
    )
    for result in results.values():
        assert 0 < result["least"] <= result["median"] <= result["most"]


def test_the_table_has_a_line_for_each_case(command):
    status, out, errors = command("bench")
    assert (status, errors) == (0, "")
    about, _, table = out.partition("\n\n")
    assert [line.split()[0] for line in about.splitlines()] == list(bench.environment())
    head, *lines = table.splitlines()
    assert head.startswith("medians of 7 rounds")
    assert lines[-1].startswith("import fast2048 ")
    assert all(line.endswith(" %") for line in lines)


def test_rates_are_written_with_three_digits():
    assert [bench._short(rate).strip() for rate in (2.5, 1234.0, 5.678e6, 1e9)] == [
        "2.5", "1.23 k", "5.68 M", "1 G",
    ]  # fmt: skip
