/* test_learning.c: the rules of correction by hand, and that playing teaches. */
#include <math.h>
#include <string.h>

#include "../generator.h"
#include "../kernel.h"
#include "../learning.h"
#include "check.h"

static const uint16_t ROWS_AND_SQUARES[] = {0x000F, 0x00F0, 0x0033, 0x0066, 0x0660};
enum { TUPLES = 5, WEIGHTS = TUPLES * 65536 };

static const f2048_kernel *kernel; /* under test */

static f2048_step steps[F2048_LONGEST_GAME];
static f2048_restarts restarts;

static f2048_learner new_learner(int stages, uint8_t from) {
    f2048_learner learner = {.kernel = kernel, .rate = 1, .lambda = 0.5f, .coherent = true};
    CHECK(f2048_shape_make(&learner.shape, TUPLES, ROWS_AND_SQUARES, stages, &from));
    learner.weights = calloc(f2048_shape_weights(&learner.shape), sizeof *learner.weights);
    CHECK(learner.weights != NULL);
    restarts.saved = 0;
    return learner;
}

static double mean_score(const f2048_learner *learner, f2048_round round) {
    f2048_outcome *outcomes = malloc(round.games * sizeof *outcomes);
    CHECK(outcomes != NULL);
    f2048_learner_play(learner, test_tables(), &round, steps, &restarts, outcomes);
    double sum = 0;
    for (uint64_t i = 0; i < round.games; i++)
        sum += outcomes[i].score;
    free(outcomes);
    return sum / (double)round.games;
}

static void playing_teaches(void) {
    for (int coherent = 0; coherent <= 1; coherent++) {
        f2048_learner learner = new_learner(1, 0);
        learner.coherent = coherent;
        learner.rate = coherent ? 1 : 0.1f;
        double first = mean_score(&learner, (f2048_round){.seed = 1, .games = 30});
        mean_score(&learner, (f2048_round){.seed = 1, .first = 30, .games = 300});
        double last = mean_score(&learner, (f2048_round){.seed = 1, .first = 330, .games = 30});
        CHECK(last > 2 * first);
        free(learner.weights);
    }
}

/* A board that one move, up or down, brings to its end, if the right tile spawns. */
static f2048_board last_board(void) {
    static const uint8_t cells[16] = {1, 5, 3, 9, 1, 6, 4, 5, 5, 3, 6, 4, 4, 5, 3, 6};
    f2048_board board = {0, 0};
    for (int cell = 0; cell < F2048_CELLS; cell++)
        board = f2048_board_put(board, cell, cells[cell]);
    return board;
}

static const f2048_board *the_afterstate = &steps[0].after;

/* Learns from a game of that one move, after making its afterstate worth 80: an
 * error of -80, of which each of the 40 look-ups has -2 as its share. */
static void learn_from_the_last_move(const f2048_learner *learner, f2048_weight *weight) {
    if (weight)
        weight->value += 80 - f2048_learner_value(learner, *the_afterstate);
    f2048_board expected = *the_afterstate;
    restarts.boards[0] = last_board();
    restarts.saved = 1;
    f2048_round round = {.seed = 1, .games = 1, .restart_share = 1, .restart_from = 31};
    f2048_outcome outcome;
    f2048_learner_play(learner, test_tables(), &round, steps, &restarts, &outcome);
    CHECK(outcome.restarted && outcome.moves == 1);
    CHECK(!weight || the_afterstate->low == expected.low);
}

static bool near(float x, float y) {
    return fabsf(x - y) < 1e-3f;
}

static void a_weight_moves_as_far_as_its_errors_agree(void) {
    f2048_learner learner = new_learner(1, 0);
    learn_from_the_last_move(&learner, NULL);
    f2048_weight *weight = &learner.weights[the_afterstate->low & 0xFFFF];
    CHECK(weight->value == 0 && weight->size == 0); /* it was right: nothing comes after */

    learn_from_the_last_move(&learner, weight);
    CHECK(near(weight->value, 80 - 2)); /* without a past the rate is full */
    CHECK(weight->error == -80 && weight->size == 80);

    weight->error = 10; /* of 80: a rate of 1/8 */
    weight->value += 80 - f2048_learner_value(&learner, *the_afterstate);
    float value = weight->value;
    learn_from_the_last_move(&learner, weight);
    CHECK(near(weight->value, value - 2 * 0.125f));
    CHECK(near(weight->error, 10 - 80) && near(weight->size, 80 + 80));

    weight->size = INFINITY; /* held */
    weight->value += 80 - f2048_learner_value(&learner, *the_afterstate);
    value = weight->value;
    learn_from_the_last_move(&learner, weight);
    CHECK(weight->value == value);

    learner.coherent = false;
    learner.rate = 0.5f;
    weight->value += 80 - f2048_learner_value(&learner, *the_afterstate);
    value = weight->value;
    learn_from_the_last_move(&learner, weight);
    CHECK(near(weight->value, value - 1));
    free(learner.weights);
}

