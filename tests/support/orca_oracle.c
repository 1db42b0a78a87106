#include "support/orca_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

void oracle_fail(void) { fail(); }

void oracle_require(wend_result result, const wend_error *error, const char *what) {
    oracle_check(result == WEND_OK, "%s: result %d, %s", what, (int)result, error->text);
}

double oracle_rounded(double a) {
    volatile float rounded = (float)a;
    return (double)rounded;
}

oracle_vec oracle_rounded_vec(oracle_vec a) { return oracle_at(oracle_rounded(a.x), oracle_rounded(a.y)); }

double oracle_length(oracle_vec a) { return hypot(a.x, a.y); }
double oracle_distance(oracle_vec a, oracle_vec b) { return oracle_length(oracle_sub(a, b)); }

oracle_vec oracle_unit(oracle_vec a) {
    double length = oracle_length(a);
    return length > 0.0 ? oracle_scale(1.0 / length, a) : oracle_at(1.0, 0.0);
}

oracle_vec oracle_polar(double length, double angle) { return oracle_at(length * cos(angle), length * sin(angle)); }

oracle_vec oracle_turned(oracle_vec a, double angle) {
    return oracle_at(cos(angle) * a.x - sin(angle) * a.y, sin(angle) * a.x + cos(angle) * a.y);
}

static uint64_t random_next(oracle_random *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double oracle_uniform(oracle_random *random, double low, double high) {
    return low + (high - low) * ((double)(random_next(random) >> 11) * 0x1p-53);
}

uint32_t oracle_below(oracle_random *random, uint32_t count) { return (uint32_t)(random_next(random) % count); }

oracle_vec oracle_in_disc(oracle_random *random, double radius) {
    double angle = oracle_uniform(random, -pi, pi);
    return oracle_polar(radius * sqrt(oracle_uniform(random, 0.0, 1.0)), angle);
}

// Obstacles in velocity space --------------------------------------------------------------------------------------

// Keeps the nearest of the candidates.
static void nearest_try(oracle_nearest *best, oracle_vec point, oracle_vec normal, oracle_vec w) {
    if (oracle_distance(point, w) < oracle_distance(best->point, w)) *best = (oracle_nearest){point, normal, INFINITY};
}

static oracle_nearest cone_circle(oracle_vec centre, double radius, oracle_vec towards, oracle_vec w) {
    oracle_vec out = oracle_sub(w, centre);
    oracle_vec normal = oracle_length(out) > 0.0 ? oracle_unit(out) : towards;
    return (oracle_nearest){oracle_add(centre, oracle_scale(radius, normal)), normal, INFINITY};
}

oracle_nearest oracle_cone(oracle_vec p, double radius, double horizon, oracle_vec w) {
    oracle_vec centre = oracle_scale(1.0 / horizon, p);
    oracle_vec axis = oracle_unit(p), back = oracle_scale(-1.0, axis);
    oracle_nearest arc = cone_circle(centre, radius / horizon, back, w);
    double distance = oracle_length(p);
    if (distance <= radius) return arc;

    double tilt = asin(radius / distance);
    double start = sqrt((distance - radius) * (distance + radius)) / horizon;
    oracle_nearest best = {oracle_at(INFINITY, INFINITY), back, INFINITY}, leg[2];
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? 1.0 : -1.0; // the left leg, then the right one
        oracle_vec along = oracle_turned(axis, sign * tilt);
        oracle_vec point = oracle_scale(fmax(start, oracle_dot(w, along)), along);
        leg[side] = (oracle_nearest){point, oracle_scale(sign, oracle_left(along)), INFINITY};
        nearest_try(&best, point, leg[side].normal, w);
    }
    double margin = fabs(oracle_distance(leg[0].point, w) - oracle_distance(leg[1].point, w));
    best.margin = margin;
    if (oracle_dot(arc.normal, back) >= radius / distance) nearest_try(&best, arc.point, arc.normal, w);
    return best;
}

// A thickened hull over a horizon, widened: h(n) = (max n.point + radius) / horizon + max n.corner + spread radius.
typedef struct hull_form {
    const oracle_vec *point;
    uint32_t count;
    double radius, horizon;
    const oracle_spread *spread;
    bool apart; // the origin is outside, so that normals are limited by the legs
    oracle_vec w;
} hull_form;

enum { HULL_NORMALS = 64 };

