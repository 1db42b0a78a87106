// Wend: many agents moving through shared space. Include this one.
#ifndef WEND_H
#define WEND_H

#include "base.h"
#include "decide.h"
#include "model.h"
#include "route.h"
#include "scene.h"
#include "world.h"

#endif
