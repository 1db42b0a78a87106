// The room that a body fits into: the clearance ahead, or what it would be if others turned, or what walls leave.
#include "steer/turn.h"

#define SURE 1e-3f // m: clearances found for many at once, and one by one, differ by less

static float room_between_walls(const wi_turner *t, const wi_look *asked) {
    if (t->now->senses->walls->wall_count == 0) return asked->enough;
    wi_turner alone = *t;
    alone.others.count = 0;
    return wi_turn_clearance(&alone, asked->least, asked->enough);
}

// Those for whom the way is too narrow, and who reckon that others turn.
typedef struct reckoners {
    wi_turner turner[EORCA_PART];
    const wi_turner *who[EORCA_PART];
    wi_look look[EORCA_PART];
    wi_look *asked[EORCA_PART];
    uint32_t count;
} reckoners;

static void reckon_with_turns(reckoners *of, const wi_turner *t, wi_look *asked) {
    uint32_t i = of->count++;
    of->turner[i] = *t;
    of->turner[i].they_turn = true;
    of->who[i] = &of->turner[i];
    of->look[i] = *asked;
    of->look[i].they_turn = 1.0f;
    of->look[i].least = asked->least - SURE;
    of->asked[i] = asked;
}

// Mostly it plainly does not help if the others turn.
static float room_of(const wi_turner *reckons, const wi_look *look, const wi_look *asked) {
    if (look->clearance <= look->least) return room_between_walls(reckons, asked);
    float room = wi_turn_clearance(reckons, asked->least, asked->enough);
    return room >= asked->least ? room : room_between_walls(reckons, asked);
}

void wi_turn_rooms(const wi_turner *const *turners, wi_look *looks, uint32_t count) {
    reckoners all;
    all.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (looks[i].clearance < looks[i].least) reckon_with_turns(&all, turners[i], &looks[i]);
    wi_turn_clearances(all.who, all.look, all.count);
    for (uint32_t i = 0; i < all.count; i++)
        all.asked[i]->clearance = room_of(&all.turner[i], &all.look[i], all.asked[i]);
}
