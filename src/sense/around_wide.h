// Neighbours of a group that are looked for once in a step, whichever verb asks first.
#ifndef WI_AROUND_WIDE_H
#define WI_AROUND_WIDE_H

#include "sense/near_wide.h"

_Static_assert(WI_AROUND_NEAR == NEAR_FAST, "a search finds as many as are kept");

// Looking for `most` neighbours within a distance, each lane for itself.
typedef struct near_look {
    wide distance;
    wide_int most;
} near_look;

typedef int16_t short_lanes __attribute__((vector_size(2 * WI_LANES)));

WI_INLINE wide_int read_column(const int16_t *column, const wide_group *group) {
    short_lanes value;
    if (group->adjoin)
        memcpy(&value, column + group->row[0], sizeof value);
    else
        for (int lane = 0; lane < WI_LANES; lane++) value[lane] = column[group->row[lane]];
    return __builtin_convertvector(value, wide_int);
}

WI_INLINE void write_column(int16_t *column, const wide_group *group, wide_int numbers) {
    short_lanes value = __builtin_convertvector(numbers, short_lanes);
    if (group->adjoin)
        memcpy(column + group->row[0], &value, sizeof value);
    else
        for (uint32_t lane = 0; lane < group->count; lane++) column[group->row[lane]] = value[lane];
}

WI_INLINE void write_distance(const wi_around *around, const wide_group *group, wide distance) {
    float lanes[WI_LANES];
    wide_store(lanes, distance);
    for (uint32_t lane = 0; lane < group->count; lane++) around->distance[group->row[lane]] = lanes[lane];
}

WI_INLINE wide read_distance(const wi_around *around, const wide_group *group) {
    if (group->adjoin) return wide_load(around->distance + group->row[0]);
    float lanes[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) lanes[lane] = around->distance[group->row[lane]];
    return wide_load(lanes);
}

// The squared distances to others.
WI_INLINE wide distance2_to(const wend_view *now, const wide_group *group, const int32_t row[WI_LANES]) {
    wide place[4];
    wide_read_places(now, row, place);
    wide dx = place[0] - group->x, dy = place[1] - group->y;
    return dx * dx + dy * dy;
}

// Leaves out who is not nearer than the lanes look.
WI_INLINE void keep_within(const wend_view *now, const wide_group *group, wide distance, wide_neighbours *near) {
    wide_int within = wide_int_of(0);
    for (uint32_t slot = 0; slot < near->most; slot++) {
        wide_mask in = wide_int_less(wide_int_of((int32_t)slot), near->count) &
                       wide_less(distance2_to(now, group, near->row[slot]), distance * distance);
        within = wide_int_select(in, wide_int_of((int32_t)slot + 1), within);
    }
    near->count = within;
    near->most = wide_count_greatest((wide_count)within);
}

// What was found about the lanes, as far as they ask for it and perhaps beyond; how far that goes. False where one has not been
// looked about, or not so far.
WI_INLINE bool recall_near(const wend_view *now, const wide_group *group, const near_look *look, wide *seen,
                           wide_neighbours *near) {
    const wi_around *around = &now->senses->around;
    if (!around->distance) return false;
    *seen = read_distance(around, group);
    if (wide_any(wide_less(*seen, look->distance) | wide_int_less(read_column(around->most, group), look->most)))
        return false;
    wide_int count = read_column(around->count, group);
    near->count = wide_int_select(wide_int_less(count, look->most), count, look->most);
    near->most = wide_count_greatest((wide_count)near->count);
    for (uint32_t slot = 0; slot < near->most; slot++)
        wide_int_store(near->row[slot], group->rows + read_column(around->near + slot * around->stride, group));
    return true;
}

// How much farther on the rows of a slot's neighbours are. Beyond what is in use, it is the lanes themselves.
WI_INLINE wide_int slot_ahead(const wide_group *group, const wide_neighbours *near, uint32_t slot) {
    return slot < near->most ? wide_int_load(near->row[slot]) - group->rows : wide_int_of(0);
}

