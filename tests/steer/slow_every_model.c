// Every model in ten thousand crushes.
#define CRUSHES 10000
#include "test_every_model.c"
