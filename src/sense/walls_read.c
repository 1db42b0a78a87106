// From obstacles in map coordinates to a sorted list of pieces.
#include "base/error.h"
#include "base/sort.h"
#include "sense/walls_build.h"

#include <string.h>

#define REACH_MAX 1e7
#define PIECES_MAX (1u << 28)
#define DOORS_MAX (1u << 20)

static const char *kind_name(wend_obstacle_kind kind) {
    return kind == WEND_WALL ? "wall" : kind == WEND_SOLID ? "solid" : "room";
}

static wend_result check_point(const wend_scene_def *def, uint32_t obstacle, uint32_t index, wend_error *error) {
    wend_point at = def->obstacles[obstacle].points[index];
    double x = at.x - def->origin.x, y = at.y - def->origin.y;
    if (!(at.x - at.x == 0.0) || !(at.y - at.y == 0.0)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "obstacle %u, point %u is (%g, %g), must be finite", obstacle, index,
                       at.x, at.y);
    }
    if (x >= -REACH_MAX && x <= REACH_MAX && y >= -REACH_MAX && y <= REACH_MAX) return WEND_OK;
    return wi_fail(
        error, WEND_BAD_ARGUMENT,
        "obstacle %u, point %u is (%.10g, %.10g), must lie within %g m of the scene's origin (%.10g, %.10g); "
        "put the origin in the middle of the map",
        obstacle, index, at.x, at.y, REACH_MAX, def->origin.x, def->origin.y);
}

static wend_result check_obstacle(const wend_scene_def *def, uint32_t index, wend_error *error) {
    const wend_obstacle *obstacle = &def->obstacles[index];
    if (obstacle->kind != WEND_WALL && obstacle->kind != WEND_SOLID && obstacle->kind != WEND_ROOM) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "obstacle %u: kind is %d, must be WEND_WALL, WEND_SOLID or WEND_ROOM",
                       index, (int)obstacle->kind);
    }
    if (obstacle->level >= def->levels) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "obstacle %u: level is %u, must be below the scene's levels, which are %u", index,
                       obstacle->level, def->levels);
    }
    uint32_t least = obstacle->kind == WEND_WALL ? 2 : 3;
    if (obstacle->point_count < least) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "obstacle %u: point_count is %u, a %s needs at least %u points", index,
                       obstacle->point_count, kind_name(obstacle->kind), least);
    }
    if (!obstacle->points) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "obstacle %u: point_count is %u but points is NULL", index,
                       obstacle->point_count);
    }
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        wend_result result = check_point(def, index, i, error);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result check_door(const wend_scene_def *def, uint32_t index, wend_error *error) {
    const wend_door *door = &def->doors[index];
    if (door->level >= def->levels) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "door %u: level is %u, must be below the scene's levels, which are %u",
                       index, door->level, def->levels);
    }
    const double at[] = {door->a.x - def->origin.x, door->a.y - def->origin.y, door->b.x - def->origin.x,
                         door->b.y - def->origin.y};
    for (uint32_t i = 0; i < 4; i++) {
        if (at[i] >= -REACH_MAX && at[i] <= REACH_MAX) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "door %u: from (%.10g, %.10g) to (%.10g, %.10g) must lie within %g m of the scene's origin",
                       index, door->a.x, door->a.y, door->b.x, door->b.y, REACH_MAX);
    }
    return WEND_OK;
}

// The sides of a barrier are there together or not at all, on one level.
static wend_result check_barrier(const wend_scene_def *def, uint32_t index, wend_error *error) {
    const wend_door *door = &def->doors[index];
    uint32_t first = 0;
    if (door->barrier == 0) return WEND_OK;
    while (def->doors[first].barrier != door->barrier) first++;
    if (def->doors[first].open == door->open && def->doors[first].level == door->level) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "door %u: it is part of barrier %u as door %u is, so both must be on one level, and open or closed",
                   index, door->barrier, first);
}

