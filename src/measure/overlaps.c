// Overlaps of discs, found through a grid whose squares are as wide as the largest body. The plane is folded: square
// (column, row) has the number column + stride * row modulo the count of cells, so that squares far apart share a cell
// and the distance tells them apart. With the stride near the golden section of the count, rooms, corridors and queues
// all spread evenly; so cost and memory are in proportion to agents and overlaps, wherever they are.
#include "measure/map.h"
#include "measure/meter.h"

#include <math.h>
#include <string.h>

// Bodies with heights this far apart (m) are on different levels. It exceeds what people differ by, because some
// recordings give the height of the head.
#define LEVEL_HEIGHT 2.0

typedef struct disc {
    double x, y, z, radius;
    uint64_t seen;  // serial of the frame in which it was seen last before this one
    uint32_t agent; // as in wi_leg
    uint32_t index; // in the frame
} disc;

typedef struct overlaps {
    wi_map last_of;          // pair of agents -> serial of the frame in which it overlapped last
    wi_collision *collision; // those that began
    uint32_t collisions, collision_capacity;
    uint64_t cases, spots;
    double depth_sum, depth_max, deepest_sum; // m
    // Scratch of a frame: discs sorted by cell, the cell of each spot, where cells begin, the deepest overlap by spot.
    disc *disc;
    uint32_t *cell, *start;
    double *deepest;
    uint32_t disc_capacity, cell_capacity, start_capacity, deepest_capacity;
    uint32_t cells, stride; // cells are a power of 2
} overlaps;

// Grid ----------------------------------------------------------------------------------------------------------------

static uint64_t square(double position, double width) { return (uint64_t)(int64_t)floor(position / width); }

static double widest(const wi_moment *now) {
    double radius = 0.0;
    for (uint32_t i = 0; i < now->count; i++) radius = fmax(radius, now->leg[i].radius);
    return fmax(2.0 * radius, 0.01); // no cells of nothing
}

// At least 64, so that the nine cells around a square are all different.
static void choose_cells(overlaps *of, uint32_t count) {
    of->cells = 64;
    while (of->cells < count && of->cells < UINT32_C(1) << 31) of->cells *= 2;
    of->stride = (uint32_t)(0.6180339887 * of->cells) | 1;
}

static bool reserve(overlaps *of, wi_memory *memory, uint32_t count) {
    choose_cells(of, count);
    return wi_memory_grow(memory, (void **)&of->disc, &of->disc_capacity, count, sizeof *of->disc) &&
           wi_memory_grow(memory, (void **)&of->cell, &of->cell_capacity, count, sizeof *of->cell) &&
           wi_memory_grow(memory, (void **)&of->deepest, &of->deepest_capacity, count, sizeof *of->deepest) &&
           wi_memory_grow(memory, (void **)&of->start, &of->start_capacity, of->cells + 1, sizeof *of->start);
}

static disc disc_of(const wi_leg *leg, uint32_t index) {
    const wi_spot *spot = leg->spot;
    return (disc){spot->x, spot->y, spot->z, leg->radius, leg->fresh ? 0 : leg->seen, leg->agent, index};
}

// Counting sort: afterwards the discs of cell c are start[c] to start[c + 1] - 1.
static void sort_into_cells(overlaps *of, const wi_moment *now) {
    double width = widest(now);
    memset(of->start, 0, ((size_t)of->cells + 1) * sizeof *of->start);
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_spot *spot = now->leg[i].spot;
        of->cell[i] = (uint32_t)((square(spot->x, width) + of->stride * square(spot->y, width)) & (of->cells - 1));
        of->start[of->cell[i]]++;
    }
    for (uint32_t c = 1; c <= of->cells; c++) of->start[c] += of->start[c - 1];
    for (uint32_t i = now->count; i-- > 0;) of->disc[--of->start[of->cell[i]]] = disc_of(&now->leg[i], i);
}

// Pairs ---------------------------------------------------------------------------------------------------------------

