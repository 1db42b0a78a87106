// First sights: whom an agent has in sight, and since when.
//
// Each agent keeps a table of RCAP_SIGHTS others. Who is new takes the place of the one that was seen the longest ago.
// Somebody is forgotten who is out of sight for the forgetting time: hidden by a wall, or farther away than one looks.
// Where the list of neighbours is full, who is missing from it may have been crowded out, and is remembered as long as
// its place is not needed. Any bytes will do.
#ifndef WI_SIGHTS_WIDE_H
#define WI_SIGHTS_WIDE_H

#include "steer/orca_lines_wide.h"
#include "steer/rcap.h"

#define SIGHTS_ALL ((1 << RCAP_SIGHTS) - 1)
#define LANES_ALL ((1u << WI_LANES) - 1)
#define SIGHTS_PARTS (RCAP_SIGHTS / WI_LANES)
#define SIGHTS_USUAL 10 // neighbours of most agents: these are looked for without a branch

// How an agent looks about, in steps.
typedef struct habit_of_looking {
    uint32_t observed;  // somebody seen first so long ago counts; 0: everybody does, at once
    uint32_t forgotten; // somebody seen last so long ago is forgotten
    uint32_t looks;     // places, as bits, whose turn it is to be looked for although they were in sight a tick ago
    float alarm;        // s; below 0: never
} habit_of_looking;

// An agent that looks about.
typedef struct onlooker {
    const wend_view *now;
    const uint64_t *serial; // of all rows
    const habit_of_looking *habit;
    rcap_memory *memory;
    uint32_t row, lane;
    uint32_t count; // of neighbours
} onlooker;

// For each entry of a table the slot of the neighbour whom it stands for, as a bit in either half; 0: none of them.
typedef struct sightings {
    wide_int slot[SIGHTS_PARTS];
} sightings;

// The first slot is the highest bit of a half.
#define SLOT_FIRST (1u << 31)
#define SLOT_BIT(slot) ((int32_t)((SLOT_FIRST | SLOT_FIRST >> RCAP_SIGHTS) >> (slot)))

WI_INLINE wide_int sights_part(const uint32_t *entries, uint32_t part) {
    wide_int here;
    memcpy(&here, entries + part * WI_LANES, sizeof here);
    return here;
}

WI_INLINE wide_int age_of_first(const rcap_memory *memory, uint32_t part) {
    return (wide_int)((wide_count)sights_part(memory->ages, part) >> RCAP_AGE_BITS);
}

WI_INLINE wide_int age_of_last(const rcap_memory *memory, uint32_t part) {
    return sights_part(memory->ages, part) & wide_int_of(RCAP_AGE_MAX);
}

// The entries that were seen last at least so many steps ago, as bits.
static uint32_t sights_before(const rcap_memory *memory, uint32_t steps) {
    uint32_t since = 0;
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask younger = wide_int_less(age_of_last(memory, part), wide_int_of((int32_t)steps));
        since |= wide_mask_bits(younger) << part * WI_LANES;
    }
    return ~since & SIGHTS_ALL;
}

WI_INLINE bool sights_has(const rcap_memory *memory, uint32_t who) {
    wide_mask here = wide_first(0);
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
        here = here | wide_int_equal(sights_part(memory->who, part), wide_int_of((int32_t)who));
    return wide_any(here);
}

// The lower half of a row's serial: by that it is remembered.
WI_INLINE uint32_t sights_name(const uint64_t *serial, int32_t row) {
    uint32_t who;
    memcpy(&who, &serial[row], sizeof who); // one load; numbers are little-endian, see world/saved.h
    return who;
}

// The entries of the first neighbours, from the last to the first. Of two whose serials have the same lower half, which
// takes 2^32 agents, only the nearer is found; the other is no stranger either.
WI_INLINE void sights_match(const onlooker *me, const wide_neighbours *near, uint32_t count, sightings *found) {
    wide_int who[SIGHTS_PARTS], slot[SIGHTS_PARTS]; // copies that can stay in registers
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        who[part] = sights_part(me->memory->who, part);
        slot[part] = wide_int_of(0);
    }
    for (uint32_t i = count; i-- > 0;) {
        wide_int name = wide_int_of((int32_t)sights_name(me->serial, near->row[i][me->lane]));
        for (uint32_t part = 0; part < SIGHTS_PARTS; part++)
            slot[part] = wide_int_select(wide_int_equal(who[part], name), wide_int_of(SLOT_BIT(i)), slot[part]);
    }
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) found->slot[part] = slot[part];
}

WI_INLINE void sights_match_all(const onlooker *me, const wide_neighbours *near, sightings *found) {
    if (me->count == SIGHTS_USUAL)
        sights_match(me, near, SIGHTS_USUAL, found);
    else
        sights_match(me, near, me->count, found);
}

// The slots that have an entry, and in the upper half those whose entry is older than the observation time, if all
// lanes are taken together.
WI_INLINE wide_int sights_slots(const onlooker *me, const sightings *found) {
    wide_int slots = wide_int_of(0);
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask young = wide_int_less(age_of_first(me->memory, part), wide_int_of((int32_t)me->habit->observed));
        slots |= wide_int_select(young, found->slot[part] & wide_int_of(SIGHTS_ALL), found->slot[part]);
    }
    return slots;
}

// Who is in sight has been seen last in this step; by the next one all are a step older.
WI_INLINE void sights_renew(rcap_memory *memory, const sightings *seen) {
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask unseen = wide_int_equal(seen->slot[part], wide_int_of(0));
        wide_int ages = sights_part(memory->ages, part);
        ages = wide_int_select(unseen, ages, ages & wide_int_of((int32_t)~RCAP_AGE_MAX));
        ages = wide_halves_add(ages, wide_int_of(RCAP_AGES_ONE));
        memcpy(memory->ages + part * WI_LANES, &ages, sizeof ages);
    }
}

static void sights_forget(rcap_memory *memory, uint32_t entries) {
    for (; entries != 0; entries &= entries - 1) memory->who[__builtin_ctz(entries)] = 0;
}

// Where somebody new is put: the first place that is free, or else that of whoever was seen the longest ago. Nobody in
// sight loses a place: there are as many as neighbours. Ages are compared together with places, of which the first is the
// greatest then.
WI_INLINE uint32_t sights_place(const rcap_memory *memory) {
    const uint32_t last = RCAP_SIGHTS - 1;
    wide_count oldest = {0};
    for (uint32_t part = 0; part < SIGHTS_PARTS; part++) {
        wide_mask free = wide_int_equal(sights_part(memory->who, part), wide_int_of(0));
        wide_int age = wide_int_select(free, wide_int_of(RCAP_AGE_MAX + 1), age_of_last(memory, part));
        wide_int place = wide_int_of((int32_t)(last - part * WI_LANES)) - wide_lane_numbers();
        oldest = wide_count_max(oldest, (wide_count)(age * wide_int_of(RCAP_SIGHTS) + place));
    }
    return last - wide_count_greatest(oldest) % RCAP_SIGHTS;
}

WI_INLINE void sights_add(rcap_memory *memory, uint32_t who) {
    uint32_t place = sights_place(memory);
    memory->who[place] = who;
    memory->ages[place] = RCAP_AGES_ONE;
}

#endif
