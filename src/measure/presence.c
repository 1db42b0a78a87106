// How long, how many frames, how many agents, and of how many bodies the size is not known.
#include "measure/meter.h"

typedef struct presence {
    int64_t first;
} presence;

static bool presence_frame(void *state, wi_memory *memory, const wi_moment *now) {
    (void)memory;
    presence *seen = state;
    if (now->serial == 1) seen->first = now->number;
    return true;
}

static void presence_end(const void *state, const wi_moment *last, wi_measures *result) {
    const presence *seen = state;
    result->duration = last->serial ? ((double)last->number - (double)seen->first) / last->fps : 0.0;
    result->frames = last->serial;
    result->agents = last->agents;
    result->unsized = last->unsized;
}

static const wi_measure_value presence_values[] = {
    WI_VALUE(duration, "s", 2, "from the first frame to the last"),
    WI_COUNT_VALUE(frames, "frames in the recording"),
    WI_COUNT_VALUE(agents, "different agents seen"),
    WI_COUNT_VALUE(unsized, "bodies, counted in every frame, whose size is assumed"),
};

const wi_measure wi_measure_presence = {
    .name = "presence",
    .values = presence_values,
    .value_count = WEND_COUNT(presence_values),
    .state_size = sizeof(presence),
    .frame = presence_frame,
    .end = presence_end,
};
