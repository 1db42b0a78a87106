// Barriers that come and go: ways lead round them while they are there, as round any solid, and as over plain floor once
// they are gone, for the bodies that fit.
#include "scenario/acting.h"
#include "scenario/floor_stage.h"
#include "world/world.h"

#define SIZE 16.0 // m, of the floor
#define SLOT 4.0  // m, one box in each
#define RADII 4

typedef enum boxes_as { BARRIERS, SOLIDS, NOTHING } boxes_as;

static floor_plan plan; // too large for the stack

static double draw(uint64_t seed, uint32_t which, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, 7, 8, 9, which);
}

static void add_barrier(const wend_point corner[4], uint32_t number) {
    for (uint32_t i = 0; i < 4; i++) {
        floor_door(&plan, 0, corner[i].x, corner[i].y, corner[(i + 1) % 4].x, corner[(i + 1) % 4].y);
        plan.door[plan.plan.door_count - 1].barrier = number;
    }
}

// Boxes in rows, turned: of three, one is a barrier and the others are solid.
static void random_floor(uint64_t seed, boxes_as as) {
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, SIZE, SIZE);
    uint32_t slot = 0;
    for (double y = SLOT / 2; y < SIZE; y += SLOT)
        for (double x = SLOT / 2; x < SIZE; x += SLOT, slot++) {
            double w = draw(seed, 10 * slot, 0.4, 1.4), h = draw(seed, 10 * slot + 1, 0.4, 1.4);
            double c = cos(draw(seed, 10 * slot + 2, 0, 6)), s = sqrt(1 - c * c);
            wend_point corner[4];
            for (uint32_t i = 0; i < 4; i++) {
                double u = i == 1 || i == 2 ? w : -w, v = i >= 2 ? h : -h;
                corner[i] = (wend_point){x + c * u - s * v, y + s * u + c * v};
            }
            if (slot % 3 != 0)
                floor_shape(&plan, WEND_SOLID, 0, corner, 4);
            else if (as == BARRIERS)
                add_barrier(corner, slot + 1);
            else if (as == SOLIDS)
                floor_shape(&plan, WEND_SOLID, 0, corner, 4);
        }
}

static void set(const stage *on, uint32_t door, bool open) {
    wend_error error;
    must(wend_world_set_door(on->world, door, open, &error), &error);
}

static void set_all(const stage *on, bool open) {
    for (uint32_t i = 0; i < wend_scene_door_count(on->scene); i++) set(on, i, open);
}

// The length of the way for a body, INFINITY if there is none.
static double way_length(const stage *on, wend_point from, wend_point to, float radius) {
    uint32_t count;
    double length;
    wend_error error;
    must(wend_world_path(on->world, 0, from, (wend_target){.at = to}, radius, NULL, 0, &count, &length, &error),
         &error);
    return count > 0 ? length : INFINITY;
}

// Somewhere on the floor of the plan where a body of that radius has room.
static wend_point random_place(uint64_t seed, uint32_t which, double radius) {
    for (uint32_t i = 0;; i++) {
        wend_point at = {draw(seed, which + 2 * i, 0, SIZE), draw(seed, which + 2 * i + 1, 0, SIZE)};
        if (floor_is_walkable(&plan, 0, at) && floor_line_distance(&plan, 0, at) > radius + 0.01) return at;
    }
}

// How many of 20 ways differ on two floors that should be the same one, which is that of the plan.
static uint32_t other_ways(const stage *a, const stage *b, uint64_t seed, const char *what) {
    uint32_t others = 0;
    for (uint32_t i = 0; i < 20; i++) {
        double radius = 0.15 * (i % RADII) + 0.05;
        wend_point from = random_place(seed, 5000 + 1000 * i, radius), to = random_place(seed, 5500 + 1000 * i, radius);
        double first = way_length(a, from, to, (float)radius), second = way_length(b, from, to, (float)radius);
        if (isinf(first) ? isinf(second) : fabs(first - second) < 0.02 * first) continue;
        print_message("seed %llu: %s, from (%g, %g) to (%g, %g), a body of %g m has a way of %g m, not %g\n",
                      (unsigned long long)seed, what, from.x, from.y, to.x, to.y, radius, first, second);
        assert_true(fabs(first - second) <
                    0.04 * first); // and so there is none where the other floor lets nobody through
        others++;
    }
    return others;
}

