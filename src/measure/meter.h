// What measures share: each is a row in a table, and all are told the same about every frame.
#ifndef WI_METER_H
#define WI_METER_H

#include "base/memory.h"
#include "measure/measure.h"

// One agent in the frame that is measured, and its way there from the frame in which it was seen last. All but the
// first four fields and the velocity are unset where `fresh`.
typedef struct wi_leg {
    const wi_spot *spot;
    uint32_t agent;              // counts agents in the order in which they appear
    bool fresh;                  // not seen before
    double radius;               // m
    bool gap;                    // it was missing from at least one frame since it was seen last
    int64_t begun;               // number of its first frame
    uint64_t seen;               // serial of the frame in which it was seen last
    double from_x, from_y, time; // m; s since then
    double from_heading;         // rad, as recorded then; NAN where not
    double length;               // m, straight
    double speed, square_speed;  // m/s, m2/s2: means over the leg, from recorded velocities where there are any
    double acceleration;         // m/s2, amount; NAN where the recording does not tell
    double vx, vy;               // m/s at the end of the leg: as recorded, else over the leg; NAN where nothing tells
} wi_leg;

typedef struct wi_moment {
    const wi_measure_options *options;
    double fps;
    int64_t number;  // of the frame
    uint64_t serial; // counts frames from 1
    const wi_leg *leg;
    uint32_t count;
    uint32_t agents;     // seen so far
    uint64_t unsized;    // of all legs so far: nothing tells how large they are
    wi_instant *instant; // what measures tell of this frame alone
} wi_moment;

// A measure. To add one: a file with its state, its functions, its values and its row; a line in measures.c; the
// numbers in wi_measures; a section in docs/measures.md. Its state starts zeroed.
typedef struct wi_measure {
    const char *name;
    const wi_measure_value *values;
    uint32_t value_count;
    size_t state_size;
    bool (*asked)(const wi_measure_options *options); // NULL: always
    // Before the first frame: takes what is in the options, or says what is wrong with them. NULL: nothing to do.
    wend_result (*begin)(void *state, const wi_measure_options *options, wend_error *error);
    bool (*frame)(void *state, wi_memory *memory, const wi_moment *now);        // false without memory
    void (*end)(const void *state, const wi_moment *last, wi_measures *result); // of the frames so far
    void (*free)(void *state, wi_memory *memory);                               // NULL: nothing to give back
} wi_measure;

// clang-format off
#define WI_VALUE(field, unit, decimals, meaning) {#field, unit, meaning, offsetof(wi_measures, field), false, decimals}
#define WI_COUNT_VALUE(field, meaning) {#field, "", meaning, offsetof(wi_measures, field), true, 0}
// clang-format on

// One file each.
extern const wi_measure wi_measure_presence, wi_measure_overlaps, wi_measure_travel, wi_measure_path,
    wi_measure_own_speed, wi_measure_start, wi_measure_density, wi_measure_flow, wi_measure_energy,
    wi_measure_smoothness, wi_measure_passing, wi_measure_oscillation, wi_measure_collision_time, wi_measure_lanes,
    wi_measure_voronoi, wi_measure_pair, wi_measure_milestones, wi_measure_turning, wi_measure_largest_turn;

// The list, in the order in which values are shown.
const wi_measure *const *wi_measure_list(uint32_t *count);
bool wi_measure_asked(const wi_measure *measure, const wi_measure_options *options);

// flow.c: the N(t) curve from its state.
const wi_crossing *wi_flow_crossings(void *state, uint32_t *count);

// overlaps.c: the collisions in the order in which they began.
const wi_collision *wi_overlaps_collisions(const void *state, uint32_t *count);

// collision_time.c, voronoi.c, pair.c: what they found besides their values.
wi_collision_times wi_collision_time_shares(const void *state, const wi_measure_options *options);
const struct wi_diagram *wi_voronoi_diagram(const void *state);
const wi_prediction *wi_pair_predictions(void *state, uint32_t *count);

// flow.c: which share of the leg is behind when it meets the line; negative if it does not.
double wi_line_met(const double line[4], const wi_leg *leg);

// The leg of that agent in this frame, or NULL.
const wi_leg *wi_moment_leg(const wi_moment *now, uint64_t id);

// If both coordinates are numbers within this of 0: beyond it a place says nothing to a centimetre.
#define WI_PLACE_MAX 1e12 // m
bool wi_spot_in_reach(const wi_spot *spot);

// If a double holds the number of a frame: beyond it those of two frames may be one.
#define WI_FRAME_MAX (INT64_C(1) << 53)
bool wi_frame_in_reach(const wi_frame *frame);

// A mean, NAN of nothing.
double wi_mean(double sum, double count);

#endif
