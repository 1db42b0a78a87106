// All in the frame whose x axis leads from a to b, where exchanging the two agents changes nothing but their order in
// sums of two. Double, as velocity_obstacle.c.
#include "steer/ellipse_obstacle.h"

#include <math.h>

#define LEAST 1e-18  // m2: below any body's squared reach
#define FINE 1e-12   // relative: where iterations end
#define STEPS_MAX 60 // of an iteration; they mostly end after four or five
#define FAN 4        // parts of half of an arc that are looked at first
#define HALVINGS 24  // of such a part
#define PLAY 1e-6    // m: how much better a peak may be that is not looked for

// In float a short axis below 1/2000 of the long one is lost in the rounding of their squares, and the matrix may even have
// negative reaches, from which no search comes back. So mean / half - 1 is no less than this, as for polygons.
#define THINNEST 0x1p-21

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
    double half2 = k * k + l * l;
    if (mean * mean - half2 < 2.0 * THINNEST * half2) mean = (1.0 + THINNEST) * wi_dsqrt(half2);
    return (matrix){mean + along, across, mean - along, mean * mean - half2};
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

// The normals of an arc at which it is looked at first: two parts of less than half a turn, each cut in FAN.
typedef struct fan {
    probe at[2 * FAN + 1];
} fan;

static void open_fan(const pair *of, wi_dvec first, wi_dvec last, probe *at) {
    wi_dvec n[FAN + 1];
    n[0] = first;
    n[FAN] = last;
    for (int half = FAN / 2; half > 0; half /= 2)
        for (int i = half; i < FAN; i += 2 * half) n[i] = between(n[i - half], n[i + half]);
    for (int i = 0; i <= FAN; i++) at[i] = look(of, n[i]);
}

static fan fan_of(const pair *of, wi_dvec first, wi_dvec middle, wi_dvec last) {
    fan all;
    open_fan(of, first, middle, all.at);
    open_fan(of, middle, last, all.at + FAN);
    return all;
}

static bool has_peak(probe low, probe high) { return low.slope > 0.0 && high.slope < 0.0; }

static bool holds(probe low, probe high, wi_dvec n) { return wi_ddet(low.n, n) >= 0.0 && wi_ddet(n, high.n) >= 0.0; }

// What no normal between two exceeds, or one of the two does, for a `to` within the sum:
//
//     from .----. outline      The sum holds the chord between the points at which the two touch it. Whoever leaves it
//         /------\  chord       between them crosses the chord before.
//           to
static double most_between(probe low, probe high) {
    wi_dvec to_low = low.n * low.outside + wi_dleft(low.n) * low.slope,
            to_high = high.n * high.outside + wi_dleft(high.n) * high.slope;
    double chord = wi_dlength(to_high - to_low);
    return chord > 0.0 ? wi_ddet(to_high, to_low) / chord : low.outside;
}

// Peaks between two normals that are better than the best so far: halves, until none can be.
static void search_gap(const pair *of, probe low, probe high, int halvings, probe *best) {
    if (halvings == 0 || !(most_between(low, high) > best->outside + PLAY)) return;
    probe middle = look(of, between(low.n, high.n)), ends[3] = {low, middle, high};
    keep_better(best, middle);
    for (int i = 0; i < 2; i++) {
        if (has_peak(ends[i], ends[i + 1]) && !holds(ends[i], ends[i + 1], best->n))
            keep_better(best, climb(of, ends[i], ends[i + 1]));
        search_gap(of, ends[i], ends[i + 1], halvings - 1, best);
    }
}

// The best normal of an arc. From without there is one peak. From within there may be several, of which two may lie in
// one part of the fan.
static probe search_arc(const pair *of, const fan *all) {
    probe best = all->at[0];
    for (int i = 1; i <= 2 * FAN; i++) {
        keep_better(&best, all->at[i]);
        if (has_peak(all->at[i - 1], all->at[i])) keep_better(&best, climb(of, all->at[i - 1], all->at[i]));
    }
    for (int i = 1; i <= 2 * FAN && best.outside < 0.0; i++)
        search_gap(of, all->at[i - 1], all->at[i], HALVINGS, &best);
    return best;
}

// Over all normals. The reach is the same forwards and backwards, so the best points to the side of `to`.
static probe search_all(const pair *of) {
    wi_dvec forwards = wi_dunit(of->to, (wi_dvec){-1.0, 0.0});
    fan all = fan_of(of, wi_dright(forwards), forwards, wi_dleft(forwards));
    return search_arc(of, &all);
}

static wi_dvec normal_at(double s) { return wi_dunit((wi_dvec){-1.0, s}, (wi_dvec){-1.0, 0.0}); }

static probe search_cone(const pair *of, double middle) {
    // Counter-clockwise is towards less s.
    fan all = fan_of(of, normal_at(arc_end(of, middle, 1.0)), normal_at(middle), normal_at(arc_end(of, middle, -1.0)));
    return search_arc(of, &all);
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
