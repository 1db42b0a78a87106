// What each type of key takes, as a JSON Schema.
#include "scenario/schema_write.h"

#include <math.h>
#include <string.h>

#include "world/block.h"

static void range_of(wi_schema_writer *w, const wi_key *key) {
    if (key->min == 0.0 && key->max == 0.0) return;
    number(w, "minimum", key->min);
    if (isfinite(key->max)) number(w, "maximum", key->max);
}

// A number of that type within the row's range, or a text with variables, and perhaps a distribution.
static void ranged_value(wi_schema_writer *w, const wi_key *key, const char *type) {
    open_list(w, "anyOf");
    open_object(w, NULL);
    text(w, "type", type);
    range_of(w, key);
    close_object(w);
    reference_item(w, "variable");
    if (key->type == WI_KEY_QUANTITY) reference_item(w, "distribution");
    close_list(w);
}

static void number_value(wi_schema_writer *w, const wi_key *key) { ranged_value(w, key, "number"); }
static void whole_value(wi_schema_writer *w, const wi_key *key) { ranged_value(w, key, "integer"); }

static void seed_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    raw(w, "anyOf", "[{\"type\": \"integer\", \"minimum\": 0}, {\"$ref\": \"#/$defs/variable\"}]");
}

static void flag_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    raw(w, "anyOf", "[{\"type\": \"boolean\"}, {\"$ref\": \"#/$defs/variable\"}]");
}

static void text_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    raw(w, "type", "[\"string\", \"number\", \"boolean\"]");
}

// A switch is written as a number, 0 or 1.
static void word(wi_schema_writer *w, const char *name, const char *value) {
    if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0) {
        text(w, name, value);
        return;
    }
    start(w, name);
    fputs(value, w->to);
}

void wi_schema_words(wi_schema_writer *w, const char *const *words, uint32_t count) {
    open_list(w, "anyOf");
    open_object(w, NULL);
    open_list(w, "enum");
    for (uint32_t i = 0; i < count && words[i]; i++) word(w, NULL, words[i]);
    close_list(w);
    close_object(w);
    reference_item(w, "variable");
    close_list(w);
}

static void word_value(wi_schema_writer *w, const wi_key *key) { wi_schema_words(w, key->words, UINT32_MAX); }

// Lists ----------------------------------------------------------------------------------------------------------------

static void begin_list(wi_schema_writer *w, double least, double most) {
    text(w, "type", "array");
    if (least > 0.0) number(w, "minItems", least);
    if (most < 1e6) number(w, "maxItems", most);
}

static void list_of(wi_schema_writer *w, const char *what, double least, double most) {
    begin_list(w, least, most);
    open_object(w, "items");
    reference(w, what);
    close_object(w);
}

static void point_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    reference(w, "point");
}

static void range_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    list_of(w, "number", 2, 2);
}

static void box_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    list_of(w, "number", 4, 4);
}

static void ring_value(wi_schema_writer *w, const wi_key *key) { list_of(w, "point", key->min, key->max); }

static void region_value(wi_schema_writer *w, const wi_key *key) {
    open_list(w, "anyOf");
    open_object(w, NULL);
    box_value(w, key);
    close_object(w);
    open_object(w, NULL);
    list_of(w, "point", 3, 1e6);
    close_object(w);
    close_list(w);
}

static void weighted_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    begin_list(w, 2, 2);
    open_list(w, "prefixItems");
    raw(w, NULL, "{\"type\": [\"number\", \"string\"]}");
    reference_item(w, "number");
    close_list(w);
}

// What other tables say ------------------------------------------------------------------------------------------------

static void table_value(wi_schema_writer *w, const wi_key *key) { reference(w, key->table->name); }

static void list_value(wi_schema_writer *w, const wi_key *key) {
    begin_list(w, key->min, key->max);
    open_object(w, "items");
    wi_schema_value(w, &key->table->key[0]);
    close_object(w);
}

static void named_value(wi_schema_writer *w, const wi_key *key) {
    text(w, "type", "object");
    open_object(w, "additionalProperties");
    wi_schema_value(w, &key->table->key[0]);
    close_object(w);
}

static void forms_value(wi_schema_writer *w, const wi_key *key) {
    open_list(w, "anyOf");
    for (uint32_t i = 0; i < key->table->count; i++) {
        open_object(w, NULL);
        wi_schema_value(w, &key->table->key[i]);
        close_object(w);
    }
    close_list(w);
}

