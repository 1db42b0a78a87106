// Documents: limits, aliases, includes and what they may not do.
#include "reading.h"

#include "scenario/document.h"
#include "scenario/files.h"

#define HEAD "wend: 1\ntime: {limit: 5}\n"

static void expect(const char *text, uint32_t line, uint32_t column, const char *words) {
    wi_problems problems = {0};
    assert_null(read_text(text, &problems));
    assert_problem(&problems, line, column, words);
    wi_problems_free(&problems);
}

static void test_json(void **state) {
    (void)state;
    wi_scenario *scenario =
        read_good("{\n\t\"wend\": 1,\n\t\"title\": \"a \\u00e4 \\\"b\\\"\",\n\t\"time\": {\"limit\": 1.5e1}\n}\n");
    assert_string_equal(scenario->title, "a \xc3\xa4 \"b\"");
    assert_true(scenario->limit == 15.0);
    wi_scenario_free(scenario);
}

static void test_syntax(void **state) {
    (void)state;
    expect("wend: 1\ntime: {limit: 5\n", 3, 1, "");
    expect("wend: 1\ntime: {limit: ${x}}\n", 2, 16, "needs quotes");
    expect(HEAD "---\nwend: 1\n", 3, 1, "one document");
    expect(HEAD "title: !!str 5\n", 3, 14, "tags");
    expect(HEAD "title: *none\n", 3, 8, "no anchor");
    expect(HEAD "? [a, b]\n: 5\n", 3, 3, "a key must be a word");
    expect("- 1\n- 2\n", 1, 1, "a scenario is a map");
    expect("", 1, 1, "a scenario is a map");
    expect(HEAD "title: a\ntitle: b\n", 4, 1, "given twice; the first is in line 3");
    const char zero[] = "wend: 1\ntitle: a\0b\n";
    wi_problems problems = {0};
    assert_null(wi_scenario_read_text("t", zero, sizeof zero - 1, NULL, &problems));
    assert_problem(&problems, 2, 9, "a byte 0 stands here");
    wi_problems_free(&problems);
}

static void test_aliases(void **state) {
    (void)state;
    wi_scenario *scenario = read_good(HEAD "goals: {a: &here {at: [1, 2]}, b: *here}\n");
    assert_true(scenario->goal[1].at.x == 1.0 && scenario->goal[1].at.y == 2.0);
    wi_scenario_free(scenario);
}

static void test_billion_laughs(void **state) {
    (void)state;
    char text[4000];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD "x0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for (int i = 1; i < 12; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "x%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s*a%d", k ? ", " : "", i - 1);
        used += (size_t)snprintf(text + used, sizeof text - used, "]\n");
    }
    wi_problems problems = {0};
    assert_null(read_text(text, &problems));
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.problem[0].text, "more than 2 million values"));
    wi_problems_free(&problems);
    expect(HEAD "x: &a [*a]\n", 3, 8, "no anchor"); // not within itself
}

static void test_depth(void **state) {
    (void)state;
    static char text[20100];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD "title: ");
    memset(text + used, '[', 20000);
    wi_problems problems = {0};
    assert_null(read_text(text, &problems));
    assert_int_equal(problems.problem[0].place.line, 3);
    wi_problems_free(&problems);
}

static void test_size(void **state) {
    (void)state;
    size_t size = WI_FILE_SIZE_MAX + 1;
    char *text = malloc(size);
    memset(text, '#', size);
    wi_problems problems = {0};
    assert_null(wi_scenario_read_text("t", text, size, NULL, &problems));
    assert_problem(&problems, 0, 0, "larger than 16 MiB");
    wi_problems_free(&problems);
    folder in = folder_make();
    const char *path = folder_file(&in, "big.yaml");
    FILE *file = fopen(path, "w");
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
    assert_null(wi_scenario_read(path, NULL, &problems));
    assert_problem(&problems, 0, 0, "larger than 16 MiB");
    wi_problems_free(&problems);
    free(text);
    folder_remove(&in);
}

