// Study files: read as written, and every mistake named at its line with what would be right.
#include "study/studying.h"

static const char good[] =
    "wend: 1\n"
    "title: Circles\n"
    "source: \"A paper (2010), table 1\"\n"
    "about: More of it.\n"
    "awaits: {models: [rcap, power-law-9], measures: [elegance]}\n"
    "cases:\n"
    "  circle: {scenario: antipodal-circle, set: {agents: 5, profile: walker}, models: [orca, rcap],\n"
    "           seeds: 3, limit: 40, quick: 1.5, threads: 2, alone: true, line: [0, -1, 0, 1],\n"
    "           area: [-1, -1, 1, 1], lane_width: 0.5, voronoi: true, curve: [1.4, 0, 0.9],\n"
    "           from_places: true, outlines: true, watch: 3, pair: [2, 5], ttc: 4}\n"
    "  all: {scenario: antipodal-circle, models: all}\n"
    "  own: {scenario: antipodal-circle}\n"
    "  more: {scenario: antipodal-circle, models: orca, line: [0, -1, 0, 1]}\n"
    "  pairs: {program: crossing-pairs, models: orca, preset: published}\n"
    "rows:\n"
    "  - {label: time, case: circle, measure: all_arrived, published: {orca: 28.9}, spread: 2,\n"
    "     goal: within, margin: 3, reason: Another plan., note: Discs.}\n"
    "  - {label: style, case: own, measure: elegance}\n"
    "  - {label: flow, case: [circle, more], trials: 2, over: median, measure: flow_mean, models: orca, published: 2, "
    "goal: at "
    "least}\n"
    "  - {label: nearest, case: pairs, measure: nearest, goal: at least, target: 0.5}\n"
    "  - {label: shortest, case: circle, measure: all_arrived, models: orca, goal: least}\n";

static void test_read_as_written(void **state) {
    (void)state;
    wi_study *s = study_of(good);
    assert_string_equal(s->title, "Circles");
    assert_string_equal(s->source, "A paper (2010), table 1");
    assert_int_equal(s->case_count, 5);
    const wi_study_case *circle = &s->cases[0];
    assert_string_equal(circle->scenario, "antipodal-circle");
    assert_int_equal(circle->set.count, 2);
    assert_string_equal(circle->set.item[1].value, "walker");
    assert_int_equal(circle->models.count, 2);
    assert_true(circle->seeds == 3 && circle->threads == 2 && circle->alone);
    assert_true(circle->limit == 40.0 && circle->quick == 1.5 && circle->lane_width == 0.5);
    assert_true(circle->curve[0] == 1.4 && circle->curve[1] == 0.0 && circle->curve[2] == 0.9);
    assert_true(circle->voronoi && circle->from_places && circle->outlines && circle->watch == 3);
    assert_true(circle->pair[0] == 2 && circle->pair[1] == 5 && circle->ttc == 4.0);
    assert_true(circle->line[1] == -1.0 && circle->area[3] == 1.0);
    assert_int_equal(s->cases[2].models.count, 1);
    assert_null(s->cases[2].models.name[0]);
    assert_true(s->cases[2].seeds == 10 && s->cases[2].limit == 0.0);
    assert_string_equal(s->cases[4].program->name, "crossing-pairs");
    assert_string_equal(s->cases[4].preset, "published");
    assert_null(s->cases[0].preset);
    assert_int_equal(s->row_count, 5);
    assert_int_equal(s->row[0].goal, WI_STUDY_WITHIN);
    assert_true(s->row[0].spread == 2.0 && s->row[0].margin == 3.0 && isnan(s->row[0].target));
    assert_true(wi_study_row_published(&s->row[0], "orca") == 28.9);
    assert_true(isnan(wi_study_row_published(&s->row[0], "rcap")));
    assert_true(wi_study_row_published(&s->row[2], "orca") == 2.0);
    assert_int_equal(s->row[1].value, WI_STUDY_NO_VALUE);
    assert_true(s->row[2].of == 0 && s->row[2].models.count == 1);
    assert_true(s->row[2].also_count == 1 && s->row[2].also[0] == 3 && s->row[2].over == WI_STUDY_MEDIAN);
    assert_true(s->row[0].also_count == 0 && s->row[0].over == WI_STUDY_MEAN);
    assert_true(s->row[2].trials == 2 && s->row[0].trials == 1);
    assert_true(s->row[3].of == 4 && s->row[3].value < s->cases[4].program->value_count);
    assert_true(s->row[4].goal == WI_STUDY_LEAST && isnan(s->row[4].target));
    assert_string_equal(wi_study_goal_name(WI_STUDY_LEAST), "least");
    wi_study_free(s);
}

