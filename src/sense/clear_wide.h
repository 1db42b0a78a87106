// Pairs of bodies that plainly do not overlap by more than a depth, one pair to a lane: wi_outline_clear in float; and how
// far the others do. What is not plain is left to shape.c.
#ifndef WI_CLEAR_WIDE_H
#define WI_CLEAR_WIDE_H

#include "sense/ellipse_overlap_wide.h"
#include "sense/shape_wide.h"

#define CLEAR_LOOKS 6
#define CLEAR_MARGIN 4e-5f // m: more than wi_outline_gap and the sums here may be off by

// An ellipse or a disc; a box is the disc about it.
typedef struct clear_body {
    wide x, y, heading_x, heading_y, half_length, half_width;
    wide_mask box;
} clear_body;

WI_INLINE clear_body read_clear_body(const wend_view *now, const int32_t row[WI_LANES]) {
    float x[WI_LANES], y[WI_LANES];
    for (uint32_t i = 0; i < WI_LANES; i++) x[i] = now->x[row[i]], y[i] = now->y[row[i]];
    wide form[4], motion[4];
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide_mask box = wide_boxes(now, row);
    return (clear_body){wide_load(x),
                        wide_load(y),
                        motion[2],
                        motion[3],
                        wide_select(box, form[0], form[1]),
                        wide_select(box, form[0], form[2]),
                        box};
}

WI_INLINE wide reach_of_body(const clear_body *body, wide nx, wide ny) {
    wide along = body->half_length * (nx * body->heading_x + ny * body->heading_y);
    wide across = body->half_width * (body->heading_x * ny - body->heading_y * nx);
    return wide_sqrt(along * along + across * across);
}

// The lanes whose bodies a and b are seen to overlap by less than `depth` (m) on the line between their centres. That
// is most of those that are clear.
WI_INLINE wide_mask clear_between(const clear_body *a, const clear_body *b, float depth) {
    wide px = b->x - a->x, py = b->y - a->y, d = wide_sqrt(px * px + py * py);
    wide per = wide_of(1.0f) / wide_max(d, wide_of(1e-20f)), nx = px * per, ny = py * per;
    return wide_less(wide_of(CLEAR_MARGIN - depth), d - (reach_of_body(a, nx, ny) + reach_of_body(b, nx, ny)));
}

// Takes off what a body reaches in the direction n, and its point there.
WI_INLINE void take_off(const clear_body *body, wide nx, wide ny, wide *gap, wide *x, wide *y) {
    wide hx = body->heading_x, hy = body->heading_y, a = body->half_length, b = body->half_width;
    wide along = a * (nx * hx + ny * hy), across = b * (hx * ny - hy * nx);
    wide reach = wide_sqrt(along * along + across * across), per = wide_of(1.0f) / wide_max(reach, wide_of(1e-20f));
    along = a * along * per, across = b * across * per;
    *gap = *gap - reach;
    *x = *x - (along * hx - across * hy);
    *y = *y - (along * hy + across * hx);
}

// The same in directions from the nearest points seen yet.
WI_INLINE wide_mask clear_beside(const clear_body *a, const clear_body *b, float depth) {
    const wide least = wide_of(CLEAR_MARGIN - depth), tiny = wide_of(1e-20f);
    wide px = b->x - a->x, py = b->y - a->y, d = wide_sqrt(px * px + py * py);
    wide per = wide_of(1.0f) / wide_max(d, tiny), nx = px * per, ny = py * per;
    wide_mask clear = wide_first(0);
    for (int i = 0; i < CLEAR_LOOKS; i++) {
        wide gap = nx * px + ny * py, x = px, y = py;
        take_off(a, nx, ny, &gap, &x, &y);
        take_off(b, nx, ny, &gap, &x, &y);
        clear = clear | wide_less(least, gap);
        if (!wide_any(wide_and_not(wide_first(WI_LANES), clear))) break;
        x = x + d * nx, y = y + d * ny;
        per = wide_of(1.0f) / wide_max(wide_sqrt(x * x + y * y), tiny);
        nx = x * per, ny = y * per;
    }
    return clear;
}

WI_INLINE wide_mask is_round(const clear_body *body) {
    return wide_int_equal(wide_bits(body->half_length), wide_bits(body->half_width));
}

WI_INLINE wide_ellipse ellipse_of_body(const clear_body *body) {
    return wide_ellipse_of(body->half_length, body->half_width, body->heading_x, body->heading_y);
}

// The lanes whose bodies are an ellipse and an ellipse or a disc, of which overlap_of knows how far they overlap.
WI_INLINE wide_mask overlap_known(const clear_body *a, const clear_body *b) {
    wide_ellipse of_a = ellipse_of_body(a), of_b = ellipse_of_body(b);
    return wide_and_not(is_stout(&of_a) & is_stout(&of_b), a->box | b->box | (is_round(a) & is_round(b)));
}

// How far they do (m).
WI_INLINE wide overlap_of(const clear_body *a, const clear_body *b) {
    const wide zero = wide_of(0.0f);
    wide_meeting at_rest = {ellipse_of_body(a), ellipse_of_body(b), b->x - a->x, b->y - a->y, zero, zero, zero};
    return -ellipse_way_out(&at_rest, wide_of(1.0f)).outside;
}

#endif
