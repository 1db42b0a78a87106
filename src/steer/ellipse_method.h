// The ways to find the half-plane of two elliptical agents, behind one function: what the parameter `method` chooses.
#ifndef WI_ELLIPSE_METHOD_H
#define WI_ELLIPSE_METHOD_H

#include "steer/ellipse_table.h"

enum {
    EORCA_EXACT,
    EORCA_TABLE, // polygons whose sums were made with the scene; those of sizes that no profile has are made as needed
    EORCA_POLYGON, // all sums are made as needed: the paper's method without precomputation
};
extern const char *const wi_ellipse_method_choices[4];

// What is asked: bodies a and b at the relative position p, of relative velocity w (see wi_ellipse_face).
typedef struct wi_ellipse_meeting {
    uint32_t row_a, row_b;
    wi_ellipse a, b;
    wend_vec p, w;
    float horizon;
} wi_ellipse_meeting;

wi_halfplane wi_ellipse_method_face(const wend_view *now, uint32_t method, const wi_ellipse_meeting *of);

// Makes the table of the profiles' sizes if one of their models lets choose the method. False without memory.
bool wi_ellipse_method_prepare(wend_scene *scene);

#endif
