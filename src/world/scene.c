// The scene: definition in, checked and copied; everything that worlds share.
#include "world/scene.h"

#include "base/bisect.h"
#include "base/error.h"
#include "base/sort.h"
#include "sense/walls_body.h"

#include <math.h>
#include <string.h>

#define LEVELS_MAX 65535u
#define PROFILES_MAX 65535u
#define ORIGIN_MAX 1e12
#define SIGNAL_LENGTH_MAX 1e4

wend_shape wend_disc(float radius) { return (wend_shape){WEND_DISC, radius, radius}; }

wend_shape wend_ellipse(float half_length, float half_width) {
    return (wend_shape){WEND_ELLIPSE, half_length, half_width};
}

wend_shape wend_box(float half_length, float half_width) { return (wend_shape){WEND_BOX, half_length, half_width}; }

static const wend_profile pedestrian = {
    .name = "pedestrian",
    .model = &wend_model_orca,
    .preset = "default",
    .shape = {WEND_DISC, 0.2f, 0.2f},
    .preferred_speed = 1.34f,
    .max_speed = 2.0f,
    .max_acceleration = INFINITY,
    .cookie = WI_COOKIE,
};

wend_profile wend_profile_default(void) { return pedestrian; }

wend_scene_def wend_scene_default(void) {
    return (wend_scene_def){.levels = 1, .profiles = &pedestrian, .profile_count = 1, .cookie = WI_COOKIE};
}

static wend_result check_definition(const wend_scene_def *def, wend_error *error) {
    if (!def) return wi_fail(error, WEND_BAD_ARGUMENT, "the scene's definition is NULL");
    if (def->cookie != WI_COOKIE) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "the scene's definition must start from wend_scene_default()");
    }
    if (!(def->origin.x >= -ORIGIN_MAX && def->origin.x <= ORIGIN_MAX && def->origin.y >= -ORIGIN_MAX &&
          def->origin.y <= ORIGIN_MAX)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "origin is (%g, %g), must be finite and lie between %g and %g",
                       def->origin.x, def->origin.y, -ORIGIN_MAX, ORIGIN_MAX);
    }
    if (def->levels < 1 || def->levels > LEVELS_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "levels is %u, must lie between 1 and %u", def->levels, LEVELS_MAX);
    }
    if (def->profile_count < 1 || def->profile_count > PROFILES_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "profile_count is %u, must lie between 1 and %u", def->profile_count,
                       PROFILES_MAX);
    }
    if (!def->profiles) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "profile_count is %u but profiles is NULL", def->profile_count);
    }
    return WEND_OK;
}

static wend_result check_profile(const wend_profile *profile, wend_error *error) {
    if (profile->setting_count > 0 && !profile->settings) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "setting_count is %u but settings is NULL", profile->setting_count);
    }
    wend_result result = wi_model_check(profile->model, error);
    return result == WEND_OK ? wi_profile_check(profile, error) : result;
}

static wend_result check_profiles(const wend_scene_def *def, wend_error *error) {
    for (uint32_t i = 0; i < def->profile_count; i++) {
        const wend_profile *profile = &def->profiles[i];
        if (profile->cookie != WI_COOKIE) {
            return wi_fail(error, WEND_BAD_ARGUMENT, "profile %u must start from wend_profile_default()", i);
        }
        if (!profile->name || !*profile->name) {
            return wi_fail(error, WEND_BAD_ARGUMENT, "profile %u has no name; give each its own", i);
        }
        wend_error inner;
        wend_result result = check_profile(profile, &inner);
        if (result != WEND_OK) return wi_fail(error, result, "profile %u (`%.40s`): %s", i, profile->name, inner.text);
    }
    return WEND_OK;
}

static uint32_t find_model(wend_scene *scene, const wend_model *model) {
    uint32_t i = 0;
    while (i < scene->model_count && scene->models[i] != model) i++;
    if (i == scene->model_count) scene->models[scene->model_count++] = model;
    return i;
}

static uint32_t block_stride(const wend_scene_def *def) {
    size_t most = 0;
    for (uint32_t i = 0; i < def->profile_count; i++) {
        size_t size = wi_block_size(def->profiles[i].model);
        if (size > most) most = size;
    }
    return (uint32_t)most;
}

// Whole cache lines, which blocks then do not share.
static uint32_t memory_stride(const wend_scene_def *def) {
    size_t most = 0;
    for (uint32_t i = 0; i < def->profile_count; i++)
        if (def->profiles[i].model->memory_size > most) most = def->profiles[i].model->memory_size;
    return (uint32_t)((most + WI_ALIGNMENT - 1) / WI_ALIGNMENT * WI_ALIGNMENT);
}

