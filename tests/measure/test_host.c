// The public interface of measures: what a host is told of its world, live.
#include "record/samples.h"
#include "support/failing_allocator.h"
#include "support/stage.h"

#include "measure/measure.h"
#include "record/recorder.h"

#define MAP_X 500000.0 // the scene is in the coordinates of a map
#define MAP_Y 4000000.0
#define FPS 5.0 // every second step

// Everything is asked for.
static wend_meter_def whole_def(void) {
    wend_meter_def def = wend_meter_default(FPS);
    def.area[0] = (wend_point){MAP_X - 3.0, MAP_Y - 3.0}, def.area[1] = (wend_point){MAP_X + 3.0, MAP_Y + 3.0};
    def.line[0] = (wend_point){MAP_X, MAP_Y - 20.0}, def.line[1] = (wend_point){MAP_X, MAP_Y + 20.0};
    def.voronoi = def.watch = def.pair = true;
    def.collision_horizon = 3.0;
    def.lane_width = 0.3;
    def.seed = 7;
    def.curve[0] = 1.3;
    def.watch_id = 3;
    def.pair_id[0] = 1, def.pair_id[1] = 2;
    return def;
}

static wi_measure_options same_options(const wend_meter_def *def) {
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.area, def->area, sizeof options.area);
    memcpy(options.line, def->line, sizeof options.line);
    options.voronoi = options.watch = options.pair = true;
    options.collision_horizon = 3.0;
    options.lane_width = 0.3;
    options.seed = 7;
    options.curve[0] = 1.3;
    options.watch_id = 3;
    options.pair_id[0] = 1, options.pair_id[1] = 2;
    return options;
}

static wend_meter *meter_of(const wend_meter_def *def) {
    wend_meter *meter;
    wend_error error = {0};
    must(wend_meter_create(def, &meter, &error), &error);
    return meter;
}

static void look(wend_meter *meter, wend_world *world) {
    wend_error error = {0};
    must(wend_meter_look(meter, world, &error), &error);
}

static double value_of(wend_meter *meter, const char *name) {
    double value = 0.0;
    wend_error error = {0};
    must(wend_meter_value(meter, name, &value, &error), &error);
    return value;
}

// Two crowds that change sides about the origin of a map.
static stage crossing_crowds(void) {
    wend_scene_def scene = scene_plain();
    scene.origin = (wend_point){MAP_X, MAP_Y};
    stage on = stage_open(&scene, NULL);
    for (int i = 0; i < 30; i++) {
        double side = i % 2 ? 8.0 : -8.0, y = 0.8 * (i / 2 % 8) - 3.0, x = side + (i / 16) * side / 8.0;
        wend_agent agent = agent_at(MAP_X + x, MAP_Y + y);
        agent.goal.at = (wend_point){MAP_X - x, MAP_Y + 0.3 - y};
        agent_add(on.world, &agent);
    }
    return on;
}

// Live and recorded ----------------------------------------------------------------------------------------------------

static wi_recorder *record(const char *path) {
    static char *profiles[] = {"person"};
    static double radii[] = {0.25};
    const wi_recording about = {.fps = FPS,
                                .plan = "{\"profiles\": [{\"name\": \"person\", \"shape\": \"disc\"}]}",
                                .profiles = profiles,
                                .profile_radius = radii,
                                .profile_count = 1,
                                .whole = true};
    const wi_recorder_def def = {.path = path, .about = &about, .origin = {MAP_X, MAP_Y}};
    wi_recorder *recorder;
    wend_error error = {0};
    must(wi_recorder_start(&def, &recorder, &error), &error);
    return recorder;
}

// Looks after every step; the recorder takes every second one.
static void run_and_record(wend_world *world, wend_meter *meter, const char *path) {
    wi_recorder *recorder = record(path);
    wend_error error = {0};
    for (int64_t step = 0; step <= 120; step++) {
        look(meter, world);
        wend_view view = world_view(world);
        if (step % 2 == 0) must(wi_recorder_take(recorder, &view, step / 2, &error), &error);
        world_step(world, 1);
    }
    must(wi_recorder_finish(recorder, true, &error), &error);
}

