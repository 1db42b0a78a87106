// What the lines of walls ask of a body: a disc, or an ellipse. Both are the same seen from behind, so that the body at
// the agent's place meets a wall where its image about an end of the wall holds the agent's centre.
#ifndef WI_WALL_BODY_H
#define WI_WALL_BODY_H

#include "steer/ellipse_obstacle.h"

typedef struct wi_wall_body {
    float radius; // of the disc, or of the one that holds the ellipse
    bool elliptic;
    wi_ellipse shape; // where it is
} wi_wall_body;

static inline wi_wall_body wi_wall_disc(float radius) { return (wi_wall_body){.radius = radius}; }
wi_wall_body wi_wall_ellipse(wi_ellipse shape);

// How far it reaches in the direction of a unit vector.
static inline float wi_wall_body_reach(const wi_wall_body *body, wend_vec n) {
    return body->elliptic ? wi_ellipse_reach(body->shape, n) : body->radius;
}

// The point of its outline whose outward normal is n, less what lies along n.
wend_vec wi_wall_body_shift(const wi_wall_body *body, wend_vec n);

// The outward normal of its outline, scaled, at the point nearest to q; `otherwise` where all points are.
wend_vec wi_wall_body_normal(const wi_wall_body *body, float scale, wend_vec q, wend_vec otherwise);

// The normal of the line through 0 that touches the body about `end` on a side (1 left, -1 right of the way to it).
wend_vec wi_wall_body_leg(const wi_wall_body *body, wend_vec end, float side);

// A place as it is after squeezing the plane so that the body becomes round, with the radius wi_wall_body_round: then
// distances tell what touches it.
wend_vec wi_wall_body_squeeze(const wi_wall_body *body, wend_vec at);
static inline float wi_wall_body_round(const wi_wall_body *body) { return body->elliptic ? 1.0f : body->radius; }

#endif