static size_t names_bytes(const wend_scene_def *def) {
    size_t size = 0;
    for (uint32_t i = 0; i < def->profile_count; i++) size += strlen(def->profiles[i].name) + 1;
    return size;
}

static bool take_profiles(wend_scene *scene, const wend_scene_def *def) {
    wi_memory *memory = &scene->memory;
    size_t count = def->profile_count;
    scene->profile_count = def->profile_count;
    scene->params_stride = block_stride(def);
    scene->memory_stride = memory_stride(def);
    scene->names_size = names_bytes(def);
    scene->profiles = wi_memory_take(memory, count, sizeof *scene->profiles);
    scene->models = wi_memory_take(memory, count, sizeof *scene->models);
    scene->params = wi_memory_take(memory, count, scene->params_stride);
    scene->by_name = wi_memory_take(memory, count, sizeof *scene->by_name);
    scene->names = wi_memory_take(memory, scene->names_size, 1);
    return scene->profiles && scene->models && scene->params && scene->by_name && scene->names;
}

static void give_profiles(wend_scene *scene) {
    wi_memory *memory = &scene->memory;
    size_t count = scene->profile_count;
    wi_memory_give(memory, scene->names, scene->names_size, 1);
    wi_memory_give(memory, scene->by_name, count, sizeof *scene->by_name);
    wi_memory_give(memory, scene->params, count, scene->params_stride);
    wi_memory_give(memory, scene->models, count, sizeof *scene->models);
    wi_memory_give(memory, scene->profiles, count, sizeof *scene->profiles);
}

static wend_result fill_params(const wend_profile *profile, void *block, wend_error *error) {
    wend_result result = wi_block_fill(profile->model, block, profile->preset, profile->habits, error);
    for (uint32_t i = 0; result == WEND_OK && i < profile->setting_count; i++) {
        result = wi_block_set(profile->model, block, profile->settings[i].name, profile->settings[i].value, error);
    }
    return result;
}

// Where a parameter of the model stands in its block, by the name that all models have for it.
static uint32_t place_of(const wend_model *model, const char *name) {
    for (uint32_t i = 0; i < model->param_count; i++)
        if (strcmp(model->params[i].name, name) == 0) return (uint32_t)(WI_BLOCK_PARAMS + model->params[i].offset);
    return 0;
}

static void copy_profile(wend_scene *scene, uint32_t index, const wend_profile *from, const char *name) {
    wend_profile *is = &scene->profiles[index].is;
    *is = *from;
    is->name = name;
    is->preset = NULL;
    is->habits = NULL;
    is->settings = NULL;
    is->setting_count = 0;
    is->stress = NULL;
    for (uint32_t i = is->velocity_corner_count; i < WEND_VELOCITY_CORNERS; i++) {
        is->velocity_corners[i] = (wend_vec){0.0f, 0.0f};
    }
    scene->profiles[index].model = find_model(scene, from->model);
    scene->profiles[index].look_distance = place_of(from->model, "neighbour_distance");
    scene->profiles[index].look_most = place_of(from->model, "max_neighbours");
    if (is->velocity_corner_count > 0 || is->velocity_radius > 0.0f) scene->velocity_sets = true;
}

static wend_result copy_profiles(wend_scene *scene, const wend_scene_def *def, wend_error *error) {
    char *name = scene->names;
    for (uint32_t i = 0; i < def->profile_count; i++) {
        const wend_profile *profile = &def->profiles[i];
        wend_error inner;
        wend_result result = fill_params(profile, scene->params + (size_t)i * scene->params_stride, &inner);
        if (result != WEND_OK) return wi_fail(error, result, "profile %u (`%.40s`): %s", i, profile->name, inner.text);
        scene->habits |= ((const wi_habits *)(const void *)(scene->params + (size_t)i * scene->params_stride))->active;
        size_t size = strlen(profile->name) + 1;
        memcpy(name, profile->name, size);
        copy_profile(scene, i, profile, name);
        name += size;
        if (!profile->stress) continue;
        result = wi_stress_copy(&scene->profiles[i], profile->stress, &inner);
        if (result != WEND_OK) return wi_fail(error, result, "profile %u (`%.40s`): %s", i, profile->name, inner.text);
        scene->any_stress = true;
    }
    return WEND_OK;
}

static bool name_before(const void *context, uint32_t a, uint32_t b) {
    const wi_profile *profiles = context;
    int order = strcmp(profiles[a].is.name, profiles[b].is.name);
    return order != 0 ? order < 0 : a < b;
}

