// Help for tests of behaviours: a scenario from its varying parts, run step by step, and what its agents are at.
#ifndef TEST_ACTING_H
#define TEST_ACTING_H

#include "scenario/reading.h"
#include "scenario/run.h"
#include "support/stage.h"

typedef struct acting {
    wi_scenario *scenario;
    wi_run *run;
} acting;

#define ACTING_HEAD "wend: 1\ntime: {step: 0.1, limit: 1000, stop: []}\n"

static inline acting act_with(const char *text, uint32_t threads) {
    acting made = {.scenario = read_good(text)};
    wi_problems problems = {0};
    wi_run_options options = {.threads = threads};
    made.run = wi_run_open(made.scenario, &options, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(made.run);
    wi_problems_free(&problems);
    return made;
}

static inline acting act(const char *text) { return act_with(text, 1); }

static inline void act_step(acting *a, uint32_t steps) {
    wi_run_end end;
    wend_error error;
    while (steps-- > 0) must(wi_run_step(a->run, &end, &error), &error);
}

static inline void act_end(acting *a) {
    wi_run_close(a->run);
    wi_scenario_free(a->scenario);
}

static inline const char *activity_of(acting *a, wend_serial serial) {
    wend_agent agent = agent_get(a->run->world, serial);
    return a->scenario->behaviours.is.activities[agent.activity].name;
}

// Steps until the agent is at an activity; fails after `most` steps. Returns how many it took.
static inline uint32_t act_until(acting *a, wend_serial serial, const char *name, uint32_t most) {
    for (uint32_t i = 0; i <= most; i++) {
        if (strcmp(activity_of(a, serial), name) == 0) return i;
        act_step(a, 1);
    }
    fail_msg("agent %llu is at `%s` after %u steps, not at `%s`", (unsigned long long)serial, activity_of(a, serial),
             most, name);
    return most;
}

#endif
