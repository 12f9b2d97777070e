"""C source as bit-vector terms.

The project's own C files are preprocessed, parsed with pycparser and evaluated on
z3 terms instead of numbers. There is no second copy of any arithmetic: what the
proofs are about is the text that the compiler sees.

Supported is what the engine's straight-line code uses: unsigned and signed integers
with C's promotions and conversions, structs, arrays, calls, conditional expressions,
``if`` on terms (both sides are evaluated and merged), and loops and switches whose
conditions are constants. Anything else raises UnsupportedError rather than being guessed.
"""

from __future__ import annotations

import copy
import os
import subprocess
from pathlib import Path

import z3
from c_values import (
    BASIC,
    INT,
    LONG,
    UNSIGNED,
    UNSIGNED_LONG,
    Int,
    Num,
    UnsupportedError,
    constant,
    convert,
    merge,
    number,
    promote,
    truth,
)
from pycparser import c_ast, c_parser

ROOT = Path(__file__).parents[2]
CSRC = ROOT / "csrc"
LONGEST_LOOP = 256
DEEPEST_CALL = 16
HEADERS = Path(__file__).parent / "headers"  # stand-ins for the compiler's own


def parse(
    *names: str,
    defines: tuple[str, ...] = (),
    undefine: tuple[str, ...] = (),
    types: str = "",
) -> c_ast.FileAST:
    """The named files of csrc/, included one after the other, as a syntax tree.

    ``types`` is C text that goes before them, for types that are not theirs.
    """
    source = types + "\n" + "".join(f'#include "{name}"\n' for name in names)
    command = [
        *os.environ.get("CC", "cc").split(), "-E", "-P", "-nostdinc", f"-I{HEADERS}", f"-I{CSRC}",
        "-D__attribute__(x)=", *(f"-U{name}" for name in undefine),
        *(f"-D{name}" for name in defines), "-x", "c", "-",
    ]  # fmt: skip
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnsupportedError(done.stderr)
    return c_parser.CParser().parse(done.stdout)


