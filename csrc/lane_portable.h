/* lane_portable.h: 16 boards in the vectors of GCC and Clang, which become SSE2,
 * NEON or whatever the processor has for certain; for other compilers, 8 boards
 * in a plain uint64_t. A mask is a byte of ones or zeros for each board. What
 * each operation means stands in cells.h and draws.h. */
#ifndef F2048_LANE_PORTABLE_H
#define F2048_LANE_PORTABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "inline.h"
#include <string.h>

#if defined(__GNUC__) && !defined(F2048_PLAIN_LANES)

#define LANES 16
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint64_t words2 __attribute__((vector_size(16)));
#define LANE bytes16
#define WORD words2

INLINE LANE lane_all(uint8_t value) { return (LANE){0} + value; }
INLINE LANE lane_same(LANE x, LANE y) { return (LANE)(x == y); }
INLINE LANE lane_empty(LANE x) { return (LANE)(x == 0); }
INLINE LANE lane_increase(LANE x, LANE m) { return x - m; }
INLINE LANE lane_decrease(LANE x, LANE m) { return x + m; }
INLINE LANE lane_add(LANE x, LANE y) { return x + y; }
INLINE WORD word_all(uint64_t value) { return (WORD){0} + value; }

#ifdef __SSE2__
#include <emmintrin.h>
INLINE WORD word_product(WORD x, WORD y) {
    return (WORD)_mm_mul_epu32((__m128i)x, (__m128i)y);
}
INLINE uint64_t mask_bits(LANE m) { return (uint32_t)_mm_movemask_epi8((__m128i)m); }
INLINE LANE lane_min(LANE x, LANE y) {
    return (LANE)_mm_min_epu8((__m128i)x, (__m128i)y);
}
INLINE LANE lane_max(LANE x, LANE y) {
    return (LANE)_mm_max_epu8((__m128i)x, (__m128i)y);
}
INLINE LANE zip_low(LANE x, LANE y) {
    return (LANE)_mm_unpacklo_epi8((__m128i)x, (__m128i)y);
}
INLINE LANE zip_high(LANE x, LANE y) {
    return (LANE)_mm_unpackhi_epi8((__m128i)x, (__m128i)y);
}
INLINE LANE zip_pairs_low(LANE x, LANE y) {
    return (LANE)_mm_unpacklo_epi16((__m128i)x, (__m128i)y);
}
INLINE LANE zip_pairs_high(LANE x, LANE y) {
    return (LANE)_mm_unpackhi_epi16((__m128i)x, (__m128i)y);
}
#define lane_load_parts(from, stride) ((void)(stride), lane_load(from))
#define lane_store_parts(to, stride, x) ((void)(stride), lane_store(to, x))
#define F2048_LANE_PRODUCT
#else
#define F2048_LANE_NO_ZIP
INLINE LANE lane_min(LANE x, LANE y) { return x ^ ((x ^ y) & (LANE)(y < x)); }
INLINE LANE lane_max(LANE x, LANE y) { return x ^ ((x ^ y) & (LANE)(y > x)); }
#endif

#else /* bytes of a uint64_t: no sum may carry from one into the next */

#define F2048_LANE_NO_ZIP
#define LANES 8
#define LANE uint64_t
#define WORD uint64_t

#define BYTES(value) ((value)*0x0101010101010101u)
INLINE LANE lane_all(uint8_t value) { return BYTES((uint64_t)value); }
INLINE LANE lane_empty(LANE x) {
    LANE tops = ~(((x & BYTES(0x7Fu)) + BYTES(0x7Fu)) | x) & BYTES(0x80u);
    return (tops << 1) - (tops >> 7);
}
INLINE LANE lane_same(LANE x, LANE y) { return lane_empty(x ^ y); }
INLINE LANE lane_add(LANE x, LANE y) {
    return ((x & BYTES(0x7Fu)) + (y & BYTES(0x7Fu))) ^ ((x ^ y) & BYTES(0x80u));
}
INLINE LANE lane_increase(LANE x, LANE m) { return lane_add(x, m & BYTES(1u)); }
INLINE LANE lane_decrease(LANE x, LANE m) { return lane_add(x, m); }
/* All ones where x < y. The borrow of each byte shows in its highest bit, which
 * is kept apart. */
