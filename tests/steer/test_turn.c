// How a body turns, in scenes small enough to say what it must do.
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const wend_vec east = {1.3f, 0.0f}, still = {0.0f, 0.0f};

static wend_obstacle wall_of(const wend_point points[2]) { return (wend_obstacle){WEND_WALL, 0, points, 2}; }

// Two walls along x, `width` apart, from x = from to x = to.
static void open_hallway(cast *c, double width, double from, double to) {
    wend_point south[2] = {{from, -width / 2}, {to, -width / 2}}, north[2] = {{from, width / 2}, {to, width / 2}};
    wend_obstacle walls[] = {wall_of(south), wall_of(north)};
    cast_open(c, walls, 2);
}

static double width_across(const wi_outline *body, wend_vec heading, wend_vec way) {
    wi_ellipse e = wi_ellipse_of(body->half_length, body->half_width, heading);
    return 2.0 * (double)wi_ellipse_reach(e, wi_left(way));
}

// The closed form against a search in steps of a twentieth of a degree.
static void the_nearest_heading_that_fits(void **state) {
    (void)state;
    const double step = 0.05;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        double now = draw(seed, 0, -4, 4), go = draw(seed, 1, -4, 4);
        wi_outline body = {WEND_ELLIPSE,
                           {0, 0},
                           {(float)cos(now), (float)sin(now)},
                           (float)draw(seed, 2, 0.1, 0.4),
                           (float)draw(seed, 3, 0.1, 0.4)};
        wend_vec way = {(float)cos(go), (float)sin(go)};
        double least = 2.0 * (double)wi_min(body.half_length, body.half_width);
        double most = 2.0 * (double)wi_max(body.half_length, body.half_width), room = draw(seed, 4, least, most);
        wend_vec got = wi_turn_nearest_fit(&body, way, (float)room);
        double turned = fabs(degrees_between(body.heading, got)), fewest = INFINITY;
        for (double t = -180.0; t < 180.0; t += step) {
            double angle = now + t * acos(-1.0) / 180.0;
            wend_vec h = {(float)cos(angle), (float)sin(angle)};
            if (width_across(&body, h, way) <= room && fabs(t) < fewest) fewest = fabs(t);
        }
        if (!(width_across(&body, got, way) <= room + 2e-6) || turned > fewest + 1e-3)
            fail_msg("seed %d: turned by %g, wide %g of %g; the search found %g", (int)seed, turned,
                     width_across(&body, got, way), room, fewest);
    }
}

static void the_narrowest_where_nothing_fits(void **state) {
    (void)state;
    wi_outline human = {WEND_ELLIPSE, {0, 0}, {0.6f, 0.8f}, HUMAN_DEPTH, HUMAN_WIDTH};
    wend_vec got = wi_turn_nearest_fit(&human, wi_vec(1.0f, 0.0f), 0.1f);
    assert_near((double)got.x, 0.0, 1e-6);
    assert_near((double)got.y, 1.0, 1e-6);
    wi_outline robot = {WEND_ELLIPSE, {0, 0}, {0.6f, 0.8f}, 0.5f, 0.2f}; // longer than wide: faces its way
    got = wi_turn_nearest_fit(&robot, wi_vec(1.0f, 0.0f), 0.0f);
    assert_near((double)got.x, 1.0, 1e-6);
}

static void ties_go_counter_clockwise(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        double angle = draw(seed, 0, -4, 4), off = draw(seed, 1, -5e-4, 5e-4);
        wi_outline human = {WEND_ELLIPSE, {0, 0}, {(float)cos(angle), (float)sin(angle)}, HUMAN_DEPTH, HUMAN_WIDTH};
        wend_vec way = {(float)cos(angle + off), (float)sin(angle + off)};
        double turned = degrees_between(human.heading, wi_turn_nearest_fit(&human, way, 0.4f));
        if (!(turned > 0.0)) fail_msg("seed %d: turned by %g", (int)seed, turned);
    }
}

static void a_free_body_faces_its_way_at_the_limit(void **state) {
    (void)state;
    cast c;
    cast_open(&c, NULL, 0);
    cast_add_human(&c, 0, 0, 2.0, east);
    wend_vec before = c.motion[0].heading, got = cast_turn(&c, east);
    assert_near(degrees_between(before, got), -36.0, 1e-3);
    c.set.turn_limit = 0.5f;
    assert_near(degrees_between(before, cast_turn(&c, east)), -0.05 * 180.0 / acos(-1.0), 1e-3);
    c.set = published;
    got = cast_settle(&c, east, 10);
    assert_true(got.x > 0.999999f);
    c.motion[0].heading = wi_vec(-1.0f, 0.0f); // half a turn
    assert_near(degrees_between(c.motion[0].heading, cast_turn(&c, east)), 36.0, 1e-3);
    cast_close(&c);
}

