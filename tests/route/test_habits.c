// Habits, one at a time: each does what its row of the table says, and none does anything while it is off.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// One profile with these habits and no others, under orca without a side of its own.
static stage open_with(const wend_setting *habits, uint32_t count, const wend_obstacle *walls, uint32_t wall_count) {
    wend_profile profile = profile_of(&wend_model_orca);
    profile.preset = "published";
    profile.settings = habits;
    profile.setting_count = count;
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.obstacles = walls;
    def.obstacle_count = wall_count;
    return stage_open(&def, NULL);
}

// The smallest distance of two who meet head on, a hair beside each other.
static double closest(stage *on, double aside) {
    wend_serial a = walker_add(on->world, -6.0, aside, 20.0), b = walker_add(on->world, 6.0, 0.0, -20.0);
    double least = INFINITY;
    for (uint32_t i = 0; i < 120; i++) {
        world_step(on->world, 1);
        least = fmin(least, agents_apart(on->world, a, b));
    }
    return least;
}

// Sides ------------------------------------------------------------------------------------------------------------------

// How far two flows of random places shift to their right while they pass through each other (m).
static double shift_to_the_right(float keep_side, uint64_t seed) {
    const wend_setting habits[] = {{"keep_side", keep_side}};
    stage on = open_with(habits, 1, NULL, 0);
    enum { EACH = 16 };
    wend_serial who[2 * EACH];
    double start[2 * EACH], shift = 0.0;
    for (uint32_t i = 0; i < 2 * EACH; i++) {
        double x = 4.0 + 2.0 * (i / 8) + 0.3 * (double)wend_random(seed, i, 0, 0, 0);
        start[i] = 1.5 * (i / 2 % 4) + 0.3 * (double)wend_random(seed, i, 0, 0, 1);
        who[i] = i % 2 ? walker_add(on.world, x, start[i], -60.0) : walker_add(on.world, -x, start[i], 60.0);
    }
    world_step(on.world, 60);
    for (uint32_t i = 0; i < 2 * EACH; i++)
        shift += (i % 2 ? 1.0 : -1.0) * (agent_place(on.world, who[i]).y - start[i]);
    stage_close(&on);
    return shift / (2 * EACH);
}

static void flows_keep_to_a_side(void **state) {
    (void)state;
    double right = 0.0, left = 0.0, neither = 0.0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        right += 0.1 * shift_to_the_right(0.2f, seed);
        left += 0.1 * shift_to_the_right(-0.2f, seed);
        neither += 0.1 * shift_to_the_right(0.0f, seed);
    }
    if (!(right > neither + 0.2 && left < neither - 0.2)) fail_msg("%g, %g and without %g", right, left, neither);
}

static void walk_the_same_way(float keep_side, wend_point where[2]) {
    const wend_setting habits[] = {{"keep_side", keep_side}};
    stage on = open_with(habits, 1, NULL, 0);
    wend_serial who = walker_add(on.world, 0.0, 0.0, 30.0), other = walker_add(on.world, 2.0, 1.5, 30.0);
    world_step(on.world, 100);
    where[0] = agent_place(on.world, who);
    where[1] = agent_place(on.world, other);
    stage_close(&on);
}

// Among those who walk the same way nothing turns anybody.
static void no_side_without_a_meeting(void **state) {
    (void)state;
    wend_point with[2], without[2];
    walk_the_same_way(0.3f, with);
    walk_the_same_way(0.0f, without);
    assert_memory_equal(with, without, sizeof with);
}

// How far one in the middle of 24 who walk east has shifted to its right after 0.8 s, with somebody who comes from so far
// ahead and so far aside (m); NAN: nobody does.
static double shift_among_others(double ahead, double aside) {
    const wend_setting habits[] = {{"keep_side", 0.3f}};
    stage on = open_with(habits, 1, NULL, 0);
    wend_serial middle = 0;
    for (uint32_t i = 0; i < 25; i++) {
        wend_serial serial = walker_add(on.world, 1.0 * (i % 5) - 2.0, 1.0 * (i / 5) - 2.0, 60.0);
        if (i == 12) middle = serial;
    }
    if (isfinite(ahead)) (void)walker_add(on.world, ahead, aside, -60.0);
    world_step(on.world, 8);
    double shift = -agent_place(on.world, middle).y;
    stage_close(&on);
    return shift;
}

