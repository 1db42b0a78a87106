// Values of keys: numbers, texts, points, regions, files.
#include "scenario/expression.h"
#include "scenario/files.h"
#include "scenario/keys.h"

#include <math.h>
#include <string.h>

bool wi_node_is_wrong(const wi_node *node) { return node->kind == WI_SCALAR && strstr(node->text, "${") != NULL; }

bool wi_value_number(wi_key_reader *reader, const wi_node *node, const char *what, double *value) {
    if (wi_node_is_wrong(node)) return false;
    if (node->kind == WI_SCALAR && !node->quoted && wi_number_parse(node->text, value)) return true;
    double number;
    bool in_quotes = node->kind == WI_SCALAR && node->quoted && wi_number_parse(node->text, &number);
    wi_problem_add(reader->problems, node->place, "`%.60s` must be a number%s, not %s", what,
                   in_quotes ? " without quotes" : "", wi_node_describe(reader->arena, node));
    return false;
}

static const char *unit_text(wi_key_reader *reader, const char *unit) {
    return unit && *unit ? wi_arena_print(reader->arena, " %s", unit) : "";
}

bool wi_value_in_range(wi_key_reader *reader, const wi_node *node, const wi_key *key, double *value) {
    if (!wi_value_number(reader, node, key->name, value)) return false;
    bool any = key->min == 0.0 && key->max == 0.0;
    if (any ? isfinite(*value) : *value >= key->min && *value <= key->max) return true;
    const char *unit = unit_text(reader, key->unit);
    if (any)
        wi_problem_add(reader->problems, node->place, "`%.60s` must be finite", key->name);
    else if (isinf(key->max))
        wi_problem_add(reader->problems, node->place, "`%.60s` is %.10g%s, must be at least %.10g", key->name, *value,
                       unit, key->min);
    else
        wi_problem_add(reader->problems, node->place, "`%.60s` is %.10g%s, must lie between %.10g and %.10g", key->name,
                       *value, unit, key->min, key->max);
    return false;
}

bool wi_value_whole(wi_key_reader *reader, const wi_node *node, const wi_key *key, double *value) {
    if (!wi_value_in_range(reader, node, key, value)) return false;
    if (floor(*value) == *value) return true;
    wi_problem_add(reader->problems, node->place, "`%.60s` is %g, must be a whole number", key->name, *value);
    return false;
}

bool wi_value_is_list(wi_key_reader *reader, const wi_node *node, const char *what, uint32_t least, uint32_t most) {
    if (wi_node_is_wrong(node)) return false;
    if (node->kind == WI_LIST && node->count >= least && node->count <= most) return true;
    const char *found = node->kind == WI_LIST ? wi_arena_print(reader->arena, "of %u", node->count)
                                              : wi_node_describe(reader->arena, node);
    const char *size = least == most        ? wi_arena_print(reader->arena, " of %u", least)
                       : most == UINT32_MAX ? wi_arena_print(reader->arena, " of at least %u", least)
                                            : wi_arena_print(reader->arena, " of %u to %u", least, most);
    if (most == UINT32_MAX && least == 0) size = "";
    wi_problem_add(reader->problems, node->place, "`%.60s` must be a list%s, not %s", what, size, found);
    return false;
}

bool wi_value_numbers(wi_key_reader *reader, const wi_node *node, const char *what, double *value, uint32_t count) {
    if (!wi_value_is_list(reader, node, what, count, count)) return false;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        const wi_key finite = {.name = what};
        good &= wi_value_in_range(reader, node->value[i], &finite, &value[i]);
    }
    return good;
}

bool wi_value_text(wi_key_reader *reader, const wi_node *node, const char *what, const char **value) {
    if (wi_node_is_wrong(node)) return false;
    if (node->kind == WI_SCALAR) {
        *value = node->text;
        return true;
    }
    wi_problem_add(reader->problems, node->place, "`%.60s` must be a text, not %s", what,
                   wi_node_describe(reader->arena, node));
    return false;
}

