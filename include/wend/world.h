// The world: what changes during a run. Agents come, go and change between steps; a step moves them all.
#ifndef WEND_WORLD_H
#define WEND_WORLD_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

// An agent's name for life. Never reused; 0 is nobody.
typedef uint64_t wend_serial;

typedef struct wend_world_def {
    const wend_scene *scene; // must outlive the world
    uint64_t seed;
    float step;             // s, 0.001 to 1
    uint32_t threads;       // of the world's own pool, 1 to 256
    wend_jobs jobs;         // the host's job system instead of the pool, if run is set
    wend_allocator allocator;
    uint32_t capacity;      // room for this many agents from the start
    bool collisions;        // look for bodies that overlap after each step
    float collision_depth;  // m: overlaps up to this are touching, not collisions
    wend_isa isa;
    double (*clock)(void);  // s; if set, the time of each phase is kept (see wend_stats)
    uint32_t cookie;
} wend_world_def;

// Step 0.1 s, one thread, collisions looked for from 1 mm.
WEND_API wend_world_def wend_world_default(const wend_scene *scene);

// Makes an empty world (allocates, starts threads). On failure *world is NULL.
WEND_API wend_result wend_world_create(const wend_world_def *def, wend_world **world, wend_error *error);

// Gives a world back and ends its threads. NULL is fine.
WEND_API void wend_world_destroy(wend_world *world);

#define WEND_ON_LEVEL(n) ((n) + 1u)

// A place to be: a point, or a rectangle along the axes, and how near is near enough.
typedef struct wend_target {
    wend_point at;
    wend_vec half; // half the rectangle's extent, 0 for a point
    float radius;  // m, of arrival
    uint32_t level; // WEND_ON_LEVEL(n), or 0: the level where the agent is when it gets this goal
} wend_target;

// By chance, as wend_site.unknown_to has it.
#define WEND_UNKNOWN_DRAWN UINT64_MAX

// Everything one may say about an agent. As a definition (wend_agent_default) NAN means "as the profile has it".
typedef struct wend_agent {
    wend_serial serial; // given by the world; ignored when adding
    uint32_t profile;
    uint32_t level;
    wend_point position;
    wend_vec velocity;   // m/s
    float heading;       // rad, counter-clockwise from x; NAN: towards the goal
    wend_target goal;    // at.x NAN: stay here
    wend_shape shape;    // half_length NAN
    float preferred_speed, max_speed, max_acceleration, priority;
    uint32_t stream; // of random numbers; 0: from the serial
    uint32_t group;  // of agents who walk together, see the habit `cohesion`; 0: none
    bool leads;      // the others of the group follow this one
    uint32_t behaviour; // index + 1 of one in the scene that sets goals and more from now on; 0: none
    uint32_t site;      // index + 1 of a site that is the agent's own (WEND_CHOOSE_OWN); 0: none
    uint64_t unknown;   // bit i: does not know site i, so does not choose it before it sees it; WEND_UNKNOWN_DRAWN
    uint32_t activity;  // what it is at, innermost, where it has a behaviour; ignored when adding or setting
    bool driven;     // moved by the host, and so firm: set position and velocity between steps; it goes straight on
    bool leaves;     // removed when it arrives, or when its behaviour is over
    bool arrived;    // has been at its present goal; ignored when adding or setting
    const wend_setting *settings; // own values of model parameters, when adding; NULL when read
    uint32_t setting_count;
    uint32_t cookie;
} wend_agent;

// Profile 0 at the origin of coordinates, standing, everything else as the profile has it.
WEND_API wend_agent wend_agent_default(void);

// Adds an agent (may allocate). Refused with WEND_NO_SPACE where its body would overlap another or a wall.
WEND_API wend_result wend_world_add(wend_world *world, const wend_agent *agent, wend_serial *serial, wend_error *error);

// Adds all or none, with serials in the order given (may allocate); serials may be NULL.
WEND_API wend_result wend_world_add_many(wend_world *world, const wend_agent *agents, uint32_t count,
                                         wend_serial *serials, wend_error *error);

WEND_API wend_result wend_world_remove(wend_world *world, wend_serial serial, wend_error *error);

// Reads an agent. The first look-up after a step costs time in proportion to the agents (may allocate once).
WEND_API wend_result wend_world_get(wend_world *world, wend_serial serial, wend_agent *agent, wend_error *error);

// Changes whatever differs from what wend_world_get gave: any field but serial, stream and settings. A body may be put
// where it overlaps another or a wall (hosts drive avatars so), but its centre must not pass through a wall on the way.
// Who is no longer driven gets the priority of the profile unless another is given.
WEND_API wend_result wend_world_set(wend_world *world, const wend_agent *agent, wend_error *error);

// Changes the goal alone.
WEND_API wend_result wend_world_set_goal(wend_world *world, wend_serial serial, wend_target goal, wend_error *error);

// One agent's own value of a parameter of its model.
WEND_API wend_result wend_world_set_param(wend_world *world, wend_serial serial, const char *name, float value,
                                          wend_error *error);
WEND_API wend_result wend_world_get_param(wend_world *world, wend_serial serial, const char *name, float *value,
                                          wend_error *error);

// The value of a parameter for a profile: all its agents have it from now on, those with values of their own too.
WEND_API wend_result wend_world_set_profile_param(wend_world *world, uint32_t profile, const char *name, float value,
                                                  wend_error *error);
WEND_API wend_result wend_world_get_profile_param(const wend_world *world, uint32_t profile, const char *name,
                                                  float *value, wend_error *error);