static wend_result order_names(wend_scene *scene, wend_error *error) {
    uint32_t count = scene->profile_count, *by_name = scene->by_name;
    uint32_t *scratch = wi_memory_take(&scene->memory, count, sizeof *scratch);
    if (!scratch) return wi_fail(error, WEND_NO_MEMORY, "no memory for the scene");
    for (uint32_t i = 0; i < count; i++) by_name[i] = i;
    wi_sort(by_name, scratch, count, name_before, scene->profiles);
    wi_memory_give(&scene->memory, scratch, count, sizeof *scratch);
    for (uint32_t i = 1; i < count; i++) {
        const char *name = scene->profiles[by_name[i]].is.name;
        if (strcmp(scene->profiles[by_name[i - 1]].is.name, name) != 0) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT, "profiles %u and %u are both called `%.40s`; names must differ",
                       by_name[i - 1], by_name[i], name);
    }
    return WEND_OK;
}

static wend_result check_signal(const wend_scene_def *def, uint32_t index, wend_error *error) {
    const wend_signal *signal = &def->signals[index];
    if (signal->level >= def->levels) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "signal %u: level is %u, must be below the scene's levels, which are %u", index, signal->level,
                       def->levels);
    }
    double length2 = (signal->b.x - signal->a.x) * (signal->b.x - signal->a.x) +
                     (signal->b.y - signal->a.y) * (signal->b.y - signal->a.y);
    if (!(length2 > 0.0 && length2 < SIGNAL_LENGTH_MAX * SIGNAL_LENGTH_MAX)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "signal %u: a and b are %g m apart, must be more than 0 and below %g",
                       index, sqrt(length2), SIGNAL_LENGTH_MAX);
    }
    if (!(signal->cycle > 0.0 && signal->cycle <= 1e6 && signal->green >= 0.0 && signal->green <= signal->cycle &&
          signal->offset >= 0.0 && signal->offset <= signal->cycle)) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "signal %u: green %g s and offset %g s must lie between 0 and the cycle, %g s (more than 0)",
                       index, signal->green, signal->offset, signal->cycle);
    }
    return WEND_OK;
}

static wend_result copy_signals(wend_scene *scene, const wend_scene_def *def, wend_error *error) {
    if (def->signal_count == 0) return WEND_OK;
    if (!def->signals) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "signal_count is %u but signals is NULL", def->signal_count);
    }
    scene->signal = wi_memory_take(&scene->memory, def->signal_count, sizeof *scene->signal);
    if (!scene->signal) return wi_fail(error, WEND_NO_MEMORY, "no memory for the signals");
    scene->signal_count = def->signal_count;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < def->signal_count; i++) {
        const wend_signal *from = &def->signals[i];
        scene->signal[i] = (wi_signal){wi_scene_local(scene, from->a),
                                       wi_scene_local(scene, from->b),
                                       from->level,
                                       from->cycle,
                                       from->green,
                                       from->offset};
        result = check_signal(def, i, error);
    }
    return result;
}

static wend_result choose_routers(wend_scene *scene, wend_error *error) {
    bool mapped = scene->map.cell_count > 0;
    for (uint32_t i = 0; i < scene->profile_count; i++) {
        wend_profile *is = &scene->profiles[i].is;
        scene->congestion |= mapped && is->congestion > 0.0f;
        if (!is->router) is->router = mapped ? &wend_router_mesh : &wend_router_direct;
        if (!mapped && is->router->needs_map)
            return wi_fail(error, WEND_BAD_ARGUMENT,
                           "profile %u (`%.40s`): router `%.40s` needs a map, see wend_scene_def.map; or use `direct`",
                           i, is->name, is->router->name);
    }
    return WEND_OK;
}

static wend_result fill_scene(wend_scene *scene, const wend_scene_def *def, wend_error *error) {
    scene->origin = def->origin;
    scene->levels = def->levels;
    if (!take_profiles(scene, def)) return wi_fail(error, WEND_NO_MEMORY, "no memory for the scene");
    wend_result result = copy_profiles(scene, def, error);
    if (result == WEND_OK) result = order_names(scene, error);
    if (result == WEND_OK) result = wi_walls_build(&scene->walls, &scene->memory, def, error);
    if (result == WEND_OK) result = copy_signals(scene, def, error);
    if (result == WEND_OK && def->map) result = wi_terrain_build(&scene->map, &scene->memory, def, error);
    if (result == WEND_OK) result = choose_routers(scene, error);
    if (result == WEND_OK) result = wi_program_build(&scene->program, &scene->memory, scene, def->behaviours, error);
    scene->congestion |= scene->map.cell_count > 0 && scene->program.any_quickest;
    if (result == WEND_OK) scene->hash = wi_scene_hash(scene);
    return result;
}

