#include "picture/obstacle.h"

#include "base/angle.h"
#include "base/error.h"
#include "picture/panel.h"
#include "record/sheet.h"
#include "steer/ellipse_obstacle.h"
#include "steer/ellipse_table.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#define SIZE 300.0 // px of a panel
#define GAP 24.0
#define TOP 34.0
#define BOTTOM 64.0
#define OUTLINE 180u // points of a curve

// Body a is blue and b orange; what the table makes of it is dashed.
static const char style[] =
    "<style>\n"
    "text{font:12px system-ui,sans-serif;fill:#3a4150}.title{font-weight:600}.quiet{fill:#6b7484;font-size:11px}\n"
    ".label{font-weight:600}\n"
    "path,rect{fill:none;stroke-width:1.5;stroke-linejoin:round}.frame{stroke:#8b94a5;stroke-width:1}\n"
    ".grid{stroke:#8b94a5;stroke-opacity:.22;stroke-width:1}.axis{stroke:#8b94a5;stroke-opacity:.7;stroke-width:1}\n"
    ".a{stroke:#3b76d4}.b{stroke:#e8793a}.w{stroke:#c2487f}.u{stroke:#2f9e6e;stroke-width:2.2}\n"
    ".body.a,.no.a{fill:#3b76d4;fill-opacity:.22}.body.b,.no.b{fill:#e8793a;fill-opacity:.22}.no{stroke:none}\n"
    ".sum{stroke:#8b94a5}.cone{stroke:#6b7484;fill:#6b7484;fill-opacity:.22}.table{stroke-dasharray:4 3}\n"
    "circle.a{fill:#3b76d4}circle.b{fill:#e8793a}circle.w{fill:#c2487f}circle{stroke:none}\n"
    "@media(prefers-color-scheme:dark){text{fill:#e8ebf0}.quiet{fill:#9aa4b5}.sum,.cone{stroke:#9aa4b5}}\n"
    "</style>\n";

wi_encounter wi_encounter_default(void) {
    return (wi_encounter){
        .a = {0.149f, 0.2286f, 0.5f, {0.0f, 0.0f}, {0.6f, 0.2f}},
        .b = {0.149f, 0.2286f, 2.6f, {1.4f, 0.5f}, {-0.1f, -0.05f}},
        .horizon = 2.0f,
        .step = 0.1f,
        .table = true,
    };
}

static bool between(float value, float low, float high) { return value >= low && value <= high; }

