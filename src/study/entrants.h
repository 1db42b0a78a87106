// Who comes into a recording: when, where and how fast, and where it is last seen.
#ifndef WI_STUDY_ENTRANTS_H
#define WI_STUDY_ENTRANTS_H

#include "wend/scene.h"

typedef struct wi_entrant {
    uint64_t id;
    double came, left;   // s since the first frame
    wend_point from, to; // m, where it is seen first and last
    wend_vec velocity;   // m/s, of its first half second
} wi_entrant;

// In the order in which they come.
typedef struct wi_entrants {
    wi_entrant *item;
    uint32_t count, capacity;
} wi_entrants;

// WEND_BAD_FILE where there is nobody, or somebody too shortly to tell where it goes. wi_entrants_free also after a failure.
wend_result wi_entrants_read(const char *path, wi_entrants *into, wend_error *error);
void wi_entrants_free(wi_entrants *all);

#endif