static void rounds_of_any_length_make_the_same_weights(void) {
    f2048_learner whole = new_learner(1, 0);
    f2048_round round = {.seed = 7, .games = 60, .restart_share = 0.3f, .restart_from = 8};
    mean_score(&whole, round);
    f2048_learner parts = new_learner(1, 0);
    for (uint64_t first = 0; first < 60; first += 20) {
        round.first = first;
        round.games = 20;
        mean_score(&parts, round);
    }
    CHECK(restarts.saved > 10);
    CHECK(memcmp(whole.weights, parts.weights, WEIGHTS * sizeof(f2048_weight)) == 0);
    free(whole.weights);
    free(parts.weights);
}

static void saved_positions_are_a_ring(void) {
    f2048_learner learner = new_learner(1, 0);
    f2048_round round = {.seed = 3, .games = 1, .restart_share = 0, .restart_from = 3};
    f2048_outcome outcome;
    memset(restarts.boards, 0, sizeof restarts.boards);
    restarts.saved = 3 * F2048_RESTARTS - 1; /* the next one is the last place, then the first */
    f2048_learner_play(&learner, test_tables(), &round, steps, &restarts, &outcome);
    CHECK(!outcome.restarted && outcome.max_exponent >= 4);
    CHECK(restarts.saved == 3 * F2048_RESTARTS - 1 + outcome.max_exponent - 2u);
    CHECK(f2048_board_max_exponent(restarts.boards[F2048_RESTARTS - 1]) == 3);
    CHECK(f2048_board_max_exponent(restarts.boards[0]) == 4);
    CHECK(restarts.boards[F2048_RESTARTS - 2].low == 0);

    /* However many were ever saved, a game begins from one of those that are there, and
     * sooner or later from each. */
    round.restart_share = 1;
    round.restart_from = 31;
    bool begun[8] = {false};
    for (int i = 0; i < F2048_RESTARTS; i++)
        restarts.boards[i] = f2048_board_put(last_board(), 15, 8 + (unsigned)i / 128);
    restarts.saved = (uint64_t)1 << 40;
    for (round.first = 0; round.first < 200; round.first++) {
        f2048_learner_play(&learner, test_tables(), &round, steps, &restarts, &outcome);
        CHECK(outcome.restarted && outcome.moves >= 1);
        begun[f2048_board_exponent(steps[0].after, 15) % 8] = true;
    }
    for (int i = 0; i < 8; i++)
        CHECK(begun[i]);
    free(learner.weights);
}

static void counting_changes_nothing(void) {
    f2048_learner learner = new_learner(2, 6);
    mean_score(&learner, (f2048_round){.seed = 1, .games = 20});
    f2048_weight *before = malloc(2 * WEIGHTS * sizeof *before);
    CHECK(before != NULL);
    memcpy(before, learner.weights, 2 * WEIGHTS * sizeof *before);
    learner.uses = calloc(2 * WEIGHTS, sizeof *learner.uses);
    CHECK(learner.uses != NULL);
    f2048_round round = {.seed = 2, .games = 1};
    f2048_outcome outcome;
    f2048_learner_play(&learner, test_tables(), &round, steps, &restarts, &outcome);
    CHECK(memcmp(before, learner.weights, 2 * WEIGHTS * sizeof *before) == 0);
    uint64_t uses[2] = {0, 0}; /* of a stage */
    for (size_t i = 0; i < 2 * WEIGHTS; i++)
        uses[i / WEIGHTS] += learner.uses[i];
    CHECK(uses[0] > 0 && uses[1] > 0);
    CHECK(uses[0] + uses[1] == (uint64_t)outcome.moves * 8 * TUPLES);
    free(learner.uses);
    free(learner.weights);
    free(before);
}

static void a_stage_begins_with_the_weights_of_the_one_before(void) {
    f2048_learner learner = new_learner(2, 9);
    mean_score(&learner, (f2048_round){.seed = 1, .games = 20});
    f2048_board small = {0x0000000000000128u, 0}, large = {0x0000000000000129u, 0};
    f2048_learner_promote(&learner, 1);
    CHECK(memcmp(learner.weights, learner.weights + WEIGHTS, WEIGHTS * sizeof(f2048_weight)) == 0);
    learner.weights[WEIGHTS].value += 100;
    float value = f2048_learner_value(&learner, large);
    learner.weights[0].value += 1000; /* of the first stage: only small boards notice */
    CHECK(f2048_learner_value(&learner, large) == value);
    value = f2048_learner_value(&learner, small);
    learner.weights[0].value -= 1000;
    CHECK(f2048_learner_value(&learner, small) < value);
    free(learner.weights);
}

