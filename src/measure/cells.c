#include "measure/cells.h"

#include "base/angle.h"
#include "base/error.h"

#include <math.h>

#define CORNERS 64 // of a circle: its area is 0.16 % too small

// The walkable area ----------------------------------------------------------------------------------------------------

// Walls that are lines bound nothing for us: what cells are cut with must have a size.
static GEOSGeometry *polygons_of(GEOSContextHandle_t geos, const GEOSGeometry *all) {
    GEOSGeometry *joined = NULL;
    int count = GEOSGetNumGeometries_r(geos, all);
    for (int i = 0; i < count; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(geos, all, i);
        int kind = GEOSGeomTypeId_r(geos, part);
        if (kind != GEOS_POLYGON && kind != GEOS_MULTIPOLYGON) continue;
        GEOSGeometry *wider = joined ? GEOSUnion_r(geos, joined, part) : GEOSGeom_clone_r(geos, part);
        GEOSGeom_destroy_r(geos, joined);
        joined = wider;
        if (!joined) return NULL;
    }
    return joined;
}

static int shift(double *x, double *y, void *to) {
    const wi_cells *cells = to;
    *x -= cells->origin_x, *y -= cells->origin_y;
    return 1;
}

static wend_result read_walkable(wi_cells *cells, const char *wkt, wend_error *error) {
    GEOSContextHandle_t geos = cells->geos.handle;
    GEOSGeometry *all = wi_geos_from_wkt(&cells->geos, wkt);
    if (!all) return wi_fail(error, WEND_BAD_FILE, "the walkable area is no WKT: %s", cells->geos.text);
    bool valid = GEOSisValid_r(geos, all) == 1;
    GEOSGeometry *joined = valid ? polygons_of(geos, all) : NULL;
    GEOSGeom_destroy_r(geos, all);
    if (!valid)
        return wi_fail(error, WEND_BAD_FILE, "the walkable area crosses itself or is not closed (%s); give another",
                       cells->geos.text[0] ? cells->geos.text : "not valid");
    if (!joined) return WEND_OK;
    cells->walkable = GEOSGeom_transformXY_r(geos, joined, shift, cells);
    GEOSGeom_destroy_r(geos, joined);
    cells->prepared = cells->walkable ? GEOSPrepare_r(geos, cells->walkable) : NULL;
    return cells->prepared ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for the walkable area");
}

static GEOSGeometry *rectangle(const wi_cells *cells) {
    const double *box = cells->box;
    return GEOSGeom_createRectangle_r(cells->geos.handle, box[0], box[1], box[2], box[3]);
}

static wend_result take_area(wi_cells *cells, wend_error *error) {
    GEOSContextHandle_t geos = cells->geos.handle;
    cells->area = rectangle(cells);
    if (cells->area && cells->walkable) {
        GEOSGeometry *part = GEOSIntersection_r(geos, cells->area, cells->walkable);
        GEOSGeom_destroy_r(geos, cells->area);
        cells->area = part;
    }
    if (!cells->area || !GEOSArea_r(geos, cells->area, &cells->size))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the area of Voronoi cells");
    if (cells->size > 0.0) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "nobody can walk in the area: it lies outside the walkable one");
}

wend_result wi_cells_open(wi_cells *cells, const double area[4], const char *walkable, double reach,
                          wend_error *error) {
    *cells = (wi_cells){.origin_x = area[0], .origin_y = area[1], .reach = reach};
    cells->box[0] = fmin(0.0, area[2] - area[0]), cells->box[2] = fmax(0.0, area[2] - area[0]);
    cells->box[1] = fmin(0.0, area[3] - area[1]), cells->box[3] = fmax(0.0, area[3] - area[1]);
    if (!wi_geos_open(&cells->geos)) return wi_fail(error, WEND_NO_MEMORY, "no memory for Voronoi cells");
    wend_result result = walkable ? read_walkable(cells, walkable, error) : WEND_OK;
    return result == WEND_OK ? take_area(cells, error) : result;
}

