// All in the frame whose x axis leads from a to b, where exchanging the two agents changes nothing but their order in
// sums of two. Double, as velocity_obstacle.c.
#include "steer/ellipse_obstacle.h"

#include <math.h>

#define LEAST 1e-18  // m2: below any body's squared reach
#define FINE 1e-12   // relative: where iterations end
#define STEPS_MAX 60 // of an iteration; they mostly end after four or five
#define FAN 4        // parts of an arc whose peaks are told apart

// The matrix of an ellipse: its squared reach is xx x2 + 2 xy xy + yy y2 in the direction (x, y).
typedef struct matrix {
    double xx, xy, yy, det;
} matrix;

typedef struct pair {
    matrix a, b;
    double apart; // of the centres
    wi_dvec to;   // w * time - p: how far from b's centre the velocity leads within the time
} pair;

static matrix matrix_in(wi_ellipse e, wi_dvec x_axis) {
    double mean = (double)e.mean, k = (double)e.k, l = (double)e.l;
    double cosine = x_axis[0] * x_axis[0] - x_axis[1] * x_axis[1],
           sine = 2.0 * x_axis[0] * x_axis[1]; // of twice its angle
    double along = k * cosine + l * sine, across = l * cosine - k * sine;
    double det = mean * mean - (k * k + l * l);
    return (matrix){mean + along, across, mean - along, det > 0.0 ? det : 0.0};
}

static double reach_of(const matrix *m, wi_dvec n) {
    double reach2 = m->xx * (n[0] * n[0]) + 2.0 * m->xy * (n[0] * n[1]) + m->yy * (n[1] * n[1]);
    return wi_dsqrt(reach2 > LEAST ? reach2 : LEAST);
}

static double reach(const pair *of, wi_dvec n) { return reach_of(&of->a, n) + reach_of(&of->b, n); }

// The arc of normals ---------------------------------------------------------------------------------------------------

// Along the directions (-1, s), which are all that can be normals, the reach is a convex function of s. With r = 1/reach
// of each body at s, the ellipse that touches the sum there from outside has the matrix r_a A + r_b B, up to scale.
typedef struct touching {
    double xx, xy, yy;  // of that ellipse
    double reach, bend; // of the sum at s: its length and its second derivative
} touching;

static touching touch(const pair *of, double s) {
    wi_dvec n = {-1.0, s};
    double a = reach_of(&of->a, n), b = reach_of(&of->b, n), per_a = 1.0 / a, per_b = 1.0 / b;
    return (touching){of->a.xx * per_a + of->b.xx * per_b, of->a.xy * per_a + of->b.xy * per_b,
                      of->a.yy * per_a + of->b.yy * per_b, a + b,
                      of->a.det * (per_a * per_a * per_a) + of->b.det * (per_b * per_b * per_b)};
}

// The direction of least reach: by Newton's method, and where that leads uphill, to the touching ellipse's least.
static double least_reach(const pair *of) {
    double s = 0.0;
    touching at = touch(of, s);
    for (int i = 0; i < STEPS_MAX; i++) {
        double slope = s * at.yy - at.xy, by = slope / at.bend;
        touching there = touch(of, s - by);
        if (!(there.reach <= at.reach)) {
            by = slope / at.yy;
            there = touch(of, s - by);
        }
        if (!(there.reach < at.reach)) break;
        s -= by;
        at = there;
        if (fabs(by) <= FINE * (1.0 + fabs(s))) break;
    }
    return s;
}

// The end of the arc on one side (1 or -1) of a direction in it. The touching ellipse holds the sum, so its tangent is
// always within the arc, and it comes closer and closer to the end.
static double arc_end(const pair *of, double s, double side) {
    for (int i = 0; i < STEPS_MAX; i++) {
        touching at = touch(of, s);
        double root2 = at.xy * at.xy - at.yy * (at.xx - of->apart * of->apart / at.reach);
        double end = (at.xy + side * wi_dsqrt(root2 > 0.0 ? root2 : 0.0)) / at.yy;
        if (!(side * (end - s) > FINE * (1.0 + fabs(s)))) break;
        s = end;
    }
    return s;
}

// The best normal ------------------------------------------------------------------------------------------------------

// How far a normal n leaves `to` outside, its first derivative as n turns counter-clockwise and minus the second.
typedef struct probe {
    wi_dvec n;
    double outside, slope, bend;
} probe;

static double slope_of(const matrix *m, wi_dvec n, double length) {
    return (m->xy * (n[0] * n[0] - n[1] * n[1]) + (m->yy - m->xx) * (n[0] * n[1])) / length;
}

static probe look(const pair *of, wi_dvec n) {
    double a = reach_of(&of->a, n), b = reach_of(&of->b, n);
    double outside = wi_ddot(n, of->to) - (a + b);
    double turn = wi_ddet(n, of->to) - (slope_of(&of->a, n, a) + slope_of(&of->b, n, b));
    double curvature = of->a.det / (a * a * a) + of->b.det / (b * b * b); // radius of curvature of the sum
    return (probe){n, outside, turn, outside + curvature};
}

