"""Boards for hypothesis: the kinds on which engines go wrong."""

from hypothesis import strategies as st


def _rows(cells):
    return st.lists(cells, min_size=16, max_size=16).map(
        lambda flat: tuple(tuple(flat[4 * r : 4 * r + 4]) for r in range(4))
    )


def _of_few_kinds(least, most):
    """Cells drawn from two or three exponents, so that equal neighbours abound."""
    kinds = st.lists(st.integers(least, most), min_size=2, max_size=3)
    return kinds.flatmap(lambda some: _rows(st.sampled_from(some)))


any_rows = _rows(st.integers(0, 17))
sparse_rows = _rows(st.sampled_from((0, 0, 0, 1, 2)))
full_rows = _rows(st.integers(1, 17))
crowded_rows = _of_few_kinds(1, 17)
paired_rows = _of_few_kinds(0, 17)
large_rows = _rows(st.sampled_from((0, 15, 15, 16, 16, 17)))


@st.composite
def _stuck(draw):
    """Cells of the two colours of a chessboard never share an exponent: no move is legal."""
    black = draw(st.sets(st.integers(1, 17), min_size=1, max_size=16))
    white = sorted(set(range(1, 18)) - black)
    pick = {0: st.sampled_from(sorted(black)), 1: st.sampled_from(white)}
    return tuple(tuple(draw(pick[(r + c) % 2]) for c in range(4)) for r in range(4))


stuck_rows = _stuck()

rows = st.one_of(
    any_rows, sparse_rows, full_rows, crowded_rows, paired_rows, large_rows, stuck_rows
)
