/* playout.c: games played to the end at random: by the scalar engine one move at
 * a time, and the beginnings and ends of those that the kernels play. */
#include "kernel.h"
#include "spawn.h"

#include <string.h>

/* What a tile stands for if only 2s spawned: RULES, "Score". */
static uint32_t points(unsigned exponent) {
    return exponent ? (exponent - 1) << exponent : 0;
}

void f2048_playout_summary_clear(f2048_playout_summary *summary) {
    *summary = (f2048_playout_summary){.score_least = UINT32_MAX, .moves_least = UINT32_MAX};
}

void playouts_finish(f2048_playouts *p, int lane) {
    uint32_t score = 0, units = 0; /* units of 2048 */
    unsigned largest = 0;
    for (int c = 0; c < F2048_CELLS; c++) {
        unsigned exponent = p->cells[c][lane];
        score += points(exponent);
        units += (uint32_t)1 << exponent >> F2048_WINNING_EXPONENT;
        if (exponent > largest)
            largest = exponent;
    }
    score -= p->start_points + 4 * p->fours[lane];
    bool won = units > p->start_units;
    uint32_t moves = p->moves[lane];

    f2048_playout_summary *summary = &p->summary;
    summary->games++;
    summary->won += won;
    summary->score += score;
    summary->score_squared += (uint64_t)score * score;
    summary->moves += moves;
    summary->moves_squared += (uint64_t)moves * moves;
    if (score < summary->score_least)
        summary->score_least = score;
    if (score > summary->score_most)
        summary->score_most = score;
    if (moves < summary->moves_least)
        summary->moves_least = moves;
    if (moves > summary->moves_most)
        summary->moves_most = moves;
    summary->max_exponents[largest]++;

    uint64_t i = p->number[lane] - p->first;
    if (p->results.scores)
        p->results.scores[i] = score;
    if (p->results.moves)
        p->results.moves[i] = moves;
    if (p->results.max_exponents)
        p->results.max_exponents[i] = (uint8_t)largest;
    if (p->results.won)
        p->results.won[i] = won;
}

static void put(f2048_playouts *p, int lane, f2048_board board) {
    for (int c = 0; c < F2048_CELLS; c++)
        p->cells[c][lane] = (uint8_t)board_exponent(board, c);
}

void playouts_next(f2048_playouts *p, int lane) {
    if (p->next == p->end) {
        /* No move is legal here, so the lane stands still. */
        p->vacant |= (uint64_t)1 << lane;
        put(p, lane, (f2048_board){0x1212212112122121, 0});
        return;
    }
    uint64_t number = p->next++;
    f2048_generator generator = f2048_generator_seed(p->seed, number);
    f2048_board board = p->start;
    if (!p->has_start)
        for (int i = 0; i < 2; i++)
            board = board_spawn(board, &generator).board;
    put(p, lane, board);
    int place = p->kernel->word_place(lane);
    p->s0[place] = generator.s0;
    p->s1[place] = generator.s1;
    p->number[lane] = number;
    p->moves[lane] = 0;
    p->fours[lane] = p->has_start ? 0 : (uint32_t)board_count(board.low >> 1 & FLAGS_ALL);
}

void f2048_playouts_begin(f2048_playouts *p, const f2048_kernel *kernel, uint64_t seed,
                          uint64_t first, uint64_t count, const f2048_board *start,
                          f2048_playout_results results) {
    memset(p, 0, sizeof *p);
    p->kernel = kernel;
    p->results = results;
    p->seed = seed;
    p->first = p->next = first;
    p->end = first + count;
    f2048_playout_summary_clear(&p->summary);
    if (start) {
        p->has_start = true;
        p->start = *start;
        for (int c = 0; c < F2048_CELLS; c++) {
            unsigned exponent = board_exponent(*start, c);
            p->start_points += points(exponent);
            p->start_units += (uint32_t)1 << exponent >> F2048_WINNING_EXPONENT;
        }
    }
    /* A generator at 0 would never leave it, not even one that serves no game. */
    for (int lane = 0; lane < F2048_LANES_MAX; lane++)
        p->s0[lane] = 1;
    for (unsigned lane = 0; lane < kernel->lanes; lane++)
        playouts_next(p, (int)lane);
}

bool f2048_playouts_run(f2048_playouts *p, uint64_t steps) {
    return p->kernel->playouts_run(p, steps);
}
