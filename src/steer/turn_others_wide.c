// Which of the others matter to bodies that think about turning: a lane-full of bodies at a time, one to a lane, and all
// of their others in turn.
#include "steer/ellipse_gap_wide.h"
#include "steer/turn.h"

#define MARGIN (10.0f * WI_TOUCH) // m

// Those who ask, lane by lane.
typedef struct askers {
    const wi_turner *turner[WI_LANES];
    uint32_t count, most; // most: others of any
} askers;

static askers askers_of(const wi_turner *const *turners, uint32_t count) {
    askers of = {.count = count};
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of.turner[lane] = turners[lane < count ? lane : 0];
        if (t->others.count > of.most) of.most = t->others.count;
    }
    return of;
}

// The others in one place of the lists. Returns the lanes that have one.
static wide_mask others_at(const askers *of, uint32_t place, int32_t row[WI_LANES]) {
    uint32_t there = 0;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of->turner[lane];
        bool has = lane < of->count && place < t->others.count;
        row[lane] = has ? t->others.row[(size_t)place * t->others.stride] : 0;
        there |= (has ? 1u : 0u) << lane;
    }
    return wide_mask_of_bits(there);
}

static void mark(uint64_t *marks, uint32_t place, wide_mask lanes) {
    for (uint32_t bits = wide_mask_bits(lanes); bits != 0; bits &= bits - 1)
        marks[__builtin_ctz(bits)] |= (uint64_t)1 << place;
}

// Others whose discs come within reach of the lanes' one step on, whether they go on or go as they would prefer to.
static wide_mask near_ones(const wend_view *now, const int32_t row[WI_LANES], wide x, wide y, wide reach) {
    const wide step = wide_of(now->step);
    wide body[8], form[4];
    wide_read_records((const float(*)[8])(const void *)now->body, row, body);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide px = body[0] - x, py = body[1] - y, both = reach + form[0], both2 = both * both;
    wide on_x = px + step * body[2], on_y = py + step * body[3];
    wide to_x = px + step * body[6], to_y = py + step * body[7];
    return wide_less(on_x * on_x + on_y * on_y, both2) | wide_less(to_x * to_x + to_y * to_y, both2);
}

static void find_near(const wi_turner *const *turners, const float *reach, uint32_t count, uint64_t *near) {
    float x[WI_LANES], y[WI_LANES], reaches[WI_LANES];
    uint64_t marks[WI_LANES] = {0};
    askers of = askers_of(turners, count);
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of.turner[lane];
        wend_vec at = wi_add(t->body.at, wi_scale(t->now->step, t->velocity));
        x[lane] = at.x, y[lane] = at.y, reaches[lane] = reach[lane < count ? lane : 0];
    }
    for (uint32_t place = 0; place < of.most; place++) {
        int32_t row[WI_LANES];
        wide_mask there = others_at(&of, place, row);
        mark(marks, place, there & near_ones(turners[0]->now, row, wide_load(x), wide_load(y), wide_load(reaches)));
    }
    for (uint32_t lane = 0; lane < count; lane++) near[lane] = marks[lane];
}

void WI_WIDE(wi_turn_near)(const wi_turner *const *turners, const float *reach, uint32_t count, uint64_t *near) {
    for (uint32_t i = 0; i < count; i += WI_LANES)
        find_near(turners + i, reach + i, count - i < WI_LANES ? count - i : WI_LANES, near + i);
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
    const wide half = wide_of(0.5f);
    wide form[4], motion[4];
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < WI_LANES; i++) kinds |= (now->role[row[i]].shape == WEND_BOX ? 1u : 0u) << i;
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide a = form[1], b = form[2], x = motion[2], y = motion[3], difference = half * (a * a - b * b);
    *boxes = *boxes | wide_mask_of_bits(kinds);
    return (wide_ellipse){half * (a * a + b * b), difference * (x * x - y * y), wide_of(2.0f) * difference * x * y};
}

typedef struct wide_verdict {
    wide_mask will, unclear;
} wide_verdict;

WI_INLINE wide_mask apart_between(const wide_two *of, wide_vec p) {
    return wide_less(wide_of(1.001f) * (outline_reach(&of->a, p) + outline_reach(&of->b, p)), p.x * p.x + p.y * p.y);
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
    wide_mask past = wide_less(both + wide_of(MARGIN), wide_abs(aside));
    wide_mask plain = apart_between(of, p) & wide_less_equal(wide_abs(aside), both - wide_of(MARGIN));
    wide_vec at_a = touching_point(&of->a, n, a), at_b = touching_point(&of->b, n, b);
    wide share = aside / both,
         time = ((p.x - share * (at_a.x + at_b.x)) * w.x + (p.y - share * (at_a.y + at_b.y)) * w.y) / w2;
    wide_vec then = {p.x - within * w.x, p.y - within * w.y};
    wide_mask behind = wide_less(time, zero), soon = wide_less_equal(time, wide_of(0.999f) * within);
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
    wide_mask hidden = by->boxes | wide_less_equal(w2, wide_of(1e-8f));
    two.b = other_shapes(now, row, &hidden);
    wide_verdict found = verdict_at_once(&two, w, by->within);
    return (wide_verdict){centres | wide_and_not(there & found.will, hidden), there & (found.unclear | hidden)};
}

