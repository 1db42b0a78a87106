#include "summary.h"

#include "base/vec.h"
#include "world/scene.h"
#include "world/tables.h"

#include <math.h>
#include <stdlib.h>

#define STUCK_SECONDS 5.0 // of waiting in all, and hardly moving at the end
#define STUCK_SPEED 0.1   // of the preferred speed
#define STUCK_NEAR 2.0    // m: one place

// Step by step ---------------------------------------------------------------------------------------------------------

static bool is_walker(const wend_role *role) { return !(role->flags & (WEND_FLAG_ARRIVED | WEND_FLAG_DRIVEN)); }

wend_result tally_step(run_tally *tally, wi_run *run, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result) return result;
    double speed = 0.0;
    uint64_t walkers = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        if (!is_walker(&view.role[i])) continue;
        speed += (double)wi_length(view.motion[i].velocity);
        walkers++;
    }
    tally->agent_steps += view.count;
    tally->walker_steps += walkers;
    tally->speed += speed;
    return WEND_OK;
}

// At the end -----------------------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *values, uint32_t count) {
    if (count == 0) return (double)NAN;
    qsort(values, count, sizeof *values, by_value);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

static bool is_on_way(const wi_traveller *traveller) { return isnan(traveller->arrived) && !traveller->gone; }

static void add_stuck(run_summary *made, wend_point at) {
    made->stuck++;
    for (uint32_t i = 0; i < made->place_count; i++) {
        stuck_place *place = &made->place[i];
        if (hypot(at.x - place->at.x, at.y - place->at.y) > STUCK_NEAR) continue;
        place->count++;
        return;
    }
    if (made->place_count < STUCK_PLACES)
        made->place[made->place_count++] = (stuck_place){at, 1};
    else
        made->elsewhere++;
}

static int by_serial(const void *a, const void *b) {
    wend_serial x = *(const wend_serial *)a, y = *(const wend_serial *)b;
    return (x > y) - (x < y);
}

// Serials of those who hardly move now, ascending; NULL without memory.
static wend_serial *slow_agents(const wend_view *view, uint32_t *count) {
    wend_serial *slow = malloc(((size_t)view->count + 1) * sizeof *slow);
    *count = 0;
    for (uint32_t i = 0; slow && i < view->count; i++) {
        double speed = (double)wi_length(view->motion[i].velocity);
        if (is_walker(&view->role[i]) && speed < STUCK_SPEED * (double)view->pace[i].preferred_speed)
            slow[(*count)++] = view->serial[i];
    }
    if (slow) qsort(slow, *count, sizeof *slow, by_serial);
    return slow;
}

static wend_result find_stuck(wi_run *run, run_summary *made, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result) return result;
    uint32_t count;
    wend_serial *slow = slow_agents(&view, &count);
    if (!slow) return WEND_NO_MEMORY;
    for (uint32_t i = 0; i < run->traveller_count; i++) {
        const wi_traveller *traveller = &run->traveller[i];
        if (!is_on_way(traveller) || traveller->waiting < STUCK_SECONDS) continue;
        if (bsearch(&traveller->serial, slow, count, sizeof *slow, by_serial)) add_stuck(made, traveller->last);
    }
    free(slow);
    return WEND_OK;
}

static wend_result summarise_arrivals(const wi_run *run, run_summary *made) {
    double *arrival = malloc((2 * (size_t)run->traveller_count + 1) * sizeof *arrival);
    if (!arrival) return WEND_NO_MEMORY;
    double *travel = arrival + run->traveller_count;
    for (uint32_t i = 0; i < run->traveller_count; i++) {
        const wi_traveller *traveller = &run->traveller[i];
        if (is_on_way(traveller)) made->on_way++;
        if (isnan(traveller->arrived)) continue;
        arrival[made->arrived] = traveller->arrived;
        travel[made->arrived++] = traveller->arrived - traveller->born;
    }
    made->agents = run->traveller_count;
    made->median = median_of(arrival, made->arrived);
    made->travel_median = median_of(travel, made->arrived);
    made->first = made->arrived ? arrival[0] : (double)NAN;
    made->last = made->arrived ? arrival[made->arrived - 1] : (double)NAN;
    free(arrival);
    return WEND_OK;
}

