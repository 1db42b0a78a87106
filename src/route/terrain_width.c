// How wide a body may be to cross a cell from one edge to another.
//
// The two edges part the rim into a left and a right side. A body passes if it is no wider than the gap between any wall
// on the left and any on the right, where walls beyond a side that is open count too as far as they are seen from a
// corner of the other side (Demyen and Buro 2006, who do this for triangles). Closed gaps lie at corners: of two nearest
// points of walls at least one is a corner.
#include "route/terrain.h"
#include "route/window.h"

#define DEPTH_MAX 200

static wend_vec nearest_on(wend_vec from, wend_vec a, wend_vec b) {
    wend_vec way = wi_sub(b, a), to = wi_sub(from, a);
    float length2 = wi_length2(way), share = length2 > 0.0f ? wi_clamp(wi_dot(to, way) / length2, 0.0f, 1.0f) : 0.0f;
    return wi_add(a, wi_scale(share, way));
}

// One who looks for the nearest wall from a corner.
typedef struct looker {
    const wi_terrain *map;
    wend_vec from;
    float nearest; // distance so far
    wend_vec at;   // and where that is
} looker;

static void note(looker *who, wend_vec at) {
    float distance = wi_length(wi_sub(at, who->from));
    if (distance >= who->nearest) return;
    who->nearest = distance;
    who->at = at;
}

static void look_at(looker *who, uint32_t edge, float right, float left, uint32_t depth);

#define RIM 1e-4 // m

// How far to the left of a ray a point lies, ahead; NAN behind.
static double beside(double ray_x, double ray_y, const wi_window *window, wend_vec at) {
    double length = __builtin_sqrt(ray_x * ray_x + ray_y * ray_y);
    double ahead = ray_x * (at.x - window->x) + ray_y * (at.y - window->y);
    return ahead > 0.0 ? wi_window_side(ray_x, ray_y, window, at) / length : (double)__builtin_nanf("");
}

// Corners at the very rim of what is seen: of walls in one line with open doors between them, nothing else is.
static void look_along_rim(looker *who, uint32_t edge, const wi_window *window) {
    const wi_terrain *map = who->map;
    uint32_t next = wi_terrain_next(map, edge);
    while ((next = wi_terrain_next(map, next)) != edge) {
        wend_vec at = map->edge[next].a;
        if (wi_terrain_solid_a(map, next) && beside(window->left_x, window->left_y, window, at) <= RIM &&
            beside(window->right_x, window->right_y, window, at) >= -RIM)
            note(who, at);
    }
}

// Through an edge, as the cell behind it has it, between two shares of that edge.
static void look_through(looker *who, uint32_t edge, float left, float right, uint32_t depth) {
    const wi_terrain *map = who->map;
    const wi_terrain_edge *entry = &map->edge[edge];
    wi_window window = wi_window_of(who->from, wi_along(entry->a, entry->b, left), wi_along(entry->a, entry->b, right));
    look_along_rim(who, edge, &window);
    for (uint32_t next = wi_terrain_next(map, edge); next != edge; next = wi_terrain_next(map, next)) {
        float begin, end;
        wi_window_cut(&window, map->edge[next].a, map->edge[next].b, &begin, &end);
        if (begin < end) look_at(who, next, begin, end, depth);
    }
}

static void look_at(looker *who, uint32_t index, float right, float left, uint32_t depth) {
    const wi_terrain_edge *edge = &who->map->edge[index];
    wend_vec a = wi_along(edge->a, edge->b, right), b = wi_along(edge->a, edge->b, left);
    wend_vec near = nearest_on(who->from, a, b);
    if (wi_length(wi_sub(near, who->from)) >= who->nearest) return;
    if (wi_terrain_is_wall(who->map, edge)) {
        note(who, near);
        return;
    }
    if (right == 0.0f && wi_terrain_solid_a(who->map, index)) note(who, edge->a);
    if (left == 1.0f && wi_terrain_solid_b(who->map, index)) note(who, edge->b);
    bool level = who->map->cell[who->map->edge[edge->twin].cell].level == who->map->cell[edge->cell].level;
    if (level && depth < DEPTH_MAX) look_through(who, edge->twin, 1.0f - left, 1.0f - right, depth + 1);
}

// The gap between a corner of a cell and what stands at one of its edges or is seen through it.
static looker gap(const wi_terrain *map, uint32_t corner, uint32_t edge, float most) {
    looker who = {map, map->edge[corner].a, most, map->edge[corner].a};
    if (wi_terrain_solid_a(map, corner))
        look_at(&who, edge, 0.0f, 1.0f, 0);
    else
        who.nearest = WI_WIDTH_MAX;
    return who;
}

