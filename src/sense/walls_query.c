// Questions to the walls. Trees are at most 32 deep, so a small stack on the spot serves every descent.
#include "sense/screens.h"

#include <string.h>

#define STACK 64
#define NO_WALL UINT32_MAX

static uint32_t root_of(const wi_walls *walls, uint32_t level) {
    return level < walls->levels ? walls->root[level] : NO_WALL;
}

static double clamp(double a, double low, double high) { return a < low ? low : a > high ? high : a; }

// The vector from a point to the nearest point of a wall, kept within the wall's box so that rounding never makes a wall
// nearer than the boxes of the tree above it: searches that skip boxes find exactly what a look at every wall would.
static void to_wall(const wend_wall *wall, wend_vec at, double *x, double *y) {
    double ax = (double)wall->a.x - at.x, ay = (double)wall->a.y - at.y;
    double bx = (double)wall->b.x - at.x, by = (double)wall->b.y - at.y;
    double ex = (double)wall->b.x - wall->a.x, ey = (double)wall->b.y - wall->a.y;
    double along = -(ax * ex + ay * ey), length2 = ex * ex + ey * ey;
    if (along >= length2) {
        *x = bx;
        *y = by;
        return;
    }
    double share = along > 0.0 ? along / length2 : 0.0;
    *x = ax < bx ? clamp(ax + share * ex, ax, bx) : clamp(ax + share * ex, bx, ax);
    *y = ay < by ? clamp(ay + share * ey, ay, by) : clamp(ay + share * ey, by, ay);
}

float wi_wall_distance2(const wend_wall *wall, wend_vec at, wend_vec *nearest) {
    double x, y;
    to_wall(wall, at, &x, &y);
    if (nearest) *nearest = (wend_vec){(float)(at.x + x), (float)(at.y + y)};
    return (float)(x * x + y * y);
}

static float box_distance2(const wi_wall_node *node, wend_vec at) {
    double left = (double)node->min_x - at.x, right = (double)node->max_x - at.x;
    double below = (double)node->min_y - at.y, above = (double)node->max_y - at.y;
    double x = left > 0.0 ? left : right < 0.0 ? right : 0.0;
    double y = below > 0.0 ? below : above < 0.0 ? above : 0.0;
    return (float)(x * x + y * y);
}

// The nearest walls found so far, in order.
typedef struct nearest_walls {
    const wi_walls *walls;
    wend_vec at;
    uint32_t max, count;
    uint32_t *found;
    float *distance2; // may be NULL: then distances are worked out again when needed
    float limit;      // squared; nothing at or beyond it counts
} nearest_walls;

static float distance2_of(const nearest_walls *near, uint32_t i) {
    return near->distance2 ? near->distance2[i] : wi_wall_distance2(&near->walls->wall[near->found[i]], near->at, NULL);
}

static bool comes_before(const nearest_walls *near, float distance2, uint32_t wall, uint32_t i) {
    float other = distance2_of(near, i);
    return distance2 != other ? distance2 < other : wall < near->found[i];
}

