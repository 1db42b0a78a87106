#include "steer/velocity_obstacle.h"

#include <math.h>

// Ties between normals are settled by order, not by rounding.
#define TIE 1e-12

static uint32_t next_corner(const wi_vo *vo, uint32_t k) { return k + 1 < vo->corner_count ? k + 1 : 0; }
static uint32_t previous_corner(const wi_vo *vo, uint32_t k) { return (k > 0 ? k : vo->corner_count) - 1; }
static wi_dvec place_of(const wi_vo *vo, uint32_t k) { return vo->place[k < vo->place_count ? k : 0]; }

// True if n, of any length, points into the arc of normals.
static bool in_arc(const wi_vo *vo, wi_dvec n) {
    if (vo->contact == WI_OVERLAP) return true;
    return wi_ddet(vo->first, n) >= 0.0 && wi_ddet(n, vo->last) >= 0.0 && wi_ddot(n, vo->facing) >= 0.0;
}

// Making one -----------------------------------------------------------------------------------------------------------

// The normals of the two tangents from the origin to a disc at p that does not hold it. The left tangent is p turned
// counter-clockwise by the angle with sine R/|p|, and its normal is a quarter turn further; the right one its mirror.
static void disc_legs(wi_dvec p, double R, wi_dvec *first, wi_dvec *last) {
    double d2 = wi_ddot(p, p), leg = wi_dsqrt(d2 - R * R);
    wi_dvec along = p * (leg / d2), across = wi_dleft(p) * (R / d2);
    *first = wi_dleft(along + across);
    *last = wi_dright(along - across);
}

static void find_edge_normals(wi_vo *vo) {
    for (uint32_t k = 0; k < vo->corner_count; k++) {
        wi_dvec edge = vo->corner[next_corner(vo, k)] - vo->corner[k];
        vo->edge_normal[k] = wi_dunit(wi_dright(edge), (wi_dvec){0.0, 0.0});
    }
}

// Corners of the velocity set about `centre`.
static void place_corners(wi_vo *vo, wi_dvec centre, const wi_velocity_set *set) {
    vo->corner_count = set && set->corner_count ? set->corner_count : 1;
    vo->corner[0] = centre;
    if (vo->corner_count == 1) return;
    for (uint32_t k = 0; k < vo->corner_count; k++) vo->corner[k] = centre + wi_dvec_of(set->corner[k]);
    find_edge_normals(vo);
}

void wi_vo_disc(wi_vo *vo, wi_dvec p, double R, double tau, double dt, wi_dvec apex, const wi_velocity_set *set) {
    double d2 = wi_ddot(p, p);
    vo->contact = d2 >= R * R && d2 > 0.0 ? WI_APART : WI_OVERLAP;
    vo->place[0] = p;
    vo->place_count = 1;
    vo->reach = R;
    vo->spread = set ? (double)set->radius : 0.0;
    vo->horizon = vo->contact == WI_APART ? tau : dt;
    vo->radius = R / vo->horizon + vo->spread;
    vo->facing = wi_dunit(-p, (wi_dvec){1.0, 0.0});
    vo->first = vo->last = vo->facing;
    if (vo->contact == WI_APART) disc_legs(p, R, &vo->first, &vo->last);
    place_corners(vo, p / vo->horizon + apex, set);
}

// The normals that keep both ends of a wall at a distance: the common part of the arcs of its end discs.
static void wall_legs(wi_vo *vo, wi_dvec a, wi_dvec b) {
    wi_dvec first_b, last_b;
    disc_legs(a, vo->reach, &vo->first, &vo->last);
    disc_legs(b, vo->reach, &first_b, &last_b);
    if (wi_ddet(vo->first, first_b) > 0.0) vo->first = first_b;
    if (wi_ddet(last_b, vo->last) > 0.0) vo->last = last_b;
}

// As a disc about the nearest point, which is to be left within a time.
static void touch_wall(wi_vo *vo, wi_dvec nearest, double time) {
    vo->contact = WI_TOUCH;
    vo->first = vo->last = vo->facing;
    vo->place[0] = nearest;
    vo->place_count = 1;
    vo->horizon = time;
    vo->radius = vo->reach / time;
    vo->corner_count = 1;
    vo->corner[0] = nearest / time;
}

void wi_vo_wall(wi_vo *vo, wi_dvec a, wi_dvec b, double R, double tau, double dt, double push) {
    wi_dvec along = b - a;
    double length2 = wi_ddot(along, along);
    double share = length2 > 0.0 ? -wi_ddot(a, along) / length2 : 0.0;
    wi_dvec nearest = a + along * (share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share);
    double d = wi_dlength(nearest);
    vo->place[0] = a;
    vo->place[1] = b;
    vo->place_count = 2;
    vo->reach = R;
    vo->spread = 0.0;
    vo->horizon = tau;
    vo->facing = wi_dunit(-nearest, wi_dunit(wi_dright(along), (wi_dvec){1.0, 0.0}));
    if (d < R || d == 0.0) {
        touch_wall(vo, nearest, push > 0.0 && R - d > push * dt ? (R - d) / push : dt);
        return;
    }
    vo->contact = WI_APART;
    vo->radius = R / tau;
    vo->corner_count = length2 > 0.0 ? 2 : 1;
    vo->corner[0] = a / tau;
    vo->corner[1] = b / tau;
    wall_legs(vo, a, b);
    find_edge_normals(vo);
}

