/* game.c: one game: spawns, score, the win, the choice it offers, and the end. */
#include "board.h"
#include "generator.h"

static void spawn(f2048_game *game) {
    uint64_t empty = board_occupied_flags(game->board) ^ FLAGS_ALL;
    f2048_draw draw = generator_draw(&game->generator, (unsigned)board_count(empty));
    uint64_t flag = board_nth(empty, draw.index);
    game->board.low |= flag * draw.exponent;
    game->spawn_exponent = (uint8_t)draw.exponent;
    game->spawn_cell = (uint8_t)board_count((flag - 1) & FLAGS_ALL);
}

static void start(f2048_game *game, uint64_t seed, uint64_t number, f2048_board board) {
    *game = (f2048_game){.board = board, .generator = f2048_generator_seed(seed, number)};
}

void f2048_game_start(f2048_game *game, uint64_t seed, uint64_t number) {
    start(game, seed, number, (f2048_board){0, 0});
    spawn(game);
    spawn(game);
    game->legal = (uint8_t)f2048_board_legal(game->board);
}

void f2048_game_start_from(f2048_game *game, uint64_t seed, uint64_t number, f2048_board board) {
    start(game, seed, number, board);
    game->legal = (uint8_t)f2048_board_legal(board);
}

f2048_status f2048_game_push(f2048_game *game, const f2048_tables *tables, int move) {
    if (game->flags & F2048_CHOICE_OPEN)
        return F2048_MUST_CHOOSE;
    if (!(game->legal >> move & 1))
        return F2048_ILLEGAL;
    f2048_slide slide = board_slide(tables, game->board, move);
    game->board = slide.after;
    game->score += slide.reward;
    game->moves++;
    game->move = (uint8_t)move;
    if (slide.wins && !(game->flags & F2048_WON))
        game->flags |= F2048_WON | F2048_CHOICE_OPEN;
    spawn(game);
    game->legal = (uint8_t)f2048_board_legal(game->board);
    if (!game->legal)
        game->flags &= (uint8_t)~F2048_CHOICE_OPEN; /* won and over: nothing left to choose */
    return F2048_OK;
}

bool f2048_game_keep_playing(f2048_game *game) {
    bool was_open = game->flags & F2048_CHOICE_OPEN;
    game->flags &= (uint8_t)~F2048_CHOICE_OPEN;
    return was_open;
}
