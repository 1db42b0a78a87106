// Turning: how far a body faces away from where it moves. Who side-steps, walks backwards or has turned the shoulders in a
// gap is turned; who stands is not, whichever way it faces.
#include "base/angle.h"
#include "measure/meter.h"

#include <math.h>

#define MOVING 0.1                  // m/s: below this the direction of motion is that of swaying
#define TURNED (10.0 * WI_PI / 180) // rad

// The angle between heading and motion, 0 to pi; NAN where one stands or nothing tells.
static double angle_of(const wi_leg *leg) {
    if (leg->fresh || leg->gap || !(hypot(leg->vx, leg->vy) >= MOVING)) return (double)NAN;
    return fabs(remainder(atan2(leg->vy, leg->vx) - (double)leg->spot->heading, 2.0 * WI_PI));
}

// The share of everyone's time -----------------------------------------------------------------------------------------

typedef struct walker {
    double way;    // s from its first frame to the last in which it moved
    double turned; // s of these
} walker;

typedef struct turning {
    walker *by_agent;
    uint32_t capacity;
} turning;

static bool turning_frame(void *state, wi_memory *memory, const wi_moment *now) {
    turning *of = state;
    if (!wi_memory_grow(memory, (void **)&of->by_agent, &of->capacity, now->agents, sizeof *of->by_agent)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        walker *who = &of->by_agent[leg->agent];
        double angle = angle_of(leg);
        if (isnan(angle)) continue;
        who->way = ((double)now->number - (double)leg->begun) / now->fps;
        if (angle > TURNED) who->turned += leg->time;
    }
    return true;
}

static void turning_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const turning *of = state;
    double shares = 0.0;
    uint32_t walked = 0;
    for (uint32_t i = 0; i < of->capacity; i++) {
        const walker *who = &of->by_agent[i];
        if (!(who->way > 0.0)) continue;
        shares += who->turned / who->way;
        walked++;
    }
    result->turned_share = wi_mean(shares, walked);
}

static void turning_free(void *state, wi_memory *memory) {
    turning *of = state;
    wi_memory_give(memory, of->by_agent, of->capacity, sizeof *of->by_agent);
}

static const wi_measure_value turning_values[] = {
    WI_VALUE(turned_share, "", 4,
             "share of its time on the way in which a body moves more than 10 degrees off its heading"),
};

const wi_measure wi_measure_turning = {
    .name = "turning",
    .values = turning_values,
    .value_count = WEND_COUNT(turning_values),
    .state_size = sizeof(turning),
    .frame = turning_frame,
    .end = turning_end,
    .free = turning_free,
};

// The largest turn of one ----------------------------------------------------------------------------------------------

typedef struct largest {
    bool moved;
    double turn; // rad, of the shoulders
} largest;

static bool asked(const wi_measure_options *options) { return options->watch; }

// Shoulders are a line, which half a turn brings back: who walks backwards has them square to the way.
static bool largest_frame(void *state, wi_memory *memory, const wi_moment *now) {
    (void)memory;
    largest *of = state;
    const wi_leg *leg = wi_moment_leg(now, now->options->watch_id);
    double angle = leg ? angle_of(leg) : (double)NAN;
    if (isnan(angle)) return true;
    of->moved = true;
    of->turn = fmax(of->turn, fmin(angle, WI_PI - angle));
    return true;
}

static void largest_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const largest *of = state;
    result->largest_turn = of->moved ? of->turn * 180.0 / WI_PI : (double)NAN;
}

static const wi_measure_value largest_values[] = {
    WI_VALUE(largest_turn, "deg", 1, "largest turn of the watched agent's shoulders against its way"),
};

const wi_measure wi_measure_largest_turn = {
    .name = "largest_turn",
    .values = largest_values,
    .value_count = WEND_COUNT(largest_values),
    .state_size = sizeof(largest),
    .asked = asked,
    .frame = largest_frame,
    .end = largest_end,
};
