// What walls do to one who steers: to be gone round, to be followed, and to be stopped at.
#include "steer/steering.h"

#include "base/vec.h"
#include "sense/senses.h"

// A face met at a steeper angle than this is left along the way one is going; one met head-on at its nearer end.
#define HEAD_ON 0.2f   // of the direction's component along the face
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
    wend_vec from, direction; // of the one who looks, in these coordinates
} margin;

// Where a straight way enters the margin.
typedef struct entry {
    float distance; // m along the way, 0 for one who is inside
    bool end;       // through an end of the wall, not through a side
} entry;

static margin margin_about(const wend_wall *wall, wend_vec at, wend_vec direction, float width) {
    wend_vec piece = wi_sub(wall->b, wall->a), to = wi_sub(at, wi_scale(0.5f, wi_add(wall->a, wall->b)));
    wend_vec along = wi_unit(piece, wi_vec(1.0f, 0.0f));
    return (margin){along, wi_vec(0.5f * wi_length(piece) + width, width), wi_vec(wi_dot(along, to), wi_det(along, to)),
                    wi_vec(wi_dot(along, direction), wi_det(along, direction))};
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

static bool continues(const wend_wall *wall, bool b, bool left) {
    wend_vec end = b ? wall->b : wall->a, next = b ? wall->after_b[left ? 0 : 1] : wall->after_a[left ? 0 : 1];
    return next.x != end.x || next.y != end.y;
}

// True if the next piece of wall at that end stands in the way of one on that side of it.
static bool blocked_at(const wend_wall *wall, bool b, bool left) {
    wend_vec along = wi_sub(wall->b, wall->a), next = b ? wall->after_b[left ? 0 : 1] : wall->after_a[left ? 0 : 1];
    float side = wi_det(along, wi_sub(next, wall->a));
    return left ? side > 1e-3f * wi_length2(along) : side < -1e-3f * wi_length2(along);
}

// Which way along the face to go, as -1, 0 or 1: on, where one slants; else to the nearer end that is free; else right.
static float side_to_take(const wi_steerer *s, const wend_wall *wall, const margin *m, const entry *at) {
    float slant = at->end ? m->direction.y : m->direction.x;
    if (slant > HEAD_ON || slant < -HEAD_ON) return slant > 0.0f ? 1.0f : -1.0f;
    float place = at->end ? m->from.y + at->distance * m->direction.y : m->from.x + at->distance * m->direction.x;
    if (!at->end) {
        bool left = m->from.y > 0.0f, a = blocked_at(wall, false, left), b = blocked_at(wall, true, left);
        if (a != b) return a ? 1.0f : -1.0f;
    }
    float right = at->end ? -m->direction.x : m->direction.y; // of the way, seen along the face
    if (s->set->keep_right > 0.0f) place += right > 0.0f ? s->set->keep_right : -s->set->keep_right;
    return place > 0.0f ? 1.0f : place < 0.0f ? -1.0f : 0.0f;
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
        margin m = margin_about(near->wall[i], s->at, direction, s->radius + s->set->obstacle_clearance);
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
    if (s->distance > 0.0f) look_along(s, near, s->way, s->distance, &worst);
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
