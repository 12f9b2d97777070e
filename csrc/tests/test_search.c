/* test_search.c: the search against expectimax as a textbook has it. */
#include "check.h"

#include "../network.h"
#include "../search.h"

#include <math.h>
#include <string.h>

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

static void a_used_table_gives_what_a_new_one_does(void) {
    f2048_search_table used = table_of(10), fresh = table_of(10);
    f2048_search with_used = settings(0.01, &used), with_fresh = settings(0.01, &fresh);
    for (int round = 0; round < 600; round++) { /* more than there are generations */
        f2048_generator generator = f2048_generator_seed(12, (uint64_t)round % 3);
        f2048_board board = narrow_board(&generator, 11); /* the same ones again and again */
        f2048_search_result one, other;
        CHECK(f2048_search_run(&with_used, board, 3 - round % 2, &one));
        memset(fresh.entries, 0, sizeof *fresh.entries << fresh.bits);
        fresh.generation = 0;
        CHECK(f2048_search_run(&with_fresh, board, 3 - round % 2, &other));
        CHECK(one.evaluations == other.evaluations);
        for (int move = 0; move < 4; move++)
            CHECK(one.values[move] == other.values[move]);
    }
    free(used.entries);
    free(fresh.entries);
}

static void what_an_old_search_left_is_gone_when_its_number_comes_again(void) {
    f2048_search_table table = table_of(14);
    f2048_search search = settings(0, &table);
    f2048_generator generator = f2048_generator_seed(15, 0);
    f2048_board board = narrow_board(&generator, 5), other = narrow_board(&generator, 5);
    f2048_search_result first, later;
    CHECK(f2048_search_run(&search, board, 3, &first) && first.evaluations > 1000);
    for (int round = 0; round < 254; round++)
        CHECK(f2048_search_run(&search, other, 1, &later));
    uint8_t before = table.generation;
    CHECK(f2048_search_run(&search, board, 3, &later) && table.generation < before);
    CHECK(later.evaluations == first.evaluations);
    free(table.entries);
}

/* With a cut-off what is found depends on what the table holds when: a change of that
 * is a change of the player, and no search on another machine would agree. */
static void a_search_with_cutoff_and_table_finds_the_same_everywhere(void) {
    f2048_search_table table = table_of(16);
    f2048_search search = settings(0.003, &table);
    f2048_generator generator = f2048_generator_seed(13, 0);
    double sum = 0;
    for (int round = 0; round < 12; round++) {
        f2048_search_result result;
        CHECK(f2048_search_run(&search, narrow_board(&generator, 5), 4, &result));
        for (int move = 0; move < 4; move++)
            sum += result.values[move];
    }
    CHECK(fabs(sum - 173367.203183) < 1e-5);
    free(table.entries);
}

static float nothing_at_all(const void *context, f2048_board after) {
    (void)context;
    (void)after;
    return 0;
}

static void of_equal_moves_the_first_is_best(void) {
    f2048_search search = settings(0, NULL);
    search.evaluation.value = nothing_at_all;
    f2048_board board = f2048_board_put((f2048_board){0, 0}, 5, 3);
    f2048_search_result result;
    CHECK(f2048_search_run(&search, board, 1, &result));
    CHECK(result.legal == 15 && result.best == F2048_UP && result.evaluations == 4);
    board = f2048_board_put((f2048_board){0, 0}, 3, 3); /* up and right do nothing */
    CHECK(f2048_search_run(&search, board, 1, &result));
    CHECK(result.legal == 12 && result.best == F2048_DOWN && result.evaluations == 2);
}

static void the_usual_depth_grows_as_cells_are_filled(void) {
    static const int expected[16] = {5, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    f2048_board board = {0, 0};
    for (int empty = 15; empty >= 0; empty--) {
        board = f2048_board_put(board, empty, 16); /* whose lower four bits are 0 */
        CHECK(f2048_search_depth(board) == expected[empty]);
    }
}

static bool count_questions(void *questions) {
    ++*(uint64_t *)questions;
    return false;
}

static void a_search_asks_again_and_again_whether_to_stop(void) {
    f2048_generator generator = f2048_generator_seed(14, 0);
    uint64_t questions = 0;
    f2048_search search = settings(0, NULL);
    search.stop = count_questions;
    search.stop_context = &questions;
    f2048_search_result result;
    f2048_search_deepen(&search, narrow_board(&generator, 5), 4, &result);
    CHECK(result.depth == 4); /* nothing stopped it */
    /* A last average is over 30 spawns at most, with 4 afterstates each. */
    CHECK(result.evaluations > 40000 && questions > result.evaluations / (130 * 30 * 4));
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
        if (result.depth < 5 && !f2048_search_run(&search, board, 5, &result)) {
            CHECK(result.depth == 0 && result.best == -1);
            CHECK(result.evaluations < 130 * 30 * 4); /* it stopped at once */
        }
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
    a_used_table_gives_what_a_new_one_does();
    what_an_old_search_left_is_gone_when_its_number_comes_again();
    a_search_with_cutoff_and_table_finds_the_same_everywhere();
    of_equal_moves_the_first_is_best();
    the_usual_depth_grows_as_cells_are_filled();
    a_search_asks_again_and_again_whether_to_stop();
    a_stopped_search_gives_the_deepest_that_was_finished();
}
