/* game.c: one game: spawns, score, the win, the choice it offers, and the end. */
#include "spawn.h"

static void spawn(f2048_game *game) {
    board_spawned spawned = board_spawn(game->board, &game->generator);
    game->board = spawned.board;
    game->spawn_exponent = (uint8_t)spawned.exponent;
    game->spawn_cell = (uint8_t)board_count((spawned.flag - 1) & FLAGS_ALL);
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

/* The word that tells the move is the one that push will draw the spawn from, or
 * throws away for the sake of its cell part; so this player looks ahead on a copy
 * of the generator. See generator.h. */
f2048_status f2048_game_push_random(f2048_game *game, const f2048_tables *tables) {
    if (!game->legal)
        return F2048_ILLEGAL;
    f2048_generator ahead = game->generator;
    uint32_t y;
    do
        y = (uint32_t)generator_next(&ahead);
    while (y * 120u < DRAW_TILE_GAP);
    unsigned ways = 0;
    for (int move = 0; move < 4; move++)
        ways += (unsigned)(game->legal >> move) & 1;
    unsigned rank = (unsigned)((uint64_t)(y * 10u) * ways >> 32);
    int move = 0;
    while (!(game->legal >> move & 1) || rank-- > 0)
        move++;
    f2048_game_keep_playing(game);
    f2048_status status = f2048_game_push(game, tables, move);
    f2048_game_keep_playing(game);
    return status;
}