typedef struct normals {
    oracle_vec normal[HULL_NORMALS];
    uint32_t count;
} normals;

static double hull_reach(const oracle_vec *point, uint32_t count, oracle_vec n) {
    double most = count == 0 ? 0.0 : -INFINITY;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, oracle_dot(n, point[i]));
    return most;
}

// n.w - h(n), or -INFINITY where n is no normal of the obstacle.
static double hull_beyond(const hull_form *hull, oracle_vec n) {
    double front = hull_reach(hull->point, hull->count, n) + hull->radius;
    if (hull->apart && front > 1e-12) return -INFINITY;
    double spread = hull_reach(hull->spread->corner, hull->spread->corner_count, n) + hull->spread->radius;
    return oracle_dot(n, hull->w) - front / hull->horizon - spread;
}

static void normals_add(normals *list, oracle_vec n) {
    if (list->count < HULL_NORMALS && oracle_length(n) > 0.0) list->normal[list->count++] = oracle_unit(n);
}

// Across every edge of a polygon or piece, both ways.
static void normals_add_edges(normals *list, const oracle_vec *point, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        oracle_vec across = oracle_left(oracle_sub(point[(i + 1) % count], point[i]));
        normals_add(list, across);
        normals_add(list, oracle_scale(-1.0, across));
    }
}

// The legs: lines through the origin that touch a thickened corner.
static void normals_add_legs(normals *list, const hull_form *hull) {
    for (uint32_t i = 0; i < hull->count && hull->apart; i++) {
        double distance = oracle_length(hull->point[i]);
        double widest = acos(hull->radius / distance);
        oracle_vec back = oracle_scale(-1.0, hull->point[i]);
        normals_add(list, oracle_turned(back, widest));
        normals_add(list, oracle_turned(back, -widest));
    }
}

// From every corner of the obstacle to w.
static void normals_add_corners(normals *list, const hull_form *hull) {
    uint32_t corners = hull->spread->corner_count;
    for (uint32_t i = 0; i < hull->count; i++) {
        oracle_vec from = oracle_sub(hull->w, oracle_scale(1.0 / hull->horizon, hull->point[i]));
        for (uint32_t j = 0; j < (corners == 0 ? 1 : corners); j++)
            normals_add(list, corners == 0 ? from : oracle_sub(from, hull->spread->corner[j]));
        normals_add(list, oracle_scale(-1.0, hull->point[i]));
    }
}

static bool hull_is_apart(const hull_form *hull) {
    if (hull->count == 1) return oracle_length(hull->point[0]) > hull->radius;
    double distance = INFINITY;
    for (uint32_t i = 0; i < hull->count; i++)
        distance = fmin(distance,
                        oracle_wall_distance(oracle_at(0.0, 0.0), hull->point[i], hull->point[(i + 1) % hull->count]));
    return distance > hull->radius;
}

oracle_nearest oracle_hull(const oracle_vec *point, uint32_t count, double radius, double horizon,
                           const oracle_spread *spread, oracle_vec w) {
    static const oracle_spread none;
    hull_form hull = {point, count, radius, horizon, spread != NULL ? spread : &none, false, w};
    hull.apart = hull_is_apart(&hull);
    normals list = {.count = 0};
    normals_add_corners(&list, &hull);
    normals_add_legs(&list, &hull);
    normals_add_edges(&list, point, count);
    normals_add_edges(&list, hull.spread->corner, hull.spread->corner_count);

    double best = -INFINITY, second = -INFINITY;
    oracle_vec normal = oracle_at(1.0, 0.0);
    for (uint32_t i = 0; i < list.count; i++) {
        double beyond = hull_beyond(&hull, list.normal[i]);
        if (beyond > best) best = beyond, normal = list.normal[i];
    }
    for (uint32_t i = 0; i < list.count; i++)
        if (oracle_dot(list.normal[i], normal) < 0.995) second = fmax(second, hull_beyond(&hull, list.normal[i]));
    return (oracle_nearest){oracle_sub(w, oracle_scale(best, normal)), normal, best - second};
}

double oracle_closest_approach(oracle_vec from, oracle_vec v, double time) {
    double speed2 = oracle_dot(v, v);
    double t = speed2 > 0.0 ? -oracle_dot(from, v) / speed2 : 0.0;
    return oracle_length(oracle_add(from, oracle_scale(fmin(fmax(t, 0.0), time), v)));
}

