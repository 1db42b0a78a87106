// A recording as a film: everybody at any time, between recorded frames too, going forwards.
#ifndef WI_FILM_H
#define WI_FILM_H

#include "base/memory.h"
#include "measure/map.h"
#include "record/plan.h"

// An agent as pictures show it.
typedef struct wi_figure {
    uint64_t id;
    double x, y;    // m, relative to the plan's origin
    double heading; // rad; NAN: nobody knows
    double vx, vy;  // m/s; NAN: nobody knows
    double half_length, half_width;
    wend_shape_kind shape;
    uint32_t profile, group; // WI_NO_PROFILE, WI_NO_GROUP
    uint32_t level;
    double last; // s: when it is seen last
} wi_figure;

// Everybody at one time, ordered by id. All zero is empty.
typedef struct wi_shot {
    double time; // s
    wi_figure *figure;
    uint32_t count, room;
} wi_shot;

void wi_shot_free(wi_shot *shot);

// The figure of that id, looking from *at on; NULL if there is none. For ids that rise from call to call.
wi_figure *wi_shot_find(const wi_shot *shot, uint32_t *at, uint64_t id);

typedef struct wi_film {
    const char *path;
    wi_reader *reader;
    wi_plan plan;
    // What one look through the whole recording found.
    double first, last;              // s
    double period;                   // s: the least time between two frames
    double bounds[4];                // x0, y0, x1, y1 around walls, doors, lines and everybody
    double top_speed;                // m/s: 99 in 100 are slower
    double longest;                  // s that somebody was there
    bool *group_seen, *profile_seen; // of those in the plan
    wi_map stay_of;                  // id -> index + 1
    struct wi_stay *stay;            // from when to when
    uint32_t stays, stay_capacity;
    bool surveyed;
    wi_memory memory;
    // The recorded frames around the present.
    wi_shot before, after;
    bool has_before, has_after;
} wi_film;

// Opens a recording and looks through it once. `path` must outlive the film. `stopped` may be NULL.
wend_result wi_film_open(const char *path, bool (*stopped)(void), wi_film *film, wend_error *error);
void wi_film_close(wi_film *film);

// To the start again.
wend_result wi_film_rewind(wi_film *film, wend_error *error);

// One recorded frame on: film->before is that frame, if film->has_before.
wend_result wi_film_step(wi_film *film, wend_error *error);

// True while there are frames to step over up to that time.
bool wi_film_behind(const wi_film *film, double time);

// Everybody at a time from film->before to film->after; false without memory.
bool wi_film_show(const wi_film *film, double time, wi_shot *shot);

#endif
