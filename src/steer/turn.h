// How a body turns: what the parts of the algorithms of Best (2018), section 2.6, share.
#ifndef WI_TURN_H
#define WI_TURN_H

#include "sense/outline_reach.h"
#include "sense/senses.h"
#include "steer/eorca.h"

#define WI_LOOK_AHEAD 1.0f // s, as published

// One who thinks about turning.
typedef struct wi_turner {
    const wend_view *now;
    uint32_t row, level;
    const eorca_params *set;
    wi_others others;
    wi_outline body;   // as it is now
    float radius;      // of the disc about the body
    wend_vec velocity; // of the next step
    wend_vec way;      // where it means to go: a unit vector, or 0, 0 for one who means to stay
    float pace;        // m/s on that way
    bool they_turn;    // reckons with others as narrow as they can make themselves
} wi_turner;

wi_turner wi_turner_of(const wend_view *now, uint32_t row, const eorca_params *set, wi_others others,
                       wend_vec velocity);

void wi_turners_read(wi_turner *turners, const wend_view *now, const wi_turning *bodies, uint32_t count);

static inline wi_ellipse wi_turn_ellipse(const wi_outline *body) {
    return wi_ellipse_of(body->half_length, body->half_width, body->heading);
}

static inline uint32_t wi_turn_other(const wi_turner *t, uint32_t i) {
    return (uint32_t)t->others.row[(size_t)i * t->others.stride];
}

// A body that does not turn to fit: it looks the same from everywhere, or is a box, which only faces where it goes.
static inline bool wi_turn_is_round(const wi_outline *body) {
    return body->kind != WEND_ELLIPSE || body->half_length == body->half_width;
}

// Turned counter-clockwise by the angle with this cosine and sine.
static inline wend_vec wi_turned(wend_vec a, float cosine, float sine) {
    return wi_vec(cosine * a.x - sine * a.y, sine * a.x + cosine * a.y);
}

// The point of a body's outline nearest to `from`, which may lie inside. Of several: the one ahead, the one to its left.
wend_vec wi_nearest_on_outline(const wi_outline *body, wend_vec from);

// The search for that on an ellipse, alike one by one and many at once: how often Newton's method steps at most, when it
// has settled (of 1), below which share of b2 the point counts as on the long axis, and of which share of its half length
// the axes may differ for a disc.
#define WI_NEAREST_STEPS 24
#define WI_NEAREST_SETTLED 1e-6f
#define WI_NEAREST_ON_AXIS 1e-12f
#define WI_NEAREST_ROUND 1e-5f

// The least clearance (m) on the way ahead, equations 2.20 to 2.23; never more than `enough`, and exact between that and
// `least`: below that it need not be the least of all.
float wi_turn_clearance(const wi_turner *t, float least, float enough);

// What is asked about the way of one of many. Lanes read what comes before `points` as eight numbers.
#define WI_LOOK_UNCLEAR -1.0f
typedef struct wi_look {
    _Alignas(8 * sizeof(float)) wend_vec at; // the first eight numbers are read as a record, see turn_clearance_wide.c
    wend_vec way;
    float radius, ahead, enough; // see wi_turn_clearance
    float they_turn;             // 1 for one who reckons with that, or 0: see wi_turner
    float points, least;
    wi_others others;
    float clearance; // the answer; WI_LOOK_UNCLEAR where others are boxes
} wi_look;

wi_look wi_turn_look_of(const wi_turner *t, float least, float enough);
// The same, written where it stays: to copy one that has just been written takes longer than to make it.
void wi_turn_write_look(wi_look *look, const wi_turner *t, float least, float enough);

// The same for many, on whose ways are no walls, once for each instruction set.
typedef void wi_turn_look_kernel(const wend_view *now, wi_look *looks, uint32_t count);
wi_turn_look_kernel wi_turn_look_isa0, wi_turn_look_isa1, wi_turn_look_isa2;

// The clearance of some, each with a look of its own.
void wi_turn_clearances(const wi_turner *const *turners, wi_look *looks, uint32_t count);

// The heading nearest to its present one with which an ellipse is at most `room` (m) wide across the way; the narrowest
// where none is. Of two equally near: counter-clockwise. What turn_fit_wide.c does for many.
wend_vec wi_turn_nearest_fit(const wi_outline *body, wend_vec way, float room);

bool wi_turn_means_to_go(const wi_turner *t);

