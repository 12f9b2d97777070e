/* playout_lanes.h: the playout loop of every kernel. */
#ifndef F2048_PLAYOUT_LANES_H
#define F2048_PLAYOUT_LANES_H

#include "cells.h"
#include "draws.h"
#include "kernel.h"

#define ALL_LANES (LANES == 64 ? ~(uint64_t)0 : ((uint64_t)1 << LANES % 64) - 1)

/* A game that has ended stays in its lane as it is until so many others have
 * ended too: fetching new ones costs about as much as one step. */
enum { ENDED_ENOUGH = LANES / 16 + 1 };

/* Counts of a lane are bytes while the loop runs. */
enum { STEPS_AT_ONCE = 255 };

static inline grid grid_load(const uint8_t cells[F2048_CELLS][F2048_LANES_MAX]) {
    grid g;
    for (int c = 0; c < F2048_CELLS; c++)
        g.cell[c] = lane_load(cells[c]);
    return g;
}

static inline void grid_store(uint8_t cells[F2048_CELLS][F2048_LANES_MAX], grid g) {
    for (int c = 0; c < F2048_CELLS; c++)
        lane_store(cells[c], g.cell[c]);
}

static inline f2048_generator lane_generator(const f2048_playouts *p, int lane) {
    int place = word_place(lane);
    return (f2048_generator){p->s0[place], p->s1[place]};
}

static inline void lane_generator_set(f2048_playouts *p, int lane, f2048_generator generator) {
    int place = word_place(lane);
    p->s0[place] = generator.s0;
    p->s1[place] = generator.s1;
}

/* Words whose tile part is to be thrown away, about one in 2^28, are replaced. */
static void redraw_tiles(f2048_playouts *p) {
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t *word = &p->words[word_place(lane)];
        f2048_generator generator = lane_generator(p, lane);
        while ((uint32_t)*word * 120u < DRAW_TILE_GAP)
            *word = generator_next(&generator);
        lane_generator_set(p, lane, generator);
    }
}

/* Where the cell part is to be thrown away, about one word in 21,800, the spawn
 * is drawn anew. */
static void redraw_spawns(f2048_playouts *p, LANE *empty, LANE *index, LANE *exponent) {
    uint8_t empties[LANES], indices[LANES], exponents[LANES];
    lane_store(empties, *empty);
    lane_store(indices, *index);
    lane_store(exponents, *exponent);
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t x = (uint32_t)(p->words[word_place(lane)] >> 32);
        if (!empties[lane] || x * empties[lane] >= DRAW_CELL_GAP)
            continue;
        f2048_generator generator = lane_generator(p, lane);
        f2048_draw draw = generator_draw(&generator, empties[lane]);
        lane_generator_set(p, lane, generator);
        indices[lane] = (uint8_t)draw.index;
        exponents[lane] = (uint8_t)draw.exponent;
    }
    *index = lane_load(indices);
    *exponent = lane_load(exponents);
}

/* Results of the lanes that have ended, and new games for them. */
static void exchange(f2048_playouts *p, uint64_t ended) {
    for (; ended; ended &= ended - 1) {
        int lane = lowest_bit(ended);
        playouts_finish(p, lane);
        playouts_next(p, lane);
    }
}

static void count_up(uint32_t *counts, LANE more) {
    uint8_t bytes[LANES];
    lane_store(bytes, more);
    for (int lane = 0; lane < LANES; lane++)
        counts[lane] += bytes[lane];
}

static bool playouts_run(f2048_playouts *p, uint64_t steps) {
    grid g = grid_load(p->cells);
    grid_moves legal = grid_legal(g);
    while (p->vacant != ALL_LANES && steps) {
        LANE moves = lane_zero(), fours = lane_zero();
        uint64_t ended = 0;
        for (int step = 0; step < STEPS_AT_ONCE; step++) {
            MASK alive = moves_any(legal);
            ended = ALL_LANES & ~mask_bits(alive);
            uint64_t more = ended & ~p->vacant;
            for (int i = 1; i < ENDED_ENOUGH; i++)
                more &= more - 1;
            if (more || ended == ALL_LANES)
                break;

            draws_advance(p->s0, p->s1, p->words);
            LANE ways = moves_count(legal);
            draws_tile tile = draws_tile_part(p->words, ways);
            if (tile.gap) {
                redraw_tiles(p);
                tile = draws_tile_part(p->words, ways);
            }
            grid_direction chosen = moves_nth(legal, tile.rank);
            g = grid_slide(g, chosen.vertical, chosen.backward).after;
            LANE empty = grid_count_empty(g);
            LANE exponent = lane_increase(lane_all(1), lane_empty(tile.digit));
            /* A lane whose game is over has no empty cell: 255 instead of 0
             * keeps it from looking like a gap at every step. */
            draws_cell cell = draws_cell_part(p->words, lane_decrease(empty, lane_empty(empty)));
            if (cell.gap)
                redraw_spawns(p, &empty, &cell.index, &exponent);
            g = grid_spawn(g, cell.index, exponent);
            moves = lane_increase(moves, alive);
            fours = lane_increase(fours, mask_but(alive, lane_same(exponent, lane_all(1))));
            legal = grid_legal(g);
        }
        count_up(p->moves, moves);
        count_up(p->fours, fours);
        grid_store(p->cells, g);
        exchange(p, ended & ~p->vacant);
        g = grid_load(p->cells);
        legal = grid_legal(g);
        steps = steps > STEPS_AT_ONCE ? steps - STEPS_AT_ONCE : 0;
    }
    return p->vacant == ALL_LANES;
}

#endif
