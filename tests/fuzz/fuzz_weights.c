/* fuzz_weights.c: packed weights from a stranger. What can be unpacked is what packing would
 * have written; all else is refused, and nothing is read or written outside. */
#include "input.h"
#include "network.h"

static uint8_t *copied(input *from, size_t size) {
    uint8_t *copy = malloc(size + !size);
    MUST(copy);
    for (size_t i = 0; i < size; i++)
        copy[i] = take(from);
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input from = {bytes, size};
    size_t count = 1 + take(&from), used = take(&from), marks = (count + 7) / 8;
    f2048_packing packing = {NULL, NULL, NULL, used};
    packing.kept = copied(&from, marks);
    packing.low = copied(&from, used);
    packing.high = copied(&from, used);
    int16_t *weights = calloc(count, sizeof *weights);
    MUST(weights);
    if (f2048_weights_unpack(weights, count, &packing)) {
        MUST(f2048_weights_used(weights, count) == used);
        f2048_packing again = {malloc(marks), malloc(used + !used), malloc(used + !used), used};
        MUST(again.kept && again.low && again.high);
        f2048_weights_pack(weights, count, &again);
        MUST(!memcmp(again.kept, packing.kept, marks));
        MUST(!memcmp(again.low, packing.low, used) && !memcmp(again.high, packing.high, used));
        free(again.kept);
        free(again.low);
        free(again.high);
    }
    free(packing.kept);
    free(packing.low);
    free(packing.high);
    free(weights);
    return 0;
}