static wi_scenario *read_file(const folder *in, const char *name, bool outside, wi_problems *problems) {
    const wi_scenario_options options = {.outside = outside};
    return wi_scenario_read(folder_file(in, name), &options, problems);
}

static void test_merge(void **state) {
    (void)state;
    folder in = folder_make();
    mkdir(folder_file(&in, "parts"), 0700);
    folder_write(&in, "main.yaml",
                 "wend: 1\ninclude: [parts/a.yaml, parts/b.yaml]\n"
                 "time: {limit: 7}\nvariables: {n: 3}\n"
                 "goals: {mine: {at: [1, 1]}, theirs: {at: ~, region: [0, 0, 2, 2]}}\n");
    folder_write(&in, "parts/a.yaml",
                 "title: from a ${n}\nvariables: {n: 1, m: 2}\ntime: {step: 0.2, limit: 1}\n"
                 "levels: [{name: x}, {name: y}]\ngoals: {theirs: {at: [5, 5], radius: 2}}\n");
    folder_write(&in, "parts/b.yaml", "include: deeper.yaml\ntitle: from b ${n} ${m}\nlevels: [{name: z}]\n");
    folder_write(&in, "parts/deeper.yaml", "seed: 9\ntitle: deeper\n");
    wi_problems problems = {0};
    wi_scenario *scenario = read_file(&in, "main.yaml", false, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(scenario);
    assert_string_equal(scenario->title, "from b 3 2");
    assert_true(scenario->limit == 7.0 && scenario->step == 0.2);
    assert_int_equal(scenario->seed, 9);
    assert_int_equal(scenario->level_count, 1);
    assert_int_equal(scenario->goal_count, 2);
    assert_string_equal(scenario->goal[0].name, "theirs");
    assert_true(scenario->goal[0].radius == 2.0 && scenario->goal[0].half.x == 1.0f);
    wi_scenario_free(scenario);
    folder_remove(&in);
}

static void test_problem_in_included_file(void **state) {
    (void)state;
    folder in = folder_make();
    folder_write(&in, "main.yaml", HEAD "include: part.yaml\n");
    folder_write(&in, "part.yaml", "title: t\nprofiles:\n  walker: {modl: orca}\n");
    wi_problems problems = {0};
    assert_null(read_file(&in, "main.yaml", false, &problems));
    assert_problem(&problems, 3, 12, "did you mean `model`?");
    assert_string_equal(problems.problem[0].place.file, folder_file(&in, "part.yaml"));
    assert_string_equal(problems.problem[0].line, "  walker: {modl: orca}");
    wi_problems_free(&problems);
    folder_remove(&in);
}

static void test_cycles(void **state) {
    (void)state;
    folder in = folder_make();
    folder_write(&in, "main.yaml", HEAD "include: [other.yaml]\n");
    folder_write(&in, "other.yaml", "include: [main.yaml]\n");
    folder_write(&in, "self.yaml", HEAD "include: self.yaml\n");
    wi_problems problems = {0};
    assert_null(read_file(&in, "main.yaml", false, &problems));
    assert_problem(&problems, 1, 11, "it includes itself");
    wi_problems_free(&problems);
    assert_null(read_file(&in, "self.yaml", false, &problems));
    assert_problem(&problems, 3, 10, "it includes itself");
    wi_problems_free(&problems);
    folder_remove(&in);
}

static void test_include_limits(void **state) {
    (void)state;
    folder in = folder_make();
    char name[32], text[1000];
    for (int i = 0; i < 12; i++) {
        (void)snprintf(name, sizeof name, "d%d.yaml", i);
        (void)snprintf(text, sizeof text, "%sinclude: d%d.yaml\n", i ? "" : HEAD, i + 1);
        folder_write(&in, name, text);
    }
    size_t used = (size_t)snprintf(text, sizeof text, HEAD "include: [");
    for (int i = 0; i < 17; i++) {
        (void)snprintf(name, sizeof name, "w%d.yaml", i);
        folder_write(&in, name, "title: t\n");
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", name);
    }
    (void)snprintf(text + used, sizeof text - used, "]\n");
    folder_write(&in, "wide.yaml", text);
    wi_problems problems = {0};
    assert_null(read_file(&in, "d0.yaml", false, &problems));
    assert_problem(&problems, 1, 10, "more than 8 deep");
    wi_problems_free(&problems);
    assert_null(read_file(&in, "wide.yaml", false, &problems));
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.problem[0].text, "more than 16 files"));
    wi_problems_free(&problems);
    folder_remove(&in);
}

