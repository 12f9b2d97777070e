/* test_game.c: whole games: the spawn, the score, the win and the end. */
#include "check.h"

#include "../board.h"

/* sum of (e - 1) 2^e over the tiles: the score if no 4 had spawned. */
static uint64_t worth(f2048_board board) {
    uint64_t sum = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        unsigned exponent = f2048_board_exponent(board, cell);
        if (exponent)
            sum += (uint64_t)(exponent - 1) << exponent;
    }
    return sum;
}

static unsigned number_of_tiles(f2048_board board) {
    return 16 - (unsigned)board_count(board_spread(f2048_board_empty(board)));
}

static void a_game_obeys_the_score_identity_to_its_end(void) {
    f2048_generator player = f2048_generator_seed(5, 0);
    for (uint64_t number = 0; number < 500; number++) {
        f2048_game game;
        f2048_game_start(&game, 6, number);
        CHECK(number_of_tiles(game.board) == 2 && game.score == 0 && game.legal);
        uint64_t fours = worth(game.board) / 4;
        while (game.legal) {
            f2048_game before = game;
            int move = (int)(f2048_generator_next(&player) >> 62);
            f2048_status status = f2048_game_push(&game, test_tables(), move);
            if (!(before.legal >> move & 1)) {
                CHECK(status == F2048_ILLEGAL);
                CHECK(game.board.low == before.board.low && game.moves == before.moves);
                CHECK(game.generator.s0 == before.generator.s0);
                continue;
            }
            CHECK(status == F2048_OK);
            f2048_board after = board_slide_by_lines(before.board, move).after;
            CHECK(f2048_board_exponent(after, game.spawn_cell) == 0);
            after = f2048_board_put(after, game.spawn_cell, game.spawn_exponent);
            CHECK(after.low == game.board.low && after.high == game.board.high);
            fours += game.spawn_exponent == 2;
            CHECK(game.score + 4 * fours == worth(game.board));
        }
        CHECK(f2048_board_empty(game.board) == 0);
    }
}

static void a_win_waits_for_the_player_once(void) {
    f2048_board board = {0xAA, 0};
    f2048_game game;
    f2048_game_start_from(&game, 1, 0, board);
    CHECK(f2048_game_push(&game, test_tables(), F2048_LEFT) == F2048_OK);
    CHECK(game.flags == (F2048_WON | F2048_CHOICE_OPEN) && game.score == 2048);
    f2048_game before = game;
    CHECK(f2048_game_push(&game, test_tables(), F2048_RIGHT) == F2048_MUST_CHOOSE);
    CHECK(game.board.low == before.board.low && game.moves == 1);
    CHECK(f2048_game_keep_playing(&game) && !f2048_game_keep_playing(&game));
    CHECK(f2048_game_push(&game, test_tables(), F2048_RIGHT) == F2048_OK);
    CHECK(game.flags == F2048_WON);
}

static void won_and_stuck_by_the_same_move_is_over(void) {
    /* Whatever spawns in the one freed cell, nothing can move. */
    static const uint8_t cells[16] = {10, 10, 3, 7, 4, 5, 4, 6, 5, 4, 5, 4, 4, 5, 4, 5};
    f2048_board board = {0, 0};
    for (int cell = 0; cell < F2048_CELLS; cell++)
        board = f2048_board_put(board, cell, cells[cell]);
    f2048_game game;
    f2048_game_start_from(&game, 1, 0, board);
    CHECK(f2048_game_push(&game, test_tables(), F2048_LEFT) == F2048_OK);
    CHECK(game.legal == 0 && game.flags == F2048_WON && game.spawn_cell == 3);
    CHECK(!f2048_game_keep_playing(&game));
}

void test_game(void) {
    a_game_obeys_the_score_identity_to_its_end();
    a_win_waits_for_the_player_once();
    won_and_stuck_by_the_same_move_is_over();
}
