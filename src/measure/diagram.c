#include "measure/diagram.h"

#include <math.h>

static uint32_t whole(double value, double step, uint32_t count) {
    double at = floor(value / step);
    return at <= 0.0 ? 0 : at >= count - 1.0 ? count - 1 : (uint32_t)at;
}

void wi_diagram_add(wi_diagram *diagram, double density, double speed) {
    if (!isfinite(density) || !isfinite(speed)) return;
    uint32_t bin = whole(density, WI_DIAGRAM_BIN, WI_DIAGRAM_BINS);
    diagram->count[bin]++;
    diagram->sum[bin] += speed;
    diagram->step[bin][whole(speed, WI_DIAGRAM_SPEED_STEP, WI_DIAGRAM_SPEEDS)]++;
}

double wi_diagram_mean(const wi_diagram *diagram, uint32_t bin) {
    return diagram->count[bin] ? diagram->sum[bin] / (double)diagram->count[bin] : (double)NAN;
}

double wi_diagram_speed(const wi_diagram *diagram, double density) {
    uint32_t above = whole(density, WI_DIAGRAM_BIN, WI_DIAGRAM_BINS), below = above > 0 ? above - 1 : 0;
    uint64_t count = diagram->count[below] + diagram->count[above];
    if (count < WI_DIAGRAM_FEW) return (double)NAN;
    return (diagram->sum[below] + diagram->sum[above]) / (double)count;
}

// Within a step, speeds are taken as spread evenly. The last has no end, so nothing is known of speeds in it.
double wi_diagram_quantile(const wi_diagram *diagram, uint32_t bin, double share) {
    double wanted = share * (double)diagram->count[bin], before = 0.0;
    if (diagram->count[bin] == 0) return (double)NAN;
    for (uint32_t i = 0; i + 1 < WI_DIAGRAM_SPEEDS; i++) {
        double here = (double)diagram->step[bin][i];
        if (here > 0.0 && before + here >= wanted) return WI_DIAGRAM_SPEED_STEP * (i + (wanted - before) / here);
        before += here;
    }
    return (double)NAN;
}

double wi_weidmann_speed(double density) {
    if (!(density > 0.0)) return 1.34;
    return fmax(0.0, 1.34 * (1.0 - exp(-1.913 * (1.0 / density - 1.0 / 5.4))));
}