INLINE LANE bytes_less(LANE x, LANE y) {
    LANE lower = (x | BYTES(0x80u)) - (y & BYTES(0x7Fu));
    LANE tops = ((~x & y) | (~(x ^ y) & ~lower)) & BYTES(0x80u);
    return (tops << 1) - (tops >> 7);
}
INLINE LANE lane_min(LANE x, LANE y) { return y ^ ((x ^ y) & bytes_less(x, y)); }
INLINE LANE lane_max(LANE x, LANE y) { return x ^ ((x ^ y) & bytes_less(x, y)); }
INLINE WORD word_all(uint64_t value) { return value; }

#endif

#define MASK LANE
#define PIECES (LANES / 8)

INLINE LANE lane_load(const uint8_t *from) {
    LANE x;
    memcpy(&x, from, sizeof x);
    return x;
}
INLINE void lane_store(uint8_t *to, LANE x) { memcpy(to, &x, sizeof x); }
INLINE LANE lane_zero(void) { return lane_all(0); }
INLINE LANE lane_pick(MASK m, LANE x, LANE y) { return y ^ ((x ^ y) & m); }
INLINE LANE lane_keep(MASK m, LANE x) { return m & x; }
INLINE LANE lane_drop(MASK m, LANE x) { return ~m & x; }
INLINE LANE lane_double(LANE x, MASK m) {
    return lane_add(x, m & lane_min(x, lane_all(1)));
}
INLINE MASK lane_filled(LANE x) { return ~lane_empty(x); }
INLINE LANE lane_vacancy(LANE x) { return lane_empty(x) & lane_all(1); }
INLINE LANE lane_either(LANE x, LANE y) { return x | y; }
INLINE LANE lane_either_but(LANE x, LANE y, LANE z) { return x | (y & ~z); }
INLINE LANE lane_differ(LANE x, LANE y, LANE z) { return (x ^ y) | z; }

INLINE MASK mask_none(void) { return lane_zero(); }
INLINE MASK mask_and(MASK m, MASK k) { return m & k; }
INLINE MASK mask_or(MASK m, MASK k) { return m | k; }
INLINE MASK mask_but(MASK m, MASK k) { return m & ~k; }

INLINE WORD word_load(const uint64_t *from) {
    WORD x;
    memcpy(&x, from, sizeof x);
    return x;
}
INLINE void word_store(uint64_t *to, WORD x) { memcpy(to, &x, sizeof x); }
INLINE WORD word_add(WORD x, WORD y) { return x + y; }
INLINE WORD word_xor(WORD x, WORD y) { return x ^ y; }
#define word_shift_left(x, by) ((x) << (by))
#define word_shift_right(x, by) ((x) >> (by))
#define word_rotate_left(x, by) ((x) << (by) | (x) >> (64 - (by)))

#ifndef F2048_LANE_PRODUCT
INLINE WORD word_product(WORD x, WORD y) { return (x & 0xFFFFFFFFu) * (y & 0xFFFFFFFFu); }
INLINE uint64_t mask_bits(MASK m) {
    uint8_t bytes[LANES];
    lane_store(bytes, m);
    uint64_t bits = 0;
    for (int lane = 0; lane < LANES; lane++)
        bits |= (uint64_t)(bytes[lane] & 1) << lane;
    return bits;
}
#endif

/* Byte j in memory: which bits of a word that is depends on the machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE_SHIFT(j) (56 - 8 * (j))
#else
#define BYTE_SHIFT(j) (8 * (j))
#endif
INLINE WORD word_byte(LANE x, int j) { return (WORD)x >> BYTE_SHIFT(j) & 0xFF; }
INLINE LANE word_put(LANE packed, int j, WORD x) {
    return packed | (LANE)(x >> 32 << BYTE_SHIFT(j));
}

typedef WORD GAPS; /* bit 63 is set once a lower half was below its gap */
INLINE GAPS gaps_none(void) { return word_all(0); }
INLINE GAPS gaps_look(GAPS seen, WORD product, uint32_t gap) {
    return seen | ((product & 0xFFFFFFFFu) - gap);
}
INLINE bool gaps_any(GAPS seen, uint32_t gap) {
    (void)gap;
    uint64_t each[PIECES], any = 0;
    word_store(each, seen);
    for (int i = 0; i < PIECES; i++)
        any |= each[i];
    return any >> 63;
}

#endif