static void expect_escape(const folder *in, const char *line) {
    char text[400];
    (void)snprintf(text, sizeof text, HEAD "%s\n", line);
    folder_write(in, "inner/main.yaml", text);
    wi_problems problems = {0};
    assert_null(read_file(in, "inner/main.yaml", false, &problems));
    if (!strstr(problems.problem[0].text, "outside the scenario's folder")) fail_msg("%s", problems.problem[0].text);
    wi_problems_free(&problems);
    wi_scenario *scenario = read_file(in, "inner/main.yaml", true, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(scenario);
    wi_scenario_free(scenario);
}

static void test_escapes(void **state) {
    (void)state;
    folder in = folder_make();
    char line[400];
    mkdir(folder_file(&in, "inner"), 0700);
    mkdir(folder_file(&in, "inner2"), 0700); // begins like the folder's name
    folder_write(&in, "secret.yaml", "title: secret\n");
    folder_write(&in, "inner2/x.yaml", "title: secret\n");
    folder_write(&in, "people.csv", "time,count\n0,1\n");
    assert_int_equal(symlink("../secret.yaml", folder_file(&in, "inner/link.yaml")), 0);
    expect_escape(&in, "include: ../secret.yaml");
    expect_escape(&in, "include: link.yaml");
    expect_escape(&in, "include: ../inner2/x.yaml");
    (void)snprintf(line, sizeof line, "include: %s", folder_file(&in, "secret.yaml"));
    expect_escape(&in, line);
    expect_escape(&in, "agents: [{csv: ../people.csv}]");
    expect_escape(&in, "geometry: [{kind: wall, file: ../people.csv}]");
    expect_escape(&in, "agents: [{source: {region: [0, 0, 1, 1], table: ../people.csv}}]");
    folder_write(&in, "inner/main.yaml", HEAD "include: /dev/zero\n");
    wi_problems problems = {0};
    assert_null(read_file(&in, "inner/main.yaml", true, &problems));
    assert_problem(&problems, 3, 10, "not a plain file");
    wi_problems_free(&problems);
    folder_remove(&in);
}

static void test_record_stays_below(void **state) {
    (void)state;
    static const char *const wrong[] = {"/tmp/x.h5", "../x.h5", "a/../../x.h5", "a/.."};
    static const char *const right[] = {"x.h5", "a/b.h5", "..x.h5", "a/..b"};
    for (uint32_t i = 0; i < 4; i++) {
        assert_false(wi_file_below(wrong[i]));
        assert_true(wi_file_below(right[i]));
    }
    expect(HEAD "record: {file: ../x.h5}\n", 3, 16, "without `..`");
}

static void test_missing_file(void **state) {
    (void)state;
    wi_problems problems = {0};
    assert_null(wi_scenario_read("/nonexistent/scene.yaml", NULL, &problems));
    assert_problem(&problems, 0, 0, "cannot read the scenario");
    wi_problems_free(&problems);
    expect(HEAD "include: nowhere.yaml\n", 3, 10, "cannot include `nowhere.yaml`");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),         cmocka_unit_test(test_syntax),
        cmocka_unit_test(test_aliases),      cmocka_unit_test(test_billion_laughs),
        cmocka_unit_test(test_depth),        cmocka_unit_test(test_size),
        cmocka_unit_test(test_merge),        cmocka_unit_test(test_problem_in_included_file),
        cmocka_unit_test(test_cycles),       cmocka_unit_test(test_include_limits),
        cmocka_unit_test(test_escapes),      cmocka_unit_test(test_record_stays_below),
        cmocka_unit_test(test_missing_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
