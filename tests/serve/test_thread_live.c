// Live runs without a network: what viewers ask for happens, and what they see is what the simulation does.
#include "scenario/reading.h"

#include "base/json.h"
#include "serve/live.h"
#include "support/expect.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

// One walks to the right in a corridor, towards a closed door; another stands behind it.
static const char corridor[] = "wend: 1\n"
                               "title: Corridor\n"
                               "seed: 3\n"
                               "time: {step: 0.1, limit: 1000, stop: []}\n"
                               "geometry:\n"
                               "  - {kind: room, points: [[-10, -2], [10, -2], [10, 2], [-10, 2]]}\n"
                               "doors: {gate: {points: [[0, -2], [0, 2]]}}\n"
                               "profiles:\n"
                               "  walker: {model: orca, shape: {disc: 0.25}, preferred_speed: 1, max_speed: 1.5}\n"
                               "agents:\n"
                               "  - {profile: walker, at: [-8, 0], goal: {at: [8, 0], radius: 0.2}}\n"
                               "  - {profile: walker, at: [8, 1.5], goal: stay}\n";

// A stage -------------------------------------------------------------------------------------------------------------

typedef struct stage {
    wi_scenario *scenario;
    wi_live *live;
    atomic_uint changes;
    uint32_t runs, looks, missed; // seen, looks at the one of now, steps without one: the simulation thread's
} stage;

static void changed(void *host) { atomic_fetch_add(&((stage *)host)->changes, 1); }

static void look(void *host, const wi_run *run, bool fresh) {
    stage *s = host;
    s->runs += fresh;
    s->looks = fresh ? 1 : s->looks + 1;
    s->missed += wend_world_stats(run->world).tick + 1 != s->looks;
}

static void add_status(void *host, wi_json_object *status) {
    wi_json_put_count(status, "runs", ((stage *)host)->runs);
    wi_json_put_count(status, "looks", ((stage *)host)->looks);
    wi_json_put_count(status, "missed", ((stage *)host)->missed);
}

static void stage_open(stage *s, const char *text, bool paused) {
    wi_problems problems = {0};
    wend_error error = {0};
    *s = (stage){.scenario = read_good(text)};
    wi_run *run = wi_run_open(s->scenario, &(wi_run_options){.threads = 1}, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(run);
    wi_problems_free(&problems);
    const wi_live_def def = {.scenario = s->scenario,
                             .run = run,
                             .threads = 1,
                             .paused = paused,
                             .host = s,
                             .changed = changed,
                             .look = look,
                             .add_status = add_status};
    must(wi_live_open(&def, &s->live, &error), &error);
}

static void stage_close(stage *s) {
    wi_live_close(s->live);
    wi_scenario_free(s->scenario);
}

// A watcher: what a viewer knows from all the messages it got -----------------------------------------------------------

#define SEEN_MAX 16

typedef struct watcher {
    stage *on;
    wi_viewer *viewer;
    bool described, running;
    uint32_t statuses, frames, rows, resets, sets, doors, runs, looks, missed;
    double time, speed, set_value;
    uint64_t avatar;
    char seed[24], end[128], error[300], door;
    uint32_t errors, agents, count;
    int32_t number;
    float x[SEEN_MAX], y[SEEN_MAX]; // by index of the table of agents; NAN: not there
    uint32_t columns;
} watcher;

static watcher watch(stage *on) {
    watcher w = {.on = on, .viewer = wi_live_join(on->live)};
    assert_non_null(w.viewer);
    return w;
}

static void say(watcher *w, const char *text) { wi_live_hear(w->on->live, w->viewer, text, strlen(text)); }

static void note_status(watcher *w, const wi_json *said) {
    w->statuses++;
    w->running = wi_json_truth(said, "running", false);
    w->time = wi_json_number(said, "time", -1);
    w->speed = wi_json_number(said, "speed", -1);
    w->agents = (uint32_t)wi_json_number(said, "agents", 0);
    w->runs = (uint32_t)wi_json_number(said, "runs", 0);
    w->looks = (uint32_t)wi_json_number(said, "looks", 0);
    w->missed = (uint32_t)wi_json_number(said, "missed", 1);
    snprintf(w->seed, sizeof w->seed, "%s", wi_json_text(said, "seed", "?"));
    snprintf(w->end, sizeof w->end, "%s", wi_json_text(said, "end", "?"));
}

static void note_about(watcher *w, const wi_json *about) {
    const wi_json *doors = wi_json_get(about, "doors"), *models = wi_json_get(about, "models");
    assert_true(wi_json_truth(about, "live", false));
    assert_string_equal(wi_json_text(about, "wend", ""), wend_version());
    assert_true(models && models->count > 0);
    w->described = true;
    w->doors = doors ? doors->count : 0;
}

static void note_words(watcher *w, const char *text, size_t size) {
    wend_error error = {0};
    wi_json_document *document = wi_json_read(text, size, 100000, &error);
    if (!document) fail_msg("%s in %.*s", error.text, (int)size, text);
    const wi_json *said = wi_json_root(document);
    const char *what = wi_json_text(said, "say", "");
    assert_true(w->described || strcmp(what, "about") == 0 || strcmp(what, "error") == 0);
    if (strcmp(what, "about") == 0) note_about(w, wi_json_get(said, "about"));
    if (strcmp(what, "status") == 0) note_status(w, said);
    if (strcmp(what, "avatar") == 0) w->avatar = (uint64_t)wi_json_number(said, "id", 0);
    if (strcmp(what, "reset") == 0) w->resets++, w->rows = 0, w->described = false, w->count = 0;
    if (strcmp(what, "set") == 0) w->sets++, w->set_value = wi_json_number(said, "value", NAN);
    if (strcmp(what, "door") == 0) w->door = wi_json_truth(said, "open", false) ? 'o' : 'c';
    if (strcmp(what, "error") == 0) {
        w->errors++;
        snprintf(w->error, sizeof w->error, "%s", wi_json_text(said, "text", ""));
    }
    wi_json_free(document);
}

static void note_frame(watcher *w, const unsigned char *frame, size_t size) {
    uint32_t head[4];
    memcpy(head, frame, sizeof head);
    assert_int_equal(head[0], size);
    w->frames++;
    memcpy(&w->number, frame + 4, 4);
    w->count = head[2];
    w->columns = head[3];
    for (uint32_t i = 0; i < SEEN_MAX; i++) w->x[i] = w->y[i] = NAN;
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t agent;
        memcpy(&agent, frame + 16 + 4 * i, 4);
        assert_true(agent < w->rows); // the table comes first
        if (agent >= SEEN_MAX) continue;
        memcpy(&w->x[agent], frame + 16 + 4 * (w->count + i), 4);
        memcpy(&w->y[agent], frame + 16 + 4 * (2 * w->count + i), 4);
    }
}

