// First sights: whom an agent has in sight, and since when.
//
// Each agent keeps a table of RCAP_SIGHTS others. Who is new takes the place of the one that was seen the longest ago.
// Somebody is forgotten who is out of sight for the forgetting time: hidden by a wall, or farther away than one looks.
// Where the list of neighbours is full, who is missing from it may have been crowded out, and is remembered as long as
// its place is not needed. Any bytes will do: a tick after now counts as one long ago.
#ifndef WI_SIGHTS_WIDE_H
#define WI_SIGHTS_WIDE_H

#include "steer/orca_lines_wide.h"
#include "steer/rcap.h"

#define TICKS_MAX 1e9f

// Somebody in sight is looked for again after this share of the forgetting time: lines of sight cost more than the rest.
#define LOOKS_PER_FORGETTING 4.0f

// An agent that looks about.
typedef struct onlooker {
    const wend_view *now;
    rcap_memory *memory;
    uint32_t row, lane, tick;
    int32_t observation, forgetting; // ticks; observation -1: at once
    uint32_t look_every;             // ticks
    bool wall_near;
} onlooker;

// The entries, as bits, whose tick is more than `ticks` ago.
WI_INLINE uint32_t sights_before(const uint32_t tick[RCAP_SIGHTS], uint32_t now, int32_t ticks) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < RCAP_SIGHTS; i += WI_LANES) {
        wide_count then;
        memcpy(&then, tick + i, sizeof then);
        wide_int age = (wide_int)(now - then);
        wide_mask before = wide_int_less(wide_int_of(ticks), age) | wide_int_less(age, wide_int_of(0));
        bits |= wide_mask_bits(before) << i;
    }
    return bits;
}

// The entry of an agent as a bit; 0 if there is none.
WI_INLINE uint32_t sights_find(const rcap_memory *memory, uint32_t who) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < RCAP_SIGHTS; i += WI_LANES) {
        wide_int here;
        memcpy(&here, memory->who + i, sizeof here);
        bits |= wide_mask_bits(wide_int_equal(here, wide_int_of((int32_t)who))) << i;
    }
    return bits & -bits;
}

WI_INLINE void sights_renew(rcap_memory *memory, uint32_t entries, uint32_t tick) {
    for (uint32_t i = 0; i < RCAP_SIGHTS; i += WI_LANES) {
        float *last = (float *)(void *)(memory->last + i);
        wide_mask seen = wide_mask_of_bits(entries >> i & ((1u << WI_LANES) - 1));
        wide_store(last, wide_select(seen, wide_from_bits(wide_int_of((int32_t)tick)), wide_load(last)));
    }
}

static void sights_forget(rcap_memory *memory, uint32_t entries) {
    for (; entries != 0; entries &= entries - 1) memory->who[__builtin_ctz(entries)] = 0;
}

static void sights_add(rcap_memory *memory, uint32_t who, uint32_t tick) {
    uint32_t place = 0;
    for (uint32_t i = 0; i < RCAP_SIGHTS; i++) {
        if (memory->who[i] == 0) {
            place = i;
            break;
        }
        if (tick - memory->last[i] > tick - memory->last[place]) place = i;
    }
    memory->who[place] = who;
    memory->first[place] = memory->last[place] = tick;
}

static bool in_sight(const onlooker *me, uint32_t other) {
    const wend_view *now = me->now;
    return !me->wall_near || wend_view_sees(now, now->role[me->row].level, wi_vec(now->x[me->row], now->y[me->row]),
                                            wi_vec(now->x[other], now->y[other]));
}

// The same for one whose entry is known: in sight a tick ago, it is looked for only now and then.
static bool still_in_sight(const onlooker *me, uint32_t entry, uint32_t other) {
    if (!me->wall_near) return true;
    uint32_t place = (uint32_t)__builtin_ctz(entry);
    bool was = me->memory->last[place] == me->tick - 1;
    return (was && (me->tick + place) % me->look_every != 0) || in_sight(me, other);
}

// Brings the table up to date, and notes which neighbours have been in sight for longer than the observation time
// (equations 6 and 7).
static void look_about(const onlooker *me, const wide_neighbours *near, bool crowded, attention *minds) {
    rcap_memory *memory = me->memory;
    const uint32_t count = (uint32_t)near->count[me->lane], bit = 1u << me->lane;
    uint32_t long_ago = sights_before(memory->last, me->tick, me->forgetting);
    if (!crowded) sights_forget(memory, long_ago);
    uint32_t observed = sights_before(memory->first, me->tick, me->observation), seen = 0, strangers = 0;
    for (uint32_t slot = 0; slot < count; slot++) {
        uint32_t other = (uint32_t)near->row[slot][me->lane];
        uint32_t entry = sights_find(memory, (uint32_t)me->now->serial[other]);
        if (entry == 0) {
            strangers |= 1u << slot;
            continue;
        }
        if (still_in_sight(me, entry, other))
            seen |= entry;
        else if (entry & long_ago)
            sights_forget(memory, entry), entry = 0;
        if (entry & observed) minds->known[slot] |= bit;
    }
    sights_renew(memory, seen, me->tick);
    for (; strangers != 0; strangers &= strangers - 1) {
        uint32_t slot = (uint32_t)__builtin_ctz(strangers), other = (uint32_t)near->row[slot][me->lane];
        if (!in_sight(me, other)) continue;
        sights_add(memory, (uint32_t)me->now->serial[other], me->tick);
        if (me->observation < 0) minds->known[slot] |= bit;
    }
}

WI_INLINE int32_t ticks_of(float time, float step) { return (int32_t)wi_min(time / step, TICKS_MAX); }

static bool wall_about(const wend_view *now, const wide_group *group, float distance) {
    const wi_walls *walls = now->senses->walls;
    wend_vec reach = wi_vec(distance, distance);
    return walls->wall_count > 0 &&
           wi_walls_in_box(walls, group->level, wi_sub(group->min, reach), wi_add(group->max, reach), 0, NULL) > 0;
}

// The attention of a group: whom its agents know, and from when on they take alarm.
static void pay_attention(const wend_view *now, const wide_group *group, const lane_params *set,
                          const wide_neighbours *near, attention *minds) {
    bool wall_near = wall_about(now, group, wide_greatest(set->distance));
    for (uint32_t slot = 0; slot < near->most; slot++) minds->known[slot] = 0;
    minds->alarmed = wide_first(0);
    minds->alarm = wide_of(0.0f);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        const rcap_params *p = wi_view_block(now, now->role[row].params);
        onlooker me = {now, wi_rcap_memory(now, row), row, lane, (uint32_t)now->tick, -1, 0, 1, wall_near};
        if (p->observation_time > 0.0f) me.observation = ticks_of(p->observation_time, now->step);
        me.forgetting = ticks_of(p->forgetting_time, now->step);
        me.look_every = 1 + (uint32_t)((float)me.forgetting / LOOKS_PER_FORGETTING);
        look_about(&me, near, near->count[lane] == set->neighbours[lane], minds);
        minds->alarm[lane] = p->alarm * p->observation_time;
    }
}

#endif
