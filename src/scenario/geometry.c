// From the shapes of a scenario to obstacles. Everything passes through GEOS, so that own points, WKT and files are
// checked by the same rules.
#include "scenario/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenario/room.h"

#define COORDINATE_MAX 1e12 // m
#define DEPTH_MAX 32        // of collections in collections

// Where a shape's pieces go.
typedef struct shape_reader {
    wi_geos *geos;
    const wi_shape_source *from;
    wi_geometry *to;
    wi_problems *problems;
    uint32_t added;
    bool closed_lines_are_areas; // DXF knows no polygons
    bool no_memory;
} shape_reader;

static bool same_point(wend_point a, wend_point b) { return a.x == b.x && a.y == b.y; }

static void widen_box(wi_geometry *geometry, wend_point at) {
    if (at.x < geometry->min.x) geometry->min.x = at.x;
    if (at.y < geometry->min.y) geometry->min.y = at.y;
    if (at.x > geometry->max.x) geometry->max.x = at.x;
    if (at.y > geometry->max.y) geometry->max.y = at.y;
}

bool wi_geometry_add(wi_geometry *geometry, const wend_obstacle *obstacle, wi_place place) {
    uint32_t count = geometry->count + 1;
    if (!wi_room(&geometry->obstacle, &geometry->obstacle_capacity, count, sizeof *geometry->obstacle) ||
        !wi_room(&geometry->place, &geometry->place_capacity, count, sizeof *geometry->place)) {
        free((void *)(uintptr_t)obstacle->points);
        return false;
    }
    for (uint32_t i = 0; i < obstacle->point_count; i++) widen_box(geometry, obstacle->points[i]);
    geometry->obstacle[geometry->count] = *obstacle;
    geometry->place[geometry->count++] = place;
    return true;
}

static void add_obstacle(shape_reader *reader, wend_obstacle_kind kind, wend_point *points, uint32_t count) {
    wend_obstacle obstacle = {kind, reader->from->level, points, count};
    reader->no_memory |= !wi_geometry_add(reader->to, &obstacle, reader->from->place);
    reader->added++;
}

static bool in_range(wend_point at) { return fabs(at.x) <= COORDINATE_MAX && fabs(at.y) <= COORDINATE_MAX; }

// The points of a line or ring in metres, without those that repeat the one before; NULL with a problem.
static wend_point *read_points(shape_reader *reader, const GEOSGeometry *line, uint32_t *count) {
    GEOSContextHandle_t handle = reader->geos->handle;
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(handle, line);
    unsigned size = 0;
    if (sequence != NULL) GEOSCoordSeq_getSize_r(handle, sequence, &size);
    wend_point *points = malloc((size + 1) * sizeof *points);
    *count = 0;
    reader->no_memory |= points == NULL;
    for (unsigned i = 0; points != NULL && i < size; i++) {
        wend_point at;
        GEOSCoordSeq_getXY_r(handle, sequence, i, &at.x, &at.y);
        at.x = at.x * reader->from->scale + reader->from->shift.x;
        at.y = at.y * reader->from->scale + reader->from->shift.y;
        if (!in_range(at)) {
            wi_problem_add(reader->problems, reader->from->place,
                           "point %u is (%g, %g) m, must be finite and within %g m of 0", i + 1, at.x, at.y,
                           COORDINATE_MAX);
            free(points);
            return NULL;
        }
        if (*count == 0 || !same_point(points[*count - 1], at)) points[(*count)++] = at;
    }
    return points;
}

static void add_line(shape_reader *reader, const GEOSGeometry *line) {
    uint32_t count;
    wend_point *points = read_points(reader, line, &count);
    if (points == NULL) return;
    bool closed = count > 3 && same_point(points[0], points[count - 1]);
    if (closed && reader->closed_lines_are_areas && reader->from->kind != WEND_WALL) {
        add_obstacle(reader, reader->from->kind, points, count - 1);
    } else if (count >= 2) {
        add_obstacle(reader, WEND_WALL, points, count);
    } else {
        wi_problem_add(reader->problems, reader->from->place, "a wall needs at least 2 different points");
        free(points);
    }
}

static void add_ring(shape_reader *reader, const GEOSGeometry *ring, wend_obstacle_kind kind) {
    uint32_t count;
    if (kind == WEND_WALL) {
        add_line(reader, ring);
        return;
    }
    wend_point *points = read_points(reader, ring, &count);
    if (points == NULL) return;
    if (count > 1 && same_point(points[0], points[count - 1])) count--;
    if (count >= 3) {
        add_obstacle(reader, kind, points, count);
        return;
    }
    wi_problem_add(reader->problems, reader->from->place, "a polygon needs at least 3 different points");
    free(points);
}

