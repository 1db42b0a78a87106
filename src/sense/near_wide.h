// The nearest neighbours of a group of rows, one to a lane.
//
// Rows that follow each other are near each other, so a group shares one list of candidates. Each lane then keeps its
// nearest as sorted keys: the squared distance with the candidate's number in its lowest bits, so that one minimum and
// one maximum move both. Cutting those bits off can only make keys equal, never swap two; a lane where keys that matter
// are equal ranks the candidates exactly instead. Up to ten neighbours, the usual number, are sorted in registers; more of them
// are put in their places one by one. A group with too many candidates or a big body about asks the exact search, row by
// row.
#ifndef WI_NEAR_WIDE_H
#define WI_NEAR_WIDE_H

#include "sense/hidden_wide.h"
#include "sense/near.h"

#define NEAR_FAST 10 // neighbours that are sorted in registers
#define NEAR_MORE 2  // keys that are kept with them: the lane itself comes first, and one after the last shows a tie
#define NEAR_KEYS (NEAR_FAST + NEAR_MORE)
#define NEAR_KEYS_MAX (WEND_NEIGHBOURS_MAX + NEAR_MORE)
#define NEAR_BATCH 8 // candidates sorted at a time
#define NEAR_BITS 0x1ff
#define NEAR_CANDIDATES (NEAR_BITS + 1)
#define NEAR_LIFT 0x00800000 // one in the exponent of a float
#define NEAR_NOBODY 0x1p126f // farther than anyone; as a key it names candidate 0

typedef struct near_candidates {
    float x[NEAR_CANDIDATES + 16], y[NEAR_CANDIDATES + 16]; // room to write and read whole vectors and batches
    int32_t row[NEAR_CANDIDATES + 16];
    wide_cover cover[NEAR_CANDIDATES + 16]; // from whom each is hidden, where some may be
    uint32_t count;
} near_candidates;

// Adds the rows from begin to end that lie within the reach of the group's box; false when there are too many.
WI_INLINE bool collect_rows(near_candidates *found, const wend_view *now, const wide_group *group, uint32_t begin,
                            uint32_t end, wide reach2) {
    const wide min_x = wide_of(group->min.x), max_x = wide_of(group->max.x);
    const wide min_y = wide_of(group->min.y), max_y = wide_of(group->max.y), zero = {0};
    uint32_t count = found->count;
    for (uint32_t row = begin; row < end; row += WI_LANES) {
        wide x = wide_load(now->x + row), y = wide_load(now->y + row);
        wide dx = wide_max(wide_max(min_x - x, x - max_x), zero);
        wide dy = wide_max(wide_max(min_y - y, y - max_y), zero);
        wide_mask near = wide_less_equal(dx * dx + dy * dy, reach2) & wide_first(end - row);
        uint32_t bits = wide_mask_bits(near);
        if (!WI_PACKS_AT_ONCE && bits == 0) continue;
        uint32_t more = (uint32_t)__builtin_popcount(bits);
        if (count + more > NEAR_CANDIDATES) return false;
#if WI_PACKS_AT_ONCE
        wide_pack(found->x + count, x, near);
        wide_pack(found->y + count, y, near);
        wide_int_pack(found->row + count, wide_int_of((int32_t)row) + wide_lane_numbers(), near);
        count += more;
#else
        for (; bits != 0; bits &= bits - 1, count++) {
            uint32_t other = row + (uint32_t)__builtin_ctz(bits);
            found->x[count] = now->x[other];
            found->y[count] = now->y[other];
            found->row[count] = (int32_t)other;
        }
#endif
    }
    found->count = count;
    return true;
}

static inline float group_margin(const wide_group *group, float reach) {
    return wi_grid_margin(wi_max(group->max.x, -group->min.x), wi_max(group->max.y, -group->min.y), reach);
}

// True if a wall may be closer than `reach` (m) to somebody in the group. This may save work, and nothing else: who is in a
// group depends on the grid, and what a lane does must not. So `reach` is as far as any of the lanes looks for itself.
static inline bool wide_near_walls(const wend_view *now, const wide_group *group, float reach) {
    const wi_walls *walls = now->senses->walls;
    float r = reach + group_margin(group, reach);
    wend_vec min = wi_sub(group->min, wi_vec(r, r)), max = wi_add(group->max, wi_vec(r, r));
    return walls->wall_count > 0 && wi_walls_in_box(walls, group->level, min, max, 0, NULL) > 0;
}

