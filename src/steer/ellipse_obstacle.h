// The velocity obstacle of two ellipses, exactly, for one pair at a time; for many at once see ellipse_wide.h.
//
// With h_a and h_b the reach of either body in the direction of a unit vector n (ellipse.h) and p leading from a to b,
// velocity_obstacle.h holds word for word if the combined radius is h_a(n) + h_b(n):
//
//     F(w) = max over { n : g(n) <= 0 } of n.w - g(n)/tau,      g(n) = n.p + h_a(n) + h_b(n).
//
// Every n with g(n) <= 0 supports the obstacle, so a search that stops early costs freedom, never safety.
#ifndef WI_ELLIPSE_OBSTACLE_H
#define WI_ELLIPSE_OBSTACLE_H

#include "sense/ellipse.h"
#include "steer/velocity_obstacle.h"

// The half-plane of a relative velocity w = v_a - v_b for bodies at the relative position p = p_b - p_a (m). Bodies that
// overlap part within the time step. Exchanging the agents (p and w negated, a and b swapped) negates the normal and
// keeps the distance, exactly; where p and w are both 0 nothing tells the two apart: see wi_vo_part.
wi_halfplane wi_ellipse_face(wend_vec p, wi_ellipse a, wi_ellipse b, float horizon, float step, wend_vec w);

// The signed gap (m) between the outlines: their distance, or, negative, the smallest move that parts them.
float wi_ellipse_gap(wend_vec p, wi_ellipse a, wi_ellipse b);

// The outward normal of an ellipse about 0 at the point of its outline nearest to q.
wend_vec wi_ellipse_normal(wi_ellipse e, wend_vec q);

#endif
