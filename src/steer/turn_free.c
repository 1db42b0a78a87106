// Whether a body may turn: where it and the others will be one step on, nothing may come into the way of the turn
// (Best 2018, section 2.6.3). What already overlaps may not do so more deeply, so that a turn can help it apart.
//
// Others may turn in the same step without knowing of this turn. Both know the direction n in which they are farthest
// apart as they are, and if neither grows in it by more than half of that gap, n still parts them afterwards. More is
// free where the other could not use its half.
#include "steer/turn.h"

#define WALLS 32
#define LOOKS 3          // for the gap of two ellipses
#define SLACK 2e-5f      // m: about what the gap to a wall is exact to
#define PART_TURN 0.087f // rad between the headings that are looked at

// Another who is near enough to matter: how far the body may reach towards it.
typedef struct limit {
    wend_vec n;
    float reach2; // m2
} limit;

typedef struct barrier {
    const wend_wall *wall;
    float least; // m: the gap that must be left
} barrier;

typedef struct site {
    const wi_turner *t;
    wi_outline body; // one step on, with its present heading
    wi_ellipse shape;
    float growth; // m: by how much the turn can make it reach farther anywhere
    limit *limits;
    barrier *barriers;
    uint32_t limit_count, barrier_count;
} site;

static float gap_in(const site *on, wi_ellipse other, wend_vec p, wend_vec n) {
    return wi_dot(n, p) - wi_ellipse_reach(on->shape, n) - wi_ellipse_reach(other, n);
}

static wi_ellipse ellipse_of(const wi_outline *body) {
    return wi_ellipse_of(body->half_length, body->half_width, body->heading);
}

static void limit_towards(site *on, wi_ellipse other, float radius, wend_vec p) {
    wend_vec n = wi_unit(p, wi_vec(1.0f, 0.0f));
    if (gap_in(on, other, p, n) > 2.0f * on->growth) return;
    float gap = wi_ellipses_apart(on->shape, other, p, &n, LOOKS);
    if (gap > 2.0f * on->growth) return;
    float unused = gap - (radius - wi_ellipse_reach(other, n));
    float most = wi_ellipse_reach(on->shape, n) + wi_max(0.0f, wi_max(0.5f * gap, unused));
    on->limits[on->limit_count++] = (limit){n, most * most};
}

static void limit_by(site *on, uint32_t row, wend_vec goes_on, wend_vec prefers) {
    wi_outline outline = wi_turn_outline(on->t->now, row);
    float radius = on->t->now->form[row].radius;
    wi_ellipse shape = wi_turn_is_round(&outline) ? (wi_ellipse){radius * radius, 0.0f, 0.0f} : ellipse_of(&outline);
    limit_towards(on, shape, radius, goes_on);
    limit_towards(on, shape, radius, prefers);
}

// The others choose their velocities in the same step: they may go on, or go as they would prefer to. Most are too far
// away for either to matter.
static void consider_others(site *on) {
    const wend_view *now = on->t->now;
    const wend_vec at = on->body.at;
    const float step = now->step, own = on->t->radius + 2.0f * on->growth;
    for (uint32_t i = 0; i < on->t->others.count; i++) {
        uint32_t row = wi_turn_other(on->t, i);
        const wend_body *body = &now->body[row];
        wend_vec p = wi_sub(wi_vec(body->x, body->y), at);
        wend_vec goes_on = wi_add(p, wi_scale(step, wi_vec(body->vx, body->vy)));
        wend_vec prefers = wi_add(p, wi_scale(step, wi_vec(body->preferred_x, body->preferred_y)));
        float reach = own + now->form[row].radius, reach2 = reach * reach;
        if (wi_length2(goes_on) < reach2 || wi_length2(prefers) < reach2) limit_by(on, row, goes_on, prefers);
    }
}

static void consider_walls(site *on) {
    const wi_walls *walls = on->t->now->senses->walls;
    uint32_t found[WALLS];
    wend_vec reach = wi_vec(on->t->radius, on->t->radius), at = on->body.at;
    uint32_t count = wi_walls_in_box(walls, on->t->level, wi_sub(at, reach), wi_add(at, reach), WALLS, found);
    for (uint32_t i = 0; i < count && i < WALLS; i++) {
        const wend_wall *wall = &walls->wall[found[i]];
        wend_vec foot;
        if (wi_wall_distance2(wall, at, &foot) > on->t->radius * on->t->radius) continue;
        float gap = wi_outline_wall_gap(&on->body, wall->a, wall->b);
        on->barriers[on->barrier_count++] = (barrier){wall, wi_min(gap, 0.0f) - SLACK};
    }
}

static bool is_free(const site *on, wend_vec heading) {
    wi_outline body = on->body;
    body.heading = heading;
    wi_ellipse shape = ellipse_of(&body);
    for (uint32_t i = 0; i < on->limit_count; i++) {
        float reach2 = wi_ellipse_reach2(shape, on->limits[i].n), most = on->limits[i].reach2;
        if (reach2 > most * 1.00001f) return false;
    }
    for (uint32_t i = 0; i < on->barrier_count; i++) {
        const wend_wall *wall = on->barriers[i].wall;
        if (wi_outline_wall_gap(&body, wall->a, wall->b) < on->barriers[i].least) return false;
    }
    return true;
}

// As far as it goes.
static wend_vec turn_in_parts(const site *on, wend_vec wish) {
    wend_vec heading = on->body.heading, free = heading;
    float angle = wend_atan2(wi_det(heading, wish), wi_dot(heading, wish));
    uint32_t parts = 1 + (uint32_t)(wi_max(angle, -angle) / PART_TURN);
    for (uint32_t i = 1; i <= parts; i++) {
        float turn = angle * (float)i / (float)parts;
        wend_vec next = i == parts ? wish : wi_turned(heading, wend_cos(turn), wend_sin(turn));
        if (!is_free(on, next)) break;
        free = next;
    }
    return free;
}

wend_vec wi_turn_if_free(const wi_turner *t, wend_vec wish, bool mind_walls) {
    if (wi_turn_is_round(&t->body)) return wish;
    limit limits[2 * WEND_NEIGHBOURS_MAX];
    barrier barriers[WALLS];
    site on = {.t = t, .body = t->body, .shape = ellipse_of(&t->body), .limits = limits, .barriers = barriers};
    on.growth = wi_turn_growth(&t->now->form[t->row], t->body.heading, wish);
    on.body.at = wi_add(on.body.at, wi_scale(t->now->step, t->velocity));
    consider_others(&on);
    if (mind_walls && t->now->senses->walls->wall_count > 0) consider_walls(&on);
    return on.limit_count + on.barrier_count > 0 ? turn_in_parts(&on, wish) : wish;
}
