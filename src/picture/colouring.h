// Which colour an agent has, and what the legend says about it.
#ifndef WI_COLOURING_H
#define WI_COLOURING_H

#include "picture/film.h"
#include "picture/picture.h"

typedef struct wi_colouring {
    wi_colour_by by; // never WI_BY_KIND
    double top;      // of the scale
    const char *unit;
    const wi_film *film;
    uint32_t *kind_of_profile; // WI_BY_MODEL: profiles of one model share a colour
    const char **model;        // by kind
    uint32_t models;
} wi_colouring;

// False without memory. What a recording does not tell falls back to plain.
bool wi_colouring_make(wi_colour_by by, const wi_film *film, wi_colouring *colouring);
void wi_colouring_free(wi_colouring *colouring);

wi_colour wi_colouring_of(const wi_colouring *colouring, const wi_figure *figure, double time);

// How many names may have a colour of their own, 0 for a scale and where all are alike; and the name, "" where it has
// none, or NULL where nobody of it is ever seen.
uint32_t wi_colouring_names(const wi_colouring *colouring);
const char *wi_colouring_name(const wi_colouring *colouring, uint32_t index);

// What a scale shows: "speed", "time to goal"; NULL where there is none.
const char *wi_colouring_scale(const wi_colouring *colouring);

#endif
