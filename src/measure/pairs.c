// Pairs are found through a grid whose squares are as wide as the largest disc. The plane is folded: square
// (column, row) has the number column + stride * row modulo the count of cells, so that squares far apart share a cell
// and the distance tells them apart. With the stride near the golden section of the count, rooms, corridors and queues
// all spread evenly.
#include "measure/pairs.h"

#include <math.h>
#include <string.h>

// Bodies with heights this far apart (m) are on different levels. It exceeds what people differ by, because some
// recordings give the height of the head.
#define LEVEL_HEIGHT 2.0

// Grid ----------------------------------------------------------------------------------------------------------------

static uint64_t square(double position, double width) { return (uint64_t)(int64_t)floor(position / width); }

static double widest(const wi_pairs *pairs, uint32_t count) {
    double radius = 0.0;
    for (uint32_t i = 0; i < count; i++) radius = fmax(radius, pairs->disc[i].radius);
    return fmax(2.0 * radius, 0.01); // no cells of nothing
}

// At least 64, so that the nine cells around a square are all different.
static void choose_cells(wi_pairs *pairs, uint32_t count) {
    pairs->cells = 64;
    while (pairs->cells < count && pairs->cells < UINT32_C(1) << 31) pairs->cells *= 2;
    pairs->stride = (uint32_t)(0.6180339887 * pairs->cells) | 1;
}

bool wi_pairs_reserve(wi_pairs *pairs, wi_memory *memory, uint32_t count) {
    choose_cells(pairs, count);
    return wi_memory_grow(memory, (void **)&pairs->disc, &pairs->disc_capacity, count, sizeof *pairs->disc) &&
           wi_memory_grow(memory, (void **)&pairs->sorted, &pairs->sorted_capacity, count, sizeof *pairs->sorted) &&
           wi_memory_grow(memory, (void **)&pairs->cell, &pairs->cell_capacity, count, sizeof *pairs->cell) &&
           wi_memory_grow(memory, (void **)&pairs->start, &pairs->start_capacity, pairs->cells + 1,
                          sizeof *pairs->start);
}

void wi_pairs_free(wi_pairs *pairs, wi_memory *memory) {
    wi_memory_give(memory, pairs->disc, pairs->disc_capacity, sizeof *pairs->disc);
    wi_memory_give(memory, pairs->sorted, pairs->sorted_capacity, sizeof *pairs->sorted);
    wi_memory_give(memory, pairs->cell, pairs->cell_capacity, sizeof *pairs->cell);
    wi_memory_give(memory, pairs->start, pairs->start_capacity, sizeof *pairs->start);
    *pairs = (wi_pairs){0};
}

// Counting sort: afterwards the discs of cell c are start[c] to start[c + 1] - 1.
static void sort_into_cells(wi_pairs *pairs, uint32_t count) {
    double width = widest(pairs, count);
    memset(pairs->start, 0, ((size_t)pairs->cells + 1) * sizeof *pairs->start);
    for (uint32_t i = 0; i < count; i++) {
        wi_pairs_disc *disc = &pairs->disc[i];
        disc->index = i;
        pairs->cell[i] =
            (uint32_t)((square(disc->x, width) + pairs->stride * square(disc->y, width)) & (pairs->cells - 1));
        pairs->start[pairs->cell[i]]++;
    }
    for (uint32_t c = 1; c <= pairs->cells; c++) pairs->start[c] += pairs->start[c - 1];
    for (uint32_t i = count; i-- > 0;) pairs->sorted[--pairs->start[pairs->cell[i]]] = pairs->disc[i];
}

// Pairs ---------------------------------------------------------------------------------------------------------------

static bool on_one_level(const wi_pairs_disc *a, const wi_pairs_disc *b) {
    return !(fabs(a->z - b->z) >= LEVEL_HEIGHT);
}

static bool meet(const wi_pairs_disc *a, const wi_pairs_disc *b, wi_pair_met *met, void *host) {
    double x = a->x - b->x, y = a->y - b->y, reach = a->radius + b->radius;
    if (x * x + y * y >= reach * reach || !on_one_level(a, b)) return true;
    return met(host, a->index, b->index, reach - sqrt(x * x + y * y));
}

// The discs of a cell with each other and with those of half the cells around it; the other half looks at us.
static bool meet_around(const wi_pairs *pairs, uint32_t here, wi_pair_met *met, void *host) {
    const uint32_t around[] = {0, 1, pairs->stride - 1, pairs->stride, pairs->stride + 1};
    for (uint32_t i = 0; i < WEND_COUNT(around); i++) {
        uint32_t there = (here + around[i]) & (pairs->cells - 1);
        for (uint32_t a = pairs->start[here]; a < pairs->start[here + 1]; a++) {
            for (uint32_t b = i == 0 ? a + 1 : pairs->start[there]; b < pairs->start[there + 1]; b++) {
                if (!meet(&pairs->sorted[a], &pairs->sorted[b], met, host)) return false;
            }
        }
    }
    return true;
}

bool wi_pairs_find(wi_pairs *pairs, uint32_t count, wi_pair_met *met, void *host) {
    sort_into_cells(pairs, count);
    for (uint32_t cell = 0; cell < pairs->cells; cell++) {
        if (pairs->start[cell] < pairs->start[cell + 1] && !meet_around(pairs, cell, met, host)) return false;
    }
    return true;
}

bool wi_pairs_note(wi_map *last_of, wi_memory *memory, uint32_t agent_a, uint32_t agent_b, uint64_t both_seen,
                   uint64_t serial, bool *begins) {
    uint32_t low = agent_a < agent_b ? agent_a : agent_b, high = agent_a < agent_b ? agent_b : agent_a;
    uint64_t *last = wi_map_place(last_of, memory, (uint64_t)low << 32 | high);
    if (!last) return false;
    *begins = *last == 0 || *last < both_seen;
    *last = serial;
    return true;
}
