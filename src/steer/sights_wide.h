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
#define SIGHTS_ALL ((1u << RCAP_SIGHTS) - 1)
#define SIGHTS_PARTS (RCAP_SIGHTS / WI_LANES)
#define SIGHTS_AT_ONCE 5 // neighbours looked for without a branch: half of the usual ten

// So often within the forgetting time somebody in sight is looked for again: lines of sight cost more than the rest.
#define LOOKS_PER_FORGETTING 10.0f

// How an agent looks about, in ticks of the world.
typedef struct habit_of_looking {
    bool at_once; // there is nothing to observe
    uint32_t observation, forgetting;
    uint32_t look_every;
    float alarm; // s
} habit_of_looking;

// An agent that looks about.
typedef struct onlooker {
    const wend_view *now;
    const habit_of_looking *habit;
    rcap_memory *memory;
    uint32_t row, lane, tick;
    uint32_t count; // of neighbours
} onlooker;

// For each entry of a table the slot, as a bit, of the neighbour whom it stands for; 0: none of them.
typedef struct sightings {
    wide_int slot[SIGHTS_PARTS];
} sightings;

// The entries of a part whose tick is more than `ticks` ago, or after now: that wraps round to long ago.
WI_INLINE wide_mask sights_older(const uint32_t tick[RCAP_SIGHTS], uint32_t part, uint32_t now, uint32_t ticks) {
    wide_count then;
    memcpy(&then, tick + part * WI_LANES, sizeof then);
    return wide_count_less((wide_count){0} + ticks, now - then);
}

// The same for all entries, as bits.
static uint32_t sights_before(const uint32_t tick[RCAP_SIGHTS], uint32_t now, uint32_t ticks) {
    uint32_t bits = 0;
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
        bits |= wide_mask_bits(sights_older(tick, part, now, ticks)) << part * WI_LANES;
    return bits;
}

// The entry of an agent as a bit; 0 if there is none. Two entries of one agent, which only a file can hold, count as one.
WI_INLINE uint32_t sights_find(const rcap_memory *memory, uint32_t who) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < RCAP_SIGHTS; i += WI_LANES) {
        wide_int here;
        memcpy(&here, memory->who + i, sizeof here);
        bits |= wide_mask_bits(wide_int_equal(here, wide_int_of((int32_t)who))) << i;
    }
    return bits;
}

WI_INLINE wide_int sights_part(const uint32_t *entries, uint32_t part) {
    wide_int here;
    memcpy(&here, entries + part * WI_LANES, sizeof here);
    return here;
}

// Moves all slots up by a few and looks for as many neighbours in the slots that this leaves free.
WI_INLINE void sights_match(const onlooker *me, const int32_t row[][WI_LANES], const wide_int who[SIGHTS_PARTS],
                            int few, sightings *found) {
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) found->slot[part] <<= few;
    for (int i = few - 1; i >= 0; i--) {
        wide_int other = wide_int_of((int32_t)me->now->serial[row[i][me->lane]]), bit = wide_int_of(1 << i);
        for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
            found->slot[part] = wide_int_select(wide_int_equal(who[part], other), bit, found->slot[part]);
    }
}

// The entries of all neighbours, from the last to the first. Of two whose serials have the same lower half, which
// takes 2^32 agents, only the nearer is found; the other is no stranger either.
WI_INLINE void sights_match_all(const onlooker *me, const wide_neighbours *near, sightings *found) {
    wide_int who[SIGHTS_PARTS];
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        who[part] = sights_part(me->memory->who, part);
        found->slot[part] = wide_int_of(0);
    }
    uint32_t slot = me->count;
    while (slot % SIGHTS_AT_ONCE != 0) sights_match(me, near->row + --slot, who, 1, found);
    while (slot > 0) sights_match(me, near->row + (slot -= SIGHTS_AT_ONCE), who, SIGHTS_AT_ONCE, found);
}

// The slots that have an entry, and in the upper half those whose entry is older than the observation time.
WI_INLINE uint32_t sights_slots(const onlooker *me, const sightings *found) {
    wide_int slots = wide_int_of(0);
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask observed = sights_older(me->memory->first, part, me->tick, me->habit->observation);
        wide_int old = wide_int_select(observed, found->slot[part], wide_int_of(0));
        slots |= found->slot[part] | old << RCAP_SIGHTS;
    }
    return wide_int_or(slots);
}

WI_INLINE void sights_renew(rcap_memory *memory, const sightings *seen, uint32_t tick) {
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask unseen = wide_int_equal(seen->slot[part], wide_int_of(0));
        wide_int last = wide_int_select(unseen, sights_part(memory->last, part), wide_int_of((int32_t)tick));
        memcpy(memory->last + part * WI_LANES, &last, sizeof last);
    }
}

static void sights_forget(rcap_memory *memory, uint32_t entries) {
    for (; entries != 0; entries &= entries - 1) memory->who[__builtin_ctz(entries)] = 0;
}

// Where somebody new is put: the first place that is free, or that of whoever was seen the longest ago, which is none of
// those just `seen`.
WI_INLINE uint32_t sights_place(const rcap_memory *memory, uint32_t seen, uint32_t tick) {
    uint32_t free = sights_find(memory, 0), others = ~seen & SIGHTS_ALL;
    if (free != 0) return (uint32_t)__builtin_ctz(free);
    if (others == 0) return 0; // only where a file holds somebody twice
    uint32_t place = (uint32_t)__builtin_ctz(others);
    for (others &= others - 1; others != 0; others &= others - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(others);
        if (tick - memory->last[other] > tick - memory->last[place]) place = other;
    }
    return place;
}