static wend_result check_avoider(const wi_avoider *one, const char *name, wend_error *error) {
    if (!between(one->along, 0.01f, 10.0f) || !between(one->across, 0.01f, 10.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s has semi-axes %g and %g m; they must lie between 0.01 and 10",
                       name, (double)one->along, (double)one->across);
    if (!between(one->at.x, -100.0f, 100.0f) || !between(one->at.y, -100.0f, 100.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s is at %g,%g; both must lie between -100 and 100 m", name,
                       (double)one->at.x, (double)one->at.y);
    if (!between(one->velocity.x, -20.0f, 20.0f) || !between(one->velocity.y, -20.0f, 20.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s has velocity %g,%g; both must lie between -20 and 20 m/s", name,
                       (double)one->velocity.x, (double)one->velocity.y);
    if (!between(one->heading, -100.0f, 100.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s has heading %g rad; it must lie between -100 and 100", name,
                       (double)one->heading);
    return WEND_OK;
}

wend_result wi_encounter_check(const wi_encounter *of, wend_error *error) {
    wend_result result = check_avoider(&of->a, "a", error);
    if (result == WEND_OK) result = check_avoider(&of->b, "b", error);
    if (result != WEND_OK) return result;
    if (!between(of->horizon, 0.05f, 30.0f) || !between(of->step, 0.001f, 1.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "horizon %g s must lie between 0.05 and 30, step %g s between 0.001 and 1", (double)of->horizon,
                       (double)of->step);
    return WEND_OK;
}

// What is drawn --------------------------------------------------------------------------------------------------------

typedef struct drawing {
    const wi_encounter *of;
    FILE *to;
    wi_ellipse a, b;
    wi_dvec p, w;
    wi_halfplane face, table_face;
    wi_polygon_side outline_a[WI_POLYGON_HALF], outline_b[WI_POLYGON_HALF], sum[WI_SUM_HALF]; // the table's
    bool apart;
    double time; // horizon, or step where they overlap
} drawing;

static wend_vec heading_of(const wi_avoider *one) { return wi_vec(wend_cos(one->heading), wend_sin(one->heading)); }

// The point of an ellipse farthest along a unit vector.
static wi_dvec farthest(wi_ellipse e, wi_dvec n) {
    double mean = (double)e.mean, k = (double)e.k, l = (double)e.l;
    wi_dvec image = {(mean + k) * n[0] + l * n[1], l * n[0] + (mean - k) * n[1]};
    return image / wi_dsqrt(fmax(wi_ddot(n, image), 1e-12));
}

static wi_dvec normal_at(uint32_t i) {
    double angle = 2.0 * WI_PI * i / OUTLINE;
    return (wi_dvec){cos(angle), sin(angle)};
}

static uint32_t whole_polygon(const wi_polygon_side *side, uint32_t half, wi_dvec at, double scale, wi_dvec *point) {
    for (uint32_t k = 0; k < 2 * half; k++) {
        const wi_polygon_side *s = &side[k % half];
        double sign = k < half ? scale : -scale;
        point[k] = at + sign * (wi_dvec){(double)s->x, (double)s->y};
    }
    return 2 * half;
}

static void prepare_table(drawing *d) {
    const wi_encounter *of = d->of;
    const wi_ellipse_table table = wi_ellipse_table_empty();
    wi_tabled a = {{of->a.along, of->a.across, 0}, heading_of(&of->a)},
              b = {{of->b.along, of->b.across, 0}, heading_of(&of->b)};
    wi_ellipse_table_outline(&table, a, d->outline_a);
    wi_ellipse_table_outline(&table, b, d->outline_b);
    wi_polygon_sum(d->outline_a, d->outline_b, d->sum);
    d->table_face =
        wi_ellipse_table_face(&table, wi_dvec_float(d->p), a, b, of->horizon, of->step, wi_dvec_float(d->w), NULL);
}

static void prepare(drawing *d, const wi_encounter *of) {
    *d = (drawing){.of = of};
    d->a = wi_ellipse_of(of->a.along, of->a.across, heading_of(&of->a));
    d->b = wi_ellipse_of(of->b.along, of->b.across, heading_of(&of->b));
    wend_vec p = wi_sub(of->b.at, of->a.at), w = wi_sub(of->a.velocity, of->b.velocity);
    d->p = wi_dvec_of(p);
    d->w = wi_dvec_of(w);
    d->face = wi_ellipse_face(p, d->a, d->b, of->horizon, of->step, w);
    d->apart = wi_ellipse_gap(p, d->a, d->b) > 0.0f;
    d->time = (double)(d->apart ? of->horizon : of->step);
    if (of->table) prepare_table(d);
}

// Where they are ---------------------------------------------------------------------------------------------------------

static uint32_t outline_of(wi_ellipse e, wi_dvec at, wi_dvec *point) {
    for (uint32_t i = 0; i < OUTLINE; i++) point[i] = at + farthest(e, normal_at(i));
    return OUTLINE;
}

static void draw_body(const wi_panel *panel, const drawing *d, const wi_avoider *one, wi_ellipse is,
                      const wi_polygon_side *table, const char *name) {
    wi_dvec point[2 * WI_SUM_HALF], at = wi_dvec_of(one->at),
                                    nose = at + (double)one->along * wi_dvec_of(heading_of(one));
    char look[16];
    uint32_t count = outline_of(is, at, point);
    (void)snprintf(look, sizeof look, "body %s", name);
    wi_panel_path(panel, look, point, count, true);
    (void)snprintf(look, sizeof look, "%s", name);
    wi_panel_path(panel, look, (wi_dvec[]){at, nose}, 2, false);
    wi_panel_arrow(panel, look, at, at + wi_dvec_of(one->velocity));
    wi_panel_dot(panel, look, at);
    wi_panel_label(panel, at, one->velocity.x < 0.0f ? 7.0 : -14.0, 4.0, name); // behind the arrow
    if (!d->of->table) return;
    (void)snprintf(look, sizeof look, "table %s", name);
    count = whole_polygon(table, WI_POLYGON_HALF, at, 1.0, point);
    wi_panel_path(panel, look, point, count, true);
}

static void draw_places(wi_panel panel, const drawing *d) {
    const wi_encounter *of = d->of;
    wi_dvec shown[2 * OUTLINE + 2];
    uint32_t count = outline_of(d->a, wi_dvec_of(of->a.at), shown);
    count += outline_of(d->b, wi_dvec_of(of->b.at), shown + count);
    shown[count++] = wi_dvec_of(wi_add(of->a.at, of->a.velocity));
    shown[count++] = wi_dvec_of(wi_add(of->b.at, of->b.velocity));
    wi_panel_fit(&panel, shown, count);
    wi_panel_begin(&panel, "Where they are", "m");
    draw_body(&panel, d, &of->a, d->a, d->outline_a, "a");
    draw_body(&panel, d, &of->b, d->b, d->outline_b, "b");
    wi_panel_end(&panel, "line: heading; arrow: velocity, 1 s of it");
}

// The obstacle -----------------------------------------------------------------------------------------------------------

static double reach_beyond(const drawing *d, wi_dvec n) {
    return wi_ddot(n, d->p + farthest(d->a, n) + farthest(d->b, n));
}

// The boundary of the truncated cone: the front, from normal to normal, and the legs at its ends.
static uint32_t cone_of(const drawing *d, double far, wi_dvec *point) {
    uint32_t first = 0, count = 1;
    while (first < OUTLINE && reach_beyond(d, normal_at(first)) <= 0.0) first++;
    for (uint32_t i = 0; i < OUTLINE; i++) {
        wi_dvec n = normal_at((first + i) % OUTLINE);
        if (reach_beyond(d, n) > 0.0) continue;
        point[count++] = (d->p + farthest(d->a, n) + farthest(d->b, n)) / d->time;
    }
    if (count < 2) return 0;
    point[0] = far * wi_dunit(point[1], (wi_dvec){0.0, 0.0});
    point[count] = far * wi_dunit(point[count - 1], (wi_dvec){0.0, 0.0});
    return count + 1;
}

// What the sum of the bodies is in velocities.
static uint32_t outline_of_sum(const drawing *d, wi_dvec *point) {
    for (uint32_t i = 0; i < OUTLINE; i++) {
        wi_dvec n = normal_at(i);
        point[i] = (d->p + farthest(d->a, n) + farthest(d->b, n)) / d->time;
    }
    return OUTLINE;
}

static void draw_sum(const wi_panel *panel, const drawing *d) {
    wi_dvec point[2 * WI_SUM_HALF];
    (void)outline_of_sum(d, point);
    wi_panel_path(panel, d->apart ? "sum" : "cone", point, OUTLINE, true);
    if (!d->of->table) return;
    uint32_t count = whole_polygon(d->sum, WI_SUM_HALF, d->p / d->time, 1.0 / d->time, point);
    wi_panel_path(panel, "sum table", point, count, true);
}

static void draw_obstacle(wi_panel panel, const drawing *d) {
    wi_dvec shown[OUTLINE + 2], cone[OUTLINE + 2], u = -(double)d->face.distance * wi_dvec_of(d->face.normal);
    uint32_t count = outline_of_sum(d, shown);
    shown[count++] = d->w;
    shown[count++] = (wi_dvec){0.0, 0.0};
    wi_panel_fit(&panel, shown, count);
    wi_panel_begin(&panel, "Velocity of a relative to b", "m/s");
    uint32_t corners = d->apart ? cone_of(d, 100.0 * panel.size / panel.scale, cone) : 0;
    if (corners > 0) wi_panel_path(&panel, "cone", cone, corners, true);
    draw_sum(&panel, d);
    wi_panel_edge(&panel, "u", wi_dvec_of(d->face.normal), wi_ddot(wi_dvec_of(d->face.normal), d->w + u));
    wi_panel_arrow(&panel, "w", (wi_dvec){0.0, 0.0}, d->w);
    wi_panel_arrow(&panel, "u", d->w, d->w + u);
    wi_panel_dot(&panel, "w", d->w);
    wi_panel_label(&panel, d->w, 6.0, -6.0, "w");
    char caption[96];
    (void)snprintf(caption, sizeof caption, "grey: contact %s %.3g s; green: nearest way out",
                   d->apart ? "within" : "after", (double)(d->apart ? d->of->horizon : d->of->step));
    wi_panel_end(&panel, caption);
}

// What each may choose ---------------------------------------------------------------------------------------------------

static void draw_half_planes(const wi_panel *panel, const drawing *d, const wi_halfplane *face, bool table) {
    wi_dvec n = wi_dvec_of(face->normal), of_a = wi_dvec_of(d->of->a.velocity), of_b = wi_dvec_of(d->of->b.velocity);
    double half = 0.5 * (double)face->distance, edge_a = wi_ddot(n, of_a) - half, edge_b = wi_ddot(-n, of_b) - half;
    if (!table) {
        wi_panel_forbidden(panel, "no a", n, edge_a);
        wi_panel_forbidden(panel, "no b", -n, edge_b);
    }
    wi_panel_edge(panel, table ? "a table" : "a", n, edge_a);
    wi_panel_edge(panel, table ? "b table" : "b", -n, edge_b);
}

static void draw_choice(wi_panel panel, const drawing *d) {
    wi_dvec zero = {0.0, 0.0}, of_a = wi_dvec_of(d->of->a.velocity), of_b = wi_dvec_of(d->of->b.velocity);
    wi_dvec n = wi_dvec_of(d->face.normal), by = -0.5 * (double)d->face.distance * n;
    wi_dvec shown[] = {zero, of_a, of_b, of_a + by, of_b - by, of_a - by, of_b + by};
    wi_panel_fit(&panel, shown, WEND_COUNT(shown));
    panel.scale *= 0.75; // half-planes need room about them
    wi_panel_begin(&panel, "What each may choose", "m/s");
    draw_half_planes(&panel, d, &d->face, false);
    if (d->of->table) draw_half_planes(&panel, d, &d->table_face, true);
    wi_panel_arrow(&panel, "a", zero, of_a);
    wi_panel_arrow(&panel, "b", zero, of_b);
    wi_panel_dot(&panel, "a", of_a);
    wi_panel_dot(&panel, "b", of_b);
    wi_panel_label(&panel, of_a, 6.0, -6.0, "a");
    wi_panel_label(&panel, of_b, 6.0, -6.0, "b");
    wi_panel_end(&panel, "blue: what a gives up; orange: what b gives up");
}

static void draw_all(const drawing *d) {
    double width = 3.0 * SIZE + 4.0 * GAP, height = TOP + SIZE + BOTTOM;
    fprintf(d->to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            "role=\"img\">\n<title>How two elliptical agents avoid each other</title>\n%s",
            width, height, width, height, style);
    void (*const draw[])(wi_panel, const drawing *) = {draw_places, draw_obstacle, draw_choice};
    for (uint32_t i = 0; i < WEND_COUNT(draw); i++)
        draw[i]((wi_panel){.to = d->to, .number = i, .left = GAP + i * (SIZE + GAP), .top = TOP, .size = SIZE}, d);
    if (d->of->table)
        fprintf(d->to,
                "<text class=\"quiet\" x=\"%.0f\" y=\"%.0f\">dashed: the same with the table of polygons</text>\n", GAP,
                TOP + SIZE + 40.0);
    fprintf(d->to, "</svg>\n");
}

static wend_result check_path(const char *path, wend_error *error) {
    const char *dot = strrchr(path, '.');
    if (dot && strcasecmp(dot, ".svg") == 0) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "`%.100s` must end in .svg: that is what is drawn", path);
}

wend_result wi_encounter_draw(const wi_encounter *of, const char *path, wend_error *error) {
    drawing d;
    wi_sheet sheet;
    wend_result result = wi_encounter_check(of, error);
    if (result == WEND_OK) result = check_path(path, error);
    if (result == WEND_OK) result = wi_sheet_open(path, NULL, &sheet, error);
    if (result != WEND_OK) return result;
    prepare(&d, of);
    d.to = sheet.file;
    wi_sheet_begin(&sheet);
    draw_all(&d);
    result = wi_sheet_end(&sheet, error);
    if (result == WEND_OK) return wi_sheet_finish(&sheet, error);
    wi_sheet_abandon(&sheet);
    return result;
}
