// Ready scenes, written once and used by tests, benchmark and demo alike.
#ifndef SCENES_H
#define SCENES_H

#include "wend/wend.h"

// How to build a scene. Start from scene_default_options().
typedef struct scene_options {
    uint32_t agents; // 0: as many as the scene has by itself
    float density;   // agents per m2, for the scenes that fill an area; 0: as the scene has it
    const wend_model *model;
    const char *preset;
    const wend_setting *settings; // on top of the preset
    uint32_t setting_count;
    uint64_t seed;
    float step;        // s
    wend_point origin; // where the middle of the scene lies
    uint32_t threads;
    wend_jobs jobs; // instead of threads, if run is set
    wend_isa isa;
    wend_allocator allocator;
    bool collisions;       // look for bodies that overlap
    double (*clock)(void); // see wend_world_def
} scene_options;

// ORCA with its default preset, seed 1, step 0.1 s, one thread, collisions looked for.
scene_options scene_default_options(void);

// A scene with its agents, ready to step.
typedef struct scene_run {
    const struct scene_kind *kind;
    scene_options options; // with the scene's own values filled in
    wend_scene *scene;
    wend_world *world;
    float extent;      // m: starts and goals lie within this distance of the middle along x and y
    float straight;    // s: how long the longest walk takes when nobody is in the way
    float crowded;     // s: about when the agents are in each other's way the most
    bool roams;        // who arrives gets a new goal, so that the run never dies down
    wend_serial *idle; // those who wait for a new goal
    uint32_t idle_capacity;
} scene_run;

// A row of the table of scenes.
typedef struct scene_kind {
    const char *name;
    const char *summary;
    uint32_t agents; // by itself
    wend_result (*build)(scene_run *run, wend_error *error);
} scene_kind;

const scene_kind *scene_kinds(uint32_t *count);

// Opens the scene of that name. On failure there is nothing to close.
wend_result scene_open(const char *name, const scene_options *options, scene_run *run, wend_error *error);

// Gives world and scene back. A run that is all zero is fine.
void scene_close(scene_run *run);

// One step of the world; then, where the scene roams, new goals for those who arrived in it.
wend_result scene_step(scene_run *run, wend_error *error);

// The second half of scene_step, for those who time the step alone.
wend_result scene_renew_goals(scene_run *run, wend_error *error);

#endif
