# The mirror of the headers of csrc.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "fast2048.h" nogil:
    ctypedef struct f2048_board:
        uint64_t low
        uint16_t high

    const int F2048_CELLS
    const int F2048_SYMMETRIES
    const int F2048_MAX_EXPONENT

    ctypedef struct f2048_tables:
        pass

    ctypedef struct f2048_slide:
        f2048_board after
        uint32_t reward
        uint32_t wins

    void f2048_tables_build(f2048_tables *tables) noexcept
    f2048_slide f2048_board_slide(const f2048_tables *tables, f2048_board board, int move) noexcept
    unsigned f2048_board_legal(f2048_board board) noexcept
    unsigned f2048_board_empty(f2048_board board) noexcept
    unsigned f2048_board_exponent(f2048_board board, int cell) noexcept
    unsigned f2048_board_max_exponent(f2048_board board) noexcept
    f2048_board f2048_board_put(f2048_board board, int cell, unsigned exponent) noexcept
    f2048_board f2048_board_transform(f2048_board board, int symmetry) noexcept
    f2048_board f2048_board_canonical(f2048_board board) noexcept

    ctypedef struct f2048_generator:
        uint64_t s0
        uint64_t s1

    ctypedef struct f2048_draw:
        unsigned index
        unsigned exponent

    f2048_generator f2048_generator_seed(uint64_t seed, uint64_t number) noexcept
    uint64_t f2048_generator_next(f2048_generator *generator) noexcept
    f2048_draw f2048_generator_draw(f2048_generator *generator, unsigned n) noexcept

    const int F2048_WON
    const int F2048_CHOICE_OPEN

    ctypedef enum f2048_status:
        F2048_OK
        F2048_ILLEGAL
        F2048_MUST_CHOOSE

    ctypedef struct f2048_game:
        f2048_board board
        f2048_generator generator
        uint32_t score
        uint32_t moves
        uint8_t legal
        uint8_t flags
        uint8_t move
        uint8_t spawn_cell
        uint8_t spawn_exponent

    void f2048_game_start(f2048_game *game, uint64_t seed, uint64_t number) noexcept
    void f2048_game_start_from(f2048_game *game, uint64_t seed, uint64_t number,
                               f2048_board board) noexcept
    f2048_status f2048_game_push(f2048_game *game, const f2048_tables *tables, int move) noexcept
    bint f2048_game_keep_playing(f2048_game *game) noexcept

    const int F2048_LANES_MAX
    const int F2048_EXPONENTS

    ctypedef struct f2048_kernel:
        pass

    const f2048_kernel *f2048_kernel_best() noexcept
    const f2048_kernel *f2048_kernel_number(unsigned number) noexcept
    bint f2048_kernel_supported(const f2048_kernel *kernel) noexcept
    const char *f2048_kernel_name(const f2048_kernel *kernel) noexcept
    unsigned f2048_kernel_lanes(const f2048_kernel *kernel) noexcept

    f2048_status f2048_game_push_random(f2048_game *game, const f2048_tables *tables) noexcept

    ctypedef struct f2048_playout_results:
        uint32_t *scores
        uint32_t *moves
        uint8_t *max_exponents
        uint8_t *won

    ctypedef struct f2048_playout_summary:
        uint64_t games
        uint64_t won
        uint64_t score
        uint64_t score_squared
        uint64_t moves
        uint64_t moves_squared
        uint32_t score_least
        uint32_t score_most
        uint32_t moves_least
        uint32_t moves_most
        uint64_t *max_exponents

    ctypedef struct f2048_playouts:
        f2048_playout_summary summary

    void f2048_playouts_begin(f2048_playouts *playouts, const f2048_kernel *kernel, uint64_t seed,
                              uint64_t first, uint64_t count, const f2048_board *start,
                              f2048_playout_results results) noexcept
    bint f2048_playouts_run(f2048_playouts *playouts, uint64_t steps) noexcept
    void f2048_playout_summary_clear(f2048_playout_summary *summary) noexcept

    size_t f2048_boards_check(const f2048_kernel *kernel, const uint8_t *boards,
                              size_t n) noexcept
    size_t f2048_moves_check(const int64_t *moves, size_t n, uint8_t *narrow) noexcept
    void f2048_boards_slide(const f2048_kernel *kernel, const uint8_t *boards,
                            const uint8_t *moves, size_t n, uint8_t *after,
                            uint32_t *rewards) noexcept
    void f2048_boards_legal(const f2048_kernel *kernel, const uint8_t *boards, size_t n,
                            uint8_t *legal) noexcept
    void f2048_boards_terminal(const f2048_kernel *kernel, const uint8_t *boards, size_t n,
                               uint8_t *terminal) noexcept
    void f2048_boards_tiles(const uint8_t *boards, size_t n, uint32_t *tiles) noexcept

    ctypedef struct f2048_games_block:
        pass

    ctypedef struct f2048_games:
        const f2048_kernel *kernel
        uint64_t seed
        size_t n
        bint restart
        f2048_games_block *blocks

    size_t f2048_games_blocks(size_t n) noexcept
    void f2048_games_begin(f2048_games *games) noexcept
    void f2048_games_step(f2048_games *games, const uint8_t *moves, uint32_t *rewards,
                          uint8_t *ended) noexcept
    void f2048_games_boards(const f2048_games *games, bint last, uint8_t *boards) noexcept
    void f2048_games_scores(const f2048_games *games, bint last, uint32_t *scores) noexcept
    void f2048_games_moves(const f2048_games *games, bint last, uint32_t *moves) noexcept
    void f2048_games_numbers(const f2048_games *games, uint64_t *numbers) noexcept
    void f2048_games_legal(const f2048_games *games, uint8_t *legal) noexcept

