# Board: one position, as a value.

cdef Board new_board(engine.f2048_board packed):
    cdef Board board = Board.__new__(Board)
    board.packed = packed
    return board


cdef engine.f2048_board pack(list exponents) except *:
    cdef engine.f2048_board packed = engine.f2048_board(0, 0)
    cdef int cell
    for cell in range(16):
        packed = engine.f2048_board_put(packed, cell, exponents[cell])
    return packed


cdef Board unpack(object bits, int max_exponent):
    integer = as_integer(bits)
    if integer is None or integer < 0 or integer.bit_length() > 80:
        raise InvalidBoardError(
            f"not a packed board: {quote(bits)} (an integer from 0 to 2**80 - 1)")
    cdef Board board = new_board(
        engine.f2048_board(integer & <object>0xFFFFFFFFFFFFFFFF, integer >> 64))
    cdef int largest = engine.f2048_board_max_exponent(board.packed)
    if largest > max_exponent:
        raise InvalidExponentError(
            f"not an exponent: {largest}, in the packed board {hex(integer)} (0 to {max_exponent})")
    return board


def _restore_board(bits):
    """What a pickled Board calls. Slides, unlike setting up, go beyond 131072; but sixteen
    of those are all that a board can hold, and the engine's sums have room for them."""
    cdef Board board = unpack(bits, 21)
    if sum([sum(row) for row in board.tiles]) > 16 << engine.F2048_MAX_EXPONENT:
        raise InvalidBoardError(f"not a packed board: {quote(bits)} (its tiles are too many)")
    return board