static void nobody_turns_faster_than_the_limit(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        cast c;
        open_hallway(&c, draw(seed, 90, 0.5, 3.0), -3, draw(seed, 91, 0.5, 3.0));
        for (uint32_t i = 0; i < 8; i++)
            cast_add_human(&c, i ? draw(seed, 4 * i, -1, 3) : 0, i ? draw(seed, 4 * i + 1, -1, 1) : 0,
                           draw(seed, 4 * i + 2, -4, 4), wi_vec((float)draw(seed, 4 * i + 3, -1.5, 1.5), 0.0f));
        c.set.turn_limit = (float)draw(seed, 92, 0.1, 7.0);
        c.set.true_shapes = (float)(seed % 2);
        c.set.comfort = (float)(seed % 3);
        wend_vec go = {(float)draw(seed, 93, -1.5, 1.5), (float)draw(seed, 94, -1.5, 1.5)};
        wend_vec people = cast_turn(&c, go), fit = cast_fit(&c);
        double most = (double)c.set.turn_limit * 0.1 * 180.0 / acos(-1.0) + 1e-3;
        double a = degrees_between(c.motion[0].heading, people), b = degrees_between(c.motion[0].heading, fit);
        if (!(fabs(a) <= most && fabs(b) <= most))
            fail_msg("seed %d: turned by %g and %g of %g", (int)seed, a, b, most);
        assert_near((double)wi_length(people), 1.0, 1e-5);
        cast_close(&c);
    }
}

// In 0.3 m a body 0.298 m deep may be turned by 5.7 degrees at most.
static void a_hallway_is_passed_sideways(void **state) {
    (void)state;
    cast c;
    open_hallway(&c, 0.3, 0, 4);
    cast_add_human(&c, -0.6, 0, 0.0, east);
    wend_vec got = cast_settle(&c, east, 10);
    assert_true(got.y > 0.995f);
    for (double x = -0.3; x < 3.9; x += 0.1) {
        c.x[0] = c.body[0].x = (float)x;
        c.motion[0].heading = cast_turn(&c, east);
        if (!(c.motion[0].heading.y > 0.995f)) fail_msg("at %g m: %g", x, (double)c.motion[0].heading.y);
    }
    c.x[0] = c.body[0].x = 4.6f;
    got = cast_settle(&c, east, 10);
    assert_true(got.x > 0.999999f);
    cast_close(&c);
}

// In 0.7 m, 0.2 m beside the way of another, there is room only if he turns too.
static wend_vec meet(double angle, wend_vec velocity, uint8_t flags) {
    cast c;
    open_hallway(&c, 0.7, -4, 4);
    cast_add_human(&c, 0, -0.1, 0.0, east);
    c.role[cast_add_human(&c, 0.8, 0.1, angle, velocity)].flags = flags;
    wend_vec got = cast_settle(&c, east, 10);
    cast_close(&c);
    return got;
}

static void nobody_turns_alone_where_it_takes_two(void **state) {
    (void)state;
    const double half_turn = acos(-1.0);
    const wend_vec west = {-1.3f, 0.0f};
    assert_true(meet(half_turn, west, 0).y > 0.99f);
    assert_true(meet(half_turn, west, WEND_FLAG_DRIVEN).x > 0.999999f);
    assert_true(meet(half_turn, still, 0).x > 0.999999f);   // means to stay
    assert_true(meet(0.0, east, 0).x > 0.999999f);          // does not see
    assert_true(meet(0.5 * half_turn, still, 0).y > 0.99f); // has turned already
}

static void one_who_stands_before_it_turns_too(void **state) {
    (void)state;
    cast c;
    open_hallway(&c, 0.3, 0, 4);
    cast_add_human(&c, -0.3, 0, 0.0, still);
    c.body[0].preferred_x = 1.3f;
    wend_vec got = cast_settle(&c, still, 10);
    assert_true(got.y > 0.995f);
    c.body[0].preferred_x = 0.0f; // who does not mean to go anywhere stays as he is
    c.motion[0].heading = wi_vec(1.0f, 0.0f);
    got = cast_settle(&c, still, 3);
    assert_true(got.x == 1.0f);
    cast_close(&c);
}

