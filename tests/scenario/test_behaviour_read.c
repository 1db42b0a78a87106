// What can be wrong with behaviours in a file, said with its place.
#include "scenario/reading.h"

#define HEAD "wend: 1\ntime: {limit: 10}\ngoals: {exit: {at: [9, 0]}, desk: {at: [5, 0], capacity: 1}}\n"
#define AGENTS "agents: [{at: [0, 0], behaviour: b}]\n"

// HEAD has three lines, so the behaviours begin in line 4.
static void assert_wrong(const char *text, uint32_t line, uint32_t column, const char *words) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_text(text, &problems);
    assert_null(scenario);
    assert_problem(&problems, line, column, words);
    wi_problems_free(&problems);
}

static void test_names(void **state) {
    (void)state;
    assert_wrong(HEAD "behaviours: {b: {states: {a: {goal: exti, final: true}}}}\n" AGENTS, 4, 37,
                 "no goal `exti`; did you mean `exit`?");
    assert_wrong(HEAD "behaviours: {b: {states: {wait: {time: 1, next: leav}, leave: {final: true}}}}\n" AGENTS, 4, 49,
                 "no state `leav`; did you mean `leave`?");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {walk: stand, next: [{when: {event: fire}, to: a}]}}}}\n" AGENTS, 4,
                 66, "no event `fire`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {goal: {queue: q}, next: a}}}}\n" AGENTS, 4, 45, "no queue `q`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {final: true}}}}\nagents: [{at: [0, 0], behaviour: c}]\n", 5, 34,
                 "no behaviour `c`");
    assert_wrong(HEAD "behaviours: {b: {start: c, states: {a: {final: true}}}}\n" AGENTS, 4, 25, "no state `c`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {enter: [{set: {sped: 2}}], final: true}}}}\n" AGENTS, 4, 46,
                 "no profile has a parameter `sped`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {enter: [{set: {max_neighbours: 2.5}}], final: true}}}}\n"
                      "profiles: {p: {}}\n" AGENTS,
                 4, 62, "`max_neighbours` is 2.5, must be a whole number");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {enter: [{group: 2.5}], final: true}}}}\n" AGENTS, 4, 47,
                 "`group` is 2.5, must be a whole number");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {final: true, nxt: a}}}}\n" AGENTS, 4, 44,
                 "no key `nxt` here; did you mean `next`?");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {time: 1, next: [{when: reachd, to: a}]}}}}\n" AGENTS, 4, 54,
                 "did you mean `reached`?");
}

static void test_graph(void **state) {
    (void)state;
    assert_wrong(HEAD "behaviours: {b: {states: {a: {goal: exit, final: true}, lost: {time: 1, next: a}}}}\n" AGENTS, 4,
                 63, "nobody comes to state `lost`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {goal: exit, next: c}, c: {walk: stand}}}}\n" AGENTS, 4, 56,
                 "nobody leaves state `c`: give it `next`, or `final: true`");
    assert_wrong(
        HEAD "behaviours:\n  b:\n    states:\n      a: {next: c}\n      c: {next: [{when: always, to: a}]}\n" AGENTS, 8,
        18, "without end and without time");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {within: b, next: c}, c: {final: true}}}}\n" AGENTS, 4, 14,
                 "at most 4 deep within each other");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {walk: stand, time: 1, next: [{to: {a: 0.5, c: 0.4}}]}, c: {final: "
                      "true}}}}\n" AGENTS,
                 4, 65, "add up to 0.9, must be 1");
}

static void test_what_can_never_hold(void **state) {
    (void)state;
    assert_wrong(HEAD "behaviours: {b: {states: {a: {next: [{when: timeout, to: a}]}}}}\n" AGENTS, 4, 45,
                 "`timeout` can never hold here: `a` has no `time` or `stay`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {goal: exit, next: [{when: called, to: a}]}}}}\n" AGENTS, 4, 57,
                 "no queue as `goal`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {next: [{when: finished, to: a}]}}}}\n" AGENTS, 4, 45,
                 "no `within`");
    assert_wrong(HEAD "behaviours: {b: {states: {a: {stay: 3, next: a}}}}\n" AGENTS, 4, 37, "counts from the arrival");
}

static void test_what_does_not_go_together(void **state) {
    (void)state;
    assert_wrong(HEAD "behaviours: {b: {states: {a: {goal: exit, time: 1, stay: 2, final: true}}}}\n" AGENTS, 4, 58,
                 "`time` or `stay`, not both");
    assert_wrong(HEAD
                 "behaviours: {b: {states: {a: {enter: [{set: {priority: 1}, within: 3}], final: true}}}}\n" AGENTS,
                 4, 68, "`within` goes with `raise` only");
    assert_wrong(HEAD
                 "behaviours: {b: {states: {a: {final: true}}}}\nagents: [{at: [0, 0], behaviour: b, goal: exit}]\n",
                 5, 43, "cannot stand beside it");
    assert_wrong(HEAD "queues: {q: {line: [[0, 0], [0, 5]], served_at: [exit]}}\n", 4, 50, "needs a `capacity`");
    assert_wrong(HEAD "behaviours: {b: {tree: {sequence: [{until: reached, first: [{do: {goal: exit}}]}]}}}\n" AGENTS,
                 4, 44, "`until` goes with `do` only");
    assert_wrong(HEAD "behaviours: {b: {tree: {do: {goal: exit, next: a}}}}\n" AGENTS, 4, 48, "not `next`");
    assert_wrong(HEAD "behaviours: {b: {every: 3, states: {a: {final: true}}}}\n" AGENTS, 4, 25,
                 "`every` goes with `alternatives` only");
    assert_wrong(HEAD "regions: {r: {area: [0, 0, 1, 1]}}\nbehaviours: {b: {states: {a: {walk: stand, next: [{when: "
                      "{count: {region: r}}, to: a}]}}}}\n" AGENTS,
                 5, 66, "needs `at_least` or `at_most`");
}

// As deep as a hostile file likes, but no deeper than the stack does.
static void test_depth(void **state) {
    (void)state;
    char text[4000] = HEAD "behaviours: {b: {states: {a: {walk: stand, next: [{when: ";
    for (int i = 0; i < 30; i++) strcat(text, "{not: ");
    strcat(text, "reached");
    for (int i = 0; i < 30; i++) strcat(text, "}");
    strcat(text, ", to: a}]}}}}\n" AGENTS);
    assert_wrong(text, 4, 58 + 6 * 13, "at most 12 deep");
}

static void test_good_ones(void **state) {
    (void)state;
    wi_scenario *scenario = read_good(
        HEAD
        "queues: {q: {line: [[0, 0], [0, 5]], served_at: [desk]}}\nbehaviours: {b: {states: {wait: {goal: {queue: q}, "
        "next: pay}, pay: {goal: held, stay: {uniform: [1, 2]}, next: leave}, leave: {goal: exit, final: "
        "true}}}}\n" AGENTS);
    const wend_behaviours *is = &scenario->behaviours.is;
    assert_int_equal(is->behaviour_count, 1);
    assert_int_equal(is->activity_count, 3);
    assert_string_equal(is->activities[1].name, "pay");
    assert_int_equal(is->activities[1].timed, 2);
    assert_int_equal(is->activities[1].goal.kind, WEND_CHOOSE_HELD);
    assert_int_equal(is->transition_count, 2);
    assert_true(is->behaviours[0].decider == &wend_decider_machine);
    assert_int_equal(scenario->group[0].behaviour, 1);
    wi_scenario_free(scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_what_can_never_hold),
        cmocka_unit_test(test_what_does_not_go_together),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_good_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
