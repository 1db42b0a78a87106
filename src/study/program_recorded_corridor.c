// People in a corridor 3.6 m wide who walk in both directions, by the measures that simulated ones get. The seed is the
// number of the recording.
#include "study/corridor.h"
#include "study/program.h"

static wend_result recorded_corridor(const wi_study_task *task, double *value, wend_error *error) {
    char path[WI_RECORDING_PATH];
    wi_measures found;
    wi_corridor_recording(task->seed, path);
    wend_result result = wi_corridor_measure(path, &found, error);
    if (!result) wi_corridor_take(&found, value);
    return result;
}

const wi_study_program wi_program_recorded_corridor = {
    .name = "recorded-corridor",
    .meaning = "people in a corridor in both directions; a seed is a recording",
    .values = wi_corridor_value,
    .value_count = WI_CORRIDOR_MEASURED,
    .ready = wi_corridor_here,
    .run = recorded_corridor,
};
