// Whether a body may turn: where it and the others will be one step on, nothing may come into the way of the turn
// (Best 2018, section 2.6.3). What already overlaps may not do so more deeply, so that a turn can help it apart.
//
// Others may turn in the same step without knowing of this turn. Both know the direction n in which they are farthest
// apart as they are, and if neither grows in it by more than half of that gap, n still parts them afterwards. More is
// free where the other could not use its half.
#include "base/isa.h"
#include "steer/turn_pairs.h"

#define WALLS 32
#define SITES 32         // bodies at once
#define SLACK 2e-5f      // m: about what the gap to a wall is exact to
#define PART_TURN 0.087f // rad between the headings that are looked at

typedef struct barrier {
    const wend_wall *wall;
    float least; // m: the gap that must be left
} barrier;

// A body that would turn.
typedef struct site {
    const wi_turner *t;
    wi_outline body; // one step on, with its present heading
    wi_ellipse shape;
    uint64_t near;       // the places of the others, with two pairs each
    float growth;        // m: by how much the turn can make it reach farther anywhere
    uint32_t first, end; // of its pairs
    bool boxes;          // it is a box, or one of them is
} site;

static void add_pair(wi_pairs *pairs, const site *on, wi_ellipse other, float radius, wend_vec p) {
    const float asked[WI_LIMIT_ASKED] = {on->shape.mean, on->shape.k, on->shape.l, other.mean, other.k,
                                         other.l,        p.x,         p.y,         on->growth, radius};
    for (uint32_t f = 0; f < WI_LIMIT_ASKED; f++) pairs->field[f][pairs->count] = asked[f];
    pairs->count++;
}

// What another would prefer, if it side-steps no faster than this body does.
static wend_vec preferred_by(const wi_turner *t, uint32_t row) {
    const wend_view *now = t->now;
    wend_vec preferred = {now->body[row].preferred_x, now->body[row].preferred_y};
    float share = t->set->side_pace, across = wi_det(now->motion[row].heading, preferred);
    float most = share * now->pace[row].preferred_speed, size = wi_abs(across);
    return share < 1.0f && size > most && wi_body_elliptic(now, row) ? wi_scale(most / size, preferred) : preferred;
}

// The others choose their velocities in the same step: they may go on, or go as they would prefer to.
static void add_other(wi_pairs *pairs, site *on, uint32_t row) {
    const wend_view *now = on->t->now;
    const wend_body *body = &now->body[row];
    wi_outline outline = wi_view_outline(now, row);
    float radius = now->form[row].radius;
    wi_ellipse shape =
        wi_turn_is_round(&outline) ? (wi_ellipse){radius * radius, 0.0f, 0.0f} : wi_turn_ellipse(&outline);
    wend_vec p = wi_sub(wi_vec(body->x, body->y), on->body.at);
    add_pair(pairs, on, shape, radius, wi_add(p, wi_scale(now->step, wi_vec(body->vx, body->vy))));
    add_pair(pairs, on, shape, radius, wi_add(p, wi_scale(now->step, preferred_by(on->t, row))));
    on->boxes = on->boxes || outline.kind == WEND_BOX;
}

static void add_others(wi_pairs *pairs, site *on, uint64_t near) {
    on->near = near;
    on->first = pairs->count;
    for (; near != 0; near &= near - 1) add_other(pairs, on, wi_turn_other(on->t, (uint32_t)__builtin_ctzll(near)));
    on->end = pairs->count;
}

// What the kernel takes for discs.
static void limit_by_boxes(wi_pairs *pairs, const site *on) {
    uint32_t at = on->first;
    for (uint64_t near = on->near; near != 0; near &= near - 1, at += 2) {
        wi_outline other = wi_view_outline(on->t->now, wi_turn_other(on->t, (uint32_t)__builtin_ctzll(near)));
        if (on->body.kind != WEND_BOX && other.kind != WEND_BOX) continue;
        wi_turn_limit_by_outline(pairs, at, &on->body, &other);
        wi_turn_limit_by_outline(pairs, at + 1, &on->body, &other);
    }
}

