/* test_kernels.c: every kernel against the scalar engine, to the last bit. */
#include "check.h"

#include <string.h>

#include "../board.h"
#include "../generator.h"
#include "../kernel.h"

extern const f2048_kernel kernel_plain;

/* Those that this processor runs, and the one of other compilers. */
static const f2048_kernel *kernel_to_test(unsigned number) {
    const f2048_kernel *kernel = NULL;
    unsigned found = 0;
    for (unsigned i = 0; (kernel = f2048_kernel_number(i)); i++)
        if (f2048_kernel_supported(kernel) && found++ == number)
            return kernel;
    return found == number ? &kernel_plain : NULL;
}

#define FOR_EACH_KERNEL(kernel)                                                   \
    for (unsigned number_ = 0; number_ < 99; number_++)                           \
        for (const f2048_kernel *kernel = kernel_to_test(number_); kernel; kernel = NULL)

static void unpack(f2048_board board, uint8_t cells[16]) {
    for (int c = 0; c < 16; c++)
        cells[c] = (uint8_t)f2048_board_exponent(board, c);
}

static f2048_board pack(const uint8_t cells[16]) {
    f2048_board board = {0, 0};
    for (int c = 0; c < 16; c++)
        board = f2048_board_put(board, c, cells[c]);
    return board;
}

/* ---- batches ------------------------------------------------------------ */

enum { MANY = 300 };

static void batches_agree_with_the_scalar_engine_whatever_their_length(void) {
    f2048_generator generator = f2048_generator_seed(31, 0);
    f2048_board boards[MANY];
    uint8_t cells[MANY][16], moves[MANY];
    for (int i = 0; i < MANY; i++) {
        boards[i] = test_board(&generator, i % 3 ? 17 : 3);
        unpack(boards[i], cells[i]);
        moves[i] = (uint8_t)(f2048_generator_next(&generator) >> 62);
    }
    FOR_EACH_KERNEL(kernel) {
        for (size_t n = 0; n < MANY; n += n < 70 ? 1 : 46) {
            uint8_t after[MANY + 1][16], legal[MANY + 1][4], terminal[MANY + 1];
            uint32_t rewards[MANY + 1];
            after[n][0] = legal[n][0] = terminal[n] = 99;
            rewards[n] = 99;
            f2048_boards_slide(kernel, cells[0], moves, n, after[0], rewards);
            f2048_boards_legal(kernel, cells[0], n, legal[0]);
            f2048_boards_terminal(kernel, cells[0], n, terminal);
            for (size_t i = 0; i < n; i++) {
                f2048_slide slide = f2048_board_slide(test_tables(), boards[i], moves[i]);
                uint8_t expected[16];
                unpack(slide.after, expected);
                CHECK(!memcmp(after[i], expected, 16));
                CHECK(rewards[i] == slide.reward);
                unsigned mask = f2048_board_legal(boards[i]);
                for (int move = 0; move < 4; move++)
                    CHECK(legal[i][move] == (mask >> move & 1));
                CHECK(terminal[i] == !mask);
            }
            CHECK(after[n][0] == 99 && legal[n][0] == 99 && terminal[n] == 99);
            CHECK(rewards[n] == 99);
        }
    }
}

static void the_first_bad_board_and_move_are_found(void) {
    static uint8_t cells[MANY][16];
    int64_t moves[MANY] = {0};
    uint8_t narrow[MANY];
    FOR_EACH_KERNEL(kernel) {
        memset(cells, 17, sizeof cells);
        CHECK(f2048_boards_check(kernel, cells[0], MANY) == MANY);
        CHECK(f2048_boards_check(kernel, cells[0], 0) == 0);
        for (size_t i = MANY; i-- > 0;) {
            cells[i][i % 16] = i % 2 ? 18 : 255;
            CHECK(f2048_boards_check(kernel, cells[0], MANY) == i);
        }
    }
    CHECK(f2048_moves_check(moves, MANY, narrow) == MANY);
    moves[200] = -1;
    CHECK(f2048_moves_check(moves, MANY, narrow) == 200);
    moves[7] = (int64_t)1 << 32;
    CHECK(f2048_moves_check(moves, MANY, narrow) == 7);
    moves[3] = 4;
    CHECK(f2048_moves_check(moves, MANY, narrow) == 3);
}

