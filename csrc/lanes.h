/* lanes.h: the bit arithmetic of boards, written once over a lane type.
 *
 * Before including, define
 *     LANE          an unsigned 64-bit integer, or a vector of them
 *     LANE_FN(name) how a function of this instance is called
 * Both are undefined again at the end, so the text can be included once for
 * each kind of lane. Everything is straight-line: no branch, no comparison, no
 * table, only + - * & | ^ ~ and shifts, which mean the same for one board and
 * for a vector of boards.
 *
 * "Nibbles" are the low word of a board, four bits a cell. "Flags" are a word
 * with one bit a cell, at the lowest bit of its nibble. "Fifths" are the fifth
 * bits of the exponents, as flags.
 */
#ifndef F2048_LANES_CONSTANTS
#define F2048_LANES_CONSTANTS
#define FLAGS_ALL 0x1111111111111111u
#define FLAGS_COLUMNS_012 0x0111011101110111u
#define FLAGS_ROWS_012 0x0000111111111111u
#define SIGN_MINUS_ONE 0x7FFFFFFFFFFFFFFFu
#endif

/* Bit c of the low 16 bits becomes the flag of cell c. */
static inline LANE LANE_FN(spread)(LANE bits) {
    LANE x = bits;
    x = (x | x << 24) & 0x000000FF000000FFu;
    x = (x | x << 12) & 0x000F000F000F000Fu;
    x = (x | x << 6) & 0x0303030303030303u;
    x = (x | x << 3) & FLAGS_ALL;
    return x;
}

/* The other way round. */
static inline LANE LANE_FN(gather)(LANE flags) {
    LANE x = flags;
    x = (x | x >> 3) & 0x0303030303030303u;
    x = (x | x >> 6) & 0x000F000F000F000Fu;
    x = (x | x >> 12) & 0x000000FF000000FFu;
    x = (x | x >> 24) & 0xFFFFu;
    return x;
}

/* Flags of the cells that hold anything. */
static inline LANE LANE_FN(occupied)(LANE nibbles, LANE fifths) {
    LANE x = nibbles | nibbles >> 2;
    return (x | x >> 1 | fifths) & FLAGS_ALL;
}

/* Flags of the cells that hold the same tile as their right neighbour. */
static inline LANE LANE_FN(pairs_right)(LANE nibbles, LANE fifths, LANE occupied) {
    LANE differs = LANE_FN(occupied)(nibbles ^ nibbles >> 4, fifths ^ fifths >> 4);
    return ~differs & occupied & FLAGS_COLUMNS_012;
}

/* Flags of the cells that hold the same tile as their neighbour below. */
static inline LANE LANE_FN(pairs_below)(LANE nibbles, LANE fifths, LANE occupied) {
    LANE differs = LANE_FN(occupied)(nibbles ^ nibbles >> 16, fifths ^ fifths >> 16);
    return ~differs & occupied & FLAGS_ROWS_012;
}

/* 1 if any flag is set, else 0. Flags never reach bit 63, so the carry tells. */
static inline LANE LANE_FN(any)(LANE flags) {
    return (flags + SIGN_MINUS_ONE) >> 63;
}

/* The legal moves: bit 0 up, 1 right, 2 down, 3 left. A push is legal if some
 * tile has a gap in front of it, or if two equal tiles touch along its line. A
 * wider gap, or a pair with a gap between, implies a tile with a gap in front. */
static inline LANE LANE_FN(legal)(LANE nibbles, LANE fifths) {
    LANE full = LANE_FN(occupied)(nibbles, fifths);
    LANE across = LANE_FN(pairs_right)(nibbles, fifths, full);
    LANE down = LANE_FN(pairs_below)(nibbles, fifths, full);
    LANE right_full = full >> 4;
    LANE below_full = full >> 16;
    LANE can_up = (~full & below_full & FLAGS_ROWS_012) | down;
    LANE can_right = (full & ~right_full & FLAGS_COLUMNS_012) | across;
    LANE can_down = (full & ~below_full & FLAGS_ROWS_012) | down;
    LANE can_left = (~full & right_full & FLAGS_COLUMNS_012) | across;
    return LANE_FN(any)(can_up) | LANE_FN(any)(can_right) << 1 | LANE_FN(any)(can_down) << 2 |
           LANE_FN(any)(can_left) << 3;
}

/* Nonzero if the row tables may not be used: some tile needs a fifth bit, or
 * there are two 32768 tiles, which could merge into one that does. */
static inline LANE LANE_FN(beyond_tables)(LANE nibbles, LANE fifths) {
    LANE x = nibbles & nibbles >> 2;
    LANE fifteens = x & x >> 1 & FLAGS_ALL;
    return fifths | (fifteens & (fifteens - 1));
}

/* How many flags are set, 0..16. */
static inline LANE LANE_FN(count)(LANE flags) {
    LANE x = (flags + (flags >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    x = x + (x >> 8);
    x = x + (x >> 16);
    x = x + (x >> 32);
    return x & 0x1Fu;
}

/* The flag number index (0..15, lowest first) alone. The product puts into
 * each nibble how many flags stand before it, at most 15; then the nibble that
 * equals index is looked for among the flags. */
static inline LANE LANE_FN(nth)(LANE flags, LANE index) {
    LANE before = flags * 0x1111111111111110u;
    LANE differs = LANE_FN(occupied)(before ^ index * FLAGS_ALL, flags ^ flags);
    return ~differs & flags;
}

/* Rows become columns. Works for nibbles and for flags, as the next two do. */
static inline LANE LANE_FN(transpose)(LANE nibbles) {
    LANE x = nibbles;
    LANE swap = (x ^ x >> 12) & 0x0000F0F00000F0F0u;
    x = x ^ swap ^ swap << 12;
    swap = (x ^ x >> 24) & 0x00000000FF00FF00u;
    return x ^ swap ^ swap << 24;
}

/* Left becomes right. */
static inline LANE LANE_FN(mirror)(LANE nibbles) {
    LANE x = (nibbles >> 8 & 0x00FF00FF00FF00FFu) | (nibbles & 0x00FF00FF00FF00FFu) << 8;
    return (x >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (x & 0x0F0F0F0F0F0F0F0Fu) << 4;
}

/* Top becomes bottom. */
static inline LANE LANE_FN(flip)(LANE nibbles) {
    LANE x = nibbles >> 32 | nibbles << 32;
    return (x >> 16 & 0x0000FFFF0000FFFFu) | (x & 0x0000FFFF0000FFFFu) << 16;
}

#undef LANE
#undef LANE_FN
