// People who met, and agents in their place: same start and velocity, the place where they were last seen as the goal,
// their mean speed as the desired one (Guy, Lin, Manocha 2010, section 4.2). A fifth of the encounters, drawn for each
// seed, is for tuning, and the numbers are of the rest.
#include "base/error.h"
#include "measure/like.h"
#include "measure/measure.h"
#include "study/encounters.h"
#include "study/recordings.h"
#include "study/walkers.h"

#include <math.h>
#include <stdlib.h>

#define TUNING 0.2   // share of the encounters
#define QUICK 10u    // encounters
#define RADIUS 0.25  // m, of a body
#define BEHIND 1.0   // m: the target of an agent lies so far behind its goal, before which nobody slows down then
#define PATIENCE 3.0 // s: so much longer than the person an agent may take

enum { DISTANCE, WITHIN, REAL, OURS, DIFFERENCE, PAIRS, PLAIN, OBSERVATION = PLAIN, ACCELERATION, SPACE, VALUES };

static const wi_study_value values[VALUES] = {
    [DISTANCE] = {"like_distance", "m", 3, "from an agent to the person in whose place it walks, at the same time"},
    [WITHIN] = {"like_within", "%", 1, "of the time they are less apart than the radius of a body, 0.25 m"},
    [REAL] = {"energy_people", "J", 0, "that a person of 70 kg spent up to the goal"},
    [OURS] = {"energy_agents", "J", 0, "and the agent"},
    [DIFFERENCE] = {"energy_difference", "J", 0, "mean of the differences, whatever their sign"},
    [PAIRS] = {"pairs", "", 0, "encounters that the numbers are of"},
    [OBSERVATION] = {"tuned_observation_time", "s", 2, "with the least distance to people over the other encounters"},
    [ACCELERATION] = {"tuned_acceleration", "m/s2", 2, "the same"},
    [SPACE] = {"tuned_personal_space", "m", 2, "the same"},
};

// Recordings -----------------------------------------------------------------------------------------------------------

static const char *const recordings[] = {"eth_ucy/ETH_seq_eth/obsmat.txt", "eth_ucy/UCY_zara01/obsmat.txt"};

static bool are_here(void) { return wi_recordings_here(recordings, WEND_COUNT(recordings)); }

static wend_result cut_all(wi_encounters *all, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < WEND_COUNT(recordings) && !result; i++) {
        char path[WI_RECORDING_PATH];
        wi_recording_path(recordings[i], path);
        result = wi_encounters_cut(path, all, error);
    }
    return result;
}

// One person -----------------------------------------------------------------------------------------------------------

typedef struct way {
    const wi_spot *from, *to;
    double length, x, y; // m, and its direction
} way;

static way way_of(const wi_encounter *real, uint32_t who) {
    way made = {.from = &real->frame[0].spot[who], .to = &real->frame[real->count - 1].spot[who]};
    made.length = hypot(made.to->x - made.from->x, made.to->y - made.from->y);
    made.x = (made.to->x - made.from->x) / made.length;
    made.y = (made.to->y - made.from->y) / made.length;
    return made;
}

// One of the two alone, over the first frames.
static wend_result measure(const wi_encounter *of, uint32_t who, uint32_t count, wi_measures *found,
                           wend_error *error) {
    const wi_measure_options options = wi_measure_options_default();
    wi_meter *meter = wi_meter_create(&options, of->fps);
    wend_result result = meter ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    for (uint32_t i = 0; i < count && !result; i++) {
        wi_spot spot = of->frame[i].spot[who];
        const wi_frame frame = {.number = of->frame[i].number, .spot = &spot, .count = 1};
        result = wi_meter_frame(meter, &frame, error);
    }
    if (!result) *found = wi_meter_result(meter);
    wi_meter_free(meter);
    return result;
}

// How many frames until one is level with the goal of the person.
static uint32_t frames_to_goal(const wi_encounter *ours, const way *of, uint32_t who) {
    for (uint32_t i = 0; i < ours->count; i++) {
        const wi_spot *at = &ours->frame[i].spot[who];
        if ((at->x - of->from->x) * of->x + (at->y - of->from->y) * of->y >= of->length) return i + 1;
    }
    return ours->count;
}

