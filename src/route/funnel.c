#include "route/funnel.h"

#define AT_EDGE 2e-3f // m: so near to an edge one is in it, and its ends tell nothing about the way

// A line passes one circle with its centre s0 to the left and another with its centre s1 to the left: then its left
// normal n has (c1 - c0).n = s1 - s0, which gives the angle between the line and the line of centres.
wend_vec wi_bend_direction(const wi_bend *from, const wi_bend *to) {
    wend_vec between = wi_sub(to->at, from->at);
    float length = wi_length(between);
    if (!(length > 1e-6f)) return wi_vec(0.0f, 0.0f);
    wend_vec along = wi_scale(1.0f / length, between);
    float sine = wi_clamp((to->room - from->room) / length, -1.0f, 1.0f);
    float cosine = wi_sqrt(wi_max(0.0f, 1.0f - sine * sine));
    return wi_vec(cosine * along.x + sine * along.y, cosine * along.y - sine * along.x);
}

wend_vec wi_bend_touch(const wi_bend *bend, wend_vec direction) {
    return wi_sub(bend->at, wi_scale(bend->room, wi_left(direction)));
}

// One side of the funnel: the bend that limits it and the direction towards it.
typedef struct limit {
    bool set;
    wend_vec direction;
    wi_bend bend;
} limit;

typedef struct funnel {
    wi_bend apex;
    limit left, right;
    // Whether one who goes straight there is asked for, and how: corners that are abreast of the goal at most do not count.
    bool straight;
    wend_vec goal, start, way;
} funnel;

typedef enum verdict { OPEN, BENDS_LEFT, BENDS_RIGHT } verdict;

// Who is nearer to a corner than it would like to be does not get further away by force.
static wi_bend within_reach(const wi_bend *apex, wi_bend bend) {
    float most = wi_length(wi_sub(bend.at, apex->at));
    if (apex->corner == WI_NONE) bend.room = wi_clamp(bend.room, -most, most);
    return bend;
}

// `side` is 1 for a bend on the left of the way and -1 on the right.
static bool is_passed(const funnel *f, const wi_bend *bend, float side) {
    if (bend->corner == f->apex.corner && bend->corner != WI_NONE) return false;
    if (!f->straight) return true;
    bool beside = side * wi_det(f->way, wi_sub(bend->at, f->start)) >= 0.0f;
    return !beside || wi_dot(f->way, wi_sub(f->goal, bend->at)) > 0.0f;
}

// Whether the way to a bend on one side leads past the limit of the other, as their centres lie.
static bool centres_past(const funnel *f, const limit *other, float side, const wi_bend *bend) {
    return side * wi_det(wi_sub(other->bend.at, f->apex.at), wi_sub(bend->at, f->apex.at)) < 0.0f;
}

// The same with the room around them. Nearly half a turn apart, circles may seem to have changed sides where their centres
// have not.
static bool is_past(const funnel *f, const limit *other, float side, const wi_bend *bend, wend_vec to) {
    if (!other->set || !(side * wi_det(other->direction, to) < 0.0f)) return false;
    return wi_dot(other->direction, to) > 0.0f || centres_past(f, other, side, bend);
}

static bool is_nearer(const funnel *f, const wi_bend *a, const wi_bend *b) {
    return wi_length2(wi_sub(a->at, f->apex.at)) < wi_length2(wi_sub(b->at, f->apex.at));
}

// Where it is but the room around two corners that no straight line keeps, the nearer one comes first.
static verdict squeeze(funnel *f, limit *mine, const limit *other, float side, limit fresh) {
    verdict own = side > 0.0f ? BENDS_LEFT : BENDS_RIGHT, others = side > 0.0f ? BENDS_RIGHT : BENDS_LEFT;
    if (centres_past(f, other, side, &fresh.bend) || !is_nearer(f, &fresh.bend, &other->bend)) return others;
    *mine = fresh;
    return own;
}

static verdict narrow_side(funnel *f, limit *mine, const limit *other, float side, wi_bend bend) {
    if (!is_passed(f, &bend, side)) return OPEN;
    limit fresh = {true, wi_bend_direction(&f->apex, &bend), bend};
    if (mine->set && side * wi_det(mine->direction, fresh.direction) > 0.0f) return OPEN;
    if (is_past(f, other, side, &bend, fresh.direction)) return squeeze(f, mine, other, side, fresh);
    *mine = fresh;
    return OPEN;
}

static verdict narrow_left(funnel *f, wi_bend bend) { return narrow_side(f, &f->left, &f->right, 1.0f, bend); }
static verdict narrow_right(funnel *f, wi_bend bend) { return narrow_side(f, &f->right, &f->left, -1.0f, bend); }

// Edges that begin or end at the apex turn about it: the far end of each limits the way closer than that of the one
// before, be it half a turn from it.
static bool turn_about_apex(funnel *f, const wi_bend *left, const wi_bend *right) {
    uint32_t corner = f->apex.corner;
    if (corner == WI_NONE || (corner != left->corner && corner != right->corner)) return false;
    bool at_left = corner == left->corner;
    wi_bend far = at_left ? *right : *left;
    if (is_passed(f, &far, at_left ? -1.0f : 1.0f))
        *(at_left ? &f->right : &f->left) = (limit){true, wi_bend_direction(&f->apex, &far), far};
    return true;
}