static void fitting_bodies_keep_their_heading(void **state) {
    (void)state;
    cast c;
    open_hallway(&c, 0.4, 0, 4);
    cast_add_human(&c, -0.5, 0, 1.3, east);
    wend_vec fits = cast_fit(&c);
    assert_true(fits.x == c.motion[0].heading.x && fits.y == c.motion[0].heading.y);
    c.motion[0].heading = wi_vec(1.0f, 0.0f);
    fits = cast_fit(&c);
    assert_near(degrees_between(c.motion[0].heading, fits), 36.0, 1e-3);
    cast_close(&c);
}

static void comfort_looks_farther(void **state) {
    (void)state;
    cast c;
    open_hallway(&c, 0.35, 0, 4);
    cast_add_human(&c, -2.0, 0, 0.0, east);
    assert_true(cast_turn(&c, east).x == 1.0f);
    c.set.comfort = 0.6f;
    assert_true(cast_turn(&c, east).x < 0.9f);
    cast_close(&c);
}

static void walls_hide_others(void **state) {
    (void)state;
    wend_point across[2] = {{0.4, -3}, {0.4, 3}};
    wend_obstacle wall = wall_of(across);
    for (int walled = 0; walled < 2; walled++) {
        cast c;
        cast_open(&c, &wall, (uint32_t)walled);
        cast_add_human(&c, 0, 0, 0.0, wi_vec(1.3f, 0.0f));
        cast_add_human(&c, 0.8, 0.4, 0.0, still);
        cast_add_human(&c, 0.8, -0.4, 0.0, still);
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), east);
        float clearance = wi_turn_clearance(&t, 0.0f, 1.0f);
        assert_near((double)clearance, walled ? 1.0 : 0.8 - 2.0 * (double)HUMAN_WIDTH, walled ? 1e-6 : 2e-3);
        cast_close(&c);
    }
}

// One who must give way: deviates, and would collide.
static void open_side_step(cast *c, double ahead) {
    cast_open(c, NULL, 0);
    cast_add_human(c, 0, 0, 0.0, east);
    cast_add_human(c, ahead, 0.05, acos(-1.0), wi_vec(-1.0f, 0.0f));
}

static void side_steps_last_three_seconds(void **state) {
    (void)state;
    cast c;
    const wend_vec aside = {0.5f, -0.5f};
    open_side_step(&c, 2.0);
    int kept = 0;
    for (int i = 0; i < 60; i++) {
        wend_vec got = cast_turn(&c, aside);
        if (got.x != 1.0f) break;
        kept++;
    }
    assert_in_range((uintmax_t)kept, 30, 31);
    assert_true(c.memory.lateral == 0.0f);
    cast_close(&c);
}

static void small_deviations_and_far_collisions_are_followed(void **state) {
    (void)state;
    cast c;
    open_side_step(&c, 2.0);
    assert_true(cast_turn(&c, wi_vec(1.0f, -0.1f)).y < 0.0f);
    assert_true(cast_turn(&c, wi_vec(1.0f, -0.3f)).y == 0.0f);
    c.set.true_shapes = 1.0f; // they pass
    assert_true(cast_turn(&c, wi_vec(1.0f, -0.5f)).y < 0.0f);
    assert_true(cast_turn(&c, wi_vec(1.0f, -0.2f)).y == 0.0f);
    cast_close(&c);
    open_side_step(&c, 14.0);
    assert_true(cast_turn(&c, wi_vec(0.5f, -0.5f)).y < 0.0f);
    cast_close(&c);
}

static void what_is_remembered_may_be_anything(void **state) {
    (void)state;
    const float times[] = {NAN, INFINITY, -INFINITY, -1e30f, 1e30f, -0.0f};
    cast c;
    open_side_step(&c, 2.0);
    for (uint32_t i = 0; i < WEND_COUNT(times); i++) {
        c.memory.lateral = times[i];
        (void)cast_turn(&c, wi_vec(0.5f, -0.5f));
        assert_true(c.memory.lateral >= 0.0f && c.memory.lateral < 1.0f);
    }
    cast_close(&c);
}

