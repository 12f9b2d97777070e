/* kernel_portable.c: the kernel that every processor runs. */
#include "kernel.h"

#include "lane_portable.h"
#include "playout_lanes.h"

const f2048_kernel f2048_kernel_portable = {"portable", LANES, word_place, playouts_run};
