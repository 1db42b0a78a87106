// The JSON Schema (2020-12) of scenario files, from the tables of keys and of models.
#include "base/json_write.h"
#include "scenario/keys.h"

#include <math.h>
#include <string.h>

// Writes objects and lists with their commas and line ends.
typedef struct writer {
    FILE *to;
    uint32_t depth;
    bool more; // something stands before in the same object or list
} writer;

static void start(writer *w, const char *name) {
    fprintf(w->to, "%s%*s", w->more ? ",\n" : w->depth ? "\n" : "", (int)w->depth * 2, "");
    w->more = true;
    if (!name) return;
    wi_json_print_text(w->to, name);
    fputs(": ", w->to);
}

static void open_with(writer *w, const char *name, char bracket) {
    start(w, name);
    fputc(bracket, w->to);
    w->depth++;
    w->more = false;
}

static void close_with(writer *w, char bracket) {
    w->depth--;
    if (w->more) fprintf(w->to, "\n%*s", (int)w->depth * 2, "");
    fputc(bracket, w->to);
    w->more = true;
}

static void open_object(writer *w, const char *name) { open_with(w, name, '{'); }
static void close_object(writer *w) { close_with(w, '}'); }
static void open_list(writer *w, const char *name) { open_with(w, name, '['); }
static void close_list(writer *w) { close_with(w, ']'); }

static void text(writer *w, const char *name, const char *value) {
    start(w, name);
    wi_json_print_text(w->to, value);
}

static void raw(writer *w, const char *name, const char *value) {
    start(w, name);
    fputs(value, w->to);
}

static void number(writer *w, const char *name, double value) {
    start(w, name);
    fprintf(w->to, "%.10g", value);
}

static void reference(writer *w, const char *to) {
    start(w, "$ref");
    fprintf(w->to, "\"#/$defs/%s\"", to);
}

static void reference_item(writer *w, const char *to) {
    open_object(w, NULL);
    reference(w, to);
    close_object(w);
}

static void value_of(writer *w, const wi_key *key);

static void range_of(writer *w, const wi_key *key) {
    if (key->min == 0.0 && key->max == 0.0) return;
    number(w, "minimum", key->min);
    if (isfinite(key->max)) number(w, "maximum", key->max);
}

// A number of that type within the row's range, or a text with variables, and perhaps a distribution.
static void number_value(writer *w, const wi_key *key, const char *type) {
    open_list(w, "anyOf");
    open_object(w, NULL);
    text(w, "type", type);
    range_of(w, key);
    close_object(w);
    reference_item(w, "variable");
    if (key->type == WI_KEY_QUANTITY) reference_item(w, "distribution");
    close_list(w);
}

static void words_value(writer *w, const char *const *words, uint32_t count) {
    open_list(w, "anyOf");
    open_object(w, NULL);
    open_list(w, "enum");
    for (uint32_t i = 0; i < count && words[i]; i++) text(w, NULL, words[i]);
    close_list(w);
    close_object(w);
    reference_item(w, "variable");
    close_list(w);
}

static void list_value(writer *w, double least, double most) {
    text(w, "type", "array");
    if (least > 0.0) number(w, "minItems", least);
    if (most < 1e6) number(w, "maxItems", most);
}

static void items(writer *w, const wi_key *key) {
    open_object(w, "items");
    value_of(w, key);
    close_object(w);
}

static void numbers_value(writer *w, double count) {
    list_value(w, count, count);
    open_object(w, "items");
    reference(w, "number");
    close_object(w);
}

static void ring_value(writer *w, double least, double most) {
    list_value(w, least, most);
    open_object(w, "items");
    reference(w, "point");
    close_object(w);
}

static void region_value(writer *w) {
    open_list(w, "anyOf");
    open_object(w, NULL);
    numbers_value(w, 4);
    close_object(w);
    open_object(w, NULL);
    ring_value(w, 3, 1e6);
    close_object(w);
    close_list(w);
}

