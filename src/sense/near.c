// The nearest neighbours of one row: exact, equal distances by serial.
#include "sense/near.h"

static bool goes_before(const wi_shortlist *list, float distance2, uint32_t row, const wend_neighbour *other) {
    if (distance2 != other->distance2) return distance2 < other->distance2;
    return list->now->serial[row] < list->now->serial[other->row];
}

void wi_shortlist_offer(wi_shortlist *list, uint32_t row, float distance2) {
    if (!(distance2 < list->limit2)) return;
    if (list->most == 0) return;
    if (list->count == list->most) {
        if (!goes_before(list, distance2, row, &list->found[list->count - 1])) return;
    } else {
        list->count++;
    }
    uint32_t place = list->count - 1;
    for (; place > 0 && goes_before(list, distance2, row, &list->found[place - 1]); place--)
        list->found[place] = list->found[place - 1];
    list->found[place] = (wend_neighbour){row, distance2};
}

static void offer_cells(wi_shortlist *list, uint32_t row, float distance) {
    const wend_view *now = list->now;
    float x = now->x[row], y = now->y[row], r = distance + wi_grid_margin(x, y, distance);
    wi_walk walk = wi_walk_box(now->senses->grid, now->role[row].level, wi_vec(x - r, y - r), wi_vec(x + r, y + r));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++) {
            float dx = now->x[other] - x, dy = now->y[other] - y, d2 = dx * dx + dy * dy;
            if (d2 < list->limit2 && other != row && now->form[other].radius <= WEND_BIG_RADIUS)
                wi_shortlist_offer(list, other, d2);
        }
}

static void offer_big(wi_shortlist *list, uint32_t row) {
    const wend_view *now = list->now;
    for (uint32_t i = 0; i < now->senses->big_count; i++) {
        uint32_t other = now->senses->big[i];
        if (other == row || now->role[other].level != now->role[row].level) continue;
        float dx = now->x[other] - now->x[row], dy = now->y[other] - now->y[row];
        wi_shortlist_offer(list, other, wi_near_distance2(dx, dy, now->form[other].radius));
    }
}

uint32_t wi_near(const wend_view *now, uint32_t row, float distance, uint32_t k, wend_neighbour *found) {
    distance = wi_min(distance, wi_view_sight(now, row));
    if (k == 0 || !(distance > 0.0f)) return 0;
    // Start with the patch that should hold k and widen it until it does; what lies within a patch is complete.
    float per_agent = 0.5f * now->senses->grid->width * now->senses->grid->height;
    float patch = wi_sqrt((float)(k + 1) * per_agent);
    for (;; patch *= 2.0f) {
        float reach = wi_min(patch, distance);
        wi_shortlist list = {now, found, 0, k, reach * reach};
        offer_cells(&list, row, reach);
        offer_big(&list, row);
        if (list.count == k || reach == distance) return list.count;
    }
}

uint32_t wend_view_nearest(const wend_view *now, uint32_t row, float distance, uint32_t k, wend_neighbour *found) {
    if (now == NULL || found == NULL || row >= now->count) return 0;
    return wi_near(now, row, distance, k < WEND_NEIGHBOURS_MAX ? k : WEND_NEIGHBOURS_MAX, found);
}
