// The stages of building walls: read -> join -> doors -> link -> index. Each works on a plain list of pieces whose order and
// content depend on the set of pieces alone, not on the order in which obstacles were given.
#ifndef WI_WALLS_BUILD_H
#define WI_WALLS_BUILD_H

#include "sense/walls.h"

// Walls closer than this to a straight line are straight (m).
#define WI_WALL_STRAIGHT 1e-4

typedef struct wi_piece {
    wend_vec a, b;
    uint32_t level;
    uint32_t kind; // wend_obstacle_kind
    uint32_t door; // its number from 1, or 0
} wi_piece;

typedef struct wi_pieces {
    wi_piece *piece;
    uint32_t count, capacity;
    uint32_t *order, *scratch; // room for 2 * capacity indices each, for whoever sorts
} wi_pieces;

// A piece has two ends: 2 * piece is its a, 2 * piece + 1 its b.
static inline wend_vec wi_end_at(const wi_piece *piece, uint32_t end) {
    return end & 1 ? piece[end >> 1].b : piece[end >> 1].a;
}

// Lexicographic order of points; total, since coordinates are finite and -0 does not occur.
static inline int wi_point_order(wend_vec a, wend_vec b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    return a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

// How two ends of pieces are ordered by level and place; 0 if they meet.
static inline int wi_end_order(const wi_piece *piece, uint32_t a, uint32_t b) {
    uint32_t level_a = piece[a >> 1].level, level_b = piece[b >> 1].level;
    if (level_a != level_b) return level_a < level_b ? -1 : 1;
    return wi_point_order(wi_end_at(piece, a), wi_end_at(piece, b));
}

// Checks the obstacles and lists their pieces, sorted, each open wall once. Solid pieces have their open side on the right.
wend_result wi_pieces_read(wi_pieces *pieces, wi_memory *memory, const wend_scene_def *def, wend_error *error);
void wi_pieces_free(wi_pieces *pieces, wi_memory *memory);

// Joins what lies in one line. False without memory.
bool wi_pieces_join(wi_pieces *pieces, wi_memory *memory);

// Adds the doors of a definition: after joining, since a door is no part of the wall it stands in.
wend_result wi_pieces_add_doors(wi_pieces *pieces, const wend_scene_def *def, wend_error *error);

// Makes the walls of the pieces, with their links; wall i is piece i.
void wi_pieces_link(wi_pieces *pieces, wend_wall *wall);

// Makes the trees of all levels and brings the walls into tree order. False without memory.
bool wi_walls_index(wi_walls *walls, wi_memory *memory, wi_pieces *pieces);

#endif
