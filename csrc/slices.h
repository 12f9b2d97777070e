/* slices.h: boards as the engine keeps them for itself: each cell of up to 64
 * boards side by side. */
#ifndef F2048_SLICES_H
#define F2048_SLICES_H

#include "cells.h"
#include "fast2048.h"

INLINE grid slice_load(const uint8_t *cells) {
    grid g;
    UNROLLED
    for (int c = 0; c < F2048_CELLS; c++)
        g.cell[c] = lane_load(cells + c * F2048_LANES_MAX);
    return g;
}

INLINE void slice_store(uint8_t *cells, grid g) {
    UNROLLED
    for (int c = 0; c < F2048_CELLS; c++)
        lane_store(cells + c * F2048_LANES_MAX, g.cell[c]);
}

#endif
