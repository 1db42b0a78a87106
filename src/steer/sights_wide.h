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
#define SIGHTS_USUAL 10 // neighbours of most agents: these are looked for without a branch

// So often within the forgetting time somebody in sight is looked for again: lines of sight cost more than the rest.
#define LOOKS_PER_FORGETTING 10.0f

// How an agent looks about, in ticks of the world.
typedef struct habit_of_looking {
    uint32_t observed;  // somebody seen first so long ago counts; 0: everybody does, at once
    uint32_t forgotten; // somebody seen last so long ago is forgotten
    uint32_t looks;     // places, as bits, whose turn it is to be looked for although they were in sight a tick ago
    float alarm;        // s
} habit_of_looking;

// An agent that looks about.
typedef struct onlooker {
    const wend_view *now;
    const uint64_t *serial; // of all rows
    const habit_of_looking *habit;
    rcap_memory *memory;
    uint32_t row, lane, tick;
    uint32_t count; // of neighbours
} onlooker;

// For each entry of a table the slot of the neighbour whom it stands for, as a bit in either half; 0: none of them.
typedef struct sightings {
    wide_int slot[SIGHTS_PARTS];
} sightings;

#define SLOT_BIT (1 | 1 << RCAP_SIGHTS)

// The entries of a part whose tick is at least `ticks` ago, or after now: that wraps round to long ago.
WI_INLINE wide_mask sights_older(const uint32_t tick[RCAP_SIGHTS], uint32_t part, uint32_t now, uint32_t ticks) {
    wide_count then;
    memcpy(&then, tick + part * WI_LANES, sizeof then);
    return wide_count_less_equal((wide_count){0} + ticks, now - then);
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

// The lower half of a row's serial: by that it is remembered.
WI_INLINE uint32_t sights_name(const uint64_t *serial, int32_t row) {
    uint32_t who;
    memcpy(&who, &serial[row], sizeof who); // one load; numbers are little-endian, see world/saved.h
    return who;
}

WI_INLINE void sights_match(const onlooker *me, const wide_neighbours *near, const wide_int who[SIGHTS_PARTS],
                            uint32_t slot, sightings *found) {
    wide_int other = wide_int_of((int32_t)sights_name(me->serial, near->row[slot][me->lane]));
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
        found->slot[part] =
            wide_int_select(wide_int_equal(who[part], other), wide_int_of(SLOT_BIT << slot), found->slot[part]);
}

// The entries of all neighbours, from the last to the first. Of two whose serials have the same lower half, which
// takes 2^32 agents, only the nearer is found; the other is no stranger either.
WI_INLINE void sights_match_all(const onlooker *me, const wide_neighbours *near, sightings *found) {
    wide_int who[SIGHTS_PARTS];
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        who[part] = sights_part(me->memory->who, part);
        found->slot[part] = wide_int_of(0);
    }
    if (me->count == SIGHTS_USUAL)
        for (uint32_t slot = SIGHTS_USUAL; slot-- > 0;) sights_match(me, near, who, slot, found);
    else
        for (uint32_t slot = me->count; slot-- > 0;) sights_match(me, near, who, slot, found);
}

// The slots that have an entry, and in the upper half those whose entry is older than the observation time.
WI_INLINE uint32_t sights_slots(const onlooker *me, const sightings *found) {
    wide_int slots = wide_int_of(0);
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask observed = sights_older(me->memory->first, part, me->tick, me->habit->observed);
        slots |= wide_int_select(observed, found->slot[part], found->slot[part] & SIGHTS_ALL);
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

// Where somebody new is put: the first place that is free, or else that of whoever was seen the longest ago. Nobody in
// sight loses a place: there are as many as neighbours.
WI_INLINE uint32_t sights_place(const rcap_memory *memory, uint32_t tick) {
    wide_count age[SIGHTS_PARTS], oldest = {0};
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask free = wide_int_equal(sights_part(memory->who, part), wide_int_of(0));
        wide_int ago = wide_int_of((int32_t)tick) - sights_part(memory->last, part);
        age[part] = (wide_count)wide_int_select(free, wide_int_of(-1), ago);
        oldest = wide_count_max(oldest, age[part]);
    }
    wide_int most = wide_int_of((int32_t)wide_count_greatest(oldest));
    uint32_t places = 0;
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
        places |= wide_mask_bits(wide_int_equal((wide_int)age[part], most)) << part * WI_LANES;
    return (uint32_t)__builtin_ctz(places);
}

