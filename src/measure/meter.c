#include "base/error.h"
#include "measure/diagram.h"
#include "measure/tracks.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct wi_meter {
    wi_memory memory;
    wi_measure_options options;
    wi_tracks tracks;
    wi_moment now;
    wi_instant instant;
    void **state; // one a measure
    bool failed;
    bool ready;    // the options are fine
    bool begun;    // a frame was shown
    int64_t first; // its number
};

// Life ----------------------------------------------------------------------------------------------------------------

static bool create_states(wi_meter *meter) {
    uint32_t count;
    const wi_measure *const *measures = wi_measure_list(&count);
    meter->state = wi_memory_take(&meter->memory, count, sizeof *meter->state);
    if (!meter->state) return false;
    for (uint32_t i = 0; i < count; i++) {
        meter->state[i] = wi_memory_take(&meter->memory, 1, measures[i]->state_size);
        if (!meter->state[i]) return false;
    }
    return true;
}

static void free_states(wi_meter *meter) {
    if (!meter->state) return;
    uint32_t count;
    const wi_measure *const *measures = wi_measure_list(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (meter->state[i] && measures[i]->free) measures[i]->free(meter->state[i], &meter->memory);
        wi_memory_give(&meter->memory, meter->state[i], 1, measures[i]->state_size);
    }
    wi_memory_give(&meter->memory, (void *)meter->state, count, sizeof *meter->state);
}

wi_meter *wi_meter_create(const wi_measure_options *options, double fps) {
    wi_memory memory = wi_memory_from(options->allocator);
    wi_meter *meter = wi_memory_take(&memory, 1, sizeof *meter);
    if (!meter) return NULL;
    meter->memory = memory;
    meter->options = *options;
    meter->now = (wi_moment){.options = &meter->options, .fps = fps, .instant = &meter->instant};
    if (!create_states(meter)) {
        wi_meter_free(meter);
        return NULL;
    }
    return meter;
}

void wi_meter_free(wi_meter *meter) {
    if (!meter) return;
    free_states(meter);
    wi_tracks_free(&meter->tracks, &meter->memory);
    wi_memory memory = meter->memory;
    wi_memory_give(&memory, meter, 1, sizeof *meter);
}

const wi_measure_options *wi_meter_options(const wi_meter *meter) { return &meter->options; }

// Checks --------------------------------------------------------------------------------------------------------------

static bool in_range(double value, double low, double high) { return value >= low && value <= high; }

static bool all_zero(const double *numbers) {
    return numbers[0] == 0.0 && numbers[1] == 0.0 && numbers[2] == 0.0 && numbers[3] == 0.0;
}

static bool all_finite(const double *numbers) {
    return isfinite(numbers[0]) && isfinite(numbers[1]) && isfinite(numbers[2]) && isfinite(numbers[3]);
}

#define RADIUS_MAX 100.0

static wend_result check_bodies(const wi_measure_options *options, wend_error *error) {
    if (!in_range(options->radius, 0.0, RADIUS_MAX)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "radius is %g m; take 0 to %g m", options->radius, RADIUS_MAX);
    }
    for (uint32_t i = 0; options->profile_radius && i < options->profile_count; i++) {
        if (in_range(options->profile_radius[i], 0.0, RADIUS_MAX)) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT, "the radius of profile %" PRIu32 " is %g m; take 0 to %g m", i,
                       options->profile_radius[i], RADIUS_MAX);
    }
    if (!in_range(options->mass, 0.0, 1e6)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "mass is %g kg; take 0 to 1000000 kg", options->mass);
    }
    if (!in_range(options->collision_depth, 0.0, RADIUS_MAX)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "collision_depth is %g m; take 0 to %g m", options->collision_depth,
                       RADIUS_MAX);
    }
    return WEND_OK;
}

static wend_result check_limits(const wi_measure_options *options, wend_error *error) {
    const struct {
        const char *name, *unit;
        double value, most;
    } limits[] = {
        {"turn", "rad", options->turn, 100.0},
        {"collision_horizon", "s", options->collision_horizon, 1000.0},
        {"lane_width", "m", options->lane_width, 1e6},
        {"after", "s", options->after, 1e12},
    };
    for (uint32_t i = 0; i < WEND_COUNT(limits); i++) {
        if (in_range(limits[i].value, 0.0, limits[i].most)) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s is %g %s; take 0 to %g %s", limits[i].name, limits[i].value,
                       limits[i].unit, limits[i].most, limits[i].unit);
    }
    return WEND_OK;
}

