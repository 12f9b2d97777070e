/* learning.c: games played for the sake of their errors. */
#include "learning.h"

#include <math.h>
#include <string.h>

#include "spawn.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* Where the weights of a board are. */
typedef struct {
    size_t stage; /* where the tables of its stage begin */
    uint32_t indexes[F2048_MAX_TUPLES][8];
} places;

/* Finds them and calls them into the cache. */
static void find(const f2048_learner *learner, f2048_board board, places *found) {
    const f2048_shape *shape = &learner->shape;
    uint64_t images[8];
    network_images(board, images);
    found->stage = (size_t)network_stage(shape, board) * shape->offsets[shape->tuples];
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        const f2048_weight *table = learner->weights + found->stage + shape->offsets[tuple];
        network_indexes(shape, tuple, images, found->indexes[tuple]);
        for (int i = 0; i < 8; i++)
            PREFETCH(&table[found->indexes[tuple][i]]);
    }
}

static float worth(const f2048_learner *learner, const places *found) {
    const f2048_shape *shape = &learner->shape;
    float sum = 0;
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        const f2048_weight *table = learner->weights + found->stage + shape->offsets[tuple];
        const uint32_t *at = found->indexes[tuple];
        sum += ((table[at[0]].value + table[at[1]].value) +
                (table[at[2]].value + table[at[3]].value)) +
               ((table[at[4]].value + table[at[5]].value) +
                (table[at[6]].value + table[at[7]].value));
    }
    return sum;
}

float f2048_learner_value(const f2048_learner *learner, f2048_board afterstate) {
    places found;
    find(learner, afterstate, &found);
    return worth(learner, &found);
}

void f2048_learner_round(const f2048_learner *learner, float step, const uint32_t *uses,
                         uint32_t least, int16_t *weights) {
    size_t count = f2048_shape_weights(&learner->shape);
    for (size_t i = 0; i < count; i++) {
        float steps = learner->weights[i].value / step;
        if (steps != 0) /* most are, and their pages need not be touched */
            weights[i] = uses && uses[i] < least
                             ? 0
                             : (int16_t)lrintf(fminf(fmaxf(steps, INT16_MIN), INT16_MAX));
    }
}

void f2048_learner_promote(const f2048_learner *learner, int stage) {
    size_t weights = learner->shape.offsets[learner->shape.tuples];
    memcpy(learner->weights + (size_t)stage * weights,
           learner->weights + (size_t)(stage - 1) * weights, weights * sizeof(f2048_weight));
}

/* Shares the correction of an error among the weights of a board, and returns
 * what the board is worth now. */
static float correct(const f2048_learner *learner, const places *found, float error) {
    const f2048_shape *shape = &learner->shape;
    float share = learner->rate * error / (float)(8 * shape->tuples), size = fabsf(error);
    float sum = 0;
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        f2048_weight *table = learner->weights + found->stage + shape->offsets[tuple];
        for (int i = 0; i < 8; i++) {
            f2048_weight *weight = &table[found->indexes[tuple][i]];
            float step = share;
            if (learner->coherent) {
                if (weight->size > 0)
                    step *= fabsf(weight->error) / weight->size;
                weight->error += error;
                weight->size += size;
            }
            weight->value += step;
            sum += weight->value;
        }
    }
    return sum;
}

static void count(const f2048_learner *learner, const places *found) {
    const f2048_shape *shape = &learner->shape;
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        uint32_t *uses = learner->uses + found->stage + shape->offsets[tuple];
        for (int i = 0; i < 8; i++)
            uses[found->indexes[tuple][i]]++;
    }
}

/* Backward over the game, so that what its end taught is known at once to all
 * that led there (Jaskowski, "Mastering 2048 with delayed temporal coherence
 * learning, multistage weight promotion, redundant encoding and carousel
 * shaping", IEEE ToG 2018; Guei, Chen and Wu, "Optimistic temporal difference
 * learning for 2048", IEEE ToG 2022). The target of an afterstate mixes, by
 * lambda, the value of the next one with the target of the next one. */
