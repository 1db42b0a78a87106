// Energy of walking: m (2.23 + 1.26 v^2) W, with the constants of Guy et al. 2010 (PLEdestrians).
#include "measure/meter.h"

#define STANDING_POWER 2.23 // W/kg
#define WALKING_POWER 1.26  // W/kg per (m/s)^2

typedef struct energy {
    double per_mass; // J/kg, of all agents
} energy;

static bool energy_frame(void *state, wi_memory *memory, const wi_moment *now) {
    (void)memory;
    energy *of = state;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (!leg->fresh) of->per_mass += (STANDING_POWER + WALKING_POWER * leg->square_speed) * leg->time;
    }
    return true;
}

static void energy_end(const void *state, const wi_moment *last, wi_measures *result) {
    const energy *of = state;
    result->energy_mean = wi_mean(last->options->mass * of->per_mass, last->agents);
}

static const wi_measure_value energy_values[] = {
    WI_VALUE(energy_mean, "J", 1, "mean energy that an agent spent on standing and walking"),
};

const wi_measure wi_measure_energy = {
    .name = "energy",
    .values = energy_values,
    .value_count = WEND_COUNT(energy_values),
    .state_size = sizeof(energy),
    .frame = energy_frame,
    .end = energy_end,
};