wend_vec wi_vo_part(wend_vec p, uint64_t serial_a, uint64_t serial_b) {
    if (p.x != 0.0f || p.y != 0.0f) return p;
    return wi_vec(serial_a < serial_b ? 1e-4f : -1e-4f, 0.0f);
}

// Distance and membership ----------------------------------------------------------------------------------------------

typedef struct support {
    wi_dvec normal;
    double distance;
} support;

// F for one normal, and the better of this and the best before.
static void try_normal(const wi_vo *vo, wi_dvec w, wi_dvec n, support *best) {
    double least = wi_ddot(n, w - vo->corner[0]);
    for (uint32_t k = 1; k < vo->corner_count; k++) {
        double along = wi_ddot(n, w - vo->corner[k]);
        if (along < least) least = along;
    }
    if (least - vo->radius > best->distance + TIE) *best = (support){n, least - vo->radius};
}

// On the arc F is n.(w - c) - radius for the corner c that supports n. So it is largest where n points from a corner to
// w, where the corner changes (the normals of edges), or at an end (the legs). Trying others does no harm.
double wi_vo_distance(const wi_vo *vo, wi_dvec w, wi_dvec *normal) {
    support best = {vo->facing, -INFINITY};
    for (uint32_t k = 0; k < vo->corner_count; k++) {
        wi_dvec n = wi_dunit(w - vo->corner[k], vo->facing);
        if (in_arc(vo, n)) try_normal(vo, w, n, &best);
    }
    for (uint32_t k = 0; k < vo->corner_count && vo->corner_count > 1; k++) {
        wi_dvec n = vo->edge_normal[k];
        if (wi_ddot(n, n) > 0.5 && in_arc(vo, n)) try_normal(vo, w, n, &best);
    }
    if (vo->contact != WI_OVERLAP) {
        try_normal(vo, w, vo->first, &best);
        try_normal(vo, w, vo->last, &best);
    }
    if (normal) *normal = best.normal;
    return best.distance;
}

bool wi_vo_inside(const wi_vo *vo, wi_dvec w, double tolerance) {
    if (vo->corner_count > 1) return wi_vo_distance(vo, w, NULL) < -tolerance;
    wi_dvec u = w - vo->corner[0];
    double radius = vo->radius - tolerance;
    if (vo->contact != WI_OVERLAP) {
        if (wi_ddot(vo->first, u) >= radius || wi_ddot(vo->last, u) >= radius) return false;
    }
    return !in_arc(vo, u) || (radius > 0.0 && wi_ddot(u, u) < radius * radius);
}

wi_halfplane wi_vo_plane(wend_vec p, float R, float tau, float dt, wend_vec w, const wi_velocity_set *set) {
    wi_vo vo;
    wi_dvec normal;
    wi_vo_disc(&vo, wi_dvec_of(p), (double)R, (double)tau, (double)dt, (wi_dvec){0.0, 0.0}, set);
    double distance = wi_vo_distance(&vo, wi_dvec_of(w), &normal);
    return (wi_halfplane){wi_dvec_float(normal), (float)distance};
}

// Time -----------------------------------------------------------------------------------------------------------------

// The velocity of corner k: what is left of it without the body's place.
static wi_dvec drift_of(const wi_vo *vo, uint32_t k) { return vo->corner[k] - place_of(vo, k) / vo->horizon; }

// The first t with |t u - p| = R + t e, for u relative to a corner: (p2 - R2) - 2 (u.p + R e) t + (u2 - e2) t2 = 0.
static double time_to_corner(const wi_vo *vo, uint32_t k, wi_dvec w) {
    wi_dvec u = w - drift_of(vo, k), p = place_of(vo, k);
    double apart = wi_ddot(p, p) - vo->reach * vo->reach;
    double closing = wi_ddot(u, p) + vo->reach * vo->spread;
    double speed2 = wi_ddot(u, u) - vo->spread * vo->spread;
    double root2 = closing * closing - apart * speed2;
    if (root2 < 0.0) return INFINITY;
    if (closing > 0.0) return apart / (closing + wi_dsqrt(root2));
    return speed2 < 0.0 ? (closing - wi_dsqrt(root2)) / speed2 : INFINITY;
}

// The time at which w meets the edge after corner k. With s = 1/t the edge lies at s place + drift, moved out by
// s R + e; the meeting counts if it lies between the ends of the edge.
static double time_to_edge(const wi_vo *vo, uint32_t k, wi_dvec w) {
    uint32_t next = next_corner(vo, k);
    wi_dvec n = vo->edge_normal[k];
    double away = wi_ddot(n, place_of(vo, k)) + vo->reach, speed = wi_ddot(n, w - drift_of(vo, k)) - vo->spread;
    if (away >= 0.0 || speed >= 0.0) return INFINITY;
    double s = speed / away;
    wi_dvec start = s * place_of(vo, k) + drift_of(vo, k), end = s * place_of(vo, next) + drift_of(vo, next);
    double along = wi_ddot(w - start, end - start);
    return along >= 0.0 && along <= wi_ddot(end - start, end - start) ? 1.0 / s : INFINITY;
}

