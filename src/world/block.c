#include "world/block.h"

#include "base/error.h"
#include "base/text.h"
#include "steer/models.h"

#include <stdio.h>
#include <string.h>

uint32_t wi_block_param_count(const wend_model *model) {
    uint32_t habits;
    (void)wend_habits(&habits);
    return model->param_count + habits;
}

const wend_param *wi_block_param(const wend_model *model, uint32_t index, size_t *offset) {
    uint32_t habits;
    const wend_param *table = wend_habits(&habits);
    if (index >= model->param_count + habits) return NULL;
    bool own = index < model->param_count;
    const wend_param *param = own ? &model->params[index] : &table[index - model->param_count];
    *offset = param->offset + (own ? WI_BLOCK_PARAMS : 0);
    return param;
}

// Values ---------------------------------------------------------------------------------------------------------------

static wend_result fail_choice(const wend_param *param, float value, wend_error *error) {
    char list[160] = "";
    size_t used = 0;
    for (uint32_t i = 0; (float)i <= param->max && used < sizeof list; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%u (%s)", i ? ", " : "", i, param->choices[i]);
    }
    return wi_fail(error, WEND_BAD_ARGUMENT, "%s is %g, must be one of %s", param->name, (double)value, list);
}

bool wi_param_is_whole(const wend_param *param) {
    return param->choices || (param->unit && strcmp(param->unit, "count") == 0);
}

wend_result wi_param_check(const wend_param *param, float value, wend_error *error) {
    bool whole = __builtin_floorf(value) == value || !wi_param_is_whole(param);
    if (whole && value >= param->min && value <= param->max) return WEND_OK; // NaN lies nowhere
    if (param->choices) return fail_choice(param, value, error);
    if (wi_param_is_whole(param))
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s is %g, must be a whole number from %g to %g", param->name,
                       (double)value, (double)param->min, (double)param->max);
    return wi_fail(error, WEND_BAD_ARGUMENT, "%s is %g%s%s, must lie between %g and %g", param->name, (double)value,
                   param->unit && *param->unit ? " " : "", param->unit ? param->unit : "", (double)param->min,
                   (double)param->max);
}

static void write_value(void *block, size_t offset, float value) {
    memcpy((unsigned char *)block + offset, &value, sizeof value);
}

// A name that another model knows is no slip of the pen.
static wend_result fail_name(const wend_model *model, const char *name, wend_error *error) {
    const wend_model *owner = wi_model_with(name);
    if (owner)
        return wi_fail(error, WEND_NOT_FOUND, "model `%.40s` has no parameter `%.40s`; `%s` has it", model->name, name,
                       owner->name);
    wi_nearest meant = {.word = name, .name = "", .distance = UINT32_MAX};
    size_t offset;
    for (uint32_t i = 0; i < wi_block_param_count(model); i++)
        wi_nearest_try(&meant, wi_block_param(model, i, &offset)->name);
    return wi_fail(error, WEND_NOT_FOUND, "model `%.40s` has no parameter `%.40s`; did you mean `%.40s`?", model->name,
                   name, meant.name);
}

// Among the parameters from `first` on.
static wend_result find_param(const wend_model *model, uint32_t first, const char *name, const wend_param **param,
                              size_t *offset, wend_error *error) {
    if (!name) return wi_fail(error, WEND_BAD_ARGUMENT, "a setting has no name (NULL)");
    for (uint32_t i = first; (*param = wi_block_param(model, i, offset)) != NULL; i++)
        if (strcmp((*param)->name, name) == 0) return WEND_OK;
    return fail_name(model, name, error);
}

static wend_result set_from(const wend_model *model, uint32_t first, void *block, const wend_setting *setting,
                            wend_error *error) {
    const wend_param *param;
    size_t offset;
    wend_result result = find_param(model, first, setting->name, &param, &offset, error);
    if (result == WEND_OK) result = wi_param_check(param, setting->value, error);
    if (result != WEND_OK) return result;
    write_value(block, offset, setting->value);
    wi_habits_refresh(block);
    return WEND_OK;
}

wend_result wi_block_set(const wend_model *model, void *block, const char *name, float value, wend_error *error) {
    return set_from(model, 0, block, &(wend_setting){name, value}, error);
}

wend_result wi_block_get(const wend_model *model, const void *block, const char *name, float *value,
                         wend_error *error) {
    const wend_param *param;
    size_t offset;
    wend_result result = find_param(model, 0, name, &param, &offset, error);
    if (result == WEND_OK) memcpy(value, (const unsigned char *)block + offset, sizeof *value);
    return result;
}

// Presets --------------------------------------------------------------------------------------------------------------

// Every table has the preset "default"; one that does not list it means its initial values.
static const wend_preset no_changes = {.name = "default"};

static const wend_preset *find_preset(const wend_preset *presets, uint32_t count, const char *name,
                                      const char **nearest) {
    wi_nearest meant = {.word = name, .distance = UINT32_MAX};
    wi_nearest_try(&meant, no_changes.name);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(presets[i].name, name) == 0) return &presets[i];
        wi_nearest_try(&meant, presets[i].name);
    }
    *nearest = meant.name;
    return meant.distance == 0 ? &no_changes : NULL;
}

static wend_result apply_preset(const wend_model *model, uint32_t first, void *block, const wend_preset *preset,
                                wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < preset->setting_count; i++)
        result = set_from(model, first, block, &preset->settings[i], error);
    return result;
}

static wend_result fill_model(const wend_model *model, void *block, const char *name, wend_error *error) {
    const char *nearest;
    const wend_preset *found = find_preset(model->presets, model->preset_count, name, &nearest);
    if (found) return apply_preset(model, 0, block, found, error);
    return wi_fail(error, WEND_NOT_FOUND, "model `%.40s` has no preset `%.40s`; did you mean `%.40s`?", model->name,
                   name, nearest);
}

// A parameter of the model that has the name of a habit may mean something else: a preset of habits does not touch it.
static wend_result fill_habits(const wend_model *model, void *block, const char *name, wend_error *error) {
    const char *nearest;
    uint32_t count;
    const wend_preset *presets = wend_habit_presets(&count), *found = find_preset(presets, count, name, &nearest);
    if (found) return apply_preset(model, model->param_count, block, found, error);
    return wi_fail(error, WEND_NOT_FOUND, "there is no preset of habits `%.40s`; did you mean `%.40s`?", name, nearest);
}

wend_result wi_block_fill(const wend_model *model, void *block, const char *preset, const char *habits,
                          wend_error *error) {
    size_t offset;
    const wend_param *param;
    for (uint32_t i = 0; (param = wi_block_param(model, i, &offset)) != NULL; i++)
        write_value(block, offset, param->initial);
    wi_habits_refresh(block);
    bool published = preset && strcmp(preset, "published") == 0;
    wend_result result = fill_habits(model, block, habits ? habits : published ? "none" : no_changes.name, error);
    if (result != WEND_OK) return result;
    return fill_model(model, block, preset ? preset : no_changes.name, error);
}
