// Pairs who cross as in the laboratory of Pettre et al. (2009), from the moment they see each other, 4 s before they would
// meet. Asked is how the distance at which they would pass changes over time (Guy, Lin, Manocha 2010, figures 5 and 6).
#include "base/error.h"
#include "measure/measure.h"
#include "study/walkers.h"

#include <math.h>

#define PAIRS 474u // as many as runs of the experiment
#define PAIRS_QUICK 4u
#define APART_MIN 0.8 // m: more than two personal spaces of 0.38 m, so that nobody has to do anything
#define APART_MAX 2.0
#define STEPS 720u     // 6 s: all have passed each other
#define BEYOND 9.5     // m from the middle, where the experiment ends in a corner
#define JUMP_STEPS 12u // 0.1 s
#define TIMES 8u       // at which the curve is read
#define TIME_STEPS 60u // 0.5 s between them

enum {
    OBSERVATION,
    REACTION,
    REGULATION,
    BEFORE,
    AFTER,
    JUMP,
    NEAREST,
    REACTED,
    REACTED_APART,
    CURVE,
    VALUES = CURVE + TIMES
};

static const wi_study_value values[VALUES] = {
    [OBSERVATION] = {"observation", "s", 2, "from the first sight to the first change of the predicted distance"},
    [REACTION] = {"reaction", "s", 2, "how long that distance changes"},
    [REGULATION] = {"regulation", "s", 2, "how long it stays then, up to the least distance"},
    [BEFORE] = {"predicted_before", "m", 3, "distance at which they would pass, before the reaction"},
    [AFTER] = {"predicted_after", "m", 3, "and after it"},
    [JUMP] = {"jump", "%", 0, "the most that the predicted distance rises within 0.1 s, of all its rise"},
    [NEAREST] = {"nearest", "m", 3, "least distance of the centres"},
    [REACTED] = {"reacted", "%", 0, "pairs with a reaction"},
    [REACTED_APART] = {"reacted_apart", "%", 1,
                       "of as many others, who would pass at 0.8 to 2 m anyway: pairs with a reaction"},
    [CURVE] = {"predicted_0.0", "m", 3, "predicted distance at the first sight"},
    [CURVE + 1] = {"predicted_0.5", "m", 3, "the same 0.5 s later"},
    [CURVE + 2] = {"predicted_1.0", "m", 3, "1 s later"},
    [CURVE + 3] = {"predicted_1.5", "m", 3, "1.5 s later"},
    [CURVE + 4] = {"predicted_2.0", "m", 3, "2 s later"},
    [CURVE + 5] = {"predicted_2.5", "m", 3, "2.5 s later"},
    [CURVE + 6] = {"predicted_3.0", "m", 3, "3 s later"},
    [CURVE + 7] = {"predicted_3.5", "m", 3, "3.5 s later"},
};

// On one of the diagonals, so far before the middle, and so far to the left of the way through it.
static wi_walker walker_on(uint32_t diagonal, double distance, double aside, double speed) {
    const double x = sqrt(0.5), y = diagonal == 0 ? x : -x;
    wend_point from = {-x * distance - y * aside, -y * distance + x * aside};
    return wi_walker_ahead(from, x, y, distance + BEYOND, speed);
}

// About 4 s before the middle, up to 0.2 m beside the way through it.
static wi_walker draw_walker(uint64_t seed, uint32_t pair, uint32_t which) {
    double speed = wi_walkers_draw(seed, pair, 3 * which, 1.2, 1.6);
    double distance = speed * wi_walkers_draw(seed, pair, 3 * which + 1, 3.8, 4.2);
    return walker_on(which, distance, wi_walkers_draw(seed, pair, 3 * which + 2, -0.2, 0.2), speed);
}

static void draw_pair(uint64_t seed, uint32_t pair, wi_walker start[2]) {
    for (uint32_t i = 0; i < 2; i++) start[i] = draw_walker(seed, pair, i);
}

// One is 4 s before the middle, the other so much more that they pass at the distance that is drawn: at a right angle the
// one sees the other go by at delay * v0 v1 / |(v0, v1)|.
static void draw_pair_apart(uint64_t seed, uint32_t pair, wi_walker start[2]) {
    double speed[2], apart = wi_walkers_draw(seed, pair, 8, APART_MIN, APART_MAX);
    for (uint32_t i = 0; i < 2; i++) speed[i] = wi_walkers_draw(seed, pair, 6 + i, 1.2, 1.6);
    double delay = apart * hypot(speed[0], speed[1]) / (speed[0] * speed[1]);
    uint32_t later = wi_walkers_draw(seed, pair, 9, 0.0, 1.0) < 0.5 ? 0 : 1;
    for (uint32_t i = 0; i < 2; i++)
        start[i] = walker_on(i, speed[i] * (i == later ? 4.0 + delay : 4.0), 0.0, speed[i]);
}

