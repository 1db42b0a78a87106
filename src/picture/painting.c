#include "picture/painting.h"

#include "base/error.h"
#include "picture/agents.h"
#include "picture/frame.h"
#include "picture/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAINTEST 0.22    // of the first position of a time lapse
#define FRAME_SLACK 1e-6 // frames: a time that was made of a frame is not before it

static wi_canvas canvas_on(const wi_painting *painting, cairo_t *cairo) {
    return (wi_canvas){.cairo = cairo, .theme = painting->options->theme, .unit = painting->layout.unit};
}

static wend_result no_memory(wend_error *error) { return wi_fail(error, WEND_NO_MEMORY, "no memory for a picture"); }

static bool stopped(const wi_painting *painting) { return painting->options->stopped && painting->options->stopped(); }

static wend_result stop(wend_error *error) { return wi_fail(error, WEND_BUSY, "stopped; no file was written"); }

// Opening -------------------------------------------------------------------------------------------------------------

static wend_result refuse_level(const wi_plan *plan, const char *name, wend_error *error) {
    char names[160] = "";
    for (uint32_t i = 0; i < plan->level_count && strlen(names) < 100; i++)
        (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.30s", i ? ", " : "",
                       plan->level[i].name);
    return wi_fail(error, WEND_BAD_ARGUMENT, "there is no level `%.40s`; there are: %s", name, names);
}

// Sets painting->level and how many panels there are.
static wend_result choose_levels(wi_painting *painting, uint32_t *panels, wend_error *error) {
    const wi_plan *plan = &painting->film.plan;
    const char *name = painting->options->level;
    *panels = name ? 1 : plan->level_count;
    if (!name && plan->level_count > WI_PANELS_MOST)
        return wi_fail(error, WEND_BAD_ARGUMENT, "there are %u levels; choose one, for example --level %.40s",
                       plan->level_count, plan->level[0].name);
    for (uint32_t i = 0; name && i < plan->level_count; i++) {
        painting->level = i;
        if (strcmp(plan->level[i].name, name) == 0) return WEND_OK;
    }
    return name ? refuse_level(plan, name, error) : WEND_OK;
}

static wend_result choose_times(wi_painting *painting, wend_error *error) {
    const wi_film *film = &painting->film;
    const wi_picture_options *options = painting->options;
    painting->from = isnan(options->from) ? film->first : fmax(options->from, film->first);
    painting->until = isnan(options->until) ? film->last : fmin(options->until, film->last);
    if (painting->from <= painting->until) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "there is nothing from %g s until %g s: the recording goes from %g s to %g s",
                   isnan(options->from) ? film->first : options->from,
                   isnan(options->until) ? film->last : options->until, film->first, film->last);
}

static wend_result gather_heat(wi_painting *painting, uint32_t levels, wend_error *error) {
    wi_film *film = &painting->film;
    wend_result result = wi_heat_start(film->bounds, painting->level, levels, &painting->heat, error);
    while (result == WEND_OK && wi_film_behind(film, painting->until)) {
        result = wi_film_step(film, error);
        if (film->has_before && film->before.time >= painting->from) wi_heat_add(&painting->heat, &film->before);
        if (stopped(painting)) result = stop(error);
    }
    if (result == WEND_OK) result = wi_heat_finish(&painting->heat, error);
    return result == WEND_OK ? wi_film_rewind(film, error) : result;
}

static void start_trails(wi_painting *painting) {
    const wi_picture_options *options = painting->options;
    double pixel = 1.0 / painting->layout.panel[0].scale;
    painting->trails = wi_trails_of(options->time_lapse ? INFINITY : options->trail, 0.5 * pixel);
}

static wend_result prepare(wi_painting *painting, uint32_t width, wend_error *error) {
    const wi_picture_options *options = painting->options;
    uint32_t panels = 1;
    wend_result result = choose_levels(painting, &panels, error);
    if (result == WEND_OK) result = choose_times(painting, error);
    if (result != WEND_OK) return result;
    painting->layout = wi_layout_make(painting->film.bounds, options->width ? options->width : width, panels,
                                      painting->film.plan.level_count > 1, !options->no_legend);
    start_trails(painting);
    if (!wi_colouring_make(options->colour, &painting->film, &painting->colouring)) return no_memory(error);
    return options->density ? gather_heat(painting, panels, error) : WEND_OK;
}

