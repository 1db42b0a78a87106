// A small world with one of everything: models, shapes, levels, walls, agents that are driven, leave, or have
// parameters of their own.
#ifndef MIXED_WORLD_H
#define MIXED_WORLD_H

#include "support/expect.h"
#include "wend/wend.h"

// `horizon` (s) is that of the walkers: scenes with another one are other scenes.
wend_scene *mixed_scene(float horizon);
#define MIXED_HORIZON 2.0f

// A world with `agents` agents. With NULL for def: the default one.
wend_world *mixed_world(const wend_scene *scene, const wend_world_def *def, uint32_t agents);

// Group fixtures of cmocka: the state is a scene with MIXED_HORIZON.
int mixed_scene_open(void **state);
int mixed_scene_close(void **state);

#endif
