#include "steer/choose_velocity.h"

#include <math.h>

// A candidate lies on the boundaries that made it, give or take rounding in double (1e-13 or so). It counts as inside
// an obstacle only if it is deeper than INSIDE, so it needs no nudge outwards and no memory of where it came from.
#define INSIDE 1e-7 // m/s
// A candidate must be better by this much than one looked at before, so that ties are settled by the fixed order of
// pieces (walls, then neighbours from near to far; left leg first) and not by rounding.
#define BETTER 1e-6   // m/s, s
#define ON_PIECE 1e-9 // m/s

// Where two boundaries meet ----------------------------------------------------------------------------------------------

static bool on_piece(const wi_piece *piece, wi_dvec at) {
    wi_dvec u = at - piece->origin;
    if (!piece->round) {
        double along = wi_ddot(u, piece->direction);
        return along >= -ON_PIECE && along <= piece->extent + ON_PIECE;
    }
    double slack = ON_PIECE * (1.0 + piece->extent);
    return piece->whole || (wi_ddet(piece->from, u) >= -slack && wi_ddet(u, piece->to) >= -slack &&
                            wi_ddot(u, piece->from + piece->to) >= -slack);
}

static uint32_t meet_straight(const wi_piece *a, const wi_piece *b, wi_dvec at[2]) {
    double sine = wi_ddet(a->direction, b->direction);
    if (sine > -1e-12 && sine < 1e-12) return 0;
    at[0] = a->origin + a->direction * (wi_ddet(b->origin - a->origin, b->direction) / sine);
    return 1;
}

static uint32_t meet_straight_round(const wi_piece *line, const wi_piece *arc, wi_dvec at[2]) {
    wi_dvec u = line->origin - arc->origin;
    double offset = wi_ddet(line->direction, u), half2 = arc->extent * arc->extent - offset * offset;
    if (half2 < 0.0) return 0;
    double half = wi_dsqrt(half2), middle = -wi_ddot(u, line->direction);
    at[0] = line->origin + line->direction * (middle - half);
    at[1] = line->origin + line->direction * (middle + half);
    return 2;
}

static uint32_t meet_round(const wi_piece *a, const wi_piece *b, wi_dvec at[2]) {
    wi_dvec u = b->origin - a->origin;
    double d2 = wi_ddot(u, u);
    if (d2 < 1e-18) return 0;
    double along = 0.5 * (1.0 + (a->extent - b->extent) * (a->extent + b->extent) / d2);
    double across2 = a->extent * a->extent / d2 - along * along;
    if (across2 < 0.0) return 0;
    wi_dvec foot = a->origin + along * u, across = wi_dsqrt(across2) * wi_dleft(u);
    at[0] = foot + across;
    at[1] = foot - across;
    return 2;
}

static uint32_t meet(const wi_piece *a, const wi_piece *b, wi_dvec at[2]) {
    if (a->round) return b->round ? meet_round(a, b, at) : meet_straight_round(b, a, at);
    return b->round ? meet_straight_round(a, b, at) : meet_straight(a, b, at);
}

// The point of a piece that is nearest to v.
static wi_dvec foot_on(const wi_piece *piece, wi_dvec v) {
    wi_dvec u = v - piece->origin;
    if (!piece->round) {
        double along = wi_ddot(u, piece->direction);
        along = along > piece->extent ? piece->extent : along;
        return along > 0.0 ? piece->origin + along * piece->direction : piece->origin;
    }
    wi_dvec n = wi_dunit(u, piece->from);
    if (!on_piece(piece, piece->origin + piece->extent * n)) {
        n = wi_ddot(u, piece->from) >= wi_ddot(u, piece->to) ? piece->from : piece->to;
    }
    return piece->origin + piece->extent * n;
}

// The search -----------------------------------------------------------------------------------------------------------

// A piece by owner (an obstacle, or one of the two limits) and number; they are remade when needed, which is cheaper
// than keeping up to a hundred kilobytes of them.
typedef struct piece_name {
    float nearest; // distance from the preferred velocity
    uint8_t owner, number;
} piece_name;

enum {
    OWNER_SPEED = WI_CHOICE_MAX,
    OWNER_CHANGE,
    PIECES_MAX = 2 + WI_CHOICE_WALLS * 6 + WEND_NEIGHBOURS_MAX * WI_VO_PIECES_MAX
};

