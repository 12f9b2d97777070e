"""Tests of fast2048 as it is installed here, whatever the directory that they were copied to:

python tests/distribution/installed.py rules    the rules: needs pytest and hypothesis
python tests/distribution/installed.py whole    all tests: needs the dependency group test
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import fast2048

ROOT = Path(__file__).resolve().parents[2]

RULES = (
    "rules",
    "rows",
    "original_game",
    "golden",
    "generator",
    "game_machine",
    "formats",
    "search",
)
SYSTEM = ("game", "import", "symbols")  # threads, processes, the linker's tables
PROGRAMS = ("cli", "cli_history")


def tests(which: str) -> list[str]:
    if which == "whole":
        return [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("tests/test_*.py"))]
    names = list(RULES)
    if sys.platform != "emscripten":
        names += SYSTEM
        if os.name == "posix":
            names += PROGRAMS
    return [f"tests/test_{name}.py" for name in names]


def main(arguments: list[str]) -> int:
    if arguments not in (["rules"], ["whole"]):
        print(__doc__, file=sys.stderr)
        return 2
    package = Path(fast2048.__file__).resolve()
    if package.is_relative_to(ROOT / "src"):
        print(f"{package} is the source tree, not an installed package", file=sys.stderr)
        return 1
    print(f"fast2048 {fast2048.__version__} of {package.parent}, Python {sys.version}", flush=True)
    os.chdir(ROOT)
    return int(pytest.main(["-q", "-p", "no:cacheprovider", *tests(arguments[0])]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
