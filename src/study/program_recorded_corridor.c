// People in a corridor 3.6 m wide who walk in both directions (Zhang et al. 2012), by the measures that simulated ones get,
// with places twice a second: in so long a head sways once, and so it does not count as walking. The seed is the number of
// the recording.
#include "base/error.h"
#include "measure/measure.h"
#include "study/program.h"
#include "study/recordings.h"

#include <math.h>
#include <string.h>

#define RATE 2.0 // frames a second that are looked at

static const char *const recordings[] = {
    "bidirectional/bo-360-075-075.txt",  "bidirectional/bo-360-160-160.txt",  "bidirectional/bo-360-120-120.txt",
    "bidirectional/bot-360-120-120.txt", "bidirectional/bot-360-200-200.txt",
};

// Where people walk: the corridor, and the rooms at its ends.
static const char walkable[] = "POLYGON ((0 -4, 0 4, -3 4, -3 9, 6.6 9, 6.6 4, 3.6 4, 3.6 -4, 6.6 -4, 6.6 -9, -3 -9, "
                               "-3 -4, 0 -4))";

enum { DENSITY, LANES = DENSITY + WI_MILESTONES, SHUFFLED, SPEED, PEOPLE = SPEED + WI_CURVE_POINTS - 1, VALUES };

static const wi_study_value values[VALUES] = {
    [DENSITY] = {"density_at_20", "1/m2", 3, "largest density at a head when 20 % have passed the middle"},
    [DENSITY + 1] = {"density_at_40", "1/m2", 3, "the same at 40 %"},
    [DENSITY + 2] = {"density_at_60", "1/m2", 3, "the same at 60 %"},
    [DENSITY + 3] = {"density_at_80", "1/m2", 3, "the same at 80 %"},
    [LANES] = {"lane_order", "", 4, "order of lanes; 1: each has one direction"},
    [SHUFFLED] = {"lane_order_shuffled", "", 4, "the same with directions dealt out anew"},
    [SPEED] = {"speed_at_0.5", "m/s", 3, "where Voronoi cells give 0.5 people per m2, 0.25 more or less"},
    [SPEED + 1] = {"speed_at_1.0", "m/s", 3, "and 1"},
    [SPEED + 2] = {"speed_at_1.5", "m/s", 3, "and 1.5"},
    [SPEED + 3] = {"speed_at_2.0", "m/s", 3, "and 2"},
    [SPEED + 4] = {"speed_at_2.5", "m/s", 3, "and 2.5"},
    [PEOPLE] = {"people", "", 0, "in the recording"},
};

static bool are_here(void) { return wi_recordings_here(recordings, WEND_COUNT(recordings)); }

static wi_measure_options corridor(void) {
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.area, (double[]){0.3, -4.0, 3.3, 4.0}, sizeof options.area);
    memcpy(options.line, (double[]){0.0, 0.0, 3.6, 0.0}, sizeof options.line);
    options.lane_width = 0.3;
    options.voronoi = true;
    options.walkable = walkable;
    return options;
}

static wend_result watch(wi_reader *people, wi_meter *meter, wend_error *error) {
    const int64_t stride = (int64_t)lround(people->about.fps / RATE);
    wi_frame frame;
    bool more = true;
    wend_result result = WEND_OK;
    while (!result) {
        result = people->next(people, &frame, &more, error);
        if (result || !more) break;
        if (frame.number % stride) continue;
        frame.number /= stride;
        result = wi_meter_frame(meter, &frame, error);
    }
    return result;
}

static void take(const wi_measures *found, double *value) {
    memcpy(&value[DENSITY], found->density_at, sizeof found->density_at);
    memcpy(&value[SPEED], found->speed_at, (PEOPLE - SPEED) * sizeof value[0]);
    value[LANES] = found->lane_order;
    value[SHUFFLED] = found->lane_order_shuffled;
    value[PEOPLE] = (double)found->agents;
}

static wend_result recorded_corridor(const wi_study_task *task, double *value, wend_error *error) {
    char path[WI_RECORDING_PATH];
    wi_reader *people = NULL;
    const wi_measure_options options = corridor();
    wi_recording_path(recordings[(task->seed - 1) % WEND_COUNT(recordings)], path);
    wend_result result = wi_reader_open(path, &people, error);
    if (result) return result;
    wi_meter *meter = wi_meter_create(&options, RATE);
    result = meter ? watch(people, meter, error) : wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    if (!result) {
        const wi_measures found = wi_meter_result(meter);
        take(&found, value);
    }
    wi_meter_free(meter);
    wi_reader_close(people);
    return result;
}

const wi_study_program wi_program_recorded_corridor = {
    .name = "recorded-corridor",
    .meaning = "people in a corridor in both directions; a seed is a recording",
    .values = values,
    .value_count = VALUES,
    .ready = are_here,
    .run = recorded_corridor,
};
