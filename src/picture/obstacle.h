// A drawing of how two elliptical agents avoid each other: where they are, the velocities of one relative to the other
// that lead to contact, and what each may choose.
#ifndef WI_PICTURE_OBSTACLE_H
#define WI_PICTURE_OBSTACLE_H

#include "sense/ellipse.h"

typedef struct wi_avoider {
    float along, across; // semi-axes, m: along the heading and across it
    float heading;       // rad
    wend_vec at;         // m
    wend_vec velocity;   // m/s
} wi_avoider;

typedef struct wi_encounter {
    wi_avoider a, b;
    float horizon, step; // s
    bool table;          // compare with the table of polygons
} wi_encounter;

// Two people of the seed's size who walk towards each other.
wi_encounter wi_encounter_default(void);

// Refuses numbers that are out of range.
wend_result wi_encounter_check(const wi_encounter *of, wend_error *error);

// Writes an SVG, which suits light and dark pages.
wend_result wi_encounter_draw(const wi_encounter *of, const char *path, wend_error *error);

#endif
