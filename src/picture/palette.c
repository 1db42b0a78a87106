#include "picture/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct palette_entry {
    const char *name;
    uint32_t rgba;
} palette_entry;

#include "palette_table.h"

#define MISSING 0xff00ffffu
#define UNKNOWN 0x8b94a5ffu

wi_colour wi_palette_colour(wi_theme theme, const char *name) {
    const palette_entry *entry = theme == WI_DARK ? palette_dark : palette_light;
    uint32_t count = theme == WI_DARK ? WEND_COUNT(palette_dark) : WEND_COUNT(palette_light);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(entry[i].name, name) == 0) return entry[i].rgba;
    return MISSING;
}

wi_colour wi_palette_category(uint32_t index) { return palette_categories[index % WEND_COUNT(palette_categories)]; }

uint32_t wi_palette_category_count(void) { return WEND_COUNT(palette_categories); }

static double channel(wi_colour colour, unsigned shift) { return (double)((colour >> shift) & 0xff); }

static uint32_t byte(double value, unsigned shift) {
    return (uint32_t)(value < 0.0 ? 0.0 : value > 255.0 ? 255.0 : value + 0.5) << shift;
}

// Channels count by opacity: from nothing to red there is pale red, not dark red.
wi_colour wi_colour_mix(wi_colour a, wi_colour b, double share) {
    double of_a = (1.0 - share) * channel(a, 0), of_b = share * channel(b, 0), opacity = of_a + of_b;
    if (!(opacity > 0.0)) return 0;
    wi_colour mixed = byte(opacity, 0);
    for (unsigned shift = 8; shift <= 24; shift += 8)
        mixed |= byte((of_a * channel(a, shift) + of_b * channel(b, shift)) / opacity, shift);
    return mixed;
}

static wi_colour between(const uint32_t *colours, uint32_t count, double share) {
    double at = fmin(fmax(share, 0.0), 1.0) * (count - 1);
    uint32_t low = (uint32_t)at;
    if (low > count - 2) low = count - 2;
    return wi_colour_mix(colours[low], colours[low + 1], at - low);
}

wi_colour wi_palette_ramp(double share) {
    return isnan(share) ? UNKNOWN : between(palette_ramp, WEND_COUNT(palette_ramp), share);
}

wi_colour wi_palette_heat(double share) {
    return isnan(share) ? 0 : between(palette_heat, WEND_COUNT(palette_heat), share);
}

wi_colour wi_colour_fade(wi_colour colour, double share) {
    return (colour & 0xffffff00u) | byte(share * channel(colour, 0), 0);
}

const char *wi_colour_text(wi_colour colour, char text[10]) {
    if ((colour & 0xff) == 0xff)
        (void)snprintf(text, 10, "#%06x", colour >> 8);
    else
        (void)snprintf(text, 10, "#%08x", colour);
    return text;
}
