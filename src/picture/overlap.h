// Whose bodies overlap at one time.
#ifndef WI_OVERLAP_H
#define WI_OVERLAP_H

#include "picture/film.h"

// Indices into shot->figure of those on a level who overlap somebody, rising, at the start of `scratch`, which has room
// for 3 * shot->count; returns how many.
uint32_t wi_overlapping(const wi_shot *shot, uint32_t level, uint32_t *scratch);

#endif
