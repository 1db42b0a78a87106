// A scenario as its file says it: checked by itself (known keys, types, ranges, names that exist), with variables put in
// and includes merged, but nothing built yet. src/scenario/read*.c makes it, build*.c makes a run of it.
#ifndef WI_SCENARIO_H
#define WI_SCENARIO_H

#include "scenario/problems.h"
#include "wend/scene.h"

// A number that may differ from agent to agent.
typedef enum wi_spread { WI_CONSTANT, WI_UNIFORM, WI_NORMAL, WI_LOG_NORMAL, WI_CHOICE } wi_spread;
typedef struct wi_quantity {
    bool given; // otherwise as the default has it
    wi_spread spread;
    double a, b;      // constant: a; uniform: from a to b; normal: mean a, deviation b; log-normal: median a, sigma b
    double low, high; // draws outside are drawn again (normal, log-normal); -INFINITY, INFINITY
    double *value, *weight; // choice
    uint32_t count;
    wi_place place;
} wi_quantity;

typedef struct wi_ring {
    wend_point *point;
    uint32_t count;
} wi_ring;

// A piece of geometry: points of its own, a WKT string, or a file.
typedef struct wi_shape_source {
    wend_obstacle_kind kind; // WEND_ROOM: its holes are solid
    uint32_t level;
    wi_ring *ring; // ring[0], then holes
    uint32_t ring_count;
    const char *wkt;
    const char *file; // WKT, GeoJSON or DXF by its extension, already resolved against the scenario's folder
    double scale;     // of a file's units to metres
    wend_point shift; // m, added after scaling
    wi_place place;
} wi_shape_source;

typedef struct wi_profile_setting {
    const wend_param *param;
    wi_quantity value;
} wi_profile_setting;

typedef struct wi_settings_source {
    wi_profile_setting *setting;
    uint32_t count;
} wi_settings_source;

typedef struct wi_stress_source {
    bool given;
    double rate, limit, crowding, others, deadline, speed, radius; // see wend_stress
    wend_setting setting[WEND_STRESS_SETTINGS];
    wi_place name_place[WEND_STRESS_SETTINGS], value_place[WEND_STRESS_SETTINGS];
    uint32_t count;
} wi_stress_source;

typedef struct wi_profile_source {
    const char *name;
    const wend_model *model;
    bool model_refused; // there is none of that name, and so nothing to say about its parameters
    const char *preset;
    wend_shape_kind shape;
    wi_quantity half_length, half_width; // a disc's radius in both
    wi_quantity preferred_speed, max_speed, max_acceleration, priority;
    double congestion;
    const wend_router *router;
    double velocity_radius;
    wend_vec velocity_corners[WEND_VELOCITY_CORNERS];
    uint32_t velocity_corner_count;
    uint32_t personality;          // index of wi_personality_words; for what is not given
    wi_settings_source parameters; // of the model, on top of its preset
    const char *habit_preset;      // NULL: the one that goes with the model's preset
    wi_settings_source habits;     // on top of that
    wi_stress_source stress;
    wi_place place;
} wi_profile_source;

// A place to go to: a point or an axis-parallel rectangle, with a radius of arrival.
typedef struct wi_goal_source {
    const char *name; // NULL where it was written in place
    wend_point at;
    wend_vec half;
    double radius;
    uint32_t on_level; // 1 + its level; 0: where the agent is
    double headway;    // s between two who go on from it; 0: any number at once
    uint32_t capacity; // 0: any number
    double familiar;   // share of agents who know it from the start
    wi_place place;
} wi_goal_source;

typedef enum wi_goal_kind {
    WI_GOAL_STAY,
    WI_GOAL_WAY,      // one goal after the other: way[0 .. way_count)
    WI_GOAL_CHOICE,   // one of way[], by weight
    WI_GOAL_OPPOSITE, // the point opposite, about `centre`
    WI_GOAL_MIRRORED, // the point mirrored in the line through `centre` along `axis` (rad)
    WI_GOAL_RANDOM,   // anywhere in `region`, and again on arrival if `again`
} wi_goal_kind;

