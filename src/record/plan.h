// The plan of a run: what stands where and who is who, for whoever draws or reports it. A recording carries it as JSON
// (wi_recording.plan), whose members are those of the description in docs/replay-protocol.md; of a recording without
// one, the plan is made from what it has: geometry and names of profiles.
#ifndef WI_PLAN_H
#define WI_PLAN_H

#include <stdio.h>

#include "record/trajectory.h"
#include "wend/scene.h"

typedef struct wi_plan_ring {
    wend_point *point; // relative to the plan's origin
    uint32_t count;
} wi_plan_ring;

typedef struct wi_plan_wall {
    wend_obstacle_kind kind;
    uint32_t level;
    wi_plan_ring *ring; // a room's holes are its further rings
    uint32_t ring_count;
} wi_plan_wall;

typedef struct wi_plan_door {
    char *name;
    uint32_t level;
    wi_plan_ring points;
    uint32_t barrier;  // 0, or the number of the barrier of which this is a side; sides of one follow each other
    bool open;         // at the start; a barrier that is open is gone
    int64_t *switches; // frames from which on it is the other way, rising
    uint32_t switch_count;
} wi_plan_door;

typedef struct wi_plan_goal {
    char *name; // NULL where it has none
    uint32_t level;
    wend_point at, half;
    double radius;
} wi_plan_goal;

typedef struct wi_plan_line { // where crossings are counted
    char *name;
    wend_point a, b;
} wi_plan_line;

typedef struct wi_plan_signal { // a light; see wend_signal
    char *name;
    uint32_t level;
    wend_point a, b;
    double cycle, green, offset; // s
} wi_plan_signal;

typedef struct wi_plan_level {
    char *name;
    double height; // m
} wi_plan_level;

typedef struct wi_plan_value {
    char *name;
    double value;
} wi_plan_value;

typedef struct wi_plan_profile {
    char *name, *model, *preset; // NULL where unknown
    wend_shape_kind shape;
    double half_length, half_width;    // m, NAN where unknown
    double preferred_speed, max_speed; // m/s
    wi_plan_value *parameter;          // of the model, all of them
    uint32_t parameter_count;
} wi_plan_profile;

typedef struct wi_plan {
    char *title;
    wend_point origin;    // everything else is relative to it
    double bounds[4];     // x0, y0, x1, y1 around all walls, doors, goals; x0 > x1 where there is nothing
    wi_plan_level *level; // at least one
    uint32_t level_count;
    wi_plan_wall *wall;
    uint32_t wall_count;
    wi_plan_door *door;
    uint32_t door_count;
    wi_plan_goal *goal;
    uint32_t goal_count;
    wi_plan_line *line;
    uint32_t line_count;
    wi_plan_signal *signal;
    uint32_t signal_count;
    char **group; // names; "" where it has none
    uint32_t group_count;
    wi_plan_profile *profile;
    uint32_t profile_count;
} wi_plan;

// The plan of a recording, also of one that has none of its own; everything in it is from malloc. Hostile text gets an
// error, never more, and then *plan is empty.
wend_result wi_plan_read(const wi_recording *about, wi_plan *plan, wend_error *error);
void wi_plan_free(wi_plan *plan);

// The members of a JSON object, without its braces, ending without a comma.
void wi_plan_print(const wi_plan *plan, FILE *to);

// The object as a text for wi_recording.plan, from malloc; NULL without memory.
char *wi_plan_text(const wi_plan *plan);

// Sets the bounds to what is in it.
void wi_plan_measure(wi_plan *plan);

// Whether a door is open at a time, in frames; fractions count, since pictures lie between frames too.
bool wi_plan_door_is_open(const wi_plan_door *door, double frame);

// False for all sides of a barrier but the first: lists of doors name a barrier once.
bool wi_plan_door_is_listed(const wi_plan *plan, uint32_t door);

// The level of a height: the nearest.
uint32_t wi_plan_level_at(const wi_plan *plan, double z);

// Words for kinds of walls and shapes of bodies, as the JSON has them; by number, ending with NULL.
extern const char *const wi_wall_words[], *const wi_shape_words[];

// Fills the walls from WKT, relative to an origin near them: polygons are rooms, lines are walls.
wend_result wi_plan_read_wkt(const char *wkt, wi_plan *plan, wend_error *error);

#endif
