// Keeping to the right or left: a convention, so it is minded only while someone comes towards one. In a crowd those whom one
// walks with are nearer than those who come, so one looks at all on the way ahead, not at the nearest.
#include "route/adapt.h"
#include "sense/near.h"

#define SIDE_REACH 6.0f // m: how far ahead others are noticed for it
#define SIDE_FAR 12.0f  // m: and how far in the open, as models settle on a side before
#define SIDE_SOON 6.0f  // s: in which one who is that far away is to be met
#define SIDE_ASIDE 1.5f // m: how far off the way to either side
#define SIDE_OPEN 4     // others within SIDE_REACH on the way, up to which it is open

typedef struct way_ahead {
    wend_vec at, ahead; // ahead: a unit vector
    float speed;
    float from, to;   // m along it
    uint32_t *others; // between, wherever they walk
} way_ahead;

// True if another walks against the wish, in front of it.
static bool comes_towards(const wend_view *now, uint32_t other, const void *by) {
    const way_ahead *way = by;
    wend_vec to = wi_sub(wi_vec(now->x[other], now->y[other]), way->at);
    float along = wi_dot(to, way->ahead);
    if (!(along > way->from && along < way->to && wi_abs(wi_det(way->ahead, to)) < SIDE_ASIDE)) return false;
    (*way->others)++;
    wend_vec v = now->motion[other].velocity;
    float against = -wi_dot(v, way->ahead);
    if (!(against > 0.1f && against > 0.25f * wi_length(v))) return false;
    return along < wi_max(SIDE_REACH, SIDE_SOON * (way->speed + against));
}

static bool any_on(const wi_adapting *who, const way_ahead *way) {
    wend_vec end = wi_add(way->at, wi_scale(way->to, way->ahead));
    wend_vec aside = {SIDE_ASIDE * wi_abs(way->ahead.y), SIDE_ASIDE * wi_abs(way->ahead.x)};
    wend_vec min = {wi_min(way->at.x, end.x), wi_min(way->at.y, end.y)};
    wend_vec max = {wi_max(way->at.x, end.x), wi_max(way->at.y, end.y)};
    return wi_near_any(who->now, who->row, wi_sub(min, aside), wi_add(max, aside), comes_towards, way);
}

// In a crowd one does not look far: most that are far away are met by others, and a long way is dear to search.
static bool someone_comes(const wi_adapting *who, wend_vec ahead, float speed) {
    uint32_t others = 0;
    way_ahead way = {wi_adapting_at(who), ahead, speed, 0.0f, SIDE_REACH, &others};
    if (any_on(who, &way)) return true;
    if (others > SIDE_OPEN) return false;
    way.from = SIDE_REACH, way.to = SIDE_FAR;
    return any_on(who, &way);
}

void wi_keep_side(const wi_adapting *who) {
    wend_vec wish = wi_adapting_wish(who);
    float speed = wi_length(wish), turn = who->habits->keep_side;
    if (!(speed > 0.0f) || !someone_comes(who, wi_scale(1.0f / speed, wish), speed)) return;
    wi_adapting_set_wish(who, wi_sub(wi_scale(wend_cos(turn), wish), wi_scale(wend_sin(turn), wi_left(wish))));
}
