"""Every input that fuzzing begins with, or once broke something: through its target."""

import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent / "fuzz"
sys.path.append(str(FUZZ))

from targets import TARGETS  # noqa: E402

OF_ENGINE = {path.stem.removeprefix("fuzz_") for path in FUZZ.glob("fuzz_*.c")}


@pytest.mark.parametrize(
    "path",
    [path for name in TARGETS for path in sorted((FUZZ / "corpus" / name).iterdir())],
    ids=lambda path: f"{path.parent.name}-{path.name}",
)
def test_an_input_of_the_corpus_breaks_nothing(path):
    TARGETS[path.parent.name](path.read_bytes())


def test_every_target_has_a_corpus_and_make_fuzz_runs_it():
    corpora = {path.name for path in (FUZZ / "corpus").iterdir() if any(path.iterdir())}
    assert corpora == OF_ENGINE | set(TARGETS)
    makefile = (FUZZ.parent.parent / "Makefile").read_text()
    assert f"FUZZED_PYTHON := {' '.join(TARGETS)}\n" in makefile
