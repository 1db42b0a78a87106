// What a host may change of a running world besides its agents: which doors are open, and what a profile's agents are
// set to.
#include "sense/shape.h"
#include "steer/ellipse_method.h"
#include "world/scene.h"
#include "world/world.h"

#include <string.h>

static wend_result check_door(const wend_world *world, uint32_t door, wend_error *error) {
    if (door < world->walls.door_count) return WEND_OK;
    return wi_fail(error, WEND_NOT_FOUND, "there is no door %u; the scene has %u", door, world->walls.door_count);
}

static wi_outline outline_at(const wi_columns *c, uint32_t row) {
    return (wi_outline){(wend_shape_kind)c->role[row].shape,
                        {c->x[row], c->y[row]},
                        c->motion[row].heading,
                        c->form[row].half_length,
                        c->form[row].half_width};
}

static uint32_t wall_of_door(const wi_walls *walls, uint32_t door) {
    uint32_t wall = 0;
    while (walls->door[wall] != door + 1) wall++;
    return wall;
}

static uint32_t level_of_wall(const wi_walls *walls, uint32_t wall) {
    uint32_t level = 0;
    while (walls->first[level + 1] <= wall) level++;
    return level;
}

// Somebody whose body touches a door's line, or 0.
static wend_serial who_stands_in(const wend_world *world, uint32_t door) {
    const wi_columns *c = &world->columns;
    uint32_t index = wall_of_door(&world->walls, door), level = level_of_wall(&world->walls, index);
    const wend_wall *wall = &world->walls.wall[index];
    for (uint32_t row = 0; row < c->count; row++) {
        float radius = c->form[row].radius;
        if (c->role[row].level != level) continue;
        if (wi_wall_distance2(wall, (wend_vec){c->x[row], c->y[row]}, NULL) > radius * radius) continue;
        wi_outline outline = outline_at(c, row);
        if (wi_outline_wall_gap(&outline, wall->a, wall->b) < 0.0f) return c->serial[row];
    }
    return 0;
}

wend_result wend_world_set_door(wend_world *world, uint32_t door, bool open, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result == WEND_OK) result = check_door(world, door, error);
    if (result != WEND_OK) return result;
    wend_serial in_the_way = open || world->door_open[door] == open ? 0 : who_stands_in(world, door);
    if (in_the_way)
        return wi_fail(error, WEND_NO_SPACE, "agent %llu stands in door %u; it can be closed when nobody does",
                       (unsigned long long)in_the_way, door);
    if (world->door_open[door] != open) wi_routes_changed(world);
    world->door_open[door] = open;
    return WEND_OK;
}

bool wend_world_signal_is_green(const wend_world *world, uint32_t signal) {
    return world && signal < world->scene->signal_count &&
           wi_signal_is_green(&world->scene->signal[signal], (double)world->stats.tick * (double)world->def.step);
}

bool wend_world_door_is_open(const wend_world *world, uint32_t door) {
    return world && door < world->walls.door_count && world->door_open[door];
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
