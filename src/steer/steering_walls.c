// What walls do to one who steers: to be gone round, to be followed, and to be stopped at.
#include "steer/steering.h"

#include "base/vec.h"
#include "sense/senses.h"

#define SLANT 0.2f     // of the preferred speed along a face, from which on one goes on along it
#define BACK_OFF 0.25f // of the desired velocity along a wall, away from it
#define CLOSEST 1e-4f  // m: how near to a wall a body may come by itself
#define PUSH_OUT 0.5f  // of the greatest speed: how fast a body that reaches into a wall gets out

void wi_steering_see_walls(const wi_steerer *s, wi_steering_walls *near) {
    const steering_params *set = s->set;
    float reach = wi_max(s->fastest * s->now->step, s->fastest * set->obstacle_horizon + set->obstacle_clearance);
    if (set->wall_following > 0.0f) reach = wi_max(reach, set->wall_reach);
    uint32_t found[WI_STEERING_WALLS];
    near->count =
        wend_view_walls(s->now, s->now->role[s->row].level, s->at, reach + s->radius, WI_STEERING_WALLS, found, NULL);
    for (uint32_t i = 0; i < near->count; i++) near->wall[i] = wend_view_wall(s->now, found[i]);
}

// Going round --------------------------------------------------------------------------------------------------------

// A wall with a margin about it, as a rectangle in coordinates along and across it, from its middle.
typedef struct margin {
    wend_vec along, half;
    wend_vec from, goal, direction; // of the one who looks, in these coordinates
} margin;

// Where a straight way enters the margin.
typedef struct entry {
    float distance; // m along the way, 0 for one who is inside
    bool end;       // through an end of the wall, not through a side
} entry;

// Who follows a way over the map keeps the room that the way keeps, and asks for no more.
static bool knows_way(const wi_steerer *s) {
    return s->now->way && (s->now->way[s->row].flags & WEND_WAY_KNOWN) && s->now->way[s->row].cell != 0;
}

static margin margin_about(const wi_steerer *s, const wend_wall *wall, wend_vec direction) {
    float width = s->radius + (knows_way(s) ? 0.0f : s->set->obstacle_clearance);
    wend_vec piece = wi_sub(wall->b, wall->a), to = wi_sub(s->at, wi_scale(0.5f, wi_add(wall->a, wall->b)));
    wend_vec along = wi_unit(piece, wi_vec(1.0f, 0.0f)), goal = wi_add(to, wi_scale(s->distance, s->way));
    margin m = {.along = along, .half = {0.5f * wi_length(piece) + width, width}};
    m.from = wi_vec(wi_dot(along, to), wi_det(along, to));
    m.goal = wi_vec(wi_dot(along, goal), wi_det(along, goal));
    m.direction = wi_vec(wi_dot(along, direction), wi_det(along, direction));
    return m;
}

// When the way is between -half and half in one coordinate.
static bool narrow(float from, float direction, float half, float *enter, float *leave) {
    if (direction > -1e-6f && direction < 1e-6f) return from > -half && from < half;
    float side = direction > 0.0f ? half : -half;
    *enter = (-side - from) / direction;
    *leave = (side - from) / direction;
    return true;
}

// Inside the margin only the way towards the wall counts.
static bool goes_deeper(const margin *m, entry *at) {
    float beyond = wi_max(m->from.x, -m->from.x) - (m->half.x - m->half.y), beside = wi_max(m->from.y, -m->from.y);
    *at = (entry){0.0f, beyond > beside};
    return at->end ? m->from.x * m->direction.x < 0.0f : m->from.y * m->direction.y < 0.0f;
}

static bool enters(const margin *m, float length, entry *at) {
    float in_x = -1e9f, out_x = 1e9f, in_y = -1e9f, out_y = 1e9f;
    if (!narrow(m->from.x, m->direction.x, m->half.x, &in_x, &out_x)) return false;
    if (!narrow(m->from.y, m->direction.y, m->half.y, &in_y, &out_y)) return false;
    float in = wi_max(in_x, in_y), out = wi_min(out_x, out_y);
    if (!(in < out && out > 0.0f && in < length)) return false;
    *at = (entry){in, in_x > in_y};
    return in > 0.0f || goes_deeper(m, at);
}

