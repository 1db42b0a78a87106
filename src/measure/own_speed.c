// How fast each agent walks while it walks: whether a crowd has the speeds that it was given.
#include "measure/meter.h"
#include "measure/spread.h"

#define WALKING 0.1 // m/s: who is slower stands

typedef struct walk {
    double way, time; // m, s while walking
} walk;

typedef struct own_speed {
    walk *of; // by agent
    uint32_t agents, capacity;
} own_speed;

static bool own_speed_frame(void *state, wi_memory *memory, const wi_moment *now) {
    own_speed *all = state;
    uint32_t known = all->agents;
    if (!wi_memory_grow(memory, (void **)&all->of, &all->capacity, now->agents, sizeof *all->of)) return false;
    for (all->agents = now->agents; known < all->agents; known++) all->of[known] = (walk){0};
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (leg->fresh || leg->speed < WALKING) continue;
        all->of[leg->agent].way += leg->speed * leg->time;
        all->of[leg->agent].time += leg->time;
    }
    return true;
}

static void own_speed_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const own_speed *all = state;
    wi_spread speeds = {.least = NAN, .most = NAN};
    for (uint32_t i = 0; i < all->agents; i++) {
        if (all->of[i].time > 0.0) wi_spread_add(&speeds, all->of[i].way / all->of[i].time);
    }
    result->speed_slowest = speeds.least;
    result->speed_fastest = speeds.most;
    result->speed_spread = wi_spread_deviation(&speeds);
}

static void own_speed_free(void *state, wi_memory *memory) {
    own_speed *all = state;
    wi_memory_give(memory, all->of, all->capacity, sizeof *all->of);
}

static const wi_measure_value own_speed_values[] = {
    WI_VALUE(speed_slowest, "m/s", 3, "least of the mean speeds of agents while they walk"),
    WI_VALUE(speed_fastest, "m/s", 3, "largest of these speeds"),
    WI_VALUE(speed_spread, "m/s", 3, "standard deviation of these speeds"),
};

const wi_measure wi_measure_own_speed = {
    .name = "own_speed",
    .values = own_speed_values,
    .value_count = WEND_COUNT(own_speed_values),
    .state_size = sizeof(own_speed),
    .frame = own_speed_frame,
    .end = own_speed_end,
    .free = own_speed_free,
};
