// wend bench --models: what an agent-step of every model costs beside one of orca, in the same crowds.
#include "bench.h"

#include "options.h"
#include "progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Models take turns and the best step of all rounds counts, so that other work on the machine hits all alike.
#define ROUNDS 3u
#define MODELS_MAX 32u

#define CROWDS_MAX 2u

static const double densities[CROWDS_MAX] = {0.5, 2.0}; // agents per m2, unless one is asked for

typedef struct models_options {
    uint32_t agents, threads, crowds;
    double seconds, density[CROWDS_MAX];
    bool walls; // among blocks, which are always as dense
    bool markdown;
    const char *filter, *isa_name;
    wend_isa isa;
    option_list sets; // NAME=VALUE
    char name[OPTION_LIST_MAX][48];
    wend_setting settings[OPTION_LIST_MAX]; // the same, read
} models_options;

typedef struct model_costs {
    double ns[MODELS_MAX][CROWDS_MAX]; // an agent-step, best
    double alike[MODELS_MAX]
                [CROWDS_MAX]; // one of orca with the habits that the model brings along; INFINITY: it brings none
    double orca[CROWDS_MAX];
} model_costs;

// Room for what is set of one model, and for the habits of a preset.
#define SETTINGS_MAX (2 * OPTION_LIST_MAX)

static bool is_asked_for(const models_options *asked, const wend_model *model) {
    return !asked->filter || strstr(model->name, asked->filter);
}

static bool is_wanted(const models_options *asked, const wend_model *model) {
    return model == &wend_model_orca || is_asked_for(asked, model);
}

// True if some model is asked for; says otherwise which there are.
static bool finds_some(const models_options *asked) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++)
        if (is_asked_for(asked, models[i])) return true;
    fprintf(stderr, "wend bench: --filter %s: no model has this in its name. There are", asked->filter);
    for (uint32_t i = 0; i < count; i++) fprintf(stderr, "%s %s", i ? "," : "", models[i]->name);
    fprintf(stderr, "\n");
    return false;
}

// A parameter that others have and this model has not.
static bool is_of_others(const wend_model *model, const char *name) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    if (wend_model_param(model, name, NULL)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (wend_model_param(models[i], name, NULL)) return true;
    return false;
}

static uint32_t settings_of(const models_options *asked, const wend_model *model, wend_setting *own) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < asked->sets.count; i++)
        if (!is_of_others(model, asked->settings[i].name)) own[count++] = asked->settings[i];
    return count;
}

static bool is_habit(const char *name) {
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(habits[i].name, name) == 0) return true;
    return false;
}

static bool is_set(const models_options *asked, const char *name) {
    for (uint32_t i = 0; i < asked->sets.count; i++)
        if (strcmp(asked->settings[i].name, name) == 0) return true;
    return false;
}

// The habits that a model's preset brings along, less those that all are set to anyhow.
static uint32_t habits_of(const models_options *asked, const wend_model *model, wend_setting *habits) {
    uint32_t count = 0;
    if (model->preset_count == 0) return 0;
    const wend_preset *usual = &model->presets[0];
    for (uint32_t i = 0; i < usual->setting_count && count < OPTION_LIST_MAX; i++) {
        wend_setting setting = usual->settings[i];
        if (is_habit(setting.name) && !is_set(asked, setting.name)) habits[count++] = setting;
    }
    return count;
}

static wend_result measure_settings(const models_options *asked, const bench_walkers *by, double density, double *ns,
                                    wend_error *error) {
    const char *scene = asked->walls ? "blocks" : "box";
    bench_case what = {scene, asked->agents, (float)density, asked->threads, asked->isa, true, by};
    bench_result result;
    wend_result answer = bench_measure(&what, asked->seconds, &result, error);
    if (!answer) *ns = fmin(*ns, 1e9 * result.best / (double)asked->agents);
    return answer;
}

static wend_result measure_model(const models_options *asked, const wend_model *model, double density, double *ns,
                                 wend_error *error) {
    wend_setting own[OPTION_LIST_MAX];
    bench_walkers by = {model, own, settings_of(asked, model, own)};
    return measure_settings(asked, &by, density, ns, error);
}

// What a model costs itself shows beside an orca with the same habits.
static wend_result measure_alike(const models_options *asked, const wend_model *model, double density, double *ns,
                                 wend_error *error) {
    wend_setting all[SETTINGS_MAX];
    uint32_t habits = habits_of(asked, model, all);
    if (habits == 0 || model == &wend_model_orca) return WEND_OK;
    bench_walkers by = {&wend_model_orca, all, habits + settings_of(asked, &wend_model_orca, all + habits)};
    return measure_settings(asked, &by, density, ns, error);
}

static void show_progress(progress *shown, double share, const wend_model *model) {
    char left[40], duration[24];
    snprintf(left, sizeof left, "%s left", progress_duration(progress_left(shown, share), duration));
    const char *const pieces[] = {model->name, left};
    progress_show(shown, share, pieces, WEND_COUNT(pieces));
}

