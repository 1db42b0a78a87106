// Travel time: from the first to the last frame in which an agent is seen.
#include "measure/meter.h"
#include "measure/quantile.h"

#include <math.h>

typedef struct travel {
    double *time;    // s, by agent
    double *scratch; // as long, so that the median needs no memory at the end
    uint32_t agents, time_capacity, scratch_capacity;
} travel;

static bool travel_frame(void *state, wi_memory *memory, const wi_moment *now) {
    travel *of = state;
    if (!wi_memory_grow(memory, (void **)&of->time, &of->time_capacity, now->agents, sizeof *of->time) ||
        !wi_memory_grow(memory, (void **)&of->scratch, &of->scratch_capacity, now->agents, sizeof *of->scratch)) {
        return false;
    }
    of->agents = now->agents;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        of->time[leg->agent] = leg->fresh ? 0.0 : ((double)now->number - (double)leg->begun) / now->fps;
    }
    return true;
}

static void travel_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const travel *of = state;
    double sum = 0.0, most = 0.0;
    for (uint32_t i = 0; i < of->agents; i++) {
        of->scratch[i] = of->time[i];
        sum += of->time[i];
        if (of->time[i] > most) most = of->time[i];
    }
    result->travel_mean = wi_mean(sum, of->agents);
    result->travel_median = wi_median(of->scratch, of->agents);
    result->travel_max = of->agents ? most : (double)NAN;
}

static void travel_free(void *state, wi_memory *memory) {
    travel *of = state;
    wi_memory_give(memory, of->time, of->time_capacity, sizeof *of->time);
    wi_memory_give(memory, of->scratch, of->scratch_capacity, sizeof *of->scratch);
}

static const wi_measure_value travel_values[] = {
    WI_VALUE(travel_mean, "s", 2, "mean time from an agent's first frame to its last"),
    WI_VALUE(travel_median, "s", 2, "median of these times"),
    WI_VALUE(travel_max, "s", 2, "longest of these times"),
};

const wi_measure wi_measure_travel = {
    .name = "travel",
    .values = travel_values,
    .value_count = WEND_COUNT(travel_values),
    .state_size = sizeof(travel),
    .frame = travel_frame,
    .end = travel_end,
    .free = travel_free,
};
