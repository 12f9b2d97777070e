"""Values of C as z3 terms: numbers with a width and a sign, and C's conversions."""

from __future__ import annotations

from dataclasses import dataclass

import z3


class UnsupportedError(Exception):
    """A piece of C that the translation does not know."""


@dataclass(frozen=True)
class Int:
    """An integer type."""

    bits: int
    signed: bool


@dataclass(frozen=True)
class Num:
    """A number of an integer type: a z3 bit-vector and its signedness."""

    term: z3.BitVecRef
    signed: bool = False

    @property
    def bits(self) -> int:
        return self.term.size()


INT, UNSIGNED = Int(32, True), Int(32, False)
LONG, UNSIGNED_LONG = Int(64, True), Int(64, False)
BASIC = {
    "char": Int(8, True),
    "signed char": Int(8, True),
    "unsigned char": Int(8, False),
    "unsigned short": Int(16, False),
    "short": Int(16, True),
    "int": INT,
    "unsigned": UNSIGNED,
    "unsigned int": UNSIGNED,
    "long": LONG,
    "unsigned long": UNSIGNED_LONG,
    "long long": LONG,
    "unsigned long long": UNSIGNED_LONG,
    "_Bool": Int(1, False),
}


def number(value: int, kind: Int = INT) -> Num:
    return Num(z3.BitVecVal(value, kind.bits), kind.signed)


def convert(value, kind):
    """A value as a C type: integers are cut or extended, everything else stays."""
    if not isinstance(kind, Int) or not isinstance(value, Num | z3.BoolRef):
        return value
    if isinstance(value, z3.BoolRef):
        value = Num(z3.If(value, z3.BitVecVal(1, 32), z3.BitVecVal(0, 32)), True)
    if kind.bits == 1:
        return Num(z3.If(value.term != 0, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)))
    term = value.term
    if value.bits > kind.bits:
        term = z3.Extract(kind.bits - 1, 0, term)
    elif value.bits < kind.bits:
        extend = z3.SignExt if value.signed else z3.ZeroExt
        term = extend(kind.bits - value.bits, term)
    return Num(z3.simplify(term) if z3.is_bv_value(term) else term, kind.signed)


def promote(value):
    if isinstance(value, z3.BoolRef) or value.bits < 32:
        return convert(value, INT)
    return value


def truth(value) -> z3.BoolRef:
    if isinstance(value, z3.BoolRef):
        return value
    return value.term != 0


def constant(condition: z3.BoolRef) -> bool | None:
    """True or False if the condition is settled, None if it depends on the input."""
    settled = z3.simplify(condition)
    if z3.is_true(settled):
        return True
    if z3.is_false(settled):
        return False
    return None


def merge(condition: z3.BoolRef, yes, no):
    """The value that is yes if the condition holds, else no."""
    if isinstance(yes, Num) and isinstance(no, Num):
        return Num(z3.If(condition, yes.term, no.term), yes.signed)
    if isinstance(yes, dict):
        return {name: merge(condition, yes[name], no[name]) for name in yes}
    if isinstance(yes, list):
        return [merge(condition, a, b) for a, b in zip(yes, no, strict=True)]
    if yes is no or (yes is None and no is None):
        return yes
    if z3.is_expr(yes) and z3.is_expr(no):
        return z3.If(condition, yes, no)
    if yes == no:
        return yes
    raise UnsupportedError(f"cannot merge {yes!r} and {no!r}")
