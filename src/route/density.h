// Density: people walk slower the less room they have ahead, and turn away from where it is crowded.
#ifndef WI_DENSITY_H
#define WI_DENSITY_H

#include "route/habits.h"

#define WI_DENSITY_NEIGHBOURS 10 // so many of the nearest are looked at
#define WI_DENSITY_WALKS 0.1f    // m/s: slower than this stands
#define WI_DENSITY_FLOWS 0.2f    // m/s: who is slower is part of a press
#define WI_DENSITY_SAME_WAY 0.9f // the cosine of 26 degrees: who makes for a door from another side is not followed
#define WI_DENSITY_TURN 0.25f    // turn for each whole neighbour more on one side than on the other

// Bends the preferred velocities of rows that all mind density; once for each instruction set.
typedef void wi_density_kernel(const wend_view *now, wend_body *body, wend_rows rows);
wi_density_kernel wi_mind_density_isa0, wi_mind_density_isa1, wi_mind_density_isa2;

// True if somebody who stands would rather go the way `ahead` (a unit vector): such are followed like those who walk.
// Who stands at its goal is in the way for ever and is walked around.
bool wi_density_waits(const wend_view *now, uint32_t row, wend_vec ahead);

#endif
