// From level to level: who has walked over a seam comes out on its other side. Who could not see the others there, at the
// door of a lift or as a big body, waits at the seam until there is room; the others have come as near as they would on one
// floor.
#include "base/sort.h"
#include "route/follow.h"

// The seam that a row has walked over, or WI_NONE.
static uint32_t seam_behind(const wi_terrain *map, const wi_columns *c, uint32_t row) {
    uint32_t index = c->way[row].cell;
    if (index == 0 || !map->cell[index - 1].seams || (c->role[row].flags & WEND_FLAG_DRIVEN)) return WI_NONE;
    const wi_terrain_cell *cell = &map->cell[index - 1];
    if (cell->level != c->role[row].level) return WI_NONE;
    wend_vec at = wi_vec(c->x[row], c->y[row]);
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
        const wi_terrain_edge *edge = &map->edge[e];
        if (edge->twin == WI_NONE || map->cell[map->edge[edge->twin].cell].level == cell->level) continue;
        wend_vec way = wi_sub(edge->b, edge->a), to = wi_sub(at, edge->a);
        float along = wi_dot(to, way);
        if (wi_det(way, to) < 0.0f && along >= 0.0f && along <= wi_length2(way)) return e;
    }
    return WI_NONE;
}

static bool serial_before(const void *context, uint32_t a, uint32_t b) {
    const uint64_t *serial = context;
    return serial[a] < serial[b];
}

static uint32_t list_crossing(wend_world *world) {
    const wi_columns *c = &world->columns;
    uint32_t *list = world->routes.waiting, count = 0;
    for (uint32_t row = 0; row < c->count; row++)
        if (seam_behind(&world->scene->map, c, row) != WI_NONE) list[count++] = row;
    wi_sort(list, list + count, count, serial_before, c->serial);
    return count;
}

// A body that wants to come out on the far side of a seam.
typedef struct comer {
    const wend_world *world;
    uint32_t row, level;
    wend_vec at;
    uint32_t seam; // as the far side has it
} comer;

// Two who want to cross the same seam in opposite directions change places.
static bool stands_in_the_way(const comer *who, uint32_t other) {
    const wi_columns *c = &who->world->columns;
    if (other == who->row || c->role[other].level != who->level) return false;
    float room = c->form[who->row].radius + c->form[other].radius;
    if (wi_length2(wi_sub(wi_vec(c->x[other], c->y[other]), who->at)) >= room * room) return false;
    return seam_behind(&who->world->scene->map, c, other) != who->seam;
}

static bool is_beside_big(const comer *who) {
    for (uint32_t i = 0; i < who->world->big_count; i++)
        if (stands_in_the_way(who, who->world->big[i])) return true;
    return false;
}

// Those who crossed before are among the stray ones. Whoever sees those beyond has kept clear of them.
static bool has_room(const comer *who) {
    const wi_terrain *map = &who->world->scene->map;
    if (wi_seam_shows_images(map, &map->edge[who->seam])) return true;
    if (is_beside_big(who)) return false;
    const wend_world *world = who->world;
    float reach = world->columns.form[who->row].radius + world->small_radius;
    reach += wi_grid_margin(who->at.x, who->at.y, reach);
    wend_vec box = {reach, reach};
    wi_walk walk = wi_walk_box(&world->grid, who->level, wi_sub(who->at, box), wi_add(who->at, box));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++)
            if (stands_in_the_way(who, other)) return false;
    for (uint32_t i = 0; i < world->stray_count; i++)
        if (stands_in_the_way(who, world->stray[i])) return false;
    return true;
}

// A lift takes those who stand at its door when it comes, as many as it holds.
static bool may_ride(wend_world *world, const wi_terrain_cell *cell) {
    if (cell->zone == 0) return true;
    const wend_zone *zone = &world->scene->map.zone[cell->zone - 1];
    if (zone->kind != WEND_ZONE_LIFT) return true;
    double step = (double)world->def.step, rides = (double)world->stats.tick * step / (double)zone->cycle;
    double since = (rides - (double)(uint64_t)rides) * (double)zone->cycle;
    if (since >= step) return false;
    return world->routes.riders[cell->zone - 1]++ < zone->capacity;
}

static bool finds_way_alone(const wend_world *world, uint32_t row) {
    uint32_t aim = world->columns.aim[row];
    return aim != WI_NONE && world->routes.destination[aim].guide == 0;
}

static void cross(wend_world *world, uint32_t row, uint32_t seam) {
    const wi_terrain *map = &world->scene->map;
    const wi_terrain_edge *edge = &map->edge[seam], *twin = &map->edge[edge->twin];
    wi_columns *c = &world->columns;
    wend_vec at = wi_vec(c->x[row], c->y[row]), there = wi_terrain_across(edge, twin, at);
    comer who = {world, row, map->cell[twin->cell].level, there, edge->twin};
    if (!has_room(&who) || !may_ride(world, &map->cell[edge->cell])) {
        wend_vec back = wi_terrain_clamp(map, edge->cell, at);
        c->x[row] = back.x;
        c->y[row] = back.y;
        wi_world_stray(world, row);
        return;
    }
    c->motion[row].velocity = wi_sub(wi_terrain_across(edge, twin, wi_add(at, c->motion[row].velocity)), there);
    c->motion[row].heading = wi_unit(wi_sub(wi_terrain_across(edge, twin, wi_add(at, c->motion[row].heading)), there),
                                     c->motion[row].heading);
    c->x[row] = there.x;
    c->y[row] = there.y;
    c->role[row].level = (uint16_t)who.level;
    c->way[row].cell = twin->cell + 1;
    c->way[row].flags = finds_way_alone(world, row) ? WEND_WAY_WAITS : 0; // so that it goes on in this very step
    wi_world_stray(world, row);
}

bool wi_cross_seams(wend_world *world) {
    const wi_terrain *map = &world->scene->map;
    if (!map->seams) return true;
    uint32_t count = list_crossing(world);
    if (count == 0) return true;
    for (uint32_t i = 0; i < map->zone_count; i++) world->routes.riders[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = world->routes.waiting[i];
        cross(world, row, seam_behind(map, &world->columns, row));
    }
    return wi_world_refresh(world);
}
