"""``python tests/fuzz/fuzz.py TARGET [options of libFuzzer] [DIRECTORY ...]``

Inputs are changed so that they reach new code, until one breaks the target; it is then
written to a file. The first directory takes what is found on the way.
"""

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

with atheris.instrument_imports(include=["fast2048"]):
    from targets import TARGETS

if __name__ == "__main__":
    name, *options = sys.argv[1:]
    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()
