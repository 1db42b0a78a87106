#include "picture/trails.h"

#include <math.h>
#include <string.h>

#define BANDS 6u // of opacity, in a trail that fades
#define WIDTH 1.3
#define OPACITY 0.75
#define WHOLE_WIDTH 0.9 // of a trail that does not fade
#define WHOLE_OPACITY 0.45
#define GAP 1.5 // periods

typedef struct trail_point {
    double x, y, time;
    uint32_t level;
    bool begins; // not joined to the point before
} trail_point;

typedef struct wi_trail {
    trail_point *point;
    uint32_t from, count, capacity; // those before `from` are too old
    wi_figure latest;
    double seen; // s
} wi_trail;

wi_trails wi_trails_of(double window, double spacing) {
    return (wi_trails){.window = window, .spacing = spacing, .memory = wi_memory_from((wend_allocator){0})};
}

void wi_trails_free(wi_trails *trails) {
    for (uint32_t i = 0; i < trails->count; i++)
        wi_memory_give(&trails->memory, trails->trail[i].point, trails->trail[i].capacity, sizeof(trail_point));
    wi_memory_give(&trails->memory, trails->trail, trails->capacity, sizeof *trails->trail);
    wi_map_free(&trails->trail_of, &trails->memory);
    *trails = (wi_trails){0};
}

// Gathering -----------------------------------------------------------------------------------------------------------

static wi_trail *find_trail(wi_trails *trails, uint64_t id) {
    // Room first: the map must be given a value once it was asked.
    if (!wi_memory_grow(&trails->memory, (void **)&trails->trail, &trails->capacity, trails->count + 1,
                        sizeof *trails->trail))
        return NULL;
    uint64_t *place = wi_map_place(&trails->trail_of, &trails->memory, id);
    if (!place) return NULL;
    if (*place == 0) *place = ++trails->count;
    return &trails->trail[*place - 1];
}

static void drop_old(wi_trail *trail, double before) {
    while (trail->from < trail->count && trail->point[trail->from].time < before) trail->from++;
    if (trail->from < 64 || trail->from < trail->count / 2) return;
    trail->count -= trail->from;
    memmove(trail->point, trail->point + trail->from, trail->count * sizeof *trail->point);
    trail->from = 0;
}

static bool add_point(wi_trails *trails, wi_trail *trail, double time, bool begins) {
    const wi_figure *figure = &trail->latest;
    const trail_point *last = trail->count > trail->from ? &trail->point[trail->count - 1] : NULL;
    begins = begins || !last || last->level != figure->level;
    if (!begins && hypot(figure->x - last->x, figure->y - last->y) < trails->spacing) return true;
    if (!wi_memory_grow(&trails->memory, (void **)&trail->point, &trail->capacity, trail->count + 1,
                        sizeof *trail->point))
        return false;
    trail->point[trail->count++] = (trail_point){figure->x, figure->y, time, figure->level, begins};
    return true;
}

bool wi_trails_add(wi_trails *trails, const wi_shot *shot, double period) {
    for (uint32_t i = 0; i < shot->count; i++) {
        wi_trail *trail = find_trail(trails, shot->figure[i].id);
        if (!trail) return false;
        bool begins = trail->count == 0 || shot->time - trail->seen > GAP * period;
        trail->latest = shot->figure[i];
        trail->seen = shot->time;
        drop_old(trail, shot->time - trails->window);
        if (!add_point(trails, trail, shot->time, begins)) return false;
    }
    return true;
}

// Drawing -------------------------------------------------------------------------------------------------------------

// What happened after `from` and not after `until`: trails in pieces share no segment.
static void trace(const wi_canvas *canvas, const wi_view *view, const wi_trail *trail, uint32_t level, double from,
                  double until) {
    for (uint32_t i = trail->from; i < trail->count; i++) {
        const trail_point *point = &trail->point[i], *before = i > trail->from ? point - 1 : NULL;
        if (point->level != level || point->time <= from || point->time > until) continue;
        double x = wi_view_x(view, point->x), y = wi_view_y(view, point->y);
        if (point->begins || !before) {
            cairo_move_to(canvas->cairo, x, y);
            continue;
        }
        if (before->time <= from) cairo_move_to(canvas->cairo, wi_view_x(view, before->x), wi_view_y(view, before->y));
        cairo_line_to(canvas->cairo, x, y);
    }
}

static void draw_fading(const wi_canvas *canvas, const wi_view *view, const wi_trail *trail, wi_colour ink,
                        uint32_t level, double time, double window) {
    for (uint32_t band = 0; band < BANDS; band++) {
        double from = time - window * (BANDS - band) / BANDS,
               until = band + 1 == BANDS ? INFINITY : from + window / BANDS;
        trace(canvas, view, trail, level, from, until);
        wi_stroke(canvas, wi_colour_fade(ink, OPACITY * (band + 1) / BANDS), WIDTH);
    }
}

void wi_draw_trails(const wi_canvas *canvas, const wi_view *view, const wi_colouring *colouring, wi_trails *trails,
                    uint32_t level, double time) {
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    for (uint32_t i = 0; i < trails->count; i++) {
        wi_trail *trail = &trails->trail[i];
        drop_old(trail, time - trails->window);
        wi_colour ink = wi_colouring_of(colouring, &trail->latest, trail->seen);
        if (isfinite(trails->window)) {
            draw_fading(canvas, view, trail, ink, level, time, trails->window);
            continue;
        }
        trace(canvas, view, trail, level, -INFINITY, INFINITY);
        wi_stroke(canvas, wi_colour_fade(ink, WHOLE_OPACITY), WHOLE_WIDTH);
    }
}