// Round corners, room is kept by what cells there are, so that ways differ a little where a barrier has left some.
static void ways_are_those_of_solids_or_of_plain_floor(void **state) {
    (void)state;
    uint32_t missed = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_floor(seed, BARRIERS);
        stage barriers = floor_stage(&plan);
        random_floor(seed, SOLIDS);
        stage solids = floor_stage(&plan);
        random_floor(seed, NOTHING);
        stage nothing = floor_stage(&plan);
        random_floor(seed, SOLIDS);
        assert_int_equal(other_ways(&barriers, &solids, seed, "with barriers"), 0);
        random_floor(seed, NOTHING);
        set_all(&barriers, true);
        missed += other_ways(&barriers, &nothing, seed, "without barriers");
        random_floor(seed, SOLIDS);
        set_all(&barriers, false);
        assert_int_equal(other_ways(&barriers, &solids, seed, "with barriers again"), 0);
        stage_close(&barriers);
        stage_close(&solids);
        stage_close(&nothing);
    }
    assert_true(missed <= 4000 / 500);
}

// What was measured door by door is what is measured in one go.
static void expect_same_widths(const stage *a, const stage *b, uint64_t seed) {
    const wi_terrain *first = &a->world->routes.map, *second = &b->world->routes.map;
    bool same = memcmp(first->width, second->width, first->width_count * sizeof *first->width) == 0 &&
                memcmp(first->gap, second->gap, first->width_count * sizeof *first->gap) == 0 &&
                first->step_count == second->step_count &&
                memcmp(first->step, second->step, first->step_count * sizeof *first->step) == 0;
    if (!same) fail_msg("seed %llu: widths depend on which doors were opened before", (unsigned long long)seed);
}

static void widths_depend_on_nothing_but_the_doors(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_floor(seed, BARRIERS);
        for (uint32_t i = 0; i < plan.plan.door_count; i++) plan.door[i].barrier = 0; // each side for itself
        stage turned = floor_stage(&plan);
        for (uint32_t turn = 0; turn < 5; turn++) {
            for (uint32_t i = 0; i < plan.plan.door_count; i++) {
                if (draw(seed, 9000 + 100 * turn + i, 0, 1) > 0.3) continue;
                plan.door[i].open = !plan.door[i].open;
                set(&turned, i, plan.door[i].open);
            }
            (void)way_length(&turned, (wend_point){0.3, 0.3}, (wend_point){15, 15}, 0.2f);
            stage fresh = floor_stage(&plan);
            expect_same_widths(&turned, &fresh, seed);
            stage_close(&fresh);
        }
        stage_close(&turned);
    }
}

// A block with an aisle on either side, and a crate in the lower one.
#define AISLES                                                                     \
    ACTING_HEAD "geometry:\n"                                                      \
                "  - {kind: room, points: [[0, 0], [20, 0], [20, 10], [0, 10]]}\n" \
                "  - {kind: solid, points: [[4, 3], [16, 3], [16, 7], [4, 7]]}\n"
#define PEOPLE                                     \
    "goals: {end: {at: [19, 1.5], radius: 0.5}}\n" \
    "agents: [{random: {region: [0.5, 0.5, 2.5, 2.5], count: 6}, goal: end}]\n"

static double length_of_aisle(acting *a) {
    stage on = {NULL, a->run->world};
    return way_length(&on, (wend_point){2, 1.5}, (wend_point){19, 1.5}, 0.25f);
}

// How many have been in the upper aisle, and in the lower one beyond the crate, after so many steps.
typedef struct counts {
    uint32_t upper, lower;
} counts;

static counts walk(acting *a, uint32_t steps) {
    counts all = {0, 0};
    bool up[8] = {false}, down[8] = {false};
    for (uint32_t i = 0; i < steps; i++) {
        act_step(a, 1);
        for (wend_serial serial = 1; serial <= 6; serial++) {
            wend_point at = agent_get(a->run->world, serial).position;
            up[serial] |= at.y > 7.0;
            down[serial] |= at.x > 10.5 && at.x < 15.0 && at.y < 3.0;
        }
    }
    for (uint32_t i = 1; i <= 6; i++) {
        all.upper += up[i];
        all.lower += down[i];
    }
    return all;
}

