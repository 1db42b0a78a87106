#include "ellipse_samples.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

double sample_number(uint64_t number, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, number, 0, purpose, 0);
}

wend_vec sample_direction(double angle) { return wi_vec((float)cos(angle), (float)sin(angle)); }

void sample_settle(body *one) {
    one->is = wi_ellipse_of(one->along, one->across, one->heading);
    wi_dvec heading = wi_dvec_of(one->heading);
    one->oracle = (oracle_body){(double)one->along, (double)one->across, heading / wi_dlength(heading)};
}

body sample_body(uint64_t number, uint32_t purpose) {
    double most = 0.05 * pow(40.0, sample_number(number, purpose, 0.0, 1.0)),
           least = most / sample_number(number, purpose + 1, 1.0, 4.0);
    bool upright = sample_number(number, purpose + 2, 0.0, 1.0) < 0.7; // people are wider than deep
    body one = {.along = (float)(upright ? least : most), .across = (float)(upright ? most : least)};
    one.heading = sample_direction(sample_number(number, purpose + 3, -ORACLE_PI, ORACLE_PI));
    one.velocity = wi_scale((float)sample_number(number, purpose + 4, 0.0, 2.0),
                            sample_direction(sample_number(number, purpose + 5, -ORACLE_PI, ORACLE_PI)));
    sample_settle(&one);
    return one;
}

// How far apart the two touch if b lies that way from a.
static double touching_distance(const sample *s, wi_dvec way) {
    oracle_frame frame = oracle_frame_of(s->a.oracle, s->b.oracle);
    double low = fmin(s->a.oracle.along, s->a.oracle.across), high = fmax(s->a.oracle.along, s->a.oracle.across);
    low += fmin(s->b.oracle.along, s->b.oracle.across), high += fmax(s->b.oracle.along, s->b.oracle.across);
    for (int i = 0; i < 30; i++) {
        double middle = 0.5 * (low + high);
        if (oracle_clearance(&frame, middle * way) > 0.0)
            high = middle;
        else
            low = middle;
    }
    return high;
}

void sample_place(sample *s, uint64_t number) {
    double angle = sample_number(number, 30, -ORACLE_PI, ORACLE_PI);
    wi_dvec way = {cos(angle), sin(angle)};
    double touch = touching_distance(s, way), distance = touch;
    switch (number % PLACES) {
    case FAR:
        distance += sample_number(number, 31, 1.0, 10.0);
        break;
    case NEAR:
        distance += sample_number(number, 31, 0.0, 1.0);
        break;
    case NEARLY_TOUCHING:
        distance += pow(10.0, sample_number(number, 31, -5.0, -1.0)) * (number % 8 < 4 ? 1.0 : -1.0);
        break;
    default:
        distance *= sample_number(number, 31, 0.0, 1.0);
    }
    s->p = wi_dvec_float(distance * way);
}

void sample_draw(sample *s, uint64_t number) {
    *s = (sample){.a = sample_body(number, 0), .b = sample_body(number, 10)};
    s->horizon = (float)sample_number(number, 20, 0.3, 4.0);
    s->step = (float)sample_number(number, 21, 0.01, 0.1);
    if (number % 16 == 3) s->b.is = s->a.is, s->b.oracle = s->a.oracle; // alike
    sample_place(s, number);
    s->w = wi_sub(s->a.velocity, s->b.velocity);
}

wi_halfplane face_exact(const sample *s) { return wi_ellipse_face(s->p, s->a.is, s->b.is, s->horizon, s->step, s->w); }

wi_halfplane face_polygon(const sample *s) {
    return wi_ellipse_polygon_face(s->p, s->a.is, s->b.is, s->horizon, s->step, s->w, NULL);
}

sample seen_from_b(const sample *s) {
    sample other = *s;
    other.a = s->b, other.b = s->a;
    other.p = wi_scale(-1.0f, s->p), other.w = wi_scale(-1.0f, s->w);
    return other;
}

void fail_case(uint64_t number, const char *what) {
    print_message("seed %u, case %llu: %s\n", SEED, (unsigned long long)number, what);
    fail();
}

int make_table(void **state) {
    static tabled all;
    all.memory = wi_memory_from((wend_allocator){0});
    all.table = wi_ellipse_table_empty();
    for (uint32_t i = 0; i < SIZES; i++) {
        body one = sample_body(i, 40);
        wi_ellipse_table_add(&all.table, &all.memory, (wi_ellipse_size){one.along, one.across, 0});
    }
    *state = &all;
    return all.table.size_count == SIZES ? 0 : -1;
}

int free_table(void **state) {
    tabled *all = *state;
    wi_ellipse_table_free(&all->table, &all->memory);
    return all->memory.bytes == 0 ? 0 : -1;
}

static wi_tabled give_size(const wi_ellipse_table *table, body *one, double which) {
    wi_ellipse_size size = table->size[(uint32_t)which];
    one->along = size.along, one->across = size.across;
    sample_settle(one);
    return (wi_tabled){size, one->heading};
}

void draw_tabled(const tabled *all, tabled_pair *pair, uint64_t number) {
    sample_draw(&pair->s, number);
    pair->a = give_size(&all->table, &pair->s.a, sample_number(number, 50, 0.0, SIZES - 0.001));
    pair->b = give_size(&all->table, &pair->s.b, sample_number(number, 51, 0.0, SIZES - 0.001));
    sample_place(&pair->s, number);
}

wi_halfplane face_table(const tabled *all, const tabled_pair *pair) {
    const sample *s = &pair->s;
    return wi_ellipse_table_face(&all->table, s->p, pair->a, pair->b, s->horizon, s->step, s->w, NULL);
}
