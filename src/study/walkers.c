#include "study/walkers.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

#define SETTINGS_MAX 8u

wi_walker wi_walker_ahead(wend_point from, double x, double y, double way, double speed) {
    return (wi_walker){
        .from = from,
        .to = {from.x + way * x, from.y + way * y},
        .velocity = {(float)(speed * x), (float)(speed * y)},
        .speed = speed,
    };
}

static bool is_habit(const char *name) {
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(habits[i].name, name) == 0) return true;
    }
    return false;
}

wend_result wi_walkers_scene(const wi_study_task *task, const wend_setting *settings, uint32_t setting_count,
                             const wend_obstacle *wall, wend_scene **scene, wend_error *error) {
    wend_setting kept[SETTINGS_MAX];
    wend_profile profile = wend_profile_default();
    profile.shape = wend_disc(0.25f); // as wide as in the papers
    if (task->model) profile.model = wend_model_find(task->model);
    if (!profile.model) return wi_fail(error, WEND_NOT_FOUND, "there is no model '%.60s'", task->model);
    if (task->preset) profile.preset = task->preset;
    profile.settings = kept;
    for (uint32_t i = 0; i < setting_count && profile.setting_count < SETTINGS_MAX; i++) {
        if (wend_model_param(profile.model, settings[i].name, NULL) || is_habit(settings[i].name))
            kept[profile.setting_count++] = settings[i];
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.profile_count = 1;
    def.obstacles = wall;
    def.obstacle_count = wall ? 1 : 0;
    return wend_scene_create(&def, scene, error);
}

// Some recorded people run.
static float top_speed(const wi_walker *of) {
    float start = hypotf(of->velocity.x, of->velocity.y);
    return fmaxf(wend_profile_default().max_speed, 1.01f * fmaxf(start, (float)of->speed));
}

wend_result wi_walkers_open(const wend_scene *scene, const wi_walker *start, uint32_t count, uint64_t seed,
                            wi_walkers *made, wend_error *error) {
    *made = (wi_walkers){.count = count};
    wend_world_def def = wend_world_default(scene);
    def.step = WI_WALKERS_STEP;
    def.seed = seed;
    wend_result result = wend_world_create(&def, &made->world, error);
    for (uint32_t i = 0; i < count && !result; i++) {
        wend_agent agent = wend_agent_default();
        agent.position = start[i].from;
        agent.velocity = start[i].velocity;
        agent.goal = (wend_target){.at = start[i].to, .radius = 0.2f};
        agent.preferred_speed = (float)start[i].speed;
        agent.max_speed = top_speed(&start[i]);
        result = wend_world_add(made->world, &agent, &made->serial[i], error);
    }
    return result;
}

void wi_walkers_close(wi_walkers *on) {
    wend_world_destroy(on->world);
    *on = (wi_walkers){0};
}

wend_result wi_walkers_look(const wi_walkers *on, wi_spot *spot, wend_error *error) {
    for (uint32_t i = 0; i < on->count; i++) {
        wend_agent agent;
        wend_result result = wend_world_get(on->world, on->serial[i], &agent, error);
        if (result) return result;
        spot[i] = wi_spot_at(i + 1, agent.position.x, agent.position.y);
        spot[i].vx = agent.velocity.x;
        spot[i].vy = agent.velocity.y;
    }
    return WEND_OK;
}

void wi_mean_add(wi_mean_of *to, double number, double weight) {
    if (!isfinite(number)) return;
    to->sum += weight * number;
    to->weight += weight;
}

double wi_mean_value(const wi_mean_of *of) { return of->weight > 0.0 ? of->sum / of->weight : (double)NAN; }

double wi_walkers_draw(uint64_t seed, uint64_t number, uint32_t which, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, number, 0, 0, which);
}