void wi_cells_close(wi_cells *cells) {
    GEOSContextHandle_t geos = cells->geos.handle;
    if (!geos) return;
    if (cells->prepared) GEOSPreparedGeom_destroy_r(geos, cells->prepared);
    GEOSGeom_destroy_r(geos, cells->walkable);
    GEOSGeom_destroy_r(geos, cells->area);
    wi_geos_close(&cells->geos);
    *cells = (wi_cells){0};
}

// A cell that reaches into the area has its agent within reach of it, and is bounded by others within twice the reach of
// that agent.
bool wi_cells_reach(const wi_cells *cells, double x, double y) {
    if (!(cells->reach > 0.0)) return true;
    double far = 3.0 * cells->reach, at_x = x - cells->origin_x, at_y = y - cells->origin_y;
    return at_x >= cells->box[0] - far && at_x <= cells->box[2] + far && at_y >= cells->box[1] - far &&
           at_y <= cells->box[3] + far;
}

// One cell -------------------------------------------------------------------------------------------------------------

// Who shares a place shares a cell.
typedef struct owner {
    double x, y; // m, relative
    uint32_t heads, known;
    double speed_sum; // m/s, of those known
} owner;

// The site nearest to a place within a cell is that of the cell.
static owner owner_of(const wi_cells *cells, const wi_site *site, uint32_t count, double x, double y) {
    owner found = {0};
    double nearest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double at_x = site[i].x - cells->origin_x, at_y = site[i].y - cells->origin_y;
        double apart = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y);
        if (apart > nearest) continue;
        if (apart < nearest) found = (owner){.x = at_x, .y = at_y}, nearest = apart;
        if (at_x != found.x || at_y != found.y) continue;
        found.heads++;
        if (!isfinite(site[i].speed)) continue;
        found.known++;
        found.speed_sum += site[i].speed;
    }
    return found;
}

static bool owner_inside(const wi_cells *cells, const wi_site *site, uint32_t count, const GEOSGeometry *cell,
                         owner *found) {
    GEOSContextHandle_t geos = cells->geos.handle;
    GEOSGeometry *within = GEOSPointOnSurface_r(geos, cell);
    double x, y;
    bool fine = within && GEOSGeomGetX_r(geos, within, &x) == 1 && GEOSGeomGetY_r(geos, within, &y) == 1;
    if (fine) *found = owner_of(cells, site, count, x, y);
    GEOSGeom_destroy_r(geos, within);
    return fine;
}

// A wall may cut a cell into pieces; the one with the agent stays.
static GEOSGeometry *piece_at(GEOSContextHandle_t geos, GEOSGeometry *cut, const GEOSGeometry *at) {
    const GEOSGeometry *best = NULL;
    double least = INFINITY;
    int count = cut ? GEOSGetNumGeometries_r(geos, cut) : 0;
    if (count <= 1) return cut;
    for (int i = 0; i < count; i++) {
        const GEOSGeometry *piece = GEOSGetGeometryN_r(geos, cut, i);
        double apart;
        if (GEOSGeomTypeId_r(geos, piece) != GEOS_POLYGON || !GEOSDistance_r(geos, piece, at, &apart)) continue;
        if (apart < least) best = piece, least = apart;
    }
    GEOSGeometry *copy = best ? GEOSGeom_clone_r(geos, best) : GEOSGeom_createEmptyPolygon_r(geos);
    GEOSGeom_destroy_r(geos, cut);
    return copy;
}

static GEOSGeometry *disc_about(const wi_cells *cells, const owner *who) {
    GEOSContextHandle_t geos = cells->geos.handle;
    double at[CORNERS + 1][2];
    for (uint32_t i = 0; i <= CORNERS; i++) {
        double angle = 2.0 * WI_PI * (i % CORNERS) / CORNERS;
        at[i][0] = who->x + cells->reach * cos(angle), at[i][1] = who->y + cells->reach * sin(angle);
    }
    GEOSCoordSequence *corners = GEOSCoordSeq_copyFromBuffer_r(geos, at[0], CORNERS + 1, 0, 0);
    GEOSGeometry *ring = corners ? GEOSGeom_createLinearRing_r(geos, corners) : NULL;
    return ring ? GEOSGeom_createPolygon_r(geos, ring, NULL, 0) : NULL;
}