// What speaks against a velocity that is not free, the weightiest first. Contact comes before what is met later: a body
// that is walked into now would count like one that is met in two seconds otherwise, and two would merge.
enum { WALL_DEPTH, WALLS, BODY_DEPTH, BODIES, SOONER, DISTANCE, FAULTS };

typedef struct candidate {
    wi_dvec at;
    double fault[FAULTS]; // m, number, m, number, -s, and m/s from the preferred velocity
} candidate;

typedef struct search {
    const wi_choice *choice;
    double max_change; // INFINITY where it plays no part
    bool found;
    bool least; // look for the least bad, not for a free velocity
    candidate best;
    piece_name piece[PIECES_MAX];
    uint32_t piece_count;
} search;

static bool within_limits(const search *s, wi_dvec v) {
    double speed = s->choice->max_speed + ON_PIECE, change = s->max_change + ON_PIECE;
    wi_dvec u = v - s->choice->current;
    return wi_ddot(v, v) <= speed * speed && wi_ddot(u, u) <= change * change;
}

// v brought inside the limits: onto the speed disc, then towards the current velocity, which lies in that disc too
// where a limit of change plays a part.
static wi_dvec limited(const search *s, wi_dvec v) {
    double speed = wi_dlength(v);
    if (speed > s->choice->max_speed) v *= s->choice->max_speed / speed;
    wi_dvec u = v - s->choice->current;
    double change = wi_dlength(u);
    return change > s->max_change ? s->choice->current + u * (s->max_change / change) : v;
}

static void consider_free(search *s, wi_dvec v) {
    double distance = wi_dlength(v - s->choice->preferred);
    if (distance > s->best.fault[DISTANCE] - BETTER || !within_limits(s, v)) return;
    for (uint32_t i = 0; i < s->choice->count; i++) {
        if (wi_vo_inside(&s->choice->obstacle[i], v, INSIDE)) return;
    }
    s->best = (candidate){.at = v, .fault[DISTANCE] = distance};
    s->found = true;
}

// Below 0 if a is better than b, above 0 if it is worse.
static int compare(const candidate *a, const candidate *b) {
    for (int i = 0; i < FAULTS; i++) {
        if (a->fault[i] < b->fault[i] - BETTER) return -1;
        if (a->fault[i] > b->fault[i] + BETTER) return 1;
    }
    return 0;
}

static void blame(candidate *c, int fault, double size) {
    if (size > c->fault[fault]) c->fault[fault] = size;
}

// Finds the faults of c, which only grow on the way: at most until it is no better than the best. True if it is better.
static bool find_faults(const search *s, candidate *c) {
    const wi_choice *choice = s->choice;
    for (uint32_t i = 0; i < choice->count; i++) {
        const wi_vo *vo = &choice->obstacle[i];
        bool wall = i < choice->wall_count;
        if (!wi_vo_inside(vo, c->at, INSIDE)) continue;
        c->fault[wall ? WALLS : BODIES] += 1.0;
        blame(c, wall ? WALL_DEPTH : BODY_DEPTH, wi_vo_depth(vo, c->at, choice->step));
        blame(c, SOONER, -wi_vo_time(vo, c->at));
        if (compare(c, &s->best) >= 0) return false;
    }
    return compare(c, &s->best) < 0;
}

static void consider_least(search *s, wi_dvec v) {
    if (!within_limits(s, v)) return;
    candidate c = {.at = v, .fault = {[SOONER] = -INFINITY, [DISTANCE] = wi_dlength(v - s->choice->preferred)}};
    if (!find_faults(s, &c)) return;
    s->best = c;
    s->found = true;
}

static void consider(search *s, wi_dvec v) {
    if (s->least)
        consider_least(s, v);
    else
        consider_free(s, v);
}

static bool piece_named(const search *s, uint32_t owner, uint32_t number, wi_piece *piece) {
    if (owner < WI_CHOICE_MAX) return wi_vo_piece(&s->choice->obstacle[owner], number, piece);
    bool speed = owner == OWNER_SPEED;
    *piece = (wi_piece){.round = true, .whole = true, .from = {1.0, 0.0}, .to = {1.0, 0.0}};
    piece->origin = speed ? (wi_dvec){0.0, 0.0} : s->choice->current;
    piece->extent = speed ? s->choice->max_speed : s->max_change;
    return true;
}