static void offer(nearest_walls *near, uint32_t wall) {
    if (!wi_wall_stands(near->walls, wall)) return;
    float distance2 = wi_wall_distance2(&near->walls->wall[wall], near->at, NULL);
    if (!(distance2 < near->limit)) return;
    bool full = near->count == near->max;
    if (full && !comes_before(near, distance2, wall, near->count - 1)) return;
    uint32_t low = 0, high = near->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (comes_before(near, distance2, wall, middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    size_t moved = (full ? near->count - 1 : near->count) - low;
    memmove(near->found + low + 1, near->found + low, moved * sizeof *near->found);
    if (near->distance2) memmove(near->distance2 + low + 1, near->distance2 + low, moved * sizeof *near->distance2);
    near->found[low] = wall;
    if (near->distance2) near->distance2[low] = distance2;
    if (!full) near->count++;
}

// A box as far away as the last wall found may still hold one with a smaller index.
static bool worth_a_look(const nearest_walls *near, float box2) {
    return box2 < near->limit && (near->count < near->max || box2 <= distance2_of(near, near->count - 1));
}

static void search_near(nearest_walls *near, uint32_t root) {
    struct {
        uint32_t node;
        float box2;
    } stack[STACK];
    const wi_wall_node *node = near->walls->node;
    stack[0].node = root;
    stack[0].box2 = box_distance2(&node[root], near->at);
    for (uint32_t depth = 1; depth > 0;) {
        depth--;
        const wi_wall_node *at = &node[stack[depth].node];
        if (!worth_a_look(near, stack[depth].box2)) continue;
        for (uint32_t i = 0; i < at->count; i++) offer(near, at->first + i);
        if (at->count > 0) continue;
        float left2 = box_distance2(&node[at->first], near->at), right2 = box_distance2(&node[at->first + 1], near->at);
        uint32_t closer = right2 < left2 ? 1 : 0;
        stack[depth].node = at->first + 1 - closer;
        stack[depth++].box2 = closer ? left2 : right2;
        stack[depth].node = at->first + closer;
        stack[depth++].box2 = closer ? right2 : left2;
    }
}

uint32_t wi_walls_near(const wi_walls *walls, uint32_t level, wend_vec at, float distance, uint32_t max_found,
                       uint32_t *found, float *distance2) {
    uint32_t root = root_of(walls, level);
    if (root == NO_WALL || max_found == 0 || !(distance > 0.0f)) return 0;
    nearest_walls near = {walls, at, max_found, 0, found, distance2, distance * distance};
    search_near(&near, root);
    return near.count;
}

static bool boxes_touch(const wi_wall_node *node, wend_vec min, wend_vec max) {
    return node->min_x <= max.x && node->max_x >= min.x && node->min_y <= max.y && node->max_y >= min.y;
}

static bool wall_box_touches(const wend_wall *wall, wend_vec min, wend_vec max) {
    bool x = (wall->a.x <= max.x || wall->b.x <= max.x) && (wall->a.x >= min.x || wall->b.x >= min.x);
    bool y = (wall->a.y <= max.y || wall->b.y <= max.y) && (wall->a.y >= min.y || wall->b.y >= min.y);
    return x && y;
}

wi_wall_walk wi_wall_walk_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max) {
    wi_wall_walk walk = {.walls = walls, .min = min, .max = max};
    if (root_of(walls, level) != NO_WALL) walk.stack[walk.depth++] = root_of(walls, level);
    return walk;
}

bool wi_wall_walk_next(wi_wall_walk *walk, uint32_t *wall) {
    for (;;) {
        while (walk->next < walk->end) {
            *wall = walk->next++;
            const wend_wall *is = &walk->walls->wall[*wall];
            if (wall_box_touches(is, walk->min, walk->max) && wi_wall_stands(walk->walls, *wall)) return true;
        }
        if (walk->depth == 0) return false;
        const wi_wall_node *at = &walk->walls->node[walk->stack[--walk->depth]];
        if (!boxes_touch(at, walk->min, walk->max)) continue;
        walk->next = at->first;
        walk->end = at->first + at->count;
        if (at->count == 0) { // the left child first: its walls have the smaller indices
            walk->stack[walk->depth++] = at->first + 1;
            walk->stack[walk->depth++] = at->first;
        }
    }
}

uint32_t wi_walls_in_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max, uint32_t max_found,
                         uint32_t *found) {
    wi_wall_walk walk = wi_wall_walk_box(walls, level, min, max);
    uint32_t count = 0;
    for (uint32_t wall; wi_wall_walk_next(&walk, &wall); count++)
        if (count < max_found) found[count] = wall;
    return count;
}