static wend_result check_places(const wi_measure_options *options, wend_error *error) {
    const double *area = options->area, *line = options->line;
    if (!all_finite(area) || (!all_zero(area) && (area[0] == area[2] || area[1] == area[3]))) {
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "the area %g,%g,%g,%g has no size; give two opposite corners x0,y0,x1,y1", area[0], area[1],
                       area[2], area[3]);
    }
    if (!all_finite(line) || (!all_zero(line) && line[0] == line[2] && line[1] == line[3])) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "the line %g,%g,%g,%g has no length; give its two ends x0,y0,x1,y1",
                       line[0], line[1], line[2], line[3]);
    }
    return WEND_OK;
}

static wend_result check_options(const wi_meter *meter, wend_error *error) {
    if (!in_range(meter->now.fps, 1e-6, 1e9)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "%g frames per second; take 0.000001 to 1000000000", meter->now.fps);
    }
    wend_result result = check_bodies(&meter->options, error);
    if (result == WEND_OK) result = check_limits(&meter->options, error);
    return result == WEND_OK ? check_places(&meter->options, error) : result;
}

static wend_result begin_all(wi_meter *meter, wend_error *error) {
    uint32_t count;
    const wi_measure *const *measures = wi_measure_list(&count);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        if (measures[i]->begin && wi_measure_asked(measures[i], &meter->options))
            result = measures[i]->begin(meter->state[i], &meter->options, error);
    }
    return result;
}

wend_result wi_meter_begin(wi_meter *meter, wend_error *error) {
    if (meter->ready) return WEND_OK;
    wend_result result = check_options(meter, error);
    if (result == WEND_OK) result = begin_all(meter, error);
    meter->ready = result == WEND_OK;
    meter->failed = !meter->ready;
    return result;
}

bool wi_spot_in_reach(const wi_spot *spot) {
    return in_range(spot->x, -WI_PLACE_MAX, WI_PLACE_MAX) && in_range(spot->y, -WI_PLACE_MAX, WI_PLACE_MAX);
}

bool wi_frame_in_reach(const wi_frame *frame) {
    return frame->number >= -WI_FRAME_MAX && frame->number <= WI_FRAME_MAX;
}

// A size that is not told is not a number, or 0.
static bool is_sane(float size) { return !(size > (float)RADIUS_MAX); }

static wend_result check_spots(const wi_frame *frame, wend_error *error) {
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        if (i > 0 && spot->id <= spot[-1].id) {
            return wi_fail(error, WEND_BAD_ARGUMENT,
                           "frame %" PRId64 ": agent %" PRIu64 " comes after agent %" PRIu64
                           "; a frame has each agent once, in the order of ids",
                           frame->number, spot->id, spot[-1].id);
        }
        if (!wi_spot_in_reach(spot)) {
            return wi_fail(error, WEND_BAD_ARGUMENT,
                           "frame %" PRId64 ": agent %" PRIu64 " is at %g, %g; expected both within %g m of 0",
                           frame->number, spot->id, spot->x, spot->y, WI_PLACE_MAX);
        }
        if (!is_sane(spot->half_length) || !is_sane(spot->half_width)) {
            return wi_fail(
                error, WEND_BAD_ARGUMENT,
                "frame %" PRId64 ": agent %" PRIu64 " is %g m by %g m large; expected half of each up to %g m",
                frame->number, spot->id, 2.0 * (double)spot->half_length, 2.0 * (double)spot->half_width, RADIUS_MAX);
        }
    }
    return WEND_OK;
}

static wend_result check_frame(wi_meter *meter, const wi_frame *frame, wend_error *error) {
    if (meter->now.serial == 0) {
        wend_result result = wi_meter_begin(meter, error);
        if (result != WEND_OK) return result;
    } else if (frame->number <= meter->now.number) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame %" PRId64 " comes after frame %" PRId64 "; numbers must rise",
                       frame->number, meter->now.number);
    }
    if (!wi_frame_in_reach(frame)) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame %" PRId64 ": expected numbers within %" PRId64 " of 0",
                       frame->number, WI_FRAME_MAX);
    }
    return check_spots(frame, error);
}

