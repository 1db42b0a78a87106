// Twenty thousand searches of polygons.
#define CASES 1000000
#include "test_ellipse_polygon.c"