static void note_bytes(watcher *w, const unsigned char *bytes, size_t size) {
    uint32_t head[3];
    memcpy(head, bytes, sizeof head);
    assert_true(w->described);
    if (head[0] == 1) {
        note_frame(w, bytes + 4, size - 4);
    } else {
        assert_int_equal(head[0], 2);
        assert_int_equal(head[1], w->rows);
        w->rows += head[2];
    }
}

static bool hear(watcher *w) {
    wi_bytes body;
    bool text;
    if (!wi_live_next(w->on->live, w->viewer, &body, &text)) return false;
    if (text)
        note_words(w, (const char *)body.data, body.size);
    else
        note_bytes(w, body.data, body.size);
    free(body.data);
    return true;
}

static void rest(void) { (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

// Hears everything until it holds. If it never does, the test hangs until ctest ends it.
#define UNTIL(w, condition)      \
    do {                         \
        while (!hear(w)) rest(); \
    } while (!(condition))

static void settle(watcher *w) { UNTIL(w, w->frames > 0 && w->statuses > 0); }

// Tests ---------------------------------------------------------------------------------------------------------------

static void test_a_viewer_sees_it_all(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, true);
    watcher w = watch(&s);
    settle(&w);
    assert_int_equal(w.doors, 1);
    assert_int_equal(w.count, 2);
    assert_int_equal(w.rows, 2);
    assert_int_equal(w.number, 0);
    assert_near((double)w.x[0], -8.0, 1e-6);
    assert_near((double)w.y[1], 1.5, 1e-6);
    assert_false(w.running);
    assert_string_equal(w.seed, "3");
    say(&w, "{\"do\": \"step\", \"count\": 10}");
    UNTIL(&w, w.number == 10);
    assert_true(w.x[0] > -8.0f && w.x[0] < -6.5f);
    UNTIL(&w, w.time > 0.999);
    assert_false(w.running);
    wi_live_leave(s.live, w.viewer);
    stage_close(&s);
}

static void test_play_pause_and_speed(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, false);
    watcher w = watch(&s);
    UNTIL(&w, w.running && w.number >= 1);
    say(&w, "{\"do\": \"speed\", \"value\": 100}");
    UNTIL(&w, w.speed > 99.0 && w.number >= 30);
    say(&w, "{\"do\": \"pause\"}");
    UNTIL(&w, w.statuses > 0 && !w.running);
    double time = w.time;
    say(&w, "{\"do\": \"step\"}");
    UNTIL(&w, w.time > time);
    assert_near(w.time, time + 0.1, 1e-3);
    say(&w, "{\"do\": \"play\"}");
    UNTIL(&w, w.running);
    stage_close(&s); // while it runs and is watched
}

