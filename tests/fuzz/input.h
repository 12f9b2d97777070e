/* input.h: what every fuzzer of the engine shares: bytes taken from the input one after the
 * other, boards made of them, and what must hold. */
#ifndef F2048_FUZZ_INPUT_H
#define F2048_FUZZ_INPUT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fast2048.h"

#define MUST(condition)                                                                  \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            abort();                                                                     \
        }                                                                                \
    } while (0)

typedef struct {
    const uint8_t *bytes;
    size_t left;
} input;

static inline uint8_t take(input *from) {
    if (!from->left)
        return 0;
    from->left--;
    return *from->bytes++;
}

static inline uint64_t take_word(input *from) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | take(from);
    return word;
}

/* Exponents of play: 0..17. */
static inline f2048_board take_board(input *from) {
    f2048_board board = {0, 0};
    for (int cell = 0; cell < F2048_CELLS; cell++)
        board = f2048_board_put(board, cell, take(from) % (F2048_MAX_EXPONENT + 1u));
    return board;
}

static inline void board_cells(f2048_board board, uint8_t cells[F2048_CELLS]) {
    for (int cell = 0; cell < F2048_CELLS; cell++)
        cells[cell] = (uint8_t)f2048_board_exponent(board, cell);
}

static inline const f2048_tables *shared_tables(void) {
    static f2048_tables tables;
    static bool built;
    if (!built)
        f2048_tables_build(&tables);
    built = true;
    return &tables;
}

/* Number 0, 1 ... of the kernels that this processor runs; NULL at the end. */
static inline const f2048_kernel *usable_kernel(unsigned number) {
    const f2048_kernel *kernel;
    for (unsigned i = 0; (kernel = f2048_kernel_number(i)); i++)
        if (f2048_kernel_supported(kernel) && number-- == 0)
            return kernel;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
