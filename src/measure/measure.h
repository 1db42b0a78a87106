// Numbers from recordings. A measure takes frames in order and gives its result at the end, so that files of any length
// can be read once, and a run can be measured while it goes on. Definitions with formulas: docs/measures.md.
#ifndef WI_MEASURE_H
#define WI_MEASURE_H

#include "record/trajectory.h"

typedef struct wi_measure_options {
    double radius;          // m, of a body where the recording does not tell
    double mass;            // kg, for energy
    double area[4];         // x0, y0, x1, y1 of the place where density is measured; all 0: the box around everything
    double line[4];         // x0, y0, x1, y1 of the line where flow is measured; all 0: none
    double collision_depth; // m: overlaps up to this are touching, not collisions
    const double *profile_radius; // m, of bodies by wi_spot.profile; NULL: all have `radius`. Must outlive the meter
    uint32_t profile_count;
    wend_allocator allocator; // zero: the C library's
} wi_measure_options;

// People: 0.25 m, 70 kg, touching up to 2 mm (positions rounded to 1 mm may come 1.4 mm too near), no area, no line.
wi_measure_options wi_measure_options_default(void);

// What cannot be told from the frames (no line given, nobody seen twice, an area of nothing) is NAN.
typedef struct wi_measures {
    double duration; // s
    uint64_t frames, agents;
    // Overlaps of discs: pairs that ever overlapped, begun overlaps, mean and largest depth while overlapping, and the
    // mean over all agents and frames of the depth of each agent's deepest overlap (0 where there is none).
    uint64_t colliding_pairs, collisions;
    double mean_depth, max_depth, mean_penetration; // m
    double travel_mean, travel_median, travel_max;  // s, from first to last frame of an agent
    double path_mean;                               // m, length walked
    double speed_mean;                              // m/s
    double density_mean, density_peak;              // per m2 in the area (classic: heads over area)
    double flow_mean;                               // per s over the line, between the first and the last crossing
    uint64_t crossings[2];                          // from left to right of the line, and back
    double energy_mean;                             // J an agent: mass * integral of (2.23 + 1.26 v^2)
    double smoothness;                              // 1 - mean |acceleration| / (1 m/s2), over agents and frames
} wi_measures;

// One number of wi_measures, for printing, JSON and tables: a double, or a uint64_t where it is a count.
typedef struct wi_measure_value {
    const char *name;    // "travel_median"
    const char *unit;    // "s"; "" for a plain number
    const char *meaning; // for a person
    size_t offset;       // into wi_measures
    bool count;
    int decimals; // worth printing
} wi_measure_value;

// They are counted from 0, measure by measure; NULL after the last.
const wi_measure_value *wi_measure_value_at(uint32_t index);

// As a double, whatever it is.
double wi_measure_read(const wi_measures *measures, const wi_measure_value *value);

typedef struct wi_meter wi_meter;
wi_meter *wi_meter_create(const wi_measure_options *options, double fps); // NULL without memory
// Numbers must rise, ids within a frame too. After a failure the meter takes no more of them.
wend_result wi_meter_frame(wi_meter *meter, const wi_frame *frame, wend_error *error);
wi_measures wi_meter_result(wi_meter *meter); // of the frames so far; more may follow
void wi_meter_free(wi_meter *meter);          // NULL is fine

// A crossing of the line. The N(t) curve: the crossing with index i is the (i + 1)th.
typedef struct wi_crossing {
    double time; // s, between frames where the straight way between them meets the line
    uint64_t id;
    bool back; // from right to left
} wi_crossing;

// The crossings so far in order of time; valid until the next call with this meter.
const wi_crossing *wi_meter_crossings(wi_meter *meter, uint32_t *count);

// An overlap that began: when, and the middle between the two.
typedef struct wi_collision {
    double time;    // s
    double x, y, z; // m; z is NAN where the recording has none
} wi_collision;

// Those so far in order of time; valid until the next call with this meter.
const wi_collision *wi_meter_collisions(wi_meter *meter, uint32_t *count);

// The whole of a file.
wend_result wi_measure_file(const char *path, const wi_measure_options *options, wi_measures *measures,
                            wend_error *error);

#endif
