/* learning_eights.h: games played for the sake of their errors; for every kernel. */
#ifndef F2048_LEARNING_EIGHTS_H
#define F2048_LEARNING_EIGHTS_H

#include <math.h>

#include "learning.h"
#include "spawn.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* The weights of a board's stage. */
static inline f2048_weight *stage_weights(const f2048_learner *learner, f2048_board board) {
    const f2048_shape *shape = &learner->shape;
    return learner->weights + (size_t)network_stage(shape, board) * shape->offsets[shape->tuples];
}

/* The look-ups of one board do not wait for each other, nor those of the next; on a
 * wide processor they are all on the way before the first arrives. */
static float learner_value(const f2048_learner *learner, f2048_board board) {
    const f2048_shape *shape = &learner->shape;
    const f2048_weight *weights = stage_weights(learner, board);
    eight_images images = images_of(board);
    eight sum = eight_all(0);
    for (int tuple = 0; tuple < shape->tuples; tuple++)
        sum = eight_add(sum, eight_gather(&weights[shape->offsets[tuple]].value,
                                          places_find(shape, tuple, images)));
    return eight_total(sum);
}

/* Where the weights of a board are. */
typedef struct {
    f2048_weight *weights; /* of its stage */
    uint32_t at[F2048_MAX_TUPLES][8];
} found_weights;

/* Finds them and calls them into the cache. */
static void find(const f2048_learner *learner, f2048_board board, found_weights *found) {
    const f2048_shape *shape = &learner->shape;
    eight_images images = images_of(board);
    found->weights = stage_weights(learner, board);
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        const f2048_weight *table = found->weights + shape->offsets[tuple];
        uint32_t *at = found->at[tuple];
        places_store(at, places_find(shape, tuple, images));
        UNROLLED
        for (int i = 0; i < 8; i++)
            PREFETCH(&table[at[i]]);
    }
}

static float worth(const f2048_learner *learner, const found_weights *found) {
    const f2048_shape *shape = &learner->shape;
    eight sum = eight_all(0);
    for (int tuple = 0; tuple < shape->tuples; tuple++)
        sum = eight_add(sum, eight_gather(&found->weights[shape->offsets[tuple]].value,
                                          places_load(found->at[tuple])));
    return eight_total(sum);
}

/* Shares the correction of an error among the weights of a board, and returns what
 * the board is worth now. A weight that several images share is corrected for each:
 * corrected once, a network learns a few percent less from as many games. */
static float correct(const f2048_learner *learner, const found_weights *found, float error) {
    const f2048_shape *shape = &learner->shape;
    eight share = eight_all(learner->rate * error / (float)(8 * shape->tuples));
    float size = fabsf(error);
    eight sum = eight_all(0);
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        f2048_weight *table = found->weights + shape->offsets[tuple];
        const uint32_t *at = found->at[tuple];
        float steps[8], values[8];
        if (learner->coherent) {
            eight_places places = places_load(at);
            eight_store(steps, eight_agreement(share, eight_gather(&table->error, places),
                                               eight_gather(&table->size, places)));
            UNROLLED
            for (int i = 0; i < 8; i++) {
                table[at[i]].error += error;
                table[at[i]].size += size;
            }
        } else {
            eight_store(steps, share);
        }
        UNROLLED
        for (int i = 0; i < 8; i++)
            values[i] = table[at[i]].value += steps[i];
        sum = eight_add(sum, eight_load(values));
    }
    return eight_total(sum);
}

static void count(const f2048_learner *learner, const found_weights *found) {
    const f2048_shape *shape = &learner->shape;
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        uint32_t *uses = learner->uses + (found->weights - learner->weights) +
                         shape->offsets[tuple];
        for (int i = 0; i < 8; i++)
            uses[found->at[tuple][i]]++;
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
    found_weights ring[AHEAD + 1];
    float target = 0;
    for (uint32_t i = 0; i < moves + AHEAD; i++) {
        if (i < moves)
            find(learner, steps[moves - 1 - i].after, &ring[i % (AHEAD + 1)]);
        if (i < AHEAD)
            continue;
        const f2048_step *step = &steps[moves - 1 - (i - AHEAD)];
        const found_weights *found = &ring[(i - AHEAD) % (AHEAD + 1)];
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
    f2048_step steps[4];
    found_weights found[4];
    int legal = 0;
    for (int move = 0; move < 4; move++) {
        f2048_slide slide = board_slide(tables, board, move);
        if (slide.after.low == board.low && slide.after.high == board.high)
            continue;
        steps[legal] = (f2048_step){slide.after, slide.reward};
        find(learner, slide.after, &found[legal++]);
    }
    if (legal == 0)
        return false;
    float values[4];
    for (int i = 0; i < legal; i++)
        values[i] = (float)steps[i].reward + worth(learner, &found[i]);
    /* Only now: a branch on the first value would keep the later look-ups waiting. */
    int best = 0;
    for (int i = 1; i < legal; i++)
        if (values[i] > values[best])
            best = i;
    *step = steps[best];
    return true;
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

static void learner_play(const f2048_learner *learner, const f2048_tables *tables,
                         const f2048_round *round, f2048_step *steps, f2048_restarts *restarts,
                         f2048_outcome *outcomes) {
    for (uint64_t i = 0; i < round->games; i++)
        outcomes[i] = play(learner, tables, round, round->first + i, steps, restarts);
}

#endif
