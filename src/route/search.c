#include "route/search.h"

#include "route/window.h"
#include "route/zone.h"

#define REACH_MAX (1u << 26)
#define SAME 1e-4f // m: costs that differ by less are equal

bool wi_search_create(wi_search *search, wi_memory *memory, const wi_terrain *map) {
    *search = (wi_search){.edges = map->edge_count, .corners = map->corner_count};
    search->first = wi_memory_take(memory, search->edges, sizeof *search->first);
    search->best = wi_memory_take(memory, search->corners, sizeof *search->best);
    if (!search->first || !search->best) {
        wi_search_free(search, memory);
        return false;
    }
    for (uint32_t i = 0; i < search->edges; i++) search->first[i] = WI_NONE;
    for (uint32_t i = 0; i < search->corners; i++) search->best[i] = __builtin_inff();
    return true;
}

void wi_search_free(wi_search *search, wi_memory *memory) {
    wi_memory_give(memory, search->first, search->edges, sizeof *search->first);
    wi_memory_give(memory, search->best, search->corners, sizeof *search->best);
    wi_memory_give(memory, search->reach, search->capacity, sizeof *search->reach);
    wi_memory_give(memory, search->heap, search->heap_capacity, sizeof *search->heap);
    *search = (wi_search){0};
}

// Only what the last search touched has to be cleared.
static void clear(wi_search *search) {
    for (uint32_t i = 0; i < search->count; i++) {
        search->first[search->reach[i].edge] = WI_NONE;
        if (search->reach[i].corner != WI_NONE) search->best[search->reach[i].corner] = __builtin_inff();
    }
    search->count = search->waiting = 0;
}

// Lengths.

static double distance(wend_vec a, wend_vec b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return __builtin_sqrt(x * x + y * y);
}

static wend_vec left_end(const wi_terrain *map, const wi_reach *reach) {
    return wi_along(map->edge[reach->edge].a, map->edge[reach->edge].b, reach->left);
}

static wend_vec right_end(const wi_terrain *map, const wi_reach *reach) {
    return wi_along(map->edge[reach->edge].a, map->edge[reach->edge].b, reach->right);
}

// From a point behind the window through it to the root.
static double length_through(const wi_terrain *map, const wi_reach *reach, wend_vec at) {
    wend_vec left = left_end(map, reach), right = right_end(map, reach);
    wi_window window = wi_window_of(reach->root, left, right);
    if (wi_window_side(window.left_x, window.left_y, &window, at) > 0.0)
        return distance(reach->root, left) + distance(left, at);
    if (wi_window_side(window.right_x, window.right_y, &window, at) < 0.0)
        return distance(reach->root, right) + distance(right, at);
    return distance(reach->root, at);
}

// From the root to the nearest point of the window.
static double length_to(const wi_terrain *map, const wi_reach *reach) {
    wend_vec left = left_end(map, reach), right = right_end(map, reach);
    double x = (double)right.x - left.x, y = (double)right.y - left.y, length2 = x * x + y * y;
    double along = ((double)reach->root.x - left.x) * x + ((double)reach->root.y - left.y) * y;
    double share = length2 > 0.0 ? along / length2 : 0.0;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    double dx = left.x + share * x - reach->root.x, dy = left.y + share * y - reach->root.y;
    return __builtin_sqrt(dx * dx + dy * dy);
}

// A point on the root's side of the edge cannot be reached through the window and back: its mirror image is as far.
static wend_vec behind(const wi_terrain *map, const wi_reach *reach, wend_vec at) {
    const wi_terrain_line *line = &map->line[reach->edge];
    float depth = wi_dot(wi_sub(at, line->a), line->in);
    return depth >= 0.0f ? at : wi_sub(at, wi_scale(2.0f * depth, line->in));
}

// What is looked for: nothing in particular, or the way from a point.
typedef struct seeking {
    const wi_ground *ground;
    uint32_t cell;
    wend_vec at;
    bool straight; // distances in the plane tell how far it is at least
} seeking;

static float key_of(const seeking *seeker, const wi_reach *reach) {
    const wi_terrain *map = seeker->ground->map;
    float known = reach->cost + reach->fee;
    if (!seeker->straight) return known + (float)(map->cheapest * length_to(map, reach));
    return known + (float)length_through(map, reach, behind(map, reach, seeker->at));
}

// Spreading.

static bool passable(const wi_ground *ground, const wi_terrain_edge *edge) {
    return edge->twin != WI_NONE && (edge->door == 0 || ground->open[edge->door - 1]);
}

// Where it makes no sense to look for one who is somewhere else.
static bool vain(const seeking *seeker, const wi_terrain_edge *edge) {
    const wi_terrain *map = seeker->ground->map;
    return seeker->cell != WI_NONE && wi_terrain_is_vain(map, edge->cell, map->edge[edge->twin].cell, seeker->cell);
}

