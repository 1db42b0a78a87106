// Who goes first where two stand in each other's way, at a narrow door for example. Each has a rank that lasts a few
// seconds and that both know; of two the lower one avoids, and the higher one goes on. Two who walk, and two who want to
// go the same way, are equals. Nothing is remembered: who stands is seen from the state, ranks follow from the clock.
#ifndef WI_PRECEDENCE_H
#define WI_PRECEDENCE_H

#include "base/random.h"
#include "base/vec.h"
#include "wend/model.h"

#define PRECEDENCE_TIME 3.0   // s that a rank lasts: time to get through a door
#define PRECEDENCE_SLOW 0.1f  // of the preferred speed: who advances no faster stands
#define PRECEDENCE_SLOPE 4.0f // ranks from 0 to 1 that differ by a quarter settle it
#define PURPOSE_PRECEDENCE 2718u

static inline bool wi_is_held_up(const wend_body *body) {
    float along = body->vx * body->preferred_x + body->vy * body->preferred_y;
    float p2 = body->preferred_x * body->preferred_x + body->preferred_y * body->preferred_y;
    return along < PRECEDENCE_SLOW * p2;
}

// The number of the few seconds that it is now.
static inline uint64_t wi_precedence_turn(const wend_view *now) {
    return (uint64_t)((double)now->tick * (double)now->step / PRECEDENCE_TIME);
}

// From 0 to 1, for that turn.
static inline float wi_precedence_rank(const wend_view *now, uint32_t row, uint64_t turn) {
    return wi_random(now->seed, now->role[row].stream, turn, PURPOSE_PRECEDENCE, 0);
}

static inline float wi_precedence_by_rank(float own, float theirs) {
    return wi_clamp(PRECEDENCE_SLOPE * (own - theirs), -1.0f, 1.0f);
}

// From -1, the other goes first, to 1.
static inline float wi_precedence(const wend_view *now, uint32_t row, uint32_t other) {
    const wend_body *a = &now->body[row], *b = &now->body[other];
    bool opposed = a->preferred_x * b->preferred_x + a->preferred_y * b->preferred_y < 0.0f;
    bool equals = a->priority == b->priority; // else priorities settle it
    if (!opposed || !equals || !(wi_is_held_up(a) || wi_is_held_up(b))) return 0.0f;
    uint64_t turn = wi_precedence_turn(now);
    return wi_precedence_by_rank(wi_precedence_rank(now, row, turn), wi_precedence_rank(now, other, turn));
}

#endif