/* ---- playouts ----------------------------------------------------------- */

typedef struct {
    uint32_t scores[MANY], moves[MANY];
    uint8_t max_exponents[MANY], won[MANY];
} results;

static void finish(f2048_game *game, results *into, size_t i) {
    while (f2048_game_push_random(game, test_tables()) == F2048_OK)
        ;
    into->scores[i] = game->score;
    into->moves[i] = game->moves;
    into->max_exponents[i] = (uint8_t)f2048_board_max_exponent(game->board);
    into->won[i] = (game->flags & F2048_WON) != 0;
}

static f2048_playout_results into(results *r) {
    return (f2048_playout_results){r->scores, r->moves, r->max_exponents, r->won};
}

static void compare_playouts(const f2048_board *start, size_t n) {
    static results expected, found;
    memset(&expected, 0, sizeof expected);
    for (size_t i = 0; i < n; i++) {
        f2048_game game;
        if (start)
            f2048_game_start_from(&game, 7, 1000 + i, *start);
        else
            f2048_game_start(&game, 7, 1000 + i);
        finish(&game, &expected, i);
    }
    FOR_EACH_KERNEL(kernel) {
        for (uint64_t steps = 1; steps < 2000; steps += 1500) {
            f2048_playouts playouts;
            memset(&found, 0, sizeof found);
            f2048_playouts_begin(&playouts, kernel, 7, 1000, n, start, into(&found));
            while (!f2048_playouts_run(&playouts, steps))
                ;
            CHECK(!memcmp(&found, &expected, sizeof found));
            uint64_t score = 0, squares = 0, won = 0;
            for (size_t i = 0; i < n; i++) {
                score += expected.scores[i];
                squares += (uint64_t)expected.scores[i] * expected.scores[i];
                won += expected.won[i];
            }
            CHECK(playouts.summary.games == n && playouts.summary.score == score);
            CHECK(playouts.summary.score_squared == squares && playouts.summary.won == won);
        }
    }
}

static void playouts_are_the_games_of_the_scalar_random_player(void) {
    static const uint64_t starts[][4] = {
        /* four rows of four exponents in hexadecimal */
        {0x00000000, 0x00000000, 0x00000000, 0x00000000}, /* empty: the first move slides nothing */
        {0x0A0A0000, 0x00000000, 0x00000000, 0x00000001}, /* about to win */
        {0x0B0B0000, 0x0B000000, 0x00000100, 0x00000000}, /* three 2048s, none of them made here */
        {0x0F0F0F0F, 0x0F0F0F0F, 0x00000000, 0x00000000}, /* 32768s that merge */
        {0x10101010, 0x10101010, 0x11111111, 0x11110001}, /* beyond 131072 */
        {0x11111111, 0x11111111, 0x11111111, 0x11111111},
        {0x01020102, 0x02010201, 0x01020102, 0x02010201}, /* over before it begins */
        {0x01020102, 0x02010201, 0x01020102, 0x02010202}, /* one merge left */
    };
    compare_playouts(NULL, 0);
    compare_playouts(NULL, 1);
    compare_playouts(NULL, MANY);
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        uint8_t cells[16];
        for (int c = 0; c < 16; c++)
            cells[c] = (uint8_t)(starts[k][c / 4] >> (24 - 8 * (c % 4)));
        f2048_board start = pack(cells);
        compare_playouts(&start, 70);
    }
}

/* The state from which a word is drawn next. */
static f2048_generator state_before(uint64_t word, uint64_t s0) {
    uint64_t sum = rotate_left(word - s0, 64 - 17);
    return (f2048_generator){s0, sum - s0};
}

/* Words that are thrown away turn up once in 21,800, or in 2^28 draws; here they
 * are put where they must not be overlooked, in every lane. */
