#include "picture/colouring.h"

#include "picture/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const by_names[WI_COLOUR_BY_COUNT] = {
    [WI_BY_KIND] = "kind",   [WI_BY_PLAIN] = "plain", [WI_BY_GROUP] = "group", [WI_BY_PROFILE] = "profile",
    [WI_BY_MODEL] = "model", [WI_BY_AGENT] = "agent", [WI_BY_SPEED] = "speed", [WI_BY_TIME_TO_GOAL] = "time-to-goal",
};

const char *wi_colour_by_name(wi_colour_by by) { return by_names[by]; }

wi_colour_by wi_colour_by_named(const char *name) {
    wi_colour_by by = WI_BY_KIND;
    while (by < WI_COLOUR_BY_COUNT && strcmp(by_names[by], name) != 0) by++;
    return by;
}

static const char *model_name(const wi_plan *plan, uint32_t profile) {
    return plan->profile[profile].model ? plan->profile[profile].model : "";
}

static bool list_models(wi_colouring *colouring) {
    const wi_plan *plan = &colouring->film->plan;
    colouring->kind_of_profile = calloc((size_t)plan->profile_count + 1, sizeof *colouring->kind_of_profile);
    colouring->model = calloc((size_t)plan->profile_count + 1, sizeof *colouring->model);
    if (!colouring->kind_of_profile || !colouring->model) return false;
    for (uint32_t i = 0; i < plan->profile_count; i++) {
        if (!colouring->film->profile_seen[i]) continue;
        uint32_t kind = 0;
        while (kind < colouring->models && strcmp(colouring->model[kind], model_name(plan, i)) != 0) kind++;
        if (kind == colouring->models) colouring->model[colouring->models++] = model_name(plan, i);
        colouring->kind_of_profile[i] = kind;
    }
    return true;
}

static uint32_t count_seen(const bool *seen, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += seen[i];
    return sum;
}

static wi_colour_by tell_apart(const wi_colouring *colouring) {
    const wi_film *film = colouring->film;
    if (count_seen(film->group_seen, film->plan.group_count) > 1) return WI_BY_GROUP;
    if (count_seen(film->profile_seen, film->plan.profile_count) > 1) return WI_BY_PROFILE;
    return WI_BY_PLAIN; // several models would be several profiles
}

static double scale_top(double value) { return value > 0.0 ? ceil(value * 2.0 - 1e-9) / 2.0 : 1.0; }

bool wi_colouring_make(wi_colour_by by, const wi_film *film, wi_colouring *colouring) {
    *colouring = (wi_colouring){.by = by, .film = film, .unit = ""};
    if (!list_models(colouring)) {
        wi_colouring_free(colouring);
        return false;
    }
    if (by == WI_BY_KIND) colouring->by = tell_apart(colouring);
    if (by == WI_BY_SPEED) colouring->top = scale_top(film->top_speed), colouring->unit = "m/s";
    if (by == WI_BY_TIME_TO_GOAL) colouring->top = scale_top(film->longest), colouring->unit = "s";
    return true;
}

void wi_colouring_free(wi_colouring *colouring) {
    free(colouring->kind_of_profile);
    free((void *)colouring->model);
    *colouring = (wi_colouring){0};
}

static wi_colour category(uint32_t index, uint32_t count) {
    return index < count ? wi_palette_category(index) : wi_palette_ramp(NAN);
}

// Ids that follow each other get colours that differ; the golden section spreads those that are many.
static wi_colour own_colour(uint64_t id) {
    return wi_palette_ramp(fmod((double)(id % 10007) * 0.6180339887498949, 1.0));
}

wi_colour wi_colouring_of(const wi_colouring *colouring, const wi_figure *figure, double time) {
    const wi_plan *plan = &colouring->film->plan;
    switch (colouring->by) {
    case WI_BY_GROUP:
        return category(figure->group, plan->group_count);
    case WI_BY_PROFILE:
        return category(figure->profile, plan->profile_count);
    case WI_BY_MODEL:
        if (figure->profile >= plan->profile_count) return wi_palette_ramp(NAN);
        return wi_palette_category(colouring->kind_of_profile[figure->profile]);
    case WI_BY_AGENT:
        return own_colour(figure->id);
    case WI_BY_SPEED:
        return wi_palette_ramp(hypot(figure->vx, figure->vy) / colouring->top);
    case WI_BY_TIME_TO_GOAL:
        return wi_palette_ramp((figure->last - time) / colouring->top);
    default:
        return wi_palette_category(0);
    }
}

uint32_t wi_colouring_names(const wi_colouring *colouring) {
    const wi_plan *plan = &colouring->film->plan;
    return colouring->by == WI_BY_GROUP     ? plan->group_count
           : colouring->by == WI_BY_PROFILE ? plan->profile_count
           : colouring->by == WI_BY_MODEL   ? colouring->models
                                            : 0;
}

const char *wi_colouring_name(const wi_colouring *colouring, uint32_t index) {
    const wi_film *film = colouring->film;
    if (colouring->by == WI_BY_GROUP && !film->group_seen[index]) return NULL;
    if (colouring->by == WI_BY_PROFILE && !film->profile_seen[index]) return NULL;
    const char *name = colouring->by == WI_BY_GROUP     ? film->plan.group[index]
                       : colouring->by == WI_BY_PROFILE ? film->plan.profile[index].name
                                                        : colouring->model[index];
    return name ? name : "";
}

const char *wi_colouring_scale(const wi_colouring *colouring) {
    return colouring->by == WI_BY_SPEED ? "speed" : colouring->by == WI_BY_TIME_TO_GOAL ? "time to goal" : NULL;
}
