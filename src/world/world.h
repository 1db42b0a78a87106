// Inside a world.
#ifndef WI_WORLD_H
#define WI_WORLD_H

#include "base/error.h"
#include "route/routes.h"
#include "sense/senses.h"
#include "steer/ellipse_table.h"
#include "wend/world.h"
#include "world/blocks.h"
#include "world/columns.h"

// Serial -> row, made when first asked after a step. Open addressing; a slot holds row + 1.
typedef struct wi_lookup {
    uint32_t *slot;
    uint32_t slots; // a power of two, or 0
    bool valid;
} wi_lookup;

typedef struct wi_events {
    wend_arrived *arrived;
    wend_collided *collided;
    wend_removed *removed;
    uint32_t arrived_count, collided_count, removed_count;
    uint32_t arrived_capacity, collided_capacity, removed_capacity;
    uint32_t lost;
    bool old; // of the last step: the next removal starts new lists
} wi_events;

// So many rows may change between steps before the next spawn check has to sort.
#define WI_STRAY_MAX 512

// What the pieces of one parallel loop found, summed in order afterwards.
typedef struct wi_tally {
    uint32_t arrived, collided;
    uint32_t walls, nonfinite, speed;
    uint32_t wanting;
} wi_tally;

// What behaviours share. Only `raised` is state: it has the tick + 1 at which something is or was heard, by slot of the
// program. `crowd` counts who is in a region, `held` who goes to a site or is there, `waiting` who
// walks up to one that it sees.
typedef struct wi_minds {
    uint32_t *raised, *crowd, *held;
    wi_bound *waiting;
} wi_minds;

struct wend_world {
    wi_memory memory;
    const wend_scene *scene;
    wend_world_def def;
    wi_pool *pool; // NULL when the host brings its jobs
    wend_jobs jobs;
    wi_columns columns;
    wi_grid grid;
    uint32_t sorted;                           // the first rows, which the grid knows
    bool tidy;                                 // those rows are as the grid has them, but for the stray ones
    uint32_t stray[WI_STRAY_MAX], stray_count; // rows among them that changed since
    wi_walls walls;                            // the scene's, with doors as they are here
    bool *door_open;
    wi_senses senses;
    uint32_t *big;
    uint32_t big_count, big_capacity; // agents with big bodies now (the list is made by the sort)
    float small_radius;               // no small body was ever larger
    wi_blocks params;                 // the profiles', then agents' own
    wi_blocks memories;               // what models remember of agents; see wi_columns.memory
    wi_ellipse_table ellipses;        // no state: only what would else be worked out again
    uint32_t tables;                  // methods, as bits, by which somebody has gone by it
    wi_company company;
    wi_images images;
    wi_routes routes;
    wi_minds minds;
    uint32_t habits; // WI_HABIT_... that anybody ever had
    wi_lookup lookup;
    wi_events events;
    wi_tally *tally; // one for each piece of WI_CHUNK rows
    uint32_t tally_capacity;
    wend_serial next_serial;
    wend_stats stats;
    _Atomic bool stepping;
};

// Rows handed to one job.
#define WI_CHUNK 512
#define WI_CHUNKS(count) (((count) + WI_CHUNK - 1) / WI_CHUNK)

// Its rows of `count`, from *begin up to *end; a chunk behind the last has none.
static inline void wi_chunk_rows(uint32_t chunk, uint32_t count, uint32_t *begin, uint32_t *end) {
    *begin = chunk * WI_CHUNK < count ? chunk * WI_CHUNK : count;
    *end = *begin + WI_CHUNK < count ? *begin + WI_CHUNK : count;
}

static inline const wend_model *wi_world_model(const wend_world *world, uint32_t row) {
    return world->scene->profiles[world->columns.role[row].profile].is.model;
}

// Refuses NULL, and what may not happen during a step.
wend_result wi_world_refuse_busy(const wend_world *world, wend_error *error);

// Sorts all rows into cells; false without memory: then the world is whole but not sorted.
bool wi_world_sort(wend_world *world);

// Sorts if anything changed since the last time, and makes the senses see the world as it is.
bool wi_world_refresh(wend_world *world);

// A view of the world as it is; rows must be sorted. Bodies are there only during a step.
wend_view wi_world_view(const wend_world *world);

// Runs job over chunks of WI_CHUNK rows.
void wi_world_run(wend_world *world, wend_job *job, void *work);

// Makes room for more agents; false, changing nothing, without memory.
bool wi_world_reserve(wend_world *world, uint32_t more);

// The row of a serial: WEND_NOT_FOUND with a message if there is none.
wend_result wi_world_find(wend_world *world, wend_serial serial, uint32_t *row, wend_error *error);
bool wi_lookup_reserve(wi_lookup *lookup, wi_memory *memory, uint32_t agents);
void wi_lookup_free(wi_lookup *lookup, wi_memory *memory);
void wi_lookup_put(wend_world *world, uint32_t row);
void wi_lookup_drop(wend_world *world, wend_serial serial);

// Notes that the grid no longer has a row as it is.
void wi_world_stray(wend_world *world, uint32_t row);

