// Scenarios filled in by hand, for tests of what is built from them.
#ifndef BY_HAND_H
#define BY_HAND_H

#include "scenario/run.h"

#define HAND_POINTS 256
#define HAND_PARTS 8

typedef struct hand {
    wi_scenario scenario;
    wi_profile_source profile[HAND_PARTS];
    wi_group group[HAND_PARTS];
    wi_shape_source shape[HAND_PARTS];
    wi_ring ring[HAND_PARTS];
    wi_goal_source goal[HAND_PARTS];
    wend_point point[HAND_POINTS];
    uint32_t points, rings;
    uint32_t first_profile;
    wi_problems problems;
} hand;

// A walker (orca, disc of 0.25 m), no walls, no groups; step 0.1 s, limit 60 s.
void hand_init(hand *h);
void hand_done(hand *h); // the problems

wi_quantity hand_constant(double a);
wi_quantity hand_between(double a, double b);
wi_ring hand_box(hand *h, double x0, double y0, double x1, double y1);
wi_ring hand_ring(hand *h, const wend_point *point, uint32_t count);
wi_shape_source *hand_shape(hand *h, wend_obstacle_kind kind);
void hand_shape_box(hand *h, wend_obstacle_kind kind, double x0, double y0, double x1, double y1);
wi_group *hand_group(hand *h, wi_group_kind kind); // stays, profile 0
wi_goal_source hand_point_goal(double x, double y);

// Opens; on problems fails the test with them.
wi_run *hand_open(hand *h, uint32_t threads);

// Opens a scenario that must be refused, with a problem whose text holds `part`; that problem's line or fails.
uint32_t hand_refused(hand *h, const char *part);

// Steps until it is over or so many steps are done; fails the test on an error.
wi_run_end hand_run(wi_run *run, uint32_t steps);

// Writes a temporary file whose name ends so.
void hand_file(char path[64], const char *ending, const char *text);
#endif
