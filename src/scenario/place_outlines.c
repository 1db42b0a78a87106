// Places by chance for bodies that fit where the discs around them do not.
#include <math.h>
#include <stdlib.h>

#include "scenario/place.h"
#include "world/scene.h"

#define TRIES 2000      // of a body: the last places of a crowd are found late
#define CLEARANCE 2e-4f // m, beyond the margin: gaps of outlines are known to 1e-4 m

bool wi_outline_clear_of_walls(const wend_scene *scene, uint32_t level, const wi_outline *body, float apart) {
    const wi_walls *walls = &scene->walls;
    uint32_t near[64];
    if (walls->wall_count == 0) return true;
    float reach = wi_shape_radius((wend_shape){body->kind, body->half_length, body->half_width}) + apart;
    uint32_t count = wi_walls_near(walls, level, body->at, reach, WEND_COUNT(near), near, NULL);
    for (uint32_t i = 0; i < count; i++) {
        const wend_wall *wall = &walls->wall[near[i]];
        if (wi_outline_wall_gap(body, wall->a, wall->b) < apart) return false;
    }
    return true;
}

typedef struct standing {
    const wi_ground *ground;
    const wi_outline *outline; // of those that are being placed
    const uint32_t *order;     // in which they come
    uint32_t before;           // discs on the ground before the first of them
    float apart;               // m
    wi_outline body;           // the one that looks for a place
} standing;

static bool meets(const void *user, uint32_t disc) {
    const standing *of = user;
    const wi_ground *ground = of->ground;
    wi_outline other;
    if (disc >= of->before)
        other = of->outline[of->order[disc - of->before]];
    else if (ground->outline == NULL || !ground->outline(ground->host, disc, &other))
        return true;
    return wi_outline_gap(&of->body, &other) < of->apart;
}

static bool is_free(const standing *of, wi_disc disc) {
    const wend_scene *scene = of->ground->scene;
    if (scene->walls.wall_count > 0 && wi_walls_forbid(&scene->walls, disc.level, of->body.at)) return false;
    return wi_outline_clear_of_walls(scene, disc.level, &of->body, of->apart) &&
           wi_discs_find(&of->ground->placed, disc, meets, of) == UINT32_MAX;
}

static bool find_spot(standing *of, const wi_region *region, wi_who who, wi_disc *disc) {
    for (uint32_t i = 0; i < TRIES; i++) {
        wend_point at = wi_region_draw(region, who, 0, WI_FOR_PLACE, i);
        disc->x = at.x, disc->y = at.y;
        of->body.at = (wend_vec){(float)at.x, (float)at.y};
        if (is_free(of, *disc)) return true;
    }
    return false;
}

wi_placed wi_place_outlines(wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                            const double *radius, wi_outline *outline, uint32_t count, wend_point *at, double *most) {
    uint32_t *order = wi_place_order(radius, NULL, count), before = ground->placed.count;
    wi_placed placed = order != NULL ? WI_PLACED : WI_PLACED_NO_MEMORY;
    double apart = wi_place_margin(region) + (double)CLEARANCE;
    standing of = {ground, outline, order, before, (float)apart, {0}};
    for (uint32_t i = 0; i < count && placed == WI_PLACED; i++) {
        uint32_t agent = order[i];
        wi_disc disc = {.radius = radius[agent] + apart, .level = level};
        of.body = outline[agent];
        if (!find_spot(&of, region, (wi_who){group.seed, group.group, agent}, &disc))
            placed = WI_PLACED_TOO_DENSE, *most = fmax(*most, i);
        else if (!wi_discs_add(&ground->placed, disc))
            placed = WI_PLACED_NO_MEMORY;
        outline[agent].at = of.body.at;
        at[agent] = (wend_point){disc.x, disc.y};
    }
    if (placed != WI_PLACED) wi_discs_shorten(&ground->placed, before);
    free(order);
    return placed;
}
