// Smoothness: the complement of mean acceleration, on the scale of 1 m/s2.
#include "measure/meter.h"

#include <math.h>

typedef struct smoothness {
    double acceleration; // m/s2, summed over agents and frames
    uint64_t count;
} smoothness;

static bool smoothness_frame(void *state, wi_memory *memory, const wi_moment *now) {
    (void)memory;
    smoothness *of = state;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (leg->fresh || isnan(leg->acceleration)) continue;
        of->acceleration += leg->acceleration;
        of->count++;
    }
    return true;
}

static void smoothness_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const smoothness *of = state;
    result->smoothness = 1.0 - wi_mean(of->acceleration, (double)of->count);
}

static const wi_measure_value smoothness_values[] = {
    WI_VALUE(smoothness, "", 4, "1 - mean acceleration / (1 m/s2); 1 is straight and even"),
};

const wi_measure wi_measure_smoothness = {
    .name = "smoothness",
    .values = smoothness_values,
    .value_count = WEND_COUNT(smoothness_values),
    .state_size = sizeof(smoothness),
    .frame = smoothness_frame,
    .end = smoothness_end,
};
