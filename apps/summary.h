// What a run came to, for a person and as JSON: the end of wend run and wend demo, and the numbers of wend sweep.
#ifndef SUMMARY_H
#define SUMMARY_H

#include "base/json_write.h"
#include "scenario/run.h"

#define STUCK_PLACES 4 // named in the summary

// What is added up step by step.
typedef struct run_tally {
    uint64_t agent_steps;
    uint64_t walker_steps; // of those on their way
    double speed;          // m/s, summed over walker_steps
} run_tally;

typedef struct stuck_place {
    wend_point at; // of the first
    uint32_t count;
} stuck_place;

typedef struct run_summary {
    uint64_t seed;
    wi_run_end end;
    bool interrupted;
    double simulated, real;   // s
    uint32_t agents;          // with somewhere to go
    uint32_t arrived, on_way; // of them; who left the scene otherwise is neither
    uint32_t stuck;           // on the way, but not moving for a while
    stuck_place place[STUCK_PLACES];
    uint32_t place_count, elsewhere; // stuck agents at other places
    double first, median, last;      // s after the start, of arrivals; NAN without
    double travel_median;            // s from appearing to arriving
    double mean_speed;               // m/s of those on their way, over agents and steps
    uint64_t collisions;
    double deepest; // m
    uint64_t corrected_walls, corrected_speed, corrected_nonfinite;
    uint64_t refused;
    uint64_t agent_steps;
    uint64_t table_bytes, table_bytes_used; // of sums of ellipses that the world holds, and of agents' own sizes
    uint64_t hash;                          // of the world at the end
    const char *file;                       // written, or NULL
    uint64_t file_frames, file_bytes;
} run_summary;

// After each step: O(agents), a small part of what the step took.
wend_result tally_step(run_tally *tally, wi_run *run, wend_error *error);

// The numbers of a run at its end; `real` is how long it took, s. WEND_NO_MEMORY is all that can go wrong.
wend_result summary_make(wi_run *run, const run_tally *tally, wi_run_end end, double real, run_summary *made,
                         wend_error *error);

double summary_times_real_time(const run_summary *summary);
double summary_agent_steps_per_second(const run_summary *summary);

void summary_print(const run_summary *summary);
void summary_print_json(const run_summary *summary, wi_json_object *object);

#endif
