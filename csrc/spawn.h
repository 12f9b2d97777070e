/* spawn.h: a tile drawn onto a board, inline. */
#ifndef F2048_SPAWN_H
#define F2048_SPAWN_H

#include "board.h"
#include "generator.h"

typedef struct {
    f2048_board board;
    uint64_t flag; /* of the cell */
    unsigned exponent;
} board_spawned;

/* The board has an empty cell. */
static inline board_spawned board_spawn(f2048_board board, f2048_generator *generator) {
    uint64_t empty = board_occupied_flags(board) ^ FLAGS_ALL;
    f2048_draw draw = generator_draw(generator, (unsigned)board_count(empty));
    uint64_t flag = board_nth(empty, draw.index);
    board.low |= flag * draw.exponent;
    return (board_spawned){board, flag, draw.exponent};
}

#endif