// A neighbour beside a shoulder leaves no room to turn into him.
static void nobody_turns_into_another(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        cast c;
        open_hallway(&c, draw(seed, 60, 0.4, 0.8), -3, 3);
        cast_add_human(&c, 0, draw(seed, 61, -0.04, 0.04), draw(seed, 0, -4, 4), still);
        for (uint32_t i = 1; i < 4; i++)
            cast_add_human(&c, draw(seed, 4 * i, -0.7, 0.7), draw(seed, 4 * i + 1, -0.2, 0.2),
                           draw(seed, 4 * i + 2, -4, 4), still);
        wend_vec go = {(float)draw(seed, 62, -1, 1), (float)draw(seed, 63, -1, 1)}, got = cast_turn(&c, go);
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), go);
        wi_outline before = t.body, after = t.body;
        before.at = after.at = wi_add(t.body.at, wi_scale(0.1f, go));
        after.heading = got;
        for (uint32_t i = 1; i < c.view.count; i++) {
            wi_outline other = wi_view_outline(&c.view, i);
            float was = wi_outline_gap(&before, &other), is = wi_outline_gap(&after, &other);
            if (is < wi_min(was, 0.0f) - 2e-4f) fail_msg("seed %d: from %g to %g", (int)seed, (double)was, (double)is);
        }
        for (uint32_t i = 0; i < 2; i++) {
            const wend_wall *wall = wend_view_wall(&c.view, i);
            float was = wi_outline_wall_gap(&before, wall->a, wall->b),
                  is = wi_outline_wall_gap(&after, wall->a, wall->b);
            if (is < wi_min(was, 0.0f) - 2e-4f)
                fail_msg("seed %d: wall from %g to %g", (int)seed, (double)was, (double)is);
        }
        cast_close(&c);
    }
}

// Everything turned over the x axis.
static void fill(cast *c, uint64_t seed, double side) {
    for (uint32_t i = 0; i < 7; i++) {
        wend_vec v = {(float)draw(seed, 8 * i, -1.5, 1.5), (float)(side * draw(seed, 8 * i + 1, -1.5, 1.5))};
        wend_shape shape = i % 3 == 2   ? wend_box(0.2f, 0.3f)
                           : i % 3 == 1 ? wend_disc(0.2f)
                                        : wend_ellipse(0.15f, 0.25f);
        cast_add(c, shape, i ? draw(seed, 8 * i + 2, -1, 2) : 0, i ? side * draw(seed, 8 * i + 3, -1, 1) : 0,
                 side * draw(seed, 8 * i + 4, -3, 3), v);
    }
}

static void a_mirror_shows_the_mirrored_turn(void **state) {
    (void)state;
    int turned = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        cast c, m;
        double width = draw(seed, 200, 0.6, 2.5);
        open_hallway(&c, width, -2, 2);
        open_hallway(&m, width, -2, 2);
        fill(&c, seed, 1.0);
        fill(&m, seed, -1.0);
        c.set.true_shapes = m.set.true_shapes = (float)(seed & 1);
        wend_vec go = {(float)draw(seed, 201, -1.5, 1.5), (float)draw(seed, 202, -1.5, 1.5)};
        if (seed % 4 < 2) { // nothing better to do
            c.body[0].preferred_x = m.body[0].preferred_x = go.x;
            c.body[0].preferred_y = go.y;
            m.body[0].preferred_y = -go.y;
        }
        wend_vec got = cast_turn(&c, go), mirrored = cast_turn(&m, wi_vec(go.x, -go.y));
        double facing = fabs(degrees_between(c.motion[0].heading, go));
        bool tie = facing < 0.2 || facing > 179.8;
        if (!tie && !(fabs((double)(got.x - mirrored.x)) < 1e-3 && fabs((double)(got.y + mirrored.y)) < 1e-3))
            fail_msg("seed %d: (%g, %g) and (%g, %g)", (int)seed, (double)got.x, (double)got.y, (double)mirrored.x,
                     (double)mirrored.y);
        turned += got.x != c.motion[0].heading.x;
        cast_close(&c);
        cast_close(&m);
    }
    assert_true(turned > 1000);
}

static void choices_are_headings_within_the_limit(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        cast c;
        open_hallway(&c, draw(seed, 200, 0.3, 1.5), 0, 2);
        fill(&c, seed, 1.0);
        c.x[0] = c.body[0].x = -0.4f;
        c.set.turn_limit = (float)draw(seed, 203, 0.1, 7.0);
        wi_turn_choice got = wi_turn_choices(&c.view, 0, &c.set, cast_others(&c));
        assert_true(got.count >= 1 && got.count <= WI_TURN_CHOICES);
        assert_true(got.heading[0].x == c.motion[0].heading.x && got.heading[0].y == c.motion[0].heading.y);
        for (uint32_t i = 1; i < got.count; i++) {
            double turned = fabs(degrees_between(got.heading[0], got.heading[i]));
            if (!(turned > 0.0 && turned <= (double)c.set.turn_limit * 0.1 * 180.0 / acos(-1.0) + 1e-3))
                fail_msg("seed %d: turned by %g", (int)seed, turned);
        }
        cast_close(&c);
    }
}