// `all` is every model there is, then those awaited, none twice.
static void test_all_models(void **state) {
    (void)state;
    uint32_t count;
    wi_study *s = study_of(good);
    const wend_model *const *models = wend_models(&count);
    const wi_study_models *all = &s->cases[1].models;
    uint32_t missing = 1 + !wend_model_find("rcap");
    assert_int_equal(all->count, count + missing);
    for (uint32_t i = 0; i < count; i++) assert_string_equal(all->name[i], models[i]->name);
    assert_string_equal(all->name[all->count - 1], "power-law-9");
    wi_study_free(s);
}

// Names of values are what rows are looked up by, so each is there once.
static void test_values_have_names_of_their_own(void **state) {
    (void)state;
    wi_study_value a, b;
    uint32_t count = 0;
    for (; wi_study_value_at(count, &a); count++) {
        for (uint32_t k = 0; k < count; k++) {
            wi_study_value_at(k, &b);
            assert_string_not_equal(a.name, b.name);
        }
    }
    assert_true(count > WI_STUDY_RUN_VALUES && count < WI_STUDY_VALUES_MAX);
}

// No number is listed that nobody can ask for: what a case needs for it can be said, and a case that says all has all.
static void test_every_value_can_be_asked_for(void **state) {
    (void)state;
    wi_study_value value;
    wi_study *s = study_of(good);
    for (uint32_t i = 0; wi_study_value_at(i, &value); i++) {
        char needs[WI_STUDY_NEEDS_MAX];
        wi_study_value_needs(i, needs);
        if (!wi_study_value_asked(&s->cases[0], i)) fail_msg("the first case does not ask for %s", value.name);
        assert_int_equal(wi_study_value_asked(&s->cases[2], i), needs[0] == '\0'); // it says nothing
        if (strcmp(value.name, "density_at_20") == 0) assert_string_equal(needs, "`line` and `area`");
        if (strcmp(value.name, "collision_share") == 0) assert_string_equal(needs, "`ttc`");
        if (strcmp(value.name, "regulation") == 0) assert_string_equal(needs, "`pair`");
    }
    wi_study_free(s);
}

// Mistakes -------------------------------------------------------------------------------------------------------------

typedef struct mistake {
    const char *right, *wrong; // put in place of the first one
    uint32_t line;
    const char *words;
} mistake;

