// How elliptical bodies turn: as people do (EORCA-P, algorithms 1 to 3 of Best 2018).
#include "steer/turn_fit.h"

#include "base/angle.h"

#define STANDING 0.1f // m/s: slower than this, one means to go where one would prefer to
#define RESTING 0.02f // m/s: who would prefer no more than this means to stay

static wend_vec meant_velocity(const wend_view *now, uint32_t row, wend_vec velocity) {
    if (wi_length2(velocity) > STANDING * STANDING) return velocity;
    wend_vec preferred = {now->body[row].preferred_x, now->body[row].preferred_y};
    return wi_length2(preferred) > RESTING * RESTING ? preferred : wi_vec(0.0f, 0.0f);
}

// Written where it stays: the parts of a turner that is copied at once would have to wait for each other.
static void read_turner(wi_turner *t, const wend_view *now, uint32_t row, const eorca_params *set, wi_others others,
                        wend_vec velocity) {
    const wend_vec nowhere = {0.0f, 0.0f};
    if (!wi_vec_finite(velocity)) velocity = nowhere;
    wend_vec meant = meant_velocity(now, row, velocity);
    t->now = now;
    t->row = row;
    t->level = now->role[row].level;
    t->set = set;
    t->others = others;
    t->body = wi_view_outline(now, row);
    t->radius = now->form[row].radius;
    t->velocity = velocity;
    t->way = wi_unit(meant, nowhere);
    t->pace = wi_length(meant);
    t->they_turn = false;
}

wi_turner wi_turner_of(const wend_view *now, uint32_t row, const eorca_params *set, wi_others others,
                       wend_vec velocity) {
    wi_turner t;
    read_turner(&t, now, row, set, others, velocity);
    return t;
}

void wi_turners_read(wi_turner *turners, const wend_view *now, const wi_turning *bodies, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        __builtin_prefetch(bodies[i].memory, 1); // scattered, and asked for once all have looked ahead
        read_turner(&turners[i], now, bodies[i].row, bodies[i].set, bodies[i].others, bodies[i].velocity);
    }
}

bool wi_turn_means_to_go(const wi_turner *t) { return t->way.x != 0.0f || t->way.y != 0.0f; }

static bool same(wend_vec a, wend_vec b) { return a.x == b.x && a.y == b.y; }

// Those within an angle of the direction in which the body is narrowest, and of its opposite.
typedef struct fitting {
    wend_vec narrowest;
    float cosine, sine; // of the angle
} fitting;

// With semi-axes L > S the width at the angle u from the narrowest heading is 2 sqrt(S2 + (L2 - S2) sin2 u).
static fitting headings_that_fit(const wi_outline *body, wend_vec way, float room) {
    float a2 = body->half_length * body->half_length, b2 = body->half_width * body->half_width;
    float least = wi_min(a2, b2), half = 0.5f * wi_max(room, 0.0f);
    float share = wi_clamp((half * half - least) / (wi_max(a2, b2) - least), 0.0f, 1.0f);
    return (fitting){b2 > a2 ? wi_left(way) : way, wi_sqrt(1.0f - share), wi_sqrt(share)};
}

static bool is_among(const fitting *f, wend_vec heading) { return wi_abs(wi_dot(f->narrowest, heading)) >= f->cosine; }

static wend_vec nearest_among(const fitting *f, wend_vec heading) {
    if (is_among(f, heading)) return heading;
    float along = wi_dot(f->narrowest, heading), beside = wi_det(f->narrowest, heading);
    bool opposite = wi_abs(along) < WI_TURN_TIE ? beside > 0.0f : along < 0.0f;
    wend_vec middle = opposite ? wi_scale(-1.0f, f->narrowest) : f->narrowest;
    return wi_turned(middle, f->cosine, wi_det(middle, heading) > 0.0f ? f->sine : -f->sine);
}

wend_vec wi_turn_nearest_fit(const wi_outline *body, wend_vec way, float room) {
    if (wi_turn_is_round(body)) return body->heading;
    fitting f = headings_that_fit(body, way, room);
    return nearest_among(&f, body->heading);
}

