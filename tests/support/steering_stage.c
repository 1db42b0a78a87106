#include "support/steering_stage.h"
#include "support/stage.h"

behaviours behaviours_off(void) {
    static const char *const weights[] = {"seek",           "arrive",    "flee",      "separation",
                                          "flock_cohesion", "alignment", "avoidance", "obstacles",
                                          "wall_following", "path",      "leader"};
    behaviours b = {.count = 0};
    for (uint32_t i = 0; i < WEND_COUNT(weights); i++) b.set[b.count++] = (wend_setting){weights[i], 0.0f};
    behaviours_set(&b, "keep_right", 0.0f);
    behaviours_set(&b, "max_force", 1000.0f);
    return b;
}

void behaviours_set(behaviours *b, const char *name, float value) { b->set[b->count++] = (wend_setting){name, value}; }

stage steering_stage(const behaviours *b, float step, const wend_obstacle *obstacles, uint32_t obstacle_count) {
    wend_profile profile = profile_of(&wend_model_steering);
    profile.settings = b->set;
    profile.setting_count = b->count;
    wend_scene_def scene = scene_plain();
    scene.profiles = &profile;
    scene.obstacles = obstacles;
    scene.obstacle_count = obstacle_count;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    return stage_open(&scene, &world);
}

wend_serial add_walker(stage s, wend_point at, wend_vec velocity, wend_point goal) {
    wend_agent agent = agent_at(at.x, at.y);
    agent.velocity = velocity;
    agent.goal = (wend_target){.at = goal, .radius = 0.05f};
    return agent_add(s.world, &agent);
}
