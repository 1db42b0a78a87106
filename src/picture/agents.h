// Bodies in their true shapes, where they look, how they move, and whom they touch.
#ifndef WI_PICTURE_AGENTS_H
#define WI_PICTURE_AGENTS_H

#include "picture/canvas.h"
#include "picture/colouring.h"

// Everybody of a level; `opacity` 0 to 1. Arrows, if asked for, end where everybody is a second later.
void wi_draw_agents(const wi_canvas *canvas, const wi_view *view, const wi_colouring *colouring, const wi_shot *shot,
                    uint32_t level, double opacity, bool arrows);

// Rings around those whose bodies overlap; how many. `scratch` has room for 3 * shot->count.
uint32_t wi_draw_overlaps(const wi_canvas *canvas, const wi_view *view, const wi_shot *shot, uint32_t level,
                          uint32_t *scratch);

#endif
