// What every router does with doors, costs, lifts, and the posts and grids that a file gives.
#include "scenario/acting.h"

static const char *const routers[] = {"mesh", "corridor", "field", "roadmap"};

static acting with_router(const char *text, const char *router) {
    char all[4000];
    snprintf(all, sizeof all, "%sprofiles: {walker: {router: %s}}\n", text, router);
    return act(all);
}

#define ROOMS                 \
    ACTING_HEAD "geometry:\n" \
                "  - {kind: room, points: [[0, 0], [16, 0], [16, 8], [0, 8]]}\n"

static uint32_t beyond(acting *a, double x) {
    wend_view view = world_view(a->run->world);
    uint32_t count = 0;
    for (uint32_t row = 0; row < view.count; row++) count += (double)view.x[row] > x;
    return count;
}

static void people_go_through_a_door_after_it_opens_and_not_before(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(routers); i++) {
        acting a =
            with_router(ROOMS "  - {kind: wall, points: [[8, 0], [8, 3]]}\n"
                              "  - {kind: wall, points: [[8, 5], [8, 8]]}\n"
                              "doors: {gate: {points: [[8, 3], [8, 5]], switches: [10]}}\n"
                              "agents: [{random: {region: [1, 1, 7, 7], count: 8}, goal: {region: [12, 1, 15, 7]}}]\n",
                        routers[i]);
        act_step(&a, 100);
        assert_int_equal(beyond(&a, 8.0), 0);
        act_step(&a, 300);
        if (beyond(&a, 11.0) != 8) fail_msg("%s: %u of 8 went through the door", routers[i], beyond(&a, 11.0));
        act_end(&a);
    }
}

static bool crosses_lawn(const char *router, const char *cost) {
    char text[2000];
    snprintf(text, sizeof text,
             ROOMS "  - {kind: solid, points: [[7.9, 3.9], [8.1, 3.9], [8.1, 4.1], [7.9, 4.1]]}\n"
                   "regions: {lawn: {area: [5, 1.5, 11, 6.5], cost: %s}}\n"
                   "agents: [{at: [2, 5], goal: [14, 5]}]\n",
             cost);
    acting a = with_router(text, router);
    bool inside = false;
    for (uint32_t i = 0; i < 250; i++) {
        act_step(&a, 1);
        wend_point at = agent_get(a.run->world, 1).position;
        inside |= at.x > 6.0 && at.x < 10.0 && at.y > 2.2 && at.y < 5.8;
    }
    if (agent_get(a.run->world, 1).position.x < 13.0) fail_msg("%s: nobody gets past the lawn", router);
    act_end(&a);
    return inside;
}

static void ways_lead_round_what_costs_more(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(routers); i++) {
        if (!crosses_lawn(routers[i], "1.01")) fail_msg("%s: round a lawn that costs nothing", routers[i]);
        if (crosses_lawn(routers[i], "5")) fail_msg("%s: over a lawn that costs five times as much", routers[i]);
    }
}

static void lifts_take_people_of_every_router(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(routers); i++) {
        acting a = with_router(
            ACTING_HEAD
            "levels: [{name: ground}, {name: first, height: 4}]\n"
            "geometry:\n"
            "  - {kind: room, level: ground, points: [[0, 0], [12, 0], [12, 8], [0, 8]]}\n"
            "  - {kind: room, level: first, points: [[0, 0], [12, 0], [12, 8], [0, 8]]}\n"
            "lifts: {a: {levels: [ground, first], cab: [5, 4, 7, 6], door: south, capacity: 4, cycle: 10}}\n"
            "agents: [{grid: {from: [2, 1], columns: 3, rows: 1, spacing: 1}, level: ground,\n"
            "          goal: {at: [10, 1], level: first, radius: 1.5}}]\n",
            routers[i]);
        act_step(&a, 600);
        for (wend_serial serial = 1; serial <= 3; serial++) {
            wend_agent agent = agent_get(a.run->world, serial);
            if (agent.level != 1 || !agent.arrived)
                fail_msg("%s: agent %u is on level %u at (%g, %g)", routers[i], (uint32_t)serial, agent.level,
                         agent.position.x, agent.position.y);
        }
        act_end(&a);
    }
}

