// Pairs of discs that overlap, wherever they are: cost and memory are in proportion to discs and overlaps.
#ifndef WI_PAIRS_H
#define WI_PAIRS_H

#include "measure/map.h"

typedef struct wi_pairs_disc {
    double x, y, z, radius; // m; places are finite and below 1e12, z may be NAN
    uint32_t index;
} wi_pairs_disc;

// All zero is ready for use.
typedef struct wi_pairs {
    wi_pairs_disc *disc;    // to be filled, `index` apart
    wi_pairs_disc *sorted;  // by cell
    uint32_t *cell, *start; // the cell of each disc, where cells begin in `sorted`
    uint32_t disc_capacity, sorted_capacity, cell_capacity, start_capacity;
    uint32_t cells, stride; // cells are a power of 2
} wi_pairs;

// Makes room for discs, which the caller then fills in; false without memory.
bool wi_pairs_reserve(wi_pairs *pairs, wi_memory *memory, uint32_t count);
void wi_pairs_free(wi_pairs *pairs, wi_memory *memory);

// Called with the numbers of two discs that overlap and how deeply (m); false ends the search.
typedef bool wi_pair_met(void *host, uint32_t a, uint32_t b, double depth);

// Tells of every two of the first `count` discs that overlap and are on one level, once; false if that was ended.
bool wi_pairs_find(wi_pairs *pairs, uint32_t count, wi_pair_met *met, void *host);

// Remembers in `last_of` (pair of agents -> serial of the frame in which it overlapped last) that two overlap in frame
// `serial`; *begins tells whether that is news. `both_seen` is the last frame before this one by which both had been
// seen: an overlap goes on over frames from which one of the two was missing. False without memory.
bool wi_pairs_note(wi_map *last_of, wi_memory *memory, uint32_t agent_a, uint32_t agent_b, uint64_t both_seen,
                   uint64_t serial, bool *begins);

#endif
