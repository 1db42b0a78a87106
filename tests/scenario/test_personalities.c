// Personalities: a table that makes sense, and profiles that have what it says unless they say otherwise.
#include "scenario/personalities.h"
#include "scenario/reading.h"
#include "scenario/run.h"

static void the_table(void **state) {
    (void)state;
    uint32_t count, models_count;
    const wi_personality *all = wi_personalities(&count);
    const wend_model *const *models = wend_models(&models_count);
    assert_string_equal(wi_personality_words[0], "none");
    assert_null(wi_personality_words[count + 1]);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(all[i].name, wi_personality_words[i + 1]);
        assert_true(all[i].preferred_speed > 0.5f && all[i].preferred_speed < wend_profile_default().max_speed);
        for (uint32_t k = 0; k < all[i].setting_count; k++) {
            const wend_setting *setting = &all[i].settings[k];
            uint32_t known = 0;
            for (uint32_t m = 0; m < models_count; m++) {
                const wend_param *param = wi_personality_param(models[m], setting);
                known += param != NULL;
                if (param && !(setting->value >= param->min && setting->value <= param->max))
                    fail_msg("%s of %s is out of range for %s", setting->name, all[i].name, models[m]->name);
            }
            if (known == 0) fail_msg("nothing has a parameter %s", setting->name);
        }
    }
}

typedef struct seen {
    float speed, horizon, space, patience;
} seen;

