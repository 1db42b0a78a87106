#include "picture/scene.h"

#include <math.h>

#define GRID_CLOSEST 34.0 // units between grid lines
#define NAMED_GOALS_MOST 16u
#define CORNER 8.0 // units

static wi_colour colour(const wi_canvas *canvas, const char *name) { return wi_palette_colour(canvas->theme, name); }

// Paths ---------------------------------------------------------------------------------------------------------------

static void trace(const wi_canvas *canvas, const wi_view *view, const wi_plan_ring *ring, bool closed) {
    for (uint32_t i = 0; i < ring->count; i++) {
        double x = wi_view_x(view, ring->point[i].x), y = wi_view_y(view, ring->point[i].y);
        if (i == 0)
            cairo_move_to(canvas->cairo, x, y);
        else
            cairo_line_to(canvas->cairo, x, y);
    }
    if (closed && ring->count > 0) cairo_close_path(canvas->cairo);
}

static void trace_wall(const wi_canvas *canvas, const wi_view *view, const wi_plan_wall *wall) {
    for (uint32_t i = 0; i < wall->ring_count; i++) trace(canvas, view, &wall->ring[i], wall->kind != WEND_WALL);
}

// Returns whether there are any.
static bool trace_rooms(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level) {
    bool any = false;
    for (uint32_t i = 0; i < plan->wall_count; i++) {
        if (plan->wall[i].level != level || plan->wall[i].kind != WEND_ROOM) continue;
        trace_wall(canvas, view, &plan->wall[i]);
        any = true;
    }
    return any;
}

static void trace_panel(const wi_canvas *canvas, const wi_view *view) {
    wi_rounded_box(canvas, view->left, view->top, view->width, view->height, CORNER * canvas->unit);
}

// Floor ---------------------------------------------------------------------------------------------------------------

void wi_clip_to_floor(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level) {
    cairo_set_fill_rule(canvas->cairo, CAIRO_FILL_RULE_EVEN_ODD);
    trace_panel(canvas, view);
    cairo_clip(canvas->cairo);
    if (trace_rooms(canvas, plan, view, level)) cairo_clip(canvas->cairo);
    cairo_new_path(canvas->cairo);
}

double wi_grid_spacing(const wi_view *view, double unit) { return wi_round_above(GRID_CLOSEST * unit / view->scale); }

static void draw_grid(const wi_canvas *canvas, const wi_view *view) {
    double spacing = wi_grid_spacing(view, canvas->unit), right = view->left + view->width;
    double bottom = view->top + view->height;
    double east = floor((view->x0 + view->width / view->scale) / spacing), north = floor(view->y1 / spacing);
    for (double i = ceil(view->x0 / spacing); i <= east; i++) {
        cairo_move_to(canvas->cairo, wi_view_x(view, i * spacing), view->top);
        cairo_line_to(canvas->cairo, wi_view_x(view, i * spacing), bottom);
    }
    for (double i = ceil((view->y1 - view->height / view->scale) / spacing); i <= north; i++) {
        cairo_move_to(canvas->cairo, view->left, wi_view_y(view, i * spacing));
        cairo_line_to(canvas->cairo, right, wi_view_y(view, i * spacing));
    }
    wi_stroke(canvas, colour(canvas, "grid"), 0.8);
}

void wi_draw_floor(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level) {
    cairo_save(canvas->cairo);
    wi_clip_to_floor(canvas, plan, view, level);
    wi_ink_named(canvas, "floor");
    cairo_paint(canvas->cairo);
    draw_grid(canvas, view);
    cairo_restore(canvas->cairo);
}

// What stands on it ---------------------------------------------------------------------------------------------------

// Solids first: their outlines would otherwise cover walls.
static void draw_walls(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level) {
    for (uint32_t i = 0; i < plan->wall_count; i++) {
        if (plan->wall[i].level != level || plan->wall[i].kind != WEND_SOLID) continue;
        trace_wall(canvas, view, &plan->wall[i]);
        wi_ink_named(canvas, "solid");
        cairo_fill_preserve(canvas->cairo);
        wi_stroke(canvas, colour(canvas, "wall"), 1.2);
    }
    for (uint32_t i = 0; i < plan->wall_count; i++) {
        if (plan->wall[i].level != level || plan->wall[i].kind == WEND_SOLID) continue;
        trace_wall(canvas, view, &plan->wall[i]);
        wi_stroke(canvas, colour(canvas, "wall"), 2.4);
    }
}

