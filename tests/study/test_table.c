// Plans, verdicts and what is written: against obvious answers.
#include "study/studying.h"

static const char text[] =
    "wend: 1\n"
    "title: Circles | and bars\n"
    "source: A paper\n"
    "awaits: {models: [teleport], measures: [elegance]}\n"
    "cases:\n"
    "  two: {scenario: a, models: [orca, teleport], seeds: 3}\n"
    "  own: {scenario: a, seeds: 4, quick: 7, set: {length: 250, width: 10}, slow: {length: 1000, lanes: 2}}\n"
    "rows:\n"
    "  - {label: \"time, all\", case: two, measure: all_arrived, published: {orca: 28.9}, spread: 2,\n"
    "     goal: at most, reason: Slow., note: Discs.}\n"
    "  - {label: stuck, case: own, measure: stuck, published: 1}\n"
    "  - {label: style, case: own, measure: elegance}\n"
    "  - {label: deep, case: own, measure: deepest_overlap}\n";

static void fill(wi_study_plan *plan, uint32_t setup, uint32_t value, const double *numbers) {
    for (uint32_t i = 0; i < plan->setup[setup].runs; i++) {
        wi_study_result *result = &plan->result[plan->setup[setup].first + i];
        result->done = true;
        result->value[value] = numbers[i];
    }
}

static wi_study_plan plan_of(const wi_study *study, uint32_t seeds, wi_study_extent extent) {
    wi_study_plan plan;
    assert_int_equal(wi_study_plan_make(study, seeds, extent, &plan, NULL), WEND_OK);
    return plan;
}

static wi_study_table table_of(const wi_study_plan *plan) {
    wi_study_table table;
    assert_int_equal(wi_study_table_make(plan, &table, NULL), WEND_OK);
    return table;
}

static void assert_has(const char *page, const char *words) {
    if (!strstr(page, words)) fail_msg("no '%s' in\n%s", words, page);
}

static const char *set_of(const wi_study_plan *plan, uint32_t of, const char *name) {
    const wi_study_set *set = wi_study_case_set(plan, &plan->study->cases[of]);
    for (uint32_t i = 0; i < set->count; i++)
        if (strcmp(set->item[i].name, name) == 0) return set->item[i].value;
    return "nothing";
}

// What is set in full goes before what is set, and beside it; each name once.
static void test_in_full(void **state) {
    (void)state;
    wi_study *study = study_of(text);
    wi_study_plan usual = plan_of(study, 0, WI_STUDY_USUAL), full = plan_of(study, 0, WI_STUDY_IN_FULL);
    assert_string_equal(set_of(&usual, 1, "length"), "250");
    assert_string_equal(set_of(&usual, 1, "lanes"), "nothing");
    assert_string_equal(set_of(&full, 1, "length"), "1000");
    assert_string_equal(set_of(&full, 1, "width"), "10");
    assert_string_equal(set_of(&full, 1, "lanes"), "2");
    assert_int_equal(wi_study_case_set(&full, &study->cases[1])->count, 3);
    assert_int_equal(wi_study_case_set(&full, &study->cases[0])->count, 0);
    assert_int_equal(full.run_count, usual.run_count);
    assert_true(wi_study_run_key(&full, 4) != wi_study_run_key(&usual, 4));
    wi_study_plan_free(&usual);
    wi_study_plan_free(&full);
    wi_study_free(study);
}

// Cases that count together are one number: without one of them it is another, and nothing is said of that.
static void test_unattainable_together(void **state) {
    (void)state;
    wi_study *study = study_of("wend: 1\n"
                               "title: Together\n"
                               "source: A paper\n"
                               "cases:\n"
                               "  few: {scenario: a, seeds: 3}\n"
                               "  many: {scenario: a, seeds: 3, unattainable: Discs do not fit.}\n"
                               "rows:\n"
                               "  - {label: stuck, case: [few, many], measure: stuck, goal: at most, target: 1}\n");
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    fill(&plan, 0, WI_STUDY_STUCK, (const double[]){0, 0, 0});
    wi_study_table table = table_of(&plan);
    assert_int_equal(table.line[0].verdict, WI_UNATTAINABLE);
    wi_study_table_free(&table);
    wi_study_plan_free(&plan);
    wi_study_free(study);
}

