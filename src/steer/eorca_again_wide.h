// Members of crews who look for a velocity once more. They are few in each crew, so a lane-full of those of all of them is
// gathered, line by line.
#ifndef WI_EORCA_AGAIN_WIDE_H
#define WI_EORCA_AGAIN_WIDE_H

#include "steer/eorca_crew_wide.h"

// Members, each at most once, and room for a lane-full more.
typedef struct again_list {
    int32_t member[EORCA_MEMBERS + WI_LANES];
    uint32_t count;
} again_list;

WI_INLINE void list_again(again_list *list, const crew *c, wide_mask lanes) {
    wide_int_pack(list->member + list->count, wide_lane_numbers() + c->rest.first, lanes);
    list->count += (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
}

// Gives all crews as many lines as the one that has most; those that they lack are neutral.
static void even_out_lines(crews *all) {
    uint32_t hard = 0, soft = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        const programme *p = &all->of[k].p;
        hard = hard < p->hard ? p->hard : hard;
        soft = soft < p->soft ? p->soft : soft;
    }
    for (uint32_t k = 0; k < all->count; k++) {
        crew *c = &all->of[k];
        while (c->p.hard < hard) line_set_neutral(&c->p, WI_MIDDLE - ++c->p.hard);
        for (; c->p.soft < soft; c->p.soft++) {
            line_set_neutral(&c->p, WI_MIDDLE + c->p.soft);
            c->turns.offset[c->p.soft] = wide_of(WI_NEUTRAL);
        }
    }
}

// What some members have in their crews, by its place in the first of these.
WI_INLINE wide gather(const wide *in_first, wide_int member) {
    const char *first = (const char *)in_first;
    const float *table[EORCA_CREWS];
    for (uint32_t k = 0; k < EORCA_CREWS; k++) table[k] = (const float *)(const void *)(first + k * sizeof(crew));
    return wide_pick_from(table, member);
}

// Crews have as many lines one as the other.
static void gather_programme(const crews *all, wide_int member, programme *p, programme_aim *aim) {
    const crew *first = &all->of[0];
    const programme *from = &first->p;
    p->hard = from->hard, p->soft = from->soft;
    for (uint32_t line = WI_MIDDLE - p->hard; line < WI_MIDDLE + p->soft; line++) {
        p->nx[line] = gather(&from->nx[line], member);
        p->ny[line] = gather(&from->ny[line], member);
        p->offset[line] = gather(&from->offset[line], member);
    }
    p->limited = false;
    for (uint32_t k = 0; k < all->count; k++) p->limited = p->limited || all->of[k].p.limited;
    p->speed = gather(&from->speed, member);
    p->centre_x = gather(&from->centre_x, member), p->centre_y = gather(&from->centre_y, member);
    p->radius = gather(&from->radius, member);
    *aim = (programme_aim){.x = gather(&first->aim.x, member), .y = gather(&first->aim.y, member)};
}

// Members are open once they have their velocities.
static void hand_back(crews *all, const int32_t *member, uint32_t count, const solution *s) {
    uint32_t failed = wide_mask_bits(s->failed), here[EORCA_CREWS] = {0}, stuck[EORCA_CREWS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (uint32_t)member[i] / WI_LANES, lane = (uint32_t)member[i] % WI_LANES;
        solution *found = &all->of[k].found;
        found->x[lane] = s->x[i], found->y[lane] = s->y[i], found->failed_at[lane] = s->failed_at[i];
        here[k] |= 1u << lane;
        stuck[k] |= (failed >> i & 1) << lane;
    }
    for (uint32_t k = 0; k < all->count; k++) {
        crew *c = &all->of[k];
        wide_mask back = wide_mask_of_bits(here[k]);
        c->found.failed = wide_and_not(c->found.failed, back) | wide_mask_of_bits(stuck[k]);
        c->open = c->open | back;
    }
}

static void solve_again(crews *all, again_list *list) {
    if (list->count == 0) return;
    even_out_lines(all);
    wide_int_store(list->member + list->count, wide_int_of(list->member[0])); // fills the last lanes
    for (uint32_t i = 0; i < list->count; i += WI_LANES) {
        programme p;
        programme_aim aim;
        uint32_t left = list->count - i, count = left < WI_LANES ? left : WI_LANES;
        gather_programme(all, wide_int_load(list->member + i), &p, &aim);
        solution s = solve_lanes(&p, &aim, wide_first(count));
        hand_back(all, list->member + i, count, &s);
    }
    list->count = 0;
}

#endif
