/* cells.h: many boards at once, one register for each cell.
 *
 * Register c holds cell c of many boards, a byte a board: a column of bytes
 * across the sixteen registers is one board, and one instruction does the same
 * for all of them. A byte has room for every exponent, so there is no fast range
 * to leave.
 *
 * Everything here is straight-line: no branch, no loop, no table. It is written
 * once over two types and a dozen operations on them, and every kernel brings
 * its own (lane_*.h):
 *     LANE  a byte for each board: an exponent, a count, an index
 *     MASK  yes or no for each board
 * with the meaning, for each board by itself,
 *     lane_zero()                   0
 *     lane_empty(x)                 x = 0
 *     lane_same(x, y)               x = y
 *     lane_pick(m, x, y)            x if m, else y
 *     lane_keep(m, x)               x if m, else 0
 *     lane_drop(m, x)               0 if m, else x
 *     lane_increase(x, m)           x + 1 if m, else x
 *     lane_double(x, m)             x + 1 if m and x > 0, else x
 *     lane_decrease(x, m)           x - 1 if m, else x (0 - 1 is 255)
 *     lane_filled(x)                x > 0
 *     lane_vacancy(x)               1 if x = 0, else 0
 *     lane_either(x, y)             x | y
 *     lane_either_but(x, y, z)      x | (y & ~z)
 *     lane_differ(x, y, z)          (x ^ y) | z
 *     lane_add(x, y)                x + y
 *     lane_min(x, y)                the lesser
 *     mask_and(m, k), mask_or(m, k), mask_but(m, k)    m and not k
 */
#ifndef F2048_CELLS_H
#define F2048_CELLS_H

#include "inline.h"

typedef struct {
    LANE cell[16];
} grid;

/* ---- the slide --------------------------------------------------------- */

typedef struct {
    LANE a, b, c, d;
    LANE first, second; /* the exponents that merges made, 0 if none did */
} line;

/* Four cells, pushed towards a. The gaps are closed from the far end; then the
 * pairs merge from the near end, what lies behind moving up by one. A tile that
 * was merged is never looked at again. */
INLINE line line_slide(LANE a, LANE b, LANE c, LANE d) {
    MASK gap = lane_empty(c);
    c = lane_pick(gap, d, c);
    d = lane_drop(gap, d);
    gap = lane_empty(b);
    b = lane_pick(gap, c, b);
    c = lane_pick(gap, d, c);
    d = lane_drop(gap, d);
    gap = lane_empty(a);
    a = lane_pick(gap, b, a);
    b = lane_pick(gap, c, b);
    c = lane_pick(gap, d, c);
    d = lane_drop(gap, d);

    MASK merge_a = lane_same(a, b);
    a = lane_double(a, merge_a);
    b = lane_pick(merge_a, c, b);
    c = lane_pick(merge_a, d, c);
    d = lane_drop(merge_a, d);
    MASK merge_b = lane_same(b, c);
    b = lane_double(b, merge_b);
    c = lane_pick(merge_b, d, c);
    d = lane_drop(merge_b, d);
    MASK merge_c = lane_same(c, d); /* after a merge_b, only 0 and 0 */
    c = lane_double(c, merge_c);
    d = lane_drop(merge_c, d);

    line pushed = {a, b, c, d, lane_keep(merge_a, a),
                   lane_either(lane_keep(merge_b, b), lane_keep(merge_c, c))};
    return pushed;
}

/* Rows become columns, on the boards of the mask. */
INLINE grid grid_transpose(grid g, MASK where) {
    grid t = g;
    t.cell[1] = lane_pick(where, g.cell[4], g.cell[1]);
    t.cell[4] = lane_pick(where, g.cell[1], g.cell[4]);
    t.cell[2] = lane_pick(where, g.cell[8], g.cell[2]);
    t.cell[8] = lane_pick(where, g.cell[2], g.cell[8]);
    t.cell[3] = lane_pick(where, g.cell[12], g.cell[3]);
    t.cell[12] = lane_pick(where, g.cell[3], g.cell[12]);
    t.cell[6] = lane_pick(where, g.cell[9], g.cell[6]);
    t.cell[9] = lane_pick(where, g.cell[6], g.cell[9]);
    t.cell[7] = lane_pick(where, g.cell[13], g.cell[7]);
    t.cell[13] = lane_pick(where, g.cell[7], g.cell[13]);
    t.cell[11] = lane_pick(where, g.cell[14], g.cell[11]);
    t.cell[14] = lane_pick(where, g.cell[11], g.cell[14]);
    return t;
}