// Those whom one walks with are nearer, and do not hide who comes.
static void side_in_the_middle_of_a_crowd(void **state) {
    (void)state;
    double alone = shift_among_others((double)NAN, 0.0), met = shift_among_others(5.8, 0.0);
    double far = shift_among_others(20.0, 0.0), beside = shift_among_others(5.0, 6.0);
    if (!(met > alone + 0.04)) fail_msg("%g m with one who comes, %g without", met, alone);
    if (!(far == alone && beside == alone)) fail_msg("%g m far off, %g beside, %g without", far, beside, alone);
}

// Room -------------------------------------------------------------------------------------------------------------------

static void personal_space_in_the_open(void **state) {
    (void)state;
    const wend_setting habits[] = {{"personal_space", 0.6f}};
    stage with = open_with(habits, 1, NULL, 0), without = open_with(NULL, 0, NULL, 0);
    double far = closest(&with, 0.05), near = closest(&without, 0.05);
    if (!(near < 0.6 && far > 1.1 && far < 1.4)) fail_msg("%g m with and %g m without", far, near);
    stage_close(&with);
    stage_close(&without);
}

// A crowd in step that is nearer together than it would like stays as it is.
static void personal_space_in_a_crowd(void **state) {
    (void)state;
    const wend_setting habits[] = {{"personal_space", 1.0f}};
    stage on = open_with(habits, 1, NULL, 0);
    wend_serial who[64];
    for (uint32_t i = 0; i < 64; i++) who[i] = walker_add(on.world, 0.6 * (i / 8), 0.6 * (i % 8), 100.0);
    world_step(on.world, 100);
    double low = INFINITY, high = -INFINITY, slowest = INFINITY;
    for (uint32_t i = 0; i < 64; i++) {
        low = fmin(low, agent_place(on.world, who[i]).y);
        high = fmax(high, agent_place(on.world, who[i]).y);
        slowest = fmin(slowest, agent_place(on.world, who[i]).x - 0.6 * (i / 8));
    }
    if (!(high - low < 1.6 * 4.2 && slowest > 6.0)) fail_msg("%g m wide, %g m far", high - low, slowest);
    stage_close(&on);
}

static void others_give_a_berth(void **state) {
    (void)state;
    stage on = open_with(NULL, 0, NULL, 0);
    wend_agent frail = agent_at(0.0, 0.0);
    frail.priority = WEND_PRIORITY_FIRM;
    wend_serial stands = agent_add(on.world, &frail), passes = walker_add(on.world, -6.0, 0.1, 20.0);
    agent_set_param(on.world, stands, "berth", 0.8f);
    double least = INFINITY;
    for (uint32_t i = 0; i < 100; i++) {
        world_step(on.world, 1);
        least = fmin(least, agents_apart(on.world, stands, passes));
    }
    if (!(least > 1.25)) fail_msg("passes at %g m", least);
    assert_true(agent_place(on.world, passes).x > 3.0);
    stage_close(&on);
}

// How deep bodies come into each other where two streams meet and every fourth walker is given a berth.
static double depth_among_berths(float berth, uint64_t seed) {
    stage on = open_with(NULL, 0, NULL, 0);
    enum { COUNT = 48 };
    wend_serial who[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        double side = i % 2 ? 1.0 : -1.0,
               x = side * (2.0 + 1.5 * (i / 12) + 0.4 * (double)wend_random(seed, i, 0, 0, 0));
        who[i] = walker_add(on.world, x, 1.2 * (i / 2 % 6) + 0.4 * (double)wend_random(seed, i, 0, 0, 1), -40.0 * side);
        if (i % 4 < 2) agent_set_param(on.world, who[i], "berth", berth);
    }
    double nearest = INFINITY;
    for (uint32_t step = 0; step < 100; step++) {
        world_step(on.world, 1);
        for (uint32_t i = 0; i < COUNT; i++)
            for (uint32_t k = 0; k < i; k++) nearest = fmin(nearest, agents_apart(on.world, who[i], who[k]));
    }
    double both = 2.0 * (double)world_view(on.world).form[0].radius;
    stage_close(&on);
    return both - nearest;
}