// Rows that are too far apart to be written down are few, and cost another search.
static inline void remember_near(const wend_view *now, const wide_group *group, const near_look *look,
                                 const wide_neighbours *near) {
    const wi_around *around = &now->senses->around;
    wide_mask far = wide_first(0);
    for (uint32_t slot = 0; slot < WI_AROUND_NEAR; slot++) {
        wide_int ahead = slot_ahead(group, near, slot);
        far = far | wide_int_less(ahead, wide_int_of(INT16_MIN)) | wide_int_less(wide_int_of(INT16_MAX), ahead);
        write_column(around->near + slot * around->stride, group, ahead);
    }
    write_column(around->most, group, look->most);
    write_column(around->count, group, near->count);
    write_distance(around, group, wide_select(far, wide_of(0.0f), look->distance));
}

// Big bodies, those who are seen across seams and who is noticed by one who looks elsewhere are not in the order of plain
// distances: what is found of them does not serve another look.
static inline bool may_remember(const wend_view *now, const wide_group *group, const near_look *look) {
    const wi_senses *senses = now->senses;
    if (!senses->around.distance || senses->images->run_count > 0) return false;
    if (wide_any(wide_int_less(wide_int_of(WI_AROUND_NEAR), look->most))) return false;
    if (senses->big_count > 0 && big_body_about(now, group, wide_greatest(look->distance))) return false;
    if (senses->habits & WI_HABIT_INATTENTION)
        for (uint32_t lane = 0; lane < group->count; lane++)
            if (wi_view_sight(now, (uint32_t)group->row[lane]) < __builtin_inff()) return false;
    return true;
}

// As far as a row's model looks, and for how many.
static inline void look_of_model(const wend_view *now, uint32_t row, float *distance, int32_t *most) {
    const wi_profile *profile = &now->senses->scene->profiles[now->role[row].profile];
    const char *block =
        (const char *)(now->senses->params + (size_t)now->role[row].params * now->senses->params_stride);
    float number;
    if (profile->look_distance == 0 || profile->look_most == 0) return;
    memcpy(&number, block + profile->look_most, sizeof number);
    if (number > WI_AROUND_NEAR) return;
    *most = *most < (int32_t)number ? (int32_t)number : *most;
    memcpy(&number, block + profile->look_distance, sizeof number);
    *distance = wi_max(*distance, number);
}

// Most crowds are set alike: then it is read once.
static inline near_look look_of_models(const wend_view *now, const wide_group *group, const near_look *look) {
    float distance[WI_LANES];
    int32_t most[WI_LANES];
    uint32_t differ = 0;
    wide_store(distance, wide_of(0.0f));
    wide_int_store(most, wide_int_of(0));
    const wend_role *first = &now->role[group->row[0]];
    for (int lane = 1; lane < WI_LANES; lane++) {
        const wend_role *role = &now->role[group->row[lane]];
        differ |= (role->params ^ first->params) | (role->profile ^ first->profile);
    }
    for (int lane = 0; lane < (differ == 0 ? 1 : WI_LANES); lane++)
        look_of_model(now, (uint32_t)group->row[lane], &distance[lane], &most[lane]);
    near_look far = {wide_load(distance), wide_int_load(most)};
    if (differ == 0) far = (near_look){wide_of(distance[0]), wide_int_of(most[0])};
    far.distance = wide_max(far.distance, look->distance);
    far.most = wide_int_select(wide_int_less(far.most, look->most), look->most, far.most);
    return far;
}

// The k nearest within `distance` of each lane.
static inline void wide_near(const wend_view *now, const wide_group *group, wide distance, wide_int k,
                             wide_neighbours *near) {
    wide seen;
    near_look look = {distance, k};
    if (!recall_near(now, group, &look, &seen, near))
        search_near(now, group, distance, k, near);
    else if (wide_any(wide_less(distance, seen)))
        keep_within(now, group, distance, near);
}

// The same for a verb before steering, and for all after it. Others beyond the distance may be found, too.
static inline void wide_near_for_all(const wend_view *now, const wide_group *group, wide distance, wide_int k,
                                     wide_neighbours *near) {
    wide seen;
    near_look look = {distance, k};
    if (recall_near(now, group, &look, &seen, near)) return;
    near_look far = look_of_models(now, group, &look);
    if (!may_remember(now, group, &far)) {
        search_near(now, group, distance, k, near);
        return;
    }
    search_near(now, group, far.distance, far.most, near);
    remember_near(now, group, &far, near);
}

#endif