static uint32_t find_barriers(const site *on, barrier *barriers) {
    const wi_walls *walls = on->t->now->senses->walls;
    uint32_t found[WALLS], near = 0;
    wend_vec reach = wi_vec(on->t->radius, on->t->radius), at = on->body.at;
    uint32_t count = wi_walls_in_box(walls, on->t->level, wi_sub(at, reach), wi_add(at, reach), WALLS, found);
    for (uint32_t i = 0; i < count && i < WALLS; i++) {
        const wend_wall *wall = &walls->wall[found[i]];
        wend_vec foot;
        if (wi_wall_distance2(wall, at, &foot) > on->t->radius * on->t->radius) continue;
        float gap = wi_outline_wall_gap(&on->body, wall->a, wall->b);
        barriers[near++] = (barrier){wall, wi_min(gap, 0.0f) - SLACK};
    }
    return near;
}

// What keeps a body from turning.
typedef struct limits {
    const wi_pairs *pairs;
    const barrier *barriers;
    uint32_t barrier_count;
} limits;

static float square(float a) { return a * a; }

static bool is_free(const site *on, const limits *by, wend_vec heading) {
    wi_outline body = on->body;
    body.heading = heading;
    wi_ellipse shape = wi_turn_ellipse(&body);
    bool box = body.kind == WEND_BOX;
    const float(*gap)[WI_PAIRS_MAX] = by->pairs->field;
    for (uint32_t i = on->first; i < on->end; i++) {
        wend_vec n = {gap[WI_LIMIT_N_X][i], gap[WI_LIMIT_N_Y][i]};
        float reach2 = box ? square(wi_turn_box_reach(&body, n)) : wi_ellipse_reach2(shape, n);
        if (reach2 > gap[WI_LIMIT_REACH2][i] * 1.00001f) return false;
    }
    for (uint32_t i = 0; i < by->barrier_count; i++) {
        const wend_wall *wall = by->barriers[i].wall;
        if (wi_outline_wall_gap(&body, wall->a, wall->b) < by->barriers[i].least) return false;
    }
    return true;
}

// True only if all of the turn is free: on its way a body reaches no farther in a direction n than before and after it,
// unless its longer axis comes past n. Boxes, which are rare, turn in parts.
static bool is_all_free(const site *on, const limits *by, wend_vec wish) {
    const float(*gap)[WI_PAIRS_MAX] = by->pairs->field;
    wend_vec from = on->body.heading, to = wish;
    if (by->barrier_count > 0 || on->body.kind == WEND_BOX || !(wi_dot(from, to) > 0.0f) || !is_free(on, by, wish))
        return false;
    if (on->body.half_width > on->body.half_length) from = wi_left(from), to = wi_left(to);
    for (uint32_t i = on->first; i < on->end; i++) {
        wend_vec n = {gap[WI_LIMIT_N_X][i], gap[WI_LIMIT_N_Y][i]};
        if (gap[WI_LIMIT_REACH2][i] < WI_LIMIT_FREE && wi_det(from, n) * wi_det(n, to) >= 0.0f) return false;
    }
    return true;
}

// As far as it goes.
static wend_vec turn_in_parts(const site *on, const limits *by, wend_vec wish) {
    wend_vec heading = on->body.heading, free = heading;
    float angle = wend_atan2(wi_det(heading, wish), wi_dot(heading, wish));
    uint32_t parts = 1 + (uint32_t)(wi_abs(angle) / PART_TURN);
    for (uint32_t i = 1; i <= parts; i++) {
        float turn = angle * (float)i / (float)parts;
        wend_vec next = i == parts ? wish : wi_turned(heading, wend_cos(turn), wend_sin(turn));
        if (!is_free(on, by, next)) break;
        free = next;
    }
    return free;
}

static bool has_limits(const site *on, const limits *by) {
    bool some = by->barrier_count > 0;
    for (uint32_t i = on->first; i < on->end; i++) some = some || by->pairs->field[WI_LIMIT_REACH2][i] < WI_LIMIT_FREE;
    return some;
}