static void one_goes_round_a_crate_while_it_is_there(void **state) {
    (void)state;
    acting there = act(AISLES "barriers: {crate: {area: [9, 0, 10, 3]}}\n" PEOPLE);
    assert_true(length_of_aisle(&there) > 23.0);
    counts round = walk(&there, 400);
    assert_int_equal(round.upper, 6);
    assert_int_equal(round.lower, 0);
    act_end(&there);

    acting gone = act(AISLES "barriers: {crate: {area: [9, 0, 10, 3], switches: [1]}}\n" PEOPLE);
    assert_true(length_of_aisle(&gone) > 23.0);
    counts straight = walk(&gone, 400);
    assert_near(length_of_aisle(&gone), 17.0, 0.01);
    assert_int_equal(straight.upper, 0);
    assert_int_equal(straight.lower, 6);
    act_end(&gone);
}

// Those who are on the way already turn round, and nobody walks through it.
static void a_crate_appears_on_the_way(void **state) {
    (void)state;
    acting a = act(AISLES "barriers: {crate: {area: [9, 0, 10, 3], present: false, switches: [3]}}\n" PEOPLE);
    counts round = walk(&a, 600);
    assert_int_equal(round.upper, 6);
    for (wend_serial serial = 1; serial <= 6; serial++) assert_true(agent_get(a.run->world, serial).position.x > 17.0);
    act_end(&a);
}

static void it_waits_while_somebody_stands_where_it_comes(void **state) {
    (void)state;
    acting a = act(AISLES "barriers: {crate: {area: [9, 0, 12, 3], present: false, switches: [1]}}\n"
                          "agents: [{at: [10.5, 1.5], goal: stay}]\n");
    act_step(&a, 30);
    assert_true(wend_world_door_is_open(a.run->world, 0));
    wend_error error;
    assert_int_equal(wend_world_set_door(a.run->world, 2, false, &error), WEND_NO_SPACE);
    assert_non_null(strstr(error.text, "agent 1"));
    wend_agent agent = agent_get(a.run->world, 1);
    agent.position.x = 14;
    agent_set(a.run->world, &agent);
    act_step(&a, 1);
    for (uint32_t side = 0; side < 4; side++) assert_false(wend_world_door_is_open(a.run->world, side));
    act_end(&a);
}

// In the middle, with the crate there and not.
static void saved_worlds_go_on_with_it(void **state) {
    (void)state;
    for (uint32_t when = 20; when <= 60; when += 20) {
        acting a = act(AISLES "barriers: {crate: {area: [9, 0, 10, 3], switches: [3]}}\n" PEOPLE);
        act_step(&a, when);
        wend_error error;
        wend_world *copy = act_copy(&a, 3);
        must(wend_world_set_door(copy, 0, true, &error), &error);
        must(wend_world_set_door(a.run->world, 0, true, &error), &error);
        world_step(copy, 100);
        world_step(a.run->world, 100);
        assert_true(wend_world_hash(copy) == wend_world_hash(a.run->world));
        wend_world_destroy(copy);
        act_end(&a);
    }
}

static void wrong_barriers_are_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"barriers: 3\n", "map from names"},
        {"barriers: {crate: {}}\n", "area"},
        {"barriers: {crate: {line: [[1, 1], [1, 1]]}}\n", "must be apart"},
        {"barriers: {crate: {area: [0, 0, 1, 1], switches: [2, 1]}}\n", "must ascend"},
        {"barriers: {crate: {area: [0, 0, 1, 1], presnt: true}}\n", "present"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        char text[2000];
        snprintf(text, sizeof text, AISLES "%s" PEOPLE, wrong[i][0]);
        wi_problems problems = {0};
        assert_null(read_text(text, &problems));
        assert_non_null(strstr(problems.problem[0].text, wrong[i][1]));
        assert_int_equal(problems.problem[0].place.line, 6);
        wi_problems_free(&problems);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_those_of_solids_or_of_plain_floor),
        cmocka_unit_test(widths_depend_on_nothing_but_the_doors),
        cmocka_unit_test(one_goes_round_a_crate_while_it_is_there),
        cmocka_unit_test(a_crate_appears_on_the_way),
        cmocka_unit_test(it_waits_while_somebody_stands_where_it_comes),
        cmocka_unit_test(saved_worlds_go_on_with_it),
        cmocka_unit_test(wrong_barriers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