/* Left becomes right, on the boards of the mask. */
INLINE grid grid_mirror(grid g, MASK where) {
    grid t;
    t.cell[0] = lane_pick(where, g.cell[3], g.cell[0]);
    t.cell[1] = lane_pick(where, g.cell[2], g.cell[1]);
    t.cell[2] = lane_pick(where, g.cell[1], g.cell[2]);
    t.cell[3] = lane_pick(where, g.cell[0], g.cell[3]);
    t.cell[4] = lane_pick(where, g.cell[7], g.cell[4]);
    t.cell[5] = lane_pick(where, g.cell[6], g.cell[5]);
    t.cell[6] = lane_pick(where, g.cell[5], g.cell[6]);
    t.cell[7] = lane_pick(where, g.cell[4], g.cell[7]);
    t.cell[8] = lane_pick(where, g.cell[11], g.cell[8]);
    t.cell[9] = lane_pick(where, g.cell[10], g.cell[9]);
    t.cell[10] = lane_pick(where, g.cell[9], g.cell[10]);
    t.cell[11] = lane_pick(where, g.cell[8], g.cell[11]);
    t.cell[12] = lane_pick(where, g.cell[15], g.cell[12]);
    t.cell[13] = lane_pick(where, g.cell[14], g.cell[13]);
    t.cell[14] = lane_pick(where, g.cell[13], g.cell[14]);
    t.cell[15] = lane_pick(where, g.cell[12], g.cell[15]);
    return t;
}

typedef struct {
    grid after;
    LANE merged[8]; /* the exponents that merges made, 0 where none did */
} grid_pushed;

/* A direction of its own for each board: up is vertical, right is backward,
 * down is both, left is neither. Every board is turned until its push goes to
 * the left, and back. */
INLINE grid_pushed grid_slide(grid g, MASK vertical, MASK backward) {
    g = grid_mirror(grid_transpose(g, vertical), backward);
    line top = line_slide(g.cell[0], g.cell[1], g.cell[2], g.cell[3]);
    line upper = line_slide(g.cell[4], g.cell[5], g.cell[6], g.cell[7]);
    line lower = line_slide(g.cell[8], g.cell[9], g.cell[10], g.cell[11]);
    line bottom = line_slide(g.cell[12], g.cell[13], g.cell[14], g.cell[15]);
    grid left = {{top.a, top.b, top.c, top.d, upper.a, upper.b, upper.c, upper.d, lower.a,
                  lower.b, lower.c, lower.d, bottom.a, bottom.b, bottom.c, bottom.d}};
    grid_pushed pushed = {grid_transpose(grid_mirror(left, backward), vertical),
                          {top.first, top.second, upper.first, upper.second, lower.first,
                           lower.second, bottom.first, bottom.second}};
    return pushed;
}

/* ---- what is legal ----------------------------------------------------- */

typedef struct {
    MASK up, right, down, left;
} grid_moves;

typedef struct {
    LANE unlike;  /* 0 if somewhere two equal tiles touch along the line */
    LANE towards; /* not 0 if somewhere a tile has a gap before it, towards a ... */
    LANE away;    /* ... towards d */
} line_facts;

INLINE line_facts line_look(line_facts seen, LANE a, LANE b, LANE c, LANE d) {
    LANE no_a = lane_vacancy(a);
    LANE no_b = lane_vacancy(b);
    LANE no_c = lane_vacancy(c);
    LANE no_d = lane_vacancy(d);
    line_facts facts = seen;
    facts.unlike = lane_min(facts.unlike, lane_differ(a, b, no_b));
    facts.unlike = lane_min(facts.unlike, lane_differ(b, c, no_c));
    facts.unlike = lane_min(facts.unlike, lane_differ(c, d, no_d));
    facts.towards = lane_either_but(facts.towards, no_a, no_b);
    facts.towards = lane_either_but(facts.towards, no_b, no_c);
    facts.towards = lane_either_but(facts.towards, no_c, no_d);
    facts.away = lane_either_but(facts.away, no_b, no_a);
    facts.away = lane_either_but(facts.away, no_c, no_b);
    facts.away = lane_either_but(facts.away, no_d, no_c);
    return facts;
}

/* A push is legal if some tile has a gap right before it or two equal tiles
 * touch along its line; anything else that moves implies one of these. */
INLINE grid_moves grid_legal(grid g) {
    line_facts none = {lane_all(255), lane_zero(), lane_zero()};
    line_facts rows = line_look(none, g.cell[0], g.cell[1], g.cell[2], g.cell[3]);
    rows = line_look(rows, g.cell[4], g.cell[5], g.cell[6], g.cell[7]);
    rows = line_look(rows, g.cell[8], g.cell[9], g.cell[10], g.cell[11]);
    rows = line_look(rows, g.cell[12], g.cell[13], g.cell[14], g.cell[15]);
    line_facts columns = line_look(none, g.cell[0], g.cell[4], g.cell[8], g.cell[12]);
    columns = line_look(columns, g.cell[1], g.cell[5], g.cell[9], g.cell[13]);
    columns = line_look(columns, g.cell[2], g.cell[6], g.cell[10], g.cell[14]);
    columns = line_look(columns, g.cell[3], g.cell[7], g.cell[11], g.cell[15]);
    MASK row_pair = lane_empty(rows.unlike);
    MASK column_pair = lane_empty(columns.unlike);
    grid_moves legal = {mask_or(column_pair, lane_filled(columns.towards)),
                        mask_or(row_pair, lane_filled(rows.away)),
                        mask_or(column_pair, lane_filled(columns.away)),
                        mask_or(row_pair, lane_filled(rows.towards))};
    return legal;
}

