"""All claims in groups, each with the program that it is about; and how one is decided.

Run as a script it proves everything and prints what was proven and how long it took:

    python tests/proofs/proofs.py            every claim
    python tests/proofs/proofs.py --mutants  ... and that each change of the source breaks one
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import claims
import lane_claims
import z3
from c_terms import Program, parse

SECONDS_A_CLAIM = 60


def engine_program() -> Program:
    return Program(parse("board.h", "board.c", "generator.h", "spawn.h"))


@dataclass(frozen=True)
class Group:
    """Claims about one program."""

    title: str
    program: Callable[[], Program]
    claims: Callable[[Program], Iterator[claims.Claim]]


def kernel_group(kernel: str) -> Group:
    return Group(
        f"operations of the kernel {kernel}",
        lambda: lane_claims.kernel_program(kernel),
        lambda program: lane_claims.kernel_claims(kernel, program),
    )


GROUPS = [
    Group("flags", engine_program, claims.flag_claims),
    Group("boards", engine_program, claims.board_claims),
    Group("symmetries", engine_program, claims.symmetry_claims),
    Group("slides and symmetries", engine_program, claims.commuting_claims),
    Group("slide by tables", engine_program, claims.table_claims),
    Group("the way past the tables", engine_program, claims.guard_claims),
    Group("slide by lines", engine_program, claims.lines_claims),
    Group("random words", engine_program, claims.generator_claims),
    Group("draws", engine_program, claims.draw_claims),
    Group("spawn", engine_program, claims.spawn_claims),
    Group("boards in registers", lane_claims.grid_program, lane_claims.grid_claims),
    *[kernel_group(kernel) for kernel in lane_claims.KERNELS],
    Group(
        "operations of the kernel portable without vectors",
        lane_claims.plain_program,
        lane_claims.plain_claims,
    ),
]


def counterexample(claim: z3.BoolRef, seconds: float = SECONDS_A_CLAIM) -> z3.ModelRef | None:
    """None if the claim holds for all inputs, else an input for which it does not.

    Raises TimeoutError if it could not be decided.
    """
    if isinstance(claim, bool):
        claim = z3.BoolVal(claim)
    solver = z3.Solver()
    solver.set(timeout=int(seconds * 1000))
    solver.add(z3.Not(claim))
    verdict = solver.check()
    if verdict == z3.unsat:
        return None
    if verdict == z3.sat:
        return solver.model()
    raise TimeoutError(f"not decided in {seconds} s")


def described(model: z3.ModelRef) -> str:
    """A counterexample in words: the board, if it is one, and all other variables."""
    values = {str(variable): model[variable] for variable in model.decls() if variable.arity() == 0}
    cells = None
    if "low" in values or "high" in values:
        low = values.pop("low", z3.BitVecVal(0, 64)).as_long()
        high = values.pop("high", z3.BitVecVal(0, 16)).as_long()
        cells = [low >> 4 * c & 15 | (high >> c & 1) << 4 for c in range(16)]
    elif any(name.startswith("cell") for name in values):
        cells = [values.pop(f"cell{c}", z3.BitVecVal(0, 8)).as_long() for c in range(16)]
    parts = []
    if cells:
        rows = [" ".join(str(e) for e in cells[4 * r : 4 * r + 4]) for r in range(4)]
        parts.append("exponents " + " / ".join(rows))
    parts += [f"{name} = {value}" for name, value in sorted(values.items())]
    return ", ".join(parts) or "any input"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", action="store_true", help="also try to break every proof")
    options = parser.parse_args()
    proven, broken = 0, 0
    for group in GROUPS:
        begin = time.process_time()
        number = 0
        for name, claim in group.claims(group.program()):
            found = counterexample(claim)
            number += 1
            if found is not None:
                broken += 1
                print(f"NOT TRUE: {group.title}: {name}\n  for {described(found)}")
        proven += number
        print(f"{number:4} claims  {time.process_time() - begin:6.2f} s  {group.title}", flush=True)
    print(f"{proven - broken} claims proven for all inputs, {broken} not true")
    if options.mutants:
        import mutate

        survivors = mutate.report()
        return 1 if broken or survivors else 0
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
