/* kernel_avx512.c: the kernel for processors with AVX-512 F and BW. */
#include "kernel.h"

#ifdef F2048_X86_64
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,bmi,bmi2"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC target("avx512f,avx512bw,bmi,bmi2")
#endif

#include "lane_avx512.h"
#define F2048_EIGHT_AVX512
#include "eight_avx2.h"
#include "games_lanes.h"
#include "learning_eights.h"
#include "playout_lanes.h"

const f2048_kernel f2048_kernel_avx512 = {
    .name = "avx512",
    .lanes = LANES,
    .word_place = word_place,
    .playouts_run = playouts_run,
    .most = batch_most,
    .slide = batch_slide,
    .legal = batch_legal,
    .games_step = games_step,
    .learner_value = learner_value,
    .learner_play = learner_play,
};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
