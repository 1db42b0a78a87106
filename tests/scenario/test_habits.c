// Habits of profiles in scenario files: read, inherited, wrong in every way, and what the world then has.
#include "scenario/reading.h"
#include "scenario/run.h"

static const char *const head = "wend: 1\ntime: {limit: 20}\nprofiles:\n";

static const char *with(const char *rest) {
    static char text[1000];
    (void)snprintf(text, sizeof text, "%s%s", head, rest);
    return text;
}

static void read_as_written(void **state) {
    (void)state;
    wi_scenario *s =
        read_good(with("  plain: {}\n"
                       "  bare: {habits: none}\n"
                       "  polite: {habits: {preset: default, keep_side: 0.2, cohesion: {uniform: [1, 2]}}}\n"
                       "  capped: {habits: {density_cap: stride}}\n"));
    assert_null(s->profile[0].habit_preset);
    assert_int_equal(s->profile[0].habits.count, 0);
    assert_string_equal(s->profile[1].habit_preset, "none");
    const wi_profile_source *polite = &s->profile[2];
    assert_string_equal(polite->habit_preset, "default");
    assert_int_equal(polite->habits.count, 2);
    assert_string_equal(polite->habits.setting[0].param->name, "keep_side");
    assert_true(polite->habits.setting[0].value.a == 0.2);
    assert_int_equal(polite->habits.setting[1].value.spread, WI_UNIFORM);
    assert_null(s->profile[3].habit_preset);
    assert_true(s->profile[3].habits.setting[0].value.a == 2.0);
    wi_scenario_free(s);
}

// Values are added to those of the other profile, another model keeps them, a preset starts anew.
static void like_another(void **state) {
    (void)state;
    wi_scenario *s = read_good(with("  a: {habits: {preset: none, keep_side: 0.2}}\n"
                                    "  more: {like: a, model: rvo, habits: {aversion: 0.5, keep_side: -0.1}}\n"
                                    "  anew: {like: more, habits: default}\n"
                                    "  again: {like: more, habits: {preset: none, berth: 1}}\n"));
    assert_int_equal(s->profile[0].habits.count, 1);
    assert_true(s->profile[0].habits.setting[0].value.a == 0.2);
    const wi_profile_source *more = &s->profile[1];
    assert_string_equal(more->habit_preset, "none");
    assert_int_equal(more->habits.count, 2);
    assert_true(more->habits.setting[0].value.a == -0.1 && more->habits.setting[1].value.a == 0.5);
    assert_string_equal(s->profile[2].habit_preset, "default");
    assert_int_equal(s->profile[2].habits.count, 0);
    assert_int_equal(s->profile[3].habits.count, 1);
    wi_scenario_free(s);
}

static void every_habit_at_both_ends(void **state) {
    (void)state;
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    for (uint32_t i = 0; i < 2 * count; i++) {
        const wend_param *habit = &habits[i / 2];
        char text[300], value[64];
        float wanted = i % 2 ? habit->max : habit->min;
        if (habit->choices)
            (void)snprintf(value, sizeof value, "%s", habit->choices[(uint32_t)wanted]);
        else
            (void)snprintf(value, sizeof value, "%.7g", (double)wanted);
        (void)snprintf(text, sizeof text, "%s  p: {habits: {%s: %s}}\n", head, habit->name, value);
        wi_scenario *s = read_good(text);
        assert_ptr_equal(s->profile[0].habits.setting[0].param, habit);
        assert_true((float)s->profile[0].habits.setting[0].value.a == wanted);
        wi_scenario_free(s);
    }
}

static void expect_problem(const char *rest, uint32_t column, const char *words) {
    wi_problems problems = {0};
    assert_null(read_text(with(rest), &problems));
    assert_int_equal(problems.count, 1);
    assert_problem(&problems, 4, column, words);
    wi_problems_free(&problems);
}

static void wrong_in_every_way(void **state) {
    (void)state;
    expect_problem("  p: {habits: non}\n", 15, "there is no preset of habits `non`; did you mean `none`?");
    expect_problem("  p: {habits: {preset: 3}}\n", 24, "there is no preset of habits `3`");
    expect_problem("  p: {habits: [none]}\n", 15, "`habits` must be");
    expect_problem("  p: {habits: {keep_sid: 0.2}}\n", 16, "there is no habit `keep_sid`; did you mean `keep_side`?");
    expect_problem("  p: {habits: {horizon: 2}}\n", 16, "there is no habit `horizon`");
    expect_problem("  p: {habits: {keep_side: 2}}\n", 27, "must lie between -0.8 and 0.8");
    expect_problem("  p: {habits: {density_cap: stridd}}\n", 29, "stride");
    expect_problem("  p: {habits: {cohesion: {uniform: [1, 9]}}}\n", 40, "must lie between 0 and 5");
    expect_problem("  p: {parameters: {keep_side: 0.2}}\n", 20, "has no parameter `keep_side`");
}

// What the world has of a profile's habit, and of the first agent's.
static void look_in_world(const char *rest, const char *habit, float *of_profile, float *of_agent) {
    char text[1000];
    (void)snprintf(text, sizeof text, "%s%sagents: [{at: [0, 0]}, {at: [2, 0]}]\n", head, rest);
    wi_scenario *scenario = read_good(text);
    wi_problems problems = {0};
    wi_run *run = wi_run_open(scenario, &(wi_run_options){0}, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(run);
    assert_int_equal(wend_world_get_profile_param(run->world, 0, habit, of_profile, NULL), WEND_OK);
    assert_int_equal(wend_world_get_param(run->world, 1, habit, of_agent, NULL), WEND_OK);
    wi_run_close(run);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
}

static void in_the_world(void **state) {
    (void)state;
    float profile, agent;
    look_in_world("  p: {}\n", "density_cap", &profile, &agent);
    assert_true(profile == 1.0f && agent == 1.0f);
    look_in_world("  p: {habits: none}\n", "density_cap", &profile, &agent);
    assert_true(profile == 0.0f && agent == 0.0f);
    look_in_world("  p: {preset: published}\n", "density_cap", &profile, &agent);
    assert_true(profile == 0.0f);
    look_in_world("  p: {preset: published, habits: default}\n", "density_cap", &profile, &agent);
    assert_true(profile == 1.0f);
    look_in_world("  p: {habits: {keep_side: {uniform: [0.1, 0.3]}}}\n", "keep_side", &profile, &agent);
    assert_true(profile == 0.2f && agent != profile && agent >= 0.1f && agent <= 0.3f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_as_written),
        cmocka_unit_test(like_another),
        cmocka_unit_test(every_habit_at_both_ends),
        cmocka_unit_test(wrong_in_every_way),
        cmocka_unit_test(in_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
