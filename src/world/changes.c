// What a host may ask or change of a running world besides its agents and doors: lights, and what a profile's agents are
// set to.
#include "steer/ellipse_method.h"
#include "world/scene.h"
#include "world/world.h"

#include <string.h>

bool wend_world_signal_is_green(const wend_world *world, uint32_t signal) {
    return world && signal < world->scene->signal_count &&
           wi_signal_is_green(&world->scene->signal[signal], (double)world->stats.tick * (double)world->def.step);
}

static wend_result check_profile(const wend_world *world, uint32_t profile, wend_error *error) {
    if (profile < world->scene->profile_count) return WEND_OK;
    return wi_fail(error, WEND_NOT_FOUND, "there is no profile %u; the scene has %u", profile,
                   world->scene->profile_count);
}

static unsigned char *block_of(const wend_world *world, uint32_t number) {
    return world->params.block + (size_t)number * world->scene->params_stride;
}

wend_result wend_world_set_profile_param(wend_world *world, uint32_t profile, const char *name, float value,
                                         wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result == WEND_OK) result = check_profile(world, profile, error);
    if (result != WEND_OK) return result;
    const wend_model *model = world->scene->profiles[profile].is.model;
    result = wi_block_set(model, block_of(world, profile), name, value, error);
    if (result == WEND_OK && !wi_world_note_habits(world, block_of(world, profile)))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for what the habit needs");
    const wi_columns *c = &world->columns;
    for (uint32_t row = 0; result == WEND_OK && row < c->count; row++) {
        if (c->role[row].profile != profile) continue;
        if (wi_params_has_own(world, row))
            result = wi_block_set(model, block_of(world, c->role[row].params), name, value, error);
        wi_ellipse_method_note(world, row);
    }
    return result;
}

wend_result wend_world_get_profile_param(const wend_world *world, uint32_t profile, const char *name, float *value,
                                         wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result == WEND_OK && (!name || !value))
        result = wi_fail(error, WEND_BAD_ARGUMENT, "there is no name or no place to put the value");
    if (result == WEND_OK) result = check_profile(world, profile, error);
    if (result != WEND_OK) return result;
    return wi_block_get(world->scene->profiles[profile].is.model, block_of(world, profile), name, value, error);
}
