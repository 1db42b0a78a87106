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

static inline acting act_in(wi_scenario *scenario, wi_run_options options) {
    acting made = {.scenario = scenario};
    wi_problems problems = {0};
    made.run = wi_run_open(made.scenario, &options, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(made.run);
    wi_problems_free(&problems);
    return made;
}

static inline acting act_with(const char *text, uint32_t threads) {
    return act_in(read_good(text), (wi_run_options){.threads = threads});
}

static inline acting act(const char *text) { return act_with(text, 1); }

// A file that names others beside it.
static inline acting act_file(const char *path, uint32_t threads) {
    wi_problems problems = {0};
    wi_scenario *scenario = wi_scenario_read(path, NULL, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(scenario);
    wi_problems_free(&problems);
    return act_in(scenario, (wi_run_options){.threads = threads});
}

static inline void act_step(acting *a, uint32_t steps) {
    wi_run_end end;
    wend_error error;
    while (steps-- > 0) must(wi_run_step(a->run, &end, &error), &error);
}

// The same world once more, saved and loaded, with a number of threads of its own.
static inline wend_world *act_copy(const acting *a, uint32_t threads) {
    void *bytes;
    size_t size;
    wend_error error;
    wend_world *copy;
    wend_world_def def = wend_world_default(a->run->scene);
    def.threads = threads;
    must(wend_world_save_bytes(a->run->world, &bytes, &size, &error), &error);
    must(wend_world_load_bytes(&def, bytes, size, &copy, &error), &error);
    free(bytes);
    return copy;
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

// The first agent goes on to `end` where its x is between the two.
static inline void assert_holds_at(const char *text, double x_least, double x_most) {
    acting a = act(text);
    act_until(&a, 1, "end", 600);
    wend_agent agent = agent_get(a.run->world, 1);
    if (agent.position.x < x_least || agent.position.x > x_most)
        fail_msg("x is %g, not between %g and %g:\n%s", agent.position.x, x_least, x_most, text);
    act_end(&a);
}

#endif
