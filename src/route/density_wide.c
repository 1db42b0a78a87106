// Density for a lane-full of agents at a time. Only who is ahead and goes the same way is followed: who comes towards one
// leaves the space that it takes, or counterflow would freeze.
#include "route/density.h"

#include "sense/around_wide.h"

// What the lanes are set to, and which way they want to go.
typedef struct walkers {
    wide speed, ahead_x, ahead_y; // of the preferred velocity
    wide radius, reach, abreast;
    wide headway_gap, per_headway_time, stride, shuffle, aversion;
    wide_mask by_headway, by_stride;
} walkers;

// What they see ahead.
typedef struct prospect {
    wide headway;     // m from centre to centre along the way; far where nobody is ahead
    wide left, right; // crowding: others with weights that fall to 0 at the look-ahead
    wide_mask press;  // somebody ahead stands, or crosses their way
} prospect;

#define NOBODY_AHEAD 1e6f // m

static void read_walkers(const wend_view *now, const wend_body *body, const wide_group *group, walkers *who) {
    float x[WI_LANES], y[WI_LANES];
    wide cap = wide_of(0.0f);
    for (int lane = 0; lane < WI_LANES; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        const wi_habits *habits = wi_view_habits(now, row);
        x[lane] = body[row].preferred_x;
        y[lane] = body[row].preferred_y;
        who->radius[lane] = now->form[row].radius;
        who->reach[lane] = habits->look_ahead;
        who->abreast[lane] = habits->abreast;
        who->headway_gap[lane] = habits->headway_gap;
        who->per_headway_time[lane] = 1.0f / habits->headway_time;
        who->stride[lane] = 2.0f * habits->stride_factor / (1.0f + habits->stride_buffer);
        who->shuffle[lane] = habits->shuffle;
        who->aversion[lane] = habits->aversion;
        cap[lane] = habits->density_cap;
    }
    wide px = wide_load(x), py = wide_load(y), speed = wide_sqrt(px * px + py * py);
    wide_mask moves = wide_less(wide_of(0.0f), speed);
    wide per_speed = wide_of(1.0f) / wide_select(moves, speed, wide_of(1.0f));
    who->speed = speed;
    who->ahead_x = px * per_speed;
    who->ahead_y = py * per_speed;
    who->by_headway = wide_less(wide_of(WI_CAP_NONE), cap) & wide_less(cap, wide_of(WI_CAP_STRIDE));
    who->by_stride = wide_less_equal(wide_of(WI_CAP_STRIDE), cap);
}

typedef struct others {
    wide x, y, vx, vy, radius;
} others;

static void read_others(const wend_view *now, const int32_t *row, others *o) {
    wide place[4], form[4];
    wide_read_places(now, row, place);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    *o = (others){place[0], place[1], place[2], place[3], form[0]};
}

// How fast somebody walks at all, squared, and how fast along the lane's way.
static wide speed2_of(const others *o) { return o->vx * o->vx + o->vy * o->vy; }
static wide advance_of(const walkers *who, const others *o) { return o->vx * who->ahead_x + o->vy * who->ahead_y; }

// The lanes whose neighbour is faster than `least`, and hardly any of that leads to a side.
static wide_mask walks_straight(const others *o, wide advance, float least) {
    wide v2 = speed2_of(o);
    return wide_less(wide_of(least * least), v2) & wide_less(wide_of(WI_DENSITY_SAME_WAY) * wide_sqrt(v2), advance);
}

// The lanes whose neighbour stands but would go their way. Few stand, so they are asked one by one.
static wide_mask waits_before(const wend_view *now, const walkers *who, const others *o, const int32_t *row,
                              wide_mask lanes) {
    wide_mask walks = wide_less(wide_of(WI_DENSITY_WALKS * WI_DENSITY_WALKS), speed2_of(o));
    uint32_t standing = wide_mask_bits(wide_and_not(lanes, walks)), wait = 0;
    for (; standing != 0; standing &= standing - 1) {
        int lane = __builtin_ctz(standing);
        wend_vec ahead = {who->ahead_x[lane], who->ahead_y[lane]};
        if (wi_density_waits(now, (uint32_t)row[lane], ahead)) wait |= 1u << lane;
    }
    return wide_mask_of_bits(wait);
}

