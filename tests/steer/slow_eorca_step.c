// A hundred thousand steps of two agents for every model and method.
#define CASES 100000
#include "test_eorca_step.c"
