// A scene with one world in it, and what tests do with worlds all the time. All of this must succeed: what the library
// refuses fails the test with the library's message.
#ifndef STAGE_H
#define STAGE_H

#include "support/expect.h"
#include "wend/wend.h"

typedef struct stage {
    wend_scene *scene;
    wend_world *world;
} stage;

// The scene of `world` is filled in; NULL: the default one. For a definition without scene: wend_world_default(NULL).
stage stage_open(const wend_scene_def *scene, const wend_world_def *world);
void stage_close(stage *on);

stage stage_plain(void);                     // plain
stage stage_of(const wend_model *model);     // everyone of one model
stage stage_of_all_models(uint32_t threads); // one profile for each model of the library, in the order of wend_models()

// The library's defaults but for the body: a disc half a metre wide, with which tests reckon.
wend_profile profile_plain(void);
wend_scene_def scene_plain(void);

// The plain profile with another model, without habits.
wend_profile profile_of(const wend_model *model);

// Whether the model with this index is tried where every one is. With sanitizers, which take many times as long and look at
// code that models share, it is every third.
bool model_is_tried(uint32_t index);

// The default agent there. Without a goal it stays.
wend_agent agent_at(double x, double y);

wend_serial agent_add(wend_world *world, const wend_agent *agent);
wend_serial walker_add(wend_world *world, double x, double y, double goal_x); // straight ahead
wend_agent agent_get(wend_world *world, wend_serial serial);
wend_point agent_place(wend_world *world, wend_serial serial);
double agents_apart(wend_world *world, wend_serial a, wend_serial b);
void agent_set(wend_world *world, const wend_agent *agent);
void agent_remove(wend_world *world, wend_serial serial);
void agent_set_goal(wend_world *world, wend_serial serial, wend_target goal);
void agent_set_param(wend_world *world, wend_serial serial, const char *name, float value);
float agent_param(wend_world *world, wend_serial serial, const char *name);

void world_step(wend_world *world, uint32_t steps);
wend_view world_view(wend_world *world);

#endif
