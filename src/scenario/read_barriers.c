// Barriers: what stands somewhere for a while. Each side of one is a door, behind those that are really doors.
#include "scenario/sections.h"

typedef struct barrier_source {
    wi_line_source side; // what all of them have in common
    wi_ring area, line;
    bool present;
} barrier_source;

static void check_barrier(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key barrier_rows[] = {
    {.name = "area", .type = WI_KEY_REGION, .unit = "m", .meaning = "what it stands on: [x0, y0, x1, y1] or corners",
     .example = "[0, 0, 5, 2]", .offset = offsetof(barrier_source, area), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "line", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 1e4, .meaning = "points of a fence",
     .example = "[[0, 0], [4, 0], [4, 3]]", .offset = offsetof(barrier_source, line), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it stands",
     .example = "ground", .offset = offsetof(barrier_source, side.level), .read = wi_read_level},
    {.name = "present", .type = WI_KEY_FLAG, .initial = "true", .meaning = "whether it is there at the start",
     .example = "false", .offset = offsetof(barrier_source, present)},
    {.name = "switches", .type = WI_KEY_LIST, .table = &wi_switch_times, .unit = "s", .min = 0, .max = WI_SWITCHES_MAX,
     .read = wi_read_switches, .initial = "[]", .example = "[30, 60]",
     .meaning = "times at which it goes if it is there and comes if it is not, ascending; it does not come while somebody stands where it will be"},
};
static const wi_key_table barrier_keys = {"barrier", "what stands somewhere for a while", barrier_rows, WEND_COUNT(barrier_rows), check_barrier};
static const wi_key barrier_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &barrier_keys}};
const wi_key_table wi_barrier_item = {"barriers", "barriers by name", barrier_item, 1, NULL};
// clang-format on

static wi_ring ring_of(const barrier_source *barrier) {
    return barrier->area.count > 0 ? barrier->area : barrier->line;
}

static uint32_t side_count(const barrier_source *barrier) {
    wi_ring ring = ring_of(barrier);
    return ring.count == 0 ? 0 : barrier->area.count > 0 ? ring.count : ring.count - 1;
}

static void ends_of(const barrier_source *barrier, uint32_t side, wend_point end[2]) {
    wi_ring ring = ring_of(barrier);
    end[0] = ring.point[side];
    end[1] = ring.point[(side + 1) % ring.count];
}

static void check_barrier(wi_key_reader *reader, const wi_node *node, void *into) {
    const barrier_source *barrier = into;
    for (uint32_t i = 0; i < side_count(barrier); i++) {
        wend_point end[2];
        ends_of(barrier, i, end);
        if (end[0].x != end[1].x || end[0].y != end[1].y) continue;
        wi_problem_add(reader->problems, node->place, "two points in a row are (%.10g, %.10g), must be apart", end[0].x,
                       end[0].y);
    }
}

static void add_sides(wi_scenario *scenario, const barrier_source *barrier) {
    for (uint32_t i = 0; i < side_count(barrier); i++) {
        wi_line_source *side = &scenario->door[scenario->door_count++];
        *side = barrier->side;
        side->open = !barrier->present;
        ends_of(barrier, i, side->end);
    }
}

static void read_one(wi_key_reader *reader, const wi_node *node, const char *name, uint32_t number,
                     barrier_source *into) {
    wi_key row = *barrier_item;
    row.name = name;
    into->side = (wi_line_source){.name = name, .place = node->place, .barrier = number};
    wi_key_read_value(reader, node, &row, into);
}

void wi_read_barriers(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map from names to areas or lines", key->name);
        return;
    }
    barrier_source *barrier = WI_TAKE(reader->arena, barrier_source, node->count);
    uint32_t sides = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        read_one(reader, node->value[i], node->key[i]->text, i + 1, &barrier[i]);
        sides += side_count(&barrier[i]);
    }
    wi_line_source *all = WI_TAKE(reader->arena, wi_line_source, scenario->door_count + sides);
    for (uint32_t i = 0; i < scenario->door_count; i++) all[i] = scenario->door[i];
    scenario->door = all;
    for (uint32_t i = 0; i < node->count; i++) add_sides(scenario, &barrier[i]);
}
