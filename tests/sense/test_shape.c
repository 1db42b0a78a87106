// The gap of outlines against an oracle that knows nothing of support functions: outlines as many points.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sense/shape.h"

#include <math.h>
#include <stdio.h>

#define SEED 11u
#define PI 3.14159265358979323846

static uint64_t draws;

static double random_between(double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, 2, draws++, 0, 0);
}

static wi_outline outline(wend_shape_kind kind, double x, double y, double angle, double half_length,
                          double half_width) {
    return (wi_outline){kind,
                        {(float)x, (float)y},
                        {(float)cos(angle), (float)sin(angle)},
                        (float)half_length,
                        (float)(kind == WEND_DISC ? half_length : half_width)};
}

static wi_outline random_outline(double size, double reach) {
    wend_shape_kind kind = (wend_shape_kind)(int)random_between(0.0, 3.0);
    return outline(kind, random_between(-reach, reach), random_between(-reach, reach), random_between(-4.0, 4.0),
                   size * random_between(0.02, 1.0), size * random_between(0.02, 1.0));
}

// The oracle: both outlines as polygons of many corners.
typedef struct flat {
    double x, y;
} flat;

// The corner of a box or the point of an ellipse, by parameter 0 to 1.
static flat point_on(const wi_outline *body, double parameter) {
    double along, across;
    if (body->kind == WEND_BOX) {
        int corner = (int)(parameter * 4.0) % 4;
        along = corner == 0 || corner == 3 ? 1.0 : -1.0;
        across = corner < 2 ? 1.0 : -1.0;
    } else {
        along = cos(2.0 * PI * parameter);
        across = sin(2.0 * PI * parameter);
    }
    along *= (double)body->half_length;
    across *= (double)body->half_width;
    double size = hypot((double)body->heading.x, (double)body->heading.y);
    double hx = (double)body->heading.x / size, hy = (double)body->heading.y / size;
    return (flat){(double)body->at.x + along * hx - across * hy, (double)body->at.y + along * hy + across * hx};
}

#define CORNERS 2048

// The edges of an outline (turn -1: mirrored in the origin), counter-clockwise from its lowest corner.
static int edges_of(const wi_outline *body, double turn, flat *edge, flat *start) {
    int count = body->kind == WEND_BOX ? 4 : CORNERS, lowest = 0;
    flat corner[CORNERS];
    for (int i = 0; i < count; i++) {
        flat p = point_on(body, ((double)i + 0.5) / (double)count);
        corner[i] = (flat){turn * p.x, turn * p.y};
        if (corner[i].y < corner[lowest].y || (corner[i].y == corner[lowest].y && corner[i].x < corner[lowest].x)) {
            lowest = i;
        }
    }
    *start = corner[lowest];
    for (int i = 0; i < count; i++) {
        flat a = corner[(lowest + i) % count], b = corner[(lowest + i + 1) % count];
        edge[i] = (flat){b.x - a.x, b.y - a.y};
    }
    return count;
}

static double cross(flat a, flat b) { return a.x * b.y - a.y * b.x; }

static bool upper(flat a) { return a.y > 0.0 || (a.y == 0.0 && a.x > 0.0); }

static bool turns_first(flat a, flat b) { return upper(a) != upper(b) ? upper(a) : cross(a, b) > 0.0; }

static double segment_distance(flat a, flat edge) {
    double t = -(a.x * edge.x + a.y * edge.y) / (edge.x * edge.x + edge.y * edge.y);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(a.x + t * edge.x, a.y + t * edge.y);
}

// Merges the edges of both by angle, which walks around the Minkowski difference, and measures its distance from the
// origin.
static double slow_gap(const wi_outline *a, const wi_outline *b) {
    static flat edge_a[CORNERS], edge_b[CORNERS];
    flat start_a, start_b;
    int count_a = edges_of(a, 1.0, edge_a, &start_a), count_b = edges_of(b, -1.0, edge_b, &start_b);
    flat at = {start_a.x + start_b.x, start_a.y + start_b.y};
    double nearest = INFINITY;
    bool inside = true;
    for (int i = 0, k = 0; i < count_a || k < count_b;) {
        bool take_a = k == count_b || (i < count_a && turns_first(edge_a[i], edge_b[k]));
        flat edge = take_a ? edge_a[i++] : edge_b[k++];
        if (edge.x * edge.x + edge.y * edge.y == 0.0) continue;
        nearest = fmin(nearest, segment_distance(at, edge));
        if (cross(edge, (flat){-at.x, -at.y}) < 0.0) inside = false;
        at = (flat){at.x + edge.x, at.y + edge.y};
    }
    return inside ? -nearest : nearest;
}