wend_result wi_painting_open(const char *recording, const wi_picture_options *options, uint32_t width,
                             wi_painting *painting, wend_error *error) {
    *painting = (wi_painting){.options = options};
    wend_result result = wi_film_open(recording, options->stopped, &painting->film, error);
    if (result != WEND_OK) return result;
    result = prepare(painting, width, error);
    if (result != WEND_OK) wi_painting_close(painting);
    return result;
}

void wi_painting_close(wi_painting *painting) {
    wi_film_close(&painting->film);
    wi_colouring_free(&painting->colouring);
    wi_heat_free(&painting->heat);
    wi_trails_free(&painting->trails);
    wi_shot_free(&painting->shot);
    free(painting->scratch);
    *painting = (wi_painting){0};
}

// Painting ------------------------------------------------------------------------------------------------------------

static double frame_at(const wi_painting *painting, double time) {
    return time * painting->film.reader->about.fps + FRAME_SLACK;
}

static void paint_panel_ground(const wi_painting *painting, const wi_canvas *canvas, uint32_t panel, double time) {
    const wi_view *view = &painting->layout.panel[panel];
    const wi_plan *plan = &painting->film.plan;
    uint32_t level = painting->level + panel;
    wi_draw_floor(canvas, plan, view, level);
    if (painting->heat.value) {
        cairo_save(canvas->cairo);
        wi_clip_to_floor(canvas, plan, view, level);
        wi_draw_heat(canvas, &painting->heat, view, level);
        cairo_restore(canvas->cairo);
    }
    wi_draw_built(canvas, plan, view, level, frame_at(painting, time));
    if (plan->level_count > 1) wi_draw_level_name(canvas, view, plan->level[level].name);
}

void wi_paint_ground(const wi_painting *painting, cairo_t *cairo, double time) {
    wi_canvas canvas = canvas_on(painting, cairo);
    wi_ink_named(&canvas, "background");
    cairo_paint(cairo);
    for (uint32_t i = 0; i < painting->layout.panels; i++) paint_panel_ground(painting, &canvas, i, time);
}

bool wi_ground_changes(const wi_painting *painting, double time, double later) {
    const wi_plan *plan = &painting->film.plan;
    double from = frame_at(painting, time), until = frame_at(painting, later);
    for (uint32_t i = 0; i < plan->door_count; i++)
        if (wi_plan_door_is_open(&plan->door[i], from) != wi_plan_door_is_open(&plan->door[i], until)) return true;
    return false;
}

// Keeps trails within the panel of their level.
static void enter_panel(const wi_canvas *canvas, const wi_view *view) {
    cairo_save(canvas->cairo);
    cairo_rectangle(canvas->cairo, view->left, view->top, view->width, view->height);
    cairo_clip(canvas->cairo);
}

static void paint_frame(const wi_painting *painting, const wi_canvas *canvas, const char *time, uint32_t overlaps) {
    const wi_film *film = &painting->film;
    const char *slash = strrchr(film->path, '/'), *file = slash ? slash + 1 : film->path;
    wi_draw_title(canvas, &painting->layout, film->plan.title && *film->plan.title ? film->plan.title : file, time);
    if (!painting->options->no_legend)
        wi_draw_legend(canvas, &painting->layout, &painting->colouring, painting->heat.value ? &painting->heat : NULL,
                       overlaps);
}

// Steps over the recorded frames up to that time and leaves everybody then in painting->shot.
static wend_result go_to(wi_painting *painting, double time, wend_error *error) {
    wi_film *film = &painting->film;
    while (wi_film_behind(film, time)) {
        wend_result result = wi_film_step(film, error);
        if (result != WEND_OK) return result;
        bool kept = painting->trails.window > 0.0 && film->before.time >= painting->from - painting->trails.window;
        if (isinf(painting->trails.window)) kept = film->before.time >= painting->from;
        if (kept && !wi_trails_add(&painting->trails, &film->before, film->period)) return no_memory(error);
        if (stopped(painting)) return stop(error);
    }
    return wi_film_show(film, time, &painting->shot) ? WEND_OK : no_memory(error);
}

