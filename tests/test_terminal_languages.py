"""The catalogues: whole, in step with the sources, and compiled from what can be read.

What can be read, the .po files, lies beside the tests and is no part of an installed package.
"""

import ast
import string
import unicodedata
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import fast2048.terminal
from fast2048.terminal.language import (
    CATALOGUES,
    LANGUAGES,
    Language,
    UnknownLanguageError,
    is_utf8,
)

ROOM = Path(fast2048.terminal.__file__).parent
READABLE = Path(__file__).parent.parent / "src" / "fast2048" / "locale"
KEYWORDS = dict.fromkeys(("_", "later", "_say", "_language", "language"))
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def messages() -> set[str]:
    """Every message of the sources."""
    found = [message for _, _, message, _, _ in extract_from_dir(ROOM, keywords=KEYWORDS)]
    path = str(ROOM.parent / "notices.py")
    found += [message for _, message, *_ in extract_from_file("python", path, KEYWORDS)]
    return {message for message in found if isinstance(message, str)}


def compiled(language: str) -> Catalog:
    with (CATALOGUES / language / "LC_MESSAGES" / "fast2048.mo").open("rb") as file:
        return read_mo(file)


def catalogue(language: str) -> Catalog:
    """What can be read of a language; where there is nothing, what was compiled of it."""
    path = READABLE / language / "LC_MESSAGES" / "fast2048.po"
    if not path.exists():
        return compiled(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def fields(message: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def test_the_source_language_needs_no_more_than_ascii() -> None:
    assert len(messages()) > 70
    assert all(message.isascii() for message in messages())


def test_no_message_hides_in_an_f_string() -> None:
    # Before Python 3.12 an f-string is one token, in which nobody looks for messages.
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for call in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute):
                    name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                    assert name not in KEYWORDS, f"{path.name}, line {call.lineno}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_no_other(language: str) -> None:
    entries = {entry.id: entry for entry in catalogue(language) if entry.id}
    assert entries.keys() == messages()
    assert all(entry.string and not entry.fuzzy for entry in entries.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_values_in_a_message_are_the_same_in_its_translation(language: str) -> None:
    for entry in catalogue(language):
        if entry.id:
            assert fields(str(entry.string)) == fields(str(entry.id))


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_composed_text(language: str) -> None:
    for entry in catalogue(language):
        assert unicodedata.is_normalized("NFC", str(entry.string))


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_sources(language: str) -> None:
    shipped = {entry.id: entry.string for entry in compiled(language) if entry.id}
    sources = {entry.id: entry.string for entry in catalogue(language) if entry.id}
    assert shipped == sources, "run `make catalogues`"
    assert shipped


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LANG": "th_TH.UTF-8"}, "th"),
        ({"LANG": "vi_VN.utf8"}, "vi"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "vi_VN.UTF-8"}, "vi"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "th_TH.UTF-8"}, "th"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:vi:en"}, "vi"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "th_TH.TIS-620", "LC_CTYPE": "POSIX"}, "en"),
        ({"LC_ALL": "C", "LANGUAGE": "th"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(environ: dict[str, str], code: str) -> None:
    assert Language.choose(None, environ).code == code


@pytest.mark.parametrize(
    ("asked", "code"), [("th", "th"), ("vi_VN.UTF-8", "vi"), ("EN", "en"), ("en-GB", "en")]
)
def test_the_language_asked_for_is_taken_in_any_locale(asked: str, code: str) -> None:
    assert Language.choose(asked, {"LC_ALL": "C"}).code == code


@pytest.mark.parametrize("asked", ["fr", "", "english", "../th"])
def test_a_language_without_a_catalogue_is_quoted(asked: str) -> None:
    with pytest.raises(UnknownLanguageError, match=rf"'{asked}'.*en, th, vi"):
        Language.choose(asked, {})


@pytest.mark.parametrize(
    ("environ", "utf8"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "en_GB.utf8"}, True),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "vi_VN.UTF-8"}, True),
    ],
)
def test_utf8_is_told_from_the_name_of_the_locale(environ: dict[str, str], utf8: bool) -> None:
    assert is_utf8(environ) == utf8