// Cells in a crowd are small: most need no cutting.
static bool ends_within_reach(const wi_cells *cells, const GEOSGeometry *cell, const owner *who) {
    GEOSContextHandle_t geos = cells->geos.handle;
    const GEOSGeometry *ring = GEOSGetExteriorRing_r(geos, cell);
    const GEOSCoordSequence *corners = ring ? GEOSGeom_getCoordSeq_r(geos, ring) : NULL;
    unsigned count = 0;
    if (!corners || !GEOSCoordSeq_getSize_r(geos, corners, &count)) return false;
    for (unsigned i = 0; i < count; i++) {
        double x, y;
        if (!GEOSCoordSeq_getXY_r(geos, corners, i, &x, &y) || hypot(x - who->x, y - who->y) > cells->reach)
            return false;
    }
    return true;
}

// The cell up to the reach, and NULL where GEOS gives up.
static GEOSGeometry *cut_at_reach(const wi_cells *cells, const GEOSGeometry *cell, const owner *who) {
    GEOSContextHandle_t geos = cells->geos.handle;
    if (!(cells->reach > 0.0) || ends_within_reach(cells, cell, who)) return GEOSGeom_clone_r(geos, cell);
    GEOSGeometry *disc = disc_about(cells, who);
    GEOSGeometry *cut = disc ? GEOSIntersection_r(geos, cell, disc) : NULL;
    GEOSGeom_destroy_r(geos, disc);
    return cut;
}

static GEOSGeometry *cut_at_walls(const wi_cells *cells, GEOSGeometry *cell, const owner *who) {
    GEOSContextHandle_t geos = cells->geos.handle;
    if (!cell || !cells->walkable || GEOSPreparedContains_r(geos, cells->prepared, cell) == 1) return cell;
    GEOSGeometry *at = GEOSGeom_createPointFromXY_r(geos, who->x, who->y);
    GEOSGeometry *cut = at ? piece_at(geos, GEOSIntersection_r(geos, cell, cells->walkable), at) : NULL;
    GEOSGeom_destroy_r(geos, at);
    GEOSGeom_destroy_r(geos, cell);
    return cut;
}

typedef struct sums {
    double heads;           // in the area
    double known, speeding; // m2 of cells of those whose speed is known, and that times speed
} sums;

static bool add_cell(const wi_cells *cells, const GEOSGeometry *cell, const owner *who, sums *to) {
    GEOSContextHandle_t geos = cells->geos.handle;
    double size = 0.0, inside = 0.0;
    GEOSGeometry *cut = cut_at_walls(cells, cut_at_reach(cells, cell, who), who);
    GEOSGeometry *part = cut ? GEOSIntersection_r(geos, cut, cells->area) : NULL;
    bool fine = part && GEOSArea_r(geos, cut, &size) && GEOSArea_r(geos, part, &inside);
    GEOSGeom_destroy_r(geos, cut);
    GEOSGeom_destroy_r(geos, part);
    if (!fine || !(size > 0.0)) return fine;
    to->heads += who->heads * inside / size;
    if (who->known == 0) return true;
    to->known += inside;
    to->speeding += inside * who->speed_sum / who->known;
    return true;
}

// All cells ------------------------------------------------------------------------------------------------------------

static GEOSGeometry *points_of(const wi_cells *cells, const wi_site *site, uint32_t count) {
    GEOSContextHandle_t geos = cells->geos.handle;
    GEOSCoordSequence *at = GEOSCoordSeq_create_r(geos, count, 2);
    for (uint32_t i = 0; at && i < count; i++) {
        GEOSCoordSeq_setXY_r(geos, at, i, site[i].x - cells->origin_x, site[i].y - cells->origin_y);
    }
    return at ? GEOSGeom_createLineString_r(geos, at) : NULL;
}

