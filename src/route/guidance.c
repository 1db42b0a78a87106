// Fast marching: nodes are settled in the order of their distance from the goal. The length T at a node follows from the
// lower of its neighbours along either axis, a and b, by the upwind difference of |grad T| = cost,
//
//     ((T - a) / A)^2 + ((T - b) / B)^2 = 1,
//
// where A and B are what a step along the axis costs, in the direction in which one walks (Sethian 1996).
#include "route/guidance.h"

#include "route/follow.h"
#include "route/sight.h"
#include "route/zone.h"

#define NEAR_WALL 4.0f // floor that touches a wall costs as many times more than floor beyond the room one keeps

typedef struct march {
    wi_guidance *field;
    wi_front *front;
    const wi_lattice *lattice;
    const wi_ground *ground;
    float room; // m, that one keeps from walls
} march;

static uint32_t level_of(const wi_lattice *lattice, const wi_ground *ground, uint32_t node) {
    return ground->map->cell[lattice->cell[node]].level;
}

static float step_cost(const march *m, uint32_t node, wend_vec along) {
    float cost = m->lattice->step * wi_sight_cost(m->ground->map, m->lattice->cell[node], along);
    float share = m->room > 0.0f ? m->lattice->clearance[node] / m->room : 1.0f;
    return share < 1.0f ? cost * (1.0f + NEAR_WALL * (1.0f - share)) : cost;
}

// The better neighbour along an axis.
typedef struct upwind {
    double length, step; // INFINITY: there is none
    wend_vec along;
} upwind;

static upwind upwind_of(const march *m, uint32_t node, uint32_t axis) {
    upwind best = {(double)__builtin_inff(), 1.0, {0.0f, 0.0f}};
    uint32_t level = level_of(m->lattice, m->ground, node);
    for (uint32_t direction = axis; direction < 4; direction += 2) {
        if (!(m->field->open[node] & (1u << direction))) continue;
        wend_vec along = wi_lattice_direction(direction);
        double length = (double)m->field->length[wi_lattice_beside(m->lattice, level, node, direction)];
        double step = (double)step_cost(m, node, along);
        if (length + step < best.length + best.step) best = (upwind){length, step, along};
    }
    return best;
}

static double solve(upwind x, upwind y) {
    double lone = x.length + x.step < y.length + y.step ? x.length + x.step : y.length + y.step;
    double high = x.length > y.length ? x.length : y.length;
    if (high >= lone) return lone; // the farther one is no help
    double p = 1.0 / (x.step * x.step), q = 1.0 / (y.step * y.step), low = x.length < y.length ? x.length : y.length;
    double a = x.length - low, b = y.length - low, half = p * a + q * b;
    double root = half * half - (p + q) * (p * a * a + q * b * b - 1.0);
    if (root < 0.0) return lone;
    double both = low + (half + __builtin_sqrt(root)) / (p + q);
    return both >= high && both < lone ? both : lone;
}

static void offer(const march *m, uint32_t node, float length) {
    if (!(length < m->field->length[node])) return;
    m->field->length[node] = length;
    wi_heap_push(m->front->heap, &m->front->waiting, (wi_waiting){length, node});
}

static void pass_on(const march *m, uint32_t node) {
    const wi_lattice *lattice = m->lattice;
    uint32_t level = level_of(lattice, m->ground, node), cell = lattice->cell[node];
    wend_vec at = wi_lattice_place(lattice, level, node);
    for (uint32_t direction = 0; direction < 4; direction++) {
        uint32_t next = wi_lattice_beside(lattice, level, node, direction);
        if (next == WI_NONE || lattice->cell[next] == WI_NONE || (m->field->open[next] & WI_SETTLED)) continue;
        float cost;
        if (wi_sight_walk(m->ground, cell, at, wi_lattice_place(lattice, level, next), &cost) == WI_NONE) continue;
        m->field->open[next] |= (uint8_t)(1u << (direction ^ 2u));
        offer(m, next, (float)solve(upwind_of(m, next, 0), upwind_of(m, next, 1)));
    }
}

// Seams --------------------------------------------------------------------------------------------------------------

static bool may_cross(const wi_ground *ground, uint32_t edge) {
    const wi_terrain_edge *seam = &ground->map->edge[edge];
    if (seam->door != 0 && !ground->open[seam->door - 1]) return false;
    return wi_terrain_width(ground->map, edge, edge) >= ground->width;
}

// Over a link, as one walks it.
static float link_cost(const wi_terrain *map, const wi_lattice_link *link) {
    const wi_terrain_edge *seam = &map->edge[link->edge], *twin = &map->edge[seam->twin];
    wend_vec out = map->line[link->edge].in, in = map->line[seam->twin].in;
    float here = link->begin * wi_sight_cost(map, seam->cell, wi_scale(-1.0f, out));
    float there = link->end * wi_sight_cost(map, twin->cell, in);
    return here + there + wi_sight_wait(map, seam->cell);
}

