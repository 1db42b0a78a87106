// Which of the others matter to bodies that think about turning: a lane-full of bodies at a time, one to a lane, and all
// of their others in turn.
#include "steer/ellipse_gap_wide.h"
#include "steer/turn.h"

// Those who ask, lane by lane, and the lists of their others.
typedef struct askers {
    const wi_turner *turner[WI_LANES];
    const int32_t *list[WI_LANES];
    uint32_t stride[WI_LANES], last[WI_LANES];
    wide_int others; // how many
    uint32_t count, most;
} askers;

static askers askers_of(const wi_turner *const *turners, uint32_t count) {
    static const int32_t nobody = 0;
    askers of = {.count = count};
    int32_t others[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of.turner[lane] = turners[lane < count ? lane : 0];
        uint32_t has = lane < count ? t->others.count : 0;
        of.list[lane] = has > 0 ? t->others.row : &nobody;
        of.stride[lane] = t->others.stride, of.last[lane] = has > 0 ? has - 1 : 0;
        others[lane] = (int32_t)has;
        if (has > of.most) of.most = has;
    }
    of.others = wide_int_load(others);
    return of;
}

// The others in one place of the lists. Returns the lanes that have one.
WI_INLINE wide_mask others_at(const askers *of, uint32_t place, int32_t row[WI_LANES]) {
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        uint32_t at = place < of->last[lane] ? place : of->last[lane];
        row[lane] = of->list[lane][(size_t)at * of->stride[lane]];
    }
    return wide_int_less(wide_int_of((int32_t)place), of->others);
}

// Bits for places in the lists, lane by lane.
typedef struct marks {
    wide_int low, high;
} marks;

WI_INLINE void mark(marks *of, uint32_t place, wide_mask lanes) {
    wide_int *half = place < 32 ? &of->low : &of->high, bit = wide_int_of((int32_t)(1u << place % 32));
    *half = *half | wide_int_select(lanes, bit, wide_int_of(0));
}

static void read_marks(const marks *of, uint64_t places[WI_LANES]) {
    int32_t low[WI_LANES], high[WI_LANES];
    wide_int_store(low, of->low);
    wide_int_store(high, of->high);
    for (uint32_t i = 0; i < WI_LANES; i++) places[i] = (uint64_t)(uint32_t)high[i] << 32 | (uint32_t)low[i];
}

// Bodies on their way, seen from the others: see turn_collide.c.
typedef struct walkers {
    wide_ellipse shape;
    wide x, y, vx, vy, radius, within;
    wide_mask shapes, boxes; // lanes that mind true shapes, and that are boxes
} walkers;

enum { MEAN, K, L, X, Y, VX, VY, OWN_RADIUS, WITHIN, WALKER_FIELDS };

static walkers walkers_of(const askers *of) {
    float field[WALKER_FIELDS][WI_LANES];
    uint32_t shapes = 0, boxes = 0;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of->turner[lane];
        wi_ellipse e = wi_ellipse_of(t->body.half_length, t->body.half_width, t->body.heading);
        field[MEAN][lane] = e.mean, field[K][lane] = e.k, field[L][lane] = e.l;
        field[X][lane] = t->body.at.x, field[Y][lane] = t->body.at.y;
        field[VX][lane] = t->velocity.x, field[VY][lane] = t->velocity.y;
        field[OWN_RADIUS][lane] = t->radius, field[WITHIN][lane] = t->set->collision_time;
        shapes |= (t->set->true_shapes > 0.0f ? 1u : 0u) << lane;
        boxes |= (t->body.kind == WEND_BOX ? 1u : 0u) << lane;
    }
    return (walkers){{wide_load(field[MEAN]), wide_load(field[K]), wide_load(field[L])},
                     wide_load(field[X]),
                     wide_load(field[Y]),
                     wide_load(field[VX]),
                     wide_load(field[VY]),
                     wide_load(field[OWN_RADIUS]),
                     wide_load(field[WITHIN]),
                     wide_mask_of_bits(shapes),
                     wide_mask_of_bits(boxes)};
}

