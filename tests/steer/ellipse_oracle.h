// Two ellipses, slow and obvious, in double. Nothing here uses support functions but the dense search at the end: points
// nearest on an ellipse come from its equation, and contact from the affine map that makes one of the two a unit disc.
#ifndef ELLIPSE_ORACLE_H
#define ELLIPSE_ORACLE_H

#include "steer/velocity_obstacle.h"

#include <math.h>

#define ORACLE_PI 3.14159265358979323846

// Semi-axes along a heading (a unit vector) and across it.
typedef struct oracle_body {
    double along, across;
    wi_dvec heading;
} oracle_body;

// a's coordinates in the frame of a heading, and back.
static inline wi_dvec oracle_into(wi_dvec a, wi_dvec heading) {
    return (wi_dvec){wi_ddot(heading, a), wi_ddet(heading, a)};
}
static inline wi_dvec oracle_out_of(wi_dvec a, wi_dvec heading) { return heading * a[0] + wi_dleft(heading) * a[1]; }

static inline wi_dvec oracle_boundary(oracle_body e, double parameter) {
    return oracle_out_of((wi_dvec){e.along * cos(parameter), e.across * sin(parameter)}, e.heading);
}

// The point of x2/a2 + y2/b2 = 1 nearest to q in the first quadrant, a >= b. It is (a2 x/(t + a2), b2 y/(t + b2)) for the
// largest root t of (a x/(t + a2))2 + (b y/(t + b2))2 = 1, whose left side falls and is convex.
static inline wi_dvec oracle_nearest_in_quadrant(double a, double b, wi_dvec q) {
    if (q[1] < 1e-12 * b) { // on the long axis; near the middle the nearest point lies off it
        double x = a - b > 1e-12 * a ? fmin(a, a * a * q[0] / (a * a - b * b)) : a;
        return (wi_dvec){x, b * sqrt(fmax(0.0, 1.0 - x * x / (a * a)))};
    }
    double t = fmax(-b * b + b * q[1], -a * a + a * q[0]);
    for (int i = 0; i < 100; i++) {
        double x = a * q[0] / (t + a * a), y = b * q[1] / (t + b * b);
        double by = (x * x + y * y - 1.0) / (2.0 * (x * x / (t + a * a) + y * y / (t + b * b)));
        t += by;
        if (!(by > 1e-15 * (fabs(t) + b * b))) break;
    }
    return (wi_dvec){a * a * q[0] / (t + a * a), b * b * q[1] / (t + b * b)};
}

// The point of the outline nearest to q; the ellipse lies about 0.
static inline wi_dvec oracle_nearest(oracle_body e, wi_dvec q) {
    wi_dvec seen = oracle_into(q, e.heading), size = {fabs(seen[0]), fabs(seen[1])};
    bool upright = e.along < e.across;
    if (upright) size = (wi_dvec){size[1], size[0]};
    wi_dvec at = oracle_nearest_in_quadrant(fmax(e.along, e.across), fmin(e.along, e.across), size);
    if (upright) at = (wi_dvec){at[1], at[0]};
    return oracle_out_of((wi_dvec){copysign(at[0], seen[0]), copysign(at[1], seen[1])}, e.heading);
}

static inline bool oracle_holds(oracle_body e, wi_dvec q) {
    wi_dvec seen = oracle_into(q, e.heading);
    return seen[0] * seen[0] / (e.along * e.along) + seen[1] * seen[1] / (e.across * e.across) < 1.0;
}

// Negative inside.
static inline double oracle_distance_to(oracle_body e, wi_dvec q) {
    double distance = wi_dlength(q - oracle_nearest(e, q));
    return oracle_holds(e, q) ? -distance : distance;
}

// b as it looks where a is the unit disc, and that map for points.
typedef struct oracle_frame {
    oracle_body a, b;
} oracle_frame;

static inline wi_dvec oracle_map(oracle_body a, wi_dvec q) {
    wi_dvec seen = oracle_into(q, a.heading);
    return (wi_dvec){seen[0] / a.along, seen[1] / a.across};
}

// The image of b is { u cos t + v sin t }; its axes lie where that is longest and shortest.
static inline oracle_frame oracle_frame_of(oracle_body a, oracle_body b) {
    wi_dvec u = oracle_map(a, b.along * b.heading), v = oracle_map(a, b.across * wi_dleft(b.heading));
    double t = 0.5 * atan2(2.0 * wi_ddot(u, v), wi_ddot(u, u) - wi_ddot(v, v));
    wi_dvec one = u * cos(t) + v * sin(t), other = v * cos(t) - u * sin(t);
    return (oracle_frame){a, {wi_dlength(one), wi_dlength(other), wi_dunit(one, (wi_dvec){1.0, 0.0})}};
}

// How far the unit disc is from b, p leading from a to b; in units of that frame, negative where they overlap.
static inline double oracle_clearance(const oracle_frame *frame, wi_dvec p) {
    return oracle_distance_to(frame->b, -oracle_map(frame->a, p)) - 1.0;
}

