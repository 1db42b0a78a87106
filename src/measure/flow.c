// Flow over a line from a to b. A move crosses it where its straight segment does. The left side includes the line
// itself, and the line its end a but not b, so that whoever touches it and walks on is counted once.
//
// Heads sway: someone who waits on the line crosses it to and fro. So a crossing is undone by the next one back, unless
// in between the agent was seen farther from the line than its radius.
#include "base/sort.h"
#include "measure/meter.h"

#include <math.h>

typedef struct flow {
    wi_crossing *crossing; // as they came; those undone have time NAN
    wi_crossing *curve;    // in order of time
    uint32_t *order, *scratch;
    uint32_t count;
    uint32_t crossing_capacity, curve_capacity, order_capacity, scratch_capacity;
    uint32_t *pending; // by agent: 1 + the crossing that may be undone; 0: none
    uint32_t pending_capacity;
} flow;

static bool line_given(const double *line) {
    return line[0] != 0.0 || line[1] != 0.0 || line[2] != 0.0 || line[3] != 0.0;
}

static bool asked(const wi_measure_options *options) { return line_given(options->line); }

// How far to the left of the line, m.
static double left_of(const double *line, double x, double y) {
    double along_x = line[2] - line[0], along_y = line[3] - line[1];
    return (along_x * (y - line[1]) - along_y * (x - line[0])) / hypot(along_x, along_y);
}

// Where along the line, as a share of its length.
static double along(const double *line, double x, double y) {
    double along_x = line[2] - line[0], along_y = line[3] - line[1];
    return (along_x * (x - line[0]) + along_y * (y - line[1])) / (along_x * along_x + along_y * along_y);
}

double wi_line_met(const double line[4], const wi_leg *leg) {
    double from = left_of(line, leg->from_x, leg->from_y), to = left_of(line, leg->spot->x, leg->spot->y);
    if ((from >= 0.0) == (to >= 0.0)) return -1.0;
    double share = from / (from - to);
    double x = leg->from_x + share * (leg->spot->x - leg->from_x);
    double y = leg->from_y + share * (leg->spot->y - leg->from_y);
    double place = along(line, x, y);
    return place >= 0.0 && place < 1.0 ? share : -1.0;
}

static bool reserve(flow *of, wi_memory *memory, uint32_t agents, uint32_t more) {
    if (more > UINT32_MAX - 1 - of->count) return false;
    uint32_t need = of->count + more;
    return wi_memory_grow(memory, (void **)&of->pending, &of->pending_capacity, agents, sizeof *of->pending) &&
           wi_memory_grow(memory, (void **)&of->crossing, &of->crossing_capacity, need, sizeof *of->crossing) &&
           wi_memory_grow(memory, (void **)&of->curve, &of->curve_capacity, need, sizeof *of->curve) &&
           wi_memory_grow(memory, (void **)&of->order, &of->order_capacity, need, sizeof *of->order) &&
           wi_memory_grow(memory, (void **)&of->scratch, &of->scratch_capacity, need, sizeof *of->scratch);
}

static void count_crossing(flow *of, const wi_crossing *crossing, uint32_t *pending) {
    if (*pending && of->crossing[*pending - 1].back != crossing->back) {
        of->crossing[*pending - 1].time = (double)NAN;
        *pending = 0;
        return;
    }
    of->crossing[of->count++] = *crossing;
    *pending = of->count;
}

static bool flow_leg(flow *of, wi_memory *memory, const wi_moment *now, const wi_leg *leg) {
    const double *line = now->options->line;
    double share = wi_line_met(line, leg);
    if (share >= 0.0) {
        if (!reserve(of, memory, now->agents, 1)) return false;
        double time = (double)now->number / now->fps - (1.0 - share) * leg->time;
        bool back = left_of(line, leg->from_x, leg->from_y) < 0.0;
        count_crossing(of, &(wi_crossing){time, leg->spot->id, back}, &of->pending[leg->agent]);
    }
    if (fabs(left_of(line, leg->spot->x, leg->spot->y)) > leg->radius) of->pending[leg->agent] = 0;
    return true;
}

static bool flow_frame(void *state, wi_memory *memory, const wi_moment *now) {
    flow *of = state;
    if (!reserve(of, memory, now->agents, 0)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        if (!now->leg[i].fresh && !flow_leg(of, memory, now, &now->leg[i])) return false;
    }
    return true;
}

static void flow_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const flow *of = state;
    double first = INFINITY, final = -INFINITY;
    for (uint32_t i = 0; i < of->count; i++) {
        if (isnan(of->crossing[i].time)) continue;
        result->crossings[of->crossing[i].back]++;
        first = fmin(first, of->crossing[i].time);
        final = fmax(final, of->crossing[i].time);
    }
    // n crossings are n - 1 intervals.
    uint64_t count = result->crossings[0] + result->crossings[1];
    result->flow_mean = count > 1 ? wi_mean((double)(count - 1), final - first) : (double)NAN;
}

static bool earlier(const void *things, uint32_t a, uint32_t b) {
    const wi_crossing *crossing = things;
    return crossing[a].time < crossing[b].time;
}

const wi_crossing *wi_flow_crossings(void *state, uint32_t *count) {
    flow *of = state;
    *count = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        if (!isnan(of->crossing[i].time)) of->order[(*count)++] = i;
    }
    wi_sort(of->order, of->scratch, *count, earlier, of->crossing);
    for (uint32_t i = 0; i < *count; i++) of->curve[i] = of->crossing[of->order[i]];
    return of->curve;
}

static void flow_free(void *state, wi_memory *memory) {
    flow *of = state;
    wi_memory_give(memory, of->crossing, of->crossing_capacity, sizeof *of->crossing);
    wi_memory_give(memory, of->curve, of->curve_capacity, sizeof *of->curve);
    wi_memory_give(memory, of->order, of->order_capacity, sizeof *of->order);
    wi_memory_give(memory, of->scratch, of->scratch_capacity, sizeof *of->scratch);
    wi_memory_give(memory, of->pending, of->pending_capacity, sizeof *of->pending);
}

static const wi_measure_value flow_values[] = {
    WI_VALUE(flow_mean, "1/s", 4, "agents over the line in both directions, between the first and the last crossing"),
    {"crossings_right", "", "crossings from left to right of the line", offsetof(wi_measures, crossings[0]), true, 0},
    {"crossings_left", "", "crossings from right to left of the line", offsetof(wi_measures, crossings[1]), true, 0},
};

const wi_measure wi_measure_flow = {
    .name = "flow",
    .values = flow_values,
    .value_count = WEND_COUNT(flow_values),
    .state_size = sizeof(flow),
    .asked = asked,
    .frame = flow_frame,
    .end = flow_end,
    .free = flow_free,
};
