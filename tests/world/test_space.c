// Space: bodies are added only where there is room, and a refusal changes nothing.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

typedef struct placing {
    const char *what;
    double x, y;
    wend_shape shape;
    float heading;
    uint32_t level;
    bool fits;
} placing;

// Level 0 is a room from -10 to 10 with a block in it, a wall, and two bodies; level 1 has nothing at all.
static stage stage_with_walls(void) {
    static const wend_point room[] = {{-10, -10}, {10, -10}, {10, 10}, {-10, 10}};
    static const wend_point block[] = {{4, 4}, {4, 7}, {7, 7}, {7, 4}};
    static const wend_point wall[] = {{-5, -8}, {-5, -4}};
    static const wend_obstacle obstacles[] = {
        {WEND_ROOM, 0, room, 4}, {WEND_SOLID, 0, block, 4}, {WEND_WALL, 0, wall, 2}};
    wend_scene_def def = scene_plain();
    def.levels = 2;
    def.obstacles = obstacles;
    def.obstacle_count = 3;
    stage on = stage_open(&def, NULL);
    wend_agent disc = agent_at(0, 0), box = agent_at(0, 5);
    box.shape = wend_box(1.5f, 0.1f);
    box.heading = 0.78539816f; // a plank from about (-1.06, 3.94) to (1.06, 6.06)
    agent_add(on.world, &disc);
    agent_add(on.world, &box);
    return on;
}

static const placing placings[] = {
    {"disc on a disc", 0.3, 0.3, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc in the same place", 0.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc beside a disc", 0.36, 0.36, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"ellipse that points at a disc", 0.6, 0.0, {WEND_ELLIPSE, 0.4f, 0.1f}, 0.0f, 0, false},
    {"ellipse that passes a disc", 0.6, 0.0, {WEND_ELLIPSE, 0.4f, 0.1f}, 1.5707963f, 0, true},
    {"ellipse across a plank", 0.5, 5.5, {WEND_ELLIPSE, 0.3f, 0.05f}, -0.78539816f, 0, false},
    {"ellipse in a plank's bounding disc, not on it", 0.6, 4.4, {WEND_ELLIPSE, 0.3f, 0.05f}, 0.78539816f, 0, true},
    {"ellipse whose end reaches the plank", 0.6, 4.4, {WEND_ELLIPSE, 0.9f, 0.05f}, 2.3561945f, 0, false},
    {"box beside a wall", -4.7, -6.0, {WEND_BOX, 1.0f, 0.2f}, 1.5707963f, 0, true},
    {"box turned into a wall", -4.7, -6.0, {WEND_BOX, 1.0f, 0.2f}, 0.0f, 0, false},
    {"box near the end of a wall", -5.0, -3.7, {WEND_BOX, 1.0f, 0.2f}, 0.0f, 0, true},
    {"box on the end of a wall", -5.0, -3.7, {WEND_BOX, 1.0f, 0.4f}, 0.0f, 0, false},
    {"disc on a wall", -5.1, -6.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc beside a wall", -5.3, -6.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"disc inside a block, clear of its sides", 5.5, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc on the side of a block", 3.9, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc before a block", 3.7, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"big disc around a block", 5.5, 5.5, {WEND_DISC, 4.0f, 4.0f}, 0.0f, 0, false},
    {"disc outside the room", 12.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc far outside the room", -1200.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc across the room's side", 9.9, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc in the room's corner", 9.7, 9.7, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"disc on a disc of another level", 0.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 1, true},
    {"disc in a block of another level", 5.5, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 1, true},
    {"disc outside a room of another level", 12.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 1, true},
};

static void try_placing(wend_world *world, const placing *at) {
    wend_agent agent = agent_at(at->x, at->y);
    wend_serial serial;
    wend_error why = {WEND_OK, ""};
    uint64_t hash = wend_world_hash(world);
    agent.shape = at->shape;
    agent.heading = at->heading;
    agent.level = at->level;
    wend_result result = wend_world_add(world, &agent, &serial, &why);
    if (result != (at->fits ? WEND_OK : WEND_NO_SPACE)) fail_msg("%s: %d %s", at->what, (int)result, why.text);
    if (result == WEND_OK)
        agent_remove(world, serial);
    else if (wend_world_hash(world) != hash || strlen(why.text) < 10)
        fail_msg("%s: %s", at->what, why.text);
}

static void test_bodies_need_space(void **state) {
    (void)state;
    stage on = stage_with_walls();
    for (uint32_t i = 0; i < WEND_COUNT(placings); i++) try_placing(on.world, &placings[i]);
    world_step(on.world, 3); // all stand, so the answers stay
    for (uint32_t i = 0; i < WEND_COUNT(placings); i++) try_placing(on.world, &placings[i]);
    stage_close(&on);
}

// A long body among so many pieces of wall that the one in its way is not among the nearest.
static void test_long_body_among_many_walls(void **state) {
    (void)state;
    enum { POINTS = 201 };
    wend_point zigzag[POINTS];
    const wend_point across[] = {{9.5, -1.0}, {9.5, 1.0}};
    for (int i = 0; i < POINTS; i++) zigzag[i] = (wend_point){0.05 * (i - POINTS / 2), i % 2 ? 0.5 : 0.6};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, zigzag, POINTS}, {WEND_WALL, 0, across, 2}};
    wend_scene_def def = scene_plain();
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, NULL);
    wend_agent lorry = agent_at(0, 0);
    lorry.shape = wend_box(10.0f, 0.25f);
    lorry.heading = 0.0f;
    assert_refused(wend_world_add(on.world, &lorry, &(wend_serial){0}, &why), WEND_NO_SPACE, "wall");
    lorry.position.x = -1.0;
    agent_add(on.world, &lorry);
    stage_close(&on);
}

