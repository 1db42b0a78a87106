#include "picture/film.h"

#include "base/error.h"
#include "picture/survey.h"

#include <math.h>
#include <stdlib.h>

#define USUAL_RADIUS 0.25 // m, where the recording does not tell
#define MOVING 0.05       // m/s: who is slower shows no direction

static const double turn = 6.283185307179586;

// Shots ---------------------------------------------------------------------------------------------------------------

static bool reserve(wi_shot *shot, uint32_t need) {
    if (need <= shot->room) return true;
    wi_figure *figure = realloc(shot->figure, (size_t)need * sizeof *figure);
    if (!figure) return false;
    shot->figure = figure;
    shot->room = need;
    return true;
}

void wi_shot_free(wi_shot *shot) {
    free(shot->figure);
    *shot = (wi_shot){0};
}

wi_figure *wi_shot_find(const wi_shot *shot, uint32_t *at, uint64_t id) {
    while (*at < shot->count && shot->figure[*at].id < id) ++*at;
    return *at < shot->count && shot->figure[*at].id == id ? &shot->figure[*at] : NULL;
}

// From a recorded frame -----------------------------------------------------------------------------------------------

static double known_or(double value, double otherwise) { return isfinite(value) && value > 0.0 ? value : otherwise; }

static void give_body(const wi_film *film, const wi_spot *spot, wi_figure *figure) {
    const wi_recording *about = &film->reader->about;
    const wi_plan_profile *profile =
        spot->profile < film->plan.profile_count ? &film->plan.profile[spot->profile] : NULL;
    double radius = USUAL_RADIUS;
    if (about->profile_radius && spot->profile < about->profile_count)
        radius = known_or(about->profile_radius[spot->profile], radius);
    figure->half_length = known_or((double)spot->half_length, known_or(profile ? profile->half_length : NAN, radius));
    figure->half_width = known_or((double)spot->half_width, known_or(profile ? profile->half_width : NAN, radius));
    figure->shape = figure->half_length == figure->half_width ? WEND_DISC : WEND_ELLIPSE;
    if (profile && isfinite(profile->half_length)) figure->shape = profile->shape;
}

static wi_figure figure_from(wi_film *film, const wi_spot *spot) {
    wi_figure figure = {
        .id = spot->id,
        .x = spot->x - film->plan.origin.x,
        .y = spot->y - film->plan.origin.y,
        .heading = (double)spot->heading,
        .vx = (double)spot->vx,
        .vy = (double)spot->vy,
        .profile = spot->profile,
        .group = spot->group,
        .level = isfinite(spot->z) ? wi_plan_level_at(&film->plan, spot->z) : 0,
        .last = wi_survey_last(film, spot->id),
    };
    give_body(film, spot, &figure);
    return figure;
}

static bool velocity_known(const wi_figure *figure) { return isfinite(figure->vx) && isfinite(figure->vy); }

static void derive_velocity(const wi_figure *from, wi_figure *to, double time) {
    if (velocity_known(to)) return;
    to->vx = (to->x - from->x) / time;
    to->vy = (to->y - from->y) / time;
}

// Who has no heading looks where it goes, and who stands as before.
static void derive_heading(const wi_figure *before, wi_figure *figure) {
    if (isfinite(figure->heading)) return;
    if (velocity_known(figure) && hypot(figure->vx, figure->vy) > MOVING)
        figure->heading = atan2(figure->vy, figure->vx);
    else if (before)
        figure->heading = before->heading;
}

// What a recording leaves out follows from the frame before; for the first frame, from the one after it.
static void complete(wi_film *film) {
    double time = film->after.time - film->before.time;
    for (uint32_t i = 0, at = 0; i < film->after.count; i++) {
        wi_figure *now = &film->after.figure[i];
        wi_figure *then = film->has_before ? wi_shot_find(&film->before, &at, now->id) : NULL;
        if (then) {
            derive_velocity(then, now, time);
            if (!velocity_known(then)) then->vx = now->vx, then->vy = now->vy;
            derive_heading(NULL, then);
        }
        derive_heading(then, now);
    }
}

