// The methods of eorca-c at work in a world: exact, table and polygon.
#include "steer/ellipse_method.h"
#include "steer/ellipse_obstacle.h"
#include "support/failing_allocator.h"
#include "support/stage.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define AGENTS 8 // so few that everybody's half-planes leave a velocity
#define PI 3.14159265358979323846

static wend_profile person(const wend_setting *method) {
    wend_profile profile = profile_of(&wend_model_eorca_c);
    profile.shape = wend_ellipse(0.149f, 0.2286f);
    profile.settings = method;
    profile.setting_count = 1;
    return profile;
}

// People and robots on a circle, each on the way to the other side.
static stage circle(const wend_setting *method, float scale, uint32_t threads) {
    wend_profile profiles[2] = {person(method), person(method)};
    profiles[0].name = "person";
    profiles[1].name = "robot";
    profiles[1].shape = wend_ellipse(0.135f, 0.22f);
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = 2;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    stage s = stage_open(&def, &world);
    for (uint32_t i = 0; i < AGENTS; i++) {
        double angle = 2.0 * PI * (i + 0.3 * (i % 3)) / AGENTS, x = 6.0 * cos(angle), y = 6.0 * sin(angle);
        wend_agent agent = agent_at(x, y);
        agent.profile = i % 2;
        agent.goal = (wend_target){.at = {-x, -y}, .radius = 0.3f};
        agent.heading = (float)fmod(3.0 * angle, PI);
        if (scale != 1.0f) agent.shape = wend_ellipse(0.149f * scale, 0.2286f * scale);
        agent_add(s.world, &agent);
    }
    return s;
}

static const wend_setting methods[] = {
    {"method", EORCA_EXACT}, {"method", EORCA_TABLE}, {"method", EORCA_POLYGON}, {"method", EORCA_SWEPT}};

static void crowds_cross_without_touching(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(methods); i++) {
        stage s = circle(&methods[i], 1.0f, 1);
        uint32_t collided = 0;
        for (int tick = 0; tick < 300; tick++) {
            world_step(s.world, 1);
            collided += wend_world_events(s.world).collided_count;
        }
        wend_stats stats = wend_world_stats(s.world);
        assert_int_equal(stats.arrived, AGENTS);
        assert_int_equal(collided, 0);
        stage_close(&s);
    }
}

static uint64_t hash_after(const wend_setting *method, float scale, uint32_t threads) {
    stage s = circle(method, scale, threads);
    world_step(s.world, 60);
    uint64_t hash = wend_world_hash(s.world);
    stage_close(&s);
    return hash;
}

// Bodies of eorca-c do not turn, so there is nothing to sweep.
static void methods_differ_and_threads_do_not(void **state) {
    (void)state;
    uint64_t hash[4];
    for (uint32_t i = 0; i < 4; i++) {
        hash[i] = hash_after(&methods[i], 1.0f, 1);
        assert_true(hash[i] == hash_after(&methods[i], 1.0f, 3));
    }
    assert_true(hash[0] != hash[1] && hash[1] != hash[2] && hash[0] != hash[2]);
}

static void expect_same_places(wend_world *a, wend_world *b) {
    const wend_view at_a = world_view(a), at_b = world_view(b);
    assert_int_equal(at_a.count, at_b.count);
    for (uint32_t row = 0; row < at_a.count; row++)
        assert_true(at_a.x[row] == at_b.x[row] && at_a.y[row] == at_b.y[row] && at_a.serial[row] == at_b.serial[row]);
}

static void bodies_that_do_not_turn_sweep_nothing(void **state) {
    (void)state;
    stage table = circle(&methods[EORCA_TABLE], 1.0f, 1), swept = circle(&methods[EORCA_SWEPT], 1.0f, 1);
    world_step(table.world, 60);
    world_step(swept.world, 60);
    expect_same_places(table.world, swept.world);
    stage_close(&table);
    stage_close(&swept);
}