WI_INLINE void sights_add(rcap_memory *memory, uint32_t who, uint32_t tick) {
    uint32_t place = sights_place(memory, tick);
    memory->who[place] = who;
    memory->first[place] = memory->last[place] = tick;
}

static bool in_sight(const wend_view *now, uint32_t row, uint32_t other) {
    return wend_view_sees(now, now->role[row].level, wi_vec(now->x[row], now->y[row]),
                          wi_vec(now->x[other], now->y[other]));
}

// The entries whose line of sight has to be looked along: all but those that were in sight a tick ago, and of those the
// ones whose turn it is.
static uint32_t sights_to_check(const onlooker *me, const sightings *seen) {
    uint32_t none = 0, lately = 0;
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_int last = sights_part(me->memory->last, part);
        none |= wide_mask_bits(wide_int_equal(seen->slot[part], wide_int_of(0))) << part * WI_LANES;
        lately |= wide_mask_bits(wide_int_equal(last, wide_int_of((int32_t)(me->tick - 1)))) << part * WI_LANES;
    }
    return ~none & SIGHTS_ALL & (~lately | me->habit->looks);
}

// Among walls: takes those who are hidden out of `seen`, and forgets those who have been for too long. Returns the slots
// of these.
static uint32_t look_past_walls(const onlooker *me, const wide_neighbours *near, sightings *seen) {
    uint32_t places = sights_to_check(me, seen), forgotten = 0;
    if (places == 0) return 0;
    uint32_t long_ago = sights_before(me->memory->last, me->tick, me->habit->forgotten), slot[RCAP_SIGHTS];
    memcpy(slot, seen->slot, sizeof slot);
    for (; places != 0; places &= places - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(places);
        if (in_sight(me->now, me->row, (uint32_t)near->row[__builtin_ctz(slot[place])][me->lane])) continue;
        if (long_ago >> place & 1) {
            me->memory->who[place] = 0;
            forgotten |= slot[place];
        }
        slot[place] = 0;
    }
    memcpy(seen->slot, slot, sizeof slot);
    return forgotten;
}

// First sights. Returns the slots of those who were met.
static uint32_t meet_strangers(const onlooker *me, const wide_neighbours *near, uint32_t strangers, bool wall_near) {
    uint32_t met = 0;
    for (; strangers != 0; strangers &= strangers - 1) {
        uint32_t slot = (uint32_t)__builtin_ctz(strangers), other = (uint32_t)near->row[slot][me->lane];
        if (wall_near && !in_sight(me->now, me->row, other)) continue;
        uint32_t who = sights_name(me->serial, (int32_t)other);
        if (sights_find(me->memory, who) == 0) sights_add(me->memory, who, me->tick);
        met |= 1u << slot;
    }
    return met;
}

// Brings the table of one agent up to date, but for strangers. Returns the slots of neighbours that it has, and in the
// upper half those that have been in sight for longer than the observation time (equations 6 and 7).
WI_INLINE uint32_t look_about(const onlooker *me, const wide_neighbours *near, bool crowded, bool wall_near) {
    rcap_memory *memory = me->memory;
    if (!crowded) sights_forget(memory, sights_before(memory->last, me->tick, me->habit->forgotten));
    sightings seen;
    sights_match_all(me, near, &seen);
    uint32_t slots = sights_slots(me, &seen);
    if (wall_near) slots &= ~look_past_walls(me, near, &seen) | SIGHTS_ALL;
    sights_renew(memory, &seen, me->tick);
    return slots;
}

static uint32_t ticks_of(float time, float step) { return (uint32_t)wi_min(time / step, TICKS_MAX); }

// Each place has its turn once in so many ticks.
static uint32_t places_in_turn(uint32_t tick, uint32_t ticks) {
    uint32_t places = 0;
    for (uint32_t place = (ticks - tick % ticks) % ticks; place < RCAP_SIGHTS; place += ticks) places |= 1u << place;
    return places;
}

static habit_of_looking habit_of(const wend_view *now, const rcap_params *set, bool wall_near) {
    uint32_t forgetting = ticks_of(set->forgetting_time, now->step);
    uint32_t look_every = 1 + (uint32_t)((float)forgetting / LOOKS_PER_FORGETTING);
    return (habit_of_looking){
        .observed = set->observation_time > 0.0f ? ticks_of(set->observation_time, now->step) + 1 : 0,
        .forgotten = forgetting + 1,
        .looks = wall_near ? places_in_turn((uint32_t)now->tick, look_every) : 0,
        .alarm = set->alarm * set->observation_time,
    };
}

