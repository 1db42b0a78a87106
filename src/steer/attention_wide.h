// Whom the agents of a group mind: those who have been in sight for long enough. Walls hide.
#ifndef WI_ATTENTION_WIDE_H
#define WI_ATTENTION_WIDE_H

#include <math.h>

#include "steer/sights_wide.h"

#define STEPS_MAX (RCAP_AGE_MAX - 1.0f)

// So often within the forgetting time somebody in sight is looked for again: lines of sight cost more than the rest.
#define LOOKS_PER_FORGETTING 10.0f

// The entries whose line of sight has to be looked along: all but those that were in sight a step ago, and of those the
// ones whose turn it is.
static uint32_t sights_to_check(const onlooker *me, const sightings *seen) {
    uint32_t none = 0, lately = 0;
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        none |= wide_mask_bits(wide_int_equal(seen->slot[part], wide_int_of(0))) << part * WI_LANES;
        lately |= wide_mask_bits(wide_int_equal(age_of_last(me->memory, part), wide_int_of(1))) << part * WI_LANES;
    }
    return ~none & SIGHTS_ALL & (~lately | me->habit->looks);
}

// Among walls: takes those who are hidden out of `seen`, and forgets those who have been for too long. Returns the
// slots of these.
static uint32_t look_past_walls(const onlooker *me, const wide_neighbours *near, sightings *seen) {
    uint32_t places = sights_to_check(me, seen), forgotten = 0;
    if (places == 0) return 0;
    uint32_t long_ago = sights_before(me->memory, me->habit->forgotten), slot[RCAP_SIGHTS];
    memcpy(slot, seen->slot, sizeof slot);
    for (; places != 0; places &= places - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(places);
        if (wi_view_sees_neighbour(me->now, me->row, (uint32_t)near->row[__builtin_clz(slot[place])][me->lane]))
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

// Brings the table of one agent up to date, but for strangers. Returns, if all lanes are taken together, the slots of
// neighbours that it has, and in the upper half those that have been in sight for longer than the observation time
// (equations 6 and 7).
WI_INLINE wide_int look_about(const onlooker *me, const wide_neighbours *near, bool wall_near) {
    sightings seen;
    sights_match_all(me, near, &seen);
    wide_int slots = sights_slots(me, &seen);
    if (wall_near) slots &= wide_int_of((int32_t)(~look_past_walls(me, near, &seen) | SIGHTS_ALL));
    sights_renew(me->memory, &seen);
    return slots;
}

static uint32_t steps_of(float time, float step) { return (uint32_t)wi_min(time / step, STEPS_MAX); }

// Each place has its turn once in so many ticks.
static uint32_t places_in_turn(uint32_t tick, uint32_t ticks) {
    uint32_t places = 0;
    for (uint32_t place = (ticks - tick % ticks) % ticks; place < RCAP_SIGHTS; place += ticks) places |= 1u << place;
    return places;
}

static habit_of_looking habit_of(const wend_view *now, const rcap_params *set, bool wall_near) {
    uint32_t forgetting = steps_of(set->forgetting_time, now->step);
    float alarm = set->alarm * set->observation_time;
    uint32_t look_every = 1 + (uint32_t)((float)forgetting / LOOKS_PER_FORGETTING);
    return (habit_of_looking){
        .observed = set->observation_time > 0.0f ? steps_of(set->observation_time, now->step) + 1 : 0,
        .forgotten = forgetting + 1,
        .looks = wall_near ? places_in_turn((uint32_t)now->tick, look_every) : 0,
        .alarm = alarm > 0.0f ? alarm : -INFINITY,
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
    return wide_near_walls(now, group, reach);
}

// The agents of a group as they look about. What they remember lies about anywhere.
typedef struct onlookers {
    const wide_group *group;
    const wide_neighbours *near;
    rcap_memory *memory[WI_LANES];
    rcap_memory *ahead[WI_LANES]; // of those who come after the group
    habit_of_looking habit[WI_LANES];
    uint32_t block; // of parameters: the first habit is that of all; RCAP_MIXED: each has its own
    bool wall_near;
    wide alarm;       // s: from when on they take alarm
    wide gives;       // share of the room that gives way
    wide_int at_once; // all bits where nothing has to be observed
} onlookers;

// Finds what the next rows remember and has it fetched, as far as the second level of caches: what was asked for in the
// first had to be waited for all the same.
static void fetch_ahead(const wend_view *now, wend_rows next, onlookers *all) {
    for (uint32_t i = 0; i < WI_LANES && i < next.count; i++) {
        all->ahead[i] = wi_rcap_memory(now, next.row[i]);
        __builtin_prefetch(all->ahead[i]->who, 0, 2);
        __builtin_prefetch(all->ahead[i]->ages, 0, 2);
    }
}

// A group is the first of the rows that came next, and what those after it remember is fetched a group ahead: while
// neighbours are looked for there is time to bring it from the nearest caches only.
static void recall(const wend_view *now, wend_rows next, onlookers *all) {
    memcpy(all->memory, all->ahead, sizeof all->memory);
    fetch_ahead(now, next, all);
}

// Reads the habits of all, which groups that follow one another often share.
static void read_habits(const wend_view *now, const wide_group *group, bool same, bool wall_near, onlookers *all) {
    uint32_t block = same ? now->role[group->row[0]].params : RCAP_MIXED;
    if (block != RCAP_MIXED && block == all->block && wall_near == all->wall_near) return;
    for (uint32_t lane = 0; lane < (same ? 1 : WI_LANES); lane++) {
        const rcap_params *set = wi_view_block(now, now->role[group->row[lane]].params);
        habit_of_looking habit = habit_of(now, set, wall_near);
        all->habit[lane] = habit;
        all->gives[lane] = set->give_room;
        all->alarm[lane] = habit.alarm;
        all->at_once[lane] = habit.observed == 0 ? -1 : 0;
    }
    if (same) {
        all->alarm = wide_of(all->alarm[0]);
        all->gives = wide_of(all->gives[0]);
        all->at_once = wide_int_of(all->at_once[0]);
    }
    all->block = block;
    all->wall_near = wall_near;
}

WI_INLINE onlooker onlooker_in(const wend_view *now, const onlookers *all, uint32_t lane) {
    return (onlooker){
        .now = now,
        .serial = now->serial,
        .habit = &all->habit[all->block == RCAP_MIXED ? lane : 0],
        .memory = all->memory[lane],
        .row = (uint32_t)all->group->row[lane],
        .lane = lane,
        .count = (uint32_t)all->near->count[lane],
    };
}

// Who has room for more neighbours has lost sight of whoever is missing.
static void forget_all(const wend_view *now, const onlookers *all, wide_int most) {
    wide_mask crowded = wide_int_equal(all->near->count, most);
    uint32_t lanes = wide_mask_bits(wide_and_not(wide_first(all->group->count), crowded));
    for (; lanes != 0; lanes &= lanes - 1) {
        onlooker me = onlooker_in(now, all, (uint32_t)__builtin_ctz(lanes));
        sights_forget(me.memory, sights_before(me.memory, me.habit->forgotten));
    }
}

// What each of them finds looking about. In a plain case all have the same habits and the usual number of neighbours, and
// no wall is near.
WI_INLINE wide_int look_about_all(const wend_view *now, const onlookers *all, bool plain) {
    wide_int slots[WI_LANES];
    const wide_neighbours *near = all->near;
    uint32_t count = all->group->count;
    habit_of_looking habit = all->habit[0];
    onlooker me = onlooker_in(now, all, 0);
    me.habit = &habit;
    for (me.lane = 0; me.lane < count; me.lane++) {
        me.memory = all->memory[me.lane];
        me.row = (uint32_t)all->group->row[me.lane];
        me.count = plain ? SIGHTS_USUAL : (uint32_t)near->count[me.lane];
        if (!plain && all->block == RCAP_MIXED) habit = all->habit[me.lane];
        slots[me.lane] = look_about(&me, near, !plain && all->wall_near);
    }
    for (uint32_t lane = count; lane < WI_LANES; lane++) slots[lane] = wide_int_of(0);
    return wide_int_or_each(slots);
}

static bool is_plain(const onlookers *all) {
    uint32_t usual = wide_mask_bits(wide_int_equal(all->near->count, wide_int_of(SIGHTS_USUAL)));
    return usual == LANES_ALL && all->block != RCAP_MIXED && !all->wall_near;
}

// Those of some slots, which are in the upper half, whom no wall hides from a lane.
static uint32_t slots_in_sight(const wend_view *now, const onlookers *all, uint32_t lane, uint32_t slots) {
    uint32_t seen = 0, bit;
    for (uint32_t left = slots; left != 0; left ^= bit) {
        uint32_t slot = (uint32_t)__builtin_clz(left), other = (uint32_t)all->near->row[slot][lane];
        bit = SLOT_FIRST >> slot;
        if (wi_view_sees_neighbour(now, (uint32_t)all->group->row[lane], other)) seen |= bit;
    }
    return seen;
}

// First sights. Agents take turns, a stranger at a time: a table that has just been written to is slow to read.
static void meet_in_turns(const wend_view *now, const onlookers *all, uint32_t lanes, uint32_t strangers[WI_LANES]) {
    for (uint32_t turn = 0; lanes != 0; turn &= turn - 1) {
        turn = turn != 0 ? turn : lanes;
        uint32_t lane = (uint32_t)__builtin_ctz(turn), slot = (uint32_t)__builtin_clz(strangers[lane]);
        uint32_t who = sights_name(now->serial, all->near->row[slot][lane]);
        if (!sights_has(all->memory[lane], who)) sights_add(all->memory[lane], who);
        strangers[lane] ^= SLOT_FIRST >> slot;
        lanes ^= strangers[lane] == 0 ? turn & -turn : 0;
    }
}

// First sights of the whole group, for which one branch serves: few agents meet strangers, and who does cannot be
// foreseen. Returns those who were met.
static wide_int meet_all(const wend_view *now, const onlookers *all, wide_int strangers) {
    uint32_t left[WI_LANES];
    memcpy(left, &strangers, sizeof left);
    if (all->wall_near)
        for (uint32_t lane = 0; lane < WI_LANES; lane++) left[lane] = slots_in_sight(now, all, lane, left[lane]);
    wide_int met;
    memcpy(&met, left, sizeof met);
    meet_in_turns(now, all, ~wide_mask_bits(wide_int_equal(met, wide_int_of(0))) & LANES_ALL, left);
    return met;
}

// The attention of a group: whom its agents know, and from when on they take alarm. Who has nothing to observe knows
// whomever it meets.
static void pay_attention(const wend_view *now, const wide_group *group, const lane_params *set,
                          const wide_neighbours *near, onlookers *all, attention *minds) {
    all->group = group;
    all->near = near;
    read_habits(now, group, set->same, wall_about(now, group, set, near), all);
    forget_all(now, all, set->neighbours);
    wide_int found = is_plain(all) ? look_about_all(now, all, true) : look_about_all(now, all, false);
    wide_count there = ~(~(wide_count){0} >> (wide_count)near->count), had = (wide_count)found << RCAP_SIGHTS;
    wide_int strangers = wide_int_select(wide_first(group->count), (wide_int)(there & ~had), wide_int_of(0));
    minds->known = (found & wide_int_of(~SIGHTS_ALL)) | (meet_all(now, all, strangers) & all->at_once);
    minds->alarm = all->alarm;
    minds->gives = all->gives;
}

#endif
