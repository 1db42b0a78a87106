// The scenes that tests, benchmark and demo share: each one opens, runs, and runs the same way twice.
#include "scenes.h"

#include "base/vec.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static scene_run open_scene(const char *name, uint32_t agents) {
    scene_options options = scene_default_options();
    options.agents = agents;
    scene_run run;
    wend_error error = {0};
    if (scene_open(name, &options, &run, &error)) fail_msg("%s: %s", name, error.text);
    return run;
}

static void step(scene_run *run, uint32_t steps) {
    wend_error error = {0};
    for (uint32_t i = 0; i < steps; i++) {
        if (scene_step(run, &error)) fail_msg("%s: %s", run->kind->name, error.text);
    }
}

static void assert_no_overlap(const scene_run *run) {
    wend_view view = world_view(run->world);
    for (uint32_t i = 0; i < view.count; i++) {
        for (uint32_t j = i + 1; j < view.count; j++) {
            float distance = wi_length(wi_vec(view.x[i] - view.x[j], view.y[i] - view.y[j]));
            if (distance < view.form[i].radius + view.form[j].radius)
                fail_msg("%s: agents %llu and %llu overlap at the start", run->kind->name,
                         (unsigned long long)view.serial[i], (unsigned long long)view.serial[j]);
        }
    }
}

// A start may be near a goal, but both are within what the scene calls its extent; later one may be `over` its edge.
static void assert_within_extent(const scene_run *run, float over) {
    wend_view view = world_view(run->world);
    float limit = run->extent * 1.0001f;
    for (uint32_t i = 0; i < view.count; i++) {
        assert_true(fabsf(view.x[i]) <= limit + over && fabsf(view.y[i]) <= limit + over);
        assert_true(fabsf(view.goal[i].at.x) <= limit && fabsf(view.goal[i].at.y) <= limit);
    }
}

static void assert_finite(const scene_run *run) {
    wend_view view = world_view(run->world);
    for (uint32_t i = 0; i < view.count; i++) {
        assert_true(wi_finite(view.x[i]) && wi_finite(view.y[i]));
        assert_true(wi_vec_finite(view.motion[i].velocity));
    }
}

static void every_scene_starts_clean(void **state) {
    (void)state;
    uint32_t count;
    const scene_kind *kinds = scene_kinds(&count);
    for (uint32_t i = 0; i < count; i++) {
        scene_run run = open_scene(kinds[i].name, 0);
        assert_int_equal(wend_world_stats(run.world).agents, kinds[i].agents);
        assert_no_overlap(&run);
        assert_within_extent(&run, 0.0f);
        scene_close(&run);
    }
}

static uint64_t hash_after(const char *name, uint32_t steps, uint32_t threads) {
    scene_options options = scene_default_options();
    options.threads = threads;
    scene_run run;
    assert_int_equal(scene_open(name, &options, &run, NULL), WEND_OK);
    step(&run, steps);
    assert_finite(&run);
    uint64_t hash = wend_world_hash(run.world);
    scene_close(&run);
    return hash;
}

static void every_scene_runs_the_same_way_twice(void **state) {
    (void)state;
    uint32_t count;
    const scene_kind *kinds = scene_kinds(&count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = hash_after(kinds[i].name, 50, 1);
        assert_true(first == hash_after(kinds[i].name, 50, 1));
        assert_true(first == hash_after(kinds[i].name, 50, 3));
    }
}

static void any_number_of_agents_finds_room(void **state) {
    (void)state;
    static const uint32_t numbers[] = {1, 2, 3, 7, 100, 101, 399};
    uint32_t count;
    const scene_kind *kinds = scene_kinds(&count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < WEND_COUNT(numbers); j++) {
            scene_run run = open_scene(kinds[i].name, numbers[j]);
            assert_int_equal(wend_world_stats(run.world).agents, numbers[j]);
            assert_no_overlap(&run);
            step(&run, 2);
            scene_close(&run);
        }
    }
}