static inline bool collect_images(near_candidates *found, const wend_view *now, const wide_group *group, float r) {
    const wi_images *images = now->senses->images;
    const wi_image_run *run;
    wend_vec min = wi_sub(group->min, wi_vec(r, r)), max = wi_add(group->max, wi_vec(r, r));
    for (uint32_t at = 0; (run = wi_images_next(images, &at, group->level, min, max)) != NULL;)
        if (!collect_rows(found, now, group, run->begin, run->end, wide_of(r * r))) return false;
    return true;
}

static inline bool collect(near_candidates *found, const wend_view *now, const wide_group *group, float reach) {
    float r = reach + group_margin(group, reach);
    wi_walk walk = wi_walk_box(now->senses->grid, group->level, wi_sub(group->min, wi_vec(r, r)),
                               wi_add(group->max, wi_vec(r, r)));
    found->count = 0;
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        if (!collect_rows(found, now, group, begin, end, wide_of(r * r))) return false;
    return now->senses->images->run_count == 0 || collect_images(found, now, group, r);
}

WI_INLINE void order_pair(wide *a, wide *b) {
    wide less = wide_key_min(*a, *b);
    *b = wide_key_max(*a, *b);
    *a = less;
}

// Sorts NEAR_BATCH keys (a network of 19 comparisons).
WI_INLINE void sort_batch(wide k[NEAR_BATCH]) {
    static const uint8_t network[19][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6},
                                           {3, 7}, {0, 1}, {2, 3}, {4, 5}, {6, 7}, {2, 4}, {3, 5},
                                           {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};
#pragma GCC unroll 19
    for (int i = 0; i < 19; i++) order_pair(&k[network[i][0]], &k[network[i][1]]);
}

// Keeps the least NEAR_KEYS of sorted keys and a sorted batch. Taking the lesser of the one forwards and the other
// backwards leaves keys that rise and then fall; comparing at distances 8, 4, 2, 1 sorts such a sequence.
WI_INLINE void merge_batch(wide key[NEAR_KEYS], const wide batch[NEAR_BATCH]) {
#pragma GCC unroll 8
    for (int i = 0; i < NEAR_BATCH; i++) key[NEAR_KEYS - 1 - i] = wide_key_min(key[NEAR_KEYS - 1 - i], batch[i]);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) order_pair(&key[i], &key[i + 8]);
#pragma GCC unroll 4
    for (int i = 4; i < 8; i++) order_pair(&key[i], &key[i + 4]);
#pragma GCC unroll 3
    for (int i = 0; i < NEAR_KEYS; i += 4) {
        order_pair(&key[i], &key[i + 2]);
        order_pair(&key[i + 1], &key[i + 3]);
    }
#pragma GCC unroll 6
    for (int i = 0; i < NEAR_KEYS; i += 2) order_pair(&key[i], &key[i + 1]);
}

// The key of candidate i for each lane. Adding one to the exponent keeps keys clear of denormal numbers, which a host
// may have switched off.
WI_INLINE wide candidate_key(const near_candidates *found, const wide_group *group, uint32_t i) {
    wide dx = wide_of(found->x[i]) - group->x, dy = wide_of(found->y[i]) - group->y;
    return wide_from_bits((wide_bits(dx * dx + dy * dy) & wide_int_of(~NEAR_BITS)) +
                          wide_int_of(NEAR_LIFT + (int32_t)i));
}

// The key of a squared distance, but for the candidate's number.
WI_INLINE wide_int bare_key(wide distance2) {
    return (wide_bits(distance2) & wide_int_of(~NEAR_BITS)) + wide_int_of(NEAR_LIFT);
}

WI_INLINE wide_int without_number(wide key) { return wide_bits(key) & wide_int_of(~NEAR_BITS); }

// The keys of each lane's nearest candidates, in order, less those who are hidden from it, if some are.
WI_INLINE void sort_keys(near_candidates *found, const wide_group *group, bool some_hidden, wide kept[NEAR_KEYS]) {
    // Fill up the last batch with candidates too far away to count.
    for (uint32_t i = found->count; i < found->count + NEAR_BATCH; i++) {
        found->x[i] = found->y[i] = 1e15f;
        found->row[i] = group->row[0];
    }
    wide key[NEAR_KEYS]; // a copy that can stay in registers
#pragma GCC unroll 12
    for (int slot = 0; slot < NEAR_KEYS; slot++) key[slot] = wide_of(NEAR_NOBODY);
    for (uint32_t first = 0; first < found->count; first += NEAR_BATCH) {
        wide batch[NEAR_BATCH];
#pragma GCC unroll 8
        for (uint32_t i = 0; i < NEAR_BATCH; i++) batch[i] = candidate_key(found, group, first + i);
        for (uint32_t i = 0; some_hidden && i < NEAR_BATCH; i++)
            if (found->cover[first + i].hidden)
                batch[i] =
                    wide_select(wide_mask_of_bits(found->cover[first + i].hidden), wide_of(NEAR_NOBODY), batch[i]);
        sort_batch(batch);
        merge_batch(key, batch);
    }
#pragma GCC unroll 12
    for (int slot = 0; slot < NEAR_KEYS; slot++) kept[slot] = key[slot];
}