// Everyone looks as far as rcap's `published` and keeps its personal space, so that what differs is the model.
static wend_result make_scene(const wi_study_task *task, wend_scene **scene, wend_error *error) {
    static const wend_setting alike[] = {{"horizon", 8.0f}, {"neighbour_distance", 30.0f}, {"personal_space", 0.38f}};
    return wi_walkers_scene(task, alike, WEND_COUNT(alike), NULL, scene, error);
}

static wend_result walk(const wi_walkers *on, wi_meter *meter, wend_error *error) {
    for (uint32_t step = 0;; step++) {
        wi_spot spot[2];
        wend_result result = wi_walkers_look(on, spot, error);
        const wi_frame frame = {.number = step, .spot = spot, .count = 2};
        if (!result) result = wi_meter_frame(meter, &frame, error);
        if (!result && step < STEPS) result = wend_world_step(on->world, error);
        if (result || step == STEPS) return result;
    }
}

// In percent of the whole rise up to the least distance; NAN where it does not rise.
static double largest_jump(const wi_prediction *at, uint32_t count, double end) {
    double largest = 0.0, lowest = INFINITY, highest = -INFINITY;
    for (uint32_t i = 0; i < count && at[i].time <= end; i++) {
        lowest = fmin(lowest, at[i].predicted);
        highest = fmax(highest, at[i].predicted);
        if (i >= JUMP_STEPS) largest = fmax(largest, at[i].predicted - at[i - JUMP_STEPS].predicted);
    }
    return highest > lowest ? 100.0 * largest / (highest - lowest) : (double)NAN;
}

static void add_pair_apart(wi_mean_of all[VALUES], wi_meter *meter) {
    wi_mean_add(&all[REACTED_APART], isfinite(wi_meter_result(meter).reaction) ? 100.0 : 0.0, 1.0);
}

static void add_pair(wi_mean_of all[VALUES], wi_meter *meter) {
    const wi_measures found = wi_meter_result(meter);
    bool reacted = isfinite(found.reaction);
    uint32_t count;
    const wi_prediction *prediction = wi_meter_predictions(meter, &count);
    wi_mean_add(&all[OBSERVATION], found.observation, 1.0);
    wi_mean_add(&all[REACTION], found.reaction, 1.0);
    wi_mean_add(&all[REGULATION], found.regulation, 1.0);
    wi_mean_add(&all[BEFORE], found.predicted_before, 1.0);
    wi_mean_add(&all[AFTER], found.predicted_after, 1.0);
    wi_mean_add(&all[NEAREST], found.pair_distance, 1.0);
    wi_mean_add(&all[REACTED], reacted ? 100.0 : 0.0, 1.0);
    if (reacted) wi_mean_add(&all[JUMP], largest_jump(prediction, count, found.pair_time), 1.0);
    for (uint32_t i = 0; i < TIMES && i * TIME_STEPS < count; i++)
        wi_mean_add(&all[CURVE + i], prediction[i * TIME_STEPS].predicted, 1.0);
}

typedef void add_function(wi_mean_of all[VALUES], wi_meter *meter);

static wend_result meet(const wend_scene *scene, const wi_walker start[2], uint64_t seed, add_function *add,
                        wi_mean_of all[VALUES], wend_error *error) {
    wi_measure_options options = wi_measure_options_default();
    options.pair = true;
    options.pair_id[0] = 1;
    options.pair_id[1] = 2;
    wi_walkers on;
    wi_meter *meter = wi_meter_create(&options, 1.0 / (double)WI_WALKERS_STEP);
    wend_result result = wi_walkers_open(scene, start, 2, seed, &on, error);
    if (!meter) result = wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    if (!result) result = walk(&on, meter, error);
    if (!result) add(all, meter);
    wi_walkers_close(&on);
    wi_meter_free(meter);
    return result;
}

static wend_result crossing_pairs(const wi_study_task *task, double *value, wend_error *error) {
    wend_scene *scene = NULL;
    wi_mean_of all[VALUES] = {{0}};
    wend_result result = make_scene(task, &scene, error);
    uint32_t pairs = task->quick ? PAIRS_QUICK : PAIRS;
    for (uint32_t i = 0; i < pairs && !result; i++) {
        wi_walker start[2];
        draw_pair(task->seed, i, start);
        result = meet(scene, start, task->seed, add_pair, all, error);
        draw_pair_apart(task->seed, i, start);
        if (!result) result = meet(scene, start, task->seed, add_pair_apart, all, error);
    }
    wend_scene_destroy(scene);
    for (uint32_t i = 0; i < VALUES; i++) value[i] = wi_mean_value(&all[i]);
    return result;
}

const wi_study_program wi_program_crossing_pairs = {
    .name = "crossing-pairs",
    .meaning = "two walkers who cross, from 474 drawn starts",
    .values = values,
    .value_count = VALUES,
    .run = crossing_pairs,
};
