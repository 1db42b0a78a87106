// Regions, stairs, levels of goals and routers of a scenario: read, wrong in every way, and what becomes of them.
#include "scenario/reading.h"
#include "scenario/run_state.h"

static const char *const head = "wend: 1\ntime: {limit: 60}\nlevels: [{name: ground}, {name: first, height: 4}]\n"
                                "geometry: [{kind: room, points: [[0, 0], [20, 0], [20, 10], [0, 10]]},"
                                " {kind: room, level: first, points: [[0, 0], [20, 0], [20, 10], [0, 10]]}]\n";

static const char *const stairs =
    "stairs: {main: {from: ground, to: first, bottom: [[8, 4], [8, 6]], top: [[14, 4], [14, 6]]}}\n";

static const char *with(const char *rest, const char *more) {
    static char text[2000];
    (void)snprintf(text, sizeof text, "%s%s%s", head, rest, more);
    return text;
}

static void read_as_written(void **state) {
    (void)state;
    wi_scenario *s = read_good(with(stairs, "regions: {lawn: {area: [1, 1, 5, 3], level: first, cost: 3}}\n"
                                            "goals: {up: {at: [18, 5], level: first}, here: {at: [1, 1]}}\n"
                                            "profiles: {walker: {}, child: {router: direct}, dog: {like: child}}\n"));
    assert_int_equal(s->stairs_count, 1);
    assert_string_equal(s->stairs[0].title.name, "main");
    assert_true(s->stairs[0].from == 0 && s->stairs[0].to == 1 && s->stairs[0].top[1].y == 6.0);
    assert_true(s->stairs[0].speed_up == 0.455 && s->stairs[0].speed_down == 0.515 && s->stairs[0].carry == 0.0);
    assert_true(s->region_count == 1 && s->region[0].cost == 3.0 && s->region[0].level == 1);
    assert_int_equal(s->region[0].area.count, 4);
    assert_int_equal(s->goal[0].on_level, 2);
    assert_int_equal(s->goal[1].on_level, 0);
    assert_null(s->profile[0].router);
    assert_ptr_equal(s->profile[1].router, &wend_router_direct);
    assert_ptr_equal(s->profile[2].router, &wend_router_direct);
    wi_scenario_free(s);
}

static void expect_problem(const char *rest, const char *words) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_text(with(rest, ""), &problems);
    assert_null(scenario);
    if (problems.count != 1) wi_problems_print(&problems, stderr);
    assert_int_equal(problems.count, 1);
    if (!strstr(problems.problem[0].text, words)) fail_msg("%s\ndoes not say: %s", problems.problem[0].text, words);
    assert_int_equal(problems.problem[0].place.line, 5);
    wi_problems_free(&problems);
}

static void wrong_in_every_way(void **state) {
    (void)state;
    expect_problem("stairs: {a: {from: ground, to: frist, bottom: [[8, 4], [8, 6]], top: [[14, 4], [14, 6]]}}\n",
                   "there is no level `frist`; did you mean `first`?");
    expect_problem("stairs: {a: {from: first, to: first, bottom: [[8, 4], [8, 6]], top: [[14, 4], [14, 6]]}}\n",
                   "`from` and `to` are the same");
    expect_problem("stairs: {a: {from: ground, to: first, bottom: [[8, 4], [8, 6]], top: [[14, 6], [14, 4]]}}\n",
                   "the same side first");
    expect_problem("stairs: {a: {from: ground, to: first, bottom: [[8, 4], [8, 4]], top: [[14, 4], [14, 6]]}}\n",
                   "two different points");
    expect_problem("stairs: {a: {from: ground, to: first, bottom: [[8, 4], [8, 6]]}}\n", "`top` is missing");
    expect_problem("stairs: [a]\n", "must be a map");
    expect_problem("lifts: {a: {levels: [ground], cab: [0, 0, 2, 2], door: south}}\n", "`levels` must");
    expect_problem("lifts: {a: {levels: [ground, ground], cab: [0, 0, 2, 2], door: south}}\n", "stops here twice");
    expect_problem("lifts: {a: {levels: [ground, first], cab: [0, 0, 2, 2], door: up}}\n", "`door`");
    expect_problem("lifts: {a: {levels: [ground, first], cab: [0, 0, 0, 2], door: east}}\n", "area");
    expect_problem("regions: {a: {cost: 2}}\n", "`area` is missing");
    expect_problem("regions: {a: {area: [1, 1, 2, 2], cost: 0}}\n", "`cost` is 0");
    expect_problem("goals: {a: {at: [1, 1], level: cellar}}\n", "there is no level `cellar`");
    expect_problem("agents: [{at: [1, 1], goal: {level: first, way: [[2, 2], [3, 3]]}}]\n", "`level` stands beside");
    expect_problem("profiles: {a: {router: mehs}}\n", "there is no router `mehs`; did you mean `mesh`?");
}

