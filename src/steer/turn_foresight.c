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
static void find_passed(const wi_turner *const *turners, const float *enough, uint32_t count, wi_passed *may) {
    static wi_turn_passed_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_passed);
    kernels[turners[0]->now->senses->isa](turners, enough, count, may);
}

void wi_turn_foresee(const wi_turner *turners, uint32_t count, wi_foresight *ahead) {
    const wi_turner *who[EORCA_PART];
    float enough[EORCA_PART];
    wi_passed may[EORCA_PART];
    wi_gap gaps[EORCA_PART];
    uint32_t asking = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!wi_turn_foresees(&turners[i])) continue;
        enough[asking] = wi_turn_room_enough(&turners[i]);
        who[asking++] = &turners[i];
    }
    if (asking == 0) return;
    find_passed(who, enough, asking, may);
    wi_turn_gaps(who, enough, may, asking, gaps);
    for (uint32_t i = 0; i < asking; i++) ahead[who[i] - turners] = (wi_foresight){may[i], gaps[i]};
}

// Those for whom the gap is too narrow, and who reckon that others turn.
typedef struct reckoners {
    wi_turner turner[EORCA_PART];
    const wi_turner *who[EORCA_PART];
    float enough[EORCA_PART];
    wi_passed may[EORCA_PART];
    wi_gap *gap[EORCA_PART];
    uint32_t count;
} reckoners;

static void reckon_with_turns(reckoners *of, const wi_turner *t, wi_passed may, wi_gap *gap) {
    uint32_t i = of->count++;
    of->turner[i] = *t;
    of->turner[i].they_turn = true;
    of->who[i] = &of->turner[i];
    of->enough[i] = wi_turn_room_enough(t);
    of->may[i] = may;
    of->gap[i] = gap;
}

void wi_turn_gaps_to_fit(const wi_turner *const *turners, const wi_foresight *ahead, uint32_t count, wi_gap *gaps) {
    const wi_passed nobody = {0, 0};
    wi_gap once_turned[EORCA_PART];
    reckoners all;
    all.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        gaps[i] = ahead[i].gap;
        if (gaps[i].room < wi_turn_narrowest(&turners[i]->body))
            reckon_with_turns(&all, turners[i], ahead[i].may, &gaps[i]);
    }
    if (all.count == 0) return;
    wi_turn_gaps(all.who, all.enough, all.may, all.count, once_turned);
    for (uint32_t i = 0; i < all.count; i++) {
        bool fits = once_turned[i].room >= wi_turn_narrowest(&all.turner[i].body);
        *all.gap[i] = fits ? once_turned[i] : wi_turn_gap_among(all.who[i], all.enough[i], nobody);
    }
}

wi_gap wi_turn_gap_foreseen(const wi_turner *t) {
    wi_foresight ahead;
    wi_gap gap;
    wi_turn_foresee(t, 1, &ahead);
    wi_turn_gaps_to_fit(&t, &ahead, 1, &gap);
    return gap;
}