wend_result wend_scene_create(const wend_scene_def *def, wend_scene **scene, wend_error *error) {
    if (!scene) return wi_fail(error, WEND_BAD_ARGUMENT, "there is nowhere to put the scene (NULL)");
    *scene = NULL;
    wend_result result = check_definition(def, error);
    if (result == WEND_OK) result = check_profiles(def, error);
    if (result != WEND_OK) return result;
    wi_memory memory = wi_memory_from(def->allocator);
    wend_scene *made = wi_memory_take(&memory, 1, sizeof *made);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory for the scene");
    made->memory = memory;
    result = fill_scene(made, def, error);
    if (result == WEND_OK) {
        *scene = made;
    } else {
        wend_scene_destroy(made);
    }
    return result;
}

void wend_scene_destroy(wend_scene *scene) {
    if (!scene) return;
    wi_program_free(&scene->program, &scene->memory);
    wi_memory_give(&scene->memory, scene->signal, scene->signal_count, sizeof *scene->signal);
    wi_terrain_free(&scene->map, &scene->memory);
    wi_walls_free(&scene->walls, &scene->memory);
    give_profiles(scene);
    wi_memory memory = scene->memory;
    wi_memory_give(&memory, scene, 1, sizeof *scene);
}

uint64_t wend_scene_hash(const wend_scene *scene) { return scene->hash; }

uint32_t wend_scene_wall_count(const wend_scene *scene) { return scene->walls.wall_count; }

const wend_wall *wend_scene_wall(const wend_scene *scene, uint32_t wall) {
    return wall < scene->walls.wall_count ? &scene->walls.wall[wall] : NULL;
}

uint32_t wend_scene_signal_count(const wend_scene *scene) { return scene->signal_count; }

uint32_t wend_scene_door_count(const wend_scene *scene) { return scene->walls.door_count; }

static bool profile_below(const void *scene, uint32_t i, const void *name) {
    const wend_scene *of = scene;
    return strcmp(of->profiles[of->by_name[i]].is.name, name) < 0;
}

uint32_t wend_scene_profile(const wend_scene *scene, const char *name) {
    if (!name) return UINT32_MAX;
    uint32_t at = wi_bisect(scene, scene->profile_count, profile_below, name);
    if (at == scene->profile_count) return UINT32_MAX;
    uint32_t profile = scene->by_name[at];
    return strcmp(scene->profiles[profile].is.name, name) == 0 ? profile : UINT32_MAX;
}

uint32_t wend_scene_behaviour(const wend_scene *scene, const char *name) {
    const wend_behaviours *all = &scene->program.is;
    for (uint32_t i = 0; name && i < all->behaviour_count; i++)
        if (strcmp(all->behaviours[i].name, name) == 0) return i;
    return UINT32_MAX;
}

uint32_t wend_scene_event(const wend_scene *scene, const char *name) {
    const wend_behaviours *all = &scene->program.is;
    for (uint32_t i = 0; name && i < all->event_count; i++)
        if (strcmp(all->events[i].name, name) == 0) return i;
    return UINT32_MAX;
}

const wend_behaviours *wend_scene_behaviours(const wend_scene *scene) { return &scene->program.is; }

static bool is_place(wend_vec at) { return at.x - at.x == 0.0f && at.y - at.y == 0.0f; }

bool wend_scene_sees(const wend_scene *scene, uint32_t level, wend_point from, wend_point to) {
    wend_vec a = wi_scene_local(scene, from), b = wi_scene_local(scene, to);
    return is_place(a) && is_place(b) && level < scene->levels && wi_walls_clear(&scene->walls, level, a, b);
}

static bool is_size(float half) { return half >= (float)WI_BODY_MIN && half <= (float)WI_BODY_MAX; }

static bool is_shape(wend_shape shape) {
    bool known = shape.kind == WEND_DISC || shape.kind == WEND_ELLIPSE || shape.kind == WEND_BOX;
    return known && is_size(shape.half_length) && is_size(shape.half_width);
}

bool wend_scene_sees_body(const wend_scene *scene, uint32_t level, wend_point from, wend_point at, wend_shape shape,
                          float heading) {
    wend_vec eye = wi_scene_local(scene, from), centre = wi_scene_local(scene, at);
    if (!is_place(eye) || !is_place(centre) || !is_shape(shape) || !isfinite(heading) || level >= scene->levels)
        return false;
    const wi_outline body = {shape.kind,
                             centre,
                             {wend_cos(heading), wend_sin(heading)},
                             shape.half_length,
                             shape.kind == WEND_DISC ? shape.half_length : shape.half_width};
    return wi_walls_show(&scene->walls, level, eye, &body);
}
