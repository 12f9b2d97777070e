/* generator.c: where a game's stream begins. */
#include "generator.h"

#define GOLDEN_GAMMA 0x9E3779B97F4A7C15u

/* The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, in the
 * variant that Vigna recommends for seeding): a bijection in which every bit of
 * the input reaches every bit of the output, and only 0 gives 0. */
static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* s0 comes from the seed alone, and given s0, s1 from the number alone, both by
 * bijections: no two games of any two seeds begin in the same state. The state
 * zero would need number = 2^64 - 2 GOLDEN_GAMMA, which is above 2^63. */
f2048_generator f2048_generator_seed(uint64_t seed, uint64_t number) {
    uint64_t s0 = mix(seed + GOLDEN_GAMMA);
    uint64_t s1 = mix(s0 + 2 * GOLDEN_GAMMA + number);
    return (f2048_generator){s0, s1};
}

uint64_t f2048_generator_next(f2048_generator *generator) {
    return generator_next(generator);
}

f2048_draw f2048_generator_draw(f2048_generator *generator, unsigned n) {
    return generator_draw(generator, n);
}