// The last t with |t u - p| = R + t e: same equation, other root.
static double time_until_apart(const wi_vo *vo, wi_dvec w) {
    double longest = 0.0;
    for (uint32_t k = 0; k < vo->corner_count; k++) {
        wi_dvec u = w - drift_of(vo, k), p = place_of(vo, k);
        double overlap = vo->reach * vo->reach - wi_ddot(p, p);
        double closing = wi_ddot(u, p) + vo->reach * vo->spread;
        double speed2 = wi_ddot(u, u) - vo->spread * vo->spread;
        if (speed2 <= 0.0) return INFINITY;
        double t = (closing + wi_dsqrt(closing * closing + overlap * speed2)) / speed2;
        if (t > longest) longest = t;
    }
    return longest;
}

double wi_vo_depth(const wi_vo *vo, wi_dvec w, double time) {
    double deepest = -INFINITY;
    for (uint32_t k = 0; k < vo->corner_count; k++) {
        double closing = vo->spread - wi_ddot(vo->facing, w - drift_of(vo, k));
        double depth = wi_ddot(vo->facing, place_of(vo, k)) + vo->reach + time * closing;
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

// Straight.
static double time_until_off(const wi_vo *vo, wi_dvec w) {
    double overlap = wi_vo_depth(vo, w, 0.0), speed = overlap - wi_vo_depth(vo, w, 1.0);
    return speed > 0.0 ? overlap / speed : INFINITY;
}

double wi_vo_time(const wi_vo *vo, wi_dvec w) {
    if (vo->contact == WI_OVERLAP) return -time_until_apart(vo, w);
    if (vo->contact == WI_TOUCH) return -time_until_off(vo, w);
    double first = INFINITY;
    for (uint32_t k = 0; k < vo->corner_count; k++) {
        double corner = time_to_corner(vo, k, w), edge = vo->corner_count > 1 ? time_to_edge(vo, k, w) : INFINITY;
        if (corner < first) first = corner;
        if (edge < first) first = edge;
    }
    return first;
}

// Boundary -------------------------------------------------------------------------------------------------------------

// The ray that bounds the obstacle on the side of n: it starts at the foremost of the corners that support n.
static void leg(const wi_vo *vo, wi_dvec n, wi_dvec direction, wi_piece *piece) {
    wi_dvec start = vo->corner[0];
    for (uint32_t k = 1; k < vo->corner_count; k++) {
        double more = wi_ddot(n, vo->corner[k] - start);
        bool level = more > -TIE && more < TIE;
        if (more >= TIE || (level && wi_ddot(direction, vo->corner[k] - start) < 0.0)) start = vo->corner[k];
    }
    *piece = (wi_piece){.origin = start + vo->radius * n, .direction = direction, .extent = INFINITY};
}

// The normals that corner k supports, cut to the arc; false if none are left.
static bool corner_arc(const wi_vo *vo, uint32_t k, wi_piece *piece) {
    piece->whole = vo->contact == WI_OVERLAP && vo->corner_count == 1;
    piece->from = vo->first;
    piece->to = vo->last;
    if (vo->corner_count == 1) return true;
    wi_dvec before = vo->edge_normal[previous_corner(vo, k)], after = vo->edge_normal[k];
    bool before_in = in_arc(vo, before), after_in = in_arc(vo, after);
    if (before_in) piece->from = before;
    if (after_in) piece->to = after;
    return before_in || after_in || (wi_ddet(before, vo->first) >= 0.0 && wi_ddet(vo->first, after) >= 0.0);
}

static bool edge(const wi_vo *vo, uint32_t k, wi_piece *piece) {
    wi_dvec n = vo->edge_normal[k], start = vo->corner[k] + vo->radius * n;
    double length = wi_dlength(vo->corner[next_corner(vo, k)] - vo->corner[k]);
    *piece = (wi_piece){.origin = start, .direction = wi_dleft(n), .extent = length};
    return length > 0.0 && in_arc(vo, n);
}

bool wi_vo_piece(const wi_vo *vo, uint32_t number, wi_piece *piece) {
    if (number < 2) {
        if (vo->contact == WI_OVERLAP) return false;
        if (number == 0)
            leg(vo, vo->first, wi_dright(vo->first), piece);
        else
            leg(vo, vo->last, wi_dleft(vo->last), piece);
        return true;
    }
    uint32_t k = (number - 2) / 2;
    if (k >= vo->corner_count) return false;
    if (number % 2 == 1) return vo->corner_count > 1 && edge(vo, k, piece);
    *piece = (wi_piece){.round = true, .origin = vo->corner[k], .extent = vo->radius};
    return corner_arc(vo, k, piece);
}
