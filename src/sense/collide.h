// Bodies that overlap.
#ifndef WI_COLLIDE_H
#define WI_COLLIDE_H

#include "world/world.h"

// Where a search for overlaps puts what it finds; counts only while there is no room.
typedef struct wi_collisions {
    const wend_world *world;
    wend_view now;
    wend_collided *found; // NULL: count only
    uint32_t count, capacity;
} wi_collisions;

// Looks at one pair whose bounding discs may overlap.
void wi_collide_pair(wi_collisions *collisions, uint32_t a, uint32_t b);

// The pairs of small bodies of which the lower row is in [begin, end); once for each instruction set.
typedef void wi_collide_kernel(wi_collisions *collisions, uint32_t begin, uint32_t end);
wi_collide_kernel wi_collide_rows_isa0, wi_collide_rows_isa1, wi_collide_rows_isa2;

#endif
