/* fuzz_games.c: games that advance together, in every kernel, against single ones; and random
 * playouts from any board against those of the scalar player. */
#include "input.h"

enum { MOST = 130 };

static void step_together(const f2048_kernel *kernel, uint64_t seed, size_t n, bool restart,
                          input moves_from) {
    static _Alignas(64) f2048_games_block blocks[(MOST + 63) / 64];
    static f2048_game singles[MOST];
    uint64_t numbers[MOST];
    f2048_games games = {kernel, seed, n, restart, blocks};
    f2048_games_begin(&games);
    for (size_t i = 0; i < n; i++)
        f2048_game_start(&singles[i], seed, numbers[i] = i);
    while (moves_from.left) {
        uint8_t moves[MOST], ended[MOST], boards[MOST][16], expected[16];
        uint32_t rewards[MOST], scores[MOST];
        for (size_t i = 0; i < n; i++)
            moves[i] = take(&moves_from) % 4;
        f2048_games_step(&games, moves, rewards, ended);
        f2048_games_boards(&games, false, boards[0]);
        f2048_games_scores(&games, false, scores);
        for (size_t i = 0; i < n; i++) {
            uint32_t before = singles[i].score;
            f2048_game_push(&singles[i], shared_tables(), moves[i]);
            f2048_game_keep_playing(&singles[i]);
            MUST(rewards[i] == singles[i].score - before && ended[i] == !singles[i].legal);
            if (restart && !singles[i].legal)
                f2048_game_start(&singles[i], seed, numbers[i] += n);
            board_cells(singles[i].board, expected);
            MUST(!memcmp(boards[i], expected, 16) && scores[i] == singles[i].score);
        }
    }
}

static void play_out(const f2048_kernel *kernel, uint64_t seed, uint64_t first, size_t n,
                     const f2048_board *start) {
    uint32_t scores[MOST], moves[MOST];
    uint8_t largest[MOST], won[MOST];
    f2048_playouts playouts;
    f2048_playouts_begin(&playouts, kernel, seed, first, n, start,
                         (f2048_playout_results){scores, moves, largest, won});
    while (!f2048_playouts_run(&playouts, 1000))
        ;
    for (size_t i = 0; i < n; i++) {
        f2048_game game;
        f2048_game_start_from(&game, seed, first + i, *start);
        while (f2048_game_push_random(&game, shared_tables()) == F2048_OK)
            ;
        MUST(scores[i] == game.score && moves[i] == game.moves);
        MUST(largest[i] == f2048_board_max_exponent(game.board));
        MUST(won[i] == ((game.flags & F2048_WON) != 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input from = {bytes, size};
    uint64_t seed = take_word(&from), first = take_word(&from) >> 1;
    if (first > UINT64_MAX / 2 - MOST) /* numbers stay below 2^63 */
        first -= MOST;
    size_t n = take(&from) % (MOST + 1u);
    bool restart = take(&from) & 1;
    f2048_board start = take_board(&from);
    const f2048_kernel *kernel;
    for (unsigned number = 0; (kernel = usable_kernel(number)); number++) {
        if (n)
            step_together(kernel, seed, n, restart, from);
        play_out(kernel, seed, first, n % 9, &start);
    }
    return 0;
}
