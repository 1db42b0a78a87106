// Velocity and heading chosen together: a few headings that a body could take in one step, and how good each is with the
// velocity that the programme leaves it. Best (2018) lists this as future work.
#include "steer/turn.h"

// m/s of lost velocity that weigh as much as half a turn away from the heading wished for, and as half a turn at all.
#define UNEASE 0.5f
#define EFFORT 0.05f

static bool is_new(const wi_turn_choice *choice, wend_vec heading) {
    for (uint32_t i = 0; i < choice->count; i++)
        if (choice->heading[i].x == heading.x && choice->heading[i].y == heading.y) return false;
    return true;
}

// The programme keeps the body clear of walls while it turns, and of those whom it gives way to.
static void offer(const wi_turner *t, wi_turn_choice *choice, wend_vec wish) {
    wend_vec heading = wi_turn_limited(t, wish);
    const uint64_t all = wi_turn_everybody(t);
    wi_turn_if_free(&t, &all, &heading, 1, false);
    if (is_new(choice, heading)) choice->heading[choice->count++] = heading;
}

wi_turn_choice wi_turn_choices(const wend_view *now, uint32_t row, const eorca_params *set, wi_others others) {
    const wend_body *me = &now->body[row];
    wi_turner t = wi_turner_of(now, row, set, others, wi_vec(me->preferred_x, me->preferred_y));
    wi_turn_choice choice = {.heading = {t.body.heading}, .count = 1, .wish = t.body.heading};
    if (wi_turn_is_round(&t.body) || !wi_turn_means_to_go(&t)) return choice;
    choice.wish = wi_turn_for_gap(&t, wi_turn_gap_ahead(&t));
    t.velocity = now->motion[row].velocity; // the next one is not known yet
    offer(&t, &choice, choice.wish);
    offer(&t, &choice, wi_left(t.body.heading));
    offer(&t, &choice, wi_scale(-1.0f, wi_left(t.body.heading)));
    return choice;
}

// The sine of half the angle between two headings: 0 to 1, and no flatter near 0, where the last bit of a turn would
// never pay.
static float apart(wend_vec a, wend_vec b) { return wi_sqrt(wi_max(0.0f, 0.5f * (1.0f - wi_dot(a, b)))); }

float wi_turn_cost(const wend_view *now, uint32_t row, const wi_turn_choice *choice, wend_motion motion) {
    const wend_body *me = &now->body[row];
    wend_vec lost = wi_sub(motion.velocity, wi_vec(me->preferred_x, me->preferred_y));
    return wi_length(lost) + UNEASE * apart(motion.heading, choice->wish) +
           EFFORT * apart(motion.heading, choice->heading[0]);
}
