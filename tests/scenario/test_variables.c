// ${...} in scenario files: arithmetic against the compiler's, variables of variables, limits, and what is refused.
#include "reading.h"

#include "scenario/expression.h"
#include "scenario/variables.h"

typedef struct value_case {
    const char *text;
    double value;
} value_case;

static bool no_variables(void *user, const char *name, size_t length, double *value, const char **why) {
    (void)user, (void)why;
    if (length != 1 || *name != 'x') return false;
    *value = 7.0;
    return true;
}

static void test_values(void **state) {
    (void)state;
    static const value_case cases[] = {
        {"1", 1},
        {" 1 + 2 * 3 ", 7},
        {"(1+2)*3", 9},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"10/4", 2.5},
        {"1-2-3", -4},
        {"8/2/2", 2},
        {"min(3,1,2)", 1},
        {"max(3,1,9)", 9},
        {"sqrt(16)", 4},
        {"pi", 3.14159265358979323846},
        {"x*x", 49},
        {"1e3", 1000},
        {".5", 0.5},
        {"1.", 1},
        {"--1", 1},
        {"+1", 1},
        {"2*-3", -6},
        {"sqrt(2)^2", 2},
        {"min(max(1,2),x)", 2},
        {"1.5e-1*2", 0.3},
        {"4^0.5", 2},
        {"0.1+0.2", 0.1 + 0.2},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        double value;
        const char *why = NULL, *text = cases[i].text;
        if (!wi_expression_value(text, text + strlen(text), no_variables, NULL, &value, &why)) {
            fprintf(stderr, "%s: %s\n", text, why);
            fail();
        }
        if (fabs(value - cases[i].value) > 1e-15 * (1.0 + fabs(value))) fail_msg("%s is %.17g", text, value);
    }
}

static void test_nonsense(void **state) {
    (void)state;
    static const char *const cases[] = {"",      "1+",        "(1",  "1)",  "1 2",  "y",     "min",
                                        "min()", "sqrt(1,2)", "1/0", "*",   "2**3", "1e999", "sqrt(-1)",
                                        "x(1)",  "0x10",      "inf", "nan", "1,2",  ",",     "^2"};
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        double value;
        const char *why = NULL;
        if (wi_expression_value(cases[i], cases[i] + strlen(cases[i]), no_variables, NULL, &value, &why))
            fail_msg("`%s` was taken as %g", cases[i], value);
        assert_non_null(why);
    }
    char deep[20001];
    memset(deep, '(', 20000);
    deep[20000] = '\0';
    double value;
    const char *why;
    assert_false(wi_expression_value(deep, deep + 20000, no_variables, NULL, &value, &why));
    memset(deep, '-', 20000);
    assert_false(wi_expression_value(deep, deep + 20000, no_variables, NULL, &value, &why));
}

// Random sums and products, with their value kept beside them.
static void test_random_expressions(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 2000; round++) {
        char text[400];
        size_t used = 0;
        double sum = 0.0;
        uint32_t terms = 1 + (uint32_t)(6.0f * wend_random(5, round, 0, 0, 0));
        for (uint32_t i = 0; i < terms; i++) {
            int a = (int)(20.0f * wend_random(5, round, i, 1, 0)) - 10,
                b = 1 + (int)(9.0f * wend_random(5, round, i, 2, 0));
            sum += (double)a * b / 2.0;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s(%d)*%d/2", i ? "+" : "", a, b);
        }
        double value;
        const char *why;
        assert_true(wi_expression_value(text, text + used, no_variables, NULL, &value, &why));
        if (value != sum) fail_msg("round %u: %s is %g, not %g", round, text, sum, value);
    }
}