static wend_result check_doors(const wend_scene_def *def, wend_error *error) {
    wend_result result = WEND_OK;
    if (def->door_count > 0 && !def->doors) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "door_count is %u but doors is NULL", def->door_count);
    }
    if (def->door_count > DOORS_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "door_count is %u, must be at most %u", def->door_count, DOORS_MAX);
    }
    for (uint32_t i = 0; result == WEND_OK && i < def->door_count; i++) result = check_door(def, i, error);
    for (uint32_t i = 0; result == WEND_OK && i < def->door_count; i++) result = check_barrier(def, i, error);
    return result;
}

static wend_result count_pieces(const wend_scene_def *def, uint32_t *count, wend_error *error) {
    uint64_t sum = 0;
    if (def->obstacle_count > 0 && !def->obstacles) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "obstacle_count is %u but obstacles is NULL", def->obstacle_count);
    }
    for (uint32_t i = 0; i < def->obstacle_count; i++) {
        wend_result result = check_obstacle(def, i, error);
        if (result != WEND_OK) return result;
        sum += def->obstacles[i].point_count;
    }
    if (sum > PIECES_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "the obstacles have %llu points, must be at most %u",
                       (unsigned long long)sum, PIECES_MAX);
    }
    *count = (uint32_t)sum;
    return WEND_OK;
}

// Adding 0 turns -0 into 0, so that equal points have equal bits.
static wend_vec local(const wend_scene_def *def, wend_point at) {
    return (wend_vec){(float)(at.x - def->origin.x) + 0.0f, (float)(at.y - def->origin.y) + 0.0f};
}

static void add_piece(wi_pieces *pieces, const wend_obstacle *obstacle, wend_vec a, wend_vec b) {
    if (wi_point_order(a, b) == 0) return;
    pieces->piece[pieces->count++] = (wi_piece){a, b, obstacle->level, (uint32_t)obstacle->kind, 0};
}

// Twice the signed area and the length of a ring of pieces, measured from its first corner to keep digits.
static double ring_area(const wi_piece *piece, uint32_t count, double *length) {
    double area = 0.0;
    *length = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double ax = (double)piece[i].a.x - piece[0].a.x, ay = (double)piece[i].a.y - piece[0].a.y;
        double bx = (double)piece[i].b.x - piece[0].a.x, by = (double)piece[i].b.y - piece[0].a.y;
        area += ax * by - ay * bx;
        *length += __builtin_sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    }
    return area;
}

static void turn_around(wi_piece *piece, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        wend_vec a = piece[i].a;
        piece[i].a = piece[i].b;
        piece[i].b = a;
    }
}

// Solids run counter-clockwise and rooms clockwise, so that the open side is on the right.
static wend_result orient_ring(wi_piece *ring, uint32_t count, const wend_obstacle *obstacle, uint32_t index,
                               wend_error *error) {
    double length, area = ring_area(ring, count, &length);
    if (!(area > WI_WALL_STRAIGHT * length) && !(area < -WI_WALL_STRAIGHT * length)) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "obstacle %u: the %u points of this %s enclose no area (%g m2), must go around one; "
                       "use WEND_WALL for a line",
                       index, obstacle->point_count, kind_name(obstacle->kind), area / 2.0);
    }
    if ((area > 0.0) != (obstacle->kind == WEND_SOLID)) turn_around(ring, count);
    return WEND_OK;
}

static wend_result read_obstacle(wi_pieces *pieces, const wend_scene_def *def, uint32_t index, wend_error *error) {
    const wend_obstacle *obstacle = &def->obstacles[index];
    uint32_t before = pieces->count, count = obstacle->point_count;
    for (uint32_t i = 0; i + 1 < count; i++) {
        add_piece(pieces, obstacle, local(def, obstacle->points[i]), local(def, obstacle->points[i + 1]));
    }
    if (obstacle->kind != WEND_WALL) {
        add_piece(pieces, obstacle, local(def, obstacle->points[count - 1]), local(def, obstacle->points[0]));
        return orient_ring(pieces->piece + before, pieces->count - before, obstacle, index, error);
    }
    if (pieces->count > before) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "obstacle %u: all %u points of this wall are the same (%.10g, %.10g), must be apart", index, count,
                   obstacle->points[0].x, obstacle->points[0].y);
}

