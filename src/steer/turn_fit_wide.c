// The headings with which bodies fit into the room that they have, and how far they get in a step: wi_turn_for_gap and
// wi_turn_limited for a lane-full of bodies at a time, with the same bits. One by one half of the time went into branches
// that are taken as often as not.
#include <float.h>

#include "steer/ellipse_gap_wide.h"
#include "steer/turn_fit.h"

// How bodies lie, and the fields of wi_fit.
typedef struct wide_fit {
    wide_vec heading, through, wish;
    wide a, b, width, least_cosine, cosine, sine;
} wide_fit;

static void read_fits(const wend_view *now, const wi_fits *of, uint32_t from, wide_fit *fit) {
    wide form[4], motion[4], field[8]; // .., half_length, half_width, ..; .., heading
    int32_t which[WI_LANES];
    wide_int_store(which, wide_lane_numbers() + (int32_t)from);
    wide_read_quads((const float(*)[4])(const void *)now->form, of->row + from, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, of->row + from, motion);
    wide_read_records((const float(*)[8])(const void *)of->fit, which, field);
    *fit = (wide_fit){.heading = {motion[2], motion[3]},
                      .through = {field[0], field[1]},
                      .wish = {field[2], field[3]},
                      .a = form[1],
                      .b = form[2],
                      .width = field[4],
                      .least_cosine = field[5],
                      .cosine = field[6],
                      .sine = field[7]};
}

WI_INLINE wide along(wide_vec a, wide_vec b) { return a.x * b.x + a.y * b.y; }
WI_INLINE wide beside(wide_vec a, wide_vec b) { return a.x * b.y - a.y * b.x; }

WI_INLINE wide_vec turned(wide_vec a, wide cosine, wide sine) {
    return (wide_vec){cosine * a.x - sine * a.y, sine * a.x + cosine * a.y};
}

WI_INLINE wide negated(wide a, wide_mask lanes) { return wide_select(lanes, -a, a); }

// The headings that fit are those within an angle of the narrowest one and of its opposite: see headings_that_fit,
// within_reach and nearest_among in turn.c.
static wide_vec fitting(const wide_fit *of) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide a2 = of->a * of->a, b2 = of->b * of->b, least = wide_min(a2, b2),
         half = wide_of(0.5f) * wide_max(of->width, zero);
    wide share = wide_clamp((half * half - least) / (wide_max(a2, b2) - least), zero, one);
    wide cosine = wide_sqrt(one - share), sine = wide_sqrt(share);
    wide_vec middle = wide_vec_select(wide_less(a2, b2), (wide_vec){-of->through.y, of->through.x}, of->through);
    wide ahead = along(middle, of->heading), aside = beside(middle, of->heading);
    wide_mask fits = wide_less_equal(cosine, wide_abs(ahead)), behind = wide_less(ahead, zero);
    wide_mask tie = wide_and_not(wide_less(wide_abs(ahead), wide_of(WI_TURN_TIE)), fits);
    wide_mask opposite = (tie & wide_less(zero, aside)) | wide_and_not(behind, tie);
    middle = (wide_vec){negated(middle.x, opposite), negated(middle.y, opposite)};
    wide_mask left = wide_less(zero, beside(middle, wide_vec_select(fits, of->wish, of->heading)));
    wide_mask granted =
        wide_less(wide_of(FLT_MAX), of->width) | (fits & wide_less_equal(cosine, along(middle, of->wish)));
    return wide_vec_select(granted, of->wish, turned(middle, cosine, wide_select(left, sine, -sine)));
}

// See wi_turn_limited.
static wide_vec limited(const wide_fit *of, wide_vec wish) {
    const wide zero = wide_of(0.0f);
    wide cosine = along(of->heading, wish), sine = beside(of->heading, wish);
    wide least = wide_select(wide_less(cosine, zero), wide_of(-WI_TURN_TIE), zero);
    wide_vec part = turned(of->heading, of->cosine, negated(of->sine, wide_less(sine, least)));
    return wide_vec_select(wide_less_equal(of->least_cosine, cosine), wish, wide_unit(part, of->heading));
}

void WI_WIDE(wi_turn_fits)(const wend_view *now, wi_fits *of) {
    for (uint32_t i = 0; i < of->count; i += WI_LANES) {
        wide_fit fit;
        read_fits(now, of, i, &fit);
        wide_vec heading = limited(&fit, fitting(&fit));
        wide_store(of->heading_x + i, heading.x);
        wide_store(of->heading_y + i, heading.y);
    }
}
