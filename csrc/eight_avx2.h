/* eight_avx2.h: a float for each of the eight symmetric images of a board, and
 * where they are in the table of a tuple, in AVX2; with AVX-512, in fewer steps.
 * What each operation means stands in eight_portable.h. */
#ifndef F2048_EIGHT_AVX2_H
#define F2048_EIGHT_AVX2_H

#include <immintrin.h>

#include "network.h"

typedef __m256 eight;
typedef __m256i eight_places;

#ifdef F2048_EIGHT_AVX512
typedef __m512i eight_images;
#else
typedef __m256i eight_images;
#endif

/* Its exponents, a byte each, as often as they fit. */
INLINE eight_images images_of(f2048_board board) {
    __m128i nibbles = _mm_cvtsi64_si128((long long)network_capped(board));
    __m128i low = _mm_and_si128(nibbles, _mm_set1_epi8(15));
    __m128i high = _mm_and_si128(_mm_srli_epi16(nibbles, 4), _mm_set1_epi8(15));
    __m128i cells = _mm_unpacklo_epi8(low, high);
#ifdef F2048_EIGHT_AVX512
    return _mm512_broadcast_i32x4(cells);
#else
    return _mm256_broadcastsi128_si256(cells);
#endif
}

/* A shuffle fetches the digits of each image, lowest first; two multiplications
 * put pairs of digits, then pairs of pairs together; a shift the last two parts. */
#ifdef F2048_EIGHT_AVX512
INLINE eight_places places_find(const f2048_shape *shape, int tuple, eight_images images) {
    __m512i x = _mm512_shuffle_epi8(images, _mm512_loadu_si512(shape->images[tuple]));
    x = _mm512_maddubs_epi16(x, _mm512_set1_epi16(16 << 8 | 1));
    x = _mm512_madd_epi16(x, _mm512_set1_epi32(256 << 16 | 1));
    return _mm512_cvtepi64_epi32(_mm512_or_si512(x, _mm512_srli_epi64(x, 16)));
}
#else
INLINE __m256i four_places(__m256i cells, const uint8_t *from) {
    __m256i x = _mm256_shuffle_epi8(
        cells, _mm256_loadu_si256((const __m256i *)(const void *)from));
    x = _mm256_maddubs_epi16(x, _mm256_set1_epi16(16 << 8 | 1));
    x = _mm256_madd_epi16(x, _mm256_set1_epi32(256 << 16 | 1));
    return _mm256_or_si256(x, _mm256_srli_epi64(x, 16));
}

INLINE eight_places places_find(const f2048_shape *shape, int tuple, eight_images images) {
    __m256 low = _mm256_castsi256_ps(four_places(images, shape->images[tuple]));
    __m256 high = _mm256_castsi256_ps(four_places(images, shape->images[tuple] + 32));
    __m256i even = _mm256_castps_si256(_mm256_shuffle_ps(low, high, 0x88)); /* 0 1 4 5 2 3 6 7 */
    return _mm256_permute4x64_epi64(even, 0xD8);
}
#endif

INLINE void places_store(uint32_t to[8], eight_places places) {
    _mm256_storeu_si256((__m256i *)(void *)to, places);
}
INLINE eight_places places_load(const uint32_t from[8]) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
INLINE eight eight_all(float value) { return _mm256_set1_ps(value); }
INLINE eight eight_add(eight x, eight y) { return _mm256_add_ps(x, y); }
INLINE eight eight_gather(const float *table, eight_places places) {
    __m256i floats = _mm256_add_epi32(places, _mm256_add_epi32(places, places));
    return _mm256_i32gather_ps(table, floats, 4);
}
INLINE eight eight_load(const float from[8]) { return _mm256_loadu_ps(from); }
INLINE void eight_store(float to[8], eight x) { _mm256_storeu_ps(to, x); }
INLINE eight eight_agreement(eight share, eight error, eight size) {
    eight part = _mm256_div_ps(_mm256_andnot_ps(_mm256_set1_ps(-0.0f), error), size);
    eight known = _mm256_cmp_ps(size, _mm256_setzero_ps(), _CMP_GT_OQ);
    return _mm256_blendv_ps(share, _mm256_mul_ps(share, part), known);
}
INLINE float eight_total(eight x) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

#endif
