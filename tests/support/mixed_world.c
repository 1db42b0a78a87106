#include "support/mixed_world.h"

enum { WALKER, CYCLIST, CART, GHOST };

wend_scene *mixed_scene(float horizon) {
    const wend_setting far_sighted[] = {{"horizon", horizon}};
    wend_profile profiles[4] = {wend_profile_default(), wend_profile_default(), wend_profile_default(),
                                wend_profile_default()};
    profiles[WALKER].name = "walker";
    profiles[WALKER].settings = far_sighted;
    profiles[WALKER].setting_count = 1;
    profiles[CYCLIST].name = "cyclist";
    profiles[CYCLIST].model = &wend_model_rvo;
    profiles[CYCLIST].shape = wend_ellipse(0.8f, 0.3f);
    profiles[CYCLIST].max_speed = 4.0f;
    profiles[CYCLIST].max_acceleration = 2.5f;
    profiles[CART].name = "cart";
    profiles[CART].model = &wend_model_vo;
    profiles[CART].shape = wend_box(1.0f, 0.6f);
    profiles[CART].priority = 0.5f;
    profiles[GHOST].name = "ghost";
    profiles[GHOST].model = &wend_model_straight;
    const wend_point block[] = {{999, 1999}, {1001, 1999}, {1001, 2001}, {999, 2001}};
    const wend_point fence[] = {{990, 2003}, {995, 2004}, {1002, 2003}};
    const wend_obstacle obstacles[] = {{WEND_SOLID, 0, block, WEND_COUNT(block)},
                                       {WEND_WALL, 1, fence, WEND_COUNT(fence)}};
    wend_scene_def def = wend_scene_default();
    def.origin = (wend_point){1000, 2000};
    def.levels = 3;
    def.profiles = profiles;
    def.profile_count = WEND_COUNT(profiles);
    def.obstacles = obstacles;
    def.obstacle_count = WEND_COUNT(obstacles);
    wend_scene *scene;
    wend_error error;
    must(wend_scene_create(&def, &scene, &error), &error);
    return scene;
}

// On a circle, each heading for the other side; those who leave, and a few more, soon arrive.
static wend_agent agent_on_circle(uint32_t index, uint32_t count) {
    const float radius = 6.0f + 0.4f * (float)count, angle = 6.2831853f * (float)index / (float)count;
    const double x = (double)(radius * wend_cos(angle)), y = (double)(radius * wend_sin(angle));
    wend_agent agent = wend_agent_default();
    agent.profile = index % 4;
    agent.level = index % 5 == 4 ? 1 + index % 2 : 0;
    agent.position = (wend_point){1000 + x, 2000 + y};
    agent.leaves = index % 3 == 1;
    double far = agent.leaves ? -0.5 : index % 9 == 6 ? -0.8 : 1.0;
    agent.goal.at = (wend_point){1000 - far * x, 2000 - 0.9 * far * y};
    agent.goal.half = (wend_vec){0.2f, index % 3 == 0 ? 0.5f : 0.0f};
    agent.velocity = (wend_vec){0.1f * angle, 0.2f};
    agent.driven = index % 7 == 3;
    if (index % 4 == CYCLIST) agent.preferred_speed = 2.5f;
    if (index % 6 == 5) agent.shape = wend_ellipse(0.6f, 0.25f);
    if (index % 6 == 2) agent.priority = 0.25f;
    if (index % 3 == 2) agent.stream = 77 + index;
    return agent;
}

wend_world *mixed_world(const wend_scene *scene, const wend_world_def *def, uint32_t agents) {
    const wend_setting own[] = {{"max_neighbours", 5.0f}, {"side_bias", 0.01f}};
    wend_world_def standard = wend_world_default(scene);
    standard.seed = 42;
    wend_world *world;
    wend_error error;
    must(wend_world_create(def ? def : &standard, &world, &error), &error);
    for (uint32_t i = 0; i < agents; i++) {
        wend_agent agent = agent_on_circle(i, agents);
        agent.settings = own;
        agent.setting_count = i % 4 != GHOST && i % 2 == 0 ? i % 3 : 0;
        must(wend_world_add(world, &agent, NULL, &error), &error);
    }
    return world;
}

int mixed_scene_open(void **state) {
    *state = mixed_scene(MIXED_HORIZON);
    return 0;
}

int mixed_scene_close(void **state) {
    wend_scene_destroy(*state);
    return 0;
}
