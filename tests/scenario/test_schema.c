// What is made from the tables of keys: the JSON Schema is JSON and has every key, every example and default in the
// tables reads, and docs/scenario.md is up to date.
#include "reading.h"

#include "scenario/keys.h"

#include <libfyaml.h>
#include <sqlite3.h>

typedef void printer(FILE *to);

static char *printed(printer *print) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    print(to);
    fclose(to);
    return text;
}

static uint32_t tables(const wi_key_table *table[WI_KEY_TABLES_MAX]) {
    uint32_t count = wi_key_tables(table, WI_KEY_TABLES_MAX);
    assert_in_range(count, 20, WI_KEY_TABLES_MAX - 1);
    return count;
}

static void test_schema_is_json(void **state) {
    (void)state;
    char *text = printed(wi_scenario_print_schema);
    struct fy_parse_cfg config = {.flags = FYPCF_JSON_FORCE | FYPCF_DEFAULT_DOC};
    struct fy_document *document = fy_document_build_from_string(&config, text, FY_NT);
    assert_non_null(document);
    struct fy_node *root = fy_document_root(document);
    assert_non_null(fy_node_by_path(root, "/$schema", FY_NT, FYNWF_DONT_FOLLOW));
    const wi_key_table *table[WI_KEY_TABLES_MAX];
    for (uint32_t t = 0, count = tables(table); t < count; t++) {
        for (uint32_t i = 0; i < table[t]->count; i++) {
            char path[200];
            const char *prefix = t ? "/$defs/" : "", *name = t ? table[t]->name : "";
            (void)snprintf(path, sizeof path, "%s%s/properties/%s/description", prefix, name, table[t]->key[i].name);
            if (!fy_node_by_path(root, path, FY_NT, FYNWF_DONT_FOLLOW)) fail_msg("%s is not in the schema", path);
        }
    }
    fy_document_destroy(document);
    free(text);
}

// A reference to what is not there would let anything pass.
static void test_schema_references(void **state) {
    (void)state;
    char *text = printed(wi_scenario_print_schema);
    for (const char *at = text; (at = strstr(at, "#/$defs/")) != NULL; at++) {
        char wanted[100];
        (void)snprintf(wanted, sizeof wanted, "\n    \"%.*s\": {", (int)strcspn(at + 8, "\""), at + 8);
        if (!strstr(text, wanted)) fail_msg("%s is not defined", wanted);
    }
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t i = 0; i < models[m]->param_count; i++) assert_non_null(strstr(text, models[m]->params[i].name));
    }
    free(text);
}

static void test_rows_are_complete(void **state) {
    (void)state;
    const wi_key_table *table[WI_KEY_TABLES_MAX];
    for (uint32_t t = 0, count = tables(table); t < count; t++) {
        for (uint32_t u = 0; u < t; u++) assert_string_not_equal(table[t]->name, table[u]->name);
        for (uint32_t i = 0; i < table[t]->count; i++) {
            const wi_key *key = &table[t]->key[i];
            if (!key->meaning || !key->example || key->min > key->max) fail_msg("%s.%s", table[t]->name, key->name);
            for (uint32_t k = 0; k < i; k++) assert_string_not_equal(key->name, table[t]->key[k].name);
        }
    }
}

// Where a map with the keys of a table stands.
typedef struct wrapper {
    const char *table, *root, *around;
} wrapper;

// Behaviours to which examples refer.
#define MINDS                                                                                                         \
    "{visitor: {states: {s: {final: true}}}, shopping: {tree: {do: {goal: [1, 1]}}}, helper: {tree: {do: {goal: [1, " \
    "1]}}}"

