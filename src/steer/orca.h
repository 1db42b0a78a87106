// What the parts of the model `orca` share.
#ifndef WI_ORCA_H
#define WI_ORCA_H

#include "wend/model.h"

typedef struct orca_params {
    float horizon, obstacle_horizon;
    float neighbour_distance, max_neighbours;
    float optimise_about;
    float acceleration, turning;
    float side_bias, give_ground;
} orca_params;

enum { ORCA_ABOUT_CURRENT, ORCA_ABOUT_PREFERRED, ORCA_ABOUT_ZERO };

// The kernel, once for each instruction set.
typedef void wi_orca_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_orca_kernel wi_orca_steer_isa0, wi_orca_steer_isa1, wi_orca_steer_isa2;

#endif
