// Doors, lines where crossings are counted, and lights: all are straight pieces between two points, by name.
#include "scenario/sections.h"

static wi_key_read read_ends;
static void check_signal(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key time_item[] = {
    {.name = "", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e9, .meaning = "time of the run"}};
const wi_key_table wi_switch_times = {"times", "times of the run", time_item, 1, NULL};

static const wi_key door_rows[] = {
    {.name = "points", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = read_ends,
     .meaning = "its two ends when closed", .example = "[[0, 0], [1, 0]]", .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it stands",
     .example = "ground", .offset = offsetof(wi_line_source, level), .read = wi_read_level},
    {.name = "open", .type = WI_KEY_FLAG, .initial = "false", .meaning = "whether it is open at the start",
     .example = "true", .offset = offsetof(wi_line_source, open)},
    {.name = "switches", .type = WI_KEY_LIST, .table = &wi_switch_times, .unit = "s", .min = 0, .max = WI_SWITCHES_MAX,
     .read = wi_read_switches, .initial = "[]", .example = "[30, 60]",
     .meaning = "times at which it opens if it is closed and closes if it is open, ascending; it waits while somebody stands in it"},
};
static const wi_key_table door_keys = {"door", "a wall that can be opened", door_rows, WEND_COUNT(door_rows), NULL};
static const wi_key door_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &door_keys}};
const wi_key_table wi_door_item = {"doors", "doors by name", door_item, 1, NULL};

static const wi_key line_rows[] = {
    {.name = "points", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = read_ends,
     .meaning = "its two ends", .example = "[[0, 0], [0, 2]]", .flags = WI_KEY_REQUIRED},
};
static const wi_key_table line_keys = {"line", "where crossings are counted", line_rows, WEND_COUNT(line_rows), NULL};
static const wi_key line_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &line_keys}};
const wi_key_table wi_line_item = {"lines", "lines by name", line_item, 1, NULL};

static const wi_key signal_rows[] = {
    {.name = "points", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = read_ends,
     .meaning = "two ends of the line that nobody steps over from its right to its left, seen from the first, while it is red",
     .example = "[[4, 0], [0, 0]]", .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it stands",
     .example = "ground", .offset = offsetof(wi_line_source, level), .read = wi_read_level},
    {.name = "cycle", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.1, .max = 1e6, .meaning = "time from green to green",
     .example = "60", .offset = offsetof(wi_line_source, cycle), .flags = WI_KEY_REQUIRED},
    {.name = "green", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e6,
     .meaning = "how long of each cycle it is green", .example = "20", .offset = offsetof(wi_line_source, green),
     .flags = WI_KEY_REQUIRED},
    {.name = "offset", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e6, .initial = "0",
     .meaning = "where the cycle stands at the start; it begins with green", .example = "20",
     .offset = offsetof(wi_line_source, offset)},
};
static const wi_key_table signal_keys = {"signal", "a light", signal_rows, WEND_COUNT(signal_rows), check_signal};
static const wi_key signal_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &signal_keys}};
const wi_key_table wi_signal_item = {"signals", "lights by name", signal_item, 1, NULL};
// clang-format on

static void read_ends(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_line_source *line = into;
    wi_ring ring;
    if (!wi_value_ring(reader, node, key->name, 2, &ring)) return;
    line->end[0] = ring.point[0];
    line->end[1] = ring.point[1];
    bool point = ring.point[0].x == ring.point[1].x && ring.point[0].y == ring.point[1].y;
    if (ring.count != 2 || point)
        wi_problem_add(reader->problems, node->place, "`%s` must be two different points%s", key->name,
                       ring.count > 2 ? "; a bent line is several" : "");
}

void wi_read_switches(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_line_source *door = into;
    if (!wi_value_is_list(reader, node, key->name, 0, WI_SWITCHES_MAX)) return;
    door->switches = WI_TAKE(reader->arena, double, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        wi_key row = *time_item;
        row.name = key->name;
        if (!wi_value_in_range(reader, node->value[i], &row, &door->switches[i])) return;
        if (i > 0 && door->switches[i] <= door->switches[i - 1]) {
            wi_problem_add(reader->problems, node->value[i]->place, "`%s` has %g s after %g s, must ascend", key->name,
                           door->switches[i], door->switches[i - 1]);
            return;
        }
    }
    door->switch_count = node->count;
}

static void check_signal(wi_key_reader *reader, const wi_node *node, void *into) {
    const wi_line_source *signal = into;
    const wi_node *cycle = wi_node_get(node, "cycle"), *green = wi_node_get(node, "green"),
                  *offset = wi_node_get(node, "offset");
    if (!cycle || signal->cycle == 0.0) return; // it was refused itself
    if (green && signal->green > signal->cycle)
        wi_problem_add(reader->problems, green->place, "`green` is %g s, must be at most the `cycle`, which is %g s",
                       signal->green, signal->cycle);
    if (offset && signal->offset > signal->cycle)
        wi_problem_add(reader->problems, offset->place, "`offset` is %g s, must be at most the `cycle`, which is %g s",
                       signal->offset, signal->cycle);
}

static wi_line_source *read_named(wi_key_reader *reader, const wi_node *node, const wi_key *key, const wi_key *item,
                                  uint32_t *count) {
    *count = 0;
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map from names to their ends", key->name);
        return NULL;
    }
    wi_line_source *line = WI_TAKE(reader->arena, wi_line_source, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        line[i].name = node->key[i]->text;
        line[i].place = node->value[i]->place;
        wi_key row = *item;
        row.name = line[i].name;
        wi_key_read_value(reader, node->value[i], &row, &line[i]);
    }
    *count = node->count;
    return line;
}

void wi_read_doors(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->door = read_named(reader, node, key, door_item, &scenario->door_count);
}

void wi_read_lines(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->line = read_named(reader, node, key, line_item, &scenario->line_count);
}

void wi_read_signals(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->signal = read_named(reader, node, key, signal_item, &scenario->signal_count);
}