// Adds a window on the far side of an edge, unless its root was reached for less.
static void spread_to(wi_search *search, const seeking *seeker, uint32_t edge, wi_reach reach) {
    const wi_terrain *map = seeker->ground->map;
    const wi_terrain_edge *here = &map->edge[edge];
    reach.edge = here->twin;
    reach.root = wi_terrain_across(here, &map->edge[here->twin], reach.root);
    if (seeker->ground->wait) reach.fee += seeker->ground->hurry * seeker->ground->wait[here->twin];
    if (reach.corner != WI_NONE) {
        float *best = &search->best[reach.corner];
        if (reach.cost > *best + SAME) return;
        *best = wi_min(*best, reach.cost);
    }
    uint32_t index = search->count++;
    search->reach[index] = reach;
    wi_heap_push(search->heap, &search->waiting, (wi_waiting){key_of(seeker, &reach), index});
}

// What the floor of a cell costs beyond plain floor, for the way from the middle of one window to that of the next.
static float surcharge(const wi_terrain *map, const wi_reach *reach, uint32_t edge, float right, float left) {
    const wi_terrain_cell *cell = &map->cell[map->edge[edge].cell];
    if (cell->zone == 0) return 0.0f;
    wend_vec from = wi_along(map->edge[edge].a, map->edge[edge].b, 0.5f * (right + left));
    wend_vec to = wi_along(map->edge[reach->edge].a, map->edge[reach->edge].b, 0.5f * (reach->left + reach->right));
    const wend_zone *zone = &map->zone[cell->zone - 1];
    float length = wi_length(wi_sub(to, from));
    return wi_zone_wait(zone) + length * (wi_zone_cost(zone, wi_unit(wi_sub(to, from), wi_vec(0.0f, 0.0f))) - 1.0f);
}

// Windows on one more edge of the cell behind a window: what is seen, and what the corners at its ends hide.
static void spread_over(wi_search *search, const seeking *seeker, uint32_t index, const wi_window *window,
                        uint32_t edge) {
    const wi_terrain *map = seeker->ground->map;
    const wi_reach from = search->reach[index];
    const wi_terrain_edge *entry = &map->edge[from.edge], *to = &map->edge[edge];
    float right, left;
    wi_window_cut(window, to->a, to->b, &right, &left);
    if (right > left) right = left = 0.5f * (right + left); // by rounding
    if (right < left) {
        float fee = from.fee + surcharge(map, &from, edge, right, left);
        spread_to(search, seeker, edge,
                  (wi_reach){from.root, from.cost, fee, 1.0f - left, 1.0f - right, 0, from.corner, index, WI_NONE});
    }
    if (right > 0.0f && from.right == 1.0f && wi_terrain_solid_b(map, from.edge)) {
        uint32_t corner = map->edge[wi_terrain_next(map, from.edge)].corner;
        float cost = from.cost + from.fee + (float)distance(from.root, entry->b);
        float fee = surcharge(map, &from, edge, 0.0f, right);
        spread_to(search, seeker, edge, (wi_reach){entry->b, cost, fee, 1.0f - right, 1.0f, 0, corner, index, WI_NONE});
    }
    if (left < 1.0f && from.left == 0.0f && wi_terrain_solid_a(map, from.edge)) {
        float cost = from.cost + from.fee + (float)distance(from.root, entry->a);
        float fee = surcharge(map, &from, edge, left, 1.0f);
        spread_to(search, seeker, edge,
                  (wi_reach){entry->a, cost, fee, 0.0f, 1.0f - left, 0, entry->corner, index, WI_NONE});
    }
}

// Room for what one cell can add.
static bool make_room(wi_search *search, wi_memory *memory, uint32_t more) {
    if (search->count > REACH_MAX - more) return false;
    return wi_memory_grow(memory, (void **)&search->reach, &search->capacity, search->count + more,
                          sizeof *search->reach) &&
           wi_memory_grow(memory, (void **)&search->heap, &search->heap_capacity, search->waiting + more,
                          sizeof *search->heap);
}

static bool spread(wi_search *search, wi_memory *memory, const seeking *seeker, uint32_t index) {
    const wi_terrain *map = seeker->ground->map;
    uint32_t entry = search->reach[index].edge;
    if (!make_room(search, memory, 3 * map->cell[map->edge[entry].cell].count)) return false;
    const wi_reach *reach = &search->reach[index];
    wi_window window = wi_window_of(reach->root, left_end(map, reach), right_end(map, reach));
    for (uint32_t edge = wi_terrain_next(map, entry); edge != entry; edge = wi_terrain_next(map, edge))
        if (passable(seeker->ground, &map->edge[edge]) && wi_terrain_width(map, edge, entry) >= seeker->ground->width &&
            !vain(seeker, &map->edge[edge]))
            spread_over(search, seeker, index, &window, edge);
    return true;
}