// How wide (m) a body is across the way if it turns as far as that takes, and the room in which it is at ease as wide as
// it can be.
static inline float wi_turn_narrowest(const wi_outline *body) {
    return 2.0f * wi_min(body->half_length, body->half_width);
}
float wi_turn_room_enough(const wi_turner *t);

#define WI_TURN_SPARE 0.01f // m of the clearance that stay free

// People turn before they have to: at apertures less than 1.3 times as wide as their shoulders (Warren and Whang 1987).
// Room in which one would be at ease with the body as wide as this across the way, and back.
static inline float wi_turn_room_wanted(const wi_turner *t, float width) {
    return t->set->ease * width + WI_TURN_SPARE;
}
static inline float wi_turn_width_at_ease(const wi_turner *t, float room) {
    return (room - WI_TURN_SPARE) / t->set->ease;
}

// True if another means to go past this body. It has the body ahead, and turns for it by the same rule.
bool wi_turn_makes_way(const wi_turner *t, uint32_t row);

// A space between two: how wide it is (m), and which way leads straight through.
typedef struct wi_gap {
    float room;
    wend_vec through; // unit vector
} wi_gap;

// How far (s) a body looks ahead for gaps.
static inline float wi_turn_foresight(const wi_turner *t) { return WI_LOOK_AHEAD + t->set->comfort; }

// One who has slowed down before a gap would come to it sooner once turned. At its present pace it would never come near.
static inline float wi_turn_wanted_pace(const wi_turner *t) {
    const wend_body *me = &t->now->body[t->row];
    return wi_max(t->pace, wi_length(wi_vec(me->preferred_x, me->preferred_y)));
}

// Whom a body may pass on its left and on its right within that time, nearer than `enough`: bits for their places in the
// list. More than it will pass, but nobody less.
typedef struct wi_passed {
    uint64_t left, right;
} wi_passed;

// Who of the others matters to a body: to the gap that it comes to, and to a turn.
typedef struct wi_outlook {
    float enough;  // see wi_passed
    float reach;   // m: the body, and what a turn may fill, reach so far at most
    wi_passed may; // the answer: whom it may pass
    bool beside;   // whether it may have to turn for one of them alone
    uint64_t near; // and who may come within reach one step on: bits for their places in the list
} wi_outlook;

// For many, once for each instruction set.
typedef void wi_turn_outlook_kernel(const wi_turner *const *turners, uint32_t count, wi_outlook *outlooks);
wi_turn_outlook_kernel wi_turn_outlook_isa0, wi_turn_outlook_isa1, wi_turn_outlook_isa2;

// The narrowest gap that the body will come to, with all of them in motion, where it is known whom it may pass; of the
// width `enough` where all are wider.
wi_gap wi_turn_gap_among(const wi_turner *t, float enough, wi_passed may);

// A gap ahead, whom one may pass there, and who may be in the way of a turn.
typedef struct wi_foresight {
    wi_passed may;
    uint64_t near;
    wi_gap gap;
} wi_foresight;

bool wi_turn_foresees(const wi_turner *t);

// What those see who have foresight; of the others nothing is written.
void wi_turn_foresee(const wi_turner *turners, uint32_t count, wi_foresight *ahead);

// True if a body that is too wide for a gap fits through once it has turned.
bool wi_turn_helps(const wi_turner *t, wi_gap ahead);

// Past one alone a body keeps to its line, so half of it has to fit beside the other: as between two with twice that room.
// But with nobody on its other side it is at ease as soon as they do not touch. This is the room between two that is as
// good as `beside` from the body's centre to the other's side (m), and back.
static inline float wi_turn_room_beside(const wi_turner *t, float beside) {
    return wi_turn_room_wanted(t, 2.0f * beside - WI_TURN_SPARE);
}
static inline float wi_turn_beside_of_room(const wi_turner *t, float room) {
    return 0.5f * (wi_turn_width_at_ease(t, room) + WI_TURN_SPARE);
}

// How close another's side must be to be turned for alone, by a body that comes to a gap of that room anyway. One who comes
// right at it, closer than turning helps, has yet to give way.
typedef struct wi_beside {
    float least, below; // m
} wi_beside;
static inline wi_beside wi_turn_beside(const wi_turner *t, float room) {
    return (wi_beside){wi_turn_beside_of_room(t, wi_turn_narrowest(&t->body)), wi_turn_beside_of_room(t, room)};
}
wi_gap wi_turn_gap_beside(const wi_turner *t, wend_vec beside, float room); // a vector to that side, and its length

