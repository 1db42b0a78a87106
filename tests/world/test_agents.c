// Agents between steps: added, read, changed, removed, and everyone keeps what is theirs.
#include "sense/senses.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// Serials -------------------------------------------------------------------------------------------------------------

static void test_serials_only_grow(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_serial last = 0, serial[300];
    uint32_t count = 0;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 50; i++) {
            wend_agent agent = agent_at(i, round);
            serial[count] = agent_add(on.world, &agent);
            assert_true(serial[count] > last);
            last = serial[count++];
        }
        world_step(on.world, 1);
        for (uint32_t i = round % 2 ? 0 : count - 50; i < count; i++)
            (void)wend_world_remove(on.world, serial[i], NULL);
    }
    assert_int_equal(wend_world_stats(on.world).agents, 0);
    for (uint32_t i = 0; i < count; i++)
        assert_refused(wend_world_get(on.world, serial[i], &(wend_agent){0}, &why), WEND_NOT_FOUND, "");
    stage_close(&on);
}

static void test_serials_of_many_follow_their_order(void **state) {
    (void)state;
    stage on = stage_plain();
    enum { COUNT = 200 };
    wend_agent agents[COUNT];
    wend_serial serials[COUNT];
    wend_error why;
    for (int i = 0; i < COUNT; i++) agents[i] = agent_at(-i, (i * 37) % 11);
    must(wend_world_add_many(on.world, agents, COUNT, serials, &why), &why);
    must(wend_world_add_many(on.world, agents, 0, NULL, &why), &why);
    world_step(on.world, 2);
    for (int i = 0; i < COUNT; i++) {
        assert_true(i == 0 || serials[i] > serials[i - 1]);
        assert_true(agent_get(on.world, serials[i]).serial == serials[i]);
        assert_near(agent_get(on.world, serials[i]).position.x, -i, 1e-6);
    }
    stage_close(&on);
}

// Reading back --------------------------------------------------------------------------------------------------------

static wend_agent peculiar(void) {
    wend_agent agent = agent_at(3.25, -7.5);
    agent.velocity = (wend_vec){0.5f, -0.25f};
    agent.heading = 1.0f;
    agent.goal = (wend_target){{30.5, 40.25}, {1.5f, 2.5f}, 0.75f, 0};
    agent.shape = wend_ellipse(0.3f, 0.2f);
    agent.preferred_speed = 1.1f;
    agent.max_speed = 1.7f;
    agent.max_acceleration = 3.5f;
    agent.priority = 0.125f;
    agent.stream = 77;
    agent.leaves = true;
    return agent;
}

