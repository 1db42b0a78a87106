// The plan of a run says what its scenario says, and comes back from JSON as it was.
#include "scenario/reading.h"

#include "scenario/describe.h"

static wi_plan plan_of(const char *text, wi_scenario **scenario, wi_run **run) {
    wi_problems problems = {0};
    *scenario = read_good(text);
    *run = wi_run_open(*scenario, &(wi_run_options){.check_only = true}, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(*run);
    wi_problems_free(&problems);
    wi_plan plan;
    assert_true(wi_run_plan(*run, &plan));
    return plan;
}

static void close_all(wi_scenario *scenario, wi_run *run, wi_plan *plan) {
    wi_plan_free(plan);
    wi_run_close(run);
    wi_scenario_free(scenario);
}

static const char house[] =
    "wend: 1\n"
    "title: A house\n"
    "time: {limit: 5}\n"
    "levels: [{name: ground, height: 0}, {name: upstairs, height: 3}]\n"
    "geometry:\n"
    "  - {kind: room, points: [[0, 0], [20, 0], [20, 10], [0, 10]], holes: [[[9, 4], [11, 4], [11, 6], [9, 6]]]}\n"
    "  - {kind: wall, level: upstairs, wkt: \"LINESTRING (1 1, 5 1, 5 3)\"}\n"
    "signals: {stairs: {points: [[1, 1], [3, 1]], level: upstairs, cycle: 30, green: 12.5, offset: 4}}\n"
    "profiles:\n"
    "  adult: {model: orca, shape: {disc: 0.3}, preferred_speed: 1.2, max_speed: 1.9, parameters: {horizon: 3.3}}\n"
    "  cart: {model: rvo, shape: {box: [0.6, 0.3]}, preferred_speed: {uniform: [0.5, 1]}}\n"
    "goals:\n"
    "  exit: {region: [18.5, 3, 19.5, 7]}\n"
    "  nobody: {at: [1, 9]}\n"
    "agents:\n"
    "  - {name: first, profile: adult, at: [2, 2], goal: exit}\n"
    "  - {profile: cart, at: [2, 5], goal: exit}\n"
    "  - {name: third, profile: adult, level: upstairs, at: [2, 8], goal: {way: [[15, 8], exit, [15, 8]]}}\n";

static void test_what_stands_where(void **state) {
    (void)state;
    wi_scenario *scenario;
    wi_run *run;
    wi_plan plan = plan_of(house, &scenario, &run);
    assert_string_equal(plan.title, "A house");
    assert_true(plan.origin.x == 0.0 && plan.origin.y == 0.0);
    assert_true(plan.bounds[0] == 0.0 && plan.bounds[1] == 0.0 && plan.bounds[2] == 20.0 && plan.bounds[3] == 10.0);
    assert_int_equal(plan.level_count, 2);
    assert_string_equal(plan.level[1].name, "upstairs");
    assert_true(plan.level[1].height == 3.0);
    assert_int_equal(plan.wall_count, 3);
    assert_true(plan.wall[0].kind == WEND_ROOM && plan.wall[0].level == 0 && plan.wall[0].ring->count == 4);
    assert_true(plan.wall[1].kind == WEND_SOLID && plan.wall[1].level == 0); // the hole
    assert_true(plan.wall[2].kind == WEND_WALL && plan.wall[2].level == 1 && plan.wall[2].ring->point[2].y == 3.0);
    assert_true(plan.door_count == 0 && plan.line_count == 0 && plan.signal_count == 1);
    const wi_plan_signal *signal = plan.signal;
    assert_string_equal(signal->name, "stairs");
    assert_true(signal->level == 1 && signal->a.x == 1.0 && signal->b.x == 3.0);
    assert_true(signal->cycle == 30.0 && signal->green == 12.5 && signal->offset == 4.0);
    close_all(scenario, run, &plan);
}

static const wi_plan_goal *find_goal(const wi_plan *plan, uint32_t level, double x) {
    for (uint32_t i = 0; i < plan->goal_count; i++)
        if (plan->goal[i].level == level && plan->goal[i].at.x == x) return &plan->goal[i];
    fail_msg("no goal at x = %g on level %u", x, level);
    return NULL;
}

static void test_who_is_who(void **state) {
    (void)state;
    wi_scenario *scenario;
    wi_run *run;
    wi_plan plan = plan_of(house, &scenario, &run);
    assert_int_equal(plan.goal_count, 4); // each once: the exit on both levels, one in place, one that nobody uses
    const wi_plan_goal *exit_goal = find_goal(&plan, 0, 19.0);
    assert_string_equal(exit_goal->name, "exit");
    assert_true(exit_goal->half.x == 0.5 && exit_goal->half.y == 2.0 && exit_goal->radius > 0.0);
    assert_string_equal(find_goal(&plan, 1, 19.0)->name, "exit");
    assert_null(find_goal(&plan, 1, 15.0)->name);
    assert_string_equal(find_goal(&plan, 0, 1.0)->name, "nobody");
    assert_int_equal(plan.group_count, 3);
    assert_string_equal(plan.group[0], "first");
    assert_string_equal(plan.group[1], "");
    assert_string_equal(plan.group[2], "third");
    close_all(scenario, run, &plan);
}

static double parameter(const wi_plan_profile *profile, const char *name) {
    for (uint32_t i = 0; i < profile->parameter_count; i++)
        if (strcmp(profile->parameter[i].name, name) == 0) return profile->parameter[i].value;
    fail_msg("%s has no parameter %s", profile->name, name);
    return 0.0;
}

static void test_profiles(void **state) {
    (void)state;
    wi_scenario *scenario;
    wi_run *run;
    wi_plan plan = plan_of(house, &scenario, &run);
    assert_int_equal(plan.profile_count, 2);
    const wi_plan_profile *adult = &plan.profile[0], *cart = &plan.profile[1];
    assert_string_equal(adult->name, "adult");
    assert_string_equal(adult->model, "orca");
    assert_string_equal(adult->preset, "default");
    // As a person wrote them, not the float next to it.
    assert_true(adult->half_length == 0.3 && adult->half_width == 0.3 && adult->max_speed == 1.9);
    assert_true(adult->preferred_speed == 1.2 && parameter(adult, "horizon") == 3.3);
    assert_int_equal(adult->parameter_count, wend_model_orca.param_count);
    assert_true(cart->shape == WEND_BOX && cart->half_length == 0.6 && cart->half_width == 0.3);
    assert_string_equal(cart->model, "rvo");
    assert_true(cart->preferred_speed >= 0.5 && cart->preferred_speed <= 1.0);
    for (uint32_t i = 0; i < wend_model_rvo.param_count; i++)
        assert_true(parameter(cart, wend_model_rvo.params[i].name) >= (double)wend_model_rvo.params[i].min);
    close_all(scenario, run, &plan);
}

static void test_comes_back_from_json(void **state) {
    (void)state;
    wi_scenario *scenario;
    wi_run *run;
    wi_plan plan = plan_of(house, &scenario, &run), again;
    wi_recording about = {.plan = wi_plan_text(&plan)};
    wend_error error = {0};
    if (wi_plan_read(&about, &again, &error) != WEND_OK) fail_msg("%s", error.text);
    char *text = wi_plan_text(&again);
    assert_string_equal(text, about.plan);
    free(text);
    free(about.plan);
    wi_plan_free(&again);
    close_all(scenario, run, &plan);
}

// Map coordinates: everything is relative to the scene's origin.
static void test_far_away(void **state) {
    (void)state;
    wi_scenario *scenario;
    wi_run *run;
    wi_plan plan = plan_of("wend: 1\n"
                           "time: {limit: 5}\n"
                           "geometry: [{kind: room, points: [[500000, 0], [500100, 0], [500100, 50], [500000, 50]]}]\n"
                           "profiles: {adult: {}}\n"
                           "agents: [{profile: adult, at: [500010, 10], goal: [500090, 10]}]\n",
                           &scenario, &run);
    assert_true(plan.origin.x == 500050.0 && plan.origin.y == 25.0);
    assert_true(plan.bounds[0] == -50.0 && plan.bounds[3] == 25.0);
    assert_true(plan.goal->at.x == 40.0 && plan.goal->at.y == -15.0);
    assert_null(plan.title);
    close_all(scenario, run, &plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_stands_where),    cmocka_unit_test(test_who_is_who), cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_comes_back_from_json), cmocka_unit_test(test_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