// What a polygon of CORNERS corners inside a curved outline falls short of it.
static double coarseness(const wi_outline *body) {
    double sagitta = 1.0 - cos(PI / CORNERS);
    return body->kind == WEND_BOX ? 0.0 : sagitta * (double)fmaxf(body->half_length, body->half_width);
}

static void expect_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%.9g instead of %.9g", value, wanted);
}

static void gaps_agree_with_polygons(void **state) {
    (void)state;
    const double sizes[] = {0.3, 1.0, 10.0};
    for (int round = 0; round < 6000; round++) {
        double size = sizes[round % 3];
        wi_outline a = random_outline(size, size * random_between(0.1, 3.0)), b = random_outline(size, 0.5 * size);
        double tolerance = 1e-4 + coarseness(&a) + coarseness(&b);
        expect_near((double)wi_outline_gap(&a, &b), slow_gap(&a, &b), tolerance);
    }
}

static void thin_and_concentric_bodies(void **state) {
    (void)state;
    for (int round = 0; round < 2000; round++) {
        wi_outline a = random_outline(10.0, 1e-3), b = random_outline(10.0, 1e-3);
        if (round % 2) a.half_width = 0.01f;
        if (round % 3) b.half_length = 0.01f;
        if (a.kind == WEND_DISC) a.half_width = a.half_length;
        if (b.kind == WEND_DISC) b.half_width = b.half_length;
        if (round % 5 == 0) b.at = a.at;
        if (round % 7 == 0) b.heading = a.heading;
        double tolerance = 1e-4 + coarseness(&a) + coarseness(&b);
        expect_near((double)wi_outline_gap(&a, &b), slow_gap(&a, &b), tolerance);
    }
}

// Two nearly round bodies on top of each other are the worst for a search by bounds: every direction is as good.
static void nearly_round_and_concentric(void **state) {
    (void)state;
    wi_outline a = outline(WEND_ELLIPSE, 0, 0, 0.3, 10.0, 10.0001), b = outline(WEND_ELLIPSE, 0, 0, 1.4, 9.9999, 10.0);
    expect_near((double)wi_outline_gap(&a, &b), -20.0, 2e-4);
    wi_outline c = outline(WEND_ELLIPSE, 0, 0, 0.3, 50.0, 49.999), d = outline(WEND_ELLIPSE, 0, 0, 1.4, 49.999, 50.0);
    expect_near((double)wi_outline_gap(&c, &d), -100.0, 2e-3);
}

static void gaps_are_symmetric(void **state) {
    (void)state;
    for (int round = 0; round < 20000; round++) {
        wi_outline a = random_outline(2.0, 3.0), b = random_outline(2.0, 3.0);
        if (round % 4 == 0) b.kind = a.kind;
        if (round % 8 == 0) b.heading = a.heading, b.half_length = a.half_length, b.half_width = a.half_width;
        if (b.kind == WEND_DISC) b.half_width = b.half_length;
        assert_true(wi_outline_gap(&a, &b) == wi_outline_gap(&b, &a));
    }
}

static wi_outline turned(wi_outline body, double angle) {
    double c = cos(angle), s = sin(angle), x = (double)body.at.x, y = (double)body.at.y;
    double hx = (double)body.heading.x, hy = (double)body.heading.y;
    body.at = (wend_vec){(float)(c * x - s * y), (float)(s * x + c * y)};
    body.heading = (wend_vec){(float)(c * hx - s * hy), (float)(s * hx + c * hy)};
    return body;
}

