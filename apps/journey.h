// A scenario from its file to its end: what wend run, wend demo and wend sweep have in common.
#ifndef JOURNEY_H
#define JOURNEY_H

#include "options.h"
#include "pool.h"
#include "record/recorder.h"
#include "summary.h"

// What a person may ask for. Zero is a good start but for the seed.
typedef struct journey_options {
    const char *file; // a path, or the name of a shipped scenario
    const wi_variable *set;
    uint32_t set_count;
    uint64_t seed;      // JOURNEY_OWN_SEED: the scenario's
    uint32_t threads;   // 0: 1
    double limit;       // s; 0: the scenario's
    const char *model;  // of everyone; NULL: the scenario's
    const char *preset; // of that model; NULL: as the scenario has it if the model is the scenario's, else the default
    bool outside;       // files outside the scenario's folder may be read
    const char *record; // NULL: as the scenario says
    bool no_record;
    const char *tables; // file of sums of ellipses, read at the start; NULL: none
} journey_options;

#define JOURNEY_OWN_SEED UINT64_MAX

typedef struct journey {
    wi_scenario *scenario;
    wi_run *run;
    wi_recorder *recorder; // NULL: nothing is recorded
    uint32_t told;         // travellers whose group the recorder knows
    const char *record;    // the file
    uint64_t stride;       // steps between two recorded frames
    double fps;            // what comes of it
    wi_recording about;
    float *heights; // m, of the levels
    run_tally tally;
    wi_run_end end;
    uint64_t frames, bytes; // recorded
} journey;

// Variables from --set NAME=VALUE. Free them whether reading them went well or not: 0, or the exit status after having said
// what is wrong.
typedef struct journey_sets {
    wi_variable set[OPTION_LIST_MAX];
    char *copy[OPTION_LIST_MAX];
    uint32_t count;
} journey_sets;
int journey_sets_read(const option_list *list, journey_sets *made);
void journey_sets_free(journey_sets *sets);

// How a scenario is read with them.
wi_scenario_options journey_reading(const journey_sets *sets, bool outside);

// Reads, builds and begins to record; 0, or the exit status after having said what is wrong.
int journey_open(const journey_options *asked, journey *made);

// One step with everything that belongs to it.
wend_result journey_step(journey *on, wend_error *error);

// Closes the recording, if there is one. `whole` is false where a person interrupted the run.
wend_result journey_finish(journey *on, bool whole, wend_error *error);

// Puts the file and its size into the summary.
void journey_tell_file(const journey *on, run_summary *summary);

// Gives everything back. A recording that was not finished is left as its part file.
void journey_close(journey *on);

double journey_time(const journey *on); // s simulated

// Who has reached their last goal. O(agents): not for every step.
uint32_t journey_arrived(const journey *on);

// From 0 to 1, O(agents): the nearer of the limit and, where the run ends so, everyone's arrival.
double journey_share(const journey *on);

// Notes that now and then, for whoever waits for this process.
void journey_note_share(const journey *on, pool_share *share);

#endif
