/* fast2048.h: the contract of the engine. Rules of 2048 on packed boards, in C11.
 *
 * Nothing here allocates, prints, exits or knows Python. All state belongs to
 * the caller; the tables are written once by f2048_tables_build and only read
 * afterwards, so any number of threads may share them.
 *
 * Arguments are trusted: a move is 0..3, a cell 0..15, a symmetry 0..7. Whoever
 * takes them from a stranger checks them first.
 */
#ifndef FAST2048_H
#define FAST2048_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- boards ------------------------------------------------------------ */

/* One exponent a cell, cell = 4 * row + column, top-left first. Bits 4c..4c+3
 * of low hold the low four bits of cell c, bit c of high holds the fifth. */
typedef struct {
    uint64_t low;
    uint16_t high;
} f2048_board;

enum { F2048_UP, F2048_RIGHT, F2048_DOWN, F2048_LEFT };

enum {
    F2048_CELLS = 16,
    F2048_SYMMETRIES = 8,
    F2048_WINNING_EXPONENT = 11, /* a 2048 tile */
    F2048_MAX_EXPONENT = 17      /* 131072, the largest that play can reach */
};

/* Every row of four 4-bit exponents, pushed in each direction. left and right
 * hold rows; up and down are indexed by a column read as a row and hold the
 * column in place, 16 bits from cell to cell. gain is the same whichever way
 * the line is pushed: see F2048_GAIN_REWARD. */
typedef struct {
    uint16_t left[65536];
    uint16_t right[65536];
    uint64_t up[65536];
    uint64_t down[65536];
    uint32_t gain[65536];
} f2048_tables;

/* What a line or a board gains by a push: the low 24 bits are the reward, the
 * bits above count the 2048 tiles that were made. Gains of lines add up. */
#define F2048_GAIN_REWARD 0xFFFFFFu
#define F2048_GAIN_WIN 0x1000000u

typedef struct {
    f2048_board after; /* the afterstate */
    uint32_t reward;   /* sum of the merged tiles */
    uint32_t wins;     /* how many of them are 2048 tiles */
} f2048_slide;

void f2048_tables_build(f2048_tables *tables);

/* An illegal move gives the board itself and reward 0. */
f2048_slide f2048_board_slide(const f2048_tables *tables, f2048_board board, int move);

/* Bit m is set if move m changes the board; 0 is a terminal board. */
unsigned f2048_board_legal(f2048_board board);

/* Bit c is set if cell c is empty. */
unsigned f2048_board_empty(f2048_board board);

unsigned f2048_board_exponent(f2048_board board, int cell);
unsigned f2048_board_max_exponent(f2048_board board);

/* The board with an exponent (0..31) put on a cell, whatever was there. */
f2048_board f2048_board_put(f2048_board board, int cell, unsigned exponent);

/* Symmetry k: mirrored left to right if k has bit 0, then turned upside down
 * if it has bit 1, then transposed if it has bit 2. */
f2048_board f2048_board_transform(f2048_board board, int symmetry);

/* Of the eight, the one with the smallest (high, low). */
f2048_board f2048_board_canonical(f2048_board board);

/* ---- randomness -------------------------------------------------------- */

/* xoroshiro128++ 1.0 by David Blackman and Sebastiano Vigna. */
typedef struct {
    uint64_t s0, s1;
} f2048_generator;

/* The stream of one game; number is below 2^63. Different (seed, number) give
 * different states, and none gives the forbidden state zero. */
f2048_generator f2048_generator_seed(uint64_t seed, uint64_t number);
uint64_t f2048_generator_next(f2048_generator *generator);

/* Which of n empty cells (1..16, counted in cell order), and is it a 4? Exactly
 * uniform, and exactly one 4 in ten. */
typedef struct {
    unsigned index;
    unsigned exponent; /* 1 or 2 */
} f2048_draw;

f2048_draw f2048_generator_draw(f2048_generator *generator, unsigned n);

/* ---- games ------------------------------------------------------------- */

