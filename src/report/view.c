#include "report/view.h"

#include "report/chart.h"
#include "report/html.h"

#include <inttypes.h>
#include <math.h>

#define WIDTH_MAX 720.0
#define HEIGHT_MAX 560.0
#define EDGE 12.0 // px around the scene
#define FOOT 34.0 // px for the scale bar
#define LABELS_MAX 24

wi_view wi_view_of(FILE *to, const double box[4]) {
    double wide = fmax(box[2] - box[0], 0.5), high = fmax(box[3] - box[1], 0.5); // m
    wi_view view = {.to = to, .width = WIDTH_MAX};
    view.scale = fmin((WIDTH_MAX - 2.0 * EDGE) / wide, (HEIGHT_MAX - 2.0 * EDGE - FOOT) / high);
    view.height = high * view.scale + 2.0 * EDGE + FOOT;
    view.low_x = 0.5 * (box[0] + box[2]) - 0.5 * WIDTH_MAX / view.scale;
    view.high_y = box[3] + EDGE / view.scale;
    return view;
}

static double across(const wi_view *view, double x) { return (x - view->low_x) * view->scale; }
static double down(const wi_view *view, double y) { return (view->high_y - y) * view->scale; }

void wi_view_begin(wi_view *view, const char *title, const char *description) {
    fprintf(view->to, "<svg class=\"plan\" role=\"img\" viewBox=\"0 0 %.0f %.1f\"><title>", view->width, view->height);
    wi_html_text(view->to, title);
    fprintf(view->to, "</title><desc>");
    wi_html_text(view->to, description);
    fprintf(view->to, "</desc>\n");
}

// A round length, about a fifth of the picture.
static void print_scale_bar(const wi_view *view) {
    double fifth = 0.2 * view->width / view->scale;
    wi_ticks ticks = wi_ticks_between(0.0, fifth, 1);
    double metres = ticks.step > fifth ? wi_ticks_between(0.0, fifth, 2).step : ticks.step;
    double px = metres * view->scale, y = view->height - 10.0;
    fprintf(view->to, "<path class=\"scale\" d=\"M%.1f %.1fv6h%.1fv-6\"/><text x=\"%.1f\" y=\"%.1f\">%g m</text>\n",
            EDGE, y - 6.0, px, EDGE + px + 6.0, y, metres);
}

void wi_view_end(wi_view *view) {
    print_scale_bar(view);
    fprintf(view->to, "</svg>\n");
}

// Walls ---------------------------------------------------------------------------------------------------------------

static void print_ring(const wi_view *view, const wi_plan_ring *ring, bool closed) {
    for (uint32_t i = 0; i < ring->count; i++) {
        fprintf(view->to, "%c%.1f %.1f", i ? 'L' : 'M', across(view, ring->point[i].x), down(view, ring->point[i].y));
    }
    if (closed && ring->count) fprintf(view->to, "Z");
}

static void print_wall(const wi_view *view, const wi_plan_wall *wall, const char *look) {
    fprintf(view->to, "<path class=\"%s\" fill-rule=\"evenodd\" d=\"", look);
    for (uint32_t i = 0; i < wall->ring_count; i++) print_ring(view, &wall->ring[i], wall->kind != WEND_WALL);
    fprintf(view->to, "\"/>\n");
}

void wi_view_floor(wi_view *view, const wi_plan *plan, uint32_t level) {
    for (uint32_t pass = 0; pass < 2; pass++) { // rooms first: solids stand in them
        wend_obstacle_kind kind = pass == 0 ? WEND_ROOM : WEND_SOLID;
        for (uint32_t i = 0; i < plan->wall_count; i++) {
            const wi_plan_wall *wall = &plan->wall[i];
            if (wall->level == level && wall->kind == kind) print_wall(view, wall, pass == 0 ? "floor" : "solid");
        }
    }
}