static wide_ellipse other_shapes(const wend_view *now, const int32_t row[WI_LANES], wide_mask *boxes) {
    wide form[4], motion[4];
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < WI_LANES; i++) kinds |= (now->role[row[i]].shape == WEND_BOX ? 1u : 0u) << i;
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    *boxes = *boxes | wide_mask_of_bits(kinds);
    return wide_ellipse_of(form[1], form[2], motion[2], motion[3]);
}

typedef struct wide_verdict {
    wide_mask will, unclear;
} wide_verdict;

WI_INLINE wide_mask apart_between(const wide_two *of, wide_vec p) {
    return wide_less(wide_of(WI_PLAIN_APART) * (outline_reach(&of->a, p) + outline_reach(&of->b, p)),
                     p.x * p.x + p.y * p.y);
}

WI_INLINE wide_vec touching_point(const wide_ellipse *e, wide_vec n, wide reach) {
    wide per = wide_of(1.0f) / reach;
    return (wide_vec){per * ((e->mean + e->k) * n.x + e->l * n.y), per * (e->l * n.x + (e->mean - e->k) * n.y)};
}

// The same sums as passing_of, verdict_at_once and will_meet in turn_collide.c.
static wide_verdict verdict_at_once(const wide_two *of, wide_vec w, wide within) {
    const wide zero = wide_of(0.0f);
    wide w2 = w.x * w.x + w.y * w.y, per_w = wide_of(1.0f) / wide_sqrt(w2);
    wide_vec p = of->p, n = {per_w * -w.y, per_w * w.x};
    wide a = outline_reach(&of->a, n), b = outline_reach(&of->b, n), both = a + b, aside = n.x * p.x + n.y * p.y;
    wide_mask past = wide_less(both + wide_of(WI_PLAIN_MARGIN), wide_abs(aside));
    wide_mask plain = apart_between(of, p) & wide_less_equal(wide_abs(aside), both - wide_of(WI_PLAIN_MARGIN));
    wide_vec at_a = touching_point(&of->a, n, a), at_b = touching_point(&of->b, n, b);
    wide share = aside / both,
         time = ((p.x - share * (at_a.x + at_b.x)) * w.x + (p.y - share * (at_a.y + at_b.y)) * w.y) / w2;
    wide_vec then = {p.x - within * w.x, p.y - within * w.y};
    wide_mask behind = wide_less(time, zero), soon = wide_less_equal(time, wide_of(WI_PLAIN_SHARE) * within);
    wide_mask later = wide_less_equal(zero, then.x * w.x + then.y * w.y) & apart_between(of, then);
    wide_mask will = wide_and_not(plain & soon, behind | past);
    return (wide_verdict){will, wide_and_not(wide_first(WI_LANES), past | will | (plain & (behind | later)))};
}

static wide_verdict verdict_on(const wend_view *now, const walkers *by, const int32_t row[WI_LANES], wide_mask there) {
    wide body[8];
    wide_read_records((const float(*)[8])(const void *)now->body, row, body);
    wide_two two = {.a = by->shape, .p = {body[0] - by->x, body[1] - by->y}};
    wide_vec p = two.p, w = {by->vx - body[2], by->vy - body[3]};
    wide towards = p.x * w.x + p.y * w.y, p2 = p.x * p.x + p.y * p.y, w2 = w.x * w.x + w.y * w.y;
    there = there & wide_less(wide_of(0.0f), towards);
    wide_mask centres = wide_and_not(there & wide_less_equal(p2 / towards, by->within), by->shapes);
    wide reach = by->radius + body[4] + by->within * wide_sqrt(w2);
    there = there & by->shapes & wide_less_equal(p2, reach * reach);
    if (!wide_any(there)) return (wide_verdict){centres, wide_and_not(there, there)};
    wide_mask hidden = by->boxes | wide_less_equal(w2, wide_of(WI_PLAIN_SPEED2));
    two.b = other_shapes(now, row, &hidden);
    wide_verdict found = verdict_at_once(&two, w, by->within);
    return (wide_verdict){centres | wide_and_not(there & found.will, hidden), there & (found.unclear | hidden)};
}

