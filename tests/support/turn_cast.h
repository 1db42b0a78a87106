// A view made by hand: bodies that a test puts where it likes, before walls of a real scene.
#ifndef TURN_CAST_H
#define TURN_CAST_H

#include "steer/turn.h"
#include "support/stage.h"

enum { CAST_MOST = 32 };

typedef struct cast {
    stage on;
    wend_view view;
    wi_senses senses;
    float x[CAST_MOST], y[CAST_MOST];
    wend_motion motion[CAST_MOST];
    wend_pace pace[CAST_MOST];
    wend_form form[CAST_MOST];
    wend_role role[CAST_MOST];
    wend_body body[CAST_MOST];
    int32_t other[CAST_MOST];
    eorca_params set;
    eorca_memory memory;
} cast;

extern const eorca_params published; // the values of Best's table 2.4

#define HUMAN_DEPTH 0.149f
#define HUMAN_WIDTH 0.2286f

void cast_open(cast *c, const wend_obstacle *obstacles, uint32_t count);
void cast_close(cast *c);

// Puts a body; what it would prefer is what it does. Returns its row.
uint32_t cast_add(cast *c, wend_shape shape, double x, double y, double angle, wend_vec velocity);
uint32_t cast_add_human(cast *c, double x, double y, double angle, wend_vec velocity);

// Puts somebody at random, as far ahead of the first at most: an ellipse with semi-axes up to `most`, a disc as the second,
// a box as the third.
uint32_t cast_add_any(cast *c, uint64_t seed, uint32_t i, double most, double ahead, wend_vec velocity);

// All but the first row.
wi_others cast_others(const cast *c);

// The heading that the first one takes with a velocity, as people do; and after some steps in its place.
wend_vec cast_turn(cast *c, wend_vec velocity);
wend_vec cast_settle(cast *c, wend_vec velocity, int steps);

// The heading with which the first one fits.
wend_vec cast_fit(const cast *c);

// By how much a must turn to become b, counter-clockwise.
double degrees_between(wend_vec a, wend_vec b);

double draw(uint64_t seed, uint32_t what, double low, double high);

#endif
