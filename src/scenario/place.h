// Where the agents of a group stand.
#ifndef WI_PLACE_H
#define WI_PLACE_H

#include "scenario/discs.h"
#include "scenario/draw.h"
#include "sense/shape.h"

// A polygon to stand or to go in, relative to the scene's origin.
typedef struct wi_region {
    wend_point *point;
    uint32_t count;
    wend_point min, max;
    double area; // m2
} wi_region;

// False without memory. A ring may or may not repeat its first point at its end.
bool wi_region_open(wi_region *region, const wi_ring *ring, wend_point origin);
void wi_region_close(wi_region *region);
bool wi_region_holds(const wi_region *region, wend_point at);

// An even draw from the region; the same key gives the same point.
wend_point wi_region_draw(const wi_region *region, wi_who who, uint64_t tick, uint32_t purpose, uint32_t draw);

// What is in the way of a body: walls, and bodies already placed.
typedef struct wi_ground {
    const wend_scene *scene;
    wi_discs placed;
    // The outline of a body that was placed, false where only its disc is known. NULL: of nobody.
    bool (*outline)(const void *host, uint32_t disc, wi_outline *outline);
    const void *host;
} wi_ground;

// True if a disc stands clear of walls, obstacles and the bodies already placed.
bool wi_ground_is_free(const wi_ground *ground, wi_disc disc);

// Agent `index` of a grid or a circle, in the coordinates of the scenario.
wend_point wi_place_regular(const wi_group *group, uint32_t index);

// How far apart bodies are kept beyond touching, so that rounding to float never makes them overlap (m).
double wi_place_margin(const wi_region *region);

typedef enum wi_placed { WI_PLACED, WI_PLACED_TOO_DENSE, WI_PLACED_NO_MEMORY } wi_placed;

// So many bodies at random in a region without overlap, and onto the ground. Bodies are discs of these radii about their
// centres; centres lie in the region. Where they cannot be placed nobody is, and *most says about how many could.
// with[i] (with may be NULL) is the first of those who walk with body i, perhaps i itself: they stand about it, as long
// as chance can fill the region.
wi_placed wi_place_random(wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                          const double *radius, const uint32_t *with, uint32_t count, wend_point *at, double *most);

// The same by packing instead of chance alone, for densities where chance jams (pack.c); does not touch the ground.
wi_placed wi_place_pack(const wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                        const double *radius, uint32_t count, wend_point *at, double *most);

// The same for bodies with outlines, within those radii, which face where their headings say, by chance alone. Their
// places are filled in; *most rises to as many as were placed.
wi_placed wi_place_outlines(wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                            const double *radius, wi_outline *outline, uint32_t count, wend_point *at, double *most);

// The order in which to place bodies, from malloc: the large ones first, while there is space for them, and after each
// those who walk with it. NULL without memory.
uint32_t *wi_place_order(const double *radius, const uint32_t *with, uint32_t count);

// True if no wall is nearer to a body than that (m).
bool wi_outline_clear_of_walls(const wend_scene *scene, uint32_t level, const wi_outline *body, float apart);

#endif
