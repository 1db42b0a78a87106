// Goals from a database: who gets which, what a query may do, and files that are broken.
#include "scenario/acting.h"

#include <sqlite3.h>

#include "scenario/query.h"

#define GOALS                                                                                           \
    "goals: {a: {at: [5, 1], capacity: 1}, b: {at: [5, 2], capacity: 1}, c: {at: [5, 3], capacity: 1}," \
    " two: {at: [5, 4], capacity: 2}}\n"
#define SEATED                                                                                            \
    ACTING_HEAD GOALS "agents: [{grid: {from: [0, 0], columns: 1, rows: 4, spacing: 1}, behaviour: s}]\n" \
                      "behaviours: {s: {states: {go: {final: true, goal: {seat: {database: cabin.db, query: "

static void make_database(const folder *in, const char *sql) {
    sqlite3 *base;
    (void)remove(folder_file(in, "cabin.db"));
    assert_int_equal(sqlite3_open(folder_file(in, "cabin.db"), &base), SQLITE_OK);
    if (sqlite3_exec(base, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(base));
    assert_int_equal(sqlite3_close(base), SQLITE_OK);
}

static const char bookings[] =
    "CREATE TABLE t (turn INTEGER, seat TEXT); INSERT INTO t VALUES (3, 'a'), (1, 'b'), (2, 'c'), (9, 'two');"
    "CREATE TABLE p (x, y, radius); INSERT INTO p VALUES (5, 1.0, 0.2), (5, 2, NULL), (5, 3.0, 0.2);";

static folder cabin(void) {
    folder in = folder_make();
    make_database(&in, bookings);
    return in;
}

static wi_scenario *read_seated(const folder *in, const char *query, wi_problems *problems) {
    char text[2000];
    (void)snprintf(text, sizeof text, SEATED "\"%s\"}, radius: 0.4}}}}}\n", query);
    folder_write(in, "run.yaml", text);
    return wi_scenario_read(folder_file(in, "run.yaml"), NULL, problems);
}

static acting seated(const folder *in, const char *query) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_seated(in, query, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(scenario);
    acting a = act_in(scenario, (wi_run_options){.threads = 1});
    act_step(&a, 2);
    return a;
}

// The n-th agent gets the n-th row, the one who finds none stays.
static void test_names_in_order(void **state) {
    (void)state;
    const double got[] = {2.0, 3.0, 1.0};
    folder in = cabin();
    acting a = seated(&in, "SELECT seat FROM t WHERE turn < 9 ORDER BY turn; -- and no more");
    for (wend_serial i = 1; i <= 3; i++) assert_true(agent_get(a.run->world, i).goal.at.y == got[i - 1]);
    assert_near(agent_get(a.run->world, 4).goal.at.x, 0.0, 1e-6);
    act_end(&a);
    folder_remove(&in);
}

static void test_places_in_order(void **state) {
    (void)state;
    folder in = cabin();
    acting a = seated(&in, "SELECT radius, y, x FROM p ORDER BY y DESC");
    for (wend_serial i = 1; i <= 3; i++) {
        wend_agent agent = agent_get(a.run->world, i);
        assert_true(agent.goal.at.x == 5.0 && agent.goal.at.y == 4.0 - (double)i);
        assert_near(agent.goal.radius, i == 2 ? 0.4 : 0.2, 1e-6);
    }
    act_end(&a);
    folder_remove(&in);
}

static void refuse(const folder *in, const char *query, const char *words) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_seated(in, query, &problems);
    bool said = false;
    for (uint32_t i = 0; i < problems.count; i++) said = said || strstr(problems.problem[i].text, words);
    if (scenario || !said) {
        wi_problems_print(&problems, stderr);
        fail_msg("`%s` should be refused with `%s`", query, words);
    }
    wi_problems_free(&problems);
}

