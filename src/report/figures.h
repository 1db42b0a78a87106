// The numbers of a report. Times are in s from the first frame of a run.
#ifndef WI_FIGURES_H
#define WI_FIGURES_H

#include "measure/interval.h"
#include "report/run.h"

// Who came out when and where: fills out and exit of every walker, run->entered and run->out. False without memory.
bool wi_figures_settle(wi_report_run *run);

// How many are inside at a time, and when a share of all agents was out (NAN: never).
uint32_t wi_inside_at(const wi_report_run *run, double time);
double wi_share_out(const wi_report_run *run, double share);

// How far a place is from the area of a goal; 0 inside.
double wi_goal_distance(const wi_plan_goal *goal, double x, double y);

// How wide a goal is: the longer side of its area, m; NAN where it is a point.
double wi_goal_width(const wi_plan_goal *goal);

// What happened at a goal.
typedef struct wi_exit_use {
    double agents;
    double share;         // of all agents of the run
    double first, last;   // s
    double flow;          // 1/s, between the first and the last
    double specific_flow; // 1/(m s): over the width
} wi_exit_use;
wi_exit_use wi_exit_used(const wi_report_run *run, uint32_t goal);

// The times at which agents came to a goal, in order, from malloc; *count may be 0. NULL without memory.
double *wi_exit_times(const wi_report_run *run, uint32_t goal, uint32_t *count);

// The key figures, one row each.
typedef struct wi_figure {
    const char *name; // with its unit, for JSON: "travel_mean_s"
    const char *text; // for a person
    const char *unit;
    int decimals;
    double (*of)(const wi_report_run *run); // NAN: not known
    bool with_area;                         // only where an area is asked for
} wi_figure;
const wi_figure *wi_figures_list(uint32_t *count);

// A figure over runs; the interval needs three runs here, because with two it says hardly anything.
wi_interval wi_figure_over(const wi_figure *figure, const wi_report_run *run, uint32_t runs);
wi_interval wi_interval_of_three(const double *values, uint32_t count);

// The number of runs that are compared at a time, at most.
#define WI_REPORT_RUNS_MAX 64

#endif
