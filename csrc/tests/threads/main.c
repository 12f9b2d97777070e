/* main.c: the engine in several threads at once; made to be built with
 * ThreadSanitizer. Tables, kernels and inputs are shared, results lie side by
 * side in one array, and everything else belongs to its thread. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../../network.h"
#include "../../search.h"

enum { THREADS = 4, GAMES = 3000, BOARDS = 1000 };

static f2048_tables tables;
static uint32_t scores[THREADS * GAMES], moves[THREADS * GAMES];
static uint8_t max_exponents[THREADS * GAMES], won[THREADS * GAMES];
static uint8_t boards[BOARDS][16], directions[BOARDS];
static int wrong[THREADS];

/* A network that all threads search by, each with a table of its own. */
enum { SEARCHES = 40, TABLE_BITS = 10 };
static const uint16_t squares_and_rows[] = {0x0033, 0x0066, 0x0660, 0x000F, 0x00F0};
static int16_t weights[5 * 65536];
static f2048_network network = {.weights = weights, .step = 1};
static double found[THREADS][SEARCHES];

static float value(const void *context, f2048_board afterstate) {
    return f2048_network_value(context, afterstate);
}

static void search(int thread) {
    static f2048_search_entry entries[THREADS][1 << TABLE_BITS];
    f2048_search_table table = {.entries = entries[thread], .bits = TABLE_BITS};
    f2048_search settings = {
        .tables = &tables, .evaluation = {value, &network}, .table = &table, .cutoff = 1e-3};
    for (int i = 0; i < SEARCHES; i++) {
        f2048_game game;
        f2048_game_start(&game, 9, (uint64_t)i);
        for (int ply = 0; ply < 60; ply++)
            f2048_game_push_random(&game, &tables);
        f2048_search_result result;
        wrong[thread] += !f2048_search_run(&settings, game.board, 2, &result);
        found[thread][i] = result.best < 0 ? 0 : result.values[result.best];
    }
}

static void play(const f2048_kernel *kernel, uint64_t first, uint64_t count) {
    f2048_playouts playouts;
    f2048_playouts_begin(&playouts, kernel, 5, first, count, NULL,
                         (f2048_playout_results){scores + first, moves + first,
                                                 max_exponents + first, won + first});
    while (!f2048_playouts_run(&playouts, 500))
        ;
}

static void *work(void *argument) {
    int thread = *(const int *)argument;
    search(thread);
    unsigned number = 0;
    for (const f2048_kernel *kernel; (kernel = f2048_kernel_number(number)); number++) {
        if (!f2048_kernel_supported(kernel))
            continue;
        uint64_t first = (uint64_t)thread * GAMES;
        play(kernel, first, GAMES);
        for (uint64_t i = first; i < first + 50; i++) {
            f2048_game game;
            f2048_game_start(&game, 5, i);
            while (f2048_game_push_random(&game, &tables) == F2048_OK)
                ;
            wrong[thread] += game.score != scores[i] || game.moves != moves[i];
        }
        uint8_t after[BOARDS][16], legal[BOARDS][4];
        uint32_t rewards[BOARDS];
        wrong[thread] += f2048_boards_check(kernel, boards[0], BOARDS) != BOARDS;
        f2048_boards_slide(kernel, boards[0], directions, BOARDS, after[0], rewards);
        f2048_boards_legal(kernel, boards[0], BOARDS, legal[0]);
        for (int i = 0; i < BOARDS; i++)
            wrong[thread] += !legal[i][directions[i]] != !memcmp(after[i], boards[i], 16);
    }
    return NULL;
}

int main(void) {
    int numbers[THREADS], errors = 0;
    pthread_t threads[THREADS];
    f2048_tables_build(&tables);
    f2048_generator generator = f2048_generator_seed(6, 0);
    errors += !f2048_shape_make(&network.shape, 5, squares_and_rows, 1, NULL);
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        weights[i] = (int16_t)(f2048_generator_next(&generator) % 1000);
    for (int i = 0; i < BOARDS; i++) {
        directions[i] = (uint8_t)(i % 4);
        for (int c = 0; c < 16; c++)
            boards[i][c] = (uint8_t)(f2048_generator_next(&generator) % 18);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        errors += pthread_create(&threads[i], NULL, work, &numbers[i]) != 0;
    }
    for (int i = 0; i < THREADS; i++)
        errors += pthread_join(threads[i], NULL) != 0 || wrong[i];
    for (int i = 1; i < THREADS; i++)
        errors += memcmp(found[i], found[0], sizeof found[0]) != 0;
    puts(errors ? "threads: wrong results" : "threads: all results agree");
    return errors != 0;
}
