/* learning.c: what is done with weights that are learned, but for the learning, which
 * the kernels do. */
#include "learning.h"

#include <math.h>
#include <string.h>

#include "kernel.h"

float f2048_learner_value(const f2048_learner *learner, f2048_board afterstate) {
    return learner->kernel->learner_value(learner, afterstate);
}

void f2048_learner_play(const f2048_learner *learner, const f2048_tables *tables,
                        const f2048_round *round, f2048_step *steps, f2048_restarts *restarts,
                        f2048_outcome *outcomes) {
    learner->kernel->learner_play(learner, tables, round, steps, restarts, outcomes);
}

bool f2048_learner_round(const f2048_learner *learner, float step, const uint32_t *uses,
                         uint32_t least, int16_t *weights) {
    size_t count = f2048_shape_weights(&learner->shape);
    for (size_t i = 0; i < count; i++) {
        float value = learner->weights[i].value, steps = value / step;
        if (!isfinite(value))
            return false;
        if (steps != 0) /* most are, and their pages need not be touched */
            weights[i] = uses && uses[i] < least
                             ? 0
                             : (int16_t)lrintf(fminf(fmaxf(steps, INT16_MIN), INT16_MAX));
    }
    return true;
}

void f2048_learner_promote(const f2048_learner *learner, int stage) {
    size_t weights = learner->shape.offsets[learner->shape.tuples];
    memcpy(learner->weights + (size_t)stage * weights,
           learner->weights + (size_t)(stage - 1) * weights, weights * sizeof(f2048_weight));
}
