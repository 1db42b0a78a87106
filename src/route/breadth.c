#include "route/breadth.h"

// The first two are fitted to people round a corner: script/fit-corner, docs/decisions/breadth.md.
#define FARTHER 0.25f // of the way to the next bend but one: so much longer it may be in a crowd
#define CROWD 8.0f    // others who are a crowd,
#define ABOUT 2.0f    // m, within so much
#define WIDE 3.0f     // m from the corner outwards: where there is less, all keep to it
#define MARGIN 0.05f  // m
#define LEAST 0.25f   // m: nearer to the corner one just goes round it
#define SLANT 0.7071f // sine, of a right angle: people round sharper corners have not been recorded
#define BISECTIONS 8
#define HALVINGS 4
#define SPOKES 64 // edges at one corner

// The line from a corner outwards, between its two walls, at which those who pass it choose their place.
typedef struct portal {
    wend_vec at, out, along; // the corner, and unit vectors: away from it and through the portal
    wend_vec wall, going;    // unit: from the corner along the walls beside which one comes, and goes on
} portal;

static uint32_t edge_before(const wi_terrain *map, uint32_t edge) {
    const wi_terrain_cell *cell = &map->cell[map->edge[edge].cell];
    return edge > cell->first ? edge - 1 : cell->first + cell->count - 1;
}

// The edge as the cell behind it has it, or WI_NONE where that is on another level.
static uint32_t beyond(const wi_terrain *map, const wi_terrain_edge *edge) {
    bool level = map->cell[map->edge[edge->twin].cell].level == map->cell[edge->cell].level;
    return level ? edge->twin : WI_NONE;
}

// The wall that one meets first about the end of an edge, turning over the cell on its left: its direction from there.
static bool wall_from_end(const wi_terrain *map, uint32_t edge, wend_vec *wall) {
    for (uint32_t i = 0; i < SPOKES && edge != WI_NONE; i++) {
        const wi_terrain_edge *next = &map->edge[wi_terrain_next(map, edge)];
        *wall = wi_unit(wi_sub(next->b, next->a), wi_vec(0.0f, 0.0f));
        if (wi_terrain_is_wall(map, next)) return true;
        edge = beyond(map, next);
    }
    return false;
}

// Likewise about its begin.
static bool wall_from_begin(const wi_terrain *map, uint32_t edge, wend_vec *wall) {
    for (uint32_t i = 0; i < SPOKES && edge != WI_NONE; i++) {
        const wi_terrain_edge *before = &map->edge[edge_before(map, edge)];
        *wall = wi_unit(wi_sub(before->a, before->b), wi_vec(0.0f, 0.0f));
        if (wi_terrain_is_wall(map, before)) return true;
        edge = beyond(map, before);
    }
    return false;
}

// The last window before the bend.
static const wi_reach *reach_at(const wi_search *search, const wi_bend *here, const wi_bend *bend) {
    uint32_t reach = here->reach;
    while (search->reach[reach].parent != bend->reach) reach = search->reach[reach].parent;
    return &search->reach[reach];
}

static bool find_portal(const wi_terrain *map, uint32_t edge, const wi_bend *bend, portal *to) {
    bool left = bend->room > 0.0f;
    uint32_t twin = beyond(map, &map->edge[edge]);
    bool walls = left ? wall_from_end(map, edge, &to->wall) && wall_from_begin(map, twin, &to->going)
                      : wall_from_begin(map, edge, &to->wall) && wall_from_end(map, twin, &to->going);
    if (!walls) return false;
    to->at = bend->at;
    to->out = wi_scale(-1.0f, wi_unit(wi_add(to->wall, to->going), wi_vec(0.0f, 0.0f)));
    to->along = wi_scale(left ? 1.0f : -1.0f, wi_left(to->out));
    return wi_length2(to->out) > 0.5f;
}

static wend_vec place_at(const portal *by, float out) { return wi_add(by->at, wi_scale(out, by->out)); }

static float length_by(const portal *by, float out, wend_vec from, wend_vec to) {
    wend_vec at = place_at(by, out);
    return wi_length(wi_sub(at, from)) + wi_length(wi_sub(to, at));
}

// Who keeps as far from the wall as now passes the corner there.
static float own_place(const portal *by, wend_vec at) {
    wend_vec from = wi_sub(at, by->at);
    float beside = wi_abs(wi_det(from, by->wall)), slant = wi_abs(wi_det(by->out, by->wall));
    return wi_max(beside / wi_max(slant, SLANT), wi_dot(from, by->out));
}

static bool is_clear(const wi_follower *who, wend_vec from, wend_vec to) {
    return wi_walls_clear(&who->world->walls, who->level, from, to);
}

// The wall on the far side of a door lies in the very line, and rounding would decide whether it is met: so one looks
// across the end too, `aside`.
static bool is_line_open(const wi_follower *who, wend_vec from, wend_vec end, wend_vec aside) {
    aside = wi_scale(MARGIN, aside);
    return is_clear(who, from, end) && is_clear(who, wi_sub(end, aside), wi_add(end, aside));
}

static bool is_open(const wi_follower *who, const portal *by, float from, float to) {
    return is_line_open(who, place_at(by, from), place_at(by, to), by->along);
}