static int piece_order(const wi_piece *a, const wi_piece *b) {
    if (a->level != b->level) return a->level < b->level ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    int order = wi_point_order(a->a, b->a);
    return order != 0 ? order : wi_point_order(a->b, b->b);
}

static bool piece_before(const void *context, uint32_t a, uint32_t b) {
    const wi_piece *piece = context;
    int order = piece_order(&piece[a], &piece[b]);
    return order != 0 ? order < 0 : a < b;
}

// An open wall given twice is one wall. Solids stay: each closes its own ring.
static bool repeated(const wi_piece *piece, const wi_piece *last) {
    return piece->kind == WEND_WALL && piece_order(piece, last) == 0;
}

static void sort_pieces(wi_pieces *pieces, wi_piece *sorted) {
    uint32_t count = pieces->count, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        wi_piece *piece = &pieces->piece[i];
        if (piece->kind == WEND_WALL && wi_point_order(piece->a, piece->b) > 0) turn_around(piece, 1);
        pieces->order[i] = i;
    }
    wi_sort(pieces->order, pieces->scratch, count, piece_before, pieces->piece);
    for (uint32_t i = 0; i < count; i++) {
        const wi_piece *piece = &pieces->piece[pieces->order[i]];
        if (kept == 0 || !repeated(piece, &sorted[kept - 1])) sorted[kept++] = *piece;
    }
    memcpy(pieces->piece, sorted, kept * sizeof *sorted);
    pieces->count = kept;
}

static bool take_pieces(wi_pieces *pieces, wi_memory *memory, uint32_t capacity) {
    pieces->capacity = capacity;
    pieces->piece = wi_memory_take(memory, capacity, sizeof *pieces->piece);
    pieces->order = wi_memory_take(memory, 2 * (size_t)capacity, sizeof *pieces->order);
    pieces->scratch = wi_memory_take(memory, 2 * (size_t)capacity, sizeof *pieces->scratch);
    return pieces->piece && pieces->order && pieces->scratch;
}

wend_result wi_pieces_read(wi_pieces *pieces, wi_memory *memory, const wend_scene_def *def, wend_error *error) {
    uint32_t capacity = 0;
    wend_result result = count_pieces(def, &capacity, error);
    if (result == WEND_OK) result = check_doors(def, error);
    if (result != WEND_OK || capacity + def->door_count == 0) return result;
    if (!take_pieces(pieces, memory, capacity + def->door_count))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the walls");
    for (uint32_t i = 0; i < def->obstacle_count; i++) {
        result = read_obstacle(pieces, def, i, error);
        if (result != WEND_OK) return result;
    }
    if (pieces->count == 0) return WEND_OK;
    wi_piece *sorted = wi_memory_take(memory, pieces->count, sizeof *sorted);
    if (!sorted) return wi_fail(error, WEND_NO_MEMORY, "no memory for the walls");
    uint32_t count = pieces->count;
    sort_pieces(pieces, sorted);
    wi_memory_give(memory, sorted, count, sizeof *sorted);
    return WEND_OK;
}

wend_result wi_pieces_add_doors(wi_pieces *pieces, const wend_scene_def *def, wend_error *error) {
    for (uint32_t i = 0; i < def->door_count; i++) {
        const wend_door *door = &def->doors[i];
        wi_piece piece = {local(def, door->a), local(def, door->b), door->level, WEND_WALL, i + 1};
        if (wi_point_order(piece.a, piece.b) == 0) {
            return wi_fail(error, WEND_BAD_ARGUMENT, "door %u: both ends are (%.10g, %.10g), must be apart", i,
                           door->a.x, door->a.y);
        }
        pieces->piece[pieces->count++] = piece;
    }
    return WEND_OK;
}

void wi_pieces_free(wi_pieces *pieces, wi_memory *memory) {
    wi_memory_give(memory, pieces->scratch, 2 * (size_t)pieces->capacity, sizeof *pieces->scratch);
    wi_memory_give(memory, pieces->order, 2 * (size_t)pieces->capacity, sizeof *pieces->order);
    wi_memory_give(memory, pieces->piece, pieces->capacity, sizeof *pieces->piece);
}