static void assert_same_agent(const wend_agent *a, const wend_agent *b) {
    assert_int_equal(a->profile, b->profile);
    assert_int_equal(a->level, b->level);
    assert_near(a->position.x, b->position.x, 1e-9);
    assert_near(a->position.y, b->position.y, 1e-9);
    assert_true(a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
    assert_near(remainderf(a->heading - b->heading, 6.2831853f), 0.0f, 2e-6f);
    assert_near(a->goal.at.x, b->goal.at.x, 1e-9);
    assert_near(a->goal.at.y, b->goal.at.y, 1e-9);
    assert_true(a->goal.half.x == b->goal.half.x && a->goal.half.y == b->goal.half.y);
    assert_true(a->goal.radius == b->goal.radius);
    assert_int_equal(a->shape.kind, b->shape.kind);
    assert_true(a->shape.half_length == b->shape.half_length && a->shape.half_width == b->shape.half_width);
    assert_true(a->preferred_speed == b->preferred_speed && a->max_speed == b->max_speed);
    assert_true(a->max_acceleration == b->max_acceleration && a->priority == b->priority);
    assert_int_equal(a->stream, b->stream);
    assert_true(a->driven == b->driven && a->leaves == b->leaves);
}

static void test_what_is_added_is_read_back(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent given = peculiar(), other = agent_at(10, 10);
    agent_add(on.world, &other);
    wend_agent read = agent_get(on.world, agent_add(on.world, &given));
    assert_same_agent(&given, &read);
    assert_false(read.arrived);
    assert_null(read.settings);
    assert_int_equal(read.setting_count, 0);
    assert_int_equal(read.cookie, given.cookie);
    stage_close(&on);
}

static void test_what_is_left_out_comes_from_the_profile(void **state) {
    (void)state;
    wend_profile profiles[2] = {wend_profile_default(), wend_profile_default()};
    profiles[1].name = "cart";
    profiles[1].shape = wend_box(0.9f, 0.4f);
    profiles[1].preferred_speed = 0.75f;
    profiles[1].max_speed = 1.25f;
    profiles[1].max_acceleration = 0.5f;
    profiles[1].priority = 0.5f;
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = 2;
    stage on = stage_open(&def, NULL);
    wend_agent agent = agent_at(2, 3);
    agent.profile = 1;
    wend_agent read = agent_get(on.world, agent_add(on.world, &agent));
    assert_int_equal(read.shape.kind, WEND_BOX);
    assert_true(read.shape.half_length == 0.9f && read.shape.half_width == 0.4f);
    assert_true(read.preferred_speed == 0.75f && read.max_speed == 1.25f);
    assert_true(read.max_acceleration == 0.5f && read.priority == 0.5f);
    assert_true(read.goal.at.x == 2.0 && read.goal.at.y == 3.0); // stays here
    agent.position.x = 20.0;
    agent.goal.at = (wend_point){20.0, -5.0};
    read = agent_get(on.world, agent_add(on.world, &agent));
    assert_near(read.heading, -1.5707963f, 1e-5f); // looks at the goal
    stage_close(&on);
}

static void test_stays_without_goal(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(2, 3);
    wend_serial serial = agent_add(on.world, &agent);
    world_step(on.world, 20);
    agent = agent_get(on.world, serial);
    assert_true(agent.position.x == 2.0 && agent.position.y == 3.0);
    stage_close(&on);
}

// Setting -------------------------------------------------------------------------------------------------------------

static void change_position(wend_agent *a) { a->position = (wend_point){-4.5, 8.75}; }
static void change_velocity(wend_agent *a) { a->velocity = (wend_vec){-1.0f, 0.5f}; }
static void change_heading(wend_agent *a) { a->heading = -2.0f; }
static void change_goal(wend_agent *a) { a->goal = (wend_target){{-20.0, 1.0}, {0.0f, 0.5f}, 0.5f, 0}; }
static void change_shape(wend_agent *a) { a->shape = wend_box(0.4f, 0.3f); }
static void change_preferred(wend_agent *a) { a->preferred_speed = 0.5f; }
static void change_max_speed(wend_agent *a) { a->max_speed = 3.0f; }
static void change_acceleration(wend_agent *a) { a->max_acceleration = INFINITY; }
static void change_priority(wend_agent *a) { a->priority = -0.5f; }
static void change_driven(wend_agent *a) { a->driven = true; }
static void change_leaves(wend_agent *a) { a->leaves = false; }
static void change_level(wend_agent *a) { a->level = 2; }
static void change_profile(wend_agent *a) { a->profile = 1; }
static void change_nothing(wend_agent *a) { (void)a; }

static void test_set_changes_what_differs_and_no_more(void **state) {
    (void)state;
    static void (*const changes[])(wend_agent *) = {
        change_nothing, change_position,  change_velocity,  change_heading,  change_goal,
        change_shape,   change_preferred, change_max_speed, change_priority, change_acceleration,
        change_leaves,  change_level,     change_profile,
    };
    wend_profile profiles[2] = {wend_profile_default(), wend_profile_default()};
    profiles[1].name = "other";
    profiles[1].model = &wend_model_straight;
    profiles[1].max_speed = 9.0f;
    wend_scene_def def = wend_scene_default();
    def.levels = 3;
    def.profiles = profiles;
    def.profile_count = 2;
    stage on = stage_open(&def, NULL);
    wend_agent given = peculiar(), bystander = agent_at(50, 50);
    wend_serial still = agent_add(on.world, &bystander), serial = agent_add(on.world, &given);
    bystander = agent_get(on.world, still);
    for (uint32_t i = 0; i < WEND_COUNT(changes); i++) {
        wend_agent before = agent_get(on.world, serial), wanted = before, after, stands = agent_get(on.world, still);
        changes[i](&wanted);
        agent_set(on.world, &wanted);
        after = agent_get(on.world, serial);
        if (i == 0) assert_same_agent(&before, &after);
        assert_same_agent(&wanted, &after);
        assert_same_agent(&bystander, &stands);
    }
    stage_close(&on);
}

static void test_driven_is_read_back(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = peculiar();
    agent = agent_get(on.world, agent_add(on.world, &agent));
    change_driven(&agent);
    agent_set(on.world, &agent);
    assert_true(agent_get(on.world, agent.serial).driven);
    agent.driven = false;
    agent_set(on.world, &agent);
    wend_agent after = agent_get(on.world, agent.serial);
    assert_same_agent(&agent, &after);
    stage_close(&on);
}

// Also where the origin is far away, so that map coordinates have fewer digits than those that are kept.
static void test_unchanged_set_is_no_change(void **state) {
    (void)state;
    wend_scene_def def = wend_scene_default();
    for (int far = 0; far < 2; far++) {
        def.origin = far ? (wend_point){6000000.0, 5000000.0} : (wend_point){0.0, 0.0};
        stage on = stage_open(&def, NULL);
        for (uint32_t i = 0; i < 50; i++) {
            wend_agent agent = peculiar();
            agent.position.x += def.origin.x + i;
            agent.position.y += def.origin.y;
            agent.goal.at.x = def.origin.x + 10.0 * wend_random(2, i, 0, 0, 0);
            agent.goal.at.y = def.origin.y + 10.0 * wend_random(2, i, 0, 0, 1);
            agent.driven = i % 5 == 0;
            wend_serial serial = agent_add(on.world, &agent);
            world_step(on.world, 3);
            uint64_t hash = wend_world_hash(on.world);
            agent = agent_get(on.world, serial);
            agent_set(on.world, &agent);
            if (wend_world_hash(on.world) != hash) fail_msg("agent %u, origin at %g", i, def.origin.x);
        }
        stage_close(&on);
    }
}

static void test_set_may_overlap_bodies_but_not_walls(void **state) {
    (void)state;
    const wend_point wall[] = {{5.0, -10.0}, {5.0, 10.0}};
    const wend_point block[] = {{-6.0, -6.0}, {-4.0, -6.0}, {-4.0, -4.0}, {-6.0, -4.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, wall, 2}, {WEND_SOLID, 0, block, 4}};
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, NULL);
    wend_agent a = agent_at(0, 0), b = agent_at(2, 0);
    a = agent_get(on.world, agent_add(on.world, &a));
    b = agent_get(on.world, agent_add(on.world, &b));
    uint64_t hash = wend_world_hash(on.world);
    b.position.x = 8.0; // the wall is in between
    assert_refused(wend_world_set(on.world, &b, &why), WEND_NO_SPACE, "wall");
    b.position = (wend_point){-5.0, -5.0};
    assert_refused(wend_world_set(on.world, &b, &why), WEND_NO_SPACE, "obstacle");
    b.position = (wend_point){5.0, 0.0}; // with the centre on the wall
    assert_refused(wend_world_set(on.world, &b, &why), WEND_NO_SPACE, "wall");
    assert_true(wend_world_hash(on.world) == hash);
    b.position = (wend_point){0.1, 0.0};
    agent_set(on.world, &b);
    assert_near(agent_get(on.world, b.serial).position.x, 0.1, 1e-7);
    stage_close(&on);
}