static void words_that_favour_a_value_are_thrown_away(void) {
    static const uint64_t words[] = {
        0x8000000000000000u, /* y = 0: the tile part */
        0x800000000EEEEEEFu, /* y 120 = 2^32 k + 8 */
        0x0000000080000000u, /* x = 0: the cell part, whatever n */
        0x0000000000000000u, /* both */
        0x8000000080000000u, /* the middle of everything: neither */
    };
    CHECK((uint32_t)(0x0EEEEEEFu * 120u) < DRAW_TILE_GAP);
    FOR_EACH_KERNEL(kernel) {
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            static results expected, found;
            f2048_playouts playouts;
            size_t n = kernel->lanes;
            memset(&expected, 0, sizeof expected);
            memset(&found, 0, sizeof found);
            f2048_playouts_begin(&playouts, kernel, 3, 0, n, NULL, into(&found));
            for (size_t i = 0; i < n; i++) {
                f2048_game game;
                f2048_game_start(&game, 3, i);
                game.generator = state_before(words[k], (i + 1) * 0x9E3779B97F4A7C15u);
                f2048_generator check = game.generator;
                CHECK(f2048_generator_next(&check) == words[k]);
                int place = kernel->word_place((int)i);
                playouts.s0[place] = game.generator.s0;
                playouts.s1[place] = game.generator.s1;
                finish(&game, &expected, i);
            }
            while (!f2048_playouts_run(&playouts, 1000))
                ;
            CHECK(!memcmp(&found, &expected, sizeof found));
        }
    }
}

/* ---- games -------------------------------------------------------------- */

static void games_advance_as_single_ones_do(void) {
    enum { N = 131 };
    FOR_EACH_KERNEL(kernel) {
        for (int restart = 0; restart < 2; restart++) {
            static f2048_games_block blocks[(N + 63) / 64];
            static f2048_game singles[N];
            uint64_t numbers[N];
            f2048_games games = {kernel, 11, N, restart, blocks};
            f2048_generator player = f2048_generator_seed(12, 0);
            f2048_games_begin(&games);
            CHECK(f2048_games_blocks(N) == sizeof blocks / sizeof *blocks);
            for (int i = 0; i < N; i++)
                f2048_game_start(&singles[i], 11, numbers[i] = (uint64_t)i);
            for (int step = 0; step < 400; step++) {
                uint8_t moves[N], ended[N], boards[N][16], legal[N][4];
                uint32_t rewards[N], scores[N], counts[N], last_scores[N];
                uint64_t now[N];
                for (int i = 0; i < N; i++)
                    moves[i] = (uint8_t)(f2048_generator_next(&player) >> 62);
                if (step == 5) { /* a word to throw away, in the middle of a game */
                    for (int i = 0; i < N; i++) {
                        singles[i].generator = state_before(i % 2 ? 0 : 0xFFFFFFFFu, (uint64_t)i + 1);
                        int lanes = (int)kernel->lanes, lane = i % 64;
                        int place = lane / lanes * lanes + kernel->word_place(lane % lanes);
                        blocks[i / 64].s0[place] = singles[i].generator.s0;
                        blocks[i / 64].s1[place] = singles[i].generator.s1;
                    }
                }
                f2048_games_step(&games, moves, rewards, ended);
                f2048_games_boards(&games, false, boards[0]);
                f2048_games_legal(&games, legal[0]);
                f2048_games_scores(&games, false, scores);
                f2048_games_scores(&games, true, last_scores);
                f2048_games_moves(&games, false, counts);
                f2048_games_numbers(&games, now);
                for (int i = 0; i < N; i++) {
                    f2048_game *game = &singles[i];
                    uint32_t before = game->score;
                    f2048_game_push(game, test_tables(), moves[i]);
                    f2048_game_keep_playing(game);
                    CHECK(rewards[i] == game->score - before);
                    CHECK(ended[i] == !game->legal);
                    if (restart && !game->legal) {
                        CHECK(last_scores[i] == game->score);
                        f2048_game_start(game, 11, numbers[i] += N);
                    }
                    uint8_t expected[16];
                    unpack(game->board, expected);
                    CHECK(!memcmp(boards[i], expected, 16));
                    CHECK(scores[i] == game->score && counts[i] == game->moves);
                    CHECK(now[i] == numbers[i]);
                    for (int move = 0; move < 4; move++)
                        CHECK(legal[i][move] == (game->legal >> move & 1));
                }
            }
        }
    }
}

void test_kernels(void) {
    batches_agree_with_the_scalar_engine_whatever_their_length();
    the_first_bad_board_and_move_are_found();
    playouts_are_the_games_of_the_scalar_random_player();
    words_that_favour_a_value_are_thrown_away();
    games_advance_as_single_ones_do();
}
