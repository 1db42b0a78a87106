// What is drawn on, and the strokes that all drawings share. Only files of this room include cairo.
#ifndef WI_CANVAS_H
#define WI_CANVAS_H

#include <cairo.h>

#include "picture/layout.h"
#include "picture/palette.h"

typedef struct wi_canvas {
    cairo_t *cairo;
    wi_theme theme;
    double unit; // of the layout
} wi_canvas;

typedef enum wi_align { WI_ALIGN_LEFT, WI_ALIGN_MIDDLE, WI_ALIGN_RIGHT } wi_align;

void wi_ink(const wi_canvas *canvas, wi_colour colour);
void wi_ink_named(const wi_canvas *canvas, const char *name);

// Fills the path, or strokes it with a width in units, and forgets it.
void wi_fill(const wi_canvas *canvas, wi_colour colour);
void wi_stroke(const wi_canvas *canvas, wi_colour colour, double width);

void wi_dash(const wi_canvas *canvas, double on, double off); // in units; 0, 0: whole lines

// Writes text of a size in units with its base line at y; what does not fit `room` pixels is left out. Bytes that are
// no UTF-8 become question marks. Returns the width in pixels.
double wi_write(const wi_canvas *canvas, double x, double y, double size, wi_align align, double room,
                const char *text);

void wi_rounded_box(const wi_canvas *canvas, double x, double y, double width, double height, double radius);

#endif
