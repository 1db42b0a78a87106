#include "picture/agents.h"

#include "picture/overlap.h"

#include <math.h>

#define DOT 1.1        // units: no body is drawn smaller
#define MARKED 4.0     // units: from this radius on bodies have outlines and show where they look
#define ARROW_HEAD 5.0 // units
#define STILL 0.02     // m/s: no arrow

static const double turn = 6.283185307179586;

static double heading_or_east(const wi_figure *figure) { return isfinite(figure->heading) ? figure->heading : 0.0; }

// The body's own frame: x ahead, y to the left, in pixels.
static void enter_body(const wi_canvas *canvas, const wi_view *view, const wi_figure *figure) {
    cairo_save(canvas->cairo);
    cairo_translate(canvas->cairo, wi_view_x(view, figure->x), wi_view_y(view, figure->y));
    cairo_rotate(canvas->cairo, -heading_or_east(figure));
}

static void trace_body(const wi_canvas *canvas, const wi_figure *figure, double length, double width) {
    if (figure->shape == WEND_BOX) {
        cairo_rectangle(canvas->cairo, -length, -width, 2.0 * length, 2.0 * width);
        return;
    }
    cairo_save(canvas->cairo);
    cairo_scale(canvas->cairo, length, width);
    cairo_new_sub_path(canvas->cairo);
    cairo_arc(canvas->cairo, 0.0, 0.0, 1.0, 0.0, turn);
    cairo_close_path(canvas->cairo);
    cairo_restore(canvas->cairo);
}

// A wedge at the front, which leaves the middle of the body to its colour.
static void draw_heading(const wi_canvas *canvas, double length, double width, double opacity) {
    double across = fmin(length, width) * 0.42;
    cairo_move_to(canvas->cairo, 0.88 * length, 0.0);
    cairo_line_to(canvas->cairo, 0.34 * length, across);
    cairo_line_to(canvas->cairo, 0.34 * length, -across);
    cairo_close_path(canvas->cairo);
    wi_fill(canvas, wi_colour_fade(0xffffffff, 0.85 * opacity));
}

static void draw_body(const wi_canvas *canvas, const wi_view *view, const wi_figure *figure, wi_colour ink,
                      double opacity) {
    double least = DOT * canvas->unit;
    double length = fmax(figure->half_length * view->scale, least),
           width = fmax(figure->half_width * view->scale, least);
    bool marked = fmin(length, width) >= MARKED * canvas->unit;
    enter_body(canvas, view, figure);
    trace_body(canvas, figure, length, width);
    wi_ink(canvas, wi_colour_fade(ink, opacity));
    cairo_fill_preserve(canvas->cairo);
    if (marked)
        wi_stroke(canvas, wi_colour_fade(wi_colour_mix(ink, 0x000000ff, 0.35), opacity), 0.8);
    else
        cairo_new_path(canvas->cairo);
    if (marked && isfinite(figure->heading)) draw_heading(canvas, length, width, opacity);
    cairo_restore(canvas->cairo);
}

static void draw_arrow(const wi_canvas *canvas, const wi_view *view, const wi_figure *figure, double opacity) {
    if (!(hypot(figure->vx, figure->vy) > STILL)) return;
    double x = wi_view_x(view, figure->x), y = wi_view_y(view, figure->y), head = ARROW_HEAD * canvas->unit;
    double to_x = wi_view_x(view, figure->x + figure->vx), to_y = wi_view_y(view, figure->y + figure->vy);
    double angle = atan2(to_y - y, to_x - x);
    cairo_move_to(canvas->cairo, x, y);
    cairo_line_to(canvas->cairo, to_x, to_y);
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(canvas->cairo, to_x - head * cos(angle + side * 0.45), to_y - head * sin(angle + side * 0.45));
        cairo_line_to(canvas->cairo, to_x, to_y);
    }
    wi_stroke(canvas, wi_colour_fade(wi_palette_colour(canvas->theme, "text"), 0.7 * opacity), 1.1);
}

void wi_draw_agents(const wi_canvas *canvas, const wi_view *view, const wi_colouring *colouring, const wi_shot *shot,
                    uint32_t level, double opacity, bool arrows) {
    for (uint32_t i = 0; i < shot->count; i++) {
        const wi_figure *figure = &shot->figure[i];
        if (figure->level == level)
            draw_body(canvas, view, figure, wi_colouring_of(colouring, figure, shot->time), opacity);
    }
    for (uint32_t i = 0; arrows && i < shot->count; i++)
        if (shot->figure[i].level == level) draw_arrow(canvas, view, &shot->figure[i], opacity);
}

uint32_t wi_draw_overlaps(const wi_canvas *canvas, const wi_view *view, const wi_shot *shot, uint32_t level,
                          uint32_t *scratch) {
    uint32_t count = wi_overlapping(shot, level, scratch);
    for (uint32_t i = 0; i < count; i++) {
        const wi_figure *figure = &shot->figure[scratch[i]];
        double body = fmax(figure->half_length, figure->half_width) * view->scale;
        double width = fmin(fmax(0.25 * body / canvas->unit, 0.8), 2.0); // of a ring that leaves the body to be seen
        cairo_new_sub_path(canvas->cairo);
        cairo_arc(canvas->cairo, wi_view_x(view, figure->x), wi_view_y(view, figure->y), body + width * canvas->unit,
                  0.0, turn);
        wi_stroke(canvas, wi_palette_colour(canvas->theme, "collision"), width);
    }
    return count;
}
