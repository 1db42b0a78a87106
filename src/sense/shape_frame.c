// Questions to an outline that are easy in its own frame: along x the heading, and for ellipses in units of the
// semi-axes, so that they become the unit disc.
#include "sense/shape.h"

typedef struct place {
    double x, y;
} place;

static double det(place a, place b) { return a.x * b.y - a.y * b.x; }

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

// Relative to the centre, along the heading and across it.
static place seen_by(const wi_outline *body, wend_vec at) {
    double dx = (double)at.x - body->at.x, dy = (double)at.y - body->at.y, hx = body->heading.x, hy = body->heading.y;
    return (place){dx * hx + dy * hy, hx * dy - hy * dx};
}

static place turned_back(const wi_outline *body, place at) {
    double hx = body->heading.x, hy = body->heading.y;
    return (place){at.x * hx - at.y * hy, at.x * hy + at.y * hx};
}

// True if the piece from p to q comes into the unit disc.
static bool in_disc(place p, place q) {
    place way = {q.x - p.x, q.y - p.y};
    double length2 = way.x * way.x + way.y * way.y, along = -(p.x * way.x + p.y * way.y);
    double share = length2 > 0.0 ? smaller(1.0, larger(0.0, along / length2)) : 0.0;
    place nearest = {p.x + share * way.x, p.y + share * way.y};
    return nearest.x * nearest.x + nearest.y * nearest.y < 1.0;
}

// True if it comes into the box of half lengths a and b: no side of the box and not the piece's own line part them.
static bool in_box(place p, place q, double a, double b) {
    if (smaller(p.x, q.x) >= a || larger(p.x, q.x) <= -a || smaller(p.y, q.y) >= b || larger(p.y, q.y) <= -b)
        return false;
    return __builtin_fabs(det(p, q)) < a * __builtin_fabs(q.y - p.y) + b * __builtin_fabs(q.x - p.x);
}

// An ellipse with axes shorter by d reaches at most d less in any direction, and a box at its corners 1.41 d, so what
// misses the smaller one is no deeper than touching.
bool wi_outline_cut(const wi_outline *body, wend_vec wall_a, wend_vec wall_b) {
    bool box = body->kind == WEND_BOX;
    double a = body->half_length, b = body->half_width;
    double less = smaller((double)WI_CUT_DEPTH * (box ? 0.707 : 1.0), 0.1 * smaller(a, b));
    place p = seen_by(body, wall_a), q = seen_by(body, wall_b);
    a -= less;
    b -= less;
    return box ? in_box(p, q, a, b) : in_disc((place){p.x / a, p.y / b}, (place){q.x / a, q.y / b});
}

// Where the tangents from an eye outside touch the unit disc.
static bool disc_edges(place eye, place *right, place *left) {
    double d2 = eye.x * eye.x + eye.y * eye.y;
    if (d2 <= 1.0) return false;
    double near = 1.0 / d2, aside = __builtin_sqrt(d2 - 1.0) / d2;
    *right = (place){near * eye.x - aside * eye.y, near * eye.y + aside * eye.x};
    *left = (place){near * eye.x + aside * eye.y, near * eye.y - aside * eye.x};
    return true;
}

// The corners with nothing to the right and nothing to the left of them.
static bool box_edges(place eye, double a, double b, place *right, place *left) {
    if (__builtin_fabs(eye.x) <= a && __builtin_fabs(eye.y) <= b) return false;
    const place corner[4] = {{a, b}, {-a, b}, {-a, -b}, {a, -b}};
    *right = *left = corner[0];
    for (uint32_t i = 1; i < 4; i++) {
        place to = {corner[i].x - eye.x, corner[i].y - eye.y};
        if (det((place){right->x - eye.x, right->y - eye.y}, to) < 0.0) *right = corner[i];
        if (det((place){left->x - eye.x, left->y - eye.y}, to) > 0.0) *left = corner[i];
    }
    return true;
}

bool wi_outline_edges(const wi_outline *body, wend_vec eye, double right[2], double left[2]) {
    double a = body->half_length, b = body->half_width;
    place from = seen_by(body, eye), r, l;
    if (body->kind == WEND_BOX) {
        if (!box_edges(from, a, b, &r, &l)) return false;
    } else {
        if (!disc_edges((place){from.x / a, from.y / b}, &r, &l)) return false;
        r = (place){a * r.x, b * r.y};
        l = (place){a * l.x, b * l.y};
    }
    r = turned_back(body, (place){r.x - from.x, r.y - from.y});
    l = turned_back(body, (place){l.x - from.x, l.y - from.y});
    right[0] = r.x, right[1] = r.y;
    left[0] = l.x, left[1] = l.y;
    return true;
}
