// How far a body may reach towards another where one of the two is a box, or both are: what turn_free_wide.c finds for
// ellipses. The direction is the one in which their polygons are farthest apart, the same for both of them.
#include "steer/box_obstacle.h"
#include "steer/turn_pairs.h"

static wi_angular angular(const wi_outline *body) {
    return (wi_angular){body->kind == WEND_BOX, body->half_length, body->half_width, body->heading};
}

// At rest a half-plane of velocities is as far away as the bodies are apart.
static wend_vec parting_direction(const wi_outline *body, const wi_outline *other, wend_vec p) {
    wi_halfplane face = wi_box_face(p, angular(body), angular(other), 1.0f, 1.0f, wi_vec(0.0f, 0.0f));
    return wi_scale(-1.0f, face.normal);
}

// No heading makes a body reach farther.
static float longest(const wi_outline *body) {
    return wi_shape_radius((wend_shape){body->kind, body->half_length, body->half_width});
}

void wi_turn_limit_by_outline(wi_pairs *pairs, uint32_t at, const wi_outline *body, const wi_outline *other) {
    wend_vec p = {pairs->field[WI_PAIR_X][at], pairs->field[WI_PAIR_Y][at]}, n = parting_direction(body, other, p);
    float own = wi_outline_reach(body, n), others = wi_outline_reach(other, n), apart = wi_dot(n, p) - own - others;
    float unused = apart - (pairs->field[WI_LIMIT_RADIUS][at] - others);
    float most = own + wi_max(0.0f, wi_max(0.5f * apart, unused));
    bool limited = apart <= 2.0f * pairs->field[WI_LIMIT_GROWTH][at] && most < longest(body);
    pairs->field[WI_LIMIT_N_X][at] = n.x;
    pairs->field[WI_LIMIT_N_Y][at] = n.y;
    pairs->field[WI_LIMIT_REACH2][at] = limited ? most * most : WI_LIMIT_FREE;
}