static void live_is_as_recorded(void **state) {
    (void)state;
    const char *path = sample_path("crowds.h5");
    const wend_meter_def def = whole_def();
    const wi_measure_options options = same_options(&def);
    stage on = crossing_crowds();
    wend_meter *meter = meter_of(&def);
    run_and_record(on.world, meter, path);
    wi_measures recorded;
    wend_error error = {0};
    must(wi_measure_watched(path, &options, NULL, &recorded, &error), &error);
    for (uint32_t i = 0; i < wend_measure_count(); i++) {
        const wi_measure_value *value = wi_measure_value_at(i);
        double live = value_of(meter, value->name), read = wi_measure_read(&recorded, value);
        assert_true(wend_meter_measures(meter, i));
        if (live != read && !(isnan(live) && isnan(read)))
            fail_msg("%s is %.17g live and %.17g recorded", value->name, live, read);
    }
    assert_true(value_of(meter, "flow_mean") > 0.1 && value_of(meter, "voronoi_density_peak") > 0.1);
    assert_true(value_of(meter, "crossings_right") == 15.0 && value_of(meter, "frames") == 61.0);
    wend_meter_destroy(meter);
    stage_close(&on);
}

static void lists_are_those_of_the_world(void **state) {
    (void)state;
    const wend_meter_def def = whole_def();
    stage on = crossing_crowds();
    wend_meter *meter = meter_of(&def);
    for (uint32_t step = 0; step <= 120; step++) look(meter, on.world), world_step(on.world, 1);
    uint32_t count;
    const wend_crossing *crossing = wend_meter_crossings(meter, &count);
    assert_int_equal(count, 30);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(crossing[i].back, crossing[i].id % 2 == 0);
    (void)wend_meter_predictions(meter, &count);
    assert_true(count > 30);
    (void)wend_meter_collisions(meter, &count);
    assert_true(count == value_of(meter, "collisions"));
    uint64_t frames = 0;
    for (uint32_t i = 0; i < WEND_DIAGRAM_BINS; i++) frames += wend_meter_diagram(meter, i).frames;
    assert_true(frames > 10 && isnan(wend_meter_diagram(meter, WEND_DIAGRAM_BINS - 1).speed));
    assert_near(wend_meter_collision_times(meter).step * WEND_COLLISION_TIME_STEPS, 3.0, 1e-9);
    assert_near(wend_meter_instant(meter).time, 12.0, 1e-6);
    assert_int_equal(wend_meter_instant(meter).agents, 30);
    wend_meter_destroy(meter);
    stage_close(&on);
}

// Frames ---------------------------------------------------------------------------------------------------------------

static void frames_are_whole_steps_apart(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_meter_def def = wend_meter_default(FPS);
    wend_meter *meter = meter_of(&def);
    look(meter, on.world);
    look(meter, on.world);
    world_step(on.world, 1);
    look(meter, on.world);
    assert_true(value_of(meter, "frames") == 1.0);
    world_step(on.world, 1);
    look(meter, on.world);
    assert_true(value_of(meter, "frames") == 2.0);
    assert_near(value_of(meter, "duration"), 0.2, 1e-12);
    wend_meter_destroy(meter);
    def.fps = 4.0;
    meter = meter_of(&def);
    assert_refused(wend_meter_look(meter, on.world, &why), WEND_BAD_ARGUMENT, "10 steps");
    wend_meter_destroy(meter);
    stage_close(&on);
}

static void everyone_has_a_size_of_their_own(void **state) {
    (void)state;
    const wend_meter_def def = wend_meter_default(10.0);
    wend_meter *meter = meter_of(&def);
    wend_spot spots[] = {wend_spot_at(9, 0.6, 0.0), wend_spot_at(4, 0.0, 0.0), wend_spot_at(5, 10.0, 0.0)};
    spots[0].shape = wend_disc(0.2f), spots[1].shape = wend_ellipse(0.5f, 0.3f);
    spots[1].heading = 0.0f;
    must(wend_meter_frame(meter, 0, spots, 3, NULL), NULL);
    assert_near(value_of(meter, "max_depth"), 0.1, 1e-6);
    spots[2].id = 9;
    assert_refused(wend_meter_frame(meter, 1, spots, 3, &why), WEND_BAD_ARGUMENT, "each agent once");
    wend_meter_destroy(meter);
}

static void nobody_is_as_large_as_a_street(void **state) {
    (void)state;
    const wend_meter_def def = wend_meter_default(10.0);
    const float sizes[] = {101.0f, 1e30f, INFINITY};
    for (uint32_t i = 0; i < WEND_COUNT(sizes); i++) {
        wend_meter *meter = meter_of(&def);
        wend_spot spots[] = {wend_spot_at(1, 0.0, 0.0), wend_spot_at(2, 5.0, 0.0)};
        must(wend_meter_frame(meter, 0, spots, 2, NULL), NULL);
        spots[1].shape = i % 2 ? wend_disc(sizes[i]) : wend_ellipse(0.3f, sizes[i]);
        assert_refused(wend_meter_frame(meter, 1, spots, 2, &why), WEND_BAD_ARGUMENT, "frame 1: agent 2");
        assert_true(isfinite(value_of(meter, "max_depth")));
        wend_meter_destroy(meter);
    }
}

