/* draws.h: the random words of many games at once, and what is drawn from them.
 *
 * The same arithmetic as generator.h, where it is explained. The games' words
 * lie in eight registers: number j holds the words of the games whose byte in a
 * LANE is byte j of a 64-bit piece, so that going between bytes and words needs
 * no shuffle across pieces. On top of what cells.h needs, a kernel brings
 *     WORD                     64 bits for each of LANES / 8 games
 *     word_product(x, y)       lower half of x times lower half of y
 *     word_byte(lane, j)       byte j of each piece, as a word
 *     word_put(lane, j, x)     lane with byte j of each piece taken from bits
 *                              32..39 of x, which is below 2^40
 *     GAPS, gaps_look, gaps_any   was the lower half of any product below gap?
 */
#ifndef F2048_DRAWS_H
#define F2048_DRAWS_H

#include "cells.h"
#include "generator.h"

/* Where the word of a lane lies. */
INLINE int word_place(int lane) {
    return lane % 8 * PIECES + lane / 8;
}

/* The states of the generators and the words drawn last, LANES each. */
typedef struct {
    uint64_t *s0, *s1, *words;
} streams;

INLINE void draws_advance(streams at) {
    uint64_t *s0 = at.s0, *s1 = at.s1, *words = at.words;
    UNROLLED
    for (int j = 0; j < 8; j++) {
        WORD x = word_load(s0 + j * PIECES), y = word_load(s1 + j * PIECES);
        word_store(words + j * PIECES, word_add(word_rotate_left(word_add(x, y), 17), x));
        y = word_xor(y, x);
        word_store(s0 + j * PIECES,
                   word_xor(word_xor(word_rotate_left(x, 49), y), word_shift_left(y, 21)));
        word_store(s1 + j * PIECES, word_rotate_left(y, 28));
    }
}

INLINE f2048_generator draws_generator(streams at, int lane) {
    int place = word_place(lane);
    return (f2048_generator){at.s0[place], at.s1[place]};
}

INLINE void draws_generator_set(streams at, int lane, f2048_generator generator) {
    int place = word_place(lane);
    at.s0[place] = generator.s0;
    at.s1[place] = generator.s1;
}

/* Words whose tile part is to be thrown away, about one in 2^28, are replaced. */
RARE void draws_redraw_tiles(streams at) {
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t *word = &at.words[word_place(lane)];
        f2048_generator generator = draws_generator(at, lane);
        while ((uint32_t)*word * 120u < DRAW_TILE_GAP)
            *word = generator_next(&generator);
        draws_generator_set(at, lane, generator);
    }
}

typedef struct {
    LANE digit; /* 0..9; a 4 spawns if it is 0 */
    LANE rank;  /* which of the ways */
} draws_tile;

INLINE draws_tile draws_tile_part(streams at, LANE ways) {
    for (;;) {
        draws_tile drawn = {lane_zero(), lane_zero()};
        GAPS gaps = gaps_none();
        UNROLLED
        for (int j = 0; j < 8; j++) {
            WORD word = word_load(at.words + j * PIECES);
            WORD tenths = word_product(word, word_all(10));
            gaps = gaps_look(gaps, word_product(word, word_all(120)), DRAW_TILE_GAP);
            drawn.digit = word_put(drawn.digit, j, tenths);
            drawn.rank = word_put(drawn.rank, j, word_product(tenths, word_byte(ways, j)));
        }
        if (!gaps_any(gaps, DRAW_TILE_GAP))
            return drawn;
        draws_redraw_tiles(at);
    }
}

typedef struct {
    LANE index; /* which of the empty cells */
    bool gap;   /* some game's word must be thrown away */
} draws_cell;

INLINE draws_cell draws_cell_part(const uint64_t *words, LANE empty) {
    draws_cell drawn = {lane_zero(), false};
    GAPS gaps = gaps_none();
    UNROLLED
    for (int j = 0; j < 8; j++) {
        WORD word = word_shift_right(word_load(words + j * PIECES), 32);
        WORD cell = word_product(word, word_byte(empty, j));
        gaps = gaps_look(gaps, cell, DRAW_CELL_GAP);
        drawn.index = word_put(drawn.index, j, cell);
    }
    drawn.gap = gaps_any(gaps, DRAW_CELL_GAP);
    return drawn;
}

/* Where the cell part is to be thrown away, about one word in 21,800, the spawn
 * is drawn anew. */
RARE void draws_redraw_spawns(streams at, LANE empty, LANE *index, LANE *exponent) {
    uint8_t empties[LANES], indices[LANES], exponents[LANES];
    lane_store(empties, empty);
    lane_store(indices, *index);
    lane_store(exponents, *exponent);
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t x = (uint32_t)(at.words[word_place(lane)] >> 32);
        if (!empties[lane] || x * empties[lane] >= DRAW_CELL_GAP)
            continue;
        f2048_generator generator = draws_generator(at, lane);
        f2048_draw draw = generator_draw(&generator, empties[lane]);
        draws_generator_set(at, lane, generator);
        indices[lane] = (uint8_t)draw.index;
        exponents[lane] = (uint8_t)draw.exponent;
    }
    *index = lane_load(indices);
    *exponent = lane_load(exponents);
}

/* A spawn on each board, by words whose tile part is accepted. Returns the
 * exponents that were put. */
INLINE LANE draws_spawn(streams at, grid *g, LANE digit) {
    LANE empty = grid_count_empty(*g);
    LANE exponent = lane_increase(lane_all(1), lane_empty(digit));
    /* A full board draws as if it had 255 cells: 0 would look like a gap. */
    draws_cell cell = draws_cell_part(at.words, lane_decrease(empty, lane_empty(empty)));
    if (cell.gap)
        draws_redraw_spawns(at, empty, &cell.index, &exponent);
    *g = grid_spawn(*g, cell.index, exponent);
    return exponent;
}

#endif
