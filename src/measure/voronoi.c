// Density and speed by Voronoi cells (Steffen and Seyfried 2010, doi:10.1016/j.physa.2009.12.015): everyone has the
// space of its cell, so that density does not jump when somebody enters the area.
#include "base/error.h"
#include "measure/cells.h"
#include "measure/diagram.h"
#include "measure/meter.h"

#include <math.h>

typedef struct voronoi {
    wi_cells cells;
    double density, peak, speed; // sums over frames and the largest
    uint64_t frames, speeds;     // with a density, with a speed
    wi_diagram diagram;
    wi_site *site;
    uint32_t capacity;
} voronoi;

static bool asked(const wi_measure_options *options) { return options->voronoi; }

static wend_result voronoi_begin(void *state, const wi_measure_options *options, wend_error *error) {
    voronoi *of = state;
    const double *area = options->area;
    if (area[0] == area[2]) return wi_fail(error, WEND_BAD_ARGUMENT, "Voronoi density needs an area to be measured in");
    if (!(options->cell_reach >= 0.0 && options->cell_reach <= 1e6))
        return wi_fail(error, WEND_BAD_ARGUMENT, "cell_reach is %g m; take 0 (no end) to 1000000 m",
                       options->cell_reach);
    wend_result result = wi_cells_open(&of->cells, area, options->walkable, options->cell_reach, error);
    if (result == WEND_OK && options->walkable && !of->cells.walkable && !options->walls_will_do)
        return wi_fail(error, WEND_BAD_FILE,
                       "there is no polygon in the walkable area; give one such as POLYGON((0 0, 4 0, 4 3, 0 0))");
    return result;
}

static uint32_t gather(voronoi *of, const wi_moment *now) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (!wi_cells_reach(&of->cells, leg->spot->x, leg->spot->y)) continue;
        of->site[count++] = (wi_site){leg->spot->x, leg->spot->y, leg->fresh ? (double)NAN : leg->speed};
    }
    return count;
}

static bool voronoi_frame(void *state, wi_memory *memory, const wi_moment *now) {
    voronoi *of = state;
    if (!wi_memory_grow(memory, (void **)&of->site, &of->capacity, now->count, sizeof *of->site)) return false;
    wi_cells_found found;
    if (!wi_cells_look(&of->cells, of->site, gather(of, now), &found)) return false;
    of->frames++;
    of->density += found.density;
    of->peak = fmax(of->peak, found.density);
    now->instant->voronoi_density = found.density;
    now->instant->voronoi_speed = found.speed;
    if (!isfinite(found.speed)) return true;
    of->speeds++;
    of->speed += found.speed;
    wi_diagram_add(&of->diagram, found.density, found.speed);
    return true;
}

static double curve_distance(const double *curve, const double *speed) {
    double sum = 0.0;
    uint32_t points = 0;
    for (uint32_t i = 0; i < WI_CURVE_POINTS; i++) {
        if (!(curve[i] > 0.0) || isnan(speed[i])) continue;
        sum += fabs(speed[i] - curve[i]);
        points++;
    }
    return wi_mean(sum, points);
}

static void voronoi_end(const void *state, const wi_moment *last, wi_measures *result) {
    const voronoi *of = state;
    result->voronoi_density_mean = wi_mean(of->density, (double)of->frames);
    result->voronoi_density_peak = of->frames ? of->peak : (double)NAN;
    result->voronoi_speed = wi_mean(of->speed, (double)of->speeds);
    for (uint32_t i = 0; i < WI_CURVE_POINTS; i++)
        result->speed_at[i] = wi_diagram_speed(&of->diagram, WI_CURVE_STEP * (i + 1));
    result->curve_distance = curve_distance(last->options->curve, result->speed_at);
}

const wi_diagram *wi_voronoi_diagram(const void *state) {
    const voronoi *of = state;
    return &of->diagram;
}

static void voronoi_free(void *state, wi_memory *memory) {
    voronoi *of = state;
    wi_cells_close(&of->cells);
    wi_memory_give(memory, of->site, of->capacity, sizeof *of->site);
}

// clang-format off
#define SPEED_AT(index, name, meaning) {name, "m/s", meaning, offsetof(wi_measures, speed_at[index]), false, 3}
// clang-format on
static const wi_measure_value voronoi_values[] = {
    WI_VALUE(voronoi_density_mean, "1/m2", 4, "density by Voronoi cells, mean over frames"),
    WI_VALUE(voronoi_density_peak, "1/m2", 4, "the same in the fullest frame"),
    WI_VALUE(voronoi_speed, "m/s", 3, "speed in the area by Voronoi cells, mean over frames"),
    SPEED_AT(0, "speed_at_0.5", "the same over frames with 0.5 people per m2 there, 0.25 more or less"),
    SPEED_AT(1, "speed_at_1.0", "and with 1"),
    SPEED_AT(2, "speed_at_1.5", "and with 1.5"),
    SPEED_AT(3, "speed_at_2.0", "and with 2"),
    SPEED_AT(4, "speed_at_2.5", "and with 2.5"),
    SPEED_AT(5, "speed_at_3.0", "and with 3"),
    WI_VALUE(curve_distance, "m/s", 3, "mean difference of these speeds from the curve that is given"),
};

const wi_measure wi_measure_voronoi = {
    .name = "voronoi",
    .values = voronoi_values,
    .value_count = WEND_COUNT(voronoi_values),
    .state_size = sizeof(voronoi),
    .asked = asked,
    .begin = voronoi_begin,
    .frame = voronoi_frame,
    .end = voronoi_end,
    .free = voronoi_free,
};
