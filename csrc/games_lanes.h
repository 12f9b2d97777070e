/* games_lanes.h: one move in each of many games, in every kernel. */
#ifndef F2048_GAMES_LANES_H
#define F2048_GAMES_LANES_H

#include "batch_lanes.h"
#include "draws.h"
#include "slices.h"

/* A byte for each board, with bit m set where move m is legal. */
INLINE LANE moves_pack(grid_moves legal) {
    return lane_either(lane_either(lane_keep(legal.up, lane_all(1 << F2048_UP)),
                                   lane_keep(legal.right, lane_all(1 << F2048_RIGHT))),
                       lane_either(lane_keep(legal.down, lane_all(1 << F2048_DOWN)),
                                   lane_keep(legal.left, lane_all(1 << F2048_LEFT))));
}

INLINE MASK moves_allow(grid_moves legal, LANE move) {
    return mask_or(mask_or(mask_and(legal.up, lane_same(move, lane_all(F2048_UP))),
                           mask_and(legal.right, lane_same(move, lane_all(F2048_RIGHT)))),
                   mask_or(mask_and(legal.down, lane_same(move, lane_all(F2048_DOWN))),
                           mask_and(legal.left, lane_same(move, lane_all(F2048_LEFT)))));
}

/* The games of LANES lanes from the given one on. An illegal move does nothing:
 * the slide changes nothing by itself, and the rest is put back. */
static void games_step(f2048_games_block *block, int from, const uint8_t *moves,
                       uint32_t *rewards) {
    uint64_t words[LANES], old_s0[LANES], old_s1[LANES];
    streams at = {block->s0 + from, block->s1 + from, words};
    memcpy(old_s0, at.s0, sizeof old_s0);
    memcpy(old_s1, at.s1, sizeof old_s1);

    grid g = slice_load(block->cells[0] + from);
    LANE move = lane_load(moves);
    grid_direction towards = direction_of(move);
    MASK allowed = moves_allow(grid_legal(g), move);
    grid_pushed pushed = grid_slide(g, towards.vertical, towards.backward);
    rewards_store(rewards, pushed.merged);

    draws_advance(at);
    draws_tile tile = draws_tile_part(at, lane_zero());
    grid next = pushed.after;
    draws_spawn(at, &next, tile.digit);
    UNROLLED
    for (int c = 0; c < F2048_CELLS; c++)
        next.cell[c] = lane_pick(allowed, next.cell[c], g.cell[c]);
    uint8_t made[LANES];
    lane_store(made, lane_keep(allowed, lane_all(1)));
    for (int lane = 0; lane < LANES; lane++) {
        block->moves[from + lane] += made[lane];
        block->scores[from + lane] += rewards[lane];
        if (!made[lane]) {
            int place = word_place(lane);
            at.s0[place] = old_s0[place];
            at.s1[place] = old_s1[place];
        }
    }
    slice_store(block->cells[0] + from, next);
    lane_store(block->legal + from, moves_pack(grid_legal(next)));
}

#endif