// More sizes than the table has room for: results are those of a world that has none of them in a table.
static void sizes_beyond_the_table_are_made_as_needed(void **state) {
    (void)state;
    stage full = circle(&methods[EORCA_TABLE], 1.0f, 1), bare = circle(&methods[EORCA_TABLE], 1.0f, 1);
    wi_ellipse_table_free(&bare.world->ellipses, &bare.world->memory);
    for (uint32_t i = 0; i < 20; i++) {
        wend_agent agent = agent_at(30.0 + i, 0.0);
        agent.shape = wend_ellipse(0.1f + 0.01f * (float)i, 0.2f);
        agent_add(full.world, &agent);
        agent_add(bare.world, &agent);
    }
    wi_ellipse_table_free(&bare.world->ellipses, &bare.world->memory);
    assert_int_equal(full.world->ellipses.size_count, WI_TABLE_SIZES_MAX);
    world_step(full.world, 60);
    world_step(bare.world, 60);
    expect_same_places(full.world, bare.world);
    assert_int_equal(wend_world_stats(bare.world).table_bytes, 0);
    stage_close(&full);
    stage_close(&bare);
}

// Sums are made when somebody comes who goes by them, for those who are there.
static void only_sums_that_are_needed_are_made(void **state) {
    (void)state;
    stage plain = stage_plain(), exact = circle(&methods[EORCA_EXACT], 1.0f, 1),
          table = circle(&methods[EORCA_TABLE], 1.0f, 1);
    assert_int_equal(wend_world_stats(plain.world).table_bytes, 0);
    assert_int_equal(wend_world_stats(exact.world).table_bytes, 0);
    assert_int_equal(wend_world_stats(table.world).table_bytes, 3u * 72000u);
    agent_set_param(exact.world, 3, "method", EORCA_TABLE);
    assert_int_equal(wend_world_stats(exact.world).table_bytes, 3u * 72000u);
    agent_set_param(exact.world, 3, "method", EORCA_EXACT);
    stage_close(&plain);
    stage_close(&exact);
    stage_close(&table);
}

// How far a body turns in a step depends on the step, on its limit and on who moves it.
static void sweeps_follow_step_and_limit(void **state) {
    (void)state;
    static const struct {
        float step, limit;
        uint32_t sweep;
    } cases[] = {{0.1f, 1.0f, 6}, {0.05f, 1.0f, 3}, {0.1f, 0.0f, 0}, {1.0f, 100.0f, 90}};
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        wend_profile profile = person(&methods[EORCA_SWEPT]);
        profile.model = &wend_model_eorca_f;
        wend_scene_def def = wend_scene_default();
        def.profiles = &profile;
        wend_world_def world = wend_world_default(NULL);
        world.step = cases[i].step;
        stage s = stage_open(&def, &world);
        wend_error why;
        must(wend_world_set_profile_param(s.world, 0, "turn_limit", cases[i].limit, &why), &why);
        wend_agent agent = agent_at(0.0, 0.0);
        wend_serial serial = agent_add(s.world, &agent);
        assert_int_equal(s.world->ellipses.size_count, 1);
        assert_int_equal(s.world->ellipses.size[0].sweep, cases[i].sweep);
        agent = agent_get(s.world, serial);
        agent.driven = true;
        agent_set(s.world, &agent);
        const wi_ellipse_table *table = &s.world->ellipses;
        assert_int_equal(table->size[table->size_count - 1].sweep, 90);
        stage_close(&s);
    }
}

// Two who pass each other closely and turn at once stay apart, whatever they come to turn.
static void who_turns_within_its_sweep_touches_nobody(void **state) {
    (void)state;
    const wend_model *models[] = {&wend_model_eorca_f, &wend_model_eorca_p};
    for (uint32_t i = 0; i < 2; i++) {
        wend_profile profile = person(&methods[EORCA_SWEPT]);
        profile.model = models[i];
        wend_scene_def def = wend_scene_default();
        def.profiles = &profile;
        wend_world_def world = wend_world_default(NULL);
        stage s = stage_open(&def, &world);
        for (uint32_t k = 0; k < AGENTS; k++) {
            double angle = 2.0 * PI * (k + 0.3 * (k % 3)) / AGENTS;
            wend_agent agent = agent_at(5.0 * cos(angle), 5.0 * sin(angle));
            agent.goal = (wend_target){.at = {-agent.position.x, -agent.position.y}, .radius = 0.3f};
            agent_add(s.world, &agent);
        }
        uint32_t collided = 0;
        for (int tick = 0; tick < 300; tick++) {
            world_step(s.world, 1);
            collided += wend_world_events(s.world).collided_count;
        }
        assert_int_equal(collided, 0);
        assert_int_equal(wend_world_stats(s.world).arrived, AGENTS);
        stage_close(&s);
    }
}

