# The mirror of csrc/search.h.

from libc.stdint cimport uint8_t, uint64_t

from fast2048._engine cimport f2048_board, f2048_tables

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
