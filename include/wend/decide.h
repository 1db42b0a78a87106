// Behaviours: what agents want, and when they want something else.
//
// A behaviour is a list of activities (walk to the desk, wait, leave) and a decider that says which of them an agent
// should be at: a state machine, a behaviour tree, a choice by utility, or a function of yours. Deciders look at the
// world as it was at the start of the step, on any thread; what two agents may want at once (a seat, a place in a
// queue) is then given out in the order of serials. Definitions refer to each other by index; the scene copies them.
#ifndef WEND_DECIDE_H
#define WEND_DECIDE_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where a "none" is possible, an index is written as index + 1, and 0 is none.
typedef struct wend_range {
    uint32_t first, count;
} wend_range;

// A number that is drawn anew each time it is needed.
typedef enum wend_spread {
    WEND_CONSTANT,    // a
    WEND_UNIFORM,     // from a to b
    WEND_NORMAL,      // mean a, deviation b
    WEND_LOG_NORMAL,  // median a, sigma b
    WEND_EXPONENTIAL, // mean a
    WEND_CHOICE,      // one of `choice` in wend_behaviours.values, by weight
} wend_spread;

typedef struct wend_amount {
    wend_spread spread;
    float a, b;
    float low, high; // results are moved within these
    wend_range choice;
} wend_amount;

typedef struct wend_value {
    float value, weight;
} wend_value;

// A place to be that several may want.
typedef struct wend_site {
    wend_point at;
    wend_vec half;     // half the extent of its rectangle, 0 for a point
    float radius;      // m, of arrival
    uint32_t level;    // 1 + that where it is, or 0: wherever the agent is
    uint32_t capacity; // so many may have it at a time; 0: any number
    float unknown_to;  // share of agents, 0 to 1, who know of it only once they see it; see wend_agent.unknown
} wend_site;

// Only so many sites, the first ones, can be unknown to anybody.
#define WEND_SITES_UNKNOWN 63

// A site in a list, and its weight for WEND_CHOOSE_WEIGHTED.
typedef struct wend_listed {
    uint32_t site;
    float weight;
} wend_listed;

// A polygon of a level; the last point joins the first.
typedef struct wend_region {
    const wend_point *points;
    uint32_t point_count;
    uint32_t level;
} wend_region;

// A line along which agents wait, first come first served. `points` lead from its head to its end, and on from there.
typedef struct wend_queue {
    const wend_point *points;
    uint32_t point_count;
    uint32_t level;
    float spacing;     // m between places in it
    wend_range served; // in wend_behaviours.lists: sites that the first in line is called to when one is free
} wend_queue;

// What can happen: raised by agents, by the host, or by itself at a time.
typedef struct wend_event {
    const char *name;
    double time; // s; NAN: not by itself
} wend_event;

typedef enum wend_condition_kind {
    WEND_IF_ALWAYS,
    WEND_IF_REACHED,   // is at the goal
    WEND_IF_TIMEOUT,   // the time of the activity is over
    WEND_IF_FINISHED,  // the behaviour within the activity has come to an end
    WEND_IF_CALLED,    // has been called to a site from a queue
    WEND_IF_GRANTED,   // has the site that it chose
    WEND_IF_REFUSED,   // chose, and no site was free
    WEND_IF_TOGETHER,  // everyone of its group is within `high` m
    WEND_IF_INSIDE,    // region a
    WEND_IF_COUNT,     // low to high agents are in region a
    WEND_IF_CLEAR,     // nobody stands in the box of `low` m ahead and `high` m across
    WEND_IF_NEAR,      // somebody of profile a - 1 and behaviour b - 1 (0: any) is within `high` m
    WEND_IF_RATE,      // by chance, `low` times a second
    WEND_IF_ATTRIBUTE, // attribute a lies between low and high
    WEND_IF_EVENT,     // event a was heard
    WEND_IF_ALL,       // the conditions that follow and belong to it
    WEND_IF_ANY,
    WEND_IF_NOT, // the one that follows does not hold
    WEND_IF_COUNT_OF_KINDS,
} wend_condition_kind;

