"""Proofs that can fail: the parsed source is changed in one place at a time, and some
proof must break.

A mutant is one constant that differs by its lowest or by its highest set bit, one
operator replaced by another, or one operation of a register by its fellow. Only groups
whose claims run through the changed function are tried, one claim after the other.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import z3
from c_terms import Program
from c_values import UnsupportedError
from pycparser import c_ast

from proofs import GROUPS, Group, counterexample, described

OPERATORS = {
    "+": "-", "-": "+", "*": "+", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "<": "<=", ">": ">=", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
}  # fmt: skip
FELLOWS = {
    "lane_empty": "lane_filled", "lane_filled": "lane_empty", "lane_keep": "lane_drop",
    "lane_increase": "lane_decrease", "lane_decrease": "lane_increase",
    "lane_double": "lane_increase", "mask_and": "mask_or", "mask_or": "mask_and",
    "lane_min": "lane_max", "lane_add": "lane_either", "lane_either": "lane_min",
}  # fmt: skip

SECONDS_A_CLAIM = 10

# What the translation raises on a change that is no program any more: an index out of its
# array, an endless loop or call, a term of the wrong width.
NOT_A_PROGRAM = (UnsupportedError, z3.Z3Exception, IndexError, KeyError, TypeError)

# Changes that leave the meaning as it is: the function, what is changed to what, in how many
# places, and the reason.
EQUIVALENT: dict[tuple[str, str], tuple[int, str]] = {
    ("board_count", "0x0F0F0F0F0F0F0F0Fu becomes 0x70f0f0f0f0f0f0f"): (
        1,
        "the topmost sum of two flags is 2 at most, which three bits hold as well as four",
    ),
    ("f2048_board_max_exponent", "> becomes >="): (1, "the largest is replaced by its equal"),
    ("f2048_board_canonical", "1 becomes 0x0"): (1, "the board is compared with itself as well"),
    ("f2048_board_canonical", "< becomes <="): (1, "an image is replaced by its equal"),
    ("board_slide_by_tables", "0 becomes 0x1"): (1, "the low word is set later in any case"),
    ("board_slide_by_lines", "0 becomes 0x1"): (2, "every cell is set later in any case"),
    ("generator_read", "0 becomes 0x1"): (1, "the index of a draw that is thrown away"),
    ("grid_legal", "255 becomes 0xfe"): (1, "neutral for the minimum of bytes below 64"),
    ("grid_legal", "255 becomes 0x7f"): (1, "neutral for the minimum of bytes below 64"),
    ("lane_min", "< becomes <="): (1, "either of two equal bytes is the lesser"),
    ("lane_max", "> becomes >="): (1, "either of two equal bytes is the greater"),
    ("lane_empty", "0x80u becomes 0x81"): (1, "the lowest bit is never set there"),
}


@dataclass
class Mutant:
    """One change: ``node.attribute`` becomes ``value``."""

    function: str
    node: c_ast.Node
    attribute: str
    value: object
    text: str
    before: object = field(init=False)

    def __enter__(self):
        self.before = getattr(self.node, self.attribute)
        setattr(self.node, self.attribute, self.value)
        return self

    def __exit__(self, *_):
        setattr(self.node, self.attribute, self.before)

    def __str__(self):
        return f"{self.function}, line {self.node.coord.line}: {self.text}"


class _Finder(c_ast.NodeVisitor):
    def __init__(self, function: str):
        self.function, self.found = function, []

    def _add(self, node, attribute, value, text):
        self.found.append(Mutant(self.function, node, attribute, value, text))

    def visit_Constant(self, node):  # noqa: N802 - pycparser's naming, as below
        text = node.value.lower()
        digits = text.rstrip("ul")
        suffix, value = node.value[len(digits) :], int(digits, 0)
        for other in {value ^ 1, value ^ 1 << max(value.bit_length() - 1, 0)}:
            self._add(node, "value", f"{other}{suffix}", f"{node.value} becomes {other:#x}")

    def visit_BinaryOp(self, node):  # noqa: N802
        if node.op in OPERATORS:
            other = OPERATORS[node.op]
            self._add(node, "op", other, f"{node.op} becomes {other}")
        self.generic_visit(node)

    def visit_Assignment(self, node):  # noqa: N802
        if node.op[:-1] in OPERATORS:
            other = OPERATORS[node.op[:-1]] + "="
            self._add(node, "op", other, f"{node.op} becomes {other}")
        self.generic_visit(node)

    def visit_ArrayDecl(self, node):  # noqa: N802
        """An array that is longer than it need be means the same; the size is left alone."""

    def visit_UnaryOp(self, node):  # noqa: N802
        if node.op in ("~", "-"):
            self._add(node, "op", "+", f"{node.op} is left out")
        self.generic_visit(node)

    def visit_FuncCall(self, node):  # noqa: N802
        other = FELLOWS.get(node.name.name)
        if other:
            self._add(node.name, "name", other, f"{node.name.name} becomes {other}")
        self.generic_visit(node)


@cache
def _traced(group: Group) -> tuple[Program, frozenset[str]]:
    """The program of a group, and the functions through which its claims run."""
    program = group.program()
    for _ in group.claims(program):
        pass
    return program, frozenset(program.called)


def mutants(group: Group) -> Iterator[Mutant]:
    program, called = _traced(group)
    for name in sorted(called):
        finder = _Finder(name)
        finder.visit(program.functions[name].body)
        yield from finder.found


def broken_by(mutant: Mutant, group: Group) -> str | None:
    """Which claim of the group the mutant breaks and for which input; None if none."""
    program, _ = _traced(group)
    with mutant:
        try:
            for name, claim in group.claims(program):
                try:
                    found = counterexample(claim, SECONDS_A_CLAIM)
                except TimeoutError:
                    continue  # not proven any more, but not shown to be wrong either
                if found is not None:
                    return f"{name}: not for {described(found)}"
        except NOT_A_PROGRAM as error:
            return f"no longer a program: {error}"  # an index out of its array, say
    return None


def places() -> Iterator[tuple[Mutant, list[Group]]]:
    """Every mutant, with all groups that run through its function.

    Groups parse the source anew, so a place is known by its function and order there.
    """
    by_key: dict[tuple, list[tuple[Group, Mutant]]] = {}
    for group in GROUPS:
        counters: dict[str, int] = {}
        for mutant in mutants(group):
            order = counters[mutant.function] = counters.get(mutant.function, 0) + 1
            kernel = group.title if "kernel" in group.title else group.program.__name__
            by_key.setdefault((kernel, mutant.function, order), []).append((group, mutant))
    yield from by_key.values()


def report(every: int = 1) -> list[str]:
    """Tries every so-manyth mutant; prints the survivors and the share killed; returns
    the survivors that are not known to be equivalent."""
    begin = time.process_time()
    tried, killed, explained, survivors = 0, 0, 0, []
    survived: Counter[tuple[str, str]] = Counter()
    for number, found in enumerate(places()):
        if number % every:
            continue
        tried += 1
        if any(broken_by(mutant, group) for group, mutant in found):
            killed += 1
            continue
        mutant = found[0][1]
        key = mutant.function, mutant.text
        survived[key] += 1
        places_known, reason = EQUIVALENT.get(key, (0, ""))
        if survived[key] <= places_known:
            explained += 1
        else:
            survivors.append(str(mutant))
        print(f"  survives: {mutant}: {reason or 'not explained'}", flush=True)
    seconds = time.process_time() - begin
    print(
        f"{tried} mutants, {killed} killed, {explained} equivalent,"
        f" {len(survivors)} not explained ({seconds:.0f} s)"
    )
    return survivors