// Dashed if it was open, or a barrier gone, at any time: people went through.
static void print_door(const wi_view *view, const wi_plan_door *door) {
    bool barred = !door->open && door->switch_count == 0;
    fprintf(view->to, "<path class=\"door%s\" d=\"", barred ? "" : " passed");
    print_ring(view, &door->points, false);
    fprintf(view->to, "\"/>\n");
}

void wi_view_walls(wi_view *view, const wi_plan *plan, uint32_t level) {
    for (uint32_t i = 0; i < plan->wall_count; i++)
        if (plan->wall[i].level == level) print_wall(view, &plan->wall[i], "wall");
    for (uint32_t i = 0; i < plan->door_count; i++)
        if (plan->door[i].level == level) print_door(view, &plan->door[i]);
}

// Goals and lines -----------------------------------------------------------------------------------------------------

const char *wi_goal_name(const wi_plan *plan, uint32_t goal, char text[80]) {
    const char *name = plan->goal[goal].name;
    if (name && *name)
        snprintf(text, 80, "%s", name);
    else
        snprintf(text, 80, "goal %" PRIu32, goal + 1);
    return text;
}

static void print_label(const wi_view *view, double x, double y, const char *look, const char *text) {
    fprintf(view->to, "<text class=\"mid strong %s\" x=\"%.1f\" y=\"%.1f\">", look,
            fmin(fmax(x, 24.0), view->width - 24.0), y);
    wi_html_text(view->to, text);
    fprintf(view->to, "</text>\n");
}

// Where labels stand already, px.
typedef struct labels {
    wend_point at[LABELS_MAX];
    uint32_t count;
} labels;

static bool has_room(const labels *taken, double x, double y) {
    for (uint32_t i = 0; i < taken->count; i++)
        if (fabs(taken->at[i].x - x) < 40.0 && fabs(taken->at[i].y - y) < 13.0) return false;
    return taken->count < LABELS_MAX;
}

static void print_goal(const wi_view *view, const wi_plan_goal *goal) {
    double half_x = fmax((goal->half.x + goal->radius) * view->scale, 2.0);
    double half_y = fmax((goal->half.y + goal->radius) * view->scale, 2.0);
    fprintf(view->to, "<rect class=\"goal\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>\n",
            across(view, goal->at.x) - half_x, down(view, goal->at.y) - half_y, 2.0 * half_x, 2.0 * half_y,
            goal->radius * view->scale);
}

void wi_view_goals(wi_view *view, const wi_plan *plan, uint32_t level) {
    labels taken = {.count = 0};
    for (uint32_t i = 0; i < plan->goal_count; i++)
        if (plan->goal[i].level == level) print_goal(view, &plan->goal[i]);
    for (uint32_t i = 0; i < plan->goal_count; i++) {
        char text[80];
        double x = across(view, plan->goal[i].at.x), y = down(view, plan->goal[i].at.y) + 4.0;
        if (plan->goal[i].level != level || !has_room(&taken, x, y)) continue;
        taken.at[taken.count++] = (wend_point){x, y};
        print_label(view, x, y, "goal-name", wi_goal_name(plan, i, text));
    }
}

void wi_view_line(wi_view *view, const double line[4], const char *name) {
    double x = across(view, line[0]), y = down(view, line[1]);
    double to_x = across(view, line[2]), to_y = down(view, line[3]);
    fprintf(view->to, "<path class=\"counted\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x, y, to_x, to_y);
    print_label(view, 0.5 * (x + to_x), 0.5 * (y + to_y) - 5.0, "line-name", name);
}

void wi_view_area(wi_view *view, const double area[4]) {
    double x0 = across(view, fmin(area[0], area[2])), y0 = down(view, fmax(area[1], area[3]));
    fprintf(view->to, "<rect class=\"area\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", x0, y0,
            fabs(area[2] - area[0]) * view->scale, fabs(area[3] - area[1]) * view->scale);
}

void wi_view_dot(wi_view *view, const char *look, double x, double y, double px) {
    fprintf(view->to, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", look, across(view, x),
            down(view, y), px);
}
