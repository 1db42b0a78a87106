// Who walks together: sizes, numbers, places beside each other and goals in common; wrong in every way.
#include "scenario/reading.h"
#include "scenario/run.h"

#include <unistd.h>

#define HEAD "wend: 1\ntime: {limit: 20}\ngoals: {a: {at: [90, 0]}, b: {at: [90, 50]}, c: {at: [90, -50]}}\n"

enum { MOST = 2000 };

typedef struct scene {
    wi_scenario *scenario;
    wi_run *run;
    wend_agent agent[MOST];
    uint32_t count;
} scene;

static void look(scene *on) {
    on->count = wend_world_stats(on->run->world).agents;
    assert_true(on->count <= MOST);
    for (uint32_t i = 0; i < on->count; i++)
        assert_int_equal(wend_world_get(on->run->world, i + 1, &on->agent[i], NULL), WEND_OK);
}

static scene *open_scene(wi_scenario *scenario, uint64_t seed) {
    static scene on;
    wi_problems problems = {0};
    on.scenario = scenario;
    on.run = wi_run_open(scenario, &(wi_run_options){.has_seed = true, .seed = seed}, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(on.run);
    wi_problems_free(&problems);
    look(&on);
    return &on;
}

static void close_scene(scene *on) {
    wi_run_close(on->run);
    wi_scenario_free(on->scenario);
}

static double apart(const wend_agent *a, const wend_agent *b) {
    return hypot(a->position.x - b->position.x, a->position.y - b->position.y);
}

// Sizes of the parties by number, of agents in order; members of a party follow one another.
static uint32_t sizes_of(const scene *on, uint32_t *size) {
    uint32_t parties = 0;
    for (uint32_t i = 0; i < on->count; i++) {
        uint32_t group = on->agent[i].group;
        if (group > parties) parties = group, size[group] = 0;
        if (group > 0) size[group]++;
        assert_true(group == 0 || group == parties);
    }
    return parties;
}

static void one_size(void **state) {
    (void)state;
    scene *on = open_scene(read_good(HEAD "agents:\n"
                                          "  - {grid: {from: [0, 0], columns: 6, rows: 2, spacing: 1},"
                                          " company: {sizes: 3, leader: true}, goal: a}\n"
                                          "  - {circle: {centre: [0, 20], radius: 5, count: 5}, company: {sizes: 2}}\n"
                                          "  - {at: [40, 0]}\n"),
                           1);
    uint32_t size[MOST], parties = sizes_of(on, size);
    assert_int_equal(parties, 4 + 3);
    for (uint32_t i = 1; i <= 4; i++) assert_int_equal(size[i], 3);
    assert_true(size[5] == 2 && size[6] == 2 && size[7] == 1); // the last one is short of a partner
    for (uint32_t i = 0; i < 12; i++) assert_int_equal(on->agent[i].leads, i % 3 == 0);
    assert_true(!on->agent[12].leads && on->agent[17].group == 0);
    close_scene(on);
}

static void sizes_by_weight(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        scene *on = open_scene(
            read_good(HEAD "agents:\n"
                           "  - {random: {region: [0, 0, 100, 80], count: 1500}, goal: {choice: {a: 1, b: 2, c: 1}},"
                           " company: {sizes: {1: 2, 2: 1, 4: 1}}}\n"),
            seed);
        uint32_t size[MOST], parties = sizes_of(on, size), alone = 0, pairs = 0;
        for (uint32_t i = 0; i < on->count; i++) alone += on->agent[i].group == 0;
        for (uint32_t i = 1; i <= parties; i++) pairs += size[i] == 2;
        // Of 750 draws on average half are alone and a quarter pairs.
        if (alone < 300 || alone > 450 || pairs < 130 || pairs > 245)
            fail_msg("seed %u: %u alone, %u pairs", (unsigned)seed, alone, pairs);
        uint32_t other_goals = 0;
        for (uint32_t i = 1; i < on->count; i++) {
            const wend_agent *a = &on->agent[i], *b = &on->agent[i - 1];
            other_goals += a->goal.at.y != b->goal.at.y;
            if (a->group == 0 || a->group != b->group) continue;
            assert_true(a->goal.at.y == b->goal.at.y);
            if (apart(a, b) > 4.0) fail_msg("seed %u: %g m apart", (unsigned)seed, apart(a, b));
        }
        assert_true(other_goals > 200);
        close_scene(on);
    }
}

// Scenario files may be JSON, which knows no keys but texts.
static void sizes_in_json(void **state) {
    (void)state;
    scene *on = open_scene(read_good(HEAD "agents: [{\"grid\": {\"from\": [0, 0], \"columns\": 8, \"rows\": 1,"
                                          " \"spacing\": 1}, \"company\": {\"sizes\": {\"4\": 1}}}]\n"),
                           1);
    uint32_t size[MOST];
    assert_int_equal(sizes_of(on, size), 2);
    assert_true(size[1] == 4 && size[2] == 4);
    close_scene(on);
}

// Members never stand on the other side of a wall.
static void on_one_side(void **state) {
    (void)state;
    scene *on = open_scene(read_good(HEAD "geometry: [{kind: wall, points: [[10, -1], [10, 21]]}]\n"
                                          "agents:\n"
                                          "  - {random: {region: [5, 0, 15, 20], count: 150}, company: {sizes: 5}}\n"),
                           3);
    for (uint32_t i = 1; i < on->count; i++)
        if (on->agent[i].group == on->agent[i - 1].group)
            assert_true((on->agent[i].position.x > 10.0) == (on->agent[i - 1].position.x > 10.0));
    close_scene(on);
}

