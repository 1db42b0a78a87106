// Agents as a host describes them: what is checked, and reserved, before they are added or changed.
#ifndef WI_AGENT_CHECK_H
#define WI_AGENT_CHECK_H

#include "world/row.h"

// Fills in what the profile has, and checks every value; not whether there is space.
wend_result wi_agent_resolve(const wend_world *world, const wend_agent *agent, wi_row *row, wend_error *error);

// The level of a goal that wishes for one (0: the agent's own).
wend_result wi_agent_goal_level(const wend_scene *scene, uint32_t wish, uint32_t own, uint16_t *level,
                                wend_error *error);

// The settings of its own parameters; the agent was resolved.
wend_result wi_agent_check_settings(wend_world *world, const wend_agent *agent, wend_error *error);

// Whether a body has space: beside walls, and beside agents with lower serials.
wend_result wi_agent_check_walls(wend_world *world, const wi_row *row, wend_error *error);
wend_result wi_agent_check_others(const wend_world *world, const wi_row *row, wend_error *error);

// A row with a lower serial that the body would overlap, or UINT32_MAX.
uint32_t wi_agent_find_overlap(const wend_world *world, const wi_row *row);

// Room for what few agents have; false without memory.
bool wi_agent_reserve_ties(wend_world *world, const wend_agent *agent);

#endif