static void test_plan(void **state) {
    (void)state;
    wi_study *study = study_of(text);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    assert_int_equal(plan.setup_count, 3);
    assert_int_equal(plan.run_count, 3 + 0 + 4);
    assert_false(plan.setup[1].there);
    assert_ptr_equal(wi_study_run_setup(&plan, 2), &plan.setup[0]);
    assert_ptr_equal(wi_study_run_setup(&plan, 3), &plan.setup[2]);
    assert_int_equal(wi_study_run_seed(&plan, 2), 3);
    assert_int_equal(wi_study_run_seed(&plan, 3), 1);
    for (uint32_t a = 0; a < plan.run_count; a++) {
        for (uint32_t b = 0; b < a; b++) assert_true(wi_study_run_key(&plan, a) != wi_study_run_key(&plan, b));
    }
    wi_study_plan quick = plan_of(study, 0, WI_STUDY_QUICK), seeds = plan_of(study, 9, WI_STUDY_USUAL);
    assert_int_equal(quick.run_count, 2 * WI_STUDY_QUICK_SEEDS);
    assert_true(wi_study_case_limit(&quick, &study->cases[1]) == 7.0);
    assert_true(wi_study_run_key(&quick, 0) != wi_study_run_key(&plan, 0));
    assert_int_equal(seeds.run_count, 18);
    wi_study_plan_free(&plan);
    wi_study_plan_free(&quick);
    wi_study_plan_free(&seeds);
    wi_study_free(study);
}

static void test_judge(void **state) {
    (void)state;
    static const struct {
        wi_study_goal goal;
        double target, margin, published, mean;
        wi_verdict verdict;
    } cases[] = {
        {WI_STUDY_AT_MOST, 2, NAN, 2, 2, WI_MET},
        {WI_STUDY_AT_MOST, 2, NAN, 2, 2.001, WI_MISSED},
        {WI_STUDY_AT_MOST, 3, NAN, 2, 2.5, WI_MET},
        {WI_STUDY_AT_MOST, 0, NAN, NAN, 0, WI_MET},
        {WI_STUDY_AT_LEAST, 2, NAN, 2, 2, WI_MET},
        {WI_STUDY_AT_LEAST, 2, NAN, 2, 1.999, WI_MISSED},
        {WI_STUDY_WITHIN, 2, 0.5, 2, 2.5, WI_MET},
        {WI_STUDY_WITHIN, 2, 0.5, 2, 1.5, WI_MET},
        {WI_STUDY_WITHIN, 2, 0.5, 2, 2.6, WI_MISSED},
        {WI_STUDY_WITHIN, 9, 0.5, 2, 2, WI_MISSED},
        {WI_STUDY_AT_MOST, 11.4, NAN, 2, 11.400000000000002, WI_MET}, // ten times 11.4, over ten
        {WI_STUDY_AT_LEAST, 11.4, NAN, 2, 11.399999999999998, WI_MET},
        {WI_STUDY_WITHIN, 6.85, 0.1, 2, 6.95, WI_MET},
        {WI_STUDY_WITHIN, 7.05, 0.1, 2, 6.95, WI_MET},
        {WI_STUDY_WITHIN, 6.85, 0.1, 2, 6.95001, WI_MISSED},
        {WI_STUDY_LEAST, 11.400000000000002, NAN, NAN, 11.4, WI_MISSED}, // as much, summed otherwise
        {WI_STUDY_LEAST, 2, NAN, NAN, 1.999, WI_MET},
        {WI_STUDY_LEAST, 2, NAN, NAN, 2, WI_MISSED},
        {WI_STUDY_AT_MOST, 2, NAN, 2, NAN, WI_MISSED},
        {WI_STUDY_AT_LEAST, 2, NAN, 2, NAN, WI_MISSED},
        {WI_STUDY_WITHIN, 2, 0.5, 2, NAN, WI_MISSED},
        {WI_STUDY_LEAST, 2, NAN, NAN, NAN, WI_MISSED},
        {WI_STUDY_NO_GOAL, 2, NAN, 2, 5, WI_COMPARED},
        {WI_STUDY_NO_GOAL, NAN, NAN, 2, 5, WI_COMPARED},
        {WI_STUDY_NO_GOAL, NAN, NAN, NAN, 5, WI_NO_PUBLISHED},
        {WI_STUDY_AT_MOST, NAN, NAN, NAN, 5, WI_NO_PUBLISHED},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        const wi_study_row row = {.goal = cases[i].goal, .margin = cases[i].margin};
        wi_verdict got = wi_study_judge(&row, cases[i].target, cases[i].published, cases[i].mean);
        if (got != cases[i].verdict)
            fail_msg("case %u: %s, not %s", i, wi_verdict_name(got), wi_verdict_name(cases[i].verdict));
    }
}

