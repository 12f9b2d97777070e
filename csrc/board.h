/* board.h: the slide of one board through the row tables, inline for the loops
 * that live on it. */
#ifndef F2048_BOARD_H
#define F2048_BOARD_H

#include "fast2048.h"

#include "bits.h"

static inline uint64_t board_fifths(f2048_board board) {
    return board.high ? board_spread(board.high) : 0;
}

static inline uint64_t board_occupied_flags(f2048_board board) {
    return board_occupied(board.low, board_fifths(board));
}

static inline unsigned board_exponent(f2048_board board, int cell) {
    return (board.low >> 4 * cell & 15) | (unsigned)(board.high >> cell & 1) << 4;
}

/* Any board whose tiles add up to less than 2^24, one line after the other: larger
 * rewards have no room beside the wins. Sixteen 131072s add up to 2^21. */
f2048_slide board_slide_by_lines(f2048_board board, int move);

/* Only for boards that are not beyond_tables. */
static inline f2048_slide board_slide_by_tables(const f2048_tables *tables, uint64_t nibbles,
                                                int move) {
    bool vertical = !(move & 1);
    uint64_t lines = vertical ? board_transpose(nibbles) : nibbles;
    unsigned a = lines & 0xFFFF, b = lines >> 16 & 0xFFFF, c = lines >> 32 & 0xFFFF,
             d = (unsigned)(lines >> 48);
    uint32_t gain = tables->gain[a] + tables->gain[b] + tables->gain[c] + tables->gain[d];
    f2048_slide slide = {{0, 0}, gain & F2048_GAIN_REWARD, gain / F2048_GAIN_WIN};
    if (vertical) {
        const uint64_t *column = move == F2048_UP ? tables->up : tables->down;
        slide.after.low = column[a] | column[b] << 4 | column[c] << 8 | column[d] << 12;
    } else {
        const uint16_t *row = move == F2048_LEFT ? tables->left : tables->right;
        slide.after.low = (uint64_t)row[a] | (uint64_t)row[b] << 16 | (uint64_t)row[c] << 32 |
                          (uint64_t)row[d] << 48;
    }
    return slide;
}

static inline f2048_slide board_slide(const f2048_tables *tables, f2048_board board, int move) {
    if (board_beyond_tables(board.low, board.high))
        return board_slide_by_lines(board, move);
    return board_slide_by_tables(tables, board.low, move);
}

#endif
