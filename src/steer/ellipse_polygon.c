#include "steer/ellipse_polygon.h"

#include "base/angle.h"

wi_dvec wi_dvec_at(double angle) {
    double z = angle * angle;
    double cosine = 1.0 - z / 2.0 * (1.0 - z / 12.0 * (1.0 - z / 30.0 * (1.0 - z / 56.0 * (1.0 - z / 90.0))));
    double sine = angle * (1.0 - z / 6.0 * (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0))));
    return (wi_dvec){cosine, sine};
}

// An ellipse in floats has its short axis as the difference of two squares, which is lost in their rounding where it is
// below 1/2000 of the long one. Less than this is not believed: the polygon would miss what the body has, or have no
// corners. It adds no more than a polygon reaches beyond its ellipse anyway, a (sec(pi/m) - 1).
#define THINNEST 0x1p-11

wi_swept_ellipse wi_swept_of(wi_ellipse e) {
    double mean = (double)e.mean, k = (double)e.k, l = (double)e.l, half = wi_dsqrt(k * k + l * l);
    double along = wi_dsqrt(mean + half), across = wi_dsqrt(mean > half ? mean - half : 0.0);
    if (across < THINNEST * along) across = THINNEST * along;
    if (half <= 0.0) return (wi_swept_ellipse){along, across, {1.0, 0.0}, 0.0};
    // The heading has half the angle of (k, l); that with the larger part loses no digits.
    wi_dvec twice = k > 0.0 ? (wi_dvec){half + k, l} : (wi_dvec){l, half - k};
    return (wi_swept_ellipse){along, across, wi_dunit(twice, (wi_dvec){1.0, 0.0}), 0.0};
}

// The sides ------------------------------------------------------------------------------------------------------------

// How far the ellipse reaches along a unit vector n, in that of its headings in which it reaches farthest. `seen` is n
// as the middle heading sees it: the body turns its long axis towards n as far as it may.
static double farthest(const wi_swept_ellipse *e, wi_dvec seen, wi_dvec most) {
    double along = e->along, across = e->across;
    wi_dvec n = {__builtin_fabs(seen[0]), __builtin_fabs(seen[1])};
    if (along < across) n = (wi_dvec){n[1], n[0]}, along = e->across, across = e->along;
    wi_dvec left = {n[0] * most[0] + n[1] * most[1], n[1] * most[0] - n[0] * most[1]};
    if (e->sweep >= 0.5 * WI_PI || left[1] <= 0.0) return along;
    return wi_dsqrt(along * along * left[0] * left[0] + across * across * left[1] * left[1]);
}

// cos and sin of the sweep, made up of small turns.
static wi_dvec most_turned(double sweep) {
    enum { PIECES = 32 };
    wi_dvec piece = wi_dvec_at(sweep / PIECES), all = {1.0, 0.0};
    for (uint32_t i = 0; i < PIECES; i++) all = wi_dturn(all, piece);
    return all;
}

typedef struct tangent {
    wi_dvec n;
    double reach;
} tangent;

static wi_dvec crossing(tangent a, tangent b) {
    double det = wi_ddet(a.n, b.n);
    return (wi_dvec){a.reach * b.n[1] - b.reach * a.n[1], b.reach * a.n[0] - a.reach * b.n[0]} / det;
}

static wi_polygon_side side_from(wi_dvec corner, wi_dvec n, double reach) {
    return (wi_polygon_side){(float)corner[0], (float)corner[1], (float)n[0], (float)n[1], (float)reach};
}