INLINE MASK moves_any(grid_moves legal) {
    return mask_or(mask_or(legal.up, legal.right), mask_or(legal.down, legal.left));
}

/* How many moves are legal, 0..4. */
INLINE LANE moves_count(grid_moves legal) {
    LANE n = lane_increase(lane_zero(), legal.up);
    n = lane_increase(n, legal.right);
    n = lane_increase(n, legal.down);
    return lane_increase(n, legal.left);
}

typedef struct {
    MASK vertical, backward;
} grid_direction;

/* The legal move number rank (from 0) in the order up, right, down, left. */
INLINE grid_direction moves_nth(grid_moves legal, LANE rank) {
    MASK up = mask_and(legal.up, lane_empty(rank));
    rank = lane_decrease(rank, legal.up);
    MASK right = mask_and(legal.right, lane_empty(rank));
    rank = lane_decrease(rank, legal.right);
    MASK down = mask_and(legal.down, lane_empty(rank));
    grid_direction chosen = {mask_or(up, down), mask_or(right, down)};
    return chosen;
}

/* ---- the spawn --------------------------------------------------------- */

/* How many cells are empty, 0..16. */
INLINE LANE grid_count_empty(grid g) {
    LANE top = lane_add(lane_add(lane_vacancy(g.cell[0]), lane_vacancy(g.cell[1])),
        lane_add(lane_vacancy(g.cell[2]), lane_vacancy(g.cell[3])));
    LANE upper = lane_add(lane_add(lane_vacancy(g.cell[4]), lane_vacancy(g.cell[5])),
        lane_add(lane_vacancy(g.cell[6]), lane_vacancy(g.cell[7])));
    LANE lower = lane_add(lane_add(lane_vacancy(g.cell[8]), lane_vacancy(g.cell[9])),
        lane_add(lane_vacancy(g.cell[10]), lane_vacancy(g.cell[11])));
    LANE bottom = lane_add(lane_add(lane_vacancy(g.cell[12]), lane_vacancy(g.cell[13])),
        lane_add(lane_vacancy(g.cell[14]), lane_vacancy(g.cell[15])));
    return lane_add(lane_add(top, upper), lane_add(lower, bottom));
}

typedef struct {
    LANE cell;
    LANE index; /* how many empty cells are still to be passed */
} cell_spawned;

INLINE cell_spawned cell_spawn(LANE cell, LANE index, LANE exponent) {
    MASK empty = lane_empty(cell);
    cell_spawned next = {lane_either(cell, lane_keep(mask_and(empty, lane_empty(index)), exponent)),
                         lane_decrease(index, empty)};
    return next;
}

/* The exponent put on the empty cell number index (from 0, in cell order); where
 * there are not that many, nothing is. */
INLINE grid grid_spawn(grid g, LANE index, LANE exponent) {
    grid t;
    cell_spawned next = cell_spawn(g.cell[0], index, exponent);
    t.cell[0] = next.cell;
    next = cell_spawn(g.cell[1], next.index, exponent);
    t.cell[1] = next.cell;
    next = cell_spawn(g.cell[2], next.index, exponent);
    t.cell[2] = next.cell;
    next = cell_spawn(g.cell[3], next.index, exponent);
    t.cell[3] = next.cell;
    next = cell_spawn(g.cell[4], next.index, exponent);
    t.cell[4] = next.cell;
    next = cell_spawn(g.cell[5], next.index, exponent);
    t.cell[5] = next.cell;
    next = cell_spawn(g.cell[6], next.index, exponent);
    t.cell[6] = next.cell;
    next = cell_spawn(g.cell[7], next.index, exponent);
    t.cell[7] = next.cell;
    next = cell_spawn(g.cell[8], next.index, exponent);
    t.cell[8] = next.cell;
    next = cell_spawn(g.cell[9], next.index, exponent);
    t.cell[9] = next.cell;
    next = cell_spawn(g.cell[10], next.index, exponent);
    t.cell[10] = next.cell;
    next = cell_spawn(g.cell[11], next.index, exponent);
    t.cell[11] = next.cell;
    next = cell_spawn(g.cell[12], next.index, exponent);
    t.cell[12] = next.cell;
    next = cell_spawn(g.cell[13], next.index, exponent);
    t.cell[13] = next.cell;
    next = cell_spawn(g.cell[14], next.index, exponent);
    t.cell[14] = next.cell;
    next = cell_spawn(g.cell[15], next.index, exponent);
    t.cell[15] = next.cell;
    return t;
}

#endif
