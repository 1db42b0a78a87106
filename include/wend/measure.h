// Measures: numbers about agents, of a world while it runs or of frames from anywhere. What each number means, with
// formulas: docs/measures.md.
//
// They are a library of their own, libwend_measure, which needs GEOS; wend.h does not include this file. Reading files of
// recordings is left to the command: `wend measure`.
#ifndef WEND_MEASURE_H
#define WEND_MEASURE_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_CURVE_POINTS 6

// What a meter is told beforehand. Where it is asked for less it costs less.
typedef struct wend_meter_def {
    double fps;               // frames per second: a frame's time is its number / fps
    double after;             // s since the first frame: what is before is not looked at
    double radius;            // m, of a body whose shape is not told
    double mass;              // kg, for energy
    double storey;            // m from one level of a world to the next
    double collision_depth;   // m: overlaps up to this are touching, not collisions
    double turn;              // rad: what a direction must turn back for an oscillation
    wend_point area[2];       // opposite corners of where density is measured; all 0: the box around everything
    wend_point line[2];       // the ends of the line where flow is measured; all 0: none
    bool discs;               // overlaps and times to collision of the discs around bodies, not of their outlines
    bool from_places;         // speeds are those between places, even where velocities are told
    double collision_horizon; // s: times to collision up to this; 0: none
    double lane_width;        // m: how far to the side agents are in one lane; 0: no order of lanes
    double lane_axis;         // rad: the direction along lanes; NAN: found from how agents move
    uint64_t seed;            // of the shuffled labels that the order of lanes is compared with
    bool voronoi;             // density and speed by Voronoi cells in the area, which must be given
    double cell_reach;        // m: a cell ends this far from its agent; 0: nowhere
    const char *walkable;     // WKT whose polygons (one at least) cells end at; NULL: none. Read when the meter is made
    // m/s: the speeds of people at 0.5, 1, ... per m2 that those by Voronoi cells are compared with; 0: not known there.
    double curve[WEND_CURVE_POINTS];
    bool watch; // one agent is looked at: the largest turn of its shoulders
    uint64_t watch_id;
    bool pair; // two agents are looked at: their minimum predicted distance and its phases
    uint64_t pair_id[2];
    double pair_start;        // s after both are seen at first: there the interaction starts
    wend_allocator allocator; // resize NULL: the C library's. GEOS takes its memory from there in any case
    uint32_t cookie;
} wend_meter_def;

// People: 0.25 m, 70 kg, levels 3 m apart, touching up to 2 mm, turning back by 0.1 rad, cells up to 2 m away; nothing that
// costs more, no area, no line. For a world that is looked at after every step fps is 1 / step.
WEND_API wend_meter_def wend_meter_default(double fps);

typedef struct wend_meter wend_meter;

// Makes a meter (allocates). On failure *meter is NULL.
WEND_API wend_result wend_meter_create(const wend_meter_def *def, wend_meter **meter, wend_error *error);

// Gives a meter back. NULL is fine.
WEND_API void wend_meter_destroy(wend_meter *meter);

// Frames ---------------------------------------------------------------------------------------------------------------

// Takes the world as it is, if a frame is due: call it before the first step and after each (may allocate). Frames are
// whole steps apart, so 1 / fps must be a multiple of the step; in between, and where the world has not moved on since,
// nothing happens. Bodies have the sizes, velocities and headings that they have in the world; ids are serials.
WEND_API wend_result wend_meter_look(wend_meter *meter, wend_world *world, wend_error *error);

// Where one agent is. Start from wend_spot_at().
typedef struct wend_spot {
    uint64_t id;
    double x, y, z;   // m; z NAN: not known. Bodies 2 m above each other never meet
    float vx, vy;     // m/s; NAN: not known
    float heading;    // rad, counter-clockwise from x; NAN: not known
    wend_shape shape; // half its sizes up to 100 m; half_length NAN: a disc of the meter's radius
} wend_spot;

// Somebody of whom nothing else is known.
WEND_API wend_spot wend_spot_at(uint64_t id, double x, double y);