@cython.final
@cython.freelist(128)
cdef class Board:
    """A position: sixteen cells, each empty or with a tile. Immutable.

    ``Board()`` is empty. Other boards come from ``from_tiles``, ``from_exponents``,
    ``from_bits`` and ``from_text``. Boards compare equal cell by cell, hash, pickle
    and copy; they have no order. Cells are numbered 4 * row + column, top-left 0.
    """

    cdef engine.f2048_board packed

    def __init__(self):
        pass

    # ---- coming in

    @staticmethod
    def from_tiles(tiles):
        """A board from face values: 0 for an empty cell, 2, 4, 8 ... 131072.

        ``tiles`` is 4 rows of 4, a flat sequence of 16, or an array of either shape,
        of integers or of floats of up to 64 bits that have no fraction. Raises
        InvalidTileError for a wrong value and InvalidBoardError for a wrong shape.
        """
        return new_board(pack([as_tile(tile) for tile in as_sixteen(tiles)]))

    @staticmethod
    def from_exponents(exponents):
        """A board from exponents: 0 for an empty cell, e for the tile 2**e, up to 17.

        Takes the shapes of ``from_tiles``. Raises InvalidExponentError for a wrong
        value and InvalidBoardError for a wrong shape.
        """
        return new_board(pack([as_exponent(value) for value in as_sixteen(exponents)]))

    @staticmethod
    def from_bits(bits):
        """A board from its packed form, see ``bits``.

        Raises InvalidBoardError for what is no integer of 80 bits and
        InvalidExponentError if a cell holds more than 17.
        """
        return unpack(bits, engine.F2048_MAX_EXPONENT)

    @staticmethod
    def from_text(text):
        """A board from rows of base-36 exponents: ``"1120/0000/0000/0000"``.

        Both cases are read. Raises InvalidBoardError for a wrong shape and
        InvalidExponentError for a character that is no exponent from 0 to h (17).
        """
        if not isinstance(text, str):
            raise InvalidBoardError(f"not the text of a board: {quote(text)} (a str)")
        rows = text.split("/")
        if len(rows) != 4 or any(len(row) != 4 for row in rows):
            raise InvalidBoardError(
                f"not the text of a board: {quote(text)} (4 rows of 4 characters, joined by /)")
        exponents = []
        for character in "".join(rows):
            exponent = DIGITS.find(character.lower())
            if not 0 <= exponent <= engine.F2048_MAX_EXPONENT:
                raise InvalidExponentError(
                    f"not an exponent: {character!r}, in {quote(text)} (0-9, then a-h for 10-17)")
            exponents.append(exponent)
        return new_board(pack(exponents))

    # ---- going out

    @property
    def exponents(self):
        """The exponents, as a tuple of 4 rows of 4 ints."""
        cdef int c
        cells = [engine.f2048_board_exponent(self.packed, c) for c in range(16)]
        return (tuple(cells[0:4]), tuple(cells[4:8]), tuple(cells[8:12]), tuple(cells[12:16]))

    @property
    def tiles(self):
        """The face values, 0 for an empty cell, as a tuple of 4 rows of 4 ints."""
        return tuple([tuple([1 << e if e else 0 for e in row]) for row in self.exponents])

    @property
    def bits(self):
        """The packed board, an int below 2**80.

        Bits 4c to 4c + 3 hold the low four bits of cell c's exponent, bit 64 + c the
        fifth. Without tiles from 65536 on this is the 64-bit board that other
        engines use, with the top-left cell lowest.
        """
        if self.packed.high:
            return (<object>self.packed.high << 64) | self.packed.low
        return self.packed.low

    @property
    def text(self):
        """The exponents in base 36, rows joined by a slash: ``"1120/0000/0000/0000"``.

        A str, which ``from_text`` reads.
        """
        return "/".join(["".join([DIGITS[e] for e in row]) for row in self.exponents])

    @property
    def max_tile(self):
        """The largest face value, an int; 0 on an empty board."""
        cdef unsigned exponent = engine.f2048_board_max_exponent(self.packed)
        return <uint32_t>1 << exponent if exponent else 0

    @property
    def empty_cells(self):
        """The numbers of the empty cells in ascending order, as a tuple."""
        cdef unsigned c, empty = engine.f2048_board_empty(self.packed)
        return tuple([c for c in range(16) if empty >> c & 1])

    # ---- the rules

    def slide(self, move):
        """Push all tiles: ``move`` is a Move, or an integer from 0 to 3.

        Returns ``(after, reward)``: the afterstate, before any spawn, and the sum of the
        merged tiles, an int. An illegal move gives an equal board and 0. Raises
        InvalidMoveError for what is no move.
        """
        cdef engine.f2048_slide slid
        slid = engine.f2048_board_slide(&TABLES, self.packed, as_move(move))
        return new_board(slid.after), slid.reward

    @property
    def legal_moves(self):
        """The moves that change the board: a tuple in the order up, right, down, left."""
        return MOVES_BY_MASK[engine.f2048_board_legal(self.packed)]

    @property
    def is_terminal(self):
        """Whether there is no legal move, a bool."""
        return engine.f2048_board_legal(self.packed) == 0

    def spawn(self, cell, tile):
        """The board with a 2 or a 4 put on an empty cell.

        Raises InvalidCellError if the cell is none or not empty, InvalidTileError if
        the tile is neither 2 nor 4.
        """
        cdef int place = as_cell(cell)
        value = as_integer(tile)
        if value is None or value != 2 and value != 4:
            raise InvalidTileError(f"not a tile that spawns: {quote(tile)} (2 or 4)")
        if not engine.f2048_board_empty(self.packed) >> place & 1:
            raise InvalidCellError(f"cell {place} of {self.text} is not empty")
        return new_board(engine.f2048_board_put(self.packed, place, 1 if value == 2 else 2))

    def spawns(self):
        """Every board that a spawn can make, as an iterator of ``(probability, board)``.

        Two for each empty cell, first the 2 (0.9 shared by the cells), then the 4
        (0.1). The probabilities add up to 1; a full board yields nothing.
        """
        empty = self.empty_cells
        for cell in empty:
            yield 0.9 / len(empty), self.spawn(cell, 2)
            yield 0.1 / len(empty), self.spawn(cell, 4)

    # ---- symmetries

    def transform(self, symmetry):
        """One of the 8 symmetric images, 0 being the board itself.

        Bit 0 of ``symmetry`` mirrors left and right, then bit 1 turns upside down,
        then bit 2 transposes. ``Move.transform`` is its fellow. Raises Fast2048Error for
        what is no integer from 0 to 7.
        """
        return new_board(engine.f2048_board_transform(self.packed, as_symmetry(symmetry)))

    def canonical(self):
        """The one of the 8 images whose ``bits`` are smallest: equal for all of them."""
        return new_board(engine.f2048_board_canonical(self.packed))

    # ---- as a Python object

    def __eq__(self, other):
        if type(other) is not Board:
            return NotImplemented
        cdef engine.f2048_board theirs = (<Board>other).packed
        return self.packed.low == theirs.low and self.packed.high == theirs.high

    def __hash__(self):
        cdef uint64_t mixed = self.packed.high * <uint64_t>0x94D049BB133111EB ^ self.packed.low
        mixed = (mixed ^ mixed >> 32) * <uint64_t>0x9E3779B97F4A7C15
        mixed = (mixed ^ mixed >> 29) * <uint64_t>0xBF58476D1CE4E5B9
        return <Py_hash_t>(mixed ^ mixed >> 32)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _restore_board, (self.bits,)

    def __repr__(self):
        # A tile of 262144 can be made by a slide but not set up by anyone.
        if engine.f2048_board_max_exponent(self.packed) > engine.F2048_MAX_EXPONENT:
            return f"<Board {self.text}>"
        return f"Board.from_text({self.text!r})"

    def __str__(self):
        faces = [[str(tile) if tile else "." for tile in row] for row in self.tiles]
        width = max([len(face) for row in faces for face in row])
        return "\n".join([" ".join([face.rjust(width) for face in row]) for row in faces])

    def _repr_svg_(self):
        from fast2048.svg import board_svg
        return board_svg(self.tiles)
