// A row of a study's table: which number of which case, what was published, and what would be good.
#include "study/read.h"

#include <math.h>
#include <string.h>

static wi_key_read read_label, read_cases, read_ratio, read_row_models, read_published;
static void check_row(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const char *const over_words[] = {"mean", "median", NULL};
static const char *const goal_words[] = {"none", "at most", "at least", "within", "least", NULL};

static const wi_key model_item[] = {{.name = "", .type = WI_KEY_TEXT, .meaning = "name of a model"}};
static const wi_key_table model_list = {"row_models", "names of models", model_item, 1, NULL};
static const wi_key model_forms[] = {
    {.name = "", .type = WI_KEY_TEXT, .meaning = "name of a model"},
    {.name = "", .type = WI_KEY_LIST, .table = &model_list, .min = 1, .max = 64, .meaning = "names of models"},
};
static const wi_key_table model_table = {"row_model", "one model or several", model_forms, WEND_COUNT(model_forms), NULL};

static const wi_key case_item[] = {{.name = "", .type = WI_KEY_NAME, .meaning = "name of a case"}};
static const wi_key_table case_list = {"row_cases", "names of cases", case_item, 1, NULL};
static const wi_key case_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a case"},
    {.name = "", .type = WI_KEY_LIST, .table = &case_list, .min = 1, .max = 64, .meaning = "names of cases"},
};
static const wi_key_table case_table = {"row_case", "one case or several", case_forms, WEND_COUNT(case_forms), NULL};

static const wi_key published_item[] = {{.name = "", .type = WI_KEY_NUMBER, .meaning = "the value for that model"}};
static const wi_key_table published_map = {"published_by_model", "values by model", published_item, 1, NULL};
static const wi_key published_forms[] = {
    {.name = "", .type = WI_KEY_NUMBER, .meaning = "the value"},
    {.name = "", .type = WI_KEY_NAMED, .table = &published_map, .meaning = "the values by model"},
};
static const wi_key_table published_table = {"published", "what was published", published_forms,
                                             WEND_COUNT(published_forms), NULL};

static const wi_key row_rows[] = {
    {.name = "label", .type = WI_KEY_TEXT, .read = read_label, .meaning = "what the number is, for a person",
     .example = "time until all are there", .flags = WI_KEY_REQUIRED},
    {.name = "test", .type = WI_KEY_TEXT,
     .meaning = "what the row is a part of, in a matrix; itself without it", .example = "RiMEA 9", .offset = offsetof(wi_study_row, test)},
    {.name = "case", .type = WI_KEY_FORMS, .table = &case_table, .read = read_cases,
     .meaning = "name of a case, or of several whose runs count together", .example = "circle", .flags = WI_KEY_REQUIRED},
    {.name = "ratio_to", .type = WI_KEY_NAME, .read = read_ratio,
     .meaning = "another case: the row is about the ratio to the mean of the same number there", .example = "four-doors"},
    {.name = "measure", .type = WI_KEY_TEXT, .meaning = "a number that a run gives: `wend study --measures` lists them",
     .example = "all_arrived", .offset = offsetof(wi_study_row, measure), .flags = WI_KEY_REQUIRED},
    {.name = "models", .type = WI_KEY_FORMS, .table = &model_table, .read = read_row_models,
     .initial = "all of the case", .meaning = "of the case, those that the row is about", .example = "[rvo, orca]"},
    {.name = "trials", .type = WI_KEY_WHOLE, .min = 1, .max = WI_STUDY_TRIALS_MAX, .initial = "1",
     .meaning = "so many seeds, one after the other, are one experiment, whose largest number counts", .example = "3",
     .offset = offsetof(wi_study_row, trials)},
    {.name = "over", .type = WI_KEY_WORD, .words = over_words, .initial = "mean",
     .meaning = "what is taken of all seeds, or experiments: their `mean` or `median`", .example = "median",
     .offset = offsetof(wi_study_row, over)},
    {.name = "published", .type = WI_KEY_FORMS, .table = &published_table, .read = read_published,
     .meaning = "the published value in the unit of the measure, or a map of them by model", .example = "{orca: 28.9}"},
    {.name = "spread", .type = WI_KEY_NUMBER, .min = 0, .max = INFINITY, .meaning = "published standard deviation",
     .example = "332", .offset = offsetof(wi_study_row, spread)},
    {.name = "goal", .type = WI_KEY_WORD, .words = goal_words, .initial = "none",
     .meaning = "how the mean must lie to the target: `at most`, `at least`, or `within` the margin; `least`: less than under"
                " every other model of the case", .example = "at most",
     .offset = offsetof(wi_study_row, goal)},
    {.name = "target", .type = WI_KEY_NUMBER, .meaning = "what the goal is about, if not the published value",
     .example = "0.01", .offset = offsetof(wi_study_row, target)},
    {.name = "margin", .type = WI_KEY_NUMBER, .min = 0, .max = INFINITY, .meaning = "of the goal `within`",
     .example = "0.5", .offset = offsetof(wi_study_row, margin)},
    {.name = "reason", .type = WI_KEY_TEXT, .meaning = "why the goal is missed, shown if it is",
     .example = "\"The ground plan differs.\"", .offset = offsetof(wi_study_row, reason)},
    {.name = "note", .type = WI_KEY_TEXT, .meaning = "shown below the table", .example = "\"Discs, not ellipses.\"",
     .offset = offsetof(wi_study_row, note)},
};
// clang-format on
static const wi_key_table row_keys = {"row", "a row of the table", row_rows, WEND_COUNT(row_rows), check_row};
static const wi_key row_item[] = {{.name = "row", .type = WI_KEY_TABLE, .table = &row_keys}};
const wi_key_table wi_study_row_item = {"rows", "rows of the table", row_item, 1, NULL};

