// Voronoi cells: who is nearest where. GEOS makes the diagram and cuts it.
#ifndef WI_CELLS_H
#define WI_CELLS_H

#include "base/memory.h"
#include "record/wkt.h"

typedef struct wi_site {
    double x, y;  // m
    double speed; // m/s; NAN: not known
} wi_site;

// Where cells are looked at. Geometries are relative to the origin, so that coordinates of maps lose no digits.
typedef struct wi_cells {
    wi_geos geos;
    double origin_x, origin_y;
    GEOSGeometry *walkable; // NULL: everywhere
    GEOSGeometry *area;     // the walkable part of the measurement area
    double size;            // m2, of that
    double box[4];          // around the measurement area, relative
    double reach;           // m: cells end so far from their agent; 0: nowhere
} wi_cells;

// The area is x0, y0, x1, y1. Text that is no WKT or an area where nobody can walk are refused. All zero is fine for
// wi_cells_close.
wend_result wi_cells_open(wi_cells *cells, const double area[4], const char *walkable, double reach, wend_error *error);
void wi_cells_close(wi_cells *cells);

// What cells tell about the area: density is the mean of 1 / (size of the cell) over it, speed the mean of the speed of
// whoever's cell it is, over the part where that is known.
typedef struct wi_cells_found {
    double density, speed; // 1/m2, m/s; speed is NAN where no cell lies
} wi_cells_found;

// Whether a site at this place may matter for the area.
bool wi_cells_reach(const wi_cells *cells, double x, double y);

// False without memory, or where GEOS gives up.
bool wi_cells_look(wi_cells *cells, const wi_site *site, uint32_t count, wi_cells_found *found);

#endif
