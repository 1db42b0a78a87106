// What a step costs with elliptical agents beside discs (Best 2018, figure 2.12). Its agents stand on a circle and want to
// the other side. So many as here fill the disc inside it, one for each square metre, as a crowd does when it meets in
// the middle: so every number of agents is measured with the same number of neighbours.
#include "base/angle.h"
#include "base/clock.h"
#include "base/error.h"
#include "steer/ellipse_method.h"
#include "study/program.h"
#include "wend/world.h"

#include <math.h>
#include <stdlib.h>

#define DEPTH 0.149f // m: half of a person's, and of the width
#define WIDTH 0.2286f
#define UNEVENNESS 0.1      // m: off the regular places
#define WARM_UP 5u          // steps before time is taken
#define STEPS 10u           // timed; after many more all stand in the middle, and the crowds are no longer alike
#define AGENTS_TIMED 50000u // of small crowds so many are timed that they come to this number
#define QUICK_AGENTS 60u

enum { ORCA, EXACT, TABLE, POLYGON, WAYS };
enum { EXACT_OVER_ORCA, TABLE_OVER_ORCA, POLYGON_OVER_ORCA, POLYGON_OVER_TABLE, RATIOS };
#define VALUES_OF_CROWD (RATIOS + WAYS) // the ratios, then ms by each of the ways

static const uint32_t crowds[] = {100, 1000, 10000, 100000};

#define VALUES_OF(agents)                                                                                  \
    {"exact_" agents, "", 2, "time of a step with the exact method over that of orca, " agents " agents"}, \
        {"table_" agents, "", 2, "the same with the table"},                                               \
        {"polygon_" agents, "", 1, "the same with polygons whose sums are made as needed"},                \
        {"polygon_table_" agents, "", 1, "polygons over the table: what making sums beforehand saves"},    \
        {"step_orca_" agents, "ms", 3, "a step of orca with discs, " agents " agents"},                    \
        {"step_exact_" agents, "ms", 3, "a step of eorca-c with the exact method"},                        \
        {"step_table_" agents, "ms", 3, "the same with the table"}, {                                      \
        "step_polygon_" agents, "ms", 3, "the same with polygons whose sums are made as needed"            \
    }

static const wi_study_value values[] = {VALUES_OF("100"), VALUES_OF("1000"), VALUES_OF("10000"), VALUES_OF("100000")};

typedef struct crowd {
    wend_scene *scene;
    wend_world *world;
    double seconds; // of processor time, in steps
} crowd;

static wend_profile profile_of(uint32_t way, wend_setting *method) {
    wend_profile profile = wend_profile_default();
    *method = (wend_setting){"method", (float)(way == ORCA ? 0 : EORCA_EXACT + (way - EXACT))};
    profile.model = way == ORCA ? &wend_model_orca : &wend_model_eorca_c;
    profile.preset = "published";
    profile.shape = way == ORCA ? wend_disc(WIDTH) : wend_ellipse(DEPTH, WIDTH);
    profile.settings = way == ORCA ? NULL : method;
    profile.setting_count = way == ORCA ? 0 : 1;
    return profile;
}

static double uneven(uint64_t seed, uint32_t agent, uint32_t draw) {
    return UNEVENNESS * (2.0 * (double)wend_random(seed, agent, 0, 1, draw) - 1.0);
}

// On rings a metre apart.
static wend_agent agent_on_ring(uint64_t seed, uint32_t ring, uint32_t place, uint32_t places, uint32_t number) {
    double angle = 2.0 * WI_PI * place / places;
    wend_agent agent = wend_agent_default();
    agent.position =
        (wend_point){ring * cos(angle) + uneven(seed, number, 0), ring * sin(angle) + uneven(seed, number, 1)};
    agent.goal = (wend_target){.at = {-agent.position.x, -agent.position.y}, .radius = 0.3f};
    agent.heading = (float)remainder(angle + WI_PI, 2.0 * WI_PI);
    return agent;
}

