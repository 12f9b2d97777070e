# The mirror of csrc/fast2048.h.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

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

cdef extern from "network.h" nogil:
    const int F2048_MAX_TUPLES
    const int F2048_MAX_STAGES

    ctypedef struct f2048_shape:
        pass

    bint f2048_shape_make(f2048_shape *shape, int tuples, const uint16_t *cells, int stages,
                          const uint8_t *stage_from) noexcept
    size_t f2048_shape_weights(const f2048_shape *shape) noexcept

    ctypedef struct f2048_network:
        f2048_shape shape
        const int16_t *weights
        float step

    float f2048_network_value(const f2048_network *network, f2048_board after) noexcept

cdef extern from "stdbool.h" nogil:
    ctypedef bint c_bool "bool"

cdef extern from "search.h" nogil:
    const int F2048_SEARCH_MAX_DEPTH

    ctypedef struct f2048_evaluation:
        float (*value)(const void *context, f2048_board afterstate) noexcept nogil
        const void *context

    ctypedef struct f2048_search_entry:
        pass

    ctypedef struct f2048_search_table:
        f2048_search_entry *entries
        unsigned bits
        uint8_t generation

    ctypedef struct f2048_search:
        const f2048_tables *tables
        f2048_evaluation evaluation
        f2048_search_table *table
        double cutoff
        c_bool (*stop)(void *context) noexcept nogil
        void *stop_context

    ctypedef struct f2048_search_result:
        double values[4]
        unsigned legal
        int best
        int depth
        uint64_t evaluations

    bint f2048_search_run(const f2048_search *search, f2048_board board, int depth,
                          f2048_search_result *result) noexcept
    void f2048_search_deepen(const f2048_search *search, f2048_board board, int depth,
                             f2048_search_result *result) noexcept
    int f2048_search_depth(f2048_board board) noexcept
