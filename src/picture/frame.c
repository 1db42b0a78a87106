#include "picture/frame.h"

#include <math.h>
#include <stdio.h>

#define TITLE 17.0
#define TEXT 13.0
#define BAR_MOST 150.0  // units
#define SCALE_WIDE 96.0 // of a scale of colours
#define SCALE_STEPS 48u
#define BETWEEN 22.0 // two entries
#define NAMES_MOST 10u

static const double turn = 6.283185307179586;

// The legend as it is written: where the next entry begins, and where there is no more room.
typedef struct legend {
    const wi_canvas *canvas;
    double x, right, base;
} legend;

static double units(const legend *at, double count) { return count * at->canvas->unit; }

static void say(legend *at, const char *name, const char *text) {
    wi_ink_named(at->canvas, name);
    at->x += wi_write(at->canvas, at->x, at->base, TEXT, WI_ALIGN_LEFT, at->right - at->x, text);
}

static bool full(const legend *at, double need) { return at->x + units(at, need) > at->right; }

void wi_draw_title(const wi_canvas *canvas, const wi_layout *layout, const char *title, const char *time) {
    double edge = layout->panel[0].left + 2.0 * canvas->unit, base = layout->header - 16.0 * canvas->unit;
    wi_ink_named(canvas, "quiet");
    double used = wi_write(canvas, layout->width - edge, base, TEXT + 1.0, WI_ALIGN_RIGHT, layout->width / 2.0, time);
    wi_ink_named(canvas, "text");
    wi_write(canvas, edge, base, TITLE, WI_ALIGN_LEFT, layout->width - 2.0 * edge - used - 20.0 * canvas->unit, title);
}

void wi_draw_level_name(const wi_canvas *canvas, const wi_view *view, const char *name) {
    wi_ink_named(canvas, "quiet");
    wi_write(canvas, view->left + 2.0 * canvas->unit, view->top - 5.0 * canvas->unit, TEXT, WI_ALIGN_LEFT, view->width,
             name);
}

static void draw_scale_bar(legend *at, const wi_view *view) {
    double length = wi_round_below(units(at, BAR_MOST) / view->scale), wide = length * view->scale;
    double y = at->base - units(at, 4.5), tick = units(at, 4.0);
    cairo_t *cairo = at->canvas->cairo;
    char text[40];
    cairo_move_to(cairo, at->x, y - tick);
    cairo_line_to(cairo, at->x, y);
    cairo_line_to(cairo, at->x + wide, y);
    cairo_line_to(cairo, at->x + wide, y - tick);
    wi_stroke(at->canvas, wi_palette_colour(at->canvas->theme, "text"), 1.6);
    at->x += wide + units(at, 8.0);
    (void)snprintf(text, sizeof text, length < 1.0 ? "%.2g m" : "%.0f m", length);
    say(at, "text", text);
    at->x += units(at, BETWEEN);
}

// "speed  0 [======] 1.5 m/s"
static void draw_scale(legend *at, const char *name, double top, const char *unit, wi_colour (*scale)(double)) {
    if (full(at, SCALE_WIDE * 2.0)) return;
    char text[40];
    say(at, "quiet", name);
    at->x += units(at, 8.0);
    say(at, "text", "0");
    at->x += units(at, 6.0);
    for (uint32_t i = 0; i < SCALE_STEPS; i++) {
        double left = round(at->x + units(at, SCALE_WIDE) * i / SCALE_STEPS);
        double right = round(at->x + units(at, SCALE_WIDE) * (i + 1) / SCALE_STEPS);
        cairo_rectangle(at->canvas->cairo, left, at->base - units(at, 10.0), right - left, units(at, 10.0));
        wi_fill(at->canvas, scale((i + 0.5) / SCALE_STEPS));
    }
    at->x += units(at, SCALE_WIDE + 6.0);
    (void)snprintf(text, sizeof text, "%.2g %s", top, unit);
    say(at, "text", text);
    at->x += units(at, BETWEEN);
}

static void draw_name(legend *at, wi_colour colour, const char *name) {
    double radius = units(at, 5.0);
    cairo_new_sub_path(at->canvas->cairo);
    cairo_arc(at->canvas->cairo, at->x + radius, at->base - units(at, 4.5), radius, 0.0, turn);
    wi_fill(at->canvas, colour);
    at->x += 2.0 * radius + units(at, 6.0);
    say(at, "text", name);
    at->x += units(at, BETWEEN - 4.0);
}

static void draw_names(legend *at, const wi_colouring *colouring) {
    uint32_t count = wi_colouring_names(colouring), drawn = 0, left_out = 0;
    char text[40];
    for (uint32_t i = 0; i < count; i++) {
        const char *name = wi_colouring_name(colouring, i);
        if (!name) continue;
        if (left_out > 0 || drawn == NAMES_MOST || full(at, 120.0)) {
            left_out++;
            continue;
        }
        (void)snprintf(text, sizeof text, "%s %u", wi_colour_by_name(colouring->by), i + 1);
        draw_name(at, wi_palette_category(i), *name ? name : text);
        drawn++;
    }
    (void)snprintf(text, sizeof text, "and %u more", left_out);
    if (left_out > 0) say(at, "quiet", text);
}

static void draw_overlap_count(legend *at, uint32_t overlaps) {
    if (overlaps == 0 || full(at, 120.0)) return;
    char text[40];
    double radius = units(at, 5.5);
    cairo_new_sub_path(at->canvas->cairo);
    cairo_arc(at->canvas->cairo, at->x + radius, at->base - units(at, 4.5), radius, 0.0, turn);
    wi_stroke(at->canvas, wi_palette_colour(at->canvas->theme, "collision"), 2.0);
    at->x += 2.0 * radius + units(at, 6.0);
    (void)snprintf(text, sizeof text, "%u overlapping", overlaps);
    say(at, "text", text);
}

void wi_draw_legend(const wi_canvas *canvas, const wi_layout *layout, const wi_colouring *colouring,
                    const wi_heat *heat, uint32_t overlaps) {
    const wi_view *first = &layout->panel[0];
    legend at = {.canvas = canvas, .x = first->left + 2.0 * canvas->unit, .right = layout->width - first->left};
    at.base = layout->height - 19.0 * canvas->unit;
    draw_scale_bar(&at, first);
    if (wi_colouring_scale(colouring))
        draw_scale(&at, wi_colouring_scale(colouring), colouring->top, colouring->unit, wi_palette_ramp);
    if (heat) draw_scale(&at, "density", (double)heat->top, "1/m²", wi_palette_heat);
    draw_names(&at, colouring);
    draw_overlap_count(&at, overlaps);
}
