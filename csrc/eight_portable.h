/* eight_portable.h: a float for each of the eight symmetric images of a board, and
 * where they are in the table of a tuple, for every processor.
 *
 * What eight_avx2.h and eight_avx512.h do must give the same floats, bit for bit:
 * eight_total adds in one order, and nothing is contracted. */
#ifndef F2048_EIGHT_PORTABLE_H
#define F2048_EIGHT_PORTABLE_H

#include <math.h>
#include <string.h>

#include "network.h"

typedef struct {
    float of[8];
} eight;

typedef struct {
    uint32_t of[8];
} eight_places;

/* A board, ready to be looked up. */
typedef struct {
    uint64_t of[8];
} eight_images;

INLINE eight_images images_of(f2048_board board) {
    eight_images images;
    network_images(board, images.of);
    return images;
}

INLINE eight_places places_find(const f2048_shape *shape, int tuple, eight_images images) {
    eight_places places;
    network_indexes(shape, tuple, images.of, places.of);
    return places;
}

INLINE void places_store(uint32_t to[8], eight_places places) {
    memcpy(to, places.of, sizeof places.of);
}

INLINE eight_places places_load(const uint32_t from[8]) {
    eight_places places;
    memcpy(places.of, from, sizeof places.of);
    return places;
}

INLINE eight eight_all(float value) {
    return (eight){{value, value, value, value, value, value, value, value}};
}

INLINE eight eight_add(eight x, eight y) {
    UNROLLED
    for (int i = 0; i < 8; i++)
        x.of[i] += y.of[i];
    return x;
}

/* The floats three apart, as in an array of f2048_weight. */
INLINE eight eight_gather(const float *table, eight_places places) {
    eight x;
    UNROLLED
    for (int i = 0; i < 8; i++)
        x.of[i] = table[3 * (size_t)places.of[i]];
    return x;
}

INLINE eight eight_load(const float from[8]) {
    eight x;
    memcpy(x.of, from, sizeof x.of);
    return x;
}

INLINE void eight_store(float to[8], eight x) {
    memcpy(to, x.of, sizeof x.of);
}

/* share * |error| / size; share where the size is 0 */
INLINE eight eight_agreement(eight share, eight error, eight size) {
    UNROLLED
    for (int i = 0; i < 8; i++)
        if (size.of[i] > 0)
            share.of[i] *= fabsf(error.of[i]) / size.of[i];
    return share;
}

INLINE float eight_total(eight x) {
    return ((x.of[0] + x.of[4]) + (x.of[2] + x.of[6])) +
           ((x.of[1] + x.of[5]) + (x.of[3] + x.of[7]));
}

#endif
