// One run of a sweep.
#include "sweep.h"

#include "clock.h"
#include "journey.h"

#include "base/hash.h"
#include "base/vec.h"
#include "measure/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int open_journey(const sweep_setting *setting, const sweep_plan *plan, uint32_t run, journey *made) {
    wi_variable set[2 * OPTION_LIST_MAX];
    memcpy(set, setting->fixed, setting->fixed_count * sizeof *set);
    sweep_plan_set(plan, run / plan->seed_count, set + setting->fixed_count);
    const journey_options options = {
        .file = setting->file,
        .set = set,
        .set_count = setting->fixed_count + plan->name_count,
        .seed = plan->seed[run % plan->seed_count],
        .threads = setting->threads,
        .limit = setting->limit,
        .outside = setting->outside,
        .no_record = true,
    };
    return journey_open(&options, made);
}

static uint64_t hash_start(const journey *on) {
    return wi_hash_word(wend_scene_hash(on->run->scene), wend_world_hash(on->run->world));
}

uint64_t sweep_start_hash(const sweep_setting *setting, const sweep_plan *plan, uint32_t run) {
    journey on;
    uint64_t hash = open_journey(setting, plan, run, &on) ? 0 : hash_start(&on);
    journey_close(&on);
    return hash;
}

// Measuring as a recording at the scenario's frame rate would be -------------------------------------------------------

typedef struct gauge {
    wi_meter *meter; // NULL: not asked for
    wi_spot *spot;
    uint32_t room;
    uint64_t stride;
} gauge;

static bool start_gauge(gauge *made, const journey *on) {
    wend_view view;
    double radius = 0.25, step = on->scenario->step;
    if (wend_world_view(on->run->world, &view, NULL) == WEND_OK && view.count) radius = (double)view.form[0].radius;
    double steps = 1.0 / (on->scenario->record.fps * step);
    made->stride = steps > 1.0 ? (uint64_t)(steps + 0.5) : 1;
    const wi_measure_options options = {.radius = radius, .mass = 70.0};
    made->meter = wi_meter_create(&options, 1.0 / ((double)made->stride * step));
    return made->meter != NULL;
}

static int by_id(const void *a, const void *b) {
    uint64_t x = ((const wi_spot *)a)->id, y = ((const wi_spot *)b)->id;
    return (x > y) - (x < y);
}

static bool make_room(gauge *on, uint32_t count) {
    if (count <= on->room) return true;
    wi_spot *grown = realloc(on->spot, (size_t)count * sizeof *grown);
    if (!grown) return false;
    on->spot = grown;
    on->room = count;
    return true;
}

static wend_result gauge_frame(gauge *on, wi_run *run, wend_error *error) {
    wend_view view;
    if (!on->meter || wend_world_stats(run->world).tick % on->stride) return WEND_OK;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result) return result;
    if (!make_room(on, view.count)) return WEND_NO_MEMORY;
    for (uint32_t i = 0; i < view.count; i++) {
        const wend_motion *motion = &view.motion[i];
        on->spot[i] = (wi_spot){
            .id = view.serial[i],
            .x = (double)view.x[i],
            .y = (double)view.y[i],
            .vx = motion->velocity.x,
            .vy = motion->velocity.y,
            .heading = wend_atan2(motion->heading.y, motion->heading.x),
            .profile = view.role[i].profile,
        };
    }
    qsort(on->spot, view.count, sizeof *on->spot, by_id);
    const wi_frame frame = {.number = (int64_t)(view.tick / on->stride), .spot = on->spot, .count = view.count};
    return wi_meter_frame(on->meter, &frame, error);
}

static void end_gauge(gauge *on) {
    if (on->meter) wi_meter_free(on->meter);
    free(on->spot);
}

// The run --------------------------------------------------------------------------------------------------------------

static void fill_result(const run_summary *summary, gauge *measured, sweep_result *result) {
    const double plain[SWEEP_PLAIN] = {
        (double)summary->arrived, summary->last,       summary->travel_median, (double)summary->collisions,
        summary->deepest,         summary->mean_speed, summary->real};
    for (uint32_t i = 0; i < SWEEP_MEASURES; i++) result->value[i] = i < SWEEP_PLAIN ? plain[i] : (double)NAN;
    result->done = true;
    if (!measured->meter) return;
    wi_measures found = wi_meter_result(measured->meter);
    const double more[SWEEP_MEASURES - SWEEP_PLAIN] = {found.path_mean,        found.density_mean, found.density_peak,
                                                       found.mean_penetration, found.energy_mean,  found.smoothness};
    memcpy(result->value + SWEEP_PLAIN, more, sizeof more);
    result->measured = true;
}

static wend_result walk(journey *on, gauge *measured, sweep_result *result, wend_error *error) {
    double start = clock_seconds();
    wend_result status = gauge_frame(measured, on->run, error);
    while (!status && on->end == WI_RUN_GOES_ON) {
        status = journey_step(on, error);
        if (!status) status = gauge_frame(measured, on->run, error);
    }
    run_summary summary;
    if (!status) status = summary_make(on->run, &on->tally, on->end, clock_seconds() - start, &summary, error);
    if (!status) fill_result(&summary, measured, result);
    return status;
}

int sweep_run(const sweep_setting *setting, const sweep_plan *plan, uint32_t run, sweep_result *result) {
    journey on;
    gauge measured = {0};
    wend_error error = {.text = "no memory"};
    *result = (sweep_result){0};
    int status = open_journey(setting, plan, run, &on);
    if (status == 0) {
        result->start = hash_start(&on);
        if ((setting->measure && !start_gauge(&measured, &on)) || walk(&on, &measured, result, &error)) {
            fprintf(stderr, "wend: %s\n", error.text);
            status = 1;
        }
    }
    end_gauge(&measured);
    journey_close(&on);
    return status;
}
