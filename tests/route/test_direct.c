// The way to the goal: straight at it, slowing down, and coming to rest there.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static stage walk_open(const wend_profile *profile, float dt) {
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = dt;
    return stage_open(&def, &world);
}

static double uniform(uint64_t seed, uint32_t i, uint32_t draw, double low, double high) {
    return low + (high - low) * wend_random(seed, i, 0, 0, draw);
}

// From a place to the nearest point of the goal.
static double way_to(const wend_target *goal, wend_point at, double *x, double *y) {
    double dx = goal->at.x - at.x, dy = goal->at.y - at.y, hx = (double)goal->half.x, hy = (double)goal->half.y;
    *x = fabs(dx) > hx ? dx - copysign(hx, dx) : 0.0;
    *y = fabs(dy) > hy ? dy - copysign(hy, dy) : 0.0;
    return hypot(*x, *y);
}

static double distance_to(const wend_target *goal, wend_point at) {
    double x, y;
    return way_to(goal, at, &x, &y);
}

// The preferred velocity ----------------------------------------------------------------------------------------------

// Stands still and notes what it would prefer, by serial.
static wend_vec wishes[2001];

static void note_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        const wend_body *body = &now->body[rows.row[i]];
        wishes[now->serial[rows.row[i]]] = (wend_vec){body->preferred_x, body->preferred_y};
        next->motion[rows.row[i]].velocity = (wend_vec){0.0f, 0.0f};
    }
}

static const wend_model noter = {.name = "noter", .summary = "notes its wishes", .steer = note_steer};

// True if a ray from `at` along v meets the rectangle of the goal, widened a little for rounding.
static bool points_at(const wend_target *goal, wend_point at, wend_vec v) {
    double near = 0.0, far = INFINITY;
    const double from[] = {at.x, at.y}, way[] = {v.x, v.y}, middle[] = {goal->at.x, goal->at.y};
    const double half[] = {(double)goal->half.x, (double)goal->half.y};
    for (int axis = 0; axis < 2; axis++) {
        double slack = 1e-4 + 1e-6 * fabs(middle[axis] - from[axis]);
        double low = middle[axis] - half[axis] - slack - from[axis],
               high = middle[axis] + half[axis] + slack - from[axis];
        if (fabs(way[axis]) < 1e-30) {
            if (low > 0.0 || high < 0.0) return false;
            continue;
        }
        double t0 = low / way[axis], t1 = high / way[axis];
        near = fmax(near, fmin(t0, t1));
        far = fmin(far, fmax(t0, t1));
    }
    return near <= far;
}

static void test_wish_points_straight_at_the_goal(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    static wend_agent agents[COUNT];
    static wend_serial serials[COUNT];
    wend_profile profile = profile_of(&noter);
    stage on = walk_open(&profile, 0.1f);
    for (uint32_t i = 0; i < COUNT; i++) {
        agents[i] = agent_at(i % 50, i / 50);
        agents[i].goal.at = (wend_point){uniform(1, i, 0, -100, 150), uniform(1, i, 1, -100, 150)};
        agents[i].preferred_speed = (float)uniform(1, i, 2, 0.0, 2.0);
        if (i % 3 == 0)
            agents[i].goal.half = (wend_vec){(float)uniform(1, i, 3, 0, 20), (float)uniform(1, i, 4, 0, 20)};
    }
    wend_error why;
    must(wend_world_add_many(on.world, agents, COUNT, serials, &why), &why);
    world_step(on.world, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        double distance = distance_to(&agents[i].goal, agents[i].position);
        wend_vec wish = wishes[serials[i]];
        double speed = hypot(wish.x, wish.y), wanted = (double)agents[i].preferred_speed;
        if (speed > wanted * (1.0 + 1e-6)) fail_msg("seed 1 agent %u: %g m/s, likes %g", i, speed, wanted);
        if (distance == 0.0 && speed != 0.0) fail_msg("seed 1 agent %u: is there and wants away", i);
        if (distance > 10.0 && fabs(speed - wanted) > 1e-6 * wanted) fail_msg("seed 1 agent %u: %g m/s", i, speed);
        if (distance > 0.0 && wanted > 0.0 && (speed == 0.0 || !points_at(&agents[i].goal, agents[i].position, wish)))
            fail_msg("seed 1 agent %u: goes %g %g", i, wish.x, wish.y);
    }
    stage_close(&on);
}

// Coming to rest ------------------------------------------------------------------------------------------------------

