/* search.c: expectimax over afterstates, with a table of what is known. */
#include "search.h"

#include "board.h"

#include <string.h>

/* Products and sums are rounded one by one, so that all machines agree. GCC does so
 * under -std=c11 of itself, and warns of the pragma. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

static const double spawn_probability[] = {0, 0.9, 0.1}; /* by exponent */

static const double nothing = -1e300; /* less than any value */

/* How many averages over a last layer pass between two questions to stop. */
enum { PATIENCE = 128 };

typedef struct {
    const f2048_search *settings;
    f2048_search_entry *entries;
    unsigned shift; /* of a hash, to the number of an entry */
    uint8_t generation;
    bool stopped;
    unsigned patience;
    uint64_t evaluations;
} tree;

/* ---- the table */

static inline f2048_search_entry *slot(const tree *search, f2048_board board) {
    uint64_t hash = board.low ^ (uint64_t)board.high * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return &search->entries[hash >> search->shift];
}

static inline bool knows(const tree *search, const f2048_search_entry *entry, f2048_board board,
                         int depth) {
    return entry->low == board.low && entry->high == board.high && entry->depth == depth &&
           entry->generation == search->generation;
}

/* The deeper knowledge, which took longer to get, stays. */
static inline void keep(const tree *search, f2048_search_entry *entry, f2048_board board,
                        int depth, float probability, double value) {
    if (entry->generation == search->generation && entry->depth > depth)
        return;
    *entry = (f2048_search_entry){board.low,  value,          probability,
                                  board.high, (uint8_t)depth, search->generation};
}

/* ---- the last layer of spawns, where most of the time goes */

static double evaluate(tree *search, f2048_board after) {
    const f2048_evaluation *evaluation = &search->settings->evaluation;
    f2048_search_entry *entry = search->entries ? slot(search, after) : NULL;
    if (entry && knows(search, entry, after, 0))
        return entry->value;
    search->evaluations++;
    double value = evaluation->value(evaluation->context, after);
    if (entry)
        keep(search, entry, after, 0, 1, value);
    return value;
}

/* An afterstate and its pushes. With one more tile a push is the same but for
 * one line, so it costs one look-up. For boards that are not beyond_tables. */
typedef struct {
    uint64_t nibbles;
    unsigned rows[4], columns[4];
    uint64_t pushed[4]; /* by move */
    uint32_t gain_across, gain_down;
} pushes;

static pushes push_all(const f2048_tables *tables, uint64_t nibbles) {
    uint64_t columns = board_transpose(nibbles);
    pushes all = {.nibbles = nibbles};
    for (int i = 0; i < 4; i++) {
        unsigned row = all.rows[i] = nibbles >> 16 * i & 0xFFFF;
        unsigned column = all.columns[i] = columns >> 16 * i & 0xFFFF;
        all.pushed[F2048_UP] |= tables->up[column] << 4 * i;
        all.pushed[F2048_RIGHT] |= (uint64_t)tables->right[row] << 16 * i;
        all.pushed[F2048_DOWN] |= tables->down[column] << 4 * i;
        all.pushed[F2048_LEFT] |= (uint64_t)tables->left[row] << 16 * i;
        all.gain_across += tables->gain[row];
        all.gain_down += tables->gain[column];
    }
    return all;
}

/* What the afterstate with one more tile is worth, looking one ply ahead. */
static double best_with(tree *search, const pushes *all, int cell, unsigned exponent) {
    const f2048_tables *tables = search->settings->tables;
    int i = cell / 4, j = cell % 4;
    unsigned row = all->rows[i], filled_row = row | exponent << 4 * j;
    unsigned column = all->columns[j], filled_column = column | exponent << 4 * i;
    uint64_t change[4] = {
        (tables->up[column] ^ tables->up[filled_column]) << 4 * j,
        (uint64_t)(tables->right[row] ^ tables->right[filled_row]) << 16 * i,
        (tables->down[column] ^ tables->down[filled_column]) << 4 * j,
        (uint64_t)(tables->left[row] ^ tables->left[filled_row]) << 16 * i,
    };
    uint32_t gain[2] = {
        all->gain_down - tables->gain[column] + tables->gain[filled_column],
        all->gain_across - tables->gain[row] + tables->gain[filled_row],
    };
    uint64_t board = all->nibbles | (uint64_t)exponent << 4 * cell;
    double best = nothing;
    for (int move = 0; move < 4; move++) {
        uint64_t after = all->pushed[move] ^ change[move];
        if (after == board)
            continue;
        double value = (gain[move & 1] & F2048_GAIN_REWARD) +
                       evaluate(search, (f2048_board){after, 0});
        if (value > best)
            best = value;
    }
    return best == nothing ? 0 : best;
}

/* ---- the layers above it */

