// What the parts of the model `rcap` share.
#ifndef WI_RCAP_H
#define WI_RCAP_H

#include "steer/orca.h"

typedef struct rcap_params {
    orca_params orca; // its acceleration and turning stay 0: here the change of velocity is limited afterwards
    float observation_time, forgetting_time;
    float acceleration, settling, braking, alarm;
    float sway, restlessness;
} rcap_params;

#define RCAP_SIGHTS 16 // others that an agent remembers; a multiple of the widest lanes

// Whom an agent has seen. Ticks are the lower halves of the world's; differences of them are what counts.
typedef struct rcap_memory {
    uint32_t who[RCAP_SIGHTS];   // lower half of the serial; 0: nobody
    uint32_t first[RCAP_SIGHTS]; // tick of the first sight
    uint32_t last[RCAP_SIGHTS];  // tick at which it was last in sight
    wend_vec gait;               // m/s: what sway and restlessness added to the velocity in the last step
} rcap_memory;

static inline rcap_memory *wi_rcap_memory(const wend_view *now, uint32_t row) {
    return (rcap_memory *)wend_view_memory(now, row);
}

// The velocities before they are limited, once for each instruction set. hurried[i] is set for rows.row[i] where a
// collision is so close that there is no time to be gentle.
typedef void wi_rcap_kernel(const wend_view *now, const wend_next *next, wend_rows rows, bool *hurried);
wi_rcap_kernel wi_rcap_plan_isa0, wi_rcap_plan_isa1, wi_rcap_plan_isa2;

// Gait: the body sways with the steps, and nobody keeps a velocity exactly. A velocity with that, which is remembered,
// and a velocity without what was remembered.
wend_vec wi_rcap_with_gait(const wend_view *now, uint32_t row, const rcap_params *set, wend_vec velocity);
wend_vec wi_rcap_without_gait(const wend_view *now, uint32_t row, wend_vec velocity);

#endif
