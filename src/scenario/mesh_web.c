#include "scenario/mesh_web.h"

#include "scenario/room.h"

#define SQUARE (2 * WI_KNOT_MAX)

static wi_knot start_of(const wi_web *web, uint32_t half) { return web->knot[web->from[half]]; }
static wi_knot end_of(const wi_web *web, uint32_t half) { return web->knot[web->from[half ^ 1]]; }

static bool make_room(wi_web *web, uint32_t knots, uint32_t edges) {
    uint32_t halves = web->half_count + 2 * edges;
    return wi_room(&web->knot, &web->knot_capacity, web->knot_count + knots, sizeof *web->knot) &&
           wi_room(&web->out, &web->out_capacity, web->knot_count + knots, sizeof *web->out) &&
           wi_room(&web->from, &web->from_capacity, halves, sizeof *web->from) &&
           wi_room(&web->next, &web->next_capacity, halves, sizeof *web->next) &&
           wi_room(&web->line, &web->line_capacity, halves / 2, sizeof *web->line);
}

// The half-edge a -> b of a new edge, not yet in any triangle.
static uint32_t add_edge(wi_web *web, uint32_t a, uint32_t b) {
    uint32_t half = web->half_count;
    web->half_count += 2;
    web->from[half] = a;
    web->from[half + 1] = b;
    web->next[half] = web->next[half + 1] = WI_NONE;
    web->line[half / 2] = 0;
    web->out[a] = half;
    web->out[b] = half + 1;
    return half;
}

static void join(wi_web *web, uint32_t a, uint32_t b, uint32_t c) {
    web->next[a] = b;
    web->next[b] = c;
    web->next[c] = a;
}

bool wi_web_open(wi_web *web) {
    static const wi_knot corner[4] = {{-SQUARE, -SQUARE}, {SQUARE, -SQUARE}, {SQUARE, SQUARE}, {-SQUARE, SQUARE}};
    *web = (wi_web){0};
    if (!make_room(web, 4, 5)) return false;
    for (uint32_t i = 0; i < 4; i++) web->knot[web->knot_count++] = corner[i];
    uint32_t side[4];
    for (uint32_t i = 0; i < 4; i++) side[i] = add_edge(web, i, (i + 1) % 4);
    uint32_t middle = add_edge(web, 0, 2);
    join(web, side[0], side[1], middle ^ 1);
    join(web, middle, side[2], side[3]);
    return true;
}

void wi_web_close(wi_web *web) {
    free(web->knot);
    free(web->out);
    free(web->from);
    free(web->next);
    free(web->line);
    free(web->label);
    free(web->doubt);
    free(web->crossed);
    free(web->waiting);
    *web = (wi_web){0};
}

// Labels ---------------------------------------------------------------------------------------------------------------

static wi_line_label seen_from(wi_line_label label, uint32_t half) {
    if ((half & 1) == 0) return label;
    label.rooms = -label.rooms;
    label.solids = -label.solids;
    label.seam = -label.seam;
    return label;
}

wi_line_label wi_web_label(const wi_web *web, uint32_t half) {
    uint32_t line = web->line[half / 2];
    return line == 0 ? (wi_line_label){0} : seen_from(web->label[line - 1], half);
}

bool wi_web_lay(wi_web *web, uint32_t half, wi_line_label label) {
    uint32_t *line = &web->line[half / 2];
    label = seen_from(label, half);
    if (*line == 0) {
        if (!wi_room(&web->label, &web->label_capacity, web->label_count + 1, sizeof *web->label)) return false;
        web->label[web->label_count++] = label;
        *line = web->label_count;
        return true;
    }
    wi_line_label *there = &web->label[*line - 1];
    there->rooms += label.rooms;
    there->solids += label.solids;
    there->wall |= label.wall;
    there->border |= label.border;
    if (there->door == 0) there->door = label.door;
    if (there->seam == 0) there->seam = label.seam;
    return true;
}

// Points ---------------------------------------------------------------------------------------------------------------

static bool holds(const wi_web *web, uint32_t half, wi_knot at) {
    for (uint32_t i = 0; i < 3; i++, half = web->next[half])
        if (wi_turn(start_of(web, half), end_of(web, half), at) < 0) return false;
    return true;
}

