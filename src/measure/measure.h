// Numbers from recordings. A measure takes frames in order and gives its result at the end, so that files of any length
// can be read once, and a run can be measured while it goes on. Definitions with formulas: docs/measures.md.
#ifndef WI_MEASURE_H
#define WI_MEASURE_H

#include "measure/diagram.h"
#include "record/trajectory.h"
#include "wend/measure.h"

#define WI_MILESTONES 4

typedef struct wi_measure_options {
    double radius;          // m, of a body where the recording does not tell
    double mass;            // kg, for energy
    double area[4];         // x0, y0, x1, y1 of the place where density is measured; all 0: the box around everything
    double after;           // s since the first frame: what is before is not looked at
    double line[4];         // x0, y0, x1, y1 of the line where flow is measured; all 0: none
    double collision_depth; // m: overlaps up to this are touching, not collisions
    // m, of bodies by wi_spot.profile where spots have no sizes or their shapes are not known; 0 there, or NULL: `radius`.
    // Must outlive the meter, as shapes must.
    const double *profile_radius;
    uint32_t profile_count;
    // Overlaps are of true outlines, with the sizes and headings that spots have, where kinds are told, and discs are as
    // large as these. Kinds are by profile and as many as radii; wi_measure_reader takes them from the recording where
    // they are NULL.
    const wend_shape_kind *profile_shape;
    bool discs;  // overlaps and times to collision of the discs around bodies, not of their outlines
    double turn; // rad: what a direction must turn back for an oscillation
    // What costs more than time in proportion to agents is measured only where it is asked for.
    double collision_horizon; // s: times to collision up to this; 0: none
    double lane_width;        // m: how far to the side agents are in one lane; 0: no order of lanes
    double lane_axis;         // rad: the direction along lanes; NAN: found from how agents move
    uint64_t seed;            // of the shuffled labels that the order of lanes is compared with
    bool voronoi;             // density by Voronoi cells in the area, which must be given
    double cell_reach;        // m: a cell ends this far from its agent; 0: nowhere
    const char *walkable;     // WKT, only its polygons count: cells end at its edges; NULL: none. Until the first frame
    bool walls_will_do;       // it is what a recording tells, and may have no polygon
    // m/s: speeds of people at WI_CURVE_STEP, twice that, ... people per m2, which those by Voronoi cells are compared
    // with; 0: not known there, and all 0: nothing is compared.
    double curve[WI_CURVE_POINTS];
    bool from_places; // speeds are those between places, even where a recording has velocities
    bool watch;       // one agent is looked at: the largest turn of its shoulders
    uint64_t watch_id;
    bool pair; // two agents are looked at: their minimum predicted distance and its phases
    uint64_t pair_id[2];
    double pair_start;        // s after both are seen at first: there the interaction starts
    wend_allocator allocator; // zero: the C library's
} wi_measure_options;

// People: 0.25 m, 70 kg, touching up to 2 mm (positions rounded to 1 mm may come 1.4 mm too near), turning back by
// 0.1 rad, cells up to 2 m away; nothing that costs more, no area, no line.
wi_measure_options wi_measure_options_default(void);

