#include "support/stage.h"
#include "support/sanitized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

stage stage_open(const wend_scene_def *scene, const wend_world_def *world) {
    stage made = {NULL, NULL};
    wend_error why;
    must(wend_scene_create(scene, &made.scene, &why), &why);
    wend_world_def def = world != NULL ? *world : wend_world_default(NULL);
    def.scene = made.scene;
    must(wend_world_create(&def, &made.world, &why), &why);
    return made;
}

void stage_close(stage *on) {
    wend_world_destroy(on->world);
    wend_scene_destroy(on->scene);
}

wend_profile profile_plain(void) {
    wend_profile profile = wend_profile_default();
    profile.shape = wend_disc(0.25f);
    return profile;
}

wend_scene_def scene_plain(void) {
    static wend_profile walker;
    walker = profile_plain();
    wend_scene_def def = wend_scene_default();
    def.profiles = &walker;
    return def;
}

stage stage_plain(void) {
    wend_scene_def def = scene_plain();
    return stage_open(&def, NULL);
}

stage stage_of(const wend_model *model) {
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    return stage_open(&def, NULL);
}

stage stage_of_all_models(uint32_t threads) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    wend_profile profiles[16];
    assert_true(count <= WEND_COUNT(profiles));
    for (uint32_t i = 0; i < count; i++) {
        profiles[i] = profile_of(models[i]);
        profiles[i].name = models[i]->name;
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = count;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    return stage_open(&def, &world);
}

wend_profile profile_of(const wend_model *model) {
    wend_profile profile = profile_plain();
    profile.model = model;
    profile.habits = "none"; // the model alone
    return profile;
}

wend_agent agent_at(double x, double y) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){x, y};
    return agent;
}

wend_serial agent_add(wend_world *world, const wend_agent *agent) {
    wend_serial serial = 0;
    wend_error why;
    must(wend_world_add(world, agent, &serial, &why), &why);
    return serial;
}

wend_serial walker_add(wend_world *world, double x, double y, double goal_x) {
    wend_agent agent = agent_at(x, y);
    agent.goal.at = (wend_point){goal_x, y};
    return agent_add(world, &agent);
}

wend_agent agent_get(wend_world *world, wend_serial serial) {
    wend_agent agent;
    wend_error why;
    must(wend_world_get(world, serial, &agent, &why), &why);
    return agent;
}

wend_point agent_place(wend_world *world, wend_serial serial) { return agent_get(world, serial).position; }

double agents_apart(wend_world *world, wend_serial a, wend_serial b) {
    wend_point here = agent_place(world, a), there = agent_place(world, b);
    return hypot(here.x - there.x, here.y - there.y);
}

void agent_set(wend_world *world, const wend_agent *agent) {
    wend_error why;
    must(wend_world_set(world, agent, &why), &why);
}

void agent_remove(wend_world *world, wend_serial serial) {
    wend_error why;
    must(wend_world_remove(world, serial, &why), &why);
}

void agent_set_goal(wend_world *world, wend_serial serial, wend_target goal) {
    wend_error why;
    must(wend_world_set_goal(world, serial, goal, &why), &why);
}

void agent_set_param(wend_world *world, wend_serial serial, const char *name, float value) {
    wend_error why;
    must(wend_world_set_param(world, serial, name, value, &why), &why);
}

float agent_param(wend_world *world, wend_serial serial, const char *name) {
    float value = NAN;
    wend_error why;
    must(wend_world_get_param(world, serial, name, &value, &why), &why);
    return value;
}

void world_step(wend_world *world, uint32_t steps) {
    wend_error why;
    for (uint32_t i = 0; i < steps; i++) must(wend_world_step(world, &why), &why);
}

wend_view world_view(wend_world *world) {
    wend_view view;
    wend_error why;
    must(wend_world_view(world, &view, &why), &why);
    return view;
}

bool model_is_tried(uint32_t index) {
#if defined(SANITIZED)
    return index % 3 == 0;
#else
    (void)index;
    return true;
#endif
}
