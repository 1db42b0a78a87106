// What ways lead over: regions that cost more or less, stairs, escalators and lifts.
#include "scenario/sections.h"

#include <string.h>

// RiMEA takes these speeds on stairs from Weidmann, "Transporttechnik der Fussgaenger" (1993): 0.61 m/s up and 0.69 m/s
// down, as seen from above, of those who walk 1.34 m/s on the level.
#define SHARE_UP "0.455"
#define SHARE_DOWN "0.515"

#define LIFT_LEVELS_MAX 16

static wi_key_read read_pair, read_stops, read_cab;
static void check_stairs(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key region_rows[] = {
    {.name = "area", .type = WI_KEY_REGION, .unit = "m", .meaning = "where it is: [x0, y0, x1, y1] or corners",
     .example = "[0, 0, 20, 10]", .offset = offsetof(wi_region_source, area), .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it is",
     .example = "ground", .offset = offsetof(wi_region_source, level), .read = wi_read_level},
    {.name = "cost", .type = WI_KEY_NUMBER, .min = 0.1, .max = 1000, .initial = "1",
     .meaning = "of a metre here, in metres of plain floor: above 1, ways lead around it", .example = "3",
     .offset = offsetof(wi_region_source, cost)},
};
static const wi_key_table region_keys = {"region", "an area that behaviours ask about, or ground that people like less or more", region_rows, WEND_COUNT(region_rows), NULL};
static const wi_key region_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &region_keys}};
const wi_key_table wi_region_item = {"regions", "regions by name", region_item, 1, NULL};

static const wi_key stairs_rows[] = {
    {.name = "from", .type = WI_KEY_NAME, .meaning = "the lower level, on which they stand", .example = "ground",
     .offset = offsetof(wi_stairs_source, from), .read = wi_read_level, .flags = WI_KEY_REQUIRED},
    {.name = "to", .type = WI_KEY_NAME, .meaning = "the upper level, which begins at the top and has a hole over them",
     .example = "first", .offset = offsetof(wi_stairs_source, to), .read = wi_read_level, .flags = WI_KEY_REQUIRED},
    {.name = "bottom", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = read_pair,
     .meaning = "ends of the first step, as seen from above", .example = "[[0, 0], [2, 0]]",
     .offset = offsetof(wi_stairs_source, bottom), .flags = WI_KEY_REQUIRED},
    {.name = "top", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 2, .read = read_pair,
     .meaning = "ends of the last step, the same side first", .example = "[[0, 6], [2, 6]]",
     .offset = offsetof(wi_stairs_source, top), .flags = WI_KEY_REQUIRED},
    {.name = "speed_up", .type = WI_KEY_NUMBER, .min = 0.01, .max = 10, .initial = SHARE_UP,
     .meaning = "share of the preferred speed on the way up, as seen from above", .example = "0.5",
     .offset = offsetof(wi_stairs_source, speed_up)},
    {.name = "speed_down", .type = WI_KEY_NUMBER, .min = 0.01, .max = 10, .initial = SHARE_DOWN,
     .meaning = "the same on the way down", .example = "0.6", .offset = offsetof(wi_stairs_source, speed_down)},
    {.name = "carry", .type = WI_KEY_NUMBER, .unit = "m/s", .min = -10, .max = 10, .initial = "0",
     .meaning = "makes them an escalator: it carries so fast up, or down if negative", .example = "0.5",
     .offset = offsetof(wi_stairs_source, carry)},
};
static const wi_key_table stairs_keys = {"stairs", "stairs or an escalator", stairs_rows, WEND_COUNT(stairs_rows), check_stairs};
static const wi_key stairs_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &stairs_keys}};
const wi_key_table wi_stairs_item = {"staircases", "stairs by name", stairs_item, 1, NULL};

