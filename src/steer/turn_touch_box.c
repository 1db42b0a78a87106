// When boxes will touch: each other, or walls, which are boxes without width. As seen along any axis of the two they overlap
// for a while, and they touch once they do along all of these.
#include "steer/turn.h"

typedef struct overlapping {
    float from, to; // s: along all axes so far
    float least;    // m: how deep they overlap now along the axis where that is least
    bool closer;    // and come closer there
} overlapping;

static void look_along(overlapping *of, const wi_outline *a, const wi_outline *b, wend_vec w, wend_vec axis) {
    const float never = __builtin_inff();
    float apart = wi_dot(axis, wi_sub(b->at, a->at)), speed = wi_dot(axis, w);
    if (apart < 0.0f) apart = -apart, speed = -speed;
    float both = wi_box_reach(a, axis) + wi_box_reach(b, axis), deep = both - apart;
    if (deep < of->least) of->least = deep, of->closer = speed > 0.0f;
    if (speed == 0.0f) {
        if (deep < 0.0f) of->from = never;
        return;
    }
    float in = (apart - both) / speed, out = (apart + both) / speed;
    of->from = wi_max(of->from, wi_min(in, out));
    of->to = wi_min(of->to, wi_max(in, out));
}

float wi_turn_touch_boxes(const wi_outline *a, const wi_outline *b, wend_vec w) {
    const float never = __builtin_inff();
    const wend_vec axis[4] = {a->heading, wi_left(a->heading), b->heading, wi_left(b->heading)};
    overlapping of = {.from = -never, .to = never, .least = never};
    for (int i = 0; i < 4; i++) look_along(&of, a, b, w, axis[i]);
    if (of.least > 0.0f) return of.closer ? 0.0f : never;
    return of.from >= 0.0f && of.from <= of.to ? of.from : never;
}