// Alike in heading, the sum of two slender bodies is one of 0.4 m by 4 m. Between two tangents the polygon reaches up
// to 1.0005 times as far.
static void polygons_that_overlap_part_no_bodies(void **state) {
    (void)state;
    stage s = circle(&methods[EORCA_POLYGON], 1.0f, 1);
    const wend_view now = world_view(s.world);
    wi_ellipse slender = wi_ellipse_of(0.2f, 2.0f, (wend_vec){1.0f, 0.0f});
    for (uint32_t k = 0; k < 2 * WI_POLYGON_HALF; k++) {
        double t = PI * (k + 0.5) / WI_POLYGON_HALF, out = 1.0002;
        wi_ellipse_meeting of = {
            .row_a = 0, .row_b = 1, .a = slender, .b = slender, .w = {1.0f, 0.5f}, .horizon = 2.0f};
        of.p = (wend_vec){(float)(out * 0.4 * cos(t)), (float)(out * 4.0 * sin(t))};
        bool apart, fits;
        (void)wi_ellipse_polygon_face(of.p, of.a, of.b, of.horizon, now.step, of.w, &apart);
        assert_false(apart);
        wi_halfplane exact = wi_ellipse_face(of.p, of.a, of.b, of.horizon, now.step, of.w);
        wi_halfplane face = wi_ellipse_method_face(&now, EORCA_POLYGON, &of, &fits);
        assert_memory_equal(&face, &exact, sizeof face);
        assert_false(fits);
    }
    stage_close(&s);
}

// Plates that come towards each other along a way, each 100 m wide: there is no way past.
static void expect_plates_apart(const wend_model *model, uint32_t method, double angle) {
    const wend_setting settings[2] = {methods[method], {"neighbour_distance", 100.0f}};
    wend_profile profile = profile_of(model);
    profile.shape = wend_ellipse(0.01f, 50.0f);
    profile.max_speed = 100.0f;
    profile.settings = settings;
    profile.setting_count = 2;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = 0.05f;
    stage s = stage_open(&def, &world);
    const double x = 4.0 * cos(angle), y = 4.0 * sin(angle);
    for (int side = -1; side <= 1; side += 2) {
        double aside = side > 0 ? 0.025 : 0.0;
        wend_agent agent = agent_at(side * x - aside * y, side * y + aside * x);
        agent.heading = (float)angle;
        agent.goal = (wend_target){.at = {-side * x, -side * y}, .radius = 0.3f};
        agent_add(s.world, &agent);
    }
    world_step(s.world, 400);
    wend_stats stats = wend_world_stats(s.world);
    wend_point first = agent_get(s.world, 1).position, second = agent_get(s.world, 2).position;
    bool through = x * (second.x - first.x) + y * (second.y - first.y) <= 0.0;
    if (stats.collided || stats.corrected_speed || through)
        fail_msg("%s, %s, along %g: they touch, are too fast or get through", model->name,
                 wi_ellipse_method_choices[method], angle);
    stage_close(&s);
}

// Under the exact method, in float, a plate that lies aslant has no depth.
static void slender_bodies_stay_apart(void **state) {
    (void)state;
    const wend_model *models[] = {&wend_model_eorca_c, &wend_model_eorca_f};
    for (uint32_t i = 0; i < WEND_COUNT(models) * WEND_COUNT(methods); i++) {
        uint32_t method = i % WEND_COUNT(methods);
        for (int turn = 0; turn < (method == EORCA_EXACT ? 1 : 8); turn++)
            expect_plates_apart(models[i / WEND_COUNT(methods)], method, 0.4 * turn);
    }
}

