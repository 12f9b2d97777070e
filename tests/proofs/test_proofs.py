"""The proofs as tests: every claim holds, and a changed source breaks one."""

from itertools import product

import claims
import mutate
import pytest
import spec
import z3
from c_terms import Program, parse
from c_values import UnsupportedError

from fast2048 import reference
from proofs import GROUPS, counterexample, described

pytestmark = pytest.mark.prove


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.title)
def test_every_claim_holds_for_all_inputs(group):
    number = 0
    for name, claim in group.claims(group.program()):
        found = counterexample(claim)
        assert found is None, f"{name}: not for {described(found)}"
        number += 1
    assert number >= 2


def test_the_reference_follows_the_specification_on_every_row():
    for row in product(range(18), repeat=4):
        after, made = spec.push_row(row)
        assert reference.push_row(row) == (tuple(after), [e for e in made if e]), row


def test_the_reference_follows_the_specification_on_whole_boards():
    rows = ((1, 1, 2, 0), (0, 3, 0, 3), (17, 16, 16, 1), (2, 2, 2, 2))
    for k in range(8):
        board = reference.transform(rows, k)
        flat = [e for row in board for e in row]
        for move in range(4):
            after, made = spec.push(flat, move)
            expected, reward = reference.slide(board, move)
            assert after == [e for row in expected for e in row]
            assert sum(reference.tile(e) for e in made) == reward
            assert spec.legal(flat, move) == (move in reference.legal_moves(board))


def test_a_sample_of_changes_to_the_source_is_found():
    assert mutate.report(every=40) == []


def test_a_wrong_constant_is_answered_with_a_board():
    group = next(group for group in GROUPS if group.title == "boards")
    wrong = next(
        mutant
        for mutant in mutate.mutants(group)
        if mutant.function == "board_pairs_right" and mutant.text.startswith("0x0111011101110111u")
    )
    assert mutate.broken_by(mutant=wrong, group=group).startswith("legal: bit 1")
    assert "not for exponents " in mutate.broken_by(wrong, group)
    assert all(counterexample(claim) is None for _, claim in group.claims(group.program()))


def test_a_counterexample_is_a_board_in_words():
    claim = z3.Not(z3.And(claims.LOW == 0x21, claims.HIGH == 1))
    assert described(counterexample(claim)) == "exponents 17 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"


def test_a_claim_that_takes_too_long_is_no_proof():
    x, y = z3.BitVecs("x y", 64)
    hard = z3.Not(z3.And(x * y == 0xFFFFFFFB * 0xFFFFFFEF, z3.ULT(x, y), z3.UGT(x, 1), y < 2**33))
    with pytest.raises(TimeoutError, match="not decided"):
        counterexample(hard, seconds=0.05)


@pytest.mark.parametrize(
    "body",
    ["while (x) x--; return x;", "return *p;", "goto end; end: return x;", "return t[x];"],
)
def test_what_the_translation_does_not_know_is_refused(body, tmp_path, monkeypatch):
    import c_terms

    source = f"unsigned t[2]; unsigned f(unsigned x, unsigned *p) {{ {body} }}"
    (tmp_path / "odd.h").write_text(source)
    monkeypatch.setattr(c_terms, "CSRC", tmp_path)
    program = Program(parse("odd.h"))
    with pytest.raises(UnsupportedError):
        program.call("f", claims.word(z3.BitVec("x", 64)), None)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return (uint8_t)x >> 1;", 0x7F),
        ("return (int8_t)x >> 1;", 0xFFFFFFFF),
        ("return ~(uint8_t)x;", 0xFFFFFF00),
        ("return x + 1 == 0;", 0),
        ("return (uint32_t)x + 1 == 0;", 1),
        ("return -1 < 0u;", 0),
        ("return -1 < 0;", 1),
        ("return 1u - 2;", 0xFFFFFFFF),
        ("return (1u - 2) >> 31;", 1),
        ("return (uint64_t)(int8_t)x >> 60;", 15),
        ("unsigned y = 0; for (int i = 0; i < 5; i++) y += i; return y;", 10),
        ("unsigned a[3] = {1, 2}; a[2] += 5; return a[0] + a[1] + a[2];", 8),
        ("if (x) return 3; return 4;", 3),
        ("return x ? 5 : 6;", 5),
        ("unsigned y = 7; y <<= 2; return y++ + y;", 57),
    ],
)
def test_the_translation_means_what_c_means(body, expected, tmp_path, monkeypatch):
    import c_terms

    source = f"#include <stdint.h>\nuint32_t f(uint64_t x) {{ {body} }}"
    (tmp_path / "some.h").write_text(source)
    monkeypatch.setattr(c_terms, "CSRC", tmp_path)
    result = Program(parse("some.h")).call("f", claims.word(0xFFFFFFFF))
    assert z3.simplify(result.term).as_long() == expected
