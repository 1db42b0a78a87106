// wend models: the steering models and their parameters, from the tables that the library itself uses.
#include "base/json_write.h"
#include "commands.h"
#include "options.h"

#include "base/text.h"
#include "scenario/personalities.h"
#include "wend/wend.h"

#include <stdio.h>
#include <string.h>

static void list_models(void) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) printf("%-20s%s\n", models[i]->name, models[i]->summary);
    printf("\n'wend models <name>' describes one; '--habits', '--personalities' and '--routers' list what holds for "
           "all.\n");
}

int command_refuse_model(const char *name) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    wi_nearest meant = wi_nearest_to(name);
    for (uint32_t i = 0; i < count; i++) wi_nearest_try(&meant, models[i]->name);
    if (meant.name)
        fprintf(stderr, "wend: there is no model '%s'. Did you mean '%s'?\n", name, meant.name);
    else
        fprintf(stderr, "wend: there is no model '%s'. 'wend models' lists them.\n", name);
    return 2;
}

// A value as a person would type it: by name where the parameter is a choice.
static const char *value_text(const wend_param *param, float value, char text[32]) {
    if (param->choices) return param->choices[(uint32_t)value];
    snprintf(text, 32, "%g", (double)value);
    return text;
}

static const char *range_text(const wend_param *param, char text[96]) {
    if (!param->choices) {
        snprintf(text, 96, "%g to %g", (double)param->min, (double)param->max);
        return text;
    }
    size_t used = 0;
    for (uint32_t i = 0; i <= (uint32_t)param->max && used < 96; i++) {
        used += (size_t)snprintf(text + used, 96 - used, "%s%s", i ? ", " : "", param->choices[i]);
    }
    return text;
}

static int widest(int so_far, const char *text) {
    int length = (int)strlen(text);
    return length > so_far ? length : so_far;
}

static void print_params(const char *title, const wend_param *params, uint32_t count) {
    char initial[32], range[96];
    int name = 18, unit = 6, own = 8, most = 0; // of the widest entries
    for (uint32_t i = 0; i < count; i++) {
        name = widest(name, params[i].name);
        unit = widest(unit, params[i].unit);
        own = widest(own, value_text(&params[i], params[i].initial, initial));
        most = widest(most, range_text(&params[i], range));
    }
    printf("\n%s\n  %-*s  %-*s  %-*s  %-*s  %s\n", title, name, "name", unit, "unit", own, "default", most, "range",
           "meaning");
    for (uint32_t i = 0; i < count; i++) {
        const wend_param *param = &params[i];
        printf("  %-*s  %-*s  %-*s  %-*s  %s\n", name, param->name, unit, param->unit, own,
               value_text(param, param->initial, initial), most, range_text(param, range), param->meaning);
    }
}

static const wend_param *find_among(const wend_param *params, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(params[i].name, name) == 0) return &params[i];
    return NULL;
}

// A preset of a model may set habits, too.
static const wend_param *find_param(const wend_param *params, uint32_t count, const char *name) {
    uint32_t habit_count;
    const wend_param *habits = wend_habits(&habit_count), *own = find_among(params, count, name);
    return own ? own : find_among(habits, habit_count, name);
}

static void print_preset(const wend_param *params, uint32_t count, const wend_preset *preset) {
    printf("  %-20s%s\n", preset->name, preset->meaning);
    for (uint32_t i = 0; i < preset->setting_count; i++) {
        const wend_setting *setting = &preset->settings[i];
        const wend_param *param = find_param(params, count, setting->name);
        char value[32];
        if (param)
            printf("  %-20s  %s = %s%s%s\n", "", param->name, value_text(param, setting->value, value),
                   param->unit[0] ? " " : "", param->unit);
    }
}

static void describe_model(const wend_model *model) {
    printf("%s: %s\n", model->name, model->summary);
    if (model->source) printf("from %s\n", model->source);
    if (model->param_count) print_params("parameters", model->params, model->param_count);
    printf("\npresets\n");
    for (uint32_t i = 0; i < model->preset_count; i++)
        print_preset(model->params, model->param_count, &model->presets[i]);
}

