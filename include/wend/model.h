// Steering models: what one is, what it may read, and the ones that come with the library.
//
// A model is one const struct. To add your own, fill a wend_model in your program and name it in a profile; nothing is
// registered. During a step every row is read as it was at the start of the step, and a model writes only the rows it
// was handed, so rows may be steered in any order and on any thread.
#ifndef WEND_MODEL_H
#define WEND_MODEL_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

// One number of a model's parameter block: the single source for settings, help, documents and sliders.
typedef struct wend_param {
    const char *name;
    const char *unit;    // SI, "" for pure numbers, "count" for whole ones: others are refused
    const char *meaning; // one line for a person
    float min, max, initial;
    size_t offset;              // of the float in the parameter block
    const char *const *choices; // names for 0, 1, 2, ... (then max is count - 1), or NULL
} wend_param;

typedef struct wend_setting {
    const char *name;
    float value;
} wend_setting;

// A named set of parameters; what it does not mention keeps its initial value.
typedef struct wend_preset {
    const char *name;
    const char *meaning;
    const wend_setting *settings;
    uint32_t setting_count;
} wend_preset;

typedef enum wend_shape_kind { WEND_DISC = 0, WEND_ELLIPSE, WEND_BOX } wend_shape_kind;

// Columns of an agent: small records of what is read together. Lengths in metres, relative to the scene's origin.
typedef struct wend_motion {
    wend_vec velocity; // m/s
    wend_vec heading;  // unit vector: which way the body faces
} wend_motion;

typedef struct wend_goal {
    wend_vec at;   // centre of the goal region
    wend_vec half; // half its extent along x and y; 0, 0 is a point
} wend_goal;

typedef struct wend_pace {
    float preferred_speed, max_speed; // m/s
    float max_acceleration;           // m/s2, INFINITY for none
    float arrival_radius;             // m: this near to the goal is there
} wend_pace;

typedef struct wend_form {
    float radius;                  // of the bounding disc
    float half_length, half_width; // along the heading, across it; both the radius for a disc
    float priority;                // see wend_profile
} wend_form;

enum {
    WEND_FLAG_DRIVEN = 1,  // moved by the host, not by a model
    WEND_FLAG_LEAVES = 2,  // removed when it arrives
    WEND_FLAG_ARRIVED = 4, // has been at its present goal
};

typedef struct wend_role {
    uint32_t profile;
    uint16_t level;
    uint8_t shape; // wend_shape_kind
    uint8_t flags;
    uint32_t params; // which parameter block; see wend_view_params
    uint32_t stream; // of random numbers
} wend_role;

typedef struct wend_ties {
    uint32_t group; // of those who walk together; 0: none
    uint32_t leads; // 1: the others of the group follow this one
    float waiting;  // s in a jam, less what has been made up for since
    uint32_t stood; // 1 + the tick at which it last stood, where there are lights; 0: never
} wend_ties;

enum {
    WEND_WAY_KNOWN = 1,    // the way has been found
    WEND_WAY_STRAIGHT = 2, // nothing is in between any more: straight at the goal
    WEND_WAY_NONE = 4,     // there is no way for this body
    WEND_WAY_WAITS = 8,    // for its turn to have a way looked for
    WEND_WAY_ABREAST = 16, // round a corner in a crowd: to a place beside others
};

typedef struct wend_way {
    wend_vec next;  // where to head for
    uint32_t cell;  // 1 + the cell of the map where the agent was last, or 0
    uint16_t level; // of the goal
    uint16_t flags;
} wend_way;
// Where an agent is in a behaviour; see decide.h.
typedef struct wend_frame {
    uint16_t behaviour, activity; // indices in the scene
    uint32_t due;                 // the tick at which the activity's time is over; 0: it has none, or has not begun
} wend_frame;

// Behaviours within each other, the agent's own first: [0] and [1] in one column, [2] and [3] in another.
typedef struct wend_frames {
    wend_frame at[2];
} wend_frames;

enum {
    WEND_MIND_FRESH = 1,    // has not begun yet
    WEND_MIND_QUEUED = 2,   // on the way to the end of a queue
    WEND_MIND_JOINED = 4,   // in it
    WEND_MIND_CALLED = 8,   // has been called from it
    WEND_MIND_REFUSED = 16, // found no free site, and tries again
    WEND_MIND_FINISHED = 32,
};

typedef struct wend_mind {
    uint32_t since; // the tick at which it entered its activity, or joined the queue
    uint32_t site;  // + 1: where it goes or is; 0: no site
    uint32_t own;   // + 1: the site it came with
    uint16_t says;  // + 1: the action that raised an event, which those near hear in the next step
    uint8_t depth;  // behaviours within each other; 0: none at all
    uint8_t flags;  // WEND_MIND_...
} wend_mind;

// What two parameters were before they were changed for a while.
typedef struct wend_loans {
    float before[2];
    uint32_t until[2]; // a tick; 0: not changed
} wend_loans;

typedef struct wend_mood {
    float stress;   // 0: relaxed, 1: as stressed as the profile says
    float stressor; // what the agent meets that is none of the things the profile knows: a fire; set by behaviours
    float next;     // during a step: the stress after it
    uint32_t unused;
} wend_mood;

// What an agent shows to the others during a step.
typedef struct wend_body {
    float x, y;
    float vx, vy;
    float radius, priority;
    float preferred_x, preferred_y; // preferred velocity
} wend_body;

