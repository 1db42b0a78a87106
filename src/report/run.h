// What a report knows of a recording once it has been read.
#ifndef WI_REPORT_RUN_H
#define WI_REPORT_RUN_H

#include "measure/diagram.h"
#include "measure/field.h"
#include "record/plan.h"
#include "report/report.h"

#include <time.h>

#define WI_NO_EXIT UINT32_MAX

// An agent over the whole of a run. Positions are relative to the plan's origin, times count from the first frame.
typedef struct wi_walker {
    double entered, seen; // s: first and last frame
    double x, y;          // m: where it was seen last
    uint32_t level;
    double settled, settled_x, settled_y; // s, m: since when it has been within WI_SETTLED of that place
    double out;                           // s: when it left or arrived for good; NAN: still inside at the end
    uint32_t exit;                        // the goal where it did; WI_NO_EXIT: the plan has none
} wi_walker;

// An agent that is still there at the end has arrived if it is at a goal, since it came this near to its last place.
#define WI_SETTLED 0.5 // m

// A line where flow is measured, and what crossed it.
typedef struct wi_report_line {
    char name[64];
    double at[4];      // m, relative to the plan's origin
    double *time;      // s, of crossings in order
    uint32_t count;    // in both directions
    uint32_t to_right; // of them
    double flow;       // 1/s, between the first and the last
} wi_report_line;

typedef struct wi_report_run {
    const char *path;
    wi_recording about; // strings as read, plan and scenario too
    wi_plan plan;
    bool has_plan;       // the recording carries one; otherwise `plan` has what could be made up
    uint64_t scene;      // the same number: the same scene and people; 0: the recording does not tell
    time_t written;      // when the file was; 0: unknown
    double length;       // s
    int64_t first, last; // frame numbers
    double bounds[4];    // m, of all positions and of the plan, relative to its origin; x0 > x1: nothing
    wi_measures measures;
    wi_walker *walker;
    uint32_t walkers, walker_capacity;
    wi_collision *collision; // as wi_measures counts them; times from the first frame, places from the origin
    uint32_t collisions;
    double *entered, *out; // s, sorted
    uint32_t out_count;
    double peak_density, peak_x, peak_y; // 1/m2, m
    uint32_t peak_level;
    wi_report_line *line;
    uint32_t lines;
} wi_report_run;

// The first reading: everything but fields and lines.
wend_result wi_survey_run(wi_report_run *run, const char *path, const wi_report_options *options, double done,
                          double share, wend_error *error);
void wi_report_run_free(wi_report_run *run);

// Runs of one scene: their maps are one.
typedef struct wi_report_part {
    wi_report_run *run; // those of the report, side by side
    uint32_t runs;
    wi_field *field; // one a level
    uint32_t levels;
    wi_diagram *diagram;
} wi_report_part;

// The second reading of the runs of a part.
wend_result wi_report_part_read(wi_report_part *part, const wi_report_options *options, double done, double share,
                                wend_error *error);
void wi_report_part_free(wi_report_part *part);

struct wi_report {
    char *title;
    wi_report_options options;
    wi_report_run *run; // ordered so that the runs of a part are side by side
    uint32_t runs;
    wi_report_part *part;
    uint32_t parts;
};

#endif