static void test_it_pauses_at_the_end(void **state) {
    (void)state;
    static const char brief[] = "wend: 1\n"
                                "time: {step: 0.1, limit: 0.5, stop: []}\n"
                                "profiles:\n"
                                "  walker: {model: orca, shape: {disc: 0.25}, preferred_speed: 1, max_speed: 1.5}\n"
                                "agents:\n"
                                "  - {profile: walker, at: [-8, 0], goal: {at: [8, 0], radius: 0.2}}\n";
    stage s;
    stage_open(&s, brief, false);
    watcher w = watch(&s);
    UNTIL(&w, w.end[0] != '\0');
    assert_false(w.running);
    assert_non_null(strstr(w.end, "limit"));
    assert_near(w.time, 0.5, 1e-3);
    say(&w, "{\"do\": \"play\"}"); // whoever wants to goes on
    UNTIL(&w, w.time > 0.6);
    stage_close(&s);
}

static void test_sliders_outlive_a_reset(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, true);
    watcher w = watch(&s), other = watch(&s);
    settle(&w);
    settle(&other);
    say(&w, "{\"do\": \"set\", \"profile\": 0, \"parameter\": \"horizn\", \"value\": 3}");
    UNTIL(&w, w.errors == 1);
    assert_non_null(strstr(w.error, "did you mean `horizon`"));
    say(&w, "{\"do\": \"set\", \"profile\": 0, \"parameter\": \"horizon\", \"value\": 5.5}");
    UNTIL(&other, other.sets == 1);
    assert_near(other.set_value, 5.5, 0.0);
    assert_int_equal(other.errors, 0);
    say(&w, "{\"do\": \"step\", \"count\": 5}");
    UNTIL(&other, other.number == 5);
    say(&w, "{\"do\": \"reset\", \"seed\": \"18446744073709551615\"}");
    UNTIL(&other, other.sets == 2);
    assert_int_equal(other.resets, 1);
    assert_near(other.set_value, 5.5, 0.0);
    // The first picture of the new run may have come before the slider, or comes now.
    while (!(strcmp(other.seed, "18446744073709551615") == 0 && other.count == 2 && other.number == 0))
        if (!hear(&other)) rest();
    watcher late = watch(&s);
    UNTIL(&late, late.sets == 1);
    assert_int_equal(late.resets, 0);
    stage_close(&s);
}

static void test_adding_and_removing(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, true);
    watcher w = watch(&s);
    settle(&w);
    say(&w, "{\"do\": \"add\", \"profile\": 0, \"at\": [1, 0], \"goal\": [5, 0]}");
    UNTIL(&w, w.count == 3);
    assert_near((double)w.x[2], 1.0, 1e-6);
    say(&w, "{\"do\": \"step\", \"count\": 10}");
    UNTIL(&w, w.number == 10);
    assert_true(w.x[2] > 1.5f);
    say(&w, "{\"do\": \"remove\", \"id\": 3}");
    UNTIL(&w, w.count == 2);
    static const char *const wrong[][2] = {
        {"{\"do\": \"remove\", \"id\": 3}", "no agent"},
        {"{\"do\": \"add\", \"profile\": 7, \"at\": [1, 0]}", "no profile 7"},
        {"{\"do\": \"add\", \"profile\": 0, \"level\": 1, \"at\": [1, 0]}", "no level 1"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1000, 0]}", "away from everything"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1, 0], \"goal\": [0, 1e6]}", "away from everything"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [8, 1.5]}", ""}, // somebody stands there
        {"{\"do\": \"door\", \"door\": 1, \"open\": true}", "no door 1"},
        {"{\"do\": \"take\", \"id\": 77}", "no agent"},
        {"{\"do\": \"drive\", \"velocity\": [1, 0]}", "drive nobody"},
        {"nonsense", "JSON"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        uint32_t before = w.errors;
        say(&w, wrong[i][0]);
        UNTIL(&w, w.errors > before);
        if (!strstr(w.error, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], w.error);
    }
    assert_int_equal(w.count, 2);
    stage_close(&s);
}

