// The walls and areas of a scenario, from its own points, WKT, and files, ready for a scene.
#ifndef WI_GEOMETRY_H
#define WI_GEOMETRY_H

#include "record/wkt.h"
#include "scenario/scenario.h"

typedef struct wi_geometry {
    wend_obstacle *obstacle; // in metres, in the coordinates of the scenario
    wi_place *place;         // of each in the scenario file
    uint32_t count, obstacle_capacity, place_capacity;
    wend_point min, max; // a box around all
} wi_geometry;

// Reads all shapes; what is wrong is added to the problems. False without memory (a problem then says so).
bool wi_geometry_read(wi_geometry *geometry, const wi_scenario *scenario, wi_problems *problems);

// Adds one more; its points, from malloc, belong to the geometry, or are freed without memory.
bool wi_geometry_add(wi_geometry *geometry, const wend_obstacle *obstacle, wi_place place);

// Adds what keeps people on stairs and off the hole above them, and the sides of lifts. (geometry_levels.c)
bool wi_geometry_add_stairs(wi_geometry *geometry, const wi_stairs_source *stairs);
bool wi_geometry_add_lift(wi_geometry *geometry, const wi_lift_source *lift);

// The corners of a cab, counter-clockwise from its door: behind is from the third to the fourth.
void wi_lift_ring(const wi_lift_source *lift, wend_point ring[4]);
void wi_geometry_free(wi_geometry *geometry);

// What coordinates are kept relative to: as given, else 0, or the middle of the box [min, max] where a corner of it lies
// more than 10 km from 0.
wend_point wi_geometry_origin(const wi_scenario *scenario, wend_point min, wend_point max);

// All of it as WKT, from malloc: polygons are where one can walk, lines are walls. NULL without memory.
char *wi_geometry_wkt(const wi_geometry *geometry);

// The geometries of a WKT, GeoJSON or DXF file as one; NULL with the reason in geos->text.
GEOSGeometry *wi_geos_from_file(wi_geos *geos, const char *path);

// What the program wend-dxf makes of a DXF file: WKT, from malloc; NULL with the reason in `why`.
char *wi_dxf_to_wkt(const char *path, char *why, size_t why_size);

// True if the file's name ends so, in capitals or not.
bool wi_file_ends(const char *path, const char *ending);

// A whole file with a 0 at its end, from malloc; NULL with the reason in `why`.
char *wi_file_text(const char *path, char *why, size_t why_size);

#endif
