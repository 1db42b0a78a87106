// Neighbours that are not seen: behind walls, or not through the seam that they are beyond.
#ifndef WI_HIDDEN_WIDE_H
#define WI_HIDDEN_WIDE_H

#include "sense/group_wide.h"
#include "sense/screens.h"

#define NEAR_FAST 10 // neighbours that a search for many lanes finds

// True if a group's lanes may have to look past walls: some are near, and hide others.
static inline bool near_screens(const wend_view *now, const wide_group *group, float distance) {
    if (!(now->senses->habits & WI_HABIT_SCREENS) || now->senses->walls->wall_count == 0) return false;
    wend_vec reach = wi_vec(distance, distance);
    return wi_walls_in_box(now->senses->walls, group->level, wi_sub(group->min, reach), wi_add(group->max, reach), 0,
                           NULL) > 0;
}

static inline uint32_t screened_lanes(const wend_view *now, const wide_group *group) {
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < group->count; lane++)
        if (wi_view_screened(now, (uint32_t)group->row[lane])) lanes |= 1u << lane;
    return lanes;
}

// Where the neighbours in the slots are.
typedef struct near_places {
    wide x[NEAR_FAST], y[NEAR_FAST];
    wend_vec min, max; // the box around them and the group
} near_places;

static inline void read_places(const wend_view *now, const wide_group *group, const wide_neighbours *near,
                               near_places *to) {
    wide low_x = group->x, low_y = group->y, high_x = group->x, high_y = group->y;
    for (uint32_t slot = 0; slot < near->most; slot++) {
        float x[WI_LANES], y[WI_LANES];
        for (int lane = 0; lane < WI_LANES; lane++) {
            x[lane] = now->x[near->row[slot][lane]];
            y[lane] = now->y[near->row[slot][lane]];
        }
        to->x[slot] = wide_load(x), to->y[slot] = wide_load(y);
        wide_mask there = wide_int_less(wide_int_of((int32_t)slot), near->count);
        low_x = wide_select(there, wide_min(low_x, to->x[slot]), low_x);
        low_y = wide_select(there, wide_min(low_y, to->y[slot]), low_y);
        high_x = wide_select(there, wide_max(high_x, to->x[slot]), high_x);
        high_y = wide_select(there, wide_max(high_y, to->y[slot]), high_y);
    }
    to->min = wi_vec(wide_least(low_x), wide_least(low_y));
    to->max = wi_vec(wide_greatest(high_x), wide_greatest(high_y));
}

WI_INLINE wide_mask same_side(wide a, wide b) {
    wide zero = wide_of(0.0f);
    return (wide_less(a, zero) & wide_less(b, zero)) | (wide_less(zero, a) & wide_less(zero, b));
}

WI_INLINE wide_mask apart(wide a0, wide a1, float b0, float b1) {
    return wide_less(wide_of(wi_max(b0, b1)), wide_min(a0, a1)) | wide_less(wide_max(a0, a1), wide_of(wi_min(b0, b1)));
}

// The lanes between which and their neighbours in a slot a wall is; as wi_wall_cuts, to the bit.
WI_INLINE wide_mask wide_cuts(const wend_wall *wall, const wide_group *group, wide side_from, wide x, wide y) {
    const wide ax = wide_of(wall->a.x), ay = wide_of(wall->a.y), bx = wide_of(wall->b.x), by = wide_of(wall->b.y);
    wide side_to = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    wide_mask between = same_side(side_from, -side_to);
    if (!wide_any(between)) return between;
    wide dx = x - group->x, dy = y - group->y;
    wide side_a = dx * (ay - group->y) - dy * (ax - group->x), side_b = dx * (by - group->y) - dy * (bx - group->x);
    wide_mask clear =
        same_side(side_a, side_b) | apart(group->x, x, wall->a.x, wall->b.x) | apart(group->y, y, wall->a.y, wall->b.y);
    return wide_and_not(between, clear);
}

static inline void find_behind_wall(const wend_wall *wall, const wide_group *group, const wide_neighbours *near,
                                    const near_places *places, uint32_t hidden[NEAR_FAST]) {
    const wide ax = wide_of(wall->a.x), ay = wide_of(wall->a.y), bx = wide_of(wall->b.x), by = wide_of(wall->b.y);
    wide side_from = (bx - ax) * (group->y - ay) - (by - ay) * (group->x - ax);
    for (uint32_t slot = 0; slot < near->most; slot++)
        hidden[slot] |= wide_mask_bits(wide_cuts(wall, group, side_from, places->x[slot], places->y[slot]));
}

// The same among so many walls that they are not listed.
static inline void find_one_by_one(const wi_screens *screens, const wide_group *group, const wide_neighbours *near,
                                   const near_places *places, uint32_t hidden[NEAR_FAST]) {
    for (uint32_t slot = 0; slot < near->most; slot++)
        for (uint32_t lane = 0; lane < group->count; lane++)
            if (wi_screens_hide(screens, wi_vec(group->x[lane], group->y[lane]),
                                wi_vec(places->x[slot][lane], places->y[slot][lane])))
                hidden[slot] |= 1u << lane;
}