static void find_prospects(const wi_turner *const *turners, uint32_t count, wi_prospects *found) {
    uint64_t will[WI_LANES] = {0}, unclear[WI_LANES] = {0};
    askers of = askers_of(turners, count);
    walkers by = walkers_of(&of);
    for (uint32_t place = 0; place < of.most; place++) {
        int32_t row[WI_LANES];
        wide_mask there = others_at(&of, place, row);
        wide_verdict on = verdict_on(turners[0]->now, &by, row, there);
        mark(will, place, on.will);
        mark(unclear, place, on.unclear);
    }
    for (uint32_t lane = 0; lane < count; lane++) found[lane] = (wi_prospects){will[lane], unclear[lane]};
}

void WI_WIDE(wi_turn_prospects)(const wi_turner *const *turners, uint32_t count, wi_prospects *found) {
    for (uint32_t i = 0; i < count; i += WI_LANES)
        find_prospects(turners + i, count - i < WI_LANES ? count - i : WI_LANES, found + i);
}

// Bodies that look for gaps, on their ways at the pace they would like.
typedef struct lookers {
    wide x, y, way_x, way_y, vx, vy, radius, enough, within;
} lookers;

enum { AT_X, AT_Y, WAY_X, WAY_Y, WAY_VX, WAY_VY, WAY_RADIUS, ENOUGH, WAY_WITHIN, LOOKER_FIELDS };

static lookers lookers_of(const askers *of, const float *enough) {
    float field[LOOKER_FIELDS][WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_turner *t = of->turner[lane];
        wend_vec v = wi_scale(wi_turn_wanted_pace(t), t->way);
        field[AT_X][lane] = t->body.at.x, field[AT_Y][lane] = t->body.at.y;
        field[WAY_X][lane] = t->way.x, field[WAY_Y][lane] = t->way.y;
        field[WAY_VX][lane] = v.x, field[WAY_VY][lane] = v.y;
        field[WAY_RADIUS][lane] = t->radius, field[ENOUGH][lane] = enough[lane < of->count ? lane : 0];
        field[WAY_WITHIN][lane] = wi_turn_foresight(t);
    }
    return (lookers){wide_load(field[AT_X]),       wide_load(field[AT_Y]),   wide_load(field[WAY_X]),
                     wide_load(field[WAY_Y]),      wide_load(field[WAY_VX]), wide_load(field[WAY_VY]),
                     wide_load(field[WAY_RADIUS]), wide_load(field[ENOUGH]), wide_load(field[WAY_WITHIN])};
}

typedef struct wide_passed {
    wide_mask left, right;
} wide_passed;

// The same sums as find_passing in turn_gap.c, but with somewhat more than discs for the others' outlines, so that nobody is
// missed.
static wide_passed may_pass(const wend_view *now, const lookers *by, const int32_t row[WI_LANES], wide_mask there) {
    const wide zero = wide_of(0.0f);
    int32_t place[WI_LANES];
    wide body[4], form[4];
    for (uint32_t i = 0; i < WI_LANES; i++) place[i] = 2 * row[i];
    wide_read_quads((const float(*)[4])(const void *)now->body, place, body);
    wide_vec p = {body[0] - by->x, body[1] - by->y}, w = {by->vx - body[2], by->vy - body[3]};
    wide approach = p.x * w.x + p.y * w.y;
    there = there & wide_less(zero, p.x * by->way_x + p.y * by->way_y) & wide_less(zero, approach);
    if (!wide_any(there)) return (wide_passed){there, there};
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide speed = wide_sqrt(w.x * w.x + w.y * w.y), per = wide_of(1.0f) / speed, reach = wide_of(1.001f) * form[0];
    wide aside = -(per * w.y) * p.x + per * w.x * p.y;
    wide from = approach / (speed * speed) - (by->radius + reach) / speed;
    there = wide_and_not(there & wide_less(from, by->within), wide_less_equal(by->enough, wide_abs(aside) - reach));
    wide_mask left = wide_less_equal(zero, aside);
    return (wide_passed){there & left, wide_and_not(there, left)};
}

static void find_passed(const wi_turner *const *turners, const float *enough, uint32_t count, wi_passed *found) {
    uint64_t left[WI_LANES] = {0}, right[WI_LANES] = {0};
    askers of = askers_of(turners, count);
    lookers by = lookers_of(&of, enough);
    for (uint32_t place = 0; place < of.most; place++) {
        int32_t row[WI_LANES];
        wide_mask there = others_at(&of, place, row);
        wide_passed may = may_pass(turners[0]->now, &by, row, there);
        mark(left, place, may.left);
        mark(right, place, may.right);
    }
    for (uint32_t lane = 0; lane < count; lane++) found[lane] = (wi_passed){left[lane], right[lane]};
}

void WI_WIDE(wi_turn_passed)(const wi_turner *const *turners, const float *enough, uint32_t count, wi_passed *found) {
    for (uint32_t i = 0; i < count; i += WI_LANES)
        find_passed(turners + i, enough + i, count - i < WI_LANES ? count - i : WI_LANES, found + i);
}
