/* kernel_portable.c: the kernel that every processor runs. */
#include "kernel.h"

#include "lane_portable.h"
#include "games_lanes.h"
#include "playout_lanes.h"

const f2048_kernel f2048_kernel_portable = {"portable", LANES,       word_place, playouts_run,
                                           batch_slide, batch_legal, games_step};
