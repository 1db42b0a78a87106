// Which velocity: the one closest to the preferred velocity that is outside all velocity obstacles. Shared by the
// models vo and rvo, which differ only in how much of the avoidance an agent takes upon itself.
#ifndef WI_CHOOSE_VELOCITY_H
#define WI_CHOOSE_VELOCITY_H

#include "steer/velocity_obstacle.h"
#include "wend/model.h"

#define WI_CHOICE_WALLS 32
#define WI_CHOICE_MAX (WI_CHOICE_WALLS + WEND_NEIGHBOURS_MAX)

// What an agent may choose from. The velocity found respects |v| <= max_speed to the last bit, and
// |v - current| <= max_change to float rounding (INFINITY: no such limit; left out where the limits exclude each other).
typedef struct wi_choice {
    wi_dvec preferred, current; // m/s
    double max_speed, max_change;
    double step;                   // s
    wi_vo obstacle[WI_CHOICE_MAX]; // walls first
    uint32_t wall_count, count;
} wi_choice;

// The velocity. Exact, up to the tolerances at the top of the source: the optimum is the preferred velocity, the point
// nearest to it on a boundary of an obstacle or limit, or a point where two such boundaries meet. All of these are
// looked at. Where none of them is free, the best is least deep in a wall after the step, then inside the fewest walls,
// then least deep in a body after the step, then inside the fewest bodies, then meets the first of all latest, then is
// closest to the preferred velocity. (Each cell into which the boundaries cut the velocities has one of these points in
// its closure, so that fewest is exact too where nothing is in reach within the step.)
wend_vec wi_choose_velocity(const wi_choice *choice);

// The parameters of vo and rvo.
typedef struct wi_choice_settings {
    float horizon, obstacle_horizon, neighbour_distance, max_neighbours, side_bias, step_aside, precedence;
} wi_choice_settings;

extern const wend_param wi_choice_params[7];
extern const wend_preset wi_choice_presets[2];

// The part of the avoidance that a takes from b: 0 (b is left to avoid a) to 1 (a does it all).
typedef float wi_share(const wend_body *a, const wend_body *b);

// Chooses a velocity for each of the rows. The obstacle of a neighbour b has its apex at (1 - share) v_a + share v_b.
// With `shared` the higher priority has the right of way; see apex_of.
void wi_choose_velocities(const wend_view *now, const wend_next *next, wend_rows rows, wi_share *share, bool shared);

#endif