// As dense as only a packing can be: everyone has a place, wherever that is.
static void in_a_packing(void **state) {
    (void)state;
    scene *on = open_scene(
        read_good(HEAD "agents: [{random: {region: [0, 0, 10, 10], density: 3.2}, company: {sizes: 4}}]\n"), 1);
    assert_int_equal(on->count, 320);
    close_scene(on);
}

static void from_sources(void **state) {
    (void)state;
    scene *on = open_scene(
        read_good(HEAD "agents:\n"
                       "  - {grid: {from: [0, 0], columns: 2, rows: 1, spacing: 1}, company: {sizes: 2}, goal: a}\n"
                       "  - {source: {region: [0, 10, 4, 14], rate: 2}, company: {sizes: 3, leader: true},"
                       " goal: {choice: {a: 1, b: 1, c: 1}}}\n"
                       "  - {source: {region: [0, 30, 4, 34], rate: 2}, company: {sizes: 2}, goal: b}\n"),
        2);
    wi_run_end end = WI_RUN_GOES_ON;
    for (uint32_t i = 0; i < 100; i++) assert_int_equal(wi_run_step(on->run, &end, NULL), WEND_OK);
    look(on);
    assert_in_range(on->count, 38, 44);
    uint32_t size[MOST] = {0}, leaders[MOST] = {0}, goals = 0;
    double goal[MOST];
    for (uint32_t i = 0; i < on->count; i++) {
        const wend_agent *agent = &on->agent[i];
        assert_true(agent->group > 0 && agent->group < MOST);
        if (size[agent->group]++ == 0) goal[agent->group] = agent->goal.at.y;
        assert_true(goal[agent->group] == agent->goal.at.y);
        leaders[agent->group] += agent->leads;
        goals |= 1u << (uint32_t)(agent->goal.at.y / 50.0 + 1.0);
    }
    assert_int_equal(goals, 7);
    assert_int_equal(size[1], 2);
    for (uint32_t i = 2; i < MOST; i++) assert_true(size[i] <= 2 + leaders[i] && leaders[i] <= 1);
    close_scene(on);
}

static wi_scenario *read_csv(const char *rows, folder *in) {
    *in = folder_make();
    folder_write(in, "people.csv", rows);
    folder_write(in, "scene.yaml",
                 HEAD "agents:\n"
                      "  - {grid: {from: [0, 50], columns: 2, rows: 1, spacing: 1}, company: {sizes: 2}}\n"
                      "  - {csv: people.csv, goal: {choice: {a: 1, b: 1, c: 1}}}\n"
                      "  - {circle: {centre: [0, 90], radius: 5, count: 2}, company: {sizes: 2}}\n");
    wi_problems problems = {0};
    wi_scenario *scenario = wi_scenario_read(folder_file(in, "scene.yaml"), NULL, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(scenario);
    return scenario;
}

static void from_csv(void **state) {
    (void)state;
    folder in;
    scene *on = open_scene(read_csv("x,y,group\n0,0,3\n2,0,\n4,0,3\n6,0,0\n8,0,1\n10,0,1\n", &in), 5);
    const uint32_t wanted[] = {1, 1, 4, 0, 4, 0, 2, 2, 5, 5};
    assert_int_equal(on->count, WEND_COUNT(wanted));
    for (uint32_t i = 0; i < on->count; i++) assert_int_equal(on->agent[i].group, wanted[i]);
    assert_true(on->agent[2].goal.at.y == on->agent[4].goal.at.y && on->agent[6].goal.at.y == on->agent[7].goal.at.y);
    close_scene(on);
    folder_remove(&in);
    wi_problems problems = {0};
    wi_scenario *scenario = read_csv("x,y,group\n0,0,1.5\n", &in);
    assert_null(wi_run_open(scenario, &(wi_run_options){0}, &problems));
    assert_non_null(strstr(problems.problem[0].text, "group is 1.5, must be a whole number"));
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
    folder_remove(&in);
}

static void expect_problem(const char *group, const char *words) {
    char text[500];
    (void)snprintf(text, sizeof text, HEAD "agents:\n  - {%s}\n", group);
    wi_problems problems = {0};
    assert_null(read_text(text, &problems));
    assert_int_equal(problems.count, 1);
    if (!strstr(problems.problem[0].text, words)) fail_msg("%s: %s", group, problems.problem[0].text);
    assert_int_equal(problems.problem[0].place.line, 5);
    wi_problems_free(&problems);
}

static void wrong_in_every_way(void **state) {
    (void)state;
#define CIRCLE "circle: {radius: 5, count: 4}, "
    expect_problem("at: [0, 0], company: {sizes: 2}", "one agent alone has no company");
    expect_problem(CIRCLE "company: {}", "`sizes` is missing");
    expect_problem(CIRCLE "company: 3", "`company` must be a map");
    expect_problem(CIRCLE "company: {sizes: 0}", "`sizes` is 0");
    expect_problem(CIRCLE "company: {sizes: 2.5}", "whole number");
    expect_problem(CIRCLE "company: {sizes: {2: 0, 3: 0}}", "all 0");
    expect_problem(CIRCLE "company: {sizes: {two: 1}}", "`sizes` must be");
    expect_problem(CIRCLE "company: {sizes: {2: -1}}", "`2` is -1");
    expect_problem(CIRCLE "company: {size: 2, sizes: 2}", "did you mean `sizes`?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_size),    cmocka_unit_test(sizes_by_weight),    cmocka_unit_test(sizes_in_json),
        cmocka_unit_test(on_one_side), cmocka_unit_test(in_a_packing),       cmocka_unit_test(from_sources),
        cmocka_unit_test(from_csv),    cmocka_unit_test(wrong_in_every_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