// Wide enough for all that anyone can see of a cell: everybody, and whatever is walkable.
static GEOSGeometry *frame_of(const wi_cells *cells, const wi_site *site, uint32_t count) {
    GEOSContextHandle_t geos = cells->geos.handle;
    double low_x = cells->box[0], low_y = cells->box[1], high_x = cells->box[2], high_y = cells->box[3], edge[4];
    for (uint32_t i = 0; i < count; i++) {
        double x = site[i].x - cells->origin_x, y = site[i].y - cells->origin_y;
        low_x = fmin(low_x, x), high_x = fmax(high_x, x), low_y = fmin(low_y, y), high_y = fmax(high_y, y);
    }
    if (cells->walkable && GEOSGeom_getXMin_r(geos, cells->walkable, &edge[0]) &&
        GEOSGeom_getYMin_r(geos, cells->walkable, &edge[1]) && GEOSGeom_getXMax_r(geos, cells->walkable, &edge[2]) &&
        GEOSGeom_getYMax_r(geos, cells->walkable, &edge[3])) {
        low_x = fmin(low_x, edge[0]), high_x = fmax(high_x, edge[2]);
        low_y = fmin(low_y, edge[1]), high_y = fmax(high_y, edge[3]);
    }
    double margin = fmax(cells->reach, 1.0);
    return GEOSGeom_createRectangle_r(geos, low_x - margin, low_y - margin, high_x + margin, high_y + margin);
}

// A collection of polygons. Who is alone has the whole frame, of which GEOS makes no diagram.
static GEOSGeometry *diagram_of(const wi_cells *cells, const wi_site *site, uint32_t count) {
    GEOSContextHandle_t geos = cells->geos.handle;
    GEOSGeometry *frame = frame_of(cells, site, count);
    bool alone = true;
    for (uint32_t i = 1; i < count; i++) alone = alone && site[i].x == site[0].x && site[i].y == site[0].y;
    if (!frame || alone) return frame;
    GEOSGeometry *points = points_of(cells, site, count);
    GEOSGeometry *diagram = points ? GEOSVoronoiDiagram_r(geos, points, frame, 0.0, 0) : NULL;
    GEOSGeom_destroy_r(geos, points);
    GEOSGeom_destroy_r(geos, frame);
    return diagram;
}

// Only cells of agents near the area can lie in it, once they end at the reach.
static bool near_area(const wi_cells *cells, const owner *who) {
    if (!(cells->reach > 0.0)) return true;
    double x = fmax(fmax(cells->box[0] - who->x, who->x - cells->box[2]), 0.0);
    double y = fmax(fmax(cells->box[1] - who->y, who->y - cells->box[3]), 0.0);
    return x * x + y * y < cells->reach * cells->reach;
}

bool wi_cells_look(wi_cells *cells, const wi_site *site, uint32_t count, wi_cells_found *found) {
    GEOSContextHandle_t geos = cells->geos.handle;
    *found = (wi_cells_found){0.0, (double)NAN};
    if (count == 0) return true;
    GEOSGeometry *diagram = diagram_of(cells, site, count);
    bool fine = diagram != NULL;
    sums all = {0};
    int cell_count = fine ? GEOSGetNumGeometries_r(geos, diagram) : 0;
    for (int i = 0; fine && i < cell_count; i++) {
        const GEOSGeometry *cell = GEOSGetGeometryN_r(geos, diagram, i);
        owner who = {0};
        fine = owner_inside(cells, site, count, cell, &who);
        if (fine && near_area(cells, &who)) fine = add_cell(cells, cell, &who, &all);
    }
    GEOSGeom_destroy_r(geos, diagram);
    found->density = all.heads / cells->size;
    if (all.known > 0.0) found->speed = all.speeding / all.known;
    return fine;
}
