// Bodies that are no discs: whatever a model returns, and however they turn, no wall comes to cut them. The oracle finds
// how deep a wall is in a body by looking in all directions for the one that parts them best, in double.
#include "sense/shape.h"
#include "support/mischief.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define DIRECTIONS 1440
#define PI 3.14159265358979323846
#define WALLS 18

static double pick(uint64_t seed, uint32_t i, uint32_t draw, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, i, 0, 40, draw);
}

static double reach(const wend_form *form, bool box, wend_vec heading, double nx, double ny) {
    double along = form->half_length * (nx * heading.x + ny * heading.y);
    double across = form->half_width * (heading.x * ny - heading.y * nx);
    return box ? fabs(along) + fabs(across) : hypot(along, across);
}

// The gap, negative where they overlap. Beside long walls and boxes only their own normals part best: one direction in
// two is counted from the wall's, the others from the body's.
static double gap(const wend_view *view, uint32_t row, const wend_wall *wall) {
    double ax = (double)wall->a.x - view->x[row], ay = (double)wall->a.y - view->y[row];
    double bx = (double)wall->b.x - view->x[row], by = (double)wall->b.y - view->y[row], best = -INFINITY;
    wend_vec heading = view->motion[row].heading;
    const double first[2] = {atan2(bx - ax, ay - by), atan2(heading.y, heading.x)};
    if (fmin(hypot(ax, ay), hypot(bx, by)) - hypot(bx - ax, by - ay) > view->form[row].radius) return INFINITY;
    for (int i = 0; i < DIRECTIONS; i++) {
        double angle = first[i % 2] + 2.0 * PI * (i / 2) / (DIRECTIONS / 2), nx = cos(angle), ny = sin(angle);
        double before = fmin(nx * ax + ny * ay, nx * bx + ny * by);
        best = fmax(best, before - reach(&view->form[row], view->role[row].shape == WEND_BOX, heading, nx, ny));
    }
    return best;
}

static void expect_uncut(const stage *at, uint64_t seed, int tick) {
    wend_view view = world_view(at->world);
    for (uint32_t row = 0; row < view.count; row++)
        for (uint32_t i = 0; i < wend_scene_wall_count(at->scene); i++) {
            double depth = -gap(&view, row, wend_scene_wall(at->scene, i));
            if (depth > (double)WI_CUT_DEPTH + 2e-5)
                fail_msg("seed %llu, tick %d, agent %llu: wall %u is %g m deep in the body", (unsigned long long)seed,
                         tick, (unsigned long long)view.serial[row], i, depth);
        }
}

// A room with walls and posts (walls shorter than a body) anywhere in it.
static stage walled(uint64_t seed, const wend_profile *profile, float dt) {
    static wend_point points[WALLS + 1][4];
    wend_obstacle obstacles[WALLS + 1];
    const wend_point room[4] = {{-6.0, -6.0}, {6.0, -6.5}, {6.5, 6.0}, {-6.0, 6.25}};
    for (uint32_t k = 0; k < 4; k++) points[WALLS][k] = room[k];
    obstacles[WALLS] = (wend_obstacle){WEND_ROOM, 0, points[WALLS], 4};
    for (uint32_t i = 0; i < WALLS; i++) {
        double x = pick(seed, i, 0, -5.0, 5.0), y = pick(seed, i, 1, -5.0, 5.0), t = pick(seed, i, 2, 0.0, 6.3);
        double length = i % 3 == 0 ? 0.1 : pick(seed, i, 3, 0.3, 2.5);
        points[i][0] = (wend_point){x, y};
        points[i][1] = (wend_point){x + length * cos(t), y + length * sin(t)};
        points[i][2] = (wend_point){x + length * cos(t + 0.7), y + length * sin(t + 0.7)};
        obstacles[i] = (wend_obstacle){i % 4 == 1 ? WEND_SOLID : WEND_WALL, 0, points[i], i % 4 < 2 ? 3 : 2};
    }
    return mischief_open(profile, obstacles, WALLS + 1, dt);
}

static uint32_t populate(const stage *at, uint64_t seed, uint32_t wanted, bool driven) {
    uint32_t added = 0;
    for (uint32_t i = 0; i < 40 * wanted && added < wanted; i++) {
        wend_agent agent = agent_at(pick(seed, i, 10, -6.0, 6.0), pick(seed, i, 11, -6.0, 6.0));
        float a = (float)pick(seed, i, 12, 0.03, 0.6), b = a * (float)pick(seed, i, 13, 0.25, 1.0);
        agent.shape = i % 4 < 2 ? wend_box(i % 2 ? a : b, i % 2 ? b : a) : wend_ellipse(i % 2 ? a : b, i % 2 ? b : a);
        agent.heading = (float)pick(seed, i, 14, -3.0, 3.0);
        agent.priority = (float)(i % (MISCHIEFS + 1));
        agent.driven = driven;
        if (driven) agent.velocity = mischief_towards(3.0, pick(seed, i, 15, -1.0, 1.0), pick(seed, i, 16, -1.0, 1.0));
        added += wend_world_add(at->world, &agent, NULL, NULL) == WEND_OK;
    }
    return added;
}

