// Where things go on a picture: panels, one to a level, with a line of text above and a legend below. In pixels, y down.
#ifndef WI_LAYOUT_H
#define WI_LAYOUT_H

#include "wend/base.h"

#define WI_PANELS_MOST 12

// A panel shows metres as pixels, north up.
typedef struct wi_view {
    double left, top, width, height; // pixels
    double scale;                    // pixels to the metre
    double x0, y1;                   // m, at the left and at the top
} wi_view;

typedef struct wi_layout {
    uint32_t width, height; // even: videos need it
    double unit;            // pixels to what is one pixel at the usual size
    double header, footer;  // height of the lines above and below the panels; 0: no footer
    wi_view panel[WI_PANELS_MOST];
    uint32_t panels;
} wi_layout;

// Panels that all show `bounds` (x0, y0, x1, y1 in metres), with a margin around it; `named`: each has a line above it.
wi_layout wi_layout_make(const double bounds[4], uint32_t width, uint32_t panels, bool named, bool legend);

static inline double wi_view_x(const wi_view *view, double x) { return view->left + (x - view->x0) * view->scale; }
static inline double wi_view_y(const wi_view *view, double y) { return view->top + (view->y1 - y) * view->scale; }

// The nearest of 1, 2 and 5 times a power of ten at or below a length, and at or above.
double wi_round_below(double length);
double wi_round_above(double length);

#endif