double oracle_wall_distance(oracle_vec at, oracle_vec a, oracle_vec b) {
    oracle_vec along = oracle_sub(b, a);
    double length2 = oracle_dot(along, along);
    double share = length2 > 0.0 ? oracle_dot(oracle_sub(at, a), along) / length2 : 0.0;
    return oracle_distance(at, oracle_add(a, oracle_scale(fmin(fmax(share, 0.0), 1.0), along)));
}

// The programme --------------------------------------------------------------------------------------------------------

// What candidates may be outside by: they are vertices computed in double.
static const double vertex_rounding = 1e-9;

void oracle_programme_add(oracle_programme *programme, oracle_plane plane) {
    oracle_check(programme->plane_count < ORACLE_PLANES, "too many planes for the oracle");
    programme->plane[programme->plane_count++] = plane;
}

double oracle_violation(const oracle_programme *programme, bool hard, oracle_vec v) {
    double worst = -INFINITY;
    for (uint32_t i = 0; i < programme->plane_count; i++) {
        const oracle_plane *plane = &programme->plane[i];
        if (plane->hard == hard) worst = fmax(worst, plane->at - oracle_dot(plane->n, v));
    }
    return worst;
}

static bool in_discs(const oracle_programme *programme, oracle_vec v) {
    for (uint32_t i = 0; i < programme->disc_count; i++) {
        const oracle_disc *disc = &programme->disc[i];
        if (oracle_distance(v, disc->centre) > disc->radius + vertex_rounding) return false;
    }
    return true;
}

// A line n.v = at. Planes have one each, and so have two planes that are violated alike.
typedef struct line {
    oracle_vec n;
    double at;
} line;

static bool line_cross(line a, line b, oracle_vec *v) {
    double det = oracle_det(a.n, b.n);
    if (fabs(det) < 1e-14) return false;
    *v = oracle_at((a.at * b.n.y - b.at * a.n.y) / det, (b.at * a.n.x - a.at * b.n.x) / det);
    return true;
}

static uint32_t line_circle(line a, const oracle_disc *disc, oracle_vec v[2]) {
    double length = oracle_length(a.n);
    if (length < 1e-14) return 0;
    oracle_vec n = oracle_scale(1.0 / length, a.n);
    double off = a.at / length - oracle_dot(n, disc->centre);
    double half2 = disc->radius * disc->radius - off * off;
    if (half2 < 0.0) return 0;
    oracle_vec foot = oracle_add(disc->centre, oracle_scale(off, n));
    oracle_vec along = oracle_scale(sqrt(half2), oracle_left(n));
    v[0] = oracle_add(foot, along);
    v[1] = oracle_sub(foot, along);
    return 2;
}

// The line through the points that two circles share.
static line circles_chord(const oracle_disc *a, const oracle_disc *b) {
    double a2 = oracle_dot(a->centre, a->centre) - a->radius * a->radius;
    double b2 = oracle_dot(b->centre, b->centre) - b->radius * b->radius;
    return (line){oracle_scale(2.0, oracle_sub(a->centre, b->centre)), a2 - b2};
}

typedef struct vertex_search {
    const oracle_programme *programme;
    double tightened; // of all planes (closest) or, negative, of the hard ones (least)
    bool closest;
    double best;
    oracle_vec at;
    bool found;
} vertex_search;

static void try_closest(vertex_search *search, oracle_vec v) {
    const oracle_programme *programme = search->programme;
    double distance = oracle_distance(v, programme->preferred);
    if (!(distance < search->best)) return;
    double worst = fmax(oracle_violation(programme, true, v), oracle_violation(programme, false, v));
    if (worst > vertex_rounding - search->tightened || !in_discs(programme, v)) return;
    search->best = distance, search->at = v, search->found = true;
}

static void try_least(vertex_search *search, oracle_vec v) {
    const oracle_programme *programme = search->programme;
    double violation = oracle_violation(programme, false, v);
    if (!(violation < search->best) || !in_discs(programme, v)) return;
    if (oracle_violation(programme, true, v) > vertex_rounding - search->tightened) return;
    search->best = violation, search->at = v, search->found = true;
}

static void try_point(vertex_search *search, oracle_vec v) {
    if (search->closest)
        try_closest(search, v);
    else
        try_least(search, v);
}

static void try_cross(vertex_search *search, line a, line b) {
    oracle_vec v;
    if (line_cross(a, b, &v)) try_point(search, v);
}

