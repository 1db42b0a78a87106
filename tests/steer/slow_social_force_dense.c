// Ten thousand dense starts under social-force-2000.
#define STARTS 10000
#include "test_social_force_dense.c"
