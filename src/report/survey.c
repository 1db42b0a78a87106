// The first reading of a recording: who was where last, how large the place is, and the measures.
#include "base/error.h"
#include "base/hash.h"
#include "measure/tracks.h"
#include "report/figures.h"
#include "report/reading.h"
#include "report/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct survey {
    wi_report_run *run;
    wi_reading reading;
    wi_meter *meter;
} survey;

static void widen(double bounds[4], double x, double y) {
    bounds[0] = fmin(bounds[0], x), bounds[1] = fmin(bounds[1], y);
    bounds[2] = fmax(bounds[2], x), bounds[3] = fmax(bounds[3], y);
}

static void see_walker(wi_report_run *run, const wi_leg *leg, double time) {
    wi_walker *walker = &run->walker[leg->agent];
    double x = leg->spot->x - run->plan.origin.x, y = leg->spot->y - run->plan.origin.y;
    if (leg->fresh) walker->entered = time;
    if (leg->fresh || hypot(x - walker->settled_x, y - walker->settled_y) > WI_SETTLED)
        walker->settled = time, walker->settled_x = x, walker->settled_y = y;
    walker->seen = time;
    walker->x = x, walker->y = y;
    walker->level = wi_plan_level_at(&run->plan, leg->spot->z);
    widen(run->bounds, x, y);
}

static bool grow_walkers(wi_report_run *run, uint32_t need) {
    if (need > run->walker_capacity) {
        uint32_t room = need > 2 * run->walker_capacity ? need : 2 * run->walker_capacity;
        wi_walker *larger = realloc(run->walker, room * sizeof *larger);
        if (!larger) return false;
        run->walker = larger, run->walker_capacity = room;
    }
    run->walkers = need;
    return true;
}

static wend_result survey_frame(void *state, const wi_moment *now, const wi_frame *frame, wend_error *error) {
    survey *of = state;
    wi_report_run *run = of->run;
    wend_result result = wi_meter_frame(of->meter, frame, error); // which looks whether the frame makes sense
    if (result != WEND_OK) return result;
    if (now->serial == 1) run->first = now->number;
    run->last = now->number;
    if (!grow_walkers(run, now->agents))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for %" PRIu32 " agents", now->agents);
    double time = ((double)now->number - (double)run->first) / now->fps;
    run->length = time;
    for (uint32_t i = 0; i < now->count; i++) see_walker(run, &now->leg[i], time);
    return WEND_OK;
}

// What the meter found, in the coordinates and the clock of the report.
static bool keep_collisions(wi_report_run *run, wi_meter *meter) {
    const wi_collision *found = wi_meter_collisions(meter, &run->collisions);
    run->collision = calloc((size_t)run->collisions + 1, sizeof *run->collision);
    if (!run->collision) return false;
    for (uint32_t i = 0; i < run->collisions; i++) {
        run->collision[i] = found[i];
        run->collision[i].time -= (double)run->first / run->about.fps;
        run->collision[i].x -= run->plan.origin.x;
        run->collision[i].y -= run->plan.origin.y;
    }
    return true;
}

// The plan without what may differ between runs of one scenario: the title, and when doors happened to close behind
// somebody. What it points to, but for its list of doors, is the run's; NULL doors: no memory.
static wi_plan plan_of_scene(const wi_report_run *run) {
    static char none[] = "";
    wi_plan plan = run->plan;
    plan.title = none;
    plan.door = malloc(((size_t)plan.door_count + 1) * sizeof *plan.door);
    for (uint32_t i = 0; plan.door && i < plan.door_count; i++) {
        plan.door[i] = run->plan.door[i];
        plan.door[i].switch_count = 0;
    }
    return plan;
}

// Runs in which scene and people are the same may be averaged.
static uint64_t scene_number(const wi_report_run *run) {
    char *text = NULL;
    size_t size = 0;
    if (!run->has_plan) {
        return run->about.geometry ? wi_hash_bytes(1, run->about.geometry, strlen(run->about.geometry)) | 1 : 0;
    }
    FILE *to = open_memstream(&text, &size);
    if (!to) return 0;
    wi_plan plan = plan_of_scene(run);
    if (plan.door) wi_plan_print(&plan, to);
    bool whole = fclose(to) == 0 && plan.door;
    free(plan.door);
    uint64_t number = whole ? wi_hash_bytes(0, text, size) | 1 : 0;
    free(text);
    return number;
}

static wend_result begin(wi_report_run *run, wi_reader *reader, wend_error *error) {
    struct stat about;
    if (stat(run->path, &about) == 0) run->written = about.st_mtime;
    run->has_plan = reader->about.plan != NULL;
    wend_result result = wi_plan_read(&reader->about, &run->plan, error);
    if (result != WEND_OK) return result;
    const double *box = run->plan.bounds;
    double nothing[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    memcpy(run->bounds, box[0] <= box[2] && box[1] <= box[3] ? box : nothing, sizeof nothing);
    return WEND_OK;
}

static wend_result measure_all(survey *of, const wi_report_options *options, wend_error *error) {
    wi_report_run *run = of->run;
    wi_measure_options measure = wi_reading_measures(&of->reading, options);
    of->meter = wi_meter_create(&measure, of->reading.reader->about.fps);
    if (!of->meter) return wi_fail(error, WEND_NO_MEMORY, "no memory to measure %s", run->path);
    wend_result result = wi_reading_all(&of->reading, survey_frame, of, error);
    if (result != WEND_OK) return result;
    run->measures = wi_meter_result(of->meter);
    run->about = of->reading.reader->about;
    of->reading.reader->about = (wi_recording){0};
    run->scene = scene_number(run);
    if (!keep_collisions(run, of->meter) || !wi_figures_settle(run))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for %" PRIu32 " agents of %s", run->walkers, run->path);
    return WEND_OK;
}

wend_result wi_survey_run(wi_report_run *run, const char *path, const wi_report_options *options, double done,
                          double share, wend_error *error) {
    survey of = {.run = run};
    run->path = path;
    wend_result result = wi_reading_open(&of.reading, path, options, error);
    if (result != WEND_OK) return result;
    of.reading.done = done, of.reading.share = share;
    result = begin(run, of.reading.reader, error);
    if (result == WEND_OK) result = measure_all(&of, options, error);
    wi_meter_free(of.meter);
    wi_reading_close(&of.reading);
    return result;
}

void wi_report_run_free(wi_report_run *run) {
    wi_recording_free(&run->about);
    wi_plan_free(&run->plan);
    for (uint32_t i = 0; i < run->lines; i++) free(run->line[i].time);
    free(run->line);
    free(run->walker);
    free(run->collision);
    free(run->entered);
    free(run->out);
}
