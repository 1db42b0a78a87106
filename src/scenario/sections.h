// The sections of a scenario: readers and tables that refer to each other.
#ifndef WI_SECTIONS_H
#define WI_SECTIONS_H

#include "scenario/keys.h"

#define WI_ARRIVAL_RADIUS 0.3 // m, where nothing else is said

extern const wi_key_table wi_level_item, wi_geometry_item, wi_profile_item, wi_goal_item, wi_group_item, wi_plan_forms,
    wi_door_item, wi_barrier_item, wi_switch_times, wi_line_item, wi_signal_item, wi_company_keys, wi_stress_keys, wi_region_item, wi_stairs_item,
    wi_lift_item, wi_ways_keys, wi_queue_item, wi_event_item, wi_behaviour_item;

wi_key_read wi_read_levels, wi_read_geometry, wi_read_profiles, wi_read_goals, wi_read_groups, wi_read_doors, wi_read_barriers,
    wi_read_lines, wi_read_signals, wi_read_regions, wi_read_stairs, wi_read_lifts, wi_read_queues, wi_read_events,
    wi_read_behaviours;
wi_key_read wi_read_later; // takes nothing: what needs to know more than its table is read afterwards

#define WI_SWITCHES_MAX 1000
wi_key_read wi_read_switches; // times, into a wi_line_source

// Makes a behaviour that goes to the `nearest` or `quickest` of a list of goals; its index + 1, or 0 with a problem.
uint32_t wi_read_best_goal(wi_key_reader *reader, const wi_node *node, const char *rule);

// Lets behaviours refer to the regions that have been read from `node`.
void wi_take_regions(wi_key_reader *reader, const wi_node *node);
wi_key_read wi_read_parameters, wi_read_habits; // into a wi_profile_source
wi_key_read wi_read_level;                      // a level by name, into a uint32_t
wi_key_read wi_read_plan;                       // into a wi_goal_plan
wi_key_read wi_read_source_table;               // into a wi_group
wi_key_read wi_read_behaviour;                  // a behaviour by name, into a wi_group

// What a scenario without these sections has.
void wi_default_levels(wi_key_reader *reader);
void wi_default_profiles(wi_key_reader *reader);

// What stress changes must be parameters of the model or habits, and in their range.
void wi_check_stressed(wi_key_reader *reader, const wend_model *model, const wi_stress_source *stress);

#endif
