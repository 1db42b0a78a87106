// A grid of nodes over the walkable ground of each level, on which guidance fields are marched. The same for all goals.
#ifndef WI_LATTICE_H
#define WI_LATTICE_H

#include "route/search.h"

typedef struct wi_lattice_level {
    wend_vec min; // where its first node is
    uint32_t columns, rows, first;
} wi_lattice_level;

// From a node over a seam to a node of another level.
typedef struct wi_lattice_link {
    uint64_t from;
    uint32_t to;
    uint32_t edge;    // the seam, as the side of `from` has it
    wend_vec at;      // where one crosses it, on that side
    float begin, end; // m: from the node to the seam, and from there to the other node
} wi_lattice_link;

typedef struct wi_lattice {
    float step; // m between nodes
    wi_lattice_level *level;
    uint32_t levels;
    uint32_t *cell;   // per node, that of the map, or WI_NONE
    float *clearance; // per node, m to the nearest wall, at most WI_LATTICE_CLEAR
    uint32_t nodes;
    wi_lattice_link *link; // ordered by `from`
    uint32_t links, link_capacity;
} wi_lattice;

#define WI_LATTICE_CLEAR 1.0f // m
#define WI_AROUND 16          // nodes around a point

// Nodes lie `step` apart (m), or as far as it takes to have no more than `most`; false without memory.
bool wi_lattice_build(wi_lattice *lattice, wi_memory *memory, const wi_terrain *map, float step, uint32_t most);
// After doors within a box have opened or closed.
void wi_lattice_follow_doors(wi_lattice *lattice, const wi_terrain *map, wi_terrain_box changed);
void wi_lattice_free(wi_lattice *lattice, wi_memory *memory);

wend_vec wi_lattice_place(const wi_lattice *lattice, uint32_t level, uint32_t node);

// Nodes to which one can walk straight from a point of a cell: those of its square, or else those around it.
uint32_t wi_lattice_around(const wi_lattice *lattice, const wi_ground *ground, uint32_t cell, wend_vec at,
                           uint32_t nodes[WI_AROUND]);

// The node beside one in direction 0 to 3 (east, north, west, south), or WI_NONE.
uint32_t wi_lattice_beside(const wi_lattice *lattice, uint32_t level, uint32_t node, uint32_t direction);

// The first link of a node, or wi_lattice.links.
uint32_t wi_lattice_first_link(const wi_lattice *lattice, uint32_t node);

static inline wend_vec wi_lattice_direction(uint32_t direction) {
    static const wend_vec all[] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    return all[direction];
}

#endif
