// When ellipses that go on as they do will touch: what turn_touch.c does for one pair, for a lane-full of them.
#include "steer/turn_pairs_wide.h"

// The lanes on their way to the touch.
typedef struct wide_advance {
    wide_two two; // as they are at the beginning
    wide_vec w, n;
    wide within;
    wide time, last; // the gap before, where they were not apart
    wide_mask moving;
} wide_advance;

static void advance(wide_advance *of) {
    const wide never = wide_of(__builtin_inff()), zero = wide_of(0.0f);
    wide_two then = of->two;
    then.p = (wide_vec){of->two.p.x - of->time * of->w.x, of->two.p.y - of->time * of->w.y};
    wide_gap gap = gap_from(&then, of->n, WI_TOUCH_LOOKS);
    wide approach = gap.n.x * of->w.x + gap.n.y * of->w.y;
    wide_mask apart = wide_less_equal(wide_of(WI_TOUCH), gap.apart);
    wide_mask settled = wide_less(gap.apart - of->last, wide_of(WI_TOUCH_SETTLED));
    wide_mask parting = of->moving & wide_and_not(apart | settled, wide_less(zero, approach));
    wide_mask onwards = wide_and_not(of->moving & apart, parting);
    of->time = wide_select(parting, never, wide_select(onwards, of->time + gap.apart / approach, of->time));
    of->moving = wide_and_not(of->moving, parting | wide_and_not(settled, apart));
    of->moving = of->moving & wide_less_equal(of->time, of->within) & wide_less(of->time - of->time, wide_of(1.0f));
    of->last = wide_select(apart, -never, gap.apart);
    of->n = gap.n;
}

static void find_touches(wi_pairs *of, uint32_t from) {
    const wide zero = wide_of(0.0f);
    wide_advance on = {.two = read_two(of, from),
                       .w = {read_field(of, WI_TOUCH_VX, from), read_field(of, WI_TOUCH_VY, from)},
                       .within = read_field(of, WI_TOUCH_WITHIN, from),
                       .time = zero,
                       .last = wide_of(-__builtin_inff()),
                       .moving = wide_first(WI_LANES)};
    on.n = wide_unit(on.two.p, (wide_vec){wide_of(1.0f), zero});
    for (int i = 0; i < WI_TOUCH_ADVANCES && wide_any(on.moving); i++) advance(&on);
    wide_store(of->field[WI_TOUCH_TIME] + from, on.time);
}

void WI_WIDE(wi_turn_touches)(wi_pairs *touches) {
    for (uint32_t i = 0; i < touches->count; i += WI_LANES) find_touches(touches, i);
}
