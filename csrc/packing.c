/* packing.c: the weights that are not 0, and where they belong. */
#include <string.h>

#include "network.h"

size_t f2048_weights_used(const int16_t *weights, size_t count) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used += weights[i] != 0;
    return used;
}

void f2048_weights_pack(const int16_t *weights, size_t count, const f2048_packing *packing) {
    size_t taken = 0;
    memset(packing->kept, 0, (count + 7) / 8);
    for (size_t i = 0; i < count; i++) {
        if (!weights[i])
            continue;
        unsigned sign = weights[i] < 0 ? 0xFFFFu : 0;
        unsigned code = ((unsigned)weights[i] << 1 ^ sign) & 0xFFFFu;
        packing->kept[i / 8] |= (uint8_t)(1u << i % 8);
        packing->low[taken] = (uint8_t)code;
        packing->high[taken++] = (uint8_t)(code >> 8);
    }
}

bool f2048_weights_unpack(int16_t *weights, size_t count, const f2048_packing *packing) {
    size_t taken = 0;
    for (size_t first = 0; first < count; first += 8) {
        size_t at = first;
        for (unsigned bits = packing->kept[first / 8]; bits; bits >>= 1, at++) {
            if (!(bits & 1))
                continue;
            if (taken == packing->packed || at >= count)
                return false;
            int code = packing->low[taken] | packing->high[taken] << 8;
            if (!code)
                return false;
            weights[at] = (int16_t)(code & 1 ? ~(code >> 1) : code >> 1);
            taken++;
        }
    }
    return taken == packing->packed;
}
