// Recording a running world off its hot path: the host hands over a copy of the columns, a thread writes them to a part
// file (wi_format_part), which is turned into the wanted format at the end. Killed at any time, the part file can be
// read up to its last whole frame.
#ifndef WI_RECORDER_H
#define WI_RECORDER_H

#include "record/trajectory.h"
#include "wend/world.h"

typedef struct wi_recorder wi_recorder;

typedef struct wi_recorder_def {
    const char *path; // the finished file; the part file is path + ".part"
    const wi_recording *about;
    wi_write_options options;
    wend_point origin;          // of the scene: added to positions
    const float *level_heights; // m, z of each level, kept until the end; NULL: 0
    size_t most_bytes;          // of frames waiting for the disk; a frame that would exceed it waits (0: 64 MiB)
} wi_recorder_def;

wend_result wi_recorder_start(const wi_recorder_def *def, wi_recorder **recorder, wend_error *error);

// To which group an agent belongs, told before the first frame that has it; serials must rise. Who is not told of has
// no group.
wend_result wi_recorder_tell_group(wi_recorder *recorder, uint64_t serial, uint32_t group, wend_error *error);

// Takes the state as frame `number`. Copies and returns; errors of the thread come out here or at the end.
wend_result wi_recorder_take(wi_recorder *recorder, const wend_view *view, int64_t number, wend_error *error);

// Writes out what waits, makes the finished file, frees the recorder. `whole` false: the run was interrupted by a person;
// the file is closed properly and says so.
wend_result wi_recorder_finish(wi_recorder *recorder, bool whole, wend_error *error);

// Stops at once and leaves the part file as it is (for tests of crashes), frees the recorder.
void wi_recorder_abandon(wi_recorder *recorder);

// So far: frames and bytes in the part file, and seconds that taking had to wait for the disk.
typedef struct wi_recorder_stats {
    uint64_t frames, spots, bytes;
    double waited;
} wi_recorder_stats;
wi_recorder_stats wi_recorder_get_stats(const wi_recorder *recorder);

// A part file of a killed run that was in the way is kept under another name in the same directory: that name, for a
// person, or NULL. Valid as long as the recorder.
const char *wi_recorder_kept(const wi_recorder *recorder);

#endif
