/* test_search.c: the search against expectimax as a textbook has it. */
#include "check.h"

#include "../network.h"
#include "../search.h"

#include <math.h>

/* Any value will do, if every cell counts. Whole numbers add up exactly. */
static float value_of(const void *salt, f2048_board after) {
    uint64_t x = after.low * 0x9E3779B97F4A7C15u + after.high * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 29) * *(const uint64_t *)salt;
    return (float)(x >> 52);
}

static const uint64_t salt = 0xBF58476D1CE4E5B9u;

static f2048_search settings(double cutoff, f2048_search_table *table) {
    f2048_search search = {.tables = test_tables(), .table = table, .cutoff = cutoff};
    search.evaluation = (f2048_evaluation){value_of, &salt};
    return search;
}

static f2048_search_table table_of(unsigned bits) {
    f2048_search_table table = {.bits = bits};
    table.entries = calloc((size_t)1 << bits, sizeof *table.entries);
    CHECK(table.entries != NULL);
    return table;
}

static double plain_after(f2048_board after, int depth, double cutoff, double probability);

static double plain_move(f2048_board board, int move, int depth, double cutoff,
                         double probability) {
    f2048_slide slide = f2048_board_slide(test_tables(), board, move);
    return slide.reward + plain_after(slide.after, depth - 1, cutoff, probability);
}

static double plain_board(f2048_board board, int depth, double cutoff, double probability) {
    double best = 0;
    bool any = false;
    for (int move = 0; move < 4; move++) {
        if (!(f2048_board_legal(board) >> move & 1))
            continue;
        double value = plain_move(board, move, depth, cutoff, probability);
        best = any && best > value ? best : value;
        any = true;
    }
    return best;
}

static double plain_after(f2048_board after, int depth, double cutoff, double probability) {
    if (depth == 0)
        return value_of(&salt, after);
    unsigned empty = f2048_board_empty(after), cells = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++)
        cells += empty >> cell & 1;
    double sum = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        for (unsigned exponent = 1; empty >> cell & 1 && exponent <= 2; exponent++) {
            double chance = (exponent == 1 ? 0.9 : 0.1) / cells;
            sum += chance * (probability * chance < cutoff
                                 ? value_of(&salt, after)
                                 : plain_board(f2048_board_put(after, cell, exponent), depth,
                                               cutoff, probability * chance));
        }
    }
    return sum;
}

/* A crowded board, of which three plies are soon searched. */
static f2048_board narrow_board(f2048_generator *generator, unsigned most) {
    f2048_board board = test_board(generator, most);
    for (int cell = 0; cell < F2048_CELLS - 3; cell++)
        if (!f2048_board_exponent(board, cell))
            board = f2048_board_put(board, cell, 1 + (unsigned)(cell % 5));
    return board;
}

static void the_values_are_those_of_plain_expectimax(void) {
    static const double cutoffs[] = {0, 0.01, 0.2};
    f2048_generator generator = f2048_generator_seed(8, 0);
    for (int round = 0; round < 240; round++) {
        int depth = 1 + round % 3;
        double cutoff = cutoffs[round / 3 % 3];
        f2048_search search = settings(cutoff, NULL);
        f2048_board board = narrow_board(&generator, round % 2 ? 17 : 11);
        f2048_search_result result;
        CHECK(f2048_search_run(&search, board, depth, &result));
        CHECK(result.legal == f2048_board_legal(board) && result.depth == depth);
        CHECK((result.best < 0) == (result.legal == 0));
        for (int move = 0; move < 4; move++) {
            if (!(result.legal >> move & 1))
                continue;
            double expected = plain_move(board, move, depth, cutoff, 1);
            CHECK(fabs(result.values[move] - expected) < 1e-6);
            CHECK(result.values[move] <= result.values[result.best]);
        }
    }
}

static void without_cutoff_the_table_changes_nothing(void) {
    for (unsigned bits = 1; bits <= 14; bits += 13) {
        f2048_search_table table = table_of(bits);
        f2048_search with = settings(0, &table), without = settings(0, NULL);
        f2048_generator generator = f2048_generator_seed(9, bits);
        for (int round = 0; round < 600; round++) { /* more than there are generations */
            f2048_board board = narrow_board(&generator, 17);
            int depth = round % 20 ? 2 : 3;
            f2048_search_result one, other;
            CHECK(f2048_search_run(&with, board, depth, &one));
            CHECK(f2048_search_run(&without, board, depth, &other));
            CHECK(one.evaluations <= other.evaluations);
            for (int move = 0; move < 4; move++)
                CHECK(one.values[move] == other.values[move]);
        }
        free(table.entries);
    }
}

static bool stop_when_zero(void *questions) {
    return --*(int *)questions <= 0;
}

static void a_stopped_search_gives_the_deepest_that_was_finished(void) {
    f2048_generator generator = f2048_generator_seed(10, 0);
    f2048_search_table table = table_of(12);
    int deepest = 0;
    for (int limit = 1; limit < 200; limit += 11) {
        int questions = limit;
        f2048_board board = narrow_board(&generator, 5);
        if (!f2048_board_legal(board))
            continue;
        f2048_search search = settings(0, &table), unlimited = settings(0, NULL);
        search.stop = stop_when_zero;
        search.stop_context = &questions;
        f2048_search_result result, expected;
        f2048_search_deepen(&search, board, 5, &result);
        CHECK(result.depth >= 1);
        CHECK(f2048_search_run(&unlimited, board, result.depth, &expected));
        for (int move = 0; move < 4; move++)
            CHECK(result.values[move] == expected.values[move]);
        if (result.depth > deepest)
            deepest = result.depth;
        questions = 1;
        if (result.depth < 5 && !f2048_search_run(&search, board, 5, &result))
            CHECK(result.depth == 0 && result.best == -1);
    }
    CHECK(deepest > 2);
    free(table.entries);
}

static void both_ways_to_the_weights_give_the_same(void) {
    static const uint16_t cells[2] = {0x0033, 0x8421};
    static int16_t weights[2 << 16];
    f2048_network network = {.weights = weights, .step = 0.5f};
    CHECK(f2048_shape_make(&network.shape, 2, cells, 1, NULL));
    f2048_generator generator = f2048_generator_seed(11, 0);
    for (size_t i = 0; i < f2048_shape_weights(&network.shape); i++)
        weights[i] = (int16_t)(f2048_generator_next(&generator) & 0xFFF);
    f2048_network other = network;
    other.shape.by_extraction = !network.shape.by_extraction;
    if (!network.shape.by_extraction)
        return; /* not on this processor */
    for (int round = 0; round < 10000; round++) {
        f2048_board board = test_board(&generator, 17);
        CHECK(f2048_network_value(&network, board) == f2048_network_value(&other, board));
    }
}

void test_search(void) {
    both_ways_to_the_weights_give_the_same();
    the_values_are_those_of_plain_expectimax();
    without_cutoff_the_table_changes_nothing();
    a_stopped_search_gives_the_deepest_that_was_finished();
}
