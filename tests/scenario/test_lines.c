// Doors, lines and lights of a scenario: read, wrong in every way, and what they are in the run.
#include "scenario/reading.h"
#include "scenario/run.h"

static const char *const head = "wend: 1\ntime: {limit: 20}\nlevels: [{name: ground}, {name: first, height: 4}]\n";

static const char *with(const char *rest) {
    static char text[1000];
    (void)snprintf(text, sizeof text, "%s%s", head, rest);
    return text;
}

static void read_as_written(void **state) {
    (void)state;
    wi_scenario *s =
        read_good(with("doors:\n"
                       "  north: {points: [[0, 0], [1, 0.5]]}\n"
                       "  south: {points: [[0, -3], [1, -3]], level: first, open: true}\n"
                       "lines: {middle: {points: [[2, 0], [2, 4]]}}\n"
                       "signals:\n"
                       "  kerb: {points: [[0, 3], [0, -3]], cycle: 60, green: 20}\n"
                       "  other: {points: [[4, -3], [4, 3]], level: first, cycle: 60, green: 0, offset: 60}\n"));
    assert_int_equal(s->signal_count, 2);
    assert_string_equal(s->signal[0].name, "kerb");
    assert_true(s->signal[0].cycle == 60.0 && s->signal[0].green == 20.0 && s->signal[0].offset == 0.0);
    assert_true(s->signal[1].level == 1 && s->signal[1].end[1].y == 3.0 && s->signal[1].offset == 60.0);
    assert_int_equal(s->door_count, 2);
    assert_string_equal(s->door[0].name, "north");
    assert_true(s->door[0].end[1].x == 1.0 && s->door[0].end[1].y == 0.5 && !s->door[0].open);
    assert_true(s->door[1].open && s->door[1].level == 1 && s->door[1].end[0].y == -3.0);
    assert_int_equal(s->line_count, 1);
    assert_string_equal(s->line[0].name, "middle");
    wi_scenario_free(s);
}

static void expect_problem(const char *text, const char *words) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_text(text, &problems);
    assert_null(scenario);
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.problem[0].text, words));
    assert_int_equal(problems.problem[0].place.line, 4);
    wi_problems_free(&problems);
}

static void wrong_in_every_way(void **state) {
    (void)state;
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0], [2, 0]]}}\n"), "must be two different points");
    expect_problem(with("doors: {a: {points: [[1, 0], [1, 0]]}}\n"), "different points");
    expect_problem(with("doors: {a: {open: true}}\n"), "points");
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0]], levl: first}}\n"), "did you mean `level`?");
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0]], switches: [3, 2]}}\n"),
                   "has 2 s after 3 s, must ascend");
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0]], switches: [3, 3]}}\n"), "must ascend");
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0]], switches: [-1]}}\n"), "switches");
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0]], switches: [noon]}}\n"), "switches");
    expect_problem(with("doors: {a: {points: [[0, 0], [1, 0]], switches: 30}}\n"), "switches");
    expect_problem(with("doors: [{points: [[0, 0], [1, 0]]}]\n"), "must be a map");
    expect_problem(with("lines: {a: {points: [[0, 0], [1, 0]], open: true}}\n"), "open");
    expect_problem(with("signals: {a: {points: [[0, 0], [1, 0]], cycle: 60}}\n"), "`green` is missing");
    expect_problem(with("signals: {a: {points: [[0, 0], [1, 0]], cycle: 60, green: 61}}\n"),
                   "`green` is 61 s, must be at most the `cycle`, which is 60 s");
    expect_problem(with("signals: {a: {points: [[0, 0], [1, 0]], cycle: 6, green: 1, offset: 7}}\n"),
                   "`offset` is 7 s");
    expect_problem(with("signals: {a: {points: [[0, 0], [1, 0]], cycle: 0, green: 0}}\n"), "`cycle` is 0 s");
    expect_problem(with("signals: {a: {points: [[0, 0], [1, 0]], cycle: 0, green: 5, offset: 5}}\n"), "`cycle` is 0 s");
    expect_problem(with("signals: {a: {points: [[0, 0], [0, 0]], cycle: 6, green: 0}}\n"), "different points");
}

// Where the first agent is in the end.
static wend_point walk(const char *text) {
    wi_scenario *scenario = read_good(text);
    wi_problems problems = {0};
    wi_run *run = wi_run_open(scenario, &(wi_run_options){0}, &problems);
    assert_non_null(run);
    for (wi_run_end end = WI_RUN_GOES_ON; end == WI_RUN_GOES_ON;)
        assert_int_equal(wi_run_step(run, &end, NULL), WEND_OK);
    wend_agent agent;
    assert_int_equal(wend_world_get(run->world, 1, &agent, NULL), WEND_OK);
    wi_run_close(run);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
    return agent.position;
}

static wend_point walk_at_a_door(const char *open) {
    char text[600];
    (void)snprintf(
        text, sizeof text,
        "wend: 1\ntime: {limit: 10}\n"
        "geometry: [{kind: wall, points: [[0, -50], [0, -0.6]]}, {kind: wall, points: [[0, 0.6], [0, 50]]}]\n"
        "doors: {middle: {points: [[0, -0.6], [0, 0.6]], open: %s}}\n"
        "agents: [{at: [-4, 0], goal: [4, 0]}]\n",
        open);
    return walk(text);
}

static void a_door_in_a_run(void **state) {
    (void)state;
    assert_true(walk_at_a_door("false").x < -0.2);
    assert_true(walk_at_a_door("true").x > 3.5);
    assert_true(walk_at_a_door("false, switches: [0]").x > 3.5);
    assert_true(walk_at_a_door("false, switches: [9]").x < -0.2);
    assert_true(walk_at_a_door("false, switches: [1, 2]").x < -0.2);
    assert_true(walk_at_a_door("true, switches: [0]").x < -0.2);
    assert_true(walk_at_a_door("true, switches: [3]").x > 3.5); // it waits for who stands in it
}

static wend_point walk_at_a_light(const char *green) {
    char text[400];
    (void)snprintf(text, sizeof text,
                   "wend: 1\ntime: {limit: 10}\n"
                   "signals: {kerb: {points: [[0, 3], [0, -3]], cycle: 100, green: %s}}\n"
                   "agents: [{at: [-4, 0], goal: [4, 0]}]\n",
                   green);
    return walk(text);
}

static void a_light_in_a_run(void **state) {
    (void)state;
    assert_true(walk_at_a_light("0").x < -0.2);
    assert_true(walk_at_a_light("100").x > 3.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_as_written),
        cmocka_unit_test(wrong_in_every_way),
        cmocka_unit_test(a_door_in_a_run),
        cmocka_unit_test(a_light_in_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
