"""What is distributed, installed in clean environments and tested away from the sources."""

from __future__ import annotations

from pathlib import Path

from distributing import PLACE, Environment, only, run, tool


def test_every_python_installs_it_and_passes_the_tests(environments: list[Environment]) -> None:
    for environment in environments:
        last = environment.outcome.strip().splitlines()[-1]
        print(f"Python {environment.version}: {last}")
        assert " passed" in last
        assert "failed" not in last


def test_the_command_finds_the_weights(environments: list[Environment], tmp_path: Path) -> None:
    for environment in environments:
        command = environment.python.with_name("fast2048")
        said = run(command, "hint", "1120/0000/0000/0000", FAST2048_HOME=str(tmp_path))
        assert "left" in said


def test_an_abi3_wheel_can_be_built(sources: Path, environments: list[Environment]) -> None:
    """It is not what is shipped, since its calls are slower, but it stays possible."""
    place = PLACE / "abi3"
    options = ("--quiet", "--no-deps", "--wheel-dir", place)
    tool("pip", "wheel", *options, sources, FAST2048_LIMITED_API="1")
    wheel = only(place, "fast2048-*-cp311-abi3-*.whl")
    tool("abi3audit", "--strict", wheel)
    for environment in environments:
        target = place / environment.version
        python = environment.python
        tool("pip", "--quiet", "--python", python, "install", "--no-deps", "-t", target, wheel)
        code = "import fast2048; print(fast2048._core.__file__, fast2048.Game(seed=7).score)"
        said = run(python, "-c", code, cwd=target)
        assert said.strip() == f"{target / 'fast2048' / '_core.abi3.so'} 0"
