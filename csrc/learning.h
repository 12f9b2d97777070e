/* learning.h: how the weights of a network are learned, by playing. */
#ifndef F2048_LEARNING_H
#define F2048_LEARNING_H

#include "network.h"

/* What temporal coherence knows of a weight (Beal and Smith, "Temporal coherence
 * and prediction decay in TD learning", IJCAI 1999): the sum of all errors that
 * it was corrected for, and the sum of their sizes. While errors agree in sign
 * the two are equal and the weight moves at the full rate; once they cancel out
 * it has found its place. Kept apart from the values, because play looks at the
 * values of four afterstates for each one that is learned from. */
typedef struct {
    float error;
    float size;
} f2048_coherence;

typedef struct {
    f2048_shape shape;
    float *values;               /* f2048_shape_weights of them, in the order of f2048_network */
    f2048_coherence *coherences; /* as many; NULL for plain TD */
    float rate;            /* share of an error that is corrected, 1 for temporal coherence */
    float lambda;          /* 0: from the next afterstate only; 1: from the end of the game only */
} f2048_learner;

/* The sum of all spawned tiles, at least 2 a move, stays on the board, and no
 * board of play holds more than 131072 + 65536 + ... + 4 < 2 * 131072. */
#define F2048_LONGEST_GAME 131072

typedef struct {
    f2048_board after;
    uint32_t reward;
} f2048_step;

/* Positions from which some games begin: a ring. */
enum { F2048_RESTARTS = 1024 };

typedef struct {
    f2048_board boards[F2048_RESTARTS];
    uint32_t saved; /* how many ever */
} f2048_restarts;

/* What became of a game. */
typedef struct {
    uint32_t score; /* counted from where the game began */
    uint32_t moves;
    uint8_t max_exponent;
    uint8_t restarted; /* began from a saved position */
} f2048_outcome;

/* Where the weights of a board are. */
typedef struct {
    size_t stage; /* where the tables of its stage begin */
    uint32_t indexes[F2048_MAX_TUPLES][8];
} f2048_places;

/* One game in progress; the memory for its steps is the caller's. */
typedef struct {
    f2048_step *steps; /* room for F2048_LONGEST_GAME */
    f2048_board board;
    f2048_generator generator;
    f2048_outcome outcome;
    uint64_t number;
    unsigned legal;
    f2048_slide slides[4];
    f2048_places places[4];
} f2048_player;

typedef struct {
    uint64_t seed;
    uint64_t first;         /* number of the first game */
    uint32_t games;
    float restart_share;    /* of the games begin from a saved position */
    uint8_t restart_from;   /* positions are saved when a tile of this exponent, or a larger
                               one, is the first of its kind */
} f2048_round;

/* Plays the games of a round, greedily by the weights as they are, and learns
 * from each as it ends. The players take turns, ply by ply, so that one waits
 * for memory while the others compute; the outcome depends on their number but
 * not on the machine. Outcomes go to outcomes[0 .. games - 1].
 *
 * Several threads may run rounds on one learner at the same time, each with
 * players and restarts of its own. They write weights without locks, after Niu
 * et al., "Hogwild!" (NIPS 2011): a correction is lost now and then, and results
 * differ from run to run. */
void f2048_learner_play(const f2048_learner *learner, const f2048_tables *tables,
                        const f2048_round *round, f2048_player *players, int number_of_players,
                        f2048_restarts *restarts, f2048_outcome *outcomes);

float f2048_learner_value(const f2048_learner *learner, f2048_board afterstate);

#endif
