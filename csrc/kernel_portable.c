/* kernel_portable.c: the kernel that every processor runs. */
#include "kernel.h"

#include "lane_portable.h"
#include "eight_portable.h"
#include "games_lanes.h"
#include "learning_eights.h"
#include "playout_lanes.h"

const f2048_kernel f2048_kernel_portable = {
    .name = "portable",
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
