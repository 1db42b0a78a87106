// Personal space: among people one plans with more room than the body takes, as long as there is room. Walls and the
// measure of collisions go by the body.
#ifndef WI_SPACE_H
#define WI_SPACE_H

#include "route/habits.h"

// Widens the bodies of rows that all have personal space or berth; once for each instruction set.
typedef void wi_space_kernel(const wend_view *now, wend_body *body, wend_rows rows);
wi_space_kernel wi_claim_space_isa0, wi_claim_space_isa1, wi_claim_space_isa2;

#endif