static void nobody_is_driven_onto_others_by_a_berth(void **state) {
    (void)state;
    const float berth[] = {0.4f, 0.8f, 1.5f, 3.0f};
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (uint32_t i = 0; i < WEND_COUNT(berth); i++) {
            double deepest = depth_among_berths(berth[i], seed);
            if (!(deepest < 0.06)) fail_msg("seed %d, %g m: %g m deep", (int)seed, (double)berth[i], deepest);
        }
}

// Attention --------------------------------------------------------------------------------------------------------------

// How far away the other is when one first turns aside for it.
static double notices_at(float inattention) {
    const wend_setting habits[] = {{"inattention", inattention}, {"inattentive_sight", 1.2f}};
    stage on = open_with(habits, 2, NULL, 0);
    wend_serial who = walker_add(on.world, -5.0, 0.05, 20.0);
    wend_agent other = agent_at(5.0, 0.0);
    other.driven = true;
    other.velocity = (wend_vec){-1.0f, 0.0f};
    wend_serial comes = agent_add(on.world, &other);
    double distance = agents_apart(on.world, who, comes);
    while (agent_get(on.world, who).velocity.y == 0.0f && distance > 0.3) {
        distance = agents_apart(on.world, who, comes);
        world_step(on.world, 1);
    }
    stage_close(&on);
    return distance;
}

static void the_inattentive_react_late(void **state) {
    (void)state;
    assert_true(notices_at(0.0f) > 3.5);
    assert_true(notices_at(1.0f) < 1.3);
}

// Counts whom it sees, by serial.
static uint32_t looks, blind;
static void look_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        wend_neighbour found[1];
        looks++;
        blind += wend_view_nearest(now, rows.row[i], 5.0f, 1, found) == 0;
        next->motion[rows.row[i]].velocity = (wend_vec){0.0f, 0.0f};
    }
}
static const wend_model looker = {.name = "looker", .summary = "looks around", .steer = look_steer};

static double blind_share(float inattention, uint64_t seed) {
    const wend_setting habits[] = {{"inattention", inattention}};
    wend_profile profile = profile_of(&looker);
    profile.settings = habits;
    profile.setting_count = 1;
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    stage on = stage_open(&def, &world);
    for (uint32_t i = 0; i < 100; i++) walker_add(on.world, 2.0 * (i % 10), 2.0 * (i / 10), 0.0);
    looks = blind = 0;
    world_step(on.world, 400);
    stage_close(&on);
    return (double)blind / looks;
}

static void share_of_inattention(void **state) {
    (void)state;
    assert_true(blind_share(0.0f, 1) == 0.0 && blind_share(1.0f, 1) == 1.0);
    double share = blind_share(0.3f, 1);
    if (!(fabs(share - 0.3) < 0.03)) fail_msg("%g of the time", share);
    assert_true(share == blind_share(0.3f, 1));
    assert_true(share != blind_share(0.3f, 2));
}

// How deep two who only look at their phones walk into each other, at worst over places beside each other.
static double depth_of_the_inattentive(float radius, float other_radius) {
    const wend_setting habits[] = {{"inattention", 1.0f}};
    const float size[] = {radius, other_radius};
    const double reach = (double)(radius + other_radius);
    double deepest = 0.0;
    for (uint32_t i = 0; i < 5; i++) {
        stage on = open_with(habits, 1, NULL, 0);
        wend_serial who[2];
        for (uint32_t side = 0; side < 2; side++) {
            wend_agent agent = agent_at(side ? reach + 3.0 : 0.0, side ? 0.15 * reach * i + 0.02 : 0.0);
            agent.goal.at = (wend_point){side ? -9.0 : reach + 12.0, agent.position.y};
            agent.shape = (wend_shape){WEND_DISC, size[side], size[side]};
            who[side] = agent_add(on.world, &agent);
        }
        for (uint32_t step = 0; step < 80; step++) {
            world_step(on.world, 1);
            deepest = fmax(deepest, reach - agents_apart(on.world, who[0], who[1]));
        }
        stage_close(&on);
    }
    return deepest;
}