static void test_lines(void **state) {
    (void)state;
    wi_study *study = study_of(text);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    char cell[WI_STUDY_CELL];
    fill(&plan, 0, WI_STUDY_ALL_ARRIVED, (const double[]){1, 2, 3});
    fill(&plan, 2, WI_STUDY_STUCK, (const double[]){1, NAN, 3, 5});
    wi_study_table table = table_of(&plan);
    assert_int_equal(table.count, 5);
    const wi_study_line *time = &table.line[0], *stuck = &table.line[2];
    assert_int_equal(time->verdict, WI_MET);
    assert_true(time->ours.mean == 2.0 && time->runs == 3);
    wi_study_print_published(time, "+-", cell);
    assert_string_equal(cell, "28.9 +- 2 s");
    wi_study_print_ours(time, "+-", cell); // 4.3027 / sqrt(3)
    assert_string_equal(cell, "2.00 +- 2.48 s (3)");
    assert_int_equal(table.line[1].verdict, WI_NOT_THERE);
    assert_int_equal(stuck->verdict, WI_COMPARED);
    wi_study_print_ours(stuck, "+-", cell);
    assert_string_equal(cell, "3.0 +- 5.0 (3 of 4)");
    assert_int_equal(table.line[3].verdict, WI_NOT_THERE);
    assert_int_equal(table.line[4].verdict, WI_NO_PUBLISHED);
    assert_int_equal(table.verdicts[WI_NOT_THERE], 2);
    wi_study_table_free(&table);
    // One of three never arrives: a mean over the others meets nothing. One of three is not run: nothing is said.
    fill(&plan, 0, WI_STUDY_ALL_ARRIVED, (const double[]){1, NAN, 3});
    table = table_of(&plan);
    assert_int_equal(table.line[0].verdict, WI_MISSED);
    wi_study_table_free(&table);
    plan.result[1].done = false;
    table = table_of(&plan);
    assert_int_equal(table.line[0].verdict, WI_NOT_RUN);
    wi_study_table_free(&table);
    wi_study_plan_free(&plan);
    wi_study_free(study);
}

// A line is what the numbers of its own runs make it, whatever the order of cases, models and seeds.
static void test_random_tables(void **state) {
    (void)state;
    wi_study *study = study_of(text);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        uint32_t seeds = 1 + (uint32_t)(seed % 7);
        wi_study_plan plan = plan_of(study, seeds, WI_STUDY_USUAL);
        double sum = 0.0;
        for (uint32_t i = 0; i < plan.run_count; i++) {
            double number = (double)wend_random(seed, i, 0, 0, 0);
            plan.result[i].done = true;
            plan.result[i].value[WI_STUDY_DEEPEST] = number;
            if (i >= plan.setup[2].first) sum += number;
        }
        wi_study_table table = table_of(&plan);
        double mean = table.line[4].ours.mean, wanted = sum / (double)seeds;
        if (!(fabs(mean - wanted) < 1e-12)) fail_msg("seed %u: %g, not %g", (unsigned)seed, mean, wanted);
        wi_study_table_free(&table);
        wi_study_plan_free(&plan);
    }
    wi_study_free(study);
}