_Static_assert(sizeof(wi_study_over) == sizeof(uint32_t), "a word is read into it");
_Static_assert(sizeof(wi_study_goal) == sizeof(uint32_t), "a word is read into a goal");

const char *wi_study_goal_name(wi_study_goal goal) { return goal_words[goal]; }

void wi_study_read_row(wi_study_reader *reader, const wi_node *node, wi_study_row *into) {
    *into = (wi_study_row){
        .of = WI_STUDY_NO_CASE, .ratio_to = WI_STUDY_NO_CASE, .trials = 1, .spread = NAN, .target = NAN, .margin = NAN};
    wi_key_read_value(&reader->base, node, &row_item[0], into);
}

// A row without one could not be told from its neighbours, and a goal that it misses would be nobody's.
static void read_label(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_row *row = into;
    if (wi_value_text(reader, node, key->name, &row->label) && !row->label[strspn(row->label, " \t\n")])
        wi_problem_add(reader->problems, node->place, "`label` is empty: say what the number is");
}

static bool counts_already(const wi_study_row *row, uint32_t which) {
    bool found = row->of == which;
    for (uint32_t i = 0; i < row->also_count; i++) found = found || row->also[i] == which;
    return found;
}

// Runs that counted twice would make the interval about their mean too narrow.
static void read_also(wi_key_reader *reader, const wi_node *node, const wi_key *key, wi_study_row *row) {
    const wi_names *names = &((wi_study_reader *)reader)->cases;
    uint32_t which;
    if (!wi_names_find(reader, names, node, key->name, &which)) return;
    if (counts_already(row, which))
        wi_problem_add(reader->problems, node->place, "the case `%.60s` stands here twice", names->name[which]);
    else
        row->also[row->also_count++] = which;
}

static void read_cases(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_row *row = into;
    const wi_names *names = &((wi_study_reader *)reader)->cases;
    bool list = node->kind == WI_LIST;
    if (list && !wi_value_is_list(reader, node, key->name, 1, 64)) return;
    if (!wi_names_find(reader, names, list ? node->value[0] : node, key->name, &row->of)) row->of = WI_STUDY_NO_CASE;
    row->also = WI_TAKE(reader->arena, uint32_t, list ? node->count : 1);
    for (uint32_t i = 1; list && i < node->count; i++) read_also(reader, node->value[i], key, row);
}

static void read_ratio(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)key;
    wi_study_row *row = into;
    if (!wi_names_find(reader, &((wi_study_reader *)reader)->cases, node, "case", &row->ratio_to))
        row->ratio_to = WI_STUDY_NO_CASE;
}

static void read_row_models(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)key;
    wi_study_read_models((wi_study_reader *)reader, node, false, &((wi_study_row *)into)->models);
}

static void read_published(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_row *row = into;
    bool map = node->kind == WI_MAP;
    uint32_t count = map ? node->count : 1;
    row->published = WI_TAKE(reader->arena, wi_study_published, count);
    for (uint32_t i = 0; i < count; i++) {
        wi_study_published *one = &row->published[row->published_count];
        const wi_key finite = {.name = key->name};
        one->model = map ? node->key[i]->text : NULL;
        if (wi_value_in_range(reader, map ? node->value[i] : node, &finite, &one->value)) row->published_count++;
    }
}

// Checks that need the case --------------------------------------------------------------------------------------------

static bool is_of(const wi_study_models *models, const char *name) {
    for (uint32_t i = 0; i < models->count; i++) {
        if (models->name[i] && strcmp(models->name[i], name) == 0) return true;
    }
    return false;
}

