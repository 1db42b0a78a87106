// From the obstacles, doors, regions and seams of a level to lines of the grid, and those into a triangulation.
#include <math.h>

#include "base/sort.h"
#include "scenario/mesh_level.h"
#include "scenario/room.h"

wi_knot wi_level_knot(const wi_level_mesh *level, wend_point at) {
    wend_point origin = level->plan->origin;
    return (wi_knot){(int32_t)rint((at.x - origin.x) / level->grid), (int32_t)rint((at.y - origin.y) / level->grid)};
}

static bool add_line(wi_level_mesh *level, wi_knot a, wi_knot b, wi_line_label label) {
    if (wi_same_knot(a, b)) return true;
    if (!wi_room(&level->line, &level->line_capacity, level->line_count + 1, sizeof *level->line)) return false;
    level->line[level->line_count++] = (wi_level_line){a, b, label};
    return true;
}

static bool add_straight(wi_level_mesh *level, wend_point a, wend_point b, wi_line_label label) {
    return add_line(level, wi_level_knot(level, a), wi_level_knot(level, b), label);
}

// Twice the area that a ring goes around counter-clockwise, on the grid.
static int64_t area_of(const wi_level_mesh *level, const wend_point *points, uint32_t count) {
    int64_t area = 0;
    wi_knot first = wi_level_knot(level, points[0]), before = first;
    for (uint32_t i = 1; i < count; i++) {
        wi_knot at = wi_level_knot(level, points[i]);
        area += wi_turn(first, before, at);
        before = at;
    }
    return area;
}

// What a ring leaves on its edges if it runs counter-clockwise, turned where it does not; a ring without area is a wall.
static wi_line_label ring_label(int64_t area, wi_line_label label) {
    int32_t sense = (area > 0) - (area < 0);
    label.rooms *= sense;
    label.solids *= sense;
    return label;
}

static bool add_ring(wi_level_mesh *level, const wend_point *points, uint32_t count, wi_line_label label) {
    label = ring_label(area_of(level, points, count), label);
    for (uint32_t i = 0; i < count; i++)
        if (!add_straight(level, points[i], points[(i + 1) % count], label)) return false;
    return true;
}

static bool add_obstacle(wi_level_mesh *level, const wend_obstacle *obstacle) {
    wi_line_label label = {.wall = true};
    if (obstacle->kind == WEND_WALL) {
        for (uint32_t i = 0; i + 1 < obstacle->point_count; i++)
            if (!add_straight(level, obstacle->points[i], obstacle->points[i + 1], label)) return false;
        return true;
    }
    label.rooms = obstacle->kind == WEND_ROOM;
    label.solids = obstacle->kind == WEND_SOLID;
    return add_ring(level, obstacle->points, obstacle->point_count, label);
}

static bool add_seam(wi_level_mesh *level, uint32_t index) {
    const wi_mesh_seam *seam = &level->plan->seams[index];
    bool room = true;
    for (uint32_t side = 0; side < 2 && room; side++) {
        if (seam->level[side] != level->level) continue;
        wi_line_label label = {.wall = true, .seam = (int32_t)(2 * index + side + 1)};
        room = add_straight(level, seam->end[side][0], seam->end[side][1], label);
    }
    return room;
}

bool wi_level_lines(wi_level_mesh *level) {
    const wi_mesh_plan *plan = level->plan;
    bool room = true, open = true;
    for (uint32_t i = 0; i < plan->obstacle_count && room; i++) {
        if (plan->obstacles[i].level != level->level) continue;
        open &= plan->obstacles[i].kind != WEND_ROOM;
        room = add_obstacle(level, &plan->obstacles[i]);
    }
    if (open && room) room = add_ring(level, level->outside, 4, (wi_line_label){.rooms = 1, .wall = true});
    for (uint32_t i = 0; i < plan->door_count && room; i++)
        if (plan->doors[i].level == level->level)
            room = add_straight(level, plan->doors[i].a, plan->doors[i].b, (wi_line_label){.door = i + 1});
    for (uint32_t i = 0; i < plan->region_count && room; i++) {
        const wi_mesh_region *region = &plan->regions[i];
        if (region->level == level->level)
            room = add_ring(level, region->points, region->point_count, (wi_line_label){.border = true});
    }
    for (uint32_t i = 0; i < plan->seam_count && room; i++) room = add_seam(level, i);
    return room;
}

// The triangulation ------------------------------------------------------------------------------------------------------

typedef struct numbered_knot {
    uint64_t key; // neighbours in the plane are mostly neighbours in this order
    wi_knot at;
    uint32_t end; // 2 * line, + 1 for its second end
} numbered_knot;

static uint64_t spread(int32_t value) {
    uint64_t bits = (uint64_t)((int64_t)value + WI_KNOT_MAX);
    bits = (bits | bits << 16) & 0x0000ffff0000ffff;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
    bits = (bits | bits << 2) & 0x3333333333333333;
    return (bits | bits << 1) & 0x5555555555555555;
}

static numbered_knot number_knot(wi_knot at, uint32_t end) {
    return (numbered_knot){spread(at.x) | spread(at.y) << 1, at, end};
}

// The knots of all ends, added in an order in which each is near the one before.
static bool add_knots(wi_level_mesh *level, uint32_t *knot) {
    uint32_t count = 2 * level->line_count;
    numbered_knot *sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    numbered_knot *scratch = malloc(((size_t)count + 1) * sizeof *scratch);
    bool room = sorted != NULL && scratch != NULL;
    for (uint32_t i = 0; room && i < level->line_count; i++) {
        sorted[2 * i] = number_knot(level->line[i].a, 2 * i);
        sorted[2 * i + 1] = number_knot(level->line[i].b, 2 * i + 1);
    }
    if (room) wi_sort_by_number(sorted, scratch, count, sizeof *sorted, offsetof(numbered_knot, key), UINT64_MAX);
    for (uint32_t i = 0; room && i < count; i++) {
        knot[sorted[i].end] = wi_web_add(&level->web, sorted[i].at);
        room = knot[sorted[i].end] != WI_NONE;
    }
    free(scratch);
    free(sorted);
    return room;
}

wend_result wi_level_draw(wi_level_mesh *level) {
    uint32_t *knot = malloc((2 * (size_t)level->line_count + 1) * sizeof *knot);
    bool room = knot != NULL && wi_web_open(&level->web) && add_knots(level, knot);
    wend_result result = room ? WEND_OK : WEND_NO_MEMORY;
    for (uint32_t i = 0; i < level->line_count && result == WEND_OK; i++)
        result = wi_web_draw(&level->web, knot[2 * i], knot[2 * i + 1], &level->line[i].label);
    free(knot);
    return result;
}
