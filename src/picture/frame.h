// What surrounds the panels: title, time, names of levels, scale bar, legend.
#ifndef WI_PICTURE_FRAME_H
#define WI_PICTURE_FRAME_H

#include "picture/canvas.h"
#include "picture/colouring.h"
#include "picture/heat.h"

void wi_draw_title(const wi_canvas *canvas, const wi_layout *layout, const char *title, const char *time);
void wi_draw_level_name(const wi_canvas *canvas, const wi_view *view, const char *name);

// From left to right until there is no more room. heat may be NULL; overlaps 0: not mentioned.
void wi_draw_legend(const wi_canvas *canvas, const wi_layout *layout, const wi_colouring *colouring,
                    const wi_heat *heat, uint32_t overlaps);

#endif
