// Walls that hide one from another. A disc is seen if its centre is, where people's heads are; other bodies if any part of
// them is.
#ifndef WI_SCREENS_H
#define WI_SCREENS_H

#include "base/vec.h"
#include "sense/walls.h"

#define WI_SCREENS_MAX 32

// How walls stand between an eye and a body: none is before the centre; one is, but part of the body may look out from
// behind it; one is that is as wide as the body.
typedef enum wi_cover { WI_OPEN, WI_CUT, WI_COVERED } wi_cover;

// The walls of a level that touch a box, or the note that they are too many to list.
typedef struct wi_screens {
    const wi_walls *walls;
    uint32_t level;
    uint32_t count; // more than WI_SCREENS_MAX: not listed
    uint32_t wall[WI_SCREENS_MAX];
} wi_screens;

wi_screens wi_screens_in_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max);

// What the wall among them that covers most does, or any wall where they are not listed, between two points of the box;
// `girth` is how far the body at the second reaches from it.
wi_cover wi_screens_cover(const wi_screens *screens, wend_vec from, wend_vec to, float girth);

// The same for all walls of a level.
wi_cover wi_walls_cover(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to, float girth);

// True if some wall of a level is between two points.
static inline bool wi_walls_hide(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to) {
    return wi_walls_cover(walls, level, from, to, 0.0f) != WI_OPEN;
}

// A wall is between two points if they lie on different sides of it, and the line between them meets it or an end of it.
// A point on the wall has no side, so that who leans on it is not blind. It covers a body if its ends are farther from
// that line than the body reaches. wide_cuts says the same for many; boxes that touch are part of it, so that every way
// to find walls by boxes gives the same answer.
static inline wi_cover wi_wall_covers(const wend_wall *wall, wend_vec from, wend_vec to, float girth) {
    wend_vec a = wall->a, b = wall->b, way = wi_sub(to, from), along = wi_sub(b, a);
    if (wi_max(a.x, b.x) < wi_min(from.x, to.x) || wi_max(from.x, to.x) < wi_min(a.x, b.x)) return WI_OPEN;
    if (wi_max(a.y, b.y) < wi_min(from.y, to.y) || wi_max(from.y, to.y) < wi_min(a.y, b.y)) return WI_OPEN;
    float side_from = wi_det(along, wi_sub(from, a)), side_to = wi_det(along, wi_sub(to, a));
    if (!(side_from < 0.0f && side_to > 0.0f) && !(side_from > 0.0f && side_to < 0.0f)) return WI_OPEN;
    float side_a = wi_det(way, wi_sub(a, from)), side_b = wi_det(way, wi_sub(b, from));
    if ((side_a < 0.0f && side_b < 0.0f) || (side_a > 0.0f && side_b > 0.0f)) return WI_OPEN;
    float beside2 = girth * girth * wi_length2(way);
    return side_a * side_a < beside2 || side_b * side_b < beside2 ? WI_CUT : WI_COVERED;
}

#endif
