// A million pairs of swept ellipses.
#define CASES 1000000
#include "test_ellipse_table.c"