static void fill_rings(wend_agent *agents, uint32_t count, uint64_t seed) {
    uint32_t ring = 1, place = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t places = (uint32_t)(2.0 * WI_PI * ring);
        agents[i] = agent_on_ring(seed, ring, place, places, i);
        if (++place == places) ring++, place = 0;
    }
}

static wend_result open_crowd(uint32_t way, const wend_agent *agents, uint32_t count, uint64_t seed, crowd *made,
                              wend_error *error) {
    wend_setting method;
    wend_profile profile = profile_of(way, &method);
    wend_scene_def scene = wend_scene_default();
    scene.profiles = &profile;
    wend_result result = wend_scene_create(&scene, &made->scene, error);
    if (result) return result;
    wend_world_def world = wend_world_default(made->scene);
    world.seed = seed;
    world.collisions = false;
    world.capacity = count;
    result = wend_world_create(&world, &made->world, error);
    return result ? result : wend_world_add_many(made->world, agents, count, NULL, error);
}

// Everybody takes a step in turn, so that other work on the machine hits all alike.
static wend_result time_steps(crowd on[WAYS], wend_error *error) {
    for (uint32_t i = 0; i < (WARM_UP + STEPS) * WAYS; i++) {
        crowd *at = &on[i % WAYS];
        double start = wi_clock_processor_seconds();
        wend_result result = wend_world_step(at->world, error);
        if (result) return result;
        if (i >= WARM_UP * WAYS) at->seconds += wi_clock_processor_seconds() - start;
    }
    return WEND_OK;
}

static void compare(const double seconds[WAYS], uint32_t steps, double *value) {
    value[EXACT_OVER_ORCA] = seconds[EXACT] / seconds[ORCA];
    value[TABLE_OVER_ORCA] = seconds[TABLE] / seconds[ORCA];
    value[POLYGON_OVER_ORCA] = seconds[POLYGON] / seconds[ORCA];
    value[POLYGON_OVER_TABLE] = seconds[POLYGON] / seconds[TABLE];
    for (uint32_t way = 0; way < WAYS; way++) value[RATIOS + way] = 1e3 * seconds[way] / steps;
}

// One crowd by each of the ways; adds up their times.
static wend_result time_crowd(uint32_t count, uint64_t seed, double seconds[WAYS], wend_error *error) {
    crowd on[WAYS] = {0};
    wend_agent *agents = calloc(count, sizeof *agents);
    wend_result result = agents ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for %u agents", count);
    if (agents) fill_rings(agents, count, seed);
    for (uint32_t way = 0; way < WAYS && !result; way++) result = open_crowd(way, agents, count, seed, &on[way], error);
    if (!result) result = time_steps(on, error);
    for (uint32_t way = 0; way < WAYS; way++) {
        seconds[way] += on[way].seconds;
        wend_world_destroy(on[way].world);
        wend_scene_destroy(on[way].scene);
    }
    free(agents);
    return result;
}

static wend_result time_crowds(const wi_study_task *task, uint32_t count, double *value, wend_error *error) {
    if (task->quick && count > QUICK_AGENTS) count = QUICK_AGENTS;
    uint32_t rounds = task->quick || count > AGENTS_TIMED ? 1 : AGENTS_TIMED / count;
    double seconds[WAYS] = {0};
    wend_result result = WEND_OK;
    for (uint32_t round = 0; round < rounds && !result; round++)
        result = time_crowd(count, task->seed * 1000 + round, seconds, error);
    if (!result) compare(seconds, rounds * STEPS, value);
    return result;
}

static wend_result ellipse_timing(const wi_study_task *task, double *value, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < WEND_COUNT(crowds) && !result; i++)
        result = time_crowds(task, crowds[i], value + i * VALUES_OF_CROWD, error);
    return result;
}

_Static_assert(WEND_COUNT(values) == WEND_COUNT(crowds) * VALUES_OF_CROWD, "each crowd gives all of them");

const wi_study_program wi_program_ellipse_timing = {
    .name = "ellipse-timing",
    .meaning = "what a step of eorca-c costs by each of its methods beside one of orca, 100 to 100,000 agents",
    .values = values,
    .value_count = WEND_COUNT(values),
    .timed = true,
    .run = ellipse_timing,
};