// Whether there is also room for a place WIDE outwards beside the wall along which one goes on: behind a door that is
// narrow nobody could walk abreast.
static bool goes_on_wide(const wi_follower *who, const portal *by, float from) {
    wend_vec across = wi_left(by->going);
    float slant = wi_dot(across, by->out);
    across = wi_scale(slant < 0.0f ? -1.0f : 1.0f, across);
    wend_vec begin = wi_add(by->at, wi_scale(from, across)),
             end = wi_add(by->at, wi_scale(WIDE * wi_abs(slant), across));
    return is_line_open(who, begin, end, by->going);
}

// With both sides of the body.
static bool can_walk_by(const wi_follower *who, const portal *by, float out, float room) {
    return (out + room <= WIDE || is_open(who, by, room, out + room)) &&
           is_clear(who, who->at, place_at(by, out - who->radius)) &&
           is_clear(who, who->at, place_at(by, out + who->radius));
}

float wi_crowd_about(const wi_follower *who) {
    const wi_columns *c = &who->world->columns;
    float reach = ABOUT + wi_grid_margin(who->at.x, who->at.y, ABOUT);
    wend_vec box = {reach, reach};
    wi_walk walk = wi_walk_box(&who->world->grid, who->level, wi_sub(who->at, box), wi_add(who->at, box));
    uint32_t count = 0;
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t row = begin; row < end; row++) {
            wend_vec to = wi_sub(wi_vec(c->x[row], c->y[row]), who->at);
            count += row != who->row && c->role[row].level == who->level && wi_length2(to) < ABOUT * ABOUT;
        }
    return wi_min(1.0f, (float)count / CROWD);
}

// The farthest place between two, the nearer of which is no detour, by which the way is no longer than `most`.
static float place_within(const wi_follower *who, const portal *by, wend_vec next, float near, float far, float most) {
    if (length_by(by, far, who->at, next) <= most) return far;
    for (uint32_t i = 0; i < BISECTIONS; i++) {
        float middle = 0.5f * (near + far);
        if (length_by(by, middle, who->at, next) <= most)
            near = middle;
        else
            far = middle;
    }
    return near;
}

// The farthest place, up to one's own, that is not too long a way and clear of walls; `room` where there is none.
static float choose_place(const wi_follower *who, const portal *by, wend_vec next, float room, float crowd) {
    float most = length_by(by, room, who->at, next) * (1.0f + FARTHER * crowd);
    float out = place_within(who, by, next, room, wi_max(room, own_place(by, who->at)), most);
    for (uint32_t i = 0; i < HALVINGS && out > room + LEAST; i++, out = room + 0.5f * (out - room))
        if (can_walk_by(who, by, out, room)) return out;
    return room;
}

// Where one goes on to from the bend; where no window is left, the root of the last one is the goal.
static wend_vec point_after(const wi_follower *who, const wi_bend *bend, const wi_reach *last, float room) {
    wi_bend next;
    (void)wi_funnel_next(&who->guide->search, &who->world->routes.map, *bend, last->root, room, &next);
    return next.at;
}

static wend_vec taut(const wi_bend *here, const wi_bend *bend) {
    wend_vec direction = wi_bend_direction(here, bend);
    return wi_add(wi_bend_touch(bend, direction), wi_scale(WI_LEAD, direction));
}

// The place on the line from the corner of a bend outwards; false where one just goes round it.
static bool find_place(const wi_follower *who, const wi_bend *here, const wi_bend *bend, float room, wend_vec *place) {
    // Who shares no search looks too rarely to follow a crowd.
    bool shared = who->guide != &who->world->routes.single;
    float nearest = wi_abs(bend->room), crowd = shared && nearest > 0.0f ? wi_crowd_about(who) : 0.0f;
    if (!(crowd > 0.0f)) return false;
    const wi_reach *last = reach_at(&who->guide->search, here, bend);
    portal by;
    if (!find_portal(&who->world->routes.map, last->edge, bend, &by)) return false;
    bool passed = wi_dot(wi_sub(who->at, by.at), by.along) > 0.0f;
    if (passed || !is_open(who, &by, nearest, WIDE) || !goes_on_wide(who, &by, nearest)) return false;
    float out = choose_place(who, &by, point_after(who, bend, last, room), nearest, crowd);
    *place = wi_add(place_at(&by, out), wi_scale(WI_LEAD, by.along));
    return out > nearest;
}

wend_way wi_breadth_way(const wi_follower *who, const wend_way *old, const wi_bend *here, const wi_bend *bend,
                        float room) {
    wend_vec place;
    bool abreast = find_place(who, here, bend, room, &place);
    return abreast ? wi_way_to(who, old, place, WEND_WAY_ABREAST) : wi_way_to(who, old, taut(here, bend), 0);
}

bool wi_breadth_keeps(const wi_follower *who, const wend_way *old, const wend_way *now) {
    if (!(old->flags & WEND_WAY_ABREAST) || (now->flags & (WEND_WAY_ABREAST | WEND_WAY_NONE))) return false;
    wend_vec to = wi_sub(old->next, who->at), on = wi_sub(now->next, who->at);
    bool ahead = wi_dot(to, on) > 0.0f && wi_length2(to) > WI_LEAD * WI_LEAD;
    if (!ahead || wi_is_held_up_on_way(&who->world->columns, who->row)) return false;
    return wi_crowd_about(who) > 0.0f && is_clear(who, who->at, old->next);
}