static wend_result take(wi_film *film, const wi_frame *frame, wend_error *error) {
    wi_shot *shot = &film->after;
    if (!reserve(shot, frame->count))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the %u agents of a frame", frame->count);
    shot->time = (double)frame->number / film->reader->about.fps;
    shot->count = 0;
    for (uint32_t i = 0; i < frame->count; i++)
        if (isfinite(frame->spot[i].x) && isfinite(frame->spot[i].y))
            shot->figure[shot->count++] = figure_from(film, &frame->spot[i]);
    complete(film);
    return WEND_OK;
}

static wend_result read_after(wi_film *film, wend_error *error) {
    wi_frame frame = {0};
    film->has_after = false;
    wend_result result = film->reader->next(film->reader, &frame, &film->has_after, error);
    if (result != WEND_OK) film->has_after = false;
    return film->has_after ? take(film, &frame, error) : result;
}

// Going forwards ------------------------------------------------------------------------------------------------------

wend_result wi_film_step(wi_film *film, wend_error *error) {
    wi_shot spare = film->before;
    film->before = film->after;
    film->after = spare;
    film->has_before = film->has_after;
    return read_after(film, error);
}

bool wi_film_behind(const wi_film *film, double time) { return film->has_after && film->after.time <= time; }

static double between(double a, double b, double share) { return a + share * (b - a); }

static wi_figure blend(const wi_figure *a, const wi_figure *b, double share) {
    wi_figure figure = *a;
    figure.x = between(a->x, b->x, share);
    figure.y = between(a->y, b->y, share);
    figure.vx = between(a->vx, b->vx, share);
    figure.vy = between(a->vy, b->vy, share);
    figure.heading = a->heading + share * remainder(b->heading - a->heading, turn);
    if (!isfinite(figure.heading)) figure.heading = a->heading;
    return figure;
}

// Who is not in the next frame stays where it was for as long as a frame lasts.
bool wi_film_show(const wi_film *film, double time, wi_shot *shot) {
    const wi_shot *before = &film->before;
    shot->time = time;
    shot->count = 0;
    if (!film->has_before) return true;
    if (!reserve(shot, before->count)) return false;
    bool lasts = time - before->time < film->period;
    double share = film->has_after ? (time - before->time) / (film->after.time - before->time) : 0.0;
    for (uint32_t i = 0, at = 0; i < before->count; i++) {
        const wi_figure *next = film->has_after ? wi_shot_find(&film->after, &at, before->figure[i].id) : NULL;
        if (next && next->level == before->figure[i].level)
            shot->figure[shot->count++] = blend(&before->figure[i], next, share);
        else if (next || lasts || time <= before->time)
            shot->figure[shot->count++] = before->figure[i];
    }
    return true;
}

// Opening -------------------------------------------------------------------------------------------------------------

wend_result wi_film_rewind(wi_film *film, wend_error *error) {
    wi_reader_close(film->reader);
    film->reader = NULL;
    film->has_before = film->has_after = false;
    wend_result result = wi_reader_open(film->path, &film->reader, error);
    return result == WEND_OK ? read_after(film, error) : result;
}

static wend_result check_rate(const wi_film *film, wend_error *error) {
    double fps = film->reader->about.fps;
    if (fps > 0.0 && isfinite(fps)) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE, "`%.100s` has %g frames a second; wend convert --fps gives it another rate",
                   film->path, fps);
}

wend_result wi_film_open(const char *path, bool (*stopped)(void), wi_film *film, wend_error *error) {
    *film = (wi_film){.path = path, .memory = wi_memory_from((wend_allocator){0})};
    wend_result result = wi_reader_open(path, &film->reader, error);
    if (result == WEND_OK) result = check_rate(film, error);
    if (result == WEND_OK) result = wi_plan_read(&film->reader->about, &film->plan, error);
    if (result == WEND_OK) result = read_after(film, error);
    if (result == WEND_OK) result = wi_survey_make(film, stopped, error);
    if (result == WEND_OK) result = wi_film_rewind(film, error);
    if (result != WEND_OK) wi_film_close(film);
    return result;
}

void wi_film_close(wi_film *film) {
    wi_reader_close(film->reader);
    wi_plan_free(&film->plan);
    wi_survey_free(film);
    wi_shot_free(&film->before);
    wi_shot_free(&film->after);
    *film = (wi_film){0};
}
