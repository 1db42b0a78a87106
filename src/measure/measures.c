// The list of measures.
#include "base/bisect.h"
#include "measure/meter.h"

#include <math.h>
#include <string.h>

static const wi_measure *const list[] = {
    &wi_measure_presence,    &wi_measure_overlaps,       &wi_measure_passing, &wi_measure_travel,
    &wi_measure_path,        &wi_measure_own_speed,      &wi_measure_start,   &wi_measure_density,
    &wi_measure_voronoi,     &wi_measure_flow,           &wi_measure_energy,  &wi_measure_smoothness,
    &wi_measure_oscillation, &wi_measure_collision_time, &wi_measure_lanes,   &wi_measure_milestones,
    &wi_measure_turning,     &wi_measure_largest_turn,   &wi_measure_pair,
};

const wi_measure *const *wi_measure_list(uint32_t *count) {
    *count = WEND_COUNT(list);
    return list;
}

wi_measure_options wi_measure_options_default(void) {
    return (wi_measure_options){
        .radius = 0.25,
        .mass = 70.0,
        .collision_depth = 0.002,
        .turn = 0.1,
        .lane_axis = (double)NAN,
        .cell_reach = 2.0,
    };
}

const wi_measure_value *wi_measure_value_at(uint32_t index) {
    for (uint32_t i = 0; i < WEND_COUNT(list); i++) {
        if (index < list[i]->value_count) return &list[i]->values[index];
        index -= list[i]->value_count;
    }
    return NULL;
}

bool wi_measure_asked(const wi_measure *measure, const wi_measure_options *options) {
    return !measure->asked || measure->asked(options);
}

bool wi_measure_value_asked(uint32_t index, const wi_measure_options *options) {
    for (uint32_t i = 0; i < WEND_COUNT(list); i++) {
        if (index < list[i]->value_count) return wi_measure_asked(list[i], options);
        index -= list[i]->value_count;
    }
    return false;
}

double wi_measure_read(const wi_measures *measures, const wi_measure_value *value) {
    const unsigned char *at = (const unsigned char *)measures + value->offset;
    uint64_t whole;
    double real;
    if (value->count) {
        memcpy(&whole, at, sizeof whole);
        return (double)whole;
    }
    memcpy(&real, at, sizeof real);
    return real;
}

static bool id_below(const void *legs, uint32_t i, const void *id) {
    return ((const wi_leg *)legs)[i].spot->id < *(const uint64_t *)id;
}

// Legs are in the order of ids.
const wi_leg *wi_moment_leg(const wi_moment *now, uint64_t id) {
    uint32_t at = wi_bisect(now->leg, now->count, id_below, &id);
    return at < now->count && now->leg[at].spot->id == id ? &now->leg[at] : NULL;
}

double wi_mean(double sum, double count) { return count > 0.0 ? sum / count : (double)NAN; }
