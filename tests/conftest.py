"""Shared fixtures. Every test of a rule takes ``rules`` and so runs twice: once on the
engine, once on the reference."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from hypothesis import settings

from fast2048.cli import main
from networks_at_random import write_network
from twins import TWINS, Twin

# Some machines are slow, and a slow example is no wrong one.
settings.register_profile("fast2048", deadline=None)
settings.load_profile("fast2048")


@pytest.fixture(params=TWINS, ids=lambda twin: twin.name)
def rules(request: pytest.FixtureRequest) -> Twin:
    return request.param


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The directory of the saves, for this test and the programs that it starts."""
    directory = tmp_path / "home"
    monkeypatch.setenv("FAST2048_HOME", str(directory))
    return directory


@pytest.fixture
def command(home, capsys):
    """Run it here. Gives the status, the output, and the errors, which must be one line."""

    def command(*arguments):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
        output, errors = capsys.readouterr()
        assert errors.count("\n") == (1 if errors else 0), errors
        return status, output, errors

    return command


@pytest.fixture
def program(home):
    """Run it as a program, without a terminal."""

    def program(*arguments, code=None, **options):
        start = ["-c", code] if code else ["-m", "fast2048"]
        return subprocess.run(
            [sys.executable, *start, *arguments],
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            **{"text": True} | options,
        )

    return program


@pytest.fixture
def played(monkeypatch):
    """In place of the terminal: what it was asked to do."""
    calls = []
    terminal = SimpleNamespace(
        play=lambda **options: calls.append(options) or 5,
        replay=lambda game, **options: calls.append((game, options)) or 6,
    )
    monkeypatch.setitem(sys.modules, "fast2048.terminal", terminal)
    return calls


@pytest.fixture(scope="session")
def network_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small network of random weights, for what needs some network."""
    return write_network(tmp_path_factory.mktemp("networks"))
