// Pairs who cross as in the laboratory of Pettre et al. (2009): a square of 15 m with four walls that hide the walkers
// from each other until shortly before they meet. Starts and speeds are drawn; those who would pass far from each other
// anyway are drawn again. What is asked is when, after the first sight, they begin and end to change the distance at
// which they would pass (Guy, Lin, Manocha 2010, section 4: observation, reaction, regulation).
#include "base/error.h"
#include "measure/measure.h"
#include "study/program.h"
#include "wend/world.h"

#include <math.h>

#define PAIRS 40u
#define PAIRS_QUICK 2u
#define STEP (1.0f / 120.0f) // s
#define LIMIT 20.0           // s
#define NEAR 0.5             // m: who would pass nearer than this has to do something
#define TRIES 1000u

enum { OBSERVATION, REACTION, BEFORE, AFTER, NEAREST, REACTED, VALUES };

static const wi_study_value values[VALUES] = {
    [OBSERVATION] = {"observation", "s", 2, "from the first sight to the first change of the predicted distance"},
    [REACTION] = {"reaction", "s", 2, "how long that distance changes"},
    [BEFORE] = {"predicted_before", "m", 3, "distance at which they would pass, before the reaction"},
    [AFTER] = {"predicted_after", "m", 3, "and after it"},
    [NEAREST] = {"nearest", "m", 3, "least distance of the centres"},
    [REACTED] = {"reacted", "%", 0, "pairs with a reaction"},
};

typedef struct walker {
    wend_point from, to;
    double speed; // m/s
} walker;

static double draw(uint64_t seed, uint64_t pair, uint32_t *number, double from, double to) {
    return from + (to - from) * (double)wend_random(seed, pair, 0, 0, (*number)++);
}

static walker draw_walker(uint64_t seed, uint64_t pair, uint32_t *number, double side) {
    walker made = {.speed = draw(seed, pair, number, 1.2, 1.6)};
    double aside = draw(seed, pair, number, -0.4, 0.4);
    made.from = (wend_point){side * (6.6 + aside), -6.6 + aside};
    made.to = (wend_point){-side * 6.6, 6.6};
    return made;
}

// The least distance of two who go straight on.
static double straight_distance(const walker *a, const walker *b) {
    double ax = a->to.x - a->from.x, ay = a->to.y - a->from.y, bx = b->to.x - b->from.x, by = b->to.y - b->from.y;
    double as = a->speed / hypot(ax, ay), bs = b->speed / hypot(bx, by);
    double x = b->from.x - a->from.x, y = b->from.y - a->from.y, vx = bx * bs - ax * as, vy = by * bs - ay * as;
    double time = fmax(0.0, -(x * vx + y * vy) / (vx * vx + vy * vy));
    return hypot(x + time * vx, y + time * vy);
}

static void draw_pair(uint64_t seed, uint64_t pair, walker made[2]) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < TRIES; i++) {
        made[0] = draw_walker(seed, pair, &number, -1.0);
        made[1] = draw_walker(seed, pair, &number, 1.0);
        if (straight_distance(&made[0], &made[1]) < NEAR) return;
    }
}

// One pair -------------------------------------------------------------------------------------------------------------

typedef struct scene_parts {
    wend_scene *scene;
    wend_world *world;
    wi_meter *meter;
    wend_serial serial[2];
    double sight; // s: when they first see each other; NAN before
} scene_parts;

static wend_result make_scene(const char *model, wend_scene **scene, wend_error *error) {
    static const wend_point wall[4][2] = {
        {{0, -7.5}, {0, -2.5}}, {{0, 7.5}, {0, 2.5}}, {{-7.5, 0}, {-2.5, 0}}, {{7.5, 0}, {2.5, 0}}};
    wend_obstacle obstacle[4];
    for (uint32_t i = 0; i < 4; i++)
        obstacle[i] = (wend_obstacle){.kind = WEND_WALL, .points = wall[i], .point_count = 2};
    wend_profile profile = wend_profile_default();
    if (model) profile.model = wend_model_find(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.profile_count = 1;
    def.obstacles = obstacle;
    def.obstacle_count = 4;
    return wend_scene_create(&def, scene, error);
}

static wend_result add_walkers(scene_parts *on, const walker pair[2], wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < 2 && !result; i++) {
        wend_agent agent = wend_agent_default();
        agent.position = pair[i].from;
        agent.goal = (wend_target){.at = pair[i].to, .radius = 0.3f};
        agent.preferred_speed = (float)pair[i].speed;
        result = wend_world_add(on->world, &agent, &on->serial[i], error);
    }
    return result;
}

