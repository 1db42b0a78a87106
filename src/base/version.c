#include "wend/base.h"

#ifndef WEND_VERSION
#error "the build defines WEND_VERSION as a string"
#endif

const char *wend_version(void) { return WEND_VERSION; }
