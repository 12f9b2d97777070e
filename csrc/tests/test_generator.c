/* test_generator.c: known answers, and that draws are exactly uniform. */
#include "check.h"

#include "../generator.h"

static void words_are_those_of_the_authors_definition(void) {
    static const uint64_t known[] = {
        393217u,
        669327710093319u,
        1732421326133921491u,
        11394790081659126983u,
        9555452776773192676u,
        3586421180005889563u,
        1691397964866707553u,
        10735626796753111697u,
        15216282715349408991u,
        14247243556711267923u,
    };
    f2048_generator generator = {1, 2};
    for (int i = 0; i < 10; i++)
        CHECK(f2048_generator_next(&generator) == known[i]);
}

static void streams_begin_in_different_states(void) {
    for (uint64_t seed = 0; seed < 100; seed++)
        for (uint64_t number = 0; number < 100; number++) {
            f2048_generator a = f2048_generator_seed(seed, number);
            f2048_generator b = f2048_generator_seed(seed, number + 1);
            f2048_generator c = f2048_generator_seed(seed + 1, number);
            CHECK(a.s0 || a.s1);
            CHECK(a.s0 == b.s0 && a.s1 != b.s1);
            CHECK(a.s0 != c.s0);
        }
}

/* The words x of [0, 2^32) with floor(n x / 2^32) = v that are not thrown away:
 * n x lies in [2^32 v + gap, 2^32 (v + 1)), so they can be counted by division. */
static uint64_t accepted(uint64_t n, uint64_t v, uint64_t gap) {
    uint64_t below_end = (((v + 1) << 32) - 1) / n;
    uint64_t below_start = ((v << 32) + gap - 1) / n;
    return below_end - below_start;
}

static void every_cell_has_as_many_words(void) {
    for (uint64_t n = 1; n <= 16; n++)
        for (uint64_t v = 0; v < n; v++)
            CHECK(accepted(n, v, DRAW_CELL_GAP) == (((uint64_t)1 << 32) - DRAW_CELL_GAP) / n);
    for (uint64_t v = 0; v < 120; v++)
        CHECK(accepted(120, v, DRAW_TILE_GAP) == (((uint64_t)1 << 32) - DRAW_TILE_GAP) / 120);
}

static void draws_stay_in_range(void) {
    f2048_generator generator = f2048_generator_seed(4, 4);
    unsigned long fours = 0;
    for (int i = 0; i < 160000; i++) {
        unsigned n = 1 + (unsigned)i % 16;
        f2048_draw draw = f2048_generator_draw(&generator, n);
        CHECK(draw.index < n);
        CHECK(draw.exponent == 1 || draw.exponent == 2);
        fours += draw.exponent == 2;
    }
    CHECK(fours > 15400 && fours < 16600); /* five standard deviations around 16,000 */
}

void test_generator(void) {
    words_are_those_of_the_authors_definition();
    streams_begin_in_different_states();
    every_cell_has_as_many_words();
    draws_stay_in_range();
}