// What cannot be told from the frames (no line given, nobody seen twice, an area of nothing) is NAN.
typedef struct wi_measures {
    double duration; // s
    uint64_t frames, agents;
    uint64_t unsized; // bodies, counted in every frame, of which nothing tells the size: discs of `radius`
    // Overlaps of bodies: pairs that ever overlapped, begun overlaps, mean and largest depth while overlapping, and the
    // mean over all agents and frames of the depth of each agent's deepest overlap (0 where there is none).
    uint64_t colliding_pairs, collisions;
    double mean_depth, max_depth, mean_penetration;    // m
    double travel_mean, travel_median, travel_max;     // s, from first to last frame of an agent
    double path_mean;                                  // m, length walked
    double speed_mean;                                 // m/s
    double speed_slowest, speed_fastest, speed_spread; // m/s, over agents, of their mean speeds while they walk
    double start_first, start_last, start_spread;      // s, over agents: when they begin to walk
    double density_mean, density_peak;                 // per m2 in the area (classic: heads over area)
    double flow_mean;                                  // per s over the line, between the first and the last crossing
    uint64_t crossings[2];                             // from left to right of the line, and back
    double energy_mean;                                // J an agent: mass * integral of (2.23 + 1.26 v^2)
    double smoothness;                                 // 1 - mean |acceleration| / (1 m/s2), over agents and frames
    // Overlaps on the straight way from frame to frame, which frames alone may miss.
    uint64_t interval_collisions;
    double interval_max_depth, interval_penetration; // m; the mean is over agents and intervals
    double oscillation;                              // per s and agent: how often the sense of turning changes
    // Time to collision of agents that go on as they are; shares of the time of all agents.
    double collision_time_least;                                      // s; NAN: nobody within the horizon
    double collision_share_1s, collision_share;                       // below 1 s, within the horizon
    double lane_order, lane_order_shuffled, lane_order_surplus;       // 1: all lanes are of one direction
    double voronoi_density_mean, voronoi_density_peak, voronoi_speed; // per m2, m/s, in the area
    double speed_at[WI_CURVE_POINTS]; // m/s by Voronoi cells, at WI_CURVE_STEP, twice that, ...
    double curve_distance;            // m/s: mean difference of these from options->curve
    double density_at[WI_MILESTONES]; // per m2: the largest in the area when 20, 40, 60, 80 % have crossed the line
    double turned_share;              // of their time on the way, in which bodies do not face where they move
    double largest_turn;              // deg, of the watched agent's shoulders
    // Of the pair: least distance and when; minimum predicted distance before and after the reaction; how long phases are.
    double pair_distance, pair_time, predicted_before, predicted_after; // m, s, m, m
    double observation, reaction, regulation;                           // s; NAN where there is no reaction
} wi_measures;

// What a host gets as it is.
typedef wend_instant wi_instant;
typedef wend_crossing wi_crossing;
typedef wend_collision wi_collision;
typedef wend_prediction wi_prediction;
typedef wend_collision_times wi_collision_times;
#define WI_COLLISION_TIME_STEPS WEND_COLLISION_TIME_STEPS

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

// Whether these options ask for it; what is not asked for is NAN, or 0 as a count.
bool wi_measure_value_asked(uint32_t index, const wi_measure_options *options);

// As a double, whatever it is.
double wi_measure_read(const wi_measures *measures, const wi_measure_value *value);

typedef struct wi_meter wi_meter;
wi_meter *wi_meter_create(const wi_measure_options *options, double fps); // NULL without memory
// Checks the options and reads their texts, before the first frame does.
wend_result wi_meter_begin(wi_meter *meter, wend_error *error);
// Numbers must rise, ids within a frame too. After a failure the meter takes no more of them.
wend_result wi_meter_frame(wi_meter *meter, const wi_frame *frame, wend_error *error);
const wi_measure_options *wi_meter_options(const wi_meter *meter);
wi_measures wi_meter_result(wi_meter *meter); // of the frames so far; more may follow
void wi_meter_free(wi_meter *meter);          // NULL is fine

// WEND_NOT_FOUND, with the id, where an agent that the options look at (`watch_id`, `pair_id`) is in no frame so far.
wend_result wi_meter_check_seen(const wi_meter *meter, wend_error *error);

// Of the frame that was taken last; all zero before the first.
wi_instant wi_meter_instant(const wi_meter *meter);

// Those so far in order of time; valid until the next call with this meter.
const wi_crossing *wi_meter_crossings(wi_meter *meter, uint32_t *count);
const wi_collision *wi_meter_collisions(wi_meter *meter, uint32_t *count);
const wi_prediction *wi_meter_predictions(wi_meter *meter, uint32_t *count);

wi_collision_times wi_meter_collision_times(const wi_meter *meter);

// The fundamental diagram of the area by Voronoi cells, one observation a frame; valid as long as the meter.
const struct wi_diagram *wi_meter_diagram(const wi_meter *meter);

// Whoever looks on while a file is measured: after each frame, and at the end before the meter is gone. Either may be
// NULL.
typedef struct wi_measure_watch {
    void *host;
    wend_result (*frame)(void *host, const wi_meter *meter, wend_error *error);
    wend_result (*end)(void *host, wi_meter *meter, wend_error *error);
} wi_measure_watch;

// The whole of a file. Its walkable area is the recording's unless the options name another; `watch` may be NULL. That
// it does not have an agent whom the options look at is an error.
wend_result wi_measure_watched(const char *path, const wi_measure_options *options, const wi_measure_watch *watch,
                               wi_measures *measures, wend_error *error);

// The same of a reader that has read nothing yet, and stays the caller's; `path` is for messages.
wend_result wi_measure_reader(const char *path, wi_reader *reader, const wi_measure_options *options,
                              const wi_measure_watch *watch, wi_measures *measures, wend_error *error);

#endif
