// The gap between two outlines: the largest, over all directions n, of how far the support of one body in direction n
// stays behind that of the other,
//
//     gap = max over |n| = 1 of  f(n) = n.p - h(n),
//
// where p leads from one centre to the other and h is the sum of the support functions of both (Minkowski sum). That is
// the distance if it is positive, and minus the smallest move that parts the bodies if it is negative. Where bodies
// overlap, f has several peaks, so this searches by branch and bound: the support points s0, s1 at the ends of an arc of
// directions bound f from above on all of it,
//
//     f(n) <= min(n.(p - s0), n.(p - s1)),
//
// and an arc is left alone when its bound is below what was found. Discs only take their radius off. For boxes the bound
// is reached, so they are exact.
#include "sense/shape.h"
#include "sense/shape_fine.h"

#define TOLERANCE 3e-5 // m
#define FINE 1e-9      // m
#define LOOKS_MAX 8192
#define ARCS 64
#define CLEAR_LOOKS 6

typedef struct vector {
    double x, y;
} vector;

static vector minus(vector a, vector b) { return (vector){a.x - b.x, a.y - b.y}; }
static vector plus(vector a, vector b) { return (vector){a.x + b.x, a.y + b.y}; }
static vector times(double s, vector a) { return (vector){s * a.x, s * a.y}; }
static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static double det(vector a, vector b) { return a.x * b.y - a.y * b.x; }
static double length(vector a) { return __builtin_sqrt(dot(a, a)); }

static vector unit(vector a, vector otherwise) {
    double size = length(a);
    return size > 0.0 ? times(1.0 / size, a) : otherwise;
}

// A body without its place: an ellipse or box along its axes. Half lengths 0 are a point or a line.
typedef struct part {
    bool box;
    vector along, across;
    double half_length, half_width;
} part;

static vector support(const part *of, vector n) {
    double t = dot(n, of->along), s = dot(n, of->across), a = of->half_length, b = of->half_width;
    if (of->box) return plus(times(t < 0.0 ? -a : a, of->along), times(s < 0.0 ? -b : b, of->across));
    double size = __builtin_sqrt(a * a * t * t + b * b * s * s);
    if (!(size > 0.0)) return (vector){0.0, 0.0};
    return plus(times(a * a * t / size, of->along), times(b * b * s / size, of->across));
}

// One direction, with p - s there and f.
typedef struct probe {
    vector n, v;
    double f;
} probe;

typedef struct search {
    part part[2];
    vector p;
    double tolerance; // m
    double best;      // the largest f yet
    vector best_n;    // and where
    uint32_t looks;
} search;

static probe look(search *on, vector n) {
    vector v = minus(on->p, plus(support(&on->part[0], n), support(&on->part[1], n)));
    double f = dot(n, v);
    if (f > on->best) on->best = f, on->best_n = n;
    on->looks++;
    return (probe){n, v, f};
}

// The largest n.v on the arc from n0 counter-clockwise to n1 (less than half a turn), and where.
static double peak(vector v, vector n0, vector n1, vector *where) {
    if (det(n0, v) > 0.0 && det(v, n1) > 0.0) {
        double size = length(v);
        *where = times(1.0 / size, v);
        return size;
    }
    double at0 = dot(n0, v), at1 = dot(n1, v);
    *where = at0 >= at1 ? n0 : n1;
    return at0 >= at1 ? at0 : at1;
}

// An upper bound of f on an arc, and where it lies. The two sinusoids cross where n is square to s1 - s0.
static double bound(const probe *from, const probe *to, vector *where) {
    vector chord = minus(from->v, to->v), cross = unit((vector){chord.y, -chord.x}, from->n), at0, at1;
    if (dot(cross, plus(from->n, to->n)) < 0.0) cross = times(-1.0, cross);
    if (!(det(from->n, cross) >= 0.0)) cross = from->n;
    if (!(det(cross, to->n) >= 0.0)) cross = to->n;
    double before = peak(from->v, from->n, cross, &at0), after = peak(to->v, cross, to->n, &at1);
    *where = before >= after ? at0 : at1;
    return before >= after ? before : after;
}

// Where to look next: at the bound's own peak, but not so near an end that the arc would hardly shrink.
static vector between(vector n0, vector n1, vector wish) {
    double whole = det(n0, n1), margin = 0.05 * whole;
    if (det(n0, wish) > margin && det(wish, n1) > margin) return wish;
    return unit(plus(n0, n1), n0);
}

typedef struct arc {
    probe from, to;
} arc;

static void search_arc(search *on, probe from, probe to) {
    arc stack[ARCS];
    stack[0] = (arc){from, to};
    for (uint32_t depth = 1; depth > 0;) {
        arc at = stack[--depth];
        vector where;
        if (bound(&at.from, &at.to, &where) <= on->best + on->tolerance) continue;
        if (depth + 2 > ARCS || on->looks >= LOOKS_MAX) continue;
        probe middle = look(on, between(at.from.n, at.to.n, where));
        bool left_first = at.from.f > at.to.f;
        stack[depth++] = left_first ? (arc){middle, at.to} : (arc){at.from, middle};
        stack[depth++] = left_first ? (arc){at.from, middle} : (arc){middle, at.to};
    }
}

