// Encounters of two people, cut from recordings of many: they come near each other from different directions, and nobody
// else is near them.
#ifndef WI_STUDY_ENCOUNTERS_H
#define WI_STUDY_ENCOUNTERS_H

#include "record/trajectory.h"

typedef struct wi_encounter_frame {
    int64_t number;
    wi_spot spot[2]; // with ids 1 and 2
} wi_encounter_frame;

// A recording of two in memory. Time is number / fps.
typedef struct wi_encounter {
    double fps;
    wi_encounter_frame *frame;
    uint32_t count;
} wi_encounter;

typedef struct wi_encounters {
    wi_encounter *item;
    uint32_t count, capacity;
} wi_encounters;

// Adds those of a recording, in the order of time; what was added before a failure stays.
wend_result wi_encounters_cut(const char *path, wi_encounters *to, wend_error *error);
void wi_encounters_free(wi_encounters *all);

// Reads an encounter as if it were a file; `state` of the reader counts its frames. Not for wi_reader_close.
typedef struct wi_encounter_cursor {
    const wi_encounter *of;
    wi_encounter_frame now; // a copy, as frames may be written to
    uint32_t next;
} wi_encounter_cursor;
wi_reader wi_encounter_reader(wi_encounter_cursor *cursor, const wi_encounter *of);

#endif
