// The parameters of a profile's model, and its habits: names and values of a table of parameters.
#include "scenario/sections.h"

#include "steer/models.h"
#include "world/block.h"

#include <stdlib.h>
#include <string.h>

// The number that a person wrote in the table: 0.05, not 0.0500000007.
static double decimal(float value) {
    char text[32];
    (void)snprintf(text, sizeof text, "%.7g", (double)value);
    return strtod(text, NULL);
}

static wi_profile_setting *setting_of(wi_settings_source *settings, const wend_param *param) {
    for (uint32_t i = 0; i < settings->count; i++)
        if (settings->setting[i].param == param) return &settings->setting[i];
    settings->setting[settings->count].param = param;
    return &settings->setting[settings->count++];
}

static void read_value(wi_key_reader *reader, const wi_node *node, const wend_param *param,
                       wi_settings_source *settings) {
    if (node->kind == WI_NOTHING) return;
    bool whole = wi_param_is_whole(param);
    const wi_key key = {.name = param->name,
                        .unit = whole ? NULL : param->unit,
                        .min = decimal(param->min),
                        .max = decimal(param->max),
                        .flags = whole ? WI_KEY_COUNT : 0};
    wi_quantity read = {0};
    if (wi_value_quantity(reader, node, &key, param->choices, &read)) setting_of(settings, param)->value = read;
}

// Those of the profile that it is like stay as they are: they may be needed once more.
static void make_room(wi_key_reader *reader, wi_settings_source *settings, uint32_t most) {
    const wi_profile_setting *before = settings->setting;
    settings->setting = WI_TAKE(reader->arena, wi_profile_setting, most);
    if (settings->count) memcpy(settings->setting, before, settings->count * sizeof *before);
}

// A name that another model knows is no slip of the pen.
static void refuse_parameter(wi_key_reader *reader, const wi_node *name, const wend_model *model, const char *nearest) {
    const wend_model *owner = wi_model_with(name->text);
    if (!nearest)
        wi_problem_add(reader->problems, name->place, "the model `%s` has no parameters", model->name);
    else if (owner)
        wi_problem_add(reader->problems, name->place, "the model `%s` has no parameter `%.60s`; `%s` has it",
                       model->name, name->text, owner->name);
    else
        wi_problem_add(reader->problems, name->place, "the model `%s` has no parameter `%.60s`; did you mean `%s`?",
                       model->name, name->text, nearest);
}

static void read_parameter(wi_key_reader *reader, const wi_node *name, const wi_node *value,
                           wi_profile_source *profile) {
    const char *nearest;
    const wend_param *param = wend_model_param(profile->model, name->text, &nearest);
    if (param)
        read_value(reader, value, param, &profile->parameters);
    else
        refuse_parameter(reader, name, profile->model, nearest);
}

void wi_read_parameters(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of names and values", key->name);
        return;
    }
    if (profile->model_refused) return;
    make_room(reader, &profile->parameters, profile->model->param_count);
    for (uint32_t i = 0; i < node->count; i++) read_parameter(reader, node->key[i], node->value[i], profile);
}

// Habits ---------------------------------------------------------------------------------------------------------------

// A preset says what all habits are, so that nothing of another profile's is left.
static void read_habit_preset(wi_key_reader *reader, const wi_node *node, const char *what,
                              wi_profile_source *profile) {
    const char *name;
    uint32_t count;
    const wend_preset *presets = wend_habit_presets(&count);
    if (!wi_value_text(reader, node, what, &name)) return;
    const char **known = WI_TAKE(reader->arena, const char *, count);
    for (uint32_t i = 0; i < count; i++) {
        known[i] = presets[i].name;
        if (strcmp(name, known[i]) != 0) continue;
        profile->habit_preset = known[i];
        profile->habits.count = 0;
        return;
    }
    wi_problem_add(reader->problems, node->place, "there is no preset of habits `%.60s`%s", name,
                   wi_hint(reader, name, known, count));
}

static const wend_param *find_habit(const char *name) {
    uint32_t count;
    const wend_param *table = wend_habits(&count);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

static void refuse_habit(wi_key_reader *reader, const wi_node *name) {
    uint32_t count;
    const wend_param *table = wend_habits(&count);
    const char **known = WI_TAKE(reader->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++) known[i] = table[i].name;
    known[count] = "preset";
    wi_problem_add(reader->problems, name->place, "there is no habit `%.60s`%s", name->text,
                   wi_hint(reader, name->text, known, count + 1));
}

static void read_habit(wi_key_reader *reader, const wi_node *name, const wi_node *value, wi_profile_source *profile) {
    const wend_param *habit = find_habit(name->text);
    if (strcmp(name->text, "preset") == 0) return; // has been read before the others
    if (!habit)
        refuse_habit(reader, name);
    else
        read_value(reader, value, habit, &profile->habits);
}

void wi_read_habits(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    uint32_t count;
    (void)wend_habits(&count);
    if (node->kind == WI_LIST) {
        wi_problem_add(reader->problems, node->place, "`%s` must be the name of a preset, or a map of habits",
                       key->name);
        return;
    }
    if (node->kind != WI_MAP) {
        read_habit_preset(reader, node, key->name, profile);
        return;
    }
    const wi_node *preset = wi_node_get(node, "preset");
    if (preset) read_habit_preset(reader, preset, "preset", profile);
    make_room(reader, &profile->habits, count);
    for (uint32_t i = 0; i < node->count; i++) read_habit(reader, node->key[i], node->value[i], profile);
}
