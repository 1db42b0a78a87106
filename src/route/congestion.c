// How long people wait where they cross from cell to cell, so that ways can be chosen by time.
//
// Once a second everyone counts for the edge that it heads for. So many people, over what a passage of that width lets
// through in a second, is when the last of them passes (Kretz 2009 chooses ways by such estimates); what that is more than
// they need to walk there is the time that one who joins them waits. Those who are still on their way count too: were a
// queue only those who stand, half a crowd would turn to an exit before the first of them shows there.
#include "base/angle.h"
#include "route/follow.h"
#include "route/zone.h"

#define FLOW 1.6f      // default pedestrians through a metre of door in a second (docs/decisions/turning-round.md)
#define CROWD 2.5f     // people on a square metre
#define LONGEST 1e4f   // s
#define PARTS 256.0f   // of a second: times are summed as whole numbers, so that the order of rows does not matter
#define NARROWEST 0.1f // m
#define SLOWEST 0.1f   // m/s

bool wi_congestion_start(wend_world *world) {
    const wend_scene *scene = world->scene;
    if (!scene->congestion) return true;
    world->routes.wait = wi_memory_take(&world->memory, scene->map.edge_count, sizeof(float));
    world->routes.bound = wi_memory_take(&world->memory, scene->map.edge_count, sizeof(wi_bound));
    return world->routes.wait && world->routes.bound;
}

void wi_congestion_free(wend_world *world) {
    wi_routes *r = &world->routes;
    uint32_t edges = world->routes.map.edge_count;
    if (r->wait) wi_memory_give(&world->memory, r->wait, edges, sizeof *r->wait);
    if (r->bound) wi_memory_give(&world->memory, r->bound, edges, sizeof *r->bound);
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

bool wi_congestion_heads_for(const wend_world *world, uint32_t row, uint32_t *edge) {
    const wi_columns *c = &world->columns;
    const wend_way *way = &c->way[row];
    bool walks = (way->flags & WEND_WAY_KNOWN) && !(way->flags & WEND_WAY_NONE) && way->cell != 0;
    if (!walks || c->aim[row] == WI_NONE) return false;
    wend_vec at = wi_vec(c->x[row], c->y[row]);
    *edge = edge_ahead(&world->routes.map, way->cell - 1, at, wi_sub(way->next, at));
    return true;
}

void wi_bound_add(wi_bound *bound, float way, float speed) {
    bound->people++;
    bound->walk += (uint64_t)(PARTS * wi_min(LONGEST, way / wi_max(speed, SLOWEST)));
}

float wi_bound_wait(const wi_bound *bound, float flow) {
    if (bound->people == 0) return 0.0f;
    float people = (float)bound->people, walk = (float)bound->walk / (PARTS * people);
    return wi_clamp(people / flow - walk, 0.0f, LONGEST);
}

static void count_row(wend_world *world, uint32_t row) {
    const wi_columns *c = &world->columns;
    uint32_t number;
    if (!wi_congestion_heads_for(world, row, &number) || number == WI_NONE) return;
    const wi_terrain_edge *edge = &world->routes.map.edge[number];
    wend_vec middle = wi_scale(0.5f, wi_add(edge->a, edge->b));
    float way = wi_length(wi_sub(middle, wi_vec(c->x[row], c->y[row])));
    wi_bound_add(&world->routes.bound[number], way, c->pace[row].preferred_speed);
}

float wi_congestion_flow_of(float width) { return FLOW * wi_max(NARROWEST, width); }

float wi_congestion_flow(const wi_terrain *map, uint32_t edge) {
    float length = wi_length(wi_sub(map->edge[edge].b, map->edge[edge].a));
    return wi_congestion_flow_of(wi_min(length, wi_terrain_width(map, edge, edge)));
}

float wi_congestion_share_ahead(float queue, float distance2) {
    float radius2 = queue / (0.5f * (float)WI_PI * CROWD);
    return wi_min(1.0f, distance2 / wi_max(radius2, 1e-6f));
}

static void note_waits(wend_world *world) {
    wi_routes *r = &world->routes;
    const wi_terrain *map = &world->routes.map;
    for (uint32_t i = 0; i < map->edge_count; i++) r->bound[i] = (wi_bound){0};
    for (uint32_t row = 0; row < world->columns.count; row++) count_row(world, row);
    for (uint32_t i = 0; i < map->edge_count; i++)
        if (r->bound[i].people > 0 || r->wait[i] > 0.0f)
            r->wait[i] = wi_bound_wait(&r->bound[i], wi_congestion_flow(map, i));
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
