#include "study/measures.h"

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
    return options;
}

bool wi_study_value_asked(const wi_study_case *of, uint32_t value) {
    if (of->program || value < WI_STUDY_RUN_VALUES) return true;
    const wi_measure_options options = wi_study_case_measures(of);
    return wi_measure_value_asked(value - WI_STUDY_RUN_VALUES, &options);
}