// Runs of several cases count together; a median needs all of them, too, but does not mind one that is far off.
static void test_cases_together(void **state) {
    (void)state;
    static const char several[] = "wend: 1\ntitle: Three\nsource: A paper\n"
                                  "cases: {a: {scenario: a, seeds: 2}, b: {scenario: a, seeds: 3}}\n"
                                  "rows:\n"
                                  "  - {label: mean, case: [b, a], measure: stuck, goal: at most, target: 22}\n"
                                  "  - {label: median, case: [a, b], measure: stuck, over: median, goal: within,\n"
                                  "     target: 3, margin: 0}\n";
    wi_study *study = study_of(several);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    char cell[WI_STUDY_CELL];
    fill(&plan, 0, WI_STUDY_STUCK, (const double[]){100, 1});
    wi_study_table part = table_of(&plan);
    assert_int_equal(part.line[0].verdict, WI_NOT_RUN);
    wi_study_table_free(&part);
    fill(&plan, 1, WI_STUDY_STUCK, (const double[]){4, 2, 3});
    wi_study_table table = table_of(&plan);
    assert_true(table.line[0].ours.mean == 22.0 && table.line[0].runs == 5);
    assert_true(table.line[1].ours.mean == 3.0 && table.line[1].ours.count == 5);
    assert_true(table.line[0].verdict == WI_MET && table.line[1].verdict == WI_MET);
    wi_study_print_ours(&table.line[1], "+-", cell);
    assert_string_equal(cell, "median 3.0 (5)");
    wi_study_table_free(&table);
    plan.result[1].value[WI_STUDY_STUCK] = NAN;
    table = table_of(&plan);
    assert_int_equal(table.line[1].verdict, WI_MISSED);
    wi_study_print_ours(&table.line[1], "+-", cell);
    assert_string_equal(cell, "median 3.5 (4 of 5)");
    wi_study_table_free(&table);
    wi_study_plan_free(&plan);
    wi_study_free(study);
}

static const char rivals[] =
    "wend: 1\ntitle: Rivals\nsource: A paper\nawaits: {models: [teleport]}\n"
    "cases:\n"
    "  a: {scenario: a, models: [orca, rvo, vo, teleport], seeds: 2}\n"
    "  b: {scenario: a, models: [orca, rvo], seeds: 1}\n"
    "rows:\n"
    "  - {label: shown, case: a, measure: stuck, models: orca, published: 9, goal: at most, target: 1}\n"
    "  - {label: alone, case: a, measure: stuck, models: rvo, goal: least}\n"
    "  - {label: both, case: [a, b], measure: stuck, models: [orca, rvo], goal: least}\n";

static void assert_rivals(const wi_study_plan *plan, double target, wi_verdict alone, wi_verdict first_of_both) {
    wi_study_table table = table_of(plan);
    assert_true(table.line[0].target == 1.0); // rather than what was published
    assert_true(table.line[1].target == target || (isnan(target) && isnan(table.line[1].target)));
    assert_int_equal(table.line[1].verdict, alone);
    assert_int_equal(table.line[2].verdict, first_of_both);
    wi_study_table_free(&table);
}

// The least is less than what every other model of all the cases gives, shown or not; not those of which some run gives
// no number, and nobody before all have been run.
static void test_least(void **state) {
    (void)state;
    wi_study *study = study_of(rivals);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    enum { ORCA, RVO, VO, TELEPORT, ORCA_B, RVO_B };
    fill(&plan, ORCA, WI_STUDY_STUCK, (const double[]){5, 7});
    fill(&plan, RVO, WI_STUDY_STUCK, (const double[]){3, 4});
    assert_rivals(&plan, 6, WI_NOT_RUN, WI_NOT_RUN);
    fill(&plan, VO, WI_STUDY_STUCK, (const double[]){3, 3});
    fill(&plan, ORCA_B, WI_STUDY_STUCK, (const double[]){-6});
    fill(&plan, RVO_B, WI_STUDY_STUCK, (const double[]){-1});
    assert_rivals(&plan, 3, WI_MISSED, WI_MISSED); // 2 and 2: neither is less
    fill(&plan, VO, WI_STUDY_STUCK, (const double[]){9, 9});
    assert_rivals(&plan, 6, WI_MET, WI_MISSED);
    fill(&plan, VO, WI_STUDY_STUCK, (const double[]){0, NAN});
    fill(&plan, ORCA_B, WI_STUDY_STUCK, (const double[]){-7});
    assert_rivals(&plan, 6, WI_MET, WI_MET);
    fill(&plan, ORCA, WI_STUDY_STUCK, (const double[]){NAN, 7});
    assert_rivals(&plan, NAN, WI_NO_PUBLISHED, WI_MISSED);
    wi_study_table table = table_of(&plan);
    const wi_study_page page = {study, &table, "wend study rivals", "a machine", false, NULL};
    char *made = printed(wi_study_write_page, &page), *csv = printed(wi_study_write_csv, &page);
    assert_has(made, "| both | orca | - | the least of the models | ");
    assert_has(csv, "both,orca,stuck,,,,least,2,0,");
    free(made);
    free(csv);
    wi_study_table_free(&table);
    fill(&plan, RVO, WI_STUDY_STUCK, (const double[]){NAN, NAN});
    assert_rivals(&plan, NAN, WI_MISSED, WI_MISSED); // nobody gives a number
    wi_study_plan_free(&plan);
    wi_study_free(study);
}