// The lanes whose neighbours in each slot walls hide; false if none.
static inline bool find_behind_walls(const wend_view *now, const wide_group *group, const wide_neighbours *near,
                                     uint32_t hidden[NEAR_FAST]) {
    uint32_t screened = screened_lanes(now, group), any = 0;
    if (screened == 0) return false;
    near_places places;
    read_places(now, group, near, &places);
    wi_screens screens = wi_screens_in_box(now->senses->walls, group->level, places.min, places.max);
    if (screens.count == 0) return false;
    if (screens.count > WI_SCREENS_MAX)
        find_one_by_one(&screens, group, near, &places, hidden);
    else
        for (uint32_t i = 0; i < screens.count; i++)
            find_behind_wall(&now->senses->walls->wall[screens.wall[i]], group, near, &places, hidden);
    for (uint32_t slot = 0; slot < near->most; slot++)
        any |= hidden[slot] &= screened & wide_mask_bits(wide_int_less(wide_int_of((int32_t)slot), near->count));
    return any != 0;
}

// Images are few, so each is asked for.
static inline bool find_unseen_images(const wend_view *now, const wide_group *group, const wide_neighbours *near,
                                      uint32_t hidden[NEAR_FAST]) {
    bool any = false;
    for (uint32_t slot = 0; slot < near->most; slot++)
        for (uint32_t lane = 0; lane < group->count; lane++) {
            uint32_t other = (uint32_t)near->row[slot][lane];
            if ((int32_t)slot >= near->count[lane] || !wi_is_image(now, other)) continue;
            bool seen = wi_image_seen(now, (uint32_t)group->row[lane], other);
            hidden[slot] = seen ? hidden[slot] & ~(1u << lane) : hidden[slot] | 1u << lane;
            any |= !seen;
        }
    return any;
}

static inline bool find_hidden(const wend_view *now, const wide_group *group, const wide_neighbours *near,
                               uint32_t hidden[NEAR_FAST]) {
    bool walls = now->senses->habits & WI_HABIT_SCREENS && now->senses->walls->wall_count > 0 &&
                 find_behind_walls(now, group, near, hidden);
    bool images = now->senses->images->run_count > 0 && find_unseen_images(now, group, near, hidden);
    return walls || images;
}

// Others who may be hidden from some lanes.
typedef struct near_list {
    const float *x, *y;
    const int32_t *row;
    uint32_t count;
} near_list;

// The same as find_behind_wall for everyone on a list.
static inline void hide_behind_wall(const wend_wall *wall, const wide_group *group, const near_list *list,
                                    uint32_t *hidden) {
    const wide ax = wide_of(wall->a.x), ay = wide_of(wall->a.y), bx = wide_of(wall->b.x), by = wide_of(wall->b.y);
    const wide zero = wide_of(0.0f), side_from = (bx - ax) * (group->y - ay) - (by - ay) * (group->x - ax);
    const uint32_t left = wide_mask_bits(wide_less(zero, side_from)),
                   right = wide_mask_bits(wide_less(side_from, zero));
    const wend_vec along = wi_sub(wall->b, wall->a);
    for (uint32_t i = 0; i < list->count; i++) {
        float side_to = wi_det(along, wi_sub(wi_vec(list->x[i], list->y[i]), wall->a));
        uint32_t opposite = side_to > 0.0f ? right : side_to < 0.0f ? left : 0;
        if (opposite & ~hidden[i])
            hidden[i] |= wide_mask_bits(wide_cuts(wall, group, side_from, wide_of(list->x[i]), wide_of(list->y[i])));
    }
}

static inline void hide_unseen_images(const wend_view *now, const wide_group *group, const near_list *list,
                                      uint32_t *hidden) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (!wi_is_image(now, (uint32_t)list->row[i])) continue;
        hidden[i] = 0;
        for (uint32_t lane = 0; lane < group->count; lane++)
            if (!wi_image_seen(now, (uint32_t)group->row[lane], (uint32_t)list->row[i])) hidden[i] |= 1u << lane;
    }
}

static inline wi_screens screens_of_list(const wend_view *now, const wide_group *group, const near_list *list) {
    wend_vec min = group->min, max = group->max;
    for (uint32_t i = 0; i < list->count; i++) {
        min = wi_vec(wi_min(min.x, list->x[i]), wi_min(min.y, list->y[i]));
        max = wi_vec(wi_max(max.x, list->x[i]), wi_max(max.y, list->y[i]));
    }
    return wi_screens_in_box(now->senses->walls, group->level, min, max);
}

static inline void hide_one_by_one(const wi_screens *screens, const wide_group *group, const near_list *list,
                                   uint32_t *hidden) {
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t lane = 0; lane < group->count; lane++)
            if (wi_screens_hide(screens, wi_vec(group->x[lane], group->y[lane]), wi_vec(list->x[i], list->y[i])))
                hidden[i] |= 1u << lane;
}

// Notes for everyone on a list the lanes from which it is hidden.
static inline void hide_listed(const wend_view *now, const wide_group *group, const near_list *list, uint32_t *hidden) {
    uint32_t screened = screened_lanes(now, group);
    if (screened != 0) {
        wi_screens screens = screens_of_list(now, group, list);
        if (screens.count > WI_SCREENS_MAX)
            hide_one_by_one(&screens, group, list, hidden);
        else
            for (uint32_t i = 0; i < screens.count; i++)
                hide_behind_wall(&now->senses->walls->wall[screens.wall[i]], group, list, hidden);
        for (uint32_t i = 0; i < list->count; i++) hidden[i] &= screened;
    }
    if (now->senses->images->run_count > 0) hide_unseen_images(now, group, list, hidden);
}

// Moves up those who are seen.
static inline void close_up(uint32_t lane, const uint32_t hidden[NEAR_FAST], wide_neighbours *near) {
    uint32_t kept = 0;
    for (uint32_t slot = 0; slot < (uint32_t)near->count[lane]; slot++)
        if (!(hidden[slot] >> lane & 1)) near->row[kept++][lane] = near->row[slot][lane];
    near->count[lane] = (int32_t)kept;
}

#endif
