// When agents begin to walk: the first frame in which one is faster than those who stand and are pushed a little.
#include "measure/meter.h"
#include "measure/spread.h"

#define WALKING 0.3 // m/s

typedef struct start {
    bool *walks; // by agent: it has begun
    uint32_t agents, capacity;
    int64_t first;   // frame
    wi_spread times; // s, since that
} start;

static bool start_frame(void *state, wi_memory *memory, const wi_moment *now) {
    start *of = state;
    uint32_t known = of->agents;
    if (now->serial == 1) of->first = now->number;
    if (!wi_memory_grow(memory, (void **)&of->walks, &of->capacity, now->agents, sizeof *of->walks)) return false;
    for (of->agents = now->agents; known < of->agents; known++) of->walks[known] = false;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (of->walks[leg->agent] || !(hypot(leg->vx, leg->vy) >= WALKING)) continue;
        of->walks[leg->agent] = true;
        wi_spread_add(&of->times, ((double)now->number - (double)of->first) / now->fps);
    }
    return true;
}

static void start_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const start *of = state;
    result->start_first = of->times.count ? of->times.least : (double)NAN;
    result->start_last = of->times.count ? of->times.most : (double)NAN;
    result->start_spread = wi_spread_deviation(&of->times);
}

static void start_free(void *state, wi_memory *memory) {
    start *of = state;
    wi_memory_give(memory, of->walks, of->capacity, sizeof *of->walks);
}

static const wi_measure_value start_values[] = {
    WI_VALUE(start_first, "s", 2, "when the first one begins to walk"),
    WI_VALUE(start_last, "s", 2, "when the last one does"),
    WI_VALUE(start_spread, "s", 2, "standard deviation of the times at which agents begin to walk"),
};

const wi_measure wi_measure_start = {
    .name = "start",
    .values = start_values,
    .value_count = WEND_COUNT(start_values),
    .state_size = sizeof(start),
    .frame = start_frame,
    .end = start_end,
    .free = start_free,
};
