// Personal space for a lane-full of agents at a time.
#include "route/space.h"

#include "sense/around_wide.h"

// Of the clear way between bodies, what people who mind density leave to move in. They keep their distance by their speed;
// spaces that touch would push a file into two, and a stream apart.
#define LEEWAY 0.5f

typedef struct claim {
    wide body, space, berth; // radii, m
    wide leeway;
    wide reach; // m: how far away others still take from the space
    wide vx, vy, wish_x, wish_y;
    wide_mask stands; // and would like to
} claim;

static void read_lane(const wend_view *now, uint32_t row, int lane, claim *who) {
    const wi_habits *habits = wi_view_habits(now, row);
    who->space[lane] = habits->personal_space;
    who->berth[lane] = habits->berth;
    who->leeway[lane] = habits->density_cap > 0.0f ? LEEWAY : 0.0f;
}

// Most crowds have the same habits: then they are read once.
static void read_habits(const wend_view *now, const wide_group *group, claim *who) {
    uint32_t first = now->role[group->row[0]].params, differ = 0;
    for (int lane = 1; lane < WI_LANES; lane++) differ |= first ^ now->role[group->row[lane]].params;
    for (int lane = 0; lane < (differ == 0 ? 1 : WI_LANES); lane++)
        read_lane(now, (uint32_t)group->row[lane], lane, who);
    if (differ != 0) return;
    who->space = wide_of(who->space[0]);
    who->berth = wide_of(who->berth[0]);
    who->leeway = wide_of(who->leeway[0]);
}

static void read_claims(const wend_view *now, const wend_body *body, const wide_group *group, claim *who) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)body, group->row, field);
    who->vx = field[2], who->vy = field[3], who->body = field[4];
    who->wish_x = field[6], who->wish_y = field[7];
    who->stands = wide_less_equal(who->wish_x * who->wish_x + who->wish_y * who->wish_y, wide_of(0.0f));
    read_habits(now, group, who);
    wide beyond = wide_max(wide_of(0.0f), who->space - who->body) + who->berth;
    wide reach = wide_of(2.0f) * (who->body + beyond / (wide_of(1.0f) - who->leeway));
    who->reach = wide_select(wide_less(wide_of(0.0f), beyond), reach, wide_of(0.0f));
}

// Whom the lanes yield to. Only how far that is counts, and who it is where one alone is near: so equal distances need no
// order.
typedef struct others {
    wide distance2;            // NEAR_NOBODY, or more than the reach squared, where there is nobody
    wide second2;              // the same of the second nearest, whoever yields to the nearest
    int32_t nearest[WI_LANES]; // the row of the nearest within the reach, of several any; -1: nobody
} others;

// To whom a lane yields, by rank: the nearest or the one after it.
WI_INLINE uint32_t rank_for(const claim *who, uint32_t lane) { return wide_mask_bits(who->stands) >> lane & 1 ? 0 : 1; }

// Beside a big body, whose middle is far off.
static void ask_for_others(const wend_view *now, const wide_group *group, const claim *who, others *of) {
    of->distance2 = of->second2 = wide_of(NEAR_NOBODY);
    wide_int_store(of->nearest, wide_int_of(-1));
    for (uint32_t lane = 0; lane < group->count; lane++) {
        wend_neighbour found[2];
        uint32_t rank = rank_for(who, lane);
        uint32_t count = wi_near(now, (uint32_t)group->row[lane], who->reach[lane], 2, found);
        if (count > 0) of->nearest[lane] = (int32_t)found[0].row;
        if (count > rank) of->distance2[lane] = found[rank].distance2;
        if (count > 1) of->second2[lane] = found[1].distance2;
    }
}

// The nearest two, by squared distance, and the row of the nearest.
static void note_others(const claim *who, wide first, wide second, wide_int row, others *of) {
    wide_mask close = wide_less(first, who->reach * who->reach);
    wide_int_store(of->nearest, wide_int_select(close, row, wide_int_of(-1)));
    of->distance2 = wide_select(who->stands, first, second);
    of->second2 = second;
}