class Program:
    """The functions of a syntax tree, to be called with terms.

    ``builtins`` maps names to Python functions that stand for C functions without a
    body, such as processor intrinsics, or replace one.
    """

    def __init__(self, tree: c_ast.FileAST, builtins=None, kinds=None, vectors=False):
        self.functions, self.typedefs, self.enums, self.globals = {}, {}, {}, {}
        self.builtins = builtins or {}
        self.kinds = kinds or {}  # types that the tree does not define, by name
        self.vectors = vectors  # comparisons give all ones, as those of vectors do
        self.called: set[str] = set()  # functions that were run
        self.depth = 0  # of calls
        for node in tree.ext:
            if isinstance(node, c_ast.FuncDef):
                self.functions[node.decl.name] = node
            elif isinstance(node, c_ast.Typedef):
                self.typedefs[node.name] = node.type
                self._collect_enums(node.type)
            elif isinstance(node, c_ast.Decl):
                self._collect_enums(node.type)

    def _collect_enums(self, node) -> None:
        inner = getattr(node, "type", node)
        if isinstance(inner, c_ast.Enum) and inner.values:
            following = 0
            for item in inner.values.enumerators:
                if item.value is not None:
                    following = z3.simplify(self._evaluate(item.value, {}).term).as_signed_long()
                self.enums[item.name] = number(following)
                following += 1

    def replacing(self, **builtins) -> Program:
        """The same program with some functions replaced."""
        other = copy.copy(self)
        other.builtins = self.builtins | builtins
        return other

    # ---- types

    def kind(self, node):
        """What a declaration makes: an Int, ("struct", fields), ("array", kind, n), a
        name of ``kinds``, or None for what has no value of its own."""
        if isinstance(node, c_ast.TypeDecl):
            return self.kind(node.type)
        if isinstance(node, c_ast.Typename | c_ast.Decl):
            return self.kind(node.type)
        if isinstance(node, c_ast.IdentifierType):
            name = " ".join(n for n in node.names if n not in ("const", "volatile"))
            if name in self.kinds:
                return self.kinds[name]
            if name in self.typedefs:
                return self.kind(self.typedefs[name])
            if name in BASIC:
                return BASIC[name]
            if name == "void":
                return None
            raise UnsupportedError(f"type {name}")
        if isinstance(node, c_ast.Struct):
            if node.decls is None:
                return None
            return ("struct", {decl.name: self.kind(decl.type) for decl in node.decls})
        if isinstance(node, c_ast.ArrayDecl):
            size = z3.simplify(self._evaluate(node.dim, {}).term).as_long()
            return ("array", self.kind(node.type), size)
        if isinstance(node, c_ast.PtrDecl):
            return None
        if isinstance(node, c_ast.Enum):
            return INT
        raise UnsupportedError(type(node).__name__)

    def zero(self, kind):
        if isinstance(kind, Int):
            return number(0, kind)
        if isinstance(kind, tuple) and kind[0] == "struct":
            return {name: self.zero(field) for name, field in kind[1].items()}
        if isinstance(kind, tuple) and kind[0] == "array":
            return [self.zero(kind[1]) for _ in range(kind[2])]
        return None

    def _initial(self, kind, node, scope):
        if isinstance(node, c_ast.InitList):
            value = self.zero(kind)
            entries = node.exprs or []
            if isinstance(kind, Int):
                return convert(self._evaluate(entries[0], scope), kind)
            names = list(kind[1]) if kind[0] == "struct" else range(kind[2])
            for place, entry in zip(names, entries, strict=False):
                if isinstance(entry, c_ast.NamedInitializer):
                    place, entry = entry.name[0].name, entry.expr
                inner = kind[1][place] if kind[0] == "struct" else kind[1]
                value[place] = self._initial(inner, entry, scope)
            return value
        return convert(copy.deepcopy(self._evaluate(node, scope)), kind)

    # ---- calls and statements

    def call(self, name: str, *arguments):
        function = self.functions.get(name)
        if function is None:
            if name not in self.builtins:
                raise UnsupportedError(f"no body for {name}")
            return self.builtins[name](*arguments)
        declared = function.decl.type.args
        scope = {}
        for parameter, argument in zip(
            declared.params if declared else (), arguments, strict=False
        ):
            if parameter.name is None:  # (void)
                continue
            kind = self.kind(parameter.type)
            by_value = kind is not None and not isinstance(parameter.type, c_ast.ArrayDecl)
            scope[parameter.name] = convert(copy.deepcopy(argument), kind) if by_value else argument
        if name in self.builtins:
            result = self.builtins[name](*scope.values())
        else:
            self.called.add(name)
            if self.depth == DEEPEST_CALL:
                raise UnsupportedError(f"calls more than {DEEPEST_CALL} deep")
            self.depth += 1
            try:
                result = self._run(list(function.body.block_items or []), scope)
            finally:
                self.depth -= 1
        return convert(result, self.kind(function.decl.type.type))

    def _run(self, statements, scope):
        """Runs statements to a return; gives what is returned, None without one."""
        for position, statement in enumerate(statements):
            if isinstance(statement, c_ast.Return):
                return self._evaluate(statement.expr, scope) if statement.expr else None
            if isinstance(statement, c_ast.If):
                condition = truth(self._evaluate(statement.cond, scope))
                settled = constant(condition)
                rest = statements[position + 1 :]
                yes = self._block(statement.iftrue)
                no = self._block(statement.iffalse)
                if settled is not None:
                    return self._run((yes if settled else no) + rest, scope)
                if _returns(yes) or _returns(no):
                    other = copy.deepcopy(scope)
                    return merge(
                        condition, self._run(yes + rest, scope), self._run(no + rest, other)
                    )
                other = copy.deepcopy(scope)
                self._run(yes, scope)
                self._run(no, other)
                for name in scope:
                    if name in other:
                        scope[name] = merge(condition, scope[name], other[name])
            elif isinstance(statement, c_ast.Compound):
                rest = statements[position + 1 :]
                return self._run(self._block(statement) + rest, scope)
            elif isinstance(statement, c_ast.For):
                self._loop(statement, scope)
            else:
                self._evaluate(statement, scope)
        return None

    @staticmethod
    def _block(node):
        if node is None:
            return []
        return list(node.block_items or []) if isinstance(node, c_ast.Compound) else [node]

    def _loop(self, node, scope) -> None:
        if node.init is not None:
            self._evaluate(node.init, scope)
        for _ in range(LONGEST_LOOP):
            settled = constant(truth(self._evaluate(node.cond, scope)))
            if settled is None:
                raise UnsupportedError("a loop that depends on the input")
            if not settled:
                return
            self._run(self._block(node.stmt), scope)
            self._evaluate(node.next, scope)
        raise UnsupportedError(f"a loop of more than {LONGEST_LOOP} rounds")

    # ---- expressions

    def _evaluate(self, node, scope):
        return getattr(self, "_" + type(node).__name__.lower(), self._unknown)(node, scope)

    def _unknown(self, node, scope):
        raise UnsupportedError(type(node).__name__)

    def _decllist(self, node, scope):
        for decl in node.decls:
            self._evaluate(decl, scope)

    def _decl(self, node, scope):
        kind = self.kind(node.type)
        if node.init is None:
            scope[node.name] = self.zero(kind)
        elif isinstance(node.type, c_ast.PtrDecl):
            scope[node.name] = self._evaluate(node.init, scope)
        else:
            scope[node.name] = self._initial(kind, node.init, scope)

    def _compoundliteral(self, node, scope):
        return self._initial(self.kind(node.type), node.init, scope)

    def _constant(self, node, scope):
        text = node.value.lower()
        digits = text.rstrip("ul")
        value = int(digits, 0)
        unsigned, long = "u" in text[len(digits) :], "l" in text[len(digits) :]
        hexadecimal = digits.startswith("0x")
        for kind in (INT, UNSIGNED, LONG, UNSIGNED_LONG):
            if long and kind.bits < 64:
                continue
            if unsigned and kind.signed:
                continue
            if not unsigned and not kind.signed and not hexadecimal:
                continue
            if value < 1 << (kind.bits - kind.signed):
                return number(value, kind)
        raise UnsupportedError(node.value)

    def _id(self, node, scope):
        for names in (scope, self.enums, self.globals):
            if node.name in names:
                return names[node.name]
        raise UnsupportedError(f"name {node.name}")

    def _structref(self, node, scope):
        return self._evaluate(node.name, scope)[node.field.name]

    def _arrayref(self, node, scope):
        array = self._evaluate(node.name, scope)
        index = self._evaluate(node.subscript, scope)
        if callable(array):  # a table that is left uninterpreted
            return array(index)
        return array[self._settled(index)]

    @staticmethod
    def _settled(index) -> int:
        value = z3.simplify(index.term)
        if not z3.is_bv_value(value):
            raise UnsupportedError("an index that depends on the input")
        return value.as_long()

    def _cast(self, node, scope):
        return convert(self._evaluate(node.expr, scope), self.kind(node.to_type))

    def _funccall(self, node, scope):
        arguments = node.args.exprs if node.args else []
        return self.call(node.name.name, *[self._evaluate(a, scope) for a in arguments])

    def _ternaryop(self, node, scope):
        condition = truth(self._evaluate(node.cond, scope))
        settled = constant(condition)
        if settled is not None:
            return self._evaluate(node.iftrue if settled else node.iffalse, scope)
        yes, no = self._evaluate(node.iftrue, scope), self._evaluate(node.iffalse, scope)
        if isinstance(yes, Num):
            yes, no = self._common(yes, no)
        return merge(condition, yes, no)

    def _assignment(self, node, scope):
        value = self._evaluate(node.rvalue, scope)
        if node.op != "=":
            value = self._operate(node.op[:-1], self._evaluate(node.lvalue, scope), value)
        self._store(node.lvalue, copy.deepcopy(value), scope)
        return value

    def _store(self, target, value, scope) -> None:
        if isinstance(target, c_ast.ID):
            place, key = scope, target.name
        elif isinstance(target, c_ast.StructRef):
            place, key = self._evaluate(target.name, scope), target.field.name
        elif isinstance(target, c_ast.ArrayRef):
            place = self._evaluate(target.name, scope)
            key = self._settled(self._evaluate(target.subscript, scope))
        else:
            raise UnsupportedError(f"assignment to {type(target).__name__}")
        old = place[key]
        if isinstance(old, Num):
            value = convert(value, Int(old.bits, old.signed))
        place[key] = value

    def _exprlist(self, node, scope):
        return [self._evaluate(each, scope) for each in node.exprs][-1]

    def _unaryop(self, node, scope):
        if node.op in ("++", "--", "p++", "p--"):
            old = self._evaluate(node.expr, scope)
            one = number(1)
            self._store(node.expr, self._operate(node.op[-1], old, one), scope)
            return old if node.op[0] == "p" else self._evaluate(node.expr, scope)
        value = self._evaluate(node.expr, scope)
        if node.op == "!":
            return z3.Not(truth(value))
        if node.op == "&" and isinstance(value, dict):
            return value
        if node.op not in ("-", "~", "+") or not isinstance(value, Num | z3.BoolRef):
            raise UnsupportedError(f"unary {node.op}")
        value = promote(value)
        if node.op == "-":
            return Num(-value.term, value.signed)
        return Num(~value.term, value.signed) if node.op == "~" else value

    def _binaryop(self, node, scope):
        left = self._evaluate(node.left, scope)
        if node.op in ("&&", "||"):
            settled = constant(truth(left))
            if settled is (node.op == "||"):
                return z3.BoolVal(settled)
            right = truth(self._evaluate(node.right, scope))
            return (z3.And if node.op == "&&" else z3.Or)(truth(left), right)
        return self._operate(node.op, left, self._evaluate(node.right, scope))

    @staticmethod
    def _common(left, right):
        """The usual arithmetic conversions."""
        left, right = promote(left), promote(right)
        bits = max(left.bits, right.bits)
        unsigned = any(v.bits == bits and not v.signed for v in (left, right))
        kind = Int(bits, not unsigned)
        return convert(left, kind), convert(right, kind)

    def _operate(self, op, left, right):
        if op in ("<<", ">>"):
            left = promote(left)
            by = convert(right, Int(left.bits, False)).term
            if constant(z3.UGE(by, left.bits)):
                raise UnsupportedError(f"a shift of {left.bits} bits by as many or more: undefined")
            if op == "<<":
                return Num(left.term << by, left.signed)
            shifted = left.term >> by if left.signed else z3.LShR(left.term, by)
            return Num(shifted, left.signed)
        left, right = self._common(left, right)
        a, b, signed = left.term, right.term, left.signed
        compare = {"==": lambda x, y: x == y, "!=": lambda x, y: x != y}
        compare |= {"<": z3.ULT, ">": z3.UGT, "<=": z3.ULE, ">=": z3.UGE}
        if op in compare:
            if signed and op not in ("==", "!="):  # flip the sign bits: the order is unsigned's
                a, b = (x ^ z3.BitVecVal(1 << (x.size() - 1), x.size()) for x in (a, b))
            held = compare[op](a, b)
            if not self.vectors:
                return held
            return Num(z3.If(held, z3.BitVecVal(-1, 8), z3.BitVecVal(0, 8)))
        arithmetic = {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "&": lambda: a & b,
            "|": lambda: a | b,
            "^": lambda: a ^ b,
            "/": lambda: a / b if signed else z3.UDiv(a, b),
            "%": lambda: z3.SRem(a, b) if signed else z3.URem(a, b),
        }
        if op not in arithmetic:
            raise UnsupportedError(f"operator {op}")
        return Num(z3.simplify(arithmetic[op]()) if _values(a, b) else arithmetic[op](), signed)


def _values(*terms) -> bool:
    return all(z3.is_bv_value(term) for term in terms)


def _returns(statements) -> bool:
    """Whether a return stands anywhere in the statements."""
    found = []

    class Finder(c_ast.NodeVisitor):
        def visit_Return(self, node):  # noqa: N802 - pycparser's naming
            found.append(node)

    for statement in statements:
        Finder().visit(statement)
    return bool(found)
