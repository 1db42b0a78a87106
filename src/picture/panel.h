// A square part of an SVG with a scale of its own.
#ifndef WI_PICTURE_PANEL_H
#define WI_PICTURE_PANEL_H

#include "steer/velocity_obstacle.h"

#include <stdio.h>

typedef struct wi_panel {
    FILE *to;
    uint32_t number;
    double left, top, size; // px
    wi_dvec middle;         // what is shown there
    double scale;           // px in a unit
} wi_panel;

// What is drawn until wi_panel_end is cut off at the frame.
void wi_panel_begin(const wi_panel *panel, const char *title, const char *unit);
void wi_panel_end(const wi_panel *panel, const char *caption);

// The middle and scale that show all points, with room about them.
void wi_panel_fit(wi_panel *panel, const wi_dvec *point, uint32_t count);

// `look` is a list of classes of the style sheet.
void wi_panel_path(const wi_panel *panel, const char *look, const wi_dvec *point, uint32_t count, bool closed);
void wi_panel_arrow(const wi_panel *panel, const char *look, wi_dvec from, wi_dvec to);
void wi_panel_dot(const wi_panel *panel, const char *look, wi_dvec at);
void wi_panel_label(const wi_panel *panel, wi_dvec at, double right, double down, const char *text); // px off the point

// The half-plane n.x < offset, which is not allowed, and its edge.
void wi_panel_forbidden(const wi_panel *panel, const char *look, wi_dvec n, double offset);
void wi_panel_edge(const wi_panel *panel, const char *look, wi_dvec n, double offset);

#endif
