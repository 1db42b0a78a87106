// Personal space for a lane-full of agents at a time.
#include "route/space.h"

#include "sense/near_wide.h"

typedef struct claim {
    wide body, space, berth; // radii, m
    wide reach;              // m: how far away others still take from the space
    wide vx, vy, wish_x, wish_y;
} claim;

static void read_claims(const wend_view *now, const wend_body *body, const wide_group *group, claim *who) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)body, group->row, field);
    who->vx = field[2], who->vy = field[3], who->body = field[4];
    who->wish_x = field[6], who->wish_y = field[7];
    float space[WI_LANES], berth[WI_LANES], reach[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        const wi_habits *habits = wi_view_habits(now, row);
        space[lane] = habits->personal_space;
        berth[lane] = habits->berth;
        reach[lane] = wi_min(2.0f * habits->personal_space, wi_view_sight(now, row));
    }
    who->space = wide_load(space), who->berth = wide_load(berth);
    who->reach = wide_select(wide_less(who->body, who->space), wide_load(reach), wide_of(0.0f));
}

// Among walls or seams, where not everybody near is seen.
static wide second_seen(const wend_view *now, const wide_group *group, wide reach) {
    wide_neighbours near;
    wide second = wide_of(NEAR_NOBODY);
    wide_near(now, group, reach, wide_int_of(2), &near);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        if (near.count[lane] < 2) continue;
        float dx = now->x[near.row[1][lane]] - group->x[lane], dy = now->y[near.row[1][lane]] - group->y[lane];
        second[lane] = dx * dx + dy * dy;
    }
    return second;
}

static wide ask_for_second(const wend_view *now, const wide_group *group, wide reach) {
    wide second = wide_of(NEAR_NOBODY);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        wend_neighbour found[2];
        if (wi_near(now, (uint32_t)group->row[lane], reach[lane], 2, found) == 2) second[lane] = found[1].distance2;
    }
    return second;
}

// The squared distance to the second nearest within each lane's reach; NEAR_NOBODY or more than the reach where there is
// none. Who that is does not matter, so equal distances need no order.
static wide second_nearest(const wend_view *now, const wide_group *group, wide reach) {
    near_candidates found;
    float most = wide_greatest(reach);
    if (big_body_about(now, group, most)) return ask_for_second(now, group, reach);
    if (near_screens(now, group, most) || now->senses->images->run_count > 0) return second_seen(now, group, reach);
    if (!collect(&found, now, group, most)) return ask_for_second(now, group, reach);
    const wide nobody = wide_of(NEAR_NOBODY);
    wide first = nobody, second = nobody;
    for (uint32_t i = 0; i < found.count; i++) {
        wide dx = wide_of(found.x[i]) - group->x, dy = wide_of(found.y[i]) - group->y;
        wide_mask itself = wide_int_equal(group->rows, wide_int_of(found.row[i]));
        wide distance2 = wide_select(itself, nobody, dx * dx + dy * dy);
        second = wide_min(second, wide_max(first, distance2));
        first = wide_min(first, distance2);
    }
    return second;
}

// From 1, for who gets on or does not want to, to 0 for who stands though it would go on: discs that claim half the way
// to the next are as good as touching, and a queue of them could not close up.
static wide ease(const claim *who) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide wish2 = who->wish_x * who->wish_x + who->wish_y * who->wish_y;
    wide along = who->vx * who->wish_x + who->vy * who->wish_y;
    return wide_select(wide_less(zero, wish2), wide_clamp(along / (wide_of(WI_HELD_UP) * wish2), zero, one), one);
}

// Half the way to the second nearest: a single person met in the open gets all the room, a crowd what there is.
static wide claimed_radius(const claim *who, wide second) {
    wide half_way = wide_of(0.5f) * wide_sqrt(second), zero = wide_of(0.0f);
    wide_mask close = wide_less(second, who->reach * who->reach);
    wide room = wide_select(close, wide_min(who->space, half_way), who->space);
    return who->body + ease(who) * wide_max(zero, room - who->body) + who->berth;
}

void WI_WIDE(wi_claim_space)(const wend_view *now, wend_body *body, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        claim who;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_claims(now, body, &group, &who);
        wide radius = claimed_radius(&who, second_nearest(now, &group, who.reach));
        for (uint32_t lane = 0; lane < group.count; lane++) body[group.row[lane]].radius = radius[lane];
    }
}