static void others_of_list(const wend_view *now, const wide_group *group, const claim *who, const wide_neighbours *near,
                           others *of) {
    const wide nobody = wide_of(NEAR_NOBODY);
    wide distance2[2] = {nobody, nobody};
    for (uint32_t slot = 0; slot < 2 && slot < near->most; slot++) {
        wide_mask there = wide_int_less(wide_int_of((int32_t)slot), near->count);
        distance2[slot] = wide_select(there, distance2_to(now, group, near->row[slot]), nobody);
    }
    note_others(who, distance2[0], distance2[1], near->most > 0 ? wide_int_load(near->row[0]) : group->rows, of);
}

static void others_among(const near_candidates *found, const wide_group *group, const claim *who, others *of) {
    const wide nobody = wide_of(NEAR_NOBODY);
    wide first = nobody, second = nobody;
    wide_int nearest = wide_int_of(0);
    for (uint32_t i = 0; i < found->count; i++) {
        wide dx = wide_of(found->x[i]) - group->x, dy = wide_of(found->y[i]) - group->y;
        wide_mask itself = wide_int_equal(group->rows, wide_int_of(found->row[i]));
        wide distance2 = wide_select(itself, nobody, dx * dx + dy * dy);
        nearest = wide_int_select(wide_less(distance2, first), wide_int_of((int32_t)i), nearest);
        second = wide_key_min(second, wide_key_max(first, distance2));
        first = wide_key_min(first, distance2);
    }
    int32_t row[WI_LANES];
    wide_look_up(row, found->row, found->count, nearest);
    note_others(who, first, second, wide_int_load(row), of);
}

// Not everybody near may be seen: walls or seams are about, or one may look elsewhere.
static bool some_may_be_hidden(const wend_view *now, const wide_group *group, float reach) {
    return near_screens(now, group, reach) || now->senses->images->run_count > 0 ||
           now->senses->habits & WI_HABIT_INATTENTION;
}

// Who walks yields to the second nearest, so that a single person met in the open gets all the room and a crowd what there
// is; who stands to the nearest, as nobody waits at a distance from those beside it.
static void nearest_that_count(const wend_view *now, const wide_group *group, const claim *who, others *of) {
    float most = wide_greatest(who->reach);
    near_candidates found;
    wide_neighbours near;
    near_look look = {who->reach, wide_int_of(2)};
    wide seen;
    if (big_body_about(now, group, most)) {
        ask_for_others(now, group, who, of);
    } else if (recall_near(now, group, &look, &seen, &near)) {
        others_of_list(now, group, who, &near, of);
    } else if (some_may_be_hidden(now, group, most)) {
        search_near(now, group, look.distance, look.most, &near);
        others_of_list(now, group, who, &near, of);
    } else if (collect(&found, now, group, most)) {
        others_among(&found, group, who, of);
    } else {
        ask_for_others(now, group, who, of);
    }
}

// From 1, for who gets on or does not want to, to 0 for who stands though it would go on: discs that claim half the way
// to the next are as good as touching, and a queue of them could not close up.
static wide ease(const claim *who) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide wish2 = who->wish_x * who->wish_x + who->wish_y * who->wish_y;
    wide along = who->vx * who->wish_x + who->vy * who->wish_y;
    return wide_select(wide_less(zero, wish2), wide_clamp(along / (wide_of(WI_HELD_UP) * wish2), zero, one), one);
}

// How much another crosses one's way or comes towards one: 0 for who stands or walks the same way, 1 from the speed on below
// which one counts as held up.
static float comes(const wend_view *now, uint32_t other, wend_vec wish) {
    wend_vec v = now->motion[other].velocity;
    float wished = wi_length(wish), along = wi_dot(v, wish) / wished;
    return wi_clamp((wi_length(v) - wi_max(along, 0.0f)) / (WI_HELD_UP * wished), 0.0f, 1.0f);
}

// Who brakes for a single other that comes is in no queue, and needs its space just then.
static wide ease_among(const wend_view *now, const claim *who, const others *of, wide_mask crowded) {
    wide easy = ease(who);
    uint32_t asks = wide_mask_bits(wide_less(easy, wide_of(1.0f))) & ~wide_mask_bits(crowded);
    for (; asks != 0; asks &= asks - 1) {
        int lane = __builtin_ctz(asks);
        if (of->nearest[lane] < 0) continue;
        wend_vec wish = wi_vec(who->wish_x[lane], who->wish_y[lane]);
        easy[lane] = wi_max(easy[lane], comes(now, (uint32_t)of->nearest[lane], wish));
    }
    return easy;
}

