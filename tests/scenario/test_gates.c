// Goals with a headway: those who are there go on one after the other, so much time apart, and nobody is forgotten.
#include "scenario/acting.h"

#define SCENE   \
    ACTING_HEAD \
    "goals: {gate: {region: [9, -1, 10, 1], headway: 0.75}, out: {at: [20, 0]}}\n"
#define CROWD                                                                                    \
    "agents:\n"                                                                                  \
    "  - {random: {region: [0, -3, 5, 3], count: 20}, goal: {way: [gate, out]}, leaves: true}\n" \
    "  - {random: {region: [0, 4, 5, 8], count: 10}, goal: {way: [gate, out]}, leaves: true}\n"

enum { CROWD_SIZE = 30 };

// Whose goal is no longer the gate has gone on.
static uint32_t count_gone_on(acting *a) {
    uint32_t gone_on = 0;
    for (wend_serial serial = 1; serial <= CROWD_SIZE; serial++) {
        wend_agent agent;
        wend_error error;
        bool there = wend_world_get(a->run->world, serial, &agent, &error) == WEND_OK;
        gone_on += !there || agent.goal.at.x > 15.0;
    }
    return gone_on;
}

static void one_after_the_other(void **state) {
    (void)state;
    acting a = act(SCENE CROWD);
    uint32_t before = 0, steps = 0, last = 0;
    for (; before < CROWD_SIZE && steps < 2000; steps++) {
        act_step(&a, 1);
        uint32_t now = count_gone_on(&a);
        if (now > before + 1) fail_msg("%u go on at once after %u steps", now - before, steps);
        if (now > before && before > 0 && steps - last < 8) fail_msg("%u steps between two, not 8", steps - last);
        if (now > before) last = steps;
        before = now;
    }
    assert_int_equal(before, CROWD_SIZE);
    act_step(&a, 300);
    assert_int_equal(wend_world_stats(a.run->world).agents, 0);
    act_end(&a);
}

// The same place by another name, for another group, is the same gate.
static void one_place_is_one_gate(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD
                   "goals: {a: {region: [9, -1, 10, 1], headway: 5}, b: {region: [9, -1, 10, 1], headway: 5},"
                   " out: {at: [20, 0]}}\n"
                   "agents: [{at: [8.9, 0.5], goal: {way: [a, out]}}, {at: [8.9, -0.5], goal: {way: [b, out]}}]\n");
    act_step(&a, 20);
    wend_agent first = agent_get(a.run->world, 1), second = agent_get(a.run->world, 2);
    assert_true(first.goal.at.x > 15.0 && second.goal.at.x < 15.0);
    act_step(&a, 50);
    assert_true(agent_get(a.run->world, 2).goal.at.x > 15.0);
    act_end(&a);
}

static void refused(const char *text, const char *words) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_text(text, &problems);
    wi_run_options options = {.threads = 1};
    if (scenario) wi_run_close(wi_run_open(scenario, &options, &problems));
    bool found = false;
    for (uint32_t i = 0; i < problems.count; i++) found |= strstr(problems.problem[i].text, words) != NULL;
    if (!found) fail_msg("no problem with \"%s\"", words);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
}

static void mistakes_are_named(void **state) {
    (void)state;
    refused(SCENE "agents: [{at: [0, 0], goal: gate}]\n", "not of a last one");
    refused(SCENE "agents: [{at: [0, 0], goal: {way: [out, gate]}}]\n", "not of a last one");
    refused(SCENE "agents: [{at: [0, 0], goal: {choice: {gate: 1, out: 1}}}]\n", "not of a last one");
    refused(SCENE "agents: [{at: [0, 0], goal: {way: [{at: [3, 3], headway: 1}, out]}}]\n", "a goal with a name");
    refused(ACTING_HEAD "goals: {gate: {at: [1, 1], headway: -1}}\n", "headway");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(one_place_is_one_gate),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
