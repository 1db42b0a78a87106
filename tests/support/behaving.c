#include "support/behaving.h"

#include <math.h>

#include "support/orca_oracle.h"

enum { SEEK, SIT, WANDER };

static wend_amount seconds(float low, float high) { return (wend_amount){WEND_UNIFORM, low, high, low, high, {0, 0}}; }

static void make_machine(behaving *made, wend_chooser_kind chooser) {
    wend_activity *is = made->activity;
    is[SEEK] = (wend_activity){.name = "seek", .goal = {chooser, {0, BEHAVING_SEATS}, 0, 0.3f}, .next = {0, 1}};
    is[SIT] = (wend_activity){.name = "sit", .timed = 1, .time = seconds(1.0f, 4.0f), .next = {1, 1}};
    is[WANDER] = (wend_activity){.name = "wander",
                                 .goal = {WEND_CHOOSE_WITHIN, {0, 0}, 0, 0.5f},
                                 .timed = 1,
                                 .time = seconds(1.0f, 6.0f),
                                 .next = {2, 1}};
    made->condition[0] = (wend_condition){.kind = WEND_IF_ALL, .size = 3};
    made->condition[1] = (wend_condition){.kind = WEND_IF_REACHED, .size = 1};
    made->condition[2] = (wend_condition){.kind = WEND_IF_GRANTED, .size = 1};
    made->condition[3] = (wend_condition){.kind = WEND_IF_TIMEOUT, .size = 1};
    for (uint32_t i = 0; i < 3; i++) {
        made->transition[i] = (wend_transition){i == 0 ? 0 : 3, {i, 1}};
        made->branch[i] = (wend_branch){(i + 1) % 3, 1.0f};
    }
    made->behaviour = (wend_behaviour){.name = "sitter", .decider = &wend_decider_machine, .activities = {0, 3}};
}

void behaving_seats(behaving *made, wend_chooser_kind chooser, uint32_t capacity) {
    *made = (behaving){.corner = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}}};
    for (uint32_t i = 0; i < BEHAVING_SEATS; i++) {
        made->seat[i] =
            (wend_site){.at = {-18.0 + 4.0 * (i % 10), -6.0 + 4.0 * (i / 10)}, .radius = 0.8f, .capacity = capacity};
        made->list[i] = (wend_listed){i, 1.0f + (float)(i % 3)};
    }
    make_machine(made, chooser);
    made->region = (wend_region){made->corner, 4, 0};
    made->all = (wend_behaviours){.behaviours = &made->behaviour,
                                  .behaviour_count = 1,
                                  .activities = made->activity,
                                  .activity_count = 3,
                                  .transitions = made->transition,
                                  .transition_count = 3,
                                  .branches = made->branch,
                                  .branch_count = 3,
                                  .conditions = made->condition,
                                  .condition_count = 4,
                                  .sites = made->seat,
                                  .site_count = BEHAVING_SEATS,
                                  .lists = made->list,
                                  .list_count = BEHAVING_SEATS,
                                  .regions = &made->region,
                                  .region_count = 1};
}

stage behaving_stage(const behaving *with, uint32_t agents, uint32_t threads, uint64_t seed) {
    wend_scene_def scene = scene_plain();
    wend_world_def world = wend_world_default(NULL);
    scene.behaviours = &with->all;
    world.threads = threads;
    world.seed = seed;
    stage on = stage_open(&scene, &world);
    oracle_random random = {seed};
    for (uint32_t added = 0; added < agents;) {
        wend_agent agent = agent_at(oracle_uniform(&random, -20, 20), oracle_uniform(&random, -20, 20));
        agent.behaviour = 1;
        wend_error error;
        wend_result result = wend_world_add(on.world, &agent, NULL, &error);
        if (result != WEND_NO_SPACE) must(result, &error);
        added += result == WEND_OK;
    }
    return on;
}