static wend_vec next_corner(const wend_wall *wall, bool b, bool left) {
    return b ? wall->after_b[left ? 0 : 1] : wall->after_a[left ? 0 : 1];
}

static bool continues(const wend_wall *wall, bool b, bool left) {
    wend_vec end = b ? wall->b : wall->a, next = next_corner(wall, b, left);
    return next.x != end.x || next.y != end.y;
}

// True if the next piece of wall at that end stands in the way of one on that side.
static bool blocked(const wend_wall *wall, bool b, bool left) {
    wend_vec end = b ? wall->b : wall->a;
    float turn = wi_det(wi_sub(wall->b, wall->a), wi_sub(next_corner(wall, b, left), end));
    return left ? turn > 0.0f : turn < 0.0f;
}

static float detour(const margin *m, float x, float y) {
    wend_vec corner = wi_vec(x, y);
    return wi_length(wi_sub(corner, m->from)) + wi_length(wi_sub(m->goal, corner));
}

// By how much the way to the goal is shorter round the one corner of a face than round the other.
static float gain(const margin *m, const entry *at) {
    float x = m->from.x > 0.0f ? m->half.x : -m->half.x, y = m->from.y > 0.0f ? m->half.y : -m->half.y;
    return at->end ? detour(m, x, -m->half.y) - detour(m, x, m->half.y)
                   : detour(m, -m->half.x, y) - detour(m, m->half.x, y);
}

// Which way along the face to go, as -1, 0 or 1. On, where one goes along a wall of several pieces or would do so: it is
// seen in parts, and what is shorter past this one need not be past all, so the velocity must remember what was chosen.
// Else to the end that is not blocked, or the better one.
static float side_to_take(const wi_steerer *s, const wend_wall *wall, const margin *m, const entry *at) {
    if (!at->end) {
        bool left = m->from.y > 0.0f, a = blocked(wall, false, left), b = blocked(wall, true, left);
        bool lone = !continues(wall, false, left) && !continues(wall, true, left);
        float slant = wi_dot(m->along, wi_add(wi_scale(1.0f / s->speed, s->velocity), wi_scale(0.5f, s->way)));
        if (!lone && (slant > SLANT || slant < -SLANT)) return slant > 0.0f ? 1.0f : -1.0f;
        if (a != b) return a ? 1.0f : -1.0f;
    }
    float right = at->end ? -m->direction.x : m->direction.y; // of the way, as the face runs
    float better = gain(m, at) + (right > 0.0f ? s->set->keep_right : -s->set->keep_right);
    return better > 0.0f ? 1.0f : better < 0.0f ? -1.0f : 0.0f;
}

// The direction that leads past a wall: along its face and a little away from it.
static wend_vec way_past(const wi_steerer *s, const wend_wall *wall, const margin *m, const entry *at) {
    wend_vec across = wi_left(m->along), face = at->end ? across : m->along, normal = at->end ? m->along : across;
    float away = (at->end ? m->from.x : m->from.y) >= 0.0f ? 1.0f : -1.0f;
    wend_vec past = wi_add(wi_scale(side_to_take(s, wall, m, at), face), wi_scale(BACK_OFF * away, normal));
    return wi_unit(past, face);
}

typedef struct hindrance {
    float urgency; // 0 to 1
    wend_vec past;
} hindrance;

static void look_along(const wi_steerer *s, const wi_steering_walls *near, wend_vec direction, float length,
                       hindrance *worst) {
    float reach = s->speed * s->set->obstacle_horizon;
    for (uint32_t i = 0; i < near->count; i++) {
        margin m = margin_about(s, near->wall[i], direction);
        entry at;
        if (!enters(&m, wi_min(length, reach), &at)) continue;
        // Where a wall goes on round a corner it has no end: the next piece is met by its side.
        if (at.end && continues(near->wall[i], m.from.x > 0.0f, m.from.y > 0.0f)) continue;
        float urgency = 1.0f - at.distance / reach;
        if (urgency > worst->urgency) *worst = (hindrance){urgency, way_past(s, near->wall[i], &m, &at)};
    }
}