enum {
    F2048_WON = 1,        /* a merge has made a 2048 tile */
    F2048_CHOICE_OPEN = 2 /* ... and the player has yet to say: on, or anew */
};

typedef enum {
    F2048_OK = 0,
    F2048_ILLEGAL,     /* the move would change nothing; nothing was changed */
    F2048_MUST_CHOOSE, /* no move is accepted while the choice is open */
} f2048_status;

/* One position of a game, complete: a copy of it is an undo step. */
typedef struct {
    f2048_board board;
    f2048_generator generator;
    uint32_t score;
    uint32_t moves;
    uint8_t legal; /* mask of the board's legal moves */
    uint8_t flags;
    uint8_t move;           /* the move that led here */
    uint8_t spawn_cell;     /* the tile that appeared after it; */
    uint8_t spawn_exponent; /* 0 if none did */
} f2048_game;

/* A new game with its two tiles. */
void f2048_game_start(f2048_game *game, uint64_t seed, uint64_t number);

/* A game that begins from the given board, with no tile spawned. */
void f2048_game_start_from(f2048_game *game, uint64_t seed, uint64_t number, f2048_board board);

/* Slide, score, spawn, and the checks for win and loss. */
f2048_status f2048_game_push(f2048_game *game, const f2048_tables *tables, int move);

/* Close the open choice; false if none was open. */
bool f2048_game_keep_playing(f2048_game *game);

/* ---- kernels ----------------------------------------------------------- */

/* The same loops over many boards, compiled for different processors. All of
 * them give the same results, bit for bit. */
typedef struct f2048_kernel f2048_kernel;

/* The fastest that this processor runs. */
const f2048_kernel *f2048_kernel_best(void);

/* Number 0, 1 ... of all kernels in the build, fastest first; NULL at the end. */
const f2048_kernel *f2048_kernel_number(unsigned number);

bool f2048_kernel_supported(const f2048_kernel *kernel);
const char *f2048_kernel_name(const f2048_kernel *kernel);
unsigned f2048_kernel_lanes(const f2048_kernel *kernel); /* boards in one register */

/* ---- playouts ---------------------------------------------------------- */

/* The player who chooses uniformly among the legal moves, by bits of the word
 * that then serves the spawn. No choice stays open after a win. F2048_ILLEGAL
 * if the game is over. */
f2048_status f2048_game_push_random(f2048_game *game, const f2048_tables *tables);

enum {
    F2048_LANES_MAX = 64,
    F2048_EXPONENTS = 32, /* a cell has five bits */
};

/* Where results go, entry i for the i-th game; any may be NULL. */
typedef struct {
    uint32_t *scores;
    uint32_t *moves;
    uint8_t *max_exponents;
    uint8_t *won;
} f2048_playout_results;

/* Of the games that ended since it was last cleared. 2^20 games fit into the
 * sum of squares. */
typedef struct {
    uint64_t games, won;
    uint64_t score, score_squared, moves, moves_squared; /* sums */
    uint32_t score_least, score_most, moves_least, moves_most;
    uint64_t max_exponents[F2048_EXPONENTS]; /* how many games ended with each */
} f2048_playout_summary;

/* Playouts under way: one game in each lane of the kernel. */
typedef struct {
    const f2048_kernel *kernel;
    f2048_playout_results results;
    f2048_playout_summary summary;
    uint64_t seed, first, next, end; /* game numbers; next is the next to begin */
    f2048_board start;
    bool has_start;
    uint32_t start_points, start_units; /* of the start board: see playouts_finish */
    uint64_t vacant; /* lanes without a game */
    _Alignas(64) uint8_t cells[F2048_CELLS][F2048_LANES_MAX];
    _Alignas(64) uint64_t s0[F2048_LANES_MAX], s1[F2048_LANES_MAX]; /* as draws.h has them */
    _Alignas(64) uint64_t words[F2048_LANES_MAX];
    uint64_t number[F2048_LANES_MAX];
    uint32_t moves[F2048_LANES_MAX], fours[F2048_LANES_MAX];
} f2048_playouts;