static void close_pair(scene_parts *on) {
    wi_meter_free(on->meter);
    wend_world_destroy(on->world);
}

static wend_result open_pair(scene_parts *on, const walker pair[2], uint64_t seed, wend_error *error) {
    wend_world_def def = wend_world_default(on->scene);
    def.step = STEP;
    def.seed = seed;
    on->sight = (double)NAN;
    wend_result result = wend_world_create(&def, &on->world, error);
    if (!result) result = add_walkers(on, pair, error);
    if (result) return result;
    wi_measure_options options = wi_measure_options_default();
    options.pair = true;
    options.pair_id[0] = on->serial[0];
    options.pair_id[1] = on->serial[1];
    on->meter = wi_meter_create(&options, 1.0 / (double)STEP);
    return on->meter ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
}

// The meter sees them from the first sight on: what came before is no interaction.
static wend_result look(scene_parts *on, wend_error *error) {
    wend_agent agent[2];
    wi_spot spot[2];
    for (uint32_t i = 0; i < 2; i++) {
        wend_result result = wend_world_get(on->world, on->serial[i], &agent[i], error);
        if (result) return result;
        spot[i] = (wi_spot){.id = on->serial[i],
                            .x = agent[i].position.x,
                            .y = agent[i].position.y,
                            .vx = agent[i].velocity.x,
                            .vy = agent[i].velocity.y};
    }
    wend_stats stats = wend_world_stats(on->world);
    if (isnan(on->sight) && wend_scene_sees(on->scene, 0, agent[0].position, agent[1].position)) on->sight = stats.time;
    if (isnan(on->sight)) return WEND_OK;
    const wi_frame frame = {.number = (int64_t)stats.tick, .spot = spot, .count = 2};
    return wi_meter_frame(on->meter, &frame, error);
}

static wend_result walk_pair(scene_parts *on, wend_error *error) {
    wend_result result = WEND_OK;
    for (wend_stats now = {0}; !result && now.time < LIMIT && now.arrived < 2; now = wend_world_stats(on->world)) {
        result = wend_world_step(on->world, error);
        if (!result) result = look(on, error);
    }
    return result;
}

// All of them ----------------------------------------------------------------------------------------------------------

typedef struct tally {
    double sum[VALUES];
    uint32_t count[VALUES];
} tally;

static void add(tally *to, uint32_t value, double number) {
    if (!isfinite(number)) return;
    to->sum[value] += number;
    to->count[value]++;
}

static void add_pair(tally *to, const wi_measures *found) {
    add(to, OBSERVATION, found->observation);
    add(to, REACTION, found->reaction);
    add(to, BEFORE, found->predicted_before);
    add(to, AFTER, found->predicted_after);
    add(to, NEAREST, found->pair_distance);
    add(to, REACTED, isfinite(found->reaction) ? 100.0 : 0.0);
}

static wend_result crossing_pairs(const wi_study_task *task, double *value, wend_error *error) {
    scene_parts on = {0};
    tally all = {0};
    wend_result result = make_scene(task->model, &on.scene, error);
    uint32_t pairs = task->quick ? PAIRS_QUICK : PAIRS;
    for (uint32_t i = 0; i < pairs && !result; i++) {
        walker pair[2];
        draw_pair(task->seed, i + 1, pair);
        result = open_pair(&on, pair, task->seed, error);
        if (!result) result = walk_pair(&on, error);
        if (!result) {
            const wi_measures found = wi_meter_result(on.meter);
            add_pair(&all, &found);
        }
        close_pair(&on);
        on.world = NULL;
        on.meter = NULL;
    }
    wend_scene_destroy(on.scene);
    for (uint32_t i = 0; i < VALUES; i++) value[i] = all.count[i] ? all.sum[i] / (double)all.count[i] : (double)NAN;
    return result;
}

const wi_study_program wi_program_crossing_pairs = {
    .name = "crossing-pairs",
    .meaning = "two walkers who cross in a laboratory with walls, from 40 drawn starts",
    .values = values,
    .value_count = VALUES,
    .run = crossing_pairs,
};
