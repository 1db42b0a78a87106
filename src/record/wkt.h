// Well-known text, read by GEOS.
#ifndef WI_WKT_H
#define WI_WKT_H

#include <geos_c.h>

#include "wend/base.h"

// Coordinates beyond this lose digits in float, so they are kept relative to an origin nearby.
#define WI_FAR_AWAY 10000.0 // m

// GEOS with the last thing it complained about.
typedef struct wi_geos {
    GEOSContextHandle_t handle;
    char text[300];
} wi_geos;

bool wi_geos_open(wi_geos *geos);
void wi_geos_close(wi_geos *geos);

// The geometries of a text with one or more WKTs, as one; NULL with the reason in geos->text.
GEOSGeometry *wi_geos_from_wkt(wi_geos *geos, const char *wkt);

#endif