// Without memory for sums they are made as needed.
static void a_world_goes_on_without_memory_for_sums(void **state) {
    (void)state;
    wend_profile profile = person(&methods[EORCA_TABLE]);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_scene *scene;
    wend_error why;
    must(wend_scene_create(&def, &scene, &why), &why);
    wend_result result = WEND_NO_MEMORY;
    for (uint64_t fail_at = 1; result != WEND_OK || fail_at < 60; fail_at++) {
        failing_allocator allocator = {.fail_at = fail_at};
        wend_world_def world_def = wend_world_default(scene);
        world_def.allocator = failing_allocator_make(&allocator);
        wend_world *world = NULL;
        result = wend_world_create(&world_def, &world, NULL);
        for (uint32_t i = 0; i < 2 && result == WEND_OK; i++) {
            wend_agent agent = agent_at(2.0 * i, 0.0);
            result = wend_world_add(world, &agent, NULL, NULL);
        }
        if (result == WEND_OK) result = wend_world_step(world, NULL);
        assert_true(result == WEND_OK || result == WEND_NO_MEMORY);
        wend_world_destroy(world);
        assert_int_equal(allocator.live_blocks, 0);
    }
    wend_scene_destroy(scene);
}

// Files --------------------------------------------------------------------------------------------------------------

static void tables_come_back_from_a_file(void **state) {
    (void)state;
    char path[] = "/tmp/wend-tables-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    wend_error why;
    stage a = circle(&methods[EORCA_TABLE], 1.0f, 1), b = circle(&methods[EORCA_EXACT], 1.0f, 1);
    must(wend_world_save_tables(a.world, path, &why), &why);
    must(wend_world_load_tables(b.world, path, &why), &why);
    assert_int_equal(wend_world_stats(b.world).table_bytes, 3u * 72000u);
    for (uint32_t i = 0; i < 3; i++)
        assert_memory_equal(a.world->ellipses.sums[i], b.world->ellipses.sums[i],
                            WI_TABLE_SIDES * sizeof(wi_polygon_side));
    must(wend_world_load_tables(b.world, path, &why), &why); // twice changes nothing
    assert_int_equal(wend_world_stats(b.world).table_bytes, 3u * 72000u);
    assert_int_equal(truncate(path, 1000), 0);
    assert_int_equal(wend_world_load_tables(b.world, path, &why), WEND_BAD_FILE);
    must(wend_world_save_tables(a.world, path, &why), &why); // over one that is damaged
    must(wend_world_load_tables(b.world, path, &why), &why);
    unlink(path);
    assert_int_equal(wend_world_load_tables(b.world, path, &why), WEND_NOT_FOUND);
    assert_int_equal(wend_world_load_tables(b.world, NULL, &why), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_save_tables(NULL, path, &why), WEND_BAD_ARGUMENT);
    stage_close(&a);
    stage_close(&b);
}

// Of a world with as many sizes as there is room for, none of which anybody else here has.
static void save_foreign_tables(const char *path) {
    stage s = circle(&methods[EORCA_TABLE], 2.0f, 1);
    for (uint32_t i = 0; i < 20; i++) {
        wend_agent agent = agent_at(30.0 + i, 0.0);
        agent.shape = wend_ellipse(0.1f + 0.01f * (float)i, 0.2f);
        agent_add(s.world, &agent);
    }
    wend_error why;
    must(wend_world_save_tables(s.world, path, &why), &why);
    stage_close(&s);
}

// The same sums as without the file, and the same result; what is saved has them and, of the rest, what has room.
static void a_full_file_leaves_room_for_sizes_at_hand(void **state) {
    (void)state;
    char path[] = "/tmp/wend-tables-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    save_foreign_tables(path);
    wend_error why;
    stage with = circle(&methods[EORCA_EXACT], 1.0f, 1), without = circle(&methods[EORCA_EXACT], 1.0f, 1);
    must(wend_world_load_tables(with.world, path, &why), &why);
    const size_t full = wend_world_stats(with.world).table_bytes;
    assert_int_equal(full, WI_TABLE_PAIRS_MAX * 72000u);
    for (wend_serial serial = 1; serial <= AGENTS; serial++) {
        agent_set_param(with.world, serial, "method", EORCA_TABLE);
        agent_set_param(without.world, serial, "method", EORCA_TABLE);
    }
    assert_int_equal(with.world->ellipses.used, 2);
    for (uint32_t i = 0; i < 3; i++)
        assert_memory_equal(with.world->ellipses.sums[i], without.world->ellipses.sums[i],
                            WI_TABLE_SIDES * sizeof(wi_polygon_side));
    assert_int_equal(wend_world_stats(with.world).table_bytes, (14u * 15u / 2u + 3u) * 72000u);
    world_step(with.world, 60);
    world_step(without.world, 60);
    assert_true(wend_world_hash(with.world) == wend_world_hash(without.world));
    must(wend_world_save_tables(with.world, path, &why), &why);
    stage next = circle(&methods[EORCA_EXACT], 1.0f, 1);
    must(wend_world_load_tables(next.world, path, &why), &why);
    assert_int_equal(next.world->ellipses.size_count, WI_TABLE_SIZES_MAX);
    agent_set_param(next.world, 3, "method", EORCA_TABLE);
    assert_int_equal(next.world->ellipses.used, 2);
    assert_int_equal(next.world->ellipses.made, 0);
    unlink(path);
    stage_close(&with);
    stage_close(&without);
    stage_close(&next);
}

