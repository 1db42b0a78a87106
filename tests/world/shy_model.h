// A host's own model and what tests of scenes do with it.
#ifndef SHY_MODEL_H
#define SHY_MODEL_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "world/scene.h"

// A host's own model -------------------------------------------------------------------------------------------------

typedef struct shy_params {
    float distance, mode, unused, calmness;
} shy_params;

static const char *const shy_modes[] = {"left", "right", "either"};

static const wend_param shy_table[] = {
    {"distance", "m", "how far it keeps away", 0.5f, 5.0f, 1.0f, offsetof(shy_params, distance), NULL},
    {"mode", "", "the side it yields to", 0.0f, 2.0f, 2.0f, offsetof(shy_params, mode), shy_modes},
    {"calmness", "s", "how long it waits", -1.0f, 60.0f, 3.0f, offsetof(shy_params, calmness), NULL},
};

static const wend_setting bold_settings[] = {{"distance", 0.5f}, {"mode", 1.0f}};

static const wend_preset shy_presets[] = {{"bold", "keeps less distance", bold_settings, 2}};

static inline void shy_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    (void)now;
    for (uint32_t i = 0; i < rows.count; i++) next->motion[rows.row[i]].velocity = (wend_vec){0.0f, 0.0f};
}

static const wend_model shy = {
    .name = "shy",
    .summary = "stands still",
    .params = shy_table,
    .param_count = WEND_COUNT(shy_table),
    .params_size = sizeof(shy_params),
    .presets = shy_presets,
    .preset_count = WEND_COUNT(shy_presets),
    .steer = shy_steer,
};

static inline wend_profile shy_profile(void) {
    wend_profile profile = wend_profile_default();
    profile.name = "shy one";
    profile.model = &shy;
    return profile;
}

static inline wend_scene_def def_with(const wend_profile *profile) {
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    return def;
}

static inline wend_scene *create(const wend_scene_def *def) {
    wend_scene *scene = NULL;
    wend_error error = {WEND_OK, ""};
    if (wend_scene_create(def, &scene, &error) != WEND_OK) fail_msg("%s", error.text);
    assert_non_null(scene);
    return scene;
}

static inline uint64_t hash_of(const wend_scene_def *def) {
    wend_scene *scene = create(def);
    uint64_t hash = wend_scene_hash(scene);
    wend_scene_destroy(scene);
    return hash;
}

static inline float param_of(const wend_scene *scene, uint32_t profile, const char *name) {
    float value;
    const unsigned char *block = scene->params + (size_t)profile * scene->params_stride;
    assert_int_equal(wi_block_get(scene->profiles[profile].is.model, block, name, &value, NULL), WEND_OK);
    return value;
}

#endif