// The same for any number of keys: each candidate goes through those that are kept, from the first on, and whoever is
// farther goes on instead.
static inline void insert_keys(const near_candidates *found, const wide_group *group, bool some_hidden, uint32_t keep,
                               wide *key) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        wide next = candidate_key(found, group, i);
        if (some_hidden) next = wide_select(wide_mask_of_bits(found->cover[i].hidden), wide_of(NEAR_NOBODY), next);
        if (kept == keep && !wide_any(wide_int_less(wide_bits(next), wide_bits(key[keep - 1])))) continue;
        for (uint32_t slot = 0; slot < kept; slot++) order_pair(&key[slot], &next);
        if (kept < keep) key[kept++] = next;
    }
    for (uint32_t slot = kept; slot < keep; slot++) key[slot] = wide_of(NEAR_NOBODY);
}

// The largest squared distance at which each lane's k-th neighbour may lie, k being at most `most`; NEAR_NOBODY where it
// has fewer.
WI_INLINE wide kth_distance2(const wide *key, int most, wide_int k, wide_int limit) {
    wide kth = wide_of(0.0f);
    for (int slot = 1; slot <= most; slot++) kth = wide_select(wide_int_equal(k, wide_int_of(slot)), key[slot], kth);
    wide farthest = wide_from_bits((wide_bits(kth) | wide_int_of(NEAR_BITS)) - wide_int_of(NEAR_LIFT));
    wide none = wide_select(wide_int_equal(k, wide_int_of(0)), wide_of(0.0f), wide_of(NEAR_NOBODY));
    return wide_select(wide_int_less(wide_bits(kth), limit) & wide_int_less(wide_int_of(0), k), farthest, none);
}

// Lanes where two keys that matter are equal but for the candidate's number, or equal to the limit.
WI_INLINE uint32_t doubtful_lanes(const wide *key, int most, wide_int k, wide_int limit) {
    uint32_t doubtful = 0;
    for (int slot = 0; slot <= most; slot++) {
        wide_int here = without_number(key[slot]);
        wide_mask twins = wide_int_equal(here, without_number(key[slot + 1])) & wide_int_less(here, limit);
        wide_mask matters = wide_int_less(wide_int_of(slot - 1), k); // slot <= k
        doubtful |= wide_mask_bits((twins | wide_int_equal(here, limit)) & matters);
    }
    return doubtful;
}

static inline bool big_image_about(const wend_view *now, const wide_group *group, float distance) {
    wend_vec reach = {distance, distance}, min = wi_sub(group->min, reach), max = wi_add(group->max, reach);
    const wi_image_run *run;
    for (uint32_t at = 0; (run = wi_images_next(now->senses->images, &at, group->level, min, max)) != NULL;)
        if (run->big) return true;
    return false;
}

static inline bool big_body_about(const wend_view *now, const wide_group *group, float distance) {
    for (uint32_t i = 0; i < now->senses->big_count; i++) {
        uint32_t row = now->senses->big[i];
        float x = now->x[row], y = now->y[row], r = distance + now->form[row].radius;
        if (x > group->min.x - r && x < group->max.x + r && y > group->min.y - r && y < group->max.y + r) return true;
    }
    return now->senses->big_count > 0 && big_image_about(now, group, distance);
}

static inline void keep_lane(const wend_view *now, const wide_group *group, uint32_t lane, const wend_neighbour *found,
                             uint32_t count, wide_neighbours *near) {
    for (uint32_t slot = 0; slot < count; slot++) near->row[slot][lane] = (int32_t)found[slot].row;
    near->count[lane] = (int32_t)count;
    // Slots that no lane used before hold nothing yet.
    for (uint32_t slot = near->most; slot < count; slot++)
        for (uint32_t other = 0; other < WI_LANES; other++)
            if (other != lane) near->row[slot][other] = group->row[other];
    near->most = near->most < count ? count : near->most;
    now->reach[group->row[lane]] = count > 0 ? wi_sqrt(found[count - 1].distance2) : 0.0f;
}