// Frames and results --------------------------------------------------------------------------------------------------

static void begin_instant(wi_meter *meter, uint32_t agents) {
    double unknown = (double)NAN;
    meter->instant = (wi_instant){
        .time = (double)meter->now.number / meter->now.fps,
        .agents = agents,
        .density = unknown,
        .voronoi_density = unknown,
        .voronoi_speed = unknown,
        .lane_order = unknown,
        .lane_order_shuffled = unknown,
        .collision_time = unknown,
    };
}

static bool measure_all(wi_meter *meter) {
    uint32_t count;
    const wi_measure *const *measures = wi_measure_list(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (!wi_measure_asked(measures[i], &meter->options)) continue;
        if (!measures[i]->frame(meter->state[i], &meter->memory, &meter->now)) return false;
    }
    return true;
}

static bool is_too_early(wi_meter *meter, int64_t number) {
    if (!meter->begun) meter->first = number;
    meter->begun = true;
    return ((double)number - (double)meter->first) / meter->now.fps < meter->options.after;
}

wend_result wi_meter_frame(wi_meter *meter, const wi_frame *frame, wend_error *error) {
    if (meter->failed) return wi_fail(error, WEND_BAD_ARGUMENT, "an earlier frame could not be measured");
    if (is_too_early(meter, frame->number)) return WEND_OK;
    wend_result result = check_frame(meter, frame, error);
    if (result == WEND_OK) {
        meter->now.number = frame->number;
        meter->now.serial++;
        begin_instant(meter, frame->count);
        bool measured = wi_tracks_follow(&meter->tracks, &meter->memory, frame, &meter->now) && measure_all(meter);
        if (!measured) {
            result = wi_fail(error, WEND_NO_MEMORY, "no memory to measure frame %" PRId64 " with %" PRIu32 " agents",
                             frame->number, frame->count);
        }
    }
    meter->failed = result != WEND_OK;
    return result;
}

wi_measures wi_meter_result(wi_meter *meter) {
    wi_measures result = {0};
    uint32_t count;
    const wi_measure *const *measures = wi_measure_list(&count);
    for (uint32_t i = 0; i < count; i++) measures[i]->end(meter->state[i], &meter->now, &result);
    return result;
}

static wend_result check_one(const wi_meter *meter, bool asked, uint64_t id, wend_error *error) {
    if (!asked || wi_map_has(&meter->tracks.agent_of, id)) return WEND_OK;
    return wi_fail(error, WEND_NOT_FOUND, "nobody has the id %" PRIu64, id);
}

wend_result wi_meter_check_seen(const wi_meter *meter, wend_error *error) {
    const wi_measure_options *asked = &meter->options;
    wend_result result = check_one(meter, asked->watch, asked->watch_id, error);
    for (uint32_t i = 0; i < 2 && result == WEND_OK; i++)
        result = check_one(meter, asked->pair, asked->pair_id[i], error);
    return result;
}

wi_instant wi_meter_instant(const wi_meter *meter) { return meter->instant; }

static void *state_of(const wi_meter *meter, const wi_measure *measure) {
    uint32_t count;
    const wi_measure *const *measures = wi_measure_list(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (measures[i] == measure) return meter->state[i];
    }
    return NULL;
}

const wi_crossing *wi_meter_crossings(wi_meter *meter, uint32_t *count) {
    return wi_flow_crossings(state_of(meter, &wi_measure_flow), count);
}

const wi_collision *wi_meter_collisions(wi_meter *meter, uint32_t *count) {
    return wi_overlaps_collisions(state_of(meter, &wi_measure_overlaps), count);
}

wi_collision_times wi_meter_collision_times(const wi_meter *meter) {
    return wi_collision_time_shares(state_of(meter, &wi_measure_collision_time), &meter->options);
}

const wi_diagram *wi_meter_diagram(const wi_meter *meter) {
    return wi_voronoi_diagram(state_of(meter, &wi_measure_voronoi));
}

const wi_prediction *wi_meter_predictions(wi_meter *meter, uint32_t *count) {
    return wi_pair_predictions(state_of(meter, &wi_measure_pair), count);
}