// The links that lead to a node come from those that it leads to.
static void pass_over(const march *m, uint32_t node) {
    const wi_lattice *lattice = m->lattice;
    for (uint32_t i = wi_lattice_first_link(lattice, node); i < lattice->links && lattice->link[i].from == node; i++) {
        uint32_t other = lattice->link[i].to;
        if ((m->field->open[other] & WI_SETTLED) || !may_cross(m->ground, lattice->link[i].edge)) continue;
        uint32_t k = wi_lattice_first_link(lattice, other);
        for (; k < lattice->links && lattice->link[k].from == other; k++)
            if (lattice->link[k].to == node)
                offer(m, other, m->field->length[node] + link_cost(m->ground->map, &lattice->link[k]));
    }
}

uint32_t wi_guidance_link(const wi_guidance *field, const wi_lattice *lattice, const wi_ground *ground, uint32_t node) {
    uint32_t best = WI_NONE;
    float length = field->length[node] + 1e-3f;
    for (uint32_t i = wi_lattice_first_link(lattice, node); i < lattice->links && lattice->link[i].from == node; i++) {
        float over = field->length[lattice->link[i].to] + link_cost(ground->map, &lattice->link[i]);
        if (!(over < length) || !may_cross(ground, lattice->link[i].edge)) continue;
        length = over;
        best = i;
    }
    return best;
}

// Marching -----------------------------------------------------------------------------------------------------------

static bool make_room(wi_guidance *field, wi_front *front, wi_memory *memory, const wi_lattice *lattice) {
    if (field->nodes != lattice->nodes) {
        wi_guidance_free(field, memory);
        field->nodes = lattice->nodes;
        field->length = wi_memory_take(memory, field->nodes, sizeof *field->length);
        field->open = wi_memory_take(memory, field->nodes, sizeof *field->open);
        if (!field->length || !field->open) {
            wi_guidance_free(field, memory);
            return false;
        }
    }
    // A node waits at most once for each neighbour and link, and for the goal.
    return wi_memory_grow(memory, (void **)&front->heap, &front->capacity,
                          5 * field->nodes + 2 * lattice->links + WI_GOAL_POINTS * WI_AROUND, sizeof *front->heap);
}

static void begin(const march *m, const wi_goal_points *goal) {
    wi_guidance *field = m->field;
    m->front->waiting = 0;
    for (uint32_t i = 0; i < field->nodes; i++) {
        field->length[i] = __builtin_inff();
        field->open[i] = 0;
    }
    for (uint32_t i = 0; i < goal->count; i++) {
        uint32_t nodes[WI_AROUND];
        uint32_t count = wi_lattice_around(m->lattice, m->ground, goal->cell[i], goal->at[i], nodes);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t level = level_of(m->lattice, m->ground, nodes[k]);
            wend_vec way = wi_sub(goal->at[i], wi_lattice_place(m->lattice, level, nodes[k]));
            wend_vec along = wi_unit(way, wi_vec(0.0f, 0.0f));
            offer(m, nodes[k], wi_length(way) * step_cost(m, nodes[k], along) / m->lattice->step);
        }
    }
}

static bool all_settled(const wi_guidance *field, const uint32_t *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!(field->open[nodes[i]] & WI_SETTLED)) return false;
    return count > 0;
}

bool wi_guidance_march(wi_guidance *field, wi_front *front, wi_memory *memory, const wi_lattice *lattice,
                       const wi_ground *ground, float body, const wi_goal_points *goal, uint32_t cell, wend_vec at) {
    if (!make_room(field, front, memory, lattice)) return false;
    march m = {field, front, lattice, ground, wi_min(wi_room_of(body), WI_LATTICE_CLEAR)};
    uint32_t sought[WI_AROUND], count = 0;
    if (cell != WI_NONE) count = wi_lattice_around(lattice, ground, cell, at, sought);
    begin(&m, goal);
    while (front->waiting > 0 && !all_settled(field, sought, count)) {
        uint32_t node = wi_heap_pop(front->heap, &front->waiting).number;
        if (field->open[node] & WI_SETTLED) continue;
        field->open[node] |= WI_SETTLED;
        pass_on(&m, node);
        pass_over(&m, node);
    }
    return true;
}

void wi_guidance_free(wi_guidance *field, wi_memory *memory) {
    wi_memory_give(memory, field->length, field->nodes, sizeof *field->length);
    wi_memory_give(memory, field->open, field->nodes, sizeof *field->open);
    *field = (wi_guidance){0};
}

wend_vec wi_guidance_descent(const wi_guidance *field, const wi_lattice *lattice, const wi_ground *ground,
                             uint32_t node) {
    wend_vec sum = {0.0f, 0.0f};
    uint32_t level = level_of(lattice, ground, node);
    for (uint32_t direction = 0; direction < 4; direction++) {
        if (!(field->open[node] & (1u << direction))) continue;
        float drop = field->length[node] - field->length[wi_lattice_beside(lattice, level, node, direction)];
        // Of two opposite ones, the steeper.
        wend_vec along = wi_lattice_direction(direction);
        float other = -wi_dot(sum, along);
        if (drop > 0.0f && drop > other) sum = wi_add(sum, wi_scale(drop + wi_max(other, 0.0f), along));
    }
    return wi_unit(sum, wi_vec(0.0f, 0.0f));
}
