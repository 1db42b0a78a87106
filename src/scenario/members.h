// Agents as their profiles describe them: each quantity drawn for each of them.
#ifndef WI_MEMBERS_H
#define WI_MEMBERS_H

#include "scenario/draw.h"
#include "wend/world.h"

#define WI_SETTINGS_MAX 256 // of one profile

// A profile for the scene; its settings go to `settings`, which has room for WI_SETTINGS_MAX.
wend_profile wi_profile_make(const wi_profile_source *from, wend_setting *settings);

wend_stress wi_stress_make(const wi_stress_source *from);

// The profile of an agent of a group, by weight.
uint32_t wi_profile_draw(const wi_group *group, wi_who who);

// An agent with everything its profile lets differ; its own settings go to `settings` (room for WI_SETTINGS_MAX).
wend_agent wi_agent_draw(const wi_scenario *scenario, uint32_t profile, wi_who who, wend_setting *settings);

// The heading that an agent of a group starts with; false where the file does not say.
bool wi_heading_draw(const wi_group *group, wi_who who, float *heading);

// Heading and velocity at the start; position and goal must be there.
void wi_agent_start(wend_agent *agent, const wi_group *group, wi_who who);

#endif