static void test_set_goal_changes_the_goal_alone(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = peculiar();
    agent.leaves = false;
    wend_serial serial = agent_add(on.world, &agent);
    wend_agent wanted = agent_get(on.world, serial);
    wanted.goal = (wend_target){{-3.0, 2.0}, {0.25f, 0.5f}, 0.125f, 0};
    agent_set_goal(on.world, serial, wanted.goal);
    wend_agent after = agent_get(on.world, serial);
    assert_same_agent(&wanted, &after);
    world_step(on.world, 150);
    assert_true(agent_get(on.world, serial).arrived);
    wanted.goal.at.x = 50.0;
    agent_set_goal(on.world, serial, wanted.goal);
    assert_false(agent_get(on.world, serial).arrived); // not yet at this one
    stage_close(&on);
}

// Coming, going and changing ------------------------------------------------------------------------------------------

// What is known of an agent from outside; the stream serves as a mark that must stay with its serial.
typedef struct known {
    wend_serial serial;
    uint32_t stream;
    float horizon; // 0: the profile's
    float goal_radius;
} known;

typedef struct diary {
    known is[600];
    uint32_t count;
    wend_serial gone[600];
    uint32_t gone_count;
} diary;

static void diary_add(diary *book, wend_world *world, uint32_t i) {
    known who = {.stream = 1000 + i, .goal_radius = 0.1f + 0.001f * (float)i};
    wend_setting horizon = {"horizon", 1.0f + 0.01f * (float)i};
    wend_agent agent = agent_at(30.0 * wend_random(8, i, 0, 0, 0), 30.0 * wend_random(8, i, 0, 0, 1));
    agent.goal = (wend_target){{30.0 * wend_random(8, i, 0, 0, 2), 0.0}, {0.0f, 0.0f}, who.goal_radius, 0};
    agent.stream = who.stream;
    if (i % 2) agent.settings = &horizon, agent.setting_count = 1, who.horizon = horizon.value;
    if (wend_world_add(world, &agent, &who.serial, NULL) == WEND_OK) book->is[book->count++] = who;
}

