// Drawing lines into a triangulation: the edges that a line crosses are flipped until it is an edge itself (Sloan, "A fast
// algorithm for generating constrained Delaunay triangulations", 1993).
#include <math.h>

#include "scenario/mesh_web.h"
#include "scenario/room.h"

#define KNOTS_MAX (1u << 23)
// One line may fall into so many pieces, and eight more for each knot there is: lines that hardly part meet for ever.
#define PIECES 1024u

static wi_knot knot_of(const wi_web *web, uint32_t half) { return web->knot[web->from[half]]; }

static bool wait(wi_web *web, uint32_t a, uint32_t b, wi_line_label label) {
    if (a == b) return true;
    if (!wi_room(&web->waiting, &web->waiting_capacity, web->waiting_count + 1, sizeof *web->waiting)) return false;
    web->waiting[web->waiting_count++] = (wi_web_line){a, b, label};
    return true;
}

// Where a line leaves its first knot: along the edge that is returned, or into a triangle, across that edge of it.
static uint32_t find_way_out(const wi_web *web, uint32_t a, uint32_t b, bool *along) {
    wi_knot start = web->knot[a], end = web->knot[b];
    uint32_t half = web->out[a];
    for (;;) {
        uint32_t across = web->next[half], before = web->next[across];
        int64_t right = wi_turn(start, end, knot_of(web, across)), left = wi_turn(start, end, knot_of(web, before));
        *along = right == 0 && wi_along(knot_of(web, across), start, end) < 0;
        if (*along) return half;
        if (right < 0 && left > 0) return across;
        half = before ^ 1;
    }
}

static bool note_crossed(wi_web *web, uint32_t half) {
    if (!wi_room(&web->crossed, &web->crossed_capacity, web->crossed_count + 1, sizeof *web->crossed)) return false;
    web->crossed[web->crossed_count++] = half;
    return true;
}

// Walks from edge to edge across which the line goes, up to the first knot on it, which is returned, or to a line that
// it crosses: *wall is that half-edge then.
static uint32_t walk(wi_web *web, const wi_web_line *line, uint32_t half, uint32_t *wall) {
    wi_knot a = web->knot[line->a], b = web->knot[line->b];
    web->crossed_count = 0;
    for (;;) {
        *wall = web->line[half / 2] != 0 ? half : WI_NONE;
        if (*wall != WI_NONE || !note_crossed(web, half)) return WI_NONE;
        uint32_t apex = wi_apex(web, half ^ 1);
        int64_t side = wi_turn(a, b, web->knot[apex]);
        if (side == 0) return apex;
        half = web->next[half ^ 1]; // the half-edges that are kept have their start on the right
        if (side < 0) half = web->next[half];
    }
}

// Convex, so that its edge can be flipped.
static bool flippable(const wi_web *web, uint32_t half) {
    wi_knot r = web->knot[wi_apex(web, half)], s = web->knot[wi_apex(web, half ^ 1)];
    return wi_turn(s, r, knot_of(web, half)) > 0 && wi_turn(r, s, knot_of(web, half ^ 1)) > 0;
}

static bool crosses(const wi_web *web, uint32_t half, uint32_t a, uint32_t b) {
    uint32_t c = web->from[half], d = web->from[half ^ 1];
    if (c == a || c == b || d == a || d == b) return false;
    int64_t first = wi_turn(web->knot[a], web->knot[b], web->knot[c]);
    int64_t second = wi_turn(web->knot[a], web->knot[b], web->knot[d]);
    return (first < 0) != (second < 0);
}

static bool make_way(wi_web *web, uint32_t a, uint32_t b) {
    while (web->crossed_count > 0) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < web->crossed_count; i++) {
            uint32_t half = web->crossed[i];
            if (flippable(web, half)) {
                wi_web_flip(web, half);
                if (!crosses(web, half, a, b)) {
                    if (!wi_web_doubt(web, half)) return false;
                    continue;
                }
            }
            web->crossed[kept++] = half;
        }
        web->crossed_count = kept;
    }
    return true;
}

// The edge between neighbours.
static uint32_t find_edge(const wi_web *web, uint32_t a, uint32_t b) {
    uint32_t half = web->out[a];
    while (web->from[half ^ 1] != b) half = web->next[web->next[half]] ^ 1;
    return half;
}

static wi_knot meeting_of(wi_knot a, wi_knot b, wi_knot c, wi_knot d) {
    double from = (double)wi_turn(c, d, a), to = (double)wi_turn(c, d, b), share = from / (from - to);
    return (wi_knot){a.x + (int32_t)rint(share * ((double)b.x - a.x)),
                     a.y + (int32_t)rint(share * ((double)b.y - a.y))};
}

// Both lines wait again in two parts each.
static wend_result cross(wi_web *web, const wi_web_line *line, uint32_t wall) {
    uint32_t c = web->from[wall], d = web->from[wall ^ 1];
    wi_line_label other = wi_web_label(web, wall);
    web->line[wall / 2] = 0; // and so no longer sure to stay
    if (!wi_web_doubt(web, wall) || !wi_web_settle(web)) return WEND_NO_MEMORY;
    web->last = wall;
    uint32_t at = wi_web_add(web, meeting_of(web->knot[line->a], web->knot[line->b], web->knot[c], web->knot[d]));
    if (at == WI_NONE || !wait(web, c, at, other) || !wait(web, at, d, other)) return WEND_NO_MEMORY;
    return wait(web, line->a, at, line->label) && wait(web, at, line->b, line->label) ? WEND_OK : WEND_NO_MEMORY;
}

static wend_result draw(wi_web *web, const wi_web_line *line) {
    bool along;
    uint32_t half = find_way_out(web, line->a, line->b, &along), end = web->from[half ^ 1], wall;
    if (!along) {
        end = walk(web, line, half, &wall);
        if (wall != WI_NONE) return cross(web, line, wall);
        if (end == WI_NONE || !make_way(web, line->a, end)) return WEND_NO_MEMORY;
        half = find_edge(web, line->a, end);
    }
    bool room = wi_web_lay(web, half, line->label) && wi_web_settle(web) && wait(web, end, line->b, line->label);
    return room ? WEND_OK : WEND_NO_MEMORY;
}

wend_result wi_web_draw(wi_web *web, uint32_t a, uint32_t b, const wi_line_label *label) {
    wend_result result = wait(web, a, b, *label) ? WEND_OK : WEND_NO_MEMORY;
    uint32_t most = PIECES + 8 * web->knot_count;
    for (uint32_t pieces = 0; result == WEND_OK && web->waiting_count > 0; pieces++) {
        if (pieces > most || web->knot_count > KNOTS_MAX) return WEND_BAD_ARGUMENT;
        wi_web_line line = web->waiting[--web->waiting_count];
        result = draw(web, &line);
    }
    return result;
}
