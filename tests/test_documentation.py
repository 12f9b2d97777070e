"""The documentation: every block does what it says, every link leads somewhere."""

import ast
import inspect
import os
import re
import runpy
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from urllib.parse import unquote

import pytest

import fast2048
from blocks import PAGES, ROOT, Block, Reader, WrongBlockError, blocks, parse
from fast2048.cli import _parser


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


# ---- blocks

# What no test can run, by its first line. The reason stands before the block, in the page.
NOT_RUN = {
    "README.md": ["make play    # sets everything up and starts the game"],
    "docs/install.md": ["pip install fast2048"],
    "docs/learning.md": [
        "fast2048 train --network 8x6 --hours 2 --checkpoint my.ckpt --csv my.csv --plot my.svg"
    ],
    "docs/network.md": [
        "fast2048 train --network 8x6 --games 161019 --seed 1 --checkpoint my.ckpt --csv my.csv"
    ],
}


@pytest.fixture
def reader(tmp_path, home, monkeypatch):
    """In an empty directory, with no saves, and English as the language."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("FAST2048_NETWORK", raising=False)
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    programs = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(fast2048.__file__).parent.parent))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    before = set(sys.modules)
    yield Reader(tmp_path, os.environ)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_do_what_they_show(page, reader):
    for block in blocks(text_of(page), page):
        reader.follow(block)


def test_what_no_test_runs_is_listed_and_has_a_reason():
    found = {}
    for page in PAGES:
        for block in blocks(text_of(page), page):
            if block.not_run is not None:
                assert len(block.not_run.split()) > 3, block.place
                found.setdefault(page, []).append(block.code.split("\n", 1)[0])
    assert found == NOT_RUN


def follow(reader, *fences):
    for block in blocks("\n\n".join(fences), "page.md"):
        reader.follow(block)


def test_blocks_share_names_and_files(reader):
    follow(
        reader,
        "```python\nn = 2\n```",
        "<!-- file: three.py -->\n```python\nm = 3\n```",
        "```pycon\n>>> import three\n>>> k = n * three.m\n>>> k\n6\n```",
        "```python\nassert k == 6\n```",
        "```console\n$ cat three.py\nm = 3\n$ echo a\\\n> b | tr a c\ncb\n```",
        "```console\n$ echo 1 2 3\n1 ... 3\n```",
        "<!-- figures vary: they do -->\n```console\n$ echo 7%, 1,2 in 0:1\n88%,   5 in 3.2\n```",
        "<!-- figures vary: as they do -->\n```pycon\n>>> k / 7\n0.3\n```",
    )


@pytest.mark.parametrize(
    "fence",
    [
        "```python\nassert 1 + 1 == 3\n```",
        "```pycon\n>>> 1 + 1\n3\n```",
        "```pycon\n1 + 1\n```",
        "```console\n$ echo 2\n3\n```",
        "```console\n$ echo 2; exit 3\n```",
        "<!-- figures vary: as they do -->\n```console\n$ echo 2 x\n3 y\n```",
        "```console\necho 2\n```",
        "```toml\nkey\n```",
        "```text\nwords\n```",
        "- in a list\n\n  ```python\n  assert False\n  ```",
        "    indented = 1",
    ],
)
def test_a_block_that_does_not_do_what_it_shows_is_found(fence, reader):
    with pytest.raises((AssertionError, ValueError)):
        follow(reader, fence)


def test_an_error_in_a_block_is_at_its_line_of_the_page(reader):
    with pytest.raises(ZeroDivisionError) as error:
        follow(reader, "one\n\n```python\nn = 0\n1 / n\n```")
    assert error.traceback[-1].lineno + 1 == 5


def test_directives_are_no_blocks_and_a_comment_marks_the_next_block_alone():
    found = list(
        blocks("```{toctree}\na\n```\n<!-- not run: it -->\n```sh\nb\n```\n\n```sh\nc\n```", "p.md")
    )
    assert found == [
        Block("p.md", 6, "sh", "b\n", not_run="it"),
        Block("p.md", 10, "sh", "c\n"),
    ]


def test_a_wrong_block_is_named_with_its_place(reader):
    with pytest.raises(WrongBlockError, match=r"^page\.md:2: 'false' ended with 1"):
        follow(reader, "```console\n$ false\n```")


# ---- links


def links(page):
    """The targets of links and pictures."""
    for token in parse(text_of(page)):
        for child in token.children or ():
            target = child.attrs.get("href") or child.attrs.get("src")
            if target:
                yield unquote(target)


def anchors(page):
    """What can follow # in a link to a page."""
    tokens = parse(text_of(page))
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            plain = "".join(child.content for child in inline.children)
            yield re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_within_the_project_leads_somewhere(page):
    for target in links(page):
        if re.match("https?:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.is_file(), target
        if anchor:
            assert anchor in set(anchors(file.resolve().relative_to(ROOT).as_posix())), target


def test_every_page_is_reached_from_the_first():
    reached, waiting = set(), ["docs/index.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        directory = Path(page).parent
        for directive in re.findall(r"```{toctree}\n(.*?)```", text_of(page), re.DOTALL):
            names = [line for line in directive.split("\n") if line and line[0] != ":"]
            waiting += [(directory / f"{name}.md").as_posix() for name in names]
    assert reached == {page for page in PAGES if page.startswith("docs/")}


# ---- the API


def documented():
    """The modules that the pages of the API are made from."""
    pages = [text_of(page) for page in PAGES if page.startswith("docs/api/")]
    return sorted(set(re.findall(r"automodule:: (\S+)", "".join(pages))) | {"fast2048"})


def undocumented(owner):
    """The public names of a module or class that say nothing of themselves."""
    for name, thing in vars(owner).items():
        if name not in getattr(owner, "__all__", ()) and (
            inspect.ismodule(owner) or name.startswith("_") or name in fields(owner)
        ):
            continue
        if inspect.isclass(thing) or inspect.isroutine(thing) or inspect.isdatadescriptor(thing):
            if not inspect.getdoc(thing) and not inspect.ismemberdescriptor(thing):
                yield name
            if inspect.isclass(thing):
                for base in inspect.getmro(thing):
                    if base.__module__.split(".")[0] == thing.__module__.split(".")[0]:
                        yield from (f"{name}.{each}" for each in undocumented(base))
    if inspect.isclass(owner) and fields(owner):
        yield from sorted(fields(owner) - explained(owner))


def fields(owner):
    """The public fields of a dataclass or named tuple."""
    return {name for name in vars(owner).get("__annotations__", {}) if not name.startswith("_")}


def explained(owner):
    """The fields of which the docstring speaks, or a string that follows them in the source."""
    said = set(re.findall("``(.+?)``", inspect.getdoc(owner)))
    (definition,) = ast.parse(dedent(inspect.getsource(owner))).body
    for field, after in pairwise(definition.body):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr):
            said.add(field.target.id)
    return said


@pytest.mark.parametrize("name", documented())
def test_every_public_name_says_what_it_is(name):
    module = import_module(name)
    assert inspect.getdoc(module)
    assert list(undocumented(module)) == []


def test_a_name_that_says_nothing_is_found():
    class Silent:
        """A class: ``told`` is a field."""

        told: int
        untold: int

        def method(self):
            pass

        @property
        def attribute(self):
            """What it is."""

    owner = ModuleType("owner")
    owner.__all__ = ["Silent", "function"]
    owner.Silent, owner.function, owner.other = Silent, lambda: 1, lambda: 2
    assert list(undocumented(owner)) == ["Silent.method", "Silent.untold", "function"]


def test_signatures_are_read_from_a_stub_without_self():
    read = runpy.run_path(str(ROOT / "docs" / "signatures.py"))["read_signatures"]
    stub = """
class Board:
    def slide(self, move: int) -> int: ...
    def spawn(self, /, cell: int) -> int: ...
    @staticmethod
    def of(text: str) -> Board: ...
def features() -> str: ...
"""
    assert read(stub) == {
        "Board.slide": ("(move: int)", "int"),
        "Board.spawn": ("(cell: int)", "int"),
        "Board.of": ("(text: str)", "Board"),
        "features": ("()", "str"),
    }


# ---- commands


def subcommands():
    (commands,) = (action for action in _parser()._actions if action.choices and not action.type)
    return commands.choices


def test_every_command_is_explained_with_all_its_options():
    manual = text_of("docs/commands.md")
    parts = dict(re.findall(r"^## `fast2048 ?(\w*)`$(.*?)(?=^## |\Z)", manual, re.M | re.S))
    parsers = {"": _parser()} | subcommands()
    assert set(parts) == set(parsers)
    for command, parser in parsers.items():
        known = {option for action in parser._actions for option in action.option_strings}
        told = set(re.findall(r"(?<![\w-])-(?:-[a-z][\w-]*|h\b)", parts[command]))
        assert known - {"-h", "--help"} == told - {"-h", "--help"}, command


# ---- rules


def shape(page):
    """What pages of the same content have in common in every language."""
    tokens = parse(text_of(page))
    kinds = [(token.type, token.tag) for token in tokens]
    numbers = [sorted(re.findall(r"\d+(?:,\d{3})*", token.content)) for token in tokens]
    return kinds, numbers


@pytest.mark.parametrize("language", ["th", "vi"])
def test_the_rules_are_the_same_in_every_language(language):
    kinds, numbers = shape("docs/rules.md")
    assert shape(f"docs/rules.{language}.md") == (kinds, numbers)


# ---- the changelog


def test_the_changelog_has_the_form_of_keep_a_changelog():
    headings = re.findall(r"^(#+) (.+)$", text_of("CHANGELOG.md"), re.M)
    assert headings[0] == ("#", "Changelog")
    assert headings[1] == ("##", "[Unreleased]")
    for level, heading in headings[2:]:
        if level == "##":
            assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading)
        else:
            assert level == "###"
            assert heading in {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