// The ends of an edge as one sees them who leaves the cell through it. Between two walls there is room for half each.
static void ends_of(const wi_terrain *map, uint32_t index, float room, uint32_t ahead, wi_bend *left, wi_bend *right) {
    const wi_terrain_edge *edge = &map->edge[index];
    bool left_solid = wi_terrain_solid_b(map, index), right_solid = wi_terrain_solid_a(map, index);
    if (left_solid && right_solid) room = wi_min(room, 0.5f * wi_length(wi_sub(edge->b, edge->a)));
    *left = (wi_bend){edge->b, left_solid ? room : 0.0f, map->edge[wi_terrain_next(map, index)].corner, ahead, 0};
    *right = (wi_bend){edge->a, right_solid ? -room : 0.0f, edge->corner, ahead, 0};
}

// Not so one who is pressed against the wall beside the edge, on the same line.
static bool stands_in(const wi_terrain *map, uint32_t index, const wi_bend *apex) {
    const wi_terrain_edge *edge = &map->edge[index];
    wend_vec from = wi_sub(apex->at, edge->a), way = wi_sub(edge->b, edge->a);
    float along = wi_dot(from, way);
    if (apex->corner != WI_NONE || along < 0.0f || along > wi_length2(way)) return false;
    return wi_dot(wi_sub(apex->at, map->line[index].a), map->line[index].in) < AT_EDGE;
}

// Between an edge and the next of the way the body may have to squeeze past a corner: then it keeps to the middle.
static float room_between(const wi_search *search, const wi_terrain *map, const wi_reach *reach, float room) {
    if (reach->parent == WI_NONE) return room;
    uint32_t entered = map->edge[reach->edge].twin, left = search->reach[reach->parent].edge;
    return wi_min(room, 0.5f * wi_terrain_width(map, entered, left));
}

// Right beside one end of an edge there may be no straight line that keeps room from both.
static bool crossed(const funnel *f, const wi_bend *left, const wi_bend *right) {
    if (!is_passed(f, left, 1.0f) || !is_passed(f, right, -1.0f)) return false;
    const limit beside = {true, wi_bend_direction(&f->apex, right), *right};
    return is_past(f, &beside, 1.0f, left, wi_bend_direction(&f->apex, left));
}

static verdict narrow(funnel *f, const wi_terrain *map, uint32_t edge, float room, uint32_t ahead) {
    wi_bend left, right;
    ends_of(map, edge, room, ahead, &left, &right);
    left = within_reach(&f->apex, left);
    right = within_reach(&f->apex, right);
    if (turn_about_apex(f, &left, &right)) return OPEN;
    if (!crossed(f, &left, &right)) {
        verdict bends = narrow_left(f, left);
        return bends == OPEN ? narrow_right(f, right) : bends;
    }
    // Then the nearer one comes first.
    bool left_first = !is_nearer(f, &right, &left);
    verdict bends = left_first ? narrow_left(f, left) : narrow_right(f, right);
    return bends != OPEN ? bends : left_first ? BENDS_LEFT : BENDS_RIGHT;
}

static uint32_t first_ahead(const wi_bend *of) { return of->beside > 0 ? of->beside - 1 : of->reach; }

// The bend after the apex; true if it is the last one on its level.
static bool pull(funnel *f, const wi_search *search, const wi_terrain *map, wend_vec goal, float room, wi_bend *next) {
    wi_bend last = {goal, 0.0f, WI_NONE, WI_NONE, 0};
    float before = room;
    for (uint32_t i = first_ahead(&f->apex); i != WI_NONE; i = search->reach[i].parent) {
        const wi_reach *reach = &search->reach[i];
        bool seam = wi_terrain_is_seam(map, &map->edge[reach->edge]);
        float after = room_between(search, map, reach, room);
        if (seam || i != f->apex.reach || !stands_in(map, reach->edge, &f->apex)) {
            verdict bends = narrow(f, map, reach->edge, wi_min(before, after), reach->parent);
            if (bends != OPEN) {
                *next = bends == BENDS_LEFT ? f->left.bend : f->right.bend;
                if (next->reach == reach->parent) next->beside = i + 1;
                return false;
            }
        }
        before = after;
        if (seam || reach->parent == WI_NONE) last.at = reach->root;
        if (seam) {
            last.reach = i;
            break;
        }
    }
    wend_vec to = wi_bend_direction(&f->apex, &last);
    *next = is_past(f, &f->left, -1.0f, &last, to)   ? f->left.bend
            : is_past(f, &f->right, 1.0f, &last, to) ? f->right.bend
                                                     : last;
    return next->corner == WI_NONE;
}

// Where the way ends; false if that is on another level.
static bool find_end(const wi_search *search, const wi_terrain *map, uint32_t reach, wend_vec *end) {
    for (uint32_t i = reach; i != WI_NONE; i = search->reach[i].parent) {
        if (wi_terrain_is_seam(map, &map->edge[search->reach[i].edge])) return false;
        *end = search->reach[i].root;
    }
    return reach != WI_NONE;
}

// True if nothing but the room around corners that one does not pass is between the apex and the goal.
static bool goes_straight(const wi_search *search, const wi_terrain *map, const wi_bend *from, float room) {
    wi_bend last = {.corner = WI_NONE, .reach = WI_NONE}, next;
    if (!find_end(search, map, first_ahead(from), &last.at)) return false;
    funnel f = {.apex = *from, .straight = true, .goal = last.at, .way = wi_bend_direction(from, &last)};
    f.start = wi_bend_touch(from, f.way);
    return pull(&f, search, map, last.at, room, &next);
}

bool wi_funnel_next(const wi_search *search, const wi_terrain *map, wi_bend from, wend_vec goal, float room,
                    wi_bend *next) {
    funnel f = {.apex = from};
    if (pull(&f, search, map, goal, room, next)) return true;
    if (!goes_straight(search, map, &from, room)) return false;
    *next = (wi_bend){.corner = WI_NONE, .reach = WI_NONE};
    return find_end(search, map, first_ahead(&from), &next->at);
}
