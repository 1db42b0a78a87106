// The list of models. A new model of the library adds one line here.
#include "steer/models.h"
#include "base/text.h"

#include <string.h>

// clang-format off
static const wend_model *const models[] = {
    &wend_model_orca,
    &wend_model_eorca_c,
    &wend_model_eorca_f,
    &wend_model_eorca_p,
    &wend_model_rcap,
    &wend_model_rvo,
    &wend_model_vo,
    &wend_model_power_law,
    &wend_model_social_force_1995,
    &wend_model_social_force_2000,
    &wend_model_steering,
    &wend_model_straight,
};
// clang-format on

const wend_model *const *wend_models(uint32_t *count) {
    if (count) *count = WEND_COUNT(models);
    return models;
}

const wend_model *wend_model_find(const char *name) {
    for (uint32_t i = 0; name && i < WEND_COUNT(models); i++) {
        if (strcmp(models[i]->name, name) == 0) return models[i];
    }
    return NULL;
}

static const char *nearest_param(const wend_model *model, const char *name) {
    wi_nearest meant = {.word = name, .distance = UINT32_MAX};
    for (uint32_t i = 0; i < model->param_count; i++) wi_nearest_try(&meant, model->params[i].name);
    return meant.name;
}

const wend_param *wend_model_param(const wend_model *model, const char *name, const char **nearest) {
    if (nearest) *nearest = NULL;
    if (!model || !name) return NULL;
    for (uint32_t i = 0; i < model->param_count; i++) {
        if (strcmp(model->params[i].name, name) == 0) {
            if (nearest) *nearest = model->params[i].name;
            return &model->params[i];
        }
    }
    if (nearest) *nearest = nearest_param(model, name);
    return NULL;
}

const wend_model *wi_model_with(const char *param) {
    for (uint32_t i = 0; i < WEND_COUNT(models); i++)
        if (wend_model_param(models[i], param, NULL)) return models[i];
    return NULL;
}
