// Who is about to collide with others or walls if all go on as they do.
#include "base/isa.h"
#include "steer/turn_pairs.h"

#define WALLS 32

// Seen from the other body, this one moves along a line; that misses the sum of both if they are apart as seen square to
// it. Else the sum, which is symmetric, holds the point of the line that lies between the two points at which lines of
// that direction touch it. So mostly it is plain whether they touch within a time, without asking when.
typedef enum verdict { WILL_NOT, WILL, UNCLEAR } verdict;

static wend_vec touching_point(wi_ellipse e, wend_vec n, float reach) {
    wend_vec image = {(e.mean + e.k) * n.x + e.l * n.y, e.l * n.x + (e.mean - e.k) * n.y};
    return wi_scale(1.0f / reach, image);
}

// As seen along the line between their centres, p apart.
static bool apart_between(wi_ellipse a, wi_ellipse b, wend_vec p) {
    return wi_length2(p) > WI_PLAIN_APART * (wi_ellipse_reach(a, p) + wi_ellipse_reach(b, p));
}

// The same as seen from where they are farthest apart; *n becomes that direction.
static bool apart_anywhere(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec *n) {
    float gap = -__builtin_inff(), last;
    *n = wi_unit(p, wi_vec(1.0f, 0.0f));
    do {
        last = gap;
        gap = wi_ellipses_apart(a, b, p, n, 3);
    } while (gap < WI_TOUCH && gap - last >= WI_TOUCH_SETTLED);
    return gap >= WI_TOUCH;
}

// The way of a past b, seen from b: p is how far the centres are apart, w the velocity.
typedef struct passing {
    wi_ellipse a, b;
    wend_vec p, w, n; // n: a unit vector square to w
    float of_a, of_b, beside;
    float within; // s
} passing;

static passing passing_of(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec w, float within) {
    wend_vec n = wi_scale(1.0f / wi_sqrt(wi_length2(w)), wi_left(w));
    float beside = wi_dot(n, p);
    return (passing){a, b, p, w, n, wi_ellipse_reach(a, n), wi_ellipse_reach(b, n), wi_abs(beside), within};
}

// Of bodies that are apart and do not clearly go past each other.
static verdict will_meet(const passing *of) {
    float both = of->of_a + of->of_b, w2 = wi_length2(of->w);
    if (of->beside > both - WI_PLAIN_MARGIN) return UNCLEAR;
    wend_vec touching = wi_add(touching_point(of->a, of->n, of->of_a), touching_point(of->b, of->n, of->of_b));
    wend_vec inside = wi_scale(wi_dot(of->n, of->p) / both, touching);
    float time = wi_dot(wi_sub(of->p, inside), of->w) / w2;
    if (time < 0.0f) return WILL_NOT; // the way through the sum lies behind
    if (time <= WI_PLAIN_SHARE * of->within) return WILL;
    // If they are apart and still come closer then, they were before.
    wend_vec then = wi_sub(of->p, wi_scale(of->within, of->w));
    return wi_dot(then, of->w) >= 0.0f && apart_between(of->a, of->b, then) ? WILL_NOT : UNCLEAR;
}

// What takes a while to find out: whether bodies that are close overlap already.
static verdict verdict_on_closeness(const passing *of) {
    wend_vec between;
    if (apart_between(of->a, of->b, of->p) || apart_anywhere(of->a, of->b, of->p, &between)) return will_meet(of);
    return wi_dot(between, of->w) > 0.0f ? WILL : WILL_NOT;
}

// One whom the body approaches: how far its centre is away, and the velocity towards it.
typedef struct approach {
    uint32_t row;
    wend_vec p, w;
} approach;

static approach approach_of(const wi_turner *t, uint32_t row) {
    const wend_body *body = &t->now->body[row];
    return (approach){row, wi_sub(wi_vec(body->x, body->y), t->body.at),
                      wi_sub(t->velocity, wi_vec(body->vx, body->vy))};
}

static bool has_verdict(const wi_turner *t, const wi_outline *other, wend_vec w) {
    return other->kind != WEND_BOX && t->body.kind != WEND_BOX && wi_length2(w) > WI_PLAIN_SPEED2;
}

// Those who just graze each other, as avoidance makes them do: when they touch has to be found out.
typedef struct grazes {
    wi_pairs touches;
    uint32_t who[WI_PAIRS_MAX], row[WI_PAIRS_MAX];
} grazes;

static void add_graze(grazes *of, uint32_t who, uint32_t row, const passing *pair) {
    const float asked[WI_TOUCH_ASKED] = {pair->a.mean, pair->a.k, pair->a.l, pair->b.mean, pair->b.k,   pair->b.l,
                                         pair->p.x,    pair->p.y, pair->w.x, pair->w.y,    pair->within};
    uint32_t i = of->touches.count++;
    for (uint32_t f = 0; f < WI_TOUCH_ASKED; f++) of->touches.field[f][i] = asked[f];
    of->who[i] = who;
    of->row[i] = row;
}