static const wrapper wrappers[] = {
    {"scenario", NULL, NULL},
    {"time", "time", "%s"},
    {"record", "record", "%s"},
    {"level", "levels", "[{name: ground}, %s]"},
    {"geometry", "geometry", "[%s]"},
    {"door", "doors", "{d: %s}"},
    {"barrier", "barriers", "{b: %s}"},
    {"ways", "ways", "%s"},
    {"post", "ways", "{posts: [%s]}"},
    {"post_sample", "ways", "{posts: %s}"},
    {"line", "lines", "{l: %s}"},
    {"signal", "signals", "{s: %s}"},
    {"profile", "profiles", "{walker: {}, child: %s}"},
    {"shape", "profiles", "{walker: {shape: %s}, child: {}}"},
    {"velocity_set", "profiles", "{walker: {velocity_set: %s}, child: {}}"},
    {"distribution", "profiles", "{walker: {max_speed: %s}, child: {}}"},
    {"normal", "profiles", "{walker: {max_speed: {normal: %s}}, child: {}}"},
    {"log_normal", "profiles", "{walker: {max_speed: {log_normal: %s}}, child: {}}"},
    {"stress", "profiles", "{walker: {stress: %s}, child: {}}"},
    {"goal", "goals", "{g: %s}"},
    {"plan", "agents", "[{at: [0, 0], goal: %s}]"},
    {"opposite", "agents", "[{circle: {radius: 5, count: 2}, goal: {opposite: %s}}]"},
    {"mirrored", "agents", "[{at: [0, 0], goal: {mirrored: %s}}]"},
    {"random_goal", "agents", "[{at: [0, 0], goal: {random: %s}}]"},
    {"region", "regions", "{lawn: %s}"},
    {"stairs", "stairs", "{main: %s}"},
    {"lift", "lifts", "{a: %s}"},
    {"group", "agents", "[%s]"},
    {"company", "agents", "[{circle: {radius: 5, count: 2}, company: %s}]"},
    {"grid", "agents", "[{grid: %s}]"},
    {"circle", "agents", "[{circle: %s}]"},
    {"random", "agents", "[{random: %s}]"},
    {"source", "agents", "[{source: %s}]"},
    {"region", "regions", "{hall: {area: [0, 0, 1, 1]}, r: %s}"},
    {"queue", "queues", "{q: %s}"},
    {"event", "events", "{alarm: {}, e: %s}"},
    {"behaviour", "behaviours", MINDS ", b: %s}"},
    {"state", "behaviours", MINDS ", b: {states: {wait: {goal: exit, next: s}, s: %s}}}"},
    {"transition", "behaviours",
     MINDS ", b: {states: {s: {goal: exit, next: [%s]}, left: {final: true}, right: {final: true}}}}"},
    {"condition", "behaviours",
     MINDS ", b: {states: {s: {goal: exit, time: 5, next: [{when: %s, to: e}]}, e: {final: true}}}}"},
    {"count", "behaviours", MINDS ", b: {tree: {when: {count: %s}, do: {goal: exit}}}}"},
    {"clear", "behaviours", MINDS ", b: {tree: {when: {clear: %s}, do: {goal: exit}}}}"},
    {"near", "behaviours", MINDS ", b: {tree: {when: {near: %s}, do: {goal: exit}}}}"},
    {"attribute_test", "behaviours", MINDS ", b: {tree: {when: {is: %s}, do: {goal: exit}}}}"},
    {"chooser", "behaviours", MINDS ", b: {tree: {do: {goal: %s}}}}"},
    {"action", "behaviours", MINDS ", b: {tree: {do: {goal: exit, enter: [%s]}}}}"},
    {"seat", "behaviours", MINDS ", b: {states: {s: {goal: {seat: %s}, final: true}}}}"},
    {"alternative", "behaviours", MINDS ", b: {alternatives: {left: %s, right: {goal: exit}}}}"},
    {"node", "behaviours", MINDS ", b: {tree: %s}}"},
};

static const wrapper *wrapper_of(const wi_key_table *table) {
    for (uint32_t i = 0; i < WEND_COUNT(wrappers); i++) {
        if (strcmp(wrappers[i].table, table->name) == 0) return &wrappers[i];
    }
    fail_msg("say in this test where a map with the keys of `%s` stands", table->name);
    return NULL;
}

