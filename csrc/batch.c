/* batch.c: many boards in one call, as callers keep them. */
#include "kernel.h"

size_t f2048_boards_check(const f2048_kernel *kernel, const uint8_t *boards, size_t n) {
    size_t c = F2048_CELLS * n;
    if (kernel->most(boards, c) > F2048_MAX_EXPONENT)
        for (c = 0; boards[c] <= F2048_MAX_EXPONENT;)
            c++;
    return c / F2048_CELLS;
}

size_t f2048_moves_check(const int64_t *moves, size_t n, uint8_t *narrow) {
    uint64_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        bad |= (uint64_t)moves[i];
        narrow[i] = (uint8_t)moves[i];
    }
    if (bad <= F2048_LEFT)
        return n;
    size_t i = 0;
    while ((uint64_t)moves[i] <= F2048_LEFT)
        i++;
    return i;
}

void f2048_boards_slide(const f2048_kernel *kernel, const uint8_t *boards, const uint8_t *moves,
                        size_t n, uint8_t *after, uint32_t *rewards) {
    kernel->slide(boards, moves, n, after, rewards);
}

void f2048_boards_legal(const f2048_kernel *kernel, const uint8_t *boards, size_t n,
                        uint8_t *legal) {
    kernel->legal(boards, n, legal);
}

void f2048_boards_terminal(const f2048_kernel *kernel, const uint8_t *boards, size_t n,
                           uint8_t *terminal) {
    for (size_t i = 0; i < n; i += 256) {
        uint8_t legal[256][4];
        size_t some = n - i < 256 ? n - i : 256;
        kernel->legal(boards + F2048_CELLS * i, some, legal[0]);
        for (size_t k = 0; k < some; k++)
            terminal[i + k] = !(legal[k][0] | legal[k][1] | legal[k][2] | legal[k][3]);
    }
}

void f2048_boards_tiles(const uint8_t *boards, size_t n, uint32_t *tiles) {
    for (size_t c = 0; c < F2048_CELLS * n; c++)
        tiles[c] = (uint32_t)1 << boards[c] & ~(uint32_t)1;
}