wend_result summary_make(wi_run *run, const run_tally *tally, wi_run_end end, double real, run_summary *made,
                         wend_error *error) {
    wend_stats stats = wend_world_stats(run->world);
    *made = (run_summary){
        .seed = run->seed,
        .end = end,
        .simulated = stats.time,
        .real = real,
        .mean_speed = tally->walker_steps ? tally->speed / (double)tally->walker_steps : (double)NAN,
        .collisions = run->collisions,
        .deepest = run->deepest,
        .corrected_walls = stats.corrected_walls,
        .corrected_speed = stats.corrected_speed,
        .corrected_nonfinite = stats.corrected_nonfinite,
        .refused = run->refused,
        .agent_steps = tally->agent_steps,
        .table_bytes = stats.table_bytes,
        .table_bytes_used = wi_world_table_bytes_used(run->world),
        .hash = wend_world_hash(run->world),
    };
    wend_result result = summarise_arrivals(run, made);
    if (!result) result = find_stuck(run, made, error);
    if (result == WEND_NO_MEMORY) snprintf(error->text, sizeof error->text, "no memory for the summary");
    return result;
}

double summary_times_real_time(const run_summary *summary) {
    return summary->real > 0.0 ? summary->simulated / summary->real : 0.0;
}

double summary_agent_steps_per_second(const run_summary *summary) {
    return summary->real > 0.0 ? (double)summary->agent_steps / summary->real : 0.0;
}

// For a person ---------------------------------------------------------------------------------------------------------

static void print_end(const run_summary *summary) {
    static const char *const why[] = {"", "everyone has arrived", "everyone has left", "the time limit is reached"};
    printf("  %-14s%.1f s: %s\n", summary->interrupted ? "interrupted" : "ended after", summary->simulated,
           summary->interrupted ? "the rest was not simulated" : why[summary->end]);
}

static void print_arrivals(const run_summary *summary) {
    printf("  %-14s%u of %u", "arrived", summary->arrived, summary->agents);
    if (summary->arrived)
        printf(": the first after %.1f s, the median %.1f s, the last %.1f s", summary->first, summary->median,
               summary->last);
    printf("\n");
    if (summary->arrived || isfinite(summary->mean_speed)) {
        printf("  %-14s", "on the way");
        if (summary->arrived)
            printf("%.1f s in the median%s", summary->travel_median, isfinite(summary->mean_speed) ? ", " : "");
        if (isfinite(summary->mean_speed)) printf("%.2f m/s on average", summary->mean_speed);
        printf("\n");
    }
}

static void print_stuck(const run_summary *summary) {
    if (summary->on_way == 0) return;
    printf("  %-14s%u, of whom %u %s stuck", "not arrived", summary->on_way, summary->stuck,
           summary->stuck == 1 ? "is" : "are");
    for (uint32_t i = 0; i < summary->place_count; i++)
        printf("%s %u near (%.1f, %.1f)", i ? "," : ":", summary->place[i].count, summary->place[i].at.x,
               summary->place[i].at.y);
    if (summary->elsewhere) printf(", %u elsewhere", summary->elsewhere);
    printf("\n");
}

static void print_corrections(const run_summary *summary) {
    printf("  %-14s", "collisions");
    if (summary->collisions)
        printf("%llu, the deepest %.1f mm\n", (unsigned long long)summary->collisions, 1000.0 * summary->deepest);
    else
        printf("none\n");
    printf("  %-14s", "at walls");
    if (summary->corrected_walls)
        printf("%llu steps corrected\n", (unsigned long long)summary->corrected_walls);
    else
        printf("no corrections\n");
    if (summary->corrected_speed || summary->corrected_nonfinite)
        printf("  %-14s%llu too fast, %llu not finite, all corrected\n", "velocities",
               (unsigned long long)summary->corrected_speed, (unsigned long long)summary->corrected_nonfinite);
    if (summary->refused)
        printf("  %-14s%llu attempts to appear where there was no space\n", "refused",
               (unsigned long long)summary->refused);
}