void wi_steering_avoid_walls(wi_steerer *s, const wi_steering_walls *near) {
    if (!(s->set->obstacles > 0.0f && s->speed > 0.0f)) return;
    hindrance worst = {0.0f, {0.0f, 0.0f}};
    float speed = wi_length(s->velocity), length = wi_min(speed * s->set->obstacle_horizon, s->distance);
    if (s->distance > 0.0f && !knows_way(s)) look_along(s, near, s->way, s->distance, &worst);
    if (length > 0.0f) look_along(s, near, wi_scale(1.0f / speed, s->velocity), length, &worst);
    if (worst.urgency > 0.0f) wi_steer_towards(s, s->set->obstacles * worst.urgency, wi_scale(s->speed, worst.past));
}

// Following ------------------------------------------------------------------------------------------------------------

// Reynolds: the place where one will be is held at a distance from the nearest wall.
void wi_steering_follow_wall(wi_steerer *s, const wi_steering_walls *near) {
    const steering_params *set = s->set;
    if (!(set->wall_following > 0.0f) || near->count == 0) return;
    wend_vec foot, ahead = wi_add(s->at, wi_scale(set->wall_time, s->velocity));
    float reach = set->wall_reach + s->radius;
    if (wi_wall_distance2(near->wall[0], s->at, &foot) > reach * reach) return;
    wend_vec normal = wi_unit(wi_sub(s->at, foot), wi_vec(0.0f, 0.0f));
    float off = set->wall_distance + s->radius - wi_dot(normal, wi_sub(ahead, foot));
    wi_steer_push(s, wi_scale(set->wall_following * off, normal));
}

// Stopping -------------------------------------------------------------------------------------------------------------

// A wall piece is convex, so a step that does not pass the line through its nearest point, square to the way there,
// cannot enter it: normal.v >= least.
typedef struct bound {
    wend_vec normal;
    float least; // m/s
} bound;

static bound bound_of(const wi_steerer *s, const wend_wall *wall) {
    wend_vec foot;
    (void)wi_wall_distance2(wall, s->at, &foot);
    wend_vec from = wi_sub(s->at, foot);
    float distance = wi_length(from), least = (s->radius + CLOSEST - distance) / s->now->step;
    return (bound){wi_unit(from, wi_vec(0.0f, 0.0f)), wi_min(least, PUSH_OUT * s->fastest)};
}

static wend_vec without_entering(wend_vec v, bound b) {
    float lacks = b.least - wi_dot(b.normal, v);
    return lacks > 0.0f ? wi_add(v, wi_scale(lacks, b.normal)) : v;
}

// How much of v all bounds allow that allow standing.
static float share_allowed(wend_vec v, const bound *bounds, uint32_t count) {
    float share = 1.0f;
    for (uint32_t i = 0; i < count; i++) {
        float into = -wi_dot(bounds[i].normal, v);
        if (into > -bounds[i].least && into > 0.0f) share = wi_min(share, wi_max(0.0f, -bounds[i].least / into));
    }
    return share;
}

wend_vec wi_steering_stop_at_walls(const wi_steerer *s, const wi_steering_walls *near, wend_vec v) {
    bound bounds[WI_STEERING_WALLS];
    for (uint32_t i = 0; i < near->count; i++) bounds[i] = bound_of(s, near->wall[i]);
    for (uint32_t i = near->count; i-- > 0;) v = without_entering(v, bounds[i]);
    for (uint32_t i = near->count; i-- > 0;) v = without_entering(v, bounds[i]);
    return wi_scale(share_allowed(v, bounds, near->count), v);
}