// One encounter --------------------------------------------------------------------------------------------------------

static wend_result start_as(const wi_encounter *real, wi_walker start[2], wend_error *error) {
    for (uint32_t i = 0; i < 2; i++) {
        const way of = way_of(real, i);
        wi_measures person;
        wend_result result = measure(real, i, real->count, &person, error);
        if (result) return result;
        start[i] =
            wi_walker_ahead((wend_point){of.from->x, of.from->y}, of.x, of.y, of.length + BEHIND, person.speed_mean);
        if (!isnan(of.from->vx)) start[i].velocity = (wend_vec){of.from->vx, of.from->vy};
    }
    return WEND_OK;
}

static wend_result walk(const wi_walkers *on, wi_encounter *into, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < into->count && !result; i++) {
        if (i > 0) result = wend_world_step(on->world, error);
        if (!result) result = wi_walkers_look(on, into->frame[i].spot, error);
        into->frame[i].number = i;
    }
    return result;
}

// Agents in the place of people; the frames of `made` are to be freed, also after a failure.
static wend_result replay(const wend_scene *scene, uint64_t seed, const wi_encounter *real, wi_encounter *made,
                          wend_error *error) {
    double duration = (double)(real->frame[real->count - 1].number - real->frame[0].number) / real->fps + PATIENCE;
    *made =
        (wi_encounter){.fps = 1.0 / (double)WI_WALKERS_STEP, .count = (uint32_t)(duration / (double)WI_WALKERS_STEP)};
    made->frame = calloc(made->count, sizeof *made->frame);
    wi_walkers on = {0};
    wi_walker start[2];
    wend_result result =
        made->frame ? start_as(real, start, error) : wi_fail(error, WEND_NO_MEMORY, "no memory for a walk");
    if (!result) result = wi_walkers_open(scene, start, 2, seed, &on, error);
    if (!result) result = walk(&on, made, error);
    wi_walkers_close(&on);
    return result;
}

static wend_result add_likeness(const wi_encounter *real, const wi_encounter *ours, wi_mean_of all[PLAIN],
                                wend_error *error) {
    wi_encounter_cursor cursor[2];
    wi_reader people = wi_encounter_reader(&cursor[0], real), agents = wi_encounter_reader(&cursor[1], ours);
    wi_likeness found;
    wend_result result = wi_like_readers(&people, &agents, &(wi_like_options){.radius = RADIUS}, &found, error);
    if (result) return result;
    wi_mean_add(&all[DISTANCE], found.distance_mean, (double)found.spots);
    wi_mean_add(&all[WITHIN], 100.0 * found.within, (double)found.spots);
    return WEND_OK;
}

static wend_result add_energy(const wi_encounter *real, const wi_encounter *ours, wi_mean_of all[PLAIN],
                              wend_error *error) {
    for (uint32_t i = 0; i < 2; i++) {
        const way of = way_of(real, i);
        wi_measures person, agent;
        wend_result result = measure(real, i, real->count, &person, error);
        if (!result) result = measure(ours, i, frames_to_goal(ours, &of, i), &agent, error);
        if (result) return result;
        wi_mean_add(&all[REAL], person.energy_mean, 1.0);
        wi_mean_add(&all[OURS], agent.energy_mean, 1.0);
        wi_mean_add(&all[DIFFERENCE], fabs(person.energy_mean - agent.energy_mean), 1.0);
    }
    return WEND_OK;
}

static wend_result compare(const wend_scene *scene, uint64_t seed, const wi_encounter *real, wi_mean_of all[PLAIN],
                           wend_error *error) {
    wi_encounter ours;
    wend_result result = replay(scene, seed, real, &ours, error);
    if (!result) result = add_likeness(real, &ours, all, error);
    if (!result) result = add_energy(real, &ours, all, error);
    free(ours.frame);
    return result;
}

// All of them ----------------------------------------------------------------------------------------------------------

static bool is_for_tuning(uint64_t seed, uint32_t encounter) {
    return wi_walkers_draw(seed, encounter, 0, 0.0, 1.0) < TUNING;
}

