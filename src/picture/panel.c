#include "picture/panel.h"

#include "report/chart.h"

#include <math.h>

#define ROOM 1.16    // so much larger than what is shown
#define ARROW 7.0    // px
#define CAPTION 17.0 // px below the frame

static wi_dvec pixel(const wi_panel *panel, wi_dvec at) {
    wi_dvec off = (at - panel->middle) * panel->scale;
    return (wi_dvec){panel->left + 0.5 * panel->size + off[0], panel->top + 0.5 * panel->size - off[1]};
}

void wi_panel_fit(wi_panel *panel, const wi_dvec *point, uint32_t count) {
    wi_dvec low = point[0], high = point[0];
    for (uint32_t i = 1; i < count; i++) {
        low = (wi_dvec){fmin(low[0], point[i][0]), fmin(low[1], point[i][1])};
        high = (wi_dvec){fmax(high[0], point[i][0]), fmax(high[1], point[i][1])};
    }
    double extent = fmax(fmax(high[0] - low[0], high[1] - low[1]), 1e-3);
    panel->middle = 0.5 * (low + high);
    panel->scale = panel->size / (ROOM * extent);
}

// Lines of a grid, and the width of a cell in words.
static void draw_grid(const wi_panel *panel, const char *unit) {
    double half = 0.5 * panel->size / panel->scale;
    wi_ticks ticks = wi_ticks_between(0.0, 2.0 * half, 5);
    for (uint32_t axis = 0; axis < 2; axis++) {
        double low = panel->middle[axis] - half;
        for (double at = ceil(low / ticks.step) * ticks.step; at < low + 2.0 * half; at += ticks.step) {
            wi_dvec n = {axis == 0 ? 1.0 : 0.0, axis == 0 ? 0.0 : 1.0};
            wi_panel_edge(panel, fabs(at) < 1e-9 ? "axis" : "grid", n, at);
        }
    }
    fprintf(panel->to, "<text class=\"quiet\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">grid: %g %s</text>\n",
            panel->left + panel->size - 5.0, panel->top + panel->size - 6.0, ticks.step, unit);
}

void wi_panel_begin(const wi_panel *panel, const char *title, const char *unit) {
    fprintf(panel->to,
            "<text class=\"title\" x=\"%.1f\" y=\"%.1f\">%s</text>\n"
            "<clipPath id=\"panel%u\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n"
            "<g clip-path=\"url(#panel%u)\">\n",
            panel->left, panel->top - 8.0, title, panel->number, panel->left, panel->top, panel->size, panel->size,
            panel->number);
    draw_grid(panel, unit);
}

void wi_panel_end(const wi_panel *panel, const char *caption) {
    fprintf(panel->to,
            "</g>\n<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n"
            "<text class=\"quiet\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
            panel->left, panel->top, panel->size, panel->size, panel->left, panel->top + panel->size + CAPTION,
            caption);
}

void wi_panel_path(const wi_panel *panel, const char *look, const wi_dvec *point, uint32_t count, bool closed) {
    fprintf(panel->to, "<path class=\"%s\" d=\"", look);
    for (uint32_t i = 0; i < count; i++) {
        wi_dvec at = pixel(panel, point[i]);
        fprintf(panel->to, "%s%.1f %.1f", i == 0 ? "M" : "L", at[0], at[1]);
    }
    fprintf(panel->to, "%s\"/>\n", closed ? "Z" : "");
}

void wi_panel_arrow(const wi_panel *panel, const char *look, wi_dvec from, wi_dvec to) {
    wi_dvec tail = pixel(panel, from), head = pixel(panel, to), way = wi_dunit(head - tail, (wi_dvec){0.0, 0.0});
    wi_dvec one = head - ARROW * way + 0.45 * ARROW * wi_dleft(way), other = one - 0.9 * ARROW * wi_dleft(way);
    if (wi_dlength(head - tail) < 1.0) return;
    fprintf(panel->to, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1f\"/>\n", look, tail[0],
            tail[1], head[0], head[1], one[0], one[1], head[0], head[1], other[0], other[1]);
}

void wi_panel_dot(const wi_panel *panel, const char *look, wi_dvec at) {
    wi_dvec centre = pixel(panel, at);
    fprintf(panel->to, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\"/>\n", look, centre[0], centre[1]);
}

void wi_panel_label(const wi_panel *panel, wi_dvec at, double right, double down, const char *text) {
    wi_dvec base = pixel(panel, at);
    fprintf(panel->to, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", base[0] + right, base[1] + down,
            text);
}

void wi_panel_edge(const wi_panel *panel, const char *look, wi_dvec n, double offset) {
    double far = panel->size / panel->scale;
    wi_dvec foot = panel->middle + n * (offset - wi_ddot(n, panel->middle)), along = far * wi_dleft(n);
    wi_panel_path(panel, look, (wi_dvec[]){foot - along, foot + along}, 2, false);
}

void wi_panel_forbidden(const wi_panel *panel, const char *look, wi_dvec n, double offset) {
    double far = 2.0 * panel->size / panel->scale;
    wi_dvec foot = panel->middle + n * (offset - wi_ddot(n, panel->middle)), along = far * wi_dleft(n);
    wi_dvec corner[] = {foot - along, foot + along, foot + along - far * n, foot - along - far * n};
    wi_panel_path(panel, look, corner, 4, true);
}
