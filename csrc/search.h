/* search.h: expectimax over afterstates.
 *
 * A board is worth the best of its legal moves, a move its reward and what the
 * afterstate is worth; a board without moves is worth 0. An afterstate is worth
 * what the evaluation says of it, or, with plies left, the average over its
 * spawns (Ballard, "The *-minimax search procedure for trees containing chance
 * nodes", Artificial Intelligence 21, 1983, calls such a tree expectimax). A
 * search of k plies has k layers of moves and k - 1 layers of spawns.
 *
 * The cut-off leaves out what is unlikely: a spawn is not followed if the
 * probability of all spawns on the way to it is below it. It then counts for
 * what the evaluation says of the afterstate before it.
 *
 * Results depend on the arguments alone, not on what was searched before, nor,
 * with cut-off 0, on the table.
 */
#ifndef F2048_SEARCH_H
#define F2048_SEARCH_H

#include "fast2048.h"

enum { F2048_SEARCH_MAX_DEPTH = 15 };

/* What an afterstate is worth: the reward to be expected from there on. Called
 * often, and from every thread that searches. */
typedef struct {
    float (*value)(const void *context, f2048_board afterstate);
    const void *context;
} f2048_evaluation;

/* What is known of one afterstate. */
typedef struct {
    uint64_t low;
    double value;
    float probability;  /* of the spawns on the way: with less, more was cut off */
    uint16_t high;
    uint8_t depth;      /* plies below; 0 is the evaluation itself */
    uint8_t generation; /* of the search that wrote it; 0 is an empty slot */
} f2048_search_entry;

/* A table for one search at a time. Shallow searches use a part of it, which
 * then stays in the cache. */
typedef struct {
    f2048_search_entry *entries; /* 2^bits of them, all zero before the first search */
    unsigned bits;               /* 1..32 */
    uint8_t generation; /* 0 before the first search */
} f2048_search_table;

typedef struct {
    const f2048_tables *tables;
    f2048_evaluation evaluation;
    f2048_search_table *table; /* NULL: none */
    double cutoff;             /* a probability; 0 follows every spawn */
    bool (*stop)(void *context); /* asked some thousand times a second; NULL: never */
    void *stop_context;
} f2048_search;

typedef struct {
    double values[4];     /* of the legal moves, by move */
    unsigned legal;       /* mask of the legal moves; 0: the board is worth 0 */
    int best;             /* the first of the best moves, or -1 */
    int depth;            /* plies of the search that was finished, or 0 */
    uint64_t evaluations; /* of the whole search */
} f2048_search_result;

/* Searches depth plies deep, 1..F2048_SEARCH_MAX_DEPTH. False, with a result of
 * depth 0, if it was stopped. */
bool f2048_search_run(const f2048_search *settings, f2048_board board, int depth,
                      f2048_search_result *result);

/* How deep to search a board by default: deeper when few cells are empty, since
 * there is less to search then and more to lose. */
int f2048_search_depth(f2048_board board);

/* Searches 1 ply deep, then 2, and so on to depth, until it is stopped. The
 * result is that of the deepest finished search; that of 1 ply always is. */
void f2048_search_deepen(const f2048_search *settings, f2048_board board, int depth,
                         f2048_search_result *result);

#endif
