/* network.h: the n-tuple network: what a board is worth, by table look-ups.
 *
 * After Szubert and Jaskowski, "Temporal difference learning of n-tuple networks
 * for the game 2048" (CIG 2014). A tuple is a set of cells; the exponents on
 * them, read as one number, index a table of weights. A board is worth the sum
 * over all tuples and all eight symmetric images of it. What is valued is an
 * afterstate: a board between the slide and the spawn.
 *
 * A table has sixteen rows a cell. Exponents above 15 are read as 15: on a board
 * with a 65536 tile there is no second 32768 for long that it could be mistaken
 * for, and both are what the rest of the board has to be arranged around.
 */
#ifndef F2048_NETWORK_H
#define F2048_NETWORK_H

#include <stddef.h>

#include "board.h"
#include "inline.h"

enum { F2048_MAX_TUPLES = 12, F2048_MAX_TUPLE_CELLS = 7, F2048_MAX_STAGES = 4 };

/* Which cells, and where each tuple's table begins. Made by f2048_shape_make. */
typedef struct {
    int tuples;
    int stages;                                            /* 1 or more sets of tables */
    uint8_t stage_from[F2048_MAX_STAGES];                  /* from which largest exponent; [0] is 0 */
    uint8_t lengths[F2048_MAX_TUPLES];                     /* cells of each tuple */
    uint8_t cells[F2048_MAX_TUPLES][F2048_MAX_TUPLE_CELLS];/* ascending */
    /* Cells that follow each other come out of a board by one shift and mask. */
    uint8_t runs[F2048_MAX_TUPLES];
    uint8_t shifts[F2048_MAX_TUPLES][F2048_MAX_TUPLE_CELLS];
    uint32_t masks[F2048_MAX_TUPLES][F2048_MAX_TUPLE_CELLS];
    uint64_t nibbles[F2048_MAX_TUPLES];   /* the cells of each tuple, as bits of a board */
    /* Which cell of the board is the first, second ... of the tuple in the first of the
     * images, and so on: what a shuffle of bytes takes. Its top bit stands for none. */
    uint8_t images[F2048_MAX_TUPLES][8 * 8];
    size_t offsets[F2048_MAX_TUPLES + 1]; /* the last: weights of one stage */
    bool by_extraction; /* this processor takes the nibbles out of a board in one instruction */
} f2048_shape;

/* cells: one set of bits a tuple, bit c for cell c. stage_from: the exponents,
 * ascending, at which the second and later stages begin. False if there are too
 * many or too few of anything, or a tuple has too many cells or none. */
bool f2048_shape_make(f2048_shape *shape, int tuples, const uint16_t *cells, int stages,
                      const uint8_t *stage_from);

/* Weights of all stages together. */
size_t f2048_shape_weights(const f2048_shape *shape);

/* A network to play by: read-only, so any number of threads may share it. */
typedef struct {
    f2048_shape shape;
    const int16_t *weights; /* stage by stage, tuple by tuple; the first cell is the lowest digit */
    float step;             /* points that a weight of 1 stands for */
} f2048_network;

float f2048_network_value(const f2048_network *network, f2048_board afterstate);

/* ---- weights in a file ---------------------------------------------------- */

/* Most weights are 0: never met, or not kept. The packed form is a bit for each
 * weight in kept, lowest bit first, set if it is another; and of those, in
 * order, the two bytes of their zigzag code (0, -1, 1, -2 ... as 0, 1, 2, 3 ...)
 * in low and in high, two streams that compress better apart. */
typedef struct {
    uint8_t *kept; /* (count + 7) / 8 bytes */
    uint8_t *low;
    uint8_t *high;
    size_t packed; /* bytes of low and of high */
} f2048_packing;

/* How many of the weights are not 0. */
size_t f2048_weights_used(const int16_t *weights, size_t count);

void f2048_weights_pack(const int16_t *weights, size_t count, const f2048_packing *packing);

/* Into weights that are all 0. False for what packing does not write: kept has
 * more or fewer bits set than there are packed weights, or one beyond the last
 * weight, or a packed weight is 0. */
bool f2048_weights_unpack(int16_t *weights, size_t count, const f2048_packing *packing);

/* ---- for the loops that live on it -------------------------------------- */

/* The exponents of a board, those above 15 as 15. */
INLINE uint64_t network_capped(f2048_board board) {
    return board.high ? board.low | board_spread(board.high) * 15 : board.low;
}

/* The eight images. */
INLINE void network_images(f2048_board board, uint64_t images[8]) {
    uint64_t x = network_capped(board);
    images[0] = x;
    images[1] = board_mirror(x);
    images[2] = board_flip(x);
    images[3] = board_flip(images[1]);
    UNROLLED
    for (int i = 0; i < 4; i++)
        images[4 + i] = board_transpose(images[i]);
}

/* Where in the table of a tuple the eight images are. */
INLINE void network_indexes(const f2048_shape *shape, int tuple, const uint64_t images[8],
                            uint32_t indexes[8]) {
    uint64_t x[8];
    UNROLLED
    for (int i = 0; i < 8; i++)
        x[i] = images[i] >> shape->shifts[tuple][0] & shape->masks[tuple][0];
    for (int run = 1; run < shape->runs[tuple]; run++) {
        UNROLLED
        for (int i = 0; i < 8; i++)
            x[i] |= images[i] >> shape->shifts[tuple][run] & shape->masks[tuple][run];
    }
    UNROLLED
    for (int i = 0; i < 8; i++)
        indexes[i] = (uint32_t)x[i];
}

static inline int network_stage(const f2048_shape *shape, f2048_board board) {
    if (shape->stages == 1)
        return 0;
    unsigned largest = f2048_board_max_exponent(board);
    int stage = shape->stages - 1;
    while (largest < shape->stage_from[stage])
        stage--;
    return stage;
}

#endif
