"""Which language the player reads, and the words in it.

English is the source; the other catalogues lie in ``fast2048/locale``.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path

from fast2048.errors import Fast2048Error
from fast2048.notices import Notice, later

__all__ = ["LANGUAGES", "Language", "UnknownLanguageError", "allow_any_words", "is_utf8", "later"]

DOMAIN = "fast2048"
CATALOGUES = Path(__file__).parent.parent / "locale"
LANGUAGES = ("en", "th", "vi")


class UnknownLanguageError(Fast2048Error):
    """A language in which there is no catalogue."""


class Language:
    """A catalogue. Called with a message, and the values for its braces, it gives the text."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._catalogue = gettext.translation(
            DOMAIN, CATALOGUES, languages=[code], fallback=code == "en"
        )

    def __call__(self, message: str, /, **values: object) -> str:
        text = self._catalogue.gettext(message)
        return text.format(**values) if values else text

    def forms(self, messages: tuple[str, ...], **values: object) -> tuple[str, ...]:
        """One message in several lengths, each translated."""
        return tuple(self(message, **values) for message in messages)

    def lengths(self, notice: Notice) -> tuple[str, ...]:
        """What is to be told, the longest form first: whole with the path at its end, without
        the path, and in a few words."""
        text = self(notice.message, **notice.values)
        forms = [text] if notice.path is None else [f"{text} ({notice.path})", text]
        if notice.short:
            forms.append(self(notice.short, **notice.values))
        return tuple(forms)

    @classmethod
    def choose(cls, asked: str | None = None, environ: Mapping[str, str] | None = None) -> Language:
        """The language asked for, else the one of the environment, else English.

        ``asked`` may be a locale name such as ``vi_VN.UTF-8``. Raises
        UnknownLanguageError if there is no catalogue for it.
        """
        if asked is not None:
            code = _code(asked)
            if code not in LANGUAGES:
                raise UnknownLanguageError(
                    f"no language {asked!r} here: choose one of {', '.join(LANGUAGES)}"
                )
            return cls(code)
        if is_utf8(environ):  # nothing but English can be written with ASCII alone
            for code in _preferred(os.environ if environ is None else environ):
                if code in LANGUAGES:
                    return cls(code)
        return cls("en")


def allow_any_words() -> None:
    """Not every output can hold every language: better a question mark than no word at all."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _code(name: str) -> str:
    return re.split(r"[_.@-]", name.strip())[0].lower()


def _preferred(environ: Mapping[str, str]) -> list[str]:
    """Languages of the environment, best first, by gettext's order of precedence."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if name := environ.get(variable):
            if name in ("C", "POSIX"):
                return []
            if ranking := environ.get("LANGUAGE"):
                return [_code(part) for part in ranking.split(":")]
            return [_code(name)]
    return []


def is_utf8(environ: Mapping[str, str] | None = None) -> bool:
    """Whether the locale is a UTF-8 one: that of the process, or the one of ``environ``."""
    own = environ is None
    environ = os.environ if environ is None else environ
    ctype = environ.get("LC_CTYPE", "")
    if own and sys.flags.utf8_mode and ctype in ("C.UTF-8", "C.utf8", "UTF-8"):
        ctype = ""  # Python put it there itself, where it found the C locale (PEP 538)
    name = environ.get("LC_ALL") or ctype or environ.get("LANG") or "C"
    if re.search(r"utf-?8", name, re.IGNORECASE):
        return True
    # Some locales are UTF-8 without saying so in their name.
    return own and not sys.flags.utf8_mode and locale.getencoding().lower() == "utf-8"