static void a_box_has_the_density_asked_for(void **state) {
    (void)state;
    static const float densities[] = {0.01f, 0.5f, 2.0f, 3.0f};
    for (uint32_t i = 0; i < WEND_COUNT(densities); i++) {
        scene_options options = scene_default_options();
        options.agents = 500;
        options.density = densities[i];
        scene_run run;
        assert_int_equal(scene_open("box", &options, &run, NULL), WEND_OK);
        float area = 4.0f * run.extent * run.extent;
        assert_float_equal(500.0f / area, densities[i], 1e-4f * densities[i]);
        assert_no_overlap(&run);
        scene_close(&run);
    }
}

static void other_seeds_are_other_scenes(void **state) {
    (void)state;
    scene_options options = scene_default_options();
    uint64_t hashes[3];
    for (uint32_t i = 0; i < 3; i++) {
        options.seed = i;
        scene_run run;
        assert_int_equal(scene_open("box", &options, &run, NULL), WEND_OK);
        hashes[i] = wend_world_hash(run.world);
        scene_close(&run);
    }
    assert_true(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}

static void a_scene_may_lie_far_away(void **state) {
    (void)state;
    scene_options options = scene_default_options();
    scene_run here, there;
    assert_int_equal(scene_open("circle-walls", &options, &here, NULL), WEND_OK);
    options.origin = (wend_point){6.0e6, -4.0e6};
    assert_int_equal(scene_open("circle-walls", &options, &there, NULL), WEND_OK);
    wend_view a = world_view(here.world), b = world_view(there.world);
    for (uint32_t i = 0; i < a.count; i++) {
        assert_float_equal(a.x[i], b.x[i], 1e-5f);
        assert_float_equal(a.y[i], b.y[i], 1e-5f);
    }
    scene_close(&here);
    scene_close(&there);
}

static void those_who_arrive_in_a_box_walk_on(void **state) {
    (void)state;
    scene_run run = open_scene("box", 100);
    step(&run, 600);
    wend_stats stats = wend_world_stats(run.world);
    assert_true(stats.arrived > 200);
    wend_view view = world_view(run.world);
    for (uint32_t i = 0; i < view.count; i++) assert_false(view.role[i].flags & WEND_FLAG_ARRIVED);
    assert_within_extent(&run, 1.0f); // who steps back near the edge
    scene_close(&run);
}

static void mistakes_are_explained(void **state) {
    (void)state;
    scene_options options = scene_default_options();
    scene_run run;
    wend_error error = {0};
    assert_int_equal(scene_open("circle-wals", &options, &run, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "Did you mean 'circle-walls'?"));
    options.density = 9.0f;
    assert_int_equal(scene_open("box", &options, &run, &error), WEND_BAD_ARGUMENT);
    options.density = NAN;
    assert_int_equal(scene_open("crossing", &options, &run, &error), WEND_BAD_ARGUMENT);
}

// One walker among obstacles of its own, without anybody about.
static stage start_walk(wend_obstacle obstacle, wend_point from, wend_point to) {
    wend_profile walker = profile_plain();
    walker.preferred_speed = 1.3f;
    walker.max_speed = 2.0f;
    wend_scene_def def = scene_plain();
    def.profiles = &walker;
    def.obstacles = &obstacle;
    def.obstacle_count = 1;
    stage walk = stage_open(&def, NULL);
    wend_agent agent = agent_at(from.x, from.y);
    agent.goal = (wend_target){.at = to, .radius = 0.3f};
    agent_add(walk.world, &agent);
    return walk;
}

static double distance_to(wend_point a, wend_point b, double x, double y) {
    double along_x = b.x - a.x, along_y = b.y - a.y;
    double t = ((x - a.x) * along_x + (y - a.y) * along_y) / (along_x * along_x + along_y * along_y);
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(x - a.x - t * along_x, y - a.y - t * along_y);
}

// It may stand before the wall for ever (nobody knows the way), but its body stays out of it.
static void a_lone_walker_stays_out_of_a_wall(void **state) {
    (void)state;
    const wend_point ends[2] = {{7.6238, 0.6}, {11.4356, 0.9}};
    wend_obstacle wall = {.kind = WEND_WALL, .points = ends, .point_count = 2};
    for (int trial = 0; trial < 50; trial++) {
        double x = 8.0 + 0.04 * trial;
        stage walk = start_walk(wall, (wend_point){x, 1.5}, (wend_point){x + 0.4 * (trial % 7 - 3), -16.7});
        for (int i = 0; i < 300; i++) {
            world_step(walk.world, 1);
            wend_view view = world_view(walk.world);
            double gap = distance_to(ends[0], ends[1], (double)view.x[0], (double)view.y[0]) - 0.25;
            if (gap < -1e-3) fail_msg("trial %d, step %d: %.1f mm inside the wall", trial, i, -1000.0 * gap);
        }
        stage_close(&walk);
    }
}

// Towards the edge of a pillar, past its tip, round its side: forwards all the way, and there in the end.
static void a_lone_walker_passes_a_pillar(void **state) {
    (void)state;
    const wend_point corners[4] = {{0, 0}, {1.7, 0.95}, {3.4, 0}, {1.7, -0.95}};
    wend_obstacle pillar = {.kind = WEND_SOLID, .points = corners, .point_count = 4};
    for (int trial = -50; trial <= 50; trial++) {
        if (trial == 0) continue; // exactly at the edge: no side is better than the other
        double y = 0.03 * trial;
        stage walk = start_walk(pillar, (wend_point){-4.0, y}, (wend_point){12.0, -0.5 * y});
        for (int i = 0; i < 300 && wend_world_stats(walk.world).arrived == 0; i++) {
            world_step(walk.world, 1);
            wend_view view = world_view(walk.world);
            wend_vec velocity = view.motion[0].velocity;
            if (velocity.x < -0.05f)
                fail_msg("start at y %.2f, step %d: walks back with %.2f, %.2f m/s at %.2f, %.2f", y, i,
                         (double)velocity.x, (double)velocity.y, (double)view.x[0], (double)view.y[0]);
        }
        assert_int_equal(wend_world_stats(walk.world).arrived, 1);
        stage_close(&walk);
    }
}

static void run_until_all_arrived(scene_run *run, double limit) {
    while (wend_world_stats(run->world).arrived < run->options.agents && wend_world_stats(run->world).time < limit)
        step(run, 1);
}

// What the demo shows: everyone gets there, in a time that is not much longer than the way, through walls never.
static void all_arrive_in_the_demo(void **state) {
    (void)state;
    scene_run run = open_scene("circle-walls", 100);
    run_until_all_arrived(&run, 3.0 * (double)run.straight);
    wend_stats stats = wend_world_stats(run.world);
    assert_int_equal(stats.arrived, 100);
    assert_int_equal(stats.corrected_walls, 0);
    assert_int_equal(stats.corrected_nonfinite, 0);
    assert_true(stats.collided < 100); // steps of pairs that overlap by more than 1 mm; without a custom 5,000
    scene_close(&run);
}

static void all_arrive_in_small_scenes(void **state) {
    (void)state;
    static const char *const names[] = {"circle", "blocks", "head-on", "crossing"};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        scene_run run = open_scene(names[i], 0);
        run_until_all_arrived(&run, 60.0 + 5.0 * (double)run.straight);
        wend_stats stats = wend_world_stats(run.world);
        if (stats.arrived != run.options.agents)
            fail_msg("%s: only %llu of %u arrived", names[i], (unsigned long long)stats.arrived, run.options.agents);
        assert_int_equal(stats.corrected_walls, 0);
        scene_close(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_starts_clean),
        cmocka_unit_test(every_scene_runs_the_same_way_twice),
        cmocka_unit_test(any_number_of_agents_finds_room),
        cmocka_unit_test(a_box_has_the_density_asked_for),
        cmocka_unit_test(other_seeds_are_other_scenes),
        cmocka_unit_test(a_scene_may_lie_far_away),
        cmocka_unit_test(those_who_arrive_in_a_box_walk_on),
        cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(a_lone_walker_stays_out_of_a_wall),
        cmocka_unit_test(a_lone_walker_passes_a_pillar),
        cmocka_unit_test(all_arrive_in_the_demo),
        cmocka_unit_test(all_arrive_in_small_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
