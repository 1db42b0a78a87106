// Neighbours that are not seen: behind walls, or not through the seam that they are beyond.
#ifndef WI_HIDDEN_WIDE_H
#define WI_HIDDEN_WIDE_H

#include "sense/group_wide.h"
#include "sense/screens.h"

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

WI_INLINE wide_mask same_side(wide a, wide b) {
    wide zero = wide_of(0.0f);
    return (wide_less(a, zero) & wide_less(b, zero)) | (wide_less(zero, a) & wide_less(zero, b));
}

WI_INLINE wide_mask apart(wide a0, wide a1, float b0, float b1) {
    return wide_less(wide_of(wi_max(b0, b1)), wide_min(a0, a1)) | wide_less(wide_max(a0, a1), wide_of(wi_min(b0, b1)));
}

// The lanes between which and a place a wall is; wi_wall_covers says so too, to the bit.
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

// The lanes past the end of a wall between which and a place a body there may look out.
static inline uint32_t lanes_past_ends(const wend_wall *wall, const wide_group *group, wend_vec at, float girth) {
    wide dx = wide_of(at.x) - group->x, dy = wide_of(at.y) - group->y;
    wide side_a = dx * (wide_of(wall->a.y) - group->y) - dy * (wide_of(wall->a.x) - group->x);
    wide side_b = dx * (wide_of(wall->b.y) - group->y) - dy * (wide_of(wall->b.x) - group->x);
    wide beside2 = wide_of(girth * girth) * (dx * dx + dy * dy);
    return wide_mask_bits(wide_less(side_a * side_a, beside2) | wide_less(side_b * side_b, beside2));
}

// The lanes that do not see somebody for walls, and those to which part of the body may look out from behind them.
typedef struct wide_cover {
    uint32_t hidden, doubtful;
} wide_cover;

// Others who may be hidden from some lanes.
typedef struct near_list {
    const float *x, *y; // readable to the end of the last vector
    const int32_t *row;
    uint32_t count;
} near_list;

static inline void add_cover(const wend_view *now, const wend_wall *wall, const wide_group *group,
                             const near_list *list, uint32_t i, uint32_t cut, wide_cover *cover) {
    float girth = wi_view_girth(now, (uint32_t)list->row[i]);
    uint32_t past = girth > 0.0f ? cut & lanes_past_ends(wall, group, wi_vec(list->x[i], list->y[i]), girth) : 0;
    cover->hidden |= cut & ~past;
    cover->doubtful |= past;
}

// Only who is on the other side of a wall than some lane needs a closer look.
static inline void hide_behind_wall(const wend_view *now, const wend_wall *wall, const wide_group *group,
                                    const near_list *list, wide_cover *cover) {
    const wide ax = wide_of(wall->a.x), ay = wide_of(wall->a.y), bx = wide_of(wall->b.x), by = wide_of(wall->b.y);
    const wide zero = wide_of(0.0f), side_from = (bx - ax) * (group->y - ay) - (by - ay) * (group->x - ax);
    const uint32_t left = wide_mask_bits(wide_less(zero, side_from)),
                   right = wide_mask_bits(wide_less(side_from, zero));
    for (uint32_t first = 0; first < list->count; first += WI_LANES) {
        wide x = wide_load(list->x + first), y = wide_load(list->y + first);
        wide side_to = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        uint32_t to_left = wide_mask_bits(wide_less(zero, side_to)),
                 to_right = wide_mask_bits(wide_less(side_to, zero));
        uint32_t there = wide_mask_bits(wide_first(list->count - first));
        uint32_t opposite = ((right ? to_left : 0) | (left ? to_right : 0)) & there;
        for (; opposite != 0; opposite &= opposite - 1) {
            uint32_t i = first + (uint32_t)__builtin_ctz(opposite);
            uint32_t lanes = to_left & opposite & -opposite ? right : left;
            if ((lanes & ~cover[i].hidden) == 0) continue; // hidden by another wall
            uint32_t cut = wide_mask_bits(wide_cuts(wall, group, side_from, wide_of(list->x[i]), wide_of(list->y[i])));
            if (cut != 0) add_cover(now, wall, group, list, i, cut, &cover[i]);
        }
    }
}

