// The second reading: fields, the fundamental diagram and lines, over all runs of a scene.
#include "base/error.h"
#include "report/reading.h"
#include "report/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct mapping {
    wi_report_part *part;
    wi_report_run *run;
    wi_reading reading;
    wi_measure_options *line_options; // one a line
    void **line_state;                // of wi_measure_flow
} mapping;

// Fields --------------------------------------------------------------------------------------------------------------

static bool has_arrived(const wi_report_run *run, const wi_leg *leg, double time) {
    return leg->agent < run->walkers && time > run->walker[leg->agent].out;
}

// Standing where one wanted to be says nothing about walking.
static double walking_speed(const mapping *of, const wi_leg *leg, double time) {
    return leg->fresh || leg->gap || has_arrived(of->run, leg, time) ? (double)NAN : leg->speed;
}

static wi_field *field_of(const mapping *of, const wi_leg *leg) {
    uint32_t level = wi_plan_level_at(&of->run->plan, leg->spot->z);
    return &of->part->field[level < of->part->levels ? level : 0];
}

static void add_to_fields(mapping *of, const wi_moment *now, double time) {
    wend_point origin = of->run->plan.origin;
    for (uint32_t i = 0; i < of->part->levels; i++) wi_field_begin(&of->part->field[i]);
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        wi_field_add(field_of(of, leg), leg->spot->x - origin.x, leg->spot->y - origin.y, walking_speed(of, leg, time));
    }
    for (uint32_t i = 0; i < of->part->levels; i++) wi_field_end(&of->part->field[i]);
}

static void add_to_diagram(mapping *of, const wi_moment *now, double time) {
    wend_point origin = of->run->plan.origin;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        double density = wi_field_now(field_of(of, leg), leg->spot->x - origin.x, leg->spot->y - origin.y);
        wi_diagram_add(of->part->diagram, density, walking_speed(of, leg, time));
    }
}

static void keep_largest(mapping *of) {
    for (uint32_t i = 0; i < of->part->levels; i++) {
        const wi_field *field = &of->part->field[i];
        if (i > 0 && field->largest <= of->run->peak_density) continue;
        of->run->peak_density = field->largest, of->run->peak_level = i;
        of->run->peak_x = field->largest_x, of->run->peak_y = field->largest_y;
    }
}

// Lines ---------------------------------------------------------------------------------------------------------------

static bool list_lines(wi_report_run *run, const wi_report_options *options) {
    const wi_plan *plan = &run->plan;
    run->line = calloc((size_t)plan->line_count + options->line_count + 1, sizeof *run->line);
    if (!run->line) return false;
    for (uint32_t i = 0; i < plan->line_count; i++) {
        wi_report_line *line = &run->line[run->lines++];
        snprintf(line->name, sizeof line->name, "%s", plan->line[i].name ? plan->line[i].name : "");
        memcpy(line->at, (double[]){plan->line[i].a.x, plan->line[i].a.y, plan->line[i].b.x, plan->line[i].b.y},
               sizeof line->at);
    }
    for (uint32_t i = 0; i < options->line_count; i++) {
        wi_report_line *line = &run->line[run->lines++];
        snprintf(line->name, sizeof line->name, "line %" PRIu32, i + 1);
        for (uint32_t k = 0; k < 4; k++) line->at[k] = options->line[i][k] - (k % 2 ? plan->origin.y : plan->origin.x);
    }
    return true;
}

static bool begin_lines(mapping *of, const wi_report_options *options) {
    wi_report_run *run = of->run;
    if (!list_lines(run, options)) return false;
    of->line_options = calloc((size_t)run->lines + 1, sizeof *of->line_options);
    of->line_state = (void **)calloc((size_t)run->lines + 1, sizeof *of->line_state);
    if (!of->line_options || !of->line_state) return false;
    for (uint32_t i = 0; i < run->lines; i++) {
        of->line_options[i] = wi_reading_measures(&of->reading, options);
        for (uint32_t k = 0; k < 4; k++)
            of->line_options[i].line[k] = run->line[i].at[k] + (k % 2 ? run->plan.origin.y : run->plan.origin.x);
        of->line_state[i] = wi_memory_take(&of->reading.memory, 1, wi_measure_flow.state_size);
        if (!of->line_state[i]) return false;
    }
    return true;
}

static bool cross_lines(mapping *of, const wi_moment *now) {
    for (uint32_t i = 0; i < of->run->lines; i++) {
        wi_moment here = *now;
        here.options = &of->line_options[i];
        if (!wi_measure_flow.frame(of->line_state[i], &of->reading.memory, &here)) return false;
    }
    return true;
}