// Looks closer; adds to the grazes what even so is unclear.
static bool after_all(const wi_turner *t, const approach *to, uint32_t who, grazes *open) {
    const float within = t->set->collision_time;
    wi_outline other = wi_view_outline(t->now, to->row);
    if (!has_verdict(t, &other, to->w)) return wi_turn_touch(&t->body, &other, to->w) <= within;
    passing of = passing_of(wi_turn_ellipse(&t->body), wi_turn_ellipse(&other), to->p, to->w, within);
    verdict found = verdict_on_closeness(&of);
    if (found == UNCLEAR) add_graze(open, who, to->row, &of);
    return found == WILL;
}

static uint32_t other_at(const wi_turner *t, uint64_t places) {
    return wi_turn_other(t, (uint32_t)__builtin_ctzll(places));
}

// Mostly somebody is plainly in the way; those of whom it takes longer to say come last.
static bool collides_with_others(const wi_turner *t, const wi_prospects *of, uint32_t who, grazes *open) {
    for (uint64_t will = of->will; will != 0; will &= will - 1)
        if (wi_view_sees_neighbour(t->now, t->row, other_at(t, will))) return true;
    for (uint64_t unclear = of->unclear; unclear != 0; unclear &= unclear - 1) {
        approach to = approach_of(t, other_at(t, unclear));
        if (after_all(t, &to, who, open) && wi_view_sees_neighbour(t->now, t->row, to.row)) return true;
    }
    return false;
}

// As published: the time until the centres would meet at the speed at which they approach.
static float centres_meet(wend_vec p, wend_vec w) {
    float closing = wi_dot(p, w);
    return closing > 0.0f ? wi_length2(p) / closing : __builtin_inff();
}

static bool collides_with_wall(const wi_turner *t, const wend_wall *wall) {
    const float within = t->set->collision_time;
    if (t->set->true_shapes > 0.0f) return wi_turn_touch_wall(&t->body, wall->a, wall->b, t->velocity) <= within;
    wend_vec foot;
    (void)wi_wall_distance2(wall, t->body.at, &foot);
    return centres_meet(wi_sub(foot, t->body.at), t->velocity) <= within;
}

static bool collides_with_walls(const wi_turner *t) {
    uint32_t found[WALLS];
    float reach = t->set->orca.obstacle_horizon * t->now->pace[t->row].max_speed + t->radius;
    uint32_t count = wend_view_walls(t->now, t->level, t->body.at, reach, WALLS, found, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (collides_with_wall(t, wend_view_wall(t->now, found[i]))) return true;
    return false;
}

static void settle(grazes *open, const wi_turner *turners, bool *soon) {
    static wi_turn_touches_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_touches);
    wi_pairs *touches = &open->touches;
    if (touches->count == 0) return;
    wi_fill_lanes(touches, WI_TOUCH_ASKED);
    kernels[turners[0].now->senses->isa](touches);
    for (uint32_t i = 0; i < touches->count; i++) {
        const wi_turner *t = &turners[open->who[i]];
        bool touch = touches->field[WI_TOUCH_TIME][i] <= t->set->collision_time;
        if (touch && wi_view_sees_neighbour(t->now, t->row, open->row[i])) soon[open->who[i]] = true;
    }
    touches->count = 0;
}

static uint32_t look_at_all(const wi_turner *turners, const bool *asked, uint32_t count, wi_prospects *found) {
    static wi_turn_prospects_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_prospects);
    const wi_turner *which[EORCA_PART];
    uint32_t asking = 0;
    for (uint32_t i = 0; i < count; i++)
        if (asked[i]) which[asking++] = &turners[i];
    if (asking > 0) kernels[which[0]->now->senses->isa](which, asking, found);
    return asking;
}

void wi_turn_collide_soon(const wi_turner *turners, bool *soon, uint32_t count) {
    wi_prospects found[EORCA_PART];
    grazes open;
    open.touches.count = 0;
    if (look_at_all(turners, soon, count, found) == 0) return;
    for (uint32_t i = 0, next = 0; i < count; i++) {
        if (!soon[i]) continue;
        uint32_t before = open.touches.count;
        soon[i] = collides_with_others(&turners[i], &found[next++], i, &open) || collides_with_walls(&turners[i]);
        if (soon[i]) open.touches.count = before; // there is no need to ask
        if (open.touches.count > WI_PAIRS_MAX - WEND_NEIGHBOURS_MAX) settle(&open, turners, soon);
    }
    settle(&open, turners, soon);
}