static bool any_has(const wend_model *const *models, uint32_t count, const char *param) {
    for (uint32_t i = 0; i < count; i++)
        if (wend_model_param(models[i], param, NULL)) return true;
    return false;
}

// Any parameter of any model; which model has which is said with the profile.
static void settings_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    text(w, "type", "object");
    open_object(w, "propertyNames");
    open_list(w, "enum");
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t i = 0; i < models[m]->param_count; i++)
            if (!any_has(models, m, models[m]->params[i].name)) text(w, NULL, models[m]->params[i].name);
    }
    close_list(w);
    close_object(w);
}

// Choices by name, or a number in the range.
void wi_schema_parameter(wi_schema_writer *w, const wend_param *param) {
    open_object(w, param->name);
    char meaning[300];
    bool unit = param->unit && *param->unit;
    (void)snprintf(meaning, sizeof meaning, "%s%s%s%s", param->meaning, unit ? " (" : "", unit ? param->unit : "",
                   unit ? ")" : "");
    text(w, "description", meaning);
    if (param->choices) {
        word(w, "default", param->choices[(uint32_t)param->initial]);
        open_list(w, "anyOf");
        open_object(w, NULL);
        wi_schema_words(w, param->choices, (uint32_t)param->max + 1);
        close_object(w);
        reference_item(w, "distribution");
        close_list(w);
    } else {
        // Floats, printed with the digits that they have: 0.05 is not 0.0500000007.
        start(w, "default");
        fprintf(w->to, "%.7g", (double)param->initial);
        start(w, "anyOf");
        fprintf(w->to,
                "[{\"type\": \"%s\", \"minimum\": %.7g, \"maximum\": %.7g}, {\"$ref\": \"#/$defs/variable\"}, "
                "{\"$ref\": \"#/$defs/distribution\"}]",
                wi_param_is_whole(param) ? "integer" : "number", (double)param->min, (double)param->max);
    }
    close_object(w);
}

static void habit_presets(wi_schema_writer *w) {
    uint32_t count;
    const wend_preset *presets = wend_habit_presets(&count);
    const char *names[16] = {NULL};
    for (uint32_t i = 0; i < count && i < WEND_COUNT(names); i++) names[i] = presets[i].name;
    wi_schema_words(w, names, WEND_COUNT(names));
}

// The name of a preset, or habits by name with perhaps a preset among them.
static void habits_value(wi_schema_writer *w, const wi_key *key) {
    (void)key;
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    open_list(w, "anyOf");
    open_object(w, NULL);
    habit_presets(w);
    close_object(w);
    open_object(w, NULL);
    text(w, "type", "object");
    raw(w, "additionalProperties", "false");
    open_object(w, "properties");
    open_object(w, "preset");
    habit_presets(w);
    close_object(w);
    for (uint32_t i = 0; i < count; i++) wi_schema_parameter(w, &habits[i]);
    close_object(w);
    close_object(w);
    close_list(w);
}

void wi_schema_value(wi_schema_writer *w, const wi_key *key) {
    static void (*const value_of[WI_KEY_TYPES])(wi_schema_writer *, const wi_key *) = {
        [WI_KEY_NUMBER] = number_value, [WI_KEY_QUANTITY] = number_value,   [WI_KEY_WHOLE] = whole_value,
        [WI_KEY_SEED] = seed_value,     [WI_KEY_FLAG] = flag_value,         [WI_KEY_TEXT] = text_value,
        [WI_KEY_NAME] = text_value,     [WI_KEY_FILE] = text_value,         [WI_KEY_WORD] = word_value,
        [WI_KEY_POINT] = point_value,   [WI_KEY_RANGE] = range_value,       [WI_KEY_BOX] = box_value,
        [WI_KEY_RING] = ring_value,     [WI_KEY_REGION] = region_value,     [WI_KEY_WEIGHTED] = weighted_value,
        [WI_KEY_TABLE] = table_value,   [WI_KEY_LIST] = list_value,         [WI_KEY_NAMED] = named_value,
        [WI_KEY_FORMS] = forms_value,   [WI_KEY_SETTINGS] = settings_value, [WI_KEY_HABITS] = habits_value,
    };
    value_of[key->type](w, key);
}
