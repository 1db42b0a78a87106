// The geometry as one WKT for recordings: where one can walk as polygons, everything else as lines. Without a room the
// plane is open, which no polygon can say, so then there are only lines.
#include <stdio.h>
#include <string.h>

#include "scenario/geometry.h"
#include "scenario/room.h"

#define DECIMALS 6 // m

// The outline of an obstacle as a line, or as a polygon.
static GEOSGeometry *outline(wi_geos *geos, const wend_obstacle *from, bool area) {
    bool close = from->kind != WEND_WALL;
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos->handle, from->point_count + close, 2);
    if (sequence == NULL) return NULL;
    for (uint32_t i = 0; i < from->point_count + close; i++) {
        wend_point at = from->points[i % from->point_count];
        GEOSCoordSeq_setXY_r(geos->handle, sequence, i, at.x, at.y);
    }
    if (!area) return GEOSGeom_createLineString_r(geos->handle, sequence);
    GEOSGeometry *ring = GEOSGeom_createLinearRing_r(geos->handle, sequence);
    return ring != NULL ? GEOSGeom_createPolygon_r(geos->handle, ring, NULL, 0) : NULL;
}

// All obstacles of the kinds in `kinds` (1 << kind) as a collection; NULL if something fails.
static GEOSGeometry *collect(wi_geos *geos, const wi_geometry *from, unsigned kinds, bool area) {
    GEOSGeometry **part = malloc((from->count + 1) * sizeof *part);
    if (part == NULL) return NULL;
    uint32_t count = 0;
    bool good = true;
    for (uint32_t i = 0; i < from->count && good; i++) {
        if ((kinds >> from->obstacle[i].kind & 1) == 0) continue;
        part[count] = outline(geos, &from->obstacle[i], area);
        good = part[count] != NULL;
        count += good;
    }
    GEOSGeometry *all = good ? GEOSGeom_createCollection_r(geos->handle, GEOS_GEOMETRYCOLLECTION, part, count) : NULL;
    for (uint32_t i = 0; !good && i < count; i++) GEOSGeom_destroy_r(geos->handle, part[i]);
    free(part);
    return all;
}

static GEOSGeometry *unite(wi_geos *geos, const wi_geometry *from, wend_obstacle_kind kind) {
    GEOSGeometry *all = collect(geos, from, 1u << kind, true), *one = NULL;
    if (all != NULL) {
        one = GEOSUnaryUnion_r(geos->handle, all);
        GEOSGeom_destroy_r(geos->handle, all);
    }
    return one;
}

static GEOSGeometry *walkable(wi_geos *geos, const wi_geometry *from) {
    GEOSGeometry *rooms = unite(geos, from, WEND_ROOM), *solids = unite(geos, from, WEND_SOLID), *area = NULL;
    if (rooms != NULL && solids != NULL) area = GEOSDifference_r(geos->handle, rooms, solids);
    if (rooms != NULL) GEOSGeom_destroy_r(geos->handle, rooms);
    if (solids != NULL) GEOSGeom_destroy_r(geos->handle, solids);
    return area;
}

// The area and the walls; takes both.
static GEOSGeometry *together(wi_geos *geos, GEOSGeometry *area, GEOSGeometry *walls) {
    if (area == NULL || walls == NULL || GEOSisEmpty_r(geos->handle, walls) == 1) {
        if (area != NULL && walls != NULL) GEOSGeom_destroy_r(geos->handle, walls);
        return area != NULL ? area : walls;
    }
    uint32_t count = (uint32_t)GEOSGetNumGeometries_r(geos->handle, walls), made = 0;
    GEOSGeometry **part = malloc((count + 1) * sizeof *part), *all = NULL;
    if (part != NULL) {
        part[made++] = area;
        for (uint32_t i = 0; i < count; i++) {
            part[made] = GEOSGeom_clone_r(geos->handle, GEOSGetGeometryN_r(geos->handle, walls, (int)i));
            made += part[made] != NULL;
        }
        all = GEOSGeom_createCollection_r(geos->handle, GEOS_GEOMETRYCOLLECTION, part, made);
    }
    free(part);
    GEOSGeom_destroy_r(geos->handle, walls);
    return all;
}

static char *write_text(wi_geos *geos, const GEOSGeometry *geometry) {
    GEOSWKTWriter *writer = GEOSWKTWriter_create_r(geos->handle);
    if (writer == NULL) return NULL;
    GEOSWKTWriter_setTrim_r(geos->handle, writer, 1);
    GEOSWKTWriter_setRoundingPrecision_r(geos->handle, writer, DECIMALS);
    char *text = GEOSWKTWriter_write_r(geos->handle, writer, geometry);
    GEOSWKTWriter_destroy_r(geos->handle, writer);
    char *copy = text != NULL ? strdup(text) : NULL;
    GEOSFree_r(geos->handle, text);
    return copy;
}

static bool has_room(const wi_geometry *geometry) {
    for (uint32_t i = 0; i < geometry->count; i++)
        if (geometry->obstacle[i].kind == WEND_ROOM) return true;
    return false;
}

char *wi_geometry_wkt(const wi_geometry *geometry) {
    wi_geos geos;
    if (geometry->count == 0) return strdup("GEOMETRYCOLLECTION EMPTY");
    if (!wi_geos_open(&geos)) return NULL;
    GEOSGeometry *area = has_room(geometry) ? walkable(&geos, geometry) : NULL, *all;
    if (area != NULL)
        all = together(&geos, area, collect(&geos, geometry, 1u << WEND_WALL, false));
    else
        all = collect(&geos, geometry, 1u << WEND_WALL | 1u << WEND_SOLID | 1u << WEND_ROOM, false);
    char *text = all != NULL ? write_text(&geos, all) : NULL;
    if (all != NULL) GEOSGeom_destroy_r(geos.handle, all);
    wi_geos_close(&geos);
    return text;
}
