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

static unsigned batch_most(const uint8_t *bytes, size_t n) {
    LANE most[4] = {lane_zero(), lane_zero(), lane_zero(), lane_zero()};
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        UNROLLED
        for (int k = 0; k < 4; k++)
            most[k] = lane_max(most[k], lane_load(bytes + i + (size_t)k * LANES));
    }
    uint8_t each[LANES];
    lane_store(each, lane_max(lane_max(most[0], most[1]), lane_max(most[2], most[3])));
    unsigned greatest = 0;
    for (int lane = 0; lane < LANES; lane++)
        greatest = each[lane] > greatest ? each[lane] : greatest;
    for (; i < n; i++)
        greatest = bytes[i] > greatest ? bytes[i] : greatest;
    return greatest;
}

/* The last boards, fewer than LANES, make a detour through memory of full size. */
static void batch_slide(const uint8_t *boards, const uint8_t *moves, size_t n, uint8_t *after,
                        uint32_t *rewards) {
    uint8_t rest_boards[16 * LANES] = {0}, rest_moves[LANES] = {0}, rest_after[16 * LANES];
    uint32_t rest_rewards[LANES];
    for (size_t i = 0; i < n; i += LANES) {
        const uint8_t *from = boards + 16 * i, *move = moves + i;
        uint8_t *to = after + 16 * i;
        uint32_t *gained = rewards + i;
        size_t rest = n - i;
        if (rest < LANES) {
            memcpy(rest_boards, from, 16 * rest);
            memcpy(rest_moves, move, rest);
            from = rest_boards, move = rest_moves, to = rest_after, gained = rest_rewards;
        }
        grid_direction towards = direction_of(lane_load(move));
        grid_pushed pushed = grid_slide(boards_load(from), towards.vertical, towards.backward);
        boards_store(to, pushed.after);
        rewards_store(gained, pushed.merged);
        if (rest < LANES) {
            memcpy(after + 16 * i, rest_after, 16 * rest);
            memcpy(rewards + i, rest_rewards, rest * sizeof *rewards);
        }
    }
}

static void batch_legal(const uint8_t *boards, size_t n, uint8_t *legal) {
    uint8_t rest_boards[16 * LANES] = {0}, rest_legal[4 * LANES];
    for (size_t i = 0; i < n; i += LANES) {
        const uint8_t *from = boards + 16 * i;
        uint8_t *to = legal + 4 * i;
        size_t rest = n - i;
        if (rest < LANES) {
            memcpy(rest_boards, from, 16 * rest);
            from = rest_boards, to = rest_legal;
        }
        grid_moves moves = grid_legal(boards_load(from));
        LANE one = lane_all(1);
        bytes_store(to, lane_keep(moves.up, one), lane_keep(moves.right, one),
                    lane_keep(moves.down, one), lane_keep(moves.left, one));
        if (rest < LANES)
            memcpy(legal + 4 * i, rest_legal, 4 * rest);
    }
}

#endif
