#include "report/figures.h"

#include "base/bisect.h"
#include "measure/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Who came out ---------------------------------------------------------------------------------------------------------

double wi_goal_distance(const wi_plan_goal *goal, double x, double y) {
    double away_x = fmax(fabs(x - goal->at.x) - goal->half.x, 0.0);
    double away_y = fmax(fabs(y - goal->at.y) - goal->half.y, 0.0);
    return fmax(hypot(away_x, away_y) - goal->radius, 0.0);
}

double wi_goal_width(const wi_plan_goal *goal) {
    double side = 2.0 * fmax(goal->half.x, goal->half.y);
    return side > 0.0 ? side : (double)NAN;
}

static uint32_t nearest_goal(const wi_plan *plan, const wi_walker *walker, double *distance) {
    uint32_t nearest = WI_NO_EXIT;
    *distance = INFINITY;
    for (uint32_t i = 0; i < plan->goal_count; i++) {
        double here = wi_goal_distance(&plan->goal[i], walker->x, walker->y);
        if (plan->goal[i].level != walker->level || here >= *distance) continue;
        nearest = i;
        *distance = here;
    }
    return nearest;
}

// Who came to its last place just before the end is on the way out rather than waiting there: formats without empty
// frames end with the last frame in which the last agent is seen.
#define JUST_NOW 1.0 // s