static void gaps_do_not_depend_on_the_direction_of_north(void **state) {
    (void)state;
    for (int round = 0; round < 5000; round++) {
        wi_outline a = random_outline(2.0, 3.0), b = random_outline(2.0, 3.0);
        double angle = random_between(-PI, PI);
        wi_outline turned_a = turned(a, angle), turned_b = turned(b, angle);
        expect_near((double)wi_outline_gap(&turned_a, &turned_b), (double)wi_outline_gap(&a, &b), 1e-4);
    }
}

static void a_move_along_the_gap_changes_it_as_much(void **state) {
    (void)state;
    for (int round = 0; round < 5000; round++) { // no gap may change by more than the body moves
        wi_outline a = random_outline(1.0, 2.0), b = random_outline(1.0, 2.0), moved = b;
        moved.at.x += (float)random_between(-0.5, 0.5);
        moved.at.y += (float)random_between(-0.5, 0.5);
        double move = hypot((double)moved.at.x - b.at.x, (double)moved.at.y - b.at.y);
        assert_true(fabs((double)wi_outline_gap(&a, &b) - (double)wi_outline_gap(&a, &moved)) <= move + 1e-4);
    }
}

static void expect_gap(wi_outline a, wi_outline b, double wanted) {
    expect_near((double)wi_outline_gap(&a, &b), wanted, 1e-4);
}

static void known_gaps(void **state) {
    (void)state;
    wi_outline disc = outline(WEND_DISC, 3, 4, 0, 1, 1), box = outline(WEND_BOX, 0, 0, 0, 2, 1);
    expect_gap(disc, outline(WEND_DISC, 0, 0, 1, 2, 2), 2.0);
    expect_gap(disc, outline(WEND_DISC, 3, 4, 1, 2, 2), -3.0);
    expect_gap(disc, outline(WEND_DISC, 3, 3.5, 1, 2, 2), -2.5);
    expect_gap(box, outline(WEND_DISC, 5, 5, 0, 1, 1), 4.0);           // to its corner
    expect_gap(box, outline(WEND_DISC, 0, 4, 0, 1, 1), 2.0);           // to its side
    expect_gap(box, outline(WEND_DISC, 1.5, 0, 0, 0.25, 0.25), -0.75); // inside, out at the front
    expect_gap(box, outline(WEND_BOX, 5, 0, PI / 2, 2, 1), 2.0);
    expect_gap(box, outline(WEND_BOX, 0, 0, 0, 2, 1), -2.0);
    expect_gap(box, outline(WEND_BOX, 4, 0, PI / 4, 1, 1), 2.0 - sqrt(2.0));
    expect_gap(outline(WEND_ELLIPSE, 0, 0, 0, 3, 1), outline(WEND_ELLIPSE, 7, 0, PI / 2, 3, 1), 3.0);
    expect_gap(outline(WEND_ELLIPSE, 0, 0, 0, 3, 1), outline(WEND_ELLIPSE, 0, 0, 0, 3, 1), -2.0);
    expect_gap(outline(WEND_ELLIPSE, 0, 0, 0, 3, 1), outline(WEND_BOX, 0, 1.5, 0, 3, 1), -0.5);
    expect_gap(outline(WEND_ELLIPSE, 0, 0, 2.0, 1, 1), disc, 3.0); // a round ellipse
}