static void describe_habits(void) {
    uint32_t count, preset_count;
    const wend_param *habits = wend_habits(&count);
    const wend_preset *presets = wend_habit_presets(&preset_count);
    printf("What bends an agent's preferred velocity whatever its model: `habits` of a profile.\n");
    print_params("habits", habits, count);
    printf("\npresets\n");
    for (uint32_t i = 0; i < preset_count; i++) print_preset(habits, count, &presets[i]);
}

static void describe_routers(void) {
    uint32_t count;
    const wend_router *const *all = wend_routers(&count);
    for (uint32_t i = 0; i < count; i++) printf("%-12s%s\n", all[i]->name, all[i]->summary);
}

static void describe_personalities(void) {
    uint32_t count;
    const wi_personality *all = wi_personalities(&count);
    printf("Sets of a speed, habits and parameters: `personality` of a profile. A model takes what it has.\n\n");
    for (uint32_t i = 0; i < count; i++) {
        printf("%-12s%s\n%-12s  preferred_speed = %g", all[i].name, all[i].meaning, "", (double)all[i].preferred_speed);
        for (uint32_t k = 0; k < all[i].setting_count; k++)
            printf(", %s = %g", all[i].settings[k].name, (double)all[i].settings[k].value);
        printf("\n");
    }
}

// As JSON --------------------------------------------------------------------------------------------------------------

static void print_json_param(const wend_param *param) {
    wi_json_object row = wi_json_begin(stdout, 8);
    wi_json_put_text(&row, "name", param->name);
    wi_json_put_text(&row, "unit", param->unit);
    wi_json_put_number(&row, "default", (double)param->initial, 6);
    wi_json_put_number(&row, "min", (double)param->min, 6);
    wi_json_put_number(&row, "max", (double)param->max, 6);
    wi_json_put_text(&row, "meaning", param->meaning);
    if (param->choices) {
        wi_json_put_name(&row, "choices");
        for (uint32_t i = 0; i <= (uint32_t)param->max; i++) {
            printf("%s", i ? ", " : "[");
            wi_json_print_text(stdout, param->choices[i]);
        }
        printf("]");
    }
    wi_json_end(&row);
}

static void print_json_table(wi_json_object *row, const wend_param *params, uint32_t count, const wend_preset *presets,
                             uint32_t preset_count) {
    wi_json_put_name(row, "params");
    printf("[");
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\n        ", i ? "," : "");
        print_json_param(&params[i]);
    }
    printf("]");
    wi_json_put_name(row, "presets");
    printf("[");
    for (uint32_t i = 0; i < preset_count; i++) {
        printf("%s", i ? ", " : "");
        wi_json_print_text(stdout, presets[i].name);
    }
    printf("]");
}

static void print_json_model(const wend_model *model) {
    wi_json_object row = wi_json_begin(stdout, 2);
    wi_json_put_text(&row, "name", model->name);
    wi_json_put_text(&row, "summary", model->summary);
    wi_json_put_text(&row, "source", model->source);
    print_json_table(&row, model->params, model->param_count, model->presets, model->preset_count);
    wi_json_end(&row);
}

static void print_json_habits(void) {
    uint32_t count, preset_count;
    const wend_param *habits = wend_habits(&count);
    const wend_preset *presets = wend_habit_presets(&preset_count);
    wi_json_object row = wi_json_begin(stdout, 0);
    print_json_table(&row, habits, count, presets, preset_count);
    wi_json_end(&row);
    printf("\n");
}

static void print_json_list(const wend_model *const *list, uint32_t count) {
    printf("[");
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\n  ", i ? "," : "");
        print_json_model(list[i]);
    }
    printf("\n]\n");
}

static void print_json_models(void) {
    uint32_t count;
    const wend_model *const *all = wend_models(&count);
    print_json_list(all, count);
}

static void print_json_personality(const wi_personality *one) {
    wi_json_object row = wi_json_begin(stdout, 2);
    wi_json_put_text(&row, "name", one->name);
    wi_json_put_text(&row, "meaning", one->meaning);
    wi_json_put_number(&row, "preferred_speed", (double)one->preferred_speed, 6);
    wi_json_put_name(&row, "settings");
    wi_json_object settings = wi_json_begin(stdout, 4);
    for (uint32_t i = 0; i < one->setting_count; i++)
        wi_json_put_number(&settings, one->settings[i].name, (double)one->settings[i].value, 6);
    wi_json_end(&settings);
    wi_json_end(&row);
}

