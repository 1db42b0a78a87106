// What is wrong with geometry, goals and places is found in one go, each at its place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scenario/run.h"

static const char text[] = "wend: 1\n"
                           "time: {step: 0.1, limit: 20}\n"
                           "geometry:\n"
                           "  - {kind: solid, points: [[2, 2], [4, 2], [4, 4], [2, 4]]}\n"
                           "agents:\n"
                           "  - {at: [0, 0], goal: [3, 3]}\n"
                           "  - {at: [0.2, 0], goal: [1, 0]}\n"
                           "  - {at: [3, 2.5], goal: [1, 0]}\n";

static bool told(const wi_problems *problems, uint32_t line, const char *word) {
    for (uint32_t i = 0; i < problems->count; i++)
        if (problems->problem[i].place.line == line && strstr(problems->problem[i].text, word) != NULL) return true;
    return false;
}

static void goals_and_places(void **state) {
    (void)state;
    wi_problems problems = {0};
    const wi_scenario_options options = {0};
    wi_scenario *scenario = wi_scenario_read_text("together.yaml", text, strlen(text), &options, &problems);
    assert_non_null(scenario);
    const wi_run_options trial = {.check_only = true};
    assert_null(wi_run_open(scenario, &trial, &problems));
    assert_true(told(&problems, 6, "goal"));
    assert_true(told(&problems, 7, "overlaps agent"));
    assert_true(told(&problems, 8, "obstacle"));
    assert_int_equal(problems.count, 3);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
}

// An open ring hides nothing of that, and makes nobody wrong who is right.
static void geometry_as_well(void **state) {
    (void)state;
    static const char open_ring[] = "wend: 1\n"
                                    "time: {step: 0.1, limit: 20}\n"
                                    "geometry:\n"
                                    "  - {kind: room, wkt: 'POLYGON((-9 -9, 9 -9, 9 9, -9 9))'}\n"
                                    "  - {kind: room, points: [[20, 0], [30, 0], [30, 9], [20, 9]]}\n"
                                    "agents:\n"
                                    "  - {at: [0, 0], goal: [3, 3]}\n"
                                    "  - {at: [0.2, 0], goal: [1, 0]}\n";
    wi_problems problems = {0};
    const wi_scenario_options options = {0};
    wi_scenario *scenario = wi_scenario_read_text("ring.yaml", open_ring, strlen(open_ring), &options, &problems);
    assert_non_null(scenario);
    const wi_run_options trial = {.check_only = true};
    assert_null(wi_run_open(scenario, &trial, &problems));
    assert_true(told(&problems, 4, "closed"));
    assert_true(told(&problems, 8, "overlaps agent"));
    assert_int_equal(problems.count, 2);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(goals_and_places), cmocka_unit_test(geometry_as_well)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
