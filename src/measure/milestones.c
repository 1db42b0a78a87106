// How dense it is at its densest while a crowd passes a line: in the area, when 20, 40, 60 and 80 % of everyone have
// crossed it. Density is that of field.h, a bell on each head, taken at the heads themselves, so that no grid matters.
#include "measure/field.h"
#include "measure/meter.h"
#include "measure/pairs.h"

#include <math.h>

#define REACH (3.0 * WI_FIELD_REACH) // m: beyond, a bell has a ten-thousandth of its height

typedef struct milestones {
    bool *passed;   // by agent
    double *at;     // 1/m2, by the number of those who had passed
    uint32_t count; // who have passed
    uint32_t passed_capacity, at_capacity;
    // Scratch of a frame.
    wi_pairs pairs;
    double *density;
    uint32_t density_capacity;
} milestones;

static bool given(const double *corners) {
    return corners[0] != 0.0 || corners[1] != 0.0 || corners[2] != 0.0 || corners[3] != 0.0;
}

static bool asked(const wi_measure_options *options) { return given(options->line) && given(options->area); }

static bool inside(const double *area, const wi_spot *spot) {
    return spot->x >= fmin(area[0], area[2]) && spot->x < fmax(area[0], area[2]) && spot->y >= fmin(area[1], area[3]) &&
           spot->y < fmax(area[1], area[3]);
}

typedef struct look {
    milestones *of;
    const wi_moment *now;
} look;

static double bell(double square) {
    const double reach2 = WI_FIELD_REACH * WI_FIELD_REACH;
    return exp(-square / reach2) / (acos(-1.0) * reach2);
}

static bool meet(void *host, uint32_t a, uint32_t b, double depth) {
    (void)depth;
    const look *at = host;
    const wi_spot *one = at->now->leg[a].spot, *other = at->now->leg[b].spot;
    double x = other->x - one->x, y = other->y - one->y, here = bell(x * x + y * y);
    at->of->density[a] += here;
    at->of->density[b] += here;
    return true;
}

static double largest_density(milestones *of, const wi_moment *now) {
    double largest = 0.0;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_spot *spot = now->leg[i].spot;
        of->pairs.disc[i] = (wi_pairs_disc){.x = spot->x, .y = spot->y, .z = spot->z, .radius = 0.5 * REACH};
        of->density[i] = bell(0.0);
    }
    wi_pairs_find(&of->pairs, now->count, meet, &(look){of, now});
    for (uint32_t i = 0; i < now->count; i++) {
        if (inside(now->options->area, now->leg[i].spot)) largest = fmax(largest, of->density[i]);
    }
    return largest;
}

static bool reserve(milestones *of, wi_memory *memory, const wi_moment *now) {
    return wi_pairs_reserve(&of->pairs, memory, now->count) &&
           wi_memory_grow(memory, (void **)&of->density, &of->density_capacity, now->count, sizeof *of->density) &&
           wi_memory_grow(memory, (void **)&of->passed, &of->passed_capacity, now->agents, sizeof *of->passed) &&
           wi_memory_grow(memory, (void **)&of->at, &of->at_capacity, now->agents + 1, sizeof *of->at);
}

static bool milestones_frame(void *state, wi_memory *memory, const wi_moment *now) {
    milestones *of = state;
    uint32_t before = of->count;
    if (now->agents == UINT32_MAX || !reserve(of, memory, now)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (leg->fresh || of->passed[leg->agent] || wi_line_met(now->options->line, leg) < 0.0) continue;
        of->passed[leg->agent] = true;
        of->count++;
    }
    double density = of->count > before ? largest_density(of, now) : 0.0;
    while (before < of->count) of->at[++before] = density;
    return true;
}

static double at_share(const milestones *of, double share, uint32_t agents) {
    uint32_t needed = (uint32_t)ceil(share * agents - 1e-9);
    return needed > 0 && needed <= of->count ? of->at[needed] : (double)NAN;
}

static void milestones_end(const void *state, const wi_moment *last, wi_measures *result) {
    const milestones *of = state;
    for (uint32_t i = 0; i < WI_MILESTONES; i++) result->density_at[i] = at_share(of, 0.2 * (i + 1), last->agents);
}

static void milestones_free(void *state, wi_memory *memory) {
    milestones *of = state;
    wi_pairs_free(&of->pairs, memory);
    wi_memory_give(memory, of->density, of->density_capacity, sizeof *of->density);
    wi_memory_give(memory, of->passed, of->passed_capacity, sizeof *of->passed);
    wi_memory_give(memory, of->at, of->at_capacity, sizeof *of->at);
}

// clang-format off
#define AT(index, name, meaning) {name, "1/m2", meaning, offsetof(wi_measures, density_at[index]), false, 3}
static const wi_measure_value milestones_values[] = {
    AT(0, "density_at_20", "largest density at a head in the area when 20 % have crossed the line"),
    AT(1, "density_at_40", "the same at 40 %"),
    AT(2, "density_at_60", "the same at 60 %"),
    AT(3, "density_at_80", "the same at 80 %"),
};
// clang-format on

const wi_measure wi_measure_milestones = {
    .name = "milestones",
    .values = milestones_values,
    .value_count = WEND_COUNT(milestones_values),
    .state_size = sizeof(milestones),
    .asked = asked,
    .frame = milestones_frame,
    .end = milestones_end,
    .free = milestones_free,
};