void wi_polygon_about(wi_swept_ellipse e, wi_polygon_side *side) {
    const wi_dvec step = wi_dvec_at(WI_PI / WI_POLYGON_HALF);
    wi_dvec most = e.sweep > 0.0 && e.along != e.across ? most_turned(e.sweep) : (wi_dvec){1.0, 0.0};
    // Begins one before the first, where the sample is at the parameter -step.
    wi_dvec sample = {step[0], -step[1]};
    tangent before = {{0.0, 0.0}, 0.0};
    for (uint32_t k = 0; k <= WI_POLYGON_HALF; k++, sample = wi_dturn(sample, step)) {
        wi_dvec seen = wi_dunit((wi_dvec){sample[0] * e.across, sample[1] * e.along}, sample);
        tangent now = {wi_dturn(seen, e.heading), farthest(&e, seen, most)};
        if (k > 0) side[k - 1] = side_from(crossing(before, now), now.n, now.reach);
        before = now;
    }
}

void wi_polygon_box(double along, double across, wi_dvec heading, wi_polygon_side *side) {
    wi_dvec front = along * heading, left = across * wi_dleft(heading);
    side[0] = side_from(front - left, heading, along);
    side[1] = side_from(front + left, wi_dleft(heading), across);
}

// The number of a side, once round at most.
static uint32_t wrap(wi_polygon polygon, uint32_t k) { return k < 2 * polygon.half ? k : k - 2 * polygon.half; }

// Side k of a polygon, k below twice its half.
static wi_polygon_side side_at(wi_polygon polygon, uint32_t k) {
    if (k < polygon.half) return polygon.side[k];
    wi_polygon_side s = polygon.side[k - polygon.half];
    return (wi_polygon_side){-s.x, -s.y, -s.nx, -s.ny, s.reach};
}

static wi_dvec corner_of(wi_polygon_side s) { return (wi_dvec){(double)s.x, (double)s.y}; }
static wi_dvec normal_of(wi_polygon_side s) { return (wi_dvec){(double)s.nx, (double)s.ny}; }

// The first side of a polygon whose normal is not before n.
static uint32_t side_from_normal(wi_polygon polygon, wi_dvec n) {
    uint32_t k = 0;
    wi_dvec start = normal_of(polygon.side[0]);
    double turn = wi_ddet(start, n);
    bool opposite = turn < 0.0 || (turn == 0.0 && wi_ddot(start, n) < 0.0);
    if (opposite) n = -n;
    while (k < polygon.half && wi_ddet(normal_of(polygon.side[k]), n) > 0.0) k++;
    return wrap(polygon, opposite ? k + polygon.half : k);
}

uint32_t wi_polygon_add(wi_polygon a, wi_polygon b, wi_polygon_side *sum) {
    uint32_t i = 0, j = 0, start = side_from_normal(b, normal_of(a.side[0]));
    while (i + j < a.half + b.half) {
        wi_polygon_side next_a = side_at(a, i), next_b = side_at(b, wrap(b, start + j));
        bool takes_a = wi_ddet(normal_of(next_a), normal_of(next_b)) > 0.0;
        if (i == a.half) takes_a = false;
        if (j == b.half) takes_a = true;
        wi_dvec corner = corner_of(next_a) + corner_of(next_b), n = normal_of(takes_a ? next_a : next_b);
        sum[i + j] = side_from(corner, n, wi_ddot(corner, n));
        if (takes_a)
            i++;
        else
            j++;
    }
    return i + j;
}

void wi_polygon_sum(const wi_polygon_side *a, const wi_polygon_side *b, wi_polygon_side *sum) {
    wi_polygon_add((wi_polygon){a, WI_POLYGON_HALF}, (wi_polygon){b, WI_POLYGON_HALF}, sum);
}

// What a point sees ------------------------------------------------------------------------------------------------------

static double beyond(wi_polygon_side s, wi_dvec q) { return wi_ddot(normal_of(s), q) - (double)s.reach; }

// How far q lies past a corner of the side, counter-clockwise along it.
static double past(wi_polygon_side s, wi_dvec corner, wi_dvec q) { return wi_ddot(wi_dleft(normal_of(s)), q - corner); }