typedef enum wend_attribute {
    WEND_ATTRIBUTE_SPEED, // m/s
    WEND_ATTRIBUTE_PREFERRED_SPEED,
    WEND_ATTRIBUTE_RADIUS,
    WEND_ATTRIBUTE_PRIORITY,
    WEND_ATTRIBUTE_DISTANCE, // m to the goal
    WEND_ATTRIBUTE_TIME,     // s in the activity
    WEND_ATTRIBUTE_LEVEL,
    WEND_ATTRIBUTE_PROFILE,
    WEND_ATTRIBUTE_GROUP,
    WEND_ATTRIBUTE_LEADS,   // 1 or 0
    WEND_ATTRIBUTE_WAITING, // s, see wend_ties
    WEND_ATTRIBUTE_STRESS,
    WEND_ATTRIBUTE_COUNT,
} wend_attribute;

// "speed", ...; NULL beyond the last.
WEND_API const char *wend_attribute_name(wend_attribute attribute);

typedef struct wend_condition {
    wend_condition_kind kind;
    uint32_t size; // how many conditions it is, with those that follow and belong to it; 1 for most
    uint32_t a, b;
    float low, high;
} wend_condition;

typedef enum wend_chooser_kind {
    WEND_CHOOSE_NOTHING, // the goal stays as it is
    WEND_CHOOSE_FIRST,   // the first site of the list that is free: a fixed goal, or a shared queue of them
    WEND_CHOOSE_RANDOM,
    WEND_CHOOSE_WEIGHTED,
    WEND_CHOOSE_NEAREST, // by the length of the way, where the agent's profile looks for ways
    WEND_CHOOSE_FARTHEST,
    WEND_CHOOSE_BEHIND,   // the nearest that lies behind
    WEND_CHOOSE_HELD,     // the site that it has, or was called to
    WEND_CHOOSE_OWN,      // the site that the agent came with (see wend_agent.site)
    WEND_CHOOSE_QUEUE,    // a place in a queue
    WEND_CHOOSE_WITHIN,   // anywhere in a region
    WEND_CHOOSE_MIRRORED, // where it stands, mirrored in the line of the region's first two points
    WEND_CHOOSE_QUICKEST, // by the time that the way takes, with waiting; it looks again now and then
    WEND_CHOOSE_KINDS,
} wend_chooser_kind;

typedef struct wend_chooser {
    wend_chooser_kind kind;
    wend_range sites; // in wend_behaviours.lists
    uint32_t index;   // of the queue or region
    float radius;     // m, of arrival where no site says it
} wend_chooser;

typedef enum wend_action_kind {
    WEND_DO_SET,     // a parameter, to the amount
    WEND_DO_SCALE,   // a parameter, by the amount
    WEND_DO_PROFILE, // become one of profile `index`, with its parameters, speeds and body
    WEND_DO_GROUP,   // join group `index` (0: leave it)
    WEND_DO_RAISE,   // event `index`: everywhere, in region - 1, or for those within `radius` m
    WEND_DO_RELEASE, // give up the site that it has
    WEND_DO_KINDS,
} wend_action_kind;

// How long a change of a parameter holds, if not for a number of seconds.
#define WEND_FOR_GOOD 0.0f
#define WEND_WHILE_THERE (-1.0f) // until the activity is left

typedef struct wend_action {
    wend_action_kind kind;
    uint32_t index; // of the parameter (in wend_behaviours.parameters), profile, group or event
    uint32_t region;
    float radius;
    float seconds;
    wend_amount amount;
} wend_action;

typedef enum wend_walk {
    WEND_WALK_TO_GOAL,
    WEND_WALK_STAND,
    WEND_WALK_FOLLOW,    // the one who leads its group, or the nearest of profile `follows` - 1
    WEND_WALK_DIRECTION, // along `direction` at the preferred speed
    WEND_WALK_KINDS,
} wend_walk;

typedef struct wend_activity {
    const char *name;
    wend_chooser goal;
    wend_walk walk;
    wend_vec direction; // a unit vector
    uint32_t follows;
    uint32_t within;         // a behaviour that runs while this one lasts, or 0
    uint32_t timed;          // 1: `time` holds, from entering; 2: from being at the goal
    wend_amount time;        // s
    wend_range enter, leave; // actions
    wend_range next;         // what the decider needs: transitions of a machine
    uint32_t final;          // 1: with its goal reached, the behaviour is over
    float utility;           // of a choice: its constant
} wend_activity;

