// What the force models social-force-1995 and power-law share.
#ifndef WI_FORCE_H
#define WI_FORCE_H

#include "wend/model.h"

// The first numbers in the parameter block of each.
typedef struct wi_force_params {
    float relaxation;
    float neighbour_distance, max_neighbours;
    float max_force;
    float side_bias, give_ground;
} wi_force_params;

typedef struct social_force_1995_params {
    wi_force_params shared;
    float repulsion, range, stride_time;
    float wall_repulsion, wall_range;
    float view_angle, behind;
    float speed_limit;
    float fluctuation;
} social_force_1995_params;

typedef struct power_law_params {
    wi_force_params shared;
    float strength, forgets;
    float obstacle_horizon;
} power_law_params;

// The kernels, once for each instruction set.
typedef void wi_force_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_force_kernel wi_social_force_1995_steer_isa0, wi_social_force_1995_steer_isa1, wi_social_force_1995_steer_isa2;
wi_force_kernel wi_power_law_steer_isa0, wi_power_law_steer_isa1, wi_power_law_steer_isa2;

#endif
