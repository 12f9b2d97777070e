/* generator.h: the random words of a game and what is drawn from them, inline. */
#ifndef F2048_GENERATOR_H
#define F2048_GENERATOR_H

#include "fast2048.h"

static inline uint64_t rotate_left(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

/* xoroshiro128++ 1.0: Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47 (2021). */
static inline uint64_t generator_next(f2048_generator *generator) {
    uint64_t s0 = generator->s0, s1 = generator->s1;
    uint64_t word = rotate_left(s0 + s1, 17) + s0;
    s1 ^= s0;
    generator->s0 = rotate_left(s0, 49) ^ s1 ^ s1 << 21;
    generator->s1 = rotate_left(s1, 28);
    return word;
}

/* A word is two 32-bit fractions, x = upper / 2^32 and y = lower / 2^32.
 *
 * The cell is floor(n x). The tile is a 4 if floor(10 y) is 0; what is left,
 * the fractional part of 10 y, is for a player who moves at random: times the
 * number of legal moves it gives the number of one of them. So one word serves
 * a whole ply, and a game drawn from a seed is the same whether its moves come
 * from a person or from these bits.
 *
 * Plain floor(n x) favours some values, since n does not divide 2^32. After
 * Lemire ("Fast random integer generation in an interval", ACM TOMACS 29,
 * 2019): for each value v the multiples of n in [2^32 v + t, 2^32 (v + 1)) are
 * equally many if n divides 2^32 - t. The first t is right for every n up to
 * 16 at once, because 2^32 - t is a multiple of lcm(1..16) = 720720; the second
 * is right for 120, so that floor(10 y) and any choice among 1, 2, 3 or 4 (the
 * divisors of 12 that can occur) are exact together. A word that falls into
 * either gap, about one in 21,800, is thrown away whole. */
#define DRAW_CELL_GAP 196816u /* 2^32 mod 720720 */
#define DRAW_TILE_GAP 16u     /* 2^32 mod 120 */

/* What a word gives; exponent 0 if it is to be thrown away. */
static inline f2048_draw generator_read(uint64_t word, unsigned n) {
    uint64_t cell = (word >> 32) * n;
    uint32_t y = (uint32_t)word;
    if ((uint32_t)cell < DRAW_CELL_GAP || y * 120u < DRAW_TILE_GAP)
        return (f2048_draw){0, 0};
    bool four = (uint64_t)y * 10 >> 32 == 0;
    return (f2048_draw){(unsigned)(cell >> 32), four ? 2 : 1};
}

static inline f2048_draw generator_draw(f2048_generator *generator, unsigned n) {
    f2048_draw draw;
    do
        draw = generator_read(generator_next(generator), n);
    while (!draw.exponent);
    return draw;
}

#endif
