// Interval penetration: overlaps of bodies on the straight and even way from one frame to the next, which frames alone
// miss where agents are fast or frames are rare.
#include "measure/bodies.h"
#include "measure/meter.h"
#include "measure/pairs.h"

#include <math.h>

#define JUMP_SPEED 100.0 // m/s: who is faster was put elsewhere, and did not walk there

typedef struct way {
    double from_x, from_y, to_x, to_y;
} way;

typedef struct passing {
    wi_map last_of; // see wi_pairs_note
    uint64_t collisions, ways;
    double depth_max, deepest_sum; // m
    // Scratch of a frame: the search, and by spot the body, its way and the deepest overlap on it.
    wi_pairs pairs;
    wi_body *body;
    way *way;
    double *deepest;
    uint32_t body_capacity, way_capacity, deepest_capacity;
} passing;

typedef struct interval {
    passing *of;
    wi_memory *memory;
    const wi_moment *now;
} interval;

// Who was not there in the frame before, or jumped, has only the end of its way.
static bool walked(const wi_leg *leg) { return !leg->fresh && !leg->gap && leg->length <= JUMP_SPEED * leg->time; }

static way way_of(const wi_leg *leg) {
    const wi_spot *to = leg->spot;
    if (!walked(leg)) return (way){to->x, to->y, to->x, to->y};
    return (way){leg->from_x, leg->from_y, to->x, to->y};
}

static wi_body body_of(const wi_leg *leg, const wi_measure_options *options) {
    wi_body body = wi_body_of(leg, options);
    if (!walked(leg)) body.turned = 0.0;
    return body;
}

// Both move evenly, so that the one sees the other on a segment.
static double overlap(const passing *of, uint32_t a, uint32_t b) {
    const way *way_a = &of->way[a], *way_b = &of->way[b];
    return wi_bodies_overlap(&of->body[a], &of->body[b],
                             (const double[]){way_b->from_x - way_a->from_x, way_b->from_y - way_a->from_y},
                             (const double[]){way_b->to_x - way_a->to_x, way_b->to_y - way_a->to_y});
}

// The pair moves in discs that hold both ways; whether it meets is looked at here.
static bool meet(void *host, uint32_t a, uint32_t b, double depth) {
    (void)depth;
    interval *at = host;
    passing *of = at->of;
    const wi_leg *leg_a = &at->now->leg[a], *leg_b = &at->now->leg[b];
    double deep = overlap(of, a, b);
    if (deep <= at->now->options->collision_depth) return true;
    of->depth_max = fmax(of->depth_max, deep);
    of->deepest[a] = fmax(of->deepest[a], deep);
    of->deepest[b] = fmax(of->deepest[b], deep);
    uint64_t seen_a = leg_a->fresh ? 0 : leg_a->seen, seen_b = leg_b->fresh ? 0 : leg_b->seen;
    bool begins = false;
    if (!wi_pairs_note(&of->last_of, at->memory, leg_a->agent, leg_b->agent, seen_a < seen_b ? seen_a : seen_b,
                       at->now->serial, &begins))
        return false;
    of->collisions += begins;
    return true;
}

static bool reserve(passing *of, wi_memory *memory, uint32_t count) {
    return wi_pairs_reserve(&of->pairs, memory, count) &&
           wi_memory_grow(memory, (void **)&of->body, &of->body_capacity, count, sizeof *of->body) &&
           wi_memory_grow(memory, (void **)&of->way, &of->way_capacity, count, sizeof *of->way) &&
           wi_memory_grow(memory, (void **)&of->deepest, &of->deepest_capacity, count, sizeof *of->deepest);
}

static wi_pairs_disc disc_around(const way *on, const wi_leg *leg, double radius) {
    return (wi_pairs_disc){
        .x = 0.5 * (on->from_x + on->to_x),
        .y = 0.5 * (on->from_y + on->to_y),
        .z = leg->spot->z,
        .radius = radius + 0.5 * hypot(on->to_x - on->from_x, on->to_y - on->from_y),
    };
}

static bool passing_frame(void *state, wi_memory *memory, const wi_moment *now) {
    passing *of = state;
    if (!reserve(of, memory, now->count)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        of->way[i] = way_of(&now->leg[i]);
        of->body[i] = body_of(&now->leg[i], now->options);
        of->pairs.disc[i] = disc_around(&of->way[i], &now->leg[i], of->body[i].radius);
        of->deepest[i] = 0.0;
    }
    if (!wi_pairs_find(&of->pairs, now->count, meet, &(interval){of, memory, now})) return false;
    for (uint32_t i = 0; i < now->count; i++) of->deepest_sum += of->deepest[i];
    of->ways += now->count;
    return true;
}

static void passing_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const passing *of = state;
    result->interval_collisions = of->collisions;
    result->interval_max_depth = of->depth_max;
    result->interval_penetration = wi_mean(of->deepest_sum, (double)of->ways);
}

static void passing_free(void *state, wi_memory *memory) {
    passing *of = state;
    wi_map_free(&of->last_of, memory);
    wi_pairs_free(&of->pairs, memory);
    wi_memory_give(memory, of->body, of->body_capacity, sizeof *of->body);
    wi_memory_give(memory, of->way, of->way_capacity, sizeof *of->way);
    wi_memory_give(memory, of->deepest, of->deepest_capacity, sizeof *of->deepest);
}

static const wi_measure_value passing_values[] = {
    WI_COUNT_VALUE(interval_collisions, "overlaps that began, also between frames"),
    WI_VALUE(interval_max_depth, "m", 4, "largest depth of an overlap, also between frames"),
    WI_VALUE(interval_penetration, "m", 6, "mean over agents and intervals of an agent's deepest overlap in one"),
};

const wi_measure wi_measure_passing = {
    .name = "passing",
    .values = passing_values,
    .value_count = WEND_COUNT(passing_values),
    .state_size = sizeof(passing),
    .frame = passing_frame,
    .end = passing_end,
    .free = passing_free,
};
