// The gaps that bodies will come to, and what of them they fit into.
#include "base/isa.h"
#include "steer/turn.h"

bool wi_turn_foresees(const wi_turner *t) {
    return t->set->foresight > 0.0f && !wi_turn_is_round(&t->body) && wi_turn_means_to_go(t);
}

bool wi_turn_helps(const wi_turner *t, wi_gap ahead) {
    return ahead.room >= wi_turn_narrowest(&t->body) && ahead.room < wi_turn_room_enough(t);
}

// Whom bodies may pass, by kernels for many at once.
static void find_passed(const wi_turner *const *turners, uint32_t count, wi_passed *may) {
    static wi_turn_passed_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_passed);
    float enough[EORCA_PART];
    for (uint32_t i = 0; i < count; i++) enough[i] = wi_turn_room_enough(turners[i]);
    if (count > 0) kernels[turners[0]->now->senses->isa](turners, enough, count, may);
}

void wi_turn_foresee(const wi_turner *turners, uint32_t count, wi_foresight *ahead) {
    const wi_turner *who[EORCA_PART];
    wi_passed may[EORCA_PART];
    uint32_t asking = 0;
    for (uint32_t i = 0; i < count; i++)
        if (wi_turn_foresees(&turners[i])) who[asking++] = &turners[i];
    find_passed(who, asking, may);
    for (uint32_t i = 0; i < asking; i++)
        ahead[who[i] - turners] =
            (wi_foresight){may[i], wi_turn_gap_among(who[i], wi_turn_room_enough(who[i]), may[i])};
}

wi_gap wi_turn_gap_to_fit(const wi_turner *t, wi_foresight ahead) {
    const float least = wi_turn_narrowest(&t->body), enough = wi_turn_room_enough(t);
    if (ahead.gap.room >= least) return ahead.gap;
    wi_turner reckons = *t;
    reckons.they_turn = true;
    wi_gap once_turned = wi_turn_gap_among(&reckons, enough, ahead.may);
    return once_turned.room >= least ? once_turned : wi_turn_gap_among(&reckons, enough, (wi_passed){0, 0});
}

wi_gap wi_turn_gap_foreseen(const wi_turner *t) {
    wi_passed may;
    find_passed(&t, 1, &may);
    return wi_turn_gap_to_fit(t, (wi_foresight){may, wi_turn_gap_among(t, wi_turn_room_enough(t), may)});
}
