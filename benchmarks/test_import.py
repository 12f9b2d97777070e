"""What ``import fast2048`` takes, in a fresh interpreter: ``make bench``.

The budget is in starts of an interpreter that imports nothing, which are as slow as the machine
is. The best of many is compared, since the others tell of what else the machine was doing.
"""

import subprocess
import sys

import pytest

BUDGET = 4  # one start, and the import in the time of three
STARTS = 30


@pytest.fixture(scope="module")
def best():
    """The best time of each start, in seconds."""
    return {}


@pytest.mark.benchmark(group="start")
@pytest.mark.parametrize("code", ["pass", "import fast2048"])
def test_a_fresh_interpreter(benchmark, best, code):
    command = [sys.executable, "-I", "-c", code]
    benchmark.pedantic(subprocess.run, args=(command,), kwargs={"check": True}, rounds=STARTS)
    best[code] = benchmark.stats.stats.min
    assert best[code] < BUDGET * best["pass"]
