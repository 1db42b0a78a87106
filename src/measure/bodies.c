#include "measure/bodies.h"

#include "base/angle.h"
#include "measure/approach.h"
#include "sense/shape_fine.h"

#include <math.h>

#define STEPS 24         // each leaves 0.618 of a piece of the way: after these, 1e-5 of it
#define PIECE_TURN 0.1   // rad: bodies that turn no farther are nearly as those that do not
#define HEADING_MOST 1e4 // rad: what is larger says nothing
#define TOUCH 2e-9       // m: what is nearer to touching does
#define ADVANCES 100

static bool sized(const wi_spot *spot) { return spot->half_length > 0.0f && spot->half_width > 0.0f; }

static bool told(double heading) { return fabs(heading) <= HEADING_MOST; }

// As recorded, else the way it walks.
static wend_vec heading_of(const wi_leg *leg) {
    float heading = leg->spot->heading;
    if (told((double)heading)) return (wend_vec){wend_cos(heading), wend_sin(heading)};
    double speed = hypot(leg->vx, leg->vy);
    if (!(speed > 0.0)) return (wend_vec){1.0f, 0.0f};
    return (wend_vec){(float)(leg->vx / speed), (float)(leg->vy / speed)};
}

static double turned_on(const wi_leg *leg) {
    double heading = (double)leg->spot->heading;
    if (leg->fresh || !told(heading) || !told(leg->from_heading)) return 0.0;
    return remainder(heading - leg->from_heading, 2.0 * WI_PI);
}

static wi_body disc_of(double radius) {
    return (wi_body){{WEND_DISC, {0.0f, 0.0f}, {1.0f, 0.0f}, (float)radius, (float)radius}, radius, 0.0};
}

wi_body wi_body_of(const wi_leg *leg, const wi_measure_options *options) {
    const wi_spot *spot = leg->spot;
    if (options->discs || !options->profile_shape || spot->profile >= options->profile_count || !sized(spot))
        return disc_of(leg->radius);
    wend_shape shape = {options->profile_shape[spot->profile], spot->half_length, spot->half_width};
    double radius = (double)wi_shape_radius(shape);
    if (wi_outline_is_disc(shape.kind, shape.half_length, shape.half_width)) return disc_of(radius);
    return (wi_body){.outline = {shape.kind, {0.0f, 0.0f}, heading_of(leg), shape.half_length, shape.half_width},
                     .radius = radius,
                     .turned = turned_on(leg)};
}

// For discs there are formulas, which lose nothing to rounding.
static bool are_discs(const wi_body *a, const wi_body *b) {
    return a->outline.kind == WEND_DISC && b->outline.kind == WEND_DISC;
}

double wi_bodies_depth(const wi_body *a, const wi_body *b, double x, double y) {
    if (are_discs(a, b)) return a->radius + b->radius - sqrt(x * x + y * y);
    wi_outline there = b->outline;
    there.at = (wend_vec){(float)x, (float)y};
    return -(double)wi_outline_gap(&a->outline, &there);
}

// In passing -----------------------------------------------------------------------------------------------------------

// The one sees the other on a segment; its nearest point to the origin is the answer.
static double nearest(const double from[2], const double to[2]) {
    double along_x = to[0] - from[0], along_y = to[1] - from[1];
    double square = along_x * along_x + along_y * along_y;
    double share = square > 0.0 ? -(from[0] * along_x + from[1] * along_y) / square : 0.0;
    share = fmin(fmax(share, 0.0), 1.0);
    return hypot(from[0] + share * along_x, from[1] + share * along_y);
}

typedef struct meeting {
    const wi_body *a, *b;
    const double *from, *to;
} meeting;

static wi_body turned_back(const wi_body *body, double share) {
    wi_body then = *body;
    if (body->turned == 0.0) return then;
    float back = (float)(-share * body->turned), c = wend_cos(back), s = wend_sin(back);
    wend_vec end = body->outline.heading;
    then.outline.heading = (wend_vec){c * end.x - s * end.y, s * end.x + c * end.y};
    return then;
}