static void look_at(const wend_view *now, const wide_group *group, const walkers *who, const int32_t *row,
                    wide_mask there, prospect *seen) {
    others o;
    read_others(now, row, &o);
    wide x = o.x - group->x, y = o.y - group->y;
    wide along = x * who->ahead_x + y * who->ahead_y, across = who->ahead_x * y - who->ahead_y * x;
    wide beside = wide_abs(across), zero = wide_of(0.0f), d2 = x * x + y * y;
    wide_mask front = there & wide_less(zero, along) & wide_less(d2, who->reach * who->reach);
    if (!wide_any(front)) return;
    // Who goes the same way or comes takes along the space that it fills: neither makes a press.
    wide advance = advance_of(who, &o);
    seen->press = seen->press | wide_and_not(front, walks_straight(&o, wide_abs(advance), WI_DENSITY_FLOWS));
    front = (front & walks_straight(&o, advance, WI_DENSITY_WALKS)) | waits_before(now, who, &o, row, front);
    wide weight = wide_select(front, wide_of(1.0f) - wide_sqrt(d2) / who->reach, zero);
    wide_mask left = wide_less(zero, across);
    seen->left = seen->left + wide_select(left, weight, zero);
    seen->right = seen->right + wide_select(left, zero, weight);
    wide_mask followed = front & wide_less(beside, along) & wide_less(beside, who->abreast * (who->radius + o.radius));
    seen->headway = wide_select(followed, wide_min(seen->headway, along), seen->headway);
}

// In file, and in streams, people keep the headway whatever it comes to. In a press - before a door, where others stand or
// cross - bodies hold people, and not their wishes.
static wide limited_speed(const walkers *who, const prospect *seen) {
    wide by_headway = (seen->headway - who->headway_gap) * who->per_headway_time;
    wide stride = who->stride * seen->headway;
    wide limit = wide_select(who->by_headway, by_headway, wide_select(who->by_stride, stride * stride, who->speed));
    wide least = wide_select(seen->press, who->shuffle, wide_of(0.0f));
    return wide_min(who->speed, wide_max(least, limit));
}

static void write_wishes(wend_body *body, const wide_group *group, const walkers *who, const prospect *seen) {
    const wide one = wide_of(1.0f);
    wide turn = who->aversion * wide_max(-one, wide_min(one, wide_of(WI_DENSITY_TURN) * (seen->right - seen->left)));
    wide x = who->ahead_x - turn * who->ahead_y, y = who->ahead_y + turn * who->ahead_x;
    wide scale = limited_speed(who, seen) / wide_sqrt(one + turn * turn);
    wide_mask moves = wide_less(wide_of(0.0f), who->speed);
    float wish_x[WI_LANES], wish_y[WI_LANES];
    wide_store(wish_x, wide_select(moves, scale * x, wide_of(0.0f)));
    wide_store(wish_y, wide_select(moves, scale * y, wide_of(0.0f)));
    for (uint32_t lane = 0; lane < group->count; lane++) {
        body[group->row[lane]].preferred_x = wish_x[lane];
        body[group->row[lane]].preferred_y = wish_y[lane];
    }
}

void WI_WIDE(wi_mind_density)(const wend_view *now, wend_body *body, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        wide_neighbours near;
        walkers who;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_walkers(now, body, &group, &who);
        wide_near_for_all(now, &group, who.reach, wide_int_of(WI_DENSITY_NEIGHBOURS), &near);
        prospect seen = {wide_of(NOBODY_AHEAD), wide_of(0.0f), wide_of(0.0f), wide_first(0)};
        for (uint32_t slot = 0; slot < near.most; slot++)
            look_at(now, &group, &who, near.row[slot], wide_int_less(wide_int_of((int32_t)slot), near.count), &seen);
        write_wishes(body, &group, &who, &seen);
    }
}