typedef struct wi_goal_plan {
    wi_goal_kind kind;
    wi_goal_source *way;
    double *weight; // of a choice, or NULL
    uint32_t way_count;
    bool again; // way: round and round; random: a new one each time
    wend_point centre;
    double axis;
    wi_ring region;
    double radius;      // of arrival, for the computed ones
    uint32_t on_level;  // see wi_goal_source; of a goal written in place
    uint32_t behaviour; // + 1, that chooses one of several goals; 0: none
    wi_place place;
} wi_goal_plan;

typedef enum wi_group_kind {
    WI_GROUP_SINGLE,
    WI_GROUP_GRID,   // columns x rows, spacing, from `at`
    WI_GROUP_CIRCLE, // count on a circle of radius about `at`
    WI_GROUP_RANDOM, // count, or density (per m2), in `region` without overlap
    WI_GROUP_CSV, // rows of a file: x, y and optionally vx, vy, speed, goal_x, goal_y, profile, level, time, group, place
    WI_GROUP_SOURCE, // appear over time in `region`
} wi_group_kind;

typedef struct wi_time_count {
    double time; // s
    uint32_t count;
} wi_time_count;

// Who walks together: parties of these sizes, by weight, one after the other in the order of agents.
typedef struct wi_company_source {
    uint32_t *size;
    double *weight;
    uint32_t count; // 0: everyone alone
    bool leader;    // the others follow the first of each
} wi_company_source;

typedef struct wi_group {
    const char *name; // or NULL
    wi_group_kind kind;
    uint32_t *profile; // chosen by weight for each agent
    double *profile_weight;
    uint32_t profile_count;
    uint32_t level;
    wend_point at;
    uint32_t columns, rows, count;
    wend_vec spacing;   // m
    double radius;      // m, of a circle
    double start_angle; // rad
    double density;     // per m2; 0: count says how many
    wi_ring region;
    const char *csv;
    // A source: rate (per s, Poisson if `poisson`) from `from` to `until` (s), or a schedule.
    double rate, from, until;
    bool poisson;
    wi_time_count *schedule; // ascending
    uint32_t schedule_count;
    uint32_t most;       // of a source in all; 0: no limit
    wi_quantity heading; // rad; not given: towards the goal
    wi_quantity speed;   // m/s at the start, along the heading; not given: 0
    wi_goal_plan goal;
    wi_company_source company;
    uint32_t behaviour; // + 1, instead of a goal; 0: none
    bool told;          // which goals they know
    uint64_t unknown;   // then: as in wend_agent
    bool leaves;        // when the last goal is reached
    bool driven;
    wi_place place;
} wi_group;

// A door, a line where crossings are counted, or one where a light is: straight from end[0] to end[1].
typedef struct wi_line_source {
    const char *name;
    uint32_t level; // of a door or light
    wend_point end[2];
    bool open;        // a door at the start
    uint32_t barrier; // 1 + the number of the one whose side it is, or 0
    double *switches; // s, ascending: when it changes from open to closed or back
    uint32_t switch_count;
    double cycle, green, offset; // s, of a light; see wend_signal
    wi_place place;
} wi_line_source;

typedef struct wi_title {
    const char *name;
    wi_place place;
} wi_title;

// Ground that people like less or more.
typedef struct wi_region_source {
    wi_title title;
    uint32_t level;
    wi_ring area;
    double cost; // of a metre, in metres of plain floor
} wi_region_source;

// Stairs or an escalator: on the lower level from its bottom to its top, where the upper level begins.
typedef struct wi_stairs_source {
    wi_title title;
    uint32_t from, to;            // levels
    wend_point bottom[2], top[2]; // ends of the first and the last step, the same side first
    double speed_up, speed_down;  // shares of the preferred speed
    double carry;                 // m/s up, of an escalator; 0: stairs
} wi_stairs_source;

