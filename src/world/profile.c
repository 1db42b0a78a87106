// Profiles and models: what may stand in them.
#include "base/error.h"
#include "base/vec.h"
#include "sense/shape.h"
#include "world/scene.h"

#include <string.h>

#define CONGESTION_MAX 10.0f
#define SPEED_MAX 100.0f
#define VELOCITY_RADIUS_MAX 10.0f

// NaN lies nowhere.
static bool between(float value, float min, float max) { return value >= min && value <= max; }

static wend_result check_range(const char *what, float value, const char *unit, float min, float max,
                               wend_error *error) {
    if (between(value, min, max)) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "%s is %g%s%s, must lie between %g and %g", what, (double)value,
                   unit && *unit ? " " : "", unit ? unit : "", (double)min, (double)max);
}

static wend_result check_choices(const wend_param *param, wend_error *error) {
    uint32_t count = param->max >= 0.0f && param->max < 1000.0f ? (uint32_t)param->max + 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!param->choices[i]) count = 0;
    }
    if (param->min == 0.0f && count > 0 && (float)(count - 1) == param->max &&
        wi_param_check(param, param->initial, NULL) == WEND_OK) {
        return WEND_OK;
    }
    return wi_fail(
        error, WEND_BAD_ARGUMENT,
        "parameter `%.40s` has choices, so min must be 0, max their count - 1, initial one of them and every "
        "choice a text",
        param->name);
}

static wend_result check_param(const wend_model *model, uint32_t index, wend_error *error) {
    const wend_param *param = &model->params[index];
    if (!param->name) return wi_fail(error, WEND_BAD_ARGUMENT, "parameter %u has no name (NULL)", index);
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(model->params[i].name, param->name) != 0) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT, "two parameters are called `%.40s`; names must differ", param->name);
    }
    if (param->offset % _Alignof(float) != 0 || param->offset > model->params_size ||
        model->params_size - param->offset < sizeof(float)) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "parameter `%.40s` has offset %zu, must be that of a float within the %zu bytes of the block",
                       param->name, param->offset, model->params_size);
    }
    if (param->choices) return check_choices(param, error);
    if (!wi_finite(param->min) || !wi_finite(param->max) || !between(param->initial, param->min, param->max)) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "parameter `%.40s` has the initial value %g, must lie between its min %g and max %g (finite)",
                       param->name, (double)param->initial, (double)param->min, (double)param->max);
    }
    const float whole[] = {param->min, param->max, param->initial};
    for (uint32_t i = 0; wi_param_is_whole(param) && i < WEND_COUNT(whole); i++)
        if (wi_param_check(param, whole[i], NULL) != WEND_OK)
            return wi_fail(error, WEND_BAD_ARGUMENT,
                           "parameter `%.40s` is a count, so its min, max and initial value must be whole numbers",
                           param->name);
    return WEND_OK;
}

static wend_result check_presets(const wend_model *model, wend_error *error) {
    if (model->preset_count > 0 && !model->presets) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "preset_count is %u but presets is NULL", model->preset_count);
    }
    for (uint32_t i = 0; i < model->preset_count; i++) {
        const wend_preset *preset = &model->presets[i];
        if (!preset->name) return wi_fail(error, WEND_BAD_ARGUMENT, "preset %u has no name (NULL)", i);
        if (preset->setting_count > 0 && !preset->settings) {
            return wi_fail(error, WEND_BAD_ARGUMENT, "preset `%.40s` has %u settings but settings is NULL",
                           preset->name, preset->setting_count);
        }
    }
    return WEND_OK;
}

static wend_result check_tables(const wend_model *model, wend_error *error) {
    if (!model->steer) return wi_fail(error, WEND_BAD_ARGUMENT, "steer is NULL, must be a function");
    if (model->params_size > WEND_PARAMS_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "params_size is %zu, must be at most %d", model->params_size,
                       WEND_PARAMS_MAX);
    }
    if (model->memory_size > WEND_MEMORY_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "memory_size is %zu, must be at most %d", model->memory_size,
                       WEND_MEMORY_MAX);
    }
    if (model->param_count > 0 && !model->params) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "param_count is %u but params is NULL", model->param_count);
    }
    for (uint32_t i = 0; i < model->param_count; i++) {
        wend_result result = check_param(model, i, error);
        if (result != WEND_OK) return result;
    }
    return check_presets(model, error);
}

