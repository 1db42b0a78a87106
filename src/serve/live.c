#include "serve/live.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "serve/live_state.h"
#include "world/scene.h"

#define LATEST 0.25         // s that steps may be late before what was missed is given up
#define MEASURE_SECONDS 1.0 // between looks at the real speed
#define REST 0.25           // s to sleep at most

// Time ----------------------------------------------------------------------------------------------------------------

static void measure_from(wi_live *live, double now) {
    live->measured_at = now;
    live->measured_time = wend_world_stats(live->run->world).time;
}

void wi_live_start_clock(wi_live *live) {
    live->due = wi_clock_seconds();
    live->actual = live->speed;
    measure_from(live, live->due);
}

static void measure(wi_live *live, double now) {
    if (now < live->measured_at + MEASURE_SECONDS) return;
    live->actual = (wend_world_stats(live->run->world).time - live->measured_time) / (now - live->measured_at);
    measure_from(live, now);
}

// What this machine is too slow for is not made up for later.
static void keep_time(wi_live *live) {
    double now = wi_clock_seconds();
    live->due += live->def.scenario->step / live->speed;
    if (live->due < now - LATEST) live->due = now;
    measure(live, now);
}

// Steps ---------------------------------------------------------------------------------------------------------------

static const char *describe_end(wi_run_end end) {
    switch (end) {
    case WI_RUN_ALL_ARRIVED:
        return "everyone has arrived";
    case WI_RUN_ALL_OUT:
        return "everyone has left";
    case WI_RUN_LIMIT:
        return "the time limit of the scenario is reached";
    case WI_RUN_GOES_ON:
        break;
    }
    return "";
}

static void stop(wi_live *live, const char *why) {
    snprintf(live->end, sizeof live->end, "%s", why);
    live->running = false;
    live->steps = 0;
    live->status_due = true;
}

static void look(const wi_live *live, bool fresh) {
    if (live->def.look) live->def.look(live->def.host, live->run, fresh);
}

// Whoever plays on after the end has a reason, for example agents of their own; it ends once.
static void step(wi_live *live) {
    wi_run_end end;
    wend_error error = {0};
    wi_avatars_move(live);
    wend_result result = wi_run_step(live->run, &end, &error);
    if (result == WEND_OK) look(live, false);
    wi_live_note_doors(live);
    live->frame_due = true;
    if (live->steps > 0) live->steps--;
    if (live->running) keep_time(live);
    if (result != WEND_OK) {
        live->failed = true;
        stop(live, error.text);
    } else if (end != WI_RUN_GOES_ON && !live->ended) {
        live->ended = true;
        stop(live, describe_end(end));
    }
    if (!live->running && live->steps == 0) live->status_due = true;
}

static bool step_is_due(const wi_live *live) {
    return live->steps > 0 || (live->running && wi_clock_seconds() >= live->due);
}

// Runs ----------------------------------------------------------------------------------------------------------------

static void begin_run(wi_live *live, wi_run *run) {
    wi_run_close(live->run);
    live->run = run;
    live->origin = run->scene->origin;
    live->ended = live->failed = false;
    live->steps = live->added = 0;
    live->end[0] = '\0';
    wi_avatars_forget(live);
    wi_live_keep_sliders(live);
    wi_live_start_clock(live);
    look(live, true);
}

static void complain_to_all(wi_live *live, const char *text) {
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++) {
        pthread_mutex_lock(&live->lock);
        wi_viewer_name name = live->viewer[i].name;
        pthread_mutex_unlock(&live->lock);
        if (name.number != 0) wi_live_complain(live, name, text);
    }
}

// The old run stays if there is no new one.
static void reset(wi_live *live) {
    wi_problems problems = {0};
    const wi_run_options options = {.threads = live->def.threads, .has_seed = true, .seed = live->reset_seed};
    live->reset_wanted = false;
    wi_run *run = wi_run_open(live->def.scenario, &options, &problems);
    if (run) {
        begin_run(live, run);
        if (!wi_live_show_run(live)) complain_to_all(live, "there is no memory to describe the new run; reset again");
    } else {
        complain_to_all(live, problems.count > 0 ? problems.problem[0].text : "there is no memory for another run");
    }
    wi_problems_free(&problems);
}