// Those for tuning, or the others.
static wend_result compare_all(const wi_study_task *task, const wi_encounters *people, bool tuning,
                               const wend_setting *settings, uint32_t setting_count, double value[PLAIN],
                               wend_error *error) {
    wend_scene *scene = NULL;
    wi_mean_of all[PLAIN] = {{0}};
    uint32_t count = 0;
    wend_result result = wi_walkers_scene(task, settings, setting_count, NULL, &scene, error);
    for (uint32_t i = 0; i < people->count && !result; i++) {
        if (is_for_tuning(task->seed, i) != tuning) continue;
        result = compare(scene, task->seed, &people->item[i], all, error);
        count++;
    }
    wend_scene_destroy(scene);
    for (uint32_t i = 0; i < PLAIN; i++) value[i] = wi_mean_value(&all[i]);
    value[PAIRS] = count;
    return result;
}

static wend_result find_people(const wi_study_task *task, wi_encounters *people, wend_error *error) {
    wend_result result = cut_all(people, error);
    while (task->quick && people->count > QUICK) free(people->item[--people->count].frame);
    return result;
}

static wend_result recorded_pairs(const wi_study_task *task, double *value, wend_error *error) {
    wi_encounters people = {0};
    wend_result result = find_people(task, &people, error);
    if (!result) result = compare_all(task, &people, false, NULL, 0, value, error);
    wi_encounters_free(&people);
    return result;
}

const wi_study_program wi_program_recorded_pairs = {
    .name = "recorded-pairs",
    .meaning = "agents in the place of recorded people who met",
    .values = values,
    .value_count = PLAIN,
    .ready = are_here,
    .run = recorded_pairs,
};

// Tuning ---------------------------------------------------------------------------------------------------------------

// The published values come first and stay where none is better.
static const float observation_times[] = {0.79f, 0.4f, 1.2f};
static const float accelerations[] = {0.09f, 0.3f, 1.0f};
static const float spaces[] = {0.38f, 0.25f, 0.3f, 0.5f};

#define CHOICES (WEND_COUNT(observation_times) * WEND_COUNT(accelerations) * WEND_COUNT(spaces))
#define TUNED 3u

static void choose(uint32_t choice, wend_setting into[TUNED]) {
    uint32_t space = choice % WEND_COUNT(spaces), rest = choice / WEND_COUNT(spaces);
    into[0] = (wend_setting){"observation_time", observation_times[rest / WEND_COUNT(accelerations)]};
    into[1] = (wend_setting){"acceleration", accelerations[rest % WEND_COUNT(accelerations)]};
    into[2] = (wend_setting){"personal_space", spaces[space]};
}

static wend_result tune(const wi_study_task *task, const wi_encounters *people, uint32_t *best, wend_error *error) {
    double least = INFINITY;
    wend_result result = WEND_OK;
    *best = 0;
    for (uint32_t i = 0; i < CHOICES && !result; i++) {
        wend_setting settings[TUNED];
        double value[PLAIN];
        choose(i, settings);
        result = compare_all(task, people, true, settings, TUNED, value, error);
        if (!result && value[DISTANCE] < least) least = value[DISTANCE], *best = i;
    }
    return result;
}

static wend_result recorded_pairs_tuned(const wi_study_task *task, double *value, wend_error *error) {
    wi_encounters people = {0};
    wend_setting settings[TUNED];
    uint32_t best = 0;
    wend_result result = find_people(task, &people, error);
    if (!result) result = tune(task, &people, &best, error);
    choose(best, settings);
    if (!result) result = compare_all(task, &people, false, settings, TUNED, value, error);
    wi_encounters_free(&people);
    for (uint32_t i = 0; i < TUNED; i++) value[PLAIN + i] = (double)settings[i].value;
    return result;
}

const wi_study_program wi_program_recorded_pairs_tuned = {
    .name = "recorded-pairs-tuned",
    .meaning = "the same with rcap's three constants tuned to a fifth of the encounters",
    .values = values,
    .value_count = VALUES,
    .ready = are_here,
    .run = recorded_pairs_tuned,
};
