#include "route/roadmap.h"

#include "route/sight.h"
#include "route/zone.h"

#define SQUEEZE 1e-3f // m: rounding must not keep a body out of a gap that it just fits through

float wi_road_cost(const wi_ground *ground, uint32_t cell, wend_vec from, wend_vec to, float room) {
    float cost;
    if (wi_sight_walk(ground, cell, from, to, &cost) == WI_NONE) return __builtin_inff();
    bool is_free = room <= 0.0f || wi_sight_is_free(ground, ground->map->cell[cell].level, from, to, room);
    return is_free ? cost : __builtin_inff();
}

// Webs -----------------------------------------------------------------------------------------------------------------

static bool may_be_joined(const wi_terrain *map, const wi_post *a, const wi_post *b) {
    if (map->cell[a->cell].level != map->cell[b->cell].level) return false;
    if (map->post_count > 0 || a->cell == b->cell) return true;
    return wi_length2(wi_sub(a->at, b->at)) <= WI_ROAD_SIGHT * WI_ROAD_SIGHT;
}

static wi_road road_between(const wi_ground *ground, const wi_post *a, const wi_post *b, uint32_t to, float room) {
    float there = wi_road_cost(ground, a->cell, a->at, b->at, room), back = there;
    if (wi_finite(there) && ground->map->zone_count > 0) back = wi_road_cost(ground, b->cell, b->at, a->at, 0.0f);
    return (wi_road){to, there, back};
}

// Each road is listed at both its ends, so that a row of the web is all that a post needs.
static bool weave(wi_web *web, wi_memory *memory, const wi_roadmap *roadmap, const wi_ground *ground) {
    float room = web->body - SQUEEZE;
    web->roads = 0;
    for (uint32_t i = 0; i < roadmap->posts; i++) {
        web->first[i] = web->roads;
        if (!wi_memory_grow(memory, (void **)&web->road, &web->capacity, web->roads + roadmap->posts,
                            sizeof *web->road))
            return false;
        for (uint32_t k = 0; k < roadmap->posts; k++) {
            const wi_post *a = &roadmap->post[i], *b = &roadmap->post[k];
            if (k == i || !may_be_joined(ground->map, a, b)) continue;
            wi_road road = road_between(ground, a, b, k, room);
            if (wi_finite(road.there) && wi_finite(road.back)) web->road[web->roads++] = road;
        }
    }
    web->first[roadmap->posts] = web->roads;
    return true;
}

static wi_web *find_web(wi_roadmap *roadmap, wi_memory *memory, uint32_t fit, float body) {
    for (uint32_t i = 0; i < roadmap->webs; i++)
        if (roadmap->web[i].fit == fit && roadmap->web[i].body == body) return &roadmap->web[i];
    if (!wi_memory_grow(memory, (void **)&roadmap->web, &roadmap->web_capacity, roadmap->webs + 1,
                        sizeof *roadmap->web))
        return NULL;
    wi_web *web = &roadmap->web[roadmap->webs];
    *web = (wi_web){.fit = fit, .body = body, .posts = roadmap->posts};
    web->first = wi_memory_take(memory, web->posts + 1, sizeof *web->first);
    if (!web->first) return NULL;
    roadmap->webs++;
    return web;
}

const wi_web *wi_roadmap_web(wi_roadmap *roadmap, wi_memory *memory, const wi_ground *ground, uint32_t fit,
                             float body) {
    wi_web *web = find_web(roadmap, memory, fit, body);
    if (!web || web->fresh) return web;
    web->fresh = weave(web, memory, roadmap, ground);
    return web->fresh ? web : NULL;
}

void wi_roadmap_free(wi_roadmap *roadmap, wi_memory *memory) {
    for (uint32_t i = 0; i < roadmap->webs; i++) {
        wi_web *web = &roadmap->web[i];
        wi_memory_give(memory, web->first, web->posts + 1, sizeof *web->first);
        wi_memory_give(memory, web->road, web->capacity, sizeof *web->road);
    }
    wi_memory_give(memory, roadmap->web, roadmap->web_capacity, sizeof *roadmap->web);
    wi_memory_give(memory, roadmap->post, roadmap->post_capacity, sizeof *roadmap->post);
    *roadmap = (wi_roadmap){0};
}

