"""Commands, and the place where their results are left: build/distribution."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "distribution"


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Its output. A command that fails is an error that shows it."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def tool(module: str, *arguments: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """The same of a module of the environment that runs this, whose programs it can call."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return run(sys.executable, "-m", module, *arguments, cwd=cwd, **{"PATH": path} | environment)


def only(directory: Path, pattern: str) -> Path:
    (found,) = directory.glob(pattern)
    return found


@dataclass(frozen=True)
class Environment:
    """A virtual environment with fast2048 in it, and what the tests said there."""

    version: str
    python: Path
    outcome: str
