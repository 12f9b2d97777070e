"""The one extension. All metadata is in pyproject.toml.

Environment switches, for development:
    FAST2048_SANITIZE=address,undefined   build with these sanitizers
    FAST2048_COVERAGE=1                   build for gcov
    FAST2048_DEBUG=1                      no optimization, with symbols
    FAST2048_LIMITED_API=1                one extension for every CPython from 3.11 on (abi3),
                                          whose calls are slower
"""

import os
import sys
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

kind = ""
if sys.platform == "win32":
    compile_args = ["/std:c11", "/O2"]
    link_args = []
else:
    # Without contraction floats are the same on every machine, and so is what is learned.
    # What a header does not declare must not be taken for a function that returns an int:
    # the limited API lacks some.
    compile_args = [
        "-std=c11",
        "-O2",
        "-fvisibility=hidden",
        "-ffp-contract=off",
        "-Werror=implicit-function-declaration",
    ]
    link_args = []

    sanitizers = os.environ.get("FAST2048_SANITIZE")
    if sanitizers:
        kind = "sanitized"
        compile_args += [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all", "-O1", "-g"]
        link_args += [f"-fsanitize={sanitizers}"]
    if os.environ.get("FAST2048_COVERAGE"):
        kind = "coverage"
        compile_args += ["--coverage", "-O1"]
        link_args += ["--coverage"]
    if os.environ.get("FAST2048_DEBUG"):
        kind = "debug"
        compile_args += ["-O0", "-g"]

limited = bool(os.environ.get("FAST2048_LIMITED_API"))

core = Extension(
    "fast2048._core",
    sources=["src/fast2048/_core.pyx", *sorted(glob("csrc/*.c"))],
    depends=sorted(glob("csrc/*.h") + glob("src/fast2048/*.px[di]")),
    include_dirs=["csrc"],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if limited else [],
    py_limited_api=limited,
)

options = {}
if kind:
    # What one kind of build has made must not be taken for another's.
    options["build"] = {"build_base": f"build/{kind}/objects"}
if limited:
    options["bdist_wheel"] = {"py_limited_api": "cp311"}

setup(ext_modules=cythonize([core]), options=options)