static void add_piece(search *s, uint32_t owner, uint32_t number) {
    wi_piece piece;
    if (!piece_named(s, owner, number, &piece)) return;
    double nearest = wi_dlength(foot_on(&piece, s->choice->preferred) - s->choice->preferred);
    s->piece[s->piece_count++] = (piece_name){(float)nearest, (uint8_t)owner, (uint8_t)number};
}

static void list_pieces(search *s) {
    s->piece_count = 0;
    for (uint32_t i = 0; i < s->choice->count; i++) {
        for (uint32_t k = 0; k < wi_vo_pieces(&s->choice->obstacle[i]); k++) add_piece(s, i, k);
    }
    add_piece(s, OWNER_SPEED, 0);
    if (s->max_change < INFINITY) add_piece(s, OWNER_CHANGE, 0);
}

// Every point of a piece is at least as far away as its nearest, so one that begins beyond the best has nothing to give.
static bool too_far(const search *s, uint32_t i) {
    return !s->least && (double)s->piece[i].nearest > s->best.fault[DISTANCE];
}

static void consider_feet(search *s) {
    for (uint32_t i = 0; i < s->piece_count; i++) {
        wi_piece piece;
        if (too_far(s, i) || !piece_named(s, s->piece[i].owner, s->piece[i].number, &piece)) continue;
        wi_dvec foot = foot_on(&piece, s->choice->preferred);
        consider(s, s->least ? limited(s, foot) : foot);
    }
}

static void consider_meetings_of(search *s, uint32_t i) {
    wi_piece a, b;
    wi_dvec at[2];
    if (too_far(s, i) || !piece_named(s, s->piece[i].owner, s->piece[i].number, &a)) return;
    for (uint32_t j = i + 1; j < s->piece_count; j++) {
        // Pieces of one convex obstacle join smoothly: nothing is to be had there that a foot does not give.
        if (s->piece[j].owner == s->piece[i].owner || too_far(s, j)) continue;
        piece_named(s, s->piece[j].owner, s->piece[j].number, &b);
        uint32_t count = meet(&a, &b, at);
        for (uint32_t k = 0; k < count; k++) {
            if (on_piece(&a, at[k]) && on_piece(&b, at[k])) consider(s, at[k]);
        }
    }
}

// Where all is blocked, standing still and the straight ways out of what is in contact are worth a look too.
static void consider_escapes(search *s) {
    const wi_choice *choice = s->choice;
    consider(s, limited(s, choice->preferred));
    consider(s, limited(s, (wi_dvec){0.0, 0.0}));
    for (uint32_t i = 0; i < choice->count; i++) {
        if (choice->obstacle[i].contact == WI_APART) continue;
        consider(s, limited(s, choice->obstacle[i].facing * choice->max_speed));
    }
}

static void start_search(search *s, bool least) {
    s->least = least;
    s->found = false;
    for (int i = 0; i < FAULTS; i++) s->best.fault[i] = INFINITY;
    if (least)
        consider_escapes(s);
    else
        consider(s, s->choice->preferred);
}

static void look_everywhere(search *s) {
    consider_feet(s);
    for (uint32_t i = 0; i < s->piece_count; i++) consider_meetings_of(s, i);
}

// The nearest floats may lie a little beyond the limit.
static wend_vec float_within(wi_dvec v, float max_speed) {
    wend_vec f = wi_dvec_float(v);
    for (int i = 0; i < 4 && wi_length2(f) > max_speed * max_speed; i++) f = wi_scale(1.0f - 0x1p-22f, f);
    return wi_length2(f) <= max_speed * max_speed ? f : wi_vec(0.0f, 0.0f);
}

wend_vec wi_choose_velocity(const wi_choice *choice) {
    search s;
    s.choice = choice;
    s.max_change = wi_dlength(choice->current) <= choice->max_speed ? choice->max_change : INFINITY;
    start_search(&s, false);
    if (!s.found) {
        list_pieces(&s);
        look_everywhere(&s);
    }
    if (!s.found) {
        start_search(&s, true);
        look_everywhere(&s);
    }
    return float_within(s.best.at, (float)choice->max_speed);
}
