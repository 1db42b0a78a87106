// Classic density: heads in an area over its size. Without an area it is the box around all positions, which is known
// only at the end; but everyone is in it, so counting is all that frames need.
#include "measure/meter.h"

#include <math.h>

typedef struct density {
    uint64_t heads, most; // summed over frames, in one frame
    double low_x, low_y, high_x, high_y;
} density;

static bool area_given(const double *area) {
    return area[0] != 0.0 || area[1] != 0.0 || area[2] != 0.0 || area[3] != 0.0;
}

static void begin(density *of, const double *area) {
    if (!area_given(area)) {
        of->low_x = of->low_y = INFINITY;
        of->high_x = of->high_y = -INFINITY;
        return;
    }
    of->low_x = fmin(area[0], area[2]), of->high_x = fmax(area[0], area[2]);
    of->low_y = fmin(area[1], area[3]), of->high_y = fmax(area[1], area[3]);
}

static void widen_box(density *of, const wi_moment *now) {
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_spot *spot = now->leg[i].spot;
        of->low_x = fmin(of->low_x, spot->x), of->high_x = fmax(of->high_x, spot->x);
        of->low_y = fmin(of->low_y, spot->y), of->high_y = fmax(of->high_y, spot->y);
    }
}

// The lower edges belong to the area, the upper ones do not: areas side by side count everyone once.
static uint32_t heads_inside(const density *of, const wi_moment *now) {
    uint32_t heads = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_spot *spot = now->leg[i].spot;
        heads += spot->x >= of->low_x && spot->x < of->high_x && spot->y >= of->low_y && spot->y < of->high_y;
    }
    return heads;
}

static bool density_frame(void *state, wi_memory *memory, const wi_moment *now) {
    (void)memory;
    density *of = state;
    bool given = area_given(now->options->area);
    if (now->serial == 1) begin(of, now->options->area);
    if (!given) widen_box(of, now);
    uint32_t heads = given ? heads_inside(of, now) : now->count;
    of->heads += heads;
    if (heads > of->most) of->most = heads;
    if (given) now->instant->density = (double)heads / ((of->high_x - of->low_x) * (of->high_y - of->low_y));
    return true;
}

static void density_end(const void *state, const wi_moment *last, wi_measures *result) {
    const density *of = state;
    double width = of->high_x - of->low_x, height = of->high_y - of->low_y;
    double size = width > 0.0 && height > 0.0 ? width * height : 0.0;
    result->density_mean = wi_mean(wi_mean((double)of->heads, (double)last->serial), size);
    result->density_peak = wi_mean((double)of->most, size);
}

static const wi_measure_value density_values[] = {
    WI_VALUE(density_mean, "1/m2", 4, "heads in the area over its size, mean over frames"),
    WI_VALUE(density_peak, "1/m2", 4, "the same in the fullest frame"),
};

const wi_measure wi_measure_density = {
    .name = "density",
    .values = density_values,
    .value_count = WEND_COUNT(density_values),
    .state_size = sizeof(density),
    .frame = density_frame,
    .end = density_end,
};