static void levels_are_storeys_apart(void **state) {
    (void)state;
    wend_scene_def scene = scene_plain();
    scene.levels = 2;
    stage on = stage_open(&scene, NULL);
    wend_agent agent = agent_at(1.0, 2.0);
    agent_add(on.world, &agent);
    agent.level = 1;
    agent_add(on.world, &agent);
    wend_meter_def def = wend_meter_default(10.0);
    for (int i = 0; i < 2; i++, def.storey = 0.0) {
        wend_meter *meter = meter_of(&def);
        look(meter, on.world);
        assert_true(value_of(meter, "collisions") == i);
        wend_meter_destroy(meter);
    }
    stage_close(&on);
}

// Numbers and definitions ----------------------------------------------------------------------------------------------

static void numbers_have_names(void **state) {
    (void)state;
    const wend_meter_def def = wend_meter_default(10.0);
    wend_meter *meter = meter_of(&def);
    uint32_t count = wend_measure_count();
    double values[200], ignored;
    assert_true(count > 40 && count <= WEND_COUNT(values));
    wend_meter_read(meter, values, count);
    for (uint32_t i = 0; i < count; i++) {
        wend_measure measure = wend_measure_at(i);
        double value = value_of(meter, measure.name);
        assert_int_equal(wend_measure_find(measure.name), i);
        assert_true(strlen(measure.meaning) > 3 && measure.unit);
        assert_true(values[i] == value || (isnan(values[i]) && isnan(value)));
        assert_true(!measure.whole || value == 0.0);
    }
    assert_null(wend_measure_at(count).name);
    assert_int_equal(wend_measure_find("happiness"), UINT32_MAX);
    assert_refused(wend_meter_value(meter, "happiness", &ignored, &why), WEND_NOT_FOUND, "happiness");
    assert_true(wend_meter_measures(meter, wend_measure_find("speed_mean")));
    assert_false(wend_meter_measures(meter, wend_measure_find("voronoi_speed")));
    wend_meter_destroy(meter);
}

static void bad_definitions_are_refused_at_once(void **state) {
    (void)state;
    wend_meter *meter;
    wend_meter_def none = {0}, slow = wend_meter_default(0.0), lost = whole_def(), high = whole_def();
    assert_refused(wend_meter_create(&none, &meter, &why), WEND_BAD_ARGUMENT, "wend_meter_default");
    assert_refused(wend_meter_create(&slow, &meter, &why), WEND_BAD_ARGUMENT, "frames per second");
    lost.walkable = "POLYGON ((0 0, 1 0";
    assert_refused(wend_meter_create(&lost, &meter, &why), WEND_BAD_FILE, "WKT");
    high.storey = (double)INFINITY;
    assert_refused(wend_meter_create(&high, &meter, &why), WEND_BAD_ARGUMENT, "storey");
    assert_null(meter);
    wend_meter_destroy(NULL);
}

// The whole life of a meter; WEND_NO_MEMORY where the allocation with the number `fail_at` fails.
static wend_result live(failing_allocator *heap, wend_world *world) {
    wend_meter_def def = whole_def();
    def.allocator = failing_allocator_make(heap);
    wend_meter *meter;
    wend_result result = wend_meter_create(&def, &meter, NULL);
    if (!result) result = wend_meter_look(meter, world, NULL);
    wend_meter_destroy(meter);
    return result;
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    stage on = crossing_crowds();
    failing_allocator whole = {0};
    assert_int_equal(live(&whole, on.world), WEND_OK);
    for (uint64_t fail_at = 1; fail_at <= whole.calls; fail_at++) {
        failing_allocator heap = {.fail_at = fail_at};
        assert_int_equal(live(&heap, on.world), WEND_NO_MEMORY);
        assert_int_equal(heap.live_blocks, 0);
    }
    assert_int_equal(whole.live_blocks, 0);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(live_is_as_recorded),
        cmocka_unit_test(lists_are_those_of_the_world),
        cmocka_unit_test(frames_are_whole_steps_apart),
        cmocka_unit_test(everyone_has_a_size_of_their_own),
        cmocka_unit_test(nobody_is_as_large_as_a_street),
        cmocka_unit_test(levels_are_storeys_apart),
        cmocka_unit_test(numbers_have_names),
        cmocka_unit_test(bad_definitions_are_refused_at_once),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
