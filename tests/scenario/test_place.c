// Where agents stand: never over each other or a wall, up to densities near the possible, evenly, and the same each time;
// and what is said where they cannot.
#include "scenario/by_hand.h"
#include "scenario/place.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static wi_group *random_group(hand *h, double width, double height, uint32_t count) {
    wi_group *group = hand_group(h, WI_GROUP_RANDOM);
    group->region = hand_box(h, 0.0, 0.0, width, height);
    group->count = count;
    return group;
}

// Opening is the proof: the world refuses bodies that overlap another or a wall.
static uint64_t place(hand *h, uint32_t agents) {
    wi_run *run = hand_open(h, 1);
    assert_int_equal(wend_world_stats(run->world).agents, agents);
    uint64_t hash = wend_world_hash(run->world);
    wi_run_close(run);
    return hash;
}

static void by_rule(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *grid = hand_group(&h, WI_GROUP_GRID);
    grid->at = (wend_point){1.0, 2.0};
    grid->columns = 3, grid->rows = 2;
    grid->spacing = (wend_vec){0.5f, 0.75f};
    wi_group *circle = hand_group(&h, WI_GROUP_CIRCLE);
    circle->at = (wend_point){100.0, 0.0};
    circle->radius = 10.0, circle->count = 4;
    wi_run *run = hand_open(&h, 1);
    wend_agent agent;
    assert_int_equal(wend_world_get(run->world, 6, &agent, NULL), WEND_OK);
    assert_true(agent.position.x == 2.0 && agent.position.y == 2.75);
    assert_int_equal(wend_world_get(run->world, 8, &agent, NULL), WEND_OK);
    assert_true(fabs(agent.position.x - 100.0) < 1e-5 && fabs(agent.position.y - 10.0) < 1e-5);
    wi_run_close(run);
    hand_done(&h);
}

// A disc of 0.25 m takes at least 0.2165 m2, 4.62 per m2, in a plane; here in 20 m x 10 m, with centres to the edge.
static void to_the_limit(void **state) {
    (void)state;
    for (uint32_t per_m2 = 1; per_m2 <= 9; per_m2++) {
        hand h;
        hand_init(&h);
        random_group(&h, 20.0, 10.0, 0)->density = per_m2 / 2.0;
        place(&h, per_m2 * 100);
        hand_done(&h);
    }
}

static void within_walls(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    hand_shape_box(&h, WEND_ROOM, 0.0, 0.0, 12.0, 9.0);
    hand_shape_box(&h, WEND_SOLID, 4.0, 4.0, 6.0, 6.0);
    hand_shape(&h, WEND_WALL)->wkt = "LINESTRING(8 0,8 7)";
    random_group(&h, 12.0, 9.0, 350);
    hand_group(&h, WI_GROUP_SINGLE)->at = (wend_point){2.0, 2.0}; // placed first although it stands second
    place(&h, 351);
    h.group[0].count = 600;
    assert_int_equal(hand_refused(&h, "600 discs of 0.25 m in 108 m2 are 5.56 per m2; at most about"), 40);
    hand_done(&h);
}

static void different_sizes(void **state) {
    (void)state;
    for (uint32_t count = 200; count <= 800; count += 200) {
        hand h;
        hand_init(&h);
        h.profile[0].half_length = hand_between(0.15, 0.3);
        random_group(&h, 20.0, 10.0, count);
        place(&h, count); // 800 cover 0.66 of the area
        hand_done(&h);
    }
    hand h;
    hand_init(&h);
    h.profile[0].half_length = hand_between(0.15, 0.3);
    random_group(&h, 20.0, 10.0, 960); // 0.79: more than a lattice of the largest has sites
    place(&h, 960);
    h.group[0].count = 2000;
    hand_refused(&h, "2,000 discs of 0.15 to 0.3 m in 200 m2 are 10 per m2; at most about");
    hand_done(&h);
}

static void unreachable(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    random_group(&h, 20.0, 10.0, 2000);
    assert_int_equal(hand_refused(&h, "2,000 discs of 0.25 m in 200 m2 are 10 per m2; at most about 4.8 fit"), 40);
    hand_done(&h);
    hand_init(&h);
    hand_shape_box(&h, WEND_SOLID, -1.0, -1.0, 30.0, 30.0);
    random_group(&h, 20.0, 10.0, 3);
    assert_int_equal(hand_refused(&h, "at most about 0 fit"), 40);
    hand_done(&h);
}

static void other_regions(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wend_point slant[] = {{0, 0}, {20, 15}, {17, 19}, {-3, 4}},
               corner[] = {{50, 0}, {60, 0}, {60, 2}, {52, 2}, {52, 9}, {50, 9}};
    wi_group *group = hand_group(&h, WI_GROUP_RANDOM);
    group->region = hand_ring(&h, slant, 4); // 25 m x 5 m, turned
    group->density = 4.0;
    group = hand_group(&h, WI_GROUP_RANDOM);
    group->region = hand_ring(&h, corner, 6);
    group->density = 3.5;
    place(&h, 500 + 119);
    hand_done(&h);
}

