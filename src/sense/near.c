// The nearest neighbours of one row: exact, equal distances by serial. Whom a wall hides is none.
#include "sense/near.h"

#include "sense/screens.h"

static bool goes_before(const wi_shortlist *list, float distance2, uint32_t row, const wend_neighbour *other) {
    if (distance2 != other->distance2) return distance2 < other->distance2;
    return list->now->serial[row] < list->now->serial[other->row];
}

bool wi_shortlist_has_room(const wi_shortlist *list, uint32_t row, float distance2) {
    if (!(distance2 < list->limit2) || list->most == 0) return false;
    return list->count < list->most || goes_before(list, distance2, row, &list->found[list->count - 1]);
}

void wi_shortlist_offer(wi_shortlist *list, uint32_t row, float distance2) {
    if (!wi_shortlist_has_room(list, row, distance2)) return;
    if (list->count < list->most) list->count++;
    uint32_t place = list->count - 1;
    for (; place > 0 && goes_before(list, distance2, row, &list->found[place - 1]); place--)
        list->found[place] = list->found[place - 1];
    list->found[place] = (wend_neighbour){row, distance2};
}

// One who looks about, and what may be in its way.
typedef struct onlooker {
    const wend_view *now;
    uint32_t row, level;
    wend_vec at, min, max; // the box that it looks at
    wi_screens screens;
} onlooker;

static onlooker look_at_box(const wend_view *now, uint32_t row, wend_vec min, wend_vec max) {
    onlooker me = {now, row, now->role[row].level, {now->x[row], now->y[row]}, min, max, {.count = 0}};
    if (wi_view_screened(now, row)) me.screens = wi_screens_in_box(now->senses->walls, me.level, min, max);
    return me;
}

static onlooker look_about(const wend_view *now, uint32_t row, float distance) {
    float x = now->x[row], y = now->y[row], r = distance + wi_grid_margin(x, y, distance);
    return look_at_box(now, row, wi_vec(x - r, y - r), wi_vec(x + r, y + r));
}

// A big body may be seen from farther away than the box.
static wi_cover cover_of(const onlooker *me, uint32_t other) {
    wend_vec to = {me->now->x[other], me->now->y[other]};
    float girth = wi_view_girth(me->now, other);
    if (me->now->form[other].radius <= WEND_BIG_RADIUS) return wi_screens_cover(&me->screens, me->at, to, girth);
    if (!wi_view_screened(me->now, me->row)) return WI_OPEN;
    return wi_walls_cover(me->now->senses->walls, me->level, me->at, to, girth);
}

static bool is_hidden(const onlooker *me, uint32_t other) {
    wi_cover cover = cover_of(me, other);
    return cover == WI_COVERED || (cover == WI_CUT && !wend_view_sees_body(me->now, me->row, other));
}

static void offer(wi_shortlist *list, const onlooker *me, uint32_t other, float distance2) {
    if (wi_shortlist_has_room(list, other, distance2) && !is_hidden(me, other))
        wi_shortlist_offer(list, other, distance2);
}

static void offer_cells(wi_shortlist *list, const onlooker *me) {
    const wend_view *now = list->now;
    float x = me->at.x, y = me->at.y;
    wi_walk walk = wi_walk_box(now->senses->grid, me->level, me->min, me->max);
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++) {
            float dx = now->x[other] - x, dy = now->y[other] - y, d2 = dx * dx + dy * dy;
            if (d2 < list->limit2 && other != me->row && now->form[other].radius <= WEND_BIG_RADIUS)
                offer(list, me, other, d2);
        }
}

static void offer_big(wi_shortlist *list, const onlooker *me) {
    const wend_view *now = list->now;
    for (uint32_t i = 0; i < now->senses->big_count; i++) {
        uint32_t other = now->senses->big[i];
        if (other == me->row || now->role[other].level != me->level) continue;
        float dx = now->x[other] - me->at.x, dy = now->y[other] - me->at.y;
        offer(list, me, other, wi_near_distance2(dx, dy, now->form[other].radius));
    }
}