typedef enum wi_compass { WI_SOUTH, WI_EAST, WI_NORTH, WI_WEST } wi_compass;

// A cab that stops at the same place of several levels.
typedef struct wi_lift_source {
    wi_title title;
    uint32_t *level;
    uint32_t level_count;
    double box[4]; // x0, y0, x1, y1
    uint32_t door; // wi_compass, where one gets in and out
    uint32_t capacity;
    double cycle; // s
} wi_lift_source;
// What routers work with, beyond the walls.
typedef struct wi_ways_source {
    double grid; // m between nodes of fields
    wend_map_post *post;
    wi_place *place; // of each
    uint32_t post_count;
    uint32_t sampled, seed; // posts that are drawn instead
} wi_ways_source;

// Behaviours as the scene takes them. Every goal with a name is a site of the same index; places are for messages.
typedef struct wi_behaviours_source {
    wend_behaviours is;
    const char **site_name; // NULL where a site was written in place
    const char **region_name, **queue_name;
    wi_place *behaviour_place, *activity_place, *transition_place;
} wi_behaviours_source;

enum { WI_STOP_ALL_ARRIVED = 1, WI_STOP_ALL_OUT = 2 };

typedef struct wi_record_source {
    const char *file; // NULL: nothing is recorded unless the command says so
    double fps;
    double precision; // m
} wi_record_source;

typedef struct wi_level_source {
    const char *name;
    double height; // m
} wi_level_source;

typedef struct wi_variable {
    const char *name;
    const char *value; // as text
    wi_place place;    // where it is set, if that is another file than the scenario's
} wi_variable;

typedef struct wi_scenario {
    const char *path;
    char *text;        // of the main file, for recordings
    const char **file; // those that it includes and names, with links followed
    uint32_t file_count;
    const char *title, *description; // NULL where there is none
    uint64_t seed;
    double step, limit; // s
    unsigned stop;      // WI_STOP_...; the limit always holds
    wend_point origin;
    bool origin_given; // otherwise the middle of the geometry is taken if it lies far from 0
    wi_level_source *level;
    uint32_t level_count;
    wi_shape_source *shape;
    uint32_t shape_count;
    wi_profile_source *profile;
    uint32_t profile_count;
    wi_goal_source *goal;
    uint32_t goal_count;
    wi_group *group;
    uint32_t group_count;
    wi_line_source *door, *line, *signal;
    uint32_t door_count, line_count, signal_count;
    wi_region_source *region;
    uint32_t region_count;
    wi_stairs_source *stairs;
    uint32_t stairs_count;
    wi_lift_source *lift;
    uint32_t lift_count;
    wi_ways_source ways;
    wi_behaviours_source behaviours;
    wi_record_source record;
    wi_variable *variable; // with their final values
    uint32_t variable_count;
    void *arena; // owns everything above
} wi_scenario;

typedef struct wi_scenario_options {
    const wi_variable *set; // from --set name=value
    uint32_t set_count;
    bool outside; // files outside the scenario's folder may be read
} wi_scenario_options;

// Reads a scenario; NULL with at least one problem if anything is wrong. All problems of the file are found in one go.
wi_scenario *wi_scenario_read(const char *path, const wi_scenario_options *options, wi_problems *problems);

// The same from memory, as if it stood in a file called `name`; files it refers to are looked for beside that.
wi_scenario *wi_scenario_read_text(const char *name, const char *text, size_t size, const wi_scenario_options *options,
                                   wi_problems *problems);
void wi_scenario_free(wi_scenario *scenario);

// Of the bytes of its own file and of all that it includes and names, as they are now: whether it is still the same.
uint64_t wi_scenario_hash(const wi_scenario *scenario);

// The JSON Schema of scenario files, and the reference part of docs/scenario.md, both made from the tables of keys.
void wi_scenario_print_schema(FILE *to);
void wi_scenario_print_reference(FILE *to);

#endif
