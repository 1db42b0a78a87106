// The JSON Schema (2020-12) of scenario files, from the tables of keys and of models.
#include "scenario/schema_write.h"

#include <string.h>

static void default_of(wi_schema_writer *w, const wi_key *key) {
    if (!key->initial || key->read) return; // those that are read by hand describe theirs in words
    switch (key->type) {
    case WI_KEY_NUMBER:
    case WI_KEY_QUANTITY:
    case WI_KEY_WHOLE:
    case WI_KEY_SEED:
        if (strspn(key->initial, "-+.e0123456789") != strlen(key->initial)) break;
        raw(w, "default", key->initial);
        break;
    case WI_KEY_FLAG:
        raw(w, "default", key->initial);
        break;
    case WI_KEY_POINT:
        if (key->initial[0] == '[') raw(w, "default", key->initial);
        break;
    default:
        break;
    }
}

static void property(wi_schema_writer *w, const wi_key *key) {
    char meaning[512];
    open_object(w, key->name);
    (void)snprintf(meaning, sizeof meaning, "%s%s%s%s. Example: %s", key->meaning, key->unit ? " (" : "",
                   key->unit ? key->unit : "", key->unit ? ")" : "", key->example);
    text(w, "description", meaning);
    default_of(w, key);
    wi_schema_value(w, key);
    close_object(w);
}

static void required_one(wi_schema_writer *w, const char *name) {
    open_object(w, NULL);
    open_list(w, "required");
    text(w, NULL, name);
    close_list(w);
    close_object(w);
}

// One of the rows of a choice: every table has at most one such set, and needs one of it.
static void choice_of(wi_schema_writer *w, const wi_key_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) any |= table->key[i].choice != 0;
    if (!any) return;
    open_list(w, "oneOf");
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->key[i].choice) required_one(w, table->key[i].name);
    }
    close_list(w);
}

static void required_of(wi_schema_writer *w, const wi_key_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) {
        const wi_key *key = &table->key[i];
        if (!(key->flags & WI_KEY_REQUIRED) || key->choice) continue;
        if (table == &wi_scenario_keys && strcmp(key->name, "wend") != 0) continue; // an included file may have it
        if (!any) open_list(w, "required");
        text(w, NULL, key->name);
        any = true;
    }
    if (any) close_list(w);
}

static void model_properties(wi_schema_writer *w, const wend_model *model) {
    open_object(w, "properties");
    open_object(w, "preset");
    static const char *const usual[] = {"default", NULL};
    const char *names[64] = {NULL};
    uint32_t count = 0;
    for (; count < model->preset_count && count < 63; count++) names[count] = model->presets[count].name;
    wi_schema_words(w, count ? names : usual, count ? count : 1);
    close_object(w);
    open_object(w, "parameters");
    raw(w, "additionalProperties", "false");
    open_object(w, "properties");
    for (uint32_t i = 0; i < model->param_count; i++) wi_schema_parameter(w, &model->params[i]);
    close_object(w);
    close_object(w);
    close_object(w);
}

static void model_rule(wi_schema_writer *w, const wend_model *model, bool is_default) {
    open_object(w, NULL);
    open_object(w, "if");
    if (is_default) {
        raw(w, "not", "{\"anyOf\": [{\"required\": [\"model\"]}, {\"required\": [\"like\"]}]}");
    } else {
        open_object(w, "properties");
        open_object(w, "model");
        text(w, "const", model->name);
        close_object(w);
        close_object(w);
        raw(w, "required", "[\"model\"]");
    }
    close_object(w);
    open_object(w, "then");
    model_properties(w, model);
    close_object(w);
    close_object(w);
}

static void models_of(wi_schema_writer *w) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    open_list(w, "allOf");
    for (uint32_t i = 0; i < count; i++) model_rule(w, models[i], false);
    model_rule(w, wend_profile_default().model, true);
    close_list(w);
}

// The names of the models, so that an editor can offer them.
static void model_property(wi_schema_writer *w, const wi_key *key) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    const char *names[64] = {NULL};
    for (uint32_t i = 0; i < count && i < 63; i++) names[i] = models[i]->name;
    open_object(w, key->name);
    text(w, "description", key->meaning);
    text(w, "default", key->initial);
    wi_schema_words(w, names, count);
    close_object(w);
}

static void table_of(wi_schema_writer *w, const wi_key_table *table) {
    bool profile = strcmp(table->name, "profile") == 0;
    text(w, "description", table->meaning);
    text(w, "type", "object");
    raw(w, "additionalProperties", "false");
    open_object(w, "properties");
    for (uint32_t i = 0; i < table->count; i++) {
        const wi_key *key = &table->key[i];
        if (profile && strcmp(key->name, "model") == 0)
            model_property(w, key);
        else
            property(w, key);
    }
    close_object(w);
    required_of(w, table);
    choice_of(w, table);
    if (profile) models_of(w);
}

void wi_scenario_print_schema(FILE *to) {
    wi_schema_writer w = {.to = to};
    const wi_key_table *tables[WI_KEY_TABLES_MAX];
    uint32_t count = wi_key_tables(tables, WEND_COUNT(tables));
    open_object(&w, NULL);
    text(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    text(&w, "title", "A scenario for wend");
    table_of(&w, &wi_scenario_keys);
    open_object(&w, "$defs");
    raw(&w, "variable", "{\"type\": \"string\", \"pattern\": \"\\\\$\\\\{[^}]*\\\\}\"}");
    raw(&w, "number", "{\"anyOf\": [{\"type\": \"number\"}, {\"$ref\": \"#/$defs/variable\"}]}");
    raw(&w, "point",
        "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"$ref\": \"#/$defs/number\"}}");
    for (uint32_t i = 1; i < count; i++) {
        open_object(&w, tables[i]->name);
        table_of(&w, tables[i]);
        close_object(&w);
    }
    close_object(&w);
    close_object(&w);
    fputc('\n', to);
}