// The same at the closest while a moves with w for so long, and when that is. The distance from a convex body is a convex
// function along a line.
static inline double oracle_closest(const oracle_frame *frame, wi_dvec p, wi_dvec w, double duration, double *when) {
    double low = 0.0, high = duration;
    const double golden = 0.61803398874989485;
    double t1 = high - golden * (high - low), t2 = low + golden * (high - low);
    double f1 = oracle_clearance(frame, p - t1 * w), f2 = oracle_clearance(frame, p - t2 * w);
    for (int i = 0; i < 45; i++) {
        if (f1 < f2) {
            high = t2, t2 = t1, f2 = f1, t1 = high - golden * (high - low);
            f1 = oracle_clearance(frame, p - t1 * w);
        } else {
            low = t1, t1 = t2, f1 = f2, t2 = low + golden * (high - low);
            f2 = oracle_clearance(frame, p - t2 * w);
        }
    }
    *when = 0.5 * (low + high);
    double end = oracle_clearance(frame, p - duration * w), least = oracle_clearance(frame, p - *when * w);
    if (end < least) *when = duration;
    return fmin(end, least);
}

// The time at which two that are apart first touch, INFINITY if not within the duration.
static inline double oracle_first_touch(const oracle_frame *frame, wi_dvec p, wi_dvec w, double duration) {
    double high, low = 0.0;
    if (oracle_closest(frame, p, w, duration, &high) > 0.0) return INFINITY;
    for (int i = 0; i < 60; i++) {
        double t = 0.5 * (low + high);
        if (oracle_clearance(frame, p - t * w) > 0.0)
            low = t;
        else
            high = t;
    }
    return low;
}

// The distance of two that are apart: the point of either outline nearest to the other's, in turns.
static inline double oracle_gap(oracle_body a, oracle_body b, wi_dvec p) {
    wi_dvec on_a = oracle_nearest(a, p), on_b = p;
    double before = INFINITY;
    for (int i = 0; i < 100000; i++) {
        on_b = p + oracle_nearest(b, on_a - p);
        on_a = oracle_nearest(a, on_b);
        double gap = wi_dlength(on_b - on_a);
        if (before - gap < 1e-14) break;
        before = gap;
    }
    return wi_dlength(on_b - on_a);
}

// The best half-plane by trying many normals -----------------------------------------------------------------------------

typedef struct oracle_pair {
    oracle_body a, b;
    wi_dvec p, w;
    double time;  // horizon, or step where they overlap
    double axis;  // angle from b to a
    double first; // of the normals, as angles from the axis, and the last
    double last;
} oracle_pair;

static inline double oracle_reach(oracle_body e, wi_dvec n) {
    wi_dvec seen = oracle_into(n, e.heading);
    return sqrt(e.along * e.along * seen[0] * seen[0] + e.across * e.across * seen[1] * seen[1]);
}

static inline wi_dvec oracle_normal(const oracle_pair *of, double angle) {
    return (wi_dvec){cos(of->axis + angle), sin(of->axis + angle)};
}

static inline double oracle_g(const oracle_pair *of, double angle) {
    wi_dvec n = oracle_normal(of, angle);
    return wi_ddot(n, of->p) + oracle_reach(of->a, n) + oracle_reach(of->b, n);
}

static inline double oracle_f(const oracle_pair *of, double angle) {
    return wi_ddot(oracle_normal(of, angle), of->w) - oracle_g(of, angle) / of->time;
}

// g over the cosine of the angle falls and rises once within a quarter turn to either side.
static inline double oracle_deepest(const oracle_pair *of) {
    double low = -0.5 * ORACLE_PI + 1e-9, high = -low;
    for (int i = 0; i < 100; i++) {
        double one = low + (high - low) / 3.0, other = high - (high - low) / 3.0;
        if (oracle_g(of, one) / cos(one) < oracle_g(of, other) / cos(other))
            high = other;
        else
            low = one;
    }
    return 0.5 * (low + high);
}

static inline double oracle_end(const oracle_pair *of, double inside, double outside) {
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (inside + outside);
        if (oracle_g(of, middle) <= 0.0)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

static inline double oracle_peak(const oracle_pair *of, double low, double high) {
    for (int i = 0; i < 50; i++) {
        double one = low + (high - low) / 3.0, other = high - (high - low) / 3.0;
        if (oracle_f(of, one) > oracle_f(of, other))
            high = other;
        else
            low = one;
    }
    return oracle_f(of, 0.5 * (low + high));
}

// The pair with its arc of normals; true if the two overlap.
static inline bool oracle_arc(oracle_pair *of, double horizon, double step) {
    of->axis = atan2(-of->p[1], -of->p[0]);
    double deepest = oracle_deepest(of);
    bool overlap = oracle_g(of, deepest) > 0.0;
    of->time = overlap ? step : horizon;
    of->first = overlap ? -ORACLE_PI : oracle_end(of, deepest, -0.5 * ORACLE_PI);
    of->last = overlap ? ORACLE_PI : oracle_end(of, deepest, 0.5 * ORACLE_PI);
    return overlap;
}

// The largest F over the arc.
static inline double oracle_best(const oracle_pair *of) {
    enum { SAMPLES = 240 };
    double width = (of->last - of->first) / SAMPLES, f[SAMPLES + 1], best = -INFINITY;
    for (int i = 0; i <= SAMPLES; i++) best = fmax(best, f[i] = oracle_f(of, of->first + i * width));
    for (int i = 0; i <= SAMPLES; i++) {
        bool peak = (i == 0 || f[i] >= f[i - 1]) && (i == SAMPLES || f[i] >= f[i + 1]);
        if (!peak) continue;
        double low = of->first + (i > 0 ? i - 1 : 0) * width;
        double high = of->first + (i < SAMPLES ? i + 1 : SAMPLES) * width;
        best = fmax(best, oracle_peak(of, low, high));
    }
    return best;
}

#endif