static bool is_coordinate(wi_key_reader *reader, const wi_node *node, const char *what, double value) {
    if (fabs(value) <= WI_COORDINATE_MAX) return true;
    wi_problem_add(reader->problems, node->place, "`%.60s` has the coordinate %g, must lie between -1e9 and 1e9 m",
                   what, value);
    return false;
}

bool wi_value_point(wi_key_reader *reader, const wi_node *node, const char *what, wend_point *value) {
    double number[2];
    if (!wi_value_numbers(reader, node, what, number, 2)) return false;
    if (!is_coordinate(reader, node->value[0], what, number[0]) ||
        !is_coordinate(reader, node->value[1], what, number[1]))
        return false;
    *value = (wend_point){number[0], number[1]};
    return true;
}

bool wi_value_ring(wi_key_reader *reader, const wi_node *node, const char *what, uint32_t least, wi_ring *value) {
    if (!wi_value_is_list(reader, node, what, least, UINT32_MAX)) return false;
    wi_ring ring = {WI_TAKE(reader->arena, wend_point, node->count), node->count};
    bool good = true;
    for (uint32_t i = 0; i < node->count; i++) good &= wi_value_point(reader, node->value[i], what, &ring.point[i]);
    if (good) *value = ring;
    return good;
}

bool wi_value_box(wi_key_reader *reader, const wi_node *node, const char *what, double box[4]) {
    if (!wi_value_numbers(reader, node, what, box, 4)) return false;
    for (uint32_t i = 0; i < 4; i++) {
        if (!is_coordinate(reader, node->value[i], what, box[i])) return false;
    }
    if (box[0] <= box[2] && box[1] <= box[3]) return true;
    wi_problem_add(reader->problems, node->place,
                   "`%.60s` is [x0, y0, x1, y1]: x0 must not be above x1, nor y0 above y1", what);
    return false;
}

static bool box_region(wi_key_reader *reader, const wi_node *node, const char *what, wi_ring *value) {
    double box[4];
    if (!wi_value_box(reader, node, what, box)) return false;
    if (!(box[0] < box[2] && box[1] < box[3])) {
        wi_problem_add(reader->problems, node->place, "`%.60s` has no area", what);
        return false;
    }
    *value = (wi_ring){WI_TAKE(reader->arena, wend_point, 4), 4};
    for (uint32_t i = 0; i < 4; i++) value->point[i] = (wend_point){box[i == 1 || i == 2 ? 2 : 0], box[i < 2 ? 1 : 3]};
    return true;
}

// A polygon that says its first point again at the end means the same without it.
static void drop_closing_point(wi_ring *ring) {
    wend_point first = ring->point[0], last = ring->point[ring->count - 1];
    if (ring->count > 3 && first.x == last.x && first.y == last.y) ring->count--;
}

bool wi_value_region(wi_key_reader *reader, const wi_node *node, const char *what, wi_ring *value) {
    if (wi_node_is_wrong(node)) return false;
    bool numbers = node->kind == WI_LIST && node->count == 4 && node->value[0]->kind == WI_SCALAR;
    if (numbers) return box_region(reader, node, what, value);
    if (node->kind != WI_LIST || node->count < 3) {
        wi_problem_add(reader->problems, node->place,
                       "`%.60s` must be [x0, y0, x1, y1] or a list of at least 3 points [x, y]", what);
        return false;
    }
    if (!wi_value_ring(reader, node, what, 3, value)) return false;
    drop_closing_point(value);
    return true;
}

bool wi_value_file(wi_key_reader *reader, const wi_node *node, const char *what, const char **path) {
    const char *name, *why;
    if (!wi_value_text(reader, node, what, &name)) return false;
    char *found = wi_file_path(reader->arena, node->place.file, name);
    const char *real = wi_file_allowed(reader->arena, found, reader->folder, &why);
    if (real) {
        wi_file_list_add(reader->arena, &reader->files, real);
        *path = found;
        return true;
    }
    wi_problem_add(reader->problems, node->place, "cannot read the file `%.200s`: %s", name, why);
    return false;
}
