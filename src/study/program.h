// Programs: cases of a study that no scenario can say, such as many sampled starts or pairs cut from recordings. To add
// one: a file with its values, its function and its row, and a line in programs.c.
#ifndef WI_STUDY_PROGRAM_H
#define WI_STUDY_PROGRAM_H

#include "study/value.h"

typedef struct wi_study_task {
    const char *model;  // NULL: the program's own choice
    const char *preset; // of the model; NULL: "default"
    uint64_t seed;
    bool quick; // a look whether it works: as little as possible
} wi_study_task;

typedef struct wi_study_program {
    const char *name, *meaning;
    const wi_study_value *values;
    uint32_t value_count;
    bool timed; // its numbers are times: never twice the same
    // Whether what it needs from elsewhere, such as recordings, is here; NULL: it needs nothing.
    bool (*ready)(void);
    // One run; fills a number for each value, NAN where there is none.
    wend_result (*run)(const wi_study_task *task, double *value, wend_error *error);
} wi_study_program;

extern const wi_study_program wi_program_crossing_pairs, wi_program_crossing_circle, wi_program_passing_wall,
    wi_program_recorded_pairs, wi_program_recorded_pairs_tuned, wi_program_recorded_corridor,
    wi_program_corridor_of_people, wi_program_corridor_of_lone_walkers, wi_program_ellipse_timing;

// Counted from 0; NULL after the last.
const wi_study_program *wi_study_program_at(uint32_t index);

// NULL if there is none of that name.
const wi_study_program *wi_study_program_find(const char *name);

#endif
