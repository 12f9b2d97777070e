/* lane_avx512.h: 64 boards, in AVX-512 F and BW. What each operation means
 * stands in cells.h and draws.h. */
#ifndef F2048_LANE_AVX512_H
#define F2048_LANE_AVX512_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#include "inline.h"

#define LANES 64
#define PIECES (LANES / 8)
#define LANE __m512i
#define MASK __mmask64
#define WORD __m512i

INLINE LANE lane_load(const uint8_t *from) { return _mm512_loadu_si512(from); }
INLINE void lane_store(uint8_t *to, LANE x) { _mm512_storeu_si512(to, x); }
INLINE LANE lane_all(uint8_t value) { return _mm512_set1_epi8((char)value); }
INLINE LANE lane_zero(void) { return _mm512_setzero_si512(); }

INLINE MASK lane_empty(LANE x) { return _mm512_testn_epi8_mask(x, x); }
INLINE MASK lane_filled(LANE x) { return _mm512_test_epi8_mask(x, x); }
INLINE MASK lane_same(LANE x, LANE y) { return _mm512_cmpeq_epi8_mask(x, y); }
INLINE LANE lane_pick(MASK m, LANE x, LANE y) { return _mm512_mask_blend_epi8(m, y, x); }
INLINE LANE lane_keep(MASK m, LANE x) { return _mm512_maskz_mov_epi8(m, x); }
INLINE LANE lane_drop(MASK m, LANE x) {
    return _mm512_mask_mov_epi8(x, m, _mm512_setzero_si512());
}
INLINE LANE lane_increase(LANE x, MASK m) {
    return _mm512_mask_sub_epi8(x, m, x, _mm512_set1_epi8(-1));
}
INLINE LANE lane_double(LANE x, MASK m) {
    return _mm512_mask_add_epi8(x, m, x, _mm512_min_epu8(x, _mm512_set1_epi8(1)));
}
INLINE LANE lane_decrease(LANE x, MASK m) {
    return _mm512_mask_add_epi8(x, m, x, _mm512_set1_epi8(-1));
}
INLINE LANE lane_either(LANE x, LANE y) { return _mm512_or_si512(x, y); }
INLINE LANE lane_either_but(LANE x, LANE y, LANE z) {
    return _mm512_ternarylogic_epi64(x, y, z, 0xF4);
}
INLINE LANE lane_differ(LANE x, LANE y, LANE z) {
    return _mm512_ternarylogic_epi64(x, y, z, 0xBE);
}
INLINE LANE lane_vacancy(LANE x) { return _mm512_subs_epu8(_mm512_set1_epi8(1), x); }
INLINE LANE lane_add(LANE x, LANE y) { return _mm512_add_epi8(x, y); }
INLINE LANE lane_min(LANE x, LANE y) { return _mm512_min_epu8(x, y); }
INLINE LANE lane_max(LANE x, LANE y) { return _mm512_max_epu8(x, y); }

INLINE MASK mask_none(void) { return 0; }
INLINE MASK mask_and(MASK m, MASK k) { return m & k; }
INLINE MASK mask_or(MASK m, MASK k) { return m | k; }
INLINE MASK mask_but(MASK m, MASK k) { return m & ~k; }
INLINE uint64_t mask_bits(MASK m) { return m; }
INLINE MASK mask_from_bits(uint64_t bits) { return bits; }

INLINE WORD word_load(const uint64_t *from) { return _mm512_loadu_si512(from); }
INLINE void word_store(uint64_t *to, WORD x) { _mm512_storeu_si512(to, x); }
INLINE WORD word_all(uint64_t value) { return _mm512_set1_epi64((long long)value); }
INLINE WORD word_add(WORD x, WORD y) { return _mm512_add_epi64(x, y); }
INLINE WORD word_xor(WORD x, WORD y) { return _mm512_xor_si512(x, y); }
#define word_shift_left(x, by) _mm512_slli_epi64(x, by)
#define word_shift_right(x, by) _mm512_srli_epi64(x, by)
#define word_rotate_left(x, by) _mm512_rol_epi64(x, by)
INLINE WORD word_product(WORD x, WORD y) { return _mm512_mul_epu32(x, y); }

INLINE WORD word_byte(LANE x, int j) {
    __m512i choose = _mm512_set4_epi32(-1, (int)0xFFFFFF08 + j, -1, (int)0xFFFFFF00 + j);
    return _mm512_shuffle_epi8(x, choose);
}
INLINE LANE word_put(LANE packed, int j, WORD x) {
    __m512i choose = _mm512_set4_epi32(0x0C0C0C0C, 0x0C0C0C0C, 0x04040404, 0x04040404);
    return _mm512_mask_shuffle_epi8(packed, 0x0101010101010101u << j, x, choose);
}

/* 16 bytes for each 16 lanes, a stride apart. */
INLINE LANE lane_load_parts(const uint8_t *from, int stride) {
    __m512i x = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)from));
    UNROLLED
    for (int part = 1; part < 4; part++) {
        __m128i more = _mm_loadu_si128((const __m128i *)(const void *)(from + part * stride));
        x = _mm512_mask_broadcast_i32x4(x, (__mmask16)(0xF << 4 * part), more);
    }
    return x;
}
INLINE void lane_store_parts(uint8_t *to, int stride, LANE x) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_castsi512_si128(x));
    _mm_storeu_si128((__m128i *)(void *)(to + stride), _mm512_extracti32x4_epi32(x, 1));
    _mm_storeu_si128((__m128i *)(void *)(to + 2 * stride), _mm512_extracti32x4_epi32(x, 2));
    _mm_storeu_si128((__m128i *)(void *)(to + 3 * stride), _mm512_extracti32x4_epi32(x, 3));
}
INLINE LANE zip_low(LANE x, LANE y) { return _mm512_unpacklo_epi8(x, y); }
INLINE LANE zip_high(LANE x, LANE y) { return _mm512_unpackhi_epi8(x, y); }
INLINE LANE zip_pairs_low(LANE x, LANE y) { return _mm512_unpacklo_epi16(x, y); }
INLINE LANE zip_pairs_high(LANE x, LANE y) { return _mm512_unpackhi_epi16(x, y); }

#define F2048_LANE_LOOK_UP
INLINE LANE lane_look_up(const uint8_t table[16], LANE x) {
    __m128i values = _mm_loadu_si128((const __m128i *)(const void *)table);
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(values), x);
}
INLINE LANE quads_weigh(LANE x, int32_t bytes, int32_t pairs) {
    return _mm512_madd_epi16(_mm512_maddubs_epi16(x, _mm512_set1_epi32(bytes)),
                             _mm512_set1_epi32(pairs));
}

typedef __m512i GAPS; /* the least lower half, in the even places */
INLINE GAPS gaps_none(void) { return _mm512_set1_epi32(-1); }
INLINE GAPS gaps_look(GAPS least, WORD product, uint32_t gap) {
    (void)gap;
    return _mm512_mask_min_epu32(least, 0x5555, least, product);
}
INLINE bool gaps_any(GAPS least, uint32_t gap) {
    return _mm512_cmplt_epu32_mask(least, _mm512_set1_epi32((int)gap)) != 0;
}

#endif