static const char *const sides[] = {[WI_SOUTH] = "south", [WI_EAST] = "east", [WI_NORTH] = "north", [WI_WEST] = "west", NULL};
static const wi_key stop_item[] = {{.name = "", .type = WI_KEY_NAME, .meaning = "name of a level"}};
static const wi_key_table stop_table = {"stops", "levels", stop_item, 1, NULL};
static const wi_key lift_rows[] = {
    {.name = "levels", .type = WI_KEY_LIST, .table = &stop_table, .min = 2, .max = LIFT_LEVELS_MAX, .read = read_stops,
     .meaning = "where it stops", .example = "[ground, first]", .flags = WI_KEY_REQUIRED},
    {.name = "cab", .type = WI_KEY_BOX, .unit = "m", .meaning = "a rectangle [x0, y0, x1, y1], the same on all levels",
     .example = "[0, 0, 2, 2]", .read = read_cab, .flags = WI_KEY_REQUIRED},
    {.name = "door", .type = WI_KEY_WORD, .words = sides, .meaning = "the side where one gets in and out; y grows to the north",
     .example = "south", .offset = offsetof(wi_lift_source, door), .flags = WI_KEY_REQUIRED},
    {.name = "capacity", .type = WI_KEY_WHOLE, .min = 1, .max = 1000, .initial = "8",
     .meaning = "how many ride at a time from each level", .example = "12", .offset = offsetof(wi_lift_source, capacity)},
    {.name = "cycle", .type = WI_KEY_NUMBER, .unit = "s", .min = 1, .max = 1e6, .initial = "40",
     .meaning = "time from one departure to the next", .example = "60", .offset = offsetof(wi_lift_source, cycle)},
};
static const wi_key_table lift_keys = {"lift", "a lift", lift_rows, WEND_COUNT(lift_rows), NULL};
static const wi_key lift_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &lift_keys}};
const wi_key_table wi_lift_item = {"lifts", "lifts by name", lift_item, 1, NULL};
// clang-format on

static bool is_line(const wend_point end[2]) { return end[0].x != end[1].x || end[0].y != end[1].y; }

static void read_pair(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wend_point *end = (wend_point *)((unsigned char *)into + key->offset);
    wi_ring ring;
    if (!wi_value_ring(reader, node, key->name, 2, &ring)) return;
    end[0] = ring.point[0];
    end[1] = ring.point[1];
    if (ring.count != 2 || !is_line(end))
        wi_problem_add(reader->problems, node->place, "`%s` must be two different points", key->name);
}

static double turn(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Bottom and top span a convex quadrilateral.
static bool is_convex(const wi_stairs_source *s) {
    wend_point corner[4] = {s->bottom[0], s->bottom[1], s->top[1], s->top[0]};
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i < 4; i++) {
        double side = turn(corner[i], corner[(i + 1) % 4], corner[(i + 2) % 4]);
        left += side > 0.0;
        right += side < 0.0;
    }
    return left == 4 || right == 4;
}

static void check_stairs(wi_key_reader *reader, const wi_node *node, void *into) {
    const wi_stairs_source *stairs = into;
    const wi_node *from = wi_node_get(node, "from"), *to = wi_node_get(node, "to"), *top = wi_node_get(node, "top");
    if (from && to && from->text && to->text && strcmp(from->text, to->text) == 0)
        wi_problem_add(reader->problems, to->place, "stairs join two levels, but `from` and `to` are the same");
    if (top && is_line(stairs->bottom) && is_line(stairs->top) && !is_convex(stairs))
        wi_problem_add(reader->problems, top->place,
                       "`bottom` and `top` must span a convex area; give the same side first in both");
}

static void read_stops(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_lift_source *lift = into;
    if (!wi_value_is_list(reader, node, key->name, 2, LIFT_LEVELS_MAX)) return;
    lift->level = WI_TAKE(reader->arena, uint32_t, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t level;
        if (!wi_names_find(reader, &reader->levels, node->value[i], "level", &level)) continue;
        for (uint32_t k = 0; k < lift->level_count; k++)
            if (lift->level[k] == level)
                wi_problem_add(reader->problems, node->value[i]->place, "the lift stops here twice");
        lift->level[lift->level_count++] = level;
    }
}

static void read_cab(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_lift_source *lift = into;
    if (!wi_value_box(reader, node, key->name, lift->box)) return;
    if (!(lift->box[2] > lift->box[0] && lift->box[3] > lift->box[1]))
        wi_problem_add(reader->problems, node->place, "`%s` must have an area", key->name);
}

// Everything that is named here begins with its title.
static void *read_named(wi_key_reader *reader, const wi_node *node, const wi_key *key, const wi_key *item, size_t size,
                        uint32_t *count) {
    *count = 0;
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map from names to what they are", key->name);
        return NULL;
    }
    unsigned char *all = wi_arena_take(reader->arena, (size_t)node->count, size);
    for (uint32_t i = 0; i < node->count; i++) {
        void *one = all + i * size;
        *(wi_title *)one = (wi_title){node->key[i]->text, node->value[i]->place};
        wi_key row = *item;
        row.name = node->key[i]->text;
        wi_key_read_value(reader, node->value[i], &row, one);
    }
    *count = node->count;
    return all;
}

void wi_read_regions(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->region = read_named(reader, node, key, region_item, sizeof *scenario->region, &scenario->region_count);
    if (scenario->region) wi_take_regions(reader, node);
}

void wi_read_stairs(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->stairs = read_named(reader, node, key, stairs_item, sizeof *scenario->stairs, &scenario->stairs_count);
}

void wi_read_lifts(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->lift = read_named(reader, node, key, lift_item, sizeof *scenario->lift, &scenario->lift_count);
}
