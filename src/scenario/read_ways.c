// What ways lead over: regions that cost more or less, stairs and escalators.
#include "scenario/sections.h"

#include <string.h>

// RiMEA takes these speeds on stairs from Weidmann, "Transporttechnik der Fussgaenger" (1993): 0.61 m/s up and 0.69 m/s
// down, as seen from above, of those who walk 1.34 m/s on the level.
#define SHARE_UP "0.455"
#define SHARE_DOWN "0.515"

static wi_key_read read_pair;
static void check_stairs(wi_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key region_rows[] = {
    {.name = "area", .type = WI_KEY_REGION, .unit = "m", .meaning = "where it is: [x0, y0, x1, y1] or corners",
     .example = "[0, 0, 20, 10]", .offset = offsetof(wi_region_source, area), .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it is",
     .example = "ground", .offset = offsetof(wi_region_source, level), .read = wi_read_level},
    {.name = "cost", .type = WI_KEY_NUMBER, .min = 0.1, .max = 1000,
     .meaning = "of a metre here, in metres of plain floor: above 1, ways lead around it", .example = "3",
     .offset = offsetof(wi_region_source, cost), .flags = WI_KEY_REQUIRED},
};
static const wi_key_table region_keys = {"region", "ground of its own kind", region_rows, WEND_COUNT(region_rows), NULL};
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
// clang-format on

static bool is_line(const wend_point end[2]) { return end[0].x != end[1].x || end[0].y != end[1].y; }

static void read_pair(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
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

static void check_stairs(wi_reader *reader, const wi_node *node, void *into) {
    const wi_stairs_source *stairs = into;
    const wi_node *from = wi_node_get(node, "from"), *to = wi_node_get(node, "to"), *top = wi_node_get(node, "top");
    if (from && to && from->text && to->text && strcmp(from->text, to->text) == 0)
        wi_problem_add(reader->problems, to->place, "stairs join two levels, but `from` and `to` are the same");
    if (top && is_line(stairs->bottom) && is_line(stairs->top) && !is_convex(stairs))
        wi_problem_add(reader->problems, top->place,
                       "`bottom` and `top` must span a convex area; give the same side first in both");
}

// Everything that is named here begins with its title.
static void *read_named(wi_reader *reader, const wi_node *node, const wi_key *key, const wi_key *item, size_t size,
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

void wi_read_regions(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->region = read_named(reader, node, key, region_item, sizeof *scenario->region, &scenario->region_count);
}

void wi_read_stairs(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->stairs = read_named(reader, node, key, stairs_item, sizeof *scenario->stairs, &scenario->stairs_count);
}