// The leaf stands at a right angle to the opening, with the arc on which it swung.
static void draw_open_door(const wi_canvas *canvas, const wi_view *view, const wi_plan_ring *points) {
    double hinge_x = wi_view_x(view, points->point[0].x), hinge_y = wi_view_y(view, points->point[0].y);
    double along_x = wi_view_x(view, points->point[points->count - 1].x) - hinge_x;
    double along_y = wi_view_y(view, points->point[points->count - 1].y) - hinge_y;
    double closed = atan2(along_y, along_x), quarter = 1.5707963267948966;
    cairo_move_to(canvas->cairo, hinge_x, hinge_y);
    cairo_line_to(canvas->cairo, hinge_x + along_y, hinge_y - along_x);
    wi_stroke(canvas, colour(canvas, "door"), 3.0);
    cairo_arc(canvas->cairo, hinge_x, hinge_y, hypot(along_x, along_y), closed - quarter, closed);
    wi_dash(canvas, 3.0, 3.0);
    wi_stroke(canvas, wi_colour_fade(colour(canvas, "door"), 0.7), 1.0);
    wi_dash(canvas, 0.0, 0.0);
}

// A side of a barrier that is gone: where it stood, or will stand.
static void draw_gone_side(const wi_canvas *canvas, const wi_view *view, const wi_plan_ring *points) {
    trace(canvas, view, points, false);
    wi_dash(canvas, 2.0, 5.0);
    wi_stroke(canvas, wi_colour_fade(colour(canvas, "door"), 0.45), 1.0);
    wi_dash(canvas, 0.0, 0.0);
}

static void draw_closed_door(const wi_canvas *canvas, const wi_view *view, const wi_plan_ring *points) {
    trace(canvas, view, points, false);
    wi_stroke(canvas, colour(canvas, "door"), 4.0);
}

static void draw_doors(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level,
                       double frame) {
    for (uint32_t i = 0; i < plan->door_count; i++) {
        const wi_plan_door *door = &plan->door[i];
        if (door->level != level || door->points.count < 2) continue;
        if (!wi_plan_door_is_open(door, frame))
            draw_closed_door(canvas, view, &door->points);
        else if (door->barrier != 0)
            draw_gone_side(canvas, view, &door->points);
        else
            draw_open_door(canvas, view, &door->points);
    }
}

// Goals of a few are places with names; goals of a crowd, one to each, are only hinted at.
static void draw_goal(const wi_canvas *canvas, const wi_view *view, const wi_plan_goal *goal, bool many) {
    double radius = fmax(goal->radius * view->scale, many ? 0.0 : 2.5 * canvas->unit);
    double half_x = goal->half.x * view->scale + radius, half_y = goal->half.y * view->scale + radius;
    double x = wi_view_x(view, goal->at.x), y = wi_view_y(view, goal->at.y);
    wi_colour ink = colour(canvas, "goal");
    wi_rounded_box(canvas, x - half_x, y - half_y, 2.0 * half_x, 2.0 * half_y, radius);
    wi_ink(canvas, wi_colour_fade(ink, many ? 0.08 : 0.16));
    cairo_fill_preserve(canvas->cairo);
    wi_stroke(canvas, wi_colour_fade(ink, many ? 0.3 : 0.75), many ? 0.8 : 1.4);
    if (many || !goal->name) return;
    wi_ink(canvas, ink);
    wi_write(canvas, x, y - half_y - 4.0 * canvas->unit, 11.0, WI_ALIGN_MIDDLE, 140.0 * canvas->unit, goal->name);
}

static void draw_lines(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view) {
    for (uint32_t i = 0; i < plan->line_count; i++) {
        const wi_plan_line *line = &plan->line[i];
        cairo_move_to(canvas->cairo, wi_view_x(view, line->a.x), wi_view_y(view, line->a.y));
        cairo_line_to(canvas->cairo, wi_view_x(view, line->b.x), wi_view_y(view, line->b.y));
        wi_dash(canvas, 6.0, 4.0);
        wi_stroke(canvas, colour(canvas, "line"), 1.8);
        wi_dash(canvas, 0.0, 0.0);
        if (!line->name) continue;
        wi_ink_named(canvas, "line");
        wi_write(canvas, wi_view_x(view, line->b.x) + 6.0 * canvas->unit, wi_view_y(view, line->b.y), 11.0,
                 WI_ALIGN_LEFT, 140.0 * canvas->unit, line->name);
    }
}

void wi_draw_built(const wi_canvas *canvas, const wi_plan *plan, const wi_view *view, uint32_t level, double frame) {
    cairo_save(canvas->cairo);
    trace_panel(canvas, view);
    cairo_clip(canvas->cairo);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    for (uint32_t i = 0; i < plan->goal_count; i++)
        if (plan->goal[i].level == level) draw_goal(canvas, view, &plan->goal[i], plan->goal_count > NAMED_GOALS_MOST);
    draw_walls(canvas, plan, view, level);
    draw_doors(canvas, plan, view, level, frame);
    draw_lines(canvas, plan, view);
    cairo_restore(canvas->cairo);
}
