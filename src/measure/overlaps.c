// Overlaps of bodies in frames.
#include "measure/bodies.h"
#include "measure/meter.h"
#include "measure/pairs.h"

#include <math.h>

typedef struct overlaps {
    wi_map last_of;          // see wi_pairs_note
    wi_collision *collision; // those that began
    uint32_t collisions, collision_capacity;
    uint64_t cases, spots;
    double depth_sum, depth_max, deepest_sum; // m
    // Scratch of a frame: the search, and by spot the body and its deepest overlap.
    wi_pairs pairs;
    wi_body *body;
    double *deepest;
    uint32_t body_capacity, deepest_capacity;
} overlaps;

// A frame that is looked at.
typedef struct meeting {
    overlaps *of;
    wi_memory *memory;
    const wi_moment *now;
} meeting;

static uint64_t last_seen(const wi_leg *leg) { return leg->fresh ? 0 : leg->seen; }

static bool begin_collision(const meeting *at, const wi_spot *a, const wi_spot *b) {
    overlaps *of = at->of;
    if (of->collisions == UINT32_MAX || !wi_memory_grow(at->memory, (void **)&of->collision, &of->collision_capacity,
                                                        of->collisions + 1, sizeof *of->collision)) {
        return false;
    }
    of->collision[of->collisions++] = (wi_collision){
        .time = (double)at->now->number / at->now->fps, .x = 0.5 * (a->x + b->x), .y = 0.5 * (a->y + b->y), .z = a->z};
    return true;
}

// The pair's discs overlap; whether its outlines do is looked at here.
static bool meet(void *host, uint32_t a, uint32_t b, double depth) {
    meeting *at = host;
    overlaps *of = at->of;
    const wi_leg *leg_a = &at->now->leg[a], *leg_b = &at->now->leg[b];
    depth =
        wi_bodies_depth(&of->body[a], &of->body[b], leg_b->spot->x - leg_a->spot->x, leg_b->spot->y - leg_a->spot->y);
    if (depth <= at->now->options->collision_depth) return true;
    of->cases++;
    of->depth_sum += depth;
    of->depth_max = fmax(of->depth_max, depth);
    of->deepest[a] = fmax(of->deepest[a], depth);
    of->deepest[b] = fmax(of->deepest[b], depth);
    uint64_t seen_a = last_seen(leg_a), seen_b = last_seen(leg_b);
    bool begins = false;
    if (!wi_pairs_note(&of->last_of, at->memory, leg_a->agent, leg_b->agent, seen_a < seen_b ? seen_a : seen_b,
                       at->now->serial, &begins))
        return false;
    return !begins || begin_collision(at, leg_a->spot, leg_b->spot);
}

static bool reserve(overlaps *of, wi_memory *memory, uint32_t count) {
    return wi_pairs_reserve(&of->pairs, memory, count) &&
           wi_memory_grow(memory, (void **)&of->body, &of->body_capacity, count, sizeof *of->body) &&
           wi_memory_grow(memory, (void **)&of->deepest, &of->deepest_capacity, count, sizeof *of->deepest);
}

static bool overlaps_frame(void *state, wi_memory *memory, const wi_moment *now) {
    overlaps *of = state;
    if (!reserve(of, memory, now->count)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_spot *spot = now->leg[i].spot;
        of->body[i] = wi_body_of(&now->leg[i], now->options);
        of->pairs.disc[i] = (wi_pairs_disc){.x = spot->x, .y = spot->y, .z = spot->z, .radius = of->body[i].radius};
        of->deepest[i] = 0.0;
    }
    if (!wi_pairs_find(&of->pairs, now->count, meet, &(meeting){of, memory, now})) return false;
    for (uint32_t i = 0; i < now->count; i++) of->deepest_sum += of->deepest[i];
    of->spots += now->count;
    return true;
}

static void overlaps_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const overlaps *of = state;
    result->colliding_pairs = of->last_of.count;
    result->collisions = of->collisions;
    result->mean_depth = of->cases ? of->depth_sum / (double)of->cases : 0.0;
    result->max_depth = of->depth_max;
    result->mean_penetration = wi_mean(of->deepest_sum, (double)of->spots);
}

const wi_collision *wi_overlaps_collisions(const void *state, uint32_t *count) {
    const overlaps *of = state;
    *count = of->collisions;
    return of->collision;
}

static void overlaps_free(void *state, wi_memory *memory) {
    overlaps *of = state;
    wi_map_free(&of->last_of, memory);
    wi_pairs_free(&of->pairs, memory);
    wi_memory_give(memory, of->collision, of->collision_capacity, sizeof *of->collision);
    wi_memory_give(memory, of->body, of->body_capacity, sizeof *of->body);
    wi_memory_give(memory, of->deepest, of->deepest_capacity, sizeof *of->deepest);
}

static const wi_measure_value overlaps_values[] = {
    WI_COUNT_VALUE(colliding_pairs, "pairs of agents that ever overlapped"),
    WI_COUNT_VALUE(collisions, "overlaps that began"),
    WI_VALUE(mean_depth, "m", 4, "mean depth of overlaps"),
    WI_VALUE(max_depth, "m", 4, "largest depth of an overlap"),
    WI_VALUE(mean_penetration, "m", 6, "mean over all agents and frames of an agent's deepest overlap"),
};

const wi_measure wi_measure_overlaps = {
    .name = "overlaps",
    .values = overlaps_values,
    .value_count = WEND_COUNT(overlaps_values),
    .state_size = sizeof(overlaps),
    .frame = overlaps_frame,
    .end = overlaps_end,
    .free = overlaps_free,
};