#define NO_WALLS 1e6f // m

// How wide the way is between the nearest wall and what is opposite (m), where that is less than `most`.
static float width_between_walls(const wend_view *now, uint32_t row, float most) {
    const wi_walls *walls = now->senses->walls;
    uint32_t level = now->role[row].level, wall;
    wend_vec at = wi_vec(now->x[row], now->y[row]), nearest;
    if (wi_walls_near(walls, level, at, 0.5f * most, 1, &wall, NULL) == 0) return NO_WALLS;
    float distance = wi_sqrt(wi_wall_distance2(&walls->wall[wall], at, &nearest));
    wend_vec away = wi_unit(wi_sub(at, nearest), wi_vec(0.0f, 0.0f));
    return distance + most * wi_walls_hit(walls, level, at, wi_add(at, wi_scale(most, away)), NULL);
}

// The radius that leaves one who is as wide, and claims as much, room to pass where each keeps to its wall.
static wide fitting_radius(const wend_view *now, const wide_group *group, const claim *who, wide radius) {
    wide fits = wide_of(NO_WALLS), wanted = (radius - who->body) / (wide_of(1.0f) - who->leeway);
    wide half = who->body + who->body + wanted; // of the width that is enough
    uint32_t claims = wide_mask_bits(wide_less(who->body, radius));
    if (claims == 0 || !wide_near_walls(now, group, wide_greatest(half))) return fits;
    for (uint32_t lane = 0; lane < group->count; lane++) {
        if (!(claims >> lane & 1)) continue;
        fits[lane] = 0.5f * width_between_walls(now, (uint32_t)group->row[lane], 2.0f * half[lane]) - who->body[lane];
    }
    return fits;
}

// What is left of half a clear way when one leaves some of it free.
static wide claimable(const claim *who, wide half_way) { return half_way - who->leeway * (half_way - who->body); }

// What others leave of a radius that goes up to half the way to one of them.
static wide room_beside(const claim *who, wide distance2, wide half_way, wide radius) {
    wide_mask close = wide_less(distance2, who->reach * who->reach);
    return wide_select(close, wide_min(radius, half_way), radius);
}

// A single other gives all of the berth, whether one stands or walks. In a crowd it ends where space does, towards the second
// nearest: one would step out of the berths in which one is, and onto others.
static wide berth_among(const claim *who, const others *of) {
    if (!wide_any(wide_less(wide_of(0.0f), who->berth))) return who->berth;
    wide half_way = claimable(who, wide_of(0.5f) * wide_sqrt(of->second2));
    return wide_max(wide_of(0.0f), room_beside(who, of->second2, half_way, who->body + who->berth) - who->body);
}

// Half the way to the other and the berth, as far as they fit between walls.
static wide claimed_radius(const wend_view *now, const wide_group *group, const claim *who) {
    const wide zero = wide_of(0.0f);
    others of;
    nearest_that_count(now, group, who, &of);
    wide half_way = claimable(who, wide_of(0.5f) * wide_sqrt(of.distance2));
    wide room = room_beside(who, of.distance2, half_way, who->space);
    wide radius = who->body + wide_max(zero, room - who->body) + berth_among(who, &of);
    wide between_walls = claimable(who, fitting_radius(now, group, who, radius));
    radius = wide_min(radius, wide_max(who->body, between_walls));
    wide_mask close = wide_less(of.distance2, who->reach * who->reach);
    return who->body + ease_among(now, who, &of, close) * (radius - who->body);
}

void WI_WIDE(wi_claim_space)(const wend_view *now, wend_body *body, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        claim who;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_claims(now, body, &group, &who);
        wide radius = claimed_radius(now, &group, &who);
        for (uint32_t lane = 0; lane < group.count; lane++) body[group.row[lane]].radius = radius[lane];
    }
}