// How far the farthest neighbour is, which is the last one of a lane.
static float reach_of(const wend_view *now, const wide_group *group, const wide_neighbours *near) {
    float reach2 = 0.0f;
    for (uint32_t lane = 0; lane < group->count; lane++) {
        if (near->count[lane] == 0) continue;
        int32_t row = group->row[lane], last = near->row[near->count[lane] - 1][lane];
        float dx = now->x[last] - now->x[row], dy = now->y[last] - now->y[row];
        reach2 = wi_max(reach2, dx * dx + dy * dy);
    }
    return wi_sqrt(reach2);
}

// Whether a wall may stand between any of the group and a neighbour. Lists with big bodies are not in the order of
// centres.
static bool wall_about(const wend_view *now, const wide_group *group, const lane_params *set,
                       const wide_neighbours *near) {
    if (now->senses->walls->wall_count == 0) return false;
    float reach = now->senses->big_count > 0 ? wide_greatest(set->distance) : reach_of(now, group, near);
    reach += group_margin(group, reach);
    wend_vec min = wi_sub(group->min, wi_vec(reach, reach)), max = wi_add(group->max, wi_vec(reach, reach));
    return wi_walls_in_box(now->senses->walls, group->level, min, max, 0, NULL) > 0;
}

// What the agents of a group remember lies about anywhere; it is fetched while their neighbours are looked for.
typedef struct memories {
    rcap_memory *lane[WI_LANES];
} memories;

static void recall(const wend_view *now, const wide_group *group, memories *all) {
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        rcap_memory *memory = all->lane[lane] = wi_rcap_memory(now, (uint32_t)group->row[lane]);
        __builtin_prefetch(memory->who, 0);
        __builtin_prefetch(memory->first, 0);
        __builtin_prefetch(memory->last, 1);
    }
}

// How the lanes look about: lane 0 for all of them where they are set alike. Returns from when on they take alarm.
static wide read_habits(const wend_view *now, const wide_group *group, const lane_params *set, bool wall_near,
                        habit_of_looking habit[WI_LANES]) {
    float alarm[WI_LANES];
    for (uint32_t lane = 0; lane < (set->same ? 1 : WI_LANES); lane++) {
        habit[lane] = habit_of(now, wi_view_block(now, now->role[group->row[lane]].params), wall_near);
        alarm[lane] = habit[lane].alarm;
    }
    return set->same ? wide_of(alarm[0]) : wide_load(alarm);
}

// The attention of a group: whom its agents know, and from when on they take alarm. Few agents meet strangers, and
// which cannot be foreseen; that is left for the end, where one branch serves them all.
static void pay_attention(const wend_view *now, const wide_group *group, const lane_params *set, const memories *all,
                          const wide_neighbours *near, attention *minds) {
    bool wall_near = wall_about(now, group, set, near);
    habit_of_looking habit[WI_LANES];
    int32_t slots[WI_LANES] = {0}, strangers[WI_LANES], count[WI_LANES], most[WI_LANES];
    minds->alarm = read_habits(now, group, set, wall_near, habit);
    wide_int_store(count, near->count);
    wide_int_store(most, set->neighbours);
    onlooker me = {.now = now, .serial = now->serial, .habit = habit, .tick = (uint32_t)now->tick};
    for (me.lane = 0; me.lane < group->count; me.lane++) {
        me.row = (uint32_t)group->row[me.lane];
        me.memory = all->lane[me.lane];
        me.count = (uint32_t)count[me.lane];
        if (!set->same) me.habit = &habit[me.lane];
        slots[me.lane] = (int32_t)look_about(&me, near, count[me.lane] == most[me.lane], wall_near);
    }
    wide_count found = (wide_count)wide_int_load(slots), there = (((wide_count){0} + 1) << (wide_count)near->count) - 1;
    wide_int missing = (wide_int)(there & ~found);
    wide_int_store(slots, (wide_int)(found >> RCAP_SIGHTS));
    wide_int_store(strangers, missing);
    uint32_t lanes = wide_mask_bits(wide_int_less(wide_int_of(0), missing) & wide_first(group->count));
    for (; lanes != 0; lanes &= lanes - 1) {
        me.lane = (uint32_t)__builtin_ctz(lanes);
        me.row = (uint32_t)group->row[me.lane];
        me.memory = all->lane[me.lane];
        if (!set->same) me.habit = &habit[me.lane];
        uint32_t met = meet_strangers(&me, near, (uint32_t)strangers[me.lane], wall_near);
        if (me.habit->observed == 0) slots[me.lane] |= (int32_t)met;
    }
    minds->known = wide_int_load(slots);
    minds->alarmed = wide_first(0);
}

#endif