// Pages ----------------------------------------------------------------------------------------------------------------

// Three seeds are one experiment, whose largest number counts. Those that are left over do not.
static void test_trials(void **state) {
    (void)state;
    static const char three[] =
        "wend: 1\ntitle: Three\nsource: A paper\n"
        "cases: {a: {scenario: a, seeds: 8}, b: {scenario: a, seeds: 3}}\n"
        "rows:\n"
        "  - {label: one, case: a, measure: stuck, trials: 3, over: median, goal: at most, target: 6}\n"
        "  - {label: both, case: [a, b], measure: stuck, trials: 3, goal: at least, target: 7}\n";
    wi_study *study = study_of(three);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    char cell[WI_STUDY_CELL];
    fill(&plan, 0, WI_STUDY_STUCK, (const double[]){1, 5, 2, 7, 0, 7, 90, 91});
    wi_study_table table = table_of(&plan);
    assert_true(table.line[0].ours.mean == 6.0 && table.line[0].runs == 2 && table.line[0].verdict == WI_MET);
    wi_study_print_ours(&table.line[0], "+-", cell);
    assert_string_equal(cell, "median 6.0 (2 x 3)");
    const wi_study_page page = {study, &table, "wend study three", "a machine", false, NULL};
    char *made = printed(wi_study_write_page, &page);
    assert_has(made, "| median 6.0 (2 x 3) | met |");
    assert_has(made, "experiments with three seeds each");
    free(made);
    assert_int_equal(table.line[1].verdict, WI_NOT_RUN);
    wi_study_table_free(&table);
    fill(&plan, 1, WI_STUDY_STUCK, (const double[]){-9, -8, -10});
    plan.result[0].value[WI_STUDY_STUCK] = NAN;
    table = table_of(&plan);
    assert_true(table.line[1].runs == 3 && table.line[1].ours.count == 2 && table.line[1].ours.mean == -0.5);
    assert_int_equal(table.line[0].verdict, WI_MISSED);
    wi_study_print_ours(&table.line[0], "+-", cell);
    assert_string_equal(cell, "median 7.0 (1 of 2 x 3)");
    wi_study_table_free(&table);
    plan.result[4].done = false; // and with it the second experiment, but not the first
    table = table_of(&plan);
    assert_true(table.line[0].runs == 1 && table.line[0].verdict == WI_NOT_RUN);
    wi_study_table_free(&table);
    wi_study_plan_free(&plan);
    wi_study_plan quick = plan_of(study, 0, WI_STUDY_QUICK), few = plan_of(study, 2, WI_STUDY_USUAL);
    assert_int_equal(quick.run_count, 2 * 3);
    assert_int_equal(few.run_count, 2 * 3); // two seeds were asked for, and an experiment takes three
    wi_study_plan_free(&quick);
    wi_study_plan_free(&few);
    wi_study_free(study);
}