static void find_prospects(const wi_turner *const *turners, uint32_t count, wi_prospects *found) {
    uint64_t will[WI_LANES], unclear[WI_LANES];
    marks will_marks = {0}, unclear_marks = {0};
    askers of = askers_of(turners, count);
    walkers by = walkers_of(&of);
    for (uint32_t place = 0; place < of.most; place++) {
        int32_t row[WI_LANES];
        wide_mask there = others_at(&of, place, row);
        wide_verdict on = verdict_on(turners[0]->now, &by, row, there);
        mark(&will_marks, place, on.will);
        mark(&unclear_marks, place, on.unclear);
    }
    read_marks(&will_marks, will);
    read_marks(&unclear_marks, unclear);
    for (uint32_t lane = 0; lane < count; lane++) found[lane] = (wi_prospects){will[lane], unclear[lane]};
}

void WI_WIDE(wi_turn_prospects)(const wi_turner *const *turners, uint32_t count, wi_prospects *found) {
    for (uint32_t i = 0; i < count; i += WI_LANES)
        find_prospects(turners + i, count - i < WI_LANES ? count - i : WI_LANES, found + i);
}

#define NOBODY -1e30f // m: as close as nobody passes

// Bodies that look for gaps, on their ways at the pace they would like, and where they will be one step on.
typedef struct lookers {
    wide x, y, way_x, way_y, vx, vy, radius, enough, within, approach;
    wide beside_least, beside_below; // see wi_beside
    wide next_x, next_y, reach, side_pace;
} lookers;

enum {
    AT_X,
    AT_Y,
    WAY_X,
    WAY_Y,
    WAY_VX,
    WAY_VY,
    WAY_RADIUS,
    ENOUGH,
    WAY_WITHIN,
    WAY_APPROACH,
    BESIDE_LEAST,
    BESIDE_BELOW,
    NEXT_X,
    NEXT_Y,
    REACH,
    SIDE_PACE,
    LOOKER_FIELDS
};

static lookers lookers_of(const askers *of, const wi_outlook *outlooks) {
    float field[LOOKER_FIELDS][WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of->turner[lane];
        const wi_outlook *outlook = &outlooks[lane < of->count ? lane : 0];
        wend_vec v = wi_scale(wi_turn_wanted_pace(t), t->way);
        wend_vec next = wi_add(t->body.at, wi_scale(t->now->step, t->velocity));
        field[AT_X][lane] = t->body.at.x, field[AT_Y][lane] = t->body.at.y;
        field[WAY_X][lane] = t->way.x, field[WAY_Y][lane] = t->way.y;
        field[WAY_VX][lane] = v.x, field[WAY_VY][lane] = v.y;
        field[WAY_RADIUS][lane] = t->radius, field[ENOUGH][lane] = outlook->enough;
        field[WAY_WITHIN][lane] = wi_turn_foresight(t), field[WAY_APPROACH][lane] = t->set->approach;
        wi_beside beside = wi_turn_beside(t, outlook->enough);
        field[BESIDE_LEAST][lane] = beside.least;
        field[BESIDE_BELOW][lane] = t->set->alone > 0.0f ? beside.below : NOBODY;
        field[NEXT_X][lane] = next.x, field[NEXT_Y][lane] = next.y, field[REACH][lane] = outlook->reach;
        field[SIDE_PACE][lane] = t->set->side_pace;
    }
    return (lookers){.x = wide_load(field[AT_X]),
                     .y = wide_load(field[AT_Y]),
                     .way_x = wide_load(field[WAY_X]),
                     .way_y = wide_load(field[WAY_Y]),
                     .vx = wide_load(field[WAY_VX]),
                     .vy = wide_load(field[WAY_VY]),
                     .radius = wide_load(field[WAY_RADIUS]),
                     .enough = wide_load(field[ENOUGH]),
                     .within = wide_load(field[WAY_WITHIN]),
                     .approach = wide_load(field[WAY_APPROACH]),
                     .beside_least = wide_load(field[BESIDE_LEAST]),
                     .beside_below = wide_load(field[BESIDE_BELOW]),
                     .next_x = wide_load(field[NEXT_X]),
                     .next_y = wide_load(field[NEXT_Y]),
                     .reach = wide_load(field[REACH]),
                     .side_pace = wide_load(field[SIDE_PACE])};
}

// Others as far as it takes to say whether they matter.
typedef struct wide_others {
    wide body[8], radius;
    wide shorter; // m: they reach as far in every direction
} wide_others;

