// Walls of a plan from WKT, for recordings that have nothing better. Everything is then on one level.
#include "base/error.h"
#include "record/plan.h"
#include "record/wkt.h"

#include <math.h>
#include <stdlib.h>

#define COORDINATE_MAX 1e12 // m

typedef struct wall_reader {
    GEOSContextHandle_t handle;
    wi_plan *plan;
    uint32_t room; // for walls
    wend_error *error;
} wall_reader;

static bool no_memory(const wall_reader *in) {
    wi_fail(in->error, WEND_NO_MEMORY, "no memory for the geometry of the recording");
    return false;
}

static bool read_ring(const wall_reader *in, const GEOSGeometry *line, wi_plan_ring *ring) {
    const GEOSCoordSequence *sequence = line ? GEOSGeom_getCoordSeq_r(in->handle, line) : NULL;
    unsigned size = 0;
    if (sequence) GEOSCoordSeq_getSize_r(in->handle, sequence, &size);
    ring->point = malloc((size + 1) * sizeof *ring->point);
    if (!ring->point) return no_memory(in);
    for (; ring->count < size; ring->count++) {
        wend_point *at = &ring->point[ring->count];
        GEOSCoordSeq_getXY_r(in->handle, sequence, ring->count, &at->x, &at->y);
        if (fabs(at->x) <= COORDINATE_MAX && fabs(at->y) <= COORDINATE_MAX) continue;
        wi_fail(in->error, WEND_BAD_FILE, "the geometry has a point at (%g, %g), must be finite and within %g m of 0",
                at->x, at->y, COORDINATE_MAX);
        return false;
    }
    return true;
}

static wi_plan_wall *new_wall(wall_reader *in, wend_obstacle_kind kind, uint32_t rings) {
    wi_plan *plan = in->plan;
    if (plan->wall_count == in->room) {
        uint32_t room = in->room ? 2 * in->room : 16;
        wi_plan_wall *grown = realloc(plan->wall, room * sizeof *grown);
        if (!grown) return NULL;
        plan->wall = grown;
        in->room = room;
    }
    wi_plan_wall *made = &plan->wall[plan->wall_count];
    *made = (wi_plan_wall){.kind = kind, .ring = calloc(rings, sizeof *made->ring), .ring_count = rings};
    if (!made->ring) return NULL;
    plan->wall_count++;
    return made;
}

// The last point of a closed ring is the first again, which the plan does without.
static void open_ring(wi_plan_ring *ring) {
    if (ring->count > 1 && ring->point[0].x == ring->point[ring->count - 1].x &&
        ring->point[0].y == ring->point[ring->count - 1].y)
        ring->count--;
}

static bool add_polygon(wall_reader *in, const GEOSGeometry *polygon) {
    int holes = GEOSGetNumInteriorRings_r(in->handle, polygon);
    if (holes < 0) holes = 0;
    wi_plan_wall *wall = new_wall(in, WEND_ROOM, 1 + (uint32_t)holes);
    if (!wall) return no_memory(in);
    for (int i = 0; i <= holes; i++) {
        const GEOSGeometry *ring =
            i == 0 ? GEOSGetExteriorRing_r(in->handle, polygon) : GEOSGetInteriorRingN_r(in->handle, polygon, i - 1);
        if (!read_ring(in, ring, &wall->ring[i])) return false;
        open_ring(&wall->ring[i]);
    }
    return true;
}

static bool add_line(wall_reader *in, const GEOSGeometry *line) {
    wi_plan_wall *wall = new_wall(in, WEND_WALL, 1);
    return wall ? read_ring(in, line, wall->ring) : no_memory(in);
}

// How deep collections lie in each other was checked with the brackets of the text. Points are neither walls nor rooms.
static bool add_any(wall_reader *in, const GEOSGeometry *any) {
    int type = GEOSGeomTypeId_r(in->handle, any);
    if (type == GEOS_POINT || GEOSisEmpty_r(in->handle, any) == 1) return true;
    if (type == GEOS_POLYGON) return add_polygon(in, any);
    if (type == GEOS_LINESTRING || type == GEOS_LINEARRING) return add_line(in, any);
    bool good = true;
    for (int i = 0; good && i < GEOSGetNumGeometries_r(in->handle, any); i++)
        good = add_any(in, GEOSGetGeometryN_r(in->handle, any, i));
    return good;
}

// Map coordinates become relative to the middle of it all.
static void move_to_origin(wi_plan *plan) {
    wi_plan_measure(plan);
    const double *box = plan->bounds;
    double farthest = fmax(fmax(-box[0], box[2]), fmax(-box[1], box[3]));
    if (!(box[0] <= box[2]) || farthest <= WI_FAR_AWAY) return;
    plan->origin = (wend_point){round((box[0] + box[2]) / 2.0), round((box[1] + box[3]) / 2.0)};
    for (uint32_t i = 0; i < plan->wall_count; i++) {
        for (uint32_t k = 0; k < plan->wall[i].ring_count; k++) {
            wi_plan_ring *ring = &plan->wall[i].ring[k];
            for (uint32_t j = 0; j < ring->count; j++) {
                ring->point[j].x -= plan->origin.x;
                ring->point[j].y -= plan->origin.y;
            }
        }
    }
}

wend_result wi_plan_read_wkt(const char *wkt, wi_plan *plan, wend_error *error) {
    wi_geos geos;
    if (!wi_geos_open(&geos)) return wi_fail(error, WEND_NO_MEMORY, "no memory to read the geometry of the recording");
    GEOSGeometry *all = wi_geos_from_wkt(&geos, wkt);
    wend_result result = WEND_OK;
    wall_reader in = {.handle = geos.handle, .plan = plan, .error = error};
    if (!all)
        result = wi_fail(error, WEND_BAD_FILE, "the geometry of the recording: %.180s", geos.text);
    else if (!add_any(&in, all))
        result = error->result;
    else
        move_to_origin(plan);
    if (all) GEOSGeom_destroy_r(geos.handle, all);
    wi_geos_close(&geos);
    return result;
}
