/* test_network.c: look-ups against the plainest ones, and weights in packed form. */
#include <string.h>

#include "../network.h"
#include "check.h"

static const uint16_t SOME_TUPLES[] = {0x000F, 0x0033, 0x0421, 0x8001, 0x0100};
enum { TUPLES = 5 };

static f2048_shape some_shape(int stages, uint8_t from) {
    f2048_shape shape;
    CHECK(f2048_shape_make(&shape, TUPLES, SOME_TUPLES, stages, &from));
    return shape;
}

static int16_t *some_weights(const f2048_shape *shape, uint64_t seed) {
    size_t count = f2048_shape_weights(shape);
    int16_t *weights = malloc(count * sizeof *weights);
    CHECK(weights != NULL);
    f2048_generator generator = f2048_generator_seed(seed, 0);
    for (size_t i = 0; i < count; i++)
        weights[i] = (int16_t)(f2048_generator_next(&generator) >> 48);
    return weights;
}

/* The definition, cell by cell. */
static float value_by_cells(const f2048_network *network, f2048_board board, int stage) {
    int64_t sum = 0;
    for (int symmetry = 0; symmetry < F2048_SYMMETRIES; symmetry++) {
        f2048_board image = f2048_board_transform(board, symmetry);
        size_t table = (size_t)stage * network->shape.offsets[TUPLES];
        for (int tuple = 0; tuple < TUPLES; tuple++) {
            size_t index = 0, place = 1;
            for (int cell = 0; cell < F2048_CELLS; cell++) {
                if (!(SOME_TUPLES[tuple] >> cell & 1))
                    continue;
                unsigned exponent = f2048_board_exponent(image, cell);
                index += (exponent < 15 ? exponent : 15) * place;
                place *= 16;
            }
            sum += network->weights[table + index];
            table += place;
        }
    }
    return network->step * (float)sum;
}

static void the_value_is_the_sum_of_the_look_ups(void) {
    f2048_shape shape = some_shape(2, 9);
    int16_t *weights = some_weights(&shape, 1);
    f2048_network network = {shape, weights, 0.5f};
    f2048_generator generator = f2048_generator_seed(2, 0);
    for (int i = 0; i < 20000; i++) {
        f2048_board board = test_board(&generator, 3 + (unsigned)i % 15);
        int stage = f2048_board_max_exponent(board) >= 9;
        float value = f2048_network_value(&network, board);
        CHECK(value == value_by_cells(&network, board, stage));
        for (int symmetry = 1; symmetry < F2048_SYMMETRIES; symmetry++)
            CHECK(f2048_network_value(&network, f2048_board_transform(board, symmetry)) == value);
    }
    free(weights);
}

static void exponents_above_15_are_read_as_15(void) {
    f2048_shape shape = some_shape(1, 0);
    int16_t *weights = some_weights(&shape, 3);
    f2048_network network = {shape, weights, 1};
    f2048_board board = {0x0000000000210321u, 0};
    float value = f2048_network_value(&network, f2048_board_put(board, 15, 15));
    CHECK(f2048_network_value(&network, f2048_board_put(board, 15, 16)) == value);
    CHECK(f2048_network_value(&network, f2048_board_put(board, 15, 17)) == value);
    CHECK(f2048_network_value(&network, f2048_board_put(board, 15, 14)) != value);
    CHECK(f2048_network_value(&network, f2048_board_put(board, 15, 0)) != value);
    free(weights);
}

static void impossible_shapes_are_refused(void) {
    f2048_shape shape;
    uint16_t tuples[F2048_MAX_TUPLES + 1];
    uint8_t from[F2048_MAX_STAGES] = {5, 6, 7, 8}, falling[] = {7, 6}, same[] = {7, 7};
    for (int i = 0; i <= F2048_MAX_TUPLES; i++)
        tuples[i] = 3;
    CHECK(f2048_shape_make(&shape, F2048_MAX_TUPLES, tuples, F2048_MAX_STAGES, from));
    CHECK(f2048_shape_weights(&shape) == 4 * 12 * 256);
    CHECK(!f2048_shape_make(&shape, F2048_MAX_TUPLES + 1, tuples, 1, from));
    CHECK(!f2048_shape_make(&shape, 0, tuples, 1, from));
    CHECK(!f2048_shape_make(&shape, 1, tuples, 0, from));
    CHECK(!f2048_shape_make(&shape, 1, tuples, F2048_MAX_STAGES + 1, from));
    CHECK(!f2048_shape_make(&shape, 1, tuples, 3, falling));
    CHECK(!f2048_shape_make(&shape, 1, tuples, 3, same));
    same[0] = 0; /* as the first stage, which begins at 0 */
    CHECK(!f2048_shape_make(&shape, 1, tuples, 3, same));
    tuples[1] = 0;
    CHECK(!f2048_shape_make(&shape, 2, tuples, 1, from));
    tuples[1] = 0x00FF;
    CHECK(!f2048_shape_make(&shape, 2, tuples, 1, from));
    tuples[1] = 0x00FE;
    CHECK(f2048_shape_make(&shape, 2, tuples, 1, from));
}

static void packed_weights_come_out_as_they_went_in(void) {
    enum { COUNT = 1003 };
    int16_t weights[COUNT] = {0}, unpacked[COUNT] = {0};
    f2048_generator generator = f2048_generator_seed(4, 0);
    for (int i = 0; i < COUNT; i++)
        if (f2048_generator_next(&generator) & 1)
            weights[i] = (int16_t)(f2048_generator_next(&generator) >> 48);
    weights[0] = INT16_MIN;
    weights[COUNT - 1] = INT16_MAX;
    size_t used = f2048_weights_used(weights, COUNT);
    uint8_t kept[(COUNT + 7) / 8], *low = malloc(used), *high = malloc(used); /* no byte more */
    CHECK(low != NULL && high != NULL);
    f2048_packing packing = {kept, low, high, used};
    f2048_weights_pack(weights, COUNT, &packing);
    CHECK(f2048_weights_unpack(unpacked, COUNT, &packing));
    CHECK(memcmp(weights, unpacked, sizeof weights) == 0);

    packing.packed--;
    CHECK(!f2048_weights_unpack(unpacked, COUNT, &packing));
    packing.packed++;
    kept[0] ^= 1;
    CHECK(!f2048_weights_unpack(unpacked, COUNT, &packing));
    kept[0] ^= 1;
    CHECK(f2048_weights_unpack(unpacked, COUNT, &packing));
    low[5] = high[5] = 0; /* kept, though it is 0 */
    CHECK(!f2048_weights_unpack(unpacked, COUNT, &packing));
    low[5] = 2;
    memset(kept, 0xFF, sizeof kept); /* more weights than there are */
    CHECK(!f2048_weights_unpack(unpacked, COUNT, &packing));
    memset(kept, 0, sizeof kept);
    kept[COUNT / 8] = 0x80; /* beyond the last weight */
    packing.packed = 1;
    CHECK(!f2048_weights_unpack(unpacked, COUNT, &packing));
    free(low);
    free(high);
}

void test_network(void) {
    the_value_is_the_sum_of_the_look_ups();
    exponents_above_15_are_read_as_15();
    impossible_shapes_are_refused();
    packed_weights_come_out_as_they_went_in();
}