// Opens or closes a door, and with it all sides of its barrier. Closing is refused with WEND_NO_SPACE while a body stands
// in it.
WEND_API wend_result wend_world_set_door(wend_world *world, uint32_t door, bool open, wend_error *error);
WEND_API bool wend_world_door_is_open(const wend_world *world, uint32_t door); // false where there is no such door

// True while a signal of the scene is green; false where there is no such signal.
WEND_API bool wend_world_signal_is_green(const wend_world *world, uint32_t signal);

typedef struct wend_waypoint {
    wend_point at;
    uint32_t level;
} wend_waypoint;

// The way for a body of that radius (m) from a place to a goal (whose level 0 means that of the place), with doors as
// they are: at most `max` points, from the first to the last, round corners in short pieces. *count says how many there
// are, 0 if there is no way, and *length (may be NULL) how long it is (m). Needs a scene with a map. Allocates now and then.
WEND_API wend_result wend_world_path(wend_world *world, uint32_t level, wend_point from, wend_target to, float radius,
                                     wend_waypoint *points, uint32_t max, uint32_t *count, double *length,
                                     wend_error *error);
// Lets everyone hear an event of the scene in the next step.
WEND_API wend_result wend_world_raise(wend_world *world, uint32_t event, wend_error *error);

// One step of the simulation. Does not allocate once it has warmed up. Every other call on this world is refused with
// WEND_BUSY while it runs.
WEND_API wend_result wend_world_step(wend_world *world, wend_error *error);

// Who has a behaviour arrives when that is over, and everyone else at each goal.
typedef struct wend_arrived {
    wend_serial serial;
} wend_arrived;

typedef struct wend_collided {
    wend_serial a, b; // a < b
    float depth;      // m: how far the bodies overlap
} wend_collided;

typedef struct wend_removed {
    wend_serial serial;
    bool by_host;
} wend_removed;

// What happened in the last step, ordered by serial; removals by the host since the step before are among them. Valid
// until the next call that changes the world.
typedef struct wend_events {
    const wend_arrived *arrived;
    uint32_t arrived_count;
    const wend_collided *collided;
    uint32_t collided_count;
    const wend_removed *removed;
    uint32_t removed_count;
    uint32_t lost; // events for which there was no memory
} wend_events;
WEND_API wend_events wend_world_events(const wend_world *world);

typedef enum wend_phase {
    WEND_PHASE_SORT,    // sense: rows into cells
    WEND_PHASE_ROUTE,   // decide and route: preferred velocities
    WEND_PHASE_STEER,
    WEND_PHASE_MOVE,
    WEND_PHASE_COLLIDE, // sense: bodies that overlap
    WEND_PHASE_COUNT,
} wend_phase;
WEND_API const char *wend_phase_name(wend_phase phase);

typedef struct wend_stats {
    uint32_t agents;
    uint64_t tick;      // steps done
    double time;        // s simulated
    uint64_t added, removed, arrived, collided; // since the world began
    // What the mover had to correct since the world began: bodies that had to be stopped before a wall (the centre
    // would have crossed it or, unless the body is a disc, its outline would have touched it as it went or turned),
    // and velocities that were not finite or faster than the agent's limit.
    uint64_t corrected_walls, corrected_nonfinite, corrected_speed;
    size_t bytes;       // held from the allocator
    uint64_t grown;     // steps that took memory: the first, and such as had more to list or to look for than ever
    size_t table_bytes; // of these for sums of ellipses, at most 9.8 MB; see wend_world_save_tables
    double seconds[WEND_PHASE_COUNT]; // real time, if the world has a clock
} wend_stats;
WEND_API wend_stats wend_world_stats(const wend_world *world);

// All agents as columns (see wend_view), sorted by (level, cell, serial); valid until the next call that changes the
// world. Positions are relative to the scene's origin.
WEND_API wend_result wend_world_view(wend_world *world, wend_view *view, wend_error *error);

// The scene's origin, in the coordinates of the scene.
WEND_API wend_point wend_world_origin(const wend_world *world);

// Stands for the whole state: equal worlds have equal hashes, whatever the thread count, machine or compiler.
WEND_API uint64_t wend_world_hash(const wend_world *world);

// Saves to a file: written beside, then renamed, so that a whole file is there or the old one.
WEND_API wend_result wend_world_save(const wend_world *world, const char *path, wend_error *error);

// Makes a world from a file that was saved over an equal scene; of `def` the step and seed are taken from the file.
WEND_API wend_result wend_world_load(const wend_world_def *def, const char *path, wend_world **world,
                                     wend_error *error);

// The same to and from memory. *bytes comes from the world's allocator with *size bytes: give it back with its resize,
// or with free() where the world uses the C library's.
WEND_API wend_result wend_world_save_bytes(const wend_world *world, void **bytes, size_t *size, wend_error *error);
WEND_API wend_result wend_world_load_bytes(const wend_world_def *def, const void *bytes, size_t size,
                                           wend_world **world, wend_error *error);

// The sums of ellipses that agents have by `method: table` and `swept` of the eorca models, to and from a file. A world
// makes those that its agents need and no file had; others from a file give way to them. They change no result. A file
// that is damaged or of another version is refused with WEND_BAD_FILE, one that is not there with WEND_NOT_FOUND.
// Saving replaces tables, damaged and empty ones, too, but no file of another kind (WEND_BAD_FILE).
WEND_API wend_result wend_world_save_tables(const wend_world *world, const char *path, wend_error *error);
WEND_API wend_result wend_world_load_tables(wend_world *world, const char *path, wend_error *error);

#ifdef __cplusplus
}
#endif
#endif
