/* lane_avx2.h: 32 boards, in AVX2. A mask is a byte of ones or zeros for each
 * board. What each operation means stands in cells.h and draws.h. */
#ifndef F2048_LANE_AVX2_H
#define F2048_LANE_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#include "inline.h"

#define LANES 32
#define PIECES (LANES / 8)
#define LANE __m256i
#define MASK __m256i
#define WORD __m256i

INLINE LANE lane_load(const uint8_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
INLINE void lane_store(uint8_t *to, LANE x) {
    _mm256_storeu_si256((__m256i *)(void *)to, x);
}
INLINE LANE lane_all(uint8_t value) { return _mm256_set1_epi8((char)value); }
INLINE LANE lane_zero(void) { return _mm256_setzero_si256(); }

INLINE MASK lane_same(LANE x, LANE y) { return _mm256_cmpeq_epi8(x, y); }
INLINE MASK lane_empty(LANE x) { return lane_same(x, lane_zero()); }
INLINE MASK lane_filled(LANE x) {
    return _mm256_xor_si256(lane_empty(x), _mm256_set1_epi8(-1));
}
INLINE LANE lane_pick(MASK m, LANE x, LANE y) { return _mm256_blendv_epi8(y, x, m); }
INLINE LANE lane_keep(MASK m, LANE x) { return _mm256_and_si256(m, x); }
INLINE LANE lane_drop(MASK m, LANE x) { return _mm256_andnot_si256(m, x); }
INLINE LANE lane_increase(LANE x, MASK m) { return _mm256_sub_epi8(x, m); }
INLINE LANE lane_double(LANE x, MASK m) {
    return _mm256_add_epi8(x, _mm256_and_si256(m, _mm256_min_epu8(x, _mm256_set1_epi8(1))));
}
INLINE LANE lane_decrease(LANE x, MASK m) { return _mm256_add_epi8(x, m); }
INLINE LANE lane_either(LANE x, LANE y) { return _mm256_or_si256(x, y); }
INLINE LANE lane_either_but(LANE x, LANE y, LANE z) {
    return _mm256_or_si256(x, _mm256_andnot_si256(z, y));
}
INLINE LANE lane_differ(LANE x, LANE y, LANE z) {
    return _mm256_or_si256(_mm256_xor_si256(x, y), z);
}
INLINE LANE lane_vacancy(LANE x) { return _mm256_subs_epu8(_mm256_set1_epi8(1), x); }
INLINE LANE lane_add(LANE x, LANE y) { return _mm256_add_epi8(x, y); }
INLINE LANE lane_min(LANE x, LANE y) { return _mm256_min_epu8(x, y); }
INLINE LANE lane_max(LANE x, LANE y) { return _mm256_max_epu8(x, y); }

INLINE MASK mask_none(void) { return _mm256_setzero_si256(); }
INLINE MASK mask_and(MASK m, MASK k) { return _mm256_and_si256(m, k); }
INLINE MASK mask_or(MASK m, MASK k) { return _mm256_or_si256(m, k); }
INLINE MASK mask_but(MASK m, MASK k) { return _mm256_andnot_si256(k, m); }
INLINE uint64_t mask_bits(MASK m) { return (uint32_t)_mm256_movemask_epi8(m); }

INLINE WORD word_load(const uint64_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
INLINE void word_store(uint64_t *to, WORD x) {
    _mm256_storeu_si256((__m256i *)(void *)to, x);
}
INLINE WORD word_all(uint64_t value) { return _mm256_set1_epi64x((long long)value); }
INLINE WORD word_add(WORD x, WORD y) { return _mm256_add_epi64(x, y); }
INLINE WORD word_xor(WORD x, WORD y) { return _mm256_xor_si256(x, y); }
#define word_shift_left(x, by) _mm256_slli_epi64(x, by)
#define word_shift_right(x, by) _mm256_srli_epi64(x, by)
#define word_rotate_left(x, by) \
    _mm256_or_si256(_mm256_slli_epi64(x, by), _mm256_srli_epi64(x, 64 - (by)))
INLINE WORD word_product(WORD x, WORD y) { return _mm256_mul_epu32(x, y); }

INLINE WORD word_byte(LANE x, int j) {
    return _mm256_shuffle_epi8(x, _mm256_set_epi32(-1, -0x100 + 8 + j, -1, -0x100 + j, -1,
                                                   -0x100 + 8 + j, -1, -0x100 + j));
}
INLINE LANE word_put(LANE packed, int j, WORD x) {
    long long low = (long long)~((uint64_t)(0xFF ^ 4) << 8 * j);
    long long high = (long long)~((uint64_t)(0xFF ^ 12) << 8 * j);
    return _mm256_or_si256(packed,
                           _mm256_shuffle_epi8(x, _mm256_set_epi64x(high, low, high, low)));
}

/* 16 bytes for each 16 lanes, a stride apart. */
INLINE LANE lane_load_parts(const uint8_t *from, int stride) {
    return _mm256_loadu2_m128i((const __m128i *)(const void *)(from + stride),
                               (const __m128i *)(const void *)from);
}
INLINE void lane_store_parts(uint8_t *to, int stride, LANE x) {
    _mm256_storeu2_m128i((__m128i *)(void *)(to + stride), (__m128i *)(void *)to, x);
}
INLINE LANE zip_low(LANE x, LANE y) { return _mm256_unpacklo_epi8(x, y); }
INLINE LANE zip_high(LANE x, LANE y) { return _mm256_unpackhi_epi8(x, y); }
INLINE LANE zip_pairs_low(LANE x, LANE y) { return _mm256_unpacklo_epi16(x, y); }
INLINE LANE zip_pairs_high(LANE x, LANE y) { return _mm256_unpackhi_epi16(x, y); }

#define F2048_LANE_LOOK_UP
INLINE LANE lane_look_up(const uint8_t table[16], LANE x) {
    __m128i values = _mm_loadu_si128((const __m128i *)(const void *)table);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(values), x);
}
INLINE LANE quads_weigh(LANE x, int32_t bytes, int32_t pairs) {
    return _mm256_madd_epi16(_mm256_maddubs_epi16(x, _mm256_set1_epi32(bytes)),
                             _mm256_set1_epi32(pairs));
}

typedef __m256i GAPS; /* the least lower half, in the even places */
INLINE GAPS gaps_none(void) { return _mm256_set1_epi32(-1); }
INLINE GAPS gaps_look(GAPS least, WORD product, uint32_t gap) {
    (void)gap;
    return _mm256_min_epu32(least, _mm256_or_si256(product, word_all(0xFFFFFFFF00000000u)));
}
INLINE bool gaps_any(GAPS least, uint32_t gap) {
    __m256i below = _mm256_min_epu32(least, _mm256_set1_epi32((int)(gap - 1)));
    return _mm256_movemask_epi8(_mm256_cmpeq_epi32(below, least)) != 0;
}

#endif
