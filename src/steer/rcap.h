// What the parts of the model `rcap` share.
#ifndef WI_RCAP_H
#define WI_RCAP_H

#include "sense/senses.h"
#include "steer/orca.h"

typedef struct rcap_params {
    orca_params orca; // its acceleration and turning stay 0: here the change of velocity is limited afterwards
    float observation_time, forgetting_time;
    float acceleration, settling, braking, alarm;
    float give_room;
    float sway, restlessness;
} rcap_params;

#define RCAP_MIXED UINT32_MAX // a block of parameters that no agent has

#define RCAP_SIGHTS 16 // others that an agent remembers; a multiple of the widest lanes

#define RCAP_AGE_BITS 16
#define RCAP_AGE_MAX 0xffff   // steps: older than that nobody gets
#define RCAP_AGES_ONE 0x10001 // a step for either age

// Whom an agent has seen. Ages are those at its next step, in steps that it was steered in, which no bytes can make
// lie in the future.
typedef struct rcap_memory {
    uint32_t who[RCAP_SIGHTS];  // lower half of the serial; 0: nobody
    uint32_t ages[RCAP_SIGHTS]; // of the first sight in the upper half, of the last one in the lower
    wend_vec gait;              // m/s: what sway and restlessness added to the velocity in the last step
} rcap_memory;

static inline rcap_memory *wi_rcap_memory(const wend_view *now, uint32_t row) { return wi_view_memory(now, row); }

// Steers rows; once for each instruction set. Returns true if any of them has a gait.
typedef bool wi_rcap_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_rcap_kernel wi_rcap_steer_isa0, wi_rcap_steer_isa1, wi_rcap_steer_isa2;

static inline bool wi_rcap_has_gait(const rcap_params *set) { return set->sway > 0.0f || set->restlessness > 0.0f; }

// Gait: the body sways with the steps, and nobody keeps a velocity exactly. A velocity with that, which is remembered,
// and a velocity without what was remembered.
wend_vec wi_rcap_with_gait(const wend_view *now, uint32_t row, const rcap_params *set, wend_vec velocity);
wend_vec wi_rcap_without_gait(const wend_view *now, uint32_t row, wend_vec velocity);

#endif
