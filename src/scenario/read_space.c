// Levels and geometry.
#include "scenario/sections.h"

#include <string.h>

#define LEVELS_MAX 65535

// clang-format off
static const wi_key level_rows[] = {
    {.name = "name", .type = WI_KEY_TEXT, .meaning = "what other keys call it", .example = "first",
     .offset = offsetof(wi_level_source, name), .flags = WI_KEY_REQUIRED},
    {.name = "height", .type = WI_KEY_NUMBER, .unit = "m", .min = -1e5, .max = 1e5, .initial = "0",
     .meaning = "of its floor, for recordings", .example = "4", .offset = offsetof(wi_level_source, height)},
};
static const wi_key_table level_keys = {"level", "one walkable plane", level_rows, WEND_COUNT(level_rows), NULL};
static const wi_key level_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &level_keys}};
const wi_key_table wi_level_item = {"levels", "walkable planes", level_item, 1, NULL};

static const char *const kinds[] = {[WEND_WALL] = "wall", [WEND_SOLID] = "solid", [WEND_ROOM] = "room", NULL};

static wi_key_read read_holes, read_points;
static void check_shape(wi_key_reader *reader, const wi_node *node, void *into);

static const wi_key hole_item[] = {
    {.name = "", .type = WI_KEY_RING, .unit = "m", .min = 3, .max = 1e6, .meaning = "corners of one hole"}};
static const wi_key_table hole_table = {"holes", "corners of holes", hole_item, 1, NULL};

static const wi_key shape_rows[] = {
    {.name = "kind", .type = WI_KEY_WORD, .words = kinds,
     .meaning = "`wall`: a line with two sides; `solid`: a polygon that nobody enters; `room`: one that nobody leaves",
     .example = "wall", .offset = offsetof(wi_shape_source, kind), .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it stands",
     .example = "ground", .offset = offsetof(wi_shape_source, level), .read = wi_read_level},
    {.name = "points", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 1e6, .read = read_points,
     .meaning = "corners, in either order; the last of a polygon joins the first", .example = "[[0, 0], [4, 0], [4, 3]]",
     .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "wkt", .type = WI_KEY_TEXT, .meaning = "the same as well-known text", .example = "\"POLYGON((0 0, 4 0, 4 3, 0 0))\"",
     .offset = offsetof(wi_shape_source, wkt), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "file", .type = WI_KEY_FILE, .meaning = "a file of shapes: .wkt, .geojson, .json or .dxf, from this file's folder",
     .example = "plan.geojson", .offset = offsetof(wi_shape_source, file), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "holes", .type = WI_KEY_LIST, .table = &hole_table, .min = 0, .max = 1e6, .read = read_holes,
     .meaning = "of a room: polygons inside it that are solid", .example = "[[[1, 1], [2, 1], [2, 2]]]"},
    {.name = "scale", .type = WI_KEY_NUMBER, .min = 1e-6, .max = 1e6, .initial = "1",
     .meaning = "metres per unit of the file", .example = "0.001", .offset = offsetof(wi_shape_source, scale)},
    {.name = "shift", .type = WI_KEY_POINT, .unit = "m", .initial = "[0, 0]",
     .meaning = "added to what the file says, after scaling", .example = "[-450000, -5400000]",
     .offset = offsetof(wi_shape_source, shift)},
};
// clang-format on
static const wi_key_table shape_keys = {"geometry", "a wall, an obstacle or a room", shape_rows, WEND_COUNT(shape_rows),
                                        check_shape};
static const wi_key shape_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &shape_keys}};
const wi_key_table wi_geometry_item = {"geometries", "walls, obstacles and rooms", shape_item, 1, NULL};

void wi_read_level(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_names_find(reader, &reader->levels, node, "level", (uint32_t *)((unsigned char *)into + key->offset));
}

static void name_levels(wi_key_reader *reader) {
    wi_scenario *scenario = reader->scenario;
    reader->levels.name = WI_TAKE(reader->arena, const char *, scenario->level_count);
    reader->levels.count = scenario->level_count;
    for (uint32_t i = 0; i < scenario->level_count; i++) {
        const char *name = scenario->level[i].name;
        reader->levels.name[i] = name ? name : "";
    }
    wi_names_sort(reader, &reader->levels);
}

