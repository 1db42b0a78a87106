#include "picture/survey.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Speeds are counted in bins, so that a few who jumped do not spoil the scale for all.
#define BIN 0.05 // m/s
#define BINS 1000u
#define MOST_ARE_SLOWER 0.99

typedef struct wi_stay {
    double first, last; // s
} wi_stay;

typedef struct speed_bins {
    uint64_t heads[BINS];
    uint64_t all;
} speed_bins;

static void count_speed(speed_bins *bins, const wi_figure *figure) {
    double speed = hypot(figure->vx, figure->vy);
    if (!isfinite(speed)) return;
    double bin = speed / BIN;
    bins->heads[bin < BINS ? (uint32_t)bin : BINS - 1]++;
    bins->all++;
}

static double top_speed(const speed_bins *bins) {
    uint64_t heads = 0;
    for (uint32_t i = 0; i < BINS; i++) {
        heads += bins->heads[i];
        if (heads && (double)heads >= MOST_ARE_SLOWER * (double)bins->all) return (i + 1) * BIN;
    }
    return 0.0;
}

static void widen(double bounds[4], double x, double y, double by) {
    bounds[0] = fmin(bounds[0], x - by), bounds[1] = fmin(bounds[1], y - by);
    bounds[2] = fmax(bounds[2], x + by), bounds[3] = fmax(bounds[3], y + by);
}

static void widen_ring(double bounds[4], const wi_plan_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++) widen(bounds, ring->point[i].x, ring->point[i].y, 0.0);
}

static void widen_plan(double bounds[4], const wi_plan *plan) {
    for (uint32_t i = 0; i < plan->wall_count; i++)
        for (uint32_t k = 0; k < plan->wall[i].ring_count; k++) widen_ring(bounds, &plan->wall[i].ring[k]);
    for (uint32_t i = 0; i < plan->door_count; i++) widen_ring(bounds, &plan->door[i].points);
    for (uint32_t i = 0; i < plan->line_count; i++) {
        widen(bounds, plan->line[i].a.x, plan->line[i].a.y, 0.0);
        widen(bounds, plan->line[i].b.x, plan->line[i].b.y, 0.0);
    }
}

// Goals only where the others are or nearly so: one that nobody reaches may be far away.
static void widen_goals(double bounds[4], const wi_plan *plan) {
    double near = 0.15 * fmax(bounds[2] - bounds[0], bounds[3] - bounds[1]), old[4];
    memcpy(old, bounds, sizeof old);
    for (uint32_t i = 0; i < plan->goal_count; i++) {
        const wi_plan_goal *goal = &plan->goal[i];
        double x0 = goal->at.x - goal->half.x - goal->radius, x1 = goal->at.x + goal->half.x + goal->radius;
        double y0 = goal->at.y - goal->half.y - goal->radius, y1 = goal->at.y + goal->half.y + goal->radius;
        if (x0 < old[0] - near || y0 < old[1] - near || x1 > old[2] + near || y1 > old[3] + near) continue;
        widen(bounds, x0, y0, 0.0);
        widen(bounds, x1, y1, 0.0);
    }
}

static bool note_stay(wi_film *film, uint64_t id, double time) {
    uint64_t *place = wi_map_place(&film->stay_of, &film->memory, id);
    if (!place) return false;
    if (*place == 0) {
        if (!wi_memory_grow(&film->memory, (void **)&film->stay, &film->stay_capacity, film->stays + 1,
                            sizeof *film->stay)) {
            *place = UINT64_MAX; // the map wants a value; the film is given up
            return false;
        }
        film->stay[film->stays] = (wi_stay){time, time};
        *place = ++film->stays;
    }
    film->stay[*place - 1].last = time;
    return true;
}

static void note_kind(wi_film *film, const wi_figure *figure) {
    if (figure->group < film->plan.group_count) film->group_seen[figure->group] = true;
    if (figure->profile < film->plan.profile_count) film->profile_seen[figure->profile] = true;
}

static wend_result note_shot(wi_film *film, speed_bins *bins, wend_error *error) {
    const wi_shot *shot = &film->before;
    for (uint32_t i = 0; i < shot->count; i++) {
        const wi_figure *figure = &shot->figure[i];
        widen(film->bounds, figure->x, figure->y, fmax(figure->half_length, figure->half_width));
        count_speed(bins, figure);
        note_kind(film, figure);
        if (!note_stay(film, figure->id, shot->time))
            return wi_fail(error, WEND_NO_MEMORY, "no memory for the names of %u agents", film->stays);
    }
    if (film->has_after) film->period = fmin(film->period, film->after.time - shot->time);
    return WEND_OK;
}

static wend_result look_through(wi_film *film, speed_bins *bins, bool (*stopped)(void), wend_error *error) {
    film->first = film->after.time;
    film->period = INFINITY;
    while (film->has_after) {
        wend_result result = wi_film_step(film, error);
        if (result == WEND_OK) result = note_shot(film, bins, error);
        if (result != WEND_OK) return result;
        if (stopped && stopped()) return wi_fail(error, WEND_BUSY, "stopped; no file was written");
        film->last = film->before.time;
    }
    return WEND_OK;
}

static wend_result check_extent(wi_film *film, wend_error *error) {
    double *bounds = film->bounds;
    if (!(bounds[0] <= bounds[2])) widen(bounds, 0.0, 0.0, 1.0);
    for (uint32_t i = 0; i < 4; i++)
        if (!(fabs(bounds[i]) < 1e9))
            return wi_fail(error, WEND_BAD_FILE, "`%.100s` has something %g m away from its origin; is it in metres?",
                           film->path, bounds[i]);
    return WEND_OK;
}

wend_result wi_survey_make(wi_film *film, bool (*stopped)(void), wend_error *error) {
    if (!film->has_after)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` has no frames, so there is nothing to draw", film->path);
    speed_bins bins = {0};
    film->group_seen = calloc((size_t)film->plan.group_count + 1, sizeof *film->group_seen);
    film->profile_seen = calloc((size_t)film->plan.profile_count + 1, sizeof *film->profile_seen);
    if (!film->group_seen || !film->profile_seen)
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the groups and profiles of a recording");
    for (uint32_t i = 0; i < 4; i++) film->bounds[i] = i < 2 ? INFINITY : -INFINITY;
    widen_plan(film->bounds, &film->plan);
    wend_result result = look_through(film, &bins, stopped, error);
    if (result != WEND_OK) return result;
    widen_goals(film->bounds, &film->plan);
    film->top_speed = top_speed(&bins);
    for (uint32_t i = 0; i < film->stays; i++)
        film->longest = fmax(film->longest, film->stay[i].last - film->stay[i].first);
    film->surveyed = film->stays > 0;
    return check_extent(film, error);
}

void wi_survey_free(wi_film *film) {
    free(film->group_seen);
    free(film->profile_seen);
    wi_map_free(&film->stay_of, &film->memory);
    wi_memory_give(&film->memory, film->stay, film->stay_capacity, sizeof *film->stay);
}

double wi_survey_last(wi_film *film, uint64_t id) {
    if (!film->surveyed) return NAN;
    uint64_t *place = wi_map_place(&film->stay_of, &film->memory, id);
    if (!place) return NAN;
    if (*place == 0) *place = film->stays; // the file has changed since it was looked through: anybody's will do
    return film->stay[*place - 1].last;
}
