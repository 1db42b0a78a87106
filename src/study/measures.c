#include "study/measures.h"

#include <stdio.h>
#include <string.h>

wi_measure_options wi_study_case_measures(const wi_study_case *of) {
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.line, of->line, sizeof options.line);
    memcpy(options.area, of->area, sizeof options.area);
    memcpy(options.curve, of->curve, sizeof options.curve);
    options.lane_width = of->lane_width;
    options.after = of->after;
    options.voronoi = of->voronoi;
    options.discs = !of->outlines;
    options.from_places = of->from_places;
    options.watch = of->watch > 0;
    options.watch_id = of->watch;
    options.pair = of->pair[0] > 0;
    options.pair_id[0] = of->pair[0];
    options.pair_id[1] = of->pair[1];
    options.collision_horizon = of->ttc;
    return options;
}

bool wi_study_value_asked(const wi_study_case *of, uint32_t value) {
    if (of->program || value < WI_STUDY_RUN_VALUES) return true;
    const wi_measure_options options = wi_study_case_measures(of);
    return wi_measure_value_asked(value - WI_STUDY_RUN_VALUES, &options);
}

// What a value needs is found by leaving out one key of a case that has all of them, so that measures alone say it.
typedef struct wish {
    const char *key;
    size_t offset, size;
} wish;

// clang-format off
#define WISH(key) {#key, offsetof(wi_study_case, key), sizeof(((wi_study_case *)NULL)->key)}
// clang-format on

static const wish wishes[] = {WISH(line),  WISH(area), WISH(lane_width), WISH(voronoi),
                              WISH(watch), WISH(pair), WISH(ttc)};

static const wi_study_case every_wish = {
    .line = {0.0, 0.0, 0.0, 1.0},
    .area = {0.0, 0.0, 1.0, 1.0},
    .lane_width = 1.0,
    .voronoi = true,
    .watch = 1,
    .pair = {1, 2},
    .ttc = 1.0,
};

void wi_study_value_needs(uint32_t value, char text[WI_STUDY_NEEDS_MAX]) {
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < WEND_COUNT(wishes); i++) {
        wi_study_case less = every_wish;
        memset((unsigned char *)&less + wishes[i].offset, 0, wishes[i].size);
        if (wi_study_value_asked(&less, value) || used >= WI_STUDY_NEEDS_MAX) continue;
        used += (size_t)snprintf(text + used, WI_STUDY_NEEDS_MAX - used, "%s`%s`", used ? " and " : "", wishes[i].key);
    }
}
