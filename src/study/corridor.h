// The corridor in which people walked in both directions (Zhang et al. 2012): its recordings, its walls, and how those in
// it are measured, be they people or agents.
#ifndef WI_STUDY_CORRIDOR_H
#define WI_STUDY_CORRIDOR_H

#include "measure/measure.h"
#include "study/recordings.h"
#include "study/value.h"

#define WI_CORRIDOR_RECORDINGS 5u
#define WI_CORRIDOR_RATE 2.0 // frames a second that are looked at: in so long a head sways once

// The corridor, and the rooms at its ends.
extern const wend_obstacle wi_corridor_room;

// What is measured, and then what programs with agents have besides.
enum {
    WI_CORRIDOR_DENSITY,
    WI_CORRIDOR_LANES = WI_CORRIDOR_DENSITY + WI_MILESTONES,
    WI_CORRIDOR_SHUFFLED,
    WI_CORRIDOR_SPEED,
    WI_CORRIDOR_PEOPLE = WI_CORRIDOR_SPEED + WI_CURVE_POINTS - 1,
    WI_CORRIDOR_MEASURED,
    WI_CORRIDOR_DISTANCE = WI_CORRIDOR_MEASURED,
    WI_CORRIDOR_DENSER,
    WI_CORRIDOR_NOT_ARRIVED = WI_CORRIDOR_DENSER + WI_MILESTONES,
    WI_CORRIDOR_WAITED,
    WI_CORRIDOR_LATE,
    WI_CORRIDOR_VALUES,
};
extern const wi_study_value wi_corridor_value[WI_CORRIDOR_VALUES];

// Whether all recordings are here, and where that of a seed is.
bool wi_corridor_here(void);
void wi_corridor_recording(uint64_t seed, char path[WI_RECORDING_PATH]);

// `ground` is room for a text that a meter with these options needs until its first frame.
#define WI_CORRIDOR_GROUND 256
wi_measure_options wi_corridor_measures(char ground[WI_CORRIDOR_GROUND]);

// The people of a recording.
wend_result wi_corridor_measure(const char *path, wi_measures *found, wend_error *error);

// Into what has to do with the measures alone.
void wi_corridor_take(const wi_measures *found, double value[WI_CORRIDOR_MEASURED]);

#endif
