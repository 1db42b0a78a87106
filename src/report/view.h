// A floor plan as SVG, y upwards, and what is drawn on it.
#ifndef WI_VIEW_H
#define WI_VIEW_H

#include "measure/field.h"
#include "record/plan.h"

typedef struct wi_view {
    FILE *to;
    double low_x, high_y; // m: at the upper left of the picture
    double scale;         // px per m
    double width, height; // px
} wi_view;

// A box (m) as large as a page allows.
wi_view wi_view_of(FILE *to, const double box[4]);
void wi_view_begin(wi_view *view, const char *title, const char *description);
void wi_view_end(wi_view *view); // with a scale bar

// The walkable floor and the solids lie below what is measured, walls and doors above it.
void wi_view_floor(wi_view *view, const wi_plan *plan, uint32_t level);
void wi_view_walls(wi_view *view, const wi_plan *plan, uint32_t level);
// With their names, where these do not stand on each other.
void wi_view_goals(wi_view *view, const wi_plan *plan, uint32_t level);
void wi_view_line(wi_view *view, const double line[4], const char *name);
void wi_view_area(wi_view *view, const double area[4]);
void wi_view_dot(wi_view *view, const char *look, double x, double y, double px);

typedef enum wi_heat_kind { WI_HEAT_DENSITY, WI_HEAT_PEAK, WI_HEAT_SPEED } wi_heat_kind;

// A field as a picture between its floor and its walls, and the scale of its colours. False without memory.
bool wi_view_heat(wi_view *view, const wi_field *field, wi_heat_kind kind, double most);
void wi_view_heat_key(FILE *to, wi_heat_kind kind, double most);

// The largest value of a field of that kind, rounded up to a number that reads well.
double wi_heat_most(const wi_field *field, wi_heat_kind kind);

// What a goal is called in pictures and tables: its name, or "goal 3".
const char *wi_goal_name(const wi_plan *plan, uint32_t goal, char text[80]);

#endif