static wi_run *open_run(const char *text, bool check_only, wi_scenario **scenario, wi_problems *problems) {
    *scenario = read_good(text);
    const wi_run_options options = {.threads = 1, .check_only = check_only};
    return wi_run_open(*scenario, &options, problems);
}

// The lower level has the stairs, the upper one a hole; one edge of each is a seam.
static void stairs_in_the_mesh(void **state) {
    (void)state;
    wi_problems problems = {0};
    wi_scenario *s;
    wi_run *run = open_run(with(stairs, "agents: [{at: [2, 5], goal: {at: [18, 5]}}]\n"), false, &s, &problems);
    assert_non_null(run);
    const wi_mesh *mesh = &wi_state(run)->mesh;
    uint32_t seams = 0, zones = 0, first = 0;
    for (uint32_t i = 0; i < mesh->cell_count; first += mesh->cells[i++].edge_count) {
        zones += mesh->cells[i].zone == 1;
        for (uint32_t k = 0; k < mesh->cells[i].edge_count; k++) {
            uint32_t twin = mesh->edges[first + k].twin, next = first + (k + 1) % mesh->cells[i].edge_count;
            seams += twin != WEND_NO_EDGE && mesh->edges[twin].corner != mesh->edges[next].corner;
        }
    }
    assert_int_equal(seams, 2);
    assert_int_equal(zones, 1);
    const wend_zone *zone = wi_state(run)->zone;
    assert_true(zone->kind == WEND_ZONE_STAIRS && zone->up.x == 1.0f && zone->up.y == 0.0f);
    wi_run_close(run);
    wi_scenario_free(s);
}

// Three levels: each cab has two seams, to each of the others one, and all cells are joined by them.
static void lifts_in_the_mesh(void **state) {
    (void)state;
    wi_problems problems = {0};
    wi_scenario *s;
    wi_run *run = open_run("wend: 1\ntime: {limit: 60}\nlevels: [{name: a}, {name: b}, {name: c}]\n"
                           "lifts: {l: {levels: [a, c, b], cab: [0, 0, 2, 2], door: east, capacity: 5, cycle: 30}}\n"
                           "agents: [{at: [9, 1], goal: {at: [12, 1]}}]\n",
                           false, &s, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(run);
    const wi_mesh *mesh = &wi_state(run)->mesh;
    uint32_t to[3][3] = {{0}}, *level = calloc(mesh->edge_count, sizeof *level), edge = 0;
    for (uint32_t i = 0; i < mesh->cell_count; i++)
        for (uint32_t k = 0; k < mesh->cells[i].edge_count; k++) level[edge++] = mesh->cells[i].level;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].twin != WEND_NO_EDGE) to[level[i]][level[mesh->edges[i].twin]]++;
    for (uint32_t i = 0; i < 9; i++)
        if (i % 3 != i / 3) assert_int_equal(to[i / 3][i % 3], 1);
    assert_int_equal(wi_state(run)->zone[0].kind, WEND_ZONE_LIFT);
    assert_int_equal(wi_state(run)->zone[0].capacity, 5);
    free(level);
    wi_run_close(run);
    wi_scenario_free(s);
}

static double arrival_of(const char *text) {
    wi_problems problems = {0};
    wi_scenario *s;
    wi_run *run = open_run(text, false, &s, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(run);
    wi_run_end end = WI_RUN_GOES_ON;
    wend_error error;
    while (end == WI_RUN_GOES_ON) assert_int_equal(wi_run_step(run, &end, &error), WEND_OK);
    double arrived = run->traveller[0].arrived;
    wi_run_close(run);
    wi_scenario_free(s);
    return arrived;
}

// 6 m to the stairs, 6 m on them, 4 m to the goal, at which one arrives 0.3 m before; the last half metre is slow.
static void stairs_take_their_time(void **state) {
    (void)state;
    double floor = (6.0 + 3.7) / 1.34, up = 6.0 / (0.455 * 1.34), down = 6.0 / (0.515 * 1.34);
    double took = arrival_of(with(stairs, "agents: [{at: [2, 5], goal: {at: [18, 5], level: first}}]\n"));
    assert_true(fabs(took - floor - up) < 0.6);
    took = arrival_of(with(stairs, "agents: [{at: [18, 5], level: first, goal: {at: [2, 5], level: ground}}]\n"));
    assert_true(fabs(took - floor - down) < 0.6);
}

static void lifts_come_every_cycle(void **state) {
    (void)state;
    double took = arrival_of("wend: 1\ntime: {limit: 90}\nlevels: [{name: a}, {name: b}]\n"
                             "lifts: {l: {levels: [a, b], cab: [0, 0, 2, 2], door: south, cycle: 30}}\n"
                             "agents: [{at: [1, -3], goal: {at: [1, -3], level: b}}]\n");
    assert_true(took > 30.0 && took < 40.0);
}

// The lower room ends where the stairs do.
static void stairs_at_walls_are_refused(void **state) {
    (void)state;
    wi_problems problems = {0};
    wi_scenario *s;
    assert_null(open_run("wend: 1\ntime: {limit: 60}\nlevels: [{name: ground}, {name: first}]\n"
                         "geometry: [{kind: room, points: [[0, 0], [14, 0], [14, 10], [0, 10]]},"
                         " {kind: room, level: first, points: [[0, 0], [20, 0], [20, 10], [0, 10]]}]\n"
                         "stairs:\n"
                         "  a: {from: ground, to: first, bottom: [[8, 4], [8, 6]], top: [[14, 4], [14, 6]]}\n",
                         false, &s, &problems));
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.problem[0].place.line, 6);
    assert_non_null(strstr(problems.problem[0].text, "the top of these stairs lies at a wall of level `ground`"));
    wi_problems_free(&problems);
    wi_scenario_free(s);
}

