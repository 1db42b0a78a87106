// Bodies that overlap.
#ifndef WI_COLLIDE_H
#define WI_COLLIDE_H

#include "world/world.h"

typedef struct wi_pair {
    uint32_t a, b; // rows
    float depth;   // m
} wi_pair;

// What a search for overlaps finds. Counts on when there is no more room.
typedef struct wi_collisions {
    const wend_world *world;
    wend_view now;
    wi_pair *found;
    uint32_t count, capacity;
} wi_collisions;

// Looks at one pair whose bounding discs may overlap.
void wi_collide_pair(wi_collisions *collisions, uint32_t a, uint32_t b);

void wi_collide_likely(wi_collisions *collisions, uint32_t a, uint32_t b); // one that most likely does overlap

// Notes one that overlaps by so much, if that counts.
void wi_collide_note(wi_collisions *collisions, uint32_t a, uint32_t b, float depth);

// The pairs of small bodies of which the lower row is in [begin, end); once for each instruction set.
typedef void wi_collide_kernel(wi_collisions *collisions, uint32_t begin, uint32_t end);
wi_collide_kernel wi_collide_rows_isa0, wi_collide_rows_isa1, wi_collide_rows_isa2;

#endif