static void try_on_circles(vertex_search *search, line a) {
    oracle_vec v[2];
    for (uint32_t i = 0; i < search->programme->disc_count; i++) {
        uint32_t count = line_circle(a, &search->programme->disc[i], v);
        for (uint32_t j = 0; j < count; j++) try_point(search, v[j]);
    }
}

static line plane_line(const vertex_search *search, uint32_t i) {
    const oracle_plane *plane = &search->programme->plane[i];
    return (line){plane->n, plane->at + (plane->hard || search->closest ? search->tightened : 0.0)};
}

bool oracle_closest(const oracle_programme *programme, double tightened, oracle_vec *v) {
    vertex_search search = {programme, tightened, true, INFINITY, programme->preferred, false};
    try_point(&search, programme->preferred);
    for (uint32_t i = 0; i < programme->disc_count; i++) {
        const oracle_disc *disc = &programme->disc[i];
        oracle_vec out = oracle_unit(oracle_sub(programme->preferred, disc->centre));
        try_point(&search, oracle_add(disc->centre, oracle_scale(disc->radius, out)));
    }
    if (programme->disc_count == 2) try_on_circles(&search, circles_chord(&programme->disc[0], &programme->disc[1]));
    for (uint32_t i = 0; i < programme->plane_count; i++) {
        line a = plane_line(&search, i);
        double short_by = a.at - oracle_dot(a.n, programme->preferred);
        try_point(&search, oracle_add(programme->preferred, oracle_scale(short_by, a.n)));
        try_on_circles(&search, a);
        for (uint32_t j = 0; j < i; j++) try_cross(&search, a, plane_line(&search, j));
    }
    *v = search.at;
    return search.found;
}

// Where two planes are violated alike: (n_i - n_j).v = at_i - at_j.
static line alike(const oracle_programme *programme, uint32_t i, uint32_t j) {
    const oracle_plane *a = &programme->plane[i], *b = &programme->plane[j];
    return (line){oracle_sub(a->n, b->n), a->at - b->at};
}

static void least_with_pair(vertex_search *search, uint32_t i, uint32_t j) {
    const oracle_programme *programme = search->programme;
    line pair = alike(programme, i, j);
    try_on_circles(search, pair);
    for (uint32_t k = 0; k < programme->plane_count; k++) {
        if (programme->plane[k].hard)
            try_cross(search, pair, plane_line(search, k));
        else if (k < j)
            try_cross(search, pair, alike(programme, i, k));
    }
}

static void least_with_hard(vertex_search *search, uint32_t i) {
    try_on_circles(search, plane_line(search, i));
    for (uint32_t j = 0; j < i; j++)
        if (search->programme->plane[j].hard) try_cross(search, plane_line(search, i), plane_line(search, j));
}

static void least_with_soft(vertex_search *search, uint32_t i) {
    const oracle_programme *programme = search->programme;
    for (uint32_t k = 0; k < programme->disc_count; k++) {
        const oracle_disc *disc = &programme->disc[k];
        try_point(search, oracle_add(disc->centre, oracle_scale(disc->radius, programme->plane[i].n)));
    }
    for (uint32_t j = 0; j < i; j++)
        if (!programme->plane[j].hard) least_with_pair(search, i, j);
}

double oracle_least(const oracle_programme *programme, double hard_slack, oracle_vec *v) {
    vertex_search search = {programme, -hard_slack, false, INFINITY, oracle_at(0.0, 0.0), false};
    for (uint32_t i = 0; i < programme->plane_count; i++) {
        if (programme->plane[i].hard)
            least_with_hard(&search, i);
        else
            least_with_soft(&search, i);
    }
    if (programme->disc_count == 2) try_on_circles(&search, circles_chord(&programme->disc[0], &programme->disc[1]));
    if (v != NULL) *v = search.at;
    return search.best;
}

double oracle_least_hard(const oracle_programme *programme) {
    oracle_programme walls = *programme;
    walls.plane_count = 0;
    for (uint32_t i = 0; i < programme->plane_count; i++) {
        if (!programme->plane[i].hard) continue;
        oracle_programme_add(&walls, (oracle_plane){programme->plane[i].n, programme->plane[i].at, false});
    }
    return walls.plane_count == 0 ? -INFINITY : oracle_least(&walls, 0.0, NULL);
}