static bool reserve_scratch(wi_painting *painting) {
    if (painting->shot.count <= painting->scratch_room) return true;
    uint32_t *scratch = realloc(painting->scratch, 3 * (size_t)painting->shot.count * sizeof *scratch);
    if (!scratch) return false;
    painting->scratch = scratch;
    painting->scratch_room = painting->shot.count;
    return true;
}

static uint32_t paint_panel(wi_painting *painting, const wi_canvas *canvas, uint32_t panel) {
    const wi_view *view = &painting->layout.panel[panel];
    uint32_t level = painting->level + panel;
    enter_panel(canvas, view);
    if (painting->trails.window > 0.0)
        wi_draw_trails(canvas, view, &painting->colouring, &painting->trails, level, painting->shot.time);
    wi_draw_agents(canvas, view, &painting->colouring, &painting->shot, level, 1.0, painting->options->velocity);
    uint32_t overlaps = wi_draw_overlaps(canvas, view, &painting->shot, level, painting->scratch);
    cairo_restore(canvas->cairo);
    return overlaps;
}

wend_result wi_paint_at(wi_painting *painting, cairo_t *cairo, double time, wend_error *error) {
    wi_canvas canvas = canvas_on(painting, cairo);
    wend_result result = go_to(painting, time, error);
    if (result != WEND_OK) return result;
    if (!reserve_scratch(painting)) return no_memory(error);
    uint32_t overlaps = 0;
    for (uint32_t i = 0; i < painting->layout.panels; i++) overlaps += paint_panel(painting, &canvas, i);
    char text[40];
    (void)snprintf(text, sizeof text, "%.1f s", time);
    paint_frame(painting, &canvas, text, overlaps);
    return WEND_OK;
}

static void paint_lapse_shot(const wi_painting *painting, const wi_canvas *canvas, double opacity) {
    for (uint32_t i = 0; i < painting->layout.panels; i++) {
        const wi_view *view = &painting->layout.panel[i];
        enter_panel(canvas, view);
        wi_draw_agents(canvas, view, &painting->colouring, &painting->shot, painting->level + i, opacity,
                       painting->options->velocity);
        cairo_restore(canvas->cairo);
    }
}

// The ways are known at the end of the film only but belong under the bodies, so the film is run twice. (A layer for the
// bodies would do, but cairo loses memory over layers in SVG.)
static wend_result paint_ways(wi_painting *painting, const wi_canvas *canvas, wend_error *error) {
    wend_result result = go_to(painting, painting->until, error);
    if (result != WEND_OK) return result;
    for (uint32_t i = 0; i < painting->layout.panels; i++) {
        enter_panel(canvas, &painting->layout.panel[i]);
        wi_draw_trails(canvas, &painting->layout.panel[i], &painting->colouring, &painting->trails, painting->level + i,
                       painting->until);
        cairo_restore(canvas->cairo);
    }
    wi_trails_free(&painting->trails);
    return wi_film_rewind(&painting->film, error);
}

wend_result wi_paint_lapse(wi_painting *painting, cairo_t *cairo, wend_error *error) {
    wi_canvas canvas = canvas_on(painting, cairo);
    uint32_t count = painting->options->time_lapse;
    double time = painting->until - painting->from;
    wend_result result = paint_ways(painting, &canvas, error);
    for (uint32_t i = 0; result == WEND_OK && i < count; i++) {
        double share = count > 1 ? (double)i / (count - 1) : 1.0;
        result = go_to(painting, painting->from + share * time, error);
        if (result == WEND_OK) paint_lapse_shot(painting, &canvas, FAINTEST + (1.0 - FAINTEST) * share);
    }
    char text[80];
    (void)snprintf(text, sizeof text, "%.1f to %.1f s, every %.2g s", painting->from, painting->until,
                   count > 1 ? time / (count - 1) : time);
    if (result == WEND_OK) paint_frame(painting, &canvas, text, 0);
    return result;
}