wend_result wi_model_check(const wend_model *model, wend_error *error) {
    if (!model) return wi_fail(error, WEND_BAD_ARGUMENT, "model is NULL; see wend_models() for those there are");
    if (!model->name || !*model->name) return wi_fail(error, WEND_BAD_ARGUMENT, "the model has no name");
    wend_error inner;
    wend_result result = check_tables(model, &inner);
    if (result != WEND_OK) wi_fail(error, result, "model `%.40s`: %s", model->name, inner.text);
    return result;
}

static wend_result check_shape(wend_shape shape, wend_error *error) {
    if (shape.kind != WEND_DISC && shape.kind != WEND_ELLIPSE && shape.kind != WEND_BOX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "shape.kind is %d, must be WEND_DISC, WEND_ELLIPSE or WEND_BOX",
                       (int)shape.kind);
    }
    if (shape.kind == WEND_DISC && !(shape.half_length == shape.half_width)) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "a disc has half_length %g and half_width %g, must be equal; use wend_disc() or wend_ellipse()",
                       (double)shape.half_length, (double)shape.half_width);
    }
    wend_result result =
        check_range("shape.half_length", shape.half_length, "m", (float)WI_BODY_MIN, (float)WI_BODY_MAX, error);
    if (result != WEND_OK) return result;
    return check_range("shape.half_width", shape.half_width, "m", (float)WI_BODY_MIN, (float)WI_BODY_MAX, error);
}

static wend_result check_speeds(const wend_profile *profile, wend_error *error) {
    wend_result result = check_range("max_speed", profile->max_speed, "m/s", 0.0f, SPEED_MAX, error);
    if (result != WEND_OK) return result;
    result = check_range("preferred_speed", profile->preferred_speed, "m/s", 0.0f, SPEED_MAX, error);
    if (result != WEND_OK) return result;
    if (profile->preferred_speed > profile->max_speed) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "preferred_speed is %g m/s, must be at most max_speed, which is %g",
                       (double)profile->preferred_speed, (double)profile->max_speed);
    }
    if (!(profile->max_acceleration > 0.0f)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "max_acceleration is %g m/s2, must be above 0 (INFINITY for none)",
                       (double)profile->max_acceleration);
    }
    wend_result congestion = check_range("congestion", profile->congestion, "", 0.0f, CONGESTION_MAX, error);
    if (congestion != WEND_OK) return congestion;
    return check_range("priority", profile->priority, "", -WEND_PRIORITY_FIRM, WEND_PRIORITY_FIRM, error);
}

// Every other corner lies strictly to the left of every side: convex, counter-clockwise, and round only once.
static bool convex(const wend_vec *corner, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (i + 1) % count;
        double side_x = (double)corner[j].x - corner[i].x, side_y = (double)corner[j].y - corner[i].y;
        for (uint32_t k = 0; k < count; k++) {
            double to_x = (double)corner[k].x - corner[i].x, to_y = (double)corner[k].y - corner[i].y;
            if (k != i && k != j && !(side_x * to_y - side_y * to_x > 0.0)) return false;
        }
    }
    return true;
}

static wend_result check_velocity_set(const wend_profile *profile, wend_error *error) {
    uint32_t count = profile->velocity_corner_count;
    if (count == 0) {
        return check_range("velocity_radius", profile->velocity_radius, "m/s", 0.0f, VELOCITY_RADIUS_MAX, error);
    }
    if (count < 3 || count > WEND_VELOCITY_CORNERS) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "velocity_corner_count is %u, must be 0 or 3 to %d", count,
                       WEND_VELOCITY_CORNERS);
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_vec corner = profile->velocity_corners[i];
        if (between(corner.x, -SPEED_MAX, SPEED_MAX) && between(corner.y, -SPEED_MAX, SPEED_MAX)) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "velocity_corners[%u] is (%g, %g) m/s, must be finite and lie between %g and %g", i,
                       (double)corner.x, (double)corner.y, (double)-SPEED_MAX, (double)SPEED_MAX);
    }
    if (convex(profile->velocity_corners, count)) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "velocity_corners must be a convex polygon, counter-clockwise, without three corners in a line");
}

wend_result wi_profile_check(const wend_profile *profile, wend_error *error) {
    wend_result result = check_shape(profile->shape, error);
    if (result != WEND_OK) return result;
    result = check_speeds(profile, error);
    if (result != WEND_OK) return result;
    return check_velocity_set(profile, error);
}