static void learn(const f2048_learner *learner, const f2048_step *steps, uint32_t moves) {
    enum { AHEAD = 3 }; /* afterstates whose weights are on the way */
    places ring[AHEAD + 1];
    float target = 0;
    for (uint32_t i = 0; i < moves + AHEAD; i++) {
        if (i < moves)
            find(learner, steps[moves - 1 - i].after, &ring[i % (AHEAD + 1)]);
        if (i < AHEAD)
            continue;
        const f2048_step *step = &steps[moves - 1 - (i - AHEAD)];
        const places *found = &ring[(i - AHEAD) % (AHEAD + 1)];
        if (learner->uses) {
            count(learner, found);
            continue;
        }
        float value = correct(learner, found, target - worth(learner, found));
        target = (float)step->reward + value + learner->lambda * (target - value);
    }
}

/* The best move by reward and value of the afterstate; false if none is legal. */
static bool choose(const f2048_learner *learner, const f2048_tables *tables, f2048_board board,
                   f2048_step *step) {
    f2048_slide slides[4];
    places found[4];
    int legal = 0;
    for (int move = 0; move < 4; move++) {
        slides[legal] = board_slide(tables, board, move);
        f2048_board after = slides[legal].after;
        if (after.low != board.low || after.high != board.high)
            find(learner, after, &found[legal++]);
    }
    float best = 0;
    for (int i = 0; i < legal; i++) {
        float value = (float)slides[i].reward + worth(learner, &found[i]);
        if (i == 0 || value > best) {
            best = value;
            *step = (f2048_step){slides[i].after, slides[i].reward};
        }
    }
    return legal > 0;
}

static f2048_board begin(const f2048_round *round, f2048_generator *generator,
                         const f2048_restarts *restarts, f2048_outcome *outcome) {
    uint64_t stored = restarts->saved < F2048_RESTARTS ? restarts->saved : F2048_RESTARTS;
    if (stored && round->restart_share > 0) {
        uint64_t word = generator_next(generator);
        if ((float)(word >> 40) < round->restart_share * 0x1p24f) {
            outcome->restarted = 1;
            return restarts->boards[(word & 0xFFFFFFFF) * stored >> 32];
        }
    }
    f2048_board one_tile = board_spawn((f2048_board){0, 0}, generator).board;
    return board_spawn(one_tile, generator).board;
}

static f2048_outcome play(const f2048_learner *learner, const f2048_tables *tables,
                          const f2048_round *round, uint64_t number, f2048_step *steps,
                          f2048_restarts *restarts) {
    f2048_outcome outcome = {0};
    f2048_generator generator = f2048_generator_seed(round->seed, number);
    f2048_board board = begin(round, &generator, restarts, &outcome);
    outcome.max_exponent = (uint8_t)f2048_board_max_exponent(board);
    f2048_step step;
    while (choose(learner, tables, board, &step)) {
        steps[outcome.moves++] = step;
        outcome.score += step.reward;
        board = board_spawn(step.after, &generator).board;
        /* A reward of 2^(max + 1) and more takes a merge of the two largest, or
         * several smaller ones together. */
        if (step.reward >> (outcome.max_exponent + 1)) {
            uint8_t largest = (uint8_t)f2048_board_max_exponent(board);
            if (largest > outcome.max_exponent && largest >= round->restart_from)
                restarts->boards[restarts->saved++ % F2048_RESTARTS] = board;
            outcome.max_exponent = largest;
        }
    }
    learn(learner, steps, outcome.moves);
    return outcome;
}

void f2048_learner_play(const f2048_learner *learner, const f2048_tables *tables,
                        const f2048_round *round, f2048_step *steps, f2048_restarts *restarts,
                        f2048_outcome *outcomes) {
    for (uint64_t i = 0; i < round->games; i++)
        outcomes[i] = play(learner, tables, round, round->first + i, steps, restarts);
}
