// What the parts of the model `social-force-2000` share.
#ifndef WI_SOCIAL_FORCE_2000_H
#define WI_SOCIAL_FORCE_2000_H

#include "wend/model.h"

typedef struct social_force_2000_params {
    float relaxation_time, mass;
    float repulsion, repulsion_range;
    float body_stiffness, sliding_friction;
    float neighbour_distance, max_neighbours;
    float side_bias, step_aside, give_ground;
    float wall_braking;
} social_force_2000_params;

// The kernel, once for each instruction set.
typedef void wi_social_force_2000_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_social_force_2000_kernel wi_social_force_2000_steer_isa0, wi_social_force_2000_steer_isa1,
    wi_social_force_2000_steer_isa2;

#endif
