// Density: people walk slower the less room they have ahead, and turn away from where it is crowded.
#include "route/adapt.h"

#define DENSITY_FEW 12 // so many of the nearest are looked at

// What is seen ahead: how far the nearest one is who walks the same way, and how crowded it is on either side.
typedef struct prospect {
    float headway;     // m, from centre to centre along the way; INFINITY where nobody is ahead
    float left, right; // crowding, each other agent with a weight that falls to 0 at the look-ahead
} prospect;

// Who comes towards one leaves the space that it takes, so it does not count: otherwise counterflow would freeze.
static bool same_way(const wend_view *now, uint32_t other, wend_vec ahead) {
    wend_vec v = now->motion[other].velocity;
    return wi_dot(v, ahead) > -0.1f;
}

static prospect look(const wi_adapting *who, wend_vec ahead) {
    const wend_view *now = who->now;
    float reach = who->habits->look_ahead, own = now->form[who->row].radius;
    prospect seen = {__builtin_inff(), 0.0f, 0.0f};
    wend_neighbour found[DENSITY_FEW];
    uint32_t count = wend_view_nearest(now, who->row, reach, DENSITY_FEW, found);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = found[i].row;
        wend_vec to = wi_sub(wi_vec(now->x[other], now->y[other]), wi_adapting_at(who));
        float along = wi_dot(to, ahead), across = wi_det(ahead, to);
        if (along <= 0.0f || !same_way(now, other, ahead)) continue;
        float weight = 1.0f - wi_sqrt(found[i].distance2) / reach;
        if (across > 0.0f)
            seen.left += weight;
        else
            seen.right += weight;
        if (wi_max(across, -across) < own + now->form[other].radius) seen.headway = wi_min(seen.headway, along);
    }
    return seen;
}

static float speed_limit(const wi_habits *habits, float headway) {
    if ((uint32_t)habits->density_cap == WI_CAP_HEADWAY)
        return wi_max(0.0f, (headway - habits->headway_gap) / habits->headway_time);
    float stride = 2.0f * habits->stride_factor * headway / (1.0f + habits->stride_buffer);
    return stride * stride;
}

void wi_mind_density(const wi_adapting *who) {
    wend_vec wish = wi_adapting_wish(who);
    float speed = wi_length(wish);
    if (!(speed > 0.0f)) return;
    wend_vec ahead = wi_scale(1.0f / speed, wish);
    prospect seen = look(who, ahead);
    if (who->habits->density_cap > 0.0f && seen.headway < __builtin_inff())
        speed = wi_min(speed, speed_limit(who->habits, seen.headway));
    float turn = who->habits->aversion * wi_clamp(0.25f * (seen.right - seen.left), -1.0f, 1.0f);
    if (turn != 0.0f) ahead = wi_unit(wi_add(ahead, wi_scale(turn, wi_left(ahead))), ahead);
    wi_adapting_set_wish(who, wi_scale(speed, ahead));
}
