"""The game in a terminal.

This page is light: what draws is imported when a game starts.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from fast2048.terminal.device import Device, UnusableTerminalError
from fast2048.terminal.language import LANGUAGES, Language, is_utf8
from fast2048.terminal.palette import PALETTES, Depth, looks

if TYPE_CHECKING:
    from fast2048.game import Game
    from fast2048.solver import Solver
    from fast2048.terminal.view import View

# The exit status where the game goes on, but not on disk.
_NOT_SAVED = 3

__all__ = ["LANGUAGES", "PALETTES", "play", "replay", "watch"]


def play(
    *,
    seed: int | None = None,
    plain: bool = False,
    lang: str | None = None,
    palette: str | None = None,
    animation: bool = True,
) -> int:
    """Play the game in progress, on the whole screen or (``plain``) in lines of text.

    ``seed`` is that of the game to play; the player is asked before another one is given up
    for it. ``lang`` is one of LANGUAGES, by default the locale's;
    ``palette`` one of PALETTES. Where nothing can be drawn, plain lines are used and
    standard error is told why. Returns the exit status: 0; 128 and the number of the
    signal that ended the game; 3 if the game could not be saved. Raises
    UnknownLanguageError, UnknownPaletteError, InvalidSeedError, and Fast2048Error where
    the input ends before that question is answered.
    """
    from fast2048.game import Game
    from fast2048.session import Session
    from fast2048.terminal.messages import UNKNOWN_TERMINAL, UNSAVED
    from fast2048.terminal.opening import first_notice

    language = Language.choose(lang)
    # What is bad is refused before anything is touched.
    looks(palette, Depth.MONOCHROME)
    if seed is not None:
        Game(seed)
    screen = None if plain else _screen(palette)
    with Session.open() as session:
        notice = first_notice(session)
        if screen is None:
            from fast2048.terminal.plain import play_lines

            status = play_lines(session, language, notice, seed)
        else:
            from fast2048.terminal.app import run
            from fast2048.terminal.playing import Playing

            message: tuple[str, ...] = ()
            if notice is not None:
                message = language.lengths(notice)
            elif screen.unknown_kind is not None:
                message = language.forms(UNKNOWN_TERMINAL, kind=screen.unknown_kind)
            animate = animation and screen.can_animate
            view = _view(language)
            playing = Playing(session, view, animate=animate, message=message, seed=seed)
            status = run(screen, playing)
            if session.notice is not None:  # the screen may have been too small for all of it
                _complain(language.lengths(session.notice)[0])
    if session.problem is not None:
        _complain(language(UNSAVED[0], reason=language.lengths(session.problem)[0]))
        return status or _NOT_SAVED
    return status


def replay(
    game: Game,
    *,
    speed: float | None = None,
    plain: bool = False,
    lang: str | None = None,
    palette: str | None = None,
) -> int:
    """Play a game back, ``speed`` moves a second, on the whole screen or (``plain``) in lines.

    Without a speed it is 4 moves a second on a screen, and lines come all at once.
    Returns the exit status, as ``play`` does, and raises as it does.
    """
    language = Language.choose(lang)
    looks(palette, Depth.MONOCHROME)
    screen = None if plain else _screen(palette)
    if screen is None:
        from fast2048.terminal.plain import replay_lines

        return replay_lines(game, language, speed)
    from fast2048.terminal.app import run
    from fast2048.terminal.playback import Replay

    return run(screen, Replay(_view(language), None, game, speed or 4.0))


def watch(
    solver: Solver,
    game: Game,
    *,
    speed: float = 4.0,
    plain: bool = False,
    lang: str | None = None,
    palette: str | None = None,
) -> int:
    """Let the solver play a game on, ``speed`` moves a second, or less where it needs longer.

    ``game`` stays as it is. Returns the exit status, as ``play`` does, and raises as it does.
    """
    language = Language.choose(lang)
    looks(palette, Depth.MONOCHROME)
    screen = None if plain else _screen(palette)
    if screen is None:
        from fast2048.terminal.plain import watch_lines

        return watch_lines(solver, game, language, speed)
    from fast2048.terminal.app import run
    from fast2048.terminal.watching import Watch

    return run(screen, Watch(_view(language), solver, game, speed))


def _complain(text: str) -> None:
    from fast2048.terminal.canvas import printed

    print(f"fast2048: {printed(text)}", file=sys.stderr)


def _screen(palette: str | None) -> Device | None:
    """The terminal, or None, said on standard error, where it cannot be drawn on."""
    try:
        return _device(palette)
    except ImportError as error:  # Windows without windows-curses
        reason = str(error)
    except UnusableTerminalError as error:
        reason = str(error)
    _complain(f"plain lines instead of a screen: {reason}")
    return None


def _device(palette: str | None) -> Device:
    try:
        from fast2048.terminal.screen import Screen
    except ImportError:  # Windows has no termios
        from fast2048.terminal.windows import CursesScreen

        return CursesScreen(palette, os.environ)
    return Screen(palette, os.environ)


def _view(language: Language) -> View:
    from fast2048.terminal.view import ASCII, UNICODE, View

    return View(language, UNICODE if is_utf8() else ASCII)
