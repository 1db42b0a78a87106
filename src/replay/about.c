// The description of a recording (`about` of docs/replay-protocol.md).
#include "replay/about.h"

#include "base/error.h"
#include "base/json_write.h"
#include "replay/replay_state.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void print_number(wi_json_object *to, const char *name, double value) {
    wi_json_put_name(to, name);
    wi_json_print_number(to->to, value);
}

static void print_choices(wi_json_object *to, const wend_param *param) {
    wi_json_put_name(to, "choices");
    fputc('[', to->to);
    for (uint32_t i = 0; i <= (uint32_t)param->max; i++) {
        if (i) fputs(", ", to->to);
        wi_json_print_text(to->to, param->choices[i]);
    }
    fputc(']', to->to);
}

static void print_param(FILE *to, const wend_param *param) {
    wi_json_object object = wi_json_begin(to, 6);
    wi_json_put_text(&object, "name", param->name);
    wi_json_put_text(&object, "unit", param->unit);
    wi_json_put_text(&object, "meaning", param->meaning);
    print_number(&object, "min", (double)param->min);
    print_number(&object, "max", (double)param->max);
    print_number(&object, "initial", (double)param->initial);
    if (param->choices) print_choices(&object, param);
    wi_json_end(&object);
}

static void print_model(FILE *to, const wend_model *model) {
    wi_json_object object = wi_json_begin(to, 4);
    wi_json_put_text(&object, "name", model->name);
    wi_json_put_text(&object, "summary", model->summary);
    wi_json_put_name(&object, "parameters");
    fputc('[', to);
    for (uint32_t i = 0; i < model->param_count; i++) {
        if (i) fputs(", ", to);
        print_param(to, &model->params[i]);
    }
    fputc(']', to);
    wi_json_end(&object);
}

void wi_about_models(FILE *to) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    fputc('[', to);
    for (uint32_t i = 0; i < count; i++) {
        if (i) fputs(", ", to);
        print_model(to, models[i]);
    }
    fputc(']', to);
}

// Everything but the plan.
static void print_recording(wi_json_object *to, const wi_replay *replay) {
    const wi_recording *about = &replay->reader->about;
    wi_json_put_count(to, "format", 1);
    wi_json_put_text(to, "wend", about->version ? about->version : wend_version());
    wi_json_put_text(to, "source", replay->source);
    wi_json_put_flag(to, "live", false);
    print_number(to, "fps", about->fps);
    if (about->has_seed) {
        char seed[24];
        (void)snprintf(seed, sizeof seed, "%" PRIu64, about->seed);
        wi_json_put_text(to, "seed", seed);
    }
    wi_json_put_flag(to, "whole", about->whole);
    wi_json_put_text(to, "note", about->note);
    if (about->scenario) wi_json_put_text(to, "scenario", about->scenario);
    wi_json_put_name(to, "models");
    wi_about_models(to->to);
}

// The plan with the bounds of all that was read. Its lists are the replay's own.
static wi_plan plan_so_far(wi_replay *replay) {
    wi_plan plan = replay->plan;
    pthread_mutex_lock(&replay->lock);
    const double *seen = replay->bounds;
    plan.bounds[0] = fmin(plan.bounds[0], seen[0]), plan.bounds[1] = fmin(plan.bounds[1], seen[1]);
    plan.bounds[2] = fmax(plan.bounds[2], seen[2]), plan.bounds[3] = fmax(plan.bounds[3], seen[3]);
    pthread_mutex_unlock(&replay->lock);
    return plan;
}

wend_result wi_replay_about(wi_replay *replay, wi_bytes *json, wend_error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    *json = (wi_bytes){0};
    if (!to) return wi_fail(error, WEND_NO_MEMORY, "no memory to describe the recording");
    wi_plan plan = plan_so_far(replay);
    wi_json_object object = wi_json_begin(to, 0);
    print_recording(&object, replay);
    fputs(",\n", to);
    wi_plan_print(&plan, to);
    wi_json_end(&object);
    bool written = !ferror(to);
    if (fclose(to) != 0 || !written) {
        free(text);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to describe the recording");
    }
    *json = (wi_bytes){(unsigned char *)text, size};
    return WEND_OK;
}
