// Recordings of people that do not come with wend: WEND_DATA says where they are, else ../shared/data.
#ifndef WI_STUDY_RECORDINGS_H
#define WI_STUDY_RECORDINGS_H

#include <stdbool.h>
#include <stdint.h>

#define WI_RECORDING_PATH 1024

void wi_recording_path(const char *name, char path[WI_RECORDING_PATH]);

// Whether all of them can be read.
bool wi_recordings_here(const char *const *name, uint32_t count);

#endif
