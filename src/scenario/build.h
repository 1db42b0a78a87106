// Inside the building of a run: what is passed from stage to stage.
#ifndef WI_BUILD_H
#define WI_BUILD_H

#include "scenario/geometry.h"
#include "scenario/run_state.h"

typedef struct wi_building {
    wi_run *run;
    const wi_scenario *scenario;
    wi_problems *problems;
    wi_geometry geometry;
    wend_profile *profile;
    wend_stress *stress;   // of each profile
    wend_setting *setting; // WI_SETTINGS_MAX for each profile
    wend_door *door;
    wend_signal *signal;
    wi_cast cast;
    uint32_t *first; // of each group in the cast, and one more
    wi_ground ground;
    uint32_t *owner; // of the discs on the ground that stand where the file says
    bool no_memory;
} wi_building;

// The map of the scene, valid while the run's state is; false with a problem or without memory. (build_map.c)
bool wi_build_map(wi_building *building, wend_point origin, wend_map *map);

void wi_build_check_stairs(wi_building *building);

// The cast: everyone of every group but those of sources, without a place yet. (build_cast.c)
void wi_build_cast(wi_building *building);

// A place and a first goal for each. (build_places.c)
void wi_build_places(wi_building *building);

// Says who cannot get to the first goal. Opens all doors, so the world is good for nothing else. (build_ways.c)
void wi_build_ways(wi_building *building);

// The shape of an agent's body.
wend_shape wi_member_shape(const wi_run *run, const wend_agent *agent);

// Lets agents point at their settings, once the list of these grows no more.
void wi_cast_settle(wi_cast *cast);

#endif