// Two groups in one region keep clear of each other.
static void twice_the_same_region(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    random_group(&h, 20.0, 10.0, 300);
    random_group(&h, 20.0, 10.0, 300);
    place(&h, 600);
    hand_done(&h);
}

static void far_away(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *group = hand_group(&h, WI_GROUP_RANDOM);
    group->region = hand_box(&h, 450000.0, 5400000.0, 450020.0, 5400010.0);
    group->density = 4.4;
    wi_run *run = hand_open(&h, 1);
    assert_true(run->traveller[0].last.x >= 450000.0 && run->traveller[0].last.x <= 450020.0);
    wi_run_close(run);
    hand_done(&h);
}

static void same_again(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *group = random_group(&h, 20.0, 10.0, 850);
    uint64_t hash = place(&h, 850);
    assert_true(hash == place(&h, 850));
    h.scenario.seed++;
    assert_true(hash != place(&h, 850));
    group->count = 100;
    hash = place(&h, 100);
    assert_true(hash == place(&h, 100));
    hand_done(&h);
}

// Counts in 10 x 10 fields: chi-squared with 99 degrees of freedom is above 149 once in a thousand times; bodies that
// keep apart make it smaller.
static void evenly(void **state) {
    (void)state;
    for (uint32_t count = 500; count <= 6000; count += 5500) {
        hand h;
        hand_init(&h);
        random_group(&h, 40.0, 40.0, count);
        printf("seed %llu\n", (unsigned long long)h.scenario.seed);
        wi_run *run = hand_open(&h, 1);
        double field[100] = {0}, sum = 0.0;
        for (uint32_t i = 0; i < count; i++) {
            wend_point at = run->traveller[i].last;
            field[(int)(at.x / 4.0) * 10 + (int)(at.y / 4.0)]++;
        }
        for (uint32_t i = 0; i < 100; i++) sum += pow(field[i] - count / 100.0, 2.0) / (count / 100.0);
        if (sum > 149.0) fail_msg("%u agents are unevenly spread: chi-squared %g", count, sum);
        wi_run_close(run);
        hand_done(&h);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void many(void **state) {
    (void)state;
    const double density[] = {0.5, 2.0, 4.0, 4.5};
    for (uint32_t i = 0; i < 4; i++) {
        hand h;
        hand_init(&h);
        double side = sqrt(100000.0 / density[i]);
        random_group(&h, side, side, 100000);
        double since = seconds();
        place(&h, 100000);
        printf("100,000 agents at %g per m2: %.2f s\n", density[i], seconds() - since);
        hand_done(&h);
    }
}

static void overlapping(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    hand_group(&h, WI_GROUP_SINGLE)->at = (wend_point){0.0, 0.0};
    hand_group(&h, WI_GROUP_SINGLE)->at = (wend_point){0.4, 0.0};
    assert_int_equal(hand_refused(&h, "overlaps agent 1 at (0, 0) of hand.yaml:40:5 by 0.1 m"), 41);
    hand_done(&h);
    hand_init(&h);
    hand_shape_box(&h, WEND_SOLID, 0.0, 0.0, 1.0, 1.0);
    hand_group(&h, WI_GROUP_SINGLE)->at = (wend_point){0.5, 0.5};
    hand_group(&h, WI_GROUP_SINGLE)->at = (wend_point){1.2, 0.5};
    assert_int_equal(hand_refused(&h, "stands inside an obstacle"), 40);
    wi_problems_free(&h.problems);
    h.problems = (wi_problems){0};
    assert_int_equal(hand_refused(&h, "overlaps a wall"), 41);
    hand_done(&h);
}

// An ellipse may stand where a disc around it could not.
static void true_outlines(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    h.profile[0].shape = WEND_ELLIPSE;
    h.profile[0].half_length = hand_constant(0.5);
    h.profile[0].half_width = hand_constant(0.2);
    for (int i = 0; i < 2; i++) {
        wi_group *group = hand_group(&h, WI_GROUP_SINGLE);
        group->at = (wend_point){0.0, 0.41 * i};
        group->heading = hand_constant(0.0);
    }
    place(&h, 2);
    h.group[1].at.y = 0.39;
    hand_refused(&h, "by 0.01 m");
    hand_done(&h);
}

static void face(hand *h, double heading) {
    h->profile[0].shape = WEND_ELLIPSE;
    h->profile[0].half_length = hand_constant(0.149);
    h->profile[0].half_width = hand_constant(0.2286);
    for (uint32_t i = 0; i < h->scenario.group_count; i++) h->group[i].heading = hand_constant(heading);
}

// The same at random: sideways in a passage that is narrower than their shoulders, among each other, and beside a
// neighbour whose disc would leave no room.
static void random_outlines(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    hand_shape_box(&h, WEND_ROOM, 0.0, 0.0, 0.36, 3.0);
    random_group(&h, 0.36, 3.0, 2);
    face(&h, 0.0);
    uint64_t hash = place(&h, 2);
    assert_true(hash == place(&h, 2));
    face(&h, 1.5707963);
    hand_refused(&h, "at most about 0 fit");
    hand_done(&h);

    hand_init(&h);
    random_group(&h, 3.0, 3.0, 45);
    face(&h, 0.0);
    place(&h, 45);
    h.group[0].count = 200;
    hand_refused(&h, "200 bodies within discs of 0.229 m");
    hand_done(&h);

    hand_init(&h);
    hand_shape_box(&h, WEND_ROOM, 0.0, 0.0, 0.7, 0.5);
    random_group(&h, 0.4, 0.5, 1);
    hand_group(&h, WI_GROUP_SINGLE)->at = (wend_point){0.53, 0.25};
    face(&h, 0.0);
    place(&h, 2);
    hand_done(&h);
}

// Who faces its goal might have to face anywhere: without a heading in the file it stands as a disc does.
static void random_outlines_without_a_heading(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    hand_shape_box(&h, WEND_ROOM, 0.0, 0.0, 0.36, 3.0);
    random_group(&h, 0.36, 3.0, 2);
    face(&h, 0.0);
    h.group[0].heading.given = false;
    hand_refused(&h, "at most about 0 fit");
    hand_done(&h);
}

static void csv_group(hand *h, char path[64], const char *text) {
    hand_init(h);
    hand_file(path, ".csv", text);
    hand_group(h, WI_GROUP_CSV)->csv = path;
}

static void from_csv(void **state) {
    (void)state;
    hand h;
    char path[64];
    csv_group(&h, path,
              "# people\nx, y, vx, vy, heading_deg, goal_x, goal_y, profile\n\n"
              "1, 2, 0.5, 0.25, , 10, 2, \"walker\"\n3, 4, , , 90, , , \n");
    h.group[0].leaves = true;
    wi_run *run = hand_open(&h, 1);
    wend_agent agent;
    assert_int_equal(wend_world_get(run->world, 1, &agent, NULL), WEND_OK);
    assert_true(agent.position.x == 1.0 && agent.velocity.y == 0.25f && agent.goal.at.x == 10.0 && agent.leaves);
    assert_int_equal(wend_world_get(run->world, 2, &agent, NULL), WEND_OK);
    assert_true(fabsf(agent.heading - 1.5707964f) < 1e-6f && agent.goal.at.y == 4.0 && !agent.leaves);
    wi_run_close(run);
    unlink(path);
    hand_done(&h);
}

static void wrong_csv(void **state) {
    (void)state;
    const struct {
        const char *text, *part;
        uint32_t line;
    } wrong[] = {
        {"x,z\n1,2\n", "no column 'z'", 1},
        {"x\n1\n", "columns x and y must be there", 1},
        {"x,y,goal_x\n1,2,3\n", "belong together", 1},
        {"x,y\n1,2\n3\n", "has 1 values", 3},
        {"x,y\n1,2\n\n5,six\n", "y must be a number, not 'six'", 4},
        {"x,y,profile\n1,2,nobody\n", "no profile 'nobody'", 2},
        {"x,y,level\n1,2,cellar\n", "no level 'cellar'", 2},
        {"x,y\n1,2\n1.1,2\n", "overlaps agent 1", 3},
        {"x,y\n1,\n", "x and y must be given", 2},
        {"", "must name the columns", 0},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        hand h;
        char path[64];
        csv_group(&h, path, wrong[i].text);
        assert_int_equal(hand_refused(&h, wrong[i].part), wrong[i].line);
        unlink(path);
        hand_done(&h);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_rule),
        cmocka_unit_test(to_the_limit),
        cmocka_unit_test(within_walls),
        cmocka_unit_test(different_sizes),
        cmocka_unit_test(unreachable),
        cmocka_unit_test(other_regions),
        cmocka_unit_test(twice_the_same_region),
        cmocka_unit_test(far_away),
        cmocka_unit_test(same_again),
        cmocka_unit_test(evenly),
        cmocka_unit_test(many),
        cmocka_unit_test(overlapping),
        cmocka_unit_test(true_outlines),
        cmocka_unit_test(random_outlines),
        cmocka_unit_test(random_outlines_without_a_heading),
        cmocka_unit_test(from_csv),
        cmocka_unit_test(wrong_csv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