static inline void hide_unseen_images(const wend_view *now, const wide_group *group, const near_list *list,
                                      wide_cover *cover) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (!wi_is_image(now, (uint32_t)list->row[i])) continue;
        cover[i] = (wide_cover){0, 0};
        for (uint32_t lane = 0; lane < group->count; lane++)
            if (!wi_image_seen(now, (uint32_t)group->row[lane], (uint32_t)list->row[i])) cover[i].hidden |= 1u << lane;
    }
}

// The walls that touch the box around a group and those on a list.
static inline wi_screens screens_about(const wend_view *now, const wide_group *group, const near_list *list) {
    wide low_x = group->x, low_y = group->y, high_x = group->x, high_y = group->y;
    for (uint32_t first = 0; first < list->count; first += WI_LANES) {
        wide_mask there = wide_first(list->count - first);
        wide x = wide_select(there, wide_load(list->x + first), group->x);
        wide y = wide_select(there, wide_load(list->y + first), group->y);
        low_x = wide_min(low_x, x), low_y = wide_min(low_y, y);
        high_x = wide_max(high_x, x), high_y = wide_max(high_y, y);
    }
    return wi_screens_in_box(now->senses->walls, group->level, wi_vec(wide_least(low_x), wide_least(low_y)),
                             wi_vec(wide_greatest(high_x), wide_greatest(high_y)));
}

static inline void hide_one_by_one(const wend_view *now, const wi_screens *screens, const wide_group *group,
                                   const near_list *list, wide_cover *cover) {
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t lane = 0; lane < group->count; lane++) {
            wend_vec from = {group->x[lane], group->y[lane]}, to = {list->x[i], list->y[i]};
            wi_cover here = wi_screens_cover(screens, from, to, wi_view_girth(now, (uint32_t)list->row[i]));
            cover[i].hidden |= here == WI_COVERED ? 1u << lane : 0;
            cover[i].doubtful |= here == WI_CUT ? 1u << lane : 0;
        }
}

static inline void hide_behind_walls(const wend_view *now, const wi_screens *screens, const wide_group *group,
                                     const near_list *list, wide_cover *cover) {
    if (screens->count > WI_SCREENS_MAX) {
        hide_one_by_one(now, screens, group, list, cover);
        return;
    }
    for (uint32_t i = 0; i < screens->count; i++)
        hide_behind_wall(now, &screens->walls->wall[screens->wall[i]], group, list, cover);
}

// Has the lanes of a mask look again at those who may look out from behind a wall.
static inline void look_for_edges(const wend_view *now, const wide_group *group, const near_list *list, uint32_t lanes,
                                  wide_cover *cover) {
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t left = cover[i].doubtful & ~cover[i].hidden & lanes;
        for (; left != 0; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left), row = (uint32_t)group->row[lane];
            if (!wend_view_sees_body(now, row, (uint32_t)list->row[i])) cover[i].hidden |= 1u << lane;
        }
        cover[i].hidden &= lanes;
    }
}

// Notes for everyone on a list the lanes from which it is hidden; false if that is nobody, and then notes nothing.
static inline bool find_hidden(const wend_view *now, const wide_group *group, const near_list *list,
                               wide_cover *cover) {
    bool walls = now->senses->habits & WI_HABIT_SCREENS && now->senses->walls->wall_count > 0;
    bool images = now->senses->images->run_count > 0;
    uint32_t screened = walls ? screened_lanes(now, group) : 0;
    wi_screens screens = {.count = 0};
    if (screened != 0) screens = screens_about(now, group, list);
    if (screens.count == 0 && !images) return false;
    memset(cover, 0, list->count * sizeof *cover);
    hide_behind_walls(now, &screens, group, list, cover);
    look_for_edges(now, group, list, screened, cover);
    if (images) hide_unseen_images(now, group, list, cover);
    return true;
}

#endif