// Through the posts that are given and no others: round the far end of the wall although the near one is shorter.
static void people_walk_from_post_to_post(void **state) {
    (void)state;
    acting a = with_router(ROOMS "  - {kind: wall, points: [[8, 1.5], [8, 6]]}\n"
                                 "ways: {posts: [[7, 7], [9, 7]]}\n"
                                 "agents: [{at: [6, 2], goal: [10, 2]}]\n",
                           "roadmap");
    double highest = 0.0;
    for (uint32_t i = 0; i < 200; i++) {
        act_step(&a, 1);
        highest = fmax(highest, agent_get(a.run->world, 1).position.y);
    }
    assert_true(highest > 6.0);
    assert_true(agent_get(a.run->world, 1).position.x > 9.0);
    act_end(&a);
}

static uint64_t hash_with(const char *ways, const char *router) {
    char text[2000];
    snprintf(text, sizeof text,
             ROOMS
             "  - {kind: wall, points: [[8, 1.5], [8, 8]]}\n"
             "ways: %s\n"
             "agents: [{grid: {from: [1, 3], columns: 2, rows: 3, spacing: 1}, goal: {at: [14, 6], radius: 1}}]\n",
             ways);
    acting a = with_router(text, router);
    act_step(&a, 300);
    if (beyond(&a, 11.0) != 6) fail_msg("%s with %s: only %u of 6 arrive", router, ways, beyond(&a, 11.0));
    uint64_t hash = wend_world_hash(a.run->world);
    act_end(&a);
    return hash;
}

static void posts_may_be_sampled_and_grids_be_finer(void **state) {
    (void)state;
    uint64_t sampled = hash_with("{posts: {count: 150, seed: 3}}", "roadmap");
    assert_true(sampled == hash_with("{posts: {count: 150, seed: 3}}", "roadmap"));
    assert_true(sampled != hash_with("{posts: {count: 150, seed: 4}}", "roadmap"));
    assert_true(hash_with("{grid: 0.2}", "field") != hash_with("{grid: 0.25}", "field"));
}

static void wrong_ways_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *ways;
        uint32_t column;
        const char *says;
    } wrong[] = {
        {"{grid: 0}", 14, "grid"},
        {"{posts: {count: 5000}}", 23, "count"},
        {"{posts: []}", 15, "posts"},
        {"{post: [[1, 1]]}", 8, "posts"},
        {"{posts: [[1, 1], {at: [2, 2], level: cellar}]}", 44, "cellar"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        char text[2000];
        snprintf(text, sizeof text, ROOMS "ways: %s\n", wrong[i].ways);
        wi_problems problems = {0};
        assert_null(read_text(text, &problems));
        assert_problem(&problems, 5, wrong[i].column, wrong[i].says);
        wi_problems_free(&problems);
    }
    wi_scenario *scenario = read_good(ROOMS "ways: {posts: [[1, 1], [20, 1]]}\nagents: [{at: [1, 1], goal: [3, 3]}]\n");
    wi_problems problems = {0};
    assert_null(wi_run_open(scenario, &(wi_run_options){.threads = 1}, &problems));
    assert_problem(&problems, 5, 24, "not in any cell");
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_go_through_a_door_after_it_opens_and_not_before),
        cmocka_unit_test(ways_lead_round_what_costs_more),
        cmocka_unit_test(lifts_take_people_of_every_router),
        cmocka_unit_test(people_walk_from_post_to_post),
        cmocka_unit_test(posts_may_be_sampled_and_grids_be_finer),
        cmocka_unit_test(wrong_ways_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