// f's maximum over all directions for two parts whose centres are p apart.
static double widest(search *on) {
    vector t = on->part[0].along, s = on->part[0].across;
    vector start[4] = {t, s, times(-1.0, t), times(-1.0, s)};
    probe probes[4];
    on->best = -1e300;
    for (uint32_t i = 0; i < 4; i++) probes[i] = look(on, start[i]);
    look(on, unit(on->p, t));
    for (uint32_t i = 0; i < 4; i++) search_arc(on, probes[i], probes[(i + 1) % 4]);
    return on->best;
}

static const part point = {.along = {1.0, 0.0}, .across = {0.0, 1.0}};

static bool is_disc(const wi_outline *body) {
    return wi_outline_is_disc(body->kind, body->half_length, body->half_width);
}

// The part of a body, and what it is blown up by: a disc is a point with a radius.
static part part_of(const wi_outline *body, double *radius) {
    if (is_disc(body)) {
        *radius += body->half_length;
        return point;
    }
    vector along = unit((vector){body->heading.x, body->heading.y}, point.along);
    return (part){.box = body->kind == WEND_BOX,
                  .along = along,
                  .across = {-along.y, along.x},
                  .half_length = body->half_length,
                  .half_width = body->half_width};
}

static bool is_point(const part *of) { return of->half_length == 0.0 && of->half_width == 0.0; }

// The first part lends its axes to the search, so it must be the one that has some.
static search search_of(part a, part b, vector p, double tolerance) {
    bool swap = is_point(&a);
    return (search){.part = {swap ? b : a, swap ? a : b}, .p = p, .tolerance = tolerance};
}

static double gap_of(part a, part b, vector p, double radius) {
    if (is_point(&a) && is_point(&b)) return length(p) - radius;
    search on = search_of(a, b, p, TOLERANCE);
    return widest(&on) - radius;
}

static int order(float a, float b) { return a < b ? -1 : a > b ? 1 : 0; }

static int outline_order(const wi_outline *a, const wi_outline *b) {
    const float of_a[] = {(float)a->kind, a->half_length, a->half_width, a->heading.x, a->heading.y, a->at.x, a->at.y};
    const float of_b[] = {(float)b->kind, b->half_length, b->half_width, b->heading.x, b->heading.y, b->at.x, b->at.y};
    for (uint32_t i = 0; i < WEND_COUNT(of_a); i++) {
        int first = order(of_a[i], of_b[i]);
        if (first != 0) return first;
    }
    return 0;
}

float wi_shape_radius(wend_shape shape) {
    float a = shape.half_length, b = shape.half_width;
    if (shape.kind == WEND_BOX) return __builtin_sqrtf(a * a + b * b);
    return a > b ? a : b;
}

float wi_shape_passing_radius(wend_shape shape, bool turns) {
    if (!turns || shape.kind != WEND_ELLIPSE) return wi_shape_radius(shape);
    return shape.half_length < shape.half_width ? shape.half_length : shape.half_width;
}

float wi_outline_gap(const wi_outline *a, const wi_outline *b) {
    if (outline_order(a, b) > 0) { // the same sums for (a, b) and (b, a)
        const wi_outline *swap = a;
        a = b;
        b = swap;
    }
    double radius = 0.0;
    part part_a = part_of(a, &radius), part_b = part_of(b, &radius);
    vector p = {(double)b->at.x - a->at.x, (double)b->at.y - a->at.y};
    return (float)gap_of(part_a, part_b, p, radius);
}

double wi_outline_gap_fine(const wi_outline *a, const wi_outline *b, const double p[2], double n[2]) {
    double radius = 0.0;
    part part_a = part_of(a, &radius), part_b = part_of(b, &radius);
    search on = search_of(part_a, part_b, (vector){p[0], p[1]}, FINE);
    double gap = widest(&on) - radius;
    n[0] = on.best_n.x, n[1] = on.best_n.y;
    return gap;
}

// Looks in the direction of the other body, then in that from the nearest points it has seen.
bool wi_outline_clear(const wi_outline *a, const wi_outline *b, float depth) {
    double radius = 0.0;
    part part_a = part_of(a, &radius), part_b = part_of(b, &radius);
    vector p = {(double)b->at.x - a->at.x, (double)b->at.y - a->at.y}, n = unit(p, point.along);
    for (int i = 0; i < CLEAR_LOOKS; i++) {
        vector v = minus(p, plus(support(&part_a, n), support(&part_b, n)));
        if (dot(n, v) - radius > -(double)depth) return true;
        n = unit(plus(v, times(length(p), n)), n);
    }
    return false;
}

float wi_outline_wall_gap(const wi_outline *a, wend_vec wall_a, wend_vec wall_b) {
    double radius = 0.0;
    part body = part_of(a, &radius);
    vector whole = {(double)wall_b.x - wall_a.x, (double)wall_b.y - wall_a.y};
    vector along = unit(whole, point.along);
    part line = {.box = true, .along = along, .across = {-along.y, along.x}, .half_length = length(whole) / 2.0};
    vector p = {((double)wall_a.x - a->at.x) + whole.x / 2.0, ((double)wall_a.y - a->at.y) + whole.y / 2.0};
    return (float)gap_of(line, body, p, radius);
}
