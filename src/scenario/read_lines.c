// Doors, and lines where crossings are counted: both are straight pieces between two points, by name.
#include "scenario/sections.h"

static wi_key_read read_ends;

// clang-format off
static const wi_key door_rows[] = {
    {.name = "points", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = read_ends,
     .meaning = "its two ends when closed", .example = "[[0, 0], [1, 0]]", .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it stands",
     .example = "ground", .offset = offsetof(wi_line_source, level), .read = wi_read_level},
    {.name = "open", .type = WI_KEY_FLAG, .initial = "false", .meaning = "whether it is open at the start",
     .example = "true", .offset = offsetof(wi_line_source, open)},
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
// clang-format on

static void read_ends(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
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

static wi_line_source *read_named(wi_reader *reader, const wi_node *node, const wi_key *key, const wi_key *item,
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

void wi_read_doors(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->door = read_named(reader, node, key, door_item, &scenario->door_count);
}

void wi_read_lines(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->line = read_named(reader, node, key, line_item, &scenario->line_count);
}