static wide_others read_others(const wend_view *now, const int32_t row[WI_LANES]) {
    wide_others of;
    wide form[4];
    wide_read_records((const float(*)[8])(const void *)now->body, row, of.body);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    of.radius = form[0];
    of.shorter = wide_min(form[1], form[2]);
    return of;
}

// Others whose discs come within reach one step on, whether they go on or go as they would prefer to. Who side-steps may
// come less far than that, if the body reckons with it.
WI_INLINE wide_mask near_ones(const wide_others *of, const lookers *by, wide step) {
    wide px = of->body[0] - by->next_x, py = of->body[1] - by->next_y;
    wide both = by->reach + of->radius, both2 = both * both;
    wide on_x = px + step * of->body[2], on_y = py + step * of->body[3];
    wide to_x = px + step * of->body[6], to_y = py + step * of->body[7];
    wide wish = wide_sqrt(of->body[6] * of->body[6] + of->body[7] * of->body[7]);
    wide to = both + wide_select(wide_less(by->side_pace, wide_of(1.0f)), step * wish, wide_of(0.0f));
    return wide_less(on_x * on_x + on_y * on_y, both2) | wide_less(to_x * to_x + to_y * to_y, to * to);
}

typedef struct wide_passed {
    wide_mask left, right, beside;
} wide_passed;

// The same sums as find_passing in turn_gap.c, but with somewhat more than discs for the outlines, or somewhat less than their
// shorter axes, so that nobody is missed.
WI_INLINE wide_passed may_pass(const wide_others *of, const lookers *by, wide_mask there) {
    const wide zero = wide_of(0.0f), more = wide_of(1.001f), less = wide_of(0.999f);
    wide_vec p = {of->body[0] - by->x, of->body[1] - by->y}, w = {by->vx - of->body[2], by->vy - of->body[3]};
    wide approach = p.x * w.x + p.y * w.y;
    there = there & wide_less(zero, p.x * by->way_x + p.y * by->way_y) & wide_less(zero, approach);
    if (!wide_any(there)) return (wide_passed){there, there, there};
    wide per = wide_of(1.0f) / wide_sqrt(w.x * w.x + w.y * w.y);
    wide aside = -(per * w.y) * p.x + per * w.x * p.y;
    wide from = per * approach - more * (by->radius + of->radius);
    wide off = wide_abs(aside), room = off - more * of->radius;
    there =
        there & wide_less(per * from, by->within) & wide_less(from, more * by->approach) & wide_less(room, by->enough);
    wide_mask left = wide_less_equal(zero, aside);
    wide_mask beside = there & wide_less(room, more * by->beside_below) &
                       wide_less(less * by->beside_least, off - less * of->shorter);
    return (wide_passed){there & left, wide_and_not(there, left), beside};
}

static void look_round(const wi_turner *const *turners, uint32_t count, wi_outlook *outlooks) {
    uint64_t left[WI_LANES], right[WI_LANES], near[WI_LANES];
    marks left_marks = {0}, right_marks = {0}, near_marks = {0};
    const wend_view *now = turners[0]->now;
    askers of = askers_of(turners, count);
    lookers by = lookers_of(&of, outlooks);
    uint32_t beside = 0;
    for (uint32_t place = 0; place < of.most; place++) {
        int32_t row[WI_LANES];
        wide_mask there = others_at(&of, place, row);
        wide_others others = read_others(now, row);
        wide_passed may = may_pass(&others, &by, there);
        mark(&left_marks, place, may.left);
        mark(&right_marks, place, may.right);
        beside |= wide_mask_bits(may.beside);
        mark(&near_marks, place, there & near_ones(&others, &by, wide_of(now->step)));
    }
    read_marks(&left_marks, left);
    read_marks(&right_marks, right);
    read_marks(&near_marks, near);
    for (uint32_t lane = 0; lane < count; lane++) {
        outlooks[lane].may = (wi_passed){left[lane], right[lane]};
        outlooks[lane].beside = beside >> lane & 1u;
        outlooks[lane].near = near[lane];
    }
}

void WI_WIDE(wi_turn_outlook)(const wi_turner *const *turners, uint32_t count, wi_outlook *outlooks) {
    for (uint32_t i = 0; i < count; i += WI_LANES)
        look_round(turners + i, count - i < WI_LANES ? count - i : WI_LANES, outlooks + i);
}