static void settle(const wi_report_run *run, wi_walker *walker) {
    double distance;
    uint32_t goal = nearest_goal(&run->plan, walker, &distance);
    bool left = walker->seen < run->length, arrived = !left && distance <= WI_SETTLED;
    bool leaving = walker->settled > run->length - JUST_NOW;
    walker->out = left || (arrived && leaving) ? walker->seen : arrived ? walker->settled : (double)NAN;
    walker->exit = left || arrived ? goal : WI_NO_EXIT;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort_times(double *time, uint32_t count) {
    if (count) qsort(time, count, sizeof *time, by_size);
}

bool wi_figures_settle(wi_report_run *run) {
    free(run->entered);
    free(run->out);
    run->entered = calloc((size_t)run->walkers + 1, sizeof *run->entered);
    run->out = calloc((size_t)run->walkers + 1, sizeof *run->out);
    run->out_count = 0;
    if (!run->entered || !run->out) return false;
    for (uint32_t i = 0; i < run->walkers; i++) {
        settle(run, &run->walker[i]);
        run->entered[i] = run->walker[i].entered;
        if (isfinite(run->walker[i].out)) run->out[run->out_count++] = run->walker[i].out;
    }
    sort_times(run->entered, run->walkers);
    sort_times(run->out, run->out_count);
    return true;
}

static bool not_later(const void *times, uint32_t i, const void *now) {
    return ((const double *)times)[i] <= *(const double *)now;
}

// How many of the times are not later.
static uint32_t until(const double *time, uint32_t count, double now) {
    return wi_bisect(time, count, not_later, &now);
}

uint32_t wi_inside_at(const wi_report_run *run, double time) {
    return until(run->entered, run->walkers, time) - until(run->out, run->out_count, time);
}

double wi_share_out(const wi_report_run *run, double share) {
    double needed = ceil(share * run->walkers - 1e-9);
    if (run->walkers == 0 || needed > run->out_count) return (double)NAN;
    return needed < 1.0 ? 0.0 : run->out[(uint32_t)needed - 1];
}

// Exits ---------------------------------------------------------------------------------------------------------------

double *wi_exit_times(const wi_report_run *run, uint32_t goal, uint32_t *count) {
    double *time = calloc((size_t)run->walkers + 1, sizeof *time);
    *count = 0;
    for (uint32_t i = 0; time && i < run->walkers; i++)
        if (run->walker[i].exit == goal) time[(*count)++] = run->walker[i].out;
    if (time) sort_times(time, *count);
    return time;
}

wi_exit_use wi_exit_used(const wi_report_run *run, uint32_t goal) {
    wi_exit_use use = {.first = INFINITY, .last = -INFINITY};
    for (uint32_t i = 0; i < run->walkers; i++) {
        if (run->walker[i].exit != goal) continue;
        use.agents++;
        use.first = fmin(use.first, run->walker[i].out);
        use.last = fmax(use.last, run->walker[i].out);
    }
    use.share = run->walkers ? use.agents / run->walkers : (double)NAN;
    bool some = use.agents > 1.0 && use.last > use.first;
    use.flow = some ? (use.agents - 1.0) / (use.last - use.first) : (double)NAN; // n agents are n - 1 intervals
    use.specific_flow = use.flow / wi_goal_width(&run->plan.goal[goal]);
    return use;
}

// Key figures ---------------------------------------------------------------------------------------------------------

static double agents(const wi_report_run *run) { return run->walkers; }
static double length(const wi_report_run *run) { return run->measures.duration; }
static double out(const wi_report_run *run) { return run->out_count; }
static double inside(const wi_report_run *run) { return (double)run->walkers - run->out_count; }
static double first_out(const wi_report_run *run) { return run->out_count ? run->out[0] : (double)NAN; }
static double half_out(const wi_report_run *run) { return wi_share_out(run, 0.5); }
static double most_out(const wi_report_run *run) { return wi_share_out(run, 0.95); }
static double all_out(const wi_report_run *run) { return wi_share_out(run, 1.0); }
static double travel_mean(const wi_report_run *run) { return run->measures.travel_mean; }
static double travel_median(const wi_report_run *run) { return run->measures.travel_median; }
static double travel_max(const wi_report_run *run) { return run->measures.travel_max; }
static double path_mean(const wi_report_run *run) { return run->measures.path_mean; }
static double speed_mean(const wi_report_run *run) { return run->measures.speed_mean; }
static double density_largest(const wi_report_run *run) { return run->peak_density; }
static double density_mean(const wi_report_run *run) { return run->measures.density_mean; }
static double density_peak(const wi_report_run *run) { return run->measures.density_peak; }
static double collisions(const wi_report_run *run) { return (double)run->measures.collisions; }
static double pairs(const wi_report_run *run) { return (double)run->measures.colliding_pairs; }
static double deepest(const wi_report_run *run) { return run->measures.max_depth; }

// The smallest travel time that at least 95 % do not exceed.
static double travel_most(const wi_report_run *run) {
    double *time = calloc((size_t)run->walkers + 1, sizeof *time);
    if (!time || run->walkers == 0) {
        free(time);
        return (double)NAN;
    }
    for (uint32_t i = 0; i < run->walkers; i++) time[i] = run->walker[i].seen - run->walker[i].entered;
    uint32_t rank = (uint32_t)ceil(0.95 * run->walkers - 1e-9) - 1;
    double found = wi_select(time, run->walkers, rank);
    free(time);
    return found;
}

static const wi_figure figures[] = {
    {"agents", "agents", "", 0, agents, false},
    {"duration_s", "length of the run", "s", 2, length, false},
    {"out", "out at the end", "", 0, out, false},
    {"inside", "still there at the end", "", 0, inside, false},
    {"first_out_s", "the first is out after", "s", 1, first_out, false},
    {"out_50_s", "50 % are out after", "s", 1, half_out, false},
    {"out_95_s", "95 % are out after", "s", 1, most_out, false},
    {"out_100_s", "all are out after", "s", 1, all_out, false},
    {"travel_mean_s", "travel time, mean", "s", 2, travel_mean, false},
    {"travel_median_s", "travel time, median", "s", 2, travel_median, false},
    {"travel_95_s", "travel time that 95 % do not exceed", "s", 2, travel_most, false},
    {"travel_max_s", "travel time, longest", "s", 2, travel_max, false},
    {"path_mean_m", "way walked, mean", "m", 2, path_mean, false},
    {"speed_mean_m_per_s", "speed, mean", "m/s", 3, speed_mean, false},
    {"density_largest_per_m2", "largest density anywhere", "1/m\u00b2", 2, density_largest, false},
    {"density_mean_per_m2", "density in the area, mean", "1/m\u00b2", 3, density_mean, true},
    {"density_peak_per_m2", "density in the area, largest", "1/m\u00b2", 3, density_peak, true},
    {"collisions", "collisions (overlaps that began)", "", 0, collisions, false},
    {"colliding_pairs", "pairs that ever overlapped", "", 0, pairs, false},
    {"max_depth_m", "deepest overlap", "m", 3, deepest, false},
};

const wi_figure *wi_figures_list(uint32_t *count) {
    *count = WEND_COUNT(figures);
    return figures;
}

wi_interval wi_interval_of_three(const double *values, uint32_t count) {
    wi_interval made = wi_interval_of(values, count);
    if (made.count < 3) made.half = (double)NAN;
    return made;
}

wi_interval wi_figure_over(const wi_figure *figure, const wi_report_run *run, uint32_t runs) {
    double value[WI_REPORT_RUNS_MAX];
    uint32_t count = runs < WI_REPORT_RUNS_MAX ? runs : WI_REPORT_RUNS_MAX;
    for (uint32_t i = 0; i < count; i++) value[i] = figure->of(&run[i]);
    return wi_interval_of_three(value, count);
}
