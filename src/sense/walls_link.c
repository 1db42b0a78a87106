// Links: what an agent that follows a wall meets at its ends.
#include "base/sort.h"
#include "sense/walls_build.h"

// The direction in which an end leads away from its vertex, as half turn (0: up to 180 degrees) and vector.
typedef struct bearing {
    double x, y;
    int half;
} bearing;

static bearing bearing_of(const wi_piece *piece, uint32_t end) {
    wend_vec at = wi_end_at(piece, end), far = wi_end_at(piece, end ^ 1);
    double x = (double)far.x - at.x, y = (double)far.y - at.y;
    return (bearing){x, y, y > 0.0 || (y == 0.0 && x > 0.0) ? 0 : 1};
}

// Ends by level and place, around each vertex counter-clockwise.
static bool end_before(const void *context, uint32_t a, uint32_t b) {
    const wi_piece *piece = context;
    int order = wi_end_order(piece, a, b);
    if (order != 0) return order < 0;
    bearing to_a = bearing_of(piece, a), to_b = bearing_of(piece, b);
    if (to_a.half != to_b.half) return to_a.half < to_b.half;
    double turn = to_a.x * to_b.y - to_a.y * to_b.x;
    return turn != 0.0 ? turn > 0.0 : a < b;
}

// Of a piece that leaves its vertex eastwards, the next one counter-clockwise stands on the north side. That is the left
// of a -> b when the vertex is a, and the right of it when the vertex is b.
static void link_end(const wi_piece *piece, wend_wall *wall, uint32_t end, uint32_t next, uint32_t previous) {
    wend_vec counter_clockwise = wi_end_at(piece, next ^ 1), clockwise = wi_end_at(piece, previous ^ 1);
    if (end & 1) {
        wall[end >> 1].after_b[0] = clockwise;
        wall[end >> 1].after_b[1] = counter_clockwise;
    } else {
        wall[end >> 1].after_a[0] = counter_clockwise;
        wall[end >> 1].after_a[1] = clockwise;
    }
}

static void link_vertex(const wi_piece *piece, wend_wall *wall, const uint32_t *end, uint32_t count) {
    if (count == 1) {
        link_end(piece, wall, end[0], end[0] ^ 1, end[0] ^ 1); // the far end of its other end: the vertex itself
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        link_end(piece, wall, end[i], end[(i + 1) % count], end[(i + count - 1) % count]);
    }
}

void wi_pieces_link(wi_pieces *pieces, wend_wall *wall) {
    const wi_piece *piece = pieces->piece;
    uint32_t ends = 0, *order = pieces->order;
    for (uint32_t i = 0; i < pieces->count; i++) {
        wall[i] = (wend_wall){.a = piece[i].a, .b = piece[i].b, .solid = piece[i].kind != WEND_WALL};
        uint32_t end[] = {2 * i, 2 * i + 1};
        for (uint32_t e = 0; e < 2; e++) {
            // What a wall meets at its ends must not depend on who opens a door.
            if (piece[i].door)
                link_vertex(piece, wall, &end[e], 1);
            else
                order[ends++] = end[e];
        }
    }
    wi_sort(order, pieces->scratch, ends, end_before, piece);
    for (uint32_t i = 0, next; i < ends; i = next) {
        for (next = i + 1; next < ends && wi_end_order(piece, order[i], order[next]) == 0;) next++;
        link_vertex(piece, wall, order + i, next - i);
    }
}
