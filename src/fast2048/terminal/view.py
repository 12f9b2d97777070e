"""The game as a drawing, in the layout that the terminal has room for."""

from __future__ import annotations

from dataclasses import dataclass

from fast2048.terminal.animation import Piece
from fast2048.terminal.canvas import Canvas, clip, fit, width, wrap
from fast2048.terminal.language import Language, later

__all__ = [
    "ASCII",
    "FULL",
    "KEY_HELP",
    "LAYOUTS",
    "MEDIUM",
    "TINY",
    "UNICODE",
    "Box",
    "Frame",
    "Layout",
    "Model",
    "View",
]


@dataclass(frozen=True)
class Layout:
    """The least size that it needs, in cells, and the measures of its board."""

    name: str
    columns: int
    rows: int
    tile_width: int
    tile_height: int
    bordered: bool

    @property
    def across(self) -> int:
        """From one tile to the next one in its row; without a border, a space parts them."""
        return self.tile_width + 1

    @property
    def down(self) -> int:
        """From one tile to the next one in its column."""
        return self.tile_height + self.bordered

    @property
    def board_width(self) -> int:
        return 4 * self.across + self.bordered

    @property
    def board_height(self) -> int:
        return 4 * self.down + self.bordered


FULL = Layout("full", 66, 20, tile_width=8, tile_height=3, bordered=True)
MEDIUM = Layout("medium", 37, 12, tile_width=8, tile_height=1, bordered=True)
TINY = Layout("tiny", 20, 6, tile_width=4, tile_height=1, bordered=False)
LAYOUTS = (FULL, MEDIUM, TINY)

_BOARD_ROW = 1  # in every layout


@dataclass(frozen=True)
class Frame:
    """The characters that borders are made of."""

    top: str
    middle: str
    bottom: str
    across: str
    down: str
    bar: str
    cut: str  # where a text had to be cut off


UNICODE = Frame("┌┬┐", "├┼┤", "└┴┘", "─", "│", "█", "…")
ASCII = Frame("+++", "+++", "+++", "-", "|", "#", "...")


@dataclass(frozen=True)
class Box:
    """A question or an announcement that covers the board."""

    title: str
    choices: tuple[tuple[str, str], ...]  # (key, what it does)


# The keys, as the panel and the help list them.
KEY_HELP = (
    (later("arrows"), later("move")),
    ("WASD HJKL", later("move")),
    ("u", later("undo")),
    ("Ctrl-R", later("redo")),
    ("?", later("hint")),
    ("t", later("autoplay")),
    ("n", later("new game")),
    ("r", later("replay")),
    ("F1", later("help")),
    ("F2", later("statistics")),
    ("q", later("quit")),
)


@dataclass(frozen=True)
class Model:
    """Everything that is to be seen of a game."""

    pieces: list[Piece]
    score: int
    best: int | None  # None: not to be shown
    gain: int
    moves: int
    seed: int
    assisted: bool = False
    keys: tuple[tuple[str, str], ...] = KEY_HELP
    message: tuple[str, ...] = ()  # in one or more lengths, the longest first; so is problem
    problem: tuple[str, ...] = ()
    box: Box | None = None


_KEY_COLUMN = 11
_KEY_ROW = 6
_PANEL_COLUMN = 39
_PANEL_WIDTH = 27


