"""What is distributed, made once: an sdist, the wheel that comes from it, that wheel repaired,
and environments in which they are installed."""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from distributing import PLACE, Environment, only, run, tool


@pytest.fixture(scope="session")
def sdist() -> Path:
    shutil.rmtree(PLACE, ignore_errors=True)
    tool("build", "--outdir", PLACE)  # the sdist, and from it the wheel
    return only(PLACE, "*.tar.gz")


@pytest.fixture(scope="session")
def wheel(sdist: Path) -> Path:
    return only(sdist.parent, "*.whl")


@pytest.fixture(scope="session")
def repaired(wheel: Path) -> Path:
    tool("auditwheel", "repair", "--wheel-dir", PLACE / "repaired", wheel)
    return only(PLACE / "repaired", "*.whl")


@pytest.fixture(scope="session")
def sources(sdist: Path) -> Path:
    """The sdist, unpacked."""
    with tarfile.open(sdist) as archive:
        archive.extractall(PLACE / "sources", filter="data")
    return only(PLACE / "sources", "*")


@pytest.fixture(scope="session")
def environments(sdist: Path, repaired: Path, sources: Path) -> list[Environment]:
    """One for each Python here, with the sdist installed, or the repaired wheel where that is
    for it. The tests run away from the sources, as those of each wheel do: those of the rules,
    or all of them if DIST_TESTS is "whole"."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    pythons = dict(line.split(" ", 1) for line in run("sh", "tests/pythons.sh").splitlines())
    assert here in pythons
    configuration = tomllib.loads((sources / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    which = os.environ.get("DIST_TESTS", "rules")
    group = {"rules": "rules", "whole": "test"}[which]

    def make(version: str) -> Environment:
        place = PLACE / "installed" / version
        package = repaired if version == here else sdist
        run(pythons[version], "-m", "venv", "--without-pip", place / "venv")
        python = place / "venv" / "bin" / "python"
        groups = f"{sources / 'pyproject.toml'}:{group}"
        tool("pip", "--quiet", "--python", python, "install", package, "--group", groups)
        (place / "tree").mkdir()
        for name in configuration["test-sources"]:
            run("cp", "-R", sources / name, place / "tree")
        script = Path("tests", "distribution", "installed.py")
        return Environment(version, python, run(python, script, which, cwd=place / "tree"))

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(make, pythons))
