// A floor on which agents find their way.
#ifndef TEST_FLOOR_STAGE_H
#define TEST_FLOOR_STAGE_H

#include "scenario/floor.h"
#include "support/stage.h"

// With people of that profile; NULL: the default one. `world` as for stage_open.
static inline stage floor_stage_of(const floor_plan *floor, const wend_profile *profile, const wend_world_def *world) {
    wi_mesh mesh;
    wend_error error;
    must(wi_mesh_build(&mesh, &floor->plan, &error), &error);
    wend_map map = wi_mesh_map(&mesh, NULL, 0);
    wend_scene_def def = wend_scene_default();
    if (profile) def.profiles = profile;
    def.obstacles = floor->obstacle;
    def.obstacle_count = floor->plan.obstacle_count;
    def.doors = floor->door;
    def.door_count = floor->plan.door_count;
    def.map = &map;
    stage on = stage_open(&def, world);
    wi_mesh_free(&mesh);
    return on;
}

static inline stage floor_stage(const floor_plan *floor) { return floor_stage_of(floor, NULL, NULL); }

#endif
