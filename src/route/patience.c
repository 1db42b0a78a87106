// Patience: who is held up in a jam for longer than it bears begins to push: it keeps less distance and gives way less.
// Distance is what it claims beyond its body: who took its body for smaller than it is would walk into others.
#include "route/adapt.h"

#define FORGIVING 2.0f    // s of waiting forgotten in each second of walking
#define MOST_WAITING 1e6f // s

static float waited(const wi_adapting *who) {
    wend_vec wish = wi_adapting_wish(who), v = wi_vec(who->body->vx, who->body->vy);
    float before = who->ties[who->row].waiting, step = who->now->step, wish2 = wi_length2(wish);
    bool held = wish2 > 0.0f && wi_dot(v, wish) < WI_HELD_UP * wish2;
    return wi_clamp(before + (held ? step : -FORGIVING * step), 0.0f, MOST_WAITING);
}

void wi_lose_patience(const wi_adapting *who) {
    float waiting = waited(who), patience = who->habits->patience;
    who->ties[who->row].waiting = waiting;
    // As long again as it was patient, and it pushes as hard as it ever does.
    float push = who->habits->push * wi_clamp((waiting - patience) / patience, 0.0f, 1.0f);
    who->body->radius -= push * wi_max(0.0f, who->body->radius - who->now->form[who->row].radius);
    who->body->priority += push;
}
