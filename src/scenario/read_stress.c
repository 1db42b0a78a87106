// The stress of a profile: what it perceives as stressful, and what it is like when stressed.
#include <string.h>

#include "scenario/personalities.h"
#include "scenario/sections.h"

#include "world/block.h"

static wi_key_read read_values;

// clang-format off
static const wi_key value_item[] = {{.name = "", .type = WI_KEY_NUMBER, .meaning = "its value under stress"}};
static const wi_key_table value_table = {"stressed_values", "names and values", value_item, 1, NULL};
static const wi_key stress_rows[] = {
    {.name = "rate", .type = WI_KEY_NUMBER, .unit = "1/s", .min = 0, .max = 100, .initial = "0.1", .meaning = "how fast stress rises and falls",
     .example = "0.2", .offset = offsetof(wi_stress_source, rate)},
    {.name = "limit", .type = WI_KEY_NUMBER, .min = 0, .max = 1, .initial = "1", .meaning = "the most there is", .example = "0.8",
     .offset = offsetof(wi_stress_source, limit)},
    {.name = "crowding", .type = WI_KEY_NUMBER, .min = 0, .max = 10, .initial = "0", .meaning = "perceived for each other within 2 m",
     .example = "0.1", .offset = offsetof(wi_stress_source, crowding)},
    {.name = "others", .type = WI_KEY_NUMBER, .min = 0, .max = 1, .initial = "0",
     .meaning = "share of the mean stress of those within 2 m that is perceived too", .example = "0.5",
     .offset = offsetof(wi_stress_source, others)},
    {.name = "deadline", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e9, .initial = "0",
     .meaning = "time of the run that is perceived fully when it comes, and in proportion before; 0: none", .example = "120",
     .offset = offsetof(wi_stress_source, deadline)},
    {.name = "speed", .type = WI_KEY_NUMBER, .min = 0, .max = 10, .initial = "1.3", .meaning = "factor for the preferred speed at stress 1",
     .example = "1.5", .offset = offsetof(wi_stress_source, speed)},
    {.name = "radius", .type = WI_KEY_NUMBER, .min = 0.1, .max = 10, .initial = "1",
     .meaning = "factor for the radius that is planned with at stress 1", .example = "0.9", .offset = offsetof(wi_stress_source, radius)},
    {.name = "parameters", .type = WI_KEY_NAMED, .table = &value_table, .read = read_values,
     .meaning = "of the model, or habits: their values at stress 1; relaxed they are as the profile has them",
     .example = "{horizon: 1}"},
};
// clang-format on
static void check_stress(wi_key_reader *reader, const wi_node *node, void *into);
const wi_key_table wi_stress_keys = {"stress", "how stress changes agents", stress_rows, WEND_COUNT(stress_rows),
                                     check_stress};

static void check_stress(wi_key_reader *reader, const wi_node *node, void *into) {
    (void)reader, (void)node;
    ((wi_stress_source *)into)->given = true;
}

static void read_values(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_stress_source *stress = into;
    stress->count = 0;
    if (node->kind != WI_MAP || node->count > WEND_STRESS_SETTINGS) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of at most %d names and values", key->name,
                       WEND_STRESS_SETTINGS);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        double value;
        if (!wi_value_number(reader, node->value[i], node->key[i]->text, &value)) continue;
        stress->name_place[stress->count] = node->key[i]->place;
        stress->value_place[stress->count] = node->value[i]->place;
        stress->setting[stress->count++] = (wend_setting){node->key[i]->text, (float)value};
    }
}

static void refuse_name(wi_key_reader *reader, const wend_model *model, const char *name, wi_place place) {
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    const char **known = WI_TAKE(reader->arena, const char *, count + model->param_count);
    for (uint32_t i = 0; i < count; i++) known[i] = habits[i].name;
    for (uint32_t i = 0; i < model->param_count; i++) known[count + i] = model->params[i].name;
    wi_problem_add(reader->problems, place, "the model `%s` has no parameter `%.60s`, nor is it a habit%s", model->name,
                   name, wi_hint(reader, name, known, count + model->param_count));
}

void wi_check_stressed(wi_key_reader *reader, const wend_model *model, const wi_stress_source *stress) {
    for (uint32_t i = 0; i < stress->count; i++) {
        const wend_setting *setting = &stress->setting[i];
        const wend_param *param = wi_personality_param(model, setting);
        wend_error why;
        if (param == NULL)
            refuse_name(reader, model, setting->name, stress->name_place[i]);
        else if (wi_param_check(param, setting->value, &why) != WEND_OK)
            wi_problem_add(reader->problems, stress->value_place[i], "%s", why.text);
    }
}