typedef struct walk {
    double arrived;  // s, or INFINITY
    double beyond;   // m: how far it went past the point of the goal that is nearest to the start
    double last;     // m from the goal at the end
    double speed;    // m/s at the end
    double restless; // m: how far it went, all in all, after arriving
    double away;     // m from the goal when it went away from it before it arrived, at most
} walk;

static walk take_walk(const stage *on, wend_agent agent, double seconds, double dt) {
    walk of = {.arrived = INFINITY};
    double x, y, start = way_to(&agent.goal, agent.position, &x, &y), last = start;
    wend_point from = agent.position, before = from;
    wend_serial serial = agent_add(on->world, &agent);
    for (double time = 0.0; time < seconds; time += dt) {
        world_step(on->world, 1);
        agent = agent_get(on->world, serial);
        double now = distance_to(&agent.goal, agent.position);
        double along = ((agent.position.x - from.x) * x + (agent.position.y - from.y) * y) / start;
        of.beyond = fmax(of.beyond, along - start);
        if (isinf(of.arrived) && now > last + 1e-9) of.away = fmax(of.away, now);
        if (!isinf(of.arrived)) of.restless += hypot(agent.position.x - before.x, agent.position.y - before.y);
        if (agent.arrived && isinf(of.arrived)) of.arrived = time + dt;
        last = now;
        before = agent.position;
    }
    of.last = last;
    of.speed = hypot(agent.velocity.x, agent.velocity.y);
    return of;
}

static wend_agent traveller(uint64_t seed, uint32_t i) {
    wend_agent agent = agent_at(uniform(seed, i, 0, -5, 5), uniform(seed, i, 1, -5, 5));
    agent.goal.at = (wend_point){uniform(seed, i, 2, 8, 20), uniform(seed, i, 3, -20, 20)};
    agent.goal.radius = (float)uniform(seed, i, 4, 0.02, 0.5);
    if (i % 2) agent.goal.half = (wend_vec){(float)uniform(seed, i, 5, 0, 3), (float)uniform(seed, i, 6, 0, 3)};
    return agent;
}

#define BEYOND 0.02 // m: nobody goes farther past its goal, at any step

static void test_every_model_reaches_its_goal_alone(void **state) {
    (void)state;
    static const float steps[] = {0.1f, 0.02f, 0.5f, 1.0f};
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < 10 * count; i++) {
        float dt = steps[i / count % WEND_COUNT(steps)];
        wend_profile profile = profile_of(models[i % count]);
        stage on = walk_open(&profile, dt);
        wend_agent agent = traveller(2, i);
        double direct = distance_to(&agent.goal, agent.position) / 1.34;
        walk of = take_walk(&on, agent, direct + 15.0, (double)dt);
        const char *name = models[i % count]->name;
        // The slower one may change its velocity, the longer before its goal it brakes.
        double late = 5.0 + (strcmp(name, "steering") == 0 ? 5.0 * (double)dt : 0.0);
        if (!(of.arrived < direct + late)) fail_msg("%s, walk %u: %g s for %g s of way", name, i, of.arrived, direct);
        if (of.away > BEYOND) fail_msg("%s, walk %u: went away from its goal", name, i);
        if (!(of.last <= (double)agent.goal.radius + 1e-5 && of.speed < 0.01))
            fail_msg("%s, walk %u: ends %g m from its goal with %g m/s", name, i, of.last, of.speed);
        if (of.beyond > BEYOND) fail_msg("%s, walk %u: %g m too far", name, i, of.beyond);
        if (of.restless > (double)agent.goal.radius + 0.05 + 2.0 * BEYOND)
            fail_msg("%s, walk %u: walks about: %g m", name, i, of.restless);
        stage_close(&on);
    }
}

// A wide arrival radius ends the walk early, a rectangle at its side.
static void test_arrives_at_the_radius(void **state) {
    (void)state;
    wend_profile profile = profile_of(&wend_model_straight);
    for (int rectangle = 0; rectangle < 2; rectangle++) {
        stage on = walk_open(&profile, 0.1f);
        wend_agent agent = agent_at(-20, 0);
        agent.goal = (wend_target){{0, 0}, {rectangle ? 4.0f : 0.0f, 2.0f}, 3.0f, 0};
        walk of = take_walk(&on, agent, 20.0, 0.1);
        double expected = (rectangle ? 13.0 : 17.0) / 1.34;
        assert_true(of.arrived >= expected - 1e-6 && of.arrived <= expected + 0.11);
        stage_close(&on);
    }
}

