// Keeping to the right or left: a convention, so it is minded only while someone comes towards one.
#include "route/adapt.h"

#define SIDE_REACH 6.0f // m: how far away others are noticed for it
#define SIDE_FEW 8      // so many of the nearest are looked at

// True if the other walks against the wish, in front of it.
static bool comes_towards(const wi_adapting *who, uint32_t other, wend_vec ahead) {
    const wend_view *now = who->now;
    wend_vec to = wi_sub(wi_vec(now->x[other], now->y[other]), wi_adapting_at(who));
    wend_vec v = now->motion[other].velocity;
    return wi_dot(to, ahead) > 0.0f && wi_dot(v, ahead) < -0.25f * wi_length(v) && wi_dot(v, ahead) < -0.1f;
}

void wi_keep_side(const wi_adapting *who) {
    wend_vec wish = wi_adapting_wish(who);
    float speed = wi_length(wish);
    if (!(speed > 0.0f)) return;
    wend_vec ahead = wi_scale(1.0f / speed, wish);
    wend_neighbour found[SIDE_FEW];
    uint32_t count = wend_view_nearest(who->now, who->row, SIDE_REACH, SIDE_FEW, found);
    for (uint32_t i = 0; i < count; i++) {
        if (!comes_towards(who, found[i].row, ahead)) continue;
        float sine = wend_sin(who->habits->keep_side), cosine = wend_cos(who->habits->keep_side);
        wi_adapting_set_wish(who, wi_sub(wi_scale(cosine, wish), wi_scale(sine, wi_left(wish))));
        return;
    }
}
