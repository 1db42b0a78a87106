// What holds for all measures: numbering does not matter, bad input is refused, memory may end.
#include "measure/crowd.h"
#include "support/failing_allocator.h"

#define CROWD 60
#define FRAMES 40

static wi_measure_options all_options(void) {
    wi_measure_options options = exact_options();
    memcpy(options.area, (double[]){-1.0, -1.0, 1.0, 0.5}, sizeof options.area);
    memcpy(options.line, (double[]){0.5, -5.0, 0.7, 5.0}, sizeof options.line);
    options.collision_horizon = 2.0;
    options.lane_width = 0.3;
    options.voronoi = true;
    options.cell_reach = 0.4; // few cells, for GEOS takes its time
    options.walkable = "POLYGON((-9 -4,9 -4,9 4,-9 4,-9 -4))";
    options.watch = true;
    options.curve[1] = 1.2;
    options.pair = true;
    options.pair_id[1] = 1;
    return options;
}

// Agent i at a frame; every tenth spot or so is missing, and every other agent tells its velocity.
static bool wander(uint64_t seed, uint64_t i, uint64_t frame, wi_spot *spot) {
    if (wend_random(seed, i, frame, 3, 0) < 0.1f || frame < i % 7) return false;
    double from = (double)wend_random(seed, i, 0, 1, 0), aside = (double)wend_random(seed, i, 0, 1, 1);
    double sway = (double)wend_random(seed, i, frame, 2, 0);
    *spot = spot_at(0, 6.0 * from - 5.0 + 0.13 * (double)frame, 5.0 * aside - 2.5 + 0.1 * sway);
    if (i % 2) spot->vx = 1.3f, spot->vy = 0.2f * (float)sway;
    if (i % 3) spot->heading = 0.3f * (float)aside;
    return true;
}

static int by_id(const void *a, const void *b) {
    const wi_spot *left = a, *right = b;
    return (left->id > right->id) - (left->id < right->id);
}

// Agents are named i * factor modulo 2^64 (an odd factor gives each its own name); frames are counted from `offset`.
static wend_result show_wandering(wi_meter *meter, uint64_t seed, uint64_t factor, int64_t offset, wend_error *why) {
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        wi_spot spots[CROWD];
        uint32_t count = 0;
        for (uint64_t i = 0; i < CROWD; i++) {
            if (!wander(seed, i, frame, &spots[count])) continue;
            spots[count++].id = i * factor;
        }
        qsort(spots, count, sizeof spots[0], by_id);
        wend_result result = wi_meter_frame(meter, &(wi_frame){(int64_t)frame + offset, spots, count}, why);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wi_measures measure_wandering(uint64_t seed, uint64_t factor, int64_t offset) {
    wi_measure_options options = all_options();
    options.pair_id[1] = factor; // agents 0 and 1 under their names
    wi_meter *meter = meter_with(options, 10.0);
    wend_error why = {0};
    if (show_wandering(meter, seed, factor, offset, &why) != WEND_OK) fail_msg("%s", why.text);
    return finish(meter);
}

static void assert_same(const wi_measures *a, const wi_measures *b) {
    const wi_measure_value *value;
    for (uint32_t i = 0; (value = wi_measure_value_at(i)) != NULL; i++) {
        double left = wi_measure_read(a, value), right = wi_measure_read(b, value);
        if (isnan(left) && isnan(right)) continue;
        if (!(fabs(left - right) <= 1e-9 * (1.0 + fabs(left))))
            fail_msg("%s: %.15g and %.15g", value->name, left, right);
    }
}

static void names_of_agents_and_numbers_of_frames_do_not_matter(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wi_measures plain = measure_wandering(seed, 1, 0);
        assert_true(plain.collisions > 0 && plain.crossings[0] > 0 && plain.density_mean > 0.0);
        assert_true(plain.interval_collisions > 0 && plain.voronoi_density_mean > 0.0 && plain.lane_order > 0.0);
        assert_true(plain.oscillation > 0.0 && plain.collision_share > 0.0 && plain.pair_distance > 0.0);
        wi_measures renamed = measure_wandering(seed, 0x9e3779b97f4a7c15u, 0);
        assert_same(&plain, &renamed);
        wi_measures later = measure_wandering(seed, 1, 123456789);
        assert_same(&plain, &later);
        wi_measures before = measure_wandering(seed, 3, -500);
        assert_same(&plain, &before);
    }
}

static void results_may_be_asked_for_at_any_time(void **state) {
    (void)state;
    wi_meter *meter = meter_with(all_options(), 10.0);
    for (int64_t frame = 0; frame < FRAMES; frame++) {
        wi_spot spot;
        bool there = wander(5, 8, (uint64_t)frame, &spot);
        show(meter, frame, &spot, there);
        uint32_t count;
        wi_meter_crossings(meter, &count);
        wi_measures now = wi_meter_result(meter);
        assert_int_equal(now.frames, frame + 1);
        assert_int_equal(now.crossings[0] + now.crossings[1], count);
    }
    wi_meter_free(meter);
}

static void who_is_looked_at_must_be_seen(void **state) {
    (void)state;
    wi_measure_options options = all_options();
    options.pair_id[1] = CROWD + 7;
    wi_meter *meter = meter_with(options, 10.0);
    wend_error why = {0};
    assert_int_equal(wi_meter_check_seen(meter, &why), WEND_NOT_FOUND); // nobody was seen yet
    assert_string_equal(why.text, "nobody has the id 0");
    assert_int_equal(show_wandering(meter, 1, 1, 0, &why), WEND_OK);
    assert_int_equal(wi_meter_check_seen(meter, &why), WEND_NOT_FOUND);
    assert_non_null(strstr(why.text, "nobody has the id"));
    assert_null(strstr(why.text, "id 0"));
    wi_spot late = spot_at(CROWD + 7, 0.0, 0.0);
    assert_int_equal(wi_meter_frame(meter, &(wi_frame){1000, &late, 1}, &why), WEND_OK);
    assert_int_equal(wi_meter_check_seen(meter, &why), WEND_OK);
    wi_meter_free(meter);
    meter = meter_with(wi_measure_options_default(), 10.0); // looks at nobody
    assert_int_equal(wi_meter_check_seen(meter, &why), WEND_OK);
    wi_meter_free(meter);
}

