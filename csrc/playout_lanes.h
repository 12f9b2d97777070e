/* playout_lanes.h: the playout loop of every kernel. */
#ifndef F2048_PLAYOUT_LANES_H
#define F2048_PLAYOUT_LANES_H

#include "draws.h"
#include "kernel.h"
#include "slices.h"

#define ALL_LANES (LANES == 64 ? ~(uint64_t)0 : ((uint64_t)1 << LANES % 64) - 1)

/* A game that has ended stays in its lane as it is until so many others have
 * ended too: fetching new ones costs about as much as one step. */
enum { ENDED_ENOUGH = LANES / 16 + 1 };

/* Counts of a lane are bytes while the loop runs. */
enum { STEPS_AT_ONCE = 255 };

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
    streams at = {p->s0, p->s1, p->words};
    while (p->vacant != ALL_LANES && steps) {
        grid g = slice_load(p->cells[0]);
        grid_moves legal = grid_legal(g);
        LANE moves = lane_zero(), fours = lane_zero();
        uint64_t ended = 0;
        for (int step = 0; step < STEPS_AT_ONCE && steps; step++, steps--) {
            MASK alive = moves_any(legal);
            ended = ALL_LANES & ~mask_bits(alive);
            uint64_t more = ended & ~p->vacant;
            for (int i = 1; i < ENDED_ENOUGH; i++)
                more &= more - 1;
            if (more || ended == ALL_LANES)
                break;

            draws_advance(at);
            draws_tile tile = draws_tile_part(at, moves_count(legal));
            grid_direction chosen = moves_nth(legal, tile.rank);
            g = grid_slide(g, chosen.vertical, chosen.backward).after;
            LANE exponent = draws_spawn(at, &g, tile.digit);
            moves = lane_increase(moves, alive);
            fours = lane_increase(fours, mask_but(alive, lane_same(exponent, lane_all(1))));
            legal = grid_legal(g);
        }
        count_up(p->moves, moves);
        count_up(p->fours, fours);
        slice_store(p->cells[0], g);
        exchange(p, ended & ~p->vacant);
        steps -= steps > 0; /* games may be over before they begin, and many */
    }
    return p->vacant == ALL_LANES;
}

#endif