static void diary_remove(diary *book, wend_world *world, uint32_t which) {
    agent_remove(world, book->is[which].serial);
    book->gone[book->gone_count++] = book->is[which].serial;
    book->is[which] = book->is[--book->count];
}

static void diary_check(const diary *book, wend_world *world) {
    assert_int_equal(wend_world_stats(world).agents, book->count);
    for (uint32_t i = 0; i < book->count; i++) {
        const known *who = &book->is[i];
        wend_agent agent = agent_get(world, who->serial);
        assert_true(agent.serial == who->serial);
        assert_int_equal(agent.stream, who->stream);
        assert_true(agent.goal.radius == who->goal_radius);
        assert_true(agent_param(world, who->serial, "horizon") == (who->horizon > 0.0f ? who->horizon : 2.0f));
    }
    for (uint32_t i = 0; i < book->gone_count; i++)
        assert_int_equal(wend_world_get(world, book->gone[i], &(wend_agent){0}, NULL), WEND_NOT_FOUND);
}

static void test_everyone_keeps_what_is_theirs(void **state) {
    (void)state;
    stage on = stage_plain();
    static diary book;
    for (uint32_t i = 0; i < 500; i++) {
        diary_add(&book, on.world, i);
        float choice = wend_random(9, i, 0, 0, 0);
        uint32_t which = (uint32_t)((float)book.count * wend_random(9, i, 0, 0, 1));
        if (choice < 0.4f && book.count > 0) diary_remove(&book, on.world, which);
        if (choice > 0.6f && book.count > 0) {
            known *who = &book.is[which];
            who->horizon = 1.0f + 0.001f * (float)i;
            agent_set_param(on.world, who->serial, "horizon", who->horizon);
        }
        if (i % 3 == 0) world_step(on.world, 1);
        if (i % 10 == 0) diary_check(&book, on.world);
    }
    while (book.count > 0) diary_remove(&book, on.world, book.count / 2);
    diary_check(&book, on.world);
    world_step(on.world, 1); // nobody is there: fine
    stage_close(&on);
}

// A copy that was saved and loaded has none of the traces that coming, going and being moved leave behind.
static void test_changed_world_moves_like_a_fresh_one(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_world_def def = wend_world_default(on.scene);
    wend_error why;
    enum { COUNT = 400 };
    wend_serial serials[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_agent agent = agent_at(i % 20, i / 20);
        agent.goal.at = (wend_point){20.0 * wend_random(11, i, 0, 0, 0), 20.0 * wend_random(11, i, 0, 0, 1)};
        serials[i] = agent_add(on.world, &agent);
    }
    for (uint32_t round = 0; round < 12; round++) {
        world_step(on.world, 2);
        for (uint32_t i = round; i < COUNT && round % 2 == 0; i += 29)
            (void)wend_world_remove(on.world, serials[i], NULL);
        for (uint32_t i = round % 3; i < COUNT && round % 2; i += 17) {
            wend_agent agent;
            if (wend_world_get(on.world, serials[i], &agent, NULL) != WEND_OK) continue;
            agent.position.x = 20.0 * wend_random(11, i, round, 1, 0);
            agent_set(on.world, &agent);
        }
        void *bytes;
        size_t size;
        wend_world *copy;
        must(wend_world_save_bytes(on.world, &bytes, &size, &why), &why);
        must(wend_world_load_bytes(&def, bytes, size, &copy, &why), &why);
        world_step(on.world, 1);
        world_step(copy, 1);
        if (wend_world_hash(copy) != wend_world_hash(on.world)) fail_msg("seed 11: they part in round %u", round);
        assert_int_equal(wend_world_events(copy).collided_count, wend_world_events(on.world).collided_count);
        wend_world_destroy(copy);
        free(bytes);
    }
    stage_close(&on);
}

// Far away ------------------------------------------------------------------------------------------------------------

// Coordinates are multiples of 1/1024 m, so that adding the origin is exact.
static double eighth(uint32_t i, uint32_t draw) { return floor(20480.0 * wend_random(4, i, 0, 0, draw)) / 1024.0; }

