"""Engine and reference behind one face: functions on rows of exponents.

Each test of a rule is written once, against a Twin, and runs on both.
"""

from fast2048 import Board, Game, _core, reference


class Engine:
    name = "engine"
    Generator = _core.Generator

    @staticmethod
    def slide(rows, move):
        after, reward = board_of(rows).slide(move)
        return after.exponents, reward

    @staticmethod
    def legal_moves(rows):
        return board_of(rows).legal_moves

    @staticmethod
    def is_terminal(rows):
        return board_of(rows).is_terminal

    @staticmethod
    def tiles(rows):
        return board_of(rows).tiles

    @staticmethod
    def max_tile(rows):
        return board_of(rows).max_tile

    @staticmethod
    def empty_cells(rows):
        return board_of(rows).empty_cells

    @staticmethod
    def bits(rows):
        return board_of(rows).bits

    @staticmethod
    def spawn(rows, cell, tile):
        return board_of(rows).spawn(cell, tile).exponents

    @staticmethod
    def spawns(rows):
        return [(probability, after.exponents) for probability, after in board_of(rows).spawns()]

    @staticmethod
    def transform(rows, symmetry):
        return board_of(rows).transform(symmetry).exponents

    @staticmethod
    def canonical(rows):
        return board_of(rows).canonical().exponents

    @staticmethod
    def game(seed, number=0, start=None):
        return Game(seed, number, None if start is None else board_of(start))

    @staticmethod
    def rows_of(game):
        return game.board.exponents


class Reference:
    name = "reference"
    Generator = reference.Generator
    slide = staticmethod(reference.slide)
    legal_moves = staticmethod(reference.legal_moves)
    is_terminal = staticmethod(reference.is_terminal)
    tiles = staticmethod(reference.tiles)
    max_tile = staticmethod(reference.max_tile)
    empty_cells = staticmethod(reference.empty_cells)
    bits = staticmethod(reference.bits)
    spawn = staticmethod(reference.spawn)
    transform = staticmethod(reference.transform)
    canonical = staticmethod(reference.canonical)
    game = reference.Game

    @staticmethod
    def spawns(rows):
        return list(reference.spawns(rows))

    @staticmethod
    def rows_of(game):
        return game.board


Twin = type[Engine] | type[Reference]
TWINS: tuple[Twin, Twin] = (Engine, Reference)


def board_of(rows) -> Board:
    return Board.from_exponents(rows)


def rows_of_tiles(text: str):
    """Face values as the tables of the tests write them: ``"2 2 4 0 / 0 / 0 / 0"``.

    A row of a single 0 is an empty one.
    """
    rows = []
    for part in text.split("/"):
        faces = [int(word) for word in part.split()]
        faces = [0] * 4 if faces == [0] else faces
        assert len(faces) == 4, text
        rows.append(tuple(face.bit_length() - 1 if face else 0 for face in faces))
    assert len(rows) == 4, text
    return tuple(rows)
