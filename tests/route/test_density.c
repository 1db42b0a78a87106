// The density habit against a slow and obvious one, over random crowds, and what it is for: people in file.
#include "route/density.h"
#include "support/stage.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct wish {
    double x, y;
} wish;

static bool walks_my_way_or_comes(const wend_view *now, uint32_t other, double ax, double ay) {
    double vx = (double)now->motion[other].velocity.x, vy = (double)now->motion[other].velocity.y;
    return hypot(vx, vy) > 0.2 && fabs(vx * ax + vy * ay) > 0.9 * hypot(vx, vy);
}

static bool goes_my_way(const wend_view *now, uint32_t other, double ax, double ay) {
    double vx = (double)now->motion[other].velocity.x, vy = (double)now->motion[other].velocity.y;
    if (hypot(vx, vy) <= 0.1) {
        if (now->role[other].flags & (WEND_FLAG_ARRIVED | WEND_FLAG_DRIVEN)) return false;
        vx = (double)now->goal[other].at.x - (double)now->x[other];
        vy = (double)now->goal[other].at.y - (double)now->y[other];
    }
    return vx * ax + vy * ay > 0.9 * hypot(vx, vy);
}

// As docs/habits.md has it, in double.
static wish oracle(const wend_view *now, uint32_t row, wish before) {
    const wi_habits *habits = wi_view_habits(now, row);
    double speed = hypot(before.x, before.y), headway = INFINITY, left = 0.0, right = 0.0;
    bool press = false;
    if (speed == 0.0) return before;
    double ax = before.x / speed, ay = before.y / speed;
    wend_neighbour found[WI_DENSITY_NEIGHBOURS];
    uint32_t count = wend_view_nearest(now, row, habits->look_ahead, WI_DENSITY_NEIGHBOURS, found);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = found[i].row;
        double x = (double)now->x[other] - (double)now->x[row], y = (double)now->y[other] - (double)now->y[row];
        double along = x * ax + y * ay, across = ax * y - ay * x;
        if (along > 0.0 && !walks_my_way_or_comes(now, other, ax, ay)) press = true;
        if (along <= 0.0 || !goes_my_way(now, other, ax, ay)) continue;
        *(across > 0.0 ? &left : &right) += 1.0 - hypot(x, y) / (double)habits->look_ahead;
        double wide = (double)habits->abreast * ((double)now->form[row].radius + (double)now->form[other].radius);
        if (fabs(across) < along && fabs(across) < wide) headway = fmin(headway, along);
    }
    double stride = 2.0 * (double)habits->stride_factor * headway / (1.0 + (double)habits->stride_buffer);
    double limit = habits->density_cap == WI_CAP_HEADWAY
                       ? (headway - (double)habits->headway_gap) / (double)habits->headway_time
                   : habits->density_cap == WI_CAP_STRIDE ? stride * stride
                                                          : INFINITY;
    double turn = (double)habits->aversion * fmax(-1.0, fmin(1.0, 0.25 * (right - left)));
    double scale = fmin(speed, fmax(press ? (double)habits->shuffle : 0.0, limit)) / sqrt(1.0 + turn * turn);
    return (wish){scale * (ax - turn * ay), scale * (ay + turn * ax)};
}

// The model `straight` walks exactly as it wishes, so the velocity after a step is the wish.
static stage crowd(uint64_t seed, float cap, float aversion) {
    wend_profile profile = profile_of(&wend_model_straight);
    const wend_setting settings[] = {{"density_cap", cap},
                                     {"aversion", aversion},
                                     {"look_ahead", 2.5f},
                                     {"abreast", 0.5f + aversion},
                                     {"shuffle", 0.3f * (float)(seed % 3)}};
    profile.settings = settings;
    profile.setting_count = WEND_COUNT(settings);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    stage on = stage_open(&def, NULL);
    for (uint32_t i = 0; i < 150; i++) {
        wend_agent agent =
            agent_at(8.0 * (double)wend_random(seed, i, 0, 1, 0), 8.0 * (double)wend_random(seed, i, 0, 1, 1));
        agent.shape = wend_disc(0.1f + 0.2f * wend_random(seed, i, 0, 1, 2));
        agent.goal.at = (wend_point){30.0 * (double)wend_random(seed, i, 0, 1, 3) - 8.0,
                                     14.0 * (double)wend_random(seed, i, 0, 1, 4)};
        if (i % 3)
            agent.velocity = (wend_vec){wend_random(seed, i, 0, 1, 5) - 0.3f, wend_random(seed, i, 0, 1, 6) - 0.5f};
        (void)wend_world_add(on.world, &agent, NULL, NULL); // who finds no place stays away
    }
    return on;
}

static uint32_t compare(uint64_t seed, float cap, float aversion) {
    stage on = crowd(seed, cap, aversion);
    wend_view view = world_view(on.world);
    wish *expected = test_calloc(view.count, sizeof *expected);
    wend_serial *serial = test_calloc(view.count, sizeof *serial);
    uint32_t count = view.count, slowed = 0;
    for (uint32_t row = 0; row < count; row++) {
        wend_vec plain = wi_route_preferred(&view, row);
        expected[row] = oracle(&view, row, (wish){(double)plain.x, (double)plain.y});
        serial[row] = view.serial[row];
        slowed += hypot(expected[row].x, expected[row].y) < 0.9 * hypot((double)plain.x, (double)plain.y);
    }
    world_step(on.world, 1);
    for (uint32_t i = 0; i < count; i++) {
        wend_vec v = agent_get(on.world, serial[i]).velocity;
        double off = hypot((double)v.x - expected[i].x, (double)v.y - expected[i].y);
        if (off > 2e-4) fail_msg("seed %d agent %d: off by %g m/s", (int)seed, (int)serial[i], off);
    }
    test_free(expected);
    test_free(serial);
    stage_close(&on);
    return slowed;
}

