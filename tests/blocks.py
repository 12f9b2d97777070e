"""The code blocks of the documentation: found, and run as a reader would run them.

A block is a fence, and its language says what becomes of it:

======= =====================================================================
python  is executed; the blocks of a page share their names
pycon   is executed, and what it shows must come out
console runs the commands after ``$``; output, where it is shown, must come out
toml    must be TOML
======= =====================================================================

In what is shown, ``...`` stands for anything. A comment before a fence changes that:
``<!-- file: NAME -->`` writes the block to a file, for later blocks of the page,
``<!-- figures vary: WHY -->`` takes any number for any other, and ``<!-- not run: WHY -->``
leaves the block alone.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
)

_MARK = re.compile(r"<!-- (file|figures vary|not run): (.*) -->\s*")
_SECONDS = 300


class Block(NamedTuple):
    """A fence: where its first line of code stands, and what the comment before it says."""

    page: str
    line: int
    language: str
    code: str
    file: str | None = None
    figures_vary: str | None = None
    not_run: str | None = None

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


class WrongBlockError(AssertionError):
    """A block that does not do what it shows."""


class _Comparison(doctest.OutputChecker):
    """Whether what is printed is what is shown."""

    def __init__(self, block: Block) -> None:
        self._vary = block.figures_vary is not None

    def check_output(self, want: str, got: str, optionflags: int = doctest.ELLIPSIS) -> bool:
        if self._vary:
            want, got = _without_figures(want), _without_figures(got)
        return super().check_output(want, got, optionflags)


def _without_figures(text: str) -> str:
    """With 0 for every number; and one space for several, as numbers are aligned by them."""
    return re.sub(" +", " ", re.sub(r"\d+(?:[,.:]\d+)*", "0", text))


def parse(text: str) -> list[Any]:
    """The tokens of a page."""
    return MarkdownIt("commonmark").enable("table").parse(text)


def blocks(text: str, page: str) -> Iterator[Block]:
    """The blocks of a page. Directives, ``{name}``, are for Sphinx and are none."""
    tokens = parse(text)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "code_block":
            raise WrongBlockError(f"{page}:{token.map[0] + 1}: code by indentation, not a fence")
        if token.type != "fence" or token.info.startswith("{"):
            continue
        mark = before and before.type == "html_block" and _MARK.fullmatch(before.content)
        said = {mark[1].replace(" ", "_"): mark[2]} if mark else {}
        yield Block(page, token.map[0] + 2, token.info, token.content, **said)


class Reader:
    """Follows a page from its top, in a directory of its own."""

    def __init__(self, directory: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._directory = directory
        self._environment = dict(environment)
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def follow(self, block: Block) -> None:
        """Do what the block says. Raises WrongBlockError, or what the block raises."""
        if block.not_run is not None:
            return
        if block.file is not None:
            (self._directory / block.file).write_text(block.code, encoding="utf-8")
            return
        follow = {
            "python": self._execute,
            "pycon": self._converse,
            "console": self._command,
            "toml": lambda block: tomllib.loads(block.code),
        }.get(block.language)
        if follow is None:
            raise WrongBlockError(f"{block.place}: what is to be done with {block.language!r}?")
        follow(block)

    def _execute(self, block: Block) -> None:
        # Empty lines before it: a traceback then shows the line of the page.
        code = "\n" * (block.line - 1) + block.code
        exec(compile(code, ROOT / block.page, "exec"), self._names)  # noqa: S102

    def _converse(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(
            block.code, self._names, block.page, str(ROOT / block.page), block.line - 1
        )
        said: list[str] = []
        runner = doctest.DocTestRunner(_Comparison(block), False, doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
        if said or not test.examples:
            raise WrongBlockError("".join(said) or f"{block.place}: nothing after >>>")
        self._names.update(test.globs)

    def _command(self, block: Block) -> None:
        for command, shown in _commands(block):
            done = subprocess.run(
                ["sh", "-c", command],  # noqa: S607
                cwd=self._directory,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=_SECONDS,
                check=False,
            )
            if done.returncode:
                raise WrongBlockError(
                    f"{block.place}: {command!r} ended with {done.returncode}:\n{done.stdout}"
                )
            if shown and not _Comparison(block).check_output(shown, done.stdout):
                raise WrongBlockError(
                    f"{block.place}: {command!r} is said to print\n{shown}"
                    f"but printed\n{done.stdout}"
                )


def _commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands, and what they are said to print. A line after ``>`` goes on with one."""
    first, *parts = re.split(r"^\$ ", block.code, flags=re.MULTILINE)
    if first or not parts:
        raise WrongBlockError(f"{block.place}: a console begins with a command after '$ '")
    for part in parts:
        command, *rest = part.splitlines(keepends=True)
        while rest and rest[0].startswith("> "):
            command += rest.pop(0)[2:]
        yield command.rstrip("\n"), "".join(rest)
