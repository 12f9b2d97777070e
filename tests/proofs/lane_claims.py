"""The wide kernels: what is claimed of csrc/cells.h and of the operations under it.

cells.h is written over two types and some operations on them. MEANINGS says what each
operation does to one board; with these in their place, everything in cells.h is proven
for one board, and so for all in a register. Then every kernel's own operations are
proven to have these meanings, the processor's instructions being what INTRINSICS says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import spec
import z3
from c_terms import Program, parse
from c_values import Int, Num
from claims import Claim

BYTE, YES_NO = Int(8, False), Int(1, False)


def byte(value: int) -> z3.BitVecRef:
    return z3.BitVecVal(value, 8)


def pick(condition, yes, no):
    return z3.If(condition, yes, no)


# For each operation: its arguments, b for a byte of a LANE and m for a MASK, and what it
# makes of them.
MEANINGS: dict[str, tuple[str, Callable]] = {
    "lane_zero": ("", lambda: byte(0)),
    "lane_all": ("b", lambda x: x),
    "lane_empty": ("b", lambda x: x == 0),
    "lane_filled": ("b", lambda x: x != 0),
    "lane_same": ("bb", lambda x, y: x == y),
    "lane_pick": ("mbb", pick),
    "lane_keep": ("mb", lambda m, x: pick(m, x, byte(0))),
    "lane_drop": ("mb", lambda m, x: pick(m, byte(0), x)),
    "lane_increase": ("bm", lambda x, m: pick(m, x + 1, x)),
    "lane_decrease": ("bm", lambda x, m: pick(m, x - 1, x)),
    "lane_double": ("bm", lambda x, m: pick(z3.And(m, x != 0), x + 1, x)),
    "lane_vacancy": ("b", lambda x: pick(x == 0, byte(1), byte(0))),
    "lane_either": ("bb", lambda x, y: x | y),
    "lane_either_but": ("bbb", lambda x, y, z: x | (y & ~z)),
    "lane_differ": ("bbb", lambda x, y, z: (x ^ y) | z),
    "lane_add": ("bb", lambda x, y: x + y),
    "lane_min": ("bb", lambda x, y: pick(z3.ULT(x, y), x, y)),
    "lane_max": ("bb", lambda x, y: pick(z3.ULT(x, y), y, x)),
    "mask_none": ("", lambda: z3.BoolVal(False)),
    "mask_and": ("mm", z3.And),
    "mask_or": ("mm", z3.Or),
    "mask_but": ("mm", lambda m, k: z3.And(m, z3.Not(k))),
}


def as_num(term) -> Num:
    if z3.is_bool(term):
        return Num(z3.If(term, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)))
    return Num(term)


def by_meaning(name):
    kinds, meaning = MEANINGS[name]

    def operation(*arguments):
        terms = [
            a.term == 1 if kind == "m" else z3.Extract(7, 0, a.term)
            for kind, a in zip(kinds, arguments, strict=True)
        ]
        return as_num(meaning(*terms))

    return operation


def grid_program() -> Program:
    """cells.h over the meanings of its operations."""
    tree = parse("cells.h", types="typedef unsigned char LANE; typedef _Bool MASK;")
    return Program(tree, builtins={name: by_meaning(name) for name in MEANINGS})


# ---- what cells.h does

CELLS = [z3.BitVec(f"cell{c}", 8) for c in range(16)]
# Five bits are all that a board has; cells.h itself would do more.
FIVE_BITS = z3.And([z3.ULT(cell, 32) for cell in CELLS])


def for_boards(claim):
    return z3.Implies(FIVE_BITS, claim)


def grid_claims(program: Program) -> Iterator[Claim]:
    grid = {"cell": [Num(cell) for cell in CELLS]}
    for move in range(4):
        vertical, backward = move in (spec.UP, spec.DOWN), move in (spec.RIGHT, spec.DOWN)
        pushed = program.call(
            "grid_slide", grid, as_num(z3.BoolVal(vertical)), as_num(z3.BoolVal(backward))
        )
        after, made = spec.push(CELLS, move)
        yield (
            f"grid_slide, move {move}: the afterstate",
            for_boards(spec.same([cell.term for cell in pushed["after"]["cell"]], after)),
        )
        merged = [exponent.term for exponent in pushed["merged"]]
        either_way = [
            z3.Or(
                z3.And(merged[i] == made[i], merged[i + 1] == made[i + 1]),
                z3.And(merged[i] == made[i + 1], merged[i + 1] == made[i]),
            )
            for i in range(0, 8, 2)
        ]
        yield f"grid_slide, move {move}: what the merges made", for_boards(z3.And(either_way))

    found = program.call("grid_legal", grid)
    legal = [spec.legal(CELLS, move) for move in range(4)]
    names = ("up", "right", "down", "left")
    for move, name in enumerate(names):
        yield (
            f"grid_legal: {name} says that the push changes the board",
            for_boards((found[name].term == 1) == legal[move]),
        )
    free = [z3.Bool(name) for name in names]
    moves = {name: as_num(allowed) for name, allowed in zip(names, free, strict=True)}
    yield (
        "moves_any: one of the four is legal",
        ((program.call("moves_any", moves).term == 1) == z3.Or(free)),
    )
    yield "moves_count: how many are", program.call("moves_count", moves).term == spec.count(free)
    for rank in range(4):
        chosen = program.call("moves_nth", moves, Num(byte(rank)))
        for move in range(4):
            is_nth = z3.And(free[move], spec.count(free[:move]) == rank)
            vertical, backward = move in (spec.UP, spec.DOWN), move in (spec.RIGHT, spec.DOWN)
            yield (
                f"moves_nth: {names[move]}, where it is legal move number {rank}",
                z3.Implies(
                    is_nth,
                    z3.And(
                        (chosen["vertical"].term == 1) == vertical,
                        (chosen["backward"].term == 1) == backward,
                    ),
                ),
            )

    yield (
        "grid_count_empty: how many cells are",
        program.call("grid_count_empty", grid).term
        == spec.count(z3.Not(spec.is_tile(cell)) for cell in CELLS),
    )
    yield from spawn_claims(program)


NEXT_CELL = z3.Function("next_cell", *[z3.BitVecSort(8)] * 4)
NEXT_INDEX = z3.Function("next_index", *[z3.BitVecSort(8)] * 4)


def spawn_claims(program: Program) -> Iterator[Claim]:
    """grid_spawn walks through the cells with an index that counts down. The first claim
    says that it passes the index on, whatever a step does; the second what a step does
    when so many empty cells lie before it. Together, by induction over the cells: the
    exponent is put on empty cell number index, and nowhere else."""
    index, exponent = z3.BitVec("index", 8), z3.BitVec("exponent", 8)

    def open_step(*arguments):
        terms = [argument.term for argument in arguments]
        return {"cell": Num(NEXT_CELL(*terms)), "index": Num(NEXT_INDEX(*terms))}

    grid = {"cell": [Num(cell) for cell in CELLS]}
    walk = program.replacing(cell_spawn=open_step).call(
        "grid_spawn", grid, Num(index), Num(exponent)
    )
    expected, left = [], index
    for cell in CELLS:
        expected.append(NEXT_CELL(cell, left, exponent))
        left = NEXT_INDEX(cell, left, exponent)
    yield (
        "grid_spawn: walks through all cells in order",
        spec.same([cell.term for cell in walk["cell"]], expected),
    )
    cell, before = z3.BitVec("cell", 8), z3.BitVec("before", 8)
    empty = z3.Not(spec.is_tile(cell))
    step = program.call("cell_spawn", Num(cell), Num(index - before), Num(exponent))
    yield (
        "cell_spawn: fills the empty cell with index empty cells before it, counts on",
        z3.And(
            step["cell"].term == pick(z3.And(empty, before == index), exponent, cell),
            step["index"].term == index - (before + pick(empty, byte(1), byte(0))),
        ),
    )


# ---- the operations of each kernel


def ones(condition):
    return pick(condition, byte(255), byte(0))


def subtract_saturated(x, y):
    return pick(z3.ULT(x, y), byte(0), x - y)


def ternary_logic(x, y, z, table):
    """Bit i of the result is bit number 4 x_i + 2 y_i + z_i of the table."""
    value = z3.simplify(table).as_long()
    out = byte(0)
    for number in range(8):
        if value >> number & 1:
            out = out | (
                (x if number & 4 else ~x) & (y if number & 2 else ~y) & (z if number & 1 else ~z)
            )
    return out


# What each instruction does to one byte (and to its bit of a mask), from the vendors'
# description of it. This is what the proofs of the kernels rest on.
INTRINSICS: dict[str, Callable] = {
    "_mm_min_epu8": lambda x, y: pick(z3.ULT(x, y), x, y),
    "_mm_max_epu8": lambda x, y: pick(z3.ULT(x, y), y, x),
    "_mm256_setzero_si256": lambda: byte(0),
    "_mm256_set1_epi8": lambda x: z3.Extract(7, 0, x),
    "_mm256_cmpeq_epi8": lambda x, y: ones(x == y),
    "_mm256_and_si256": lambda x, y: x & y,
    "_mm256_or_si256": lambda x, y: x | y,
    "_mm256_xor_si256": lambda x, y: x ^ y,
    "_mm256_andnot_si256": lambda x, y: ~x & y,
    "_mm256_blendv_epi8": lambda x, y, m: pick(z3.Extract(7, 7, m) == 1, y, x),
    "_mm256_add_epi8": lambda x, y: x + y,
    "_mm256_sub_epi8": lambda x, y: x - y,
    "_mm256_subs_epu8": subtract_saturated,
    "_mm256_min_epu8": lambda x, y: pick(z3.ULT(x, y), x, y),
    "_mm256_max_epu8": lambda x, y: pick(z3.ULT(x, y), y, x),
    "_mm512_setzero_si512": lambda: byte(0),
    "_mm512_set1_epi8": lambda x: z3.Extract(7, 0, x),
    "_mm512_testn_epi8_mask": lambda x, y: x & y == 0,
    "_mm512_test_epi8_mask": lambda x, y: x & y != 0,
    "_mm512_cmpeq_epi8_mask": lambda x, y: x == y,
    "_mm512_mask_blend_epi8": lambda m, x, y: pick(m == 1, y, x),
    "_mm512_maskz_mov_epi8": lambda m, x: pick(m == 1, x, byte(0)),
    "_mm512_mask_mov_epi8": lambda old, m, x: pick(m == 1, x, old),
    "_mm512_mask_add_epi8": lambda old, m, x, y: pick(m == 1, x + y, old),
    "_mm512_mask_sub_epi8": lambda old, m, x, y: pick(m == 1, x - y, old),
    "_mm512_or_si512": lambda x, y: x | y,
    "_mm512_ternarylogic_epi64": ternary_logic,
    "_mm512_subs_epu8": subtract_saturated,
    "_mm512_add_epi8": lambda x, y: x + y,
    "_mm512_min_epu8": lambda x, y: pick(z3.ULT(x, y), x, y),
    "_mm512_max_epu8": lambda x, y: pick(z3.ULT(x, y), y, x),
}


def intrinsic(name):
    def operation(*arguments):
        return as_num(INTRINSICS[name](*[a.term for a in arguments]))

    return operation


# Header, compiler switches, the types that the compiler would bring, and how a MASK says
# yes: a byte of ones, or a bit.
KERNELS = {
    "portable": ("lane_portable.h", ("__SSE2__",), {"__m128i": BYTE}, "byte"),
    "portable without SSE2": ("lane_portable.h", (), {}, "byte"),
    "avx2": ("lane_avx2.h", (), {"__m256i": BYTE, "__m128i": BYTE}, "byte"),
    "avx512": ("lane_avx512.h", (), {"__m512i": BYTE, "__m128i": BYTE, "__mmask64": YES_NO}, "bit"),
}


def kernel_program(kernel: str) -> Program:
    header, defines, kinds, _ = KERNELS[kernel]
    tree = parse(
        header,
        defines=defines,
        undefine=("__SSE2__",),
        types="".join(f"typedef unsigned char {name};" for name in kinds),
    )
    return Program(
        tree,
        builtins={name: intrinsic(name) for name in INTRINSICS},
        kinds=kinds,
        vectors=kernel.startswith("portable"),
    )


def kernel_claims(kernel: str, program: Program) -> Iterator[Claim]:
    mask_form = KERNELS[kernel][3]
    for name, (kinds, meaning) in MEANINGS.items():
        arguments, terms = [], []
        for i, kind in enumerate(kinds):
            if kind == "b":
                terms.append(z3.BitVec(f"x{i}", 8))
                arguments.append(Num(terms[-1]))
            else:
                terms.append(z3.Bool(f"m{i}"))
                arguments.append(Num(ones(terms[-1])) if mask_form == "byte" else as_num(terms[-1]))
        got, expected = program.call(name, *arguments).term, meaning(*terms)
        if z3.is_bool(expected):
            expected = ones(expected) if mask_form == "byte" else as_num(expected).term
        yield f"{kernel}: {name}", got == expected


# ---- the portable kernel of compilers without vectors: 8 boards in a plain word


def plain_program() -> Program:
    return Program(parse("lane_portable.h", defines=("F2048_PLAIN_LANES",)))


def plain_claims(program: Program) -> Iterator[Claim]:
    """Each byte of the result is what the meaning makes of that byte of the arguments,
    whatever the other bytes are."""
    for name, (kinds, meaning) in MEANINGS.items():
        words, bytes_of = [], []
        for i, kind in enumerate(kinds):
            if name == "lane_all":
                one = z3.BitVec("x", 8)
                words.append(Num(one))
                bytes_of.append([one] * 8)
            elif kind == "b":
                word = z3.BitVec(f"x{i}", 64)
                words.append(Num(word))
                bytes_of.append([z3.Extract(8 * j + 7, 8 * j, word) for j in range(8)])
            else:
                conditions = [z3.Bool(f"m{i}_{j}") for j in range(8)]
                words.append(Num(z3.Concat(*[ones(m) for m in reversed(conditions)])))
                bytes_of.append(conditions)
        got = program.call(name, *words).term
        expected = []
        for j in range(8):
            one = meaning(*[values[j] for values in bytes_of])
            expected.append(ones(one) if z3.is_bool(one) else one)
        yield f"portable without vectors: {name}", got == z3.Concat(*reversed(expected))