WI_INLINE void sights_add(rcap_memory *memory, uint32_t who, uint32_t seen, uint32_t tick) {
    uint32_t place = sights_place(memory, seen, tick);
    memory->who[place] = who;
    memory->first[place] = memory->last[place] = tick;
}

// The same for one who has an entry: in sight a tick ago, it is looked for only now and then.
static bool still_in_sight(const onlooker *me, uint32_t place, uint32_t other) {
    bool was = me->memory->last[place] == me->tick - 1;
    return (was && (me->tick + place) % me->habit->look_every != 0) || wi_view_sees_neighbour(me->now, me->row, other);
}

// Among walls: takes those who are hidden out of `seen`, and forgets those who have been for too long. Returns the slots
// of these.
static uint32_t look_past_walls(const onlooker *me, const wide_neighbours *near, sightings *seen) {
    uint32_t long_ago = sights_before(me->memory->last, me->tick, me->habit->forgetting), forgotten = 0;
    uint32_t slot[RCAP_SIGHTS];
    memcpy(slot, seen->slot, sizeof slot);
    for (uint32_t place = 0; place < RCAP_SIGHTS; place++) {
        if (slot[place] == 0) continue;
        uint32_t other = (uint32_t)near->row[__builtin_ctz(slot[place])][me->lane];
        if (still_in_sight(me, place, other)) continue;
        if (long_ago >> place & 1) {
            me->memory->who[place] = 0;
            forgotten |= slot[place];
        }
        slot[place] = 0;
    }
    memcpy(seen->slot, slot, sizeof slot);
    return forgotten;
}

WI_INLINE uint32_t sights_bits(const sightings *seen) {
    uint32_t none = 0;
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
        none |= wide_mask_bits(wide_int_equal(seen->slot[part], wide_int_of(0))) << part * WI_LANES;
    return ~none & SIGHTS_ALL;
}

// First sights, beside those who were `seen` again. Returns the slots that count at once.
static uint32_t meet_strangers(const onlooker *me, const wide_neighbours *near, uint32_t strangers, uint32_t seen,
                               bool wall_near) {
    uint32_t met = 0;
    for (; strangers != 0; strangers &= strangers - 1) {
        uint32_t slot = (uint32_t)__builtin_ctz(strangers), other = (uint32_t)near->row[slot][me->lane];
        if (wall_near && !wi_view_sees_neighbour(me->now, me->row, other)) continue;
        uint32_t who = (uint32_t)me->now->serial[other];
        if (sights_find(me->memory, who) == 0) sights_add(me->memory, who, seen, me->tick);
        met |= 1u << slot;
    }
    return me->habit->at_once ? met : 0;
}

// Brings the table of one agent up to date. Returns the slots of neighbours that have been in sight for longer than the
// observation time (equations 6 and 7).
WI_INLINE uint32_t look_about(const onlooker *me, const wide_neighbours *near, bool crowded, bool wall_near) {
    rcap_memory *memory = me->memory;
    if (!crowded) sights_forget(memory, sights_before(memory->last, me->tick, me->habit->forgetting));
    sightings seen;
    sights_match_all(me, near, &seen);
    uint32_t slots = sights_slots(me, &seen);
    uint32_t strangers = ~slots & ((1u << me->count) - 1);
    uint32_t known = me->habit->at_once ? slots & SIGHTS_ALL : slots >> RCAP_SIGHTS;
    if (wall_near) known &= ~look_past_walls(me, near, &seen);
    sights_renew(memory, &seen, me->tick);
    if (strangers != 0) known |= meet_strangers(me, near, strangers, sights_bits(&seen), wall_near);
    return known;
}

static uint32_t ticks_of(float time, float step) { return (uint32_t)wi_min(time / step, TICKS_MAX); }

static habit_of_looking habit_of(const rcap_params *set, float step) {
    uint32_t forgetting = ticks_of(set->forgetting_time, step);
    return (habit_of_looking){
        .at_once = !(set->observation_time > 0.0f),
        .observation = ticks_of(set->observation_time, step),
        .forgetting = forgetting,
        .look_every = 1 + (uint32_t)((float)forgetting / LOOKS_PER_FORGETTING),
        .alarm = set->alarm * set->observation_time,
    };
}

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
    int32_t known[WI_LANES] = {0}, count[WI_LANES], most[WI_LANES];
    float alarm[WI_LANES] = {0.0f};
    wide_int_store(count, near->count);
    wide_int_store(most, set->neighbours);
    habit_of_looking habit;
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        if (lane == 0 || !set->same) habit = habit_of(wi_view_block(now, now->role[row].params), now->step);
        onlooker me = {.now = now, .habit = &habit, .memory = wi_rcap_memory(now, row), .row = row, .lane = lane};
        me.tick = (uint32_t)now->tick;
        me.count = (uint32_t)count[lane];
        // Where walls hide others, neighbours are in sight.
        bool look = wall_near && !wi_view_screened(now, row);
        known[lane] = (int32_t)look_about(&me, near, count[lane] == most[lane], look);
        alarm[lane] = habit.alarm;
    }
    minds->known = wide_int_load(known);
    minds->alarm = wide_load(alarm);
    minds->alarmed = wide_first(0);
}

#endif
