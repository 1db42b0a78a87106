#include "steer/wall_body.h"

#define LEAST 1e-12f // m2: below any body's squared reach

wi_wall_body wi_wall_ellipse(wi_ellipse shape) {
    float half = wi_sqrt(shape.k * shape.k + shape.l * shape.l);
    return (wi_wall_body){wi_sqrt(shape.mean + half), true, shape};
}

wend_vec wi_wall_body_shift(const wi_wall_body *body, wend_vec n) {
    if (!body->elliptic) return wi_vec(0.0f, 0.0f);
    float across = body->shape.l * (n.x * n.x - n.y * n.y) - 2.0f * body->shape.k * (n.x * n.y);
    return wi_scale(across / wi_ellipse_reach(body->shape, n), wi_left(n));
}

wend_vec wi_wall_body_normal(const wi_wall_body *body, float scale, wend_vec q, wend_vec otherwise) {
    return body->elliptic ? wi_ellipse_normal(body->shape, wi_scale(1.0f / scale, q)) : wi_unit(q, otherwise);
}

static wend_vec disc_leg(wend_vec end, float radius, float side) {
    float d2 = wi_length2(end), leg = wi_sqrt(wi_max(d2 - radius * radius, 0.0f));
    return wi_sub(wi_scale(side * leg / d2, wi_left(end)), wi_scale(radius / d2, end));
}

// With x along the way to the end and n = (-1, s), the body reaches as far as the end is away where
// xx - 2 xy s + yy s2 = d2.
static wend_vec ellipse_leg(wend_vec end, wi_ellipse e, float side) {
    float d2 = wi_length2(end);
    wend_vec ahead = wi_unit(end, wi_vec(1.0f, 0.0f));
    float cosine = ahead.x * ahead.x - ahead.y * ahead.y, sine = 2.0f * ahead.x * ahead.y;
    float along = e.k * cosine + e.l * sine, xy = e.l * cosine - e.k * sine;
    float xx = e.mean + along, yy = wi_max(e.mean - along, LEAST);
    float s = (xy + side * wi_sqrt(wi_max(xy * xy - yy * (xx - d2), 0.0f))) / yy;
    return wi_unit(wi_sub(wi_scale(s, wi_left(ahead)), ahead), ahead);
}

wend_vec wi_wall_body_leg(const wi_wall_body *body, wend_vec end, float side) {
    return body->elliptic ? ellipse_leg(end, body->shape, side) : disc_leg(end, body->radius, side);
}

// The inverse of the lower triangle L with L L' = S.
wend_vec wi_wall_body_squeeze(const wi_wall_body *body, wend_vec at) {
    if (!body->elliptic) return at;
    wi_ellipse e = body->shape;
    float xx = wi_sqrt(wi_max(e.mean + e.k, LEAST)), yx = e.l / xx;
    float yy = wi_sqrt(wi_max(e.mean - e.k - yx * yx, LEAST)), x = at.x / xx;
    return wi_vec(x, (at.y - yx * x) / yy);
}