// Takes a frame of any origin (may allocate): each agent once, in any order. Numbers must rise, may step by more than
// one, and are within 2^53 of 0. After a failure the meter takes no more frames.
WEND_API wend_result wend_meter_frame(wend_meter *meter, int64_t number, const wend_spot *spots, uint32_t count,
                                      wend_error *error);

// Numbers --------------------------------------------------------------------------------------------------------------

// One number that meters tell.
typedef struct wend_measure {
    const char *name;    // "flow_mean"; NULL: there is none
    const char *unit;    // "1/s"; "" for a plain number
    const char *meaning; // for a person
    bool whole;          // a count
    int decimals;        // worth printing
} wend_measure;

// All of them, counted from 0 up to wend_measure_count().
WEND_API uint32_t wend_measure_count(void);
WEND_API wend_measure wend_measure_at(uint32_t index);

// The index of a number by its name, or UINT32_MAX.
WEND_API uint32_t wend_measure_find(const char *name);

// Whether this meter was asked for that number; where it was not, it tells NAN, or 0 of a count.
WEND_API bool wend_meter_measures(const wend_meter *meter, uint32_t index);

// The first `count` numbers by their index, of the frames so far; more may follow. What frames cannot tell (no line given,
// nobody seen twice) is NAN. Takes time in proportion to the agents so far.
WEND_API void wend_meter_read(wend_meter *meter, double *values, uint32_t count);

// One of them by its name. WEND_NOT_FOUND where there is none of that name.
WEND_API wend_result wend_meter_value(wend_meter *meter, const char *name, double *value, wend_error *error);

// What can be told of one frame alone.
typedef struct wend_instant {
    double time; // s
    uint32_t agents;
    double density;                         // per m2 in the area; NAN without an area
    double voronoi_density, voronoi_speed;  // per m2, m/s in the area: one observation of the fundamental diagram
    double lane_order, lane_order_shuffled; // NAN where nobody has a neighbour
    double collision_time;                  // s, the least; NAN: nobody within the horizon
} wend_instant;

// Of the frame that was taken last; all zero before the first.
WEND_API wend_instant wend_meter_instant(const wend_meter *meter);

// Lists and curves -----------------------------------------------------------------------------------------------------

// A crossing of the line. The N(t) curve: the crossing with index i is the (i + 1)th.
typedef struct wend_crossing {
    double time; // s, between frames where the straight way between them meets the line
    uint64_t id;
    bool back; // from right to left
} wend_crossing;

// An overlap that began: when, and the middle between the two.
typedef struct wend_collision {
    double time;    // s
    double x, y, z; // m; z is NAN where it is not known
} wend_collision;

// The pair in the course of time.
typedef struct wend_prediction {
    double time;       // s since the interaction started
    double normalised; // 0 when it starts, 1 at the least distance
    double distance;   // m
    double predicted;  // m, the least if both go on as they are
} wend_prediction;

// Those so far in order of time; valid until the next call with this meter.
WEND_API const wend_crossing *wend_meter_crossings(wend_meter *meter, uint32_t *count);
WEND_API const wend_collision *wend_meter_collisions(wend_meter *meter, uint32_t *count);
WEND_API const wend_prediction *wend_meter_predictions(wend_meter *meter, uint32_t *count);

// The fundamental diagram by Voronoi cells, an observation a frame, in bins of density; what is beyond the last counts in
// it. Speeds in m/s: the mean, and those below which 10 % and 90 % are, to 0.04 m/s; NAN of nothing, and the latter two
// from 3.96 m/s on.
typedef struct wend_diagram_bin {
    double density; // per m2, in the middle of the bin
    uint64_t frames;
    double speed, speed_low, speed_high;
} wend_diagram_bin;
#define WEND_DIAGRAM_BINS 40u
WEND_API wend_diagram_bin wend_meter_diagram(const wend_meter *meter, uint32_t bin);

// How agent-time is distributed over times to collision: in[i] is the share from i to i + 1 steps.
#define WEND_COLLISION_TIME_STEPS 50
typedef struct wend_collision_times {
    double step; // s
    double in[WEND_COLLISION_TIME_STEPS];
} wend_collision_times;
WEND_API wend_collision_times wend_meter_collision_times(const wend_meter *meter);

#ifdef __cplusplus
}
#endif
#endif
