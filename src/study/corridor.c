#include "study/corridor.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const recordings[WI_CORRIDOR_RECORDINGS] = {
    "bidirectional/bo-360-075-075.txt",  "bidirectional/bo-360-160-160.txt",  "bidirectional/bo-360-120-120.txt",
    "bidirectional/bot-360-120-120.txt", "bidirectional/bot-360-200-200.txt",
};

static const wend_point corner[] = {{0.0, -4.0}, {0.0, 4.0},  {-3.0, 4.0}, {-3.0, 9.0}, {6.6, 9.0},   {6.6, 4.0},
                                    {3.6, 4.0},  {3.6, -4.0}, {6.6, -4.0}, {6.6, -9.0}, {-3.0, -9.0}, {-3.0, -4.0}};

const wend_obstacle wi_corridor_room = {.kind = WEND_ROOM, .points = corner, .point_count = WEND_COUNT(corner)};

const wi_study_value wi_corridor_value[WI_CORRIDOR_VALUES] = {
    [WI_CORRIDOR_DENSITY] = {"density_at_20", "1/m2", 3, "largest density at a head when 20 % have passed the middle"},
    [WI_CORRIDOR_DENSITY + 1] = {"density_at_40", "1/m2", 3, "the same at 40 %"},
    [WI_CORRIDOR_DENSITY + 2] = {"density_at_60", "1/m2", 3, "the same at 60 %"},
    [WI_CORRIDOR_DENSITY + 3] = {"density_at_80", "1/m2", 3, "the same at 80 %"},
    [WI_CORRIDOR_LANES] = {"lane_order", "", 4, "order of lanes; 1: each has one direction"},
    [WI_CORRIDOR_SHUFFLED] = {"lane_order_shuffled", "", 4, "the same with directions dealt out anew"},
    [WI_CORRIDOR_SPEED] = {"speed_at_0.5", "m/s", 3, "where Voronoi cells give 0.5 people per m2, 0.25 more or less"},
    [WI_CORRIDOR_SPEED + 1] = {"speed_at_1.0", "m/s", 3, "and 1"},
    [WI_CORRIDOR_SPEED + 2] = {"speed_at_1.5", "m/s", 3, "and 1.5"},
    [WI_CORRIDOR_SPEED + 3] = {"speed_at_2.0", "m/s", 3, "and 2"},
    [WI_CORRIDOR_SPEED + 4] = {"speed_at_2.5", "m/s", 3, "and 2.5"},
    [WI_CORRIDOR_PEOPLE] = {"people", "", 0, "in the recording"},
    [WI_CORRIDOR_DISTANCE] = {"curve_distance", "m/s", 3, "mean difference of these speeds from the recorded ones"},
    [WI_CORRIDOR_DENSER] = {"denser_at_20", "1/m2", 3, "density_at_20 less that of the people in the same recording"},
    [WI_CORRIDOR_DENSER + 1] = {"denser_at_40", "1/m2", 3, "the same at 40 %"},
    [WI_CORRIDOR_DENSER + 2] = {"denser_at_60", "1/m2", 3, "the same at 60 %"},
    [WI_CORRIDOR_DENSER + 3] = {"denser_at_80", "1/m2", 3, "the same at 80 %"},
    [WI_CORRIDOR_NOT_ARRIVED] = {"not_arrived", "", 1, "on the way, or not in, after 400 s"},
    [WI_CORRIDOR_WAITED] = {"waited", "%", 1, "who found the place taken where they come in"},
    [WI_CORRIDOR_LATE] = {"late", "s", 2,
                          "mean of how much later than the person one leaves the corridor; of those who do"},
};

bool wi_corridor_here(void) { return wi_recordings_here(recordings, WI_CORRIDOR_RECORDINGS); }

void wi_corridor_recording(uint64_t seed, char path[WI_RECORDING_PATH]) {
    wi_recording_path(recordings[(seed - 1) % WI_CORRIDOR_RECORDINGS], path);
}

// The ground as WKT, for Voronoi cells.
static void print_ground(char text[WI_CORRIDOR_GROUND]) {
    int used = snprintf(text, WI_CORRIDOR_GROUND, "POLYGON ((");
    for (uint32_t i = 0; i < WEND_COUNT(corner); i++)
        used += snprintf(text + used, WI_CORRIDOR_GROUND - (size_t)used, "%g %g, ", corner[i].x, corner[i].y);
    snprintf(text + used, WI_CORRIDOR_GROUND - (size_t)used, "%g %g))", corner[0].x, corner[0].y);
}

wi_measure_options wi_corridor_measures(char ground[WI_CORRIDOR_GROUND]) {
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.area, (double[]){0.3, -4.0, 3.3, 4.0}, sizeof options.area);
    memcpy(options.line, (double[]){0.0, 0.0, 3.6, 0.0}, sizeof options.line);
    options.lane_width = 0.3;
    options.voronoi = true;
    print_ground(ground);
    options.walkable = ground;
    return options;
}

static wend_result watch(wi_reader *people, wi_meter *meter, wend_error *error) {
    const int64_t stride = (int64_t)fmax(1.0, round(people->about.fps / WI_CORRIDOR_RATE));
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

wend_result wi_corridor_measure(const char *path, wi_measures *found, wend_error *error) {
    wi_reader *people = NULL;
    char ground[WI_CORRIDOR_GROUND];
    const wi_measure_options options = wi_corridor_measures(ground);
    wend_result result = wi_reader_open(path, &people, error);
    if (result) return result;
    wi_meter *meter = wi_meter_create(&options, WI_CORRIDOR_RATE);
    result = meter ? watch(people, meter, error) : wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    if (!result) *found = wi_meter_result(meter);
    wi_meter_free(meter);
    wi_reader_close(people);
    return result;
}

void wi_corridor_take(const wi_measures *found, double value[WI_CORRIDOR_MEASURED]) {
    memcpy(&value[WI_CORRIDOR_DENSITY], found->density_at, sizeof found->density_at);
    memcpy(&value[WI_CORRIDOR_SPEED], found->speed_at, (WI_CORRIDOR_PEOPLE - WI_CORRIDOR_SPEED) * sizeof value[0]);
    value[WI_CORRIDOR_LANES] = found->lane_order;
    value[WI_CORRIDOR_SHUFFLED] = found->lane_order_shuffled;
    value[WI_CORRIDOR_PEOPLE] = (double)found->agents;
}
