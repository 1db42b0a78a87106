// One run of a sweep.
#include "sweep.h"

#include "commands.h"
#include "gauge.h"
#include "journey.h"

#include "base/clock.h"

#include <math.h>
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

static wend_result walk(journey *on, gauge *measured, pool_share *share, sweep_result *result, wend_error *error) {
    double start = wi_clock_seconds();
    wend_result status = WEND_OK;
    while (!status && on->end == WI_RUN_GOES_ON) {
        status = journey_step(on, error);
        if (!status) status = gauge_frame(measured, on->run, error);
        journey_note_share(on, share);
    }
    run_summary summary;
    if (!status) status = summary_make(on->run, &on->tally, on->end, wi_clock_seconds() - start, &summary, error);
    if (!status) fill_result(&summary, measured, result);
    return status;
}

int sweep_run(const sweep_setting *setting, const sweep_plan *plan, uint32_t run, pool_share *share,
              sweep_result *result) {
    journey on;
    gauge measured = {0};
    wend_error error = {.text = "no memory"};
    *result = (sweep_result){0};
    int status = open_journey(setting, plan, run, &on);
    if (status == 0) {
        const wi_measure_options options = wi_measure_options_default();
        if ((setting->measure && gauge_start(&measured, on.run, &options, &error)) ||
            walk(&on, &measured, share, result, &error))
            status = command_fail(&error);
    }
    gauge_end(&measured);
    journey_close(&on);
    return status;
}
