#include "measure/told.h"

#include <stdlib.h>

#include "base/error.h"
#include "record/plan.h"

static bool read_radii(wi_told *told, const wi_recording *about) {
    told->radius = calloc(about->profile_count, sizeof *told->radius);
    for (uint32_t i = 0; told->radius && i < about->profile_count; i++)
        told->radius[i] = about->profile_radius[i] > 0.0 ? about->profile_radius[i] : 0.0;
    return told->radius != NULL;
}

// Discs where the recording does not tell.
static bool read_shapes(wi_told *told, const wi_plan *plan) {
    told->shape = calloc(told->count, sizeof *told->shape);
    for (uint32_t i = 0; told->shape && i < told->count && i < plan->profile_count; i++)
        told->shape[i] = plan->profile[i].shape;
    return told->shape != NULL;
}

wend_result wi_told_read(wi_told *told, const wi_recording *about, const wi_measure_options *options,
                         wend_error *error) {
    *told = (wi_told){.count = about->profile_count};
    if (told->count == 0) return WEND_OK;
    bool room = options->profile_radius || !about->profile_radius || read_radii(told, about);
    wend_result result = WEND_OK;
    if (room && !options->profile_shape && about->plan) {
        wi_plan plan;
        result = wi_plan_read(about, &plan, error);
        if (!result) room = read_shapes(told, &plan), wi_plan_free(&plan);
    }
    if (!room) result = wi_fail(error, WEND_NO_MEMORY, "no memory for the shapes of bodies");
    if (result) wi_told_free(told);
    return result;
}

void wi_told_free(wi_told *told) {
    free(told->radius);
    free(told->shape);
    *told = (wi_told){0};
}

wi_measure_options wi_told_use(const wi_told *told, const wi_measure_options *options) {
    wi_measure_options with = *options;
    if (told->radius) with.profile_radius = told->radius;
    if (told->shape) with.profile_shape = told->shape;
    if (told->radius || told->shape) with.profile_count = told->count;
    return with;
}
