/* layout.h: boards as callers keep them, 16 bytes each one after the other, into
 * registers by cell and back; and results of four bytes a board.
 *
 * A kernel that can, brings zip_low(x, y) and zip_high(x, y), which interleave
 * the bytes of the lower and the upper half of each 16, zip_pairs_* which do so
 * with pairs of bytes, and loads and stores by parts of 16 bytes. A kernel that
 * can look up a byte in a table of 16 brings that too, and quads_weigh. */
#ifndef F2048_LAYOUT_H
#define F2048_LAYOUT_H

#include "cells.h"
#include "fast2048.h"

#ifndef F2048_LANE_NO_ZIP

/* Sixteen registers of sixteen bytes (in each part), transposed: four perfect
 * shuffles exchange row and column. */
INLINE grid parts_transpose(grid g) {
    UNROLLED
    for (int round = 0; round < 4; round++) {
        grid t;
        UNROLLED
        for (int i = 0; i < 8; i++) {
            t.cell[2 * i] = zip_low(g.cell[i], g.cell[i + 8]);
            t.cell[2 * i + 1] = zip_high(g.cell[i], g.cell[i + 8]);
        }
        g = t;
    }
    return g;
}

INLINE grid boards_load(const uint8_t *boards) {
    grid g;
    UNROLLED
    for (int i = 0; i < 16; i++)
        g.cell[i] = lane_load_parts(boards + 16 * i, 256);
    return parts_transpose(g);
}

INLINE void boards_store(uint8_t *boards, grid g) {
    g = parts_transpose(g);
    UNROLLED
    for (int i = 0; i < 16; i++)
        lane_store_parts(boards + 16 * i, 256, g.cell[i]);
}

typedef struct {
    LANE part[4]; /* lanes 4i .. 4i + 3 of each 16 */
} quads;

INLINE quads quads_zip(LANE a, LANE b, LANE c, LANE d) {
    LANE low_ab = zip_low(a, b), high_ab = zip_high(a, b);
    LANE low_cd = zip_low(c, d), high_cd = zip_high(c, d);
    return (quads){{zip_pairs_low(low_ab, low_cd), zip_pairs_high(low_ab, low_cd),
                    zip_pairs_low(high_ab, high_cd), zip_pairs_high(high_ab, high_cd)}};
}

INLINE void quads_store(uint8_t *to, quads q) {
    UNROLLED
    for (int i = 0; i < 4; i++)
        lane_store_parts(to + 16 * i, 64, q.part[i]);
}

/* Four bytes a board. */
INLINE void bytes_store(uint8_t *to, LANE a, LANE b, LANE c, LANE d) {
    quads_store(to, quads_zip(a, b, c, d));
}

#else

INLINE grid boards_load(const uint8_t *boards) {
    grid g;
    for (int c = 0; c < 16; c++) {
        uint8_t bytes[LANES];
        for (int lane = 0; lane < LANES; lane++)
            bytes[lane] = boards[16 * lane + c];
        g.cell[c] = lane_load(bytes);
    }
    return g;
}

INLINE void boards_store(uint8_t *boards, grid g) {
    for (int c = 0; c < 16; c++) {
        uint8_t bytes[LANES];
        lane_store(bytes, g.cell[c]);
        for (int lane = 0; lane < LANES; lane++)
            boards[16 * lane + c] = bytes[lane];
    }
}

INLINE void bytes_store(uint8_t *to, LANE a, LANE b, LANE c, LANE d) {
    LANE all[4] = {a, b, c, d};
    UNROLLED
    for (int i = 0; i < 4; i++) {
        uint8_t bytes[LANES];
        lane_store(bytes, all[i]);
        for (int lane = 0; lane < LANES; lane++)
            to[4 * lane + i] = bytes[lane];
    }
}

#endif

/* The sum of the tiles that were merged, for each board; exponents up to 18. */
#ifdef F2048_LANE_LOOK_UP

INLINE void rewards_store(uint32_t *rewards, const LANE merged[8]) {
    /* Four sums of small numbers: sum r counts 1 for a merge to 2^(5r+2), 2 for
     * one to 2^(5r+3) ... 16 for one to 2^(5r+6), so that eight merges make 128
     * at most; then the four are weighed. A look-up goes by the lower four bits
     * and gives 0 if the highest is set, as it is in 16 + 112 and in 5 - 6. */
    static const uint8_t below_16[2][16] = {{0, 0, 1, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                            {0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 0, 0, 0, 0}};
    static const uint8_t above_6[2][16] = {{0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 0, 0, 0, 0, 0},
                                           {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16}};
    LANE sum[4] = {lane_zero(), lane_zero(), lane_zero(), lane_zero()};
    UNROLLED
    for (int i = 0; i < 8; i++) {
        LANE low = lane_add(merged[i], lane_all(112));
        LANE high = lane_add(merged[i], lane_all(256 - 6));
        sum[0] = lane_add(sum[0], lane_look_up(below_16[0], low));
        sum[1] = lane_add(sum[1], lane_look_up(below_16[1], low));
        sum[2] = lane_add(sum[2], lane_look_up(above_6[0], high));
        sum[3] = lane_add(sum[3], lane_look_up(above_6[1], high));
    }
    quads q = quads_zip(sum[0], sum[1], sum[2], sum[3]);
    UNROLLED
    for (int i = 0; i < 4; i++)
        q.part[i] = quads_weigh(q.part[i], 0x20012001, 4 << 10 << 16 | 4);
    quads_store((uint8_t *)rewards, q);
}

#else

INLINE void rewards_store(uint32_t *rewards, const LANE merged[8]) {
    uint8_t exponents[8][LANES];
    UNROLLED
    for (int i = 0; i < 8; i++)
        lane_store(exponents[i], merged[i]);
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t sum = 0;
        UNROLLED
        for (int i = 0; i < 8; i++)
            sum += (uint32_t)1 << exponents[i][lane] & ~1u;
        rewards[lane] = sum;
    }
}

#endif

#endif
