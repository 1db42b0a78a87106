// Keeping to the right or left: a convention, so it is minded only while someone comes towards one. In a crowd those whom one
// walks with are nearer than those who come, so one looks at all on the way ahead, not at the nearest.
#include "route/adapt.h"
#include "sense/near.h"

#define SIDE_REACH 6.0f // m: how far ahead others are noticed for it
#define SIDE_ASIDE 1.5f // m: and how far off the way to either side

typedef struct way_ahead {
    wend_vec at, ahead; // ahead: a unit vector
} way_ahead;

// True if another walks against the wish, in front of it.
static bool comes_towards(const wend_view *now, uint32_t other, const void *by) {
    const way_ahead *way = by;
    wend_vec v = now->motion[other].velocity;
    float against = -wi_dot(v, way->ahead);
    if (!(against > 0.1f && against > 0.25f * wi_length(v))) return false;
    wend_vec to = wi_sub(wi_vec(now->x[other], now->y[other]), way->at);
    float along = wi_dot(to, way->ahead);
    return along > 0.0f && along < SIDE_REACH && wi_abs(wi_det(way->ahead, to)) < SIDE_ASIDE;
}

static bool someone_comes(const wi_adapting *who, wend_vec ahead) {
    way_ahead way = {wi_adapting_at(who), ahead};
    wend_vec end = wi_add(way.at, wi_scale(SIDE_REACH, ahead));
    wend_vec aside = {SIDE_ASIDE * wi_abs(ahead.y), SIDE_ASIDE * wi_abs(ahead.x)};
    wend_vec min = {wi_min(way.at.x, end.x), wi_min(way.at.y, end.y)};
    wend_vec max = {wi_max(way.at.x, end.x), wi_max(way.at.y, end.y)};
    return wi_near_any(who->now, who->row, wi_sub(min, aside), wi_add(max, aside), comes_towards, &way);
}

void wi_keep_side(const wi_adapting *who) {
    wend_vec wish = wi_adapting_wish(who);
    float speed = wi_length(wish), turn = who->habits->keep_side;
    if (!(speed > 0.0f) || !someone_comes(who, wi_scale(1.0f / speed, wish))) return;
    wi_adapting_set_wish(who, wi_sub(wi_scale(wend_cos(turn), wish), wi_scale(wend_sin(turn), wi_left(wish))));
}
