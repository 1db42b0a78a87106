// Drawn pairs of ellipses in all sizes, headings and places, for tests of their half-planes.
#ifndef ELLIPSE_SAMPLES_H
#define ELLIPSE_SAMPLES_H

#include "ellipse_oracle.h"
#include "steer/ellipse_obstacle.h"
#include "steer/ellipse_table.h"

#define SEED 2018u
#define SIZES 8
#define ROUNDING 2e-5 // m: of bodies to 2 m and places to 20 m in float

double sample_number(uint64_t number, uint32_t purpose, double low, double high);
wend_vec sample_direction(double angle);

typedef struct body {
    float along, across;
    wend_vec heading, velocity;
    wi_ellipse is;
    oracle_body oracle;
} body;

typedef struct sample {
    body a, b;
    wend_vec p, w;
    float horizon, step;
} sample;

// The number of a sample, modulo PLACES, says how far apart the two are.
enum { FAR, NEAR, NEARLY_TOUCHING, OVERLAPPING, PLACES };

body sample_body(uint64_t number, uint32_t purpose);
void sample_draw(sample *s, uint64_t number);

// After a change of axes: what follows from them, and a place of the same kind.
void sample_settle(body *one);
void sample_place(sample *s, uint64_t number);

sample seen_from_b(const sample *s);

wi_halfplane face_exact(const sample *s);
wi_halfplane face_polygon(const sample *s);

void fail_case(uint64_t number, const char *what);

// The table has bodies of few sizes, in all headings.
typedef struct tabled {
    wi_memory memory;
    wi_ellipse_table table;
} tabled;

// Of a group of tests, whose state is a `tabled`.
int make_table(void **state);
int free_table(void **state);

typedef struct tabled_pair {
    sample s;
    wi_tabled a, b;
} tabled_pair;

void draw_tabled(const tabled *all, tabled_pair *pair, uint64_t number);
wi_halfplane face_table(const tabled *all, const tabled_pair *pair);

#endif