// Whoever is larger than people of 0.25 m would otherwise be seen when it is walked over: by others, and by one's own size.
static void the_inattentive_do_not_walk_over_large_bodies(void **state) {
    (void)state;
    const float radius[] = {0.1f, 0.25f, 0.4f, 0.7f, 1.0f, 1.5f, 2.0f};
    for (uint32_t i = 0; i < WEND_COUNT(radius); i++)
        for (uint32_t k = i; k < WEND_COUNT(radius); k++) {
            double deepest = depth_of_the_inattentive(radius[i], radius[k]);
            if (!(deepest < 0.1)) fail_msg("%g m and %g m: %g m deep", (double)radius[i], (double)radius[k], deepest);
        }
}

// Patience ---------------------------------------------------------------------------------------------------------------

// Steps that one needs through people who stand about in a passage.
static uint32_t steps_through(float patience, uint64_t seed) {
    static const wend_point upper[] = {{-3, 2.2}, {12, 2.2}}, lower[] = {{-3, -2.2}, {12, -2.2}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, upper, 2}, {WEND_WALL, 0, lower, 2}};
    stage on = open_with(NULL, 0, walls, 2);
    for (uint32_t i = 0; i < 48; i++) {
        wend_agent stands = agent_at(0.62 * (i / 6) + 0.1 * (double)wend_random(seed, i, 0, 0, 0),
                                     0.68 * (i % 6) - 1.7 + 0.1 * (double)wend_random(seed, i, 0, 0, 1) - 0.05);
        agent_add(on.world, &stands);
    }
    wend_serial who = walker_add(on.world, -2.0, 0.1, 30.0);
    agent_set_param(on.world, who, "patience", patience);
    agent_set_param(on.world, who, "push", 1.0f);
    uint32_t steps = 0;
    for (; steps < 1500 && agent_place(on.world, who).x < 6.0; steps++) world_step(on.world, 1);
    stage_close(&on);
    return steps;
}

static void who_pushes_gets_through_sooner(void **state) {
    (void)state;
    double patient = 0.0, pushing = 0.0;
    uint32_t sooner = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        uint32_t slow = steps_through(0.0f, seed), fast = steps_through(0.5f, seed);
        patient += slow;
        pushing += fast;
        sooner += fast < slow;
    }
    if (!(sooner >= 8 && pushing < 0.85 * patient)) fail_msg("%g and %g steps, %u sooner", patient, pushing, sooner);
}

// Walks at 0.4 of what it would like, and notes what the first row claims.
static float claimed, body_itself;
static void held_up_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        const wend_body *body = &now->body[rows.row[i]];
        next->motion[rows.row[i]].velocity = (wend_vec){0.4f * body->preferred_x, 0.4f * body->preferred_y};
    }
    claimed = now->body[rows.row[0]].radius;
    body_itself = now->form[rows.row[0]].radius;
}
static const wend_model held_up = {.name = "held-up", .summary = "gets on slowly", .steer = held_up_steer};

// What one who has been held up long enough claims beyond its body (m).
static float claims_beyond(float space, float push) {
    const wend_setting habits[] = {{"personal_space", space}, {"patience", 1.0f}, {"push", push}};
    wend_profile profile = profile_of(&held_up);
    profile.settings = habits;
    profile.setting_count = WEND_COUNT(habits);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    stage on = stage_open(&def, NULL);
    walker_add(on.world, 0.0, 0.0, 60.0);
    world_step(on.world, 30);
    stage_close(&on);
    return claimed - body_itself;
}