static void walls_are_boxes_without_width(void **state) {
    (void)state;
    wi_outline disc = outline(WEND_DISC, 0, 1, 0, 0.25, 0.25), box = outline(WEND_BOX, 0, 1, 0, 1, 0.5);
    wend_vec a = {-5, 0}, b = {5, 0}, c = {-5, 2}, at_centre = {0, 1};
    expect_near((double)wi_outline_wall_gap(&disc, a, b), 0.75, 1e-6);
    expect_near((double)wi_outline_wall_gap(&box, b, a), 0.5, 1e-6);
    expect_near((double)wi_outline_wall_gap(&box, at_centre, at_centre), -0.5, 1e-6);
    expect_near((double)wi_outline_wall_gap(&disc, at_centre, at_centre), -0.25, 1e-6);
    expect_near((double)wi_outline_wall_gap(&disc, (wend_vec){3, 5}, (wend_vec){3, 5}), 4.75, 1e-6);
    expect_near((double)wi_outline_wall_gap(&disc, c, (wend_vec){5, 0}), -0.25, 1e-6);
    for (int round = 0; round < 3000; round++) {
        wi_outline body = random_outline(2.0, 3.0);
        double angle = random_between(-PI, PI), half = random_between(0.1, 4.0), x = random_between(-3, 3);
        wi_outline line = outline(WEND_BOX, x, 1.0, angle, half, 0.0);
        wend_vec from = {(float)(x - half * cos(angle)), (float)(1.0 - half * sin(angle))};
        wend_vec to = {(float)(x + half * cos(angle)), (float)(1.0 + half * sin(angle))};
        expect_near((double)wi_outline_wall_gap(&body, from, to), (double)wi_outline_gap(&body, &line), 1e-4);
        expect_near((double)wi_outline_wall_gap(&body, to, from), (double)wi_outline_wall_gap(&body, from, to), 1e-4);
    }
    wi_outline walker = outline(WEND_ELLIPSE, 1000, 1, 1.2, 0.3, 0.2), car = outline(WEND_BOX, 1000, 3, 0, 2, 1);
    expect_near((double)wi_outline_wall_gap(&car, (wend_vec){-1e6f, 0}, (wend_vec){1e6f, 0}), 2.0, 1e-4);
    double height = sqrt(0.09 * sin(1.2) * sin(1.2) + 0.04 * cos(1.2) * cos(1.2));
    expect_near((double)wi_outline_wall_gap(&walker, (wend_vec){-1e6f, 0}, (wend_vec){1e6f, 0}), 1.0 - height, 1e-4);
}

static void bounding_radius(void **state) {
    (void)state;
    assert_true(wi_shape_radius((wend_shape){WEND_DISC, 0.25f, 0.25f}) == 0.25f);
    assert_true(wi_shape_radius((wend_shape){WEND_ELLIPSE, 0.25f, 0.5f}) == 0.5f);
    assert_true(wi_shape_radius((wend_shape){WEND_BOX, 3.0f, 4.0f}) == 5.0f);
}

static void radius_on_the_way(void **state) {
    (void)state;
    const wend_shape disc = {WEND_DISC, 0.25f, 0.25f}, ellipse = {WEND_ELLIPSE, 0.25f, 0.5f},
                     box = {WEND_BOX, 3.0f, 4.0f};
    assert_true(wi_shape_passing_radius(disc, true) == 0.25f);
    assert_true(wi_shape_passing_radius(ellipse, true) == 0.25f);
    assert_true(wi_shape_passing_radius(ellipse, false) == 0.5f);
    assert_true(wi_shape_passing_radius(box, true) == 5.0f);
}

// Never true of bodies that overlap more deeply, and hardly ever false of those that do not.
static void test_clear_is_right(void **state) {
    (void)state;
    uint32_t clear = 0, missed = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        wi_outline a = random_outline(0.5, 0.4), b = random_outline(0.5, 0.4);
        double depth = random_between(0.0, 0.01);
        double gap = (double)wi_outline_gap(&a, &b);
        bool seen = wi_outline_clear(&a, &b, (float)depth);
        if (seen && gap < -depth - 1e-4)
            fail_msg("seed %u case %u: clear to %g m, but the gap is %g m", SEED, i, depth, gap);
        clear += gap > -depth;
        missed += gap > -depth && !seen;
    }
    print_message("%u of %u clear pairs were missed\n", missed, clear);
    assert_true(clear > 5000 && missed < clear / 10);
}

int main(void) {
    printf("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_agree_with_polygons),
        cmocka_unit_test(thin_and_concentric_bodies),
        cmocka_unit_test(nearly_round_and_concentric),
        cmocka_unit_test(gaps_are_symmetric),
        cmocka_unit_test(gaps_do_not_depend_on_the_direction_of_north),
        cmocka_unit_test(a_move_along_the_gap_changes_it_as_much),
        cmocka_unit_test(known_gaps),
        cmocka_unit_test(walls_are_boxes_without_width),
        cmocka_unit_test(bounding_radius),
        cmocka_unit_test(radius_on_the_way),
        cmocka_unit_test(test_clear_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