static void test_a_door(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, true);
    watcher w = watch(&s), other = watch(&s);
    settle(&w);
    settle(&other);
    say(&w, "{\"do\": \"step\", \"count\": 120}");
    UNTIL(&w, w.number == 120);
    assert_true(w.x[0] > -1.0f && w.x[0] < 0.0f); // it waits before the door
    say(&w, "{\"do\": \"door\", \"door\": 0, \"open\": true}");
    UNTIL(&other, other.door == 'o');
    say(&w, "{\"do\": \"step\", \"count\": 40}");
    UNTIL(&w, w.number == 160);
    assert_true(w.x[0] > 1.0f);
    say(&w, "{\"do\": \"reset\"}");
    UNTIL(&other, other.resets == 1 && other.number == 0 && other.count == 2);
    other.door = ' ';
    say(&w, "{\"do\": \"step\", \"count\": 120}");
    UNTIL(&other, other.number == 120);
    assert_true(other.x[0] < 0.0f); // closed as it was at first
    assert_int_equal(other.door, ' ');
    stage_close(&s);
}

// Drives agent 1 for a step, which is at most as long as it is quick. (Where this machine stops us for long, the driver
// counts as silent, and the step has no length.)
static void drive(watcher *w, double x, double y) {
    char text[96];
    int32_t next = w->number + 1;
    float from_x = w->x[0], from_y = w->y[0];
    snprintf(text, sizeof text, "{\"do\": \"drive\", \"velocity\": [%g, %g]}", x, y);
    say(w, text);
    say(w, "{\"do\": \"step\"}");
    UNTIL(w, w->number >= next);
    assert_true(hypotf(w->x[0] - from_x, w->y[0] - from_y) < 0.15f + 1e-4f);
}

// Doors that the scenario opens and closes are told of too, and to those who come later.
static void test_a_door_that_switches_by_itself(void **state) {
    (void)state;
    char text[sizeof corridor + 40];
    const char *end = strstr(corridor, "[0, 2]]}}");
    snprintf(text, sizeof text, "%.*s[0, 2]], switches: [1, 2]}}%s", (int)(end - corridor), corridor,
             end + strlen("[0, 2]]}}"));
    stage s;
    stage_open(&s, text, true);
    watcher w = watch(&s);
    settle(&w);
    say(&w, "{\"do\": \"step\", \"count\": 15}");
    UNTIL(&w, w.door == 'o');
    UNTIL(&w, w.number == 15);
    watcher late = watch(&s);
    UNTIL(&late, late.door == 'o');
    say(&w, "{\"do\": \"step\", \"count\": 10}");
    UNTIL(&w, w.door == 'c');
    UNTIL(&late, late.door == 'c');
    say(&w, "{\"do\": \"reset\"}");
    UNTIL(&w, w.resets == 1 && w.described);
    w.door = 0;
    say(&w, "{\"do\": \"step\", \"count\": 15}");
    UNTIL(&w, w.door == 'o');
    stage_close(&s);
}

static void test_an_avatar_goes_where_it_is_driven(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, true);
    watcher w = watch(&s), other = watch(&s);
    settle(&w);
    settle(&other);
    say(&w, "{\"do\": \"take\", \"id\": 1}");
    UNTIL(&w, w.avatar == 1);
    say(&other, "{\"do\": \"take\", \"id\": 1}");
    UNTIL(&other, other.errors == 1);
    assert_non_null(strstr(other.error, "somebody else"));
    while (w.y[0] < 0.499f) drive(&w, 0.0, 1.0);
    assert_near((double)w.x[0], -8.0, 1e-4);
    while (w.x[0] < -7.0f) drive(&w, 100.0, 0.0);
    while (w.x[0] < -5.0f) drive(&w, 1.0, 1.0); // along the wall, and not with half a body in it
    assert_near((double)w.y[0], 2.0 - 0.25, 2e-3);
    while (w.x[0] > -9.7f) drive(&w, -1.5, 0.5); // into the corner
    for (int i = 0; i < 5; i++) drive(&w, -1.5, 0.5);
    assert_near((double)w.x[0], -10.0 + 0.25, 2e-3);
    assert_near((double)w.y[0], 2.0 - 0.25, 2e-3);
    say(&w, "{\"do\": \"release\"}");
    UNTIL(&w, w.avatar == 0);
    int32_t then = w.number;
    say(&w, "{\"do\": \"step\", \"count\": 20}");
    UNTIL(&w, w.number == then + 20);
    assert_true(w.x[0] > -9.0f); // to its goal, as before
    stage_close(&s);
}

