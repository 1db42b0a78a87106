// What is wrong with goals and with places is found in one go, each at its place.
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(goals_and_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