static void forms_value(writer *w, const wi_key_table *table) {
    open_list(w, "anyOf");
    for (uint32_t i = 0; i < table->count; i++) {
        open_object(w, NULL);
        value_of(w, &table->key[i]);
        close_object(w);
    }
    close_list(w);
}

static void weighted_value(writer *w) {
    list_value(w, 2, 2);
    open_list(w, "prefixItems");
    raw(w, NULL, "{\"type\": [\"number\", \"string\"]}");
    reference_item(w, "number");
    close_list(w);
}

static void named_value(writer *w, const wi_key_table *table) {
    text(w, "type", "object");
    open_object(w, "additionalProperties");
    value_of(w, &table->key[0]);
    close_object(w);
}

// Any parameter of any model; which model has which is said with the profile.
static void settings_value(writer *w) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    text(w, "type", "object");
    open_object(w, "propertyNames");
    open_list(w, "enum");
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t i = 0; i < models[m]->param_count; i++) {
            bool seen = false; // in the table of an earlier model
            for (uint32_t k = 0; k < m; k++)
                seen |= wend_model_param(models[k], models[m]->params[i].name, NULL) != NULL;
            if (!seen) text(w, NULL, models[m]->params[i].name);
        }
    }
    close_list(w);
    close_object(w);
}

static void parameter(writer *w, const wend_param *param);

// The name of a preset, or habits by name with perhaps a preset among them.
static void habits_value(writer *w) {
    uint32_t count, preset_count;
    const wend_param *habits = wend_habits(&count);
    const wend_preset *presets = wend_habit_presets(&preset_count);
    const char *names[16] = {NULL};
    for (uint32_t i = 0; i < preset_count && i < WEND_COUNT(names); i++) names[i] = presets[i].name;
    open_list(w, "anyOf");
    open_object(w, NULL);
    words_value(w, names, WEND_COUNT(names));
    close_object(w);
    open_object(w, NULL);
    text(w, "type", "object");
    raw(w, "additionalProperties", "false");
    open_object(w, "properties");
    open_object(w, "preset");
    words_value(w, names, WEND_COUNT(names));
    close_object(w);
    for (uint32_t i = 0; i < count; i++) parameter(w, &habits[i]);
    close_object(w);
    close_object(w);
    close_list(w);
}

static void value_of(writer *w, const wi_key *key) {
    switch (key->type) {
    case WI_KEY_NUMBER:
    case WI_KEY_QUANTITY:
        number_value(w, key, "number");
        break;
    case WI_KEY_WHOLE:
        number_value(w, key, "integer");
        break;
    case WI_KEY_SEED:
        raw(w, "anyOf", "[{\"type\": \"integer\", \"minimum\": 0}, {\"$ref\": \"#/$defs/variable\"}]");
        break;
    case WI_KEY_FLAG:
        raw(w, "anyOf", "[{\"type\": \"boolean\"}, {\"$ref\": \"#/$defs/variable\"}]");
        break;
    case WI_KEY_TEXT:
    case WI_KEY_NAME:
    case WI_KEY_FILE:
        raw(w, "type", "[\"string\", \"number\", \"boolean\"]");
        break;
    case WI_KEY_WORD:
        words_value(w, key->words, UINT32_MAX);
        break;
    case WI_KEY_POINT:
        reference(w, "point");
        break;
    case WI_KEY_RANGE:
        numbers_value(w, 2);
        break;
    case WI_KEY_WEIGHTED:
        weighted_value(w);
        break;
    case WI_KEY_BOX:
        numbers_value(w, 4);
        break;
    case WI_KEY_RING:
        ring_value(w, key->min, key->max);
        break;
    case WI_KEY_REGION:
        region_value(w);
        break;
    case WI_KEY_TABLE:
        reference(w, key->table->name);
        break;
    case WI_KEY_LIST:
        list_value(w, key->min, key->max);
        items(w, &key->table->key[0]);
        break;
    case WI_KEY_NAMED:
        named_value(w, key->table);
        break;
    case WI_KEY_FORMS:
        forms_value(w, key->table);
        break;
    case WI_KEY_SETTINGS:
        settings_value(w);
        break;
    case WI_KEY_HABITS:
        habits_value(w);
        break;
    case WI_KEY_TYPES:
        break;
    }
}

