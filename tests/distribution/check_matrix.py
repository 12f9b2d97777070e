"""For which Pythons and machines wheels are made."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from distributing import ROOT, tool

PYTHONS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
WHEELS = {
    "linux": (
        PYTHONS,
        ("manylinux_x86_64", "manylinux_aarch64", "musllinux_x86_64", "musllinux_aarch64"),
    ),
    "macos": (PYTHONS, ("macosx_x86_64", "macosx_arm64")),
    "windows": (PYTHONS, ("win_amd64", "win_arm64")),
    "pyodide": (("cp313", "cp314", "cp315"), ("pyodide_wasm32",)),
}


def wanted(platform: str) -> set[str]:
    pythons, machines = WHEELS[platform]
    return {f"{python}-{machine}" for python in pythons for machine in machines}


def listed(platform: str, *options: str) -> list[str]:
    return tool(
        "cibuildwheel", "--print-build-identifiers", "--platform", platform, *options
    ).splitlines()


@pytest.mark.parametrize("platform", WHEELS)
def test_wheels_are_made_for(platform: str) -> None:
    assert sorted(listed(platform)) == sorted(wanted(platform))


def jobs() -> Iterator[tuple[str, str]]:
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text()
    for match in re.finditer(r"- \{ platform: (\w+), archs: (\w+),", workflow):
        yield match[1], match[2]


def test_the_jobs_of_the_workflow_make_each_of_them_once() -> None:
    made = [name for platform, archs in jobs() for name in listed(platform, "--archs", archs)]
    assert sorted(made) == sorted(set[str]().union(*map(wanted, WHEELS)))