static void test_pages(void **state) {
    (void)state;
    wi_study *study = study_of(text);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    fill(&plan, 0, WI_STUDY_ALL_ARRIVED, (const double[]){30, 31, 32});
    fill(&plan, 2, WI_STUDY_STUCK, (const double[]){1, 1, 1, 1});
    wi_study_table table = table_of(&plan);
    const wi_study_page page = {study, &table, "wend study circles", "a machine", false, NULL};
    char *made = printed(wi_study_write_page, &page), *again = printed(wi_study_write_page, &page);
    assert_string_equal(made, again);
    assert_has(made, "# Circles | and bars\n\nSource: A paper\n");
    assert_has(made,
               "| time, all | orca | 28.9 \xc2\xb1 2 s | at most 28.9 s | 31.00 \xc2\xb1 2.48 s (3) | missed |\n");
    assert_has(made, "| stuck |  | 1 | - | 1.0 \xc2\xb1 0.0 (4) | compared |\n");
    assert_has(made, "- time, all, missed: Slow.\n- time, all: Discs.\n- There is no model `teleport` yet.\n");
    assert_has(made, "- There is no measure `elegance` yet.\n");
    assert_has(made, "Made by `wend study circles` with wend ");
    assert_null(strstr(made, "quick"));
    char *csv = printed(wi_study_write_csv, &page);
    assert_has(csv, "\"time, all\",orca,all_arrived,s,28.9,2,at most,28.9,31,2.48413");
    assert_has(csv, ",3,3,missed\n\"time, all\",teleport,all_arrived,s,,2,none,,,,0,0,not there yet\n");
    free(made);
    free(again);
    free(csv);
    wi_study_table_free(&table);
    wi_study_plan_free(&plan);
    wi_study_free(study);
}

static void assert_index_line(const wi_study *study, const char *csv, const char *wanted) {
    char *line = NULL, copy[512];
    size_t size = 0;
    FILE *to = open_memstream(&line, &size);
    (void)snprintf(copy, sizeof copy, "%s", csv ? csv : "");
    FILE *from = csv ? fmemopen(copy, strlen(copy) + 1, "r") : NULL;
    wi_study_write_index_line(study, "x/result.md", from, to);
    if (from) fclose(from);
    fclose(to);
    assert_string_equal(line, wanted);
    free(line);
}

static void test_index(void **state) {
    (void)state;
    wi_study *study = study_of(text);
    assert_index_line(study, NULL, "| [Circles \\| and bars](x/result.md) | A paper | not run |\n");
    assert_index_line(study, "label,verdict\n\"a,b\",met\nc,missed\nd,met\n",
                      "| [Circles \\| and bars](x/result.md) | A paper | 2 met, 1 missed |\n");
    assert_index_line(study, "rubbish", "| [Circles \\| and bars](x/result.md) | A paper | not run |\n");
    wi_study_free(study);
}

// Where the recordings are not, nothing of the case is run, and the table says so.
static void test_no_recordings(void **state) {
    (void)state;
    static const char recorded[] = "wend: 1\ntitle: People\nsource: A paper\n"
                                   "cases: {pairs: {program: recorded-pairs, models: rcap, seeds: 3}}\n"
                                   "rows: [{label: pairs, case: pairs, measure: pairs}]\n";
    const char *data = getenv("WEND_DATA");
    char *before = data ? strdup(data) : NULL;
    assert_int_equal(setenv("WEND_DATA", "/nowhere", 1), 0);
    wi_study *study = study_of(recorded);
    wi_study_plan plan = plan_of(study, 0, WI_STUDY_USUAL);
    assert_int_equal(plan.run_count, 0);
    wi_study_table table = table_of(&plan);
    assert_int_equal(table.line[0].verdict, WI_NO_RECORDINGS);
    assert_string_equal(wi_verdict_name(WI_NO_RECORDINGS), "not run: the recordings are not here");
    wi_study_table_free(&table);
    wi_study_plan_free(&plan);
    wi_study_free(study);
    assert_int_equal(before ? setenv("WEND_DATA", before, 1) : unsetenv("WEND_DATA"), 0);
    free(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_recordings), cmocka_unit_test(test_unattainable_together),
        cmocka_unit_test(test_plan),          cmocka_unit_test(test_in_full),
        cmocka_unit_test(test_judge),         cmocka_unit_test(test_lines),
        cmocka_unit_test(test_random_tables), cmocka_unit_test(test_pages),
        cmocka_unit_test(test_index),         cmocka_unit_test(test_cases_together),
        cmocka_unit_test(test_trials),        cmocka_unit_test(test_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
