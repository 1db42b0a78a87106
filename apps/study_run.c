// One run of a study: a scenario from its start to its end, or a program.
#include "study.h"

#include "commands.h"
#include "gauge.h"
#include "journey.h"

#include "base/clock.h"
#include "study/measures.h"
#include "world/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Who goes through walls -----------------------------------------------------------------------------------------------

// Where each agent was, by serial. The mover promises that nobody touches a wall with the centre; a study looks.
typedef struct wall_watch {
    wend_vec *last; // x NAN: not seen
    uint32_t room;
    uint64_t crossings;
} wall_watch;

static bool make_room(wall_watch *on, uint32_t need) {
    if (need <= on->room) return true;
    wend_vec *grown = realloc(on->last, 2 * (size_t)need * sizeof *grown);
    if (!grown) return false;
    for (uint32_t i = on->room; i < 2 * need; i++) grown[i].x = NAN;
    on->last = grown;
    on->room = 2 * need;
    return true;
}

static wend_result watch_walls(wall_watch *on, wi_run *run, wend_error *error) {
    wend_view view;
    if (wend_scene_wall_count(run->scene) == 0) return WEND_OK;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result) return result;
    for (uint32_t i = 0; i < view.count; i++) {
        uint32_t serial = (uint32_t)view.serial[i]; // of a run they are 1, 2, 3, ...
        wend_vec now = {view.x[i], view.y[i]};
        if (!make_room(on, serial + 1)) return WEND_NO_MEMORY;
        wend_vec *last = &on->last[serial];
        if (!isnan(last->x) && !wi_walls_clear(&run->scene->walls, view.role[i].level, *last, now)) on->crossings++;
        *last = now;
    }
    return WEND_OK;
}

// Pauses ---------------------------------------------------------------------------------------------------------------

#define PAUSE 1.0 // s
#define CROWD 30u // still there: fewer may just walk apart from each other

// How often nobody arrives for a second although a crowd is there: what an arch before a door makes.
typedef struct pause_watch {
    uint64_t arrived;
    double last; // s: when somebody arrived
    uint64_t pauses;
} pause_watch;

static void watch_pauses(pause_watch *on, const wend_stats *now) {
    if (now->arrived == on->arrived) return;
    if (on->arrived > 0 && now->agents >= CROWD && now->time - on->last > PAUSE) on->pauses++;
    on->arrived = now->arrived;
    on->last = now->time;
}

// A scenario -----------------------------------------------------------------------------------------------------------

#define FULL 0.9 // of the agents

typedef struct course {
    journey on;
    gauge measured;
    wall_watch walls;
    double (*clock)(void);
    double stepping; // s in steps alone
    // The same while the scene is full: a mean over the last stragglers says nothing of a crowd.
    double full_stepping;
    uint64_t full_steps;
    uint32_t most; // agents so far
    pause_watch door;
} course;

static int open_course(const wi_study_plan *plan, uint32_t run, course *made) {
    const wi_study_setup *setup = wi_study_run_setup(plan, run);
    const wi_study_case *of = &plan->study->cases[setup->of];
    const wi_study_set *set = wi_study_case_set(plan, of);
    const journey_options options = {
        .file = of->scenario,
        .set = set->item,
        .set_count = set->count,
        .seed = wi_study_run_seed(plan, run),
        .threads = of->threads,
        .limit = wi_study_case_limit(plan, of),
        .model = setup->model,
        .preset = of->preset,
        .no_record = true,
    };
    int status = journey_open(&options, &made->on);
    const wi_measure_options asked = wi_study_case_measures(of);
    // With one thread what other programs do stays out of it; the processor time of several would be their sum.
    made->clock = of->threads == 1 ? wi_clock_processor_seconds : wi_clock_seconds;
    wend_error error = {0};
    if (status || !gauge_start(&made->measured, made->on.run, &asked, &error)) return status;
    return command_fail(&error);
}

static void close_course(course *on) {
    gauge_end(&on->measured);
    journey_close(&on->on);
    free(on->walls.last);
}

static wend_result look(course *at, wend_error *error) {
    wend_result result = gauge_frame(&at->measured, at->on.run, error);
    wend_stats now = wend_world_stats(at->on.run->world);
    watch_pauses(&at->door, &now);
    return result ? result : watch_walls(&at->walls, at->on.run, error);
}