// Twice the area of the triangle: positive if c lies left of a -> b, exactly 0 if the three lie in a line.
static double side(wend_vec a, wend_vec b, wend_vec c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

// A straight way and its box.
typedef struct straight_way {
    wend_vec from, to, min, max;
} straight_way;

static straight_way way_between(wend_vec from, wend_vec to) {
    straight_way way = {from, to, from, from};
    if (to.x < from.x) way.min.x = to.x;
    if (to.y < from.y) way.min.y = to.y;
    if (to.x > from.x) way.max.x = to.x;
    if (to.y > from.y) way.max.y = to.y;
    return way;
}

// Skips boxes that the way surely misses; the slack is far above the rounding of side().
static bool way_meets_box(const straight_way *way, const wi_wall_node *node) {
    if (!boxes_touch(node, way->min, way->max)) return false;
    double dx = (double)way->to.x - way->from.x, dy = (double)way->to.y - way->from.y;
    double mx = ((double)node->min_x + node->max_x) / 2.0 - way->from.x, hx = ((double)node->max_x - node->min_x) / 2.0;
    double my = ((double)node->min_y + node->max_y) / 2.0 - way->from.y, hy = ((double)node->max_y - node->min_y) / 2.0;
    double apart = __builtin_fabs(dx * my - dy * mx), reach = __builtin_fabs(dx) * hy + __builtin_fabs(dy) * hx;
    double size = __builtin_fabs(dx * my) + __builtin_fabs(dy * mx) + reach;
    return !(apart > reach + 1e-9 * size);
}

// Two segments whose boxes touch meet exactly if neither lies strictly on one side of the other. Points are segments too.
static bool way_meets_wall(const straight_way *way, const wend_wall *wall, double *side_from, double *side_to) {
    if (!wall_box_touches(wall, way->min, way->max)) return false;
    double a = side(way->from, way->to, wall->a), b = side(way->from, way->to, wall->b);
    if ((a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)) return false;
    double from = side(wall->a, wall->b, way->from), to = side(wall->a, wall->b, way->to);
    *side_from = from;
    *side_to = to;
    return !(from > 0.0 && to > 0.0) && !(from < 0.0 && to < 0.0);
}

// Where a way that runs along a wall's line reaches it first.
static double share_along(const straight_way *way, const wend_wall *wall) {
    double dx = (double)way->to.x - way->from.x, dy = (double)way->to.y - way->from.y, length2 = dx * dx + dy * dy;
    if (length2 == 0.0) return 0.0;
    double a = ((double)wall->a.x - way->from.x) * dx + ((double)wall->a.y - way->from.y) * dy;
    double b = ((double)wall->b.x - way->from.x) * dx + ((double)wall->b.y - way->from.y) * dy;
    return clamp((a < b ? a : b) / length2, 0.0, 1.0);
}

static float round_down(double share) {
    float rounded = (float)share;
    if ((double)rounded <= share) return rounded;
    uint32_t bits; // positive, so the next smaller float is one less in its bits
    memcpy(&bits, &rounded, sizeof bits);
    bits--;
    memcpy(&rounded, &bits, sizeof rounded);
    return rounded;
}

// The first wall on a way, or any at all.
static double first_hit(const wi_walls *walls, uint32_t level, const straight_way *way, bool any, uint32_t *hit) {
    uint32_t stack[STACK], depth = 0;
    double share = 1.0;
    *hit = NO_WALL;
    if (root_of(walls, level) != NO_WALL) stack[depth++] = root_of(walls, level);
    while (depth > 0) {
        const wi_wall_node *at = &walls->node[stack[--depth]];
        if (!way_meets_box(way, at)) continue;
        if (at->count == 0) {
            stack[depth++] = at->first + 1;
            stack[depth++] = at->first;
        }
        for (uint32_t i = at->first; i < at->first + at->count; i++) {
            double from, to;
            if (!way_meets_wall(way, &walls->wall[i], &from, &to) || !wi_wall_stands(walls, i)) continue;
            double here = from != to ? from / (from - to) : share_along(way, &walls->wall[i]);
            if (*hit != NO_WALL && !(here < share)) continue; // walls come in index order
            share = here;
            *hit = i;
            if (any) return share;
        }
    }
    return share;
}

bool wi_walls_clear(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to) {
    if (root_of(walls, level) == NO_WALL) return true;
    straight_way way = way_between(from, to);
    uint32_t hit;
    first_hit(walls, level, &way, true, &hit);
    return hit == NO_WALL;
}

wi_cover wi_walls_cover(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to, float girth) {
    straight_way way = way_between(from, to);
    uint32_t stack[STACK], depth = 0;
    wi_cover most = WI_OPEN;
    if (root_of(walls, level) != NO_WALL) stack[depth++] = root_of(walls, level);
    while (depth > 0) {
        const wi_wall_node *at = &walls->node[stack[--depth]];
        if (!boxes_touch(at, way.min, way.max)) continue;
        if (at->count == 0) {
            stack[depth++] = at->first + 1;
            stack[depth++] = at->first;
        }
        for (uint32_t i = at->first; i < at->first + at->count; i++) {
            wi_cover here = wi_wall_covers(&walls->wall[i], from, to, girth);
            if (here > most && wi_wall_stands(walls, i)) most = here;
            if (most == WI_COVERED) return most;
        }
    }
    return most;
}

float wi_walls_hit(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to, uint32_t *wall) {
    straight_way way = way_between(from, to);
    uint32_t hit;
    double share = first_hit(walls, level, &way, false, &hit);
    if (wall) *wall = hit;
    return round_down(share);
}

// How a ray from a point eastwards crosses a piece: +1 upwards, -1 downwards. Lower ends belong to a piece, upper ends do
// not, so a ray through a corner counts once.
static int crossing(const wend_wall *wall, wend_vec at) {
    if (wall->a.y <= at.y && wall->b.y > at.y) return side(wall->a, wall->b, at) > 0.0 ? 1 : 0;
    if (wall->b.y <= at.y && wall->a.y > at.y) return side(wall->a, wall->b, at) < 0.0 ? -1 : 0;
    return 0;
}

bool wi_walls_forbid(const wi_walls *walls, uint32_t level, wend_vec at) {
    uint32_t stack[STACK], depth = 0;
    int turns[3] = {0, 0, 0}; // around the point, by obstacle kind
    if (root_of(walls, level) == NO_WALL) return false;
    stack[depth++] = root_of(walls, level);
    while (depth > 0) {
        const wi_wall_node *node = &walls->node[stack[--depth]];
        if (node->max_x < at.x || node->min_y > at.y || node->max_y < at.y) continue;
        if (node->count == 0) {
            stack[depth++] = node->first + 1;
            stack[depth++] = node->first;
        }
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            turns[walls->kind[i]] += crossing(&walls->wall[i], at);
        }
    }
    return turns[WEND_SOLID] != 0 || (walls->rooms[level] && turns[WEND_ROOM] == 0);
}