// The nearest to `wish` of those around the one narrowest heading that is nearer to the present one, so that the body
// fits all the while.
static wend_vec within_reach(const fitting *f, wend_vec heading, wend_vec wish) {
    wend_vec middle = wi_dot(f->narrowest, heading) < 0.0f ? wi_scale(-1.0f, f->narrowest) : f->narrowest;
    if (wi_dot(middle, wish) >= f->cosine) return wish;
    return wi_turned(middle, f->cosine, wi_det(middle, wish) > 0.0f ? f->sine : -f->sine);
}

float wi_turn_room_enough(const wi_turner *t) {
    return wi_turn_room_wanted(t, 2.0f * wi_max(t->body.half_length, t->body.half_width));
}

wi_look wi_turn_look_for_gap(const wi_turner *t) {
    return wi_turn_look_of(t, wi_turn_narrowest(&t->body), wi_turn_room_enough(t));
}

bool wi_turn_makes_way(const wi_turner *t, uint32_t row) {
    const wend_role *role = &t->now->role[row];
    if (role->shape != WEND_ELLIPSE || (role->flags & WEND_FLAG_DRIVEN)) return false;
    const wend_body *other = &t->now->body[row];
    wend_vec back = wi_sub(t->body.at, wi_vec(other->x, other->y));
    return wi_dot(back, wi_vec(other->preferred_x, other->preferred_y)) > 0.0f;
}

wi_gap wi_turn_gap_ahead(const wi_turner *t) {
    if (t->set->foresight > 0.0f) return wi_turn_gap_foreseen(t);
    wi_look look = wi_turn_look_for_gap(t);
    look.clearance = wi_turn_clearance(t, look.least, look.enough);
    wi_turn_rooms(&t, &look, 1);
    return (wi_gap){look.clearance, t->way};
}

wend_vec wi_turn_for_gap(const wi_turner *t, wi_gap gap) {
    const wi_outline *body = &t->body;
    if (wi_turn_is_round(body) || gap.room >= wi_turn_room_enough(t)) return t->way;
    fitting f = headings_that_fit(body, gap.through, wi_turn_width_at_ease(t, gap.room));
    return is_among(&f, body->heading) ? within_reach(&f, body->heading, t->way) : nearest_among(&f, body->heading);
}

wend_vec wi_turn_limited(const wi_turner *t, wend_vec wish) {
    float limit = t->set->turn_limit * t->now->step;
    wend_vec heading = t->body.heading;
    float cosine = wi_dot(heading, wish), sine = wi_det(heading, wish);
    if (limit >= (float)WI_PI || cosine >= wi_turn_cosine_bound(limit)) return wish;
    float most = wend_cos(limit);
    if (cosine >= most) return wish;
    bool clockwise = cosine < 0.0f ? sine < -WI_TURN_TIE : sine < 0.0f;
    wend_vec turned = wi_turned(heading, most, clockwise ? -wend_sin(limit) : wend_sin(limit));
    return wi_unit(turned, heading);
}

// Never more than the cosine, by more than any rounding.
static float least_cosine(float angle) {
    float square = angle * angle;
    return wi_turn_cosine_bound(angle) - square * square * square * (1.0f / 720.0f) - 1e-5f;
}

// Whoever would prefer to stay deviates with every step.
static bool deviates(const wi_turner *t) {
    const wend_body *me = &t->now->body[t->row];
    wend_vec preferred = {me->preferred_x, me->preferred_y};
    float both = wi_length(preferred) * wi_length(t->velocity), along = wi_dot(preferred, t->velocity);
    if (along > wi_turn_cosine_bound(t->set->deviation) * both) return false;
    if (along <= least_cosine(t->set->deviation) * both) return true;
    return along <= wend_cos(t->set->deviation) * both;
}

// Algorithm 2, with the break of algorithm 3: who of those marked in `steps` steps sideways. The time may come from a file
// and be anything.
static void side_step(const wi_turner *turners, const wi_turning *bodies, uint32_t count, bool *steps) {
    for (uint32_t i = 0; i < count; i++) {
        float lateral = bodies[i].memory->lateral;
        bool fresh = lateral >= 0.0f && lateral <= turners[i].set->lateral_time;
        steps[i] = steps[i] && fresh && deviates(&turners[i]);
    }
    wi_turn_collide_soon(turners, steps, count);
    for (uint32_t i = 0; i < count; i++) {
        eorca_memory *memory = bodies[i].memory;
        memory->lateral = steps[i] ? memory->lateral + turners[i].now->step : 0.0f;
    }
}