/* Games first .. first + count - 1 of a seed, each from the board *start, or if
 * that is NULL from two spawned tiles. */
void f2048_playouts_begin(f2048_playouts *playouts, const f2048_kernel *kernel, uint64_t seed,
                          uint64_t first, uint64_t count, const f2048_board *start,
                          f2048_playout_results results);

/* Play on for about so many steps of all lanes. True once all games have ended. */
bool f2048_playouts_run(f2048_playouts *playouts, uint64_t steps);

void f2048_playout_summary_clear(f2048_playout_summary *summary);

/* ---- batches ----------------------------------------------------------- */

/* Boards of one byte a cell, 16 bytes each, one after the other. Exponents up to
 * F2048_MAX_EXPONENT and moves 0..3, which the checks are for: they return the
 * index of the first that is not so, or n. Moves come as bytes; the check makes
 * them. */
size_t f2048_boards_check(const f2048_kernel *kernel, const uint8_t *boards, size_t n);
size_t f2048_moves_check(const int64_t *moves, size_t n, uint8_t *narrow);

/* What is read and what is written must not overlap. */
void f2048_boards_slide(const f2048_kernel *kernel, const uint8_t *boards, const uint8_t *moves,
                        size_t n, uint8_t *after, uint32_t *rewards);

/* Four bytes a board: 1 if up, right, down, left is legal, else 0. */
void f2048_boards_legal(const f2048_kernel *kernel, const uint8_t *boards, size_t n,
                        uint8_t *legal);

/* One byte a board: 1 if no move is legal, else 0. */
void f2048_boards_terminal(const f2048_kernel *kernel, const uint8_t *boards, size_t n,
                           uint8_t *terminal);

/* Face values, 0 for an empty cell. */
void f2048_boards_tiles(const uint8_t *boards, size_t n, uint32_t *tiles);

/* 64 games that advance together. */
typedef struct {
    _Alignas(64) uint8_t cells[F2048_CELLS][F2048_LANES_MAX];
    _Alignas(64) uint64_t s0[F2048_LANES_MAX], s1[F2048_LANES_MAX]; /* as draws.h has them */
    uint64_t numbers[F2048_LANES_MAX];
    uint32_t scores[F2048_LANES_MAX], moves[F2048_LANES_MAX];
    uint8_t legal[F2048_LANES_MAX]; /* masks */
    /* of the game that ended last in each lane; 0 before */
    uint8_t last_cells[F2048_CELLS][F2048_LANES_MAX];
    uint32_t last_scores[F2048_LANES_MAX], last_moves[F2048_LANES_MAX];
} f2048_games_block;

/* n games. With restart, a game that ends makes room at once for the one whose
 * number is n higher. */
typedef struct {
    const f2048_kernel *kernel;
    uint64_t seed;
    size_t n;
    bool restart;
    f2048_games_block *blocks; /* the caller's memory for f2048_games_blocks(n), aligned to 64 */
} f2048_games;

size_t f2048_games_blocks(size_t n);

/* All fields are set; game i becomes game number i of the seed. */
void f2048_games_begin(f2048_games *games);

/* An illegal move does nothing and gains 0. ended[i] is 1 if the game has no
 * legal move left, even if another has taken its place. */
void f2048_games_step(f2048_games *games, const uint8_t *moves, uint32_t *rewards,
                      uint8_t *ended);

/* Copies of the state, one entry a game; boards are 16 bytes. With last, of the
 * game that ended last in each place (zeros before one has). */
void f2048_games_boards(const f2048_games *games, bool last, uint8_t *boards);
void f2048_games_scores(const f2048_games *games, bool last, uint32_t *scores);
void f2048_games_moves(const f2048_games *games, bool last, uint32_t *moves);
void f2048_games_numbers(const f2048_games *games, uint64_t *numbers);

/* Four bytes a game, as f2048_boards_legal. */
void f2048_games_legal(const f2048_games *games, uint8_t *legal);

#endif
