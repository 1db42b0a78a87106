#include "picture/swatches.h"

#include <stdlib.h>

#define SWATCHES 256u
#define KEYS ((size_t)1 << 18) // six bits of each channel
#define RAMP_STEPS 28u
#define HEAT_STEPS 16u

struct wi_swatches {
    uint32_t table[SWATCHES];
    uint32_t count;
    int16_t nearest[KEYS]; // by key; -1: not looked for yet
};

static void add(wi_swatches *swatches, wi_colour colour) {
    if (swatches->count < SWATCHES) swatches->table[swatches->count++] = 0xff000000u | colour >> 8;
}

// Edges are smoothed, so every colour comes in steps from what is under it.
static void add_steps(wi_swatches *swatches, wi_colour under, wi_colour colour, uint32_t steps) {
    for (uint32_t i = 1; i <= steps; i++) add(swatches, wi_colour_mix(under, colour, (double)i / steps));
}

static void add_theme(wi_swatches *swatches, wi_theme theme) {
    static const char *const on_floor[] = {"wall", "text", "quiet", "collision", "door",
                                           "goal", "line", "solid", "grid"};
    static const char *const on_background[] = {"wall", "text", "quiet"};
    wi_colour floor = wi_palette_colour(theme, "floor"), background = wi_palette_colour(theme, "background");
    add(swatches, floor);
    add(swatches, background);
    for (uint32_t i = 0; i < WEND_COUNT(on_floor); i++)
        add_steps(swatches, floor, wi_palette_colour(theme, on_floor[i]), 4);
    for (uint32_t i = 0; i < WEND_COUNT(on_background); i++)
        add_steps(swatches, background, wi_palette_colour(theme, on_background[i]), 5);
}

// A body, its outline and the mark of its heading.
static void add_body(wi_swatches *swatches, wi_colour floor, wi_colour colour, uint32_t steps) {
    add_steps(swatches, floor, colour, steps);
    add(swatches, wi_colour_mix(colour, 0x000000ff, 0.35));
    if (steps > 1) add(swatches, wi_colour_mix(colour, 0xffffffff, 0.85));
}

wi_swatches *wi_swatches_make(wi_theme theme) {
    wi_swatches *swatches = calloc(1, sizeof *swatches);
    if (!swatches) return NULL;
    wi_colour floor = wi_palette_colour(theme, "floor");
    add_theme(swatches, theme);
    for (uint32_t i = 0; i < wi_palette_category_count(); i++) add_body(swatches, floor, wi_palette_category(i), 4);
    for (uint32_t i = 0; i < RAMP_STEPS; i++)
        add_body(swatches, floor, wi_palette_ramp((double)i / (RAMP_STEPS - 1)), 1 + i % 2);
    for (uint32_t i = 1; i < HEAT_STEPS; i++) {
        wi_colour heat = wi_palette_heat((double)i / (HEAT_STEPS - 1));
        add(swatches, wi_colour_mix(floor, heat | 0xff, (heat & 0xff) / 255.0));
    }
    while (swatches->count < SWATCHES) add(swatches, floor);
    for (size_t i = 0; i < KEYS; i++) swatches->nearest[i] = -1;
    return swatches;
}

void wi_swatches_free(wi_swatches *swatches) { free(swatches); }

const uint32_t *wi_swatches_table(const wi_swatches *swatches) { return swatches->table; }

static int32_t distance(uint32_t a, uint32_t b) {
    int32_t sum = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8) {
        int32_t apart = (int32_t)(a >> shift & 0xff) - (int32_t)(b >> shift & 0xff);
        sum += apart * apart;
    }
    return sum;
}

static int16_t find_nearest(const wi_swatches *swatches, uint32_t pixel) {
    int32_t least = INT32_MAX;
    int16_t nearest = 0;
    for (uint32_t i = 0; i < SWATCHES; i++) {
        int32_t apart = distance(swatches->table[i], pixel);
        if (apart >= least) continue;
        least = apart;
        nearest = (int16_t)i;
    }
    return nearest;
}

void wi_swatches_match(wi_swatches *swatches, const uint32_t *pixel, uint32_t count, uint8_t *index) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = (pixel[i] >> 18 & 0x3f) << 12 | (pixel[i] >> 10 & 0x3f) << 6 | (pixel[i] >> 2 & 0x3f);
        if (swatches->nearest[key] < 0) swatches->nearest[key] = find_nearest(swatches, pixel[i]);
        index[i] = (uint8_t)swatches->nearest[key];
    }
}
