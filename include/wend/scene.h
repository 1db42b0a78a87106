// The scene: what does not change during a run. Built once, read by any number of worlds at the same time.
#ifndef WEND_SCENE_H
#define WEND_SCENE_H

#include "model.h"
#include "route.h"
#include "decide.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_scene wend_scene;

typedef struct wend_shape {
    wend_shape_kind kind;
    float half_length, half_width; // m: along the heading, across it
} wend_shape;

WEND_API wend_shape wend_disc(float radius);
WEND_API wend_shape wend_ellipse(float half_length, float half_width);
WEND_API wend_shape wend_box(float half_length, float half_width);

// Of two agents the one with the higher priority gives way less: it takes the share (1 - d)/2 of the avoidance and the
// other (1 + d)/2, where d is the difference of their priorities, at most 1. A firm agent never gives way.
#define WEND_PRIORITY_FIRM 1e6f

#define WEND_VELOCITY_CORNERS 8

// Stress as general adaptation (Kim, Guy, Manocha and Lin 2012): it follows what an agent perceives as stressful, but only
// so fast, and moves the agent from its relaxed values to stressed ones.
typedef struct wend_stress {
    float rate;     // 1/s: how fast stress rises and falls
    float limit;    // 0 to 1: the most there is
    float crowding; // perceived for each other within 2 m
    float others;   // share of the mean stress of those within 2 m that is perceived too
    float deadline; // s of simulated time: perceived fully then, and in proportion before; 0: none
    float speed;    // factor for the preferred speed at stress 1
    float radius;   // factor for the radius that is planned with at stress 1
    const wend_setting *settings; // parameters of the model or habits at stress 1; relaxed ones are the profile's
    uint32_t setting_count;       // at most WEND_STRESS_SETTINGS
} wend_stress;

#define WEND_STRESS_SETTINGS 8

// What a kind of agent is like. Start from wend_profile_default(). The scene copies all of it.
typedef struct wend_profile {
    const char *name;
    const wend_model *model;
    const char *preset; // of the model
    const wend_router *router; // NULL: mesh where the scene has a map, else direct
    float congestion; // how much waiting on the way counts when it is chosen, 0 to 10: 0 the shortest way, 1 the quickest
    const char *habits; // preset of the habits; NULL: "default", and "none" with a model's preset "published"
    const wend_setting *settings; // on top of the presets
    uint32_t setting_count;
    wend_shape shape;
    float preferred_speed, max_speed; // m/s
    float max_acceleration;           // m/s2, INFINITY for none
    float priority;
    // The velocities that others must reckon with, relative to the current one: a disc of this radius (m/s), or, if
    // velocity_corner_count is not 0, a convex polygon of 3 to WEND_VELOCITY_CORNERS corners, counter-clockwise.
    float velocity_radius;
    wend_vec velocity_corners[WEND_VELOCITY_CORNERS];
    uint32_t velocity_corner_count;
    const wend_stress *stress; // NULL: knows none
    uint32_t cookie;
} wend_profile;

// A pedestrian: disc of 0.2 m, 1.34 m/s, at most 2 m/s, model orca with its default preset.
WEND_API wend_profile wend_profile_default(void);

typedef enum wend_obstacle_kind {
    WEND_WALL,  // a line of points with two sides
    WEND_SOLID, // a closed polygon that nobody enters
    WEND_ROOM,  // a closed polygon that nobody leaves
} wend_obstacle_kind;

// Polygons may have their points in either order; the last joins the first.
typedef struct wend_obstacle {
    wend_obstacle_kind kind;
    uint32_t level;
    const wend_point *points;
    uint32_t point_count;
} wend_obstacle;

// A straight piece of wall that worlds can take away and put back (wend_world_set_door).
typedef struct wend_door {
    uint32_t level;
    wend_point a, b;
    bool open; // at the start
    // 0, or a number that is shared by the sides of one thing that comes and goes, such as a parked vehicle. They open
    // and close together; where they go around some floor, they close only while nobody stands on it.
    uint32_t barrier;
} wend_door;

// A light at a line: while it is red, one does not step over a -> b from its right side to its left. Those who are on
// the crossing already leave it over another line.
typedef struct wend_signal {
    uint32_t level;
    wend_point a, b;
    double cycle, green, offset; // s: green from 0 to `green` of each cycle; `offset` is where the cycle stands at the start
} wend_signal;

typedef struct wend_scene_def {
    wend_point origin; // coordinates are kept relative to this: put it in the middle of a scene in map coordinates
    uint32_t levels;   // walkable planes; agents on different levels never meet
    const wend_profile *profiles;
    uint32_t profile_count;
    const wend_obstacle *obstacles;
    uint32_t obstacle_count;
    const wend_door *doors; // a world calls them by their index
    uint32_t door_count;
    const wend_signal *signals;
    uint32_t signal_count;
    const wend_map *map; // where one can walk; NULL: everyone walks straight towards the goal
    const wend_behaviours *behaviours; // NULL: none
    wend_allocator allocator; // resize NULL: the C library's
    uint32_t cookie;
} wend_scene_def;

// One level at the origin with the default profile and no obstacles.
WEND_API wend_scene_def wend_scene_default(void);

// Builds a scene (allocates). On failure *scene is NULL.
WEND_API wend_result wend_scene_create(const wend_scene_def *def, wend_scene **scene, wend_error *error);

// Gives a scene back. Its worlds must be gone. NULL is fine.
WEND_API void wend_scene_destroy(wend_scene *scene);

// A number that stands for everything in the scene that a run depends on.
WEND_API uint64_t wend_scene_hash(const wend_scene *scene);

// The number of wall pieces, doors among them, after joining what lies in one line, and one of them (relative to the origin).
WEND_API uint32_t wend_scene_wall_count(const wend_scene *scene);
WEND_API const wend_wall *wend_scene_wall(const wend_scene *scene, uint32_t wall);

WEND_API uint32_t wend_scene_door_count(const wend_scene *scene);

WEND_API uint32_t wend_scene_signal_count(const wend_scene *scene);

// The index of a profile, or UINT32_MAX.
WEND_API uint32_t wend_scene_profile(const wend_scene *scene, const char *name);

// The indices of a behaviour, and of an event, or UINT32_MAX.
WEND_API uint32_t wend_scene_behaviour(const wend_scene *scene, const char *name);
WEND_API uint32_t wend_scene_event(const wend_scene *scene, const char *name);

// The behaviours as the scene has them: names and indices hold; sites, regions and queues are NULL.
WEND_API const wend_behaviours *wend_scene_behaviours(const wend_scene *scene);

// True if no wall touches the straight line between two points of a level, with doors as they are at the start.
WEND_API bool wend_scene_sees(const wend_scene *scene, uint32_t level, wend_point from, wend_point to);

// The same for any part of a body that stands at `at` with that heading (rad). False for a shape that no body can have.
WEND_API bool wend_scene_sees_body(const wend_scene *scene, uint32_t level, wend_point from, wend_point at,
                                   wend_shape shape, float heading);

#ifdef __cplusplus
}
#endif
#endif