static void test_a_driver_who_leaves_or_falls_silent(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, true);
    watcher w = watch(&s), other = watch(&s);
    settle(&w);
    settle(&other);
    say(&w, "{\"do\": \"take\", \"id\": 1}");
    UNTIL(&w, w.avatar == 1);
    while (w.x[0] < -7.85f) drive(&w, 1.0, 0.0);
    (void)nanosleep(&(struct timespec){.tv_nsec = 700000000}, NULL);
    float x = w.x[0];
    int32_t then = w.number;
    say(&other, "{\"do\": \"step\", \"count\": 3}");
    UNTIL(&w, w.number == then + 3);
    assert_near((double)w.x[0], (double)x, 1e-5);
    wi_live_leave(s.live, w.viewer);
    say(&other, "{\"do\": \"step\", \"count\": 10}");
    UNTIL(&other, other.number == then + 13);
    assert_true(other.x[0] > x + 0.3f); // goes its own way again
    say(&other, "{\"do\": \"take\", \"id\": 1}");
    UNTIL(&other, other.avatar == 1);
    say(&other, "{\"do\": \"reset\"}");
    UNTIL(&other, other.avatar == 0 && other.resets == 1);
    stage_close(&s);
}

static void test_places_are_limited(void **state) {
    (void)state;
    stage s;
    wi_viewer *viewer[WI_VIEWERS_MAX];
    stage_open(&s, corridor, true);
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++) assert_non_null(viewer[i] = wi_live_join(s.live));
    assert_null(wi_live_join(s.live));
    wi_live_leave(s.live, viewer[5]);
    assert_ptr_equal(wi_live_join(s.live), viewer[5]);
    stage_close(&s);
}

// Whoever measures sees every step of every run from its start, and what it adds is in the status.
static void test_every_step_is_looked_at(void **state) {
    (void)state;
    stage s;
    wi_bytes body;
    stage_open(&s, corridor, true);
    watcher w = watch(&s);
    settle(&w);
    assert_true(w.runs == 1 && w.looks == 1);
    say(&w, "{\"do\": \"step\", \"count\": 7}");
    UNTIL(&w, w.looks == 8);
    say(&w, "{\"do\": \"reset\"}");
    UNTIL(&w, w.runs == 2);
    assert_true(w.looks == 1 && w.missed == 0);
    assert_true(wi_live_status(s.live, &body)); // the same for those who do not watch
    note_words(&w, (const char *)body.data, body.size);
    assert_int_equal(w.runs, 2);
    free(body.data);
    stage_close(&s);
}

// Nobody reads the answers of a chatterbox; the others see the simulation go on.
static void test_a_chatterbox(void **state) {
    (void)state;
    stage s;
    stage_open(&s, corridor, false);
    watcher chatterbox = watch(&s), w = watch(&s);
    say(&w, "{\"do\": \"speed\", \"value\": 20}");
    settle(&w);
    int32_t then = w.number;
    while (w.number < then + 100) {
        for (int i = 0; i < 50; i++) {
            say(&chatterbox, "{\"do\": \"remove\", \"id\": 999}");
            say(&chatterbox, "{\"do\": \"set\", \"profile\": 0, \"parameter\": \"horizon\", \"value\": 3}");
            say(&chatterbox, "nonsense");
        }
        if (!hear(&w)) rest();
    }
    assert_int_equal(w.errors, 0);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_viewer_sees_it_all),
        cmocka_unit_test(test_play_pause_and_speed),
        cmocka_unit_test(test_it_pauses_at_the_end),
        cmocka_unit_test(test_sliders_outlive_a_reset),
        cmocka_unit_test(test_adding_and_removing),
        cmocka_unit_test(test_a_door),
        cmocka_unit_test(test_a_door_that_switches_by_itself),
        cmocka_unit_test(test_an_avatar_goes_where_it_is_driven),
        cmocka_unit_test(test_a_driver_who_leaves_or_falls_silent),
        cmocka_unit_test(test_places_are_limited),
        cmocka_unit_test(test_every_step_is_looked_at),
        cmocka_unit_test(test_a_chatterbox),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