static seen look(const char *profile) {
    char text[500];
    (void)snprintf(text, sizeof text, "wend: 1\ntime: {limit: 5}\nprofiles:\n%sagents: [{at: [0, 0], profile: p}]\n",
                   profile);
    wi_problems problems = {0};
    wi_scenario *scenario = read_good(text);
    wi_run *run = wi_run_open(scenario, &(wi_run_options){0}, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(run);
    seen is = {.horizon = NAN};
    wend_agent agent;
    assert_int_equal(wend_world_get(run->world, 1, &agent, NULL), WEND_OK);
    is.speed = agent.preferred_speed;
    (void)wend_world_get_param(run->world, 1, "horizon", &is.horizon, NULL);
    assert_int_equal(wend_world_get_param(run->world, 1, "personal_space", &is.space, NULL), WEND_OK);
    assert_int_equal(wend_world_get_param(run->world, 1, "patience", &is.patience, NULL), WEND_OK);
    wi_run_close(run);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
    return is;
}

static void in_profiles(void **state) {
    (void)state;
    seen plain = look("  p: {}\n"), shy = look("  p: {personality: shy}\n");
    assert_true(plain.speed == 1.34f && plain.horizon == 2.0f && plain.space == 0.0f);
    assert_true(shy.speed == 1.2f && shy.horizon == 4.0f && shy.space == 0.6f && shy.patience == 0.0f);
    // What is said goes before it, wherever it stands.
    seen own =
        look("  p: {habits: {personal_space: 0.4}, preferred_speed: 1, parameters: {horizon: 3}, personality: shy}\n");
    assert_true(own.speed == 1.0f && own.horizon == 3.0f && own.space == 0.4f);
    seen preset = look("  p: {habits: none, personality: shy}\n");
    assert_true(preset.space == 0.6f);
    // A model without such a parameter takes the rest.
    seen straight = look("  p: {model: straight, personality: aggressive}\n");
    assert_true(straight.speed == 1.55f && isnan(straight.horizon) && straight.patience == 3.0f);
    // Profiles that are like another have its personality, or another, or none.
    assert_true(look("  p: {like: q}\n  q: {personality: shy}\n").space == 0.6f);
    assert_true(look("  p: {like: q, personality: tense}\n  q: {personality: shy}\n").space == 0.7f);
    assert_true(look("  p: {like: q, personality: none}\n  q: {personality: shy}\n").speed == 1.34f);
}

// Nobody likes to go faster than it can, whether that is said, drawn or comes with a personality.
static void no_faster_than_they_can(void **state) {
    (void)state;
    assert_true(look("  p: {personality: shy, max_speed: 1.25}\n").speed == 1.2f);
    assert_true(look("  p: {personality: active, max_speed: 1.25}\n").speed == 1.25f);
    assert_true(look("  p: {preferred_speed: {uniform: [1.4, 3]}, max_speed: 1.25}\n").speed == 1.25f);
    assert_true(look("  p: {preferred_speed: 1.4, max_speed: {uniform: [1, 1.25]}}\n").speed <= 1.25f);
    float speed =
        look("  p: {preferred_speed: {normal: {mean: 1.34, sd: 0.26}}, max_speed: {uniform: [1, 1.4]}}\n").speed;
    assert_true(speed > 0.0f && speed <= 1.4f);
}

// A count that is drawn is the whole number next to the draw, and so is what stands for all of them.
static void drawn_counts_are_whole(void **state) {
    (void)state;
    wi_problems problems = {0};
    wi_scenario *scenario =
        read_good("wend: 1\ntime: {limit: 5}\n"
                  "profiles: {p: {parameters: {max_neighbours: {uniform: [2, 7]}, horizon: {uniform: [1, 2]}}}}\n"
                  "agents: [{grid: {from: [0, 0], columns: 8, rows: 8, spacing: 2}, profile: p}]\n");
    wi_run *run = wi_run_open(scenario, &(wi_run_options){0}, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(run);
    uint32_t drawn[10] = {0}, broken = 0;
    float typical, neighbours, horizon;
    for (wend_serial i = 1; i <= 64; i++) {
        assert_int_equal(wend_world_get_param(run->world, i, "max_neighbours", &neighbours, NULL), WEND_OK);
        assert_int_equal(wend_world_get_param(run->world, i, "horizon", &horizon, NULL), WEND_OK);
        assert_true(neighbours == floorf(neighbours) && neighbours >= 2.0f && neighbours <= 7.0f);
        drawn[(uint32_t)neighbours]++;
        broken += horizon != floorf(horizon);
    }
    for (uint32_t i = 2; i <= 7; i++) assert_true(drawn[i] > 0);
    assert_true(broken > 60);
    assert_int_equal(wend_world_get_profile_param(run->world, 0, "max_neighbours", &typical, NULL), WEND_OK);
    assert_true(typical == 5.0f);
    wi_run_close(run);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
}

// The smallest distance of two of a personality who pass each other under `rcap`, whose preset has personal space (m).
static double room_of(const char *personality) {
    char text[500];
    (void)snprintf(text, sizeof text,
                   "wend: 1\ntime: {limit: 12}\nprofiles: {walker: {model: rcap, personality: %s}}\n"
                   "agents: [{at: [-8, 0.1], goal: [20, 0.1]}, {at: [8, 0], goal: [-20, 0]}]\n",
                   personality);
    wi_problems problems = {0};
    wi_scenario *scenario = read_good(text);
    wi_run *run = wi_run_open(scenario, &(wi_run_options){0}, &problems);
    assert_non_null(run);
    double least = INFINITY;
    for (wi_run_end end = WI_RUN_GOES_ON; end == WI_RUN_GOES_ON;) {
        wend_agent a, b;
        assert_int_equal(wend_world_get(run->world, 1, &a, NULL), WEND_OK);
        assert_int_equal(wend_world_get(run->world, 2, &b, NULL), WEND_OK);
        least = fmin(least, hypot(a.position.x - b.position.x, a.position.y - b.position.y));
        assert_int_equal(wi_run_step(run, &end, NULL), WEND_OK);
    }
    wi_run_close(run);
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
    return least;
}

// Who claims the body alone takes less room than who claims some, whatever the preset of the model claims.
static void in_order_of_room(void **state) {
    (void)state;
    static const char *const order[] = {"aggressive", "assertive", "active", "shy", "tense"};
    for (uint32_t i = 1; i < WEND_COUNT(order); i++) assert_true(room_of(order[i - 1]) + 0.05 < room_of(order[i]));
    assert_true(room_of("impulsive") + 0.05 < room_of("assertive"));
}

static void misspelt(void **state) {
    (void)state;
    wi_problems problems = {0};
    assert_null(read_text("wend: 1\ntime: {limit: 5}\nprofiles: {p: {personality: shi}}\n", &problems));
    assert_int_equal(problems.count, 1);
    assert_problem(&problems, 3, 29, "did you mean `shy`?");
    wi_problems_free(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table),
        cmocka_unit_test(in_profiles),
        cmocka_unit_test(no_faster_than_they_can),
        cmocka_unit_test(drawn_counts_are_whole),
        cmocka_unit_test(in_order_of_room),
        cmocka_unit_test(misspelt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
