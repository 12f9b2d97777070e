"""What the extension shows to the rest of the process: its init function, and nothing else."""

import ctypes
import re
from pathlib import Path

from fast2048 import _core

CSRC = Path(__file__).parent.parent / "csrc"


def test_the_extension_exports_its_init_function_and_none_of_the_engine():
    headers = "\n".join(header.read_text() for header in sorted(CSRC.glob("*.h")))
    engine = re.findall(r"^[a-z].*?\b((?:f2048|playouts)_\w+)\(", headers, re.MULTILINE)
    assert {"f2048_board_slide", "f2048_learner_play", "playouts_finish"} <= set(engine)
    library = ctypes.CDLL(_core.__file__)
    assert hasattr(library, "PyInit__core")
    assert [name for name in engine if hasattr(library, name)] == []
