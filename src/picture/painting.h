// A whole picture, from its background to its legend.
#ifndef WI_PAINTING_H
#define WI_PAINTING_H

#include "picture/canvas.h"
#include "picture/colouring.h"
#include "picture/heat.h"
#include "picture/trails.h"

typedef struct wi_painting {
    const wi_picture_options *options;
    wi_film film;
    wi_layout layout;
    wi_colouring colouring;
    wi_heat heat;     // all zero without
    wi_trails trails; // window 0: none
    uint32_t level;   // of the first panel
    wi_shot shot;     // what is shown
    uint32_t *scratch;
    uint32_t scratch_room;
    double from, until; // s
} wi_painting;

// Opens a recording and decides what goes where; reads it twice more if there is a map of density. `options` must outlive
// the painting. `width` where the options say none.
wend_result wi_painting_open(const char *recording, const wi_picture_options *options, uint32_t width,
                             wi_painting *painting, wend_error *error);
void wi_painting_close(wi_painting *painting);

// Background, floor, heat, walls, and doors as they are at that time; and whether it is another ground at a later time.
void wi_paint_ground(const wi_painting *painting, cairo_t *cairo, double time);
bool wi_ground_changes(const wi_painting *painting, double time, double later);

// Everybody at that time, on the ground. Times must rise from call to call.
wend_result wi_paint_at(wi_painting *painting, cairo_t *cairo, double time, wend_error *error);

// Everybody at as many times as the options say, on the ground.
wend_result wi_paint_lapse(wi_painting *painting, cairo_t *cairo, wend_error *error);

#endif