// Holes of a room are solid. Nobody gets into a hole of something solid, so those are filled.
static void add_polygon(shape_reader *reader, const GEOSGeometry *polygon) {
    GEOSContextHandle_t handle = reader->geos->handle;
    wend_obstacle_kind kind = reader->from->kind;
    add_ring(reader, GEOSGetExteriorRing_r(handle, polygon), kind);
    int holes = kind == WEND_SOLID ? 0 : GEOSGetNumInteriorRings_r(handle, polygon);
    for (int i = 0; i < holes; i++) {
        const GEOSGeometry *hole = GEOSGetInteriorRingN_r(handle, polygon, i);
        add_ring(reader, hole, kind == WEND_ROOM ? WEND_SOLID : WEND_WALL);
    }
}

static void add_any(shape_reader *reader, const GEOSGeometry *any, uint32_t depth) {
    GEOSContextHandle_t handle = reader->geos->handle;
    int type = GEOSGeomTypeId_r(handle, any);
    if (depth > DEPTH_MAX) {
        wi_problem_add(reader->problems, reader->from->place, "collections lie more than %d deep in each other",
                       DEPTH_MAX);
    } else if (type == GEOS_POINT) {
        wi_problem_add(reader->problems, reader->from->place,
                       "a POINT is neither a wall nor an area; use LINESTRING or POLYGON");
    } else if (GEOSisEmpty_r(handle, any) == 1) {
        return;
    } else if (type == GEOS_POLYGON) {
        add_polygon(reader, any);
    } else if (type == GEOS_LINESTRING || type == GEOS_LINEARRING) {
        add_line(reader, any);
    } else {
        for (int i = 0; i < GEOSGetNumGeometries_r(handle, any); i++)
            add_any(reader, GEOSGetGeometryN_r(handle, any, i), depth + 1);
    }
}

// Checked in the units of the file, so that the place in the message can be found there.
static bool check_valid(shape_reader *reader, const GEOSGeometry *geometry) {
    GEOSContextHandle_t handle = reader->geos->handle;
    char *reason = NULL;
    GEOSGeometry *where = NULL;
    if (GEOSisValidDetail_r(handle, geometry, 0, &reason, &where) == 1) return true;
    double x = NAN, y = NAN;
    if (where != NULL) {
        GEOSGeomGetX_r(handle, where, &x);
        GEOSGeomGetY_r(handle, where, &y);
        GEOSGeom_destroy_r(handle, where);
    }
    wi_problem_add(reader->problems, reader->from->place,
                   "the polygon is not valid: %s at (%.10g, %.10g). Its edges may meet only at its corners; look for a "
                   "point that is missing or out of order",
                   reason != NULL ? reason : reader->geos->text, x, y);
    GEOSFree_r(handle, reason);
    return false;
}

// Own points ---------------------------------------------------------------------------------------------------------

static uint32_t count_different(const wi_ring *ring) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        bool seen = false;
        for (uint32_t j = 0; j < i && !seen && count < 4; j++) seen = same_point(ring->point[i], ring->point[j]);
        if (!seen) count++;
    }
    return count;
}

static bool finite_ring(shape_reader *reader, const wi_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++) {
        if (in_range(ring->point[i])) continue;
        wi_problem_add(reader->problems, reader->from->place, "point %u is (%g, %g), must be finite and within %g of 0",
                       i + 1, ring->point[i].x, ring->point[i].y, COORDINATE_MAX);
        return false;
    }
    return true;
}

// A sequence of the ring's points, with the first again at the end if it is to be closed and is not.
static GEOSCoordSequence *sequence_of(shape_reader *reader, const wi_ring *ring, bool close) {
    GEOSContextHandle_t handle = reader->geos->handle;
    close = close && !same_point(ring->point[0], ring->point[ring->count - 1]);
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(handle, ring->count + close, 2);
    if (sequence == NULL) return NULL;
    for (uint32_t i = 0; i < ring->count + close; i++) {
        wend_point at = ring->point[i % ring->count];
        GEOSCoordSeq_setXY_r(handle, sequence, i, at.x, at.y);
    }
    return sequence;
}

static GEOSGeometry *own_ring(shape_reader *reader, const wi_ring *ring) {
    bool line = reader->from->kind == WEND_WALL;
    uint32_t least = line ? 2 : 3, different = count_different(ring);
    if (different < least) {
        wi_problem_add(reader->problems, reader->from->place, "a %s needs at least %u different points, this has %u",
                       line ? "wall" : "polygon", least, different);
        return NULL;
    }
    if (!finite_ring(reader, ring)) return NULL;
    GEOSCoordSequence *sequence = sequence_of(reader, ring, !line);
    if (sequence == NULL) return NULL;
    return line ? GEOSGeom_createLineString_r(reader->geos->handle, sequence)
                : GEOSGeom_createLinearRing_r(reader->geos->handle, sequence);
}