// When `condition` holds, go on with one of the branches, by weight. The first that holds counts.
typedef struct wend_transition {
    uint32_t condition;
    wend_range branches;
} wend_transition;

typedef struct wend_branch {
    uint32_t activity;
    float weight;
} wend_branch;

typedef enum wend_node_kind { WEND_NODE_DO, WEND_NODE_SEQUENCE, WEND_NODE_FIRST, WEND_NODE_KINDS } wend_node_kind;

// A node of a behaviour tree, before its children. A leaf is an activity that has succeeded when `done` holds.
typedef struct wend_node {
    wend_node_kind kind;
    uint32_t size;     // nodes in all, itself and those below it
    uint32_t when;     // condition + 1 without which it fails, or 0
    uint32_t done;     // condition of a leaf
    uint32_t activity; // of a leaf
} wend_node;

// One term of an alternative's utility: weight times what an agent sees of it.
typedef enum wend_term_kind {
    WEND_TERM_DISTANCE, // m to the nearest site of the activity's goal
    WEND_TERM_CROWD,    // agents in region `index`
    WEND_TERM_HELD,     // share of the sites that are taken
    WEND_TERM_KINDS,
} wend_term_kind;

typedef struct wend_term {
    wend_term_kind kind;
    uint32_t index;
    wend_amount weight; // drawn once for each agent
} wend_term;

typedef struct wend_thought wend_thought;

// A way to decide. `decide` says which activity comes next, or WEND_GO_ON; it only reads.
typedef struct wend_decider {
    const char *name;
    const char *summary;
    uint32_t (*decide)(const wend_thought *who);
} wend_decider;

#define WEND_GO_ON UINT32_MAX

typedef struct wend_behaviour {
    const char *name;
    const wend_decider *decider;
    const void *user;      // for your decider
    wend_range activities; // it starts with `start`
    uint32_t start;
    wend_range nodes; // of a tree
    float every;      // s between looks of a choice; 0: once
} wend_behaviour;

// An agent that makes up its mind.
struct wend_thought {
    const wend_view *now;
    uint32_t row;
    uint32_t behaviour, activity;
    uint32_t frame; // 0: the agent's own behaviour; more: a behaviour within
    const void *user;
};

// True if a condition of the scene holds for the agent.
WEND_API bool wend_thought_holds(const wend_thought *who, uint32_t condition);

// A number in [0, 1) for this agent at this step.
WEND_API float wend_thought_random(const wend_thought *who, uint32_t purpose, uint32_t draw);

// The deciders of the library, and how to find one by name (NULL if there is none).
WEND_API extern const wend_decider wend_decider_machine, wend_decider_tree, wend_decider_choice;
WEND_API const wend_decider *const *wend_deciders(uint32_t *count);
WEND_API const wend_decider *wend_decider_find(const char *name);

// At most so many parameters of a scene may be changed for a while, and behaviours stand within each other this deep.
#define WEND_LOANS_MAX 4
#define WEND_FRAMES_MAX 4

// All behaviours of a scene and what they refer to.
typedef struct wend_behaviours {
    const wend_behaviour *behaviours;
    const wend_activity *activities;
    const wend_transition *transitions;
    const wend_branch *branches;
    const wend_node *nodes;
    const wend_condition *conditions;
    const wend_action *actions;
    const wend_term *terms;
    const wend_value *values;
    const wend_site *sites;
    const wend_listed *lists; // of sites
    const wend_region *regions;
    const wend_queue *queues;
    const wend_event *events;
    const char *const *parameters; // of profiles: preferred_speed, max_speed, priority, radius, of models, of habits
    uint32_t behaviour_count, activity_count, transition_count, branch_count, node_count, condition_count;
    uint32_t action_count, term_count, value_count, site_count, list_count, region_count, queue_count, event_count;
    uint32_t parameter_count;
} wend_behaviours;

#ifdef __cplusplus
}
#endif
#endif
