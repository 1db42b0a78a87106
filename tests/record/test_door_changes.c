// Doors that open and close while a run is recorded: the plan of the recording says when, in every format that has a plan.
#include "record/samples.h"

#include "base/hash.h"
#include "record/convert.h"
#include "record/door_changes.h"
#include "record/plan.h"
#include "record/recorder.h"
#include "wend/scene.h"

#define FRAMES 60

static char plan_of_hall[] = "{\"doors\": [{\"name\": \"gate\", \"points\": [[0, -2], [0, 2]], \"open\": false},"
                             "{\"name\": \"stall\", \"points\": [[4, 0], [5, 0]], \"barrier\": 1, \"open\": true},"
                             "{\"name\": \"stall\", \"points\": [[5, 0], [5, 1]], \"barrier\": 1, \"open\": true}]}";

static const wend_door doors_of_hall[] = {
    {.a = {0.0, -2.0}, .b = {0.0, 2.0}},
    {.a = {4.0, 0.0}, .b = {5.0, 0.0}, .barrier = 1, .open = true},
    {.a = {5.0, 0.0}, .b = {5.0, 1.0}, .barrier = 1, .open = true},
};

static wend_world *open_hall(wend_scene **scene) {
    wend_error error = {0};
    wend_profile profile = wend_profile_default();
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile, def.profile_count = 1;
    def.doors = doors_of_hall, def.door_count = WEND_COUNT(doors_of_hall);
    if (wend_scene_create(&def, scene, &error)) fail_msg("%s", error.text);
    wend_world *world;
    const wend_world_def world_def = wend_world_default(*scene);
    if (wend_world_create(&world_def, &world, &error)) fail_msg("%s", error.text);
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){-8.0, 0.0};
    if (wend_world_add(world, &agent, NULL, &error)) fail_msg("%s", error.text);
    return world;
}

// Whether a door is open in a frame: the gate changes at 10, 11 and 40, the stall at 0 and 25.
static bool wanted(uint32_t door, int64_t frame) {
    if (door == 0) return frame == 10 || frame >= 40;
    return frame >= 25;
}

static void record_hall(const char *path) {
    wend_error error = {0};
    wend_scene *scene;
    wend_world *world = open_hall(&scene);
    wi_recording about = {.fps = 10.0, .whole = true, .plan = plan_of_hall};
    const wi_recorder_def def = {.path = path, .about = &about, .options = {0.001}};
    wi_recorder *recorder;
    if (wi_recorder_start(&def, &recorder, &error)) fail_msg("%s", error.text);
    for (int64_t frame = 0; frame < FRAMES; frame++) {
        for (uint32_t door = 0; door < 2; door++)
            assert_int_equal(wend_world_set_door(world, door, wanted(door, frame), &error), WEND_OK);
        wend_view view;
        assert_int_equal(wend_world_view(world, &view, &error), WEND_OK);
        if (wi_recorder_take(recorder, &view, frame, &error)) fail_msg("%s", error.text);
    }
    if (wi_recorder_finish(recorder, true, &error)) fail_msg("%s", error.text);
    wend_world_destroy(world);
    wend_scene_destroy(scene);
}

static void assert_doors(const char *path) {
    wi_reader *reader = sample_open(path);
    wi_plan plan;
    assert_int_equal(wi_plan_read(&reader->about, &plan, NULL), WEND_OK);
    assert_int_equal(plan.door_count, 3);
    assert_true(!plan.door[0].open && plan.door[1].open && plan.door[1].barrier == 1);
    for (uint32_t i = 0; i < 3; i++)
        for (int64_t frame = 0; frame < FRAMES; frame++)
            if (wi_plan_door_is_open(&plan.door[i], (double)frame) != wanted(i, frame))
                fail_msg("%s: door %u in frame %lld", path, i, (long long)frame);
    assert_true(wi_plan_door_is_listed(&plan, 0) && wi_plan_door_is_listed(&plan, 1));
    assert_false(wi_plan_door_is_listed(&plan, 2));
    wi_plan_free(&plan);
    wi_frame frame;
    for (int64_t number = 0; number < FRAMES; number++) assert_true(sample_next(reader, &frame));
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static void recordings_say_when_doors_changed(void **state) {
    (void)state;
    static const char *const names[] = {"hall.h5", "hall.part", "hall.sqlite"};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        char path[300];
        (void)snprintf(path, sizeof path, "%s", sample_path(names[i]));
        record_hall(path);
        assert_doors(path);
    }
    // And on to another format.
    wi_conversion done;
    char from[300], to[300];
    (void)snprintf(from, sizeof from, "%s", sample_path("hall.part"));
    (void)snprintf(to, sizeof to, "%s", sample_path("again.h5"));
    assert_int_equal(wi_convert(from, to, &(wi_convert_options){0}, &done, NULL), WEND_OK);
    assert_doors(to);
}

// Any list of changes, also with doors that are not there and frames that go back, gives a plan that reads back.
static void any_changes_make_a_plan(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        wi_door_changes all = {0};
        char *text = strdup(plan_of_hall);
        for (uint32_t i = 0; i < seed % 50; i++) {
            uint64_t bits = wi_hash_word(seed, i);
            wi_door_change change = {(int64_t)(bits % 100) - 10 + i, (uint32_t)(bits >> 8) % 4, bits >> 20 & 1};
            assert_true(wi_door_changes_add(&all, change));
        }
        assert_true(wi_door_changes_tell(&all, &text));
        wi_plan plan;
        wend_error error = {0};
        if (wi_plan_read(&(wi_recording){.plan = text}, &plan, &error)) fail_msg("seed %u: %s", seed, error.text);
        assert_int_equal(plan.door_count, 3);
        wi_plan_free(&plan);
        wi_door_changes_free(&all);
        free(text);
    }
}

static void what_is_no_plan_stays(void **state) {
    (void)state;
    wi_door_changes all = {0};
    char *none = NULL, *bad = strdup("{\"doors\": 3}");
    assert_true(wi_door_changes_add(&all, (wi_door_change){1, 0, true}));
    assert_true(wi_door_changes_tell(&all, &none) && !none);
    assert_true(wi_door_changes_tell(&all, &bad));
    assert_string_equal(bad, "{\"doors\": 3}");
    wi_door_changes_free(&all);
    free(bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_say_when_doors_changed),
        cmocka_unit_test(any_changes_make_a_plan),
        cmocka_unit_test(what_is_no_plan_stays),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