// As wi_turn_rooms, with foresight: for the gap that the body will come to as things are.
void wi_turn_gaps_to_fit(const wi_turner *const *turners, const wi_foresight *ahead, uint32_t count, wi_gap *gaps);
wi_gap wi_turn_gap_foreseen(const wi_turner *t); // of one who has not looked yet

enum { WI_LEFT, WI_RIGHT, WI_SIDES };

// What is on either side of a body at some moment, nearer than `enough`.
typedef struct wi_sides {
    wend_vec beside[WI_SIDES]; // from the body's centre to what is nearest there
    float room[WI_SIDES];
} wi_sides;

wi_gap wi_turn_gap_between(const wi_turner *t, const wi_sides *s);

// The number of moments that a body looks at.
static inline float wi_turn_moments(const wi_turner *t) {
    return wi_max(1.0f, t->set->clearance_samples * wi_turn_foresight(t));
}

// True if a wall is so near that it may be on one side of a gap.
bool wi_turn_is_walled(const wi_turner *t, float enough);

// True if the body sees another.
static inline bool wi_turn_sees(const wi_turner *t, uint32_t row) {
    bool open = t->now->senses->walls->wall_count == 0 && t->now->role[row].level == t->level;
    return open || wi_view_sees_neighbour(t->now, t->row, row);
}

// True if it sees the point of a wall that is nearest to it or to a place on its way; the wall itself hides nothing.
#define WI_TURN_SIGHT 0.999f // of the way to that point must be free
static inline bool wi_turn_sees_wall(const wi_turner *t, uint32_t wall, wend_vec at) {
    uint32_t hit;
    float share = wi_walls_hit(t->now->senses->walls, t->level, t->body.at, at, &hit);
    return hit == wall || share > WI_TURN_SIGHT;
}

// wi_turn_gap_among for many.
void wi_turn_gaps(const wi_turner *const *turners, const wi_outlook *outlooks, uint32_t count, wi_gap *gaps);

// Pairs of a body and another whom it may pass: where the other's side will be, and between when (s) they are side by
// side. By fields, pair after pair.
#define WI_PASSINGS_MAX 256
#define WI_PASSING_SLOW 0.05f // m/s: who moves no faster against the body is not passed
#define WI_NEVER 1e30f        // s: they are side by side from then on, where the other is not passed
typedef enum wi_passing_field {
    WI_PASSING_X, // from the body's centre to the other's side
    WI_PASSING_Y,
    WI_PASSING_ROOM, // m: how far that is
    WI_PASSING_FROM,
    WI_PASSING_TO,
    WI_PASSING_FIELDS
} wi_passing_field;

// The body that passes, on its way at the pace it would like.
typedef enum wi_passer_field {
    WI_PASSER_X,
    WI_PASSER_Y,
    WI_PASSER_VX,
    WI_PASSER_VY,
    WI_PASSER_RADIUS,
    WI_PASSER_ENOUGH,
    WI_PASSER_WITHIN,   // s
    WI_PASSER_APPROACH, // m
    WI_PASSER_FIELDS
} wi_passer_field;

typedef struct wi_passings {
    float by[EORCA_PART][WI_PASSER_FIELDS];
    bool reckons[EORCA_PART];                           // that others turn, see wi_turner
    int32_t who[WI_PASSINGS_MAX], row[WI_PASSINGS_MAX]; // who: a place in `by`
    float field[WI_PASSING_FIELDS][WI_PASSINGS_MAX];
    uint32_t count;
} wi_passings;

// Once for each instruction set; whole lanes are read and written.
typedef void wi_turn_passings_kernel(const wend_view *now, wi_passings *of);
wi_turn_passings_kernel wi_turn_passings_isa0, wi_turn_passings_isa1, wi_turn_passings_isa2;

// A body between others.
typedef struct wi_between {
    uint32_t who, left, right, end; // the pairs on its left begin, those on its right, and those of others
    float enough, time, points;     // time: s from now, with so many moments that are looked at
    bool beside;                    // one of them alone may count
    float apart;      // the answer: how close (m) what is on its sides comes together, `enough` if never closer
    wi_sides closest; // and at that moment; of several, the first
} wi_between;