// Keys that go with another one only.
static const char *companion(const char *table, const char *key) {
    static const char *const pairs[][3] = {
        {"geometry", "holes", "kind: room, points: [[0, 0], [9, 0], [9, 9]]"},
        {"geometry", "scale", "kind: wall, file: plan.geojson"},
        {"geometry", "shift", "kind: wall, file: plan.geojson"},
        {"plan", "again", "way: [[1, 1], exit]"},
        {"plan", "level", "at: [1, 1]"},
        {"group", "knows", "at: [0, 0], goal: {nearest: [exit, left]}"},
        {"group", "company", "circle: {radius: 5, count: 2}"},
        {"queue", "served_at", "line: [[0, 0], [0, 5]]"},
        {"state", "next", "goal: exit"},
        {"state", "stay", "goal: exit, final: true"},
        {"state", "final", "goal: exit"},
        {"state", NULL, "final: true"},
        {"alternative", "stay", "goal: exit"},
        {"chooser", "radius", "at: [0, 0]"},
        {"count", "region", "at_most: 5"},
        {"attribute_test", "attribute", "at_most: 5"},
        {"action", "for", "set: {priority: 1}"},
        {"action", "within", "raise: alarm"},
        {"action", "in", "raise: alarm"},
        {"behaviour", "start", "states: {wait: {final: true}}"},
        {"behaviour", "every", "alternatives: {left: {goal: left}}"},
        {"node", "name", "do: {goal: exit}"},
        {"node", "until", "do: {goal: exit}"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(pairs); i++) {
        bool any = pairs[i][1] == NULL; // whatever the key is
        if (strcmp(pairs[i][0], table) == 0 && (any || strcmp(pairs[i][1], key) == 0)) return pairs[i][2];
    }
    return NULL;
}

static void append(char *text, const char *key, const char *value) {
    size_t used = strlen(text);
    (void)snprintf(text + used, 2000 - used, "%s%s: %s", used > 1 ? ", " : "", key, value);
}

// A map with one key and whatever else it cannot do without, all from their examples.
static void make_map(const wi_key_table *table, const wi_key *key, char *text) {
    const char *beside = companion(table->name, key->name);
    bool chosen = key->choice != 0;
    strcpy(text, "{");
    append(text, key->name, key->example);
    if (beside) {
        strcat(strcat(text, ", "), beside);
    } else {
        for (uint32_t i = 0; i < table->count; i++) {
            const wi_key *other = &table->key[i];
            if (other == key || !(other->flags & WI_KEY_REQUIRED) || (other->choice && chosen)) continue;
            chosen |= other->choice != 0;
            append(text, other->name, other->example);
        }
    }
    strcat(text, "}");
}

static void make_scenario(const wi_key_table *table, const wi_key *key, char *text) {
    static const char *const base[][2] = {
        {"wend", "1"},
        {"time", "{limit: 5}"},
        {"levels", "[{name: ground}, {name: first}]"},
        {"profiles", "{walker: {}, child: {}, staff: {}, guide: {}, runner: {}}"},
        {"goals",
         "{exit: {at: [5, 5]}, door: {at: [4, 4]}, left: {at: [1, 0]}, right: {at: [0, 1]}, desk: {at: [1, 1], "
         "capacity: 1}, seat_1: {at: [2, 2]}, seat_2: {at: [3, 2]}, bin_1: {at: [2, 3]}, bin_2: {at: [3, 3]}}"},
        {"regions", "{hall: {area: [0, 0, 20, 10]}}"},
        {"queues", "{tickets: {line: [[5, 5], [5, 0]]}}"},
        {"events", "{alarm: {}}"},
        {"behaviours", MINDS "}"},
    };
    const wrapper *in = wrapper_of(table);
    const char *root = in->root ? in->root : key->name;
    char map[2000], value[2200];
    strcpy(text, "{");
    for (uint32_t i = 0; i < WEND_COUNT(base); i++) {
        if (strcmp(base[i][0], root) != 0) append(text, base[i][0], base[i][1]);
    }
    make_map(table, key, map);
    const char *middle = in->around ? strstr(in->around, "%s") : NULL;
    if (middle)
        (void)snprintf(value, sizeof value, "%.*s%s%s", (int)(middle - in->around), in->around, map, middle + 2);
    append(text, root, middle ? value : key->example);
    strcat(text, "}\n");
}

static void write_bookings(const folder *in) {
    sqlite3 *base;
    assert_int_equal(sqlite3_open(folder_file(in, "cabin.db"), &base), SQLITE_OK);
    const char *sql = "CREATE TABLE bookings (turn, seat); INSERT INTO bookings VALUES (1, 'desk')";
    assert_int_equal(sqlite3_exec(base, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(base), SQLITE_OK);
}

static void test_examples(void **state) {
    (void)state;
    folder in = folder_make();
    folder_write(&in, "plan.geojson", "{}");
    folder_write(&in, "people.csv", "x,y\n0,0\n");
    folder_write(&in, "arrivals.csv", "time,count\n0,5\n");
    folder_write(&in, "seats.csv", "x,y\n0,0\n");
    folder_write(&in, "common.yaml", "title: common\n");
    write_bookings(&in);
    const wi_key_table *table[WI_KEY_TABLES_MAX];
    for (uint32_t t = 0, count = tables(table); t < count; t++) {
        for (uint32_t i = 0; i < table[t]->count; i++) {
            char text[4000];
            make_scenario(table[t], &table[t]->key[i], text);
            folder_write(&in, "example.yaml", text);
            wi_problems problems = {0};
            wi_scenario *scenario = wi_scenario_read(folder_file(&in, "example.yaml"), NULL, &problems);
            wi_problems_print(&problems, stderr);
            if (!scenario) fail_msg("the example of %s.%s does not read", table[t]->name, table[t]->key[i].name);
            wi_scenario_free(scenario);
        }
    }
    folder_remove(&in);
}

// Profiles leave what is not given to the library; the table must say what that is.
static void test_profile_defaults(void **state) {
    (void)state;
    const wi_key_table *table[WI_KEY_TABLES_MAX];
    wend_profile is = wend_profile_default();
    const struct {
        const char *key;
        float value;
    } rows[] = {{"preferred_speed", is.preferred_speed}, {"max_speed", is.max_speed}, {"priority", is.priority}};
    for (uint32_t t = 0, count = tables(table); t < count; t++) {
        for (uint32_t i = 0; strcmp(table[t]->name, "profile") == 0 && i < table[t]->count; i++) {
            const wi_key *key = &table[t]->key[i];
            for (uint32_t k = 0; k < WEND_COUNT(rows); k++) {
                if (strcmp(key->name, rows[k].key) == 0) assert_true(strtof(key->initial, NULL) == rows[k].value);
            }
            if (strcmp(key->name, "model") == 0) assert_string_equal(key->initial, is.model->name);
            if (strcmp(key->name, "max_acceleration") == 0) assert_true(isinf(is.max_acceleration));
            if (strcmp(key->name, "shape") == 0)
                assert_true(is.shape.half_length == 0.2f && is.shape.kind == WEND_DISC);
        }
    }
}

// docs/scenario.md, from the place of this file.
static char *read_manual(void) {
    char path[1000];
    const char *tests = strstr(__FILE__, "tests/scenario/");
    assert_non_null(tests);
    (void)snprintf(path, sizeof path, "%.*sdocs/scenario.md", (int)(tests - __FILE__), __FILE__);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("cannot read %s", path);
    char *text = NULL;
    size_t capacity = 0;
    assert_true(getdelim(&text, &capacity, '\0', file) > 0);
    fclose(file);
    return text;
}

static void test_manual_is_up_to_date(void **state) {
    (void)state;
    static const char begin[] = "<!-- reference: begin -->\n", end[] = "<!-- reference: end -->\n";
    char *manual = read_manual(), *reference = printed(wi_scenario_print_reference);
    char *from = strstr(manual, begin), *to = from ? strstr(from, end) : NULL;
    assert_non_null(to);
    from += strlen(begin);
    if ((size_t)(to - from) != strlen(reference) || memcmp(from, reference, strlen(reference)) != 0)
        fail_msg("put the output of `wend schema --reference` between the markers of docs/scenario.md");
    free(manual);
    free(reference);
}

static void test_manual_examples(void **state) {
    (void)state;
    static const char fence[] = "```yaml\nwend: 1\n";
    char *manual = read_manual();
    uint32_t count = 0;
    for (char *at = manual; (at = strstr(at, fence)) != NULL; count++) {
        char *from = at + strlen("```yaml\n"), *to = strstr(from, "```");
        assert_non_null(to);
        *to = '\0';
        wi_scenario_free(read_good(from));
        at = to + 1;
    }
    assert_true(count > 0);
    free(manual);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schema_is_json),    cmocka_unit_test(test_schema_references),
        cmocka_unit_test(test_rows_are_complete), cmocka_unit_test(test_examples),
        cmocka_unit_test(test_profile_defaults),  cmocka_unit_test(test_manual_is_up_to_date),
        cmocka_unit_test(test_manual_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
