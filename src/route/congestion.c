// How long people wait where they cross from cell to cell, so that ways can be chosen by time.
//
// Once a second everyone who is slower than it would like counts for the edge that it heads for, by the share of its speed
// that it lacks. That many people in a queue, over what a passage of that width lets through in a second, is the time that
// one who joins them waits (Kretz 2009 chooses ways by such estimates). Half of each second's value is the one before, so
// that not everybody turns round at once.
#include "route/follow.h"
#include "route/zone.h"

#define FLOW 1.3f      // people through a metre of width in a second
#define CROWD 2.5f     // people on a square metre
#define LONGEST 1e4f   // s
#define NARROWEST 0.1f // m

bool wi_congestion_start(wend_world *world) {
    const wend_scene *scene = world->scene;
    if (!scene->congestion) return true;
    world->routes.wait = wi_memory_take(&world->memory, scene->map.edge_count, sizeof(float));
    world->routes.queue = wi_memory_take(&world->memory, scene->map.edge_count, sizeof(uint32_t));
    return world->routes.wait && world->routes.queue;
}

void wi_congestion_free(wend_world *world) {
    wi_routes *r = &world->routes;
    uint32_t edges = world->routes.map.edge_count;
    if (r->wait) wi_memory_give(&world->memory, r->wait, edges, sizeof *r->wait);
    if (r->queue) wi_memory_give(&world->memory, r->queue, edges, sizeof *r->queue);
}

// The edge over which a straight way leaves a cell, or WI_NONE if it ends there.
static uint32_t edge_ahead(const wi_terrain *map, uint32_t index, wend_vec at, wend_vec way) {
    const wi_terrain_cell *cell = &map->cell[index];
    uint32_t found = WI_NONE;
    float least = 1.0f;
    for (uint32_t i = cell->first; i < cell->first + cell->count; i++) {
        float nearing = -wi_dot(way, map->line[i].in), gap = wi_dot(wi_sub(at, map->line[i].a), map->line[i].in);
        if (!(nearing > 0.0f) || gap > least * nearing) continue;
        wend_vec there = wi_add(at, wi_scale(gap / nearing, way)), along = wi_sub(map->edge[i].b, map->edge[i].a);
        float place = wi_dot(wi_sub(there, map->edge[i].a), along);
        if (place < 0.0f || place > wi_length2(along)) continue;
        least = gap / nearing;
        found = i;
    }
    return found != WI_NONE && map->edge[found].twin != WI_NONE ? found : WI_NONE;
}

// The share of its speed that a row lacks.
static float lacks(const wi_columns *c, uint32_t row, wend_vec way) {
    float speed = c->pace[row].preferred_speed;
    wend_vec ahead = wi_unit(way, wi_vec(0.0f, 0.0f));
    return speed > 0.0f ? 1.0f - wi_clamp(wi_dot(c->motion[row].velocity, ahead) / speed, 0.0f, 1.0f) : 0.0f;
}

uint32_t wi_congestion_lack(const wend_world *world, uint32_t row, uint32_t *edge) {
    const wi_columns *c = &world->columns;
    const wend_way *way = &c->way[row];
    bool walks = (way->flags & WEND_WAY_KNOWN) && !(way->flags & WEND_WAY_NONE) && way->cell != 0;
    *edge = WI_NONE;
    if (!walks || c->aim[row] == WI_NONE) return 0;
    wend_vec at = wi_vec(c->x[row], c->y[row]), ahead = wi_sub(way->next, at);
    *edge = edge_ahead(&world->routes.map, way->cell - 1, at, ahead);
    return (uint32_t)(WI_LACK_PARTS * lacks(c, row, ahead));
}

static void count_row(wend_world *world, uint32_t row) {
    uint32_t edge, lack = wi_congestion_lack(world, row, &edge);
    if (edge != WI_NONE) world->routes.queue[edge] += lack;
}

float wi_congestion_flow_of(float width) { return FLOW * wi_max(NARROWEST, width); }

float wi_congestion_flow(const wi_terrain *map, uint32_t edge) {
    float length = wi_length(wi_sub(map->edge[edge].b, map->edge[edge].a));
    return wi_congestion_flow_of(wi_min(length, wi_terrain_width(map, edge, edge)));
}

float wi_congestion_share_ahead(float queue, float distance2) {
    float radius2 = queue / (0.5f * 3.14159265f * CROWD);
    return wi_min(1.0f, distance2 / wi_max(radius2, 1e-6f));
}

static float wait_at(const wi_terrain *map, uint32_t edge, uint32_t queue) {
    return wi_min(LONGEST, (float)queue / (WI_LACK_PARTS * wi_congestion_flow(map, edge)));
}

static void note_waits(wend_world *world) {
    wi_routes *r = &world->routes;
    const wi_terrain *map = &world->routes.map;
    for (uint32_t i = 0; i < map->edge_count; i++) r->queue[i] = 0;
    for (uint32_t row = 0; row < world->columns.count; row++) count_row(world, row);
    for (uint32_t i = 0; i < map->edge_count; i++)
        if (r->queue[i] > 0 || r->wait[i] > 0.0f) r->wait[i] = 0.5f * (r->wait[i] + wait_at(map, i, r->queue[i]));
}

static bool second_begins(const wend_world *world) {
    double step = (double)world->def.step;
    uint64_t tick = world->stats.tick;
    return tick > 0 && (uint64_t)((double)tick * step) != (uint64_t)((double)(tick - 1) * step);
}

void wi_congestion_update(wend_world *world) {
    wi_routes *r = &world->routes;
    if (!r->wait || !second_begins(world)) return;
    note_waits(world);
    wi_surveys_outdate(&r->surveys, true);
    for (uint32_t i = 0; i < r->guide_count; i++) {
        wi_guide *guide = &r->guide[i];
        if (guide->destination != 0 && r->destination[guide->destination - 1].congestion > 0.0f) guide->fresh = false;
    }
}