// The world at the start of a step, read-only. Rows are sorted by (level, cell, serial).
typedef struct wend_view {
    uint32_t count;
    float step; // s
    uint64_t tick, seed;
    const uint64_t *serial;
    const float *x, *y;
    const wend_motion *motion;
    const wend_goal *goal;
    const wend_pace *pace;
    const wend_form *form;
    const wend_role *role;
    const wend_ties *ties; // NULL where nobody has any
    const wend_way *way;   // NULL where the scene has no map
    const wend_mind *mind; // NULL where nobody has a behaviour
    const wend_frames *frames;
    const wend_frames *inner; // NULL where no more than two stand within each other
    const wend_mood *mood;    // NULL where nobody knows stress
    const uint32_t *memory;   // NULL where no model remembers anything; see wend_view_memory
    const wend_body *body;
    float *reach; // a hint that only saves work: the distance at which a row's last search ended; never a result
    const struct wi_senses *senses; // behind the queries below
} wend_view;

// Where a model writes: velocity always; heading only if the model says that it turns the body.
typedef struct wend_next {
    wend_motion *motion;
} wend_next;

// The rows to steer, ascending. All belong to one model.
typedef struct wend_rows {
    const uint32_t *row;
    uint32_t count;
} wend_rows;

typedef struct wend_model {
    const char *name;
    const char *summary;
    const char *source; // where it was published
    const wend_param *params;
    uint32_t param_count;
    size_t params_size; // bytes of the parameter block, at most WEND_PARAMS_MAX
    const wend_preset *presets;
    uint32_t preset_count;
    size_t memory_size; // bytes that the model keeps of each agent, zero at first, at most WEND_MEMORY_MAX; any bytes
                        // must be safe to read, since they may come from a file
    bool turns_body;    // writes the heading too; otherwise the body faces the way it moves
    void (*steer)(const wend_view *now, const wend_next *next, wend_rows rows);
} wend_model;

#define WEND_PARAMS_MAX 1024
#define WEND_MEMORY_MAX 4096
#define WEND_NEIGHBOURS_MAX 64

// The parameter block of a row.
WEND_API const void *wend_view_params(const wend_view *now, uint32_t row);

// What the row's model remembers of it (memory_size bytes, aligned to 64), or NULL where that is nothing; a model may
// write that of the rows it steers. It moves neither when rows are sorted nor when others come and go in a step.
WEND_API void *wend_view_memory(const wend_view *now, uint32_t row);

typedef struct wend_neighbour {
    uint32_t row;
    float distance2; // squared distance of the centres, less what a big body's radius exceeds WEND_BIG_RADIUS
} wend_neighbour;

// Bodies with a larger radius are big: they are seen from, and look, as much farther as their radius exceeds it.
#define WEND_BIG_RADIUS 1.0f

// The nearest rows to `row` on its level closer than `distance` (m), at most k (up to WEND_NEIGHBOURS_MAX), nearest
// first, equal distances by serial, less those whom walls hide (see the habit walls_hide). Exact. Rows from `count` on are
// images of agents on the far side of a seam: all columns of the view have them, but they are never steered. Returns how
// many.
WEND_API uint32_t wend_view_nearest(const wend_view *now, uint32_t row, float distance, uint32_t k,
                                    wend_neighbour *found);

// A piece of wall. A solid piece has its open side on the right of a -> b; an open one has two.
typedef struct wend_wall {
    wend_vec a, b;
    // The far end of the next piece at a and at b, for one who stands left ([0]) or right ([1]) of a -> b;
    // equal to a or b where the wall ends.
    wend_vec after_a[2], after_b[2];
    bool solid;
} wend_wall;

// The indices of walls on `level` with a point closer than `distance` (m) to `at`, nearest first, equal distances by
// index; at most `max`. Returns how many. With `distance2` (may be NULL) the squared distance of each.
WEND_API uint32_t wend_view_walls(const wend_view *now, uint32_t level, wend_vec at, float distance, uint32_t max,
                                  uint32_t *found, float *distance2);

// The wall with that index.
WEND_API const wend_wall *wend_view_wall(const wend_view *now, uint32_t wall);

// True if no wall of the level touches the straight line between the two points.
WEND_API bool wend_view_sees(const wend_view *now, uint32_t level, wend_vec from, wend_vec to);

// True if the centre of a row has any part of another's body in sight: some point of its outline or inside, past the
// edge of a wall too. False on different levels.
WEND_API bool wend_view_sees_body(const wend_view *now, uint32_t row, uint32_t other);

// The models of the library, and how to find one by name (NULL if there is none).
WEND_API extern const wend_model wend_model_straight, wend_model_vo, wend_model_rvo, wend_model_orca, wend_model_rcap;
WEND_API extern const wend_model wend_model_power_law, wend_model_social_force_1995, wend_model_social_force_2000,
    wend_model_steering, wend_model_eorca_c, wend_model_eorca_f, wend_model_eorca_p;
WEND_API const wend_model *const *wend_models(uint32_t *count);
WEND_API const wend_model *wend_model_find(const char *name);

// Habits: what bends an agent's preferred velocity whatever its model. They can be set like parameters of a model, for a
// profile or an agent, and a profile names one of the presets.
WEND_API const wend_param *wend_habits(uint32_t *count);
WEND_API const wend_preset *wend_habit_presets(uint32_t *count);

// The parameter of that name, or NULL; `nearest` (may be NULL) then names the closest one that exists.
WEND_API const wend_param *wend_model_param(const wend_model *model, const char *name, const char **nearest);

#ifdef __cplusplus
}
#endif
#endif
