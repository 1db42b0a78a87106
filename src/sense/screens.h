// Walls that hide one from another. One is seen if one's centre is: where people's heads are.
#ifndef WI_SCREENS_H
#define WI_SCREENS_H

#include "base/vec.h"
#include "sense/walls.h"

#define WI_SCREENS_MAX 32

// The walls of a level that touch a box, or the note that they are too many to list.
typedef struct wi_screens {
    const wi_walls *walls;
    uint32_t level;
    uint32_t count; // more than WI_SCREENS_MAX: not listed
    uint32_t wall[WI_SCREENS_MAX];
} wi_screens;

wi_screens wi_screens_in_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max);

// True if one of them, or any wall where they are not listed, is between two points of the box.
bool wi_screens_hide(const wi_screens *screens, wend_vec from, wend_vec to);

// True if some wall of a level is between two points.
bool wi_walls_hide(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to);

// True if a wall is between two points: they lie on different sides of it, and the line between them meets it or an end
// of it. A point on the wall has no side, so that who leans on it is not blind. wide_cuts says the same for many; boxes
// that touch are part of it, so that every way to find walls by boxes gives the same answer.
static inline bool wi_wall_cuts(const wend_wall *wall, wend_vec from, wend_vec to) {
    wend_vec a = wall->a, b = wall->b, way = wi_sub(to, from), along = wi_sub(b, a);
    if (wi_max(a.x, b.x) < wi_min(from.x, to.x) || wi_max(from.x, to.x) < wi_min(a.x, b.x)) return false;
    if (wi_max(a.y, b.y) < wi_min(from.y, to.y) || wi_max(from.y, to.y) < wi_min(a.y, b.y)) return false;
    float side_from = wi_det(along, wi_sub(from, a)), side_to = wi_det(along, wi_sub(to, a));
    if (!(side_from < 0.0f && side_to > 0.0f) && !(side_from > 0.0f && side_to < 0.0f)) return false;
    float side_a = wi_det(way, wi_sub(a, from)), side_b = wi_det(way, wi_sub(b, from));
    return !(side_a < 0.0f && side_b < 0.0f) && !(side_a > 0.0f && side_b > 0.0f);
}

#endif