static bool keep_crossings(mapping *of) {
    for (uint32_t i = 0; i < of->run->lines; i++) {
        wi_report_line *line = &of->run->line[i];
        wi_measures found = {0};
        wi_measure_flow.end(of->line_state[i], NULL, &found);
        const wi_crossing *crossing = wi_flow_crossings(of->line_state[i], &line->count);
        line->flow = found.flow_mean;
        line->to_right = (uint32_t)found.crossings[0];
        line->time = calloc((size_t)line->count + 1, sizeof *line->time);
        if (!line->time) return false;
        for (uint32_t k = 0; k < line->count; k++)
            line->time[k] = crossing[k].time - (double)of->run->first / of->run->about.fps;
    }
    return true;
}

static void end_lines(mapping *of) {
    for (uint32_t i = 0; of->line_state && i < of->run->lines; i++) {
        if (of->line_state[i]) wi_measure_flow.free(of->line_state[i], &of->reading.memory);
        wi_memory_give(&of->reading.memory, of->line_state[i], 1, wi_measure_flow.state_size);
    }
    free((void *)of->line_state);
    free(of->line_options);
}

// Runs ----------------------------------------------------------------------------------------------------------------

static wend_result map_frame(void *state, const wi_moment *now, const wi_frame *frame, wend_error *error) {
    (void)frame;
    mapping *of = state;
    double time = ((double)now->number - (double)of->run->first) / now->fps;
    add_to_fields(of, now, time);
    add_to_diagram(of, now, time);
    if (cross_lines(of, now)) return WEND_OK;
    return wi_fail(error, WEND_NO_MEMORY, "no memory for crossings of lines in frame %" PRId64, now->number);
}

static wend_result map_run(wi_report_part *part, wi_report_run *run, const wi_report_options *options, double done,
                           double share, wend_error *error) {
    mapping of = {.part = part, .run = run};
    wend_result result = wi_reading_open(&of.reading, run->path, options, error);
    if (result != WEND_OK) return result;
    of.reading.done = done, of.reading.share = share;
    of.reading.frames = (double)run->measures.frames;
    for (uint32_t i = 0; i < part->levels; i++) wi_field_forget_largest(&part->field[i]);
    if (!begin_lines(&of, options)) result = wi_fail(error, WEND_NO_MEMORY, "no memory for lines of %s", run->path);
    if (result == WEND_OK) result = wi_reading_all(&of.reading, map_frame, &of, error);
    if (result == WEND_OK && !keep_crossings(&of))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for crossings of lines in %s", run->path);
    keep_largest(&of);
    end_lines(&of);
    wi_reading_close(&of.reading);
    return result;
}

// Around all runs of the part; a metre where there is nothing.
static void join_bounds(const wi_report_part *part, double box[4]) {
    memcpy(box, (double[]){INFINITY, INFINITY, -INFINITY, -INFINITY}, 4 * sizeof *box);
    for (uint32_t i = 0; i < part->runs; i++) {
        const double *bounds = part->run[i].bounds;
        box[0] = fmin(box[0], bounds[0]), box[1] = fmin(box[1], bounds[1]);
        box[2] = fmax(box[2], bounds[2]), box[3] = fmax(box[3], bounds[3]);
    }
    if (!(box[0] <= box[2] && box[1] <= box[3])) memcpy(box, (double[]){0.0, 0.0, 1.0, 1.0}, 4 * sizeof *box);
}

static bool take_maps(wi_report_part *part, const wi_report_options *options) {
    double box[4];
    join_bounds(part, box);
    uint32_t levels = part->run[0].plan.level_count ? part->run[0].plan.level_count : 1;
    part->diagram = calloc(1, sizeof *part->diagram);
    part->field = calloc(levels, sizeof *part->field);
    if (!part->diagram || !part->field) return false;
    for (; part->levels < levels; part->levels++)
        if (!wi_field_create(&part->field[part->levels], options->measure.allocator, box)) return false;
    return true;
}

wend_result wi_report_part_read(wi_report_part *part, const wi_report_options *options, double done, double share,
                                wend_error *error) {
    if (!take_maps(part, options)) return wi_fail(error, WEND_NO_MEMORY, "no memory for maps of %s", part->run[0].path);
    for (uint32_t i = 0; i < part->runs; i++) {
        double each = share / part->runs;
        wend_result result = map_run(part, &part->run[i], options, done + i * each, each, error);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

void wi_report_part_free(wi_report_part *part) {
    for (uint32_t i = 0; i < part->levels; i++) wi_field_free(&part->field[i]);
    free(part->field);
    free(part->diagram);
}
