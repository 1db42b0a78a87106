// The gaps that bodies will come to, and what of them they fit into.
#include "base/isa.h"
#include "steer/turn.h"

bool wi_turn_foresees(const wi_turner *t) {
    return t->set->foresight > 0.0f && !wi_turn_is_round(&t->body) && wi_turn_means_to_go(t);
}

bool wi_turn_helps(const wi_turner *t, wi_gap ahead) {
    return ahead.room >= wi_turn_narrowest(&t->body) && ahead.room < wi_turn_room_enough(t);
}

// No turn of a step makes a body grow more. With wi_turn_limited a turn may pass the limit by what cosines are exact to.
static float most_growth(const wi_turner *t) {
    const wi_outline *body = &t->body;
    float shorter = wi_min(body->half_length, body->half_width), longer = wi_max(body->half_length, body->half_width);
    float angle = t->set->turn_limit * t->now->step + 1e-3f, difference = longer - shorter;
    return 1.001f * wi_min(difference, 0.5f * difference * (longer + shorter) / shorter * angle);
}

static void look_round(const wi_turner *const *turners, uint32_t count, wi_outlook *outlooks) {
    static wi_turn_outlook_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_outlook);
    for (uint32_t i = 0; i < count; i++) {
        outlooks[i].enough = wi_turn_room_enough(turners[i]);
        outlooks[i].reach = 1.001f * wi_turn_reach(turners[i], most_growth(turners[i]));
    }
    kernels[turners[0]->now->senses->isa](turners, count, outlooks);
}

void wi_turn_foresee(const wi_turner *turners, uint32_t count, wi_foresight *ahead) {
    const wi_turner *who[EORCA_PART];
    wi_outlook outlooks[EORCA_PART];
    wi_gap gaps[EORCA_PART];
    uint32_t asking = 0;
    for (uint32_t i = 0; i < count; i++)
        if (wi_turn_foresees(&turners[i])) who[asking++] = &turners[i];
    if (asking == 0) return;
    look_round(who, asking, outlooks);
    wi_turn_gaps(who, outlooks, asking, gaps);
    for (uint32_t i = 0; i < asking; i++)
        ahead[who[i] - turners] = (wi_foresight){outlooks[i].may, outlooks[i].near, gaps[i]};
}

// Those for whom the gap is too narrow, and who reckon that others turn.
typedef struct reckoners {
    wi_turner turner[EORCA_PART];
    const wi_turner *who[EORCA_PART];
    wi_outlook outlook[EORCA_PART];
    wi_gap *gap[EORCA_PART];
    uint32_t count;
} reckoners;

static void reckon_with_turns(reckoners *of, const wi_turner *t, wi_passed may, wi_gap *gap) {
    uint32_t i = of->count++;
    of->turner[i] = *t;
    of->turner[i].they_turn = true;
    of->who[i] = &of->turner[i];
    of->outlook[i] = (wi_outlook){.enough = wi_turn_room_enough(t), .may = may, .beside = t->set->alone > 0.0f};
    of->gap[i] = gap;
}

// Whom the body may pass, if that is one alone who will turn, too.
static bool passes_one(const wi_turner *t, wi_passed may, uint32_t *row) {
    uint64_t all = may.left | may.right;
    if (all == 0 || (all & (all - 1)) != 0) return false;
    *row = wi_turn_other(t, (uint32_t)__builtin_ctzll(all));
    return wi_turn_makes_way(t, *row);
}

// What two walls leave beside one who has turned and stands at one of them. That one is not there yet: as broad as it still
// is, it cannot come nearer to its wall.
static wi_gap gap_between_walls(const wi_turner *t, float enough, wi_passed may) {
    const wi_passed nobody = {0, 0};
    uint32_t row;
    wi_gap gap = wi_turn_gap_among(t, enough, nobody);
    if (t->now->senses->walls->wall_count == 0 || !passes_one(t, may, &row)) return gap;
    const wend_form *other = &t->now->form[row];
    float taken = 2.0f * wi_min(other->half_length, other->half_width);
    wi_gap both = wi_turn_gap_among(t, enough + taken, nobody);
    float left = both.room - taken;
    return left >= wi_turn_narrowest(&t->body) && left < gap.room ? (wi_gap){left, both.through} : gap;
}

void wi_turn_gaps_to_fit(const wi_turner *const *turners, const wi_foresight *ahead, uint32_t count, wi_gap *gaps) {
    wi_gap once_turned[EORCA_PART];
    reckoners all;
    all.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        gaps[i] = ahead[i].gap;
        if (gaps[i].room < wi_turn_narrowest(&turners[i]->body))
            reckon_with_turns(&all, turners[i], ahead[i].may, &gaps[i]);
    }
    if (all.count == 0) return;
    wi_turn_gaps(all.who, all.outlook, all.count, once_turned);
    for (uint32_t i = 0; i < all.count; i++) {
        bool fits = once_turned[i].room >= wi_turn_narrowest(&all.turner[i].body);
        *all.gap[i] = fits ? once_turned[i] : gap_between_walls(all.who[i], all.outlook[i].enough, all.outlook[i].may);
    }
}

wi_gap wi_turn_gap_foreseen(const wi_turner *t) {
    wi_foresight ahead;
    wi_gap gap;
    wi_turn_foresee(t, 1, &ahead);
    wi_turn_gaps_to_fit(&t, &ahead, 1, &gap);
    return gap;
}