cdef extern from "network.h" nogil:
    const int F2048_MAX_TUPLES
    const int F2048_MAX_STAGES

    ctypedef struct f2048_shape:
        int tuples
        int stages
        bint by_extraction

    bint f2048_shape_make(f2048_shape *shape, int tuples, const uint16_t *cells, int stages,
                          const uint8_t *stage_from) noexcept
    size_t f2048_shape_weights(const f2048_shape *shape) noexcept

    ctypedef struct f2048_network:
        f2048_shape shape
        const int16_t *weights
        float step

    float f2048_network_value(const f2048_network *network, f2048_board afterstate) noexcept

    ctypedef struct f2048_packing:
        uint8_t *kept
        uint8_t *low
        uint8_t *high
        size_t packed

    size_t f2048_weights_used(const int16_t *weights, size_t count) noexcept
    void f2048_weights_pack(const int16_t *weights, size_t count,
                            const f2048_packing *packing) noexcept
    bint f2048_weights_unpack(int16_t *weights, size_t count,
                              const f2048_packing *packing) noexcept

cdef extern from "learning.h" nogil:
    const int F2048_LONGEST_GAME
    const int F2048_RESTARTS

    ctypedef struct f2048_weight:
        float value
        float error
        float size

    ctypedef struct f2048_learner:
        const f2048_kernel *kernel
        f2048_shape shape
        f2048_weight *weights
        uint32_t *uses
        float rate
        float lambda_ "lambda"
        bint coherent

    ctypedef struct f2048_step:
        pass

    ctypedef struct f2048_restarts:
        f2048_board boards[1024]
        uint64_t saved

    ctypedef struct f2048_round:
        uint64_t seed
        uint64_t first
        uint64_t games
        float restart_share
        uint8_t restart_from

    ctypedef struct f2048_outcome:
        uint32_t score
        uint32_t moves
        uint8_t max_exponent
        uint8_t restarted

    void f2048_learner_play(const f2048_learner *learner, const f2048_tables *tables,
                            const f2048_round *round, f2048_step *steps,
                            f2048_restarts *restarts, f2048_outcome *outcomes) noexcept
    float f2048_learner_value(const f2048_learner *learner, f2048_board afterstate) noexcept
    bint f2048_learner_round(const f2048_learner *learner, float step, const uint32_t *uses,
                             uint32_t least, int16_t *weights) noexcept
    void f2048_learner_promote(const f2048_learner *learner, int stage) noexcept