static wend_result measure_all(const models_options *asked, model_costs *costs, wend_error *error) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    uint32_t runs = ROUNDS * asked->crowds * count;
    progress shown = progress_start(!isatty(STDERR_FILENO), 0.0);
    wend_result answer = WEND_OK;
    for (uint32_t i = 0; i < runs && !answer; i++) {
        uint32_t m = i % count, d = i / count % asked->crowds;
        // The slow are measured once: nobody asks for their last digits.
        bool slow = costs->ns[m][d] < (double)INFINITY && costs->ns[m][d] > 10.0 * costs->orca[d];
        if (slow || !is_wanted(asked, models[m])) continue;
        show_progress(&shown, (double)i / runs, models[m]);
        answer = measure_model(asked, models[m], asked->density[d], &costs->ns[m][d], error);
        if (!answer) answer = measure_alike(asked, models[m], asked->density[d], &costs->alike[m][d], error);
        if (models[m] == &wend_model_orca) costs->orca[d] = costs->ns[m][d];
    }
    progress_end(&shown);
    return answer;
}

static void print_head(const models_options *asked) {
    printf(asked->markdown ? "| %s |" : "%-20s", "model");
    for (uint32_t d = 0; d < asked->crowds; d++) {
        char ns[32];
        if (asked->walls)
            snprintf(ns, sizeof ns, "ns, blocks");
        else
            snprintf(ns, sizeof ns, "ns, %g/m2", asked->density[d]);
        printf(asked->markdown ? " %s | %s |" : " %12s %12s", ns, "over orca");
    }
    printf("\n");
    if (!asked->markdown) return;
    printf("|---|");
    for (uint32_t d = 0; d < asked->crowds; d++) printf("--:|--:|");
    printf("\n");
}

static void print_costs(const models_options *asked, const model_costs *costs) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    print_head(asked);
    for (uint32_t m = 0; m < count; m++) {
        if (!is_wanted(asked, models[m])) continue;
        printf(asked->markdown ? "| %s |" : "%-20s", models[m]->name);
        for (uint32_t d = 0; d < asked->crowds; d++)
            printf(asked->markdown ? " %.0f | %.2f |" : " %12.0f %12.2f", costs->ns[m][d],
                   costs->ns[m][d] / costs->orca[d]);
        printf("\n");
    }
}

// "personal_space 0.38", or several of these.
static void print_habits(const models_options *asked, const wend_model *model) {
    wend_setting habits[OPTION_LIST_MAX];
    uint32_t count = habits_of(asked, model, habits);
    for (uint32_t i = 0; i < count; i++) printf("%s%s %g", i == 0 ? "" : ", ", habits[i].name, (double)habits[i].value);
}

// The same beside an orca that is as broad, and so on, for models that come with habits.
static void print_alike(const models_options *asked, const model_costs *costs) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        if (!(costs->alike[m][0] < (double)INFINITY)) continue;
        printf("\n%s over orca with the same habits (", models[m]->name);
        print_habits(asked, models[m]);
        printf("):");
        for (uint32_t d = 0; d < asked->crowds; d++)
            printf("%s %.2f", d == 0 ? "" : ",", costs->ns[m][d] / costs->alike[m][d]);
        printf("\n");
    }
}

// Goals -----------------------------------------------------------------------------------------------------------------

// What a model may cost beside orca, each as its presets are.
typedef struct model_goal {
    const char *model;
    double density;     // of the crowd it is about; 0: all
    double open, walls; // at most; 0: none
} model_goal;

static const model_goal goals[] = {
    {"eorca-c", 1.0, 2.0, 0.0}, {"eorca-f", 1.0, 3.0, 0.0},           {"eorca-p", 1.0, 4.0, 0.0},
    {"rcap", 0.0, 1.1, 1.5},    {"social-force-1995", 0.0, 1.0, 0.0}, {"power-law", 0.0, 1.0, 0.0},
};

// A goal is met where the ratio rounds to it.
static const char *verdict(double ratio, double most) { return ratio < most + 0.005 ? "met" : "missed"; }

static bool is_about(const models_options *asked, const model_goal *goal, uint32_t crowd) {
    return asked->walls || goal->density == 0.0 || goal->density == asked->density[crowd];
}

static void print_goal(const models_options *asked, const model_costs *costs, const model_goal *goal, uint32_t m) {
    double most = asked->walls ? goal->walls : goal->open;
    bool begun = false;
    for (uint32_t d = 0; most > 0.0 && d < asked->crowds; d++) {
        double ratio = costs->ns[m][d] / costs->orca[d];
        if (!is_about(asked, goal, d)) continue;
        if (!begun) printf("goal: %s at most %.2f of orca:", goal->model, most);
        printf("%s %s", begun ? "," : "", verdict(ratio, most));
        begun = true;
    }
    if (begun) printf("\n");
}

static void print_goals(const models_options *asked, const model_costs *costs) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    printf("\n");
    for (uint32_t i = 0; i < WEND_COUNT(goals); i++)
        for (uint32_t m = 0; m < count; m++)
            if (strcmp(models[m]->name, goals[i].model) == 0 && is_asked_for(asked, models[m]))
                print_goal(asked, costs, &goals[i], m);
}