// Whether another's disc comes within reach one step on, if it goes on or goes as it would prefer to.
static bool is_near(const wi_turner *t, uint32_t row, wend_vec at, float reach) {
    const wend_view *now = t->now;
    const wend_body *body = &now->body[row];
    wend_vec p = wi_sub(wi_vec(body->x, body->y), at);
    wend_vec on = wi_add(p, wi_scale(now->step, wi_vec(body->vx, body->vy)));
    wend_vec to = wi_add(p, wi_scale(now->step, preferred_by(t, row)));
    float both = reach + now->form[row].radius;
    return wi_length2(on) < both * both || wi_length2(to) < both * both;
}

// Most others are too far away to matter.
static uint64_t near_ones(const wi_turner *t, uint64_t places, wend_vec at, float reach) {
    uint64_t near = 0;
    for (; places != 0; places &= places - 1)
        if (is_near(t, wi_turn_other(t, (uint32_t)__builtin_ctzll(places)), at, reach)) near |= places & -places;
    return near;
}

static void read_site(site *on, const wi_turner *t, wend_vec at, float growth) {
    on->t = t;
    on->body = t->body;
    on->body.at = at;
    on->shape = wi_turn_ellipse(&t->body);
    on->growth = growth;
    on->boxes = t->body.kind == WEND_BOX;
}

static void find_limits(const wend_view *now, wi_pairs *pairs) {
    static wi_turn_limits_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_limits);
    if (pairs->count == 0) return;
    wi_fill_lanes(pairs, WI_LIMIT_ASKED);
    kernels[now->senses->isa](pairs);
}

static void turn_at(const site *on, const wi_pairs *pairs, bool mind_walls, wend_vec *wish) {
    barrier barriers[WALLS];
    limits by = {.pairs = pairs, .barriers = barriers};
    if (mind_walls && on->t->now->senses->walls->wall_count > 0) by.barrier_count = find_barriers(on, barriers);
    if (has_limits(on, &by) && !is_all_free(on, &by, *wish)) *wish = turn_in_parts(on, &by, *wish);
}

// Bodies that turn at once.
typedef struct sites {
    site at[SITES];
    wend_vec *wish[SITES];
    wi_pairs pairs;
    uint32_t count;
    bool mind_walls;
} sites;

static void turn_all(sites *of) {
    if (of->count == 0) return;
    find_limits(of->at[0].t->now, &of->pairs);
    for (uint32_t i = 0; i < of->count; i++)
        if (of->at[i].boxes) limit_by_boxes(&of->pairs, &of->at[i]);
    for (uint32_t i = 0; i < of->count; i++) turn_at(&of->at[i], &of->pairs, of->mind_walls, of->wish[i]);
    of->count = of->pairs.count = 0;
}

// By how much (m) a turn can make a body reach farther anywhere; for a box, any turn at all.
static float growth_of(const wi_turner *t, wend_vec wish) {
    if (t->body.kind == WEND_BOX) return t->radius - 0.5f * wi_turn_narrowest(&t->body);
    return wi_turn_growth(&t->now->form[t->row], t->body.heading, wish);
}

// Whoever has nobody near and no walls to mind just turns.
static void turn_one(sites *of, const wi_turner *t, uint64_t near, wend_vec *wish) {
    const uint32_t room = WI_PAIRS_MAX - 2 * WEND_NEIGHBOURS_MAX; // for one more
    bool walled = of->mind_walls && t->now->senses->walls->wall_count > 0;
    bool disc = wi_outline_is_disc(t->body.kind, t->body.half_length, t->body.half_width);
    if (disc || (near == 0 && !walled)) return;
    float growth = growth_of(t, *wish);
    wend_vec at = wi_add(t->body.at, wi_scale(t->now->step, t->velocity));
    near = near_ones(t, near, at, wi_turn_reach(t, growth));
    if (near == 0 && !walled) return;
    read_site(&of->at[of->count], t, at, growth);
    add_others(&of->pairs, &of->at[of->count], near);
    of->wish[of->count++] = wish;
    if (of->count == SITES || of->pairs.count > room) turn_all(of);
}

void wi_turn_if_free(const wi_turner *const *turners, const uint64_t *near, wend_vec *wishes, uint32_t count,
                     bool mind_walls) {
    sites of;
    of.count = of.pairs.count = 0;
    of.mind_walls = mind_walls;
    for (uint32_t i = 0; i < count; i++) turn_one(&of, turners[i], near[i], &wishes[i]);
    turn_all(&of);
}
