// The numbers of a report, against what can be worked out by hand.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/figures.h"

static void assert_near(double value, double expected) {
    if (!(fabs(value - expected) <= 1e-9 * fmax(1.0, fabs(expected))))
        fail_msg("%.12g, expected %.12g", value, expected);
}

// Ten seconds with a wide goal in the east (a door of 2 m) and a point in the west.
typedef struct hall {
    wi_report_run run;
    wi_plan_goal goal[2];
    wi_walker walker[8];
} hall;

static void add_walker(hall *in, double entered, double seen, double x, double settled) {
    in->walker[in->run.walkers++] = (wi_walker){.entered = entered, .seen = seen, .x = x, .settled = settled};
}

static void build(hall *in) {
    *in = (hall){.goal = {{.at = {10, 0}, .half = {0, 1}, .radius = 0.3}, {.at = {-10, 0}, .radius = 0.5}}};
    in->run.length = 10.0;
    in->run.walker = in->walker;
    in->run.plan.goal = in->goal;
    in->run.plan.goal_count = 2;
}

static void demolish(hall *in) {
    free(in->run.entered);
    free(in->run.out);
}

// Four leave by the east door at 4, 5, 6 and 8 s, one by the west at 7 s, one enters late and stays in the middle.
static void fill(hall *in) {
    build(in);
    add_walker(in, 0, 4, 9.8, 0);
    add_walker(in, 0, 6, 9.8, 0);
    add_walker(in, 0, 5, 9.8, 0);
    add_walker(in, 0, 8, 9.8, 0);
    add_walker(in, 0, 7, -9.0, 0);
    add_walker(in, 3, 10, 0.0, 3);
    assert_true(wi_figures_settle(&in->run));
}

static void goals_have_an_area_around_them(void **state) {
    (void)state;
    wi_plan_goal goal = {.at = {10, 0}, .half = {1, 2}, .radius = 0.5};
    assert_near(wi_goal_distance(&goal, 10.0, 0.0), 0.0);
    assert_near(wi_goal_distance(&goal, 11.4, 1.0), 0.0);
    assert_near(wi_goal_distance(&goal, 14.0, 6.0), hypot(3.0, 4.0) - 0.5);
    assert_near(wi_goal_distance(&goal, 8.0, 0.0), 0.5);
    assert_near(wi_goal_width(&goal), 4.0);
    goal.half = (wend_point){0, 0};
    assert_true(isnan(wi_goal_width(&goal)));
}

static void the_curve_counts_who_is_inside(void **state) {
    (void)state;
    hall in;
    fill(&in);
    const double times[][2] = {{0, 5}, {2.9, 5}, {3, 6}, {3.9, 6}, {4, 5}, {5.5, 4}, {7, 2}, {8, 1}, {10, 1}, {99, 1}};
    for (uint32_t i = 0; i < WEND_COUNT(times); i++)
        assert_int_equal(wi_inside_at(&in.run, times[i][0]), (int)times[i][1]);
    assert_near(wi_share_out(&in.run, 0.5), 6.0);
    assert_near(wi_share_out(&in.run, 5.0 / 6.0), 8.0);
    assert_true(isnan(wi_share_out(&in.run, 0.95)) && isnan(wi_share_out(&in.run, 1.0)));
    demolish(&in);
}

static void nobody_is_no_trouble(void **state) {
    (void)state;
    hall in;
    build(&in);
    assert_true(wi_figures_settle(&in.run));
    assert_int_equal(wi_inside_at(&in.run, 1.0), 0);
    assert_true(isnan(wi_share_out(&in.run, 0.5)));
    uint32_t count;
    const wi_figure *figure = wi_figures_list(&count);
    for (uint32_t i = 0; i < count; i++) assert_true(!isinf(figure[i].of(&in.run)));
    demolish(&in);
}

static void exits_are_the_nearest_goals(void **state) {
    (void)state;
    hall in;
    fill(&in);
    wi_exit_use east = wi_exit_used(&in.run, 0), west = wi_exit_used(&in.run, 1);
    assert_near(east.agents, 4.0);
    assert_near(east.share, 4.0 / 6.0);
    assert_near(east.first, 4.0);
    assert_near(east.last, 8.0);
    assert_near(east.flow, 3.0 / 4.0);
    assert_near(east.specific_flow, 3.0 / 8.0);
    assert_near(west.agents, 1.0);
    assert_true(isnan(west.flow) && isnan(west.specific_flow));
    uint32_t count;
    double *time = wi_exit_times(&in.run, 0, &count);
    assert_int_equal(count, 4);
    for (uint32_t i = 1; i < count; i++) assert_true(time[i - 1] <= time[i]);
    free(time);
    demolish(&in);
}

