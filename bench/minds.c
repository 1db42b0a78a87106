// wend bench --minds: what behaviours cost. Two crowds roam in the same box: of one the host renews the goals, outside of
// what is timed; of the other everyone has a machine that does, and listens for an alarm besides. Their steps take turns,
// so that other work on the machine meets both.
#include "bench.h"

#include "base/clock.h"
#include "options.h"

#include <math.h>
#include <stdlib.h>

#define DENSITY 0.5 // per m2

typedef struct crowd {
    wend_scene *scene;
    wend_world *world;
    double *seconds;
    uint32_t agents;
    double half; // m: of the box
} crowd;

enum { WALK, REST };

static const wend_condition conditions[] = {{WEND_IF_REACHED, 1, 0, 0, 0.0f, 0.0f},
                                            {WEND_IF_TIMEOUT, 1, 0, 0, 0.0f, 0.0f},
                                            {WEND_IF_EVENT, 1, 0, 0, 0.0f, 0.0f}};
static const wend_transition transitions[] = {{2, {1, 1}}, {0, {1, 1}}, {2, {0, 1}}, {1, {0, 1}}};
static const wend_branch branches[] = {{WALK, 1.0f}, {REST, 1.0f}};
static const wend_activity activities[] = {
    {.name = "walk", .goal = {WEND_CHOOSE_WITHIN, {0, 0}, 0, 0.5f}, .next = {0, 2}},
    {.name = "rest", .timed = 1, .time = {WEND_UNIFORM, 0.0f, 0.3f, 0.0f, 0.3f, {0, 0}}, .next = {2, 2}},
};
static const wend_behaviour behaviour = {.name = "roam", .decider = &wend_decider_machine, .activities = {0, 2}};

static wend_result open_scene(crowd *made, bool minds, wend_error *error) {
    const wend_point corners[] = {
        {-made->half, -made->half}, {made->half, -made->half}, {made->half, made->half}, {-made->half, made->half}};
    const wend_region region = {corners, WEND_COUNT(corners), 0};
    const wend_event alarm = {"alarm", NAN};
    const wend_behaviours all = {.behaviours = &behaviour,
                                 .behaviour_count = 1,
                                 .activities = activities,
                                 .activity_count = WEND_COUNT(activities),
                                 .transitions = transitions,
                                 .transition_count = WEND_COUNT(transitions),
                                 .branches = branches,
                                 .branch_count = WEND_COUNT(branches),
                                 .conditions = conditions,
                                 .condition_count = WEND_COUNT(conditions),
                                 .regions = &region,
                                 .region_count = 1,
                                 .events = &alarm,
                                 .event_count = 1};
    wend_scene_def def = wend_scene_default();
    if (minds) def.behaviours = &all;
    return wend_scene_create(&def, &made->scene, error);
}

static double place(const crowd *of, uint64_t who, uint64_t turn, uint32_t axis) {
    return of->half * (2.0 * (double)wend_random(1, who, turn, 0xbe, axis) - 1.0);
}

static wend_result add_agents(crowd *made, bool minds, wend_error *error) {
    uint32_t side = (uint32_t)ceil(sqrt((double)made->agents));
    double spacing = 2.0 * made->half / side;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < made->agents && result == WEND_OK; i++) {
        wend_agent agent = wend_agent_default();
        agent.position =
            (wend_point){-made->half + spacing * (i % side + 0.5), -made->half + spacing * (i / side + 0.5)};
        agent.goal.at = (wend_point){place(made, i, 0, 0), place(made, i, 0, 1)};
        agent.goal.radius = 0.5f;
        agent.behaviour = minds;
        result = wend_world_add(made->world, &agent, NULL, error);
    }
    return result;
}

static wend_result open_crowd(crowd *made, uint32_t agents, uint32_t threads, bool minds, wend_error *error) {
    *made = (crowd){.agents = agents, .half = 0.5 * sqrt(agents / DENSITY)};
    wend_result result = open_scene(made, minds, error);
    if (result != WEND_OK) return result;
    wend_world_def def = wend_world_default(made->scene);
    def.threads = threads;
    def.capacity = agents;
    result = wend_world_create(&def, &made->world, error);
    return result == WEND_OK ? add_agents(made, minds, error) : result;
}

static void close_crowd(crowd *made) {
    wend_world_destroy(made->world);
    wend_scene_destroy(made->scene);
}

// Outside of what is timed.
static wend_result renew_goals(crowd *of, wend_error *error) {
    wend_events events = wend_world_events(of->world);
    wend_serial *who = malloc((events.arrived_count + 1) * sizeof *who);
    uint32_t count = who ? events.arrived_count : 0;
    for (uint32_t i = 0; i < count; i++) who[i] = events.arrived[i].serial;
    wend_result result = WEND_OK;
    uint64_t tick = wend_world_stats(of->world).tick;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        wend_target goal = {.at = {place(of, who[i], tick, 0), place(of, who[i], tick, 1)}, .radius = 0.5f};
        result = wend_world_set_goal(of->world, who[i], goal, error);
    }
    free(who);
    return result;
}

static wend_result time_step(crowd *of, bool minds, double *least, double *sum, wend_error *error) {
    double start = wi_clock_seconds();
    wend_result result = wend_world_step(of->world, error);
    double seconds = wi_clock_seconds() - start;
    *least = fmin(*least, seconds);
    *sum += seconds;
    return result == WEND_OK && !minds ? renew_goals(of, error) : result;
}

static wend_result compare(uint32_t agents, uint32_t threads, uint32_t steps, wend_error *error) {
    crowd of[2];
    double least[2] = {INFINITY, INFINITY}, sum[2] = {0.0, 0.0}, unused = 0.0;
    wend_result result = WEND_OK;
    for (int i = 0; i < 2; i++) of[i] = (crowd){0};
    for (int i = 0; i < 2 && result == WEND_OK; i++) result = open_crowd(&of[i], agents, threads, i == 1, error);
    for (uint32_t step = 0; step < 100 && result == WEND_OK; step++) // until the grid of the start is gone
        for (int i = 0; i < 2 && result == WEND_OK; i++) result = time_step(&of[i], i == 1, &unused, &unused, error);
    for (uint32_t step = 0; step < steps && result == WEND_OK; step++)
        for (int i = 0; i < 2 && result == WEND_OK; i++) result = time_step(&of[i], i == 1, &least[i], &sum[i], error);
    for (int i = 0; i < 2; i++) close_crowd(&of[i]);
    if (result == WEND_OK)
        printf("%u agents, %u threads: %.3f ms a step without, %.3f ms with machines: %.1f %% more by the best step, "
               "%.1f %% by the mean; goal: at most 15 %%\n",
               agents, threads, 1e3 * least[0], 1e3 * least[1], 100.0 * (least[1] / least[0] - 1.0),
               100.0 * (sum[1] / sum[0] - 1.0));
    return result;
}

int bench_minds(int argc, char **argv) {
    uint32_t agents = 10000, threads = 1, steps = 200;
    const option_row options[] = {
        {"--agents", OPTION_COUNT, &agents, 1, 1000000, "N", "how many in each crowd"},
        {"--threads", OPTION_COUNT, &threads, 1, 256, "N", "of each world"},
        {"--steps", OPTION_COUNT, &steps, 1, 100000, "N", "to measure"},
    };
    const option_table table = {
        .usage = "wend bench --minds [options]: what behaviours cost beside a crowd without",
        .options = options,
        .count = WEND_COUNT(options),
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    wend_error error;
    if (compare(agents, threads, steps, &error) == WEND_OK) return 0;
    fprintf(stderr, "wend: %s\n", error.text);
    return 1;
}