static void test_space_of_those_who_left_or_moved_is_free(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = agent_add(on.world, &agent);
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_NO_SPACE, "overlap");
    wend_agent moved = agent_get(on.world, serial);
    moved.position.x = 30.0;
    agent_set(on.world, &moved);
    wend_serial second = agent_add(on.world, &agent);
    agent.position.x = 30.2;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_NO_SPACE, "overlap");
    agent_remove(on.world, second);
    agent.position.x = 0.0;
    agent_add(on.world, &agent);
    assert_int_equal(wend_world_stats(on.world).agents, 2);
    stage_close(&on);
}

// Who is there, kept by hand.
typedef struct disc {
    wend_serial serial;
    double x, y, radius;
} disc;

static double least_gap(const disc *there, uint32_t count, const disc *body) {
    double gap = INFINITY;
    for (uint32_t k = 0; k < count; k++)
        gap = fmin(gap, hypot(body->x - there[k].x, body->y - there[k].y) - body->radius - there[k].radius);
    return gap;
}

static disc random_disc(uint32_t i) {
    disc body = {0, 40.0 * wend_random(5, i, 0, 0, 0), 40.0 * wend_random(5, i, 0, 0, 1), 0.25};
    if (i % 40 == 0) body.radius = 1.0 + floor(12.0 * wend_random(5, i, 0, 0, 2)) / 4.0;
    return body;
}

static void move_disc(wend_world *world, disc *body, uint32_t i) {
    wend_agent agent = agent_get(world, body->serial);
    body->x = 40.0 * wend_random(5, i, 0, 1, 0);
    body->y = 40.0 * wend_random(5, i, 0, 1, 1);
    agent.position = (wend_point){body->x, body->y};
    agent.goal.at = agent.position; // and stays there
    agent_set(world, &agent);
    agent.position.x += 0.1; // nobody may stand there now
    assert_refused(wend_world_add(world, &agent, NULL, &why), WEND_NO_SPACE, "overlap");
}

