// Where the posts of a roadmap stand.
#include "route/roadmap.h"

#define POSTS_MAX 3072 // that were not given
#define SPACING 3.0f   // m between Halton points, about

static bool add(wi_roadmap *roadmap, wi_memory *memory, wi_post post) {
    if (!wi_memory_grow(memory, (void **)&roadmap->post, &roadmap->post_capacity, roadmap->posts + 1,
                        sizeof *roadmap->post))
        return false;
    roadmap->post[roadmap->posts++] = post;
    return true;
}

static wend_vec middle(const wi_terrain_edge *edge) { return wi_scale(0.5f, wi_add(edge->a, edge->b)); }

// Two at each seam, one on either side.
static bool add_seams(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map) {
    for (uint32_t i = 0; map->seams && i < map->edge_count; i++) {
        const wi_terrain_edge *edge = &map->edge[i];
        if (edge->twin == WI_NONE || edge->twin < i || !wi_terrain_is_seam(map, edge)) continue;
        const wi_terrain_edge *twin = &map->edge[edge->twin];
        uint32_t here = roadmap->posts;
        if (!add(roadmap, memory, (wi_post){middle(edge), edge->cell, i, here + 1}) ||
            !add(roadmap, memory, (wi_post){middle(twin), twin->cell, edge->twin, here}))
            return false;
    }
    return true;
}

// In the middles of edges: those between walls, which are passages, or the others.
static bool add_middles(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map, bool passages) {
    for (uint32_t i = 0; i < map->edge_count && roadmap->posts < POSTS_MAX; i++) {
        const wi_terrain_edge *edge = &map->edge[i];
        if (edge->twin == WI_NONE || edge->twin < i || wi_terrain_is_seam(map, edge)) continue;
        if ((wi_terrain_solid_a(map, i) && wi_terrain_solid_b(map, i)) != passages) continue;
        if (!add(roadmap, memory, (wi_post){middle(edge), edge->cell, WI_NONE, WI_NONE})) return false;
    }
    return true;
}

// The digits of a number in a base, read behind the point in reverse.
static double radical_inverse(uint32_t number, uint32_t base) {
    double value = 0.0, digit = 1.0 / base;
    for (; number > 0; number /= base, digit /= base) value += digit * (number % base);
    return value;
}

static bool add_halton(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map, uint32_t level) {
    const wi_terrain_grid *grid = &map->grid[level];
    float wide = grid->size * (float)grid->columns, deep = grid->size * (float)grid->rows;
    float count = wi_min(wide * deep / (SPACING * SPACING), (float)POSTS_MAX);
    for (uint32_t i = 1; (float)i <= count && roadmap->posts < POSTS_MAX; i++) {
        wend_vec share = {(float)radical_inverse(i, 2), (float)radical_inverse(i, 3)};
        wend_vec at = wi_add(grid->min, wi_vec(share.x * wide, share.y * deep));
        uint32_t cell = wi_terrain_locate(map, level, at, 0.0f);
        if (cell != WI_NONE && !add(roadmap, memory, (wi_post){at, cell, WI_NONE, WI_NONE})) return false;
    }
    return true;
}

// The first points of a sequence that lie on the floor, level by level in proportion to what they cover; the seed says
// where the sequence begins. Floors with little ground in much space have fewer.
#define TRIES 64

static bool add_sample(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map, uint32_t level, uint32_t count) {
    const wi_terrain_grid *grid = &map->grid[level];
    float wide = grid->size * (float)grid->columns, deep = grid->size * (float)grid->rows;
    wend_vec shift = {wend_random(map->post_seed, level, 0, 0, 0), wend_random(map->post_seed, level, 0, 0, 1)};
    uint32_t before = roadmap->posts;
    for (uint32_t i = 1; i <= TRIES * count && roadmap->posts - before < count; i++) {
        float u = (float)radical_inverse(i, 2) + shift.x, v = (float)radical_inverse(i, 3) + shift.y;
        wend_vec share = {u < 1.0f ? u : u - 1.0f, v < 1.0f ? v : v - 1.0f};
        wend_vec at = wi_add(grid->min, wi_vec(share.x * wide, share.y * deep));
        uint32_t cell = wi_terrain_locate(map, level, at, 0.0f);
        if (cell != WI_NONE && !add(roadmap, memory, (wi_post){at, cell, WI_NONE, WI_NONE})) return false;
    }
    return true;
}

static float area_of(const wi_terrain_grid *grid) {
    return grid->size * grid->size * (float)grid->columns * (float)grid->rows;
}

static bool add_samples(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map) {
    float area = 0.0f, passed = 0.0f;
    uint32_t given = 0;
    for (uint32_t i = 0; i < map->levels; i++) area += area_of(&map->grid[i]);
    for (uint32_t i = 0; i < map->levels; i++) {
        passed += area_of(&map->grid[i]);
        uint32_t up_to = (uint32_t)((float)map->sampled_posts * (passed / area) + 0.5f);
        if (up_to > given && !add_sample(roadmap, memory, map, i, up_to - given)) return false;
        given = up_to;
    }
    return true;
}

static bool place(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map) {
    if (!add_seams(roadmap, memory, map)) return false;
    for (uint32_t i = 0; i < map->post_count; i++)
        if (!add(roadmap, memory, (wi_post){map->post[i].at, map->post[i].cell, WI_NONE, WI_NONE})) return false;
    if (map->post_count > 0) return true;
    if (map->sampled_posts > 0) return add_samples(roadmap, memory, map);
    if (!add_middles(roadmap, memory, map, true) || !add_middles(roadmap, memory, map, false)) return false;
    for (uint32_t level = 0; level < map->levels; level++)
        if (map->grid[level].columns > 0 && !add_halton(roadmap, memory, map, level)) return false;
    return true;
}

bool wi_roadmap_place(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map) {
    if (place(roadmap, memory, map)) return true;
    roadmap->posts = 0; // half of them would be another roadmap
    return false;
}
