// Places by rule and by chance. Chance means trying random points until a body fits; beyond what that can fill, pack.c.
#include "scenario/place.h"
#include "base/angle.h"

#include <math.h>

#include "base/sort.h"
#include "scenario/room.h"
#include "world/scene.h"

#define TRIES 100
#define POINT_TRIES 1000
// Random sequential placing of equal discs jams when they cover 0.547 of the plane; near that it only wastes time.
#define COVER_BY_CHANCE 0.45

// Regions ------------------------------------------------------------------------------------------------------------

static double ring_area(const wend_point *point, uint32_t count) {
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = point[i], b = point[(i + 1) % count];
        twice += (a.x - point[0].x) * (b.y - point[0].y) - (a.y - point[0].y) * (b.x - point[0].x);
    }
    return fabs(twice) / 2.0;
}

bool wi_region_open(wi_region *region, const wi_ring *ring, wend_point origin) {
    uint32_t count = ring->count;
    if (count > 1 && ring->point[0].x == ring->point[count - 1].x && ring->point[0].y == ring->point[count - 1].y)
        count--;
    *region = (wi_region){.point = malloc((count + 1) * sizeof *region->point),
                          .count = count,
                          .min = {INFINITY, INFINITY},
                          .max = {-INFINITY, -INFINITY}};
    if (region->point == NULL) return false;
    for (uint32_t i = 0; i < count; i++) {
        wend_point at = {ring->point[i].x - origin.x, ring->point[i].y - origin.y};
        region->point[i] = at;
        region->min = (wend_point){fmin(region->min.x, at.x), fmin(region->min.y, at.y)};
        region->max = (wend_point){fmax(region->max.x, at.x), fmax(region->max.y, at.y)};
    }
    region->area = count < 3 ? 0.0 : ring_area(region->point, count);
    return true;
}

void wi_region_close(wi_region *region) {
    free(region->point);
    *region = (wi_region){0};
}