// True if a window that was settled before is nowhere farther from the goal at the ends of this one.
static bool dominated(const wi_search *search, const wi_terrain *map, const wi_reach *reach) {
    wend_vec left = left_end(map, reach), right = right_end(map, reach);
    float known = reach->cost + reach->fee, at_left = known + (float)distance(reach->root, left),
          at_right = known + (float)distance(reach->root, right);
    for (uint32_t i = search->first[reach->edge]; i != WI_NONE; i = search->reach[i].next) {
        const wi_reach *other = &search->reach[i];
        known = other->cost + other->fee;
        if (other->left <= reach->left && other->right >= reach->right &&
            known + (float)distance(other->root, left) <= at_left &&
            known + (float)distance(other->root, right) <= at_right)
            return true;
    }
    return false;
}

static bool worth_settling(const wi_search *search, const seeking *seeker, const wi_reach *reach) {
    if (reach->corner != WI_NONE && reach->cost > search->best[reach->corner] + SAME) return false;
    return !dominated(search, seeker->ground->map, reach);
}

static void settle(wi_search *search, uint32_t index) {
    wi_reach *reach = &search->reach[index];
    reach->next = search->first[reach->edge];
    search->first[reach->edge] = index;
}

static bool start(wi_search *search, wi_memory *memory, const seeking *seeker, const wi_goal_points *goal) {
    const wi_terrain *map = seeker->ground->map;
    clear(search);
    for (uint32_t i = 0; i < goal->count; i++) {
        const wi_terrain_cell *cell = &map->cell[goal->cell[i]];
        if (!make_room(search, memory, cell->count)) return false;
        wi_reach reach = {goal->at[i], 0.0f, 0.0f, 0.0f, 1.0f, 0, WI_NONE, WI_NONE, WI_NONE};
        for (uint32_t edge = cell->first; edge < cell->first + cell->count; edge++)
            if (passable(seeker->ground, &map->edge[edge]) &&
                wi_terrain_fits(map, edge, goal->at[i], seeker->ground->width))
                spread_to(search, seeker, edge, reach);
    }
    return true;
}

static bool run(wi_search *search, wi_memory *memory, const seeking *seeker, const wi_goal_points *goal) {
    const wi_terrain *map = seeker->ground->map;
    if (!start(search, memory, seeker, goal)) return false;
    float found = __builtin_inff(); // the shortest way to the one who is looked for
    while (search->waiting > 0 && search->heap[0].key < found) {
        uint32_t index = wi_heap_pop(search->heap, &search->waiting).number;
        const wi_reach *reach = &search->reach[index];
        if (!worth_settling(search, seeker, reach)) continue;
        settle(search, index);
        if (map->edge[reach->edge].cell == seeker->cell &&
            wi_terrain_fits(map, reach->edge, seeker->at, seeker->ground->width))
            found = wi_min(found, reach->cost + reach->fee + (float)length_through(map, reach, seeker->at));
        if (!spread(search, memory, seeker, index)) return false;
    }
    return true;
}

bool wi_search_all(wi_search *search, wi_memory *memory, const wi_ground *ground, const wi_goal_points *goal) {
    seeking everyone = {ground, WI_NONE, {0.0f, 0.0f}, false};
    return run(search, memory, &everyone, goal);
}

bool wi_search_one(wi_search *search, wi_memory *memory, const wi_ground *ground, const wi_goal_points *goal,
                   uint32_t cell, wend_vec at) {
    const wi_terrain *map = ground->map;
    seeking one = {ground, cell, at, map->even && map->cheapest >= 1.0f};
    return run(search, memory, &one, goal);
}

uint32_t wi_search_best(const wi_search *search, const wi_ground *ground, uint32_t cell, wend_vec at, float *length) {
    const wi_terrain *map = ground->map;
    uint32_t best = WI_NONE, end = map->cell[cell].first + map->cell[cell].count;
    *length = __builtin_inff();
    for (uint32_t edge = map->cell[cell].first; edge < end; edge++) {
        if (search->first[edge] == WI_NONE || !wi_terrain_fits(map, edge, at, ground->width)) continue;
        for (uint32_t i = search->first[edge]; i != WI_NONE; i = search->reach[i].next) {
            const wi_reach *reach = &search->reach[i];
            float here = reach->cost + reach->fee + (float)length_through(map, reach, at);
            if (here >= *length) continue;
            *length = here;
            best = i;
        }
    }
    return best;
}
