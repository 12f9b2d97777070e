/* batch_lanes.h: slides and legal moves of many boards, in every kernel. */
#ifndef F2048_BATCH_LANES_H
#define F2048_BATCH_LANES_H

#include "cells.h"
#include "kernel.h"
#include "layout.h"

#include <string.h>

INLINE grid_direction direction_of(LANE move) {
    MASK up = lane_empty(move), right = lane_same(move, lane_all(F2048_RIGHT)),
         down = lane_same(move, lane_all(F2048_DOWN));
    return (grid_direction){mask_or(up, down), mask_or(right, down)};
}

INLINE void batch_slide_some(const uint8_t *boards, const uint8_t *moves, uint8_t *after,
                                    uint32_t *rewards) {
    grid_direction towards = direction_of(lane_load(moves));
    grid_pushed pushed = grid_slide(boards_load(boards), towards.vertical, towards.backward);
    boards_store(after, pushed.after);
    rewards_store(rewards, pushed.merged);
}

static void batch_slide(const uint8_t *boards, const uint8_t *moves, size_t n, uint8_t *after,
                        uint32_t *rewards) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        batch_slide_some(boards + 16 * i, moves + i, after + 16 * i, rewards + i);
    size_t rest = n - i;
    if (rest) {
        uint8_t some_boards[16 * LANES] = {0}, some_moves[LANES] = {0}, some_after[16 * LANES];
        uint32_t some_rewards[LANES];
        memcpy(some_boards, boards + 16 * i, 16 * rest);
        memcpy(some_moves, moves + i, rest);
        batch_slide_some(some_boards, some_moves, some_after, some_rewards);
        memcpy(after + 16 * i, some_after, 16 * rest);
        memcpy(rewards + i, some_rewards, rest * sizeof *rewards);
    }
}

INLINE void batch_legal_some(const uint8_t *boards, uint8_t *legal) {
    grid_moves moves = grid_legal(boards_load(boards));
    LANE one = lane_all(1);
    bytes_store(legal, lane_keep(moves.up, one), lane_keep(moves.right, one),
                lane_keep(moves.down, one), lane_keep(moves.left, one));
}

static void batch_legal(const uint8_t *boards, size_t n, uint8_t *legal) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        batch_legal_some(boards + 16 * i, legal + 4 * i);
    size_t rest = n - i;
    if (rest) {
        uint8_t some_boards[16 * LANES] = {0}, some_legal[4 * LANES];
        memcpy(some_boards, boards + 16 * i, 16 * rest);
        batch_legal_some(some_boards, some_legal);
        memcpy(legal + 4 * i, some_legal, 4 * rest);
    }
}

#endif