// No radius at all: a point to stand on, a rectangle to stand in.
static void test_arrives_without_a_radius(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 20; i++) {
        wend_profile profile = profile_of(&wend_model_straight);
        if (i % 5 == 4) profile.max_acceleration = 1.0f;
        stage on = walk_open(&profile, 0.1f);
        wend_agent agent = traveller(3, i);
        agent.goal.radius = 0.0f;
        walk of = take_walk(&on, agent, 60.0, 0.1);
        if (isinf(of.arrived)) fail_msg("seed 3 walk %u: still %g m away after a minute", i, of.last);
        stage_close(&on);
    }
}

// Whoever brakes slowly begins early.
static void test_brakes_in_time(void **state) {
    (void)state;
    static const float limits[] = {0.1f, 0.3f, 1.0f, 3.0f, 20.0f}, speeds[] = {0.5f, 1.34f, 2.0f, 10.0f};
    static const float steps[] = {0.02f, 0.1f, 0.25f};
    double worst = 0.0;
    for (uint32_t i = 0; i < 60; i++) {
        float limit = limits[i % 5], speed = speeds[i / 5 % 4], dt = steps[i / 20];
        wend_profile profile = profile_of(i % 2 ? &wend_model_straight : &wend_model_orca);
        profile.max_speed = profile.preferred_speed = speed;
        profile.max_acceleration = limit;
        stage on = walk_open(&profile, dt);
        wend_agent agent = wend_agent_default();
        double reach = 10.0 + (double)(speed * speed / limit); // to get to full speed and to stop again
        agent.goal.at = (wend_point){0.6 * reach, -0.8 * reach};
        agent.goal.radius = 0.05f;
        walk of = take_walk(&on, agent, 1.5 * reach / (double)speed + 3.0 * (double)(speed / limit) + 10.0, (double)dt);
        // At worst it notices one step late.
        double allowed = 0.02 + 0.5 * (double)(speed * dt);
        if (isinf(of.arrived)) fail_msg("%g m/s, %g m/s2, step %g: never arrives, %g m", speed, limit, dt, of.last);
        if (of.beyond > allowed) fail_msg("%g m/s, %g m/s2, step %g: %g m too far", speed, limit, dt, of.beyond);
        if (!(of.last <= 0.06 && of.speed < 0.02))
            fail_msg("%g m/s, %g m/s2, step %g: ends %g m off with %g m/s", speed, limit, dt, of.last, of.speed);
        worst = fmax(worst, of.beyond);
        stage_close(&on);
    }
    print_message("went at most %.3f m too far\n", worst);
}

// With speed in the wrong direction it turns round; it does not circle about its goal.
static void test_does_not_orbit(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 30; i++) {
        wend_profile profile = profile_of(i % 2 ? &wend_model_straight : &wend_model_orca);
        profile.max_acceleration = i % 3 == 0 ? INFINITY : 1.0f;
        stage on = walk_open(&profile, 0.1f);
        wend_agent agent = wend_agent_default();
        agent.goal.at = (wend_point){uniform(4, i, 0, -2, 2), uniform(4, i, 1, -2, 2)};
        agent.goal.radius = 0.05f;
        agent.velocity = (wend_vec){(float)uniform(4, i, 2, -1.3, 1.3), (float)uniform(4, i, 3, -1.3, 1.3)};
        wend_serial serial = agent_add(on.world, &agent);
        world_step(on.world, 200);
        agent = agent_get(on.world, serial);
        double off = distance_to(&agent.goal, agent.position), speed = hypot(agent.velocity.x, agent.velocity.y);
        if (!(agent.arrived && off <= 0.05 && speed < 0.01))
            fail_msg("seed 4 walk %u: %g m off, %g m/s", i, off, speed);
        stage_close(&on);
    }
}

// Without a goal one stays, and returns when pushed away.
static void test_returns_to_where_it_stood(void **state) {
    (void)state;
    wend_profile profile = wend_profile_default();
    profile.habits = "none";
    stage on = walk_open(&profile, 0.1f);
    wend_agent agent = agent_at(1, 2);
    wend_serial serial = agent_add(on.world, &agent);
    agent = agent_get(on.world, serial);
    agent.position.x = 4.0;
    agent_set(on.world, &agent);
    world_step(on.world, 100);
    assert_true(distance_to(&agent.goal, agent_get(on.world, serial).position) < 0.31);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wish_points_straight_at_the_goal),
        cmocka_unit_test(test_every_model_reaches_its_goal_alone),
        cmocka_unit_test(test_arrives_at_the_radius),
        cmocka_unit_test(test_arrives_without_a_radius),
        cmocka_unit_test(test_brakes_in_time),
        cmocka_unit_test(test_does_not_orbit),
        cmocka_unit_test(test_returns_to_where_it_stood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