static void files_of_another_kind_are_not_replaced(void **state) {
    (void)state;
    static const char note[] = "somebody's work", *const kept[] = {note, "\x8ewendW\r\n and a world", "wend"};
    stage a = circle(&methods[EORCA_TABLE], 1.0f, 1);
    for (uint32_t i = 0; i < WEND_COUNT(kept); i++) {
        char path[] = "/tmp/wend-tables-XXXXXX", read[64] = "";
        int file = mkstemp(path);
        assert_true(file >= 0 && write(file, kept[i], strlen(kept[i])) == (ssize_t)strlen(kept[i]));
        wend_error why;
        assert_int_equal(wend_world_save_tables(a.world, path, &why), WEND_BAD_FILE);
        assert_non_null(strstr(why.text, "is not replaced"));
        assert_int_equal(pread(file, read, sizeof read - 1, 0), (ssize_t)strlen(kept[i]));
        assert_string_equal(read, kept[i]);
        close(file);
        unlink(path);
    }
    stage_close(&a);
}

// Any byte that is changed is noticed, and nothing is taken over then.
static void damaged_tables_are_refused(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_ellipse_table table = wi_ellipse_table_empty(), read = wi_ellipse_table_empty();
    wi_ellipse_table_add(&table, &memory, (wi_ellipse_size){0.149f, 0.2286f, 36});
    size_t size;
    unsigned char *bytes = wi_ellipse_table_write(&table, &memory, &size);
    assert_non_null(bytes);
    for (uint64_t i = 0; i < 400; i++) {
        size_t at = i < 60 ? i : (size_t)(wend_random(7, i, 0, 0, 0) * (float)size) % size;
        bytes[at] ^= (unsigned char)(1u << i % 8);
        assert_int_equal(wi_ellipse_table_read(&read, &memory, bytes, size, NULL), WEND_BAD_FILE);
        bytes[at] ^= (unsigned char)(1u << i % 8);
        size_t less = (size_t)(wend_random(8, i, 0, 0, 0) * (float)size) % size;
        assert_int_equal(wi_ellipse_table_read(&read, &memory, bytes, less, NULL), WEND_BAD_FILE);
    }
    assert_int_equal(read.size_count, 0);
    assert_int_equal(wi_ellipse_table_read(&read, &memory, bytes, size, NULL), WEND_OK);
    assert_int_equal(read.size_count, 1);
    wi_memory_give(&memory, bytes, size, 1);
    wi_ellipse_table_free(&table, &memory);
    wi_ellipse_table_free(&read, &memory);
    assert_int_equal(memory.bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_cross_without_touching),
        cmocka_unit_test(methods_differ_and_threads_do_not),
        cmocka_unit_test(bodies_that_do_not_turn_sweep_nothing),
        cmocka_unit_test(sizes_beyond_the_table_are_made_as_needed),
        cmocka_unit_test(only_sums_that_are_needed_are_made),
        cmocka_unit_test(sweeps_follow_step_and_limit),
        cmocka_unit_test(who_turns_within_its_sweep_touches_nobody),
        cmocka_unit_test(polygons_that_overlap_part_no_bodies),
        cmocka_unit_test(slender_bodies_stay_apart),
        cmocka_unit_test(a_world_goes_on_without_memory_for_sums),
        cmocka_unit_test(tables_come_back_from_a_file),
        cmocka_unit_test(a_full_file_leaves_room_for_sizes_at_hand),
        cmocka_unit_test(files_of_another_kind_are_not_replaced),
        cmocka_unit_test(damaged_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