static void add_own_lines(shape_reader *reader) {
    for (uint32_t i = 0; i < reader->from->ring_count; i++) {
        GEOSGeometry *line = own_ring(reader, &reader->from->ring[i]);
        if (line == NULL) continue;
        add_line(reader, line);
        GEOSGeom_destroy_r(reader->geos->handle, line);
    }
}

static void add_own_polygon(shape_reader *reader) {
    GEOSContextHandle_t handle = reader->geos->handle;
    uint32_t count = reader->from->ring_count, made = 0;
    GEOSGeometry **ring = calloc(count, sizeof *ring);
    reader->no_memory |= ring == NULL;
    for (uint32_t i = 0; ring != NULL && i < count; i++) {
        ring[made] = own_ring(reader, &reader->from->ring[i]);
        if (ring[made] != NULL) made++;
    }
    GEOSGeometry *polygon = NULL;
    if (ring != NULL && made == count) polygon = GEOSGeom_createPolygon_r(handle, ring[0], ring + 1, count - 1);
    if (polygon != NULL && check_valid(reader, polygon)) add_polygon(reader, polygon);
    if (polygon != NULL) GEOSGeom_destroy_r(handle, polygon);
    for (uint32_t i = 0; polygon == NULL && i < made; i++) GEOSGeom_destroy_r(handle, ring[i]);
    free(ring);
}

// All shapes ---------------------------------------------------------------------------------------------------------

static void add_text_or_file(shape_reader *reader) {
    const wi_shape_source *from = reader->from;
    reader->geos->text[0] = '\0';
    GEOSGeometry *read =
        from->wkt != NULL ? wi_geos_from_wkt(reader->geos, from->wkt) : wi_geos_from_file(reader->geos, from->file);
    if (read == NULL) {
        wi_problem_add(reader->problems, from->place, "%s%s%s", from->wkt != NULL ? "" : from->file,
                       from->wkt != NULL ? "" : ": ", reader->geos->text);
        return;
    }
    reader->closed_lines_are_areas = from->wkt == NULL && wi_file_ends(from->file, ".dxf");
    uint32_t problems = reader->problems->count;
    if (check_valid(reader, read)) add_any(reader, read, 0);
    if (reader->added == 0 && reader->problems->count == problems && !reader->no_memory)
        wi_problem_add(reader->problems, from->place, "there are no polygons and no lines in it");
    GEOSGeom_destroy_r(reader->geos->handle, read);
}

static bool read_shape(wi_geos *geos, wi_geometry *to, const wi_shape_source *from, wi_problems *problems) {
    shape_reader reader = {.geos = geos, .from = from, .to = to, .problems = problems};
    if (from->wkt != NULL || from->file != NULL)
        add_text_or_file(&reader);
    else if (from->ring_count == 0)
        wi_problem_add(problems, from->place, "this shape has no points, no wkt and no file");
    else if (from->kind == WEND_WALL)
        add_own_lines(&reader);
    else
        add_own_polygon(&reader);
    return !reader.no_memory;
}

bool wi_geometry_read(wi_geometry *geometry, const wi_scenario *scenario, wi_problems *problems) {
    *geometry = (wi_geometry){.min = {INFINITY, INFINITY}, .max = {-INFINITY, -INFINITY}};
    wi_geos geos;
    bool room = wi_geos_open(&geos);
    for (uint32_t i = 0; room && i < scenario->shape_count; i++)
        room = read_shape(&geos, geometry, &scenario->shape[i], problems);
    if (geos.handle != NULL) wi_geos_close(&geos);
    for (uint32_t i = 0; room && i < scenario->stairs_count; i++)
        room = wi_geometry_add_stairs(geometry, &scenario->stairs[i]);
    for (uint32_t i = 0; room && i < scenario->lift_count; i++)
        room = wi_geometry_add_lift(geometry, &scenario->lift[i]);
    if (!room) wi_problem_add(problems, (wi_place){scenario->path, 0, 0}, "there is no memory for the geometry");
    return room;
}

void wi_geometry_free(wi_geometry *geometry) {
    for (uint32_t i = 0; i < geometry->count; i++) free((void *)(uintptr_t)geometry->obstacle[i].points);
    free(geometry->obstacle);
    free(geometry->place);
    *geometry = (wi_geometry){0};
}

wend_point wi_geometry_origin(const wi_scenario *scenario, wend_point min, wend_point max) {
    if (scenario->origin_given) return scenario->origin;
    if (!(min.x <= max.x)) return (wend_point){0.0, 0.0};
    double farthest = fmax(fmax(-min.x, max.x), fmax(-min.y, max.y));
    if (farthest <= WI_FAR_AWAY) return (wend_point){0.0, 0.0};
    return (wend_point){(min.x + max.x) / 2.0, (min.y + max.y) / 2.0};
}