// Takes a row out; the last row takes its place. Keeps parameter blocks, counts and the look-up right.
void wi_world_drop(wend_world *world, uint32_t row);

// Makes room for `more` parameter blocks that belong to single agents, and gives a row one of its own, which starts as
// a copy of what it had (room must have been made).
bool wi_params_reserve(wend_world *world, uint32_t more);
void *wi_params_own(wend_world *world, uint32_t row);
bool wi_params_has_own(const wend_world *world, uint32_t row);
// Notes the habits of a block that was changed, and makes room for what they need; false without memory.
bool wi_world_note_habits(wend_world *world, const void *block);
void wi_params_give(wend_world *world, uint32_t row); // back to the profile's

// What the models remember (remember.c): the column for it where some model does; room for every row; a row starts
// anew, with its present model; a row goes.
bool wi_remember_start(wend_world *world);
bool wi_remember_reserve(wend_world *world, uint32_t images); // so many rows are for images, which remember nothing
void wi_remember_nothing(wend_world *world, uint32_t row);
void wi_remember_end(wend_world *world, uint32_t row);

// Keeps count of a row's body when it appears or its form changes: big ones, and how large small ones get.
void wi_world_count_body(wend_world *world, uint32_t row, int by);

// The range of the time step (s); messages spell it out.
#define WI_STEP_MIN 0.001f
#define WI_STEP_MAX 1.0f

// A limit for coordinates: a position farther from the origin (m) is refused or held back.
#define WI_FAR 1e7f

// The verbs of a step, over the rows of a chunk, as jobs on a wi_step.
typedef struct wi_step {
    wend_world *world;
    wend_view now;
    wend_next next;
} wi_step;
void wi_decide(wend_world *world); // src/decide: minds, goals, parameters
void wi_decide_wishes(wi_step *step, uint32_t begin,
                      uint32_t end);                       // src/decide: bodies of those who do not go to goals
bool wi_walks_to_goal(const wend_view *now, uint32_t row); // false while a behaviour has it stand, or walk otherwise
void wi_stress(wend_world *world);                         // src/decide: moods, and the parameters that follow them
void wi_stress_show(wi_step *step, uint32_t begin, uint32_t end); // src/decide: bodies of the stressed
bool wi_adapt_needed(const wend_world *world);
void wi_adapt_rows(wi_step *step, uint32_t begin, uint32_t end); // src/route: bodies, by habit
void wi_route_rows(wi_step *step, uint32_t begin, uint32_t end); // src/route: bodies
wend_vec wi_route_preferred(const wend_view *now, uint32_t row); // where one row wants to go (m/s)
bool wi_route_ends(const wend_view *now, uint32_t row);          // true so near the goal that one slows down for it
void wi_steer_rows(wi_step *step, uint32_t begin, uint32_t end); // src/steer: next motion
void wi_move_rows(wi_step *step, uint32_t begin, uint32_t end, wi_tally *tally);   // src/move: motion, position
void wi_arrive_rows(wi_step *step, uint32_t begin, uint32_t end, wi_tally *tally); // src/decide: flags

// After moving: takes out who leaves, and notes who arrived.
void wi_arrive_finish(wend_world *world);

// Minds (src/decide/minds.c): what is shared; the columns that a scene's behaviours need, and room in them for what
// agents may come to need; a row's first mind (behaviour + 1, or 0); whether a row from a file can be.
bool wi_minds_create(wend_world *world);
void wi_minds_free(wend_world *world);
uint64_t wi_minds_columns(const wi_program *program);
bool wi_minds_reserve(wend_world *world, uint32_t agents);
void wi_mind_start(wend_world *world, uint32_t row, uint32_t behaviour, uint32_t site);
wend_result wi_mind_check(const wend_world *world, uint32_t row, wend_error *error);

// Which sites a row does not know (src/decide/knowing.c), as wend_agent.unknown has it; and room for that.
bool wi_knowing_reserve(wend_world *world, uint64_t unknown); // false without memory
void wi_knowing_start(wend_world *world, uint32_t row, uint64_t unknown);

// Images (src/sense/images.c): makes them from rows as they are, which must be sorted, and during a step shows their
// bodies as those of the rows are. False without memory.
bool wi_images_make(wend_world *world);
void wi_images_show(wend_world *world);

// Finds the bodies that overlap; rows must be sorted.
void wi_collide(wend_world *world);

// Room for what a step of so many agents may list, up to WI_EVENTS_RESERVED of a kind; beyond it, room is made in the step
// that first needs it. False without memory.
#define WI_EVENTS_RESERVED (1u << 14) // 1.6 MB
bool wi_events_reserve(wend_world *world, uint32_t agents);
bool wi_events_reserve_pairs(wend_world *world, uint64_t pairs);

// Notes that an agent is gone; counts it as lost without memory.
void wi_events_removed(wend_world *world, wend_serial serial, bool by_host);
void wi_events_clear(wend_world *world);
void wi_events_sort(wend_world *world);

// Set on a row that arrived in this very step.
#define WI_FLAG_JUST_ARRIVED 128

#endif
