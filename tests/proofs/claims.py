"""What is claimed of the engine's C, each as a term that must hold for every input.

``board_claims(program)`` and ``grid_claims(program)`` take the parsed source, so that
the mutation test can hand over a broken one. A claim is a name and a z3 term; the term
is true for all values of its variables, or the claim is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

import spec
import z3
from c_terms import Program
from c_values import INT, Int, Num, merge, number

Claim = tuple[str, z3.BoolRef]

LOW, HIGH = z3.BitVec("low", 64), z3.BitVec("high", 16)
PACKED = {"low": Num(LOW), "high": Num(HIGH)}


def cells_of(low, high):
    """The 16 exponents of a packed board, five bits each."""
    return [z3.Concat(z3.Extract(c, c, high), z3.Extract(4 * c + 3, 4 * c, low)) for c in range(16)]


BOARD = cells_of(LOW, HIGH)


def unpacked(board):
    return cells_of(board["low"].term, board["high"].term)


def flags_of(cells):
    """A word with bit 4c set where cells[c], a condition, holds."""
    word = z3.BitVecVal(0, 64)
    for c, condition in enumerate(cells):
        word = word | z3.If(condition, z3.BitVecVal(1 << 4 * c, 64), z3.BitVecVal(0, 64))
    return word


def bit(term, place):
    return z3.Extract(place, place, term) == 1


def word(value) -> Num:
    return Num(z3.BitVecVal(value, 64)) if isinstance(value, int) else Num(value)


# ---- flags: words with one bit a cell


def flag_claims(program: Program) -> Iterator[Claim]:
    bits = z3.BitVec("bits", 64)
    some = [bit(bits, c) for c in range(16)]
    flags = flags_of(some)
    yield "spread puts bit c at 4c", program.call("board_spread", Num(bits & 0xFFFF)).term == flags
    yield "gather undoes spread", program.call("board_gather", Num(flags)).term == bits & 0xFFFF
    yield (
        "any: some flag is set",
        program.call("board_any", Num(flags)).term
        == z3.If(z3.Or(some), z3.BitVecVal(1, 64), z3.BitVecVal(0, 64)),
    )
    yield (
        "count: the number of flags",
        program.call("board_count", Num(flags)).term == spec.count(some, 64),
    )
    for k in range(16):
        found = program.call("board_nth", Num(flags), word(k)).term
        expected, before = z3.BitVecVal(0, 64), z3.BitVecVal(0, 5)
        for c in range(16):
            expected = z3.If(z3.And(some[c], before == k), z3.BitVecVal(1 << 4 * c, 64), expected)
            before = before + z3.If(some[c], z3.BitVecVal(1, 5), z3.BitVecVal(0, 5))
        yield f"nth: flag number {k}", found == expected
    yield (
        "occupied: the cells that hold a tile",
        program.call("board_occupied_flags", PACKED).term
        == flags_of([spec.is_tile(e) for e in BOARD]),
    )


# ---- boards


def board_claims(program: Program) -> Iterator[Claim]:
    legal = program.call("f2048_board_legal", PACKED).term
    for move in range(4):
        yield (
            f"legal: bit {move} says that the push changes the board",
            (bit(legal, move) == spec.legal(BOARD, move)),
        )
    yield "legal: no other bit is set", z3.ULT(legal, 16)
    empty = z3.And([e == 0 for e in BOARD])
    yield (
        "terminal: full without equal neighbours, or empty",
        ((legal == 0) == z3.Or(spec.over(BOARD), empty)),
    )
    mask = program.call("f2048_board_empty", PACKED).term
    yield (
        "empty: a bit for each empty cell",
        z3.And([bit(mask, c) == (BOARD[c] == 0) for c in range(16)] + [z3.ULT(mask, 1 << 16)]),
    )
    value = z3.BitVec("exponent", 32)
    for c in range(16):
        got = program.call("f2048_board_exponent", PACKED, number(c, INT)).term
        yield f"exponent: unpacks cell {c}", got == z3.ZeroExt(27, BOARD[c])
        put = program.call("f2048_board_put", PACKED, number(c, INT), Num(value))
        expected = [*BOARD]
        expected[c] = z3.Extract(4, 0, value)
        yield f"put: packs cell {c}, no other", spec.same(unpacked(put), expected)
    largest = program.call("f2048_board_max_exponent", PACKED).term
    yield (
        "max exponent: is on the board and nothing is larger",
        z3.And(
            z3.Or([largest == z3.ZeroExt(27, e) for e in BOARD]),
            z3.And([z3.UGE(largest, z3.ZeroExt(27, e)) for e in BOARD]),
        ),
    )


def symmetry_claims(program: Program) -> Iterator[Claim]:
    images = []
    for k in range(8):
        image = program.call("f2048_board_transform", PACKED, number(k, INT))
        images.append(image)
        yield (
            f"transform {k}: cells go where the name says",
            spec.same(unpacked(image), spec.transformed(BOARD, k)),
        )
    for j in range(8):
        for k in range(8):
            twice = program.call("f2048_board_transform", images[j], number(k, INT))
            composed = [
                spec.same(unpacked(twice), unpacked(images[i])) for i in range(8)
                if spec.transformed(spec.transformed(list(range(16)), j), k)
                == spec.transformed(list(range(16)), i)
            ]  # fmt: skip
            yield (
                f"transform {j}, then {k}: another of the eight",
                z3.And(len(composed) == 1, *composed),
            )
    yield from canonical_claims(program)


def smaller(first, second):
    """Of two packed boards, the first if it is smaller, else the second."""
    wide = [z3.Concat(board["high"].term, board["low"].term) for board in (first, second)]
    return merge(z3.ULT(*wide), first, second)


def canonical_claims(program: Program) -> Iterator[Claim]:
    """The canonical board is what is left when the smaller of two is taken seven times,
    whatever the images are; and the smaller of two is one of them and not above either.
    So, by induction, it is one of the eight, and none of them is smaller."""
    images = [PACKED] + [
        {"low": Num(z3.BitVec(f"low{k}", 64)), "high": Num(z3.BitVec(f"high{k}", 16))}
        for k in range(1, 8)
    ]
    least = images[0]
    for image in images[1:]:
        least = smaller(image, least)
    chooser = program.replacing(
        f2048_board_transform=lambda board, k: images[z3.simplify(k.term).as_long()]
    )
    canonical = chooser.call("f2048_board_canonical", PACKED)
    yield (
        "canonical: the smallest of the eight images",
        z3.And(
            canonical["low"].term == least["low"].term, canonical["high"].term == least["high"].term
        ),
    )
    a, b = images[:2]
    wide = [z3.Concat(board["high"].term, board["low"].term) for board in (a, b, smaller(a, b))]
    yield (
        "canonical: the smaller of two is one of them, and neither is below it",
        z3.And(
            z3.Or(wide[2] == wide[0], wide[2] == wide[1]),
            z3.ULE(wide[2], wide[0]),
            z3.ULE(wide[2], wide[1]),
        ),
    )


def commuting_claims(_program: Program) -> Iterator[Claim]:
    """A property of the specification alone, and so of all that is proven equal to it."""
    for move in range(4):
        after, _ = spec.push(BOARD, move)
        for k in range(8):
            other, _ = spec.push(spec.transformed(BOARD, k), spec.transformed_move(move, k))
            yield (
                f"push {move} commutes with symmetry {k}",
                spec.same(other, spec.transformed(after, k)),
            )


# ---- the slide through the tables
#
# Each table entry is checked against the push of its row by enumeration, on the compiled
# library (csrc/tests/test_board.c). What is proven here is that whole boards are put
# together rightly from whatever the tables say of their lines: the row function is left
# open, and the four tables are related to it as the enumeration shows.

ROW = z3.BitVecSort(16)
PUSHED = z3.Function("pushed", ROW, ROW)  # a row pushed to the left
GAIN = z3.Function("gain", ROW, z3.BitVecSort(32))


def reverse_row(row):
    return z3.Concat(*[z3.Extract(4 * i + 3, 4 * i, row) for i in range(4)])


def stand_row(row):
    """A row as a column: its cells 16 bits apart."""
    return sum(z3.ZeroExt(60, z3.Extract(4 * i + 3, 4 * i, row)) << 16 * i for i in range(4))


def tables():
    def entry(make):
        return lambda index: Num(make(z3.Extract(15, 0, index.term)))

    return {
        "left": entry(PUSHED),
        "right": entry(lambda row: reverse_row(PUSHED(reverse_row(row)))),
        "up": entry(lambda row: stand_row(PUSHED(row))),
        "down": entry(lambda row: stand_row(reverse_row(PUSHED(reverse_row(row))))),
        "gain": entry(GAIN),
    }


def nibble(low, cell):
    return z3.Extract(4 * cell + 3, 4 * cell, low)


def table_claims(program: Program) -> Iterator[Claim]:
    for move in range(4):
        slid = program.call("board_slide_by_tables", tables(), Num(LOW), number(move, INT))
        after = [None] * 16
        gain = z3.BitVecVal(0, 32)
        for line in spec.lines(move):
            row = z3.Concat(*[nibble(LOW, cell) for cell in reversed(line)])
            pushed = PUSHED(row)
            # The gain is that of the line as it lies, from its lowest cell on; it is the
            # same from either end, as the enumeration shows.
            gain = gain + GAIN(z3.Concat(*[nibble(LOW, cell) for cell in sorted(line)[::-1]]))
            for i, cell in enumerate(line):
                after[cell] = z3.Extract(4 * i + 3, 4 * i, pushed)
        low = z3.Concat(*after[::-1])
        yield (
            f"slide by tables, move {move}: every line is pushed in its place",
            z3.And(slid["after"]["low"].term == low, slid["after"]["high"].term == 0),
        )
        yield (
            f"slide by tables, move {move}: the gains of the lines add up",
            z3.And(slid["reward"].term == gain & 0xFFFFFF, slid["wins"].term == z3.LShR(gain, 24)),
        )


def guard_claims(program: Program) -> Iterator[Claim]:
    """The tables are wrong for a board with a fifth bit, and for one on which a merge
    makes one. Wherever that could be, the guard sends the board elsewhere."""
    guard = program.call("board_beyond_tables", Num(LOW), Num(z3.ZeroExt(48, HIGH))).term
    makes_a_fifth_bit = z3.Or(
        [exponent == 16 for move in range(4) for exponent in spec.push(BOARD, move)[1]]
    )
    yield (
        "guard: no fifth bit and no merge to 65536 on a board that the tables get",
        z3.Implies(guard == 0, z3.And(HIGH == 0, z3.Not(makes_a_fifth_bit))),
    )
    fifteens = spec.count(e == 15 for e in BOARD)
    at_most_one = z3.ULE(fifteens, 1)
    yield (
        "guard: a board below 65536 with at most one 32768 does get the tables",
        z3.Implies(z3.And(HIGH == 0, at_most_one), guard == 0),
    )


# ---- the slide line by line, for every other board
#
# line_slide itself has a loop whose indices depend on its input; it is enumerated on
# the compiled library for all rows (fast2048 verify). Here it is left open.

CELL = z3.BitVecSort(8)
LINE = [z3.Function(f"line{i}", CELL, CELL, CELL, CELL, CELL) for i in range(4)]
LINE_GAIN = z3.Function("line_gain", CELL, CELL, CELL, CELL, z3.BitVecSort(32))


def open_line_slide(line):
    before = [cell.term for cell in line]
    for i in range(4):
        line[i] = Num(LINE[i](*before))
    return Num(LINE_GAIN(*before))


def lines_claims(program: Program) -> Iterator[Claim]:
    program = program.replacing(line_slide=open_line_slide)
    for move in range(4):
        slid = program.call("board_slide_by_lines", PACKED, number(move, INT))
        expected, reward, wins = [None] * 16, z3.BitVecVal(0, 32), z3.BitVecVal(0, 32)
        for line in spec.lines(move):
            before = [z3.ZeroExt(3, BOARD[cell]) for cell in line]
            for i, cell in enumerate(line):
                expected[cell] = z3.Extract(4, 0, LINE[i](*before))
            reward = reward + (LINE_GAIN(*before) & 0xFFFFFF)
            wins = wins + z3.LShR(LINE_GAIN(*before), 24)
        yield (
            f"slide by lines, move {move}: every line is pushed in its place",
            z3.And(
                spec.same(unpacked(slid["after"]), expected),
                slid["reward"].term == reward,
                slid["wins"].term == wins,
            ),
        )


# ---- the spawn


def generator_claims(program: Program) -> Iterator[Claim]:
    state = z3.BitVec("s0", 64), z3.BitVec("s1", 64)
    generator = {"s0": Num(state[0]), "s1": Num(state[1])}
    before = dict(generator)
    got = program.call("generator_next", generator).term
    total = before["s0"].term + before["s1"].term
    yield (
        "generator: the word is xoroshiro128++'s",
        got == (z3.RotateLeft(total, 17) + before["s0"].term),
    )
    mixed = before["s0"].term ^ before["s1"].term
    yield (
        "generator: so is the next state",
        z3.And(
            generator["s0"].term == z3.RotateLeft(before["s0"].term, 49) ^ mixed ^ (mixed << 21),
            generator["s1"].term == z3.RotateLeft(mixed, 28),
        ),
    )


DRAWN_FROM = 2**32  # each half of a word is drawn from so many values


def _range_of(n: int, v: int, gap: int) -> tuple[int, int]:
    """The x with 2**32 v + gap <= n x < 2**32 (v + 1): from the first to before the last."""
    return -(-(DRAWN_FROM * v + gap) // n), -(-(DRAWN_FROM * (v + 1)) // n)


def draw_claims(program: Program) -> Iterator[Claim]:
    """Exactly uniform: every cell, and every tenth, comes from equally many halves of a
    word. For each value the halves that give it are one range without a hole, which is
    proven; how long the ranges are is arithmetic."""
    upper, lower = z3.BitVec("upper", 32), z3.BitVec("lower", 32)
    for n in range(1, 17):
        draw = program.call(
            "generator_read", Num(z3.Concat(upper, lower)), number(n, Int(32, False))
        )
        taken = draw["exponent"].term != 0
        tile_taken = z3.UGE(lower * 120, DRAWN_FROM % 120)
        ranges = [_range_of(n, v, DRAWN_FROM % 720720) for v in range(n)]
        for v, (first, end) in enumerate(ranges):
            inside = z3.And(z3.UGE(upper, first), z3.ULE(upper, end - 1))
            yield (
                f"draw among {n}: cell {v} comes from one range of upper halves",
                z3.Implies(tile_taken, z3.And(taken, draw["index"].term == v) == inside),
            )
        yield (
            f"draw among {n}: the ranges are equally long",
            z3.BoolVal(len({end - first for first, end in ranges}) == 1),
        )
    draw = program.call("generator_read", Num(z3.Concat(upper, lower)), number(1, Int(32, False)))
    cell_taken = z3.UGE(upper, DRAWN_FROM % 720720)
    ranges = [_range_of(120, v, DRAWN_FROM % 120) for v in range(120)]
    for v, (first, end) in enumerate(ranges):
        inside = z3.And(z3.UGE(lower, first), z3.ULE(lower, end - 1))
        yield (
            f"draw: a lower half in range {v} of 120 makes a {4 if v < 12 else 2}",
            z3.Implies(z3.And(cell_taken, inside), draw["exponent"].term == (2 if v < 12 else 1)),
        )
    outside = z3.Not(
        z3.Or([z3.And(z3.UGE(lower, first), z3.ULE(lower, end - 1)) for first, end in ranges])
    )
    yield (
        "draw: a lower half in none of the 120 is thrown away",
        z3.Implies(outside, draw["exponent"].term == 0),
    )
    yield (
        "draw: the 120 ranges are equally long",
        z3.BoolVal(len({end - first for first, end in ranges}) == 1),
    )


def spawn_claims(program: Program) -> Iterator[Claim]:
    """The board after a spawn, for what a draw gives by draw_claims: an index below the
    number of empty cells, and exponent 1 or 2. That board_nth picks the right flag is
    flag_claims' matter; here it picks some flag of an empty cell."""
    flag, asked = z3.BitVec("flag", 64), []
    for exponent in (1, 2):

        def draw(_generator, n, exponent=exponent):
            asked.append(n.term)
            return {"index": Num(INDEX), "exponent": number(exponent)}

        def nth(flags, index):
            asked.append((flags.term, index.term))
            return Num(flag)

        open_program = program.replacing(generator_draw=draw, board_nth=nth)
        spawned = open_program.call("board_spawn", PACKED, {})
        n, (flags, index) = asked[-2:]
        yield (
            "spawn: draws among as many cells as are empty",
            n == z3.ZeroExt(24, spec.count(e == 0 for e in BOARD)),
        )
        yield (
            "spawn: the cell is the empty one with the drawn number",
            z3.And(flags == flags_of([e == 0 for e in BOARD]), index == z3.ZeroExt(32, INDEX)),
        )
        for c in range(16):
            expected = [*BOARD]
            expected[c] = z3.BitVecVal(exponent, 5)
            yield (
                f"spawn: exponent {exponent} on cell {c}, if it is the one",
                z3.Implies(
                    z3.And(flag == 1 << 4 * c, BOARD[c] == 0),
                    z3.And(
                        spec.same(unpacked(spawned["board"]), expected),
                        spawned["flag"].term == flag,
                        spawned["exponent"].term == exponent,
                    ),
                ),
            )


INDEX = z3.BitVec("index", 32)
