// A million pairs of ellipses.
#define CASES 1000000
#include "test_eorca_pairs.c"
