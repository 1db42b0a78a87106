// Who comes into a recording: when, where and how fast, and where it leaves the area that is looked at.
#ifndef WI_STUDY_ENTRANTS_H
#define WI_STUDY_ENTRANTS_H

#include "wend/scene.h"

typedef struct wi_entrant {
    uint64_t id;
    double came, left;   // s since the first frame; left NAN: never in the area
    wend_point from, to; // m, where it is seen first, and last in the area
    wend_vec velocity;   // m/s, of its first half second
} wi_entrant;

// In the order in which they come.
typedef struct wi_entrants {
    wi_entrant *item;
    uint32_t count, capacity;
    const char *path; // for messages: the text of whoever had it read
} wi_entrants;

// Of an area x0, y0, x1, y1 (m). WEND_BAD_FILE where there is nobody, or somebody who is never in the area, or too shortly in
// the recording to tell how fast it is. wi_entrants_free also after a failure.
wend_result wi_entrants_read(const char *path, const double area[4], wi_entrants *into, wend_error *error);
void wi_entrants_free(wi_entrants *all);

#endif