static void test_against_the_oracle(void **state) {
    (void)state;
    uint32_t slowed = 0;
    for (uint64_t seed = 700; seed < 730; seed++) slowed += compare(seed, (float)(seed % 3), seed % 2 ? 0.0f : 0.8f);
    print_message("seeds 700-729: %u are slowed down\n", slowed);
    assert_true(slowed > 60);
}

// A stage for discs of 0.2 m who walk exactly as they wish.
static stage open_with(const wend_setting *settings, uint32_t count) {
    wend_profile profile = profile_of(&wend_model_straight);
    profile.shape = wend_disc(0.2f);
    profile.settings = settings;
    profile.setting_count = count;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    return stage_open(&def, NULL);
}

// In file the speed follows the distance to the one ahead.
static void test_in_file(void **state) {
    (void)state;
    for (double gap = 0.45; gap < 1.2; gap += 0.15) {
        const wend_setting settings[] = {{"density_cap", WI_CAP_STRIDE}, {"shuffle", 0.6f}}; // nobody shuffles in file
        stage on = open_with(settings, WEND_COUNT(settings));
        wend_agent last = agent_at(0, 0), first = agent_at(gap, 0);
        last.goal.at = first.goal.at = (wend_point){50, 0};
        wend_serial who = agent_add(on.world, &last);
        first.velocity = (wend_vec){0.5f, 0.0f};
        first.preferred_speed = 0.5f;
        agent_add(on.world, &first);
        world_step(on.world, 1);
        double stride = 2.0 * 1.57 * gap / 1.9, expected = fmin(1.34, stride * stride);
        assert_true(fabs((double)agent_get(on.world, who).velocity.x - expected) < 0.02);
        stage_close(&on);
    }
}

static void test_who_comes_towards_or_stands_for_good_is_not_followed(void **state) {
    (void)state;
    const wend_setting settings[] = {{"density_cap", WI_CAP_STRIDE}};
    stage on = open_with(settings, WEND_COUNT(settings));
    wend_agent walker = agent_at(0, 0), oncoming = agent_at(1.0, 0.1), standing = agent_at(1.6, 0);
    walker.goal.at = (wend_point){20, 0};
    oncoming.goal.at = (wend_point){-20, 0};
    oncoming.velocity = (wend_vec){-1.0f, 0.0f};
    wend_serial who = agent_add(on.world, &walker);
    agent_add(on.world, &oncoming);
    agent_add(on.world, &standing); // at its goal
    world_step(on.world, 1);        // in which it arrives
    world_step(on.world, 1);
    assert_true(fabs((double)agent_get(on.world, who).velocity.x - 1.34) < 1e-3);
    stage_close(&on);
}

// The speed after a step of one who follows another at 0.5 m while a third, beside that one, has some velocity.
static double follow_beside(wend_vec third) {
    const wend_setting settings[] = {{"density_cap", WI_CAP_HEADWAY}, {"shuffle", 0.8f}};
    stage on = open_with(settings, WEND_COUNT(settings));
    wend_agent follower = agent_at(0, 0), leader = agent_at(0.5, 0), beside = agent_at(0.5, 0.8);
    follower.goal.at = leader.goal.at = (wend_point){50, 0};
    beside.goal.at = (wend_point){-50, 0.8};
    leader.velocity = (wend_vec){0.3f, 0.0f};
    beside.velocity = third;
    wend_serial who = agent_add(on.world, &follower);
    agent_add(on.world, &leader);
    agent_add(on.world, &beside);
    world_step(on.world, 1);
    double speed = (double)agent_get(on.world, who).velocity.x;
    stage_close(&on);
    return speed;
}

// Headway 0.5 m, gap 0.36 m, time 1.06 s.
static void test_who_comes_at_a_walk_makes_no_press(void **state) {
    (void)state;
    const double capped = (0.5 - 0.36) / 1.06;
    assert_true(fabs(follow_beside((wend_vec){-0.5f, 0.0f}) - capped) < 1e-3);
    assert_true(fabs(follow_beside((wend_vec){0.5f, 0.0f}) - capped) < 1e-3);
    assert_true(fabs(follow_beside((wend_vec){0.0f, 0.0f}) - 0.8) < 1e-3);  // is held
    assert_true(fabs(follow_beside((wend_vec){-0.1f, 0.0f}) - 0.8) < 1e-3); // creeps
    assert_true(fabs(follow_beside((wend_vec){0.0f, -0.5f}) - 0.8) < 1e-3); // crosses
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_the_oracle),
        cmocka_unit_test(test_in_file),
        cmocka_unit_test(test_who_comes_towards_or_stands_for_good_is_not_followed),
        cmocka_unit_test(test_who_comes_at_a_walk_makes_no_press),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
