# What strangers hand over, checked: integers, moves, cells, sixteen of a kind.

# Legal moves by mask, ready made.
cdef tuple MOVES_BY_MASK = tuple(
    tuple(move for move in Move if mask >> move & 1) for mask in range(16)
)


cdef int as_move(object move) except -1:
    cdef int overflow
    cdef long number = -1
    if type(move) is Move or type(move) is int:
        number = PyLong_AsLongAndOverflow(move, &overflow)
    else:
        integer = as_integer(move)
        if integer is not None:
            number = PyLong_AsLongAndOverflow(integer, &overflow)
    if not 0 <= number <= 3:
        raise InvalidMoveError(
            f"not a move: {quote(move)} (a Move, or 0 up, 1 right, 2 down, 3 left)")
    return <int>number


cdef int as_cell(object cell) except -1:
    integer = as_integer(cell)
    if integer is None or not 0 <= integer < engine.F2048_CELLS:
        raise InvalidCellError(f"not a cell: {quote(cell)} (an integer from 0 to 15)")
    return integer


cdef int as_symmetry(object symmetry) except -1:
    integer = as_integer(symmetry)
    if integer is None or not 0 <= integer < engine.F2048_SYMMETRIES:
        raise Fast2048Error(f"not a symmetry: {quote(symmetry)} (an integer from 0 to 7)")
    return integer


cdef object as_seed(object value, str what, int bits):
    integer = as_integer(value)
    if integer is None or integer < 0 or integer.bit_length() > bits:
        raise InvalidSeedError(
            f"not a {what}: {quote(value)} (an integer from 0 to 2**{bits} - 1)")
    return integer


cdef object as_cell_integer(object value):
    """Like as_integer, and a float without a fraction counts: arrays hold them."""
    if isinstance(value, float):
        return float.__int__(value) if float.is_integer(value) else None
    return value if type(value) is int else as_integer(value)


cdef int as_exponent(object value) except -1:
    integer = as_cell_integer(value)
    if integer is None or not 0 <= integer <= engine.F2048_MAX_EXPONENT:
        raise InvalidExponentError(f"not an exponent: {quote(value)} (an integer from 0 to 17)")
    return integer


cdef int as_tile(object value) except -1:
    """A face value, as its exponent."""
    integer = as_cell_integer(value)
    if integer is not None:
        if integer == 0:
            return 0
        if 2 <= integer <= 1 << engine.F2048_MAX_EXPONENT and not integer & (integer - 1):
            return integer.bit_length() - 1
    raise InvalidTileError(
        f"not a tile: {quote(value)} (0, or a power of two from 2 to 131072)")


cdef bint is_sequence(object value):
    return (hasattr(value, "__len__") and hasattr(value, "__getitem__")
            and not isinstance(value, (str, type)) and not hasattr(value, "keys"))


cdef list as_sixteen(object cells):
    """A nested 4x4, a flat 16, or an array of either shape, as a flat list."""
    try:
        flat = flattened(cells)
    except (TypeError, ValueError, OverflowError) as error:  # from its own len or iteration
        raise InvalidBoardError(f"not a board: {quote(cells)}") from error
    if flat is None:
        raise InvalidBoardError(f"not a board: {quote(cells)} (4 rows of 4 cells, or 16 cells)")
    return flat


cdef list flattened(object cells):
    """The sixteen cells, or None. No more is read than is needed to know."""
    # Arrays of times turn into plain numbers in tolist.
    if getattr(getattr(cells, "dtype", None), "kind", "O") not in "biufO":
        return None
    if getattr(cells, "shape", (4, 4)) not in ((4, 4), (16,)):
        return None
    value = cells.tolist() if hasattr(cells, "tolist") else cells
    if not is_sequence(value):
        return None
    flat = list(islice(value, 17))
    if len(flat) == 4 and all([is_sequence(row) for row in flat]):
        rows = [list(islice(row, 5)) for row in flat]
        if any([len(row) != 4 for row in rows]):
            return None
        flat = [cell for row in rows for cell in row]
    if len(flat) != 16 or any([is_sequence(cell) for cell in flat]):
        return None
    return flat