static void rounded_weights_are_whole_steps(void) {
    f2048_learner learner = new_learner(1, 0);
    static int16_t rounded[WEIGHTS];
    static uint32_t uses[WEIGHTS];
    learner.weights[1].value = 39;
    learner.weights[2].value = -41;
    learner.weights[3].value = 1e9f;
    learner.weights[4].value = -1e9f;
    learner.weights[5].value = 300;
    uses[1] = uses[2] = uses[3] = uses[4] = 4;
    uses[5] = 3;
    CHECK(f2048_learner_round(&learner, 16, uses, 4, rounded));
    CHECK(rounded[0] == 0 && rounded[1] == 2 && rounded[2] == -3);
    CHECK(rounded[3] == INT16_MAX && rounded[4] == INT16_MIN && rounded[5] == 0);
    CHECK(f2048_learner_round(&learner, 16, NULL, 4, rounded));
    CHECK(rounded[5] == 19);
    static const float beyond[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        learner.weights[WEIGHTS - 1].value = beyond[i];
        CHECK(!f2048_learner_round(&learner, 16, NULL, 0, rounded));
    }
    free(learner.weights);
}

static void the_portable_kernel_makes_the_same_weights(void) {
    const f2048_kernel *this = kernel;
    f2048_learner learner = new_learner(2, 9);
    f2048_round round = {.seed = 5, .games = 40, .restart_share = 0.3f, .restart_from = 8};
    mean_score(&learner, round);
    kernel = &f2048_kernel_portable;
    f2048_learner portable = new_learner(2, 9);
    mean_score(&portable, round);
    CHECK(memcmp(learner.weights, portable.weights, 2 * WEIGHTS * sizeof(f2048_weight)) == 0);
    free(learner.weights);
    free(portable.weights);
    kernel = this;
}

/* Values for the weights of a board, and for them alone: so a table of seven cells,
 * which is 3 GB, takes no more memory than the pages that are looked at. */
static void fill(const f2048_learner *learner, f2048_board board) {
    const f2048_shape *shape = &learner->shape;
    uint64_t images[8];
    network_images(board, images);
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        uint32_t indexes[8];
        network_indexes(shape, tuple, images, indexes);
        for (int i = 0; i < 8; i++)
            learner->weights[shape->offsets[tuple] + indexes[i]].value =
                (float)(indexes[i] * 0x9E3779B1u >> 8 & 0xFFFF) / 16 + 1;
    }
}

static void tuples_of_any_length_are_looked_up_alike(void) {
    static const uint16_t cells[] = {0x8000, 0x8421, 0x1137, 0x0101, 0x0137};
    f2048_learner learner = {.kernel = kernel}, portable = {.kernel = &f2048_kernel_portable};
    CHECK(f2048_shape_make(&learner.shape, 5, cells, 1, NULL));
    learner.weights = calloc(f2048_shape_weights(&learner.shape), sizeof *learner.weights);
    CHECK(learner.weights != NULL);
    portable.shape = learner.shape;
    portable.weights = learner.weights;
    f2048_generator generator = f2048_generator_seed(11, 0);
    for (int i = 0; i < 500; i++) {
        /* Exponents beyond 15 too. */
        f2048_board board = {generator_next(&generator), (uint16_t)generator_next(&generator)};
        fill(&learner, board);
        float value = f2048_learner_value(&learner, board);
        CHECK(value >= 8 * 5 && f2048_learner_value(&portable, board) == value);
    }
    free(learner.weights);
}

static void test_learning_with_kernel(void) {
    tuples_of_any_length_are_looked_up_alike();
    the_portable_kernel_makes_the_same_weights();
    playing_teaches();
    a_weight_moves_as_far_as_its_errors_agree();
    rounds_of_any_length_make_the_same_weights();
    saved_positions_are_a_ring();
    counting_changes_nothing();
    a_stage_begins_with_the_weights_of_the_one_before();
    rounded_weights_are_whole_steps();
}

void test_learning(void) {
    for (unsigned number = 0; (kernel = f2048_kernel_number(number)); number++)
        if (f2048_kernel_supported(kernel))
            test_learning_with_kernel();
}
