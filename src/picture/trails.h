// The ways that agents have come.
#ifndef WI_TRAILS_H
#define WI_TRAILS_H

#include "picture/canvas.h"
#include "picture/colouring.h"

typedef struct wi_trails {
    double window;  // s that a trail reaches back; INFINITY: all of it
    double spacing; // m: points nearer than this to the one before are left out
    wi_memory memory;
    wi_map trail_of; // id -> index + 1
    struct wi_trail *trail;
    uint32_t count, capacity;
} wi_trails;

wi_trails wi_trails_of(double window, double spacing);
void wi_trails_free(wi_trails *trails);

// Everybody as recorded, frame after frame; false without memory. Who was missing for longer than `period` begins anew.
bool wi_trails_add(wi_trails *trails, const wi_shot *shot, double period);

// Those of a level up to `time`; with a window they fade towards their beginning.
void wi_draw_trails(const wi_canvas *canvas, const wi_view *view, const wi_colouring *colouring, wi_trails *trails,
                    uint32_t level, double time);

#endif