static const char *const slit = "wend: 1\ntime: {limit: 60}\ngeometry:\n"
                                "  - {kind: room, points: [[0, 0], [20, 0], [20, 10], [0, 10]]}\n"
                                "  - {kind: wall, points: [[10, 0], [10, 4]]}\n"
                                "  - {kind: wall, points: [[10, %s], [10, 10]]}\n"
                                "doors: {east: {points: [[10, 4], [10, %s]]}}\n"
                                "profiles: {walker: {router: %s, shape: {disc: 0.25}}}\n"
                                "agents:\n  - {at: [2, 5], goal: [18, 5]}\n";

// NULL: there is no problem.
static void expect_way(const char *gap_ends, const char *router, bool check_only, const char *words) {
    char text[1000];
    (void)snprintf(text, sizeof text, slit, gap_ends, gap_ends, router);
    wi_problems problems = {0};
    wi_scenario *s;
    wi_run *run = open_run(text, check_only, &s, &problems);
    if (!words) wi_problems_print(&problems, stderr);
    assert_int_equal(problems.count, words != NULL);
    assert_true((run != NULL) == (words == NULL));
    if (words && !strstr(problems.problem[0].text, words))
        fail_msg("%s\ndoes not say: %s", problems.problem[0].text, words);
    if (words) assert_int_equal(problems.problem[0].place.line, 10);
    if (run) wi_run_close(run);
    wi_problems_free(&problems);
    wi_scenario_free(s);
}

static void ways_are_looked_for(void **state) {
    (void)state;
    expect_way("4.4", "mesh", true, "the door `east` near (10");
    expect_way("4.4", "mesh", true, "lets only 0.4");
    expect_way("4.6", "mesh", true, NULL); // the door may open
    expect_way("4.4", "direct", true, NULL);
    expect_way("4.4", "mesh", false, NULL); // those who run it see it happen
}

// Ways lead around walls for every model, and nobody presses against them for ever.
static void around_a_wall(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) {
        char text[1000];
        (void)snprintf(text, sizeof text,
                       "wend: 1\ntime: {limit: 60, stop: all arrived}\n"
                       "geometry: [{kind: wall, points: [[5, 3], [8, 3], [8, -3], [5, -3]]}]\n"
                       "profiles: {walker: {model: %s, habits: none}}\nagents: [{at: [7, 0], goal: [12, 0]}]\n",
                       models[i]->name);
        wi_problems problems = {0};
        wi_scenario *s;
        wi_run *run = open_run(text, false, &s, &problems);
        wi_run_end end = WI_RUN_GOES_ON;
        wend_error error;
        while (end == WI_RUN_GOES_ON) assert_int_equal(wi_run_step(run, &end, &error), WEND_OK);
        if (end != WI_RUN_ALL_ARRIVED) fail_msg("%s stays in the trap", models[i]->name);
        wi_run_close(run);
        wi_scenario_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_as_written),
        cmocka_unit_test(wrong_in_every_way),
        cmocka_unit_test(stairs_in_the_mesh),
        cmocka_unit_test(lifts_in_the_mesh),
        cmocka_unit_test(stairs_take_their_time),
        cmocka_unit_test(lifts_come_every_cycle),
        cmocka_unit_test(stairs_at_walls_are_refused),
        cmocka_unit_test(ways_are_looked_for),
        cmocka_unit_test(around_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