// Once for each instruction set.
typedef void wi_turn_closest_kernel(const wi_passings *of, wi_between *bodies, uint32_t count);
wi_turn_closest_kernel wi_turn_closest_isa0, wi_turn_closest_isa1, wi_turn_closest_isa2;

// The least and the most clearance for which the heading of wi_turn_for_gap differs.
wi_look wi_turn_look_for_gap(const wi_turner *t);

// From clearances to the room to fit into. Where no heading fits beside the others as they are, they will have to turn as
// well; where none fits even then, to turn for them does not help, and what counts is the room between walls.
void wi_turn_rooms(const wi_turner *const *turners, wi_look *looks, uint32_t count);

// That room on the way ahead; with foresight, in the gap that the body will come to.
wi_gap wi_turn_gap_ahead(const wi_turner *t);

// The heading for that: one faces where one goes, as far as the body fits, and where no turn would make it fit.
wend_vec wi_turn_for_gap(const wi_turner *t, wi_gap gap);

// Never less than the cosine, and mostly enough to tell.
static inline float wi_turn_cosine_bound(float angle) {
    float square = angle * angle;
    return 1.0f - 0.5f * square + square * square * (1.0f / 24.0f);
}

// As far towards `wish` as the limit lets it turn in a step; half a turn goes counter-clockwise.
wend_vec wi_turn_limited(const wi_turner *t, wend_vec wish);

// Both of that for many.
void wi_turn_for_gaps(const wi_turner *const *turners, const wi_gap *gaps, uint32_t count, wend_vec *headings);

// How far towards its wish each body can turn within the step without anything getting in between; that becomes the
// wish. `near` has bits for the places of all who may matter.
void wi_turn_if_free(const wi_turner *const *turners, const uint64_t *near, wend_vec *wishes, uint32_t count,
                     bool mind_walls);

// How far (m) a body and what it may fill reach in a turn that makes it grow by so much.
static inline float wi_turn_reach(const wi_turner *t, float growth) { return t->radius + 2.0f * growth; }

static inline uint64_t wi_turn_everybody(const wi_turner *t) {
    return t->others.count < 64 ? ((uint64_t)1 << t->others.count) - 1 : UINT64_MAX;
}

#define WI_LANES_MOST 16 // of any instruction set

// The gap between two ellipses whose centres lie p apart, seen in the direction *n: never more than the true one, and
// close to it where they are apart and it may look some times. *n, a unit vector, becomes the best direction it found.
float wi_ellipses_apart(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec *n, uint32_t looks);

// When (s) this body first touches another or a wall if both go on; INFINITY: never. 0 if they touch and come closer.
float wi_turn_touch(const wi_outline *body, const wi_outline *other, wend_vec relative_velocity);
float wi_turn_touch_wall(const wi_outline *body, wend_vec a, wend_vec b, wend_vec velocity);
float wi_turn_touch_boxes(const wi_outline *a, const wi_outline *b, wend_vec w); // w: of a towards b

// The search for that: how close is a touch (m), less than what a gap must gain (m) to be looked for further, and how
// often one looks. One by one or many at once, these and the ones below must agree to the bit.
#define WI_TOUCH 1e-5f
#define WI_TOUCH_SETTLED (0.01f * WI_TOUCH)
#define WI_TOUCH_ADVANCES 40
#define WI_TOUCH_LOOKS 8 // for the separating direction, each time

// What is plain at a glance leaves room for rounding: by how far (m) two miss or meet each other, how many times the reach
// of both they are apart, at which share of the time they meet, and from which speed on (its square, m2/s2) one has a
// direction.
#define WI_PLAIN_MARGIN (10.0f * WI_TOUCH)
#define WI_PLAIN_APART 1.001f
#define WI_PLAIN_SHARE 0.999f
#define WI_PLAIN_SPEED2 1e-8f

// Which others one will collide with, or may: bits for their places in the list.
typedef struct wi_prospects {
    uint64_t will, unclear;
} wi_prospects;

// At a glance, for many; once for each instruction set.
typedef void wi_turn_prospects_kernel(const wi_turner *const *turners, uint32_t count, wi_prospects *found);
wi_turn_prospects_kernel wi_turn_prospects_isa0, wi_turn_prospects_isa1, wi_turn_prospects_isa2;

// Who is about to collide on its new velocity, as algorithm 2 has it; asked of those with `soon`, which stays true where
// it is so.
void wi_turn_collide_soon(const wi_turner *turners, bool *soon, uint32_t count);

#endif