// One lane by the exact search.
static inline void ask_exactly(const wend_view *now, const wide_group *group, uint32_t lane, float distance, uint32_t k,
                               wide_neighbours *near) {
    wend_neighbour found[WEND_NEIGHBOURS_MAX];
    uint32_t count = wi_near(now, (uint32_t)group->row[lane], distance, k, found);
    keep_lane(now, group, lane, found, count, near);
}

// One lane from candidates that are known to be all there is.
static inline void rank_exactly(const wend_view *now, const wide_group *group, uint32_t lane, float distance,
                                uint32_t k, const near_candidates *among, wide_neighbours *near) {
    wend_neighbour found[WEND_NEIGHBOURS_MAX];
    wi_shortlist list = {now, found, 0, k, distance * distance};
    float x = now->x[group->row[lane]], y = now->y[group->row[lane]];
    for (uint32_t i = 0; i < among->count; i++) {
        float dx = among->x[i] - x, dy = among->y[i] - y;
        if (among->row[i] != group->row[lane]) wi_shortlist_offer(&list, (uint32_t)among->row[i], dx * dx + dy * dy);
    }
    keep_lane(now, group, lane, found, list.count, near);
}

// The first key of a lane is the lane itself.
WI_INLINE void keep_rows(const near_candidates *found, const wide *key, int most, wide_int k, wide_int limit,
                         wide_neighbours *near) {
    for (int slot = 0; slot < most; slot++) {
        wide_int bits = wide_bits(key[slot + 1]);
        wide_mask there = wide_int_less(bits, limit) & wide_int_less(wide_int_of(slot), k);
        if (!wide_any(there)) return;
        // A lane that has no more reads some candidate too; it is not counted.
        wide_look_up(near->row[slot], found->row, found->count, bits & wide_int_of(NEAR_BITS));
        near->count = wide_bits(wide_select(there, wide_from_bits(wide_int_of(slot + 1)), wide_from_bits(near->count)));
        near->most = (uint32_t)slot + 1;
    }
}

static inline void store_reach(const wend_view *now, const wide_group *group, wide reach) {
    float lanes[WI_LANES];
    wide_store(lanes, reach);
    for (uint32_t lane = 0; lane < group->count; lane++) now->reach[group->row[lane]] = lanes[lane];
}

static inline float reach_to_try(const wend_view *now, const wide_group *group, float most) {
    float reach = 0.0f;
    for (uint32_t lane = 0; lane < group->count; lane++) reach = wi_max(reach, now->reach[group->row[lane]]);
    if (reach == 0.0f) reach = 1.2f * now->senses->grid->height;
    return wi_min(1.05f * reach, most);
}

// Notes who among the candidates is hidden from whom; false if nobody is.
static inline bool hide_candidates(const wend_view *now, const wide_group *group, near_candidates *found) {
    near_list list = {found->x, found->y, found->row, found->count};
    bool some = find_hidden(now, group, &list, found->cover);
    if (some) memset(found->cover + found->count, 0, NEAR_BATCH * sizeof *found->cover);
    return some;
}

// What the lanes ask for, together and one by one.
typedef struct near_wish {
    wide distance;
    wide_int k, limit; // the limit is the key of the distance
    float most;        // the greatest distance, m
    float lane_distance[WI_LANES];
    int32_t lane_k[WI_LANES];
} near_wish;

WI_INLINE void make_wish(near_wish *wish, const wend_view *now, const wide_group *group, wide distance, wide_int k) {
    wide_store(wish->lane_distance, distance);
    wide_int_store(wish->lane_k, k);
    if (now->senses->big_count > 0) {
        for (int lane = 0; lane < WI_LANES; lane++)
            wish->lane_distance[lane] += wi_view_excess(now, (uint32_t)group->row[lane]);
        distance = wide_load(wish->lane_distance);
    }
    if (now->senses->habits & WI_HABIT_INATTENTION) {
        for (int lane = 0; lane < WI_LANES; lane++)
            wish->lane_distance[lane] =
                wi_min(wish->lane_distance[lane], wi_view_lookout(now, (uint32_t)group->row[lane]));
        distance = wide_load(wish->lane_distance);
    }
    wish->distance = distance;
    wish->k = k;
    wish->limit = bare_key(distance * distance);
    wish->most = wide_greatest(distance);
}

WI_INLINE bool keys_suffice(const wend_view *now, const wide_group *group, const near_wish *wish) {
    return now->senses->big_count == 0 || !big_body_about(now, group, wish->most);
}

