// Goals of activities: which of several places, and by what rule.
#include <math.h>
#include <string.h>

#include "scenario/behaviour.h"
#include "scenario/csv.h"

#define TABLE_MAX 100000

// clang-format off
static const char *const chooser_words[] = {"held", "own", NULL};
static const wi_key name_item[] = {{.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"}};
static const wi_key_table name_list = {"goal_names", "names of goals", name_item, 1, NULL};
static const wi_key weight_item[] = {{.name = "", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "its weight"}};
static const wi_key_table weight_table = {"goal_weights", "goals and weights", weight_item, 1, NULL};
static const wi_key chooser_rows[] = {
    {.name = "at", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point", .example = "[10, 0]", .read = wi_read_later, .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "first", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 1e5, .read = wi_read_later, .choice = 1,
     .meaning = "the first of these that is free", .example = "[seat_1, seat_2]", .flags = WI_KEY_REQUIRED},
    {.name = "random", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 1e5, .read = wi_read_later, .choice = 1,
     .meaning = "one of these that is free", .example = "[left, right]", .flags = WI_KEY_REQUIRED},
    {.name = "weighted", .type = WI_KEY_NAMED, .table = &weight_table, .read = wi_read_later, .choice = 1,
     .meaning = "one of these that is free, by weight", .example = "{left: 1, right: 2}", .flags = WI_KEY_REQUIRED},
    {.name = "quickest", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 1e5, .read = wi_read_later, .choice = 1,
     .meaning = "of these, the one that takes the least time to get to, with queues on the way; looks again every 2 s", .example = "[left, right]",
     .flags = WI_KEY_REQUIRED},
    {.name = "nearest", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 1e5, .read = wi_read_later, .choice = 1,
     .meaning = "the nearest of these that is free, by the way that leads there", .example = "[left, right]", .flags = WI_KEY_REQUIRED},
    {.name = "farthest", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 1e5, .read = wi_read_later, .choice = 1,
     .meaning = "the farthest of these that is free", .example = "[left, right]", .flags = WI_KEY_REQUIRED},
    {.name = "nearest_behind", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 1e5, .read = wi_read_later, .choice = 1,
     .meaning = "the nearest that is free of those behind the agent", .example = "[bin_1, bin_2]", .flags = WI_KEY_REQUIRED},
    {.name = "table", .type = WI_KEY_FILE, .read = wi_read_later, .choice = 1,
     .meaning = "the next free row of a CSV file with the columns x, y and perhaps radius", .example = "seats.csv",
     .flags = WI_KEY_REQUIRED},
    {.name = "seat", .type = WI_KEY_TABLE, .table = &wi_seat_keys, .read = wi_read_later, .choice = 1,
     .meaning = "the next free row of a query to a database",
     .example = "{database: cabin.db, query: SELECT seat FROM bookings ORDER BY turn}", .flags = WI_KEY_REQUIRED},
    {.name = "queue", .type = WI_KEY_NAME, .read = wi_read_later, .choice = 1, .meaning = "a place in a queue", .example = "tickets",
     .flags = WI_KEY_REQUIRED},
    {.name = "within", .type = WI_KEY_NAME, .read = wi_read_later, .choice = 1, .meaning = "anywhere in a region", .example = "hall",
     .flags = WI_KEY_REQUIRED},
    {.name = "mirrored", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = wi_read_later, .choice = 1,
     .meaning = "where the agent stands, mirrored in the line through two points", .example = "[[0, 0], [0, 1]]",
     .flags = WI_KEY_REQUIRED},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .initial = "0.3",
     .meaning = "of `at`, `within`, `mirrored`, `table` and `seat`: this near is there", .example = "0.5", .offset = 0},
};
// clang-format on
static const wi_key_table chooser_keys = {"chooser", "how a goal is chosen", chooser_rows, WEND_COUNT(chooser_rows),
                                          NULL};
static const wi_key chooser_forms[] = {
    {.name = "", .type = WI_KEY_WORD, .words = chooser_words, .meaning = "the goal that it has; the one it came with"},
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"},
    {.name = "", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point"},
    {.name = "", .type = WI_KEY_TABLE, .table = &chooser_keys, .meaning = "one of several"},
};
const wi_key_table wi_chooser_forms = {"chooser_forms", "where to go", chooser_forms, WEND_COUNT(chooser_forms), NULL};

static void add_goal(wi_behaviour_reader *b, const wi_node *node, double weight, wend_chooser *chooser) {
    uint32_t site;
    if (!wi_names_find(b->reader, &b->reader->goals, node, "goal", &site)) return;
    wi_add_listed(b, (wend_listed){site, (float)weight});
    chooser->sites.count++;
}

static void add_point(wi_behaviour_reader *b, wend_point at, double radius, uint32_t capacity, wend_chooser *chooser) {
    uint32_t site = wi_add_site(b, (wend_site){.at = at, .radius = (float)radius, .capacity = capacity}, NULL);
    wi_add_listed(b, (wend_listed){site, 1.0f});
    chooser->sites.count++;
}

static void read_list(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, wend_chooser *chooser) {
    if (!wi_value_is_list(b->reader, node, key->name, 1, TABLE_MAX)) return;
    for (uint32_t i = 0; i < node->count; i++) add_goal(b, node->value[i], 1.0, chooser);
}

static void read_weighted(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, wend_chooser *chooser) {
    double sum = 0.0;
    if (node->kind != WI_MAP || node->count == 0) {
        wi_problem_add(b->reader->problems, node->place, "`%s` must be a map of goals and weights", key->name);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        wi_key row = weight_item[0];
        double weight = 1.0;
        row.name = node->key[i]->text;
        wi_value_in_range(b->reader, node->value[i], &row, &weight);
        add_goal(b, node->key[i], weight, chooser);
        sum += weight;
    }
    if (!(sum > 0.0)) wi_problem_add(b->reader->problems, node->place, "the weights of `%s` are all 0", key->name);
}

static void read_rows(wi_behaviour_reader *b, wi_csv *csv, double radius, wend_chooser *chooser) {
    uint32_t x = wi_csv_column(csv, "x"), y = wi_csv_column(csv, "y"), own = wi_csv_column(csv, "radius");
    wi_problems *problems = b->reader->problems;
    if (x == UINT32_MAX || y == UINT32_MAX) {
        wi_csv_problem(csv, problems, "a table of goals needs the columns x and y (m), and may have radius");
        return;
    }
    while (wi_csv_next(csv, problems) && chooser->sites.count < TABLE_MAX) {
        wend_point at = {wi_csv_number(csv, x, problems), wi_csv_number(csv, y, problems)};
        double near = wi_csv_number(csv, own, problems);
        if (!(fabs(at.x) <= WI_COORDINATE_MAX && fabs(at.y) <= WI_COORDINATE_MAX) || near < 0.0)
            wi_csv_problem(csv, problems, "x and y must be coordinates, and radius 0 or more");
        else
            add_point(b, at, near > 0.0 ? near : radius, 1, chooser);
    }
}

static void read_table(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, double radius,
                       wend_chooser *chooser) {
    const char *path;
    wi_csv csv;
    if (!wi_value_file(b->reader, node, key->name, &path) || !wi_csv_open(&csv, path, node->place, b->reader->problems))
        return;
    uint32_t before = b->reader->problems->count;
    read_rows(b, &csv, radius, chooser);
    wi_csv_close(&csv);
    if (chooser->sites.count == 0 && b->reader->problems->count == before)
        wi_problem_add(b->reader->problems, node->place, "there must be at least one row in the table");
}

static void read_mirrored(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, wend_chooser *chooser) {
    wi_ring line;
    if (!wi_value_ring(b->reader, node, key->name, 2, &line)) return;
    double dx = line.point[1].x - line.point[0].x, dy = line.point[1].y - line.point[0].y;
    if (line.count != 2 || !(dx * dx + dy * dy > 0.0)) {
        wi_problem_add(b->reader->problems, node->place, "`%s` must be two different points", key->name);
        return;
    }
    chooser->index = wi_add_region(b, (wend_region){line.point, 2, 0});
}

static wend_chooser_kind kind_of(const char *key) {
    static const struct {
        const char *key;
        wend_chooser_kind kind;
    } kinds[] = {{"at", WEND_CHOOSE_FIRST},
                 {"first", WEND_CHOOSE_FIRST},
                 {"random", WEND_CHOOSE_RANDOM},
                 {"weighted", WEND_CHOOSE_WEIGHTED},
                 {"quickest", WEND_CHOOSE_QUICKEST},
                 {"nearest", WEND_CHOOSE_NEAREST},
                 {"farthest", WEND_CHOOSE_FARTHEST},
                 {"nearest_behind", WEND_CHOOSE_BEHIND},
                 {"table", WEND_CHOOSE_FIRST},
                 {"seat", WEND_CHOOSE_FIRST},
                 {"queue", WEND_CHOOSE_QUEUE},
                 {"within", WEND_CHOOSE_WITHIN},
                 {"mirrored", WEND_CHOOSE_MIRRORED}};
    for (uint32_t i = 0; i < WEND_COUNT(kinds); i++)
        if (strcmp(kinds[i].key, key) == 0) return kinds[i].kind;
    return WEND_CHOOSE_NOTHING;
}

static void read_keyed(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, wend_chooser *chooser) {
    wend_point at;
    chooser->kind = kind_of(key->name);
    if (strcmp(key->name, "at") == 0) {
        if (wi_value_point(b->reader, node, key->name, &at)) add_point(b, at, (double)chooser->radius, 0, chooser);
    } else if (key->type == WI_KEY_LIST) {
        read_list(b, node, key, chooser);
    } else if (key->type == WI_KEY_NAMED) {
        read_weighted(b, node, key, chooser);
    } else if (key->type == WI_KEY_FILE) {
        read_table(b, node, key, (double)chooser->radius, chooser);
    } else if (key->type == WI_KEY_TABLE) {
        wi_read_seats(b, node, chooser);
    } else if (key->type == WI_KEY_RING) {
        read_mirrored(b, node, key, chooser);
    } else {
        const wi_names *names = chooser->kind == WEND_CHOOSE_QUEUE ? &b->reader->queues : &b->reader->regions;
        wi_names_find(b->reader, names, node, chooser->kind == WEND_CHOOSE_QUEUE ? "queue" : "region", &chooser->index);
    }
}

static void read_map(wi_behaviour_reader *b, const wi_node *node, wend_chooser *chooser) {
    uint32_t before = b->reader->problems->count;
    double radius = WI_ARRIVAL_RADIUS;
    wi_keys_read(b->reader, node, &chooser_keys, &radius);
    if (b->reader->problems->count > before) return;
    chooser->radius = (float)radius;
    for (uint32_t i = 0; i < chooser_keys.count; i++) {
        const wi_key *key = &chooser_keys.key[i];
        const wi_node *value = key->choice ? wi_node_get(node, key->name) : NULL;
        if (value) read_keyed(b, value, key, chooser);
    }
}

void wi_read_chooser(wi_behaviour_reader *b, const wi_node *node, wend_chooser *chooser) {
    wend_point at;
    *chooser =
        (wend_chooser){.kind = WEND_CHOOSE_FIRST, .sites = {b->is->list_count, 0}, .radius = (float)WI_ARRIVAL_RADIUS};
    if (wi_node_is_wrong(node)) return;
    if (node->kind == WI_MAP) {
        read_map(b, node, chooser);
    } else if (node->kind == WI_LIST) {
        if (wi_value_point(b->reader, node, "goal", &at)) add_point(b, at, WI_ARRIVAL_RADIUS, 0, chooser);
    } else if (node->kind == WI_SCALAR && strcmp(node->text, "held") == 0) {
        chooser->kind = WEND_CHOOSE_HELD;
    } else if (node->kind == WI_SCALAR && strcmp(node->text, "own") == 0) {
        chooser->kind = WEND_CHOOSE_OWN;
    } else {
        add_goal(b, node, 1.0, chooser);
    }
}
