/* bits.h: the bit arithmetic of one packed board.
 *
 * Everything is straight-line: no branch, no comparison, no loop, no table. So it
 * can be proven for all boards at once: docs/proofs.md. (For many boards in wide
 * registers see cells.h.)
 *
 * "Nibbles" are the low word of a board, four bits a cell. "Flags" are a word
 * with one bit a cell, at the lowest bit of its nibble. "Fifths" are the fifth
 * bits of the exponents, as flags.
 */
#ifndef F2048_BITS_H
#define F2048_BITS_H

#include <stdint.h>

#define FLAGS_ALL 0x1111111111111111u
#define FLAGS_COLUMNS_012 0x0111011101110111u
#define FLAGS_ROWS_012 0x0000111111111111u
#define SIGN_MINUS_ONE 0x7FFFFFFFFFFFFFFFu

/* Bit c of the low 16 bits becomes the flag of cell c. */
static inline uint64_t board_spread(uint64_t bits) {
    uint64_t x = bits;
    x = (x | x << 24) & 0x000000FF000000FFu;
    x = (x | x << 12) & 0x000F000F000F000Fu;
    x = (x | x << 6) & 0x0303030303030303u;
    x = (x | x << 3) & FLAGS_ALL;
    return x;
}

/* The other way round. */
static inline uint64_t board_gather(uint64_t flags) {
    uint64_t x = flags;
    x = (x | x >> 3) & 0x0303030303030303u;
    x = (x | x >> 6) & 0x000F000F000F000Fu;
    x = (x | x >> 12) & 0x000000FF000000FFu;
    x = (x | x >> 24) & 0xFFFFu;
    return x;
}

/* Flags of the cells that hold anything. */
static inline uint64_t board_occupied(uint64_t nibbles, uint64_t fifths) {
    uint64_t x = nibbles | nibbles >> 2;
    return (x | x >> 1 | fifths) & FLAGS_ALL;
}

/* Flags of the cells that hold the same tile as their right neighbour. */
static inline uint64_t board_pairs_right(uint64_t nibbles, uint64_t fifths, uint64_t occupied) {
    uint64_t differs = board_occupied(nibbles ^ nibbles >> 4, fifths ^ fifths >> 4);
    return ~differs & occupied & FLAGS_COLUMNS_012;
}

/* Flags of the cells that hold the same tile as their neighbour below. */
static inline uint64_t board_pairs_below(uint64_t nibbles, uint64_t fifths, uint64_t occupied) {
    uint64_t differs = board_occupied(nibbles ^ nibbles >> 16, fifths ^ fifths >> 16);
    return ~differs & occupied & FLAGS_ROWS_012;
}

/* 1 if any flag is set, else 0. Flags never reach bit 63, so the carry tells. */
static inline uint64_t board_any(uint64_t flags) {
    return (flags + SIGN_MINUS_ONE) >> 63;
}

/* The legal moves: bit 0 up, 1 right, 2 down, 3 left. A push is legal if some
 * tile has a gap in front of it, or if two equal tiles touch along its line. A
 * wider gap, or a pair with a gap between, implies a tile with a gap in front. */
static inline uint64_t board_legal(uint64_t nibbles, uint64_t fifths) {
    uint64_t full = board_occupied(nibbles, fifths);
    uint64_t across = board_pairs_right(nibbles, fifths, full);
    uint64_t down = board_pairs_below(nibbles, fifths, full);
    uint64_t right_full = full >> 4;
    uint64_t below_full = full >> 16;
    uint64_t can_up = (~full & below_full & FLAGS_ROWS_012) | down;
    uint64_t can_right = (full & ~right_full & FLAGS_COLUMNS_012) | across;
    uint64_t can_down = (full & ~below_full & FLAGS_ROWS_012) | down;
    uint64_t can_left = (~full & right_full & FLAGS_COLUMNS_012) | across;
    return board_any(can_up) | board_any(can_right) << 1 | board_any(can_down) << 2 |
           board_any(can_left) << 3;
}

/* Nonzero if the row tables may not be used: some tile needs a fifth bit, or
 * there are two 32768 tiles, which could merge into one that does. */
static inline uint64_t board_beyond_tables(uint64_t nibbles, uint64_t fifths) {
    uint64_t x = nibbles & nibbles >> 2;
    uint64_t fifteens = x & x >> 1 & FLAGS_ALL;
    return fifths | (fifteens & (fifteens - 1));
}

/* How many flags are set, 0..16. */
static inline uint64_t board_count(uint64_t flags) {
    uint64_t x = (flags + (flags >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    x = x + (x >> 8);
    x = x + (x >> 16);
    x = x + (x >> 32);
    return x & 0x1Fu;
}

/* The flag number index (0..15, lowest first) alone. The product puts into
 * each nibble how many flags stand before it, at most 15; then the nibble that
 * equals index is looked for among the flags. */
static inline uint64_t board_nth(uint64_t flags, uint64_t index) {
    uint64_t before = flags * 0x1111111111111110u;
    uint64_t differs = board_occupied(before ^ index * FLAGS_ALL, flags ^ flags);
    return ~differs & flags;
}

/* Rows become columns. Works for nibbles and for flags, as the next two do. */
static inline uint64_t board_transpose(uint64_t nibbles) {
    uint64_t x = nibbles;
    uint64_t swap = (x ^ x >> 12) & 0x0000F0F00000F0F0u;
    x = x ^ swap ^ swap << 12;
    swap = (x ^ x >> 24) & 0x00000000FF00FF00u;
    return x ^ swap ^ swap << 24;
}

/* Left becomes right. */
static inline uint64_t board_mirror(uint64_t nibbles) {
    uint64_t x = (nibbles >> 8 & 0x00FF00FF00FF00FFu) | (nibbles & 0x00FF00FF00FF00FFu) << 8;
    return (x >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (x & 0x0F0F0F0F0F0F0F0Fu) << 4;
}

/* Top becomes bottom. */
static inline uint64_t board_flip(uint64_t nibbles) {
    uint64_t x = nibbles >> 32 | nibbles << 32;
    return (x >> 16 & 0x0000FFFF0000FFFFu) | (x & 0x0000FFFF0000FFFFu) << 16;
}

#endif
