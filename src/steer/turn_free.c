// Whether a body may turn: where it and the others will be one step on, nothing may come into the way of the turn
// (Best 2018, section 2.6.3). What already overlaps may not do so more deeply, so that a turn can help it apart.
//
// Others may turn in the same step, without knowing of this turn. So a turn takes at most half of the gap to each of
// them, and less only where the gap left is as much as that body could gain by turning.
#include "steer/turn.h"

#define WALLS 32
#define LOOKS 8          // for the gap of two ellipses
#define SLACK 2e-5f      // m: about what the gap of two outlines is exact to
#define PART_TURN 0.087f // rad between the headings that are looked at

// What is near enough to matter.
typedef struct obstruction {
    bool wall;
    wi_outline outline;
    wend_vec a, b;
    float least; // m: the gap that must be left
} obstruction;

typedef struct site {
    const wi_turner *t;
    wi_outline body; // one step on, with its present heading
    float growth;    // m: by how much the turn can make it reach farther anywhere
    obstruction *found;
    uint32_t count;
} site;

// The square of a reach changes by at most |a2 - b2| |sin turn|, and a reach is at least the shorter semi-axis.
static float greatest_growth(const wi_outline *body, wend_vec wish) {
    float a = body->half_length, b = body->half_width, shorter = wi_min(a, b), difference = wi_max(a, b) - shorter;
    if (wi_dot(body->heading, wish) <= 0.0f) return difference;
    float sine = wi_det(body->heading, wish);
    float most = 0.5f * difference * (a + b) / shorter * wi_max(sine, -sine);
    return wi_min(difference, most);
}

static wi_ellipse ellipse_of(const wi_outline *body) {
    return wi_ellipse_of(body->half_length, body->half_width, body->heading);
}

// Ellipses that are apart show it soon.
static float gap_to_other(const wi_outline *body, const wi_outline *other) {
    if (other->kind == WEND_BOX) return wi_outline_gap(body, other);
    wend_vec p = wi_sub(other->at, body->at), n = wi_unit(p, wi_vec(1.0f, 0.0f));
    float gap = wi_ellipses_apart(ellipse_of(body), ellipse_of(other), p, &n, LOOKS);
    return gap > 0.0f ? gap : wi_outline_gap(body, other);
}

static float gap_to(const wi_outline *body, const obstruction *o) {
    return o->wall ? wi_outline_wall_gap(body, o->a, o->b) : gap_to_other(body, &o->outline);
}

static void add(site *on, obstruction o, float share, float room) {
    float gap = gap_to(&on->body, &o);
    o.least = (gap > 0.0f ? wi_min(share * gap, room) : gap) - SLACK;
    on->found[on->count++] = o;
}

// True if the gap is more than a turn of both can close.
static bool is_clear_of(const site *on, const wi_outline *other, wend_vec p) {
    if (other->kind == WEND_BOX) return false;
    wend_vec n = wi_unit(p, wi_vec(1.0f, 0.0f));
    wi_ellipse mine = ellipse_of(&on->body), theirs = ellipse_of(other);
    float gap = wi_dot(n, p) - wi_ellipse_reach(mine, n) - wi_ellipse_reach(theirs, n);
    return gap > 2.0f * on->growth || wi_ellipses_apart(mine, theirs, p, &n, 2) > 2.0f * on->growth;
}

static void consider_other(site *on, uint32_t row) {
    const wend_body *body = &on->t->now->body[row];
    float step = on->t->now->step, reach = on->t->radius + on->t->now->form[row].radius + 2.0f * on->growth;
    wend_vec at = {body->x + step * body->vx, body->y + step * body->vy}, p = wi_sub(at, on->body.at);
    if (wi_length2(p) > reach * reach) return;
    wi_outline other = wi_turn_outline(on->t->now, row);
    other.at = at;
    if (is_clear_of(on, &other, p)) return;
    float room = other.kind == WEND_DISC ? 0.0f : other.half_length - other.half_width;
    add(on, (obstruction){.outline = other}, 0.5f, wi_max(room, -room));
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
        add(on, (obstruction){.wall = true, .a = wall->a, .b = wall->b}, 1.0f, 0.0f);
    }
}

static bool is_free(const site *on, wend_vec heading) {
    wi_outline body = on->body;
    body.heading = heading;
    for (uint32_t i = 0; i < on->count; i++)
        if (gap_to(&body, &on->found[i]) < on->found[i].least) return false;
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

wend_vec wi_turn_if_free(const wi_turner *t, wend_vec wish) {
    if (wi_turn_is_round(&t->body)) return wish;
    obstruction found[WEND_NEIGHBOURS_MAX + WALLS];
    site on = {.t = t, .body = t->body, .growth = greatest_growth(&t->body, wish), .found = found};
    on.body.at = wi_add(on.body.at, wi_scale(t->now->step, t->velocity));
    for (uint32_t i = 0; i < t->others.count; i++) consider_other(&on, wi_turn_other(t, i));
    if (t->now->senses->walls->wall_count > 0) consider_walls(&on);
    return on.count > 0 ? turn_in_parts(&on, wish) : wish;
}
