// A scenario being run: its scene and world, and what goes on around them: sources, ways of several goals, the end.
#ifndef WI_RUN_H
#define WI_RUN_H

#include "scenario/scenario.h"
#include "wend/world.h"

typedef struct wi_run_options {
    uint32_t threads; // 0: 1
    bool has_seed;
    uint64_t seed;      // instead of the scenario's
    bool check_only;    // build everything, place everyone, but do not keep a world for stepping
    const char *tables; // file of sums of ellipses that need not be made; NULL: none
} wi_run_options;

typedef enum wi_run_end { WI_RUN_GOES_ON, WI_RUN_ALL_ARRIVED, WI_RUN_ALL_OUT, WI_RUN_LIMIT } wi_run_end;

// An agent's story so far, for summaries; by the order in which they appeared.
typedef struct wi_traveller {
    wend_serial serial;
    uint32_t group;
    double born, arrived; // s; arrived NAN while on the way
    double waiting;       // s in all at less than a tenth of the preferred speed while on the way
    double standing;      // s of this up to now without a break: who has long stood still is stuck
    wend_point last;      // where it was last seen
    bool gone;
} wi_traveller;

typedef struct wi_run {
    const wi_scenario *scenario;
    wend_scene *scene;
    wend_world *world;
    uint64_t seed;
    char *geometry; // WKT of the walls and the walkable area, for recordings
    wi_traveller *traveller;
    uint32_t traveller_count;
    uint64_t refused;    // agents of sources that found no space so far (they try again)
    uint64_t collisions; // pairs that began to overlap, each counted once while it lasts
    double deepest;      // m, of all overlaps
    wend_result tables;  // how it went to read sums of ellipses
    wend_error no_tables;
    void *state; // private: sources, ways
} wi_run;

// Builds a run. Problems with the geometry, overlapping spawns, unreachable densities and goals inside walls are named with
// their place in the file; NULL if there are any.
wi_run *wi_run_open(const wi_scenario *scenario, const wi_run_options *options, wi_problems *problems);

// Lets sources emit, steps, hands out next goals, keeps the travellers' stories. *end says whether it is over.
wend_result wi_run_step(wi_run *run, wi_run_end *end, wend_error *error);
void wi_run_close(wi_run *run);

#endif