static bool begin_collision(overlaps *of, wi_memory *memory, const wi_moment *now, const disc *a, const disc *b) {
    if (of->collisions == UINT32_MAX || !wi_memory_grow(memory, (void **)&of->collision, &of->collision_capacity,
                                                        of->collisions + 1, sizeof *of->collision)) {
        return false;
    }
    of->collision[of->collisions++] = (wi_collision){
        .time = (double)now->number / now->fps, .x = 0.5 * (a->x + b->x), .y = 0.5 * (a->y + b->y), .z = a->z};
    return true;
}

// An overlap goes on over frames from which one of the two was missing, and begins anew once both were seen since.
static bool note_overlap(overlaps *of, wi_memory *memory, const wi_moment *now, const disc *a, const disc *b) {
    uint32_t low = a->agent < b->agent ? a->agent : b->agent, high = a->agent < b->agent ? b->agent : a->agent;
    uint64_t *last = wi_map_place(&of->last_of, memory, (uint64_t)low << 32 | high);
    if (!last) return false;
    uint64_t both_seen = a->seen < b->seen ? a->seen : b->seen;
    bool begins = *last == 0 || *last < both_seen;
    *last = now->serial;
    return !begins || begin_collision(of, memory, now, a, b);
}

static bool on_one_level(const disc *a, const disc *b) { return !(fabs(a->z - b->z) >= LEVEL_HEIGHT); }

static bool meet(overlaps *of, wi_memory *memory, const wi_moment *now, const disc *a, const disc *b) {
    double x = a->x - b->x, y = a->y - b->y, reach = a->radius + b->radius;
    if (x * x + y * y >= reach * reach || !on_one_level(a, b)) return true;
    double depth = reach - sqrt(x * x + y * y);
    if (depth <= now->options->collision_depth) return true;
    of->cases++;
    of->depth_sum += depth;
    of->depth_max = fmax(of->depth_max, depth);
    of->deepest[a->index] = fmax(of->deepest[a->index], depth);
    of->deepest[b->index] = fmax(of->deepest[b->index], depth);
    return note_overlap(of, memory, now, a, b);
}

// The discs of a cell with each other and with those of half the cells around it; the other half looks at us.
static bool meet_around(overlaps *of, wi_memory *memory, const wi_moment *now, uint32_t here) {
    const uint32_t around[] = {0, 1, of->stride - 1, of->stride, of->stride + 1};
    for (uint32_t i = 0; i < WEND_COUNT(around); i++) {
        uint32_t there = (here + around[i]) & (of->cells - 1);
        for (uint32_t a = of->start[here]; a < of->start[here + 1]; a++) {
            for (uint32_t b = i == 0 ? a + 1 : of->start[there]; b < of->start[there + 1]; b++) {
                if (!meet(of, memory, now, &of->disc[a], &of->disc[b])) return false;
            }
        }
    }
    return true;
}

static bool meet_all(overlaps *of, wi_memory *memory, const wi_moment *now) {
    for (uint32_t cell = 0; cell < of->cells; cell++) {
        if (of->start[cell] < of->start[cell + 1] && !meet_around(of, memory, now, cell)) return false;
    }
    return true;
}

// The measure ---------------------------------------------------------------------------------------------------------

static bool overlaps_frame(void *state, wi_memory *memory, const wi_moment *now) {
    overlaps *of = state;
    if (!reserve(of, memory, now->count)) return false;
    sort_into_cells(of, now);
    for (uint32_t i = 0; i < now->count; i++) of->deepest[i] = 0.0;
    if (!meet_all(of, memory, now)) return false;
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
    wi_memory_give(memory, of->collision, of->collision_capacity, sizeof *of->collision);
    wi_memory_give(memory, of->disc, of->disc_capacity, sizeof *of->disc);
    wi_memory_give(memory, of->cell, of->cell_capacity, sizeof *of->cell);
    wi_memory_give(memory, of->start, of->start_capacity, sizeof *of->start);
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
