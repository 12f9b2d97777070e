/* games.c: many games that advance together, one move each a step. */
#include "kernel.h"
#include "spawn.h"

#include <string.h>

/* A new game in a lane, with its two tiles. */
static void begin(f2048_games *games, f2048_games_block *block, int lane, uint64_t number) {
    f2048_game game;
    f2048_game_start(&game, games->seed, number);
    for (int c = 0; c < F2048_CELLS; c++)
        block->cells[c][lane] = (uint8_t)board_exponent(game.board, c);
    int lanes = (int)games->kernel->lanes, first = lane / lanes * lanes;
    int place = first + games->kernel->word_place(lane - first);
    block->s0[place] = game.generator.s0;
    block->s1[place] = game.generator.s1;
    block->numbers[lane] = number;
    block->scores[lane] = block->moves[lane] = 0;
    block->legal[lane] = game.legal;
}

size_t f2048_games_blocks(size_t n) {
    return n / F2048_LANES_MAX + (n % F2048_LANES_MAX != 0);
}

void f2048_games_begin(f2048_games *games) {
    /* In the lanes that no game needs no move is legal. Their generators must not
     * be 0 all the same: they would never leave it. */
    size_t blocks = f2048_games_blocks(games->n);
    memset(games->blocks, 0, blocks * sizeof *games->blocks);
    for (size_t k = 0; k < blocks; k++)
        for (int lane = 0; lane < F2048_LANES_MAX; lane++)
            games->blocks[k].s0[lane] = 1;
    for (size_t i = 0; i < games->n; i++)
        begin(games, &games->blocks[i / F2048_LANES_MAX], (int)(i % F2048_LANES_MAX), i);
}

static void keep_and_restart(f2048_games *games, f2048_games_block *block, int lane) {
    for (int c = 0; c < F2048_CELLS; c++)
        block->last_cells[c][lane] = block->cells[c][lane];
    block->last_scores[lane] = block->scores[lane];
    block->last_moves[lane] = block->moves[lane];
    begin(games, block, lane, block->numbers[lane] + games->n);
}

void f2048_games_step(f2048_games *games, const uint8_t *moves, uint32_t *rewards,
                      uint8_t *ended) {
    int lanes = (int)games->kernel->lanes;
    for (size_t i = 0; i < games->n; i += F2048_LANES_MAX) {
        f2048_games_block *block = &games->blocks[i / F2048_LANES_MAX];
        int here = games->n - i < F2048_LANES_MAX ? (int)(games->n - i) : F2048_LANES_MAX;
        uint8_t some_moves[F2048_LANES_MAX] = {0};
        uint32_t some_rewards[F2048_LANES_MAX];
        memcpy(some_moves, moves + i, (size_t)here);
        for (int from = 0; from < here; from += lanes)
            games->kernel->games_step(block, from, some_moves + from, some_rewards + from);
        memcpy(rewards + i, some_rewards, (size_t)here * sizeof *rewards);
        for (int lane = 0; lane < here; lane++) {
            ended[i + (size_t)lane] = !block->legal[lane];
            if (games->restart && !block->legal[lane])
                keep_and_restart(games, block, lane);
        }
    }
}

static const f2048_games_block *block_of(const f2048_games *games, size_t i) {
    return &games->blocks[i / F2048_LANES_MAX];
}

void f2048_games_boards(const f2048_games *games, bool last, uint8_t *boards) {
    for (size_t i = 0; i < games->n; i++) {
        const f2048_games_block *block = block_of(games, i);
        for (int c = 0; c < F2048_CELLS; c++)
            *boards++ = (last ? block->last_cells : block->cells)[c][i % F2048_LANES_MAX];
    }
}

void f2048_games_scores(const f2048_games *games, bool last, uint32_t *scores) {
    for (size_t i = 0; i < games->n; i++) {
        const f2048_games_block *block = block_of(games, i);
        scores[i] = (last ? block->last_scores : block->scores)[i % F2048_LANES_MAX];
    }
}

void f2048_games_moves(const f2048_games *games, bool last, uint32_t *moves) {
    for (size_t i = 0; i < games->n; i++) {
        const f2048_games_block *block = block_of(games, i);
        moves[i] = (last ? block->last_moves : block->moves)[i % F2048_LANES_MAX];
    }
}

void f2048_games_numbers(const f2048_games *games, uint64_t *numbers) {
    for (size_t i = 0; i < games->n; i++)
        numbers[i] = block_of(games, i)->numbers[i % F2048_LANES_MAX];
}

void f2048_games_legal(const f2048_games *games, uint8_t *legal) {
    for (size_t i = 0; i < games->n; i++)
        for (int move = 0; move < 4; move++)
            *legal++ = block_of(games, i)->legal[i % F2048_LANES_MAX] >> move & 1;
}