static stage stage_far(wend_point origin, wend_serial *serials, uint32_t count) {
    const wend_point wall[] = {{origin.x + 10.0, origin.y + 2.0}, {origin.x + 10.0, origin.y + 18.0}};
    const wend_point block[] = {
        {origin.x + 4.5, origin.y + 4.25}, {origin.x + 6.0, origin.y + 4.25}, {origin.x + 6.125, origin.y + 7.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, wall, 2}, {WEND_SOLID, 0, block, 3}};
    wend_scene_def def = wend_scene_default();
    def.origin = origin;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, NULL);
    uint32_t added = 0;
    for (uint32_t i = 0; added < count; i++) {
        wend_agent agent = agent_at(origin.x + eighth(i, 0), origin.y + eighth(i, 1));
        agent.goal.at = (wend_point){origin.x + eighth(i, 2), origin.y + eighth(i, 3)};
        if (wend_world_add(on.world, &agent, &serials[added], NULL) == WEND_OK) added++;
    }
    return on;
}

static void test_six_thousand_kilometres_from_zero(void **state) {
    (void)state;
    enum { COUNT = 60 };
    const wend_point origin = {6000000.0, -6000000.0};
    wend_serial here[COUNT], there[COUNT];
    stage near = stage_far((wend_point){0.0, 0.0}, here, COUNT), far = stage_far(origin, there, COUNT);
    for (int i = 0; i < 100; i++) {
        wend_view a, b;
        world_step(near.world, 1);
        world_step(far.world, 1);
        a = world_view(near.world);
        b = world_view(far.world);
        assert_int_equal(a.count, b.count);
        assert_memory_equal(a.serial, b.serial, a.count * sizeof *a.serial);
        assert_memory_equal(a.x, b.x, a.count * sizeof *a.x);
        assert_memory_equal(a.y, b.y, a.count * sizeof *a.y);
        assert_memory_equal(a.motion, b.motion, a.count * sizeof *a.motion);
    }
    for (int i = 0; i < COUNT; i++) {
        wend_agent a = agent_get(near.world, here[i]), b = agent_get(far.world, there[i]);
        assert_near(a.position.x, b.position.x - origin.x, 2e-9);
        assert_near(a.position.y, b.position.y - origin.y, 2e-9);
        assert_near(a.goal.at.x, b.goal.at.x - origin.x, 2e-9);
    }
    stage_close(&near);
    stage_close(&far);
}

static void assert_knows(wend_world *world, float greatest_radius, bool boxes) {
    const wi_senses *senses = world_view(world).senses;
    assert_true(senses->greatest_radius == greatest_radius);
    assert_int_equal(senses->boxes, boxes);
}

// Kernels ask no body whether it is a box where the world has none. A world that is loaded knows what it needs to.
static void test_knows_of_boxes_and_the_greatest(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_error why;
    wend_agent agent = agent_at(0, 0), small = agent_at(3, 0);
    agent.shape = wend_ellipse(0.1f, 0.3f);
    small.shape = wend_disc(0.1f);
    assert_knows(on.world, 0.0f, false);
    wend_serial first = agent_add(on.world, &agent);
    (void)agent_add(on.world, &small);
    assert_knows(on.world, 0.3f, false);
    agent = agent_get(on.world, first);
    agent.shape = wend_box(0.4f, 0.3f);
    must(wend_world_set(on.world, &agent, &why), &why);
    assert_knows(on.world, 0.5f, true);
    void *bytes;
    size_t size;
    must(wend_world_save_bytes(on.world, &bytes, &size, &why), &why);
    wend_world_def def = wend_world_default(on.scene);
    stage again = {on.scene, NULL};
    must(wend_world_load_bytes(&def, bytes, size, &again.world, &why), &why);
    assert_knows(again.world, 0.5f, true);
    free(bytes);
    wend_world_destroy(again.world);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_serials_only_grow),
        cmocka_unit_test(test_serials_of_many_follow_their_order),
        cmocka_unit_test(test_what_is_added_is_read_back),
        cmocka_unit_test(test_what_is_left_out_comes_from_the_profile),
        cmocka_unit_test(test_stays_without_goal),
        cmocka_unit_test(test_set_changes_what_differs_and_no_more),
        cmocka_unit_test(test_driven_is_read_back),
        cmocka_unit_test(test_unchanged_set_is_no_change),
        cmocka_unit_test(test_set_may_overlap_bodies_but_not_walls),
        cmocka_unit_test(test_set_goal_changes_the_goal_alone),
        cmocka_unit_test(test_everyone_keeps_what_is_theirs),
        cmocka_unit_test(test_changed_world_moves_like_a_fresh_one),
        cmocka_unit_test(test_six_thousand_kilometres_from_zero),
        cmocka_unit_test(test_knows_of_boxes_and_the_greatest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
