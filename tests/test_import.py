"""What importing the package does, and what it says where it cannot."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import fast2048
import fast2048.cli
import fast2048.terminal


def run(code, *options, cwd=None):
    return subprocess.run(
        [sys.executable, *options, "-c", code], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.fixture
def package_path():
    """Code that makes the package under test importable in an isolated interpreter."""
    return f"import sys; sys.path.insert(0, {str(Path(fast2048.__file__).parent.parent)!r}); "


def test_a_fresh_interpreter_imports_without_a_warning(package_path):
    done = run(package_path + "import fast2048", "-I", "-W", "error")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_importing_loads_nothing_heavy(package_path):
    code = "import json; before = set(sys.modules); import fast2048; "
    code += "print(json.dumps(sorted(set(sys.modules) - before)))"
    loaded = set(json.loads(run(package_path + code, "-I").stdout))
    assert "fast2048.game" in loaded
    assert not loaded & {"numpy", "curses", "sqlite3", "argparse", "gettext", "asyncio"}
    assert "fast2048.reference" not in loaded


def test_without_the_engine_the_error_says_how_to_build_it(tmp_path):
    package = tmp_path / "fast2048"
    package.mkdir()
    for source in Path(fast2048.__file__).parent.glob("*.py"):
        (package / source.name).write_bytes(source.read_bytes())
    done = run("import fast2048", cwd=tmp_path)
    assert done.returncode == 1
    assert "ImportError: fast2048 has no compiled engine here: build it with" in done.stderr


def test_every_public_name_is_there_and_documented():
    for name in fast2048.__all__:
        thing = getattr(fast2048, name)
        if name == "__version__":
            continue
        assert thing.__doc__, name
        ours = [c for c in getattr(thing, "__mro__", ()) if c.__module__.startswith("fast2048")]
        for owner in ours:
            for member, value in vars(owner).items():
                if not member.startswith("_") and (
                    callable(value) or type(value).__name__ in ("getset_descriptor", "property")
                ):
                    assert value.__doc__, (name, member)


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    assert version("fast2048") == fast2048.__version__


@pytest.mark.parametrize("package", [fast2048, fast2048.cli, fast2048.terminal])
def test_no_module_takes_the_name_of_a_function(package):
    """Once it is imported it would stand in the place of the function."""
    modules = {path.stem for path in Path(package.__file__).parent.glob("*.py")}
    public = {name for name in package.__all__ if not inspect.ismodule(getattr(package, name))}
    assert public
    assert not public & modules
