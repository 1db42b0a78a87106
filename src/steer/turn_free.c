// Whether a body may turn: where it and the others will be one step on, nothing may come into the way of the turn
// (Best 2018, section 2.6.3). What already overlaps may not do so more deeply, so that a turn can help it apart.
//
// Others may turn in the same step without knowing of this turn. Both know the direction n in which they are farthest
// apart as they are, and if neither grows in it by more than half of that gap, n still parts them afterwards. More is
// free where the other could not use its half.
#include "base/isa.h"
#include "steer/turn_pairs.h"

#define WALLS 32
#define SLACK 2e-5f      // m: about what the gap to a wall is exact to
#define PART_TURN 0.087f // rad between the headings that are looked at

typedef struct barrier {
    const wend_wall *wall;
    float least; // m: the gap that must be left
} barrier;

// A body that would turn, and the heading that it would take.
typedef struct site {
    const wi_turner *t;
    wend_vec *wish;
    uint32_t first, end; // the others who matter to it
} site;

// One step on, with its present heading.
static wi_outline outline_then(const wi_turner *t) {
    wi_outline body = t->body;
    body.at = wi_add(body.at, wi_scale(t->now->step, t->velocity));
    return body;
}

static uint32_t find_barriers(const wi_turner *t, const wi_outline *body, barrier *barriers) {
    const wi_walls *walls = t->now->senses->walls;
    uint32_t found[WALLS], near = 0;
    wend_vec reach = wi_vec(t->radius, t->radius), at = body->at;
    uint32_t count = wi_walls_in_box(walls, t->level, wi_sub(at, reach), wi_add(at, reach), WALLS, found);
    for (uint32_t i = 0; i < count && i < WALLS; i++) {
        const wend_wall *wall = &walls->wall[found[i]];
        wend_vec foot;
        if (wi_wall_distance2(wall, at, &foot) > t->radius * t->radius) continue;
        float gap = wi_outline_wall_gap(body, wall->a, wall->b);
        barriers[near++] = (barrier){wall, wi_min(gap, 0.0f) - SLACK};
    }
    return near;
}

// What keeps a body from turning.
typedef struct limits {
    wi_outline body;          // one step on, with its present heading
    const wi_pairs *pairs[2]; // as others go on, and as they would prefer to
    uint32_t first, end;      // of them
    barrier barriers[WALLS];
    uint32_t barrier_count;
} limits;

static float square(float a) { return a * a; }

static wend_vec limit_normal(const wi_pairs *pairs, uint32_t i) {
    return wi_vec(pairs->field[WI_LIMIT_N_X][i], pairs->field[WI_LIMIT_N_Y][i]);
}

static bool leaves_room(const limits *by, const wi_pairs *pairs, const wi_outline *body) {
    wi_ellipse shape = wi_turn_ellipse(body);
    bool box = body->kind == WEND_BOX;
    for (uint32_t i = by->first; i < by->end; i++) {
        wend_vec n = limit_normal(pairs, i);
        float reach2 = box ? square(wi_box_reach(body, n)) : wi_ellipse_reach2(shape, n);
        if (reach2 > pairs->field[WI_LIMIT_REACH2][i] * 1.00001f) return false;
    }
    return true;
}

static bool is_free(const limits *by, wend_vec heading) {
    wi_outline body = by->body;
    body.heading = heading;
    if (!leaves_room(by, by->pairs[0], &body) || !leaves_room(by, by->pairs[1], &body)) return false;
    for (uint32_t i = 0; i < by->barrier_count; i++) {
        const wend_wall *wall = by->barriers[i].wall;
        if (wi_outline_wall_gap(&body, wall->a, wall->b) < by->barriers[i].least) return false;
    }
    return true;
}

// Whether the longer axis comes past a direction in which the body may not reach as far as it can.
static bool passes_limit(const limits *by, const wi_pairs *pairs, wend_vec from, wend_vec to) {
    for (uint32_t i = by->first; i < by->end; i++) {
        wend_vec n = limit_normal(pairs, i);
        if (pairs->field[WI_LIMIT_REACH2][i] < WI_LIMIT_FREE && wi_det(from, n) * wi_det(n, to) >= 0.0f) return true;
    }
    return false;
}

// True only if all of the turn is free: on its way a body reaches no farther in a direction n than before and after it,
// unless its longer axis comes past n. Boxes, which are rare, turn in parts.
static bool is_all_free(const limits *by, wend_vec wish) {
    const wi_outline *body = &by->body;
    wend_vec from = body->heading, to = wish;
    if (by->barrier_count > 0 || body->kind == WEND_BOX || !(wi_dot(from, to) > 0.0f) || !is_free(by, wish))
        return false;
    if (body->half_width > body->half_length) from = wi_left(from), to = wi_left(to);
    return !passes_limit(by, by->pairs[0], from, to) && !passes_limit(by, by->pairs[1], from, to);
}

// As far as it goes.
static wend_vec turn_in_parts(const limits *by, wend_vec wish) {
    wend_vec heading = by->body.heading, free = heading;
    float angle = wend_atan2(wi_det(heading, wish), wi_dot(heading, wish));
    uint32_t parts = 1 + (uint32_t)(wi_abs(angle) / PART_TURN);
    for (uint32_t i = 1; i <= parts; i++) {
        float turn = angle * (float)i / (float)parts;
        wend_vec next = i == parts ? wish : wi_turned(heading, wend_cos(turn), wend_sin(turn));
        if (!is_free(by, next)) break;
        free = next;
    }
    return free;
}