static void what_is_wished_for_costs_nothing(void **state) {
    (void)state;
    cast c;
    cast_open(&c, NULL, 0);
    cast_add_human(&c, 0, 0, 0.0, east);
    wi_turn_choice choice = wi_turn_choices(&c.view, 0, &c.set, cast_others(&c));
    assert_near((double)wi_turn_cost(&c.view, 0, &choice, (wend_motion){east, {1.0f, 0.0f}}), 0.0, 1e-6);
    float slow = wi_turn_cost(&c.view, 0, &choice, (wend_motion){{1.0f, 0.0f}, {1.0f, 0.0f}});
    float aside = wi_turn_cost(&c.view, 0, &choice, (wend_motion){east, {0.8f, 0.6f}});
    float more = wi_turn_cost(&c.view, 0, &choice, (wend_motion){east, {0.0f, 1.0f}});
    assert_near((double)slow, 0.3, 1e-6);
    assert_true(aside > 0.0f && more > aside);
    cast_close(&c);
}

static void discs_face_their_way_whatever_the_space(void **state) {
    (void)state;
    cast c;
    open_hallway(&c, 0.5, 0, 4);
    cast_add(&c, wend_disc(0.24f), -0.5, 0, 0.3, east);
    wend_vec got = cast_settle(&c, east, 3);
    assert_true(got.x > 0.999999f);
    wend_vec fit = cast_fit(&c);
    assert_true(fit.x == got.x && fit.y == got.y);
    cast_close(&c);
}

static void hostile_scenes_have_an_answer(void **state) {
    (void)state;
    const wend_vec velocities[] = {{0, 0}, {NAN, 1}, {INFINITY, 0}, {1e-30f, 0}, {1e18f, -1e18f}, {1.3f, 0}};
    const float sizes[] = {0.01f, 0.2f, 50.0f};
    for (uint32_t i = 0; i < WEND_COUNT(velocities) * 27; i++) {
        cast c;
        open_hallway(&c, 0.3, -1, 1);
        wend_vec v = velocities[i % WEND_COUNT(velocities)];
        uint32_t j = i / WEND_COUNT(velocities);
        cast_add(&c, wend_ellipse(sizes[j % 3], sizes[j / 3 % 3]), 0, 0, 0.0, v);
        for (uint32_t k = 0; k < 3; k++) {
            cast_add(&c, wend_ellipse(sizes[j / 9 % 3], sizes[k]), 0, 0, 0.5, k ? v : still);
            cast_add(&c, wend_box(sizes[j / 9 % 3], sizes[k]), k * 1e-6, 0, 0.5, still);
        }
        for (int shapes = 0; shapes < 2; shapes++) {
            c.set.true_shapes = (float)shapes;
            wend_vec a = cast_turn(&c, v), b = cast_fit(&c);
            if (!(fabsf(wi_length(a) - 1.0f) < 1e-4f && fabsf(wi_length(b) - 1.0f) < 1e-4f))
                fail_msg("case %d", (int)i);
        }
        cast_close(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_heading_that_fits),
        cmocka_unit_test(the_narrowest_where_nothing_fits),
        cmocka_unit_test(ties_go_counter_clockwise),
        cmocka_unit_test(a_free_body_faces_its_way_at_the_limit),
        cmocka_unit_test(nobody_turns_faster_than_the_limit),
        cmocka_unit_test(a_hallway_is_passed_sideways),
        cmocka_unit_test(nobody_turns_alone_where_it_takes_two),
        cmocka_unit_test(one_who_stands_before_it_turns_too),
        cmocka_unit_test(fitting_bodies_keep_their_heading),
        cmocka_unit_test(comfort_looks_farther),
        cmocka_unit_test(walls_hide_others),
        cmocka_unit_test(side_steps_last_three_seconds),
        cmocka_unit_test(small_deviations_and_far_collisions_are_followed),
        cmocka_unit_test(what_is_remembered_may_be_anything),
        cmocka_unit_test(nobody_turns_into_another),
        cmocka_unit_test(a_mirror_shows_the_mirrored_turn),
        cmocka_unit_test(choices_are_headings_within_the_limit),
        cmocka_unit_test(what_is_wished_for_costs_nothing),
        cmocka_unit_test(discs_face_their_way_whatever_the_space),
        cmocka_unit_test(hostile_scenes_have_an_answer),
    };
    return cmocka_run_group_tests_name("steer/turn", tests, NULL, NULL);
}