static void no_wall_comes_to_cut_a_body(void **state) {
    (void)state;
    static const float steps[] = {0.1f, 0.02f, 1.0f}, speeds[] = {2.0f, 5.0f, 60.0f, 0.5f};
    const wend_model *models[] = {&mischief_model, &mischief_turning};
    uint64_t corrected = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        wend_profile profile = mischief_profile(models[seed % 2], speeds[seed % 4]);
        stage at = walled(seed, &profile, steps[seed % 3]);
        assert_true(populate(&at, seed, 12, seed % 6 == 5) >= 6);
        for (int tick = 0; tick < 30; tick++) {
            world_step(at.world, 1);
            expect_uncut(&at, seed, tick);
        }
        corrected += wend_world_stats(at.world).corrected_walls;
        stage_close(&at);
    }
    assert_true(corrected > 500);
}

// Turns one step after the other to all headings, standing.
static void spin(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        wend_vec h = now->motion[rows.row[i]].heading;
        next->motion[rows.row[i]].velocity = (wend_vec){0.0f, 0.0f};
        next->motion[rows.row[i]].heading = (wend_vec){0.99f * h.x - 0.14f * h.y, 0.14f * h.x + 0.99f * h.y};
    }
}
static const wend_model spinning = {.name = "spinning", .summary = "turns", .turns_body = true, .steer = spin};

// In a hallway as wide as it is deep a body turns until it touches, and where there is room it turns round and round.
static void a_turn_ends_at_a_wall(void **state) {
    (void)state;
    const wend_point below[] = {{-5.0, -0.2}, {5.0, -0.2}}, above[] = {{-5.0, 0.2}, {5.0, 0.2}};
    const wend_obstacle hall[] = {{WEND_WALL, 0, below, 2}, {WEND_WALL, 0, above, 2}};
    const wend_shape shapes[] = {wend_ellipse(0.4f, 0.1f), wend_box(0.4f, 0.1f), wend_box(0.15f, 0.1f)};
    for (uint32_t i = 0; i < WEND_COUNT(shapes); i++) {
        wend_profile profile = profile_of(&spinning);
        stage at = mischief_open(&profile, hall, 2, 0.1f);
        wend_agent agent = agent_at(0.0, 0.0);
        agent.shape = shapes[i];
        agent.heading = 0.0f;
        wend_serial serial = agent_add(at.world, &agent);
        float widest = 0.0f;
        for (int tick = 0; tick < 60; tick++) {
            world_step(at.world, 1);
            expect_uncut(&at, i, tick);
            widest = fmaxf(widest, fabsf(agent_get(at.world, serial).heading));
        }
        // sin of the heading at which the outline reaches 0.2 m, as far as turns of 8 degrees come.
        assert_true(i == 2 ? widest > 1.5f : widest > 0.1f && widest < 0.48f);
        stage_close(&at);
    }
}

// One who overlaps a wall already gets away from it, and is still held by the others.
static void who_is_cut_may_leave(void **state) {
    (void)state;
    const wend_point first[] = {{0.0, -5.0}, {0.0, 5.0}}, second[] = {{3.0, -5.0}, {3.0, 5.0}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, first, 2}, {WEND_WALL, 0, second, 2}};
    wend_profile profile = mischief_profile(&mischief_model, 2.0f);
    stage at = mischief_open(&profile, walls, 2, 0.1f);
    wend_agent agent = agent_at(1.0, 0.0);
    agent.shape = wend_box(0.5f, 0.2f);
    agent.driven = true;
    agent.velocity = (wend_vec){1.0f, 0.0f};
    wend_serial serial = agent_add(at.world, &agent);
    agent = agent_get(at.world, serial);
    agent.position = (wend_point){0.2, 0.0};
    agent_set(at.world, &agent);
    world_step(at.world, 50);
    agent = agent_get(at.world, serial);
    assert_true(agent.position.x > 2.49 && agent.position.x < 2.502);
    stage_close(&at);
}

// Along a wall one slides, as discs do.
static void bodies_slide_along_walls(void **state) {
    (void)state;
    const wend_point wall[] = {{-50.0, 0.0}, {50.0, 10.0}};
    const wend_obstacle obstacle = {WEND_WALL, 0, wall, 2};
    const wend_shape shapes[] = {wend_ellipse(0.4f, 0.2f), wend_box(0.4f, 0.2f), wend_ellipse(0.1f, 0.4f)};
    for (uint32_t i = 0; i < WEND_COUNT(shapes); i++) {
        wend_profile profile = mischief_profile(&mischief_model, 2.0f);
        stage at = mischief_open(&profile, &obstacle, 1, 0.1f);
        wend_agent agent = agent_at(0.0, 8.0);
        agent.shape = shapes[i];
        agent.driven = true;
        wend_serial serial = agent_add(at.world, &agent);
        for (int tick = 0; tick < 200; tick++) {
            agent = agent_get(at.world, serial);
            agent.velocity = (wend_vec){1.0f, -1.0f};
            agent_set(at.world, &agent);
            world_step(at.world, 1);
            expect_uncut(&at, i, tick);
        }
        assert_true(agent_get(at.world, serial).position.x > 10.0);
        stage_close(&at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_wall_comes_to_cut_a_body),
        cmocka_unit_test(a_turn_ends_at_a_wall),
        cmocka_unit_test(who_is_cut_may_leave),
        cmocka_unit_test(bodies_slide_along_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
