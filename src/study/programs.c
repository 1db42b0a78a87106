// The list of programs.
#include "study/program.h"

#include <string.h>

static const wi_study_program *const list[] = {
    &wi_program_crossing_pairs,     &wi_program_crossing_circle,          &wi_program_passing_wall,
    &wi_program_recorded_pairs,     &wi_program_recorded_pairs_tuned,     &wi_program_recorded_corridor,
    &wi_program_corridor_of_people, &wi_program_corridor_of_lone_walkers, &wi_program_ellipse_timing,
};

const wi_study_program *wi_study_program_at(uint32_t index) { return index < WEND_COUNT(list) ? list[index] : NULL; }

const wi_study_program *wi_study_program_find(const char *name) {
    for (uint32_t i = 0; i < WEND_COUNT(list); i++) {
        if (strcmp(list[i]->name, name) == 0) return list[i];
    }
    return NULL;
}
