// The 256 colours of a GIF: those of the palette, and the steps between each of them and what it is drawn on.
#ifndef WI_SWATCHES_H
#define WI_SWATCHES_H

#include "picture/palette.h"

typedef struct wi_swatches wi_swatches;

wi_swatches *wi_swatches_make(wi_theme theme); // NULL without memory
void wi_swatches_free(wi_swatches *swatches);  // NULL is fine

const uint32_t *wi_swatches_table(const wi_swatches *swatches); // 256 times 0xffrrggbb

// The nearest swatch for each of `count` pixels (0x..rrggbb).
void wi_swatches_match(wi_swatches *swatches, const uint32_t *pixel, uint32_t count, uint8_t *index);

#endif
