// The gaps that bodies come to, for many at once: see turn_gap.c. Only the few near walls are looked at one by one.
#include "base/isa.h"
#include "steer/turn.h"

static void add_passer(wi_passings *of, uint32_t who, const wi_turner *t, float enough) {
    float *by = of->by[who], pace = wi_turn_wanted_pace(t);
    by[WI_PASSER_X] = t->body.at.x, by[WI_PASSER_Y] = t->body.at.y;
    by[WI_PASSER_VX] = pace * t->way.x, by[WI_PASSER_VY] = pace * t->way.y;
    by[WI_PASSER_RADIUS] = t->radius;
    by[WI_PASSER_ENOUGH] = enough, by[WI_PASSER_WITHIN] = wi_turn_foresight(t);
    by[WI_PASSER_APPROACH] = t->set->approach;
    of->reckons[who] = t->they_turn;
}

static void add_pairs(wi_passings *of, uint32_t who, const wi_turner *t, uint64_t places) {
    for (; places != 0; places &= places - 1) {
        of->who[of->count] = (int32_t)who;
        of->row[of->count++] = (int32_t)wi_turn_other(t, (uint32_t)__builtin_ctzll(places));
    }
}

static void add_body(wi_passings *of, uint32_t who, const wi_turner *t, const wi_outlook *outlook, wi_between *body) {
    const wi_passed may = outlook->may;
    add_passer(of, who, t, outlook->enough);
    body->who = who;
    body->enough = outlook->enough;
    body->beside = outlook->beside;
    body->time = wi_turn_foresight(t);
    body->points = wi_turn_moments(t);
    body->left = of->count;
    add_pairs(of, who, t, may.left);
    body->right = of->count;
    add_pairs(of, who, t, may.right);
    body->end = of->count;
}

static void find_passings(const wend_view *now, wi_passings *of) {
    static wi_turn_passings_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_passings);
    for (uint32_t i = of->count; i % WI_LANES_MOST != 0; i++) of->who[i] = of->who[0], of->row[i] = of->row[0];
    kernels[now->senses->isa](now, of);
}

// Whether anybody whom the body sees is passed; those whom it does not see are forgotten.
static bool sees_some(const wi_turner *t, wi_passings *of, uint32_t first, uint32_t end) {
    bool some = false;
    for (uint32_t i = first; i < end; i++) {
        if (of->field[WI_PASSING_FROM][i] == WI_NEVER) continue;
        if (wi_turn_sees(t, (uint32_t)of->row[i]))
            some = true;
        else
            of->field[WI_PASSING_FROM][i] = WI_NEVER;
    }
    return some;
}

static wi_gap gap_beside_nearest(const wi_turner *t, const wi_passings *of, const wi_between *body, wi_gap gap) {
    const float *room = of->field[WI_PASSING_ROOM], *from = of->field[WI_PASSING_FROM];
    wi_beside within = wi_turn_beside(t, gap.room);
    uint32_t nearest = body->end;
    for (uint32_t i = body->left; i < body->end; i++) { // without branches: who is nearer is anybody's guess
        bool nearer = (room[i] >= within.least) & (room[i] < within.below) & (from[i] != WI_NEVER);
        nearest = nearer ? i : nearest;
        within.below = nearer ? room[i] : within.below;
    }
    if (nearest == body->end) return gap;
    wend_vec beside = wi_vec(of->field[WI_PASSING_X][nearest], of->field[WI_PASSING_Y][nearest]);
    return wi_turn_gap_beside(t, beside, room[nearest]);
}

// One alone may do; between two it takes one on each side. Returns of how many that is true.
static uint32_t keep_between(const wi_turner *const *turners, wi_passings *of, wi_between *bodies, uint32_t count,
                             wi_gap *gaps) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wi_between *body = &bodies[i];
        const wi_turner *t = turners[body->who];
        wi_gap *gap = &gaps[body->who];
        bool left = sees_some(t, of, body->left, body->right);
        bool right = (left || body->beside) && sees_some(t, of, body->right, body->end);
        if (body->beside) *gap = gap_beside_nearest(t, of, body, *gap);
        if (left && right) bodies[kept++] = *body;
    }
    return kept;
}

static void find_closest(const wi_turner *const *turners, const wi_passings *of, wi_between *bodies, uint32_t count,
                         wi_gap *gaps) {
    static wi_turn_closest_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_closest);
    kernels[turners[0]->now->senses->isa](of, bodies, count);
    for (uint32_t i = 0; i < count; i++) {
        const wi_between *body = &bodies[i];
        wi_gap *gap = &gaps[body->who];
        if (body->apart < gap->room) *gap = wi_turn_gap_between(turners[body->who], &body->closest);
    }
}

// From the place `first` on, as many as go at once. Returns the place after the last.
static uint32_t find_some(const wi_turner *const *turners, const wi_outlook *outlooks, uint32_t first, uint32_t count,
                          wi_gap *gaps) {
    wi_passings of;
    wi_between bodies[EORCA_PART];
    uint32_t next = first, open = 0;
    of.count = 0;
    for (; next < count && of.count <= WI_PASSINGS_MAX - WEND_NEIGHBOURS_MAX; next++) {
        const wi_turner *t = turners[next];
        const float enough = outlooks[next].enough;
        const wi_passed may = outlooks[next].may;
        gaps[next] = (wi_gap){enough, t->way};
        if (wi_turn_is_walled(t, enough))
            gaps[next] = wi_turn_gap_among(t, enough, may);
        else if ((may.left != 0 && may.right != 0) || outlooks[next].beside)
            add_body(&of, next, t, &outlooks[next], &bodies[open++]);
    }
    if (open == 0) return next;
    find_passings(turners[0]->now, &of);
    find_closest(turners, &of, bodies, keep_between(turners, &of, bodies, open, gaps), gaps);
    return next;
}

void wi_turn_gaps(const wi_turner *const *turners, const wi_outlook *outlooks, uint32_t count, wi_gap *gaps) {
    for (uint32_t first = 0; first < count;) first = find_some(turners, outlooks, first, count, gaps);
}