WI_INLINE void settle_doubts(const wend_view *now, const wide_group *group, const near_wish *wish,
                             const near_candidates *found, bool some_hidden, const wide *key, int most,
                             wide_neighbours *near) {
    uint32_t doubtful = doubtful_lanes(key, most, wish->k, wish->limit) & ((1u << group->count) - 1);
    for (; doubtful != 0; doubtful &= doubtful - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(doubtful);
        if (some_hidden)
            ask_exactly(now, group, lane, wish->lane_distance[lane], (uint32_t)wish->lane_k[lane], near);
        else
            rank_exactly(now, group, lane, wish->lane_distance[lane], (uint32_t)wish->lane_k[lane], found, near);
    }
}

// A lane that has found k already knows how far to look; otherwise look farther.
WI_INLINE float next_reach(float reach, float most, wide_mask incomplete, wide kth) {
    float farthest = wi_sqrt(wide_greatest(wide_select(incomplete, kth, wide_of(0.0f))));
    return wi_min(farthest < most ? 1.0001f * farthest + 1e-6f : 1.5f * reach, most);
}

WI_INLINE void find_keys(near_candidates *found, const wide_group *group, bool some_hidden, int most, wide *key) {
    if (most > NEAR_FAST)
        insert_keys(found, group, some_hidden, (uint32_t)most + NEAR_MORE, key);
    else if (some_hidden)
        sort_keys(found, group, true, key);
    else
        sort_keys(found, group, false, key);
}

// Looks farther until no lane can miss anyone; false when there are too many candidates. No lane asks for more than `most`.
WI_INLINE bool near_by_keys(const wend_view *now, const wide_group *group, const near_wish *wish, int most,
                            wide_neighbours *near) {
    near_candidates found;
    wide key[NEAR_KEYS_MAX];
    for (float reach = reach_to_try(now, group, wish->most); collect(&found, now, group, reach);) {
        bool some_hidden = hide_candidates(now, group, &found);
        find_keys(&found, group, some_hidden, most, key);
        wide kth = kth_distance2(key, most, wish->k, wish->limit);
        wide_mask incomplete =
            wide_and_not(wide_less(wide_of(reach), wish->distance), wide_less_equal(kth, wide_of(reach * reach)));
        if (!wide_any(incomplete)) {
            keep_rows(&found, key, most, wish->k, wish->limit, near);
            store_reach(now, group, wide_min(wide_sqrt(kth), wish->distance));
            settle_doubts(now, group, wish, &found, some_hidden, key, most, near);
            return true;
        }
        reach = next_reach(reach, wish->most, incomplete, kth);
    }
    return false;
}

// Apart from the usual case, whose loops have constant ends.
static __attribute__((noinline)) bool near_by_many_keys(const wend_view *now, const wide_group *group,
                                                        const near_wish *wish, int most, wide_neighbours *near) {
    return near_by_keys(now, group, wish, most, near);
}

WI_INLINE bool near_of_few_or_many(const wend_view *now, const wide_group *group, const near_wish *wish,
                                   wide_neighbours *near) {
    if (!wide_any(wide_int_less(wide_int_of(NEAR_FAST), wish->k)))
        return near_by_keys(now, group, wish, NEAR_FAST, near);
    int most = 0;
    for (int lane = 0; lane < WI_LANES; lane++) most = wish->lane_k[lane] > most ? wish->lane_k[lane] : most;
    return near_by_many_keys(now, group, wish, most, near);
}

// Leaves out whom the lanes that look elsewhere do not see.
static inline void keep_noticed_rows(const wend_view *now, const wide_group *group, wide_neighbours *near) {
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        float sight = wi_view_sight(now, row);
        int32_t kept = 0;
        if (sight == __builtin_inff()) continue;
        for (int32_t slot = 0; slot < near->count[lane]; slot++)
            if (wi_view_notices(now, row, sight, (uint32_t)near->row[slot][lane]))
                near->row[kept++][lane] = near->row[slot][lane];
        near->count[lane] = kept;
    }
}

// The k nearest within `distance` of each lane; see around_wide.h for those who need not search.
static inline void search_near(const wend_view *now, const wide_group *group, wide distance, wide_int k,
                               wide_neighbours *near) {
    near_wish wish;
    make_wish(&wish, now, group, distance, k);
    near->count = wide_int_of(0);
    near->most = 0;
    if (!keys_suffice(now, group, &wish) || !near_of_few_or_many(now, group, &wish, near))
        for (uint32_t lane = 0; lane < group->count; lane++)
            ask_exactly(now, group, lane, wish.lane_distance[lane], (uint32_t)wish.lane_k[lane], near);
    if (now->senses->habits & WI_HABIT_INATTENTION) keep_noticed_rows(now, group, near);
}

#endif
