// Frames without agents. Formats that are tables of agents have no row for them, so they say once which there are, as
// text: "0..19 41" for frames 0 to 19, and 41.
#ifndef WI_EMPTY_H
#define WI_EMPTY_H

#include "record/trajectory.h"

#define WI_EMPTY_MOST ((uint64_t)1 << 24) // frames: a file that was altered must not keep a reader busy for days

typedef struct wi_stretch {
    int64_t first, last; // both are empty, and all between
} wi_stretch;

// All zero is none.
typedef struct wi_empty {
    wi_stretch *stretch;
    uint32_t count, room;
    uint64_t frames; // in all
} wi_empty;

// One more, above those before. Above WI_EMPTY_MOST it is passed over. False without memory.
bool wi_empty_add(wi_empty *empty, int64_t number);
void wi_empty_free(wi_empty *empty);

// As text, from malloc; NULL without memory.
char *wi_empty_text(const wi_empty *empty);

// From text: WEND_BAD_FILE, with what was expected, where that is not a list of stretches that rise. Frees on failure.
wend_result wi_empty_read(const char *text, wi_empty *empty, wend_error *error);

// Lets a reader, whose state, next and close are there, give these frames among its own; takes what they hold. On
// failure the reader is closed.
wend_result wi_empty_fill(wi_empty *empty, wi_reader *reader, wend_error *error);

#endif