// The side through which the ray from the middle to q leaves.
static uint32_t side_towards(wi_polygon polygon, wi_dvec q) {
    bool opposite = wi_ddet(corner_of(polygon.side[0]), q) < 0.0;
    if (opposite) q = -q;
    uint32_t low = 0, high = polygon.half; // corner `low` is not past q, corner `high` is
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (wi_ddet(corner_of(polygon.side[middle]), q) >= 0.0)
            low = middle;
        else
            high = middle;
    }
    return opposite ? low + polygon.half : low;
}

// A walk round the polygon from a side that q sees: how many sides on the next one is with which it ends. The side
// opposite never sees q, so the walk takes half of the way at most.
typedef bool goes_on(wi_polygon polygon, uint32_t k, wi_dvec q);

static inline __attribute__((always_inline)) uint32_t walk(wi_polygon polygon, uint32_t from, bool forward, wi_dvec q,
                                                           goes_on *on) {
    uint32_t low = 0, high = polygon.half;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (on(polygon, wrap(polygon, forward ? from + middle : from + 2 * polygon.half - middle), q))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool sees(wi_polygon polygon, uint32_t k, wi_dvec q) { return beyond(side_at(polygon, k), q) > 0.0; }

static bool nearer_after(wi_polygon polygon, uint32_t k, wi_dvec q) {
    wi_polygon_side s = side_at(polygon, k);
    return beyond(s, q) > 0.0 && past(s, corner_of(side_at(polygon, wrap(polygon, k + 1))), q) > 0.0;
}

static bool nearer_before(wi_polygon polygon, uint32_t k, wi_dvec q) {
    wi_polygon_side s = side_at(polygon, k);
    return beyond(s, q) > 0.0 && past(s, corner_of(s), q) < 0.0;
}

// The normal at the point nearest to q, which the side `from` sees, and how far that point reaches along it.
static tangent nearest(wi_polygon polygon, uint32_t from, wi_dvec q) {
    uint32_t on = walk(polygon, from, true, q, nearer_after);
    uint32_t back = on > 0 ? 0 : walk(polygon, from, false, q, nearer_before);
    uint32_t k = wrap(polygon, wrap(polygon, from + on) + 2 * polygon.half - back);
    wi_polygon_side s = side_at(polygon, k);
    wi_dvec before = corner_of(s), after = corner_of(side_at(polygon, wrap(polygon, k + 1)));
    if (beyond(s, q) > 0.0 && past(s, before, q) >= 0.0 && past(s, after, q) <= 0.0)
        return (tangent){normal_of(s), (double)s.reach};
    wi_dvec corner = back > 0 ? after : before, n = wi_dunit(q - corner, normal_of(s));
    return (tangent){n, wi_ddot(n, corner)};
}

// The half-plane ---------------------------------------------------------------------------------------------------------

static void consider(wi_dface *best, wi_dvec n, double distance) {
    if (distance > best->distance) *best = (wi_dface){.n = n, .distance = distance};
}

// The side of a range of the half that is stored which q is farthest beyond.
static void farthest_beyond(wi_polygon polygon, uint32_t from, uint32_t to, wi_dvec q, double *most, uint32_t *at) {
    for (uint32_t k = from; k < to; k++) {
        const wi_polygon_side *s = &polygon.side[k];
        double distance = (double)s->nx * q[0] + (double)s->ny * q[1] - (double)s->reach;
        if (distance > *most) *most = distance, *at = k;
    }
}

// Where q is inside, the nearest of the sides from one to another, going round, may be any.
static void consider_sides(wi_dface *best, wi_polygon polygon, uint32_t from, uint32_t count, wi_dvec q, double time) {
    uint32_t half = polygon.half, end = from + count;
    for (uint32_t turn = from / half; turn * half < end; turn++) {
        uint32_t first = from > turn * half ? from - turn * half : 0, last = end - turn * half, at = 0;
        double most = -__builtin_inf(), sign = turn % 2 ? -1.0 : 1.0;
        farthest_beyond(polygon, first, last < half ? last : half, sign * q, &most, &at);
        consider(best, sign * normal_of(polygon.side[at]), most / time);
    }
}

static wi_dface face_overlapping(wi_polygon polygon, wi_dvec q, double step) {
    wi_dface best = {.n = {1.0, 0.0}, .distance = -__builtin_inf()};
    uint32_t towards = side_towards(polygon, q);
    if (beyond(side_at(polygon, towards), q) > 0.0) {
        tangent t = nearest(polygon, towards, q);
        return (wi_dface){.n = t.n, .distance = (wi_ddot(t.n, q) - t.reach) / step};
    }
    consider_sides(&best, polygon, 0, 2 * polygon.half, q, step);
    return best;
}

// The sides that the agent sees are the front; the tangents from it to the corners at their ends are the legs.
static wi_dface face_apart(wi_polygon polygon, uint32_t facing, wi_dvec p, wi_dvec w, double horizon) {
    uint32_t on = walk(polygon, facing, true, -p, sees), back = walk(polygon, facing, false, -p, sees);
    uint32_t first = wrap(polygon, facing + 2 * polygon.half + 1 - back), count = on + back - 1;
    wi_dvec left = p + corner_of(side_at(polygon, first)),
            right = p + corner_of(side_at(polygon, wrap(polygon, first + count)));
    wi_dface best = {.n = {1.0, 0.0}, .distance = -__builtin_inf()};
    wi_dvec n = wi_dunit(wi_dleft(left), -p);
    consider(&best, n, wi_ddot(n, w));
    n = wi_dunit(wi_dright(right), -p);
    consider(&best, n, wi_ddot(n, w));

    wi_dvec q = horizon * w - p;
    uint32_t towards = side_towards(polygon, q);
    if (beyond(side_at(polygon, towards), q) > 0.0) {
        tangent t = nearest(polygon, towards, q);
        if (wi_ddot(t.n, p) + t.reach <= 0.0) consider(&best, t.n, (wi_ddot(t.n, q) - t.reach) / horizon);
    }
    if (best.distance <= 0.0) consider_sides(&best, polygon, first, count, q, horizon);
    return best;
}

wi_dface wi_polygon_face(wi_polygon sum, wi_dvec p, double horizon, double step, wi_dvec w) {
    uint32_t facing = side_towards(sum, -p);
    bool apart = beyond(side_at(sum, facing), -p) > 0.0;
    wi_dface face = apart ? face_apart(sum, facing, p, w, horizon) : face_overlapping(sum, step * w - p, step);
    face.apart = apart;
    return face;
}

bool wi_polygon_other_way(wend_vec p, wend_vec w) {
    float order[4] = {p.x, p.y, w.x, w.y};
    for (uint32_t i = 0; i < 4; i++)
        if (order[i] != 0.0f) return order[i] < 0.0f;
    return false;
}

bool wi_polygon_second_first(const float *a, const float *b, uint32_t count, wend_vec p, wend_vec w) {
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] > b[i];
    return wi_polygon_other_way(p, w);
}

wi_halfplane wi_ellipse_polygon_face(wend_vec p, wi_ellipse a, wi_ellipse b, float horizon, float step, wend_vec w,
                                     bool *apart) {
    const float of_first[3] = {a.mean, a.k, a.l}, of_second[3] = {b.mean, b.k, b.l};
    bool swap = wi_polygon_second_first(of_first, of_second, 3, p, w);
    double sign = swap ? -1.0 : 1.0;
    wi_polygon_side of_a[WI_POLYGON_HALF], of_b[WI_POLYGON_HALF], sum[WI_SUM_HALF];
    wi_polygon_about(wi_swept_of(swap ? b : a), of_a);
    wi_polygon_about(wi_swept_of(swap ? a : b), of_b);
    wi_polygon_sum(of_a, of_b, sum);
    wi_dface face = wi_polygon_face((wi_polygon){sum, WI_SUM_HALF}, sign * wi_dvec_of(p), (double)horizon, (double)step,
                                    sign * wi_dvec_of(w));
    if (apart) *apart = face.apart;
    return (wi_halfplane){wi_dvec_float(sign * face.n), (float)face.distance};
}
