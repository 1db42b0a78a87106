// What stands on a level: floor, rooms, solids, walls, doors, goals, lines.
#ifndef WI_PICTURE_SCENE_H
#define WI_PICTURE_SCENE_H

#include "picture/canvas.h"
#include "record/plan.h"

// The floor with its grid, and afterwards what stands on it at that time (in frames): heat goes between the two.
void wi_draw_floor(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level);
void wi_draw_built(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level, double frame);

// Limits what is drawn to the floor, or the panel where there is none; undone by cairo_restore.
void wi_clip_to_floor(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level);

// The distance of grid lines, m.
double wi_grid_spacing(const wi_view *view, double unit);

#endif
