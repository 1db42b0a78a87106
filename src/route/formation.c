#include "route/formation.h"

#define V_SLOPE 0.3f     // of the spacing that one walks behind its outer neighbour
#define ROOM_BEHIND 0.5f // m
#define ROOM_AHEAD 4.0f  // m
#define ROOM_WALLS 24

// Places ---------------------------------------------------------------------------------------------------------------

// How many walk in front of a member.
static uint32_t place_in_file(const wi_together *all, uint32_t member) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        float lead = all->along[i] - all->along[member];
        before += lead > 0.0f || (lead == 0.0f && all->serial[i] < all->serial[member]);
    }
    return before;
}

// How many of oneself's row walk to its left.
static uint32_t place_in_row(const wi_together *all, uint32_t row, uint32_t abreast) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        float lead = all->left[i] - all->left[all->self];
        bool first = lead > 0.0f || (lead == 0.0f && all->serial[i] < all->serial[all->self]);
        before += first && place_in_file(all, i) / abreast == row;
    }
    return before;
}

static uint32_t row_size(const wi_together *all, uint32_t row, uint32_t abreast) {
    uint32_t left = all->count - row * abreast;
    return left < abreast ? left : abreast;
}

static float out_of_middle(uint32_t place, uint32_t size) {
    float from = 0.5f * (float)(size - 1) - (float)place;
    return from < 0.0f ? -from : from;
}

// The V with its apex at the rear, in which all see each other (Moussaid et al. 2010); 0 on average.
static float lead_in_row(uint32_t place, uint32_t size) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < size; i++) sum += out_of_middle(i, size);
    return V_SLOPE * (out_of_middle(place, size) - sum / (float)size);
}

uint32_t wi_formation_rows(const wi_together *all, const wi_formation *formation) {
    return (all->count + formation->abreast - 1) / formation->abreast;
}

// Places that were ahead of the members on average would draw them on faster and faster.
static float mean_row(const wi_together *all, uint32_t rows, uint32_t abreast) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < rows; i++) sum += (float)(i * row_size(all, i, abreast));
    return sum / (float)all->count;
}

wend_vec wi_formation_place(const wi_together *all, const wi_formation *formation) {
    uint32_t abreast = formation->abreast, row = place_in_file(all, all->self) / abreast;
    uint32_t place = place_in_row(all, row, abreast), size = row_size(all, row, abreast);
    float behind = (float)row - mean_row(all, wi_formation_rows(all, formation), abreast);
    return wi_vec(lead_in_row(place, size) * formation->spacing - behind * formation->row_distance,
                  (0.5f * (float)(size - 1) - (float)place) * formation->spacing);
}

// Room -----------------------------------------------------------------------------------------------------------------

// Cuts a piece of wall, as (along, left) from where one looks, to what lies beside the way; false if nothing does.
static bool cut_to_way(wend_vec *a, wend_vec *b) {
    const float low = -ROOM_BEHIND, high = ROOM_AHEAD;
    if ((a->x < low && b->x < low) || (a->x > high && b->x > high)) return false;
    wend_vec way = wi_sub(*b, *a), from = *a;
    if (way.x == 0.0f) return true;
    float t0 = (low - from.x) / way.x, t1 = (high - from.x) / way.x;
    float enters = wi_max(0.0f, wi_min(t0, t1)), leaves = wi_min(1.0f, wi_max(t0, t1));
    *a = wi_add(from, wi_scale(enters, way));
    *b = wi_add(from, wi_scale(leaves, way));
    return true;
}

static wend_vec seen_along(wend_vec point, wend_vec at, wend_vec ahead) {
    wend_vec to = wi_sub(point, at);
    return wi_vec(wi_dot(to, ahead), wi_det(ahead, to));
}

bool wi_room_across(const wend_view *now, uint32_t level, wend_vec at, wend_vec ahead, float most, float *left,
                    float *right) {
    uint32_t found[ROOM_WALLS];
    *left = *right = most;
    uint32_t count = wend_view_walls(now, level, at, most + ROOM_AHEAD, ROOM_WALLS, found, NULL);
    for (uint32_t i = 0; i < count; i++) {
        const wend_wall *wall = wend_view_wall(now, found[i]);
        wend_vec a = seen_along(wall->a, at, ahead), b = seen_along(wall->b, at, ahead);
        if (!cut_to_way(&a, &b)) continue;
        if ((a.y > 0.0f) != (b.y > 0.0f)) return false;
        if (a.y > 0.0f)
            *left = wi_min(*left, wi_min(a.y, b.y));
        else
            *right = wi_min(*right, wi_min(-a.y, -b.y));
    }
    return true;
}