static void check_run_under(wi_key_reader *reader, wi_place place, const wi_study_row *row, const wi_study_case *of) {
    for (uint32_t i = 0; i < row->models.count; i++) {
        const char *name = row->models.name[i];
        if (name ? !is_of(&of->models, name) : of->models.name[0] != NULL)
            wi_problem_add(reader->problems, place, "the case `%.60s` is not run under `%.60s`", of->name,
                           name ? name : "its own model");
    }
}

static void check_published(wi_key_reader *reader, wi_place place, const char *model, const wi_study_row *row,
                            const wi_study_case *of) {
    if (is_of(&row->models, model)) return;
    if (is_of(&of->models, model))
        wi_problem_add(reader->problems, place,
                       "`published` has a value for `%.60s`, which is not among the `models` of the row", model);
    else
        wi_problem_add(reader->problems, place,
                       "`published` has a value for `%.60s`, under which the case `%.60s` is not run%s", model,
                       of->name, wi_hint(reader, model, of->models.name, of->models.name[0] ? of->models.count : 0));
}

static void check_models(wi_key_reader *reader, const wi_node *node, wi_study_row *row, const wi_study_case *of) {
    const wi_node *at = wi_node_get(node, "models");
    if (at)
        check_run_under(reader, at->place, row, of);
    else
        row->models = of->models;
    for (uint32_t i = 0; i < row->published_count; i++) {
        const char *model = row->published[i].model;
        if (model) check_published(reader, wi_node_get(node, "published")->place, model, row, of);
    }
}

static bool same_models(const wi_study_models *models, const wi_study_models *other) {
    for (uint32_t i = 0; i < models->count; i++) {
        if (models->name[i] ? !is_of(other, models->name[i]) : other->name[0] != NULL) return false;
    }
    return true;
}

// A ratio is of the same number, under the same model.
static void check_ratio(wi_key_reader *reader, const wi_node *node, const wi_study_row *row, const wi_study_case *of) {
    if (row->ratio_to == WI_STUDY_NO_CASE) return;
    const wi_study_case *other = &((wi_study_reader *)reader)->study->cases[row->ratio_to];
    const wi_place place = wi_node_get(node, "ratio_to")->place;
    if (counts_already(row, row->ratio_to))
        wi_problem_add(reader->problems, place, "a ratio of the case `%.60s` to itself is 1; name another",
                       other->name);
    else if (other->program != of->program)
        wi_problem_add(reader->problems, place, "`%.60s` and `%.60s` do not give the same numbers", of->name,
                       other->name);
    else if (other->models.count && !same_models(&row->models, &other->models))
        wi_problem_add(reader->problems, place, "`%.60s` is not run under all models of this row", other->name);
    else if (row->value != WI_STUDY_NO_VALUE && !wi_study_value_asked(other, row->value))
        wi_problem_add(reader->problems, place, "the case `%.60s` does not ask for `%.60s`", other->name, row->measure);
    else if (row->trials > 1)
        wi_problem_add(reader->problems, place, "`ratio_to` is of means, and `trials` of the largest: choose one");
}

static void check_trials(wi_key_reader *reader, const wi_node *node, const wi_study_row *row, const wi_study_case *of) {
    const wi_node *at = wi_node_get(node, "trials");
    if (at && row->trials > of->seeds)
        wi_problem_add(reader->problems, at->place, "`trials` must be at most the %u `seeds` of the case `%.60s`",
                       of->seeds, of->name);
}

// The names of what a case gives, and how many there are.
static uint32_t list_values(const wi_study_case *of, const char *known[WI_STUDY_VALUES_MAX]) {
    wi_study_value value;
    uint32_t count = 0;
    for (; of->program && count < of->program->value_count; count++) known[count] = of->program->values[count].name;
    for (; !of->program && wi_study_value_at(count, &value); count++) known[count] = value.name;
    return count;
}

// Some measures are taken only where a case says where or how.
static void check_asked(wi_key_reader *reader, const wi_node *node, const wi_study_row *row, const wi_study_case *of) {
    char needs[WI_STUDY_NEEDS_MAX];
    if (wi_study_value_asked(of, row->value)) return;
    wi_study_value_needs(row->value, needs);
    wi_problem_add(reader->problems, node->place, "the case `%.60s` does not ask for `%.60s`: it needs %s, too",
                   of->name, row->measure, needs);
}

