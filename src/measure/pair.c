// Two agents who meet: the distance at which they would pass if both went on as they are, from the start of their
// interaction to their least distance. It keeps what it sees of the two, for the fit.
#include "base/error.h"
#include "measure/approach.h"
#include "measure/meter.h"
#include "measure/phases.h"

#include <inttypes.h>
#include <math.h>

typedef struct pair {
    wi_prediction *prediction; // `normalised` is set when they are asked for
    double *time, *value;      // the same as columns: scratch of the fit, which needs no memory at the end
    wi_phase_sums *sums;
    uint32_t count, capacity, time_capacity, value_capacity, sums_capacity;
    uint32_t first;             // of the predictions that are fitted: as many as there are while nobody approaches
    bool met;                   // both were seen
    int64_t meeting;            // number of the frame in which they were first
    bool started;               // both were seen since the start
    double nearest, nearest_at; // m, s
} pair;

// Below this they do not move relative to each other: what is left is the noise of tracking people who stand.
#define STILL 0.05 // m/s

static bool asked(const wi_measure_options *options) { return options->pair; }

static wend_result pair_begin(void *state, const wi_measure_options *options, wend_error *error) {
    (void)state;
    if (options->pair_id[0] == options->pair_id[1])
        return wi_fail(error, WEND_BAD_ARGUMENT, "a pair is two different agents, not twice %" PRIu64,
                       options->pair_id[0]);
    if (!(options->pair_start >= 0.0 && isfinite(options->pair_start)))
        return wi_fail(error, WEND_BAD_ARGUMENT, "pair_start is %g s; take 0 or more", options->pair_start);
    return WEND_OK;
}

static wi_prediction predict(const wi_leg *a, const wi_leg *b, double time) {
    double x = b->spot->x - a->spot->x, y = b->spot->y - a->spot->y;
    return (wi_prediction){
        .time = time,
        .distance = hypot(x, y),
        .predicted = wi_predicted_distance(x, y, b->vx - a->vx, b->vy - a->vy),
    };
}

// Of two who stand, or who have yet to approach, the predicted distance is the present one: it says nothing about how
// they will pass, and one such sample outweighs all others in a fit. Who stops later has reacted.
static bool approach(const wi_leg *a, const wi_leg *b, const wi_prediction *made) {
    return hypot(b->vx - a->vx, b->vy - a->vy) >= STILL && made->predicted < made->distance;
}

static bool reserve(pair *of, wi_memory *memory) {
    if (of->count >= UINT32_MAX - 2) return false;
    uint32_t need = of->count + 1;
    return wi_memory_grow(memory, (void **)&of->prediction, &of->capacity, need, sizeof *of->prediction) &&
           wi_memory_grow(memory, (void **)&of->time, &of->time_capacity, need, sizeof *of->time) &&
           wi_memory_grow(memory, (void **)&of->value, &of->value_capacity, need, sizeof *of->value) &&
           wi_memory_grow(memory, (void **)&of->sums, &of->sums_capacity, need + 1, sizeof *of->sums);
}

static void note_distance(pair *of, const wi_prediction *made) {
    if (of->started && !(made->distance < of->nearest)) return;
    of->started = true, of->nearest = made->distance, of->nearest_at = made->time;
}

static bool pair_frame(void *state, wi_memory *memory, const wi_moment *now) {
    pair *of = state;
    const wi_leg *a = wi_moment_leg(now, now->options->pair_id[0]), *b = wi_moment_leg(now, now->options->pair_id[1]);
    if (!a || !b) return true;
    if (!of->met) of->met = true, of->meeting = now->number;
    // From their own first frame: rounding must not depend on where numbers start.
    double time = ((double)now->number - (double)of->meeting) / now->fps - now->options->pair_start;
    if (time < 0.0) return true;
    const wi_prediction made = predict(a, b, time);
    note_distance(of, &made);
    if (isnan(a->vx) || isnan(b->vx)) return true;
    if (!reserve(of, memory)) return false;
    if (of->first == of->count && !approach(a, b, &made)) of->first++;
    of->prediction[of->count++] = made;
    return true;
}

static wi_phases find_phases(const pair *of) {
    uint32_t count = 0;
    for (uint32_t i = of->first; i < of->count && of->prediction[i].time <= of->nearest_at; i++, count++) {
        of->time[count] = of->prediction[i].time;
        of->value[count] = of->prediction[i].predicted;
    }
    return wi_phases_find(of->time, of->value, count, of->sums);
}

// Who stands at first observes from the first frame in which they approach.
static double observed_from(const pair *of) {
    return of->first > 0 && of->first < of->count ? of->prediction[of->first].time : 0.0;
}

static void pair_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const pair *of = state;
    double unknown = (double)NAN;
    result->pair_distance = result->pair_time = result->predicted_before = result->predicted_after = unknown;
    result->observation = result->reaction = result->regulation = unknown;
    if (!of->started) return;
    wi_phases found = find_phases(of);
    result->pair_distance = of->nearest;
    result->pair_time = of->nearest_at;
    result->predicted_before = found.before;
    result->predicted_after = found.after;
    if (!found.reacted) return;
    result->observation = found.begin - observed_from(of);
    result->reaction = found.end - found.begin;
    result->regulation = of->nearest_at - found.end;
}

const wi_prediction *wi_pair_predictions(void *state, uint32_t *count) {
    pair *of = state;
    *count = of->count;
    double end = of->nearest_at;
    for (uint32_t i = 0; i < of->count; i++)
        of->prediction[i].normalised = end > 0.0 ? of->prediction[i].time / end : (double)NAN;
    return of->prediction;
}

static void pair_free(void *state, wi_memory *memory) {
    pair *of = state;
    wi_memory_give(memory, of->prediction, of->capacity, sizeof *of->prediction);
    wi_memory_give(memory, of->time, of->time_capacity, sizeof *of->time);
    wi_memory_give(memory, of->value, of->value_capacity, sizeof *of->value);
    wi_memory_give(memory, of->sums, of->sums_capacity, sizeof *of->sums);
}

static const wi_measure_value pair_values[] = {
    WI_VALUE(pair_distance, "m", 3, "least distance of the pair"),
    WI_VALUE(pair_time, "s", 2, "when that was, since the interaction started"),
    WI_VALUE(predicted_before, "m", 3, "minimum predicted distance while they observe"),
    WI_VALUE(predicted_after, "m", 3, "minimum predicted distance once they have reacted"),
    WI_VALUE(observation, "s", 2, "how long they observe"),
    WI_VALUE(reaction, "s", 2, "how long they react"),
    WI_VALUE(regulation, "s", 2, "how long they keep to it, up to the least distance"),
};

const wi_measure wi_measure_pair = {
    .name = "pair",
    .values = pair_values,
    .value_count = WEND_COUNT(pair_values),
    .state_size = sizeof(pair),
    .asked = asked,
    .begin = pair_begin,
    .frame = pair_frame,
    .end = pair_end,
    .free = pair_free,
};