// Options --------------------------------------------------------------------------------------------------------------

static bool read_setting(models_options *asked, uint32_t i) {
    const char *text = asked->sets.item[i], *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    char *end = NULL;
    float value = equals ? strtof(equals + 1, &end) : 0.0f;
    if (length == 0 || length >= sizeof asked->name[i] || end == equals + 1 || *end != '\0') {
        fprintf(stderr,
                "wend bench: --set %s: a name and a number are needed, for example personal_space=0.38; "
                "values with names are counted from 0\n",
                text);
        return false;
    }
    memcpy(asked->name[i], text, length);
    asked->settings[i] = (wend_setting){asked->name[i], value};
    return true;
}

static option_answer read_settings(models_options *asked) {
    for (uint32_t i = 0; i < asked->sets.count; i++)
        if (!read_setting(asked, i)) return OPTIONS_WRONG;
    return OPTIONS_READ;
}

static option_answer read_isa(models_options *asked) {
    uint32_t isa = WEND_ISA_AUTO;
    while (asked->isa_name && isa < WEND_ISA_COUNT && strcmp(wend_isa_name((wend_isa)isa), asked->isa_name) != 0) isa++;
    asked->isa = (wend_isa)isa;
    if (wend_isa_available(asked->isa)) return OPTIONS_READ;
    if (isa == WEND_ISA_COUNT)
        fprintf(stderr, "wend bench: --isa %s: base, avx2 or avx512 is needed\n", asked->isa_name);
    else
        fprintf(stderr, "wend bench: --isa %s: this machine has no such instructions\n", asked->isa_name);
    return OPTIONS_WRONG;
}

static option_answer read_options(int argc, char **argv, models_options *asked) {
    const option_row options[] = {
        {"--agents", OPTION_COUNT, &asked->agents, 1, 10000000, "N", "how many (100000)"},
        {"--density", OPTION_NUMBER, &asked->density[0], 0.001, 3, "D", "agents per m2 (0.5, and then 2)"},
        {"--walls", OPTION_FLAG, &asked->walls, 0, 0, NULL, "among four blocks of walls instead of in the open"},
        {"--threads", OPTION_COUNT, &asked->threads, 1, 256, "N", "of the world (1)"},
        {"--seconds", OPTION_NUMBER, &asked->seconds, 0.01, 600, "S",
         "to time each model and crowd, three times (0.3)"},
        {"--isa", OPTION_TEXT, &asked->isa_name, 0, 0, "NAME", "instructions to use: base, avx2, avx512 (the widest)"},
        {"--filter", OPTION_TEXT, &asked->filter, 0, 0, "WORD", "only orca and models with this in their name"},
        {"--set", OPTION_LIST, &asked->sets, 0, 0, "NAME=VALUE",
         "a parameter, of models that have it, or a habit; may be repeated"},
        {"--markdown", OPTION_FLAG, &asked->markdown, 0, 0, NULL, "print a table for a document"},
    };
    const option_table table = {
        .usage = "wend bench --models [options]: what an agent-step of every model costs beside one of orca",
        .examples = "examples\n"
                    "  wend bench --models\n"
                    "  wend bench --models --filter force --markdown\n"
                    "  wend bench --models --filter orca --density 1 --agents 1000\n"
                    "  wend bench --models --filter rcap --set personal_space=0\n"
                    "  wend bench --models --walls --agents 1000\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer;
    if (asked->walls && asked->density[0] > 0.0) {
        fprintf(stderr,
                "wend bench: --walls and --density contradict each other: the blocks have a crowd of their own\n");
        return OPTIONS_WRONG;
    }
    asked->crowds = asked->walls || asked->density[0] > 0.0 ? 1 : CROWDS_MAX;
    if (asked->crowds > 1) memcpy(asked->density, densities, sizeof densities);
    if (!finds_some(asked)) return OPTIONS_WRONG;
    answer = read_isa(asked);
    return answer == OPTIONS_READ ? read_settings(asked) : answer;
}

int bench_models(int argc, char **argv) {
    models_options asked = {.agents = 100000, .threads = 1, .seconds = 0.3};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    model_costs costs;
    for (uint32_t m = 0; m < MODELS_MAX; m++)
        for (uint32_t d = 0; d < CROWDS_MAX; d++) costs.ns[m][d] = costs.alike[m][d] = INFINITY;
    wend_error error;
    bench_print_machine(stdout);
    printf("\n\n");
    if (measure_all(&asked, &costs, &error)) {
        fprintf(stderr, "wend: %s\n", error.text);
        return error.result == WEND_NOT_FOUND || error.result == WEND_BAD_ARGUMENT ? 2 : 1; // of --set
    }
    print_costs(&asked, &costs);
    print_alike(&asked, &costs);
    if (!asked.markdown && asked.sets.count == 0) print_goals(&asked, &costs);
    return 0;
}
