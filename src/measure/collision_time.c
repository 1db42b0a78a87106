// Time to collision: how soon an agent would overlap another by more than the depth that counts if everyone went on as
// they are. Some models let agents graze each other exactly: whether such ones touch would be a matter of how places are
// rounded. An agent counts with its most urgent other. Bodies are their outlines, as in overlaps.c.
#include "measure/bodies.h"
#include "measure/meter.h"
#include "measure/pairs.h"

#include <math.h>

typedef struct collision_time {
    uint64_t spots, soon, within; // agents in frames: whose velocity is known, below 1 s, within the horizon
    uint64_t in[WI_COLLISION_TIME_STEPS];
    double least; // s
    // Scratch of a frame: the search, and by spot the body and its time (s).
    wi_pairs pairs;
    wi_body *body;
    double *time;
    uint32_t body_capacity, time_capacity;
} collision_time;

typedef struct look {
    collision_time *of;
    const wi_moment *now;
} look;

static bool asked(const wi_measure_options *options) { return options->collision_horizon > 0.0; }

static bool known(const wi_leg *leg) { return isfinite(leg->vx) && isfinite(leg->vy); }

static bool meet(void *host, uint32_t a, uint32_t b, double depth) {
    (void)depth;
    const look *at = host;
    const wi_leg *one = &at->now->leg[a], *other = &at->now->leg[b];
    if (!known(one) || !known(other)) return true;
    const wi_measure_options *options = at->now->options;
    double time = wi_bodies_time(&at->of->body[a], &at->of->body[b],
                                 (const double[]){other->spot->x - one->spot->x, other->spot->y - one->spot->y},
                                 (const double[]){other->vx - one->vx, other->vy - one->vy}, options->collision_depth,
                                 options->collision_horizon);
    at->of->time[a] = fmin(at->of->time[a], time);
    at->of->time[b] = fmin(at->of->time[b], time);
    return true;
}

// Two agents can touch within the horizon only where the discs overlap that they may reach until then.
static wi_pairs_disc reachable(const wi_leg *leg, double radius, double horizon) {
    double way = known(leg) ? hypot(leg->vx, leg->vy) * horizon : 0.0;
    return (wi_pairs_disc){.x = leg->spot->x, .y = leg->spot->y, .z = leg->spot->z, .radius = radius + way};
}

static void count(collision_time *of, double time, double horizon) {
    if (!(time < horizon)) return;
    uint32_t step = (uint32_t)(time / horizon * WI_COLLISION_TIME_STEPS);
    of->in[step < WI_COLLISION_TIME_STEPS ? step : WI_COLLISION_TIME_STEPS - 1]++;
    of->soon += time < 1.0;
    of->within++;
}

static bool reserve(collision_time *of, wi_memory *memory, uint32_t count) {
    return wi_pairs_reserve(&of->pairs, memory, count) &&
           wi_memory_grow(memory, (void **)&of->body, &of->body_capacity, count, sizeof *of->body) &&
           wi_memory_grow(memory, (void **)&of->time, &of->time_capacity, count, sizeof *of->time);
}

static bool collision_time_frame(void *state, wi_memory *memory, const wi_moment *now) {
    collision_time *of = state;
    double horizon = now->options->collision_horizon, least = INFINITY;
    if (!reserve(of, memory, now->count)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        of->body[i] = wi_body_of(&now->leg[i], now->options);
        of->pairs.disc[i] = reachable(&now->leg[i], of->body[i].radius, horizon);
        of->time[i] = INFINITY;
    }
    wi_pairs_find(&of->pairs, now->count, meet, &(look){of, now});
    for (uint32_t i = 0; i < now->count; i++) {
        if (!known(&now->leg[i])) continue;
        of->spots++;
        count(of, of->time[i], horizon);
        least = fmin(least, of->time[i]);
    }
    if (least < horizon) now->instant->collision_time = least;
    of->least = now->serial == 1 ? least : fmin(of->least, least);
    return true;
}

static void collision_time_end(const void *state, const wi_moment *last, wi_measures *result) {
    const collision_time *of = state;
    double horizon = last->options->collision_horizon;
    result->collision_time_least = last->serial && of->least < horizon ? of->least : (double)NAN;
    result->collision_share_1s = horizon >= 1.0 ? wi_mean((double)of->soon, (double)of->spots) : (double)NAN;
    result->collision_share = wi_mean((double)of->within, (double)of->spots);
}

wi_collision_times wi_collision_time_shares(const void *state, const wi_measure_options *options) {
    const collision_time *of = state;
    wi_collision_times shares = {.step = options->collision_horizon / WI_COLLISION_TIME_STEPS};
    for (uint32_t i = 0; i < WI_COLLISION_TIME_STEPS; i++) shares.in[i] = wi_mean((double)of->in[i], (double)of->spots);
    return shares;
}

static void collision_time_free(void *state, wi_memory *memory) {
    collision_time *of = state;
    wi_pairs_free(&of->pairs, memory);
    wi_memory_give(memory, of->body, of->body_capacity, sizeof *of->body);
    wi_memory_give(memory, of->time, of->time_capacity, sizeof *of->time);
}

static const wi_measure_value collision_time_values[] = {
    WI_VALUE(collision_time_least, "s", 3, "least time to collision of any agent"),
    WI_VALUE(collision_share_1s, "", 4, "share of agents' time with less than 1 s to a collision"),
    WI_VALUE(collision_share, "", 4, "the same with less than the horizon"),
};

const wi_measure wi_measure_collision_time = {
    .name = "collision_time",
    .values = collision_time_values,
    .value_count = WEND_COUNT(collision_time_values),
    .state_size = sizeof(collision_time),
    .asked = asked,
    .frame = collision_time_frame,
    .end = collision_time_end,
    .free = collision_time_free,
};
