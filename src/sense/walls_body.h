// Bodies with an outline among walls.
#ifndef WI_WALLS_BODY_H
#define WI_WALLS_BODY_H

#include "sense/shape.h"
#include "sense/walls.h"

// True if a wall cuts a body (wi_outline_cut) that did not cut it before, when it was elsewhere or turned another way;
// *wall becomes the first such.
bool wi_walls_cut(const wi_walls *walls, uint32_t level, const wi_outline *body, const wi_outline *before,
                  uint32_t *wall);

// True if some point of the body can be joined to the eye by a line that no wall touches. Of a body that walls cut, that
// counts which lies on the line between its edges as the eye sees them.
bool wi_walls_show(const wi_walls *walls, uint32_t level, wend_vec eye, const wi_outline *body);

#endif