// Trees ----------------------------------------------------------------------------------------------------------------

static bool make_room(wi_road_tree *tree, wi_memory *memory, uint32_t posts) {
    if (tree->length) return true;
    tree->posts = posts;
    tree->length = wi_memory_take(memory, posts, sizeof *tree->length);
    tree->next = wi_memory_take(memory, posts, sizeof *tree->next);
    tree->settled = wi_memory_take(memory, posts, sizeof *tree->settled);
    if (tree->length && tree->next && tree->settled) return true;
    wi_road_tree_free(tree, memory);
    return false;
}

// The goal is where the roads of those begin who can walk to it straight.
static void begin(wi_road_tree *tree, const wi_roadmap *roadmap, const wi_ground *ground, float room,
                  const wi_goal_points *goal) {
    for (uint32_t i = 0; i < tree->posts; i++) {
        const wi_post *post = &roadmap->post[i];
        tree->length[i] = __builtin_inff();
        tree->next[i] = WI_NONE;
        tree->settled[i] = false;
        for (uint32_t k = 0; k < goal->count; k++) {
            wi_post end = {goal->at[k], goal->cell[k], WI_NONE, WI_NONE};
            if (!may_be_joined(ground->map, post, &end)) continue;
            wend_vec wall;
            float tight = wi_sight_clearance(ground, ground->map->cell[end.cell].level, end.at, room, &wall);
            float cost = wi_road_cost(ground, post->cell, post->at, end.at, tight - SQUEEZE);
            tree->length[i] = wi_min(tree->length[i], cost);
        }
    }
}

static uint32_t nearest(const wi_road_tree *tree) {
    uint32_t found = WI_NONE;
    float least = __builtin_inff();
    for (uint32_t i = 0; i < tree->posts; i++) {
        if (tree->settled[i] || !(tree->length[i] < least)) continue;
        least = tree->length[i];
        found = i;
    }
    return found;
}

static void offer(wi_road_tree *tree, uint32_t post, uint32_t next, float cost) {
    float length = tree->length[next] + cost;
    if (tree->settled[post] || !(length < tree->length[post])) return;
    tree->length[post] = length;
    tree->next[post] = next;
}

static void offer_over_seam(wi_road_tree *tree, const wi_roadmap *roadmap, const wi_ground *ground, uint32_t number) {
    const wi_post *post = &roadmap->post[number];
    if (post->seam == WI_NONE) return;
    uint32_t door = ground->map->edge[post->seam].door;
    if (door != 0 && !ground->open[door - 1]) return;
    if (wi_terrain_width(ground->map, post->seam, post->seam) < ground->width) return;
    offer(tree, post->twin, number, wi_sight_wait(ground->map, roadmap->post[post->twin].cell));
}

bool wi_road_tree_grow(wi_road_tree *tree, wi_memory *memory, const wi_roadmap *roadmap, const wi_web *web,
                       const wi_ground *ground, const wi_goal_points *goal) {
    if (!make_room(tree, memory, roadmap->posts)) return false;
    begin(tree, roadmap, ground, web->body, goal);
    for (uint32_t post; (post = nearest(tree)) != WI_NONE;) {
        tree->settled[post] = true;
        for (uint32_t i = web->first[post]; i < web->first[post + 1]; i++)
            offer(tree, web->road[i].to, post, web->road[i].back);
        offer_over_seam(tree, roadmap, ground, post);
    }
    return true;
}

void wi_road_tree_free(wi_road_tree *tree, wi_memory *memory) {
    wi_memory_give(memory, tree->length, tree->posts, sizeof *tree->length);
    wi_memory_give(memory, tree->next, tree->posts, sizeof *tree->next);
    wi_memory_give(memory, tree->settled, tree->posts, sizeof *tree->settled);
    *tree = (wi_road_tree){0};
}