static bool has_limits(const limits *by) {
    const float *on = by->pairs[0]->field[WI_LIMIT_REACH2], *to = by->pairs[1]->field[WI_LIMIT_REACH2];
    bool some = by->barrier_count > 0;
    for (uint32_t i = by->first; i < by->end; i++) some = some || on[i] < WI_LIMIT_FREE || to[i] < WI_LIMIT_FREE;
    return some;
}

// Bodies that turn at once.
typedef struct sites {
    site at[EORCA_PART];
    uint32_t count;
    wi_sites all;
    bool walled;
} sites;

// Leaves of the others those who matter, and finds how far one may reach towards them.
static void find_limits(const wend_view *now, wi_sites *of) {
    static wi_turn_sites_kernel *const sites_kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_sites);
    static wi_turn_limits_kernel *const limits_kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_limits);
    if (of->count == 0) return;
    for (uint32_t i = of->count; i % WI_LANES_MOST != 0; i++) of->who[i] = of->who[0], of->other[i] = of->other[0];
    sites_kernels[now->senses->isa](now, of);
    if (of->count == 0) return;
    wi_fill_lanes(&of->on, WI_LIMIT_ASKED);
    wi_fill_lanes(&of->to, WI_LIMIT_ASKED);
    limits_kernels[now->senses->isa](&of->on);
    limits_kernels[now->senses->isa](&of->to);
}

// Kernels take boxes for discs.
static void limit_by_boxes(const wend_view *now, sites *of) {
    for (uint32_t i = 0; now->senses->boxes && i < of->all.count; i++) {
        wi_outline body = outline_then(of->at[of->all.who[i]].t);
        wi_outline other = wi_view_outline(now, (uint32_t)of->all.other[i]);
        if (body.kind != WEND_BOX && other.kind != WEND_BOX) continue;
        wi_turn_limit_by_outline(&of->all.on, i, &body, &other);
        wi_turn_limit_by_outline(&of->all.to, i, &body, &other);
    }
}

static void turn_at(const sites *of, const site *on) {
    limits by;
    by.first = on->first, by.end = on->end;
    by.pairs[0] = &of->all.on, by.pairs[1] = &of->all.to;
    by.body = outline_then(on->t);
    by.barrier_count = of->walled ? find_barriers(on->t, &by.body, by.barriers) : 0;
    if (has_limits(&by) && !is_all_free(&by, *on->wish)) *on->wish = turn_in_parts(&by, *on->wish);
}

// The pairs are in the order of the bodies.
static void turn_all(sites *of) {
    if (of->count == 0) return;
    const wend_view *now = of->at[0].t->now;
    find_limits(now, &of->all);
    limit_by_boxes(now, of);
    for (uint32_t i = 0, next = 0; i < of->count; i++) {
        of->at[i].first = next;
        while (next < of->all.count && of->all.who[next] == (int32_t)i) next++;
        of->at[i].end = next;
        if (of->walled || of->at[i].first < next) turn_at(of, &of->at[i]);
    }
    of->count = of->all.count = 0;
}

static void add_site(sites *of, const wi_turner *t, uint64_t near, wend_vec *wish) {
    uint32_t number = of->count++, count = of->all.count;
    float *by = of->all.by[number];
    wend_vec at = wi_add(t->body.at, wi_scale(t->now->step, t->velocity));
    of->at[number].t = t, of->at[number].wish = wish;
    of->all.row[number] = (int32_t)t->row;
    by[WI_SITE_X] = at.x, by[WI_SITE_Y] = at.y;
    by[WI_SITE_WISH_X] = wish->x, by[WI_SITE_WISH_Y] = wish->y;
    by[WI_SITE_SIDE_PACE] = t->set->side_pace;
    for (; near != 0; near &= near - 1, count++) {
        of->all.who[count] = (int32_t)number;
        of->all.other[count] = (int32_t)wi_turn_other(t, (uint32_t)__builtin_ctzll(near));
    }
    of->all.count = count;
}

// Whoever has nobody near and no walls to mind just turns.
static void turn_one(sites *of, const wi_turner *t, uint64_t near, wend_vec *wish) {
    const uint32_t room = WI_PAIRS_MAX - WEND_NEIGHBOURS_MAX; // for one more
    bool disc = wi_outline_is_disc(t->body.kind, t->body.half_length, t->body.half_width);
    if (disc || (near == 0 && !of->walled)) return;
    add_site(of, t, near, wish);
    if (of->count == EORCA_PART || of->all.count > room) turn_all(of);
}

void wi_turn_if_free(const wi_turner *const *turners, const uint64_t *near, wend_vec *wishes, uint32_t count,
                     bool mind_walls) {
    sites of;
    if (count == 0) return;
    of.count = of.all.count = 0;
    of.walled = mind_walls && turners[0]->now->senses->walls->wall_count > 0;
    for (uint32_t i = 0; i < count; i++) turn_one(&of, turners[i], near[i], &wishes[i]);
    turn_all(&of);
}