// The simulation's thread ---------------------------------------------------------------------------------------------

// Until when there is nothing to do, unless somebody says something.
static double wake_time(const wi_live *live) {
    double now = wi_clock_seconds(), until = now + REST;
    if (live->steps > 0) return now;
    if (live->running) until = fmin(until, live->due);
    if (live->frame_due && live->watched) until = fmin(until, live->frame_at + WI_FRAME_SECONDS);
    if (live->status_due) until = fmin(until, live->status_at + WI_STATUS_SOONEST);
    return until;
}

// False: the live run is being closed.
static bool wait_for_work(wi_live *live) {
    double until = wake_time(live), seconds = floor(until);
    struct timespec deadline = {(time_t)seconds, (long)(1e9 * (until - seconds))};
    pthread_mutex_lock(&live->lock);
    int slept = 0;
    while (!live->stopping && !live->nudged && live->orders == 0 && slept == 0)
        slept = pthread_cond_timedwait(&live->awake, &live->lock, &deadline);
    bool goes_on = !live->stopping;
    live->nudged = false;
    live->watched = live->viewers > 0;
    pthread_mutex_unlock(&live->lock);
    return goes_on;
}

static void *simulate(void *user) {
    wi_live *live = user;
    while (wait_for_work(live)) {
        wi_live_obey(live);
        if (live->reset_wanted) reset(live);
        if (step_is_due(live)) step(live);
        wi_live_show(live);
    }
    return NULL;
}

// Opening and closing -------------------------------------------------------------------------------------------------

static bool open_lock(wi_live *live) {
    pthread_condattr_t attributes;
    if (pthread_mutex_init(&live->lock, NULL) != 0) return false;
    bool good = pthread_condattr_init(&attributes) == 0;
    if (good) {
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        good = pthread_cond_init(&live->awake, &attributes) == 0;
        pthread_condattr_destroy(&attributes);
    }
    if (!good) pthread_mutex_destroy(&live->lock);
    return good;
}

static wend_result start(wi_live *live, wend_error *error) {
    live->run = live->def.run;
    live->origin = live->run->scene->origin;
    live->speed = 1.0;
    live->running = !live->def.paused;
    live->door_open = calloc((size_t)live->run->scenario->door_count + 1, sizeof(bool));
    if (!live->door_open) return wi_fail(error, WEND_NO_MEMORY, "there is no memory for the doors of the run");
    wi_live_forget_doors(live);
    wi_live_start_clock(live);
    look(live, true);
    if (!wi_live_show_run(live)) return wi_fail(error, WEND_NO_MEMORY, "there is no memory to describe the run");
    wi_live_show(live);
    live->started = pthread_create(&live->thread, NULL, simulate, live) == 0;
    return live->started ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "there is no thread for the simulation");
}

wend_result wi_live_open(const wi_live_def *def, wi_live **live, wend_error *error) {
    *live = calloc(1, sizeof **live);
    if (!*live || !open_lock(*live)) {
        free(*live);
        *live = NULL;
        return wi_fail(error, WEND_NO_MEMORY, "there is no memory for a live run");
    }
    (*live)->def = *def;
    wend_result result = start(*live, error);
    if (result == WEND_OK) return WEND_OK;
    (*live)->run = NULL; // still the caller's
    wi_live_close(*live);
    *live = NULL;
    return result;
}

void wi_live_stop(wi_live *live) {
    if (!live->started) return;
    pthread_mutex_lock(&live->lock);
    live->stopping = true;
    pthread_cond_signal(&live->awake);
    pthread_mutex_unlock(&live->lock);
    pthread_join(live->thread, NULL);
    live->started = false;
}

void wi_live_close(wi_live *live) {
    if (!live) return;
    wi_live_stop(live);
    pthread_cond_destroy(&live->awake);
    pthread_mutex_destroy(&live->lock);
    wi_run_close(live->run);
    wi_parcel_drop(live->about);
    wi_parcel_drop(live->frame);
    wi_parcel_drop(live->status);
    free(live->shown);
    free(live->pair);
    free(live->row);
    free(live->cast);
    free(live->change);
    free(live->door_open);
    free(live);
}
