// What the parts of the model `orca` share with each other and with models that build on it.
#ifndef WI_ORCA_H
#define WI_ORCA_H

#include "wend/model.h"

#include <stddef.h>

typedef struct orca_params {
    float horizon, obstacle_horizon;
    float neighbour_distance, max_neighbours;
    float optimise_about;
    float acceleration, turning;
    float side_bias, give_ground;
    float crowd_horizon;
} orca_params;

#define WI_ORCA_ROW(field, unit, meaning, min, max, initial, choices) \
    { #field, unit, meaning, min, max, initial, offsetof(orca_params, field), choices }

// Rows for the tables of models whose parameters begin with an orca_params: what an agent looks at (with the
// initial horizon and distance, and the most others that the model can mind), and what dissolves deadlocks.
#define WI_ORCA_LOOK(ahead, far, most)                                                                                \
    WI_ORCA_ROW(horizon, "s", "how far ahead agents look for each other", 0.05f, 30.0f, ahead, NULL),                 \
        WI_ORCA_ROW(obstacle_horizon, "s", "how far ahead agents look for walls", 0.05f, 30.0f, 1.0f, NULL),          \
        WI_ORCA_ROW(neighbour_distance, "m", "agents farther away than this are not seen", 0.1f, 100.0f, far, NULL),  \
        WI_ORCA_ROW(max_neighbours, "count", "how many of the nearest agents are avoided", 0.0f, most, 10.0f, NULL),  \
        WI_ORCA_ROW(optimise_about, "", "the velocity near which each leaves the other the most freedom", 0.0f, 2.0f, \
                    0.0f, wi_orca_about_choices)
#define WI_ORCA_MANNERS                                                                                            \
    WI_ORCA_ROW(side_bias, "rad",                                                                                  \
                "turn of the preferred velocity to the right while others are in view, so that nobody stands "     \
                "face to face for ever",                                                                           \
                -0.2f, 0.2f, 0.01f, NULL),                                                                         \
        WI_ORCA_ROW(give_ground, "",                                                                               \
                    "share of its time in which one who stands before others steps back, so that no ring of them " \
                    "stands for ever",                                                                             \
                    0.0f, 1.0f, 0.05f, NULL)

// 0.5 s is as long as a step takes.
#define WI_ORCA_CROWD                                                                                                 \
    WI_ORCA_ROW(crowd_horizon, "s",                                                                                   \
                "how far ahead agents look for each other at least in a crowd that stands: as long as it would take " \
                "to the fourth nearest; 0: as far as ever",                                                           \
                0.0f, 30.0f, 0.5f, NULL)

extern const char *const wi_orca_about_choices[4];

enum { ORCA_ABOUT_CURRENT, ORCA_ABOUT_PREFERRED, ORCA_ABOUT_ZERO };

// The kernel, once for each instruction set.
typedef void wi_orca_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_orca_kernel wi_orca_steer_isa0, wi_orca_steer_isa1, wi_orca_steer_isa2;

#endif