static const mistake mistakes[] = {
    {"wend: 1", "wend: 2", 1, "reads version 1"},
    {"title:", "titel:", 2, "did you mean `title`?"},
    {"source:", "# source:", 1, "`source` is missing"},
    {"title: Circles", "title: [a]", 2, "must be a text"},
    {"awaits: {models:", "awaits: {modles:", 5, "did you mean `models`?"},
    {"scenario: antipodal-circle, set", "scenaro: antipodal-circle, set", 7, "did you mean `scenario`?"},
    {"scenario: antipodal-circle, set", "scenario: a, program: crossing-pairs, set", 7, "give only one of"},
    {"{scenario: antipodal-circle}", "{seeds: 3}", 12, "one of `scenario` or `program` is missing"},
    {"program: crossing-pairs", "program: crossing-pears", 14, "did you mean `crossing-pairs`?"},
    {"preset: published}", "preset: publised}", 14,
     "the model orca has no preset `publised`; did you mean `published`?"},
    {"preset: published}", "preset: bald}", 14, "no preset `bald` (`wend models orca` lists them)"},
    {"{scenario: antipodal-circle}", "{scenario: antipodal-circle, preset: published}", 12, "this case names none"},
    {"models: orca, preset", "models: orca, limit: 3, preset", 14, "a program has no use for it"},
    {"models: [orca, rcap]", "models: [orka, rcap]", 7, "did you mean `orca`?"},
    {"models: [orca, rcap]", "models: [orca, rcap, orca]", 7, "stands here twice"},
    {"models: [orca, rcap]", "models: []", 7, "must be a list of 1 to 64"},
    {"set: {agents: 5, profile: walker}", "set: [1]", 7, "map from variables to values"},
    {"seeds: 3", "seeds: 0", 8, "must lie between 1 and 1000"},
    {"seeds: 3", "seeds: 2.5", 8, "whole number"},
    {"limit: 40", "limit: 40, after: 40", 8, "nothing is measured after 40 s: the `limit` of the case is 40 s"},
    {"limit: 40", "limit: soon", 8, "must be a number"},
    {"threads: 2", "threads: 1000", 8, "between 1 and 256"},
    {"alone: true", "alone: perhaps", 8, "must be true or false"},
    {"line: [0, -1, 0, 1]", "line: [0, 1, 0, 1]", 8, "two different points"},
    {"area: [-1, -1, 1, 1]", "area: [1, -1, -1, 1]", 9, "x0 below x1"},
    {"lane_width: 0.5", "lane_width: -1", 9, "must lie between"},
    {", line: [0, -1, 0, 1],", ",", 19, "does not ask for `flow_mean`"},
    {"case: circle, measure: all", "case: cirle, measure: all", 16, "did you mean `circle`?"},
    {"measure: all_arrived", "measure: all_arived", 16, "did you mean `all_arrived`?"},
    {"measure: all_arrived", "measure: osc", 16, "did you mean `oscillation`?"},
    {"measure: nearest", "measure: all_arrived", 20, "the case `pairs` has no measure"},
    {"published: {orca: 28.9}", "published: {rvo: 28.9}", 16, "has a value for `rvo`"},
    {"published: {orca: 28.9}", "models: orca, published: {rcap: 1}", 16,
     "`rcap`, which is not among the `models` of the row"},
    {"published: {orca: 28.9}", "published: {orca: much}", 16, "must be a number"},
    {"published: {orca: 28.9}", "published: .inf", 16, "must be finite"},
    {"published: {orca: 28.9}, ", "", 17, "needs a published value or a `target`"},
    {"goal: within", "goal: wthin", 17, "did you mean `within`?"},
    {"margin: 3, ", "", 17, "needs a `margin`"},
    {"goal: within", "goal: at most", 17, "a `margin` is of the goal `within`"},
    {"goal: within, ", "", 17, "`margin` is of a goal"},
    {"goal: within", "goal: least", 17, "a `margin` is of the goal `within`"},
    {"goal: least", "goal: least, target: 2", 21, "has no `target`: it is about the other models"},
    {"goal: at least, target: 0.5", "goal: least", 20, "the case `pairs` has one"},
    {"spread: 2", "spread: -2", 16, "must be at least 0"},
    {"measure: elegance}", "measure: elegance, spread: 2}", 18, "`spread` is of a published value"},
    {"models: orca, published: 2", "models: rvo, published: 2", 19, "is not run under `rvo`"},
    {"  - {label: style, ", "  - {", 18, "`label` is missing"},
    {"label: style, ", "label: \"\", ", 18, "`label` is empty"},
    {"label: style, ", "label: ' ', ", 18, "`label` is empty"},
    {"label: style, ", "label: , ", 18, "`label` is missing"},
    {"label: style, ", "label: [style], ", 18, "must be a text"},
    {"cases:", "cases: {}\nfurther:", 6, "map from names to what is run, not an empty one"},
    {"cases:", "cases: []\nfurther:", 6, "map from names to what is run, not a list"},
    {"measure: elegance}", "measure: collision_share_1s}", 18, "it needs `ttc`, too"},
    {"measure: elegance}", "measure: pair_distance}", 18, "it needs `pair`, too"},
    {"measure: elegance}", "measure: density_at_40}", 18, "it needs `line` and `area`, too"},
    {"pair: [2, 5]", "pair: [2]", 10, "must be a list of 2"},
    {"pair: [2, 5]", "pair: [2, 2]", 10, "two different agents"},
    {"pair: [2, 5]", "pair: [0, 2]", 10, "must lie between 1"},
    {"pair: [2, 5]", "pair: [1.5, 2]", 10, "whole number"},
    {"ttc: 4", "ttc: 0", 10, "must lie between"},
    {"models: orca, preset", "models: orca, ttc: 3, pair: [1, 2], preset", 14, "`pair` is of a scenario"},
    {"voronoi: true, ", "", 9, "`curve` is compared with speeds of `voronoi: true`"},
    {"curve: [1.4, 0, 0.9]", "curve: [1, 1, 1, 1, 1, 1, 1]", 9, "must be a list of 1 to 6"},
    {"curve: [1.4, 0, 0.9]", "curve: [-1]", 9, "must lie between"},
    {"area: [-1, -1, 1, 1], ", "", 9, "`voronoi` needs the `area`"},
    {"watch: 3", "watch: 0", 10, "must lie between 1"},
    {"models: orca, preset", "models: orca, watch: 3, preset", 14, "a program has no use for it"},
    {"case: [circle, more]", "case: [circle, mre]", 19, "did you mean `more`?"},
    {"case: [circle, more]", "case: [circle, more, circle]", 19, "the case `circle` stands here twice"},
    {"case: [circle, more]", "case: [circle, more, more]", 19, "the case `more` stands here twice"},
    {"case: [circle, more]", "case: []", 19, "must be a list of 1 to 64"},
    {"case: [circle, more]", "case: [circle, all, own]", 19, "the case `own` is not run under `orca`"},
    {"case: [circle, more]", "case: [circle, all]", 19, "the case `all` does not ask for `flow_mean`"},
    {"case: [circle, more]", "case: [circle, pairs]", 19, "give different numbers"},
    {"over: median", "over: medium", 19, "must be one of `mean`, `median`"},
    {"trials: 2", "trials: 0", 19, "must lie between 1"},
    {"trials: 2", "trials: 4", 19, "at most the 3 `seeds` of the case `circle`"},
    {"trials: 2", "ratio_to: circle", 19, "a ratio of the case `circle` to itself is 1"},
    {"trials: 2", "ratio_to: more", 19, "a ratio of the case `more` to itself is 1"},
    {"trials: 2", "ratio_to: mor", 19, "there is no case `mor`; did you mean `more`?"},
    {"case: [circle, more], trials: 2", "case: circle, trials: 2, ratio_to: more", 19,
     "`ratio_to` is of means, and `trials` of the largest"},
};

