/* network.c: the shape of an n-tuple network, and the value of a board. */
#include "network.h"

#include <string.h>

static int32_t sum_by_shifts(const f2048_shape *shape, const int16_t *weights,
                             const uint64_t images[8]) {
    int32_t sum = 0;
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        const int16_t *table = weights + shape->offsets[tuple];
        uint32_t indexes[8];
        network_indexes(shape, tuple, images, indexes);
        for (int i = 0; i < 8; i++)
            sum += table[indexes[i]];
    }
    return sum;
}

/* PEXT does in one instruction what takes a shift and a mask for each run. On the
 * first two generations of Zen it is there, but slower than those. */
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

static bool extraction_is_fast(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
           !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4");
}

__attribute__((target("bmi2"))) static int32_t sum_by_extraction(const f2048_shape *shape,
                                                                 const int16_t *weights,
                                                                 const uint64_t images[8]) {
    int32_t sum = 0;
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        const int16_t *table = weights + shape->offsets[tuple];
        for (int i = 0; i < 8; i++)
            sum += table[_pext_u64(images[i], shape->nibbles[tuple])];
    }
    return sum;
}
#else
static bool extraction_is_fast(void) {
    return false;
}

#define sum_by_extraction sum_by_shifts
#endif

/* Which cell of a board comes to a cell of its image: see network_images. */
static int cell_seen(int image, int cell) {
    int row = cell / 4, column = cell % 4;
    if (image & 4) {
        int transposed = row;
        row = column;
        column = transposed;
    }
    if (image & 1)
        column = 3 - column;
    if (image & 2)
        row = 3 - row;
    return 4 * row + column;
}

static void tuple_make(f2048_shape *shape, int tuple, uint16_t cells) {
    int length = 0, runs = 0;
    for (int cell = 0; cell < F2048_CELLS; cell++) {
        if (!(cells >> cell & 1))
            continue;
        /* The digit of this cell stands as far to the right as there are cells
         * left out below it; the same for all cells of a run. */
        uint8_t shift = (uint8_t)(4 * (cell - length));
        if (runs == 0 || shape->shifts[tuple][runs - 1] != shift) {
            shape->shifts[tuple][runs] = shift;
            shape->masks[tuple][runs++] = 0;
        }
        shape->masks[tuple][runs - 1] |= 15u << 4 * length;
        shape->cells[tuple][length++] = (uint8_t)cell;
        shape->nibbles[tuple] |= (uint64_t)15 << 4 * cell;
    }
    memset(shape->images[tuple], 0x80, sizeof shape->images[tuple]);
    for (int image = 0; image < 8; image++)
        for (int i = 0; i < length; i++)
            shape->images[tuple][8 * image + i] =
                (uint8_t)cell_seen(image, shape->cells[tuple][i]);
    shape->lengths[tuple] = (uint8_t)length;
    shape->runs[tuple] = (uint8_t)runs;
}

bool f2048_shape_make(f2048_shape *shape, int tuples, const uint16_t *cells, int stages,
                      const uint8_t *stage_from) {
    memset(shape, 0, sizeof *shape);
    if (tuples < 1 || tuples > F2048_MAX_TUPLES || stages < 1 || stages > F2048_MAX_STAGES)
        return false;
    shape->tuples = tuples;
    shape->stages = stages;
    shape->by_extraction = extraction_is_fast();
    for (int stage = 1; stage < stages; stage++) {
        shape->stage_from[stage] = stage_from[stage - 1];
        if (shape->stage_from[stage] <= shape->stage_from[stage - 1])
            return false;
    }
    for (int tuple = 0; tuple < tuples; tuple++) {
        int length = 0;
        for (uint16_t rest = cells[tuple]; rest; rest = (uint16_t)(rest & (rest - 1)))
            length++;
        if (length < 1 || length > F2048_MAX_TUPLE_CELLS)
            return false;
        tuple_make(shape, tuple, cells[tuple]);
        shape->offsets[tuple + 1] = shape->offsets[tuple] + ((size_t)1 << 4 * length);
    }
    return true;
}

size_t f2048_shape_weights(const f2048_shape *shape) {
    return shape->offsets[shape->tuples] * (size_t)shape->stages;
}

float f2048_network_value(const f2048_network *network, f2048_board afterstate) {
    const f2048_shape *shape = &network->shape;
    const int16_t *weights = network->weights + (size_t)network_stage(shape, afterstate) *
                                                    shape->offsets[shape->tuples];
    uint64_t images[8];
    network_images(afterstate, images);
    return network->step * (float)(shape->by_extraction
                                       ? sum_by_extraction(shape, weights, images)
                                       : sum_by_shifts(shape, weights, images));
}
