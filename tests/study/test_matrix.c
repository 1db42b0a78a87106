// Tests by models: words, the worst of several rows, ratios, what cannot be run.
#include "study/studying.h"

static const char text[] =
    "wend: 1\n"
    "title: Doors\n"
    "source: A paper\n"
    "form: matrix\n"
    "awaits: {models: [teleport]}\n"
    "cases:\n"
    "  four: {scenario: a, models: [orca, rvo, teleport], seeds: 2}\n"
    "  two: {scenario: a, models: [orca, rvo, teleport], seeds: 2}\n"
    "  full: {scenario: a, models: [orca, rvo, teleport], seeds: 2, unattainable: They do not fit.}\n"
    "rows:\n"
    "  - {test: hall, label: time ratio, case: two, ratio_to: four, measure: all_arrived, goal: within, target: 2, "
    "margin: 0.4}\n"
    "  - {test: hall, label: left behind, case: two, measure: not_arrived, goal: at most, target: 0}\n"
    "  - {test: full, label: time when full, case: full, measure: all_arrived}\n"
    "  - {label: time, case: four, measure: all_arrived, models: [orca, rvo]}\n";

typedef struct shown {
    wi_study *study;
    wi_study_plan plan;
    wi_study_table table;
    wi_study_matrix matrix;
} shown;

static void fill(wi_study_plan *plan, uint32_t setup, uint32_t value, double first, double second) {
    const double numbers[] = {first, second};
    for (uint32_t i = 0; i < 2; i++) {
        wi_study_result *result = &plan->result[plan->setup[setup].first + i];
        result->done = true;
        result->value[value] = numbers[i];
    }
}

// Under orca all is well; under rvo somebody is left behind.
static void show(shown *made) {
    made->study = study_of(text);
    assert_int_equal(made->study->form, WI_STUDY_MATRIX);
    assert_int_equal(wi_study_plan_make(made->study, 0, WI_STUDY_USUAL, &made->plan, NULL), WEND_OK);
    assert_int_equal(made->plan.run_count, 8); // teleport is not there, and what is full is not run
    fill(&made->plan, 0, WI_STUDY_ALL_ARRIVED, 100, 200);
    fill(&made->plan, 1, WI_STUDY_ALL_ARRIVED, 100, 100);
    fill(&made->plan, 3, WI_STUDY_ALL_ARRIVED, 400, 200);
    fill(&made->plan, 4, WI_STUDY_ALL_ARRIVED, 210, 190);
    fill(&made->plan, 4, WI_STUDY_NOT_ARRIVED, 0, 1);
    assert_int_equal(wi_study_table_make(&made->plan, &made->table, NULL), WEND_OK);
    assert_int_equal(wi_study_matrix_make(&made->table, &made->matrix, NULL), WEND_OK);
}

static void hide(shown *made) {
    wi_study_matrix_free(&made->matrix);
    wi_study_table_free(&made->table);
    wi_study_plan_free(&made->plan);
    wi_study_free(made->study);
}

static void a_test_is_as_good_as_its_worst_row(void **state) {
    (void)state;
    shown on;
    show(&on);
    const wi_study_matrix *matrix = &on.matrix;
    assert_int_equal(matrix->model_count, 3);
    assert_int_equal(matrix->test_count, 3);
    assert_string_equal(wi_study_matrix_word(matrix, 0, "orca"), "pass");
    assert_string_equal(wi_study_matrix_word(matrix, 0, "rvo"), "fail");
    assert_string_equal(wi_study_matrix_word(matrix, 0, "teleport"), "not there yet");
    assert_string_equal(wi_study_matrix_word(matrix, 1, "orca"), "not attainable");
    assert_string_equal(wi_study_test_of(matrix->table->line[matrix->first[2]].row), "time");
    assert_string_equal(wi_study_matrix_word(matrix, 2, "rvo"), "documented");
    assert_string_equal(wi_study_matrix_word(matrix, 2, "teleport"), "-");
    hide(&on);
}

// Of means: that of the ratios of single seeds would be 2.5.
static void ratios_are_of_means(void **state) {
    (void)state;
    shown on;
    show(&on);
    char cell[WI_STUDY_CELL];
    const wi_study_line *line = wi_study_matrix_line(&on.matrix, &on.study->row[0], "orca");
    wi_study_print_figure(line, cell);
    assert_string_equal(cell, "pass 2.000");
    wi_study_print_figure(NULL, cell);
    assert_string_equal(cell, "-");
    // Where one of the others never arrives, there is no ratio.
    on.plan.result[on.plan.setup[0].first].value[WI_STUDY_ALL_ARRIVED] = NAN;
    wi_study_table_free(&on.table);
    assert_int_equal(wi_study_table_make(&on.plan, &on.table, NULL), WEND_OK);
    assert_int_equal(on.table.line[0].verdict, WI_MISSED);
    assert_int_equal(on.table.line[0].ours.count, 0);
    hide(&on);
}

