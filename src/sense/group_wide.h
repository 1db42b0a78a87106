// Rows that follow each other, one to a lane, and their neighbours.
#ifndef WI_GROUP_WIDE_H
#define WI_GROUP_WIDE_H

#include "base/wide.h"
#include "sense/senses.h"

typedef struct wide_group {
    int32_t row[WI_LANES]; // the last one is repeated in lanes without a row of their own
    uint32_t count;
    bool adjoin; // all lanes have a row, and these follow one another without a gap
    uint32_t level;
    wide_int rows;
    wide x, y;
    wend_vec min, max; // the box around them
} wide_group;

typedef struct wide_neighbours {
    int32_t row[WEND_NEIGHBOURS_MAX][WI_LANES]; // nearest first; beyond the lane's count any row
    wide_int count;
    uint32_t most; // largest count
} wide_neighbours;

// The first lanes that belong together: rows of one strip, one after the other. The end of a strip and the beginning
// of the next lie far apart, and so may cells that share a number on a folded plane.
WI_INLINE uint32_t lanes_together(const wi_grid *grid, wide x, wide y) {
    wide dx = x - wide_of(x[0]), dy = wide_abs(y - wide_of(y[0]));
    wide_mask apart = wide_less(dx, wide_of(-1.01f * grid->width)) | wide_less(wide_of(3.0f * grid->height), dx) |
                      wide_less(wide_of(1.5f * grid->height), dy);
    uint32_t bits = wide_mask_bits(apart);
    return bits == 0 ? WI_LANES : (uint32_t)__builtin_ctz(bits);
}

WI_INLINE void read_positions(wide_group *group, const wend_view *now) {
    // Rows ascend, so a full group that spans no more rows than it has lanes has no gaps.
    group->adjoin = group->count == WI_LANES && group->row[WI_LANES - 1] - group->row[0] == WI_LANES - 1;
    if (group->adjoin) {
        group->x = wide_load(now->x + group->row[0]);
        group->y = wide_load(now->y + group->row[0]);
        return;
    }
    float x[WI_LANES], y[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        x[lane] = now->x[group->row[lane]];
        y[lane] = now->y[group->row[lane]];
    }
    group->x = wide_load(x);
    group->y = wide_load(y);
}

// Where others are and how fast they move: x, y, vx, vy. Of images this is known only once it is shown to all.
WI_INLINE void wide_read_places(const wend_view *now, const int32_t row[WI_LANES], wide field[4]) {
    int32_t half[WI_LANES]; // of a body record
    if (now->senses->images->run_count == 0) {
        wide_int_store(half, wide_int_load(row) + wide_int_load(row));
        wide_read_quads((const float(*)[4])(const void *)now->body, half, field);
        return;
    }
    float lanes[4][WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        wend_vec velocity = now->motion[row[lane]].velocity;
        lanes[0][lane] = now->x[row[lane]], lanes[1][lane] = now->y[row[lane]];
        lanes[2][lane] = velocity.x, lanes[3][lane] = velocity.y;
    }
    for (int i = 0; i < 4; i++) field[i] = wide_load(lanes[i]);
}

// What agents are, of their roles.
typedef struct wide_roles {
    wide_int params; // blocks
    wide_count stream;
    wide_int flags; // with other bits
} wide_roles;

WI_INLINE wide_roles wide_read_roles(const wend_view *now, const int32_t row[WI_LANES]) {
    _Static_assert(sizeof(wend_role) == 16 && offsetof(wend_role, flags) / 4 == 1 && offsetof(wend_role, params) == 8 &&
                       offsetof(wend_role, stream) == 12,
                   "read as four words");
    wide word[4];
    wide_read_quads((const float(*)[4])(const void *)now->role, row, word);
    return (wide_roles){wide_bits(word[2]), (wide_count)wide_bits(word[3]), wide_bits(word[1])};
}

// Lanes whose roles have a flag.
WI_INLINE wide_mask wide_flagged(const wide_roles *roles, uint8_t flag) {
    const wend_role flagged = {.flags = flag};
    int32_t word[4];
    memcpy(word, &flagged, sizeof word);
    wide_mask without = wide_int_equal(roles->flags & wide_int_of(word[1]), wide_int_of(0));
    return wide_and_not(wide_first(WI_LANES), without);
}

WI_INLINE void repeat_last(wide_group *group) {
    for (uint32_t lane = group->count; lane < WI_LANES; lane++) group->row[lane] = group->row[group->count - 1];
}

// Of the bodies alone, m: walls meet these, whatever room is claimed among others. Not read where there are no walls.
static inline wide solid_radii(const wend_view *now, const wide_group *group) {
    if (now->senses->walls->wall_count == 0) return wide_of(0.0f);
    float radius[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) radius[lane] = now->form[group->row[lane]].radius;
    return wide_load(radius);
}

// Forms a group from the next rows: as many as lie together, on one level. Returns how many it took.
static inline uint32_t wide_group_form(wide_group *group, const wend_view *now, const uint32_t *row, uint32_t count) {
    group->count = count < WI_LANES ? count : WI_LANES;
    if (group->count == WI_LANES) { // of a size that is known, which is one load and one store
        memcpy(group->row, row, sizeof group->row);
    } else {
        for (uint32_t lane = 0; lane < group->count; lane++) group->row[lane] = (int32_t)row[lane];
        repeat_last(group);
    }
    read_positions(group, now);
    uint32_t together = lanes_together(now->senses->grid, group->x, group->y);
    group->level = now->role[row[0]].level;
    if (now->senses->scene->levels > 1)
        for (uint32_t lane = 1; lane < group->count && lane < together; lane++)
            if (now->role[row[lane]].level != group->level) together = lane;
    if (together < group->count) {
        group->count = together;
        repeat_last(group);
        read_positions(group, now);
    }
    group->rows = wide_int_load(group->row);
    group->min = wi_vec(wide_least(group->x), wide_least(group->y));
    group->max = wi_vec(wide_greatest(group->x), wide_greatest(group->y));
    return group->count;
}

#endif
