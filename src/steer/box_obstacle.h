// The velocity obstacle of two bodies of which one is a box, or both are: from their polygons, which for a box is the box
// itself, and for an ellipse or disc a little more (ellipse_polygon.h).
#ifndef WI_BOX_OBSTACLE_H
#define WI_BOX_OBSTACLE_H

#include "steer/ellipse_polygon.h"

typedef struct wi_angular {
    bool box;            // else an ellipse
    float along, across; // m
    wend_vec heading;    // unit vector
} wi_angular;

// As wi_ellipse_face.
wi_halfplane wi_box_face(wend_vec p, wi_angular a, wi_angular b, float horizon, float step, wend_vec w);

#endif
