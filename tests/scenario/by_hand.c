#include "scenario/by_hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

void hand_init(hand *h) {
    memset(h, 0, sizeof *h);
    h->profile[0] = (wi_profile_source){.name = "walker", .model = &wend_model_orca, .preset = "default"};
    h->profile[0].place = (wi_place){"hand.yaml", 2, 3};
    h->profile[0].half_length = h->profile[0].half_width = hand_constant(0.25);
    h->scenario = (wi_scenario){.path = "hand.yaml",
                                .seed = 7,
                                .step = 0.1,
                                .limit = 60.0,
                                .profile = h->profile,
                                .profile_count = 1,
                                .group = h->group,
                                .shape = h->shape};
}

void hand_done(hand *h) { wi_problems_free(&h->problems); }

wi_quantity hand_constant(double a) {
    return (wi_quantity){.given = true, .spread = WI_CONSTANT, .a = a, .low = -INFINITY, .high = INFINITY};
}

wi_quantity hand_between(double a, double b) {
    return (wi_quantity){.given = true, .spread = WI_UNIFORM, .a = a, .b = b, .low = -INFINITY, .high = INFINITY};
}

wi_ring hand_ring(hand *h, const wend_point *point, uint32_t count) {
    assert_true(h->points + count <= HAND_POINTS);
    wend_point *to = h->point + h->points;
    memcpy(to, point, count * sizeof *to);
    h->points += count;
    return (wi_ring){to, count};
}

wi_ring hand_box(hand *h, double x0, double y0, double x1, double y1) {
    wend_point corner[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    return hand_ring(h, corner, 4);
}

wi_shape_source *hand_shape(hand *h, wend_obstacle_kind kind) {
    assert_true(h->scenario.shape_count < HAND_PARTS);
    uint32_t i = h->scenario.shape_count++;
    h->shape[i] = (wi_shape_source){.kind = kind, .scale = 1.0, .place = {"hand.yaml", 20 + i, 5}};
    return &h->shape[i];
}

void hand_shape_box(hand *h, wend_obstacle_kind kind, double x0, double y0, double x1, double y1) {
    wi_shape_source *shape = hand_shape(h, kind);
    assert_true(h->rings < HAND_PARTS);
    shape->ring = &h->ring[h->rings++];
    *shape->ring = hand_box(h, x0, y0, x1, y1);
    shape->ring_count = 1;
}

wi_group *hand_group(hand *h, wi_group_kind kind) {
    assert_true(h->scenario.group_count < HAND_PARTS);
    uint32_t i = h->scenario.group_count++;
    h->group[i] = (wi_group){.kind = kind,
                             .profile = &h->first_profile,
                             .profile_count = 1,
                             .until = INFINITY,
                             .place = {"hand.yaml", 40 + i, 5}};
    h->group[i].goal.radius = 0.3;
    h->group[i].goal.place = (wi_place){"hand.yaml", 60 + i, 9};
    return &h->group[i];
}

wi_goal_source hand_point_goal(double x, double y) {
    return (wi_goal_source){.at = {x, y}, .radius = 0.3, .place = {"hand.yaml", 70, 7}};
}

wi_run *hand_open(hand *h, uint32_t threads) {
    wi_run_options options = {.threads = threads};
    wi_run *run = wi_run_open(&h->scenario, &options, &h->problems);
    if (run != NULL) return run;
    wi_problems_print(&h->problems, stdout);
    fail_msg("the scenario was refused");
    return NULL;
}

uint32_t hand_refused(hand *h, const char *part) {
    wi_run_options options = {.check_only = true};
    wi_run *run = wi_run_open(&h->scenario, &options, &h->problems);
    wi_run_close(run);
    if (run != NULL) fail_msg("the scenario was not refused for '%s'", part);
    for (uint32_t i = 0; i < h->problems.count; i++)
        if (strstr(h->problems.problem[i].text, part) != NULL) return h->problems.problem[i].place.line;
    wi_problems_print(&h->problems, stdout);
    fail_msg("no problem says '%s'", part);
    return 0;
}

wi_run_end hand_run(wi_run *run, uint32_t steps) {
    wi_run_end end = WI_RUN_GOES_ON;
    wend_error why;
    for (uint32_t i = 0; i < steps && end == WI_RUN_GOES_ON; i++)
        if (wi_run_step(run, &end, &why) != WEND_OK) fail_msg("%s", why.text);
    return end;
}

void hand_file(char path[64], const char *ending, const char *text) {
    snprintf(path, 64, "/tmp/wend_hand_XXXXXX%s", ending);
    int file = mkstemps(path, (int)strlen(ending));
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (long)strlen(text));
    close(file);
}
