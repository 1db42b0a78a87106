// Whom the agents of a group mind: those who have been in sight for long enough. Walls hide.
#ifndef WI_ATTENTION_WIDE_H
#define WI_ATTENTION_WIDE_H

#include "steer/sights_wide.h"

#define TICKS_MAX 1e9f

// So often within the forgetting time somebody in sight is looked for again: lines of sight cost more than the rest.
#define LOOKS_PER_FORGETTING 10.0f

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

// Among walls: takes those who are hidden out of `seen`, and forgets those who have been for too long. Returns the
// slots of these.
static uint32_t look_past_walls(const onlooker *me, const wide_neighbours *near, sightings *seen) {
    uint32_t places = sights_to_check(me, seen), forgotten = 0;
    if (places == 0) return 0;
    uint32_t long_ago = sights_before(me->memory->last, me->tick, me->habit->forgotten), slot[RCAP_SIGHTS];
    memcpy(slot, seen->slot, sizeof slot);
    for (; places != 0; places &= places - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(places);
        if (wi_view_sees_neighbour(me->now, me->row, (uint32_t)near->row[__builtin_ctz(slot[place])][me->lane]))
            continue;
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
        if (wall_near && !wi_view_sees_neighbour(me->now, me->row, other)) continue;
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

// Where walls hide others, all neighbours are in sight.
static bool sees_all_neighbours(const wend_view *now, const wide_group *group) {
    for (uint32_t lane = 0; lane < group->count; lane++)
        if (!wi_view_screened(now, (uint32_t)group->row[lane])) return false;
    return true;
}

// Whether a wall may stand between any of the group and a neighbour. Lists with big bodies are not in the order of
// centres.
static bool wall_about(const wend_view *now, const wide_group *group, const lane_params *set,
                       const wide_neighbours *near) {
    if (now->senses->walls->wall_count == 0 || sees_all_neighbours(now, group)) return false;
    float reach = now->senses->big_count > 0 ? wide_greatest(set->distance) : reach_of(now, group, near);
    reach += group_margin(group, reach);
    wend_vec min = wi_sub(group->min, wi_vec(reach, reach)), max = wi_add(group->max, wi_vec(reach, reach));
    return wi_walls_in_box(now->senses->walls, group->level, min, max, 0, NULL) > 0;
}

// The agents of a group as they look about. What they remember lies about anywhere.
typedef struct onlookers {
    const wide_group *group;
    const wide_neighbours *near;
    rcap_memory *memory[WI_LANES];
    habit_of_looking habit[WI_LANES];
    bool same; // the first habit is that of all
    bool wall_near;
} onlookers;

// Finds what they remember, and has it fetched while their neighbours are looked for.
static void recall(const wend_view *now, const wide_group *group, onlookers *all) {
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        rcap_memory *memory = wi_rcap_memory(now, (uint32_t)group->row[lane]);
        __builtin_prefetch(memory->who, 0);
        __builtin_prefetch(memory->first, 0);
        __builtin_prefetch(memory->last, 1);
        all->memory[lane] = memory;
    }
}

// Returns from when on they take alarm.
static wide read_habits(const wend_view *now, const wide_group *group, onlookers *all) {
    float alarm[WI_LANES];
    for (uint32_t lane = 0; lane < (all->same ? 1 : WI_LANES); lane++) {
        all->habit[lane] = habit_of(now, wi_view_block(now, now->role[group->row[lane]].params), all->wall_near);
        alarm[lane] = all->habit[lane].alarm;
    }
    return all->same ? wide_of(alarm[0]) : wide_load(alarm);
}

WI_INLINE onlooker onlooker_in(const wend_view *now, const onlookers *all, uint32_t lane, uint32_t count) {
    return (onlooker){
        .now = now,
        .serial = now->serial,
        .habit = &all->habit[all->same ? 0 : lane],
        .memory = all->memory[lane],
        .row = (uint32_t)all->group->row[lane],
        .lane = lane,
        .tick = (uint32_t)now->tick,
        .count = count,
    };
}

// First sights of the whole group, for which one branch serves: few agents meet strangers, and who does cannot be
// foreseen. Who has nothing to observe minds them at once.
static void meet_all(const wend_view *now, const onlookers *all, wide_int strangers, int32_t known[WI_LANES]) {
    int32_t slots[WI_LANES];
    wide_int_store(slots, strangers);
    uint32_t lanes = wide_mask_bits(wide_int_less(wide_int_of(0), strangers) & wide_first(all->group->count));
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        onlooker me = onlooker_in(now, all, lane, 0);
        uint32_t met = meet_strangers(&me, all->near, (uint32_t)slots[lane], all->wall_near);
        if (me.habit->observed == 0) known[lane] |= (int32_t)met;
    }
}

// The attention of a group: whom its agents know, and from when on they take alarm.
static void pay_attention(const wend_view *now, const wide_group *group, const lane_params *set,
                          const wide_neighbours *near, onlookers *all, attention *minds) {
    int32_t slots[WI_LANES] = {0}, count[WI_LANES], most[WI_LANES];
    all->group = group;
    all->near = near;
    all->same = set->same;
    all->wall_near = wall_about(now, group, set, near);
    minds->alarm = read_habits(now, group, all);
    wide_int_store(count, near->count);
    wide_int_store(most, set->neighbours);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        onlooker me = onlooker_in(now, all, lane, (uint32_t)count[lane]);
        slots[lane] = (int32_t)look_about(&me, near, count[lane] == most[lane], all->wall_near);
    }
    wide_count found = (wide_count)wide_int_load(slots), there = (((wide_count){0} + 1) << (wide_count)near->count) - 1;
    wide_int_store(slots, (wide_int)(found >> RCAP_SIGHTS));
    meet_all(now, all, (wide_int)(there & ~found), slots);
    minds->known = wide_int_load(slots);
    minds->alarmed = wide_first(0);
}

#endif
