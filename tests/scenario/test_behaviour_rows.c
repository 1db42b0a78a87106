// Rows of the tables of conditions, actions and terms that no other test looks at: every attribute, goals that are granted,
// refused and released, those near by what they are at, and the share of goals that is taken.
#include "scenario/acting.h"

// An agent of the second profile and level, in a group, in a state with known values from its second step on.
#define KNOWN(condition)                                                                                               \
    ACTING_HEAD "levels: [{name: low}, {name: high}]\n"                                                                \
                "profiles: {other: {}, w: {habits: none, stress: {rate: 0.5, limit: 0.5}}}\n"                          \
                "behaviours: {b: {states: {walk: {goal: [50, 0], enter: [{set: {preferred_speed: 1.5, priority: 0.4, " \
                "radius: 0.3, stressor: 1}}, {group: 9}], next: [{when: " condition ", to: end}]}, "                   \
                "end: {walk: stand, final: true}}}}\n"                                                                 \
                "agents: [{at: [0, 0], level: high, profile: w, behaviour: b}]\n"

// The step at which an attribute comes to lie between two values; 100 if it does not until then.
static uint32_t step_within(const char *attribute, double low, double high) {
    char text[1500], condition[100];
    (void)snprintf(condition, sizeof condition, "{is: {attribute: %s, at_least: %g, at_most: %g}}", attribute, low,
                   high);
    (void)snprintf(text, sizeof text, KNOWN("%s"), condition);
    acting a = act(text);
    uint32_t step = 0;
    while (step < 100 && strcmp(activity_of(&a, 1), "end") != 0) act_step(&a, 1), step++;
    act_end(&a);
    return step;
}

static void test_every_attribute(void **state) {
    (void)state;
    const struct {
        const char *name;
        double value;
        uint32_t least, most; // steps
    } cases[] = {{"speed", 1.5, 1, 20},   {"preferred_speed", 1.5, 1, 3}, {"radius", 0.3, 1, 3},
                 {"priority", 0.4, 1, 3}, {"distance", 47, 13, 16},       {"time", 3, 30, 32},
                 {"level", 1, 1, 3},      {"profile", 1, 1, 3},           {"group", 9, 1, 3},
                 {"leads", 0, 1, 3},      {"waiting", 0, 1, 3},           {"stress", 0.5, 10, 13}};
    assert_int_equal(WEND_COUNT(cases), WEND_ATTRIBUTE_COUNT);
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        assert_string_equal(cases[i].name, wend_attribute_name((wend_attribute)i));
        double value = cases[i].value, about = cases[i].value == 0.0 ? 1e-3 : 0.02 * value;
        uint32_t step = step_within(cases[i].name, value - about, value + about);
        if (step < cases[i].least || step > cases[i].most)
            fail_msg("%s is %g after %u steps, should be after %u to %u", cases[i].name, value, step, cases[i].least,
                     cases[i].most);
        if (step_within(cases[i].name, value + 1000.0, value + 2000.0) < 100)
            fail_msg("%s is above %g", cases[i].name, value + 1000.0);
    }
}

// Of two who want the one seat the first has it; the second gets it when it is released.
static void test_granted_refused_and_released(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD
                   "goals: {seat: {at: [5, 0], capacity: 1}}\nbehaviours: {b: {states: {\n"
                   "  want: {goal: {first: [seat]}, next: [{when: granted, to: have}, {when: refused, to: lack}]},\n"
                   "  have: {walk: stand, time: 2, next: done}, lack: {walk: stand, time: 1, next: want},\n"
                   "  done: {walk: stand, enter: [{release: true}], final: true}}}}\n"
                   "agents: [{grid: {from: [0, 0], columns: 1, rows: 2, spacing: 2}, behaviour: b}]\n");
    act_until(&a, 1, "have", 3);
    act_until(&a, 2, "lack", 3);
    act_until(&a, 1, "done", 30);
    assert_string_not_equal(activity_of(&a, 2), "have");
    act_until(&a, 2, "have", 30);
    act_end(&a);
}

static void test_near_by_what_they_are_at(void **state) {
    (void)state;
    assert_holds_at(ACTING_HEAD
                    "profiles: {w: {habits: none}}\n"
                    "behaviours:\n  b: {states: {walk: {goal: [50, 0], next: [{when: {near: {distance: 3, behaviour: "
                    "guard}}, to: end}]}, end: {walk: stand, final: true}}}\n"
                    "  guard: {states: {go: {walk: stand, final: true}}}\n  idle: {states: {go: {walk: stand, final: "
                    "true}}}\nagents: [{at: [0, 0], behaviour: b}, {at: [10, 1.5], behaviour: idle}, {at: [15, 1.5]}, "
                    "{at: [20, 1.5], behaviour: guard}]\n",
                    17.1, 17.9);
}

// With one of two seats taken the seats are still worth it, with both they are not.
static void check_taken(const char *second, const char *chosen) {
    char text[1500];
    (void)snprintf(text, sizeof text,
                   ACTING_HEAD
                   "goals: {s: {at: [5, 0], capacity: 1}, t: {at: [5, 2], capacity: 1}, exit: {at: [-9, 0]}}\n"
                   "behaviours:\n  sit: {states: {go: {goal: {first: [s, t]}, final: true}}}\n"
                   "  leave: {states: {go: {goal: exit, final: true}}}\n"
                   "  pick: {states: {wait: {walk: stand, time: 1, next: look}, look: {within: either, final: true}}}\n"
                   "  either: {alternatives: {in: {goal: {first: [s, t]}, utility: 75, taken: -100, final: true}, out: "
                   "{goal: exit, final: true}}}\n"
                   "agents: [{at: [0, 0], behaviour: sit}, {at: [0, 2], behaviour: %s}, {at: [0, 4], behaviour: "
                   "pick}]\n",
                   second);
    acting a = act(text);
    act_until(&a, 3, chosen, 20);
    act_end(&a);
}

static void test_choice_sees_what_is_taken(void **state) {
    (void)state;
    check_taken("leave", "in");
    check_taken("sit", "out");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_attribute),
        cmocka_unit_test(test_granted_refused_and_released),
        cmocka_unit_test(test_near_by_what_they_are_at),
        cmocka_unit_test(test_choice_sees_what_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
