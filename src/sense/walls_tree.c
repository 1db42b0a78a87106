// A bounding-volume tree per level, split at the median of the longer axis: at most 32 deep, at most 4 walls a leaf.
// The walls of a level are kept sorted along x and along y; a split cuts one order in half and divides the other by
// who went where, so that building takes n log n whatever the map looks like.
#include "base/sort.h"
#include "sense/walls_build.h"

#include <string.h>

#define LEAF_WALLS 4

typedef struct tree_build {
    const wend_wall *wall;
    uint32_t *order[2]; // walls along x and along y
    uint32_t *scratch;
    bool *goes_right;
    wi_walls *out;
} tree_build;

// Twice the middle of a wall along an axis.
static float middle(const wend_wall *wall, uint32_t axis) {
    return axis == 0 ? wall->a.x + wall->b.x : wall->a.y + wall->b.y;
}

static bool before_x(const void *context, uint32_t a, uint32_t b) {
    const wend_wall *wall = context;
    float at_a = middle(&wall[a], 0), at_b = middle(&wall[b], 0);
    return at_a != at_b ? at_a < at_b : a < b;
}

static bool before_y(const void *context, uint32_t a, uint32_t b) {
    const wend_wall *wall = context;
    float at_a = middle(&wall[a], 1), at_b = middle(&wall[b], 1);
    return at_a != at_b ? at_a < at_b : a < b;
}

static float spread(const tree_build *build, uint32_t axis, uint32_t first, uint32_t count) {
    const uint32_t *order = build->order[axis];
    return middle(&build->wall[order[first + count - 1]], axis) - middle(&build->wall[order[first]], axis);
}

// Divides both orders of a range into halves along the longer axis; returns the size of the first.
static uint32_t split(tree_build *build, uint32_t first, uint32_t count) {
    uint32_t axis = spread(build, 0, first, count) >= spread(build, 1, first, count) ? 0 : 1;
    uint32_t half = count / 2, left = 0, right = 0;
    const uint32_t *along = build->order[axis] + first;
    uint32_t *across = build->order[1 - axis] + first;
    for (uint32_t i = 0; i < count; i++) build->goes_right[along[i]] = i >= half;
    for (uint32_t i = 0; i < count; i++) {
        if (build->goes_right[across[i]]) {
            build->scratch[right++] = across[i];
        } else {
            across[left++] = across[i];
        }
    }
    memcpy(across + left, build->scratch, right * sizeof *across);
    return half;
}

typedef struct range {
    uint32_t node, first, count;
} range;

static uint32_t split_level(tree_build *build, uint32_t first, uint32_t count) {
    wi_walls *out = build->out;
    uint32_t root = out->node_count++;
    range stack[64] = {{root, first, count}};
    for (uint32_t depth = 1; depth > 0;) {
        range at = stack[--depth];
        if (at.count <= LEAF_WALLS) {
            out->node[at.node].first = at.first;
            out->node[at.node].count = at.count;
            continue;
        }
        uint32_t half = split(build, at.first, at.count), left = out->node_count;
        out->node_count += 2;
        out->node[at.node].first = left;
        stack[depth++] = (range){left + 1, at.first + half, at.count - half};
        stack[depth++] = (range){left, at.first, half};
    }
    return root;
}

static void sort_level(tree_build *build, uint32_t first, uint32_t count) {
    wi_sort(build->order[0] + first, build->scratch, count, before_x, build->wall);
    wi_sort(build->order[1] + first, build->scratch, count, before_y, build->wall);
}

static void group_by_level(tree_build *build, const wi_pieces *pieces) {
    uint32_t *first = build->out->first, levels = build->out->levels;
    for (uint32_t i = 0; i < pieces->count; i++) first[pieces->piece[i].level + 1]++;
    for (uint32_t level = 0; level < levels; level++) first[level + 1] += first[level];
    for (uint32_t i = 0; i < pieces->count; i++) {
        uint32_t place = first[pieces->piece[i].level]++;
        build->order[0][place] = i;
        build->order[1][place] = i;
    }
    for (uint32_t level = levels; level > 0; level--) first[level] = first[level - 1];
    first[0] = 0;
}

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

static void box_leaf(wi_wall_node *node, const wend_wall *wall) {
    node->min_x = least(wall[0].a.x, wall[0].b.x);
    node->min_y = least(wall[0].a.y, wall[0].b.y);
    node->max_x = most(wall[0].a.x, wall[0].b.x);
    node->max_y = most(wall[0].a.y, wall[0].b.y);
    for (uint32_t i = 1; i < node->count; i++) {
        node->min_x = least(node->min_x, least(wall[i].a.x, wall[i].b.x));
        node->min_y = least(node->min_y, least(wall[i].a.y, wall[i].b.y));
        node->max_x = most(node->max_x, most(wall[i].a.x, wall[i].b.x));
        node->max_y = most(node->max_y, most(wall[i].a.y, wall[i].b.y));
    }
}

static void box_inner(wi_wall_node *node, const wi_wall_node *child) {
    node->min_x = least(child[0].min_x, child[1].min_x);
    node->min_y = least(child[0].min_y, child[1].min_y);
    node->max_x = most(child[0].max_x, child[1].max_x);
    node->max_y = most(child[0].max_y, child[1].max_y);
}

// Children come after their parents, so one pass backwards knows them first.
static void box_nodes(wi_walls *walls) {
    for (uint32_t i = walls->node_count; i-- > 0;) {
        wi_wall_node *node = &walls->node[i];
        if (node->count > 0) {
            box_leaf(node, walls->wall + node->first);
        } else {
            box_inner(node, walls->node + node->first);
        }
    }
}

static void build_trees(tree_build *build, const wi_pieces *pieces) {
    wi_walls *out = build->out;
    group_by_level(build, pieces);
    for (uint32_t level = 0; level < out->levels; level++) {
        uint32_t first = out->first[level], count = out->first[level + 1] - first;
        if (count == 0) continue;
        sort_level(build, first, count);
        out->root[level] = split_level(build, first, count);
    }
    for (uint32_t i = 0; i < pieces->count; i++) {
        out->wall[i] = build->wall[build->order[0][i]];
        out->kind[i] = (uint8_t)pieces->piece[build->order[0][i]].kind;
        if (out->door) out->door[i] = pieces->piece[build->order[0][i]].door;
    }
    box_nodes(out);
}

bool wi_walls_index(wi_walls *walls, wi_memory *memory, wi_pieces *pieces) {
    uint32_t count = pieces->count;
    wend_wall *linked = wi_memory_take(memory, count, sizeof *linked);
    bool *goes_right = wi_memory_take(memory, count, sizeof *goes_right);
    if (linked && goes_right) {
        wi_pieces_link(pieces, linked);
        tree_build build = {.wall = linked,
                            .order = {pieces->order, pieces->order + count},
                            .scratch = pieces->scratch,
                            .goes_right = goes_right,
                            .out = walls};
        build_trees(&build, pieces);
    }
    bool ok = linked && goes_right;
    wi_memory_give(memory, goes_right, count, sizeof *goes_right);
    wi_memory_give(memory, linked, count, sizeof *linked);
    return ok;
}