// Distance is given up by the share that is pushed with, and nobody makes itself smaller than it is.
static void who_pushes_keeps_its_body(void **state) {
    (void)state;
    for (float push = 0.0f; push <= 1.0f; push += 0.25f) {
        assert_true(claims_beyond(0.0f, push) == 0.0f);
        float beyond = claims_beyond(0.6f, push), expected = (1.0f - push) * claims_beyond(0.6f, 0.0f);
        if (!(fabsf(beyond - expected) < 1e-6f && claims_beyond(0.6f, 0.0f) > 0.1f))
            fail_msg("push %g: %g m, not %g", (double)push, (double)beyond, (double)expected);
    }
}

static float waited(stage *on) { return world_view(on->world).ties[0].waiting; }

static void waiting_is_forgiven(void **state) {
    (void)state;
    static const wend_point line[] = {{1, -5}, {1, 5}};
    const wend_obstacle wall = {WEND_WALL, 0, line, 2};
    const wend_setting habits[] = {{"patience", 3.0f}};
    stage on = open_with(habits, 1, &wall, 1);
    wend_serial who = walker_add(on.world, 0.0, 0.0, 20.0);
    world_step(on.world, 120);
    float most = waited(&on);
    assert_true(most > 9.0f && most < 12.01f);
    agent_set_goal(on.world, who, (wend_target){.at = {-50.0, 0.0}, .radius = 0.3f});
    world_step(on.world, 20);
    assert_true(fabsf(waited(&on) - (most - 4.0f)) < 0.5f); // twice as fast as it was gathered
    world_step(on.world, 80);
    assert_true(waited(&on) == 0.0f);
    stage_close(&on);
}

// Off --------------------------------------------------------------------------------------------------------------------

static void walk_crowd(const wend_setting *habits, uint32_t count, wend_point *where, uint32_t agents) {
    stage on = open_with(habits, count, NULL, 0);
    wend_serial who[64];
    for (uint32_t i = 0; i < agents; i++) {
        float angle = 0.1f * (float)i;
        double x = 8.0 * (double)wend_cos(angle), y = 8.0 * (double)wend_sin(angle);
        wend_agent agent = agent_at(x, y);
        agent.goal.at = (wend_point){-x, -y};
        agent.group = 1 + i / 3;
        who[i] = agent_add(on.world, &agent);
    }
    world_step(on.world, 150);
    for (uint32_t i = 0; i < agents; i++) where[i] = agent_place(on.world, who[i]);
    stage_close(&on);
}

// Rows that belong to a habit which is off, and habits that nothing calls for, change no bit.
static void off_is_off(void **state) {
    (void)state;
    const wend_setting idle[] = {{"headway_gap", 1.0f},  {"headway_time", 3.0f},     {"look_ahead", 9.0f},
                                 {"push", 1.0f},         {"formation", 0.1f},        {"group_gap", 2.0f},
                                 {"obey_signals", 1.0f}, {"inattentive_sight", 0.1f}};
    const wend_setting none[] = {{"obey_signals", 0.0f}};
    const wend_setting some[] = {{"cohesion", 1.0f}};
    wend_point without[62], with[62], other[62];
    walk_crowd(none, 1, without, 62);
    walk_crowd(idle, WEND_COUNT(idle), with, 62);
    walk_crowd(some, 1, other, 62);
    assert_memory_equal(with, without, sizeof with);
    assert_memory_not_equal(other, without, sizeof with);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flows_keep_to_a_side),
        cmocka_unit_test(no_side_without_a_meeting),
        cmocka_unit_test(side_in_the_middle_of_a_crowd),
        cmocka_unit_test(personal_space_in_the_open),
        cmocka_unit_test(personal_space_in_a_crowd),
        cmocka_unit_test(others_give_a_berth),
        cmocka_unit_test(nobody_is_driven_onto_others_by_a_berth),
        cmocka_unit_test(the_inattentive_react_late),
        cmocka_unit_test(share_of_inattention),
        cmocka_unit_test(the_inattentive_do_not_walk_over_large_bodies),
        cmocka_unit_test(who_pushes_gets_through_sooner),
        cmocka_unit_test(who_pushes_keeps_its_body),
        cmocka_unit_test(waiting_is_forgiven),
        cmocka_unit_test(off_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
