"""What is in the sdist and in the wheel: all that belongs there and nothing else."""

from __future__ import annotations

import re
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path, PurePosixPath

import pytest
from distributing import ROOT, run, tool
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

import fast2048

# What a build makes of the metadata.
GENERATED = {"PKG-INFO", "setup.cfg"}
IN_WHEELS = {".py", ".pyi", ".typed", ".mo", ".f2048"}


@pytest.fixture(scope="module")
def tracked() -> set[str]:
    """The files of the project, as a commit of all that is there would hold them."""
    return set(run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines())


def test_the_sdist_holds_what_is_tracked(sdist: Path, tracked: set[str]) -> None:
    with tarfile.open(sdist) as archive:
        names = [PurePosixPath(member.name) for member in archive if member.isfile()]
    held = {str(name.relative_to(name.parts[0])) for name in names}
    made = {name for name in held if name in GENERATED or ".egg-info/" in name}
    assert held - made == tracked - {".gitignore"}


def test_the_wheel_holds_modules_types_words_weights_and_one_extension(
    wheel: Path, tracked: set[str]
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    sources = {name.removeprefix("src/") for name in tracked if name.startswith("src/fast2048/")}
    wanted = {name for name in sources if PurePosixPath(name).suffix in IN_WHEELS}
    assert {"fast2048/py.typed", "fast2048/_core.pyi", "fast2048/data/default.f2048"} <= wanted
    rest = {name for name in held - wanted if ".dist-info/" not in name}
    assert held >= wanted
    assert [bool(re.fullmatch(r"fast2048/_core\.cpython-.*\.so", name)) for name in rest] == [True]


def test_the_extension_exports_its_init_function_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".so")]
        with archive.open(name) as stream:
            table = ELFFile(stream).get_section_by_name(".dynsym")
            assert isinstance(table, SymbolTableSection)
            exported = {
                symbol.name
                for symbol in table.iter_symbols()
                if symbol["st_shndx"] != "SHN_UNDEF" and symbol["st_info"]["bind"] != "STB_LOCAL"
            }
    assert exported == {"PyInit__core"}


def test_the_metadata_is_whole(wheel: Path, sdist: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = message_from_bytes(archive.read(name))
        assert f"{name.split('/')[0]}/licenses/LICENSE" in archive.namelist()
    version = fast2048.__version__
    assert metadata["Version"] == version
    assert (sdist.name, wheel.name.split("-")[1]) == (f"fast2048-{version}.tar.gz", version)
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    extras = {"batch", "gym", "plot", "cluster", "train", "all"}
    assert set(metadata.get_all("Provides-Extra", [])) == extras


def test_the_version_is_written_in_one_place(tracked: set[str]) -> None:
    """Besides the changelog, and where it is part of a longer number."""
    version = re.compile(rf"(?<![\d.]){re.escape(fast2048.__version__)}(?![\d.])")
    places = [
        name
        for name in sorted(tracked)
        if name.startswith("src/") or name in ("pyproject.toml", "setup.py", "Makefile")
        if (ROOT / name).suffix not in (".mo", ".f2048")
        if version.search((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert places == ["src/fast2048/__init__.py"]


def test_an_index_takes_both(sdist: Path, wheel: Path) -> None:
    assert tool("twine", "check", "--strict", sdist, wheel).count("PASSED") == 2


def test_the_wheel_is_tidy(wheel: Path) -> None:
    assert tool("check_wheel_contents", wheel).strip().endswith("OK")


def test_the_repaired_wheel_needs_nothing_but_libc(repaired: Path) -> None:
    shown = " ".join(tool("auditwheel", "show", repaired).split())
    assert 'consistent with the following platform tag: "manylinux_2_' in shown
    assert re.search(r"-manylinux_?2\S*\.whl$", repaired.name)
    with zipfile.ZipFile(repaired) as archive:
        assert not [name for name in archive.namelist() if ".libs/" in name]
