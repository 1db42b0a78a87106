// Length walked, and speed.
#include "measure/meter.h"

typedef struct path {
    double length; // m, of all agents
    double time;   // s, of all agents
    double run;    // m, integral of speed over time
} path;

static bool path_frame(void *state, wi_memory *memory, const wi_moment *now) {
    (void)memory;
    path *of = state;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (leg->fresh) continue;
        of->length += leg->length;
        of->time += leg->time;
        of->run += leg->speed * leg->time;
    }
    return true;
}

static void path_end(const void *state, const wi_moment *last, wi_measures *result) {
    const path *of = state;
    result->path_mean = wi_mean(of->length, last->agents);
    result->speed_mean = wi_mean(of->run, of->time);
}

static const wi_measure_value path_values[] = {
    WI_VALUE(path_mean, "m", 3, "mean length that an agent walked"),
    WI_VALUE(speed_mean, "m/s", 3, "mean speed over all agents and times"),
};

const wi_measure wi_measure_path = {
    .name = "path",
    .values = path_values,
    .value_count = WEND_COUNT(path_values),
    .state_size = sizeof(path),
    .frame = path_frame,
    .end = path_end,
};