static void default_of(writer *w, const wi_key *key) {
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

static void property(writer *w, const wi_key *key) {
    char meaning[512];
    open_object(w, key->name);
    (void)snprintf(meaning, sizeof meaning, "%s%s%s%s. Example: %s", key->meaning, key->unit ? " (" : "",
                   key->unit ? key->unit : "", key->unit ? ")" : "", key->example);
    text(w, "description", meaning);
    default_of(w, key);
    value_of(w, key);
    close_object(w);
}

static void required_one(writer *w, const char *name) {
    open_object(w, NULL);
    open_list(w, "required");
    text(w, NULL, name);
    close_list(w);
    close_object(w);
}

// One of the rows of a choice: every table has at most one such set, and needs one of it.
static void choice_of(writer *w, const wi_key_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) any |= table->key[i].choice != 0;
    if (!any) return;
    open_list(w, "oneOf");
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->key[i].choice) required_one(w, table->key[i].name);
    }
    close_list(w);
}

static void required_of(writer *w, const wi_key_table *table) {
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

static void parameter(writer *w, const wend_param *param) {
    open_object(w, param->name);
    char meaning[300];
    bool unit = param->unit && *param->unit;
    (void)snprintf(meaning, sizeof meaning, "%s%s%s%s", param->meaning, unit ? " (" : "", unit ? param->unit : "",
                   unit ? ")" : "");
    text(w, "description", meaning);
    if (param->choices) {
        text(w, "default", param->choices[(uint32_t)param->initial]);
        open_list(w, "anyOf");
        open_object(w, NULL);
        words_value(w, param->choices, (uint32_t)param->max + 1);
        close_object(w);
        reference_item(w, "distribution");
        close_list(w);
    } else {
        // Floats, printed with the digits that they have: 0.05 is not 0.0500000007.
        start(w, "default");
        fprintf(w->to, "%.7g", (double)param->initial);
        start(w, "anyOf");
        fprintf(w->to,
                "[{\"type\": \"number\", \"minimum\": %.7g, \"maximum\": %.7g}, {\"$ref\": \"#/$defs/variable\"}, "
                "{\"$ref\": \"#/$defs/distribution\"}]",
                (double)param->min, (double)param->max);
    }
    close_object(w);
}

static void model_properties(writer *w, const wend_model *model) {
    open_object(w, "properties");
    open_object(w, "preset");
    static const char *const usual[] = {"default", NULL};
    const char *names[64] = {NULL};
    uint32_t count = 0;
    for (; count < model->preset_count && count < 63; count++) names[count] = model->presets[count].name;
    words_value(w, count ? names : usual, count ? count : 1);
    close_object(w);
    open_object(w, "parameters");
    raw(w, "additionalProperties", "false");
    open_object(w, "properties");
    for (uint32_t i = 0; i < model->param_count; i++) parameter(w, &model->params[i]);
    close_object(w);
    close_object(w);
    close_object(w);
}

static void model_rule(writer *w, const wend_model *model, bool is_default) {
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

static void models_of(writer *w) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    open_list(w, "allOf");
    for (uint32_t i = 0; i < count; i++) model_rule(w, models[i], false);
    model_rule(w, wend_profile_default().model, true);
    close_list(w);
}

// The names of the models, so that an editor can offer them.
static void model_property(writer *w, const wi_key *key) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    const char *names[64] = {NULL};
    for (uint32_t i = 0; i < count && i < 63; i++) names[i] = models[i]->name;
    open_object(w, key->name);
    text(w, "description", key->meaning);
    text(w, "default", key->initial);
    words_value(w, names, count);
    close_object(w);
}

static void table_of(writer *w, const wi_key_table *table) {
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
    writer w = {.to = to};
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