// Random bodies come one by one, go, and are moved about; who fits is known from all who are there.
static void test_space_against_all_who_are_there(void **state) {
    (void)state;
    stage on = stage_of(&wend_model_straight);
    enum { TRIES = 3000 };
    static disc there[TRIES];
    uint32_t count = 0, refused = 0;
    for (uint32_t i = 0; i < TRIES; i++) {
        disc body = random_disc(i);
        double gap = least_gap(there, count, &body);
        if (fabs(gap) < 1e-4) continue;
        wend_agent agent = agent_at(body.x, body.y);
        agent.shape = wend_disc((float)body.radius);
        wend_result result = wend_world_add(on.world, &agent, &body.serial, NULL);
        if (result != (gap > 0.0 ? WEND_OK : WEND_NO_SPACE))
            fail_msg("seed 5 body %u: gap %g gives %d", i, gap, result);
        if (result == WEND_OK)
            there[count++] = body;
        else
            refused++;
        uint32_t which = (uint32_t)((float)count * wend_random(5, i, 0, 2, 0));
        if (i % 5 == 1 && i > 600) move_disc(on.world, &there[which], i);
        if (i % 3 == 2 && i > 600) {
            agent_remove(on.world, there[which].serial);
            there[which] = there[--count];
        }
        if (i % 200 == 199) world_step(on.world, 1);
    }
    assert_true(refused > 500 && count > 200);
    stage_close(&on);
}

static void test_add_many_is_all_or_none(void **state) {
    (void)state;
    enum { COUNT = 1000, BAD = 517 };
    static wend_agent agents[COUNT];
    static wend_serial serials[COUNT];
    stage on = stage_plain();
    wend_agent first = agent_at(-5, -5), after;
    wend_serial last = agent_add(on.world, &first);
    uint64_t hash = wend_world_hash(on.world);
    for (int i = 0; i < COUNT; i++) agents[i] = agent_at(i % 40, i / 40);
    const wend_agent good = agents[BAD];
    agents[BAD].level = 7;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_BAD_ARGUMENT, "517");
    agents[BAD] = good, agents[BAD].position.y = NAN;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_BAD_ARGUMENT, "517");
    agents[BAD] = good, agents[BAD].cookie = 0;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_BAD_ARGUMENT, "517");
    agents[BAD] = good, agents[BAD].settings = &(wend_setting){"nonsense", 1.0f}, agents[BAD].setting_count = 1;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_NOT_FOUND, "517");
    agents[BAD] = good, agents[BAD].position = (wend_point){-5.1, -5.0}; // onto one who is there
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_NO_SPACE, "517");
    agents[BAD] = good, agents[BAD].position = (wend_point){3.0, 2.2}; // onto number 83 of the same call
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_NO_SPACE, "517");
    assert_int_equal(wend_world_stats(on.world).agents, 1);
    assert_int_equal(wend_world_stats(on.world).added, 1);
    assert_true(wend_world_hash(on.world) == hash);
    agents[BAD] = good;
    wend_error error;
    must(wend_world_add_many(on.world, agents, COUNT, serials, &error), &error);
    assert_true(serials[0] > last);
    assert_int_equal(wend_world_stats(on.world).agents, COUNT + 1);
    after = agent_get(on.world, serials[BAD]);
    assert_true(after.position.x == good.position.x && after.position.y == good.position.y);
    stage_close(&on);
}

// One by one, without a step between: what each costs must not grow with those who are there.
static void test_many_adds_one_by_one(void **state) {
    (void)state;
    enum { SIDE = 142, COUNT = SIDE * SIDE };
    stage on = stage_plain();
    clock_t start = clock();
    for (int i = 0; i < COUNT; i++) {
        wend_agent agent = agent_at(0.6 * (i % SIDE), 0.6 * (i / SIDE));
        agent_add(on.world, &agent);
        if (i % 97 != 0) continue;
        int other = (int)((float)i * wend_random(3, (uint64_t)i, 0, 0, 0));
        agent.position = (wend_point){0.6 * (other % SIDE) + 0.1, 0.6 * (other / SIDE) - 0.1};
        assert_int_equal(wend_world_add(on.world, &agent, &(wend_serial){0}, NULL), WEND_NO_SPACE);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%d adds in %.2f s\n", COUNT, seconds);
    assert_int_equal(wend_world_stats(on.world).agents, COUNT);
    assert_true(seconds < 2.0); // a pass over all at each add would take longer
    world_step(on.world, 1);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies_need_space),
        cmocka_unit_test(test_long_body_among_many_walls),
        cmocka_unit_test(test_space_of_those_who_left_or_moved_is_free),
        cmocka_unit_test(test_space_against_all_who_are_there),
        cmocka_unit_test(test_add_many_is_all_or_none),
        cmocka_unit_test(test_many_adds_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