static void those_who_stay_at_a_goal_have_arrived(void **state) {
    (void)state;
    hall in;
    build(&in);
    add_walker(&in, 0, 10, 10.2, 6.5); // at the east goal since 6.5 s
    add_walker(&in, 0, 10, -9.0, 4.0); // half a metre from the west goal's edge
    add_walker(&in, 0, 10, -8.5, 4.0); // one metre from it
    add_walker(&in, 0, 10, 10.0, 9.6); // on its way out when the recording ends
    assert_true(wi_figures_settle(&in.run));
    assert_near(in.walker[3].out, 10.0);
    assert_near(in.walker[0].out, 6.5);
    assert_near(in.walker[1].out, 4.0);
    assert_true(isnan(in.walker[2].out));
    assert_int_equal(in.walker[2].exit, WI_NO_EXIT);
    demolish(&in);
}

static void goals_of_other_levels_are_no_exits(void **state) {
    (void)state;
    hall in;
    build(&in);
    in.goal[0].level = 1;
    add_walker(&in, 0, 4, 9.8, 0);
    assert_true(wi_figures_settle(&in.run));
    assert_int_equal(in.walker[0].exit, 1);
    demolish(&in);
}

// Any crowd: the curve against counting one by one.
static void the_curve_of_any_crowd(void **state) {
    (void)state;
    uint64_t seed = 7, word = seed;
    for (uint32_t round = 0; round < 300; round++) {
        hall in;
        build(&in);
        for (uint32_t i = 0; i < 8; i++) {
            word = word * 6364136223846793005u + 1442695040888963407u;
            double entered = (double)(word >> 60) * 0.5, seen = fmin(entered + (double)(word >> 56 & 15) * 0.5, 10.0);
            add_walker(&in, entered, seen, 0.0, entered);
        }
        assert_true(wi_figures_settle(&in.run));
        for (double time = 0.0; time < 11.0; time += 0.25) {
            uint32_t inside = 0;
            for (uint32_t i = 0; i < 8; i++)
                inside += in.walker[i].entered <= time && !(in.walker[i].seen < 10.0 && in.walker[i].seen <= time);
            if (wi_inside_at(&in.run, time) != inside)
                fail_msg("seed %llu, round %u, time %g", (unsigned long long)seed, round, time);
        }
        demolish(&in);
    }
}

static const wi_figure *figure_named(const char *name) {
    uint32_t count;
    const wi_figure *figure = wi_figures_list(&count);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(figure[i].name, name) == 0) return &figure[i];
    fail_msg("no figure %s", name);
    return NULL;
}

static void key_figures_by_hand(void **state) {
    (void)state;
    hall in;
    fill(&in);
    assert_near(figure_named("agents")->of(&in.run), 6.0);
    assert_near(figure_named("out")->of(&in.run), 5.0);
    assert_near(figure_named("inside")->of(&in.run), 1.0);
    assert_near(figure_named("first_out_s")->of(&in.run), 4.0);
    assert_near(figure_named("travel_95_s")->of(&in.run), 8.0); // 4, 5, 6, 7, 7, 8
    demolish(&in);
}

// 2, 4, 6: 4 +- 4.3026527 * 2 / sqrt(3). Two runs have a mean alone.
static void intervals_need_three_runs(void **state) {
    (void)state;
    wi_report_run run[3] = {0};
    for (uint32_t i = 0; i < 3; i++) run[i].peak_density = 2.0 * (i + 1);
    wi_interval three = wi_figure_over(figure_named("density_largest_per_m2"), run, 3);
    assert_near(three.mean, 4.0);
    assert_true(fabs(three.half - 4.3026527 * 2.0 / sqrt(3.0)) < 1e-6);
    wi_interval two = wi_figure_over(figure_named("density_largest_per_m2"), run, 2);
    assert_near(two.mean, 3.0);
    assert_true(isnan(two.half));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_have_an_area_around_them),
        cmocka_unit_test(the_curve_counts_who_is_inside),
        cmocka_unit_test(nobody_is_no_trouble),
        cmocka_unit_test(exits_are_the_nearest_goals),
        cmocka_unit_test(those_who_stay_at_a_goal_have_arrived),
        cmocka_unit_test(goals_of_other_levels_are_no_exits),
        cmocka_unit_test(the_curve_of_any_crowd),
        cmocka_unit_test(key_figures_by_hand),
        cmocka_unit_test(intervals_need_three_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
