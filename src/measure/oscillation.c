// Oscillation: how often an agent turns the other way. The turning rate changes its sign where the direction of walking
// has an extreme; an extreme counts once the direction has turned back from it by options->turn, so that noise does not.
#include "base/angle.h"
#include "measure/meter.h"

#include <math.h>

// A direction is that of at least this much of way, m: rounding and swaying on the spot have none.
#define WAY 0.1

typedef struct wanderer {
    double x, y;        // where the next piece of way begins
    double direction;   // rad, of the last piece, counted on over full turns
    double left, right; // rad: the directions farthest turned since the last change
    int sense;          // of turning: 1 left, -1 right, 0 not known yet
    bool walked;        // there is a direction
} wanderer;

typedef struct oscillation {
    wanderer *by_agent;
    uint32_t capacity;
    uint64_t changes;
    double time; // s, of all agents
} oscillation;

static void begin_at(wanderer *of, const wi_spot *spot) { *of = (wanderer){.x = spot->x, .y = spot->y}; }

// True where the sense of turning changes. The first turn tells the sense, and is no change: from whichever side the
// first piece of way may be, as a swing does not begin in its middle.
static bool turn_to(wanderer *of, double turn) {
    of->left = fmax(of->left, of->direction);
    of->right = fmin(of->right, of->direction);
    bool turns_left = of->sense <= 0 && of->direction - of->right > turn;
    bool turns_right = of->sense >= 0 && of->left - of->direction > turn;
    if (!turns_left && !turns_right) return false;
    bool changes = of->sense != 0;
    of->sense = turns_left ? 1 : -1;
    of->left = of->right = of->direction;
    return changes;
}

static bool walk_to(wanderer *of, const wi_spot *spot, double turn) {
    double x = spot->x - of->x, y = spot->y - of->y;
    if (x * x + y * y < WAY * WAY) return false;
    double direction = atan2(y, x);
    of->x = spot->x, of->y = spot->y;
    if (!of->walked) {
        of->walked = true;
        of->direction = of->left = of->right = direction;
        return false;
    }
    of->direction += remainder(direction - of->direction, 2.0 * WI_PI);
    return turn_to(of, turn);
}

static bool oscillation_frame(void *state, wi_memory *memory, const wi_moment *now) {
    oscillation *of = state;
    if (!wi_memory_grow(memory, (void **)&of->by_agent, &of->capacity, now->agents, sizeof *of->by_agent)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        wanderer *who = &of->by_agent[leg->agent];
        if (leg->fresh || leg->gap) {
            begin_at(who, leg->spot);
            continue;
        }
        of->time += leg->time;
        of->changes += walk_to(who, leg->spot, now->options->turn);
    }
    return true;
}

static void oscillation_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const oscillation *of = state;
    result->oscillation = wi_mean((double)of->changes, of->time);
}

static void oscillation_free(void *state, wi_memory *memory) {
    oscillation *of = state;
    wi_memory_give(memory, of->by_agent, of->capacity, sizeof *of->by_agent);
}

static const wi_measure_value oscillation_values[] = {
    WI_VALUE(oscillation, "1/s", 4, "changes of the sense of turning, per agent and second"),
};

const wi_measure wi_measure_oscillation = {
    .name = "oscillation",
    .values = oscillation_values,
    .value_count = WEND_COUNT(oscillation_values),
    .state_size = sizeof(oscillation),
    .frame = oscillation_frame,
    .end = oscillation_end,
    .free = oscillation_free,
};