static void every_number_is_in_the_table_once(void **state) {
    (void)state;
    bool seen[sizeof(wi_measures) / 8] = {false};
    uint32_t count = 0;
    for (const wi_measure_value *value; (value = wi_measure_value_at(count)) != NULL; count++) {
        assert_true(value->offset % 8 == 0 && value->offset < sizeof(wi_measures) && !seen[value->offset / 8]);
        seen[value->offset / 8] = true;
        assert_true(value->name[0] && value->meaning[0] && value->unit);
    }
    assert_int_equal(count, WEND_COUNT(seen));
}

// Bad input -----------------------------------------------------------------------------------------------------------

static void assert_refused(wi_measure_options options, double fps, wi_frame frame) {
    wi_meter *meter = meter_with(options, fps);
    wend_error why = {0};
    assert_int_equal(wi_meter_frame(meter, &frame, &why), WEND_BAD_ARGUMENT);
    assert_true(strlen(why.text) > 10);
    assert_int_equal(wi_meter_frame(meter, &frame, NULL), WEND_BAD_ARGUMENT); // and not later either
    wi_meter_free(meter);
}

static void bad_options_are_refused(void **state) {
    (void)state;
    wi_spot spot = spot_at(1, 0.0, 0.0);
    wi_frame frame = {0, &spot, 1};
    assert_refused(all_options(), 0.0, frame);
    assert_refused(all_options(), (double)NAN, frame);
    assert_refused(all_options(), (double)INFINITY, frame);
    wi_measure_options bad[] = {all_options(), all_options(), all_options(), all_options(), all_options(),
                                all_options(), all_options(), all_options(), all_options(), all_options()};
    bad[0].radius = -0.1;
    bad[1].mass = (double)NAN;
    bad[2].area[2] = bad[2].area[0];
    bad[3].line[1] = (double)INFINITY;
    bad[4].collision_depth = -1.0;
    bad[5].profile_radius = &bad[0].radius;
    bad[5].profile_count = 1;
    bad[6].turn = -0.1;
    bad[7].collision_horizon = (double)NAN;
    bad[8].lane_width = -1.0;
    bad[9].cell_reach = (double)INFINITY;
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++) assert_refused(bad[i], 10.0, frame);
    wi_measure_options point = all_options();
    point.line[2] = point.line[0], point.line[3] = point.line[1];
    assert_refused(point, 10.0, frame);
}

static void bad_frames_are_refused(void **state) {
    (void)state;
    wi_spot twice[] = {spot_at(4, 0.0, 0.0), spot_at(4, 1.0, 0.0)};
    wi_spot unordered[] = {spot_at(4, 0.0, 0.0), spot_at(3, 1.0, 0.0)};
    wi_spot nowhere[] = {spot_at(1, (double)NAN, 0.0)}, far[] = {spot_at(1, 0.0, 1e300)};
    assert_refused(all_options(), 10.0, (wi_frame){0, twice, 2});
    assert_refused(all_options(), 10.0, (wi_frame){0, unordered, 2});
    assert_refused(all_options(), 10.0, (wi_frame){0, nowhere, 1});
    assert_refused(all_options(), 10.0, (wi_frame){0, far, 1});
    assert_refused(all_options(), 10.0, (wi_frame){(INT64_C(1) << 53) + 1, twice, 1});
    assert_refused(all_options(), 10.0, (wi_frame){INT64_MIN, twice, 1});
    wi_meter *meter = meter_with(all_options(), 10.0);
    show(meter, 7, twice, 1);
    assert_int_equal(wi_meter_frame(meter, &(wi_frame){7, twice, 1}, NULL), WEND_BAD_ARGUMENT);
    wi_meter_free(meter);
}

// Memory --------------------------------------------------------------------------------------------------------------

// The whole life of a meter; WEND_NO_MEMORY where the allocation with the number `fail_at` fails.
static wend_result live(failing_allocator *heap) {
    wi_measure_options options = all_options();
    options.allocator = failing_allocator_make(heap);
    wi_meter *meter = wi_meter_create(&options, 10.0);
    if (!meter) return WEND_NO_MEMORY;
    wend_result result = show_wandering(meter, 1, 1, 0, NULL);
    uint32_t count;
    wi_meter_crossings(meter, &count);
    wi_meter_result(meter);
    wi_meter_free(meter);
    return result;
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    failing_allocator whole = {0};
    assert_int_equal(live(&whole), WEND_OK);
    assert_true(whole.calls > 20);
    for (uint64_t fail_at = 1; fail_at <= whole.calls; fail_at++) {
        failing_allocator heap = {.fail_at = fail_at};
        assert_int_equal(live(&heap), WEND_NO_MEMORY);
        assert_int_equal(heap.live_blocks, 0);
    }
    assert_int_equal(whole.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_agents_and_numbers_of_frames_do_not_matter),
        cmocka_unit_test(results_may_be_asked_for_at_any_time),
        cmocka_unit_test(who_is_looked_at_must_be_seen),
        cmocka_unit_test(every_number_is_in_the_table_once),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(bad_frames_are_refused),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
