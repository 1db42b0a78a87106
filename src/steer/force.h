// What the force models social-force-1995 and power-law share.
#ifndef WI_FORCE_H
#define WI_FORCE_H

#include <stddef.h>

#include "wend/model.h"

// The first numbers in the parameter block of each.
typedef struct wi_force_params {
    float relaxation;
    float neighbour_distance, max_neighbours;
    float max_force;
    float side_bias, step_aside, give_ground, precedence;
} wi_force_params;

// Their rows in the table of a model that sees so far (m).
#define WI_FORCE_ROW(field, unit, meaning, min, max, initial) \
    { #field, unit, meaning, min, max, initial, offsetof(wi_force_params, field), NULL }
#define WI_FORCE_ROWS(sight, aside, ground)                                                                            \
    WI_FORCE_ROW(max_force, "m/s2", "largest acceleration by others and walls together", 0.0f, 1000.0f, 20.0f),        \
        WI_FORCE_ROW(neighbour_distance, "m", "agents farther away than this are not seen", 0.1f, 100.0f, sight),      \
        WI_FORCE_ROW(max_neighbours, "count", "how many of the nearest agents are seen", 0.0f, WEND_NEIGHBOURS_MAX,    \
                     10.0f),                                                                                           \
        WI_FORCE_ROW(side_bias, "rad",                                                                                 \
                     "turn of the preferred velocity to the right while others are in view, so that nobody stands "    \
                     "face to face for ever",                                                                          \
                     -0.2f, 0.2f, 0.01f),                                                                              \
        WI_FORCE_ROW(                                                                                                  \
            step_aside, "rad",                                                                                         \
            "turn to the right (negative: left) of one who is held up and has others close before it who come", -1.6f, \
            1.6f, aside),                                                                                              \
        WI_FORCE_ROW(give_ground, "",                                                                                  \
                     "share of its time in which one who stands before others steps back, so that no ring of them "    \
                     "stands for ever",                                                                                \
                     0.0f, 1.0f, ground),                                                                              \
        WI_FORCE_ROW(precedence, "",                                                                                   \
                     "how much one of two who stand in each other's way goes first, for a few seconds at a time",      \
                     0.0f, 1.0f, 1.0f)

typedef struct social_force_1995_params {
    wi_force_params shared;
    float repulsion, range, stride_time;
    float wall_repulsion, wall_range, wall_braking;
    float view_angle, behind;
    float speed_limit;
    float fluctuation;
} social_force_1995_params;

typedef struct power_law_params {
    wi_force_params shared;
    float strength, forgets;
    float obstacle_horizon;
    float body_stiffness;
} power_law_params;

// The kernels, once for each instruction set.
typedef void wi_force_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_force_kernel wi_social_force_1995_steer_isa0, wi_social_force_1995_steer_isa1, wi_social_force_1995_steer_isa2;
wi_force_kernel wi_power_law_steer_isa0, wi_power_law_steer_isa1, wi_power_law_steer_isa2;

#endif
