// Inside a scene.
#ifndef WI_SCENE_H
#define WI_SCENE_H

#include "decide/program.h"
#include "route/terrain.h"
#include "sense/walls.h"
#include "world/block.h"

// A profile with its parameter block resolved; strings are owned by the scene.
typedef struct wi_profile wi_profile;
struct wi_profile {
    wend_profile is; // name and model stay, preset, settings and stress are NULL: they went into the block or below
    uint32_t model;  // index into wend_scene.models
    uint32_t look_distance, look_most; // in the parameter block: how far the model looks for how many; 0: it does not say
    bool stressed;   // knows stress
    uint8_t stress_whole; // bits for those of its settings that take whole numbers only
    wend_stress stress;
    uint32_t stress_offset[WEND_STRESS_SETTINGS]; // in the parameter block
    float stress_value[WEND_STRESS_SETTINGS];     // at stress 1
};

typedef struct wi_signal {
    wend_vec a, b; // relative to the origin
    uint32_t level;
    double cycle, green, offset;
} wi_signal;

// src/route/signals.c
bool wi_signal_is_green(const wi_signal *signal, double time);

struct wend_scene {
    wi_memory memory;
    wend_point origin;
    uint32_t levels;
    wi_profile *profiles;
    uint32_t profile_count;
    char *names; // of the profiles, one after the other
    size_t names_size;
    uint32_t *by_name;         // the profiles' indices, ordered by name
    const wend_model **models; // the different models of the profiles, in the order they first appear
    uint32_t model_count;
    unsigned char *params;  // profile_count blocks of params_stride bytes
    uint32_t params_stride; // room for the largest block, a multiple of 16
    uint32_t memory_stride; // room for what a model remembers of an agent, a multiple of 64; 0: none remembers
    bool velocity_sets;     // some profile has one
    bool any_stress;        // some profile knows it
    uint32_t habits;        // WI_HABIT_... of all profiles together
    wi_walls walls;
    wi_terrain map;  // without cells where there is none
    bool congestion; // some profile minds it
    wi_signal *signal;
    uint32_t signal_count;
    wi_program program; // the behaviours
    uint64_t hash;
};

// Agents of the profile have a parameter block of their own, which stress changes.
static inline bool wi_profile_needs_block(const wi_profile *profile) {
    return profile->stressed && profile->stress.setting_count > 0;
}

// A point of the scene relative to its origin.
static inline wend_vec wi_scene_local(const wend_scene *scene, wend_point at) {
    return (wend_vec){(float)(at.x - scene->origin.x), (float)(at.y - scene->origin.y)};
}

// Checks that a model can be used: its name, its function and its tables.
wend_result wi_model_check(const wend_model *model, wend_error *error);

// Checks the numbers of a profile (or of an agent that are put into one): shape, speeds, priority, velocity set.
wend_result wi_profile_check(const wend_profile *profile, wend_error *error);

uint64_t wi_scene_hash(const wend_scene *scene);

#endif