static void test_in_scenarios(void **state) {
    (void)state;
    wi_scenario *scenario =
        read_good("wend: 1\n"
                  "title: ${kind} of ${agents} agents, ${2*radius+1} m\n"
                  "variables: {agents: 100, radius: \"${agents/5}\", kind: 'A circle', model: rvo}\n"
                  "time: {limit: \"${agents}\"}\n"
                  "seed: ${agents+1}\n"
                  "profiles: {walker: {model: \"${model}\"}}\n"
                  "agents: [{circle: {radius: \"${radius}\", count: \"${agents}\"}, goal: opposite}]\n");
    assert_string_equal(scenario->title, "A circle of 100 agents, 41 m");
    assert_int_equal(scenario->seed, 101);
    assert_true(scenario->limit == 100.0 && scenario->group[0].radius == 20.0);
    assert_int_equal(scenario->group[0].count, 100);
    assert_ptr_equal(scenario->profile[0].model, &wend_model_rvo);
    assert_int_equal(scenario->variable_count, 4);
    assert_string_equal(scenario->variable[1].name, "radius");
    assert_string_equal(scenario->variable[1].value, "20");
    wi_scenario_free(scenario);
}

static void test_set(void **state) {
    (void)state;
    const char *text = "wend: 1\nvariables: {agents: 100, radius: \"${agents/5}\"}\ntime: {limit: \"${radius}\"}\n";
    const wi_variable set[] = {{.name = "agents", .value = "50"}, {.name = "agnts", .value = "1"}};
    wi_scenario_options options = {.set = set, .set_count = 1};
    wi_problems problems = {0};
    wi_scenario *scenario = wi_scenario_read_text("t.yaml", text, strlen(text), &options, &problems);
    assert_non_null(scenario);
    assert_true(scenario->limit == 10.0);
    assert_string_equal(scenario->variable[0].value, "50");
    wi_scenario_free(scenario);
    options.set_count = 2;
    assert_null(wi_scenario_read_text("t.yaml", text, strlen(text), &options, &problems));
    assert_problem(&problems, 0, 0, "did you mean `agents`?");
    wi_problems_free(&problems);
}

static void test_refused(void **state) {
    (void)state;
    wi_problems problems = {0};
    assert_null(read_text("wend: 1\n"
                          "variables:\n"
                          "  a: ${b}\n"
                          "  b: ${a+1}\n"
                          "  pi: 3\n"
                          "  1st: 3\n"
                          "  list: [1]\n"
                          "  word: abc\n"
                          "title: ${unknwn}\n"
                          "description: ${word*2}\n"
                          "time: {limit: \"${wrod}\", step: \"${1/0}\"}\n"
                          "seed: \"${\"\n",
                          &problems));
    assert_true(has_problem(&problems, 4, 6, "depends on itself") || has_problem(&problems, 3, 6, "depends on itself"));
    assert_problem(&problems, 5, 3, "cannot name a variable");
    assert_problem(&problems, 6, 3, "cannot name a variable");
    assert_problem(&problems, 7, 9, "must be a number or a text, not a list");
    assert_problem(&problems, 9, 8, "there is no variable `unknwn`");
    assert_problem(&problems, 10, 14, "is a text, not a number");
    assert_problem(&problems, 11, 15, "did you mean `word`?");
    assert_problem(&problems, 11, 32, "not a finite number");
    assert_problem(&problems, 12, 7, "no closing `}`");
    wi_problems_free(&problems);
}

// Each variable is ten times the one before: the text must stop growing before memory does.
static void test_growth(void **state) {
    (void)state;
    char text[4000];
    size_t used = (size_t)snprintf(text, sizeof text, "wend: 1\nvariables:\n  a0: aaaaaaaaaa\n");
    for (int i = 1; i < 15; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "  a%d: ", i);
        for (int k = 0; k < 10; k++) used += (size_t)snprintf(text + used, sizeof text - used, "${a%d}", i - 1);
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    (void)snprintf(text + used, sizeof text - used, "time: {limit: 1}\ntitle: ${a14}\n");
    wi_problems problems = {0};
    assert_null(read_text(text, &problems));
    bool said = false;
    for (uint32_t i = 0; i < problems.count; i++) said |= strstr(problems.problem[i].text, "longer than 65536") != NULL;
    assert_true(said);
    wi_problems_free(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),       cmocka_unit_test(test_nonsense), cmocka_unit_test(test_random_expressions),
        cmocka_unit_test(test_in_scenarios), cmocka_unit_test(test_set),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