static void offer_images(wi_shortlist *list, const onlooker *me) {
    const wend_view *now = list->now;
    const wi_image_run *run;
    for (uint32_t at = 0; (run = wi_images_next(now->senses->images, &at, me->level, me->min, me->max)) != NULL;)
        for (uint32_t other = run->begin; other < run->end; other++) {
            float dx = now->x[other] - me->at.x, dy = now->y[other] - me->at.y;
            float d2 = wi_near_distance2(dx, dy, now->form[other].radius);
            if (wi_shortlist_has_room(list, other, d2) && wi_image_seen(now, me->row, other))
                wi_shortlist_offer(list, other, d2);
        }
}

// Leaves out whom one who looks elsewhere does not see.
static uint32_t keep_noticed(const wend_view *now, uint32_t row, wend_neighbour *found, uint32_t count) {
    float sight = wi_view_sight(now, row);
    uint32_t kept = 0;
    if (sight == __builtin_inff()) return count;
    for (uint32_t i = 0; i < count; i++)
        if (wi_view_notices(now, row, sight, found[i].row)) found[kept++] = found[i];
    return kept;
}

uint32_t wi_near(const wend_view *now, uint32_t row, float distance, uint32_t k, wend_neighbour *found) {
    distance = wi_min(distance, wi_view_lookout(now, row));
    if (k == 0 || !(distance > 0.0f)) return 0;
    // Start with the patch that should hold k and widen it until it does; what lies within a patch is complete.
    float per_agent = 0.5f * now->senses->grid->width * now->senses->grid->height;
    float patch = wi_sqrt((float)(k + 1) * per_agent);
    for (;; patch *= 2.0f) {
        float reach = wi_min(patch, distance);
        wi_shortlist list = {now, found, 0, k, reach * reach};
        onlooker me = look_about(now, row, reach);
        offer_cells(&list, &me);
        offer_big(&list, &me);
        offer_images(&list, &me);
        if (list.count == k || reach == distance) return keep_noticed(now, row, found, list.count);
    }
}

// Any in cells that the box meets. The test is quicker than to find out who is hidden.
static bool any_in_cells(const onlooker *me, float sight2, wi_near_test *test, const void *by) {
    const wend_view *now = me->now;
    wi_walk walk = wi_walk_box(now->senses->grid, me->level, me->min, me->max);
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++) {
            float dx = now->x[other] - me->at.x, dy = now->y[other] - me->at.y;
            if (other != me->row && dx * dx + dy * dy < sight2 && test(now, other, by) && !is_hidden(me, other))
                return true;
        }
    return false;
}

static bool any_image(const onlooker *me, float sight2, wi_near_test *test, const void *by) {
    const wend_view *now = me->now;
    const wi_image_run *run;
    for (uint32_t at = 0; (run = wi_images_next(now->senses->images, &at, me->level, me->min, me->max)) != NULL;)
        for (uint32_t other = run->begin; other < run->end; other++) {
            float dx = now->x[other] - me->at.x, dy = now->y[other] - me->at.y;
            if (dx * dx + dy * dy < sight2 && test(now, other, by) && wi_image_seen(now, me->row, other)) return true;
        }
    return false;
}

bool wi_near_any(const wend_view *now, uint32_t row, wend_vec min, wend_vec max, wi_near_test *test, const void *by) {
    float sight = wi_view_sight(now, row);
    onlooker me = look_at_box(now, row, min, max);
    return any_in_cells(&me, sight * sight, test, by) || any_image(&me, sight * sight, test, by);
}

uint32_t wend_view_nearest(const wend_view *now, uint32_t row, float distance, uint32_t k, wend_neighbour *found) {
    if (now == NULL || found == NULL || row >= now->count) return 0;
    return wi_near(now, row, distance + wi_view_excess(now, row), k < WEND_NEIGHBOURS_MAX ? k : WEND_NEIGHBOURS_MAX,
                   found);
}