// A door that is closed has the width that it lets through when it is open.
static float passage(const wi_terrain *map, uint32_t edge) {
    if (map->edge[edge].twin == WI_NONE) return 0.0f;
    bool framed = wi_terrain_solid_a(map, edge) && wi_terrain_solid_b(map, edge);
    return framed ? wi_min(WI_WIDTH_MAX, wi_length(wi_sub(map->edge[edge].b, map->edge[edge].a))) : WI_WIDTH_MAX;
}

// Where cells meet at corners that are no walls, the walls on both sides of a crossing may lie beyond its cell. Then the
// corners beyond one edge look through it, as far as bodies are wide.
#define BEYOND 3.0f // m
#define BEYOND_CELLS 512

typedef struct neighbourhood {
    uint32_t cell[BEYOND_CELLS];
    uint32_t count;
} neighbourhood;

static void add_cell(neighbourhood *all, uint32_t cell) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->cell[i] == cell) return;
    if (all->count < BEYOND_CELLS) all->cell[all->count++] = cell;
}

static float look_back(const wi_terrain *map, wend_vec from, uint32_t through, uint32_t at) {
    const wi_terrain_edge *entry = &map->edge[through], *edge = &map->edge[at];
    looker who = {map, from, BEYOND, from};
    wi_window window = wi_window_of(from, entry->a, entry->b);
    float begin, end;
    wi_window_cut(&window, edge->a, edge->b, &begin, &end);
    if (begin < end) look_at(&who, at, begin, end, 0);
    return who.nearest;
}

static bool near_edge(const wi_terrain *map, uint32_t edge, uint32_t other) {
    const wi_terrain_edge *e = &map->edge[edge], *o = &map->edge[other];
    wend_vec middle = wi_scale(0.5f, wi_add(o->a, o->b));
    float reach = BEYOND + 0.5f * wi_length(wi_sub(o->b, o->a));
    return wi_length2(wi_sub(nearest_on(middle, e->a, e->b), middle)) < reach * reach;
}

static float gap_beyond(const wi_terrain *map, uint32_t through, uint32_t at) {
    const wi_terrain_edge *entry = &map->edge[through];
    bool framed = wi_terrain_solid_a(map, through) && wi_terrain_solid_b(map, through);
    if (framed || wi_terrain_is_wall(map, entry)) return WI_WIDTH_MAX;
    neighbourhood all = {.count = 0};
    float nearest = BEYOND;
    add_cell(&all, entry->cell);
    add_cell(&all, map->edge[entry->twin].cell);
    for (uint32_t i = 1; i < all.count; i++) {
        const wi_terrain_cell *cell = &map->cell[all.cell[i]];
        for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
            wend_vec from = map->edge[e].a;
            if (wi_terrain_solid_a(map, e) && wi_dot(wi_sub(from, entry->a), map->line[through].in) < 0.0f)
                nearest = wi_min(nearest, look_back(map, from, through, at));
            if (!wi_terrain_is_wall(map, &map->edge[e]) && near_edge(map, through, e))
                add_cell(&all, map->edge[map->edge[e].twin].cell);
        }
    }
    return nearest < BEYOND ? nearest : WI_WIDTH_MAX;
}

float wi_terrain_reach(const wi_terrain *map, uint32_t index) {
    const wi_terrain_cell *cell = &map->cell[index];
    float most = BEYOND;
    for (uint32_t i = 0; i < cell->count; i++) most = wi_max(most, passage(map, cell->first + i));
    return most;
}

// Gaps between corners and edges of one cell.
typedef struct gaps {
    const wi_terrain *map;
    const wi_terrain_cell *cell;
    float *to_edge; // of corner i and edge j at i * count + j
    float *beyond;  // of edges i and j, likewise
} gaps;

static void fill_gaps(const gaps *g) {
    uint32_t first = g->cell->first, count = g->cell->count;
    float most = 0.0f;
    for (uint32_t i = 0; i < count; i++) most = wi_max(most, passage(g->map, first + i));
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) {
            bool adjacent = j == i || (j + 1) % count == i;
            g->beyond[i * count + j] = i == j ? WI_WIDTH_MAX : gap_beyond(g->map, first + i, first + j);
            g->to_edge[i * count + j] = adjacent ? WI_WIDTH_MAX : gap(g->map, first + i, first + j, most).nearest;
        }
}

