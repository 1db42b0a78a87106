// The behaviours of a scene, checked, with everything relative to the scene's origin and names resolved.
#ifndef WI_PROGRAM_H
#define WI_PROGRAM_H

#include "base/memory.h"
#include "base/vec.h"
#include "wend/scene.h"

typedef struct wi_site {
    wend_goal goal;
    float radius;
    uint32_t level, capacity;
} wi_site;

// A polygon; its points are program->points[first ...].
typedef struct wi_area {
    wend_vec min, max;
    wend_range points;
    uint32_t level;
    uint32_t counted; // 1: somebody asks how many are in it
} wi_area;

typedef struct wi_queue {
    wend_range points;
    uint32_t level;
    float spacing;
    wend_range served;
} wi_queue;

typedef enum wi_field {
    WI_FIELD_NONE, // the model has no such parameter
    WI_FIELD_PREFERRED_SPEED,
    WI_FIELD_MAX_SPEED,
    WI_FIELD_MAX_ACCELERATION,
    WI_FIELD_PRIORITY,
    WI_FIELD_RADIUS,
    WI_FIELD_STRESSOR,
    WI_FIELD_BLOCK, // at `offset` of the parameter block
} wi_field;

// Where a parameter is with one model, and its range.
typedef struct wi_setter {
    wi_field field;
    uint32_t offset;
    float min, max;
    uint32_t whole; // 1: only whole numbers
} wi_setter;

// What can be raised and heard: an event everywhere (the first event_count slots), or in a region.
typedef struct wi_slot {
    uint32_t event, region; // + 1, or 0
} wi_slot;

typedef struct wi_program {
    wend_behaviours is; // the tables, owned; sites, regions and queues are NULL: they stand below
    wi_site *site;
    wi_area *area;
    wi_queue *queue;
    wend_vec *points;
    uint32_t point_count, point_room;
    wi_setter *setter; // for each parameter one for each model of the scene
    uint32_t setter_count;
    uint32_t *loan; // for each parameter: + 1, which of an agent's loans keeps it, or 0
    wi_slot *slot;
    uint32_t slot_count, slot_capacity;
    char *text; // all names
    size_t text_size, text_room;
    float *unknown_to; // of each site, as in wend_site; NULL where everyone knows all
    uint32_t depth;    // behaviours within each other, at most
    uint32_t loans;    // parameters changed for a while
    bool any_capacity, any_change, any_group, any_queue, any_saying, any_quickest;
} wi_program;

// Copies and checks; on failure the caller still calls wi_program_free.
wend_result wi_program_build(wi_program *program, wi_memory *memory, const wend_scene *scene,
                             const wend_behaviours *from, wend_error *error);
void wi_program_free(wi_program *program, wi_memory *memory);

// A number for all of it that a run depends on, put onto `hash`; without behaviours that stays as it is.
uint64_t wi_program_hash(uint64_t hash, const wi_program *program);

// Checks indices, ranges and numbers of a definition.
wend_result wi_behaviours_check(const wend_behaviours *all, uint32_t levels, uint32_t profiles, wend_error *error);

// How deep behaviours stand within each other, more than WEND_FRAMES_MAX if too deep; `depth` is scratch for
// one number a behaviour.
uint32_t wi_behaviours_depth(const wend_behaviours *all, uint32_t *depth);

// Stress of a profile (stress.c): checks it and finds its parameters.
struct wi_profile;
wend_result wi_stress_copy(struct wi_profile *profile, const wend_stress *from, wend_error *error);

bool wi_area_holds(const wi_program *program, uint32_t area, uint32_t level, wend_vec at);

#endif
