/* learning.h: how the weights of a network are learned, by playing. */
#ifndef F2048_LEARNING_H
#define F2048_LEARNING_H

#include "network.h"

/* A weight while it is learned, with what temporal coherence knows of it (Beal
 * and Smith, "Temporal coherence and prediction decay in TD learning", IJCAI
 * 1999): the sum of all errors that it was corrected for, and the sum of their
 * sizes. While errors agree in sign the two are equal and the weight moves at
 * the full rate; once they cancel out it has found its place. An infinite size
 * holds a weight for good.
 *
 * The three lie together because a network is larger than any cache: what a
 * look-up costs is the page it touches, not the bytes. */
typedef struct {
    float value;
    float error;
    float size;
} f2048_weight;

typedef struct {
    const f2048_kernel *kernel; /* they all make the same weights */
    f2048_shape shape;
    f2048_weight *weights; /* f2048_shape_weights of them, in the order of f2048_network */
    uint32_t *uses;        /* as many counters; if set, look-ups are counted, nothing is learned */
    float rate;            /* share of an error that is corrected; 1 for temporal coherence */
    float lambda;          /* 0: learn from the next afterstate; 1: from the end of the game */
    bool coherent;         /* temporal coherence; else plain TD */
} f2048_learner;

/* The sum of all tiles grows by at least 2 a move, and no board of play holds
 * more than 131072 + 65536 + ... + 4 < 2 * 131072. */
#define F2048_LONGEST_GAME 131072

typedef struct {
    f2048_board after;
    uint32_t reward; /* of the move that made this afterstate */
} f2048_step;

/* Positions from which some games begin: a ring. */
enum { F2048_RESTARTS = 1024 };

typedef struct {
    f2048_board boards[F2048_RESTARTS];
    uint64_t saved; /* how many ever */
} f2048_restarts;

typedef struct {
    uint64_t seed;
    uint64_t first;       /* number of the first game */
    uint64_t games;
    float restart_share;  /* of the games begin from a saved position */
    uint8_t restart_from; /* the position after the first tile of this exponent, or of one
                             beyond it, is saved */
} f2048_round;

/* What became of a game. */
typedef struct {
    uint32_t score; /* counted from where the game began */
    uint32_t moves;
    uint8_t max_exponent;
    uint8_t restarted; /* began from a saved position */
} f2048_outcome;

/* Plays the games of a round, greedily by the weights as they are, and learns
 * from each as it ends. steps is room for F2048_LONGEST_GAME; outcomes for
 * round->games.
 *
 * Several threads may play rounds on one learner at the same time, each with
 * steps and restarts of its own. They change weights without locks, after Niu
 * et al., "Hogwild!" (NIPS 2011): a correction is lost now and then, and the
 * result depends on timing. One thread's does not. */
void f2048_learner_play(const f2048_learner *learner, const f2048_tables *tables,
                        const f2048_round *round, f2048_step *steps, f2048_restarts *restarts,
                        f2048_outcome *outcomes);

float f2048_learner_value(const f2048_learner *learner, f2048_board afterstate);

/* The values as weights to play by, rounded to steps, 0 where uses are fewer
 * than least (uses may be NULL). Whole steps that 16 bits cannot hold saturate.
 * False if a value is not finite: then what was learned has diverged. */
bool f2048_learner_round(const f2048_learner *learner, float step, const uint32_t *uses,
                         uint32_t least, int16_t *weights);

/* Opens a stage with the weights of the one before it. */
void f2048_learner_promote(const f2048_learner *learner, int stage);

#endif