static void add_time(course *at, double seconds) {
    uint32_t agents = wend_world_stats(at->on.run->world).agents;
    at->stepping += seconds;
    if (agents > at->most) at->most = agents;
    if (agents < FULL * at->most) return;
    at->full_stepping += seconds;
    at->full_steps++;
}

static wend_result walk(course *at, pool_share *share, wend_error *error) {
    wend_result result = watch_walls(&at->walls, at->on.run, error); // the gauge has seen the start
    while (!result && at->on.end == WI_RUN_GOES_ON) {
        double start = at->clock();
        result = journey_step(&at->on, error);
        add_time(at, at->clock() - start);
        if (!result) result = look(at, error);
        journey_note_share(&at->on, share);
    }
    return result;
}

static wend_result fill(course *at, wi_study_result *result, wend_error *error) {
    run_summary summary;
    wend_result status = summary_make(at->on.run, &at->on.tally, at->on.end, at->stepping, &summary, error);
    if (status) return status;
    double steps = (double)wend_world_stats(at->on.run->world).tick, *value = result->value;
    value[WI_STUDY_ALL_ARRIVED] = summary.arrived == summary.agents ? summary.last : (double)NAN;
    value[WI_STUDY_NOT_ARRIVED] = (double)summary.on_way;
    value[WI_STUDY_STUCK] = (double)summary.stuck;
    value[WI_STUDY_DEEPEST] = summary.deepest;
    value[WI_STUDY_WALL_CROSSINGS] = (double)at->walls.crossings;
    value[WI_STUDY_PAUSES] = (double)at->door.pauses;
    value[WI_STUDY_STEP_TIME] = steps > 0.0 ? 1000.0 * at->stepping / steps : (double)NAN;
    value[WI_STUDY_FULL_STEP_TIME] = at->full_steps ? 1000.0 * at->full_stepping / (double)at->full_steps : (double)NAN;
    value[WI_STUDY_REAL_TIME] = summary_times_real_time(&summary);
    const wi_measures found = wi_meter_result(at->measured.meter);
    const wi_measure_value *measure;
    for (uint32_t i = WI_STUDY_RUN_VALUES; i < WI_STUDY_VALUES_MAX; i++) {
        measure = wi_measure_value_at(i - WI_STUDY_RUN_VALUES);
        value[i] = measure ? wi_measure_read(&found, measure) : (double)NAN;
    }
    return WEND_OK;
}

// A quick look may end before those come whom the case looks at.
static wend_result check_seen(const wi_study_plan *plan, const course *at, wend_error *error) {
    return plan->extent == WI_STUDY_QUICK ? WEND_OK : wi_meter_check_seen(at->measured.meter, error);
}

static int run_scenario(const wi_study_plan *plan, uint32_t run, pool_share *share, wi_study_result *result) {
    course at = {0};
    wend_error error = {.text = "no memory"};
    int status = open_course(plan, run, &at);
    if (status == 0 && (walk(&at, share, &error) || check_seen(plan, &at, &error) || fill(&at, result, &error)))
        status = command_fail(&error);
    close_course(&at);
    return status;
}

// A program ------------------------------------------------------------------------------------------------------------

static int run_program(const wi_study_plan *plan, uint32_t run, wi_study_result *result) {
    const wi_study_setup *setup = wi_study_run_setup(plan, run);
    const wi_study_case *of = &plan->study->cases[setup->of];
    const wi_study_program *program = of->program;
    const wi_study_task task = {.model = setup->model,
                                .preset = of->preset,
                                .seed = wi_study_run_seed(plan, run),
                                .quick = plan->extent == WI_STUDY_QUICK};
    wend_error error = {.text = "no memory"};
    for (uint32_t i = 0; i < WI_STUDY_VALUES_MAX; i++) result->value[i] = (double)NAN;
    if (program->run(&task, result->value, &error) == WEND_OK) return 0;
    return command_fail(&error);
}

int study_run(const wi_study_plan *plan, uint32_t run, pool_share *share, wi_study_result *result) {
    *result = (wi_study_result){0};
    bool program = plan->study->cases[wi_study_run_setup(plan, run)->of].program != NULL;
    int status = program ? run_program(plan, run, result) : run_scenario(plan, run, share, result);
    result->done = status == 0;
    return status;
}