// Those who would turn, and where to put the headings that they take.
typedef struct wishers {
    const wi_turner *turner[EORCA_PART];
    wend_vec *heading[EORCA_PART];
    uint32_t count;
} wishers;

static void add_wisher(wishers *of, const wi_turner *t, wend_vec *heading) {
    of->turner[of->count] = t;
    of->heading[of->count++] = heading;
}

// Bodies that wish for other headings than they have turn as far as they can. `ahead` is NULL where nobody foresees.
static void turn_where_free(wishers *of, const wi_foresight *ahead, const wend_vec *wish) {
    wend_vec to[EORCA_PART];
    uint64_t near[EORCA_PART];
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        *of->heading[i] = wish[i];
        if (same(wish[i], of->turner[i]->body.heading)) continue;
        near[count] = ahead ? ahead[i].near : wi_turn_everybody(of->turner[i]);
        of->turner[count] = of->turner[i], of->heading[count] = of->heading[i];
        to[count++] = wish[i];
    }
    if (count == 0) return;
    wi_turn_if_free(of->turner, near, to, count, true);
    for (uint32_t i = 0; i < count; i++) *of->heading[i] = to[i];
}

// Boxes face where they go, as far as their outlines let them.
static void turn_boxes(wishers *of) {
    wend_vec wish[EORCA_PART];
    for (uint32_t i = 0; i < of->count; i++) wish[i] = wi_turn_limited(of->turner[i], of->turner[i]->way);
    turn_where_free(of, NULL, wish);
}

static void turn_for_gaps(wishers *of, const wi_foresight *ahead, const wi_gap *gap) {
    wend_vec wish[EORCA_PART];
    wi_turn_for_gaps(of->turner, gap, of->count, wish);
    turn_where_free(of, ahead, wish);
}

static void turn_for_space(wishers *of) {
    wi_look look[EORCA_PART];
    wi_gap gap[EORCA_PART];
    for (uint32_t i = 0; i < of->count; i++) look[i] = wi_turn_look_for_gap(of->turner[i]);
    wi_turn_clearances(of->turner, look, of->count);
    wi_turn_rooms(of->turner, look, of->count);
    for (uint32_t i = 0; i < of->count; i++) gap[i] = (wi_gap){look[i].clearance, of->turner[i]->way};
    turn_for_gaps(of, NULL, gap);
}

// One who sees a gap that it fits through if it turns does so; only in tighter places do people step sideways (Hughes et
// al. 2014).
static void choose_side_steps(const wi_turner *turners, const wi_turning *bodies, uint32_t count,
                              const wi_foresight *ahead, bool *steps) {
    for (uint32_t i = 0; i < count; i++)
        steps[i] = !(wi_turn_foresees(&turners[i]) && wi_turn_helps(&turners[i], ahead[i].gap));
    side_step(turners, bodies, count, steps);
}

void wi_turn_as_people(const wend_view *now, wi_turning *bodies, uint32_t count) {
    wishers near, far, boxes; // far: with foresight
    wi_turner turners[EORCA_PART];
    wi_foresight ahead[EORCA_PART];
    wi_gap gap[EORCA_PART];
    bool steps[EORCA_PART];
    if (count == 0) return;
    near.count = far.count = boxes.count = 0;
    wi_turners_read(turners, now, bodies, count);
    wi_turn_foresee(turners, count, ahead);
    choose_side_steps(turners, bodies, count, ahead, steps);
    for (uint32_t i = 0; i < count; i++) {
        const wi_turner *t = &turners[i];
        bodies[i].heading = t->body.heading;
        if (steps[i] || !wi_turn_means_to_go(t)) continue;
        if (t->body.kind == WEND_BOX) {
            add_wisher(&boxes, t, &bodies[i].heading);
        } else if (wi_turn_is_round(&t->body)) {
            bodies[i].heading = wi_turn_limited(t, t->way);
        } else if (wi_turn_foresees(t)) {
            ahead[far.count] = ahead[i]; // those before are done with
            add_wisher(&far, t, &bodies[i].heading);
        } else {
            add_wisher(&near, t, &bodies[i].heading);
        }
    }
    if (boxes.count > 0) turn_boxes(&boxes);
    if (near.count > 0) turn_for_space(&near);
    wi_turn_gaps_to_fit(far.turner, ahead, far.count, gap);
    turn_for_gaps(&far, ahead, gap);
}