static void print_json_personalities(void) {
    uint32_t count;
    const wi_personality *all = wi_personalities(&count);
    printf("[");
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\n  ", i ? "," : "");
        print_json_personality(&all[i]);
    }
    printf("\n]\n");
}

static void print_json_routers(void) {
    uint32_t count;
    const wend_router *const *all = wend_routers(&count);
    printf("[");
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\n  ", i ? "," : "");
        wi_json_object row = wi_json_begin(stdout, 2);
        wi_json_put_text(&row, "name", all[i]->name);
        wi_json_put_text(&row, "summary", all[i]->summary);
        wi_json_end(&row);
    }
    printf("\n]\n");
}

// Names only -----------------------------------------------------------------------------------------------------------

static void name_models(void) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) printf("%s\n", models[i]->name);
}

static void name_habits(void) {
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    for (uint32_t i = 0; i < count; i++) printf("%s\n", habits[i].name);
}

static void name_personalities(void) {
    uint32_t count;
    const wi_personality *all = wi_personalities(&count);
    for (uint32_t i = 0; i < count; i++) printf("%s\n", all[i].name);
}

static void name_routers(void) {
    uint32_t count;
    const wend_router *const *all = wend_routers(&count);
    for (uint32_t i = 0; i < count; i++) printf("%s\n", all[i]->name);
}

// The command ----------------------------------------------------------------------------------------------------------

// What can be listed, and how.
typedef struct subject {
    void (*describe)(void), (*print_json)(void), (*print_names)(void);
} subject;

static const subject models = {list_models, print_json_models, name_models};
static const subject habits = {describe_habits, print_json_habits, name_habits};
static const subject personalities = {describe_personalities, print_json_personalities, name_personalities};
static const subject routers = {describe_routers, print_json_routers, name_routers};

typedef struct models_options {
    option_list words;
    bool habits, routers, personalities, json, names;
} models_options;

static bool check_together(const models_options *asked) {
    bool name = asked->words.count > 0;
    return options_agree(asked->habits, "--habits", asked->personalities, "--personalities") &&
           options_agree(asked->habits, "--habits", asked->routers, "--routers") &&
           options_agree(asked->personalities, "--personalities", asked->routers, "--routers") &&
           options_agree(name, "a NAME", asked->habits, "--habits") &&
           options_agree(name, "a NAME", asked->personalities, "--personalities") &&
           options_agree(name, "a NAME", asked->routers, "--routers") &&
           options_agree(name, "a NAME", asked->names, "--names") &&
           options_agree(asked->json, "--json", asked->names, "--names");
}

static void print_all(const subject *of, const models_options *asked) {
    if (asked->json)
        of->print_json();
    else if (asked->names)
        of->print_names();
    else
        of->describe();
}

static int print_one(const models_options *asked) {
    const wend_model *model = wend_model_find(asked->words.item[0]);
    if (!model) return command_refuse_model(asked->words.item[0]);
    if (asked->json)
        print_json_list(&model, 1);
    else
        describe_model(model);
    return 0;
}

static option_answer read_options(int argc, char **argv, models_options *asked) {
    const option_row options[] = {
        {"--habits", OPTION_FLAG, &asked->habits, 0, 0, NULL,
         "print the habits instead: what bends the preferred velocity"},
        {"--routers", OPTION_FLAG, &asked->routers, 0, 0, NULL, "print the ways of finding ways instead"},
        {"--personalities", OPTION_FLAG, &asked->personalities, 0, 0, NULL, "print the personalities instead"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print everything about them as JSON"},
        {"--names", OPTION_FLAG, &asked->names, 0, 0, NULL, "print the names only"},
    };
    const option_table table = {
        .usage = "wend models [NAME] [options]: list the steering models, or describe one with its parameters",
        .examples = "examples\n"
                    "  wend models\n"
                    "  wend models orca\n"
                    "  wend models --habits\n"
                    "  wend models --json | jq '.[].params[].name'\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .most_words = 1,
        .word = "NAME",
    };
    return options_read(&table, argc, argv);
}

int cmd_models(int argc, char **argv) {
    models_options asked = {0};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!check_together(&asked)) return 2;
    if (asked.words.count) return print_one(&asked);
    print_all(asked.habits          ? &habits
              : asked.personalities ? &personalities
              : asked.routers       ? &routers
                                    : &models,
              &asked);
    return 0;
}