static wi_dvec between(wi_dvec a, wi_dvec b) { return wi_dunit(a + b, a); }

// The peak between two normals, of which the first rises and the second falls.
static probe climb(const pair *of, probe low, probe high) {
    probe best = low.outside >= high.outside ? low : high;
    probe at = look(of, between(low.n, high.n));
    for (int i = 0; i < STEPS_MAX; i++) {
        if (at.outside > best.outside) best = at;
        if (at.slope > 0.0)
            low = at;
        else
            high = at;
        double turn = at.slope / at.bend;
        if (at.bend > 0.0 && fabs(turn) < 1e-9) break;
        // Newton's step, which is exact for discs, unless it leads away.
        wi_dvec next = wi_dunit(at.n * at.bend + wi_dleft(at.n) * at.slope, at.n);
        bool inside = at.bend > 0.0 && wi_ddet(low.n, next) > 0.0 && wi_ddet(next, high.n) > 0.0;
        at = look(of, inside ? next : between(low.n, high.n));
    }
    return best;
}

static void keep_better(probe *best, probe other) {
    if (other.outside > best->outside) *best = other;
}

// The best normal of an arc of less than half a turn. From within, several may be best nearby, so it is cut in parts.
static void search_arc(const pair *of, wi_dvec first, wi_dvec last, probe *best) {
    wi_dvec fan[FAN + 1];
    fan[0] = first;
    fan[FAN] = last;
    for (int half = FAN / 2; half > 0; half /= 2)
        for (int i = half; i < FAN; i += 2 * half) fan[i] = between(fan[i - half], fan[i + half]);
    probe before = look(of, first);
    keep_better(best, before);
    for (int i = 1; i <= FAN; i++) {
        probe after = look(of, fan[i]);
        keep_better(best, after);
        if (before.slope > 0.0 && after.slope < 0.0) keep_better(best, climb(of, before, after));
        before = after;
    }
}

// Over all normals. The reach is the same forwards and backwards, so the best points to the side of `to`.
static probe search_all(const pair *of) {
    probe best = {.outside = -INFINITY};
    wi_dvec forwards = wi_dunit(of->to, (wi_dvec){-1.0, 0.0});
    search_arc(of, wi_dright(forwards), forwards, &best);
    search_arc(of, forwards, wi_dleft(forwards), &best);
    return best;
}

static wi_dvec normal_at(double s) { return wi_dunit((wi_dvec){-1.0, s}, (wi_dvec){-1.0, 0.0}); }

static probe search_cone(const pair *of, double middle) {
    probe best = {.outside = -INFINITY};
    wi_dvec centre = normal_at(middle);
    // Counter-clockwise is towards less s.
    search_arc(of, normal_at(arc_end(of, middle, 1.0)), centre, &best);
    search_arc(of, centre, normal_at(arc_end(of, middle, -1.0)), &best);
    return best;
}

// From a to b; where they are in one place, the way w leads.
static wi_dvec axis_of(wi_dvec p, wi_dvec w) { return wi_dunit(p, wi_dunit(w, (wi_dvec){-1.0, 0.0})); }

static pair pair_of(wi_dvec axis, wi_dvec p, wi_ellipse a, wi_ellipse b) {
    return (pair){.a = matrix_in(a, axis), .b = matrix_in(b, axis), .apart = wi_dlength(p)};
}

// How far w leads within the time, seen from b, in the frame.
static void look_ahead(pair *of, wi_dvec axis, wi_dvec w, double time) {
    of->to = (wi_dvec){time * wi_ddot(axis, w) - of->apart, time * wi_ddet(axis, w)};
}

wi_halfplane wi_ellipse_face(wend_vec p, wi_ellipse a, wi_ellipse b, float horizon, float step, wend_vec w) {
    wi_dvec from = wi_dvec_of(p), velocity = wi_dvec_of(w), axis = axis_of(from, velocity);
    pair both = pair_of(axis, from, a, b);
    double s = least_reach(&both);
    bool overlap = reach(&both, (wi_dvec){-1.0, s}) > both.apart;
    double time = (double)(overlap ? step : horizon);
    look_ahead(&both, axis, velocity, time);
    probe best = overlap ? search_all(&both) : search_cone(&both, s);
    wi_dvec normal = axis * best.n[0] + wi_dleft(axis) * best.n[1];
    return (wi_halfplane){wi_dvec_float(normal), (float)(best.outside / time)};
}

float wi_ellipse_gap(wend_vec p, wi_ellipse a, wi_ellipse b) {
    wi_dvec from = wi_dvec_of(p), axis = axis_of(from, from);
    pair both = pair_of(axis, from, a, b);
    look_ahead(&both, axis, (wi_dvec){0.0, 0.0}, 1.0);
    return (float)search_all(&both).outside;
}

wend_vec wi_ellipse_normal(wi_ellipse e, wend_vec q) {
    const wi_dvec x_axis = {1.0, 0.0};
    pair alone = {.a = matrix_in(e, x_axis), .to = wi_dvec_of(q)};
    return wi_dvec_float(search_all(&alone).n);
}
