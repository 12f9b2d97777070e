/* kernel.h: what every kernel provides, and what it may call. */
#ifndef F2048_KERNEL_H
#define F2048_KERNEL_H

#include "fast2048.h"
#include "learning.h"

struct f2048_kernel {
    const char *name;
    unsigned lanes;
    int (*word_place)(int lane); /* where in s0 and s1 the generator of a lane lies */
    bool (*playouts_run)(f2048_playouts *playouts, uint64_t steps);
    unsigned (*most)(const uint8_t *bytes, size_t n); /* the greatest, 0 if n is 0 */
    void (*slide)(const uint8_t *boards, const uint8_t *moves, size_t n, uint8_t *after,
                  uint32_t *rewards);
    void (*legal)(const uint8_t *boards, size_t n, uint8_t *legal);
    void (*games_step)(f2048_games_block *block, int from, const uint8_t *moves,
                       uint32_t *rewards);
    float (*learner_value)(const f2048_learner *learner, f2048_board afterstate);
    void (*learner_play)(const f2048_learner *learner, const f2048_tables *tables,
                         const f2048_round *round, f2048_step *steps, f2048_restarts *restarts,
                         f2048_outcome *outcomes);
};

extern const f2048_kernel f2048_kernel_portable;
/* clang-cl hides the intrinsics of AVX from files that are not compiled for AVX throughout. */
#if (defined(__x86_64__) || defined(_M_X64)) && !(defined(_MSC_VER) && defined(__clang__))
#define F2048_X86_64 1
extern const f2048_kernel f2048_kernel_avx2;
extern const f2048_kernel f2048_kernel_avx512;
#endif

/* Write down the result of the game in a lane, whose largest exponent is given;
 * and put the next game there, if there is one. */
void playouts_finish(f2048_playouts *playouts, int lane);
void playouts_next(f2048_playouts *playouts, int lane);

/* The number of the lowest bit that is set. */
static inline int lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int number = 0;
    for (int half = 32; half; half /= 2) {
        if (!(bits & (((uint64_t)1 << half) - 1))) {
            bits >>= half;
            number += half;
        }
    }
    return number;
#endif
}

#endif