static void test_what_a_query_may_not(void **state) {
    (void)state;
    folder in = cabin();
    const struct {
        const char *query, *words;
    } cases[] = {
        {"", "one SELECT"},
        {"-- nothing", "one SELECT"},
        {"SELECT seat FROM t; SELECT seat FROM t", "one SELECT"},
        {"SELECT seat FROM t; DROP TABLE t", "SELECT and nothing else"},
        {"SELECT seat FROM", "incomplete input"},
        {"SELECT seat FROM nowhere", "no such table: nowhere"},
        {"DELETE FROM t RETURNING seat", "SELECT and nothing else"},
        {"INSERT INTO t VALUES (1, 'a')", "SELECT and nothing else"},
        {"PRAGMA table_info(t)", "SELECT and nothing else"},
        {"ATTACH 'other.db' AS other", "SELECT and nothing else"},
        {"EXPLAIN SELECT seat FROM t", "the query must give one column"},
        {"SELECT seat FROM t ORDER BY random()", "must not call random()"},
        {"SELECT datetime('now')", "must not call datetime()"},
        {"SELECT current_time", "must not call current_time()"},
        {"SELECT load_extension('x')", "must not call load_extension()"},
        {"SELECT turn, seat FROM t", "the query must give one column"},
        {"SELECT seat FROM t WHERE turn > 100", "at least one row"},
        {"SELECT seat FROM t", "`two` needs `capacity: 1`"},
        {"SELECT 'd'", "there is no goal `d`"},
        {"SELECT x'00ff'", "there is no goal"},
        {"SELECT NULL", "goal"},
        {"SELECT 1e300 AS x, 0 AS y", "row 1 of the answer"},
        {"SELECT 'east' AS x, 0 AS y", "row 1 of the answer"},
        {"SELECT 1 AS x, 0 AS y, -1 AS radius", "row 1 of the answer"},
        {"WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, 0 AS y FROM n",
         "more than 100000"},
        {"WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n", "takes too long"},
        {"SELECT zeroblob(1000000000)", "too big"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) refuse(&in, cases[i].query, cases[i].words);
    folder_remove(&in);
}

static void test_no_database(void **state) {
    (void)state;
    folder in = cabin();
    folder_write(&in, "cabin.db",
                 "turn,seat\n1,a\n and so on, which is longer than the hundred bytes of a header is, and "
                 "still no database by any means");
    refuse(&in, "SELECT seat FROM t", "not a database");
    assert_int_equal(remove(folder_file(&in, "cabin.db")), 0);
    refuse(&in, "SELECT seat FROM t", "cannot read the file");
    refuse(&in, "SELECT seat FROM t", "No such file");
    folder_remove(&in);
}

static void read_bytes(const folder *in, char *bytes, size_t room, size_t *size) {
    FILE *file = fopen(folder_file(in, "cabin.db"), "rb");
    assert_non_null(file);
    *size = fread(bytes, 1, room, file);
    assert_true(*size > 0 && *size < room);
    assert_int_equal(fclose(file), 0);
}

static void write_bytes(const folder *in, const char *bytes, size_t size) {
    FILE *file = fopen(folder_file(in, "cabin.db"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

// Files with some bytes changed or the end cut off are read, or refused with words; nothing is written to them.
static void test_broken_files(void **state) {
    (void)state;
    static char good[65536], bad[65536], after[65536];
    size_t size, left;
    uint32_t refused = 0;
    folder in = cabin();
    read_bytes(&in, good, sizeof good, &size);
    for (uint32_t seed = 1; seed <= 300; seed++) {
        memcpy(bad, good, size);
        size_t end = seed % 5 == 0 ? 1 + (size_t)(wend_random(seed, 0, 0, 0, 0) * (float)(size - 1)) : size;
        for (uint32_t k = 0; k < seed % 40; k++) {
            size_t near = k % 2 ? 200 : size; // half of them in the header
            bad[(size_t)(wend_random(seed, k, 0, 1, 0) * (float)near)] =
                (char)(uint8_t)(wend_random(seed, k, 0, 1, 1) * 256.0f);
        }
        write_bytes(&in, bad, end);
        wi_problems problems = {0};
        wi_scenario *scenario = read_seated(&in, "SELECT seat FROM t WHERE turn < 9 ORDER BY turn", &problems);
        if (!scenario && problems.count == 0) fail_msg("seed %u: refused without a word", seed);
        refused += !scenario;
        read_bytes(&in, after, sizeof after, &left);
        if (left != end || memcmp(after, bad, end) != 0) fail_msg("seed %u: the file was changed", seed);
        wi_problems_free(&problems);
        wi_scenario_free(scenario);
    }
    printf("seeds 1-300: %u of 300 broken files refused\n", refused);
    assert_true(refused > 100 && refused < 300);
    folder_remove(&in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_in_order),       cmocka_unit_test(test_places_in_order),
        cmocka_unit_test(test_what_a_query_may_not), cmocka_unit_test(test_no_database),
        cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