// Cases that count together are alike: the same numbers, under the same models.
static void check_also(wi_key_reader *reader, const wi_node *node, const wi_study_row *row, const wi_study_case *of) {
    const wi_study *study = ((wi_study_reader *)reader)->study;
    for (uint32_t i = 0; i < row->also_count; i++) {
        const wi_study_case *other = &study->cases[row->also[i]];
        if (other->models.count == 0) continue; // what is wrong with it has been said
        check_run_under(reader, wi_node_get(node, "case")->place, row, other);
        check_trials(reader, node, row, other);
        if (other->program != of->program)
            wi_problem_add(reader->problems, wi_node_get(node, "case")->place,
                           "`%.60s` and `%.60s` give different numbers: one is a scenario, one a program, or two are",
                           of->name, other->name);
        else if (row->value != WI_STUDY_NO_VALUE)
            check_asked(reader, wi_node_get(node, "measure"), row, other);
    }
}

static void find_value(wi_key_reader *reader, const wi_node *node, wi_study_row *row, const wi_study_case *of) {
    const wi_study *study = ((wi_study_reader *)reader)->study;
    const char *known[WI_STUDY_VALUES_MAX];
    uint32_t count = list_values(of, known);
    row->value = WI_STUDY_NO_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(known[i], row->measure) == 0) row->value = i;
    }
    if (row->value != WI_STUDY_NO_VALUE) {
        check_asked(reader, wi_node_get(node, "measure"), row, of);
        return;
    }
    for (uint32_t i = 0; i < study->awaited_measure_count; i++) {
        if (strcmp(study->awaited_measure[i], row->measure) == 0) return;
    }
    wi_problem_add(reader->problems, wi_node_get(node, "measure")->place,
                   "the case `%.60s` has no measure `%.60s`%s (what is to come stands in `awaits`)", of->name,
                   row->measure, wi_hint(reader, row->measure, known, count));
}

// What such a goal is about is what the other models give.
static void check_least(wi_key_reader *reader, const wi_node *node, const wi_study_row *row) {
    const wi_place place = wi_node_get(node, "goal")->place;
    const wi_study_case *of = row->of == WI_STUDY_NO_CASE ? NULL : &((wi_study_reader *)reader)->study->cases[row->of];
    if (!isnan(row->target))
        wi_problem_add(reader->problems, place, "the goal `least` has no `target`: it is about the other models");
    if (of && of->models.count == 1)
        wi_problem_add(reader->problems, place, "the goal `least` is about other models, and the case `%.60s` has one",
                       of->name);
}

static void check_goal(wi_key_reader *reader, const wi_node *node, const wi_study_row *row) {
    if (row->goal == WI_STUDY_NO_GOAL) {
        static const char *const of_goals[] = {"target", "margin", "reason"};
        for (uint32_t i = 0; !wi_node_get(node, "goal") && i < WEND_COUNT(of_goals); i++) {
            const wi_node *at = wi_node_get(node, of_goals[i]);
            if (at) wi_problem_add(reader->problems, at->place, "`%s` is of a goal, and there is none", of_goals[i]);
        }
        return;
    }
    const wi_place place = wi_node_get(node, "goal")->place;
    if (row->goal == WI_STUDY_LEAST)
        check_least(reader, node, row);
    else if (isnan(row->target) && row->published_count == 0)
        wi_problem_add(reader->problems, place, "a goal needs a published value or a `target`");
    if (row->goal == WI_STUDY_WITHIN && !wi_node_get(node, "margin"))
        wi_problem_add(reader->problems, place, "the goal `within` needs a `margin`");
    if (row->goal != WI_STUDY_WITHIN && !isnan(row->margin))
        wi_problem_add(reader->problems, place, "a `margin` is of the goal `within`");
}

static void check_spread(wi_key_reader *reader, const wi_node *node) {
    const wi_node *at = wi_node_get(node, "spread");
    if (at && !wi_node_get(node, "published"))
        wi_problem_add(reader->problems, at->place, "`spread` is of a published value, and there is no `published`");
}

static void check_row(wi_key_reader *reader, const wi_node *node, void *into) {
    wi_study_row *row = into;
    check_goal(reader, node, row);
    check_spread(reader, node);
    if (row->of == WI_STUDY_NO_CASE || !row->measure) return;
    const wi_study_case *of = &((wi_study_reader *)reader)->study->cases[row->of];
    if (of->models.count == 0) return; // what is wrong with it has been said
    check_models(reader, node, row, of);
    find_value(reader, node, row, of);
    check_also(reader, node, row, of);
    check_ratio(reader, node, row, of);
    check_trials(reader, node, row, of);
}

double wi_study_row_published(const wi_study_row *row, const char *model) {
    for (uint32_t i = 0; i < row->published_count; i++) {
        const wi_study_published *one = &row->published[i];
        if (!one->model || (model && strcmp(one->model, model) == 0)) return one->value;
    }
    return NAN;
}