static char *with_mistake(const mistake *made) {
    const char *at = strstr(good, made->right);
    assert_non_null(at);
    char *text = malloc(sizeof good + strlen(made->wrong));
    assert_non_null(text);
    (void)sprintf(text, "%.*s%s%s", (int)(at - good), good, made->wrong, at + strlen(made->right));
    return text;
}

static bool is_named(const wi_problems *problems, const mistake *made) {
    for (uint32_t i = 0; i < problems->count; i++) {
        const wi_problem *problem = &problems->problem[i];
        if (problem->place.line == made->line && strstr(problem->text, made->words)) return true;
    }
    return false;
}

static void test_every_mistake(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(mistakes); i++) {
        char *text = with_mistake(&mistakes[i]);
        wi_problems problems = {0};
        wi_study *study = wi_study_read_text("study.yaml", text, strlen(text), &problems);
        bool named = !study && is_named(&problems, &mistakes[i]);
        if (!named) wi_problems_print(&problems, stderr);
        if (!named)
            fail_msg("'%s' is not answered with '%s' in line %u", mistakes[i].wrong, mistakes[i].words,
                     mistakes[i].line);
        wi_problems_free(&problems);
        free(text);
    }
}

// What is there and wrong is not missing as well.
static void test_margin_is_named_once(void **state) {
    (void)state;
    static const mistake made = {"margin: 3", "margin: -3", 17, "must be"};
    char *text = with_mistake(&made);
    wi_problems problems = {0};
    assert_null(wi_study_read_text("study.yaml", text, strlen(text), &problems));
    assert_true(is_named(&problems, &made));
    assert_int_equal(problems.count, 1);
    wi_problems_free(&problems);
    free(text);
}

static void test_no_study_at_all(void **state) {
    (void)state;
    static const char *const texts[] = {"", "[]", "a", "{", "wend: 1", "\xff\xfe", "cases: &a {b: *a}"};
    for (uint32_t i = 0; i < WEND_COUNT(texts); i++) {
        wi_problems problems = {0};
        assert_null(wi_study_read_text("study.yaml", texts[i], strlen(texts[i]), &problems));
        assert_true(problems.count > 0);
        wi_problems_free(&problems);
    }
    wi_problems problems = {0};
    assert_null(wi_study_read("/nonexistent/study.yaml", &problems));
    assert_non_null(strstr(problems.problem[0].text, "cannot read the study"));
    wi_problems_free(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_as_written),
        cmocka_unit_test(test_all_models),
        cmocka_unit_test(test_values_have_names_of_their_own),
        cmocka_unit_test(test_every_value_can_be_asked_for),
        cmocka_unit_test(test_every_mistake),
        cmocka_unit_test(test_margin_is_named_once),
        cmocka_unit_test(test_no_study_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