bool wi_region_holds(const wi_region *region, wend_point at) {
    bool inside = false;
    for (uint32_t i = 0, j = region->count - 1; i < region->count; j = i++) {
        wend_point a = region->point[i], b = region->point[j];
        if ((a.y > at.y) == (b.y > at.y)) continue;
        double side = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        if ((side > 0.0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

wend_point wi_region_draw(const wi_region *region, wi_who who, uint64_t tick, uint32_t purpose, uint32_t draw) {
    wend_point at = region->count > 0 ? region->point[0] : (wend_point){0.0, 0.0};
    if (!(region->area > 0.0)) return at;
    for (uint32_t i = 0; i < POINT_TRIES; i++) {
        uint32_t key = 2 * (draw * POINT_TRIES + i);
        at.x = region->min.x + (region->max.x - region->min.x) * wi_draw_even(who, tick, purpose, key);
        at.y = region->min.y + (region->max.y - region->min.y) * wi_draw_even(who, tick, purpose, key + 1);
        if (wi_region_holds(region, at)) break;
    }
    return at;
}

// The ground -----------------------------------------------------------------------------------------------------------

bool wi_ground_is_free(const wi_ground *ground, wi_disc disc) {
    const wi_walls *walls = &ground->scene->walls;
    wend_vec at = {(float)disc.x, (float)disc.y};
    if (walls->wall_count > 0) {
        uint32_t wall;
        float distance2;
        if (wi_walls_near(walls, disc.level, at, (float)disc.radius, 1, &wall, &distance2) > 0) return false;
        if (wi_walls_forbid(walls, disc.level, at)) return false;
    }
    return wi_discs_find(&ground->placed, disc, NULL, NULL) == UINT32_MAX;
}

wend_point wi_place_regular(const wi_group *group, uint32_t index) {
    wend_point at = group->at;
    if (group->kind == WI_GROUP_GRID) {
        at.x += (double)group->spacing.x * (index % group->columns);
        at.y += (double)group->spacing.y * (index / group->columns);
    } else if (group->kind == WI_GROUP_CIRCLE) {
        float angle = (float)(group->start_angle + 2.0 * WI_PI * index / group->count);
        at.x += group->radius * (double)wend_cos(angle);
        at.y += group->radius * (double)wend_sin(angle);
    }
    return at;
}

// By chance ------------------------------------------------------------------------------------------------------------

double wi_place_margin(const wi_region *region) {
    double far = fmax(fmax(fabs(region->min.x), fabs(region->max.x)), fmax(fabs(region->min.y), fabs(region->max.y)));
    return 4e-6 + far * 0x1p-21;
}

typedef struct bodies {
    const double *radius;
    const uint32_t *with;
} bodies;

static uint32_t first_of(const bodies *all, uint32_t body) { return all->with != NULL ? all->with[body] : body; }

static bool larger(const void *things, uint32_t a, uint32_t b) {
    const bodies *all = things;
    return all->radius[first_of(all, a)] > all->radius[first_of(all, b)];
}

uint32_t *wi_place_order(const double *radius, const uint32_t *with, uint32_t count) {
    const bodies all = {radius, with};
    uint32_t *order = malloc((2 * (size_t)count + 1) * sizeof *order);
    for (uint32_t i = 0; order != NULL && i < count; i++) order[i] = i;
    if (order != NULL) wi_sort(order, order + count, count, larger, &all);
    return order;
}

static bool find_spot(const wi_ground *ground, const wi_region *region, wi_who who, wi_disc *disc) {
    for (uint32_t i = 0; i < TRIES; i++) {
        wend_point at = wi_region_draw(region, who, 0, WI_FOR_PLACE, i);
        disc->x = at.x;
        disc->y = at.y;
        if (wi_ground_is_free(ground, *disc)) return true;
    }
    return false;
}

// About somebody who stands already, the farther away the more tries have failed, but in its sight.
static bool find_spot_beside(const wi_ground *ground, const wi_region *region, wi_who who, const wi_disc *first,
                             wi_disc *disc) {
    for (uint32_t i = 0; i < TRIES; i++) {
        float angle = (float)(2.0 * WI_PI * wi_draw_even(who, 0, WI_FOR_PLACE, 2 * i));
        double share = wi_draw_even(who, 0, WI_FOR_PLACE, 2 * i + 1);
        double distance = (first->radius + disc->radius) * (1.02 + 0.04 * i * share);
        disc->x = first->x + distance * (double)wend_cos(angle);
        disc->y = first->y + distance * (double)wend_sin(angle);
        wend_vec from = {(float)first->x, (float)first->y}, to = {(float)disc->x, (float)disc->y};
        if (wi_region_holds(region, (wend_point){disc->x, disc->y}) && wi_ground_is_free(ground, *disc) &&
            wi_walls_clear(&ground->scene->walls, disc->level, from, to))
            return true;
    }
    return false;
}

static bool find_place(const wi_ground *ground, const wi_region *region, wi_who who, const wi_disc *first,
                       wi_disc *disc) {
    return first != NULL ? find_spot_beside(ground, region, who, first, disc) : find_spot(ground, region, who, disc);
}

static wi_placed place_by_chance(wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                                 const bodies *all, uint32_t count, wend_point *at) {
    uint32_t *order = wi_place_order(all->radius, all->with, count), before = ground->placed.count;
    wi_placed placed = order != NULL ? WI_PLACED : WI_PLACED_NO_MEMORY;
    double margin = wi_place_margin(region);
    for (uint32_t i = 0; i < count && placed == WI_PLACED; i++) {
        uint32_t agent = order[i];
        wi_disc disc = {.radius = all->radius[agent] + margin, .level = level};
        uint32_t first = first_of(all, agent);
        wi_disc beside = {at[first].x, at[first].y, all->radius[first] + margin, level};
        wi_who who = {group.seed, group.group, agent};
        if (!find_place(ground, region, who, first != agent ? &beside : NULL, &disc))
            placed = WI_PLACED_TOO_DENSE;
        else if (!wi_discs_add(&ground->placed, disc))
            placed = WI_PLACED_NO_MEMORY;
        at[agent] = (wend_point){disc.x, disc.y};
    }
    if (placed != WI_PLACED) wi_discs_shorten(&ground->placed, before);
    free(order);
    return placed;
}

static double cover(const double *radius, uint32_t count, double area) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += WI_PI * radius[i] * radius[i];
    return sum / area;
}

// The last word on a packing: everyone is really free.
static wi_placed settle(wi_ground *ground, double margin, uint32_t level, const double *radius, uint32_t count,
                        const wend_point *at) {
    uint32_t before = ground->placed.count;
    wi_placed placed = WI_PLACED;
    for (uint32_t i = 0; i < count && placed == WI_PLACED; i++) {
        wi_disc disc = {at[i].x, at[i].y, radius[i] + margin, level};
        if (!wi_ground_is_free(ground, disc))
            placed = WI_PLACED_TOO_DENSE;
        else if (!wi_discs_add(&ground->placed, disc))
            placed = WI_PLACED_NO_MEMORY;
    }
    if (placed != WI_PLACED) wi_discs_shorten(&ground->placed, before);
    return placed;
}

wi_placed wi_place_random(wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                          const double *radius, const uint32_t *with, uint32_t count, wend_point *at, double *most) {
    *most = 0.0;
    if (count == 0) return WI_PLACED;
    if (!(region->area > 0.0)) return WI_PLACED_TOO_DENSE;
    if (cover(radius, count, region->area) < COVER_BY_CHANCE) {
        const bodies all = {radius, with};
        wi_placed placed = place_by_chance(ground, region, level, group, &all, count, at);
        if (placed != WI_PLACED_TOO_DENSE) return placed;
    }
    wi_placed packed = wi_place_pack(ground, region, level, group, radius, count, at, most);
    return packed == WI_PLACED ? settle(ground, wi_place_margin(region), level, radius, count, at) : packed;
}