class View:
    """Draws with these words and these borders."""

    def __init__(self, language: Language, frame: Frame) -> None:
        self.language = language
        self.frame = frame

    @staticmethod
    def layout(columns: int, rows: int) -> Layout | None:
        """The largest layout that this size has room for, or None."""
        for layout in LAYOUTS:
            if columns >= layout.columns and rows >= layout.rows:
                return layout
        return None

    def draw(self, model: Model, columns: int, rows: int) -> Canvas:
        """The game on a terminal of this size."""
        layout = self.layout(columns, rows)
        if layout is None:
            return self.too_small(columns, rows)
        canvas = Canvas(columns, rows)
        top = (rows - layout.rows) // 2
        left = (columns - layout.columns) // 2
        surroundings = {FULL: self._full, MEDIUM: self._medium, TINY: self._tiny}[layout]
        surroundings(canvas, model, top, left)
        self._board(canvas, layout, model.pieces, top + _BOARD_ROW, left)
        if model.box:
            self._box(canvas, layout, model.box, top, left)
        return canvas

    def too_small(self, columns: int, rows: int) -> Canvas:
        """One line that says which size is needed."""
        canvas = Canvas(columns, rows)
        need, have = f"{TINY.columns}x{TINY.rows}", f"{columns}x{rows}"
        messages = (
            self.language("needs {need}, has {have}", need=need, have=have),
            f"{have} < {need}",
            f">{need}",  # what is needed, rather than half of both
            need,
        )
        fitting = (message for message in messages if width(message) <= columns)
        canvas.put(0, 0, clip(next(fitting, need), columns))
        return canvas

    # ---- layouts

    def _full(self, canvas: Canvas, model: Model, top: int, left: int) -> None:
        _ = self.language
        canvas.put(top, left, " 2048 ", "tile 11")
        if model.problem:
            canvas.put(top, left + 8, fit(model.problem, 58, self.frame.cut), "alert")
        elif model.assisted:
            canvas.put(top, left + 8, _("assisted"))
        column, row = left + _PANEL_COLUMN, top + 1
        facts = [
            (_("Score"), _with_gain(model)),
            (_("Best"), str(model.best)),
            (_("Moves"), str(model.moves)),
            (_("Seed"), str(model.seed)),
        ]
        if model.best is None:
            del facts[1]
        indent = max(width(label) for label, _ in facts) + 2
        for label, value in facts:
            canvas.put(row, column, label)
            if indent + len(value) > _PANEL_WIDTH:
                row += 1
                canvas.put(row, column + _PANEL_WIDTH - len(value), value, "strong")
            else:
                canvas.put(row, column + indent, value, "strong")
            row += 1
        for row, (key, meaning) in enumerate(model.keys, start=top + _KEY_ROW):
            canvas.put(row, column, _(key), "strong")
            canvas.put(row, column + _KEY_COLUMN, clip(_(meaning), _PANEL_WIDTH - _KEY_COLUMN))
        # Not as far as the very last cell: a terminal may scroll when that is written.
        room = FULL.columns - 1
        forms = [form for form in model.message if len(wrap(form, room)) <= 2]
        text = forms[0] if forms else fit(model.message, room, self.frame.cut)
        for row, line in enumerate(wrap(text, room), start=top + FULL.rows - 2):
            canvas.put(row, left, line, "strong")

    def _medium(self, canvas: Canvas, model: Model, top: int, left: int) -> None:
        _ = self.language
        room = MEDIUM.columns
        score = _("Score") + f" {_with_gain(model)}"
        moves = _("Moves") + f" {model.moves}"
        _ends(canvas, top, left, room, score, self._best(model), "strong")
        _ends(canvas, top + 10, left, room, moves, _("Seed") + f" {model.seed}")
        self._last_line(canvas, model, top + 11, left, room, _("F1 help"))

    def _tiny(self, canvas: Canvas, model: Model, top: int, left: int) -> None:
        _ = self.language
        room = TINY.columns
        best = self._best(model)
        if len(str(model.score)) + 1 + width(best) > room:
            best = str(model.best)
        _ends(canvas, top, left, room, str(model.score), best, "strong")
        gain = f"+{model.gain} " if model.gain else ""
        moves = gain + _("Moves") + f" {model.moves}"
        self._last_line(canvas, model, top + 5, left, room, moves)

    def _best(self, model: Model) -> str:
        return "" if model.best is None else self.language("Best") + f" {model.best}"

    def _last_line(
        self, canvas: Canvas, model: Model, row: int, left: int, room: int, otherwise: str
    ) -> None:
        _ = self.language
        room -= 1  # a terminal may scroll when its very last cell is written
        if model.message:
            canvas.put(row, left, fit(model.message, room, self.frame.cut), "strong")
        elif model.problem:
            canvas.put(row, left, fit(model.problem, room, self.frame.cut), "alert")
        else:
            right = _("assisted") if model.assisted else ""
            _ends(canvas, row, left, room, otherwise, right)

    # ---- parts

    def _board(
        self, canvas: Canvas, layout: Layout, pieces: list[Piece], top: int, left: int
    ) -> None:
        if layout.bordered:
            self._grid(canvas, layout, top, left)
        else:
            for row in range(4):
                for column in range(4):
                    end = left + column * layout.across + layout.tile_width - 1
                    canvas.put(top + row * layout.down, end, ".")
        for piece in pieces:
            row = top + layout.bordered + round(piece.row * layout.down)
            column = left + layout.bordered + round(piece.column * layout.across)
            self._tile(canvas, layout, row, column, piece.exponent)

    def _grid(self, canvas: Canvas, layout: Layout, top: int, left: int) -> None:
        frame = self.frame
        for line in range(layout.board_height):
            if line % (layout.tile_height + 1):
                text = (frame.down + " " * layout.tile_width) * 4 + frame.down
            else:
                ends = frame.middle
                if line == 0:
                    ends = frame.top
                elif line == layout.board_height - 1:
                    ends = frame.bottom
                text = ends[1].join([frame.across * layout.tile_width] * 4)
                text = ends[0] + text + ends[2]
            canvas.put(top + line, left, text, "grid")

    def _tile(self, canvas: Canvas, layout: Layout, row: int, column: int, exponent: int) -> None:
        look = f"tile {exponent}"
        canvas.fill(row, column, layout.tile_height, layout.tile_width, look)
        label = str(1 << exponent)
        if len(label) > layout.tile_width:
            label = f"{(1 << exponent) // 1000}k"
        label = label.center(layout.tile_width) if layout.bordered else label.rjust(4)
        canvas.put(row + layout.tile_height // 2, column, label, look)

    def _box(self, canvas: Canvas, layout: Layout, box: Box, top: int, left: int) -> None:
        """The box over the board; without borders, it takes all but the first row."""
        room = layout.board_width - 6 if layout.bordered else layout.columns
        key_room = max(width(key) for key, _ in box.choices) + 2
        lines = [(line, "", "strong") for line in wrap(box.title, room)]
        for key, meaning in box.choices:
            lines += [
                (part, "" if number else key, "")
                for number, part in enumerate(wrap(meaning, room - key_room))
            ]
        if layout.bordered:
            row = top + _BOARD_ROW + (layout.board_height - len(lines)) // 2
            column = left + 3
            self._box_border(canvas, row - 1, column - 2, len(lines) + 2, room + 4)
        else:
            lines = lines[: layout.rows - 1]
            row, column = top + 1, left
            canvas.fill(row, column, max(len(lines), layout.rows - 2), room)
        for line, (text, key, look) in enumerate(lines):
            canvas.put(row + line, column, key, "strong")
            canvas.put(row + line, column + (0 if look else key_room), text, look)

    def _box_border(self, canvas: Canvas, row: int, column: int, height: int, width: int) -> None:
        frame = self.frame
        canvas.fill(row, column, height, width)
        for line in range(1, height - 1):
            canvas.put(row + line, column, frame.down)
            canvas.put(row + line, column + width - 1, frame.down)
        for line, ends in ((0, frame.top), (height - 1, frame.bottom)):
            canvas.put(row + line, column, ends[0] + frame.across * (width - 2) + ends[2])

    # ---- pages of text

    def page(
        self,
        title: str,
        lines: list[str],
        offset: int,
        footer: tuple[str, ...],
        columns: int,
        rows: int,
    ) -> Canvas:
        """A title, as many of the lines as there is room for from ``offset``, and a footer in
        one of its lengths."""
        if self.layout(columns, rows) is None:
            return self.too_small(columns, rows)
        canvas = Canvas(columns, rows)
        canvas.put(0, 0, clip(title, columns), "strong")
        for row, line in enumerate(lines[offset : offset + rows - 2], start=1):
            canvas.put(row, 0, line)
        canvas.put(rows - 1, 0, fit(footer, columns - 1, self.frame.cut), "strong")
        return canvas


def _with_gain(model: Model) -> str:
    return f"{model.score} +{model.gain}" if model.gain else str(model.score)


def _ends(
    canvas: Canvas, row: int, left: int, room: int, first: str, second: str, look: str = ""
) -> None:
    """One text at the left end of a line and one at the right, if both fit."""
    canvas.put(row, left, clip(first, room), look)
    if width(first) + 1 + width(second) <= room:
        canvas.put(row, left + room - width(second), second, look)
