// A parameter block: habits, then the model's parameters.
#ifndef WI_BLOCK_H
#define WI_BLOCK_H

#include "route/habits.h"
#include "wend/world.h"

#define WI_BLOCK_ALIGN(size) (((size) + 15) / 16 * 16)
#define WI_BLOCK_PARAMS WI_BLOCK_ALIGN(sizeof(wi_habits)) // where the model's parameters begin
#define WI_BLOCK_MAX (WI_BLOCK_PARAMS + WI_BLOCK_ALIGN(WEND_PARAMS_MAX))

static inline size_t wi_block_size(const wend_model *model) {
    return WI_BLOCK_PARAMS + WI_BLOCK_ALIGN(model->params_size);
}

// The parameters of a block one after the other, and where each lies; NULL after the last. The model's come first, so
// that by name one of them hides a habit of the same name; no model of the library has such a one.
const wend_param *wi_block_param(const wend_model *model, uint32_t index, size_t *offset);
uint32_t wi_block_param_count(const wend_model *model);

// True if a parameter takes whole numbers only: it is a count, or a choice.
bool wi_param_is_whole(const wend_param *param);

// Whether a parameter takes a value; the message says what it takes.
wend_result wi_param_check(const wend_param *param, float value, wend_error *error);

// Sets one parameter; the message names the nearest when there is none of that name.
wend_result wi_block_set(const wend_model *model, void *block, const char *name, float value, wend_error *error);
wend_result wi_block_get(const wend_model *model, const void *block, const char *name, float *value, wend_error *error);

// Fills a block with initial values, then those of presets of the habits and of the model, so that habits which belong
// to a model's preset stay. NULL: "default", but the habits of a model's preset "published" are "none": papers have no
// such things.
wend_result wi_block_fill(const wend_model *model, void *block, const char *preset, const char *habits,
                          wend_error *error);

#endif
