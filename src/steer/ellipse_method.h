// The ways to find the half-plane of two elliptical agents, behind one function: what the parameter `method` chooses.
#ifndef WI_ELLIPSE_METHOD_H
#define WI_ELLIPSE_METHOD_H

#include "steer/ellipse_table.h"
#include "wend/world.h"

enum {
    EORCA_EXACT,
    EORCA_TABLE,   // polygons whose sums are made beforehand
    EORCA_POLYGON, // all sums are made as needed: the paper's method without precomputation
    EORCA_SWEPT,   // as the table, of bodies swept by all that they may turn in a step
};
extern const char *const wi_ellipse_method_choices[5];

// What is asked: bodies a and b at the relative position p, of relative velocity w (see wi_ellipse_face).
typedef struct wi_ellipse_meeting {
    uint32_t row_a, row_b;
    wi_ellipse a, b;
    wend_vec p, w;
    float horizon;
} wi_ellipse_meeting;

// Of pairs with a box, whatever the method, by the true box; and exactly where polygons overlap although the bodies
// may not. *fits is true if it leaves room for whatever the two turn in the step.
wi_halfplane wi_ellipse_method_face(const wend_view *now, uint32_t method, const wi_ellipse_meeting *of, bool *fits);

// Makes the sums that a row needs which is new or has changed, if it or anybody goes by the table. Not during a step.
void wi_ellipse_method_note(wend_world *world, uint32_t row);

#endif