static double afterstate_value(tree *search, f2048_board after, int depth, double probability);

/* The legal moves' values; the mask of them. */
static unsigned move_values(tree *search, f2048_board board, int depth, double probability,
                            double values[4]) {
    unsigned legal = f2048_board_legal(board);
    for (int move = 0; move < 4; move++) {
        if (!(legal >> move & 1))
            continue;
        f2048_slide slide = board_slide(search->settings->tables, board, move);
        values[move] =
            slide.reward + afterstate_value(search, slide.after, depth - 1, probability);
    }
    return legal;
}

static double board_value(tree *search, f2048_board board, int depth, double probability) {
    double values[4], best = nothing;
    unsigned legal = move_values(search, board, depth, probability, values);
    for (int move = 0; move < 4; move++)
        if (legal >> move & 1 && values[move] > best)
            best = values[move];
    return legal ? best : 0;
}

static double average(tree *search, f2048_board after, int depth, double probability) {
    uint64_t empty = board_occupied_flags(after) ^ FLAGS_ALL;
    double cells = (double)board_count(empty);
    bool is_last = depth == 1 && !board_beyond_tables(after.low, after.high);
    pushes all;
    if (is_last)
        all = push_all(search->settings->tables, after.low);
    double average = 0;
    for (unsigned exponent = 1; exponent <= 2; exponent++) {
        double of_one = probability * spawn_probability[exponent] / cells, value = 0;
        if (of_one < search->settings->cutoff) {
            value = cells * evaluate(search, after);
        } else {
            for (int cell = 0; cell < F2048_CELLS; cell++) {
                if (!(empty >> 4 * cell & 1))
                    continue;
                value += is_last ? best_with(search, &all, cell, exponent)
                                 : board_value(search, f2048_board_put(after, cell, exponent),
                                               depth, of_one);
            }
        }
        average += spawn_probability[exponent] * value / cells;
    }
    return average;
}

static void consider_stopping(tree *search) {
    const f2048_search *settings = search->settings;
    if (--search->patience > 0)
        return;
    search->patience = PATIENCE;
    search->stopped = settings->stop && settings->stop(settings->stop_context);
}

/* After a stop the value means nothing. */
static double afterstate_value(tree *search, f2048_board after, int depth, double probability) {
    if (depth == 0)
        return evaluate(search, after);
    if (search->stopped)
        return 0;
    f2048_search_entry *entry = search->entries ? slot(search, after) : NULL;
    float rounded = (float)probability;
    if (entry && knows(search, entry, after, depth) && entry->probability >= rounded)
        return entry->value;
    double value = average(search, after, depth, probability);
    if (depth == 1)
        consider_stopping(search);
    if (entry && !search->stopped)
        keep(search, entry, after, depth, rounded, value);
    return value;
}

/* ---- the root */

static tree begin(const f2048_search *settings) {
    tree search = {.settings = settings, .patience = PATIENCE};
    f2048_search_table *table = settings->table;
    if (table) {
        if (++table->generation == 0) {
            memset(table->entries, 0, sizeof *table->entries << table->bits);
            table->generation = 1;
        }
        search.entries = table->entries;
        search.generation = table->generation;
    }
    return search;
}

static bool run(tree *search, f2048_board board, int depth, f2048_search_result *result) {
    if (search->entries) {
        unsigned bits = search->settings->table->bits, enough = 6 + 2 * (unsigned)depth;
        search->shift = 64 - (bits < enough ? bits : enough);
    }
    f2048_search_result found = {.best = -1, .depth = depth};
    found.legal = move_values(search, board, depth, 1, found.values);
    if (search->stopped)
        return false;
    for (int move = 0; move < 4; move++)
        if (found.legal >> move & 1 &&
            (found.best < 0 || found.values[move] > found.values[found.best]))
            found.best = move;
    *result = found;
    return true;
}

bool f2048_search_run(const f2048_search *settings, f2048_board board, int depth,
                      f2048_search_result *result) {
    tree search = begin(settings);
    *result = (f2048_search_result){.best = -1};
    bool finished = run(&search, board, depth, result);
    result->evaluations = search.evaluations;
    return finished;
}

void f2048_search_deepen(const f2048_search *settings, f2048_board board, int depth,
                         f2048_search_result *result) {
    tree search = begin(settings);
    *result = (f2048_search_result){.best = -1};
    for (int plies = 1; plies <= depth && run(&search, board, plies, result); plies++)
        ;
    result->evaluations = search.evaluations;
}

int f2048_search_depth(f2048_board board) {
    uint64_t empty = board_occupied_flags(board) ^ FLAGS_ALL;
    unsigned cells = (unsigned)board_count(empty);
    return cells <= 1 ? 5 : cells <= 3 ? 4 : 3;
}
