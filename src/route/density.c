// Density: people walk slower the less room they have ahead, and turn away from where it is crowded.
#include "route/adapt.h"

#define DENSITY_FEW 12 // so many of the nearest are looked at

// What is seen ahead: how far the nearest one is who walks the same way, and how crowded it is on either side.
typedef struct prospect {
    float headway;     // m, from centre to centre along the way; INFINITY where nobody is ahead
    float left, right; // crowding, each other agent with a weight that falls to 0 at the look-ahead
} prospect;

#define WALKS 0.1f    // m/s: slower than this stands
#define ABREAST 0.7f  // share of two radii: farther to a side than this one is not followed but overlapped, as in a zip
#define SAME_WAY 0.5f // the cosine of 60 degrees: others within this angle go the same way

// Only who walks the same way, or stands but wants to, is followed. Who comes towards one leaves the space that it
// takes, or counterflow would freeze; who stands at its goal is in the way for ever and is walked around.
static bool same_way(const wend_view *now, uint32_t other, wend_vec ahead) {
    wend_vec way = now->motion[other].velocity;
    if (wi_length2(way) <= WALKS * WALKS) {
        if (now->role[other].flags & (WEND_FLAG_ARRIVED | WEND_FLAG_DRIVEN)) return false;
        way = wi_sub(now->goal[other].at, wi_vec(now->x[other], now->y[other]));
    }
    return wi_dot(way, ahead) > SAME_WAY * wi_length(way);
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
        float along = wi_dot(to, ahead), across = wi_det(ahead, to), beside = wi_max(across, -across);
        if (along <= 0.0f || !same_way(now, other, ahead)) continue;
        float weight = 1.0f - wi_sqrt(found[i].distance2) / reach;
        if (across > 0.0f)
            seen.left += weight;
        else
            seen.right += weight;
        if (beside < along && beside < ABREAST * (own + now->form[other].radius))
            seen.headway = wi_min(seen.headway, along);
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
