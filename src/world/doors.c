// Doors, and barriers made of several: what a host opens and closes in a running world.
#include "sense/shape.h"
#include "world/scene.h"
#include "world/world.h"

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

// True for the door itself and for the other sides of its barrier.
static bool goes_with(const wi_walls *walls, uint32_t door, uint32_t other) {
    return other == door || (walls->barrier[door] != 0 && walls->barrier[other] == walls->barrier[door]);
}

static bool wall_goes_with(const wi_walls *walls, uint32_t door, uint32_t wall) {
    return walls->door[wall] != 0 && goes_with(walls, door, walls->door[wall] - 1);
}

static uint32_t level_of_wall(const wi_walls *walls, uint32_t wall) {
    uint32_t level = 0;
    while (walls->first[level + 1] <= wall) level++;
    return level;
}

// Somebody whose body touches a wall's line, or 0.
static wend_serial who_stands_in(const wend_world *world, uint32_t index) {
    const wi_columns *c = &world->columns;
    const wend_wall *wall = &world->walls.wall[index];
    uint32_t level = level_of_wall(&world->walls, index);
    for (uint32_t row = 0; row < c->count; row++) {
        float radius = c->form[row].radius;
        if (c->role[row].level != level) continue;
        if (wi_wall_distance2(wall, (wend_vec){c->x[row], c->y[row]}, NULL) > radius * radius) continue;
        wi_outline outline = outline_at(c, row);
        if (wi_outline_wall_gap(&outline, wall->a, wall->b) < 0.0f) return c->serial[row];
    }
    return 0;
}

// Barriers that go around some floor -------------------------------------------------------------------------------------

static uint32_t ends_at(const wi_walls *walls, uint32_t door, wend_vec at) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        if (!wall_goes_with(walls, door, i)) continue;
        const wend_wall *wall = &walls->wall[i];
        count += wall->a.x == at.x && wall->a.y == at.y ? 1u : 0u;
        count += wall->b.x == at.x && wall->b.y == at.y ? 1u : 0u;
    }
    return count;
}

static bool is_ring(const wi_walls *walls, uint32_t door) {
    for (uint32_t i = 0; i < walls->wall_count; i++)
        if (wall_goes_with(walls, door, i) &&
            (ends_at(walls, door, walls->wall[i].a) % 2 != 0 || ends_at(walls, door, walls->wall[i].b) % 2 != 0))
            return false;
    return true;
}

// A line from the point to the far right crosses the ring an odd number of times.
static bool goes_around(const wi_walls *walls, uint32_t door, wend_vec at) {
    bool inside = false;
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        wend_vec a = walls->wall[i].a, b = walls->wall[i].b;
        if (!wall_goes_with(walls, door, i) || (a.y > at.y) == (b.y > at.y)) continue;
        double share = ((double)at.y - a.y) / ((double)b.y - a.y);
        if ((double)at.x < a.x + share * ((double)b.x - a.x)) inside = !inside;
    }
    return inside;
}

static wend_serial who_stands_within(const wend_world *world, uint32_t door) {
    const wi_columns *c = &world->columns;
    const wi_walls *walls = &world->walls;
    if (walls->barrier[door] == 0 || !is_ring(walls, door)) return 0;
    uint32_t side = 0;
    while (!wall_goes_with(walls, door, side)) side++;
    uint32_t level = level_of_wall(walls, side);
    for (uint32_t row = 0; row < c->count; row++)
        if (c->role[row].level == level && goes_around(walls, door, wi_vec(c->x[row], c->y[row])))
            return c->serial[row];
    return 0;
}

static wend_serial who_is_in_the_way(const wend_world *world, uint32_t door) {
    const wi_walls *walls = &world->walls;
    wend_serial found = who_stands_within(world, door);
    for (uint32_t i = 0; found == 0 && i < walls->wall_count; i++)
        if (wall_goes_with(walls, door, i)) found = who_stands_in(world, i);
    return found;
}

// What hosts call --------------------------------------------------------------------------------------------------------

wend_result wend_world_set_door(wend_world *world, uint32_t door, bool open, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result == WEND_OK) result = check_door(world, door, error);
    if (result != WEND_OK || world->door_open[door] == open) return result;
    wend_serial in_the_way = open ? 0 : who_is_in_the_way(world, door);
    if (in_the_way)
        return wi_fail(error, WEND_NO_SPACE, "agent %llu stands in %s %u; it can be closed when nobody does",
                       (unsigned long long)in_the_way, world->walls.barrier[door] ? "the barrier of door" : "door",
                       door);
    wi_routes_changed(world);
    for (uint32_t i = 0; i < world->walls.door_count; i++)
        if (goes_with(&world->walls, door, i)) world->door_open[i] = open;
    return WEND_OK;
}

bool wend_world_door_is_open(const wend_world *world, uint32_t door) {
    return world && door < world->walls.door_count && world->door_open[door];
}