static void print_file(const run_summary *summary) {
    if (summary->file)
        printf("  %-14s%s: %llu frames, %.3g MB\n", "written", summary->file, (unsigned long long)summary->file_frames,
               1e-6 * (double)summary->file_bytes);
}

static void print_tables(const run_summary *summary) {
    if (!summary->table_bytes) return;
    printf("  %-14s%.3g MB of sums of ellipses", "tables", 1e-6 * (double)summary->table_bytes);
    if (summary->table_bytes_used < summary->table_bytes)
        printf(", %.3g MB of them for sizes in this run", 1e-6 * (double)summary->table_bytes_used);
    printf("\n");
}

void summary_print(const run_summary *summary) {
    print_end(summary);
    print_arrivals(summary);
    print_stuck(summary);
    print_corrections(summary);
    double factor = summary_times_real_time(summary);
    printf("  %-14s%.*f times real time, %.2f million agent-steps a second; took %.2f s\n", "speed",
           factor < 10.0 ? 2 : 0, factor, 1e-6 * summary_agent_steps_per_second(summary), summary->real);
    print_tables(summary);
    print_file(summary);
}

// As JSON --------------------------------------------------------------------------------------------------------------

static void print_json_places(const run_summary *summary, wi_json_object *object) {
    wi_json_put_name(object, "stuck_places");
    fprintf(object->to, "[");
    for (uint32_t i = 0; i < summary->place_count; i++)
        fprintf(object->to, "%s{\"x\": %.3f, \"y\": %.3f, \"agents\": %u}", i ? ", " : "", summary->place[i].at.x,
                summary->place[i].at.y, summary->place[i].count);
    fprintf(object->to, "]");
}

void summary_print_json(const run_summary *summary, wi_json_object *object) {
    static const char *const ends[] = {"failed", "all_arrived", "all_out", "limit"};
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)summary->hash);
    wi_json_put_count(object, "seed", summary->seed);
    wi_json_put_text(object, "end", summary->interrupted ? "interrupted" : ends[summary->end]);
    wi_json_put_number(object, "simulated_s", summary->simulated, 3);
    wi_json_put_count(object, "agents", summary->agents);
    wi_json_put_count(object, "arrived", summary->arrived);
    wi_json_put_number(object, "first_arrival_s", summary->first, 3);
    wi_json_put_number(object, "median_arrival_s", summary->median, 3);
    wi_json_put_number(object, "last_arrival_s", summary->last, 3);
    wi_json_put_number(object, "median_travel_s", summary->travel_median, 3);
    wi_json_put_number(object, "mean_speed_m_per_s", summary->mean_speed, 4);
    wi_json_put_count(object, "not_arrived", summary->on_way);
    wi_json_put_count(object, "stuck", summary->stuck);
    print_json_places(summary, object);
    wi_json_put_count(object, "collisions", summary->collisions);
    wi_json_put_number(object, "deepest_overlap_m", summary->deepest, 6);
    wi_json_put_count(object, "wall_corrections", summary->corrected_walls);
    wi_json_put_count(object, "speed_corrections", summary->corrected_speed);
    wi_json_put_count(object, "nonfinite_corrections", summary->corrected_nonfinite);
    wi_json_put_count(object, "refused", summary->refused);
    wi_json_put_number(object, "real_s", summary->real, 3);
    wi_json_put_number(object, "times_real_time", summary_times_real_time(summary), 1);
    wi_json_put_number(object, "agent_steps_per_second", summary_agent_steps_per_second(summary), 0);
    wi_json_put_count(object, "ellipse_table_bytes", summary->table_bytes);
    wi_json_put_text(object, "hash", hash);
    wi_json_put_text(object, "file", summary->file);
    if (summary->file) {
        wi_json_put_count(object, "file_frames", summary->file_frames);
        wi_json_put_count(object, "file_bytes", summary->file_bytes);
    }
}