// A half-edge of a triangle that holds the point: walks towards it. Where lines have bent the triangulation such a walk
// may go in circles; then all are looked through.
static uint32_t locate(const wi_web *web, wi_knot at) {
    uint32_t half = web->last, sides = 0;
    for (uint32_t steps = 0; steps < web->half_count; steps++) {
        if (wi_turn(start_of(web, half), end_of(web, half), at) < 0) {
            half = web->next[half ^ 1];
            if (steps & 1) half = web->next[half];
            sides = 0;
        } else if (++sides == 3) {
            return half;
        } else {
            half = web->next[half];
        }
    }
    for (half = 0; web->next[half] == WI_NONE || !holds(web, half, at);) half++;
    return half;
}

static void split_triangle(wi_web *web, uint32_t half, uint32_t knot) {
    uint32_t side[3] = {half, web->next[half], web->next[web->next[half]]}, spoke[3];
    for (uint32_t i = 0; i < 3; i++) spoke[i] = add_edge(web, web->from[side[i]], knot);
    for (uint32_t i = 0; i < 3; i++) join(web, side[i], spoke[(i + 1) % 3], spoke[i] ^ 1);
}

void wi_web_flip(wi_web *web, uint32_t half) {
    uint32_t twin = half ^ 1, a = web->next[half], b = web->next[a], c = web->next[twin], d = web->next[c];
    web->out[web->from[half]] = c;
    web->out[web->from[twin]] = a;
    web->from[half] = web->from[d];
    web->from[twin] = web->from[b];
    join(web, half, b, c);
    join(web, twin, d, a);
}

// The new knot lies on this edge: flipped, the edge leaves what lies on it to its two halves.
static bool split_edge(wi_web *web, uint32_t half) {
    wi_line_label label = wi_web_label(web, half);
    bool labelled = web->line[half / 2] != 0;
    web->line[half / 2] = 0;
    wi_web_flip(web, half);
    uint32_t to_knot = web->next[half] ^ 1, from_knot = web->next[web->next[half ^ 1]] ^ 1;
    return !labelled || (wi_web_lay(web, to_knot, label) && wi_web_lay(web, from_knot, label));
}

bool wi_web_doubt(wi_web *web, uint32_t half) {
    if (!wi_room(&web->doubt, &web->doubt_capacity, web->doubt_count + 1, sizeof *web->doubt)) return false;
    web->doubt[web->doubt_count++] = half;
    return true;
}

// The sides of the quadrilateral about an edge.
static bool doubt_around(wi_web *web, uint32_t half) {
    uint32_t a = web->next[half], c = web->next[half ^ 1];
    return wi_web_doubt(web, a) && wi_web_doubt(web, web->next[a]) && wi_web_doubt(web, c) &&
           wi_web_doubt(web, web->next[c]);
}

bool wi_web_settle(wi_web *web) {
    while (web->doubt_count > 0) {
        uint32_t half = web->doubt[--web->doubt_count];
        if (web->line[half / 2] != 0 || web->next[half] == WI_NONE || web->next[half ^ 1] == WI_NONE) continue;
        wi_knot apex = web->knot[wi_apex(web, half)], other = web->knot[wi_apex(web, half ^ 1)];
        if (!wi_in_circle(start_of(web, half), end_of(web, half), apex, other)) continue;
        wi_web_flip(web, half);
        if (!doubt_around(web, half)) return false;
    }
    return true;
}

uint32_t wi_web_add(wi_web *web, wi_knot at) {
    uint32_t half = locate(web, at), on = WI_NONE;
    web->last = half;
    for (uint32_t i = 0; i < 3; i++, half = web->next[half]) {
        if (wi_same_knot(start_of(web, half), at)) return web->from[half];
        if (wi_turn(start_of(web, half), end_of(web, half), at) == 0) on = half;
    }
    if (!make_room(web, 1, 3)) return WI_NONE;
    uint32_t knot = web->knot_count++, side[3] = {half, web->next[half], web->next[web->next[half]]};
    web->knot[knot] = at;
    split_triangle(web, half, knot);
    bool room = on == WI_NONE || (split_edge(web, on) && doubt_around(web, on));
    for (uint32_t i = 0; i < 3 && room; i++) room = wi_web_doubt(web, side[i]);
    return room && wi_web_settle(web) ? knot : WI_NONE;
}