static double depth_at(const meeting *of, double share) {
    wi_body a = turned_back(of->a, 1.0 - share), b = turned_back(of->b, 1.0 - share);
    return wi_bodies_depth(&a, &b, of->from[0] + share * (of->to[0] - of->from[0]),
                           of->from[1] + share * (of->to[1] - of->from[1]));
}

// Outlines are convex, so while they do not turn their signed gap is a convex function of place: golden section finds
// where it is least.
static double deepest_in(const meeting *of, double low, double high) {
    const double golden = 0.6180339887498949;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double depth_left = depth_at(of, left), depth_right = depth_at(of, right);
    double deepest = fmax(depth_at(of, low), depth_at(of, high));
    for (uint32_t i = 0; i < STEPS; i++) {
        deepest = fmax(deepest, fmax(depth_left, depth_right));
        if (depth_left > depth_right) {
            high = right, right = left, depth_right = depth_left;
            left = high - golden * (high - low);
            depth_left = depth_at(of, left);
        } else {
            low = left, left = right, depth_left = depth_right;
            right = low + golden * (high - low);
            depth_right = depth_at(of, right);
        }
    }
    return fmax(deepest, fmax(depth_left, depth_right));
}

// No point of b moves farther than this as seen from a, and so no depth changes by more.
static double farthest_moved(const meeting *of) {
    return hypot(of->to[0] - of->from[0], of->to[1] - of->from[1]) + fabs(of->a->turned) * of->a->radius +
           fabs(of->b->turned) * of->b->radius;
}

double wi_bodies_overlap(const wi_body *a, const wi_body *b, const double from[2], const double to[2]) {
    if (are_discs(a, b)) return a->radius + b->radius - nearest(from, to);
    const meeting of = {a, b, from, to};
    uint32_t pieces = 1 + (uint32_t)((fabs(a->turned) + fabs(b->turned)) / PIECE_TURN);
    double moved = farthest_moved(&of) / pieces, deepest = depth_at(&of, 1.0);
    for (uint32_t i = 0; i < pieces; i++) {
        double low = (double)i / pieces, high = (double)(i + 1) / pieces;
        bool may_be_deeper = depth_at(&of, 0.5 * (low + high)) + 0.5 * moved > fmax(deepest, 0.0);
        if (may_be_deeper) deepest = fmax(deepest, deepest_in(&of, low, high));
    }
    return deepest;
}

// Until a time ---------------------------------------------------------------------------------------------------------

typedef struct approach {
    const wi_body *a, *b;
    const double *place, *velocity;
    double depth, until;
} approach;

// The gap is convex in time, and the direction in which it lies bounds it from below by a straight line: to go on to
// where that line meets the depth is Newton's method, and never passes the first such time.
static double advance(const approach *of, double time) {
    const double *v = of->velocity;
    for (uint32_t i = 0; i < ADVANCES && time < of->until; i++) {
        const double p[2] = {of->place[0] + time * v[0], of->place[1] + time * v[1]};
        double n[2], left = wi_outline_gap_fine(&of->a->outline, &of->b->outline, p, n) + of->depth;
        double closing = -(n[0] * v[0] + n[1] * v[1]);
        if (left < -TOUCH) return time;
        if (!(closing > 0.0)) return (double)INFINITY;
        if (left <= TOUCH) return time;
        time += left / closing;
    }
    return time < of->until ? time : (double)INFINITY;
}

// The discs around bodies overlap before these do and at least as deeply, so that most pairs need no closer look.
double wi_bodies_time(const wi_body *a, const wi_body *b, const double place[2], const double velocity[2], double depth,
                      double until) {
    const double rough = 1e-4; // m: more than the tolerance of wi_outline_gap
    double reach = fmax(0.0, a->radius + b->radius - depth);
    double time = wi_time_to_collision(place[0], place[1], velocity[0], velocity[1], reach);
    if (are_discs(a, b)) return time < until ? time : (double)INFINITY;
    if (time == 0.0 && wi_bodies_depth(a, b, place[0], place[1]) > depth + rough) return 0.0;
    return advance(&(approach){a, b, place, velocity, depth, until}, time);
}