static void the_page_has_words_and_figures(void **state) {
    (void)state;
    shown on;
    show(&on);
    const wi_study_page page = {on.study, &on.table, "wend study doors", "a machine", false, &on.matrix};
    char *made = printed(wi_study_write_page, &page);
    static const char *const parts[] = {
        "| test | orca | rvo | teleport |\n|---|---|---|---|\n| hall | pass | fail | not there yet |\n",
        "| test | number | published | goal | orca | rvo | teleport |\n|---|---|---|---|---|---|---|\n",
        "| hall | left behind | - | at most 0 | pass 0.0 | fail 0.5 | not there yet |\n",
        "- time when full, not attainable: They do not fit.\n",
    };
    for (uint32_t i = 0; i < WEND_COUNT(parts); i++) {
        if (!strstr(made, parts[i])) fail_msg("no \"%s\" in\n%s", parts[i], made);
    }
    free(made);
    hide(&on);
}

// One model's goal would belie the others' words.
static void goals_may_differ_by_model(void **state) {
    (void)state;
    static const char by_model[] =
        "wend: 1\n"
        "title: Doors\n"
        "source: A paper\n"
        "cases: {four: {scenario: a, models: [orca, rvo, vo]}}\n"
        "rows:\n"
        "  - {label: time, case: four, measure: all_arrived, goal: at most, published: {orca: 7, rvo: 8, vo: 7}}\n"
        "  - {label: one time, case: four, measure: all_arrived, goal: at most, published: 9}\n";
    shown on = {.study = study_of(by_model)};
    assert_int_equal(wi_study_plan_make(on.study, 0, WI_STUDY_USUAL, &on.plan, NULL), WEND_OK);
    assert_int_equal(wi_study_table_make(&on.plan, &on.table, NULL), WEND_OK);
    assert_int_equal(wi_study_matrix_make(&on.table, &on.matrix, NULL), WEND_OK);
    char *made = printed(wi_study_write_page, &(wi_study_page){.study = on.study,
                                                               .table = &on.table,
                                                               .command = "wend study doors",
                                                               .machine = "a machine",
                                                               .matrix = &on.matrix});
    assert_non_null(strstr(made, "| time | time | by model | by model | not run |"));
    assert_non_null(strstr(made, "| one time | one time | 9 s | at most 9 s | not run |"));
    free(made);
    hide(&on);
}

// Each has a column, however many there are.
static void every_model_is_shown(void **state) {
    (void)state;
    char many[4096];
    int used = snprintf(many, sizeof many, "wend: 1\ntitle: Doors\nsource: A paper\nawaits: {models: [m0");
    for (int i = 1; i < 60; i++) used += snprintf(many + used, sizeof many - (size_t)used, ", m%d", i);
    snprintf(many + used, sizeof many - (size_t)used,
             "]}\ncases: {hall: {scenario: a, models: all}}\nrows: [{label: time, case: hall, measure: all_arrived}]\n");
    shown on = {.study = study_of(many)};
    uint32_t there;
    (void)wend_models(&there);
    assert_int_equal(wi_study_plan_make(on.study, 0, WI_STUDY_USUAL, &on.plan, NULL), WEND_OK);
    assert_int_equal(wi_study_table_make(&on.plan, &on.table, NULL), WEND_OK);
    assert_int_equal(wi_study_matrix_make(&on.table, &on.matrix, NULL), WEND_OK);
    assert_int_equal(on.matrix.model_count, there + 60);
    assert_string_equal(on.matrix.model[there + 59], "m59");
    assert_string_equal(wi_study_matrix_word(&on.matrix, 0, "m59"), "not there yet");
    hide(&on);
}

static void refused(const char *from, const char *to, const char *words) {
    wi_problems problems = {0};
    char wrong[sizeof text + 200];
    const char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(wrong, sizeof wrong, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_null(wi_study_read_text("test/study.yaml", wrong, strlen(wrong), &problems));
    bool found = false;
    for (uint32_t i = 0; i < problems.count; i++) found |= strstr(problems.problem[i].text, words) != NULL;
    if (!found) fail_msg("no problem with \"%s\"", words);
    wi_problems_free(&problems);
}

static void mistakes_are_named(void **state) {
    (void)state;
    refused("form: matrix", "form: matrx", "matrix");
    refused("ratio_to: four", "ratio_to: for", "four");
    refused("ratio_to: four, measure: all_arrived", "ratio_to: four, measure: flow_mean", "does not ask");
    refused("four: {scenario: a, models: [orca, rvo, teleport]", "four: {scenario: a, models: [orca]", "not run under");
    refused("four: {scenario: a, models: [orca, rvo, teleport]", "four: {program: passing-wall",
            "do not give the same");
    refused("seeds: 2}", "seeds: 2, after: -1}", "after");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_is_as_good_as_its_worst_row),
        cmocka_unit_test(ratios_are_of_means),
        cmocka_unit_test(the_page_has_words_and_figures),
        cmocka_unit_test(goals_may_differ_by_model),
        cmocka_unit_test(every_model_is_shown),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
