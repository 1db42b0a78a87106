// Which triangles can be walked on. From the outer square inwards, each edge says how many rings begin and end there, so
// that overlapping, touching and nested ones need no further care.
#include <stdlib.h>
#include <string.h>

#include "scenario/mesh_level.h"

typedef struct depth {
    int32_t rooms, solids; // rings around a face
} depth;

static bool number_faces(wi_level_mesh *level) {
    const wi_web *web = &level->web;
    level->face = malloc(web->half_count * sizeof *level->face);
    if (level->face == NULL) return false;
    memset(level->face, 0xff, web->half_count * sizeof *level->face);
    for (uint32_t half = 0; half < web->half_count; half++) {
        if (web->next[half] == WI_NONE || level->face[half] != WI_NONE) continue;
        uint32_t face = level->face_count++;
        level->face[half] = level->face[web->next[half]] = level->face[web->next[web->next[half]]] = face;
    }
    return true;
}

// Looks across the three sides of a face, of which `half` is one.
static uint32_t spread_from(const wi_level_mesh *level, uint32_t half, depth *of, bool *seen, uint32_t *to) {
    uint32_t count = 0, face = level->face[half];
    for (uint32_t i = 0; i < 3; i++, half = level->web.next[half]) {
        uint32_t beyond = level->face[half ^ 1];
        if (beyond == WI_NONE || seen[beyond]) continue;
        wi_line_label label = wi_web_label(&level->web, half);
        of[beyond] = (depth){of[face].rooms - label.rooms, of[face].solids - label.solids};
        seen[beyond] = true;
        to[count++] = half ^ 1;
    }
    return count;
}

static bool measure_depths(wi_level_mesh *level) {
    depth *of = calloc(level->face_count, sizeof *of);
    bool *seen = calloc(level->face_count, sizeof *seen);
    uint32_t *stack = malloc(((size_t)level->face_count + 3) * sizeof *stack), count = 0;
    bool room = of != NULL && seen != NULL && stack != NULL;
    if (room) {
        stack[count++] = 0; // the first side of the square
        seen[level->face[0]] = true;
    }
    while (count > 0) {
        uint32_t half = stack[--count];
        count += spread_from(level, half, of, seen, stack + count);
    }
    for (uint32_t i = 0; room && i < level->face_count; i++) level->walkable[i] = of[i].rooms != 0 && of[i].solids == 0;
    free(stack);
    free(seen);
    free(of);
    return room;
}

// Regions ----------------------------------------------------------------------------------------------------------------

// Three times the middle of each face, so that it is exact.
static wi_knot *middles(const wi_level_mesh *level) {
    wi_knot *middle = calloc(level->face_count, sizeof *middle);
    for (uint32_t half = 0; middle != NULL && half < level->web.half_count; half++) {
        if (level->face[half] == WI_NONE) continue;
        wi_knot at = level->web.knot[level->web.from[half]], *sum = &middle[level->face[half]];
        *sum = (wi_knot){sum->x + at.x, sum->y + at.y};
    }
    return middle;
}

static bool is_inside(const wi_knot *ring, uint32_t count, wi_knot at) {
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        wi_knot a = ring[i], b = ring[(i + 1) % count];
        if ((a.y > at.y) != (b.y > at.y) && (wi_turn(a, b, at) > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

static bool mark_region(wi_level_mesh *level, const wi_mesh_region *region, const wi_knot *middle) {
    wi_knot *ring = malloc(region->point_count * sizeof *ring);
    if (ring == NULL) return false;
    for (uint32_t i = 0; i < region->point_count; i++) {
        wi_knot at = wi_level_knot(level, region->points[i]);
        ring[i] = (wi_knot){3 * at.x, 3 * at.y};
    }
    for (uint32_t i = 0; i < level->face_count; i++)
        if (level->walkable[i] && is_inside(ring, region->point_count, middle[i])) level->zone[i] = region->zone;
    free(ring);
    return true;
}

static bool mark_regions(wi_level_mesh *level) {
    wi_knot *middle = middles(level);
    bool room = middle != NULL;
    for (uint32_t i = 0; room && i < level->plan->region_count; i++)
        if (level->plan->regions[i].level == level->level) room = mark_region(level, &level->plan->regions[i], middle);
    free(middle);
    return room;
}

bool wi_level_fill(wi_level_mesh *level) {
    if (!number_faces(level)) return false;
    level->walkable = calloc(level->face_count, sizeof *level->walkable);
    level->zone = calloc(level->face_count, sizeof *level->zone);
    if (level->walkable == NULL || level->zone == NULL || !measure_depths(level)) return false;
    return level->plan->region_count == 0 || mark_regions(level);
}