static float between_corners(const gaps *g, uint32_t i, uint32_t j) {
    uint32_t a = g->cell->first + i, b = g->cell->first + j;
    if (!wi_terrain_solid_a(g->map, a) || !wi_terrain_solid_a(g->map, b)) return WI_WIDTH_MAX;
    return wi_length(wi_sub(g->map->edge[a].a, g->map->edge[b].a));
}

// From edge `from` round the rim, feature 2k is corner from + 1 + k and feature 2k + 1 is the edge that begins there. The
// gap between two features.
static float feature_gap(const gaps *g, uint32_t from, uint32_t x, uint32_t y) {
    uint32_t count = g->cell->count, i = (from + 1 + x / 2) % count, j = (from + 1 + y / 2) % count;
    if (x % 2 == 0 && y % 2 == 0) return between_corners(g, i, j);
    if (x % 2 == 1 && y % 2 == 1) return wi_min(g->beyond[i * count + j], g->beyond[j * count + i]);
    return x % 2 == 0 ? g->to_edge[i * count + j] : g->to_edge[j * count + i];
}

// For one edge, the widths to all others: the least gap between a feature on one side of edge j and one on the other.
static void fill_row(const gaps *g, uint32_t from, float *width) {
    uint32_t count = g->cell->count, features = 2 * count - 1; // corner from + 1 to corner from
    for (uint32_t k = 0; k + 1 < count; k++) width[(from + 1 + k) % count] = WI_WIDTH_MAX;
    for (uint32_t x = 0; x < features; x++) {
        float least = WI_WIDTH_MAX;
        for (uint32_t y = features - 1; y >= x + 2; y--) {
            // The edge right before corner y has x on one side and y, with all that follows, on the other.
            least = wi_min(least, feature_gap(g, from, x, y));
            if (y % 2 == 1) continue;
            float *to = &width[(from + y / 2) % count];
            *to = wi_min(*to, least);
        }
    }
}

void wi_terrain_measure_cell(wi_terrain *map, uint32_t index) {
    const wi_terrain_cell *cell = &map->cell[index];
    gaps g = {map, cell, &map->gap[cell->width], map->scratch};
    fill_gaps(&g);
    map->narrowest[index] = WI_WIDTH_MAX;
    for (uint32_t i = 0; i < cell->count * cell->count; i++)
        map->narrowest[index] = wi_min(map->narrowest[index], g.to_edge[i]);
    for (uint32_t i = 0; i < cell->count; i++) {
        float *row = &map->width[cell->width + i * cell->count], own = passage(map, cell->first + i);
        fill_row(&g, i, row);
        row[i] = own;
        for (uint32_t j = 0; j < cell->count; j++) row[j] = wi_min(row[j], wi_min(own, passage(map, cell->first + j)));
    }
}

// A point in the middle of a line, but for rounding.
static bool lies_on(wend_vec a, wend_vec b, wend_vec at) {
    wend_vec nearest = nearest_on(at, a, b);
    return wi_length2(wi_sub(nearest, at)) < (float)(RIM * RIM);
}

static float side_of(wend_vec a, wend_vec b, wend_vec at) { return wi_det(wi_sub(b, a), wi_sub(at, a)); }

static bool adjacent(const wi_terrain_cell *cell, uint32_t corner, uint32_t edge) {
    return corner == edge || corner == (edge + 1) % cell->count;
}

// Whether a gap that is too narrow, between a corner and what is seen at or through another edge, lies in between.
static bool parted(const wi_terrain *map, const wi_terrain_cell *cell, wend_vec at, uint32_t to, float width,
                   uint32_t corner) {
    const wi_terrain_edge *exit = &map->edge[cell->first + to];
    wend_vec middle = wi_scale(0.5f, wi_add(exit->a, exit->b));
    for (uint32_t j = 0; j < cell->count; j++) {
        if (j == to || adjacent(cell, corner, j)) continue;
        looker who = gap(map, cell->first + corner, cell->first + j, width);
        if (who.nearest >= width) continue;
        // Doors side by side: who crosses one crosses what is between the walls on either side of all.
        if (lies_on(who.from, who.at, middle)) return true;
        if (side_of(who.from, who.at, at) * side_of(who.from, who.at, middle) < 0.0f) return true;
    }
    return false;
}

bool wi_terrain_fits(const wi_terrain *map, uint32_t edge, wend_vec at, float width) {
    uint32_t index = map->edge[edge].cell;
    const wi_terrain_cell *cell = &map->cell[index];
    if (wi_terrain_width(map, edge, edge) < width) return false;
    for (uint32_t i = 0; map->narrowest[index] < width && i < cell->count; i++)
        if (parted(map, cell, at, edge - cell->first, width, i)) return false;
    return true;
}
