// The reference part of docs/scenario.md, from the tables of keys and of models.
#include "scenario/keys.h"

#include <math.h>
#include <string.h>

static void cell(FILE *to, const char *text) { // a bar would end the cell
    for (; *text; text++) fprintf(to, *text == '|' ? "\\|" : "%c", *text);
}

static void code(FILE *to, const char *text) {
    fputc('`', to);
    cell(to, text);
    fputc('`', to);
}

static void type_of(FILE *to, const wi_key *key);

static void forms_of(FILE *to, const wi_key_table *table) {
    for (uint32_t i = 0; i < table->count; i++) {
        if (i) fputs(" or ", to);
        type_of(to, &table->key[i]);
    }
}

static void words_of(FILE *to, const char *const *words) {
    for (uint32_t i = 0; words[i]; i++) {
        if (i) fputs(" or ", to);
        code(to, words[i]);
    }
}

static void table_link(FILE *to, const wi_key_table *table) { fprintf(to, "[%s](#%s)", table->name, table->name); }

static void type_of(FILE *to, const wi_key *key) {
    static const char *const simple[WI_KEY_TYPES] = {
        [WI_KEY_NUMBER] = "number",
        [WI_KEY_WHOLE] = "whole number",
        [WI_KEY_SEED] = "whole number",
        [WI_KEY_FLAG] = "true or false",
        [WI_KEY_TEXT] = "text",
        [WI_KEY_NAME] = "name",
        [WI_KEY_FILE] = "file",
        [WI_KEY_POINT] = "point [x, y]",
        [WI_KEY_RANGE] = "pair",
        [WI_KEY_WEIGHTED] = "pair of value and weight",
        [WI_KEY_BOX] = "[x0, y0, x1, y1]",
        [WI_KEY_RING] = "list of points",
        [WI_KEY_REGION] = "[x0, y0, x1, y1] or list of points",
        [WI_KEY_QUANTITY] = "number or [distribution](#distribution)",
        [WI_KEY_SETTINGS] = "map of [parameters](#parameters-of-the-models)",
        [WI_KEY_HABITS] = "name of a preset or map of [habits](#habits)",
    };
    if (simple[key->type]) fputs(simple[key->type], to);
    if (key->type == WI_KEY_WORD) words_of(to, key->words);
    if (key->type == WI_KEY_TABLE) table_link(to, key->table);
    if (key->type == WI_KEY_FORMS) forms_of(to, key->table);
    if (key->type == WI_KEY_LIST) fputs("list of ", to);
    if (key->type == WI_KEY_NAMED) fputs("map from names to ", to);
    if (key->type == WI_KEY_LIST || key->type == WI_KEY_NAMED) type_of(to, &key->table->key[0]);
}

// That of a list is its items'.
static void range_of(FILE *to, const wi_key *key) {
    if (key->type == WI_KEY_LIST) key = &key->table->key[0];
    bool numbers = key->type == WI_KEY_NUMBER || key->type == WI_KEY_WHOLE || key->type == WI_KEY_QUANTITY;
    if (!numbers || (key->min == 0.0 && key->max == 0.0)) return;
    if (isinf(key->max))
        fprintf(to, "from %.10g", key->min);
    else if (key->min == key->max)
        fprintf(to, "%.10g", key->min);
    else
        fprintf(to, "%.10g to %.10g", key->min, key->max);
}

static void default_of(FILE *to, const wi_key *key) {
    if (key->initial && (strchr("[{.-", key->initial[0]) || !strchr(key->initial, ' ')))
        code(to, key->initial);
    else if (key->initial)
        cell(to, key->initial);
    else if (key->flags & WI_KEY_REQUIRED)
        fputs(key->choice ? "one of these" : "required", to);
}

static void row_of(FILE *to, const wi_key *key) {
    fprintf(to, "| `%s` | ", key->name);
    type_of(to, key);
    fprintf(to, " | %s | ", key->unit ? key->unit : "");
    default_of(to, key);
    fputs(" | ", to);
    range_of(to, key);
    fputs(" | ", to);
    cell(to, key->meaning);
    fprintf(to, " | `%s: ", key->name);
    cell(to, key->example);
    fputs("` |\n", to);
}

static void table_of(FILE *to, const wi_key_table *table) {
    fprintf(to, "### %s\n\n%c%s.\n\n", table->name, (char)(table->meaning[0] - 'a' + 'A'), table->meaning + 1);
    fputs("| key | type | unit | default | range | meaning | example |\n|---|---|---|---|---|---|---|\n", to);
    for (uint32_t i = 0; i < table->count; i++) row_of(to, &table->key[i]);
    fputc('\n', to);
}

static void param_row(FILE *to, const wend_param *param) {
    fprintf(to, "| `%s` | %s | ", param->name, param->unit ? param->unit : "");
    if (param->choices)
        fprintf(to, "`%s` | ", param->choices[(uint32_t)param->initial]);
    else
        fprintf(to, "%.7g | %.7g to %.7g", (double)param->initial, (double)param->min, (double)param->max);
    for (uint32_t i = 0; param->choices && i <= (uint32_t)param->max; i++)
        fprintf(to, "%s`%s`", i ? ", " : "", param->choices[i]);
    fputs(" | ", to);
    cell(to, param->meaning);
    fputs(" |\n", to);
}

static void params_of(FILE *to, const char *what, const wend_param *params, uint32_t count) {
    fprintf(to, "| %s | unit | default | range | meaning |\n|---|---|---|---|---|\n", what);
    for (uint32_t i = 0; i < count; i++) param_row(to, &params[i]);
}

static void presets_of(FILE *to, const wend_preset *presets, uint32_t count) {
    fputs("Presets:", to);
    for (uint32_t i = 0; i < count; i++) fprintf(to, "%s `%s` (%s)", i ? "," : "", presets[i].name, presets[i].meaning);
    fputs(count ? ".\n\n" : " `default`.\n\n", to);
}

static void model_of(FILE *to, const wend_model *model) {
    fprintf(to, "#### %s\n\n", model->name);
    presets_of(to, model->presets, model->preset_count);
    if (model->param_count)
        params_of(to, "parameter", model->params, model->param_count);
    else
        fputs("It has no parameters.\n", to);
    fputc('\n', to);
}

static void habits_of(FILE *to) {
    uint32_t count;
    fputs("### Habits\n\n", to);
    const wend_preset *presets = wend_habit_presets(&count);
    presets_of(to, presets, count);
    const wend_param *habits = wend_habits(&count);
    params_of(to, "habit", habits, count);
    fputc('\n', to);
}

void wi_scenario_print_reference(FILE *to) {
    const wi_key_table *tables[WI_KEY_TABLES_MAX];
    uint32_t count = wi_key_tables(tables, WEND_COUNT(tables)), model_count;
    const wend_model *const *models = wend_models(&model_count);
    for (uint32_t i = 0; i < count; i++) table_of(to, tables[i]);
    fputs("### Parameters of the models\n\n", to);
    for (uint32_t i = 0; i < model_count; i++) model_of(to, models[i]);
    habits_of(to);
}