void wi_default_levels(wi_key_reader *reader) {
    reader->scenario->level = WI_TAKE(reader->arena, wi_level_source, 1);
    reader->scenario->level->name = "ground";
    reader->scenario->level_count = 1;
    name_levels(reader);
}

static void find_twins(wi_key_reader *reader, const wi_node *node) {
    const wi_names *names = &reader->levels;
    for (uint32_t i = 1; i < names->count; i++) {
        uint32_t a = names->order[i - 1], b = names->order[i];
        if (strcmp(names->name[a], names->name[b]) != 0) continue;
        wi_problem_add(reader->problems, node->value[a > b ? a : b]->place, "two levels are called `%.60s`",
                       names->name[a]);
    }
}

void wi_read_levels(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    if (!wi_value_is_list(reader, node, key->name, 1, LEVELS_MAX)) {
        wi_default_levels(reader);
        return;
    }
    scenario->level = WI_TAKE(reader->arena, wi_level_source, node->count);
    scenario->level_count = node->count;
    for (uint32_t i = 0; i < node->count; i++)
        wi_key_read_value(reader, node->value[i], &level_item[0], &scenario->level[i]);
    name_levels(reader);
    find_twins(reader, node);
}

static wi_ring *rings(wi_key_reader *reader, wi_shape_source *shape, uint32_t count) {
    wi_ring *ring = WI_TAKE(reader->arena, wi_ring, count);
    if (shape->ring_count) ring[0] = shape->ring[0];
    shape->ring = ring;
    return ring;
}

static void read_points(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_shape_source *shape = into;
    wi_ring ring;
    uint32_t least = shape->kind == WEND_WALL ? 2 : 3;
    if (!wi_value_ring(reader, node, key->name, least, &ring)) return;
    wend_point first = ring.point[0], last = ring.point[ring.count - 1];
    if (shape->kind != WEND_WALL && ring.count > 3 && first.x == last.x && first.y == last.y) ring.count--;
    *rings(reader, shape, 1) = ring;
    shape->ring_count = 1;
}

// Stands after the points in the table, so those are known.
static void read_holes(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_shape_source *shape = into;
    if (!wi_value_is_list(reader, node, key->name, 0, UINT32_MAX)) return;
    wi_ring *ring = rings(reader, shape, 1 + node->count);
    uint32_t count = 1;
    for (uint32_t i = 0; i < node->count; i++)
        count += wi_value_ring(reader, node->value[i], key->name, 3, &ring[count]);
    if (shape->ring_count) shape->ring_count = count;
}

static void check_shape(wi_key_reader *reader, const wi_node *node, void *into) {
    const wi_shape_source *shape = into;
    const wi_node *holes = wi_node_get(node, "holes");
    if (holes && shape->kind != WEND_ROOM) wi_problem_add(reader->problems, holes->place, "only a room has `holes`");
    if (holes && !wi_node_get(node, "points"))
        wi_problem_add(reader->problems, holes->place, "`holes` go with `points`; WKT and files have their own");
    static const char *const of_files[] = {"scale", "shift"};
    for (uint32_t i = 0; i < WEND_COUNT(of_files); i++) {
        const wi_node *given = wi_node_get(node, of_files[i]);
        if (given && !wi_node_get(node, "file"))
            wi_problem_add(reader->problems, given->place, "`%s` goes with `file` only", of_files[i]);
    }
}

void wi_read_geometry(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    if (!wi_value_is_list(reader, node, key->name, 0, UINT32_MAX)) return;
    scenario->shape = WI_TAKE(reader->arena, wi_shape_source, node->count);
    scenario->shape_count = node->count;
    for (uint32_t i = 0; i < node->count; i++) {
        scenario->shape[i].place = node->value[i]->place;
        wi_key_read_value(reader, node->value[i], &shape_item[0], &scenario->shape[i]);
    }
}
