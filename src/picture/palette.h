// The viewer's colours (viewer/palette.json) for pictures and reports.
#ifndef WI_PALETTE_H
#define WI_PALETTE_H

#include "wend/base.h"

typedef uint32_t wi_colour; // 0xrrggbbaa

typedef enum wi_theme { WI_LIGHT, WI_DARK } wi_theme;

// "wall", "floor", "text", ... A name that is not in palette.json is a programmer's mistake and gives a loud magenta.
wi_colour wi_palette_colour(wi_theme theme, const char *name);

// One colour for each thing of a kind; they begin again after wi_palette_category_count().
wi_colour wi_palette_category(uint32_t index);
uint32_t wi_palette_category_count(void);

// From the lowest value at 0 to the highest at 1, beyond which they stay. Not a number is grey in a ramp, nothing in heat.
wi_colour wi_palette_ramp(double share);
wi_colour wi_palette_heat(double share); // begins transparent

// Between two colours; a transparent one lends no hue.
wi_colour wi_colour_mix(wi_colour a, wi_colour b, double share);

// The same colour, its opacity times `share`.
wi_colour wi_colour_fade(wi_colour colour, double share);

// "#rrggbb", or "#rrggbbaa" where it is not opaque: as CSS and SVG write it.
const char *wi_colour_text(wi_colour colour, char text[10]);

#endif
