// A scene whose agents have every optional column: behaviours four deep, four parameters changed for a while, a queue,
// stress, groups, sites that some do not know, a model that remembers, and a map with two rooms.
#ifndef MINDED_SCENE_H
#define MINDED_SCENE_H

#include "wend/wend.h"

enum { MINDED_DEPTH = WEND_FRAMES_MAX, MINDED_SITES = 4 };

typedef struct minded_scene {
    wend_behaviours all;
    wend_behaviour behaviour[MINDED_DEPTH];
    wend_activity activity[2 * MINDED_DEPTH];
    wend_transition transition[2 * MINDED_DEPTH];
    wend_branch branch[2 * MINDED_DEPTH];
    wend_action action[MINDED_DEPTH];
    wend_site site[MINDED_SITES];
    wend_listed list[MINDED_SITES];
} minded_scene;

static const wend_condition minded_conditions[] = {{.kind = WEND_IF_TIMEOUT, .size = 1}};
static const char *const minded_names[] = {"a", "b", "c", "d"};
static const char *const minded_parameters[] = {"preferred_speed", "max_speed", "priority", "horizon"};
static const wend_point minded_line[] = {{1.0, 5.0}, {1.0, 9.0}};
static const wend_queue minded_queue = {minded_line, 2, 0, 0.7f, {0, MINDED_SITES}};

static inline wend_amount minded_amount(float a) { return (wend_amount){WEND_CONSTANT, a, a, a, a, {0, 0}}; }

// Each behaviour goes to a site, changing a parameter on the way, then stays, with the next behaviour within.
static inline void minded_add(minded_scene *made, uint32_t i) {
    uint32_t go = 2 * i, stay = go + 1;
    bool last = i + 1 == MINDED_DEPTH;
    made->behaviour[i] = (wend_behaviour){minded_names[i], &wend_decider_machine, NULL, {go, 2}, go, {0, 0}, 0.0f};
    made->action[i] = (wend_action){.kind = WEND_DO_SET, .index = i, .seconds = 1.5f, .amount = minded_amount(1.0f)};
    made->activity[go] = (wend_activity){.name = "go",
                                         .goal = {WEND_CHOOSE_RANDOM, {0, MINDED_SITES}, 0, 0.3f},
                                         .timed = 1,
                                         .time = minded_amount(0.5f + (float)i),
                                         .enter = {i, 1},
                                         .next = {go, 1}};
    made->activity[stay] = (wend_activity){
        .name = "stay", .within = last ? 0 : i + 2, .timed = 1, .time = minded_amount(9.0f), .next = {stay, 1}};
    if (last) made->activity[stay].goal = (wend_chooser){.kind = WEND_CHOOSE_QUEUE, .radius = 0.3f};
    for (uint32_t k = go; k <= stay; k++) {
        made->transition[k] = (wend_transition){0, {k, 1}};
        made->branch[k] = (wend_branch){k == go ? stay : go, 1.0f};
    }
}

static inline void minded_make(minded_scene *made) {
    for (uint32_t i = 0; i < MINDED_DEPTH; i++) minded_add(made, i);
    for (uint32_t i = 0; i < MINDED_SITES; i++) {
        made->site[i] =
            (wend_site){.at = {2.0 + 5.0 * i, 2.0}, .radius = 0.3f, .capacity = 1 + i, .unknown_to = 0.25f * (float)i};
        made->list[i] = (wend_listed){i, 1.0f};
    }
    made->all = (wend_behaviours){.behaviours = made->behaviour,
                                  .behaviour_count = MINDED_DEPTH,
                                  .activities = made->activity,
                                  .activity_count = 2 * MINDED_DEPTH,
                                  .transitions = made->transition,
                                  .transition_count = 2 * MINDED_DEPTH,
                                  .branches = made->branch,
                                  .branch_count = 2 * MINDED_DEPTH,
                                  .conditions = minded_conditions,
                                  .condition_count = 1,
                                  .actions = made->action,
                                  .action_count = MINDED_DEPTH,
                                  .sites = made->site,
                                  .site_count = MINDED_SITES,
                                  .lists = made->list,
                                  .list_count = MINDED_SITES,
                                  .queues = &minded_queue,
                                  .queue_count = 1,
                                  .parameters = minded_parameters,
                                  .parameter_count = WEND_COUNT(minded_parameters)};
}

// Two rooms of 10 m side by side, open to each other over 2 m.
static inline wend_result minded_scene_create(wend_scene **scene, wend_error *error) {
    static const wend_point corners[] = {{0, 0}, {10, 0}, {10, 4}, {10, 6}, {10, 10}, {0, 10}, {20, 0}, {20, 10}};
    static const wend_map_cell cells[] = {{6, 0, 0}, {6, 0, 0}};
    static const wend_map_edge edges[] = {{0, WEND_NO_EDGE, 0},
                                          {1, WEND_NO_EDGE, 0},
                                          {2, 10, 0},
                                          {3, WEND_NO_EDGE, 0},
                                          {4, WEND_NO_EDGE, 0},
                                          {5, WEND_NO_EDGE, 0},
                                          {1, WEND_NO_EDGE, 0},
                                          {6, WEND_NO_EDGE, 0},
                                          {7, WEND_NO_EDGE, 0},
                                          {4, WEND_NO_EDGE, 0},
                                          {3, 2, 0},
                                          {2, WEND_NO_EDGE, 0}};
    const wend_map map = {
        .corners = corners, .corner_count = 8, .cells = cells, .cell_count = 2, .edges = edges, .edge_count = 12};
    const wend_point around[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}}, low[] = {{10, 0}, {10, 4}},
                     high[] = {{10, 6}, {10, 10}};
    const wend_obstacle walls[] = {{WEND_ROOM, 0, around, 4}, {WEND_WALL, 0, low, 2}, {WEND_WALL, 0, high, 2}};
    const wend_stress stress = {
        .rate = 0.2f, .limit = 1.0f, .crowding = 0.1f, .others = 0.2f, .speed = 1.3f, .radius = 0.9f};
    minded_scene made;
    minded_make(&made);
    wend_profile profiles[] = {wend_profile_default(), wend_profile_default()};
    for (uint32_t i = 0; i < WEND_COUNT(profiles); i++) {
        profiles[i].name = minded_names[i];
        profiles[i].stress = &stress;
        profiles[i].router = &wend_router_mesh;
    }
    profiles[1].model = &wend_model_rcap; // which remembers whom it has seen
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = WEND_COUNT(profiles);
    def.obstacles = walls;
    def.obstacle_count = WEND_COUNT(walls);
    def.map = &map;
    def.behaviours = &made.all;
    return wend_scene_create(&def, scene, error);
}

// Agent `i` of a crowd for it.
static inline wend_agent minded_agent(uint32_t i) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){1.0 + 1.5 * (i % 6), 4.0 + 1.5 * (double)(i / 6)};
    agent.goal.at = (wend_point){18.0, 5.0};
    agent.profile = i % 2;
    agent.behaviour = i % 5;
    agent.group = i % 3;
    agent.leads = i % 6 == 1;
    agent.site = i % 5 == 0 ? 0 : i % MINDED_SITES + 1;
    return agent;
}

#endif
