// Images: who is near a seam is seen from the level on its other side, where it would be if that level's floor went on.
//
//      level 1      a   |   .b.      .b. is the image on level 1 of b, who walks on level 2
//                       seam
//      level 2     .a.  |    b
//
// An image is a row behind those of the agents, a copy of one of them but for its place, so whoever reads neighbours
// needs to know nothing about it. It is seen through the seam only. Images are made anew whenever the world is looked
// at: in proportion to those who are near seams. There is room for all that agents can have, so that a step takes no
// memory for them. Lifts show none: their doors are shut.
#ifndef WI_IMAGES_H
#define WI_IMAGES_H

#include "base/memory.h"
#include "base/vec.h"
#include "route/terrain.h"
#include "wend/model.h"

#define WI_IMAGE_SIGHT 10.0f // m: who is farther from a seam is not seen through it

typedef struct wi_image {
    uint32_t row;  // whose
    uint32_t seam; // the edge on the side where it is seen
} wi_image;

// The images seen through one seam.
typedef struct wi_image_run {
    uint32_t level;
    uint32_t begin, end; // rows
    wend_vec min, max;   // the box around them, and around what big bodies exceed WEND_BIG_RADIUS by
    bool big;            // a big body is among them
} wi_image_run;

typedef struct wi_images {
    uint32_t *seam; // edges that lead to another level, ascending
    uint32_t seam_count;
    uint32_t most; // images of one agent: no place is near more seams
    wi_image *image;
    uint32_t first, count, capacity; // image[i] is in row first + i
    wi_image_run *run;               // room for seam_count; those with somebody in them
    uint32_t run_count;
} wi_images;

// True if an edge is a seam through which others are seen.
bool wi_seam_shows_images(const wi_terrain *map, const wi_terrain_edge *edge);

// Lists the seams of a map; false without memory.
bool wi_images_create(wi_images *images, wi_memory *memory, const wi_terrain *map);
void wi_images_free(wi_images *images, wi_memory *memory);

// So many images can that many agents have, or WI_IMAGES_RESERVED where it is more; and room for them in the list, false
// without memory. Their rows are the caller's to reserve.
#define WI_IMAGES_RESERVED (1u << 18) // 45 MB; beyond it, room is made in the step that first needs it
uint32_t wi_images_bound(const wi_images *images, uint32_t agents);
bool wi_images_reserve(wi_images *images, wi_memory *memory, uint32_t agents);

static inline bool wi_is_image(const wend_view *now, uint32_t row) { return row >= now->count; }

// The first run from *at on that lies on a level and touches a box, or NULL; *at goes on behind it.
const wi_image_run *wi_images_next(const wi_images *images, uint32_t *at, uint32_t level, wend_vec min, wend_vec max);

// True if the line from a row to an image on its level passes through the seam.
bool wi_image_faces(const wend_view *now, uint32_t row, uint32_t image);

// The same, and no wall is in between where walls hide others from that row.
bool wi_image_seen(const wend_view *now, uint32_t row, uint32_t image);

#endif
